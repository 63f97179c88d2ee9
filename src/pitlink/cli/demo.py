"""Until the live pit exists, the main job: one seeded round of each game, told as a dealer would read it."""

import random
import sys
from collections import Counter
from typing import Any

import msgspec
from rich.console import Console

from pitlink.cards import ACE, DECK, JACK, QUEEN, TEN, Cards, name, rank
from pitlink.cli.show import show_round
from pitlink.explain import explain
from pitlink.games import GAMES
from pitlink.hands import FiveCard, rank_five, rank_seven, rank_three
from pitlink.hands.classes import ThreeCard
from pitlink.roundfile import read_round

_WAGERS = {
    "mbs-thb": {"ante": "25.00", "bonus": "10.00", "progressive": "5.00"},
    "mbs-3cp": {"ante": "25.00", "pair_plus": "10.00", "progressive": "5.00"},
    "mbs-uth": {"ante": "25.00", "blind": "25.00", "trips": "5.00", "progressive": "15.00"},
    "mbs-lir": {"1": "10.00", "2": "10.00", "$": "10.00", "progressive": "5.00"},
    "rws-3cp": {"ante": "25.00", "pair_plus": "10.00", "progressive": "5.00"},
}
_SEATED = (1, 3, 4)


def deal_and_tell(seed: int, *, as_json: bool) -> int:
    dice = random.Random(seed)
    rounds = [deal(game, dice) for game in GAMES]
    if as_json:
        for raw in rounds:
            sys.stdout.buffer.write(msgspec.json.encode(raw) + b"\n")
        return 0
    console = Console(highlight=False)
    for raw in rounds:
        show_round(explain(read_round(msgspec.json.encode(raw))), console, reasons=False)
    console.print(f"Dealt from seed {seed}; --seed deals another, --json prints the rounds as files.", style="dim")
    console.print("pitlink demo --json | sed -n 3p | pitlink settle --explain  says why.", style="dim")
    return 0


def deal(game: str, dice: random.Random) -> dict[str, Any]:
    """A round file: three players, a shuffled deck, decisions by a rule of thumb."""
    layout = GAMES[game].LAYOUT
    deck = list(DECK)
    dice.shuffle(deck)

    def take(count: int) -> Cards:
        taken, deck[:] = tuple(deck[:count]), deck[count:]
        return taken

    hands = [take(layout.own_cards) for _ in _SEATED]
    dealer, community = take(layout.dealer_cards), take(layout.community_cards)
    cards = {"dealer": _names(dealer), "community": _names(community)}
    if not dealer:
        del cards["dealer"]
    return {
        "pitlink": 1,
        "game": game,
        "jackpot": {"meter": "187250.35", "reset": "100000.00", "unit": "5.00"},
        "cards": cards,
        "seats": [
            {
                "position": position,
                "player": f"Player {position}",
                "cards": _names(own),
                "wagers": _WAGERS[game],
                "decisions": decide(game, own, community),
            }
            for position, own in zip(_SEATED, hands, strict=True)
        ],
    }


def decide(game: str, own: Cards, community: Cards) -> list[str]:
    """What a sensible player might do; no claim to be best play."""
    high, low = max(map(rank, own)), min(map(rank, own))
    match game:
        case "mbs-3cp" | "rws-3cp":
            hand = rank_three(own)
            plays = hand.category > ThreeCard.THREE_ODD_CARDS or hand.ranks >= (QUEEN, 6, 4)
            return ["play" if plays else "fold"]
        case "mbs-lir":
            return ["ride" if _wins_already(seen) else "withdraw" for seen in (own, own + community[:1])]
        case "mbs-thb":
            if low < 8 and high < TEN and high != low:
                return ["fold"]
            paired = rank_five(own + community[:3]).category > FiveCard.FIVE_ODD_CARDS
            return ["flop", "turn" if paired else "check", "river" if paired else "check"]
        case _:
            if high in (low, ACE) or (high >= QUEEN and low >= TEN):
                return ["play 4x"]
            if rank_five(own + community[:3]).category > FiveCard.FIVE_ODD_CARDS:
                return ["check", "play 2x"]
            beats_board = rank_seven(own + community) > rank_five(community)
            return ["check", "check", "play 1x" if beats_board and high >= JACK else "fold"]


def _wins_already(cards: Cards) -> bool:
    """Whether three or four cards hold a pair of tens or better, whatever else comes."""
    times = Counter(map(rank, cards))
    pairs = [each for each in times if times[each] == 2]
    return max(times.values()) >= 3 or len(pairs) == 2 or any(each >= TEN for each in pairs)


def _names(cards: Cards) -> list[str]:
    return [name(card) for card in cards]
