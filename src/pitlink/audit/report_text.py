"""The day's report as text: what does not add up first, then money, awards and events."""

from collections.abc import Iterator

from pitlink.audit.awards import Award
from pitlink.audit.report import Report
from pitlink.money import Cents
from pitlink.pit.figures import Figures, by_game, of_floor
from pitlink.pit.statements import percent, tell_figures, tell_jackpot, tell_table
from pitlink.pit.words import counted, money


def tell_report(report: Report) -> Iterator[str]:
    yield f"THE DAY'S REPORT  {report.day:%A, %d %B %Y}"
    yield stretch(report)
    yield f"books of {report.site}"
    yield ""
    yield from _differences(report)
    yield from _headed("WIN AND HOLD", _summary(report))
    for each in report.tables:
        yield from _headed(None, tell_table(each))
    if len(report.tables) > 1:
        yield from _headed(None, ("The floor", *tell_figures(of_floor(report.tables), counted=_all_counted(report))))
    for statement in report.links:
        yield from _headed(None, tell_jackpot(statement))
    yield from _headed("AWARDS IN THE ORDER OF WINNERS", _awards(report))
    yield from _headed("SIGNIFICANT EVENTS", _events(report))


def stretch(report: Report) -> str:
    begins, ends = (report.days.local(at) for at in (report.days.begins(report.day), report.days.ends(report.day)))
    zone = begins.tzname() or ""
    which = f"events {report.first:,} to {report.last:,}" if report.last >= report.first else "no events"
    so_far = "" if report.over else ", the end of the log so far"
    return f"{begins:%d %b %H:%M} to {ends:%d %b %H:%M} {zone}, {which}{so_far}"


def moment(report: Report, at_us: int) -> str:
    """The time of day, with its date where the clock said that of another day."""
    outside = not report.days.begins(report.day) <= at_us < report.days.ends(report.day)
    return f"{report.days.local(at_us):{'%d %b %Y ' if outside else ''}%H:%M:%S}"


def verdict(report: Report) -> str:
    if report.differences:
        return f"{counted(len(report.differences), 'difference')}: the day does not add up"
    checked = f"{counted(len(report.tables), 'table')} and {counted(len(report.links), 'jackpot')}"
    return f"No differences: {checked} add up to the cent, and the accounts agree with the meters."


def _differences(report: Report) -> Iterator[str]:
    yield verdict(report)
    yield from (f"  {each}" for each in report.differences)
    yield from (f"  Notice: {each}" for each in report.notices)


def _headed(heading: str | None, lines: Iterator[str] | tuple[str, ...]) -> Iterator[str]:
    yield ""
    if heading is not None:
        yield heading
    yield from lines


def _all_counted(report: Report) -> bool:
    return all(each.counted for each in report.tables)


# Win and hold


def summary_rows(report: Report) -> list[tuple[str, ...]]:
    """Tables, then games, then the floor, each with the figures that are asked for first."""
    rows = [(each.table, each.game, *_figures(each.figures)) for each in report.tables]
    rows += [("all", game, *_figures(figures)) for game, figures in sorted(by_game(report.tables).items())]
    return [*rows, ("floor", "", *_figures(of_floor(report.tables)))]


HEADINGS = ("table", "game", "rounds", "drop", "win", "hold", "to jackpots", "net win")


def _figures(figures: Figures) -> tuple[str, ...]:
    hold = "" if figures.hold is None else percent(figures.hold)
    amounts = (plain(figures.drop), plain(figures.win), hold, plain(figures.contributions), plain(figures.net))
    return (f"{figures.rounds:,}", *amounts)


def plain(amount: Cents) -> str:
    return money(amount).replace("$", "")


def _summary(report: Report) -> Iterator[str]:
    rows = [HEADINGS, *summary_rows(report)]
    widths = [max(len(row[nth]) for row in rows) for nth in range(len(HEADINGS))]
    for row in rows:
        cells = (
            cell.ljust(width) if nth < 2 else cell.rjust(width)
            for nth, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()


# Awards and events


def award_lines(report: Report, award: Award) -> tuple[str, str]:
    """What was won where and when, and who dealt with it."""
    at = "before" if award.entered_us is None else moment(report, award.entered_us)
    line = "" if award.line == "progressive" else f", {award.line.replace('_', ' ')}"
    where = f"table {award.table}, round {award.round}, position {award.position}"
    first = f"{at}  {money(award.amount)}  {award.hand}{line}; {where}; link {award.link} ({award.rule})"
    verified = f"verified by {award.verified}" if award.verified else "not verified"
    approved = f"approved by {award.approved}" if award.approved else "not approved"
    return first, f"{verified}; {approved}; {_end(report, award)}"


def _end(report: Report, award: Award) -> str:
    match award.state:
        case "paid":
            at = "" if award.paid_us is None else f" at {moment(report, award.paid_us)}"
            return f"paid to {award.player} by {award.paid}{at}"
        case "rejected":
            return f"rejected by {award.paid}"
        case "withdrawn":
            return "withdrawn after it was paid" if award.payment_undone else "withdrawn"
        case "open":
            return "not paid yet"


def _awards(report: Report) -> Iterator[str]:
    if not report.awards:
        yield "none"
    for nth, award in enumerate(report.awards, start=1):
        first, second = award_lines(report, award)
        yield f"{nth:>3}. {first}"
        yield f"     {second}"


def _events(report: Report) -> Iterator[str]:
    if not report.significant:
        yield "none"
    for each in report.significant:
        yield f"{moment(report, each.at_us)}  {each.code}  {each.source}"
        yield f"          {each.words}"
