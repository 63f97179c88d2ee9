"""kill -9 at any moment under load: nothing acknowledged is lost, nothing happens twice, play goes on."""

import random
import time
from pathlib import Path

import pytest

from tests.store.floors import opened
from tests.store.load import (
    ALL,
    TABLES,
    Job,
    Process,
    check_acknowledged,
    check_books,
    read,
    settle_open,
    successor,
    until,
)

KILLS = 20
ROUNDS_OF_KILLS = 15 if ALL else 1


@pytest.mark.parametrize("seed", range(ROUNDS_OF_KILLS))
def test_a_process_killed_at_any_moment_has_lost_nothing_and_doubled_nothing(
    books: str, tmp_path: Path, seed: int
) -> None:
    dice = random.Random(seed)
    diaries = []
    for nth in range(KILLS):
        job = Job(books, f"killed-{nth}", tmp_path / f"diary-{nth}", TABLES, seed=1000 * seed + nth)
        diaries.append(job.diary)
        with Process(job) as process:
            if nth % 3:  # under load; else perhaps while it starts
                process.wait_for_answers(more=dice.randrange(1, 100))
            time.sleep(dice.uniform(0.0, 0.05 if nth % 3 else 0.5))
            process.kill()
        told = read(job.diary)
        assert told.faults == []
        with successor(books, f"after-{nth}", TABLES) as store:
            check_acknowledged(store, told)
            settle_open(store, told)
            check_books(store)
    job = Job(books, "the last", tmp_path / "diary", TABLES, seed=1000 * seed + KILLS)
    with Process(job) as process, opened(books, "watching") as watching:
        until(lambda: all(watching.link(link).meters.hits for link in ("L1", "L2")), pause_s=0.1)
        process.stop()  # each table from where it stood, to the end of a round
    told = read(job.diary)
    assert told.faults == []
    assert told.open == ()
    with successor(books, "after all", TABLES) as store:
        for diary in (*diaries, job.diary):
            check_acknowledged(store, read(diary))
        assert {play.due.step for name in TABLES if (play := store.table(name).play) is not None} == {"call"}
        check_books(store)
