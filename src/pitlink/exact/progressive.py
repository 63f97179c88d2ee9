"""The progressive wager of one hand: how often each line of its table comes, and what it returns at any meter.

Five cards decide it in every game, own and community cards together (R17), so its law is that of five cards of 52. What
several winners at one table change is told by `winners`, what becomes of the meter by `link`.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod

from msgspec import Struct

from pitlink.cards import RANKS, Card
from pitlink.exact.figures import moments
from pitlink.exact.rules import NotRules, Rules
from pitlink.games import GAMES
from pitlink.hands import AceLow, FiveCard, rank_five
from pitlink.money import Cents, Fixed, For, Pays, Percent, To, dollars


class ProgressiveLine(Struct, frozen=True):
    """One line of the table. `fixed` and `share` are what it pays whoever has it: of the stake, and of the meter."""

    what: str
    pays: str | None  # as the pay table prints it; None where nothing is paid
    combinations: int
    probability: Fraction
    fixed: Fraction  # of the stake; with the stake itself where it comes back (R2)
    share: Fraction  # of the meter
    stake_back: bool = False


class Progressive(Struct, frozen=True):
    """A progressive wager of so many units; the lines cover all `deals`. Returns are of what was staked."""

    game: str
    rules: Rules
    deals: int
    unit_cents: int
    units: int
    lines: tuple[ProgressiveLine, ...]

    @property
    def stake_cents(self) -> int:
        return self.unit_cents * self.units

    @property
    def return_fixed(self) -> Fraction:
        """What is returned whatever the meter."""
        return sum((line.probability * line.fixed for line in self.lines), Fraction(0))

    @property
    def meter_share(self) -> Fraction:
        """The part of the meter that the wager wins on average, alone at its table."""
        return sum((line.probability * line.share for line in self.lines), Fraction(0))

    @property
    def return_per_meter(self) -> Fraction:
        """What each cent of the meter adds."""
        return self.meter_share / self.stake_cents

    @property
    def break_even_cents(self) -> Fraction | None:
        """The meter at which as much is returned as staked, negative where that is always so; None: at no meter."""
        return (1 - self.return_fixed) / self.return_per_meter if self.return_per_meter else None

    @property
    def hit_frequency(self) -> Fraction:
        return sum((line.probability for line in self.lines if line.pays is not None), Fraction(0))

    def returns(self, meter_cents: int | Fraction) -> Fraction:
        """What is returned with the meter standing there."""
        return self.return_fixed + self.return_per_meter * meter_cents

    def variance(self, meter_cents: int | Fraction) -> Fraction:
        """Of what comes back for one staked."""
        meter = Fraction(meter_cents) / self.stake_cents
        return moments((line.combinations, line.fixed + line.share * meter) for line in self.lines)[1]

    def line(self, hand: FiveCard) -> ProgressiveLine | None:
        """The line of a class of hands; None where the table has none."""
        return next((line for line in self.lines if line.what == hand.words), None)


def figures(
    rules: Rules, unit_cents: int = 500, units: int = 1, hands: Mapping[FiveCard, int] | None = None
) -> Progressive:
    """The wager of a game as its rules have it. R1 moves nothing here: whoever pays a fixed award, it is the same.

    `hands` are how often each class comes where other cards than those five decide (R17).
    """
    check_units(rules, unit_cents, units)
    stake = unit_cents * units
    counts = hands or five_card_counts(rules.switches.ace_low_straight_flush)
    deals = sum(counts.values())
    lines = []
    for hand in reversed(FiveCard):
        pays = _of_units(rules, rules.pays("progressive", hand.words), units)
        if pays is not None:
            number = counts[hand]
            back = _comes_back(rules, pays)
            fixed = _awarded(pays, stake) + int(back)
            share = Fraction(pays.percent, 100) if isinstance(pays, Percent) else Fraction(0)
            lines.append(ProgressiveLine(hand.words, str(pays), number, Fraction(number, deals), fixed, share, back))
    rest = deals - sum(line.combinations for line in lines)
    others = ProgressiveLine("others", None, rest, Fraction(rest, deals), Fraction(0), Fraction(0))
    return Progressive(rules.game, rules, deals, unit_cents, units, (*lines, others))


def check_units(rules: Rules, unit_cents: int, units: int) -> None:
    """R15: as many units as the document has."""
    layout = GAMES[rules.game].LAYOUT
    if unit_cents <= 0:
        raise NotRules(f"unit {dollars(Cents(unit_cents))}: expected more than 0.00")
    if units < 1 or (layout.units is not None and units not in layout.units):
        most = "1 or more" if layout.units is None else "1" if len(layout.units) == 1 else f"1 to {layout.units[-1]}"
        raise NotRules(f"{units} units: expected {most} ({rules.game} {layout.units_clause})")


def _of_units(rules: Rules, pays: Pays | None, units: int) -> Pays | None:
    """Percentages do not multiply (mbs-uth 3.5.4), but for R16 as `per_credit`."""
    if isinstance(pays, Percent) and rules.game == "mbs-lir" and rules.switches.lir_percentage == "per_credit":
        return Percent(min(pays.percent * units, 100))
    return pays


def _awarded(pays: Pays, stake: int) -> Fraction:
    match pays:
        case To(pays=amount, per=per) | For(pays=amount, per=per):
            return Fraction(amount, per)
        case Fixed(amount=cents):
            return Fraction(cents, stake)
        case Percent():
            return Fraction(0)


def _comes_back(rules: Rules, pays: Pays) -> bool:
    """R2: whether the stake of a wager that wins goes back to the player."""
    match rules.switches.progressive_stake:
        case "by_wording":
            return isinstance(pays, To)
        case "collected":
            return False
        case "returned":
            return True


@cache
def five_card_counts(ace_low: AceLow = "straight_flush") -> Counter[FiveCard]:
    """How many of all five-card hands are of each class.

    Hands of the same ranks differ only in whether they are of one suit, so one hand of each kind is ranked.
    """
    found: Counter[FiveCard] = Counter()
    for ranks in combinations_with_replacement(range(len(RANKS)), 5):
        times = Counter(ranks)
        number = prod(comb(4, each) for each in times.values())
        if len(times) == 5:
            suited = tuple(Card(4 * each) for each in ranks)
            found[rank_five(suited, ace_low).category] += 4
            number -= 4
        if number:  # five of one rank there are not
            mixed = tuple(Card(4 * each + nth % 4) for nth, each in enumerate(ranks))
            found[rank_five(mixed, ace_low).category] += number
    return found
