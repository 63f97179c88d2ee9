"""The day's report: money reconciled, awards in the order of winners, and whatever does not add up."""

import csv
import io
import time as clock
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pitlink.audit.report import Report, report
from pitlink.audit.report_csv import report_csv
from pitlink.audit.report_pdf import report_pdf
from pitlink.audit.report_text import tell_report
from pitlink.jackpot.link import FINE
from pitlink.pit.gamingday import GamingDays
from pitlink.store import schema
from pitlink.store.database import open_engine
from tests.audit.tampering import unguarded
from tests.cli.claiming import open_one_table, open_two_tables, win
from tests.cli.floors import works
from tests.cli.processes import is_refused, pitlink, started
from tests.store.conftest import Prepared
from tests.store.floors import opened


class House:
    """Books of people, and a day that ends when it is told to."""

    def __init__(self, books: str, folder: Path) -> None:
        self.books, self.folder = books, folder
        self.engine = open_engine(books)
        self.ended: datetime | None = None

    def claim(self, table: str, what: str, *arguments: str) -> None:
        works("floor", "claim", table, what, *arguments, "--books", self.books)

    def pay(self, table: str) -> None:
        self.claim(table, "verify", "--cards", "52", "--surveillance", "camera 4", "--by", "Sue")
        self.claim(table, "approve", "--by", "Pam", "--post", "pit_manager")
        self.claim(table, "pay", "--by", "Sue")

    def end_day(self) -> None:
        """The next whole second begins another day."""
        clock.sleep(1.0 - clock.time() % 1.0)
        self.ended = datetime.fromtimestamp(int(clock.time()), UTC)

    def report(self, *, yesterday: bool = False, link: str | None = None) -> Report:
        assert self.ended is not None
        days = GamingDays(UTC, self.ended.time())
        today = self.ended.date()
        return report(self.engine, today - timedelta(days=1) if yesterday else today, days, link)


@pytest.fixture
def house(prepared: Prepared, tmp_path: Path) -> Iterator[House]:
    made = House(prepared(open_two_tables), tmp_path)
    yield made
    made.engine.dispose()


def told(found: Report) -> str:
    return "\n".join(tell_report(found))


def test_a_day_begins_where_the_one_before_it_ended(house: House) -> None:
    win(house.books, "T1")
    win(house.books, "T2", "Cy")
    house.pay("T1")
    house.end_day()
    house.pay("T2")
    works("floor", "fill", "T2", "500.00", "--slip", "F1", "--by", "Sue", "--books", house.books)
    first, second = house.report(yesterday=True), house.report()
    assert (first.differences, second.differences) == ((), ())
    assert (first.over, second.over) == (True, False)
    assert second.first == first.last + 1
    for before, after in zip(first.links, second.links, strict=True):
        assert {meter: column.now for meter, column in before.columns.items()} == {
            meter: column.start for meter, column in after.columns.items()
        }
    closing, opening = ([each.figures for each in found.tables] for found in (first, second))
    assert [each.closing for each in closing] == [each.opening for each in opening]
    assert [each.fills for each in opening] == [0, 500_00]


def test_contributions_of_rounds_that_are_not_final_are_carried_to_the_day_on_which_they_are(house: House) -> None:
    """5.00 at T1 and at T2, of which 1.25 goes to the jackpot; T2 is closed on the next day, and T1 still waits."""
    win(house.books, "T1")
    win(house.books, "T2", "Cy")
    house.pay("T1")
    house.end_day()
    house.pay("T2")
    works("floor", "close", "T2", "--by", "Sue", "--books", house.books)
    first, second = (
        [each.figures for each in found.tables] for found in (house.report(yesterday=True), house.report())
    )
    assert [(each.carried_in, each.posted, each.contributions, each.carried_out) for each in first] == [
        (0, 1_25, 0, 1_25),
        (0, 1_25, 0, 1_25),
    ]
    assert [(each.carried_in, each.posted, each.contributions, each.carried_out) for each in second] == [
        (1_25, 0, 0, 1_25),
        (1_25, 0, 1_25, 0),
    ]
    assert [each.net for each in first] == [0, 0]
    assert second[1].net == second[1].win - 1_25


