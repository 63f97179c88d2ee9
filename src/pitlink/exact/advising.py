"""What each choice is worth to a player who sees these cards, exactly.

In Ultimate and Texas Hold'em Bonus the cards that can still come are dealt out in full; before the flop the solution
of the whole game knows. Values are of the whole round from here on, in units of the base wager, with best play
afterwards.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import numpy as np
from msgspec import Struct

from pitlink.cards import DECK, Cards, cards_of, name, show_all
from pitlink.cards import NotCards as _NotCards
from pitlink.exact import holdem_bonus, let_it_ride, three_card, ultimate
from pitlink.exact.deck import deck, hole_classes
from pitlink.exact.kernels import dealing_out
from pitlink.exact.kernels import ultimate as ultimate_kernel
from pitlink.exact.ranking import Ints, masks_of, rank_table
from pitlink.exact.rules import NotRules, Rules
from pitlink.hands import AceLow, FiveCard


class Option(Struct, frozen=True):
    """A choice and what the round is worth with it."""

    choice: str
    value: Fraction
    clause: str


class Advice(Struct, frozen=True):
    """What can be chosen with these cards seen, the best first."""

    game: str
    stage: str
    base: str  # the wager that values are told in
    own: Cards
    community: Cards
    options: tuple[Option, ...]
    earlier: str = ""  # what became of a wager that was decided before, where the values depend on it

    @property
    def best(self) -> Option:
        return self.options[0]

    @property
    def gap(self) -> Fraction:
        """How much the best choice is better than the next."""
        return self.options[0].value - self.options[1].value


class NotSeen(NotRules):
    """Cards that cannot lie there: what was found, and what was expected."""


def read_cards(text: str, where: str) -> Cards:
    try:
        return cards_of(text.replace(",", " "))
    except _NotCards as wrong:
        raise NotSeen(f"{where}: {wrong.word!r} is no card: expected cards such as As Td 7h 2c") from None


def advise(rules: Rules, own: Cards, community: Cards = (), made: str | None = None) -> Advice:
    """The value of every choice. Cards that come twice, or a number of cards at which nothing is decided, are
    refused.

    `made` is the wager of an earlier decision that lies there: the Turn where the River is decided, `1` where `2` is.
    The choice does not depend on it, what the round is worth does.
    """
    check_different(own + community)
    if made is not None and EARLIER.get((rules.game, len(community))) != made:
        raise NotSeen(_not_made(rules.game, community, made))
    match rules.game:
        case "mbs-uth":
            return _ultimate(rules, own, community)
        case "mbs-thb":
            return _holdem_bonus(rules, own, community, has_turn=made is not None)
        case "mbs-lir":
            return _let_it_ride(rules, own, community, rides_1=made is not None)
        case _:
            return _three_card(rules, own, community)


EARLIER: Final[Mapping[tuple[str, int], str]] = {("mbs-thb", 4): "turn", ("mbs-lir", 1): "1"}


def _not_made(game: str, community: Cards, made: str) -> str:
    known = [f"{wager} in {each} with {size} community cards" for (each, size), wager in EARLIER.items()]
    return f"--made {made} in {game} with {len(community)} community cards: expected {' or '.join(known)}"


def check_different(cards: Cards) -> None:
    for nth, card in enumerate(cards):
        if card in cards[:nth]:
            raise NotSeen(f"{name(card)} comes twice: expected different cards of one deck")


def _check(game: str, own: Cards, community: Cards, sizes: Mapping[int, str], own_cards: int = 2) -> str:
    if len(own) != own_cards:
        raise NotSeen(f"{show_all(own) or 'nothing'} is no hand of {game}: expected {own_cards} cards")
    return stage_of(community, sizes)


def stage_of(community: Cards, sizes: Mapping[int, str]) -> str:
    """What is decided with so many community cards seen."""
    if len(community) not in sizes:
        expected = ", ".join(f"{size} ({stage})" for size, stage in sizes.items())
        raise NotSeen(f"{len(community)} community cards: nothing is decided then; expected {expected}")
    return sizes[len(community)]


def best_first(game: str, stage: str, own: Cards, community: Cards, options: list[Option], earlier: str = "") -> Advice:
    """Of equal choices the one named first, which wagers less."""
    base = "one wager" if game == "mbs-lir" else "Ante"
    return Advice(game, stage, base, own, community, tuple(sorted(options, key=lambda each: -each.value)), earlier)


# What can still come


def _dealt_out(own: Cards, community: Cards, qualifies_from: int, ace_low: AceLow) -> Ints:
    """A row for each way to complete the board: ordinal, wins, ties, unqualified dealers, and the cards that came."""
    table = rank_table(7, ace_low)
    left = np.array([card for card in DECK if card not in own + community])
    missing = 5 - len(community)
    arrays = table.lanes, table.suited, table.shifts, table.places, missing
    found: Ints = dealing_out.deal_out(
        masks_of(np.array(own)), masks_of(np.array(community)), masks_of(left[:, None]), arrays, qualifies_from
    )
    return found


# Ultimate Texas Hold'em


def _ultimate(rules: Rules, own: Cards, community: Cards) -> Advice:
    stage = _check(rules.game, own, community, {0: "before the flop", 3: "on the flop", 5: "on the river"})
    first, smaller = rules.multiple("first_play"), rules.multiple("smaller_first_play")
    flop, river = rules.multiple("flop_play"), rules.multiple("river_play")
    if not community:
        values = ultimate.hole_value(rules, _class_of(own)).values
        clauses = {"check": "3.9.1"}
        options = [Option(choice, values[choice], clauses.get(choice, "3.9.2")) for choice in reversed(values)]
        assert len(options) == len({f"play {first}x", f"play {smaller}x", "check"})
        return best_first(rules.game, stage, own, community, options)
    pays = ultimate.pays_of(rules)
    rows = _dealt_out(own, community, pays.qualifies_from, rules.switches.ace_low_straight_flush)
    classes = rank_table(7, rules.switches.ace_low_straight_flush).classes()
    worth = [ultimate_kernel.worth(pays, classes[row[0]], row[0], row[1], row[2], row[3]) for row in rows]
    whole = len(rows) * ultimate_kernel.HANDS * pays.ante
    others, play = sum(int(each[1]) for each in worth), sum(int(each[0]) for each in worth)
    if len(community) == 3:
        checked = Fraction(sum(int(each[2]) for each in worth), whole)
        played = Fraction(flop * play + others, whole)
        options = [Option("check", checked, "3.9.4.1"), Option(f"play {flop}x", played, "3.9.4.2")]
    else:
        spared = int(rows[0][3]) if pays.unpaired_dealer_spares_folded_ante else 0
        folded = Fraction(spared - 2 * ultimate_kernel.HANDS, ultimate_kernel.HANDS)
        played = Fraction(river * play + others, whole)
        options = [Option("fold", folded, "3.9.6.1"), Option(f"play {river}x", played, "3.9.6.2")]
    return best_first(rules.game, stage, own, community, options)


def _class_of(own: Cards) -> int:
    """Which of the 169 starting hands two cards are."""
    low, high = sorted(own)
    at = np.flatnonzero((deck().holes == (low, high)).all(axis=1))[0]
    return int(hole_classes()[1][at])


# Texas Hold'em Bonus


def _holdem_bonus(rules: Rules, own: Cards, community: Cards, *, has_turn: bool) -> Advice:
    stage = _check(rules.game, own, community, {0: "before the flop", 3: "on the flop", 4: "on the turn"})
    if not community:
        hole = holdem_bonus.hole_value(rules, _class_of(own))
        options = [Option("fold", hole.FOLDED, "3.9.1"), Option("flop", hole.raised, "3.9.2")]
        return best_first(rules.game, stage, own, community, options)
    rows = _dealt_out(own, community, 0, rules.switches.ace_low_straight_flush)
    won, tied = rows[:, 1], rows[:, 2]
    hands = holdem_bonus.HANDS
    lost = hands - won - tied
    whole = len(rows) * hands
    classes = rank_table(7, rules.switches.ace_low_straight_flush).classes()[rows[:, 0]]
    ante = sum((int(won[classes == hand].sum()) * holdem_bonus.ante_net(rules, hand) for hand in FiveCard), Fraction(0))
    ante -= int(lost.sum())
    bet = {wager: holdem_bonus.raise_worth(rules, wager) for wager in ("flop", "turn", "river")}
    carried = ante + bet["flop"](int(won.sum()), int(lost.sum()))
    earlier = ""
    if len(community) == 3:
        later = sum((max(Fraction(0), bet["river"](*each)) for each in _by_turn(rows, won, lost)), Fraction(0)) / 2
        turn = bet["turn"](int(won.sum()), int(lost.sum()))
        options = [
            Option("check", (carried + later) / whole, "3.9.2"),
            Option("turn", (carried + later + turn) / whole, "3.9.2"),
        ]
    else:
        earlier = "the Turn made" if has_turn else "the Turn checked"
        carried += bet["turn"](int(won.sum()), int(lost.sum())) if has_turn else 0
        river = bet["river"](int(won.sum()), int(lost.sum()))
        options = [Option("check", carried / whole, "3.9.2"), Option("river", (carried + river) / whole, "3.9.2")]
    return best_first(rules.game, stage, own, community, options, earlier)


def _by_turn(rows: Ints, won: Ints, lost: Ints) -> list[tuple[int, int]]:
    """Won and lost for each turn card. A board comes up under either of its two cards as the turn."""
    return [
        (int(won[came].sum()), int(lost[came].sum()))
        for card in np.unique(rows[:, 4:6])
        for came in [(rows[:, 4] == card) | (rows[:, 5] == card)]
    ]


# Three Card Poker and Let It Ride


def _three_card(rules: Rules, own: Cards, community: Cards) -> Advice:
    """The community cards are the progressive's: nothing else depends on them."""
    stage = _check(rules.game, own, community, {0: "cards seen"}, own_cards=3)
    found, clauses = three_card.solve(rules).value_of(own), three_card.CLAUSES[rules.game]
    options = [Option("fold", found.fold, clauses["fold"]), Option("play", found.play, clauses["play"])]
    return best_first(rules.game, stage, own, community, options)


def _let_it_ride(rules: Rules, own: Cards, community: Cards, *, rides_1: bool) -> Advice:
    """With three cards seen the round is worth `$`, `2` ridden where that is best, and `1`; with four `$`, `2`, and `1`
    where it rides.
    """
    stage = _check(rules.game, own, community, {0: "three cards seen", 1: "first community card seen"}, own_cards=3)
    solution, earlier = let_it_ride.solve(rules), ""
    if community:
        one = solution.fours.value_of(own + community).value
        riding, earlier = 1 + rides_1, "Wager 1 riding" if rides_1 else "Wager 1 withdrawn"
        options = [Option("withdraw", riding * one, "3.14"), Option("ride", (riding + 1) * one, "3.13")]
    else:
        one = solution.threes.value_of(own).value
        fours = [solution.fours.value_of((*own, card)).value for card in DECK if card not in own]
        later = sum((max(value, Fraction(0)) for value in fours), Fraction(0)) / len(fours)
        options = [Option("withdraw", one + later, "3.10"), Option("ride", 2 * one + later, "3.9")]
    return best_first(rules.game, stage, own, community, options, earlier)
