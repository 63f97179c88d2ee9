"""Tables under load in processes of their own, which may be killed, and a diary of what each of them was told.

A diary is a file. What is about to be sent is written into it before, and what was answered after the answer has come:
whoever reads it once the process is dead knows what was acknowledged, and what may or may not have happened.
"""

import multiprocessing
import os
import pickle
import random
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Final

import pytest
import sqlalchemy as sa
from msgspec import Struct

from pitlink.audit.verifying import Verified, verify
from pitlink.bots.deck import shuffled
from pitlink.bots.house import DEALER
from pitlink.bots.players import TEMPERAMENTS, Bot, Mind, mind_of
from pitlink.bots.tables import MOST_WAGERS, CannotGoOn, play_on, play_round
from pitlink.bots.trouble import moment
from pitlink.games import GAMES
from pitlink.refusals import Refused
from pitlink.store import Accepted, Answer, Desk, OwnedElsewhere, Request, Store, database, schema
from pitlink.store.playing import Till
from pitlink.table import AnyCommand
from pitlink.table import commands as ask
from tests.store.load_cards import StackedTable

TABLES: Final = {f"T{nth}": game for nth, game in enumerate((*GAMES, "rws-3cp"), start=1)}
ALL: Final = bool(os.environ.get("PITLINK_ALL"))  # many more of everything
PATIENCE_S: Final = 60.0  # with anything that must happen

LUCK: Final = 0.6  # of the rounds have jackpot hands
TROUBLE: Final = 0.1  # of them go wrong
KINDS: Final = ("sf -", "royal -", "sf sf")

# Children are forked by a process that has imported all this and opened nothing.
forks = multiprocessing.get_context("forkserver")
forks.set_forkserver_preload([__name__])


def link_of(game: str) -> str:
    return "L1" if game.startswith("mbs") else "L2"


# Diaries


class Sent(Struct, frozen=True):
    request: Request


class Answered(Struct, frozen=True):
    id: str
    answer: Answer


class Ended(Struct, frozen=True):
    """A table that is not played any further: `code` is that of a refusal, or the words of a fault."""

    table: str
    code: str


Note = Sent | Answered | Ended


