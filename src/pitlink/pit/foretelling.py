"""What a ruling would do, told line by line: the round, every wager, chips, the sign of the link, later rounds."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from pitlink.money import Cents
from pitlink.pit.previewing import Consequences, WagerAfter
from pitlink.pit.words import area, listed, money, positions, short
from pitlink.table import Table

STANDS: Final = "The result stands."
ROUNDS: Final = {
    "goes on": "The round goes on.",
    "is void": "The round is void.",
    "is settled anew": "The round is settled anew.",
    "waits for answers": "The round waits for the players' answers.",
}


class Foretold(Struct, frozen=True):
    """One line; `about` is what it tells of: the round, positions, chips, a link, later rounds."""

    about: str
    words: str


def foretold(would: Consequences, table: Table) -> tuple[Foretold, ...]:
    """`table` is as it stands before."""
    settled, link = table.play is not None and table.play.settled, table.rules.link
    return (
        Foretold("Round", STANDS if settled and would.round == "goes on" else ROUNDS[would.round]),
        *_wagers(would.wagers),
        *(Foretold("Chips", f"{who} has {money(more)} more to bet.") for who, more in would.released if more > 0),
        *(
            Foretold("Chips", f"{who} has {money(Cents(-more))} less to bet.")
            for who, more in would.released
            if more < 0
        ),
        *_display(would, link),
        *(Foretold("Later", f"{words}.") for words in would.later),
    )


def _wagers(wagers: tuple[WagerAfter, ...]) -> Iterator[Foretold]:
    """Position by position where something goes back; those alike in one line where nothing does."""
    at: dict[int, list[WagerAfter]] = {}
    for each in wagers:
        at.setdefault(each.position, []).append(each)
    back = {position: lying for position, lying in at.items() if any(each.back for each in lying)}
    for position, lying in sorted(back.items()):
        yield Foretold(f"Position {position}", _going_back(lying))
    others = {position: lying for position, lying in at.items() if position not in back}
    for fate, words in (
        ("may be taken back", "All wagers may be taken back, or played on."),
        ("stays", "Every wager stays."),
    ):
        alike = [position for position, lying in others.items() if lying[0].fate == fate]
        if alike:
            yield Foretold(positions(alike).capitalize(), words)


def _going_back(lying: list[WagerAfter]) -> str:
    """Ante $25 and Blind $25 go back. $10 of Trips $20 goes back. Play $50 stays."""
    whole = [f"{area(each.wager)} {short(each.amount)}" for each in lying if each.fate == "goes back"]
    parts = [each for each in lying if each.fate == "part goes back"]
    stays = [f"{area(each.wager)} {short(each.amount)}" for each in lying if not each.back]
    return " ".join(
        (
            *([f"{listed(whole)} {_go(whole)} back."] if whole else []),
            *(f"{short(each.back)} of {area(each.wager)} {short(each.amount)} goes back." for each in parts),
            *([f"{listed(stays)} {'stay' if len(stays) > 1 else 'stays'}."] if stays else []),
        )
    )


def _go(things: list[str]) -> str:
    return "go" if len(things) > 1 else "goes"


def _display(would: Consequences, link: str | None) -> Iterator[Foretold]:
    if link is None or would.display is None:
        return
    before, after = would.display
    words = f"Still shows {money(after)}." if before == after else f"Shows {money(after)} instead of {money(before)}."
    yield Foretold(link, words)
