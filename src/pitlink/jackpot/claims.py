"""Awards out of the jackpot: entered, put in order, withdrawn.

The arithmetic is the game's (`pay`); here it is decided from which value it starts, and where the money lies meanwhile.
"""

from collections.abc import Sequence

from msgspec import Struct, structs

from pitlink.games import GAMES
from pitlink.games.awards import is_whole
from pitlink.games.round import Award, Jackpot, JackpotSettlement
from pitlink.jackpot.commands import EnterClaims, OrderClaims, WithdrawClaims
from pitlink.jackpot.events import ClaimsEntered, ClaimsOrdered, ClaimsWithdrawn, Event, OverflowReleased
from pitlink.jackpot.link import FINE, ClaimSet, Fine, Link, fine, taken, whole_cents
from pitlink.money import ZERO, Cents
from pitlink.refusals import Refused
from pitlink.rulebook.citing import citing

# Entering


@citing("mbs-thb")("3.14")
@citing("mbs-3cp")("3.17")
@citing("mbs-uth")("3.14")
@citing("rws-3cp")("1.16", "4.7.2")
def enter_claims(link: Link, command: EnterClaims) -> tuple[Event, ...] | Refused:
    """Fix what the winning hands of one table and round are paid, from the value displayed now (R10).

    First entered, first paid. Where the deal decides instead (R8), hands dealt before those of other open claims are
    paid before them, and all of these are fixed anew.
    """
    found = f"table {command.table}, round {command.round}"
    if command.table not in link.tables:
        return Refused("table_is_no_member", found, f"a member of link {link.id}")
    last = link.contributions.get(command.table)
    if last is None or last.round != command.round:
        return Refused("not_posted", found, "the round whose contributions were posted last")
    if link.claims_of(command.table):
        return Refused("claims_are_open", found, "one claim set a table and round")
    in_play = {stake.position for stake in last.stakes if stake.position not in last.reversed}
    for contender in command.contenders:
        if contender.position not in in_play:
            return Refused("no_stake", f"{found}, position {contender.position}", "a position that contributed")
    game = link.tables[command.table]
    paid = GAMES[game].pay(link.jackpot, command.contenders, link.switches)
    if not paid.awards:
        return Refused("nothing_to_claim", found, "a hand that wins a share of the jackpot")
    contenders = tuple(each for each in command.contenders if _is_paid(each.position, each.line, paid))
    missing = {each.position for each in contenders} - {hand.position for hand in command.dealt}
    if link.operator == "rws" and missing:
        return Refused("no_deal_time", f"{found}, positions {sorted(missing)}", "when each hand was dealt", "4.7.2")
    dealt = tuple(hand for hand in command.dealt if hand.position in {each.position for each in contenders})
    claims = ClaimSet(
        command.table, command.round, game, contenders, dealt, paid, _from_reserve(link.meters.reserve, paid.seed)
    )
    events: list[Event] = [ClaimsEntered(claims)]
    if link.operator == "rws" and (reordered := _in_deal_order(link, claims)):
        events.append(ClaimsOrdered(reordered, None, "4.7.2"))
    return tuple(events)


def release_overflow(link: Link, claims: ClaimSet) -> tuple[Event, ...]:
    """The whole was won: what lay above the limit goes where it is meant to, to the display as far as it has room."""
    amount = whole_cents(link.meters.overflow)
    if link.set_up.overflow_to == "next_jackpot" and link.set_up.limit is not None:
        amount = Cents(min(amount, whole_cents(Fine(fine(link.set_up.limit) - link.meters.display))))
    won = any(map(is_whole, claims.contenders))
    return (OverflowReleased(link.set_up.overflow_to, amount),) if won and amount > 0 else ()


def _is_paid(position: int, line: str, paid: JackpotSettlement) -> bool:
    return any((award.position, award.line) == (position, line) for award in paid.awards)


def _from_reserve(reserve: Fine, seed: Cents) -> Cents:
    """The reserve pays the reset as far as it goes; the house seeds the rest."""
    return Cents(min(whole_cents(reserve), seed))


# Putting in order


class Hand(Struct, frozen=True):
    """One open claim: which set it is in, and which of its hands."""

    claims: ClaimSet
    position: int

    @property
    def dealt_at(self) -> int:
        return self.claims.dealt_at(self.position)


def _hands(open_claims: Sequence[ClaimSet]) -> list[Hand]:
    """All open claims in the order in which they are to be paid."""
    return [Hand(claims, award.position) for claims in open_claims for award in claims.paid.awards]


