"""What staff do at one table from the terminal: chips, counts, and jackpot claims by two people."""

import json
from pathlib import Path

import pytest

from pitlink.bots.house import DEALER
from pitlink.table import commands as ask
from tests.cli.claiming import floor_of, open_two_tables, win
from tests.cli.floors import SMALL, is_right, open_small, shown, works
from tests.cli.processes import is_refused, pitlink
from tests.store.conftest import Prepared
from tests.store.floors import at_table, bet, do, opened, seat


@pytest.fixture
def floor(prepared: Prepared) -> str:
    return prepared(open_two_tables)


def refused(books: str, *arguments: str, told: str) -> None:
    is_refused(pitlink(*arguments, "--books", books), f"pitlink {arguments[0]}: ", told, status=1)


# Chips


def test_chips_are_brought_and_taken_with_a_slip(floor: str) -> None:
    told = works("floor", "fill", "T1", "5,000.00", "--slip", "F1", "--by", "Sue", "--books", floor)
    assert "$5,000.00" in told
    assert "F1" in told
    works("floor", "credit", "T1", "2000", "--slip", "C1", "--dealer", "Dana", "--by", "Sue", "--books", floor)
    assert [table["rack_cents"] for table in shown(floor)["tables"]] == [53_000_00, 50_000_00]
    again = ("floor", "fill", "T1", "1", "--slip", "F1", "--by", "Sue")
    refused(floor, *again, told="slip F1: expected a number never used at this table (R114)")
    other = ("floor", "fill", "T1", "1", "--slip", "F2", "--dealer", "Eve", "--by", "Sue")
    refused(floor, *other, told="signed by 'Eve': expected Dana, who deals here")
    low = ("floor", "credit", "T1", "1", "--slip", "F3", "--by", "Dana", "--post", "dealer")
    refused(floor, *low, told="a credit by dealer Dana: expected a pit supervisor or above")
    refused(floor, "floor", "fill", "T9", "1", "--slip", "F4", told="no table 'T9' in these books: expected T1, T2")


def test_a_table_is_closed_with_its_count_or_counted_later(floor: str, tmp_path: Path) -> None:
    assert "closes" in works("floor", "close", "T1", "--count", "49,990.00", "--by", "Sue", "--books", floor)
    works("floor", "close", "T2", "--by", "Sue", "--books", floor)
    assert [(table["open"], table["uncounted"]) for table in shown(floor)["tables"]] == [(False, False), (False, True)]
    (tmp_path / "people.toml").write_text(floor_of("T1", "T2"), encoding="utf-8")
    opening = ("floor", "open", str(tmp_path / "people.toml"))
    refused(floor, *opening, told="table T2, the rack of table T2: expected its count")
    works("floor", "count", "T2", "50,000.00", "--by", "Sue", "--books", floor)
    told = works(*opening, "--books", floor)
    assert "Table T1 opens" in told
    assert "Table T2 opens" in told
    is_right(floor)


