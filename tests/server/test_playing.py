"""A person sits down among bots, bets, decides and is paid, at each of the five games, over HTTP."""

from concurrent.futures import ThreadPoolExecutor

from pitlink.client import Pit, Rejected
from pitlink.table.options import Option
from pitlink.table.views import TableView
from tests.server.running import Running

TABLES = ("THB 1", "3CP 1", "UTH 1", "LIR 1", "M3P 1")


def sit_down(pit: Pit, table: str) -> int:
    pit.do(table, "Join")
    pit.do(table, "BuyIn", amount=1_000_00)
    free = next(each.position for each in pit.table(table).positions if each.seated is None)
    pit.do(table, "Sit", position=free)
    return free


def act(pit: Pit, table: str, position: int, options: tuple[Option, ...]) -> None:
    """The least wagers on one's own place; one look; the first choice that goes on; the hand turned up."""
    mine = [option for option in options if option.position == position]
    for option in mine:
        if option.command == "PlaceWager" and option.amounts is not None and option.wager != "progressive":
            pit.do(table, "PlaceWager", position=position, wager=option.wager, amount=option.amounts.least)
            return
    for name in ("Look", "Decide", "ShowHand"):
        for option in mine:
            if option.command == name and option.choice != "fold":
                fields = {"choice": option.choice} if name == "Decide" else {}
                pit.do(table, name, position=position, **fields)
                return


def play_a_round(pit: Pit, table: str, position: int) -> TableView:
    """From the feed alone; the view in which the round is settled."""
    for message in pit.follow(table):
        if message.view is None:
            continue
        mine = message.view.positions[position - 1]
        if mine.lines:
            return message.view
        try:
            act(pit, table, position, message.options or ())
        except Rejected as late:  # the dealer was quicker
            if late.problem.status != 409:
                raise
    raise AssertionError("the feed has ended")


def test_a_guest_bets_decides_and_is_paid_at_each_of_the_five_games(pit: Running) -> None:
    with ThreadPoolExecutor(len(TABLES)) as people:
        list(people.map(lambda table: check_a_round(pit, table), TABLES))


def check_a_round(pit: Running, table: str) -> None:
    name = f"Zoe at {table}"
    with pit.guest(name) as zoe:
        position = sit_down(zoe, table)
        seen = play_a_round(zoe, table, position)
        lines = seen.positions[position - 1].lines
        assert all(line.rule for line in lines)
        won = sum(line.pays + line.returned - line.stake for line in lines)
        after = next(each.view for each in zoe.follow(table) if each.view is not None and each.view.round > seen.round)
        assert after.players[name].chips == 1_000_00 + won  # final with the next call
