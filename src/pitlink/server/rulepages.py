"""The rulebooks as plain pages: every clause in our words, how it is read, what it pays. They need no script."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import Final
from urllib.parse import quote, unquote

from starlette.responses import HTMLResponse, Response

from pitlink.games import GAMES
from pitlink.games.paytables import PAY_TABLES, PayTable
from pitlink.money import Pays, Percent
from pitlink.rulebook import catalogue
from pitlink.rulebook.catalogue import DOCUMENTS, Acts, Clause, Document, Reading
from pitlink.server import pages
from pitlink.server.calling import AsCall, Call

WHO: Final[dict[Acts, str]] = {
    "engine": "The software",
    "ruling": "A person",
    "display": "The screen",
    "text": "Nobody: it only defines",
}
OUR_WORDS: Final = "A summary in our own words. The rulebook as it is printed and approved decides."
CITED: Final = re.compile(r"\bR\d+\b|\b(?:(mbs-thb|mbs-3cp|mbs-uth|mbs-lir|rws-3cp) )?(\d+(?:\.\d+)+)(?![\d\s]*%)")
CODE: Final = re.compile(r"`([^`<>]+)`")
OPENED_AT: Final = re.compile(r"/(table|watch)/([^/]+)(?:/(deal)|/round/([1-9]\d{0,9}))?")
TO_RULES: Final = re.compile(r'href="(/rules[^"?#]*)"')
FACE: Final = """@font-face {{
  font-family: Inter;
  font-weight: 100 900;
  font-display: swap;
  src: url("{path}") format("woff2");
}}
"""

PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>{title} · Pitlink</title>
<link rel="stylesheet" href="/pages.css">
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header><nav aria-label="Where this is"><ol>{trail}</ol></nav></header>
<main id="content" tabindex="-1">
{body}
</main>
<footer><p>{note}</p></footer>
</body>
</html>
"""

Trail = tuple[tuple[str, str], ...]
START: Final[Trail] = (("/", "Pitlink"), ("/rules", "Rulebooks"))
READINGS: Final[Trail] = (*START, ("/rules/readings", "Readings"))


# The pages


async def rulebooks(call: AsCall) -> Response:
    """The five rulebooks."""
    return _answer(call, _rulebooks())


async def rulebook(call: AsCall, document: str) -> Response:
    """One rulebook: its clauses in the order printed."""
    if document in catalogue.readings():
        return _answer(call, _reading(document))
    if document not in DOCUMENTS:
        return no_page(f"There is no rulebook “{document[:50]}”", START)
    return _answer(call, _rulebook(document))


async def clause_page(call: AsCall, document: str, clause: str) -> Response:
    """One clause; also a reading or a sibling's clause, as a result of this rulebook's game cites them."""
    found = catalogue.find(document, clause) if document in DOCUMENTS else None
    if found is None:
        return no_page(f"There is no clause “{document[:50]} {clause[:50]}”", START)
    if isinstance(found, Reading):
        return _answer(call, _reading(found.id))
    return _answer(call, _clause(clause.rpartition(" ")[0] or document, found.id))


async def readings(call: AsCall) -> Response:
    """What the rulebooks leave open."""
    return _answer(call, _readings())


async def reading(call: AsCall, reading: str) -> Response:
    """One open point: how it can be read, how it is read here, and why."""
    if reading not in catalogue.readings():
        return no_page(f"There is no reading “{reading[:50]}”", READINGS)
    return _answer(call, _reading(reading))


async def stylesheet(call: AsCall) -> Response:
    """For all plain pages, in the type of the others where those are built."""
    return Response(_css(), media_type="text/css; charset=utf-8")


@cache
def _css() -> str:
    path = pages.font()
    face = "" if path is None else FACE.format(path=path)
    return face + files("pitlink.server").joinpath("pages.css").read_text(encoding="utf-8")


def _answer(call: Call, page: str) -> HTMLResponse:
    """With the way back, here and on every page that is reached from here, if it was opened at a table.

    Where that was, the address says; what is no table of this floor is nowhere to go.
    """
    found = OPENED_AT.fullmatch(call.request.query_params.get("from", ""))
    table = unquote(found[2]) if found else ""
    if found is None or table not in call.pit.live.tables:
        return HTMLResponse(page)
    kind, deals, round = found[1], found[3], found[4]
    to = f"/{kind}/{quote(table, safe='')}" + (f"/round/{round}" if round else "/deal" if deals else "")
    words = f"round {round} at {table}" if round else table
    page = TO_RULES.sub(rf'href="\1?from={quote(to, safe="")}"', page)
    return HTMLResponse(page.replace("<header>", f'<header><a href="{to}">Back to {escape(words)}</a>', 1))