def _in_deal_order(link: Link, entered: ClaimSet) -> tuple[ClaimSet, ...] | None:
    """The open claims with those just entered, fixed anew where an earlier deal puts a hand before one entered earlier.

    At one table the order of the game stands, whatever the times say.
    """
    hands = _hands((*link.open_claims, entered))
    latest = max((hand.dealt_at for hand in hands if hand.claims.table != entered.table), default=None)
    earliest = min(hand.dealt_at for hand in hands if hand.claims.table == entered.table)
    if latest is None or earliest >= latest or meter_unpaid(link) < 0:
        return None
    in_order = sorted(hands, key=lambda hand: hand.dealt_at)
    return _fix_anew(link, (*link.open_claims, entered), in_order)


@citing("rws-3cp")("4.7.2")
def order_claims(link: Link, command: OrderClaims) -> tuple[Event, ...] | Refused:
    """The House decides the order conclusively, until the claims are paid."""
    if link.operator != "rws":
        found = f"an order of claims on link {link.id}"
        return Refused("order_is_entry", found, "the order in which they were entered", "mbs-thb 3.14")
    hands = _hands(link.open_claims)
    known = {(hand.claims.table, hand.position): hand for hand in hands}
    wanted = [(each.table, each.position) for each in command.order]
    if sorted(wanted) != sorted(known):
        told = ", ".join(f"{table} position {position}" for table, position in known) or "none"
        return Refused("not_the_open_claims", f"{len(wanted)} claims", f"each open claim once: {told}", "4.7.2")
    if meter_unpaid(link) < 0:
        return Refused("later_claims_are_paid", f"{len(wanted)} claims", "claims that no paid one came after", "4.7.2")
    claims = _fix_anew(link, link.open_claims, [known[each] for each in wanted])
    return (ClaimsOrdered(claims, command.by.id, "4.7.2"),)


def meter_unpaid(link: Link) -> Cents:
    """What would be displayed if none of the open claims had been entered.

    Less than nothing where a claim paid since was paid out of the reset value of one that is still open.
    """
    return Cents(link.display + sum(taken(claims.paid) - claims.paid.seed for claims in link.open_claims))


def _fix_anew(link: Link, claims_in_all: Sequence[ClaimSet], hands: Sequence[Hand]) -> tuple[ClaimSet, ...]:
    """Every open claim once more, one after the other, from the value that stands when none of them is entered."""
    meter = meter_unpaid(link)
    reserve = Fine(link.meters.reserve + sum(fine(claims.seed_from_reserve) for claims in link.open_claims))
    unpaid = JackpotSettlement(meter, meter, (), ZERO)
    sets = {claims.table: structs.replace(claims, paid=unpaid, seed_from_reserve=ZERO) for claims in claims_in_all}
    for hand in hands:
        claims = sets[hand.claims.table]
        contenders = [each for each in claims.contenders if each.position == hand.position]
        jackpot = Jackpot(meter, link.set_up.reset, link.set_up.unit)
        paid = GAMES[claims.game].pay(jackpot, contenders, link.switches)
        awards = tuple(_by_order(award, len(hands)) for award in paid.awards)
        seed_from_reserve = _from_reserve(reserve, paid.seed)
        reserve = Fine(reserve - fine(seed_from_reserve))
        meter = paid.after
        sets[hand.claims.table] = structs.replace(
            claims,
            paid=_joined(claims.paid, structs.replace(paid, awards=awards)),
            seed_from_reserve=Cents(claims.seed_from_reserve + seed_from_reserve),
        )
    order = dict.fromkeys(hand.claims.table for hand in hands)
    return tuple(sets[table] for table in order)


def _by_order(award: Award, hands: int) -> Award:
    return structs.replace(award, rule="4.7.2", also=(award.rule, *award.also)) if hands > 1 else award


def _joined(first: JackpotSettlement, second: JackpotSettlement) -> JackpotSettlement:
    before = first.before if first.awards else second.before
    return JackpotSettlement(before, second.after, first.awards + second.awards, Cents(first.seed + second.seed))


# Withdrawing


def withdraw_claims(link: Link, command: WithdrawClaims) -> tuple[Event, ...] | Refused:
    """The awards go back to the display, their seed to where it came from, as far as the display can give it back."""
    claims = link.claims_of(command.table) or link.paid_claims.get(command.table)
    if claims is None or claims.round != command.round:
        return Refused("no_such_claims", f"table {command.table}, round {command.round}", "claims of the last round")
    display = link.meters.display + fine(taken(claims.paid))
    back = Cents(min(claims.paid.seed, display // FINE))
    to_house = Cents(min(back, claims.paid.seed - claims.seed_from_reserve))
    display -= fine(back)
    limit = link.set_up.limit
    over = Fine(max(display - fine(limit), 0)) if limit is not None else Fine(0)
    return (ClaimsWithdrawn(claims, command.clause, Cents(back - to_house), to_house, over),)
