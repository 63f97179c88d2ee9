"""Jackpot awards: who is paid, in which order, how much, and what the meter shows afterwards.

A game says which hands qualify and by which clauses; the arithmetic stands here once. Only percentage awards move the
meter (R1); each slice is rounded down to the cent, and what an equal division leaves over stays in the pool (R4).
"""

from collections.abc import Sequence

from msgspec import Struct, structs

from pitlink.games.lines import Stake, lose
from pitlink.games.round import Award, Jackpot, JackpotSettlement, Line
from pitlink.hands import FiveCard
from pitlink.money import ZERO, Cents, Pays, Percent, To, split_equally
from pitlink.rulebook.switches import Switches


class Contender(Struct, frozen=True, gc=False):
    """A progressive wager in play with its hand, shown; `pays` is None where the table does not list the hand."""

    position: int
    hand: str
    pays: Pays | None
    stake: Cents
    rule: str  # the clause of the table
    also: tuple[str, ...] = ()
    line: str = "progressive"  # features have lines of their own


class SeveralWinners(Struct, frozen=True, gc=False):
    """The clauses of one rulebook for several winners at one table in one round."""

    sharing: str  # several straight flushes
    royal_last: str  # a royal flush beside a straight flush


class Pool(Struct, frozen=True, gc=False):
    """The meter while it is being paid from."""

    meter: Cents
    reset: Cents
    keeps_reset: bool  # R13: brought up to the reset value after each award
    seed: Cents = ZERO  # what the house has added so far

    def share(self, percent: int) -> Cents:
        return Cents(self.meter * percent // 100)

    def take(self, amount: Cents) -> tuple[Cents, "Pool"]:
        """Take an amount, at most what is there."""
        taken = min(amount, self.meter)
        return taken, structs.replace(self, meter=Cents(self.meter - taken))

    def put_back(self, amount: Cents) -> "Pool":
        return structs.replace(self, meter=Cents(self.meter + amount))

    def after_award(self, *, whole: bool) -> "Pool":
        """A win of the whole starts the meter again from its reset value; a smaller one only where R13 is set so."""
        if whole or (self.keeps_reset and self.meter < self.reset):
            return Pool(self.reset, self.reset, self.keeps_reset, Cents(self.seed + self.reset - self.meter))
        return self


def open_pool(jackpot: Jackpot, switches: Switches) -> Pool:
    return Pool(jackpot.meter, jackpot.reset, keeps_reset=switches.meter_floor == "reset_value")


def percent_of(contender: Contender) -> int | None:
    return contender.pays.percent if isinstance(contender.pays, Percent) else None


def is_whole(contender: Contender) -> bool:
    return percent_of(contender) == 100


# The Megalink: straight flushes share, a royal flush is paid last


def pay_megalink(
    jackpot: Jackpot, contenders: Sequence[Contender | None], clauses: SeveralWinners, switches: Switches
) -> JackpotSettlement:
    """Awards of one table and round in the order of mbs-thb and mbs-uth 3.15, mbs-3cp 3.18, and mbs-lir by R7."""
    majors, fixed = _majors_and_fixed(contenders)
    if not majors and not fixed:
        return JackpotSettlement(jackpot.meter, jackpot.meter, (), ZERO)
    royals = [each for each in majors if each.hand == ROYAL_FLUSH]
    sharers = [each for each in majors if each.hand != ROYAL_FLUSH]

    awards, pool = _share_out(open_pool(jackpot, switches), sharers, clauses, switches)
    if switches.fixed_awards_from == "pool":
        awards, pool = _pay_fixed(awards, pool, fixed)
    for royal in royals:
        amount = jackpot.meter if switches.royal_base == "displayed" else pool.meter
        award, pool = _pay_one(pool, _beside(royal, sharers, fixed, clauses, switches), amount)
        awards.append(award)
    return JackpotSettlement(jackpot.meter, pool.meter, tuple(awards), pool.seed)


def _beside(
    royal: Contender,
    sharers: Sequence[Contender],
    fixed: Sequence[Contender],
    clauses: SeveralWinners,
    switches: Switches,
) -> Contender:
    """A royal flush beside lower hands: what the pool pays them changes its amount, what the house pays its turn."""
    if sharers or (fixed and switches.fixed_awards_from == "pool"):
        return structs.replace(royal, rule=clauses.royal_last, also=(royal.rule, *royal.also, "R5"))
    if any(each.line == royal.line for each in fixed):
        return structs.replace(royal, also=(*royal.also, clauses.royal_last))
    return royal


def _share_out(
    pool: Pool, sharers: Sequence[Contender], clauses: SeveralWinners, switches: Switches
) -> tuple[list[Award], Pool]:
    """Straight flushes: the slices of all are added up and divided equally (R3 says what each slice is taken from)."""
    if not sharers:
        return [], pool
    display, total, borne = pool, 0, 0
    for nth, sharer in enumerate(sharers):
        percent = percent_of(sharer) or 0
        if nth > 0:
            pool = pool.after_award(whole=is_whole(sharers[nth - 1]))
        match switches.several_straight_flushes:
            case "sequential":
                amount = pool.share(percent)
            case "same_display":
                amount = display.share(percent)
            case "starting_value":
                amount = display.share(percent) if nth == 0 else Cents(display.reset * percent // 100)
        taken, pool = pool.take(amount)
        total, borne = total + amount, borne + taken
    shares = split_equally(Cents(total), len(sharers)).shares
    unused = max(borne - sum(shares), 0)
    pool = pool.put_back(Cents(unused)).after_award(whole=is_whole(sharers[-1]))
    awards, left = [], borne - unused
    for sharer, amount in zip(sharers, shares, strict=True):
        from_pool = min(amount, left)
        left -= from_pool
        rule, also = sharer.rule, sharer.also
        if len(sharers) > 1:
            rule, also = clauses.sharing, (sharer.rule, *sharer.also, "R3")
        awards.append(Award(sharer.position, sharer.line, sharer.hand, amount, Cents(from_pool), rule, also))
    return awards, pool


# The Multi-Link: in the order dealt


def pay_multi_link(
    jackpot: Jackpot, contenders: Sequence[Contender | None], order_clause: str, switches: Switches
) -> JackpotSettlement:
    """Major awards one after the other, each from the value then displayed (rws-3cp 4.7.1)."""
    majors, fixed = _majors_and_fixed(contenders)
    if not majors and not fixed:
        return JackpotSettlement(jackpot.meter, jackpot.meter, (), ZERO)
    if len(majors) > 1:
        readings = ("R6",) if any(map(is_whole, majors)) else ()
        majors = [structs.replace(each, rule=order_clause, also=(each.rule, *each.also, *readings)) for each in majors]
    from_pool = switches.fixed_awards_from == "pool"
    if switches.rws_major_order == "royal_last" or from_pool:
        majors.sort(key=is_whole)

    awards: list[Award] = []
    pool = open_pool(jackpot, switches)
    for major in majors:
        if is_whole(major) and from_pool:
            awards, pool = _pay_fixed(awards, pool, fixed)
            fixed = []
        award, pool = _pay_one(pool, major, pool.share(percent_of(major) or 0))
        awards.append(award)
    if from_pool:
        awards, pool = _pay_fixed(awards, pool, fixed)
    return JackpotSettlement(jackpot.meter, pool.meter, tuple(awards), pool.seed)


# Both

ROYAL_FLUSH = FiveCard.ROYAL_FLUSH.words


def _majors_and_fixed(contenders: Sequence[Contender | None]) -> tuple[list[Contender], list[Contender]]:
    """Those who win a share of the jackpot, and those who win an amount that does not depend on it."""
    winners = [each for each in contenders if each is not None and each.pays is not None]
    return (
        [each for each in winners if isinstance(each.pays, Percent)],
        [each for each in winners if not isinstance(each.pays, Percent)],
    )


def _pay_one(pool: Pool, contender: Contender, amount: Cents) -> tuple[Award, Pool]:
    taken, pool = pool.take(amount)
    award = Award(contender.position, contender.line, contender.hand, amount, taken, contender.rule, contender.also)
    return award, pool.after_award(whole=is_whole(contender))


def _pay_fixed(awards: list[Award], pool: Pool, fixed: Sequence[Contender]) -> tuple[list[Award], Pool]:
    """Fixed awards out of the pool (R1 as `pool`); what the meter cannot bear is the house's."""
    for contender in fixed:
        award, pool = _pay_one(pool, contender, award_amount(contender, None))
        awards = [*awards, award]
    return awards, pool


def award_of(contender: Contender, jackpot: JackpotSettlement) -> Award:
    """The award of a contender for a share of the jackpot."""
    return next(each for each in jackpot.awards if (each.position, each.line) == (contender.position, contender.line))


def award_amount(contender: Contender, jackpot: JackpotSettlement | None) -> Cents:
    if isinstance(contender.pays, Percent):
        assert jackpot is not None
        return award_of(contender, jackpot).amount
    return contender.pays.on(contender.stake) if contender.pays else ZERO


def progressive_line(
    stake: Stake,
    contender: Contender | None,
    jackpot: JackpotSettlement | None,
    switches: Switches,
    not_shown: tuple[str, ...],
) -> Line:
    """What becomes of a progressive wager; without a contender the hand was not shown, and loses by those clauses.

    R2 says whether the stake of one that wins comes back.
    """
    if contender is None:
        return lose("progressive", stake, *not_shown)
    rule, also, pays = contender.rule, contender.also, contender.pays
    if pays is None:
        return lose("progressive", stake, rule)
    if isinstance(pays, Percent) and jackpot is not None:
        award = award_of(contender, jackpot)
        rule, also = award.rule, award.also
    match switches.progressive_stake:
        case "by_wording":
            comes_back = isinstance(pays, To)
        case "collected":
            comes_back = False
        case "returned":
            comes_back = True
    returned = stake.amount if comes_back else ZERO
    amount = award_amount(contender, jackpot)
    return Line("progressive", stake.amount, "win", amount, returned, rule, also + stake.also, stake.excess, pays)
