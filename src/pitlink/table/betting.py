"""From "Place your bets, please" to "No more bets".

A player's own wager is refused at once when it breaks a rule. What the dealer records is how chips lie: it is accepted
with its faults noted, and judged when bets are closed or the round is settled.
"""

from collections.abc import Iterator, Mapping

from msgspec import structs

from pitlink.cards import CARD_OF, name
from pitlink.games.layout import Layout
from pitlink.games.round import Seat, Wager
from pitlink.jackpot.link import Stake
from pitlink.money import ZERO, Cents, dollars
from pitlink.people import Person
from pitlink.refusals import Refused, needs
from pitlink.table.commands import (
    CallBets,
    CloseBets,
    PlaceWager,
    RaiseWager,
    TakeBackWager,
)
from pitlink.table.events import (
    BetsCalled,
    BetsClosed,
    CompanionAsked,
    Event,
    Invalid,
    Note,
    OneHandTold,
    WagerPlaced,
    WagerRaised,
    WagerTakenBack,
)
from pitlink.table.seal import is_seal
from pitlink.table.seating import Decided, at_table, for_player, on_layout
from pitlink.table.setup import TableSetup
from pitlink.table.state import Box, Play, Table

# Calls


def call_bets(table: Table, command: CallBets) -> Decided:
    """The call begins a round and ends the one before, which can no longer be void (R40)."""
    clause = table.rules.procedure.call
    if refused := needs("dealer", command.by, "calling for bets", clause):
        return refused
    play = table.play
    if play is not None and play.due.step != "call":
        found = f"round {play.number}, which waits for: {play.due.step.replace('_', ' ')}"
        return Refused("round_in_play", found, "a round that is over", table.rules.procedure.round)
    return (BetsCalled(table.rounds + 1, command.by.id, clause),)


def close_bets(table: Table, command: CloseBets) -> Decided:
    setup, play = table.rules, table.play
    procedure = setup.procedure
    if refused := needs("dealer", command.by, "closing bets", procedure.close):
        return refused
    if play is None or play.closed:
        return Refused("bets_are_not_open", "no bets are open", "the call for bets first", procedure.call)
    if not any(setup.areas.takes_part(box.seat.wagers) for box in play.boxes.values()):
        return Refused("no_entry", "no position with an entry", "one entry or more", setup.areas.entry_clause)
    if refused := _check_seal(setup, command.seal):
        return refused
    invalid = tuple(_invalid(setup, play))
    out = {each.position for each in invalid}
    stakes = tuple(_stakes(setup, play, out))
    if refused := _check_draws(setup, command, stakes):
        return refused
    deciders = tuple((position, decider(table, play.boxes[position])) for position in sorted(play.boxes))
    return (
        BetsClosed(
            command.by.id,
            procedure.close,
            deciders,
            stakes,
            invalid,
            command.seal,
            None if command.magic_card is None else name(CARD_OF[command.magic_card]),
            command.lucky_position,
        ),
    )


def _check_seal(setup: TableSetup, seal: tuple[str, ...]) -> Refused | None:
    if setup.cards == "sealed_deck":
        if not is_seal(seal):
            return Refused("not_a_seal", f"{len(seal)} commitments", "52 different SHA-256 digests in hexadecimal")
    elif seal:
        return Refused("no_sealed_deck", f"a seal at a table with {setup.cards.replace('_', ' ')} cards", "none")
    return None


def _invalid(setup: TableSetup, play: Play) -> Iterator[Invalid]:
    """Entries that are not right when bets close: Ante and Blind, or 1, 2 and $, unequal or missing (R77, R100)."""
    reading = "R100" if setup.game == "mbs-lir" else "R77"
    for position in sorted(play.boxes):
        if setup.rules.check_entry(play.boxes[position].seat) is not None:
            yield Invalid(position, reading)


def _stakes(setup: TableSetup, play: Play, out: set[int]) -> Iterator[Stake]:
    """Progressive wagers in play: one without its companion never feeds the link (R49)."""
    for position in sorted(play.boxes):
        seat = play.boxes[position].seat
        if position not in out and "progressive" in seat.wagers and has_companion(setup, seat, "progressive"):
            yield Stake(position, seat.wagers["progressive"].amount)


def _check_draws(setup: TableSetup, command: CloseBets, stakes: tuple[Stake, ...]) -> Refused | None:
    """What the system drew comes with the closing, so that it is recorded before the deal (R92, R94)."""
    if command.magic_card is None and command.lucky_position is None:
        return None
    if setup.game != "mbs-lir" or setup.link is None:
        return Refused("no_features", f"a draw at a table of {setup.game}", "mbs-lir on a link", "R96")
    if command.magic_card is not None and command.magic_card not in CARD_OF:
        return Refused("not_a_card", f"Magic Card {command.magic_card!r}", "a card such as As, Td or 10♦", "4.3")
    if command.lucky_position is not None and command.lucky_position not in {stake.position for stake in stakes}:
        found = f"Lucky Player at position {command.lucky_position}"
        return Refused("not_a_candidate", found, "an area with a progressive wager", "R94")
    return None


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


