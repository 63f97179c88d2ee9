"""`pitlink par`: what it prints and writes is the same each time, and what means nothing is refused in one line."""

import io
import json
import os
import re
import shutil
import subprocess
import time
from importlib import import_module
from pathlib import Path

import pytest
from rich.console import Console

from pitlink.cli import solving
from pitlink.exact.par import layout, numbers
from pitlink.exact.par.as_json import par_json
from pitlink.exact.par.html import par_html
from pitlink.exact.par.text import print_sheet
from pitlink.rulebook.catalogue import DOCUMENTS
from tests.cli.processes import PITLINK, is_refused, pitlink
from tests.cli.test_play import terminal
from tests.exact.test_par import sheet_by

LONG_S = 600  # solvers may have to be compiled


def works(*arguments: str | Path) -> str:
    done = pitlink(*arguments, seconds=LONG_S)
    assert done.returncode == 0, done.stderr
    return done.stdout


def from_nothing(*arguments: str | Path, seed: str = "7", zone: str = "UTC") -> bytes:
    """What another process prints, whose sets are in another order and whose clock is elsewhere.

    Paper is only made this way: what sets it has threads, and does not end in a fork of a process that has used it.
    """
    environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "COLUMNS": "80"}
    command = [*PITLINK, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, check=True, timeout=LONG_S, env=environment).stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With all sheets."""
    found = tmp_path_factory.mktemp("sheets") / "of all" / "games"
    from_nothing("par", "--all", found, seed="7", zone="Pacific/Auckland")
    return found


def test_every_form_has_the_same_bytes_in_two_processes(folder: Path, tmp_path: Path) -> None:
    names = sorted(each.name for each in folder.iterdir())
    assert names == sorted(f"{game}.{form}" for game in DOCUMENTS for form in ("json", "html", "pdf"))
    for game in DOCUMENTS:
        assert (folder / f"{game}.json").read_bytes() == par_json(sheet_by(game))
        assert (folder / f"{game}.html").read_bytes() == par_html(sheet_by(game))
    for game in ("mbs-lir", "mbs-3cp"):
        from_nothing("par", game, "--pdf", tmp_path / game, seed="8", zone="America/Lima")
        assert (folder / f"{game}.pdf").read_bytes() == (tmp_path / game).read_bytes()


def test_the_set_is_written_where_one_stands_with_what_is_to_be_otherwise(tmp_path: Path) -> None:
    """A change is made in the games that have it; the others are as approved."""
    command = [*PITLINK, "par", "--all", "--set", "blind.flush=2:1", "--reading", "ante_bonus=wins_only"]
    told = subprocess.run(command, capture_output=True, check=True, timeout=LONG_S, cwd=tmp_path).stdout.decode()
    assert told.startswith("par-sheets has the PAR sheets of ")
    files = sorted((tmp_path / "par-sheets").iterdir())
    assert len(files) == 15
    changed = {
        game: json.loads((tmp_path / "par-sheets" / f"{game}.json").read_text(encoding="utf-8"))["configuration"]
        for game in DOCUMENTS
    }
    assert {game for game, told in changed.items() if told["changes"]} == {"mbs-uth", "mbs-3cp", "rws-3cp"}
    assert changed["mbs-uth"]["changes"] == ["blind.flush=2:1 (approved: 3:2)"]


@pytest.mark.parametrize("game", DOCUMENTS)
def test_paper_is_a4_and_has_every_wager(folder: Path, game: str) -> None:
    file = folder / f"{game}.pdf"
    assert file.read_bytes().startswith(b"%PDF-")
    if shutil.which("pdftotext") is None or shutil.which("pdfinfo") is None:
        return
    info = subprocess.run(["pdfinfo", file], capture_output=True, check=True, text=True).stdout
    assert "(A4)" in info
    words = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, check=True, text=True).stdout
    for wager in sheet_by(game).figures.wagers:
        assert numbers.fixed(wager.expectation, layout.PLACES, sign=True) in words


def test_the_tables_on_a_terminal_are_the_same_in_two_processes() -> None:
    out = io.StringIO()
    print_sheet(Console(file=out, width=80, highlight=False), sheet_by("mbs-lir"))
    assert from_nothing("par", "mbs-lir") == out.getvalue().encode()


def test_the_sheet_is_printed_and_written_as_asked(tmp_path: Path) -> None:
    html, pdf = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    told = from_nothing("par", "rws-3cp", "--html", html, "--pdf", pdf)
    assert told.decode() == f"{html} has the PAR sheet of rws-3cp.\n{pdf} has the PAR sheet of rws-3cp.\n"
    assert html.read_bytes() == par_html(sheet_by("rws-3cp"))
    assert pdf.read_bytes().startswith(b"%PDF-")
    assert works("par", "mbs-uth", "--json").encode() == par_json(sheet_by("mbs-uth"))


def test_changes_and_readings_are_set(tmp_path: Path) -> None:
    html = tmp_path / "sheet.html"
    changes = ("--set", "blind.flush=2:1", "--reading", "ante_when_dealer_unpaired_wins=lose")
    told = json.loads(works("par", "mbs-uth", "--json", "--html", html, *changes))
    assert told["configuration"]["changes"] == told["comparison"]["changes"]
    assert len(told["comparison"]["changes"]) == 2
    assert "blind.flush=2:1 (approved: 3:2)" in html.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "no game: expected one of "),
        (("baccarat",), "'baccarat' is no game: expected mbs-thb, "),
        (("mbs-uth", "--set", "blind.flush"), "'blind.flush' changes nothing: expected NAME=VALUE"),
        (("mbs-uth", "--set", "blind.flush=lots"), "blind.flush=lots: expected odds such as 3:1"),
        (("mbs-uth", "--set", "blind.pair=1:1"), "mbs-uth blind has no line 'pair': expected royal_flush, "),
        (("mbs-uth", "--set", "bonus.flush=1:1"), "mbs-uth has no pay table 'bonus': expected wagers, blind, "),
        (("mbs-uth", "--set", "first_play=40"), "first_play=40: expected 1, 2, 3, "),
        (("mbs-uth", "--set", "blind.flush=1:0"), "blind.flush=1:0: expected odds"),
        (("mbs-uth", "--set", "progressive.flush=3:1"), "expected 3_for_1, with the stake in it, or 3_to_1"),
        (("mbs-uth", "--set", "blind.flush=3:1", "--set", "blind.flush=2:1"), "blind.flush is set twice: "),
        (("--all", "--set", "royal_base=displayed", "--reading", "royal_base=remaining"), "royal_base is set twice: "),
        (("mbs-uth", "--reading", "R70"), "--reading R70: expected NAME=VALUE"),
        (("mbs-uth", "--reading", "bonus_on_loss=settled"), "mbs-uth has nothing called 'bonus_on_loss': expected "),
        (("mbs-uth", "--reading", "royal_base=half"), "royal_base=half: expected remaining, displayed"),
        (("mbs-uth", "--all"), "mbs-uth and --all: expected one of them"),
        (("--all", "somewhere", "--json"), "expected no --json, --html or --pdf"),
        (("--all", "--set", "blind.flush=lots"), "blind.flush=lots: expected odds such as 3:1"),
        (("--all", "--set", "blind.flush"), "'blind.flush' changes nothing: expected NAME=VALUE"),
        (("--all", "--set", "side.flush=3:1"), "--set side.flush=3:1: no game has it; mbs-thb has no pay table 'side'"),
        (("--all", "--reading", "R70"), "--reading R70: expected NAME=VALUE"),
        (("--all", "--reading", "royal_base=half"), "royal_base=half: expected remaining, displayed"),
        (("mbs-uth", "--html", "x", "--pdf", "x"), "--html and --pdf both x: expected two files"),
        (("mbs-uth", "--html", "/nowhere/x.html"), "/nowhere is no folder: expected one that is there"),
        (("mbs-uth", "--pdf", "/"), "/ is a folder: expected a file"),
    ],
)
def test_what_means_nothing_is_refused(arguments: tuple[str, ...], told: str) -> None:
    is_refused(pitlink("par", *arguments), "pitlink par: ", told)


def test_nothing_is_written_over_what_is_there(tmp_path: Path) -> None:
    there = tmp_path / "mbs-uth.html"
    there.write_text("notes\n")
    is_refused(pitlink("par", "mbs-uth", "--html", there), f"{there} exists: expected a file that is not there yet")
    is_refused(pitlink("par", "--all", tmp_path), f"{there} exists")
    is_refused(pitlink("par", "--all", there), f"{there} is a file: expected a folder")
    assert [each.name for each in tmp_path.iterdir()] == ["mbs-uth.html"]
    assert there.read_text() == "notes\n"


def test_a_sheet_that_cannot_be_made_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(_: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setitem(import_module("pitlink.cli.par")._FORMS, "pdf", broken_off)
    folder = tmp_path / "sheets"
    assert pitlink("par", "--all", folder, seconds=LONG_S).returncode != 0
    files = ("--html", tmp_path / "x.html", "--pdf", tmp_path / "x.pdf")
    assert pitlink("par", "mbs-uth", *files, seconds=LONG_S).returncode != 0
    assert list(tmp_path.iterdir()) == []


def test_on_a_terminal_compiling_has_a_bar_that_fills(tmp_path: Path) -> None:
    """On a machine that has compiled nothing yet. What is still empty of the bar is grey."""
    with terminal("par", "mbs-uth", NUMBA_CACHE_DIR=str(tmp_path)) as screen:
        shown = screen.wait_for("Readings applied", seconds=60)
    drawn = [re.sub(r"\x1b\[38;5;237m[╺━]*", "", each) for each in shown.split("\r") if solving.COMPILING in each]
    full = [each.count("━") for each in drawn]
    assert full == sorted(full)
    assert full[0] < 10 < full[-1] <= 20


def test_compiling_is_told_when_it_takes_long_and_only_then(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    import numba

    monkeypatch.setattr(solving, "EVERY_S", 0.05)
    with solving.solving("Making a sheet."):
        time.sleep(0.2)
    assert capfd.readouterr().err == ""
    with solving.solving("Making a sheet."):
        numba.njit(lambda number: number + 1)(1)
        time.sleep(0.2)
    assert capfd.readouterr().err == f"{solving.COMPILING}\n"
    with solving.solving("Making a sheet."):
        pass
    assert capfd.readouterr().err == ""
