"""What may be wrong about a wager.

Some of it no chips on a layout can be; the rest is refused to a player and noted of what a dealer records, to be judged
when bets are closed or the round is settled.
"""

from collections.abc import Iterator, Mapping

from pitlink.games.round import Seat, Wager
from pitlink.money import ZERO, Cents, dollars
from pitlink.people import Person
from pitlink.refusals import Refused
from pitlink.rulebook.citing import citing
from pitlink.table.aftermath import may_not_bet
from pitlink.table.events import Note
from pitlink.table.seating import at_table, for_player, may_not_play, on_layout
from pitlink.table.setup import TableSetup
from pitlink.table.state import Box, Play, Table

# Who and where


def decider(table: Table, box: Box) -> str:
    """Who decides for a position: the seated player with chips there, else whose entry lies there first (R35)."""
    wagers = box.seat.wagers
    placed = [wagers[wager] for wager in table.rules.areas.placed if wager in wagers]
    owners = [str(share.player) for wager in placed for share in wager.shares]
    seated = table.seats.get(box.seat.position)
    if seated is not None and seated in owners:
        return seated
    return next((owner for owner in owners if table.players[owner].present), owners[0])


def share_of(wager: Wager | None, player: str) -> Cents:
    """A player's chips in a wager."""
    if wager is None:
        return ZERO
    return next((share.amount for share in wager.shares if share.player == player), ZERO)


def positions_of(play: Play, player: str) -> set[int]:
    """Where a player's chips lie."""
    return {
        position
        for position, box in play.boxes.items()
        if any(share.player == player for wager in box.seat.wagers.values() for share in wager.shares)
    }


def _others_there(table: Table, play: Play, player: str, position: int) -> str | None:
    """Somebody else who sits there or whose chips lie there."""
    seated = table.seats.get(position)
    if seated is not None and seated != player:
        return seated
    box = play.boxes.get(position)
    shares = [share for wager in box.seat.wagers.values() for share in wager.shares] if box else []
    return next((share.player for share in shares if share.player != player), None)


def _wager_at(play: Play, position: int, wager: str) -> Wager | None:
    box = play.boxes.get(position)
    return box.seat.wagers.get(wager) if box else None


# What no chips can be


def hard_fault(
    table: Table, play: Play, by: Person, player: str, position: int, wager: str, amount: Cents
) -> Refused | None:
    """What no chips on a layout can be: of nobody, nowhere, nothing, on another's box, outside the jackpot's system."""
    procedure, layout = table.rules.procedure, table.rules.areas
    if refused := for_player(by, player, "a wager") or at_table(table, player) or on_layout(table, position):
        return refused
    if refused := may_not_play(table, player) or may_not_bet(table, position, wager):
        return refused
    found = f"{wager} {dollars(amount)} at position {position}"
    if wager in layout.later:
        return Refused("placed_by_decision", found, f"one of {', '.join(layout.placed)}", procedure.later)
    if wager not in layout.placed:
        return Refused("no_such_area", found, f"one of {', '.join(layout.placed)}", procedure.areas)
    if amount <= 0:
        return Refused("amount_not_positive", found, "more than 0.00")
    others = _others_there(table, play, player, position)
    if procedure.shared is None and others:
        return Refused("another_players_box", f"{found}, where {others} is", "a box of one's own", procedure.others_box)
    if wager == "progressive" and (refused := _progressive_fault(table, play, player, position, amount)):
        return refused
    if share_of(_wager_at(play, position, wager), player):
        return Refused("wager_lies_there", found, "to raise it, or to take it back", procedure.one_wager)
    available = table.players[player].available
    if amount > available:
        return Refused("not_enough_chips", found, f"at most {dollars(available)}, the chips of {player}")
    return None


