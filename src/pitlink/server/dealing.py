"""A software dealer at one table, with a clock: whatever the procedure wants next, when its time has come.

Every step follows from the table as it stands. After a restart the dealer looks at the table and goes on; what was
waited for gets its full time again, since the clock starts when the dealer first sees it.
"""

import asyncio
import logging
import random
from collections.abc import Mapping
from itertools import count
from typing import Final

from msgspec import Struct, structs

from pitlink import pit
from pitlink.bots.deck import SealedDeck
from pitlink.bots.house import (
    BUY_IN,
    DEALER,
    ENOUGH,
    OFFICER,
    by_the_house,
    closing,
    handing_back,
    somebody_bets,
    without_answer,
)
from pitlink.bots.players import Mind
from pitlink.people import Person
from pitlink.refusals import Refused
from pitlink.server.live import Live
from pitlink.store import Request, Unavailable
from pitlink.store.streams import table_stream
from pitlink.table import AnyCommand, Table
from pitlink.table import commands as ask
from pitlink.table.state import Play
from pitlink.table.views import Viewer, view

BY_OFFICERS: Final = ("verify_claims", "approve_claims", "pay_claims")
NOT_ON_RECORD: Final = "Nothing of the kind is on the record of this table."

log = logging.getLogger("pitlink.dealer")


class Pace(Struct, frozen=True):
    """Seconds: for people to bet and to decide, for bots to think, from card to card, from round to round."""

    betting: float = 15.0
    decision: float = 25.0
    bot: float = 0.7
    step: float = 0.3
    between: float = 4.0
    ruling: float = 20.0

    def times(self, speed: float) -> "Pace":
        """So many times as quick."""
        return Pace(*(seconds / speed for seconds in structs.astuple(self)))