def has_companion(setup: TableSetup, seat: Seat, wager: str) -> bool:
    """Whether a wager may lie there: an entry by itself, a side bet beside its entry, which must be whole."""
    companions = setup.rules.ENTRY_RULES.companions.get(wager)
    if companions is None:
        return True
    together = setup.areas.same_limits
    return not companions.isdisjoint(seat.wagers) and all(each in seat.wagers for each in together)


def positions_of(play: Play, player: str) -> set[int]:
    """Where a player's chips lie."""
    return {
        position
        for position, box in play.boxes.items()
        if any(share.player == player for wager in box.seat.wagers.values() for share in wager.shares)
    }


def open_play(table: Table, late: str) -> Play | Refused:
    procedure, play = table.rules.procedure, table.play
    if play is None or play.due.step == "call":
        return Refused("bets_are_not_open", "no bets are open", "the call for bets first", procedure.call)
    if play.closed:
        return Refused("bets_are_closed", "bets are closed", 'a wager before "No more bets"', late)
    return play


# A player's own wagers


def place_wager(table: Table, command: PlaceWager) -> Decided:
    setup, procedure = table.rules, table.rules.procedure
    play = open_play(table, procedure.late)
    if isinstance(play, Refused):
        return play
    if refused := hard_fault(table, play, command.by, command.player, command.position, command.wager, command.amount):
        return refused
    player, position, wager, amount = command.player, command.position, command.wager, command.amount
    for code, found, expected, clause in soft_faults(table, play, player, position, wager, amount):
        return Refused(code, found, expected, clause)
    clause = procedure.on_behalf if command.by.is_staff else _allows(setup, wager)
    placed = WagerPlaced(player, position, wager, amount, command.by.id, clause)
    return (placed, *told_one_hand(table, play, player, position))


def _allows(setup: TableSetup, wager: str) -> str:
    if wager == "progressive":
        return setup.procedure.jackpot_offered
    return setup.procedure.side_bets if wager in setup.rules.ENTRY_RULES.companions else setup.areas.entry_clause


def told_one_hand(table: Table, play: Play, player: str, position: int) -> tuple[Event, ...]:
    """With the second position the player is told that only one hand may be looked at."""
    elsewhere = positions_of(play, player) - {position}
    told = len(elsewhere) == 1 and position not in positions_of(play, player)
    return (OneHandTold(player, table.rules.procedure.tell_one_hand),) if told else ()


def hard_fault(
    table: Table, play: Play, by: Person, player: str, position: int, wager: str, amount: Cents
) -> Refused | None:
    """What no chips on a layout can be: of nobody, nowhere, nothing, on another's box, outside the jackpot's system."""
    procedure, layout = table.rules.procedure, table.rules.areas
    if refused := for_player(by, player, "a wager") or at_table(table, player) or on_layout(table, position):
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


def units_fault(setup: TableSetup, amount: Cents, found: str) -> Refused | None:
    assert setup.unit is not None
    units, rest = divmod(amount, setup.unit)
    allowed = setup.areas.units
    if rest == 0 and units > 0 and (allowed is None or units in allowed):
        return None
    most = "" if allowed is None else f", {allowed[0]} to {allowed[-1]} times" if len(allowed) > 1 else ", once"
    return Refused("not_the_unit", found, f"the unit of {dollars(setup.unit)}{most}", setup.areas.units_clause)


Soft = tuple[str, str, str, str]


def soft_faults(table: Table, play: Play, player: str, position: int, wager: str, amount: Cents) -> Iterator[Soft]:
    """What chips on a layout should not be: a player's wager is refused for it, what a dealer records has it noted."""
    setup, procedure, layout = table.rules, table.rules.procedure, table.rules.areas
    found = f"{wager} {dollars(amount)} at position {position}"
    if player in table.restricted and procedure.restrict and positions_of(play, player) - {position}:
        yield "restricted_to_one_position", found, "the one position played already", procedure.restrict
    box = play.boxes.get(position)
    seat = box.seat if box else Seat(position, {})
    alone = wager == "progressive" and not has_own_companion(setup, seat, player)
    if alone or not has_companion(setup, seat, wager):
        yield "companion_missing", found, f"{_companions(setup, wager)} there first", procedure.side_bets
    if wager in layout.same_limits:
        for other in layout.same_limits:
            theirs = share_of(seat.wagers.get(other), player)
            if other != wager and theirs and theirs != amount:
                yield "unequal_wagers", found, f"{dollars(theirs)}, equal to {other}", equal_clause(setup)
                break
    limit = setup.limits.get(wager)
    if limit is not None:
        lying = seat.wagers[wager].amount if wager in seat.wagers else 0
        yield from limit_faults(setup, wager, Cents(lying + amount), found)


def has_own_companion(setup: TableSetup, seat: Seat, player: str) -> bool:
    """A progressive wager goes beside an entry in which the player has chips himself."""
    companions = setup.rules.ENTRY_RULES.companions["progressive"]
    return any(share_of(seat.wagers.get(companion), player) for companion in companions)


