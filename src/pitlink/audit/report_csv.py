"""The day's report for a spreadsheet or a program: one fact a line, under part, subject and item."""

import csv
import io
from collections.abc import Iterator

from msgspec import structs

from pitlink.audit.report import Report
from pitlink.jackpot.reconciling import COUNTED
from pitlink.money import dollars
from pitlink.pit.figures import Figures, by_game, of_floor

Fact = tuple[str, str, str, str]
HEADINGS = ("part", "subject", "item", "value")


def report_csv(report: Report) -> str:
    """Money in dollars, meters of a link in dollars with six decimals, times in ISO form with their zone."""
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\r\n")
    writer.writerow(HEADINGS)
    writer.writerows(tuple(map(_safe, fact)) for fact in _facts(report))
    return sink.getvalue()


def _safe(cell: str) -> str:
    """A text that a spreadsheet would take for a formula is written as a text; a negative number is none."""
    formula = cell[:1] in ("=", "+", "@", "\t", "\r") or (cell[:1] == "-" and not cell[1:2].isdigit())
    return f"'{cell}" if formula else cell


def _facts(report: Report) -> Iterator[Fact]:
    yield "report", report.site, "day", report.day.isoformat()
    yield "report", report.site, "begins", _time(report, report.days.begins(report.day))
    yield "report", report.site, "ends", _time(report, report.days.ends(report.day))
    yield "report", report.site, "first event", str(report.first)
    yield "report", report.site, "last event", str(report.last)
    yield "report", report.site, "differences", str(len(report.differences))
    for nth, words in enumerate(report.differences, start=1):
        yield "difference", str(nth), "words", words
    for nth, words in enumerate(report.notices, start=1):
        yield "notice", str(nth), "words", words
    for table in report.tables:
        yield "table", table.table, "game", table.game
        yield "table", table.table, "counted", "yes" if table.counted else "no"
        yield from _figures("table", table.table, table.figures)
        for slip in table.slips:
            words = f"{dollars(slip.amount)} by {slip.by}, signed by {slip.dealer}"
            yield "slip", table.table, f"{slip.what} {slip.number}", words
    for game, figures in sorted(by_game(report.tables).items()):
        yield from _figures("game", game, figures)
    yield from _figures("floor", "floor", of_floor(report.tables))
    yield from _links(report)
    yield from _awards(report)
    for nth, event in enumerate(report.significant, start=1):
        for item, value in (("at", _time(report, event.at_us)), ("code", event.code), ("words", event.words)):
            yield "event", str(nth), item, value


def _figures(part: str, subject: str, figures: Figures) -> Iterator[Fact]:
    for item, value in structs.asdict(figures).items():
        if item in ("rounds", "voids"):
            yield part, subject, item, str(value)
        elif item != "wagers":
            yield part, subject, item.replace("_", " "), dollars(value)
    for item in ("win", "handle", "progressive", "net", "carried_out", "difference"):
        yield part, subject, item.replace("_", " "), dollars(getattr(figures, item))
    if figures.hold is not None:
        yield part, subject, "hold", f"{float(figures.hold):.6f}"
    for wager, each in figures.wagers.items():
        for item in ("staked", "collected", "paid"):
            yield part, subject, f"{wager} {item}", dollars(getattr(each, item))


def _links(report: Report) -> Iterator[Fact]:
    for statement in report.links:
        for meter, column in statement.columns.items():
            changes = [(str(kind), amount) for kind, amount in column.changes.items()]
            ends = (("now", column.now), ("difference", column.difference))
            for item, amount in (("start", column.start), *changes, *ends):
                value = str(amount) if meter in COUNTED else _fine(amount)
                yield "link", statement.link, f"{meter.replace('_', ' ')}, {item.replace('_', ' ')}", value


def _fine(amount: int) -> str:
    whole, rest = divmod(abs(amount), 1_000_000)
    return f"{'-' if amount < 0 else ''}{whole}.{rest:06d}"


def _awards(report: Report) -> Iterator[Fact]:
    for nth, award in enumerate(report.awards, start=1):
        facts = {
            "entered": "before" if award.entered_us is None else _time(report, award.entered_us),
            "link": award.link,
            "table": award.table,
            "round": str(award.round),
            "position": str(award.position),
            "line": award.line,
            "hand": award.hand,
            "amount": dollars(award.amount),
            "rule": award.rule,
            "state": award.state,
            "player": award.player,
            "verified by": award.verified,
            "approved by": award.approved,
            "rejected by" if award.state == "rejected" else "paid by": award.paid,
            "paid at": "" if award.paid_us is None else _time(report, award.paid_us),
            "payment undone": "yes" if award.payment_undone else "no",
        }
        yield from (("award", str(nth), item, value) for item, value in facts.items())


def _time(report: Report, at_us: int) -> str:
    return report.days.local(at_us).isoformat(timespec="seconds")
