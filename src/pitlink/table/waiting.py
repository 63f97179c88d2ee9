"""More time for the player whose answer or bets are waited for. How long that is, whoever keeps the clock says."""

from pitlink.refusals import Refused
from pitlink.table.commands import AskForTime
from pitlink.table.deciding import is_there
from pitlink.table.events import TimeGiven
from pitlink.table.seating import Decided, may_not_play
from pitlink.table.showing import shown_by_dealer
from pitlink.table.state import Play, Table


def ask_for_time(table: Table, command: AskForTime) -> Decided:
    """As often a round as the table allows for each hand, whatever its player is asked about (R102)."""
    play, position = table.play, command.position
    found = f"more time at position {position}"
    if play is not None and play.due.step == "close":
        return _to_bet(table, play, command, found)
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
        return _no_more(found, most)
    return (TimeGiven(position, command.by.id, box.more_time + 1, "R102"),)


def _to_bet(table: Table, play: Play, command: AskForTime, found: str) -> Decided:
    """While bets are open: whoever sits there, once a round whatever he plays; none where the table allows none."""
    player = command.by.id
    if command.by.is_staff or table.seats.get(command.position) != player:
        return Refused("not_seated_there", f"{found} by {player}", "the player who sits there", "R102")
    if refused := may_not_play(table, player):
        return refused
    most = min(1, table.rules.more_time)
    if play.more_to_bet.count(player) >= most:
        return _no_more(f"{found} while bets are open", most)
    return (TimeGiven(command.position, player, 1, "R102"),)


def _no_more(found: str, most: int) -> Refused:
    times = "once" if most == 1 else f"{most} times"
    return Refused("no_more_time", found, f"at most {times} a round, as the table allows", "R102")
