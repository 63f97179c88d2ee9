"""Magic Card and Lucky Player of Let It Ride: what they return, and how often they may be drawn (R92 to R98)."""

from fractions import Fraction
from itertools import product

from msgspec import Struct

from pitlink.exact.progressive import Progressive, ProgressiveLine, figures
from pitlink.exact.rules import NotRules, Rules

GAME = "mbs-lir"
CARDS_SEEN = Fraction(5, 52)  # the Magic Card is one of 52, and a hand is five of them


class Featured(Struct, frozen=True):
    """What a credit returns with so many areas betting. Each feature is drawn in every round and told alone."""

    areas: int
    hand: Fraction  # by the hand, at this meter
    magic_card: Fraction  # added by the Magic Card alone
    lucky_player: Fraction  # added by the Lucky Player alone
    both: Fraction  # the whole, hand included, with both in every round
    most_drawn: Fraction  # both in up to this share of the rounds return no more than is staked; 0 to 1


def featured(
    rules: Rules, areas: int, meter_cents: int | Fraction = 0, unit_cents: int = 500, units: int = 1
) -> Featured:
    """With both features drawn together or not at all, as R96 tells it."""
    wager = figures(rules, unit_cents, units)
    hand = returned(wager, areas, meter_cents, Fraction(0), Fraction(0))
    magic = returned(wager, areas, meter_cents, Fraction(1), Fraction(0)) - hand
    lucky = returned(wager, areas, meter_cents, Fraction(0), Fraction(1)) - hand
    both = returned(wager, areas, meter_cents, Fraction(1), Fraction(1))
    most = (1 - hand) / (both - hand) if both > hand else Fraction(int(hand <= 1))
    return Featured(areas, hand, magic, lucky, both, min(max(most, Fraction(0)), Fraction(1)))


def returned(
    wager: Progressive, areas: int, meter_cents: int | Fraction, magic_share: Fraction, lucky_share: Fraction
) -> Fraction:
    """What a credit returns with each feature drawn in a share of the rounds, independent of the other.

    Which card is drawn, whom, and which hand comes have nothing to do with one another.
    """
    if wager.game != GAME:
        raise NotRules(f"{wager.game} has no Magic Card and no Lucky Player: expected {GAME}")
    if areas < 1:
        raise NotRules(f"{areas} areas betting: expected 1 or more")
    chances = magic_share * CARDS_SEEN, lucky_share / areas
    total = Fraction(0)
    for line, magic, lucky in product(wager.lines, (False, True), (False, True)):
        chance = line.probability * _chance(chances[0], magic) * _chance(chances[1], lucky)
        total += chance * _paid(wager, line, meter_cents, magic=magic, lucky=lucky)
    return total


def _chance(probability: Fraction, comes: bool) -> Fraction:
    return probability if comes else 1 - probability


def _paid(
    wager: Progressive, line: ProgressiveLine, meter_cents: int | Fraction, *, magic: bool, lucky: bool
) -> Fraction:
    """What one credit gets back by its hand and the features together."""
    rules = wager.rules
    by_hand = line.fixed + line.share * meter_cents / wager.stake_cents
    extra = [_feature(rules, "magic card")] * magic + [_feature(rules, "lucky player")] * lucky
    if not extra:
        return by_hand
    stake_back = 1 if rules.switches.feature_returns_stake == "yes" else 0  # R98, where the hand wins nothing
    if line.pays is None:
        return stake_back + (sum(extra, Fraction(0)) if rules.switches.features_add_up == "yes" else max(extra))
    if rules.switches.features_add_up == "yes":
        return by_hand + sum(extra, Fraction(0))
    award = by_hand - int(line.stake_back)  # awards are compared, not the stake (R97)
    return by_hand if award >= max(extra) else stake_back + max(extra)


def _feature(rules: Rules, name: str) -> Fraction:
    odds = rules.odds("features", name)
    return Fraction(odds.pays, odds.per) if odds else Fraction(0)
