"""Opening a table, and people coming, sitting, buying in and leaving."""

from msgspec import structs

from pitlink.ledger import is_name
from pitlink.money import Cents, dollars
from pitlink.people import Person
from pitlink.refusals import NAMED, Refused, cannot_be, needs
from pitlink.table.commands import (
    AssignDealer,
    BuyIn,
    CashOut,
    CloseStay,
    Join,
    Leave,
    LiftRestriction,
    OpenTable,
    RestrictPlayer,
    Sit,
    Stand,
)
from pitlink.table.due import decides
from pitlink.table.events import (
    BoughtIn,
    CashedOut,
    DealerAssigned,
    Event,
    PlayerAbsent,
    PlayerJoined,
    PlayerLeft,
    PlayerRestricted,
    RestrictionLifted,
    SatDown,
    StayClosed,
    StoodUp,
    TableOpened,
)
from pitlink.table.setup import TableSetup, check
from pitlink.table.state import Box, Table

Decided = tuple[Event, ...] | Refused

# The table


def open_table(table: Table, command: OpenTable) -> Decided:
    if refused := needs("pit_supervisor", command.by, "opening a table"):
        return refused
    if table.setup is not None and (table.open or _apart_from_link(command.setup) != _apart_from_link(table.setup)):
        found, expected = f"table {table.rules.table}", "a table never opened, or a closed one with the set-up it had"
        return Refused("table_was_opened", found, f"{expected}, but for its link")
    if table.uncounted:
        found = f"the rack of table {table.rules.table}"
        return Refused("rack_not_counted", found, "its count, which the table opens with", "R115")
    setup = command.setup
    limits = [bound for limit in setup.limits.values() for bound in (limit.minimum, limit.maximum)]
    if refused := cannot_be(command.by, setup.opening_float, setup.unit, setup.most_progressive, *limits):
        return refused
    return check(setup) or (TableOpened(command.setup, command.by.id),)


def _apart_from_link(setup: TableSetup) -> TableSetup:
    """Links are retired and their parameters change: a table that was closed may open on what stands now."""
    return structs.replace(setup, link=None, unit=None, most_progressive=None)


def assign_dealer(table: Table, command: AssignDealer) -> Decided:
    if refused := needs("pit_supervisor", command.by, "assigning a dealer"):
        return refused
    if not is_name(command.dealer):
        return Refused("not_a_name", f"dealer {command.dealer!r}", NAMED)
    return (DealerAssigned(command.dealer, command.by.id),)


# Players


def for_player(by: Person, player: str, what: str) -> Refused | None:
    """A player acts for himself; staff act for any player."""
    if by.is_staff or by.id == player:
        return None
    return Refused("not_this_player", f"{what} for {player} by {by.id}", "the player, or staff at his request")


def at_table(table: Table, player: str) -> Refused | None:
    if player in table.players and table.players[player].present:
        return None
    return Refused("not_at_the_table", f"player {player}", "a player who has joined")


def may_not_play(table: Table, player: str) -> Refused | None:
    if player not in table.barred:
        return None
    clause = table.rules.irregularities.barred
    return Refused("player_is_barred", f"player {player}", "a player who is not barred from play", clause)


def join(table: Table, command: Join) -> Decided:
    player = command.player
    if refused := for_player(command.by, player, "joining"):
        return refused
    if not is_name(player):
        return Refused("not_a_name", f"player {player!r}", NAMED)
    if player in table.players and table.players[player].present:
        return Refused("joined_before", f"player {player}", "a player who is not at the table")
    return (PlayerJoined(player),)


def leave(table: Table, command: Leave) -> Decided:
    """Nobody can be kept. Who leaves before looking at a card of his hand is absent from it (R102)."""
    player = command.player
    if refused := for_player(command.by, player, "leaving") or at_table(table, player):
        return refused
    events: list[Event] = [StoodUp(player, position) for position, who in table.seats.items() if who == player]
    events.append(PlayerLeft(player))
    play = table.play
    unseen = play is not None and play.closed and not play.settled and not play.void and not play.exposed
    if play is not None and unseen:  # once a card of the board is up, only a supervisor finds somebody absent
        for position, box in play.boxes.items():
            if box.seat.player != player or box.viewed or box.seat.status == "absent":
                continue
            if decides(table.rules, box) and deemed_choice(table.rules, box) is None:
                events.append(PlayerAbsent(position, None, "R102"))
    return tuple(events)


