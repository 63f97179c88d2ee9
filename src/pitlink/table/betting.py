"""From "Place your bets, please" to "No more bets".

A player's own wager is refused at once when it breaks a rule. What the dealer records is how chips lie: it is accepted
with its faults noted, and judged when bets are closed or the round is settled.
"""

from collections.abc import Iterator

from msgspec import structs

from pitlink.cards import CARD_OF, name
from pitlink.games.layout import Layout
from pitlink.games.round import Seat
from pitlink.jackpot.link import Stake
from pitlink.money import Cents, dollars
from pitlink.refusals import Refused, needs
from pitlink.table.aftermath import may_not_bet, may_not_call, stranded
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
    OneHandTold,
    WagerPlaced,
    WagerRaised,
    WagerTakenBack,
)
from pitlink.table.faults import (
    decider,
    hard_fault,
    has_companion,
    has_own_companion,
    limit_faults,
    positions_of,
    share_of,
    soft_faults,
    too_much_fault,
    units_fault,
)
from pitlink.table.seal import is_seal
from pitlink.table.seating import Decided, at_table, for_player, may_not_play
from pitlink.table.setup import TableSetup
from pitlink.table.state import Play, Table

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
    return may_not_call(table) or (BetsCalled(table.rounds + 1, command.by.id, clause),)


def close_bets(table: Table, command: CloseBets) -> Decided:
    setup, play = table.rules, table.play
    procedure = setup.procedure
    if refused := needs("dealer", command.by, "closing bets", procedure.close):
        return refused
    if play is None or play.closed:
        return Refused("bets_are_not_open", "no bets are open", "the call for bets first", procedure.call)
    if not any(setup.areas.takes_part(box.seat.wagers) for box in play.boxes.values()):
        return Refused("no_entry", "no position with an entry", "one entry or more", setup.areas.entry_clause)
    if lie := stranded(table):
        found = f"progressive wagers at positions {', '.join(map(str, lie))}, where the jackpot does not work"
        return Refused("progressive_lies_there", found, "taken back first, by the players or for them", "R112")
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
    for fault in soft_faults(table, play, player, position, wager, amount):
        return fault
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


def raise_wager(table: Table, command: RaiseWager) -> Decided:
    """A wager on its area made larger; those that must be equal rise together."""
    setup, procedure = table.rules, table.rules.procedure
    play = open_play(table, procedure.late)
    if isinstance(play, Refused):
        return play
    player, position, amount = command.player, command.position, command.amount
    if refused := for_player(command.by, player, "a wager") or at_table(table, player) or may_not_play(table, player):
        return refused
    if refused := may_not_bet(table, position, command.wager):
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
        for fault in limit_faults(setup, wager, total, found):
            return fault
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