def no_page(words: str, trail: Trail) -> HTMLResponse:
    body = f"<h1>No such page</h1><p>{escape(words)}.</p>"
    body += '<p>See <a href="/rules">the rulebooks</a> and <a href="/rules/readings">the readings</a>.</p>'
    return HTMLResponse(_page("No such page", trail, body), 404)


# What they say


@cache
def _rulebooks() -> str:
    rows = "".join(
        f'<li><a href="/rules/{book.id}"><strong>{escape(book.title)}</strong></a>'
        f"<p>{escape(book.operator)} · {escape(book.edition)} · {len(book.clauses)} clauses</p></li>"
        for book in map(catalogue.document, DOCUMENTS)
    )
    count = len(catalogue.readings())
    open_points = (
        f'<p><a href="/rules/readings">What the rulebooks leave open</a>, and how it is read: {count} points.</p>'
    )
    return _page("Rulebooks", START[:1], f'<h1>Rulebooks</h1><ul class="books">{rows}</ul>{open_points}')


@cache
def _rulebook(name: str) -> str:
    book = catalogue.document(name)
    body = f"<h1>{escape(book.title)}</h1><p>{escape(book.operator)} · {escape(book.edition)}</p>"
    for section, clauses in groupby(book.clauses.values(), key=lambda clause: clause.id.partition(".")[0]):
        body += f"<h2>Section {section}</h2>{_clause_list(name, clauses)}"
    return _page(book.title, START, body)


@cache
def _clause(name: str, number: str) -> str:
    book = catalogue.document(name)
    clause, heading = book.clauses[number], f"{book.title}, {number}"
    body = f"<h1><small>{escape(book.title)}</small> {number}</h1>"
    body += f'<p class="words">{_linked(clause.summary, name)}</p>'
    if clause.note:
        body += f'<p class="note">{_linked(clause.note, name)}</p>'
    body += _facts(_about(name, clause))
    body += "".join(map(_pay_table, _tables_of(name, number)))
    open_points = catalogue.readings_on(name, number)
    if open_points:
        body += f"<h2>How it is read</h2>{''.join(_point(each, name) for each in open_points)}"
    parts = [each for each in book.clauses.values() if _parent(each.id) == number]
    if parts:
        body += f"<h2>Parts</h2>{_clause_list(name, parts)}"
    body += _neighbours(f"/rules/{name}", list(book.clauses), number)
    return _page(heading, (*START, (f"/rules/{name}", book.title), *_above(book, number)), body)


@cache
def _readings() -> str:
    body = "<h1>Readings</h1><p>What the rulebooks leave open, and how it is read here.</p>"
    for section, found in groupby(catalogue.readings().values(), key=lambda reading: reading.section):
        rows = "".join(f"<li>{_to_reading(each.id)} <span>{_sentence(each.point)}</span></li>" for each in found)
        body += f'<h2>{escape(section)}</h2><ul class="clauses">{rows}</ul>'
    return _page("Readings", START, body)


@cache
def _reading(number: str) -> str:
    reading = catalogue.readings()[number]
    body = f"<h1><small>Reading</small> {number}</h1>"
    body += f'<p class="words">{_sentence(reading.point)}</p>'
    body += _facts(_about_reading(reading))
    if reading.more:
        body += f"<p>{_linked(reading.more, _only_document(reading))}</p>"
    body += _neighbours("/rules/readings", list(catalogue.readings()), number)
    return _page(f"{number}: {reading.point}", READINGS, body)


def _about(name: str, clause: Clause) -> Iterator[tuple[str, str]]:
    yield "Kind", escape(clause.kind.capitalize())
    yield "Brought about by", escape(WHO[clause.acts] + (f": the {clause.role}" if clause.role else ""))
    if clause.see:
        yield "See also", ", ".join(_to_clause(name, each) for each in clause.see)


def _about_reading(reading: Reading) -> Iterator[tuple[str, str]]:
    yield "Read as", _chosen(reading)
    if reading.readings:
        yield "Can be read as", _linked(_sentence_text(reading.readings), _only_document(reading))
    yield "Because", _linked(_sentence_text(reading.because), _only_document(reading))
    yield "Clauses", _citations(reading.clauses)
    if reading.compare:
        yield "Compare", _citations(reading.compare)
    where = f"Can be set for {', '.join(reading.games)}" if reading.settlement else "Not set otherwise in this release"
    values = ", ".join(f"<code>{escape(each)}</code>" for each in reading.values)
    yield "Switch", f"<code>{escape(reading.switch)}</code>: {values}. {escape(where)}."


def _point(reading: Reading, name: str) -> str:
    """A reading under the clause it is about."""
    told = [("Read as", escape(_plain(catalogue.chosen(reading, name))))]
    only = _only_document(reading)
    told += [("Can be read as", _linked(_sentence_text(reading.readings), only))] if reading.readings else []
    told += [("Because", _linked(_sentence_text(reading.because), only))]
    return f"<section><h3>{_to_reading(reading.id)} {_sentence(reading.point)}</h3>{_facts(told)}</section>"


