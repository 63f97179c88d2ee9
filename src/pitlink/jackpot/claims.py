"""Awards out of the jackpot: entered, put in order, withdrawn.

The arithmetic is the game's (`pay`); here it is decided from which value it starts, and where the money lies meanwhile.
"""

from collections.abc import Sequence

from msgspec import structs

from pitlink.games import GAMES
from pitlink.games.awards import is_whole
from pitlink.games.round import Award, Jackpot, JackpotSettlement
from pitlink.jackpot.commands import EnterClaims, OrderClaims, WithdrawClaims
from pitlink.jackpot.events import ClaimsEntered, ClaimsOrdered, ClaimsWithdrawn, Event, OverflowReleased
from pitlink.jackpot.link import ClaimOf, ClaimSet, Fine, Link, fine, taken, whole_cents
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
    paid before them, and those are fixed anew.
    """
    if refused := _check_entry(link, command):
        return refused
    game = link.tables[command.table]
    jackpot = link.jackpot_for(command.table, command.registered)
    paid = GAMES[game].pay(jackpot, command.contenders, link.switches)
    found = f"table {command.table}, round {command.round}"
    if not paid.awards:
        return Refused("nothing_to_claim", found, "a hand that wins a share of the jackpot")
    contenders = tuple(each for each in command.contenders if _is_paid(each.position, each.line, paid))
    winning = {each.position for each in contenders}
    missing = winning - {hand.position for hand in command.dealt}
    if link.operator == "rws" and missing:
        return Refused("no_deal_time", f"{found}, positions {sorted(missing)}", "when each hand was dealt", "4.7.2")
    dealt = tuple(hand for hand in command.dealt if hand.position in winning)
    seed_from_reserve = _from_reserve(link.meters.reserve, paid.seed)
    aside = link.set_aside.get(command.table)
    claims = ClaimSet(
        command.table,
        command.round,
        game,
        contenders,
        dealt,
        paid,
        seed_from_reserve,
        entered=link.version + 1 if aside is None else aside.entered,
        registered=command.registered,
    )
    events: tuple[Event, ...] = (ClaimsEntered(claims),)
    if link.operator == "rws" and aside is None and (ordered := _in_deal_order(link, claims)):
        events = (*events, ordered)
    return events


def _check_entry(link: Link, command: EnterClaims) -> Refused | None:
    """One claim set a table and round, of hands whose wagers fed the link."""
    found = f"table {command.table}, round {command.round}"
    if command.table not in link.tables:
        return Refused("table_is_no_member", found, f"a member of link {link.id}")
    last = link.contributions.get(command.table)
    if last is None or last.round != command.round:
        return Refused("not_posted", found, "the round whose contributions were posted last")
    if link.claims_of(command.table) or command.table in link.paid_claims:
        return Refused("claims_are_open", found, "one claim set a table and round")
    in_play = {stake.position: stake.amount for stake in last.stakes if stake.position not in last.reversed}
    seen: set[tuple[int, str]] = set()
    for contender in command.contenders:
        if in_play.get(contender.position) != contender.stake:
            return Refused("no_stake", f"{found}, position {contender.position}", "a position that contributed")
        if (contender.position, contender.line) in seen:
            return Refused("hand_twice", f"{found}, position {contender.position}", "each hand once", "R19")
        seen.add((contender.position, contender.line))
    return None


def _is_paid(position: int, line: str, paid: JackpotSettlement) -> bool:
    return any((award.position, award.line) == (position, line) for award in paid.awards)


def _from_reserve(reserve: Fine, seed: Cents) -> Cents:
    """The reserve pays the reset as far as it goes; the house seeds the rest."""
    return Cents(min(whole_cents(reserve), seed))


def release_overflow(link: Link, claims: ClaimSet) -> tuple[Event, ...]:
    """The whole was won: what lay above the limit goes where it is meant to, to the display as far as it has room."""
    amount = whole_cents(link.meters.overflow)
    if link.set_up.overflow_to == "next_jackpot" and link.set_up.limit is not None:
        amount = Cents(min(amount, whole_cents(Fine(fine(link.set_up.limit) - link.meters.display))))
    won = any(map(is_whole, claims.contenders))
    return (OverflowReleased(claims.table, link.set_up.overflow_to, amount),) if won and amount > 0 else ()


# Putting in order


def hands_of(claims: ClaimSet) -> tuple[ClaimOf, ...]:
    """Its winning hands in the order in which the game pays them."""
    return tuple(ClaimOf(claims.table, award.position, award.line) for award in claims.paid.awards)


def _in_deal_order(link: Link, entered: ClaimSet) -> ClaimsOrdered | None:
    """The claims just entered, put before those that were dealt later.

    The others keep the order they have, by time or by the House's decision; so do the hands of one table.
    """
    dealt_at = {
        hand: claims.dealt_at(hand.position) for claims in (*link.open_claims, entered) for hand in hands_of(claims)
    }
    order, start = list(link.order), 0
    for hand in hands_of(entered):
        later = (at for at in range(start, len(order)) if dealt_at[order[at]] > dealt_at[hand])
        at = next(later, len(order))
        order.insert(at, hand)
        start = at + 1
    if tuple(order) == (*link.order, *hands_of(entered)):
        return None
    return _fix_anew(link, (*link.open_claims, entered), tuple(order), by=None)


@citing("rws-3cp")("4.7.2")
def order_claims(link: Link, command: OrderClaims) -> tuple[Event, ...] | Refused:
    """The House decides the order conclusively, until the claims are paid."""
    if link.operator != "rws":
        found = f"an order of claims on link {link.id}"
        return Refused("order_is_entry", found, "the order in which they were entered", "mbs-thb 3.14")
    found = f"{len(command.order)} claim{'' if len(command.order) == 1 else 's'}"
    if not command.order or sorted(command.order) != sorted(link.order):
        told = ", ".join(f"{hand.table} position {hand.position}" for hand in link.order) or "none"
        return Refused("not_the_open_claims", found, f"each open claim once: {told}", "4.7.2")
    ordered = _fix_anew(link, link.open_claims, command.order, by=command.by.id)
    if ordered is None:
        return Refused("later_claims_are_paid", found, "claims that no paid one came after", "4.7.2")
    return (ordered,)


def _fix_anew(
    link: Link, claims_in_all: Sequence[ClaimSet], order: tuple[ClaimOf, ...], *, by: str | None
) -> ClaimsOrdered | None:
    """Claims in a new order: the first of them that keep their place keep their amount, the others are fixed anew.

    Those are paid one after the other from the value that stands when none of them is entered. None where that is less
    than nothing, because a claim paid since came out of the reset value of one that is still open.
    """
    same = next(
        (at for at, pair in enumerate(zip(order, link.order, strict=False)) if pair[0] != pair[1]), len(link.order)
    )
    changing = set(link.order[same:])
    meter, reserve = link.display, link.meters.reserve
    fixed: dict[ClaimOf, JackpotSettlement] = {}
    for claims in link.open_claims:
        for hand, part in zip(hands_of(claims), parts_of(claims), strict=True):
            fixed[hand] = part
            if hand in changing:
                meter = Cents(meter + taken(part) - part.seed)
        reserve = Fine(reserve + fine(claims.seed_from_reserve))
    if meter < 0:
        return None
    sets = {claims.table: claims for claims in claims_in_all}
    for hand in order[same:]:
        claims = sets[hand.table]
        contenders = [each for each in claims.contenders if each.position == hand.position]
        shown = meter if link.set_up.limit is None else Cents(min(meter, link.set_up.limit))
        above = Cents(0 if claims.registered is None else max(0, shown - claims.registered))
        jackpot = Jackpot(Cents(shown - above), link.set_up.reset, link.set_up.unit)
        paid = GAMES[claims.game].pay(jackpot, contenders, link.switches)
        fixed[hand] = structs.replace(paid, awards=tuple(_by_order(award) for award in paid.awards))
        meter = Cents(paid.after + above)
    ordered = []
    for table in dict.fromkeys(hand.table for hand in order):
        joined = _joined([fixed[hand] for hand in order if hand.table == table])
        seed_from_reserve = _from_reserve(reserve, joined.seed)
        reserve = Fine(reserve - fine(seed_from_reserve))
        ordered.append(structs.replace(sets[table], paid=joined, seed_from_reserve=seed_from_reserve))
    return ClaimsOrdered(tuple(ordered), order, by, "4.7.2")


def parts_of(claims: ClaimSet) -> list[JackpotSettlement]:
    """A set of claims hand by hand; the seed belongs to the hand that won the whole."""
    paid = claims.paid
    whole = {each.position for each in claims.contenders if is_whole(each)}
    seeded = next((award.position for award in paid.awards if award.position in whole), None)
    parts, before = [], paid.before
    for award in paid.awards:
        seed = paid.seed if award.position == (seeded or paid.awards[-1].position) else ZERO
        after = Cents(before - award.from_pool + seed)
        parts.append(JackpotSettlement(before, after, (award,), seed))
        before = after
    return parts


def _by_order(award: Award) -> Award:
    if award.rule == "4.7.2":
        return award
    return structs.replace(award, rule="4.7.2", also=(award.rule, *award.also))


def _joined(parts: Sequence[JackpotSettlement]) -> JackpotSettlement:
    """Hands of one table as one set; what other tables took between them is not in it."""
    awards = tuple(award for part in parts for award in part.awards)
    seed = Cents(sum(part.seed for part in parts))
    before = parts[0].before
    joined = JackpotSettlement(before, before, awards, seed)
    return structs.replace(joined, after=Cents(before - taken(joined) + seed))


# Withdrawing


def withdraw_claims(link: Link, command: WithdrawClaims) -> tuple[Event, ...] | Refused:
    """The awards go back to the display; seed and overflow to where they came from, as far as they are still there."""
    claims = link.claims_of(command.table) or link.paid_claims.get(command.table)
    if claims is None or claims.round != command.round:
        return Refused("no_such_claims", f"table {command.table}, round {command.round}", "claims of the last round")
    display = Fine(link.meters.display + fine(taken(claims.paid)))
    seed = Cents(min(claims.paid.seed, whole_cents(display)))
    seed_to_house = Cents(min(seed, claims.paid.seed - claims.seed_from_reserve))
    there = {
        "next_jackpot": whole_cents(Fine(display - fine(seed))),
        "reserve": Cents(whole_cents(link.meters.reserve) + seed - seed_to_house),
        "house": claims.released,
    }
    released = Cents(min(claims.released, there[claims.released_to or link.set_up.overflow_to]))
    seed_to_reserve = Cents(seed - seed_to_house)
    return (ClaimsWithdrawn(claims, command.clause, seed_to_reserve, seed_to_house, released, anew=command.anew),)
