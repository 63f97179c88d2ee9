"""Pay tables as the rulebooks print them: a text block that looks like the page, read once at import."""

import re
from collections.abc import Callable, Iterator

from pitlink.hands import FiveCard, ThreeCard
from pitlink.money import Cents, Fixed, For, Pays, Percent, To
from pitlink.rulebook.citing import enforce


class PayTable:
    """One printed table. Lines are found by what they say ("royal flush"); None is what the table does not pay."""

    def __init__(self, document: str, clause: str, name: str, lines: dict[str, Pays | None]) -> None:
        self.document = document
        self.clause = clause
        self.name = name
        self._lines = lines
        self._by_class = {("one pair" if hand == "pair" else hand): pays for hand, pays in lines.items()}

    def odds(self, hand: str) -> To:
        """The odds of a line that says "to 1"."""
        pays = self._lines[hand]
        assert isinstance(pays, To), f"{hand} is not paid 'to 1' in {self.document} {self.clause}"
        return pays

    def find(self, category: FiveCard | ThreeCard) -> Pays | None:
        """What a class of hands is paid, None where the table does not list it."""
        return self._by_class.get(category.words)

    def find_odds(self, category: FiveCard | ThreeCard) -> To | None:
        """The same for a table that says "to 1" throughout."""
        pays = self.find(category)
        assert pays is None or isinstance(pays, To)
        return pays

    def lines(self) -> Iterator[tuple[str, Pays | None]]:
        return iter(self._lines.items())


PAY_TABLES: list[PayTable] = []


def tables_of(document: str) -> Callable[[str], PayTable]:
    """The reader of one rulebook's pay tables.

    A table's first line is its clause and its name; the others are "hand   odds", two spaces or more between them, with
    "push" for a line that pays nothing.
    """

    def read(text: str) -> PayTable:
        heading, *body = (line.strip() for line in text.strip().splitlines())
        clause, name = heading.split()
        lines = dict(_read_line(line) for line in body)
        table = PayTable(document, clause, name, lines)
        PAY_TABLES.append(table)
        enforce(document, clause, f"pitlink.games.{document.replace('-', '_')}", f"pay table {name}")
        return table

    return read


def _read_line(line: str) -> tuple[str, Pays | None]:
    hand, odds = re.split(r"\s{2,}", line)
    return hand, _pays_of(odds)


def _pays_of(text: str) -> Pays | None:
    if text == "push":
        return None
    if match := re.fullmatch(r"([\d,]+) (to|for) (\d+)", text):
        odds = (int(match[1].replace(",", "")), int(match[3]))
        return To(*odds) if match[2] == "to" else For(*odds)
    if match := re.fullmatch(r"\$([\d,]+)", text):
        return Fixed(Cents(int(match[1].replace(",", "")) * 100))
    if match := re.fullmatch(r"(\d+)%", text):
        return Percent(int(match[1]))
    raise ValueError(f"a pay table cannot say {text!r}")