def test_awards_stand_in_the_order_of_winners_with_who_dealt_with_them(house: House) -> None:
    win(house.books, "T1")
    win(house.books, "T2", "Cy")
    works("link", "order", "L1", "T2:1", "T1:1", "--by", "Gus", "--books", house.books)
    house.pay("T2")
    house.end_day()
    house.pay("T1")
    first, second = house.report(yesterday=True), house.report()
    assert [(each.table, each.state, each.player) for each in first.awards] == [
        ("T2", "paid", "Cy"),
        ("T1", "open", ""),
    ]
    paid = first.awards[0]
    assert (paid.verified, paid.approved, paid.paid) == ("pit supervisor (Sue)", "pit manager (Pam)", "Sue")
    assert paid.entered_us is not None
    assert [(each.table, each.state, each.entered_us) for each in second.awards] == [("T1", "paid", None)]
    assert first.awards[1].amount == second.awards[0].amount
    text = told(second)
    assert "before  $" in text
    assert "verified by pit supervisor (Sue); approved by pit manager (Pam); paid to Ann by Sue at " in text


def test_what_was_rejected_is_told_and_owed_no_more(house: House) -> None:
    win(house.books, "T1")
    house.claim("T1", "reject", "--position", "1", "--words", "a marked card", "--by", "Sue")
    house.end_day()
    found = house.report(yesterday=True)
    assert [(each.state, each.paid) for each in found.awards] == [("rejected", "pit supervisor (Sue)")]
    assert found.differences == ()
    assert "rejected by pit supervisor (Sue)" in told(found)


def test_one_link_is_reported_with_its_own_tables_only(house: House) -> None:
    win(house.books, "T1")
    house.end_day()
    one, other = house.report(yesterday=True, link="L1"), house.report(yesterday=True, link="L2")
    assert ([each.table for each in one.tables], [each.link for each in one.links]) == (["T1", "T2"], ["L1"])
    assert ([each.table for each in other.tables], [each.link for each in other.links]) == ([], ["L2"])
    assert (len(one.awards), other.awards) == (1, ())
    assert {each.source for each in one.significant} <= {"link/L1", "table/T1", "table/T2"}
    assert "link.opened/1" in {each.code for each in one.significant}


def test_a_day_on_which_nothing_happened_has_tables_and_links_as_they_stand(house: House) -> None:
    house.end_day()
    found = house.report()
    assert found.last < found.first
    assert [(each.table, each.figures.opening, each.figures.closing) for each in found.tables] == [
        ("T1", 50_000_00, 50_000_00),
        ("T2", 50_000_00, 50_000_00),
    ]
    assert [each.columns["display"].now for each in found.links] == [100_000_00 * FINE] * 2
    assert "no events" in told(found)


def test_events_of_the_books_and_of_links_are_significant(house: House) -> None:
    works("link", "suspend", "L1", "--note", "=cleaning", "--by", "Gus", "--books", house.books)
    house.end_day()
    codes = [each.code for each in house.report(yesterday=True).significant]
    assert codes[:2] == ["system.books_opened/1", "system.self_checked/1"]
    assert {"link.opened/1", "link.table_admitted/1", "link.suspended/1", "table.opened/1"} <= set(codes)
    assert "link.contributions_posted/1" not in codes


def test_processes_that_come_and_go_are_not_and_one_that_left_nothing_behind_is(house: House) -> None:
    """Every command at the terminal is a process that takes a table and leaves it."""
    win(house.books, "T1")
    house.claim("T1", "reject", "--position", "1", "--words", "a marked card", "--by", "Sue")
    with opened(house.books, "killed", "T2", lease_s=0.05):
        clock.sleep(0.1)
    with opened(house.books, "the next", "T2") as store:
        store.leave()
    house.end_day()
    found = house.report(yesterday=True).significant
    codes = [each.code for each in found]
    assert (codes.count("system.self_checked/1"), codes.count("system.tables_left/1")) == (1, 0)
    (checked,) = [each for each in found if each.code == "system.self_checked/1"]
    assert checked.words.endswith(" times more that day")
    (taken,) = [each for each in found if each.code == "system.tables_taken/1"]
    assert taken.words == "the next takes over T2 from killed, which had not left"
    (rejected,) = [each for each in found if each.code == "table.claims_rejected/1"]
    assert rejected.words.startswith("The pit supervisor (Sue) rejects the claim of position 1: “a marked card”")


