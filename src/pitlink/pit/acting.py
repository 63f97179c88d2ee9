"""Which commands at a table touch its link, and the other way round."""

from collections.abc import Iterator

from msgspec import structs

from pitlink import jackpot as links
from pitlink.games import GAMES
from pitlink.jackpot import commands as of_link
from pitlink.jackpot import odds
from pitlink.jackpot.decide import other_reading
from pitlink.jackpot.events import ClaimsOrdered
from pitlink.jackpot.link import DealtHand, Link
from pitlink.money import ZERO, dollars
from pitlink.people import Person
from pitlink.pit.floor import Floor, Outcome, at_link, at_table
from pitlink.pit.stopped import link_of, stopped
from pitlink.refusals import Refused
from pitlink.table import AnyCommand, Table, TableSetup
from pitlink.table import commands as of_table
from pitlink.table.events import HandRemoved, RoundVoided, SettlementSetAside, WagersHandedBack
from pitlink.table.settling import contenders, returning
from pitlink.table.state import Play


def act(floor: Floor, table: str, command: AnyCommand) -> Outcome | Refused:
    """Carry out a command at a table, with all that follows from it at the link and at other tables."""
    start = Outcome(floor)
    if refused := _link_is_missing(floor, table, command):
        return refused
    done = _act(start, table, command)
    return done if isinstance(done, Refused) else stopped(floor, table, command) or done


def _act(start: Outcome, table: str, command: AnyCommand) -> Outcome | Refused:
    floor = start.floor
    match command:
        case of_table.OpenTable(setup=setup):
            if setup.table != table:
                return Refused("other_table", f"set-up of table {setup.table} for table {table}", "one name")
            return _check_membership(floor, setup) or at_table(start, table, command)
        case of_table.CloseBets():
            return _close_bets(start, table, command)
        case of_table.Settle():
            return _settle(start, table, command)
        case of_table.RejectClaims():
            return _reject_claims(start, table, command)
        case of_table.PayAwards():
            return _pay_awards(start, table, command)
        case of_table.AmendAwards():
            return Refused("for_the_link", "amended awards", "an order given to the link")
        case of_table.Report(what="jackpot_failure"):
            return _report_failure(start, table, command)
        case of_table.OpenDeck() | of_table.DealCard() | of_table.Rule() | of_table.AnswerOption():
            done = at_table(start, table, command)
            return done if isinstance(done, Refused) else _undo_at_link(floor, done, table, command.by)
        case _:
            return at_table(start, table, command)


def _link_is_missing(floor: Floor, table: str, command: AnyCommand) -> Refused | None:
    """A table on a link cannot act without it, but for opening on another or on none: that one is left behind."""
    setup = floor.tables.get(table, Table()).setup
    if setup is None or setup.link is None or setup.link in floor.links:
        return None
    if isinstance(command, of_table.OpenTable) and command.setup.link != setup.link:
        return None
    return Refused("link_not_at_hand", f"table {table} on link {setup.link}", "the link beside the table")


def _check_membership(floor: Floor, setup: TableSetup) -> Refused | None:
    """A table on a link is a member of it, with the same unit and the same readings of what awards are."""
    if setup.link is None:
        return None
    link = floor.links.get(setup.link)
    if link is None or link.tables.get(setup.table) != setup.game:
        found = f"table {setup.table} of {setup.game} on link {setup.link}"
        return Refused("table_is_no_member", found, "a table that the link has admitted")
    if setup.unit != link.set_up.unit:
        return Refused("other_unit", f"unit {dollars(setup.unit or ZERO)}", f"{dollars(link.set_up.unit)}, the link's")
    if setup.most_progressive != link.set_up.unreasonable_contribution:
        most = dollars(link.set_up.unreasonable_contribution)
        return Refused("other_most", f"most {dollars(setup.most_progressive or ZERO)}", f"{most}, the link's")
    if refused := other_reading(setup.game, setup.switches, link):
        return refused
    theirs, ours = odds.winning_hands(setup.game, setup.switches), odds.winning_hands(setup.game, link.switches)
    if theirs != ours:
        return Refused("other_odds", f"{setup.game}: {odds.tell(theirs)}", f"as on the link: {odds.tell(ours)}", "R9")
    return None


# Closing bets


def _close_bets(start: Outcome, table: str, command: of_table.CloseBets) -> Outcome | Refused:
    """Bets closed at the table, and the contributions of its progressive wagers posted to the link, or neither."""
    link = link_of(start.floor, table)
    if link is not None and (refused := _check_draws(link, command)):
        return refused
    closed = at_table(start, table, command)
    if isinstance(closed, Refused):
        return closed
    play = closed.floor.tables[table].play
    if link is None or play is None or not play.stakes or not link.runs:  # `stopped` says which wagers are in the way
        return closed
    return at_link(closed, link.id, of_link.PostContributions(table, play.number, play.stakes), command.by)


def _check_draws(link: Link, command: of_table.CloseBets) -> Refused | None:
    features = link.set_up.features
    if command.magic_card is not None and not features.magic_card_bp:
        return Refused("feature_is_off", f"Magic Card {command.magic_card}", "a link that draws one", "R96")
    if command.lucky_position is not None and not features.lucky_player_bp:
        found = f"Lucky Player at position {command.lucky_position}"
        return Refused("feature_is_off", found, "a link that draws one", "R96")
    return None


# Settling


