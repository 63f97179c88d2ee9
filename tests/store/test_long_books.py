"""What a command costs must not grow with the books: everything it asks is found by a key."""

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