def _progressive_fault(table: Table, play: Play, player: str, position: int, amount: Cents) -> Refused | None:
    """The seated player's alone, or that of the player whose entry lies on an unseated position (R34), in units."""
    setup, procedure = table.rules, table.rules.procedure
    found = f"progressive {dollars(amount)} at position {position}"
    if setup.unit is None:
        return Refused("no_jackpot_here", found, "a table on a link", procedure.jackpot_system)
    seated, box = table.seats.get(position), play.boxes.get(position)
    owner = seated or (decider(table, box) if box else player)
    if owner != player:
        return Refused("another_players_position", f"{found} of {owner}", "one's own position", procedure.others_box)
    if (
        box is not None
        and not has_own_companion(setup, box.seat, player)
        and has_companion(setup, box.seat, "progressive")
    ):
        return Refused("companion_missing", found, "an entry of one's own there", procedure.side_bets)
    if _wager_at(play, position, "progressive") is not None and not share_of(
        _wager_at(play, position, "progressive"), player
    ):
        return Refused("wager_lies_there", found, "one progressive wager", procedure.one_wager)
    return units_fault(setup, amount, found) or too_much_fault(setup, play, amount, found)


def units_fault(setup: TableSetup, amount: Cents, found: str) -> Refused | None:
    assert setup.unit is not None
    units, rest = divmod(amount, setup.unit)
    allowed = setup.areas.units
    if rest == 0 and units > 0 and (allowed is None or units in allowed):
        return None
    most = "" if allowed is None else f", {allowed[0]} to {allowed[-1]} times" if len(allowed) > 1 else ", once"
    return Refused("not_the_unit", found, f"the unit of {dollars(setup.unit)}{most}", setup.areas.units_clause)


def too_much_fault(setup: TableSetup, play: Play, added: Cents, found: str) -> Refused | None:
    """What the link would take for a fault is not accepted from the start."""
    assert setup.most_progressive is not None
    lying = sum(
        box.seat.wagers["progressive"].amount for box in play.boxes.values() if "progressive" in box.seat.wagers
    )
    if lying + added <= setup.most_progressive:
        return None
    expected = f"at most {dollars(setup.most_progressive)} at the table in one round"
    return Refused("unreasonable_contribution", found, expected)


# What chips should not be


def soft_faults(table: Table, play: Play, player: str, position: int, wager: str, amount: Cents) -> Iterator[Refused]:
    """What chips on a layout should not be: a player's wager is refused for it, what a dealer records has it noted."""
    setup, procedure, layout = table.rules, table.rules.procedure, table.rules.areas
    found = f"{wager} {dollars(amount)} at position {position}"
    if player in table.restricted and procedure.restrict and positions_of(play, player) - {position}:
        yield Refused("restricted_to_one_position", found, "the one position played already", procedure.restrict)
    box = play.boxes.get(position)
    seat = box.seat if box else Seat(position, {})
    alone = wager == "progressive" and not has_own_companion(setup, seat, player)
    if alone or not has_companion(setup, seat, wager):
        yield Refused("companion_missing", found, f"{_companions(setup, wager)} there first", procedure.side_bets)
    if wager in layout.same_limits:
        for other in layout.same_limits:
            theirs = share_of(seat.wagers.get(other), player)
            if other != wager and theirs and theirs != amount:
                yield Refused("unequal_wagers", found, f"{dollars(theirs)}, equal to {other}", equal_clause(setup))
                break
    limit = setup.limits.get(wager)
    if limit is not None:
        lying = seat.wagers[wager].amount if wager in seat.wagers else 0
        yield from limit_faults(setup, wager, Cents(lying + amount), found)


@citing("rws-3cp")("5.1", "5.2")
def limit_faults(setup: TableSetup, wager: str, total: Cents, found: str) -> Iterator[Refused]:
    """The limits bind the whole of a wager, whoever's chips it is made of (R34)."""
    limit = setup.limits[wager]
    assert limit.minimum is not None
    assert limit.maximum is not None
    over, under = ("5.1", "5.2") if setup.game == "rws-3cp" else (setup.procedure.limits, setup.procedure.limits)
    if total > limit.maximum:
        yield Refused("over_maximum", found, f"at most {dollars(limit.maximum)} there", over)
    if total < limit.minimum:
        yield Refused("under_minimum", found, f"at least {dollars(limit.minimum)} there", under)