def test_a_slip_needs_a_dealer_and_it_is_said_how_to_name_one(books: str, tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    file.write_text(SMALL, encoding="utf-8")
    works("floor", "open", file, "--books", books)
    fill = ("floor", "fill", "T1", "500", "--slip", "F1", "--by", "Sue")
    told = (
        "table T1 has no dealer who could sign slip F1 (R114): expected dealer = NAME in its floor file, opened again"
    )
    refused(books, *fill, told=told)
    refused(books, *fill, "--dealer", "Dana", told=told)
    file.write_text(SMALL.replace('name = "T1"', 'name = "T1"\ndealer = "Dana"'), encoding="utf-8")
    works("floor", "open", file, "--books", books)
    assert "Dana" in works(*fill, "--books", books)


def test_a_round_in_play_is_named_with_what_finishes_it(books: str, tmp_path: Path) -> None:
    open_small(books)
    with opened(books, "the pit", "T1") as store:
        seat(store, "Ada", 1)
        do(store, at_table(ask.CallBets(DEALER)))
        do(store, at_table(bet("Ada", 1, "ante", 10)))
        store.leave()
    told = "round 1 at table T1: expected a round that is over (1.1.9); `pitlink floor play --table T1` plays on"
    refused(books, "floor", "close", "T1", told=told)
    refused(books, "floor", "count", "T1", "1", told=told)


def test_a_round_that_people_must_finish_is_to_be_looked_at(floor: str) -> None:
    win(floor, "T1")
    told = "round 1 at table T1: expected a round that is over (1.20); `pitlink floor show` says what it waits for"
    refused(floor, "floor", "close", "T1", told=told)


def test_a_table_that_is_run_says_by_whom_and_what_to_end(floor: str) -> None:
    with opened(floor, "terminal pit 12290 ab", "T1"):
        told = "table T1 is run by process terminal pit 12290 ab: end it first (`pitlink floor play`: Ctrl-C), or"
        refused(floor, "floor", "fill", "T1", "1", "--slip", "F1", told=told)


@pytest.mark.parametrize("amount", ["x", "-5", "1.005", "1,00"])
def test_what_is_no_amount_is_a_wrong_use(amount: str) -> None:
    assert pitlink("floor", "count", "T1", "--", amount).returncode == 2
    assert pitlink("floor", "close", "T1", "--count", amount).returncode == 2


def test_an_amount_beyond_all_money_says_the_most() -> None:
    done = pitlink("floor", "count", "T1", "90000000000000000")
    assert done.returncode == 2
    assert "at most 9,999,999,999,999.99" in " ".join(done.stderr.replace("│", " ").split())


# Claims


def test_a_claim_is_verified_approved_and_paid_by_two_people(floor: str) -> None:
    win(floor, "T1")
    listed = works("link", "claims", "L1", "--books", floor)
    assert "straight flush" in listed
    assert "verification" in listed
    verify = ("floor", "claim", "T1", "verify", "--surveillance", "camera 4, 05:12", "--by", "Sue")
    refused(floor, *verify, "--cards", "51", told="51 cards counted: expected 52, the whole deck")
    refused(
        floor, "floor", "claim", "T1", "pay", "--by", "Sue", told="paying awards of round 1: expected claims approved"
    )
    assert "Sue" in works(*verify, "--cards", "52", "--books", floor)
    waits = " ".join(works("link", "claims", "L1", "--books", floor).split())
    assert "approval; verified by pit supervisor (Sue)" in waits
    approve = ("floor", "claim", "T1", "approve", "--by")
    refused(floor, *approve, "Sue", told="verifying and approving claims by Sue alone: expected a second person")
    refused(floor, *approve, "Sid", told="both pit supervisor: expected another post")
    works(*approve, "Pam", "--post", "pit_manager", "--books", floor)
    (claim,) = json.loads(works("link", "claims", "L1", "--json", "--books", floor))
    assert (claim["table"], claim["position"], claim["approved"]["by"]) == ("T1", 1, "Pam")
    told = works("floor", "claim", "T1", "pay", "--by", "Sue", "--books", floor)
    assert "Ann is paid the award of " in told
    assert works("link", "claims", "L1", "--books", floor) == "No claim is open.\n"
    is_right(floor)


def test_a_claim_is_rejected_with_words(floor: str) -> None:
    before = shown(floor)["links"][0]["display_cents"]
    win(floor, "T1")
    reject = ("floor", "claim", "T1", "reject", "--words", "a marked card", "--by", "Sue")
    refused(
        floor,
        *reject,
        "--position",
        "2",
        told="rejecting claims at position 2: expected some of the winning positions, each once: 1",
    )
    assert "a marked card" in works(*reject, "--position", "1", "--books", floor)
    assert shown(floor)["links"][0]["display_cents"] == before + 1_00
    is_right(floor)


@pytest.mark.parametrize(("what", "needs"), [("verify", "--cards"), ("reject", "--position")])
def test_what_a_step_of_a_claim_needs_must_be_said(what: str, needs: str) -> None:
    done = pitlink("floor", "claim", "T1", what)
    assert done.returncode == 2
    assert f"{what} needs {needs}" in done.stderr


def test_what_is_no_step_of_a_claim_is_a_wrong_use() -> None:
    done = pitlink("floor", "claim", "T1", "burn")
    assert done.returncode == 2
    assert "'burn': expected verify, approve, pay or reject" in done.stderr


def test_the_house_puts_winners_in_order(floor: str) -> None:
    win(floor, "T1")
    win(floor, "T2", "Cy")
    before = json.loads(works("link", "claims", "L1", "--json", "--books", floor))
    assert [claim["table"] for claim in before] == ["T1", "T2"]
    refused(floor, "link", "order", "L1", "T2", told="'T2': expected a table and a position, such as T1:3")
    refused(floor, "link", "order", "L1", "T2:1", told="expected")
    told = works("link", "order", "L1", "T2:1", "T1:1", "--by", "Gus", "--books", floor)
    assert "Winners are paid in the order T2 position 1, T1 position 1" in told
    now = json.loads(works("link", "claims", "L1", "--json", "--books", floor))
    assert [claim["table"] for claim in now] == ["T2", "T1"]
    assert now[0]["amount_cents"] > now[1]["amount_cents"]
    is_right(floor)
