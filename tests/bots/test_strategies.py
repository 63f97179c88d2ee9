"""The choices of the simple published strategies, hand by hand; and that every choice is one the game allows."""

import random

import pytest

from pitlink.bots.strategies import choose
from pitlink.cards import DECK, Cards, cards_of
from pitlink.games import GAMES
from pitlink.games.round import Seat, Share, wager_of
from pitlink.money import Cents
from tests.proving import decisions, row_id, rows

# Three Card Poker: queen-six-four or better. Let It Ride: first with three cards, then with four. Texas Hold'em Bonus
# and Ultimate Texas Hold'em: stage by stage. A hand that was not looked at has no cards.

CHOICES = rows("""
game    | own      | community      | made          | choice
mbs-3cp | Qs 6d 4c |                |               | play
mbs-3cp | Qs 6d 3c |                |               | fold
mbs-3cp | Qs 5d 4c |                |               | fold
mbs-3cp | Qs 7d 2c |                |               | play
mbs-3cp | Js Td 8c |                |               | fold
mbs-3cp | Ks 3d 2c |                |               | play
mbs-3cp | As 5d 2c |                |               | play
mbs-3cp | 2s 2d 3c |                |               | play
mbs-3cp | 2s 4s 5s |                |               | play
mbs-3cp | As 2d 3c |                |               | play
mbs-3cp | 2s 3d 4c |                |               | play
mbs-3cp |          |                |               | play
rws-3cp | Qs 6d 4c |                |               | play
rws-3cp | Qs 6d 3c |                |               | fold
rws-3cp |          |                |               | play

# three cards: a hand that pays
mbs-lir | Ts Td 2c | ?? ??          |               | ride
mbs-lir | 9s 9d 2c | ?? ??          |               | withdraw
mbs-lir | 2s 2d 2c | ?? ??          |               | ride
mbs-lir | As Ad 2c | ?? ??          |               | ride
# three to a royal flush
mbs-lir | As Ks Ts | ?? ??          |               | ride
mbs-lir | Ts Js As | ?? ??          |               | ride
mbs-lir | As Ks Td | ?? ??          |               | withdraw
mbs-lir | As Ks 9s | ?? ??          |               | withdraw
# three suited in a row, but not ace-two-three and two-three-four
mbs-lir | 5h 4h 3h | ?? ??          |               | ride
mbs-lir | 4h 3h 2h | ?? ??          |               | withdraw
mbs-lir | Ah 3h 2h | ?? ??          |               | withdraw
mbs-lir | 9h 8h 7h | ?? ??          |               | ride
mbs-lir | 9h 8h 7d | ?? ??          |               | withdraw
mbs-lir | 9h 8h 2h | ?? ??          |               | withdraw
mbs-lir | 5h 4h 3s | ?? ??          |               | withdraw
mbs-lir |          | ?? ??          |               | withdraw
# four cards: a hand that pays
mbs-lir | As Kd 2c | Kh ??          | withdraw      | ride
mbs-lir | 9s 9d 2c | 2h ??          | withdraw      | ride
mbs-lir | 9s 9d 2c | Th ??          | withdraw      | withdraw
mbs-lir | 9s 9d 2c | 9h ??          | ride          | ride
# four to a flush, straight and royal flushes among them
mbs-lir | As 9s 5s | 2s ??          | withdraw      | ride
mbs-lir | As Ks Qs | Js ??          | ride          | ride
mbs-lir | As 9s 5s | 2d ??          | withdraw      | withdraw
# four to an outside straight with a ten or better; with an ace it is an inside one
mbs-lir | Ts 9d 8c | 7h ??          | withdraw      | ride
mbs-lir | Ks Qd Jc | Th ??          | withdraw      | ride
mbs-lir | 9s 8d 7c | 6h ??          | withdraw      | withdraw
mbs-lir | As Kd Qc | Jh ??          | withdraw      | withdraw
mbs-lir | Ts 9d 8c | 6h ??          | withdraw      | withdraw
mbs-lir |          | Kh ??          | withdraw      | withdraw

# fold low cards that are no pair, not suited and not next to each other
mbs-thb | 2s 7d    | ?? ?? ?? ?? ?? |               | fold
mbs-thb | 2s 8d    | ?? ?? ?? ?? ?? |               | flop
mbs-thb | 2s 7s    | ?? ?? ?? ?? ?? |               | flop
mbs-thb | 2s 2d    | ?? ?? ?? ?? ?? |               | flop
mbs-thb | 6s 7d    | ?? ?? ?? ?? ?? |               | flop
mbs-thb | 2s 4d    | ?? ?? ?? ?? ?? |               | fold
mbs-thb | As 2d    | ?? ?? ?? ?? ?? |               | flop
mbs-thb |          | ?? ?? ?? ?? ?? |               | flop
# afterwards bet with a pair or four to a flush
mbs-thb | As 2d    | Ad 7c 9h ?? ?? | flop          | turn
mbs-thb | As Kd    | 2d 7c 9h ?? ?? | flop          | check
mbs-thb | 2s 2d    | Ad 7c 9h ?? ?? | flop          | turn
mbs-thb | As Ks    | 2s 7s 9h ?? ?? | flop          | turn
mbs-thb | As Kd    | 2s 7s 9s ?? ?? | flop          | turn
mbs-thb | As Kd    | 9s 9h 2c ?? ?? | flop          | check
mbs-thb | As Kd    | 2d 7c 9h Kc ?? | flop, check   | river
mbs-thb | As Kd    | 2d 7c 9h Qc ?? | flop, turn    | check
mbs-thb |          | 2d 7c 9h ?? ?? | flop          | check
mbs-thb |          | 2d 7c 9h Qc ?? | flop, check   | check

# the four-times list
mbs-uth | As 2d    | ?? ?? ?? ?? ?? |               | play 4x
mbs-uth | As 2s    | ?? ?? ?? ?? ?? |               | play 4x
mbs-uth | Ks 2s    | ?? ?? ?? ?? ?? |               | play 4x
mbs-uth | Ks 5d    | ?? ?? ?? ?? ?? |               | play 4x
mbs-uth | Ks 4d    | ?? ?? ?? ?? ?? |               | check
mbs-uth | Qs 6s    | ?? ?? ?? ?? ?? |               | play 4x
mbs-uth | Qs 5s    | ?? ?? ?? ?? ?? |               | check
mbs-uth | Qs 8d    | ?? ?? ?? ?? ?? |               | play 4x
mbs-uth | Qs 7d    | ?? ?? ?? ?? ?? |               | check
mbs-uth | Js 8s    | ?? ?? ?? ?? ?? |               | play 4x
mbs-uth | Js 7s    | ?? ?? ?? ?? ?? |               | check
mbs-uth | Js Td    | ?? ?? ?? ?? ?? |               | play 4x
mbs-uth | Js 9d    | ?? ?? ?? ?? ?? |               | check
mbs-uth | Ts 9s    | ?? ?? ?? ?? ?? |               | check
mbs-uth | 3s 3d    | ?? ?? ?? ?? ?? |               | play 4x
mbs-uth | 2s 2d    | ?? ?? ?? ?? ?? |               | check
mbs-uth | 9d Js    | ?? ?? ?? ?? ?? |               | check
mbs-uth | Td Js    | ?? ?? ?? ?? ?? |               | play 4x
mbs-uth |          | ?? ?? ?? ?? ?? |               | check
# twice: two pairs or better, a hidden pair but pocket twos, four to a flush with a hidden ten or better of it
mbs-uth | Ts 9d    | Td 9h 2c ?? ?? | check         | play 2x
mbs-uth | Ts 9d    | 9h 4c 2c ?? ?? | check         | play 2x
mbs-uth | 2s 2d    | Ah 7c 9h ?? ?? | check         | check
mbs-uth | 2s 2d    | 2h 7c 9h ?? ?? | check         | play 2x
mbs-uth | Ts 2s    | 4s 7s 9h ?? ?? | check         | play 2x
mbs-uth | 9s 2s    | 4s 7s Kh ?? ?? | check         | check
mbs-uth | Ts 2d    | 4s 7s 9s ?? ?? | check         | play 2x
mbs-uth | 2s Td    | 4s 7s 9s ?? ?? | check         | check
mbs-uth | Ts 9d    | 4h 4c 2c ?? ?? | check         | check
mbs-uth |          | 4h 4c 2c ?? ?? | check         | check
# once: a hidden pair or better, or a high card
mbs-uth | Ts 9d    | 9h 4c 2c 5d Kh | check, check  | play 1x
mbs-uth | Ts 9d    | Qh 4c 2c 5d Kh | check, check  | fold
mbs-uth | Ks 3d    | Qh 4c 9c 8d Jh | check, check  | play 1x
mbs-uth | Qs 3d    | 7h 4c 9c 8d Th | check, check  | play 1x
mbs-uth | 3s 2d    | Ah Kc Qc Jd Th | check, check  | fold
mbs-uth | 3s 2d    | 9h 9c 9d 8d 8h | check, check  | fold
mbs-uth |          | Qh 4c 9c 8d Jh | check, check  | play 1x
""")


