"""`pitlink par`: PAR sheets on the terminal, for programs, for the browser and on paper."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from rich.console import Console

from pitlink.cli.analysing import rules_of, with_changes
from pitlink.cli.show import printable
from pitlink.cli.solving import solving
from pitlink.exact.rules import NotRules, Rules, approved, check_each_once
from pitlink.rulebook.catalogue import DOCUMENTS

if TYPE_CHECKING:
    from pitlink.exact.par.sheet import Sheet

REFUSED: Final = 2


FOLDER: Final = "par-sheets"


class Asked(Struct, frozen=True):
    game: str | None  # or the folder, where the sheets of all games are asked for
    json: bool
    html: Path | None
    pdf: Path | None
    changes: tuple[str, ...]
    readings: tuple[str, ...]
    every: bool


class NotAsked(ValueError):
    """A command that means nothing, or a file that cannot be written: what was found, and what was expected."""


def par_sheets(asked: Asked) -> int:
    try:
        return _all(asked, Path(asked.game or FOLDER)) if asked.every else _one(asked)
    except (NotRules, NotAsked) as refused:
        print(f"pitlink par: {printable(str(refused))}", file=sys.stderr)
        return REFUSED


def _one(asked: Asked) -> int:
    if asked.game is None:
        raise NotAsked(f"no game: expected one of {', '.join(DOCUMENTS)}, or --all")
    rules = rules_of(asked.game, asked.changes, asked.readings)
    files = {"html": asked.html, "pdf": asked.pdf}
    wanted = {form: file for form, file in files.items() if file is not None}
    if asked.html is not None and asked.html == asked.pdf:
        raise NotAsked(f"--html and --pdf both {asked.html}: expected two files")
    for file in wanted.values():
        _check(file)
    from pitlink.exact.par.sheet import sheet

    with solving(f"Making the PAR sheet of {rules.game}.", (rules.game,)):
        found = sheet(rules)
        made = {file: _FORMS[form](found) for form, file in wanted.items()}
    _write(made)
    if asked.json:
        sys.stdout.buffer.write(_json(found))
        return 0
    for file in made:
        print(f"{file} has the PAR sheet of {rules.game}.")
    if not made:
        from pitlink.exact.par.text import print_sheet

        print_sheet(Console(highlight=False), found)
    return 0


def _all(asked: Asked, folder: Path) -> int:
    """All of them are made before the first is written. A change is made in every game that has it."""
    if asked.game in DOCUMENTS:
        raise NotAsked(f"{asked.game} and --all: expected one of them, or --all with a folder")
    if asked.json or asked.html or asked.pdf:
        raise NotAsked("--all writes every form: expected no --json, --html or --pdf")
    rules = _changed(asked)
    if folder.exists() and not folder.is_dir():
        raise NotAsked(f"{folder} is a file: expected a folder")
    files = {game: {form: folder / f"{game}.{form}" for form in _FORMS} for game in DOCUMENTS}
    if folder.exists():
        for of_game in files.values():
            for file in of_game.values():
                _check(file)
    from pitlink.exact.par.sheet import sheet

    made: dict[Path, bytes] = {}
    for game, of_game in files.items():
        with solving(f"Making the PAR sheet of {game}.", (game,)):
            found = sheet(rules[game])
            made |= {file: _FORMS[form](found) for form, file in of_game.items()}
    folder.mkdir(parents=True, exist_ok=True)
    _write(made)
    print(f"{folder} has the PAR sheets of {', '.join(files)}, each as {', '.join(_FORMS)}.")
    return 0


def _changed(asked: Asked) -> dict[str, Rules]:
    """The rules of every game. What none of them can be set to is refused with what one of them says about it."""
    check_each_once(asked.changes + asked.readings)
    found = {game: approved(game) for game in DOCUMENTS}
    given = [("--set", each) for each in asked.changes] + [("--reading", each) for each in asked.readings]
    for option, each in given:
        refused = {}
        for game in DOCUMENTS:
            try:
                found[game] = with_changes(found[game], *(((each,), ()) if option == "--set" else ((), (each,))))
            except NotRules as wrong:
                refused[game] = str(wrong)
        if len(refused) == len(DOCUMENTS):
            name = each.partition("=")[0]
            about = [said for said in refused.values() if said.startswith((f"{name}=", f"'{each}'", option))]
            raise NotRules(about[0] if about else f"{option} {each}: no game has it; {refused[DOCUMENTS[0]]}")
    return found


def _json(sheet: "Sheet") -> bytes:
    from pitlink.exact.par.as_json import par_json

    return par_json(sheet)


def _html(sheet: "Sheet") -> bytes:
    from pitlink.exact.par.html import par_html

    return par_html(sheet)


def _pdf(sheet: "Sheet") -> bytes:
    from pitlink.exact.par.pdf import par_pdf

    return par_pdf(sheet)


_FORMS: Final[Mapping[str, Callable[["Sheet"], bytes]]] = {"json": _json, "html": _html, "pdf": _pdf}


def _check(file: Path) -> None:
    """Before long work is done for it."""
    from pitlink.cli.books import CannotDo, place
    from pitlink.cli.writing import check_new

    if not file.parent.is_dir():
        raise NotAsked(f"{file.parent} is no folder: expected one that is there")
    try:
        check_new(file, place(None))
    except CannotDo as refused:
        raise NotAsked(str(refused)) from None


def _write(made: Mapping[Path, bytes]) -> None:
    if made:
        from pitlink.cli.writing import new_file

        for file, content in made.items():
            with new_file(file) as out:
                out.write(content)