class Diary:
    """Written by many threads, a note at a time."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def note(self, note: Note) -> None:
        os.write(self._file, pickle.dumps(note))

    def asking(self, ask: Callable[[Request], Answer]) -> Callable[[Request], Answer]:
        """The same, with a note before and after."""

        def noted(request: Request) -> Answer:
            self.note(Sent(request))
            answer = ask(request)
            self.note(Answered(request.id, answer))
            return answer

        return noted


class Told(Struct, frozen=True):
    """What a diary says: what was acknowledged, and what was sent without an answer."""

    answers: Mapping[str, Answer]
    open: tuple[Request, ...]
    ended: tuple[Ended, ...]

    @property
    def faults(self) -> list[str]:
        return [each.code for each in self.ended if each.code != "not_the_owner"]


def read(diary: Path) -> Told:
    answers: dict[str, Answer] = {}
    sent: dict[str, Request] = {}
    ended = []
    for note in _notes(diary):
        match note:
            case Sent():
                sent[note.request.id] = note.request
            case Answered():
                answers[note.id] = note.answer
            case Ended():
                ended.append(note)
    return Told(answers, tuple(each for each in sent.values() if each.id not in answers), tuple(ended))


def _notes(diary: Path) -> Iterator[Note]:
    if not diary.exists():
        return
    with diary.open("rb") as file:
        while True:
            try:
                yield pickle.load(file)
            except (EOFError, pickle.UnpicklingError):  # a last note that was being written
                return


# Working


class Job(Struct, frozen=True):
    """What a process does: take these tables and play at all of them at once, until the stop file is there."""

    books: str
    process: str
    diary: Path
    tables: Mapping[str, str]  # with their games
    seed: int
    lease_s: float = 0.3
    busy_ms: int = 10_000
    patience_s: float = 15.0

    @property
    def stop(self) -> Path:
        return self.diary.with_suffix(".stop")


class Process:
    """A process that works at a job."""

    def __init__(self, job: Job, target: Callable[[Job], None] | None = None) -> None:
        self.job = job
        self._process: ForkServerProcess = forks.Process(target=target or work, args=(job,), daemon=True)
        self._process.start()

    def signal(self, number: int) -> None:
        assert self._process.pid is not None
        os.kill(self._process.pid, number)

    def kill(self) -> None:
        self._process.kill()
        self.join()

    def join(self) -> int | None:
        self._process.join(PATIENCE_S)
        assert self._process.exitcode is not None, "it does not end"
        return self._process.exitcode

    def stop(self) -> None:
        """Let it end the commands it is at."""
        self.job.stop.touch()
        assert self.join() == 0

    def pause(self) -> None:
        """Stop it where it is."""
        self.signal(signal.SIGSTOP)
        until(lambda: self.paused)

    def resume(self) -> None:
        self.signal(signal.SIGCONT)

    @property
    def paused(self) -> bool:
        return Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    @property
    def told(self) -> Told:
        return read(self.job.diary)

    def wait_for_answers(self, more: int = 1) -> None:
        """So many more than there are now, at least."""
        enough = len(self.told.answers) + more
        until(lambda: len(self.told.answers) >= enough or not self.alive, pause_s=0.02)
        assert self.alive, self.told.faults

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, *_: object) -> None:
        if self.alive:
            self.kill()


def in_a_process(target: Callable[..., None], *arguments: object) -> None:
    """Run something in a process of its own; what is wrong there is wrong here, and what is skipped there too."""
    reader, writer = forks.Pipe(duplex=False)
    process = forks.Process(target=_tell, args=(writer, target, arguments), daemon=True)
    process.start()
    writer.close()
    try:
        assert reader.poll(3 * PATIENCE_S), "it does not end"
        kind, words = reader.recv()
    finally:
        process.kill()
        process.join()
    if kind == "skipped":
        pytest.skip(words)
    assert kind == "done", words


def _tell(
    writer: "Connection[tuple[str, str], None]", target: Callable[..., None], arguments: Sequence[object]
) -> None:
    try:
        target(*arguments)
    except pytest.skip.Exception as reason:
        writer.send(("skipped", str(reason)))
    except BaseException:
        writer.send(("fault", traceback.format_exc()))
    else:
        writer.send(("done", ""))


def work(job: Job) -> None:
    """Play at all tables until told to stop; a table that is lost is left alone, any other fault is noted."""
    database.BUSY_MS = job.busy_ms  # type: ignore[misc]
    diary = Diary(job.diary)
    store = Store(job.books, job.process, job.lease_s, job.patience_s)
    take(store, job.tables)
    desk = Desk(store)
    numbers = count(1)
    till = Till(store, diary.asking(desk.ask), lambda: f"{job.process}-{next(numbers)}")
    threads = [threading.Thread(target=_play, args=(till, diary, job, name)) for name in job.tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    desk.close()
    store.close()


def _play(till: Till, diary: Diary, job: Job, name: str) -> None:
    game = job.tables[name]
    try:
        running, minds = loaded(till, game, name, job.seed)
        play_some(running, minds)
        while not job.stop.exists():
            play_some(running, minds)
    except CannotGoOn as refused:
        diary.note(Ended(name, refused.refused.code))
    except BaseException:
        diary.note(Ended(name, traceback.format_exc()))


class LoadedTable(StackedTable):
    """Now and then it deals jackpot hands; it waits for claims of other tables that are paid first."""

    def do(self, command: AnyCommand) -> None:
        if isinstance(command, ask.CloseBets):
            self.kind = self.dice.choice(KINDS) if self.dice.random() < LUCK else None
        patiently_in_order(lambda: super(LoadedTable, self).do(command))


def patiently_in_order(act: Callable[[], None]) -> None:
    """Claims are paid in the order of the link: other tables may come first."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            return act()
        except CannotGoOn as fault:
            if fault.refused.code != "paid_out_of_order" or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def loaded(till: Till, game: str, name: str, seed: int, seats: int = 3) -> tuple[LoadedTable, dict[str, Mind]]:
    """A table with bots, as it stands on the books or newly opened."""
    dice = random.Random(f"{seed} {name}")
    running = LoadedTable(till, game, dice, name, link_of(game))
    minds = {}
    for position in range(1, seats + 1):
        player = f"{name} bot {position}"
        running.seat(player, position)
        minds[player] = mind_of(Bot(player, TEMPERAMENTS[position % len(TEMPERAMENTS)]), dice)
    return running, minds


