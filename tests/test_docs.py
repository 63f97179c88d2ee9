"""What the pages say about the log and the command line is true of the code."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec
import typer

from pitlink import jackpot, table
from pitlink.cli import app
from pitlink.pit import log
from pitlink.store import events as system
from pitlink.store import schema
from pitlink.store.checkpoints import signer_from
from tests.audit.tampering import change, unguarded
from tests.store.floors import opened, play, till_of

DOCS = Path(__file__).parent.parent / "docs"


def test_the_page_on_logs_names_every_event_and_no_other() -> None:
    page = (DOCS / "log.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:table|link)\.\w+/\d+)`", page))
    events = (*get_args(table.Event), *get_args(jackpot.Event))
    assert named == {str(event.__struct_config__.tag) for event in events}


def test_the_page_on_the_books_names_every_event_of_the_system_and_every_table() -> None:
    page = (DOCS / "books.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(system\.\w+/\d+)`", page))
    assert named == {str(event.__struct_config__.tag) for event in get_args(system.Event)}
    tables = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    assert sorted(tables) == sorted(table.name for table in schema.ALL)


def test_the_chain_can_be_checked_with_what_the_page_shows(tmp_path: Path) -> None:
    script, _ = re.findall(r"```python\n(.*?)```", (DOCS / "books.md").read_text(encoding="utf-8"), re.DOTALL)
    books = tmp_path / "books.db"
    with opened(str(books), "A", "T1") as store:
        play(till_of(store), "mbs-lir", rounds=1)
        run = [sys.executable, "-c", script, str(books)]
        assert subprocess.run(run, capture_output=True, check=True, text=True).stdout.startswith("3 streams, every")
        with unguarded(store.engine) as connection:
            change(connection, schema.event, 20, person="somebody")
    told = subprocess.run(run, capture_output=True, check=False, text=True)
    assert told.stderr == "event 20 is not as it was written\n"


def test_a_checkpoint_can_be_checked_with_what_the_page_shows(tmp_path: Path) -> None:
    _, script = re.findall(r"```python\n(.*?)```", (DOCS / "books.md").read_text(encoding="utf-8"), re.DOTALL)
    books, lines = tmp_path / "books.db", tmp_path / "checkpoints.jsonl"
    with opened(str(books), "A", "T1") as store:
        signer = signer_from(tmp_path / "key")
        for _ in range(2):
            play(till_of(store), "mbs-lir", rounds=1)
            with lines.open("ab") as file:
                file.write(msgspec.json.encode(store.checkpoint(signer)) + b"\n")
        run = [sys.executable, "-c", script, str(books), str(lines)]
        told = subprocess.run(run, capture_output=True, check=True, text=True).stdout.splitlines()
        assert [line.endswith(f"as signed with {signer.public}") for line in told] == [True, True]
        with unguarded(store.engine) as connection:
            change(connection, schema.event, store.position(), hash="0" * 64)
    again = subprocess.run(run, capture_output=True, check=False, text=True)
    assert again.stderr.startswith("the log up to event ")


NOT_TO_BE_EXCUSED = {*range(1, 4), *range(6, 18), *range(19, 27), *range(29, 37), 38, 42, 45, 46, 47}


def test_every_item_of_regulation_is_there_and_names_tests_that_are() -> None:
    page = (DOCS / "regulation.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines() if re.match(r"\| \d+ \|", line)
    ]
    assert [int(row[0]) for row in rows] == list(range(1, 54))
    assert {row[2] for row in rows} == {"met", "partly", "not here"}
    assert {int(row[0]) for row in rows if row[2] == "met"} >= NOT_TO_BE_EXCUSED
    for number, _, state, _, shown in rows:
        file, _, function = shown.strip("`").partition("::")
        if shown == "–":
            assert state != "met", number
        else:
            assert f"def {function}(" in (DOCS.parent / file).read_text(encoding="utf-8"), f"{number}: {shown}"


def test_the_line_that_the_page_shows_is_an_event() -> None:
    page = (DOCS / "log.md").read_text(encoding="utf-8")
    shown = re.findall(r"```json\n(.*)\n```", page)
    assert len(shown) == 1
    (recorded,) = log.read([b'{"pitlink_log":1}\n', shown[0].encode()])
    assert recorded.stream == "table/T1"


def test_every_command_that_the_pages_show_is_there() -> None:
    commands: dict[str, Any] = getattr(typer.main.get_command(app), "commands", {})
    pages = [*DOCS.glob("*.md"), DOCS.parent / "README.md", DOCS.parent / "src/pitlink/pit/example.toml"]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    shown = re.findall(r"(?:\./x run|^#   pitlink) ([a-z]+)(?: ([a-z]+))?", text, flags=re.MULTILINE)
    assert len(shown) > 50
    for first, second in shown:
        assert first in commands, first
        inner = getattr(commands[first], "commands", None)
        assert inner is None or second in inner, f"{first} {second}"
