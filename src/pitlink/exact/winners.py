"""Several winners of the jackpot at one table, who share the community cards: how likely, and what each rule pays them.

Two runs of one suit can be won with by two players only if they have nothing in common but the community cards; no
third player can then win, and the two are not both royal flushes (R3). So all follows from one hand and from a pair of
hands.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Final, NamedTuple

from msgspec import Struct

from pitlink.cards import RANKS, Card
from pitlink.exact.progressive import Progressive, figures
from pitlink.exact.rules import NotRules, Rules, with_reading
from pitlink.games import GAMES
from pitlink.hands import AceLow, FiveCard, rank_five
from pitlink.rulebook.switches import CONCERNING, VALUES

ROYAL: Final = FiveCard.ROYAL_FLUSH
STRAIGHT_FLUSH: Final = FiveCard.STRAIGHT_FLUSH
Winners = tuple[FiveCard, ...]  # in the order in which their hands were dealt

# The readings that say what winners at one table get.
ORDERING: Final = ("several_straight_flushes", "royal_base", "rws_major_order", "meter_floor", "fixed_awards_from")


# How likely


class Shared(NamedTuple):
    """How many cards of a jackpot hand lie on the table for all, and how many are the player's own."""

    community: int
    own: int


class Outcome(Struct, frozen=True):
    """Who wins a share of the jackpot in one round, in the order dealt, and how likely that is."""

    winners: Winners
    probability: Fraction

    @property
    def words(self) -> str:
        return ", then ".join(each.words for each in self.winners) or "nobody"


class Law(Struct, frozen=True):
    """Every outcome of one round of one table with so many progressive wagers."""

    game: str
    wagers: int
    outcomes: tuple[Outcome, ...]

    def of(self, *winners: FiveCard) -> Fraction:
        """How likely it is that exactly these win, in whatever order."""
        wanted = sorted(winners)
        return sum((each.probability for each in self.outcomes if sorted(each.winners) == wanted), Fraction(0))

    def number(self, winners: int) -> Fraction:
        """How likely it is that so many win."""
        return sum((each.probability for each in self.outcomes if len(each.winners) == winners), Fraction(0))

    @property
    def royal(self) -> Fraction:
        """How likely it is that the whole is won."""
        return sum((each.probability for each in self.outcomes if ROYAL in each.winners), Fraction(0))


def shared(game: str) -> Shared:
    layout = GAMES[game].LAYOUT
    return Shared(layout.jackpot_community, layout.own_cards)


def check_wagers(game: str, wagers: int) -> None:
    most = GAMES[game].LAYOUT.positions
    if not 1 <= wagers <= most:
        raise NotRules(f"{wagers} wagers at a table: expected 1 to {most} ({game})")


@cache
def law(game: str, wagers: int, ace_low: AceLow = "straight_flush") -> Law:
    """With at most two winners: of two, n(n−1)/2 pairs; of one, the rest of what n wagers win on average."""
    check_wagers(game, wagers)
    alone, pairs = one_wins(ace_low), two_win(shared(game), ace_low)
    outcomes = []
    for first, second in ((STRAIGHT_FLUSH, STRAIGHT_FLUSH), (ROYAL, STRAIGHT_FLUSH), (STRAIGHT_FLUSH, ROYAL)):
        outcomes.append(Outcome((first, second), comb(wagers, 2) * pairs.get((first, second), Fraction(0))))
    for hand in (ROYAL, STRAIGHT_FLUSH):
        besides = sum((each.probability * each.winners.count(hand) for each in outcomes), Fraction(0))
        outcomes.append(Outcome((hand,), wagers * alone[hand] - besides))
    nobody = 1 - sum((each.probability for each in outcomes), Fraction(0))
    return Law(game, wagers, (Outcome((), nobody), *reversed(outcomes)))


@cache
def runs(ace_low: AceLow = "straight_flush") -> dict[frozenset[Card], FiveCard]:
    """Every hand that wins a share of the jackpot."""
    found: dict[frozenset[Card], FiveCard] = {}
    for suit in range(4):
        for low in range(-1, 9):  # from A-2-3-4-5 to 10-J-Q-K-A
            cards = frozenset(Card(4 * ((low + step) % len(RANKS)) + suit) for step in range(5))
            hand = rank_five(tuple(cards), ace_low).category
            if hand in (ROYAL, STRAIGHT_FLUSH):
                found[cards] = hand
    return found


def one_wins(ace_low: AceLow) -> dict[FiveCard, Fraction]:
    """How likely one wager is to win with each hand."""
    hands = list(runs(ace_low).values())
    return {hand: Fraction(hands.count(hand), comb(52, 5)) for hand in (ROYAL, STRAIGHT_FLUSH)}