def play_some(running: StackedTable, minds: Mapping[str, Mind], trouble: float = TROUBLE) -> None:
    """A round, or what is left of one."""
    play = running.table.play
    if play is None or play.due.step == "call":
        play_round(running, minds, moment(running.dice, trouble))
    elif play.due.step == "close":
        _play_from_the_bets_on(running, minds)
    else:
        play_on(running, minds)


def _play_from_the_bets_on(running: StackedTable, minds: Mapping[str, Mind]) -> None:
    for name, mind in minds.items():
        for _ in range(MOST_WAGERS):
            if not running.ask_mind(name, mind):
                break
    if running.play.due.step != "close":
        return
    running.deck = shuffled(running.dice)
    running.do(ask.CloseBets(DEALER, running.deck.seal))
    play_on(running, minds)


# Coming after a process


def until(condition: Callable[[], bool], pause_s: float = 0.005) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "it does not come to pass"
        time.sleep(pause_s)


def take(store: Store, tables: Iterable[str]) -> None:
    """Take tables as soon as the lease of whoever has them runs out."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            return store.own(tables)
        except OwnedElsewhere as owned:
            if time.monotonic() > deadline:
                raise
            time.sleep(max(0.005, min(owned.seconds, 1.0)))


@contextmanager
def successor(books: str, process: str, tables: Iterable[str]) -> Iterator[Store]:
    """A store that takes over what another process has left behind, as soon as it may."""
    store = Store(books, process, lease_s=60.0, patience_s=20.0)
    try:
        take(store, tables)
        yield store
        store.leave()
    finally:
        store.close()


def check_acknowledged(store: Store, told: Told) -> None:
    """Whatever was acknowledged is there, with the same answer and all its events."""
    kept = answers_of(store, told.answers)
    for id, answer in told.answers.items():
        if isinstance(answer, Refused) and answer.code == "not_the_owner":
            continue  # it may be asked of the owner under the same id
        assert kept.get(id) == answer, f"{id} was answered {answer}, the books say {kept.get(id)}"
    made = events_of(store)
    for id, answer in kept.items():
        assert made.get(id, 0) == (answer.events if isinstance(answer, Accepted) else 0), id


def answers_of(store: Store, ids: Iterable[str]) -> dict[str, Answer]:
    return {id: answer for id in ids if (answer := store.answer_of(id)) is not None}


def events_of(store: Store) -> dict[str, int]:
    """How many events each command has made."""
    columns = schema.event.c
    asked = sa.select(columns.command, sa.func.count()).where(columns.command != "").group_by(columns.command)
    with store.engine.connect() as connection:
        return {row[0]: row[1] for row in connection.execute(asked)}


def settle(store: Store, request: Request) -> Answer:
    """Send again what was not acknowledged: whether it had been carried out or not, it now is, once."""
    before, earlier = store.position(), store.answer_of(request.id)
    (answer,) = store.submit([request])
    assert earlier in (None, answer)
    made = answer.events if isinstance(answer, Accepted) else 0
    assert store.position() == before + (made if earlier is None else 0)
    assert store.submit([request]) == [answer]
    assert store.answer_of(request.id) == answer
    assert events_of(store).get(request.id, 0) == made
    return answer


def settle_open(store: Store, told: Told) -> None:
    for request in told.open:
        settle(store, request)


def check_books(store: Store) -> Verified:
    found = verify(store.engine)
    assert found.events == store.position()
    return found