def _companions(setup: TableSetup, wager: str) -> str:
    if setup.areas.same_limits:
        return " and ".join(setup.areas.same_limits)
    return " or ".join(sorted(setup.rules.ENTRY_RULES.companions[wager]))


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
            notes += [Note(wager, each[0], each[3]) for each in limit_faults(setup, wager, lies.amount, wager)]
    for wager, lies in box.later.items():
        notes += later_notes(setup, seat, wager, lies.amount)
    return tuple(notes)


def equal_clause(setup: TableSetup) -> str:
    return "1.1.2" if setup.game == "mbs-uth" else "1.1.1"


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


def limit_faults(setup: TableSetup, wager: str, total: Cents, found: str) -> Iterator[Soft]:
    """The limits bind the whole of a wager, whoever's chips it is made of (R34)."""
    limit = setup.limits[wager]
    assert limit.minimum is not None
    assert limit.maximum is not None
    over, under = ("5.1", "5.2") if setup.game == "rws-3cp" else (setup.procedure.limits, setup.procedure.limits)
    if total > limit.maximum:
        yield "over_maximum", found, f"at most {dollars(limit.maximum)} there", over
    if total < limit.minimum:
        yield "under_minimum", found, f"at least {dollars(limit.minimum)} there", under


def raise_wager(table: Table, command: RaiseWager) -> Decided:
    """A wager on its area made larger; those that must be equal rise together."""
    setup, procedure = table.rules, table.rules.procedure
    play = open_play(table, procedure.late)
    if isinstance(play, Refused):
        return play
    player, position, amount = command.player, command.position, command.amount
    if refused := for_player(command.by, player, "a wager") or at_table(table, player):
        return refused
    found = f"{command.wager} raised by {dollars(amount)} at position {position}"
    if amount <= 0:
        return Refused("amount_not_positive", found, "more than 0.00")
    together = _together(setup.areas, play, player, position, command.wager)
    if not together:
        return Refused("no_wager_there", found, f"a wager of {player}", procedure.areas)
    if amount * len(together) > table.players[player].available:
        most = Cents(table.players[player].available // len(together))
        return Refused("not_enough_chips", found, f"at most {dollars(most)}, the chips of {player}")
    for wager in together:
        total = Cents(play.boxes[position].seat.wagers[wager].amount + amount)
        if wager == "progressive":
            if refused := units_fault(setup, total, found) or too_much_fault(setup, play, amount, found):
                return refused
            continue
        for code, _, expected, clause in limit_faults(setup, wager, total, found):
            return Refused(code, found, expected, clause)
    return tuple(WagerRaised(player, position, wager, amount, command.by.id) for wager in together)


def _together(layout: Layout, play: Play, player: str, position: int, wager: str) -> list[str]:
    """The player's wager, and those there that must stay equal to it; none where he has none."""
    box = play.boxes.get(position)
    if box is None or not share_of(box.seat.wagers.get(wager), player):
        return []
    group = layout.same_limits if wager in layout.same_limits else (wager,)
    return [each for each in group if share_of(box.seat.wagers.get(each), player)]


def take_back_wager(table: Table, command: TakeBackWager) -> Decided:
    """While bets are open; a side bet left without its companion wants one, or wants to be cancelled too."""
    setup, procedure = table.rules, table.rules.procedure
    play = open_play(table, procedure.withdrawn)
    if isinstance(play, Refused):
        return play
    player, position = command.player, command.position
    if refused := for_player(command.by, player, "a wager"):
        return refused
    together = _together(setup.areas, play, player, position, command.wager)
    if not together:
        found = f"{command.wager} at position {position}"
        return Refused("no_wager_there", found, f"a wager of {player}", procedure.areas)
    wagers = play.boxes[position].seat.wagers
    if _rides_on_others(setup, play.boxes[position].seat, player, together):
        together = [*together, "progressive"]
    taken: list[Event] = [
        WagerTakenBack(player, position, wager, share_of(wagers[wager], player), command.by.id) for wager in together
    ]
    return (*taken, *left_alone(table, play, player, position, together))


def _rides_on_others(setup: TableSetup, seat: Seat, player: str, taken: list[str]) -> bool:
    """Whether the player's progressive would be left beside other players' entry only: then it comes back too."""
    if "progressive" in taken or not share_of(seat.wagers.get("progressive"), player):
        return False
    left = structs.replace(seat, wagers={each: lies for each, lies in seat.wagers.items() if each not in taken})
    entry_stays = any(seat.wagers[each].amount > share_of(seat.wagers[each], player) for each in taken)
    return entry_stays and not has_own_companion(setup, left, player)


def left_alone(table: Table, play: Play, player: str, position: int, taken: list[str]) -> Iterator[Event]:
    """Side bets that lose their companion with what is taken back."""
    seat = play.boxes[position].seat
    left = {
        name: wager
        for name, wager in seat.wagers.items()
        if name not in taken or share_of(wager, player) < wager.amount
    }
    after = structs.replace(seat, wagers=left)
    for each, wager in left.items():
        if not has_companion(table.rules, after, each):
            yield CompanionAsked(str(wager.shares[0].player), position, each, table.rules.procedure.alone)