@cache
def two_win(cards: Shared, ace_low: AceLow) -> dict[Winners, Fraction]:
    """How likely two given wagers are to win both, the first with one hand and the second with the other."""
    ways = comb(52, cards.community) * comb(52 - cards.community, cards.own)
    ways *= comb(52 - cards.community - cards.own, cards.own)
    found: dict[Winners, Fraction] = {}
    for (one, hand), (other, another) in permutations(runs(ace_low).items(), 2):
        if len(one & other) == cards.community:
            found[hand, another] = found.get((hand, another), Fraction(0)) + Fraction(1, ways)
    return found


@cache
def beside_royal(cards: Shared, ace_low: AceLow) -> dict[FiveCard, Fraction]:
    """How likely the first of two given wagers is to have a royal flush and the second each class of hands."""
    ways = comb(52, cards.community) * comb(52 - cards.community, cards.own)
    ways *= comb(52 - cards.community - cards.own, cards.own)
    royal = next(each for each, hand in runs(ace_low).items() if hand is ROYAL)
    rest = [Card(each) for each in range(52) if each not in royal]
    counts: dict[FiveCard, int] = {}
    for community in combinations(sorted(royal), cards.community):
        for own in combinations(rest, cards.own):
            hand = rank_five(community + own, ace_low).category
            counts[hand] = counts.get(hand, 0) + 4  # the four suits alike
    return {hand: Fraction(number, ways) for hand, number in counts.items()}


# What they are paid


class Paid(NamedTuple):
    """What winners at one table are paid, in the order dealt; what of it came from the meter; where it stands then."""

    amounts: tuple[Fraction, ...]
    from_meter: Fraction
    after: Fraction
    seed: Fraction  # added by reserve or house


class _Pool:
    """The meter while it is being paid from, as `games.awards.Pool` but for cents: nothing is rounded."""

    def __init__(self, meter: Fraction, reset: Fraction, *, keeps_reset: bool) -> None:
        self.meter, self.reset, self.keeps_reset = meter, reset, keeps_reset
        self.taken = self.seed = Fraction(0)

    def take(self, amount: Fraction) -> None:
        taken = min(amount, self.meter)
        self.meter -= taken
        self.taken += taken

    def end_award(self, share: Fraction) -> None:
        if share == 1 or (self.keeps_reset and self.meter < self.reset):
            self.seed += self.reset - self.meter
            self.meter = self.reset


def paid(wager: Progressive, winners: Winners, meter: int | Fraction, reset: int | Fraction) -> Paid:
    """By the sharing and ordering rule of the game's book, whole table one round; fixed awards left out."""
    switches = wager.rules.switches
    pool = _Pool(Fraction(meter), Fraction(reset), keeps_reset=switches.meter_floor == "reset_value")
    pay = _in_order if wager.game == "rws-3cp" else _shared_out
    amounts = pay(wager, winners, pool)
    return Paid(tuple(amounts[nth] for nth in range(len(winners))), pool.taken, pool.meter, pool.seed)


def _shared_out(wager: Progressive, winners: Winners, pool: _Pool) -> dict[int, Fraction]:
    """The Megalink: straight flushes share equally, a royal flush is paid last (3.15 of mbs-thb and mbs-uth)."""
    switches = wager.rules.switches
    displayed = pool.meter
    sharers = [nth for nth, hand in enumerate(winners) if hand is not ROYAL]
    share, total = share_of(wager, STRAIGHT_FLUSH), Fraction(0)
    for nth, _ in enumerate(sharers):
        match switches.several_straight_flushes:
            case "sequential":
                amount = share * pool.meter
            case "same_display":
                amount = share * displayed
            case "starting_value":
                amount = share * (displayed if nth == 0 else pool.reset)
        pool.take(amount)
        pool.end_award(share)
        total += amount
    amounts = {nth: total / len(sharers) for nth in sharers}
    for nth, hand in enumerate(winners):
        if hand is ROYAL:
            amounts[nth] = displayed if switches.royal_base == "displayed" else pool.meter
            pool.take(amounts[nth])
            pool.end_award(Fraction(1))
    return amounts


def _in_order(wager: Progressive, winners: Winners, pool: _Pool) -> dict[int, Fraction]:
    """The Multi-Link: each from what is then displayed, in the order dealt (rws-3cp 4.7.1), or the royal flush last."""
    switches = wager.rules.switches
    order = list(range(len(winners)))
    if switches.rws_major_order == "royal_last" or switches.fixed_awards_from == "pool":
        order.sort(key=lambda nth: winners[nth] is ROYAL)
    amounts = {}
    for nth in order:
        share = share_of(wager, winners[nth])
        amounts[nth] = share * pool.meter
        pool.take(amounts[nth])
        pool.end_award(share)
    return amounts


