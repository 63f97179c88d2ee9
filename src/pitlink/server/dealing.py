"""A software dealer at one table, with a clock: whatever the procedure wants next, when its time has come.

Every step follows from the table as it stands. After a restart the dealer looks at the table and goes on; what was
waited for gets its full time again, since the clock starts when the dealer first sees it.
"""

import asyncio
import logging
import random
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Final

from msgspec import Struct, structs

from pitlink import pit
from pitlink.bots.deck import SealedDeck
from pitlink.bots.house import (
    BUY_IN,
    DEALER,
    ENOUGH,
    by_the_house,
    closing,
    dismissing,
    handing_back,
    somebody_bets,
    without_answer,
)
from pitlink.bots.players import Mind
from pitlink.people import Person
from pitlink.refusals import Refused
from pitlink.server.clocks import Running, Timing, due_of
from pitlink.server.live import BEAT_S, Live, dealer_at, sign_at
from pitlink.server.waking import Waker
from pitlink.store import Request, Unavailable
from pitlink.store.streams import table_stream
from pitlink.table import AnyCommand, Table
from pitlink.table import commands as ask
from pitlink.table.faults import positions_of
from pitlink.table.showing import shown_by_dealer
from pitlink.table.state import Play, Player
from pitlink.table.views import Viewer, view

IDLE_ROUNDS: Final = 5
NEVER: Final = (-1, -1)
ALONE: Final = (ask.DismissReport,)  # the table answers from what it knows, whatever its link does
BY_OFFICERS: Final = ("verify_claims", "approve_claims", "pay_claims")

log = logging.getLogger("pitlink.dealer")


class Pace(Struct, frozen=True):
    """Seconds: for people to bet and to decide, for bots to think, from step to step, from round to round.

    `ruling` is for people to rule, `more` what a player gets who asks for time, `away` how long the clock of one stands
    still whose connection is lost, `reading` how long a result lies there that a person may want to read, `card` the
    time from card to card of a deal.
    """

    betting: float = 15.0
    decision: float = 45.0
    bot: float = 0.5
    step: float = 0.25
    between: float = 3.0
    ruling: float = 20.0
    more: float = 30.0
    away: float = 60.0
    reading: float = 8.0
    card: float = 0.1

    def times(self, speed: float) -> "Pace":
        """So many times as quick."""
        return Pace(*(seconds / speed for seconds in structs.astuple(self)))


