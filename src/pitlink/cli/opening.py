"""`pitlink floor open`, `check` and `example`: a floor from a file."""

import sys
from importlib import resources
from pathlib import Path

from rich.console import Console

from pitlink.cli.acting import tell_events
from pitlink.cli.books import CannotDo, do, made, new_id, person, shown
from pitlink.people import Post
from pitlink.pit.floorfile import read
from pitlink.pit.floorplan import FloorFileRefused, Plan, carried_out, steps
from pitlink.pit.words import counted, listed
from pitlink.store import Request
from pitlink.store.looking import look
from pitlink.store.streams import name_of


def open_floor(where: str, file: Path, by: str | None, post: Post) -> int:
    """All that is missing in one transaction, or nothing."""
    who, plan = person(by, post), planned(file)
    with made(where) as store:
        floor = look(store.engine).floor
        try:
            wanted = steps(plan, floor, who)
            carried_out(wanted, floor)
        except FloorFileRefused as refused:
            raise _at_line(file, refused) from None
        if not wanted:
            print(f"Nothing is missing in {shown(where)}: {_size(plan)}.")
            return 0
        store.own({name_of(step.stream) for step in wanted if step.stream.startswith("table/")})
        answers = do(store, *(Request(new_id(), step.stream, step.command) for step in wanted))
        console = Console(highlight=False, soft_wrap=True)
        for answer in answers:
            tell_events(console, store, answer)
        console.print(f"The books are {shown(where)}.", style="dim")
    return 0


def check_floor(file: Path) -> int:
    plan = planned(file)
    print(f"{file}: {_size(plan)}, all of it can be opened.")
    return 0


def show_example() -> int:
    sys.stdout.write((resources.files("pitlink.pit") / "example.toml").read_text(encoding="utf-8"))
    return 0


def planned(file: Path) -> Plan:
    try:
        text = file.read_bytes()
    except OSError as error:
        raise CannotDo(f"{file}: {error.strerror or error}: expected a file that can be read") from None
    try:
        return read(text.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = text[: error.start].count(b"\n") + 1
        raise CannotDo(f"{file}:{line}: bytes that are no text: expected UTF-8") from None
    except FloorFileRefused as refused:
        raise _at_line(file, refused) from None


def _at_line(file: Path, refused: FloorFileRefused) -> CannotDo:
    return CannotDo(f"{file}:{refused.line}: {refused}")


def _size(plan: Plan) -> str:
    return listed((counted(len(plan.links), "link"), counted(len(plan.tables), "table")))
