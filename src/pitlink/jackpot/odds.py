"""How likely the winning hands are, exactly: which games may share a link, and what the features return."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb

from pitlink.cards import RANKS, SUITS, cards_of
from pitlink.games import GAMES
from pitlink.games.mbs_lir import FEATURES_PAY, PROGRESSIVE_PAYS
from pitlink.hands import FiveCard, rank_five
from pitlink.jackpot.link import Features, Parameters
from pitlink.money import Cents, Percent, To
from pitlink.rulebook.switches import Switches

HANDS = comb(52, 5)
BASIS_POINTS = 10_000

# How many of them there are; the test suite counts all of them one by one.
COUNTS = {
    FiveCard.FOUR_OF_A_KIND: 13 * 48,
    FiveCard.FULL_HOUSE: 13 * comb(4, 3) * 12 * comb(4, 2),
    FiveCard.FLUSH: 4 * comb(13, 5) - 40,
}


@cache
def winning_hands(game: str, switches: Switches) -> dict[str, Fraction]:
    """The hands that win a share of the jackpot, each with its probability.

    A jackpot hand is made of five cards in every game, own and community cards together; which of them are straight
    flushes is a matter of R18.
    """
    layout = GAMES[game].LAYOUT
    if layout.own_cards + layout.jackpot_community != 5:
        return {}
    found: dict[str, int] = {}
    for suit in SUITS:
        for low in range(-1, 9):  # from A-2-3-4-5 to 10-J-Q-K-A
            cards = cards_of(" ".join(RANKS[low + step] + suit for step in range(5)))
            words = rank_five(cards, switches.ace_low_straight_flush).category.words
            found[words] = found.get(words, 0) + 1
    return {
        category.words: Fraction(found[category.words], HANDS)
        for category in (FiveCard.ROYAL_FLUSH, FiveCard.STRAIGHT_FLUSH)
    }


def tell(hands: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{hand} {chance}" for hand, chance in hands.items())


@cache
def hand_awards_return() -> Fraction:
    """What Let It Ride's own awards return of a credit, stakes handed back included, the jackpot left out."""
    total = 0
    for category, count in COUNTS.items():
        odds = PROGRESSIVE_PAYS.find(category)
        assert isinstance(odds, To)
        total += count * (odds.pays // odds.per + 1)
    return Fraction(total, HANDS)


def jackpot_return(meter: Cents, unit: Cents) -> Fraction:
    """What the jackpot returns of a credit while the display stands at `meter`."""
    return _meter_share() * Fraction(meter, unit)


@cache
def _meter_share() -> Fraction:
    """The part of the meter that a hand wins on average."""
    total = Fraction(0)
    for category, count in ((FiveCard.ROYAL_FLUSH, 4), (FiveCard.STRAIGHT_FLUSH, 36)):
        pays = PROGRESSIVE_PAYS.find(category)
        assert isinstance(pays, Percent)
        total += Fraction(count, HANDS) * Fraction(pays.percent, 100)
    return total


def features_return(features: Features, areas: int) -> Fraction:
    """What Magic Card and Lucky Player return of a credit with so many areas betting (R96).

    The Magic Card pays as one of five cards, the player's three and the two community cards.
    """
    magic, lucky = FEATURES_PAY.odds("magic card"), FEATURES_PAY.odds("lucky player")
    return Fraction(features.magic_card_bp, BASIS_POINTS) * magic.pays * Fraction(5, 52) + Fraction(
        features.lucky_player_bp, BASIS_POINTS
    ) * Fraction(lucky.pays, areas)


def warnings(parameters: Parameters, meter: Cents) -> tuple[str, ...]:
    """One sentence for every number of areas betting at which Let It Ride's progressive returns more than it takes."""
    told = []
    for areas, most in _break_even(parameters).items():
        if meter > most:
            returned = _return_besides(parameters.features, areas) + jackpot_return(meter, parameters.unit)
            tenths = round(returned * 1000)
            percent = f"{tenths // 10}.{tenths % 10}%"
            told.append(f"mbs-lir with {areas} areas betting returns {percent} of the wager (R96)")
    return tuple(told)


@cache
def _break_even(parameters: Parameters) -> dict[int, Fraction]:
    """With each number of areas betting, the display up to which no more is returned than taken."""
    features = parameters.features
    if features == Features():
        return {}
    areas = range(1, GAMES["mbs-lir"].LAYOUT.positions + 1)
    return {each: (1 - _return_besides(features, each)) * parameters.unit / _meter_share() for each in areas}


def _return_besides(features: Features, areas: int) -> Fraction:
    """What is returned of a credit whatever the display."""
    return hand_awards_return() + features_return(features, areas)