def has_companion(setup: TableSetup, seat: Seat, wager: str) -> bool:
    """Whether a wager may lie there: an entry by itself, a side bet beside its entry, which must be whole."""
    companions = setup.rules.ENTRY_RULES.companions.get(wager)
    if companions is None:
        return True
    together = setup.areas.same_limits
    return not companions.isdisjoint(seat.wagers) and all(each in seat.wagers for each in together)


def companions_of(setup: TableSetup, wager: str) -> tuple[str, ...]:
    """What goes with a wager: the entry that a side bet needs, the equal wagers of an entry."""
    equal = setup.areas.same_limits
    if wager in equal:
        return tuple(other for other in equal if other != wager)
    needed = setup.rules.ENTRY_RULES.companions.get(wager, frozenset())
    return equal if needed and equal else tuple(sorted(needed))


def has_own_companion(setup: TableSetup, seat: Seat, player: str) -> bool:
    """A progressive wager goes beside an entry in which the player has chips himself."""
    companions = setup.rules.ENTRY_RULES.companions["progressive"]
    return any(share_of(seat.wagers.get(companion), player) for companion in companions)


def _companions(setup: TableSetup, wager: str) -> str:
    if setup.areas.same_limits:
        return " and ".join(setup.areas.same_limits)
    return " or ".join(sorted(setup.rules.ENTRY_RULES.companions[wager]))


def equal_clause(setup: TableSetup) -> str:
    return "1.1.2" if setup.game == "mbs-uth" else "1.1.1"


# As they lie


def notes_of(setup: TableSetup, box: Box) -> tuple[Note, ...]:
    """All that is wrong about the wagers of a position as they lie now."""
    seat, procedure = box.seat, setup.procedure
    notes = [note for note in box.notes if note.code == "restricted_to_one_position" and note.wager in seat.wagers]
    together = [seat.wagers[wager].amount for wager in setup.areas.same_limits if wager in seat.wagers]
    for wager, lies in seat.wagers.items():
        if not has_companion(setup, seat, wager):
            notes.append(Note(wager, "companion_missing", procedure.side_bets))
        if wager in setup.areas.same_limits and lies.amount != together[0]:
            notes.append(Note(wager, "unequal_wagers", equal_clause(setup)))
        if wager in setup.limits:
            notes += [Note(wager, each.code, each.clause) for each in limit_faults(setup, wager, lies.amount, wager)]
    for wager, lies in box.later.items():
        notes += later_notes(setup, seat, wager, lies.amount)
    return tuple(notes)


def later_notes(setup: TableSetup, seat: Seat, wager: str, amount: Cents) -> tuple[Note, ...]:
    """A wager that a decision places is a multiple of the Ante and nothing else.

    In one rulebook a wrong amount is settled as it says (5.3), in the others a person decides (R68).
    """
    exact = exact_later(setup, seat, seat.decisions).get(wager, amount)
    if exact == amount:
        return ()
    if setup.game == "rws-3cp":
        return (Note(wager, "wrong_amount", "5.3.1" if amount > exact else "5.3.2"),)
    return (Note(wager, "wrong_amount", "R68"),)


def referred_wagers(box: Box) -> tuple[str, ...]:
    """Later wagers of a wrong amount that no clause settles: they wait for a person (R68)."""
    if box.seat.removed_by is not None:
        return ()
    return tuple(note.wager for note in box.notes if note.clause == "R68" and note.wager not in box.handed_back)


def exact_later(setup: TableSetup, seat: Seat, decisions: tuple[str, ...]) -> Mapping[str, Cents]:
    """What the decisions made have to place, by wager."""
    due: dict[str, Cents] = {}
    for at, word in enumerate(decisions):
        stage = setup.rules.stage(seat, decisions[:at])
        choice = stage.choice(word) if stage else None
        if choice is not None and choice.adds is not None:
            due[choice.adds[0]] = Cents(ante_in_play(setup, seat) * choice.adds[1])
    return due


def ante_in_play(setup: TableSetup, seat: Seat) -> Cents:
    """What later wagers are a multiple of: the Ante, as far as it is within the maximum (R28)."""
    ante, limit = seat.wagers["ante"].amount, setup.limits.get("ante")
    return ante if limit is None or limit.maximum is None else Cents(min(ante, limit.maximum))