def seen(text: str) -> Cards:
    """The cards that lie open."""
    return cards_of(text.replace("??", "").strip()) if text.replace("??", "").strip() else ()


@pytest.mark.parametrize("row", CHOICES, ids=row_id)
def test_the_strategy_chooses_as_published(row: dict[str, str]) -> None:
    made = tuple(decisions(row["made"]))
    assert choose(row["game"], seen(row["own"]), seen(row["community"]), made) == row["choice"]


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_is_one_that_the_game_allows(game: str) -> None:
    """At every stage that can be reached, with any cards, looked at or not."""
    rules = GAMES[game]
    layout = rules.LAYOUT
    seat = Seat(1, {wager: wager_of(Share("P-1", Cents(10_00))) for wager in layout.placed})
    dice = random.Random(17)

    def walk(own: Cards, community: Cards, made: tuple[str, ...]) -> int:
        stage = rules.stage(seat, made)
        if stage is None:
            return 0
        exposed = [each.cards for each in layout.exposures if each.of == "community" and each.decisions <= len(made)]
        board = community[: max(exposed, default=0)]
        words = [choice.word for choice in stage.choices]
        for cards in (own, ()):
            chosen = choose(game, cards, board, made)
            assert chosen in words, f"{chosen} is none of {words} after {made} with {cards} {board}"
        return 1 + sum(walk(own, community, (*made, word)) for word in words)

    stages = 0
    for _ in range(400):
        deck = dice.sample(DECK, layout.own_cards + layout.community_cards)
        stages += walk(tuple(deck[: layout.own_cards]), tuple(deck[layout.own_cards :]), ())
    assert stages >= 400


LATER = {"mbs-thb": (("flop",), 3), "mbs-uth": (("check",), 3), "mbs-lir": (("ride",), 1)}


@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_the_cards_does_not_matter(game: str) -> None:
    layout = GAMES[game].LAYOUT
    dice = random.Random(18)
    made, exposed = LATER.get(game, ((), 0))
    for _ in range(200):
        deck = dice.sample(DECK, layout.own_cards + exposed)
        own, board = deck[: layout.own_cards], deck[layout.own_cards :]
        chosen = choose(game, tuple(own), tuple(board), made)
        dice.shuffle(own)
        dice.shuffle(board)
        assert choose(game, tuple(own), tuple(board), made) == chosen
