"""What a command costs must not grow with the books: everything it asks is found by a key."""

import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from tests.store.floors import opened, play, till_of

GROWING = ("event", "entry", "command", "meter", "checkpoint")


@pytest.mark.parametrize("game", ["mbs-uth", "rws-3cp"])
def test_no_statement_of_a_round_reads_a_growing_table_from_end_to_end(tmp_path: Path, game: str) -> None:
    with opened(str(tmp_path / "books.db"), "A", "T1") as store:
        asked: dict[str, Any] = {}

        def hear(_: object, cursor: object, statement: str, values: Any, context: object, many: bool) -> None:
            asked.setdefault(statement, values[0] if many else values)

        event.listen(store.engine, "before_cursor_execute", hear)
        play(till_of(store), game, rounds=3)
        event.remove(store.engine, "before_cursor_execute", hear)

        plans = {}
        with store.engine.connect() as connection:
            for statement, values in asked.items():
                if statement.lstrip().lower().startswith(("select", "insert", "update", "delete")):
                    rows = connection.exec_driver_sql(f"explain query plan {statement}", values)
                    plans[statement] = [row.detail for row in rows]
    scans = [
        (step, statement)
        for statement, steps in plans.items()
        for step in steps
        if step.startswith("SCAN") and step.split()[1] in GROWING
    ]
    assert scans == []
    assert any("entry_begins" in step for steps in plans.values() for step in steps), (
        "what is pending ends in every round"
    )


LOOKS = re.compile(r"select 1 from (\w+) where ((?:[^()]|\([^()]*\))*)")  # in a trigger, up to the bracket it stands in


def test_no_guard_of_the_database_reads_a_growing_table_from_end_to_end(tmp_path: Path) -> None:
    with opened(str(tmp_path / "books.db")) as store, store.engine.connect() as connection:
        written = connection.exec_driver_sql("select sql from sqlite_master where type = 'trigger'").scalars()
        looks = [found for text in written for found in LOOKS.findall(text) if found[0] in GROWING]
        assert {table for table, _ in looks} == set(GROWING)
        for table, sought in looks:
            asked = f"explain query plan select 1 from {table} where {re.sub(r'new[.][a-z]+', '?', sought)}"
            steps = [row.detail for row in connection.exec_driver_sql(asked, ("",) * asked.count("?"))]
            assert len(steps) == 1
            assert steps[0].startswith(f"SEARCH {table}"), (asked, steps)