def deemed_choice(setup: TableSetup, box: Box) -> str | None:
    """What an absent player is deemed to have chosen, where absence ends nothing.

    In mbs-thb the Turn and the River are checked (5.11), in mbs-lir the second wager rides (R56).
    """
    made = len(box.seat.decisions)
    if setup.game == "mbs-thb" and made and box.seat.decisions[0] == "flop" and made < 3:
        return "check"
    return "ride" if setup.game == "mbs-lir" and made == 1 else None


def buy_in(table: Table, command: BuyIn) -> Decided:
    """Chips are sold by the dealer."""
    if refused := needs("dealer", command.by, "selling chips") or at_table(table, command.player):
        return refused
    return positive(command.amount) or (BoughtIn(command.player, command.amount, command.by.id),)


def cash_out(table: Table, command: CashOut) -> Decided:
    """What lies on the layout or is pending is not there to be cashed; who has left may still come for his chips."""
    if refused := needs("dealer", command.by, "buying chips back"):
        return refused
    if command.player not in table.players:
        return Refused("not_at_the_table", f"player {command.player}", "a player who has chips here")
    if refused := positive(command.amount):
        return refused
    available = table.players[command.player].available
    if command.amount > available:
        found = f"{dollars(command.amount)} of {command.player}"
        return Refused("not_enough_chips", found, f"at most {dollars(available)}")
    return (CashedOut(command.player, command.amount, command.by.id),)


def positive(amount: Cents) -> Refused | None:
    return Refused("amount_not_positive", dollars(amount), "more than 0.00") if amount <= 0 else None


def sit(table: Table, command: Sit) -> Decided:
    """Anybody may take a free position; a position on which another player's wagers lie is taken."""
    player, position = command.player, command.position
    if refused := for_player(command.by, player, "sitting down") or at_table(table, player):
        return refused
    if refused := on_layout(table, position) or may_not_play(table, player):
        return refused
    if position in table.seats:
        return Refused("seat_is_taken", f"position {position}, where {table.seats[position]} sits", "a free position")
    play = table.play
    box = play.boxes.get(position) if play is not None and play.due.step != "call" else None
    if box is not None and any(share.player != player for wager in box.seat.wagers.values() for share in wager.shares):
        return Refused("seat_is_taken", f"position {position}, where wagers of others lie", "a free position")
    return (SatDown(player, position),)


def on_layout(table: Table, position: int) -> Refused | None:
    setup = table.rules
    if 1 <= position <= setup.positions:
        return None
    clause = setup.areas.positions_clause
    return Refused("no_such_position", f"position {position}", f"1 to {setup.positions}", clause)


def stand(table: Table, command: Stand) -> Decided:
    player, position = command.player, command.position
    if refused := for_player(command.by, player, "standing up"):
        return refused
    if table.seats.get(position) != player:
        return Refused("not_seated_there", f"player {player}, position {position}", "the player who sits there")
    return (StoodUp(player, position),)


# What staff may say about a player


def restrict_player(table: Table, command: RestrictPlayer) -> Decided:
    clause = table.rules.procedure.restrict
    if clause is None:
        return Refused("no_such_power", "a player restricted to one position", "a rulebook that allows it")
    if refused := needs("pit_manager", command.by, "restricting a player", clause) or at_table(table, command.player):
        return refused
    if command.player in table.restricted:
        return Refused("restricted_before", f"player {command.player}", "a player who is not restricted", clause)
    return (PlayerRestricted(command.player, command.by.id, clause),)


def lift_restriction(table: Table, command: LiftRestriction) -> Decided:
    if refused := needs("pit_manager", command.by, "lifting a restriction", table.rules.procedure.restrict):
        return refused
    if command.player not in table.restricted:
        return Refused("not_restricted", f"player {command.player}", "a player who is restricted")
    return (RestrictionLifted(command.player, command.by.id),)


def close_stay(table: Table, command: CloseStay) -> Decided:
    if refused := needs("pit_supervisor", command.by, "closing a stay", "R31"):
        return refused
    if command.player not in table.warned:
        return Refused("not_warned", f"player {command.player}", "a player with a result under the minimum", "R31")
    return (StayClosed(command.player, command.by.id),)
