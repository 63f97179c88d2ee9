"""`pitlink jackpot`: what it tells of a game and of a link, in words, as JSON and drawn; and what it refuses."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitlink.cli import jackpot, jackpot_chart, jackpot_link  # noqa: F401 - loaded once for all commands
from tests.cli.floors import SMALL, works
from tests.cli.processes import is_refused, pitlink

EXAMPLE_LINKS = ("Megalink", "Multi-Link")


def told(*arguments: str | Path) -> Any:
    return json.loads(works("jackpot", *arguments, "--json"))


def exact(figure: dict[str, Any]) -> Fraction:
    """The fraction, which must be in lowest terms and agree with its decimal to twelve digits."""
    numerator, denominator = map(int, figure["exact"].split("/"))
    found = Fraction(numerator, denominator)
    assert (found.numerator, found.denominator) == (numerator, denominator)
    assert figure["decimal"] == float(f"{float(found):.12g}")
    return found


@pytest.fixture
def floor(tmp_path: Path) -> Path:
    file = tmp_path / "floor.toml"
    file.write_text(works("floor", "example"), encoding="utf-8")
    return file


def test_a_game_is_told_with_lines_returns_and_winners_at_its_table() -> None:
    text = works("jackpot", "mbs-3cp", "--meter", "250,000", "--seats", "6")
    for words in (
        "Megalink Three Card Poker · mbs-3cp: the progressive",
        "5.00 staked, the meter at 250,000.00",
        "2,598,960",
        "649,740",
        "19.2969 %",
        "1,379,894.74",
        "nobody, of 6 wagers at a table",
        "royal_base=remaining *",
        "royal_base=displayed",
    ):
        assert words in text


def test_the_figures_of_a_game_are_exact_in_json() -> None:
    found = told("mbs-uth", "--unit", "5", "--units", "2", "--meter", "100000", "--seats", "2")
    assert exact(found["return_fixed"]) == Fraction(704, 1911)
    assert exact(found["return_per_meter_cent"]) == Fraction(19, 6_497_400) / 1000
    assert exact(found["return"]) == Fraction(704, 1911) + Fraction(19, 6_497_400) * 10_000
    assert (found["unit_cents"], found["units"], found["meter_cents"]) == (500, 2, 10_000_000)
    assert sum(line["combinations"] for line in found["lines"]) == found["deals"] == 2_598_960
    assert sum(exact(each["probability"]) for each in found["winners"]) == 1
    assert {each["reading"] for each in found["readings"]} >= {"several_straight_flushes", "royal_base"}
    assert found["features"] == []


def test_let_it_ride_has_its_features() -> None:
    found = told("mbs-lir", "--meter", "0")
    assert [row["areas"] for row in found["features"]] == [1, 2, 3, 4, 5, 6, 7]
    assert exact(found["features"][5]["magic_card"]) == Fraction(25, 52)
    assert "Lucky Player" in works("jackpot", "mbs-lir")


def test_changes_are_told_and_change_the_figures() -> None:
    changes = ("--set", "progressive.flush=$50", "--reading", "progressive_stake=returned")
    found = told("mbs-3cp", *changes)
    assert len(found["changes"]) == 2
    assert exact(found["return_fixed"]) != exact(told("mbs-3cp")["return_fixed"])
    assert "progressive.flush=$50 (approved: $100)" in works("jackpot", "mbs-3cp", *changes)


def test_the_same_question_has_the_same_answer_to_the_byte(tmp_path: Path) -> None:
    files = tmp_path / "one.svg", tmp_path / "two.svg"
    answers = [works("jackpot", "mbs-thb", "--json", "--chart", file) for file in files]
    assert answers[0] == answers[1]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[0].read_bytes().startswith(b"<?xml")


def test_the_links_of_a_floor_file_are_told(floor: Path) -> None:
    text = works("jackpot", "--link", floor)
    for words in (*EXAMPLE_LINKS, "How often it is won", "average when won, exact", "to hold, for every moment of it"):
        assert words in text
    megalink, multi_link = told("--link", floor, "--rounds-an-hour", "40", "--hours", "1000", "--confidence", "95")
    assert (megalink["link"], multi_link["link"]) == EXAMPLE_LINKS
    assert exact(megalink["rounds_an_hour"]) == 160
    assert megalink["average_meter"] is None  # it has a limit
    assert 0 < megalink["when_hit"]["at_limit"] < 0.01
    assert exact(multi_link["returned"]) == exact(multi_link["fixed_return"]) + exact(multi_link["meter_return"])
    assert multi_link["when_hit"]["average_cents"] == pytest.approx(multi_link["average_when_hit"]["decimal"], rel=1e-4)
    quantiles = list(multi_link["when_hit"]["quantiles_cents"].values())
    assert quantiles == sorted(quantiles)
    assert multi_link["funding"]["confidence"] == 0.95


def test_seats_say_how_many_wager(floor: Path) -> None:
    megalink, _ = told("--link", floor, "--seats", "3")
    assert {table["wagers"] for table in megalink["tables"]} == {3}


def test_each_table_may_have_a_pace_of_its_own(floor: Path) -> None:
    usual = {each["game"]: each for each in told("--link", floor)[0]["tables"]}
    found = told("--link", floor, "--rounds-an-hour", "50", "--table", "UTH 1=45.5/4/2", "--table", "3CP 1=30")[0]
    assert exact(found["rounds_an_hour"]) == 50 + 50 + 30 + Fraction("45.5")
    by_game = {each["game"]: each for each in found["tables"]}
    assert (by_game["mbs-uth"]["wagers"], by_game["mbs-uth"]["units"]) == (4, 2)
    assert exact(by_game["mbs-3cp"]["rounds"]) == 30
    assert by_game["mbs-3cp"]["wagers"] == usual["mbs-3cp"]["wagers"]
    staked = sum(exact(each["rounds"]) * each["wagers"] * each["units"] for each in found["tables"])
    assert exact(found["staked_an_hour"]) == staked * 500


def test_a_link_is_drawn_the_same_every_time(tmp_path: Path) -> None:
    floor = tmp_path / "floor.toml"
    floor.write_text(SMALL, encoding="utf-8")
    files = tmp_path / "one.svg", tmp_path / "two.svg"
    for file in files:
        works("jackpot", "--link", floor, "--chart", file)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert b"<dc:date>" not in files[0].read_bytes()


REFUSED = [
    ((), "expected either a game, such as mbs-3cp, or --link FILE"),
    (("mbs-3cp", "--link", "floor.toml"), "expected either a game, such as mbs-3cp, or --link FILE"),
    (("mbs-4cp",), "'mbs-4cp' is no game: expected mbs-thb, mbs-3cp"),
    (("mbs-3cp", "--unit", "five"), "--unit five: expected dollars such as 250,000.00"),
    (("mbs-3cp", "--unit", "0"), "unit 0.00: expected more than 0.00"),
    (("mbs-3cp", "--meter", "1.234"), "--meter 1.234: expected dollars as a text"),
    (("mbs-3cp", "--reset", "-5"), "--reset -5: expected dollars"),
    (("mbs-3cp", "--units", "2"), "2 units: expected 1 (mbs-3cp 3.4.2)"),
    (("mbs-3cp", "--units", "x"), "--units x: expected a whole number"),
    (("mbs-3cp", "--seats", "0"), "0 wagers at a table: expected 1 to 7"),
    (("mbs-thb", "--seats", "7"), "7 wagers at a table: expected 1 to 6"),
    (("mbs-3cp", "--seats", "six"), "--seats six: expected a whole number"),
    (("mbs-3cp", "--set", "progressive.flush=lots"), "expected odds such as 3:1"),
    (("mbs-3cp", "--set", "progressive.royal_flush=50%"), "royal flush 50%: expected 100%"),
    (("mbs-3cp", "--set", "flush"), "expected NAME=VALUE"),
    (("mbs-3cp", "--table", "3CP 1=30"), "--table 3CP 1=30: expected --link FILE, whose table it is"),
    (("mbs-3cp", "--reading", "royal_base"), "expected NAME=VALUE, such as royal_base=displayed"),
    (("mbs-3cp", "--reading", "royal_base=none"), "royal_base=none: expected remaining, displayed"),
    (("rws-3cp", "--reading", "royal_base=displayed"), "rws-3cp has nothing called 'royal_base'"),
    (("mbs-3cp", "--chart", "chart.png"), "--chart chart.png: expected a name that ends in .svg"),
    (("mbs-3cp", "--chart", "/nowhere/chart.svg"), "expected a file that can be written"),
    (("--link", "/nowhere/floor.toml"), "expected a floor file that can be read"),
]


@pytest.mark.parametrize(("arguments", "words"), REFUSED)
def test_what_cannot_be_told_is_refused_in_one_line(arguments: tuple[str, ...], words: str) -> None:
    is_refused(pitlink("jackpot", *arguments), "pitlink jackpot: ", words)


REFUSED_OF_A_LINK = [
    (("--rounds-an-hour", "0"), "--rounds-an-hour 0: expected a number of rounds, more than 0"),
    (("--rounds-an-hour", "often"), "--rounds-an-hour often: expected a number of rounds"),
    (("--hours", "-1"), "--hours -1: expected a number of hours"),
    (("--hours", "1/0"), "--hours 1/0: expected a number of hours"),
    (("--confidence", "100"), "confidence 1: expected between 0 and 1"),
    (("--confidence", "sure"), "--confidence sure: expected percent, such as 99"),
    (("--seats", "8"), "8 wagers at a table: expected 1 to"),
    (("--units", "2"), "2 units: expected 1"),
    (("--table", "UTH 1"), "--table UTH 1: expected NAME=ROUNDS/WAGERS/UNITS, such as 'UTH 1=45/4'"),
    (("--table", "UTH 9=45"), "--table UTH 9=45: no such table on a link: expected "),
    (("--table", "UTH 1=45/4/1/1"), "--table UTH 1=45/4/1/1: expected ROUNDS/WAGERS/UNITS, such as 45/4"),
    (("--table", "UTH 1=0"), "--table UTH 1: 0: expected a number of rounds an hour, more than 0"),
    (("--table", "UTH 1=45/x"), "--table UTH 1: x: expected a whole number"),
    (("--set", "progressive.flush=$50"), "expected readings in the file"),
    (("--reading", "royal_base=displayed"), "expected readings in the file"),
]


@pytest.mark.parametrize(("arguments", "words"), REFUSED_OF_A_LINK)
def test_what_cannot_be_told_of_a_link_is_refused(floor: Path, arguments: tuple[str, ...], words: str) -> None:
    is_refused(pitlink("jackpot", "--link", floor, *arguments), "pitlink jackpot: ", words)


FILES = [
    ("[[link]]\nname = 5\n", "expected"),
    ("nothing", "no TOML"),
    (SMALL.replace('link = "L1"\n', ""), "link L1 has no table: expected one or more"),
    (SMALL.split("[[table]]")[1].join(("[[table]]", "")).replace('link = "L1"\n', ""), "no link: expected [[link]]"),
    (SMALL.replace('increment = "20 %"', 'increment = "0 %"'), "increment 0 %: expected more"),
]


@pytest.mark.parametrize(("text", "words"), FILES)
def test_a_floor_file_without_such_a_link_is_refused(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "floor.toml"
    file.write_text(text, encoding="utf-8")
    is_refused(pitlink("jackpot", "--link", file), "pitlink jackpot: ", words)


def test_a_floor_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    file.write_bytes(b"\xff\xfe\x00")
    is_refused(pitlink("jackpot", "--link", file), "pitlink jackpot: ", "expected UTF-8")