def _settle(start: Outcome, table: str, command: of_table.Settle) -> Outcome | Refused:
    """Claims first, so that their amounts are fixed; then the lines; then what returned wagers had put in."""
    if command.jackpot is not None or command.paid is not None:
        return Refused("for_the_link", "a settlement that brings its own jackpot", "what the link displays")
    link, state = link_of(start.floor, table), start.floor.tables.get(table)
    if link is None or state is None or state.play is None or state.play.due.step != "settle":
        return at_table(start, table, command)
    returned = _reverse_returned(start, table, link, command.by)
    if isinstance(returned, Refused):
        return returned
    outcome = returned
    registered = state.play.registered
    jackpot = outcome.floor.links[link.id].jackpot_for(table, registered)
    winners = contenders(state, jackpot)
    paid = None
    if GAMES[state.rules.game].pay(jackpot, winners, link.switches).awards:
        dealt = tuple(DealtHand(each.position, state.play.boxes[each.position].dealt_at) for each in winners)
        claim = of_link.EnterClaims(table, state.play.number, winners, dealt, registered)
        entered = at_link(outcome, link.id, claim, command.by)
        if isinstance(entered, Refused):
            return entered
        claims = entered.floor.links[link.id].claims_of(table)
        assert claims is not None
        paid = claims.paid
        amended = amend_others(entered, command.by, table)
        if isinstance(amended, Refused):
            return amended
        outcome = amended
    return at_table(outcome, table, of_table.Settle(command.by, jackpot, paid))


def amend_others(outcome: Outcome, by: Person, but: str | None) -> Outcome | Refused:
    """Tables whose open claims were fixed anew are told."""
    ordered = [each.event for each in outcome.events if isinstance(each.event, ClaimsOrdered)]
    for event in ordered:
        for claims in event.claims:
            if claims.table != but:
                amended = at_table(outcome, claims.table, of_table.AmendAwards(by, claims.paid))
                if isinstance(amended, Refused):
                    return amended
                outcome = amended
    return outcome


def _reverse_returned(outcome: Outcome, table: str, link: Link, by: Person) -> Outcome | Refused:
    """A progressive wager that is handed back takes its contribution along, before claims are fixed (R14)."""
    state = outcome.floor.tables[table]
    assert state.play is not None
    for clause, positions in returning(state).items():
        command = of_link.ReverseContributions(table, state.play.number, tuple(positions), clause)
        reversed_ = at_link(outcome, link.id, command, by)
        if isinstance(reversed_, Refused):
            return reversed_
        outcome = reversed_
    return outcome


def _report_failure(start: Outcome, table: str, command: of_table.Report) -> Outcome | Refused:
    """The amount that the link had registered when its failure was reported goes on record (R25)."""
    link = link_of(start.floor, table)
    if command.amount is not None:
        return Refused("for_the_link", "an amount registered before the failure", "what the link has recorded", "R25")
    if link is None:
        return at_table(start, table, command)
    return at_table(start, table, structs.replace(command, amount=link.display))


# Paying, rejecting and undoing


def _pay_awards(start: Outcome, table: str, command: of_table.PayAwards) -> Outcome | Refused:
    link, state = link_of(start.floor, table), start.floor.tables.get(table)
    if link is None or state is None or state.play is None:
        return at_table(start, table, command)
    paid = at_link(start, link.id, of_link.PayClaims(command.by, table, state.play.number), command.by)
    return paid if isinstance(paid, Refused) else at_table(paid, table, command)


def _reject_claims(start: Outcome, table: str, command: of_table.RejectClaims) -> Outcome | Refused:
    """The link takes the claims back, and enters those that remain once more: from the value and place they had."""
    if command.paid is not None:
        return Refused("for_the_link", "a rejection that brings its own awards", "what the link fixes anew", "R109")
    link, state = link_of(start.floor, table), start.floor.tables.get(table)
    claims = link.claims_of(table) if link is not None else None
    if link is None or claims is None or state is None or state.play is None:
        return at_table(start, table, command)
    remain = tuple(each for each in claims.contenders if each.position not in command.positions)
    withdrawn = of_link.WithdrawClaims(table, claims.round, "R109", anew=True)
    outcome = at_link(start, link.id, withdrawn, command.by)
    paid = None
    if remain and not isinstance(outcome, Refused):
        again = of_link.EnterClaims(table, claims.round, remain, claims.dealt, claims.registered)
        outcome = at_link(outcome, link.id, again, command.by)
        if not isinstance(outcome, Refused):
            entered = outcome.floor.links[link.id].claims_of(table)
            assert entered is not None
            paid = entered.paid
    if isinstance(outcome, Refused):
        return outcome
    return at_table(outcome, table, structs.replace(command, paid=paid))


def _undo_at_link(before: Floor, outcome: Outcome, table: str, by: Person) -> Outcome | Refused:
    """What a ruling or an answer takes out of play takes back what it gave the link, and what it won there (R14, R39).

    A round that is settled anew takes back what it won, to claim it once more.
    """
    link, play = link_of(outcome.floor, table), before.tables[table].play
    if link is None or play is None:
        return outcome
    for each in outcome.events:
        for command in _undoing(each.event, table, play):
            done = at_link(outcome, link.id, command, by)
            if isinstance(done, Refused):
                return done
            outcome = done
    return outcome


def _undoing(event: object, table: str, play: Play) -> Iterator[links.Command]:
    """`play` is the round before: whose contributions lay in the link."""
    if isinstance(event, RoundVoided | SettlementSetAside) and event.claimed:
        anew = isinstance(event, SettlementSetAside)
        yield of_link.WithdrawClaims(table, event.round, event.clause, anew)
    match event:
        case RoundVoided() if event.contributed:
            yield of_link.ReverseContributions(table, event.round, event.contributed, event.clause)
        case HandRemoved() if event.position in play.feeding:
            yield of_link.ReverseContributions(table, play.number, (event.position,), event.clause)
        case WagersHandedBack() if "progressive" in event.wagers and event.position in play.feeding:
            yield of_link.ReverseContributions(table, play.number, (event.position,), event.clause)
