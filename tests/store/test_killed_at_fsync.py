"""Killed at every single sync of a round with an award, one after the other, until a round ends unkilled."""

import random
import shutil
import signal
from collections.abc import Mapping
from functools import partial
from itertools import count
from pathlib import Path

from pitlink.bots.players import Mind
from pitlink.jackpot import Link
from pitlink.store import Store
from pitlink.store.playing import Till
from pitlink.table import Table
from pitlink.table.events import AwardPaid
from tests.store.floors import till_of
from tests.store.load import (
    Diary,
    Job,
    Process,
    check_acknowledged,
    check_books,
    play_some,
    read,
    settle_open,
    successor,
    take,
)
from tests.store.load_cards import StackedTable, staying
from tests.store.load_syscalls import SYNCS, kill_at, need_watching, watch

GAME, NAME = "mbs-3cp", "T1"
MOST_SYNCS = 300
AWARDS = 2  # two straight flushes share


def winning_table(till: Till) -> tuple[StackedTable, Mapping[str, Mind]]:
    running = StackedTable(till, GAME, random.Random(1), NAME, "L1")
    running.kind = "sf sf"
    for position, player in enumerate(("Ann", "Bob"), start=1):
        running.seat(player, position)
    return running, {player: staying(player) for player in ("Ann", "Bob")}


def play_one_round(nth: int, job: Job) -> None:
    """In a process of its own, killed at its nth sync; from the opening of the books to their closing."""
    watch(SYNCS, kill_at(nth))
    diary, numbers = Diary(job.diary), count(1)
    store = Store(job.books, job.process, job.lease_s)
    take(store, job.tables)
    till = till_of(store)
    till = Till(store, diary.asking(till.ask), lambda: f"{job.process}-{next(numbers)}")
    play_some(*winning_table(till), trouble=0.0)
    store.close()


def awards_paid(store: Store) -> int:
    return sum(isinstance(stored.event, AwardPaid) for stored in store.read(0, 10_000))


def test_a_round_with_an_award_survives_a_kill_at_each_of_its_syncs(tmp_path: Path) -> None:
    need_watching()
    before = tmp_path / "before.db"
    with successor(str(before), "opening", [NAME]) as store:
        winning_table(till_of(store))
    ends: list[tuple[Table, Link]] = []
    for nth in range(1, MOST_SYNCS):
        books = tmp_path / f"books-{nth}.db"
        shutil.copy(before, books)
        job = Job(str(books), "killed", tmp_path / f"diary-{nth}", {NAME: GAME}, seed=0, lease_s=0.05)
        with Process(job, partial(play_one_round, nth)) as process:
            ended = process.join()
        assert ended in (0, -signal.SIGKILL)
        told = read(job.diary)
        with successor(str(books), "after", [NAME]) as store:
            check_acknowledged(store, told)
            settle_open(store, told)
            check_books(store)
            assert awards_paid(store) in (0, AWARDS)
            running, minds = winning_table(till_of(store))
            if not has_ended(running):
                play_some(running, minds, trouble=0.0)
            assert has_ended(running)
            assert awards_paid(store) == AWARDS
            assert check_books(store).hits == AWARDS
            ends.append((store.table(NAME), store.link("L1")))
        if ended == 0:
            break
    else:
        raise AssertionError("it never ends")
    assert len(ends) > 20
    assert all(end == ends[-1] for end in ends)  # chips and meters too, to the cent


def has_ended(running: StackedTable) -> bool:
    return running.table.play is not None and running.play.due.step == "call" and running.play.number == 1
