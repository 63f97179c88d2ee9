"""What is done to a link, from the terminal."""

import sys
from pathlib import Path
from typing import get_args

from pitlink.audit.checking import wrong_with
from pitlink.cli.acting import at_link
from pitlink.cli.books import CannotDo, person
from pitlink.cli.options import StaffPost
from pitlink.cli.show import printable
from pitlink.jackpot import Link
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.link import ClaimOf
from pitlink.jackpot.parameters import parameters_digest
from pitlink.money import Cents
from pitlink.people import Person, Post
from pitlink.pit.floorfile import changed
from pitlink.pit.floorplan import FloorFileRefused
from pitlink.store import Store, software
from pitlink.store.database import at_one_moment


def second_person(text: str) -> Person:
    name, _, post = text.rpartition(":")
    if not name or post not in get_args(StaffPost):
        expected = f"NAME:POST, the post one of {', '.join(get_args(StaffPost))}"
        raise CannotDo(f"--second {text!r}: expected {expected}")
    found: Post = post  # type: ignore[assignment]
    return person(name, found)


def suspend_link(where: str, link: str, note: str, by: str | None, post: Post) -> int:
    who = person(by, post)
    return at_link(where, link, lambda _, known: of_link.SuspendLink(who, note))


def fail_link(where: str, link: str, note: str, by: str | None, post: Post) -> int:
    who = person(by, post)
    return at_link(where, link, lambda _, known: of_link.FailLink(who, note))


def resume_link(where: str, link: str, note: str, second: str | None, by: str | None, post: Post) -> int:
    who, other = person(by, post), None if second is None else second_person(second)
    return at_link(where, link, lambda _, known: of_link.ResumeLink(who, note, other))


def check_link(where: str, link: str, by: str | None, post: Post) -> int:
    """Fails the link where something is wrong with it; what that is goes to standard error."""
    who, found = person(by, post), []

    def command(store: Store, known: Link) -> of_link.Command:
        with at_one_moment(store.engine) as connection:
            wrong = wrong_with(connection, link)
        if wrong is not None:
            found.append(f"{wrong.where}: {wrong.found}: expected {wrong.expected}")
        return of_link.CheckLink(who, software.digest(), parameters_digest(known.set_up), not found)

    status = at_link(where, link, command)
    for words in found:
        print(f"pitlink link: {printable(words)}", file=sys.stderr)
    return 1 if found else status


def change_link(
    where: str, link: str, file: Path | None, given: list[str], note: str, second: str, by: str | None, post: Post
) -> int:
    who, other = person(by, post), second_person(second)
    source, text = (str(file), _text(file)) if file is not None else ("--set", "\n".join(map(_setting, given)))

    def command(_: Store, known: Link) -> of_link.Command:
        try:
            parameters = changed(text, known.set_up)
        except FloorFileRefused as refused:
            raise CannotDo(f"{source}:{refused.line}: {refused}" if file else f"--set: {refused}") from None
        return of_link.ChangeParameters(who, other, parameters, note)

    return at_link(where, link, command)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        words = getattr(error, "strerror", None) or "bytes that are no text"
        raise CannotDo(f"{file}: {words}: expected a file that can be read") from None


def _setting(given: str) -> str:
    """KEY=VALUE as a line of TOML, without the quotation marks that a shell takes away."""
    key, mark, value = given.partition("=")
    if not mark or not key.strip().replace("_", "").isalpha() or '"' in value or "\\" in value:
        raise CannotDo(f"--set {given!r}: expected a key and its value, such as base=100,000.00")
    return f'{key.strip()} = "{value.strip()}"'


def correct_display(where: str, link: str, change: int, note: str, second: str, by: str | None, post: Post) -> int:
    who, other = person(by, post), second_person(second)
    return at_link(where, link, lambda _, known: of_link.CorrectDisplay(who, other, Cents(change), note))


def order_claims(where: str, link: str, hands: list[str], by: str | None, post: Post) -> int:
    who, order = person(by, post), tuple(map(_hand, hands))
    return at_link(where, link, lambda _, known: of_link.OrderClaims(who, order))


def _hand(text: str) -> ClaimOf:
    table, _, position = text.rpartition(":")
    if not table or not position.isdecimal():
        raise CannotDo(f"{text!r}: expected a table and a position, such as T1:3")
    return ClaimOf(table, int(position))


def release_table(where: str, link: str, table: str, by: str | None, post: Post) -> int:
    who = person(by, post)
    return at_link(where, link, lambda _, known: of_link.ReleaseTable(who, table))


def retire_link(where: str, link: str, to: str | None, note: str, second: str, by: str | None, post: Post) -> int:
    who, other = person(by, post), second_person(second)
    return at_link(where, link, lambda _, known: of_link.RetireLink(who, other, to, note))