def share_of(wager: Progressive, hand: FiveCard) -> Fraction:
    line = wager.line(hand)
    return line.share if line else Fraction(0)


def check_shares(wager: Progressive) -> None:
    """Only a royal flush and straight flushes may win shares, and a royal flush the whole: else more could meet."""
    for line in wager.lines:
        if line.what == ROYAL.words and line.share != 1:
            raise NotRules(f"{line.what} {line.pays}: expected 100%, for winners at one table to be told")
        if line.share and line.what not in (ROYAL.words, STRAIGHT_FLUSH.words):
            raise NotRules(f"{line.what} {line.pays}: expected percentages for royal and straight flushes only")
    if any(wager.line(hand) is None or not share_of(wager, hand) for hand in (ROYAL, STRAIGHT_FLUSH)):
        raise NotRules("no percentage for a royal or a straight flush: expected one, for winners to be told")


# What the rules cost


class Expected(Struct, frozen=True):
    """What a round of one table takes on average out of a jackpot, in cents, by one reading of the rules."""

    awards: Fraction  # paid to winners of a share
    from_meter: Fraction
    alone: Fraction  # what they would be paid if each were the only one
    beside_royal: Fraction  # fixed awards taken from the meter before a royal flush is paid (R1 as `pool`)

    @property
    def cost(self) -> Fraction:
        """What winners get less than each would alone; negative where they get more."""
        return self.alone - self.awards


class Priced(Struct, frozen=True):
    """One value of a reading, everything else as it was."""

    reading: str
    value: str
    expected: Expected


def expected(wager: Progressive, wagers: int, meter_cents: int | Fraction, reset_cents: int | Fraction) -> Expected:
    check_shares(wager)
    game, switches = wager.game, wager.rules.switches
    found = law(game, wagers, switches.ace_low_straight_flush)
    awards, taken, alone = Fraction(0), Fraction(0), Fraction(0)
    for outcome in found.outcomes:
        made = paid(wager, outcome.winners, meter_cents, reset_cents)
        awards += outcome.probability * sum(made.amounts, Fraction(0))
        taken += outcome.probability * made.from_meter
        alone += outcome.probability * sum((share_of(wager, each) for each in outcome.winners), Fraction(0))
    before = _beside_royal_cents(wager, wagers)
    less = Fraction(0) if switches.royal_base == "displayed" else before
    return Expected(awards - less, taken - before, alone * Fraction(meter_cents), before)


def _beside_royal_cents(wager: Progressive, wagers: int) -> Fraction:
    """Fixed awards at a table that leave a royal flush so much less, on average a round.

    They add up, so pairs are enough. The meter is taken to bear them all.
    """
    switches = wager.rules.switches
    if switches.fixed_awards_from == "house" or wagers < 2:
        return Fraction(0)
    if switches.meter_floor == "reset_value":
        raise NotRules("fixed_awards_from=pool with meter_floor=reset_value: expected one of them at its default")
    pairs = beside_royal(shared(wager.game), switches.ace_low_straight_flush)
    each = sum((pairs.get(hand, 0) * _fixed_cents(wager, hand) for hand in FiveCard), Fraction(0))
    return wagers * (wagers - 1) * each


def _fixed_cents(wager: Progressive, hand: FiveCard) -> Fraction:
    """A fixed award without the stake, which is nobody's but the player's."""
    line = wager.line(hand)
    if line is None or line.share:
        return Fraction(0)
    return (line.fixed - int(line.stake_back)) * wager.stake_cents


def prices(
    rules: Rules,
    wagers: int,
    meter_cents: int | Fraction,
    reset_cents: int | Fraction,
    unit_cents: int = 500,
    units: int = 1,
) -> tuple[Priced, ...]:
    """What each reading of sharing and order comes to, the others as they are in these rules."""
    return tuple(
        Priced(name, value, expected(figures(each, unit_cents, units), wagers, meter_cents, reset_cents))
        for name, value, each in _readings(rules)
    )


def _readings(rules: Rules) -> Iterator[tuple[str, str, Rules]]:
    """Every value of every reading, but where two of them cannot be told together."""
    for name in ORDERING:
        for value in VALUES[name] if name in CONCERNING[rules.game] else ():
            each = with_reading(rules, name, value)
            if each.switches.fixed_awards_from == "house" or each.switches.meter_floor == "none":
                yield name, value, each
