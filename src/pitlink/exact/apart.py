"""Readings that are no switch of a round, priced by themselves: what each side would be worth, exactly.

The software settles by the chosen side only; the other is computed here, with best play, to show what it would mean.
Those that are not priced stand in `NOT_PRICED` and `NO_MONEY`, each with its reason: no reading is in neither.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

import numpy as np
from msgspec import Struct

from pitlink.exact import features, holdem_bonus, let_it_ride, progressive, ultimate
from pitlink.exact.progressive import Progressive, five_card_counts
from pitlink.exact.rules import Rules, approved
from pitlink.games import GAMES
from pitlink.hands import FiveCard
from pitlink.rulebook import catalogue

FIXED_AWARDS: Final = "the progressive's fixed awards"
FEATURES: Final = "the progressive with both features"
MOST_UNITS: Final = 5  # mbs-uth 3.5.3
TABLES: Final = 2  # of a link, where that is what a reading is about


class Point(Struct, frozen=True):
    """An open point of one game: what it moves, on which condition, and the house edge by its values, the chosen one
    first.
    """

    reading: str
    what: str
    sides: Mapping[str, Fraction]
    condition: str = ""


def points(game: str, unit_cents: int, wagers: int, meter_cents: int) -> Iterator[Point]:
    """Every one of a game, with a progressive of so much, so many of them at the table, and such a meter."""
    rules = approved(game)
    wager = progressive.figures(rules, unit_cents)
    match game:
        case "mbs-thb":
            yield from _which_cards(rules, wager, meter_cents)
            ends = holdem_bonus.edge_if_check_ends_betting(rules)
            yield _point("R60", game, "the round", holdem_bonus.figures(rules).house_edge, ends)
        case "mbs-uth":
            yield from _which_cards(rules, wager, meter_cents)
            yield from _ultimate(rules, unit_cents)
        case "mbs-lir":
            yield _withdrawing(rules)
            yield from _features(wager, wagers, meter_cents)
        case _:
            return


def _point(reading: str, game: str, what: str, chosen: Fraction, other: Fraction, condition: str = "") -> Point:
    """Of a reading with two sides."""
    found = catalogue.readings()[reading]
    default = catalogue.chosen(found, game)
    (another,) = (value for value in found.values if value != default)
    return Point(reading, what, {default: chosen, another: other}, condition)


def _which_cards(rules: Rules, wager: Progressive, meter_cents: int) -> Iterator[Point]:
    """R17: the best five of seven cards. Several at one table could win with the same board, which is not told."""
    seven = progressive.figures(rules, wager.unit_cents, hands=ultimate.seven_card_counts())
    yield _point("R17", rules.game, FIXED_AWARDS, 1 - wager.return_fixed, 1 - seven.return_fixed)
    five, best_of_seven = 1 - wager.returns(meter_cents), 1 - seven.returns(meter_cents)
    yield _point("R17", rules.game, "the progressive", five, best_of_seven, "alone at its table")


def _ultimate(rules: Rules, unit_cents: int) -> Iterator[Point]:
    game, seven = rules.game, ultimate.seven_card_counts()
    fixed = progressive.figures(rules, unit_cents, MOST_UNITS).return_fixed
    yield _point("R26", game, FIXED_AWARDS, 1 - fixed, 1 - MOST_UNITS * fixed, f"{MOST_UNITS} units")
    usual = ultimate.trips(rules, seven).house_edge
    yield _point("R72", game, "trips", usual, ultimate.trips(rules, seven, FiveCard.FIVE_ODD_CARDS).house_edge)
    yield _point("R73", game, "trips", usual, ultimate.trips(rules, five_card_counts()).house_edge)
    holding = ultimate.edge_if_dealer_must_hold_a_pair(rules)
    yield _point("R74", game, "the round", ultimate.figures(rules).house_edge, holding)


def _withdrawing(rules: Rules) -> Point:
    """R91: where nothing may be withdrawn, all three wagers always ride."""
    solution = let_it_ride.solve(rules)
    threes, fours = (np.ones(len(each.cards), np.bool_) for each in (solution.threes, solution.fours))
    never = let_it_ride.figures_of(solution, threes, fours).house_edge
    return _point("R91", rules.game, "the round", let_it_ride.figures(rules).house_edge, never)


def _features(wager: Progressive, wagers: int, meter_cents: int) -> Iterator[Point]:
    """R94 to R96: drawn in every round, but for R96 itself."""

    def edge(areas: int, share: int = 1) -> Fraction:
        return 1 - features.returned(wager, areas, meter_cents, Fraction(share), Fraction(share))

    game, areas = wager.game, GAMES[wager.game].LAYOUT.positions
    told = f"{wagers} of {areas} areas betting"
    yield _point("R94", game, FEATURES, edge(wagers), edge(areas), told)
    told = f"{TABLES} tables on the link, {wagers} areas betting at each"
    yield _point("R95", game, FEATURES, edge(wagers), edge(TABLES * wagers), told)
    yield _point("R96", game, "the progressive", edge(wagers, 0), edge(wagers), "features off until they are set")


# What is not priced

NOT_PRICED: Final[Mapping[str, str]] = {
    "R4": "a rounding: less than a cent of each award",
    "R7": "the other side is a person's decision",
    "R8": "only for winners at two tables between two entries; their order depends on how fast claims come in",
    "R10": "it depends on what other tables bet between the close of betting and the award",
    "R12": "it depends on the link's rate and on the wagers of the winning round: a few cents of each award",
    "R14": "only after an error; it depends on how often there is one",
    "R19": "only where one player has two winning hands; it depends on who plays several",
    "R20": "it depends on how many winners do not speak up",
    "R59": "it depends on what players do not show; nobody who knows has a reason to",
    "R62": "every showdown would have to be ranked by the cases that happen to be written out, hand by hand",
    "R102": "by the other side nobody would fold; what that is worth depends on who is believed to be gone",
}
NO_MONEY: Final[Mapping[str, tuple[str, ...]]] = {
    "best play folds no pair, so nothing changes": ("R66",),
    "a deck has one such card, so it cannot be paid twice": ("R93",),
    "each hand sees five of 52 cards either way: the same on average, only paid to several at once": ("R92",),
    "which games feed a meter and when, not what a wager wins from it": ("R9", "R11"),
    "how many units may be wagered, not what a unit wins": ("R15",),
    "which cards are turned or dealt when, not which decide": ("R21", "R61", "R78", "R83", "R84", "R101"),
    "a dealer has no wager that could win": ("R22",),
    "what is done after a failure or an error; a round without one is settled alike": (
        *("R23", "R24", "R25", "R36", "R37", "R38", "R39", "R40", "R41", "R42", "R43", "R44", "R45", "R46"),
        *("R80", "R81", "R86", "R87", "R104", "R105", "R106", "R107", "R112"),
    ),
    "what becomes of wagers that were not to be made; the others are settled alike": (
        *("R27", "R28", "R29", "R30", "R31", "R32", "R33", "R47", "R48", "R49", "R50", "R51"),
        *("R68", "R69", "R77", "R85", "R100"),
    ),
    "what becomes of a player's wagers who is gone; whoever stays is settled alike": (
        "R52",
        "R53",
        "R54",
        "R55",
        "R56",
    ),
    "whose the chips are, who may look, decline or sit where; a hand is worth the same": (
        *("R34", "R35", "R76", "R82", "R99", "R103"),
    ),
    "who acts, and how it is recorded": (
        *("R88", "R89", "R108", "R109", "R110", "R111", "R113", "R114", "R115", "R116", "R117"),
    ),
}
