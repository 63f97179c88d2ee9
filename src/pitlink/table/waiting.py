"""More time for the player whose answer the round waits for. How long that is, whoever keeps the clock says."""

from pitlink.refusals import Refused
from pitlink.table.commands import AskForTime
from pitlink.table.deciding import is_there
from pitlink.table.events import TimeGiven
from pitlink.table.seating import Decided
from pitlink.table.showing import shown_by_dealer
from pitlink.table.state import Table


def ask_for_time(table: Table, command: AskForTime) -> Decided:
    """As often a round as the table allows for each hand, whatever its player is asked about (R102)."""
    play, position = table.play, command.position
    found = f"more time at position {position}"
    if play is None or play.due.step not in ("decide", "show", "answer"):
        return Refused("nobody_is_asked", found, "a moment at which a player's answer is waited for", "R102")
    if play.due.position != position:
        return Refused("not_your_turn", found, f"position {play.due.position}, whose turn it is", play.due.clause)
    box = play.boxes[position]
    if command.by.is_staff or command.by.id != box.seat.player:
        return Refused("not_your_hand", f"{found} by {command.by.id}", f"{box.seat.player}, who decides there", "R35")
    if play.due.step == "show" and (clause := shown_by_dealer(table.rules, box)):
        return Refused("dealer_shows", found, "a hand that its player turns up", clause)
    if refused := is_there(table, box, "more time"):
        return refused
    most = table.rules.more_time
    if box.more_time >= most:
        times = "once" if most == 1 else f"{most} times"
        return Refused("no_more_time", found, f"at most {times} a round, as the table allows", "R102")
    return (TimeGiven(position, command.by.id, box.more_time + 1, "R102"),)