def _only_document(reading: Reading) -> str | None:
    """The one whose clauses a reading speaks of, if there is only one."""
    found = {each.rpartition(" ")[0] for each in reading.clauses}
    return found.pop() if len(found) == 1 else None


def _chosen(reading: Reading) -> str:
    if isinstance(reading.chosen, str):
        return escape(_plain(reading.chosen))
    return ", ".join(f"{escape(_plain(value))} ({escape(_house(house))})" for house, value in reading.chosen.items())


def _house(prefix: str) -> str:
    return next(catalogue.document(name).operator for name in DOCUMENTS if name.startswith(f"{prefix}-"))


# Pay tables


def _tables_of(name: str, clause: str) -> list[PayTable]:
    assert name in GAMES  # whose import has read them
    return [table for table in PAY_TABLES if (table.document, table.clause) == (name, clause)]


def _pay_table(table: PayTable) -> str:
    rows = "".join(
        f'<tr><th scope="row">{escape(hand[:1].upper() + hand[1:])}</th><td>{escape(_pays(pays))}</td></tr>'
        for hand, pays in table.lines()
    )
    caption = _plain(table.name).capitalize()
    head = '<tr><th scope="col">Hand</th><th scope="col">Pays</th></tr>'
    return f"<table><caption>{escape(caption)}</caption><thead>{head}</thead><tbody>{rows}</tbody></table>"


def _pays(pays: Pays | None) -> str:
    if pays is None:
        return "push"
    return f"{pays} of the jackpot" if isinstance(pays, Percent) else str(pays)


# Between the pages


def _parent(number: str) -> str:
    return number.rpartition(".")[0]


def _above(book: Document, number: str) -> Trail:
    """The clauses that this one is a part of, outermost first; section headings are no clauses."""
    above = _parent(number)
    if not above:
        return ()
    here = ((f"/rules/{book.id}/{above}", above),) if above in book.clauses else ()
    return (*_above(book, above), *here)


def _neighbours(under: str, known: list[str], here: str) -> str:
    at = known.index(here)
    near = [(word, known[to]) for word, to in (("Previous", at - 1), ("Next", at + 1)) if 0 <= to < len(known)]
    links = "".join(f'<a href="{under}/{to}"><span>{word}</span> {to}</a>' for word, to in near)
    return f'<nav class="turn" aria-label="Neighbours">{links}</nav>'


def _clause_list(name: str, clauses: Iterable[Clause]) -> str:
    rows = "".join(
        f'<li class="depth-{min(each.id.count("."), 3)}">'
        f"{_to_clause(name, each.id)} <span>{escape(each.summary)}</span></li>"
        for each in clauses
    )
    return f'<ul class="clauses">{rows}</ul>'


def _to_clause(name: str, number: str, words: str = "") -> str:
    return f'<a href="/rules/{name}/{number}">{words or number}</a>'


def _to_reading(number: str) -> str:
    return f'<a href="/rules/readings/{number}">{number}</a>'


def _citations(clauses: Iterable[str]) -> str:
    found = (each.rpartition(" ") for each in clauses)
    return ", ".join(_to_clause(name, number, f"{name} {number}") for name, _, number in found)


# Words


def _linked(text: str, name: str | None = None) -> str:
    """Text in which whatever it cites can be followed; a bare number is a clause of the document it stands in."""

    def link(cited: re.Match[str]) -> str:
        whole, document, number = cited[0], cited[1] or name, cited[2]
        if number is None:
            return _to_reading(whole) if whole in catalogue.readings() else whole
        known = document is not None and number in catalogue.document(document).clauses
        return _to_clause(document, number, whole) if document is not None and known else whole

    return CODE.sub(r"<code>\1</code>", CITED.sub(link, escape(text).replace(" %", "\N{NO-BREAK SPACE}%")))


def _plain(value: str) -> str:
    return value.replace("_", " ")


def _sentence_text(text: str) -> str:
    return text if text.startswith(("mbs", "rws")) else text[:1].upper() + text[1:]


def _sentence(text: str) -> str:
    return escape(_sentence_text(text))


def _facts(facts: Iterable[tuple[str, str]]) -> str:
    rows = "".join(f"<div><dt>{term}</dt><dd>{told}</dd></div>" for term, told in facts)
    return f"<dl>{rows}</dl>"


def _page(title: str, trail: Trail, body: str) -> str:
    steps = "".join(f'<li><a href="{href}">{escape(words)}</a></li>' for href, words in trail)
    return PAGE.format(title=escape(title), trail=steps, body=body, note=OUR_WORDS)