FULL_SPEED: Final = Pace(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


class Move(Struct, frozen=True):
    """What is to be done once it has been due for so long. The same `key` is the same thing waited for.

    It is due from when it is first thought of, or `since` when it says.
    """

    key: tuple[object, ...]
    seconds: float
    command: AnyCommand
    deck: SealedDeck | None = None
    since: float | None = None
    timing: Timing | None = None  # what people have time for meanwhile


class TimeToBet(Struct, frozen=True):
    """Of which round it is, since when it counts, and whom it was given to."""

    round: int = 0
    since: float | None = None
    people: frozenset[str] = frozenset()


class SoftwareDealer:
    """Deals wherever it is the table's dealer; while somebody else is, it looks on."""

    def __init__(self, live: Live, name: str, minds: Mapping[str, Mind], pace: Pace, dice: random.Random) -> None:
        self.name = name
        self._live, self._minds, self._pace, self._dice = live, minds, pace, dice
        self._deck: tuple[int, SealedDeck | None] = (0, None)  # of which round
        self._content: set[str] = set()  # bots that want no more wagers in this round
        self._round = 0
        self._time_to_bet = TimeToBet()
        self._now = asyncio.get_running_loop().time
        self._bet_in: dict[str, int] = {}  # the last round in which each who is seated has bet, or sat down
        self._waiting: tuple[tuple[object, ...], float] = ((), 0.0)  # for what, and since when
        self._asked_for: tuple[tuple[object, ...], int] = ((), 0)  # for what, and how often more time was given before
        self._stopped: float | None = None  # since when the clock stands still
        self._excused: tuple[int, set[str]] = (0, set())  # of which round, for whom it has
        self._refused_at: tuple[int, ...] = NEVER  # the versions that have refused: of the table, and of the link
        self._ids = count(1)
        self._acted = 0  # how often, from here

    async def run(self) -> None:
        with self._live.followed(dealer_at(self.name), sign_at(self.name)) as waker:
            while not self._live.stopping:
                try:
                    await self._deal(waker)
                except Unavailable as away:
                    log.warning("table %s waits: %s", self.name, away)
                    await asyncio.sleep(1.0)
                except Exception:  # of one table, which is looked at again; no other waits for it
                    log.exception("the dealer of table %s has failed", self.name)
                    await asyncio.sleep(10.0)

    async def _deal(self, waker: Waker) -> None:
        now = self._now
        move, at = None, NEVER
        while not self._live.stopping:
            if self._versions[0] != at[0] or (move is None and self._versions != at):
                async with self._live.dealers:
                    at = self._versions
                    move = await self._move()
            if move is None:
                self._live.set_clock(self.name, None)
                await waker.wait()
                continue
            if move.key != self._waiting[0]:
                self._waiting, self._stopped = (move.key, now()), None
            self._stop_or_go_on(move.timing)
            since = self._waiting[1] if move.since is None else move.since
            self._show_clock(move.timing, since)
            if self._stopped is not None:
                await waker.wait(max(0.0, self._stopped + self._pace.away - now()))
                continue
            left = since + move.seconds - now()
            if left > 0:
                await waker.wait(left)
            else:
                async with self._live.dealers:
                    await self._do(move, at)
                at = NEVER

    def _show_clock(self, timing: Timing | None, since: float) -> None:
        """Unless it is over before anybody can read it."""
        due = due_of(self._table)
        if timing is None or due is None or timing.seconds < BEAT_S:
            self._live.set_clock(self.name, None)
        else:
            ends = (since if timing.since is None else timing.since) + timing.seconds
            stopped = None if self._stopped is None else max(0.0, ends - self._stopped)
            self._live.set_clock(self.name, Running(due, timing, ends, stopped))

    def _stop_or_go_on(self, timing: Timing | None) -> None:
        """A lost connection stops the clock of whoever is asked until he is back, for a time, once a round (R102)."""
        player = None if timing is None else timing.player
        lost = player is not None and self._live.has_lost(self.name, player)
        if self._stopped is not None:
            stood = min(self._now() - self._stopped, self._pace.away)
            if not lost or stood == self._pace.away:
                self._waiting, self._stopped = (self._waiting[0], self._waiting[1] + stood), None
            return
        if self._excused[0] != self._table.rounds:
            self._excused = (self._table.rounds, set())
        if lost and player is not None and player not in self._excused[1] and self._pace.away > 0:
            self._excused[1].add(player)
            self._stopped = self._now()

    async def _do(self, move: Move, at: tuple[int, int]) -> None:
        """Unless somebody has acted since it was thought of, at these versions; the link may still refuse."""
        async with self._live.dealing(self.name):
            if self._versions[0] != at[0]:
                return
            id = f"{self._live.store.process} {self.name} {next(self._ids)}"
            answer = await self._live.submit(Request(id, self._stream, move.command, move.deck))
        if isinstance(answer, Refused):
            self._refused_at = at[:1] if isinstance(move.command, ALONE) else at
            self._live.metrics.refusals.labels(answer.code).inc()
            log.warning("table %s refuses %s: %s", self.name, type(move.command).__name__, answer.code)  # names no card
            return
        self._acted += 1
        if move.deck is not None:
            self._deck = (self._table.rounds, move.deck)

    @property
    def _table(self) -> Table:
        return self._live.tables[self.name]

    @property
    def _turn(self) -> tuple[int, int]:
        """What a wait is for, beside its step: others who come, go or bet meanwhile do not make it begin anew."""
        return self._table.rounds, self._acted

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
        if not table.open or self._versions[: len(self._refused_at)] == self._refused_at:
            return None
        play = table.play
        if table.dealer != DEALER.id or table.rules.cards != "sealed_deck":
            self._bet_in = {}
            return self._beside_a_person(table, play)
        if play is None or play.due.step == "call":
            return self._call(table)
        if play.due.step in ("deal", "open_deck") and self._deck[0] != play.number:
            self._deck = (play.number, await asyncio.to_thread(self._live.store.deck, self.name))
        match play.due.step:
            case "close":
                return self._bet_or_close(table, play)
            case "rule":
                return self._dismiss(table, play)
            case "decide" | "show" | "answer":
                return self._ask(table, play)
            case step if step in BY_OFFICERS and not table.rules.unattended:
                return None
            case step:
                command = by_the_house(table, self._deck[1])
                seconds = self._pace.card if step == "deal" else self._pace.step
                return None if command is None else Move((*self._turn, step), seconds, command)

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
        """Once there is somebody to play. Who has not bet for long makes room, and keeps his chips."""
        for position, name in self._idle(table):
            return Move((*self._turn, "stand"), 0.0, ask.Stand(DEALER, name, position))
        if not any(table.players[name].present for name in table.seats.values()):
            return None
        return Move(("call", table.rounds), self._until_call(table), ask.CallBets(DEALER))

    def _until_call(self, table: Table) -> float:
        """Nobody waits for the first round; people read what became of their bets."""
        if table.play is None:
            return 0.0
        people = (name for name, player in table.players.items() if player.present and name not in self._minds)
        read = any(positions_of(table.play, name) for name in people)
        return self._pace.reading if read else self._pace.between

    def _idle(self, table: Table) -> Iterator[tuple[int, str]]:
        self._bet_in = {name: self._bet_in.get(name, table.rounds) for name in table.seats.values()}
        for position, name in table.seats.items():
            if table.play is not None and positions_of(table.play, name):
                self._bet_in[name] = table.rounds
            if name not in self._minds and table.rounds - self._bet_in[name] >= IDLE_ROUNDS:
                yield position, name

    def _bet(self, table: Table) -> Move | None:
        """What the next bot puts on the layout; None when they are all content."""
        if table.rounds != self._round:
            self._round, self._content = table.rounds, set()
        for name in table.seats.values():
            mind = self._minds.get(name)
            if mind is not None and name not in self._content:
                if table.players[name].available < ENOUGH:
                    return Move((*self._turn, "buy"), 0.0, ask.BuyIn(DEALER, name, BUY_IN))
                command = self._answer_of(name, mind)
                if command is not None:
                    return Move((*self._turn, "bet", name), self._pace.bot, command)
                self._content.add(name)
        return None

    def _bet_or_close(self, table: Table, play: Play) -> Move | None:
        """People have their time from the first wager of the round on, and more if they ask for it (R102)."""
        move = self._bet(table)
        if not somebody_bets(table):
            self._time_to_bet = TimeToBet()
            return move
        people = {name for name, player in self._at(table) if player.present and name not in self._minds}
        since = self._bets_since(play, people, move)
        timing = Timing("bets", self._pace.betting + self._pace.more * len(play.more_to_bet), since=since)
        if move is not None:
            return structs.replace(move, timing=timing if people and since is not None else None)
        link = self._live.links.get(table.rules.link or "")
        for command in handing_back(table, link):
            return Move((*self._turn, "hand back"), self._pace.step, command)
        command, deck = closing(table, link, self._dice)
        if not people:
            return Move(("close", table.rounds), self._pace.step, command, deck)
        return Move(("close", table.rounds), timing.seconds, command, deck, since, timing)

    def _bets_since(self, play: Play, people: set[str], move: Move | None) -> float | None:
        """Since when the time to bet counts; None as long as it does not.

        Bots are quicker than people: what they take to bet is nobody's time who has not bet yet, and whoever sits down
        meanwhile has all of it.
        """
        time = self._time_to_bet if self._time_to_bet.round == play.number else TimeToBet(play.number)
        yet = {name for name in people if not positions_of(play, name)}
        since = None if yet - time.people or (yet and move is not None) else time.since
        if since is None and (move is None or not yet):
            since = self._now()
        self._time_to_bet = TimeToBet(play.number, since, time.people | people)
        return since

    def _at(self, table: Table) -> Iterator[tuple[str, Player]]:
        """Who sits there, or has chips on the layout."""
        for name, player in table.players.items():
            if name in table.seats.values() or (table.play is not None and positions_of(table.play, name)):
                yield name, player

    def _ask(self, table: Table, play: Play) -> Move:
        """A bot answers by itself; a person has his time, and then silence is taken for what it is (R102)."""
        due, box = play.due, play.boxes[play.due.position]
        assert due.step in ("decide", "show", "answer")
        name = str(box.seat.player)
        mind = self._minds.get(name)
        if mind is not None:
            answer = self._answer_of(name, mind) or without_answer(table)
            return Move((*self._turn, due.step, due.position), self._pace.bot, answer)
        if due.step == "show" and shown_by_dealer(table.rules, box):
            return Move((*self._turn, due.step, due.position), self._pace.step, without_answer(table))
        key = (play.number, due.step, due.position, len(box.seat.decisions), box.asked)
        if self._asked_for[0] != key:
            self._asked_for = (key, box.more_time)
        more = self._pace.more * (box.more_time - self._asked_for[1])
        timing = Timing(due.step, self._pace.decision + more, due.position, name)
        return Move(key, timing.seconds, without_answer(table), timing=timing)

    def _dismiss(self, table: Table, play: Play) -> Move | None:
        """At a table that runs by itself everything is on record; a person with the post may rule before (R117)."""
        command = dismissing(table) if table.rules.unattended else None
        if command is None:
            return None
        key = ("rule", play.number, len(play.dismissed), play.report)  # each has its full time
        timing = Timing("rule", self._pace.ruling)
        return Move(key, timing.seconds, command, timing=timing)

    def _answer_of(self, name: str, mind: Mind) -> AnyCommand | None:
        floor = self._live.floor_of(self.name)
        table = floor.tables[self.name]
        seen = view(table, Viewer(name, "player"), floor.links.get(table.rules.link or ""))
        return mind(seen, pit.offered(floor, self.name, Person(name, "player"), "own_play"))
