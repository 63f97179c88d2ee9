"""The day's report on paper: set by Typst, from data alone, so that the same day gives the same bytes."""

from collections.abc import Sequence
from importlib import resources
from typing import Any

import msgspec
import typst

from pitlink.audit.report import Report
from pitlink.audit.report_text import HEADINGS, award_lines, moment, plain, stretch, summary_rows, verdict
from pitlink.jackpot.reconciling import COUNTED, Reconciliation
from pitlink.pit.figures import TableDay
from pitlink.pit.statements import KINDS, METERS, fine_dollars, percent
from pitlink.pit.words import wager


def report_pdf(report: Report) -> bytes:
    template = (resources.files("pitlink.audit") / "report.typ").read_bytes()
    inputs = {"report": msgspec.json.encode(_data(report)).decode()}
    made = typst.compile(template, sys_inputs=inputs, ignore_system_fonts=True, timestamp=0)
    assert isinstance(made, bytes)
    return made


def _data(report: Report) -> dict[str, Any]:
    return {
        "title": f"The day's report, {report.day.isoformat()}",
        "day": f"{report.day:%A, %d %B %Y}",
        "stretch": stretch(report),
        "site": report.site,
        "verdict": verdict(report),
        "differences": report.differences,
        "notices": report.notices,
        "summary": _grid(HEADINGS, summary_rows(report), range(2, len(HEADINGS))),
        "tables": [{"title": f"Table {each.table}, {each.game}", "data": _table(each)} for each in report.tables],
        "links": [{"title": each.link, "data": _link(each)} for each in report.links],
        "awards": [award_lines(report, each) for each in report.awards],
        "events": [(moment(report, each.at_us), each.code, each.words) for each in report.significant],
    }


def _grid(headings: Sequence[str], rows: Sequence[tuple[str, ...]], right: Sequence[int]) -> dict[str, Any]:
    """Columns of words share what columns of numbers leave of the page."""
    columns = [{"name": name, "right": nth in right, "wide": nth not in right} for nth, name in enumerate(headings)]
    return {"columns": columns, "rows": rows}


def _table(day: TableDay) -> dict[str, Any]:
    """How the win comes about on the left, what it is made of on the right."""
    figures = day.figures
    win = [
        ("closing count" if day.counted else "closing by the books", plain(figures.closing)),
        ("+ drop", plain(figures.drop)),
        ("+ credits", plain(figures.credits)),
        ("− opening", plain(figures.opening)),
        ("− fills", plain(figures.fills)),
        ("= win", plain(figures.win)),
        ("hold", "no drop" if figures.hold is None else percent(figures.hold)),
        ("− contributions of final rounds", plain(figures.contributions)),
        ("= win net of contributions", plain(figures.net)),
        ("contributions carried in", plain(figures.carried_in)),
        ("posted to the jackpot", plain(figures.posted)),
        ("carried out, the round not final", plain(figures.carried_out)),
    ]
    made_of = [
        (f"{wager(name)}, of {plain(each.staked)} staked", plain(each.won)) for name, each in figures.wagers.items()
    ]
    made_of += [
        ("counts over, short below 0", plain(figures.over)),
        ("not explained", plain(figures.difference)),
        ("handle", plain(figures.handle)),
        ("rounds", f"{figures.rounds:,}"),
        ("void rounds", f"{figures.voids:,}"),
    ]
    made_of += [
        (f"slip {each.number}, {each.what}, {each.by}, {each.dealer}", plain(each.amount)) for each in day.slips
    ]
    longest = max(len(win), len(made_of))
    rows = [
        (*(win[nth] if nth < len(win) else ("", "")), *(made_of[nth] if nth < len(made_of) else ("", "")))
        for nth in range(longest)
    ]
    return _grid(("win by the counts", "", "won by the house", ""), rows, (1, 3))


def _link(statement: Reconciliation) -> dict[str, Any]:
    rows: list[tuple[str, ...]] = []
    for meter, column in statement.columns.items():
        items = {"start": column.start}
        items |= {words: column.changes[kind] for kind, words in KINDS.items() if kind in column.changes}
        items |= {"now": column.now, "not explained": column.difference}
        if not column.changes and not column.difference:
            items = {"unchanged": column.now}
        for nth, (item, amount) in enumerate(items.items()):
            value = f"{amount:,}" if meter in COUNTED else fine_dollars(amount)
            rows.append((METERS[meter] if nth == 0 else "", item, value))
    return _grid(("meter", "", "dollars, and ten-thousandths of a cent"), rows, (2,))