FULL_SPEED: Final = Pace(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


class Move(Struct, frozen=True):
    """What is to be done once it has been due for so long. The same `key` is the same thing waited for."""

    key: tuple[object, ...]
    seconds: float
    command: AnyCommand
    deck: SealedDeck | None = None


class SoftwareDealer:
    """Deals wherever it is the table's dealer; while somebody else is, it looks on."""

    def __init__(self, live: Live, name: str, minds: Mapping[str, Mind], pace: Pace, dice: random.Random) -> None:
        self.name = name
        self._live, self._minds, self._pace, self._dice = live, minds, pace, dice
        self._deck: tuple[int, SealedDeck | None] = (0, None)  # of which round
        self._content: set[str] = set()  # bots that want no more wagers in this round
        self._round = 0
        self._waiting: tuple[tuple[object, ...], float] = ((), 0.0)  # for what, and since when
        self._refused_at = (-1, -1)  # the versions of table and link that have refused
        self._ids = count(1)

    async def run(self) -> None:
        now = asyncio.get_running_loop().time
        with self._live.followed(table_stream(self.name)) as waker:
            while not self._live.stopping:
                move = await self._move()
                if move is None:
                    await waker.wait()
                    continue
                if move.key != self._waiting[0]:
                    self._waiting = (move.key, now())
                left = self._waiting[1] + move.seconds - now()
                if left > 0:
                    await waker.wait(left)
                else:
                    await self._do(move)

    async def _do(self, move: Move) -> None:
        versions, id = self._versions, f"{self._live.store.process} {self.name} {next(self._ids)}"
        try:
            async with self._live.dealing(self.name):
                if self._versions[0] != versions[0]:
                    return  # somebody has acted meanwhile
                answer = await self._live.submit(Request(id, self._stream, move.command, move.deck))
        except Unavailable as away:
            log.warning("table %s waits: %s", self.name, away)
            await asyncio.sleep(1.0)
            return
        if not isinstance(answer, Refused) and move.deck is not None:
            self._deck = (self._table.rounds, move.deck)
        if isinstance(answer, Refused):
            self._refused_at = versions
            log.warning("table %s refuses %s: %s", self.name, type(move.command).__name__, answer.code)  # names no card

    @property
    def _table(self) -> Table:
        return self._live.tables[self.name]

    @property
    def _versions(self) -> tuple[int, int]:
        """What an answer depends on: a claim, for one, may have to wait for that of another table."""
        table = self._table
        link = self._live.links.get(table.setup.link or "") if table.setup is not None else None
        return table.version, 0 if link is None else link.version

    @property
    def _stream(self) -> str:
        return table_stream(self.name)

    # What is due

    async def _move(self) -> Move | None:
        """None where there is nothing to do before the table changes."""
        table = self._table
        if not table.open or self._versions == self._refused_at:
            return None
        play = table.play
        if table.dealer != DEALER.id:
            return self._beside_a_person(table, play)
        if play is None or play.due.step == "call":
            return self._call(table)
        if play.due.step in ("deal", "open_deck") and self._deck[0] != play.number:
            self._deck = (play.number, await asyncio.to_thread(self._live.store.deck, self.name))
        match play.due.step:
            case "close":
                return self._bet_or_close(table)
            case "rule":
                return self._dismiss(table, play)
            case "decide" | "show" | "answer":
                return self._ask(table, play)
            case step if step in BY_OFFICERS and not table.rules.unattended:
                return None
            case step:
                command = by_the_house(table, self._deck[1])
                return None if command is None else Move((table.version, step), self._pace.step, command)

    def _beside_a_person(self, table: Table, play: Play | None) -> Move | None:
        """Bots play on, whoever deals."""
        match None if play is None else play.due.step:
            case "close":
                return self._bet(table)
            case "decide" | "show" | "answer":
                assert play is not None
                move = self._ask(table, play)
                return move if move.command.by != DEALER else None
            case _:
                return None

    def _call(self, table: Table) -> Move | None:
        """Once there is somebody to play."""
        if not any(table.players[name].present for name in table.seats.values()):
            return None
        return Move(("call", table.rounds), self._pace.between if table.rounds else 0.0, ask.CallBets(DEALER))

    def _bet(self, table: Table) -> Move | None:
        """What the next bot puts on the layout; None when they are all content."""
        if table.rounds != self._round:
            self._round, self._content = table.rounds, set()
        for name in table.seats.values():
            mind = self._minds.get(name)
            if mind is not None and name not in self._content:
                if table.players[name].available < ENOUGH:
                    return Move((table.version,), 0.0, ask.BuyIn(DEALER, name, BUY_IN))
                command = self._answer_of(name, mind)
                if command is not None:
                    return Move((table.version,), self._pace.bot, command)
                self._content.add(name)
        return None

    def _bet_or_close(self, table: Table) -> Move | None:
        move = self._bet(table)
        if move is not None or not somebody_bets(table):
            return move
        people = any(table.players[name].present and name not in self._minds for name in table.seats.values())
        seconds = self._pace.betting if people else self._pace.step
        for command in handing_back(table):
            return Move(("close", table.rounds), seconds, command)
        command, deck = closing(table, self._live.floor_of(self.name).links.get(table.rules.link or ""), self._dice)
        return Move(("close", table.rounds), seconds, command, deck)

    def _ask(self, table: Table, play: Play) -> Move:
        """A bot answers by itself; a person has his time, and then silence is taken for what it is (R102)."""
        due, box = play.due, play.boxes[play.due.position]
        name = str(box.seat.player)
        mind = self._minds.get(name)
        if mind is not None:
            return Move((table.version,), self._pace.bot, self._answer_of(name, mind) or without_answer(table))
        key = (play.number, due.step, due.position, len(box.seat.decisions), box.asked)
        return Move(key, self._pace.decision, without_answer(table))

    def _dismiss(self, table: Table, play: Play) -> Move | None:
        """At a table that runs by itself everything is on record; a person with the post may rule before."""
        if not table.rules.unattended or play.report is None:
            return None
        key = ("rule", play.number, play.report.what)
        return Move(key, self._pace.ruling, ask.DismissReport(OFFICER, NOT_ON_RECORD))

    def _answer_of(self, name: str, mind: Mind) -> AnyCommand | None:
        floor = self._live.floor_of(self.name)
        table = floor.tables[self.name]
        seen = view(table, Viewer(name, "player"), floor.links.get(table.rules.link or ""))
        return mind(seen, pit.offered(floor, self.name, Person(name, "player"), reporting=False))
