"""Examples of the large answers, taken from a real table: dealt with fixed dice until a player is asked at the flop."""

import random
from collections.abc import Mapping
from functools import cache
from typing import Final

from pitlink import pit
from pitlink.bots.house import DEALER, OWNER, by_the_house, closing
from pitlink.bots.tables import RunningTable
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.pit import Floor, Recorded
from pitlink.pit.floorkeys import told
from pitlink.pit.floorplan import carried_out, steps
from pitlink.server.feeds import line_of
from pitlink.server.hits import Hits, sign_with
from pitlink.server.messages import Clock, FloorMessage, LinkMessage, TableMessage
from pitlink.server.opening import example
from pitlink.server.roles import Caller
from pitlink.server.telling import told_of
from pitlink.store import Stored
from pitlink.store.record import body_of
from pitlink.table import commands as ask
from pitlink.table.state import Play
from pitlink.table.views import Viewer, view

TABLE, LINK, ZOE, PLACE = "UTH 1", "Megalink", "Zoe 2", 4
SEATS: Final = {"Bot Gwen": 1, ZOE: PLACE}
BETS: Final = {"ante": 10_00, "blind": 10_00, "trips": 10_00, "progressive": 5_00}
AT_US: Final = 1_763_400_000_000_000
POSITION: Final = 4711  # of the log


@cache
def sampled() -> Mapping[str, object]:
    """By the name of the schema."""
    running = _asked_at_the_flop()
    table, link = running.table, running.floor.links[LINK]
    sign = sign_with(link, Hits(), dict(running.floor.tables))
    seen = view(table, Viewer(ZOE, "player"), link)
    offered = pit.offered(running.floor, TABLE, Person(ZOE, "player"), "but_reports")
    clock = Clock("decide", PLACE, 45.0, 38.5, ZOE)
    at_table, at_link = (_last(running, f"{kind}/{name}") for kind, name in (("table", TABLE), ("link", LINK)))
    caller = Caller(ZOE, "player")
    floor = carried_out(steps(example(), Floor(), OWNER), Floor())
    return {
        "TableView": seen,
        "TableMessage": TableMessage(
            table.version, events=(told_of(at_table, caller),), view=seen, options=offered, clock=clock
        ),
        "Options": offered,
        "LinkMessage": LinkMessage(link.version, sign, events=(told_of(at_link, caller),)),
        "FloorMessage": FloorMessage(POSITION, (line_of(TABLE, table),), (sign,), snapshot=True),
        "FloorKeys": told(floor, example()),
    }


def _asked_at_the_flop() -> RunningTable:
    running = RunningTable("mbs-uth", random.Random(3), TABLE, LINK)
    for name, position in SEATS.items():
        running.seat(name, position)
    running.do(ask.CallBets(DEALER))
    for name, position in SEATS.items():
        for wager, amount in BETS.items():
            running.do(ask.PlaceWager(Person(name, "player"), name, position, wager, Cents(amount)))
    close, running.deck = closing(running.table, running.floor.links[LINK], running.dice)
    running.do(close)
    while not _asked_again(running.play, PLACE):
        if command := by_the_house(running.table, running.deck):
            running.do(command)
            continue
        position = running.play.due.position
        person = Person(str(running.play.boxes[position].seat.player), "player")
        if not _asked_again(running.play, position):
            running.do(ask.Look(person, position))
        running.do(ask.Decide(person, position, "check"))
    return running


def _asked_again(play: Play, position: int) -> bool:
    due = play.due
    return due.step == "decide" and due.position == position and bool(play.boxes[position].seat.decisions)


def _last(running: RunningTable, stream: str) -> Stored:
    """The last event there, as the log would have it."""
    last: Recorded = next(each for each in reversed(running.history) if each.stream == stream)
    return Stored(POSITION, stream, last.version, 1, AT_US, last.by, "zoe 6", body_of(last.event), "")