def test_a_rack_that_was_short_is_significant(house: House) -> None:
    works("floor", "close", "T1", "--count", "49,999.00", "--by", "Sue", "--books", house.books)
    house.end_day()
    told = [each.words for each in house.report(yesterday=True).significant if each.source == "table/T1"]
    assert told[1:] == ["The table closes", "Sue counts the rack: $49,999.00, $1.00 short"]


def spoil(engine: Engine) -> None:
    """An entry for the display of L1 is worth a dollar more than it was."""
    with unguarded(engine) as connection:
        columns = schema.entry.c
        position = connection.execute(
            sa.select(sa.func.min(columns.position)).where(columns.taker == "pool/L1")
        ).scalar()
        connection.execute(
            sa.update(schema.entry)
            .where(columns.position == position, columns.taker == "pool/L1")
            .values(amount_cents=columns.amount_cents + 100)
        )


def test_what_does_not_add_up_stands_first_and_gives_the_status(house: House) -> None:
    house.end_day()
    spoil(house.engine)
    found = house.report(yesterday=True)
    words = "link L1: the account of its display has $1.00 more than the meter"
    assert found.differences == (words,)
    lines = told(found).splitlines()
    assert lines[4:6] == ["1 difference: the day does not add up", f"  {words}"]
    assert house.ended is not None
    day = (house.ended - timedelta(days=1)).date()
    starts = ("--zone", "UTC", "--day-starts", f"{house.ended:%H:%M:%S}", "--books", house.books)
    done = pitlink("audit", "report", "--day", str(day), *starts)
    assert done.returncode == 1
    assert words in done.stdout
    done = pitlink("audit", "report", "--day", str(day), *starts, "--csv", house.folder / "day.csv")
    is_refused(done, f"pitlink audit: {day} does not add up: {words}", status=1)
    assert (house.folder / "day.csv").exists()


def test_a_spreadsheet_gets_one_fact_a_line_and_no_formula(house: House) -> None:
    win(house.books, "T1")
    house.pay("T1")
    works("link", "suspend", "L1", "--note", "=1+1", "--by", "Gus", "--books", house.books)
    house.end_day()
    rows = list(csv.reader(io.StringIO(report_csv(house.report(yesterday=True)), newline="")))
    assert rows[0] == ["part", "subject", "item", "value"]
    assert all(len(row) == 4 for row in rows)
    facts = {(part, subject, item): value for part, subject, item, value in rows[1:]}
    assert facts["table", "T1", "opening"] == "50000.00"
    assert facts["link", "L1", "display, base"] == "100000.000000"
    assert facts["link", "L1", "display, difference"] == "0.000000"
    assert facts["table", "T1", "posted"] == facts["table", "T1", "carried out"] == "1.25"
    assert facts["award", "1", "state"] == "paid"
    assert facts["award", "1", "approved by"] == "pit manager (Pam)"
    assert facts["floor", "floor", "difference"] == "0.00"
    for row in rows:
        for cell in row:
            assert cell[:1] not in ("=", "+", "@")


def test_the_paper_has_the_same_bytes_every_time(house: House) -> None:
    win(house.books, "T1")
    house.end_day()
    found = house.report(yesterday=True)
    once = report_pdf(found)
    assert once == report_pdf(found)
    assert once.startswith(b"%PDF-")
    assert b"CreationDate" not in once


def test_the_report_is_written_where_it_is_wanted(tmp_path: Path) -> None:
    books = str(tmp_path / "books.db")
    open_one_table(books)
    today = date.today().isoformat()
    base = ("audit", "report", "--day", today, "--day-starts", "00:00", "--books", books)
    assert "No differences: 1 table and 2 jackpots add up" in works(*base)
    files = [tmp_path / "day.csv", tmp_path / "day.pdf"]
    done = started(*base, "--csv", files[0], "--pdf", files[1])
    assert done.stdout.splitlines() == [f"{file} has the report of {today}." for file in files]
    assert (tmp_path / "day.pdf").read_bytes().startswith(b"%PDF-")
    is_refused(pitlink(*base, "--link", "L9"), "no link 'L9' in these books: expected L1, L2", status=1)
    assert "No differences: 1 table and 2 jackpots add up" in works("audit", "report", "--books", books)  # of today
