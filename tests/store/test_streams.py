"""Streams read back: from their events, from a snapshot, and by another process at the same time."""

import pytest
import sqlalchemy as sa

from pitlink.audit.verifying import verify
from pitlink.games import GAMES
from pitlink.store import schema, software
from pitlink.store.streams import SNAPSHOT_EVERY
from tests.store.floors import opened, play, till_of


@pytest.mark.parametrize("game", GAMES)
def test_what_one_process_has_played_another_reads_to_the_same_state(books: str, game: str) -> None:
    with opened(books, "A", "T1") as store:
        play(till_of(store), game, rounds=3)
        with opened(books, "B") as other:
            assert other.table("T1") == store.table("T1")
            assert other.link("L1") == store.link("L1")
        found = verify(store.engine)
        assert (found.site, found.events) == ("A", store.position())


def test_a_snapshot_leads_to_the_same_state_and_one_of_other_software_is_not_used(
    books: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(books, "A", "T1") as store:
        play(till_of(store), "mbs-lir", rounds=12)
        with store.engine.connect() as connection:
            kept = {row.stream: row.version for row in connection.execute(sa.select(schema.snapshot))}
        table = store.table("T1")
        assert 0 < table.version // SNAPSHOT_EVERY * SNAPSHOT_EVERY <= kept["table/T1"] <= table.version
        with opened(books, "B") as other:
            assert other.table("T1") == table
        verify(store.engine)
        with store.engine.begin() as connection:
            connection.execute(sa.update(schema.snapshot).values(state=b"spoilt"))
        monkeypatch.setattr(software, "digest", lambda: "0" * 64)
        with opened(books, "C") as other:
            assert other.table("T1") == table


def test_two_processes_feed_one_link_and_each_sees_what_the_other_did(books: str) -> None:
    with opened(books, "A", "T1") as one, opened(books, "B", "T2") as two:
        for seed in range(3):
            play(till_of(one), "mbs-uth", rounds=2, name="T1", seed=seed)
            play(till_of(two), "mbs-3cp", rounds=2, name="T2", seed=seed)
        assert one.link("L1") == two.link("L1")
        assert one.table("T2") == two.table("T2")
        assert set(one.link("L1").tables) == {"T1", "T2"}
        verify(one.engine)
