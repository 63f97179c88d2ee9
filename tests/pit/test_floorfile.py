"""A floor from a file: read as a whole, refused with the line, and only what is missing is done."""

import json
import re
import tomllib
from importlib import resources
from typing import Any

import msgspec
import pytest
from msgspec import structs

from pitlink.games import GAMES
from pitlink.jackpot import commands as of_link
from pitlink.money import NotMoney
from pitlink.people import Person
from pitlink.pit.floor import Floor
from pitlink.pit.floorfile import LINK_KEYS, TABLE_KEYS, money_of, rate_of, read, read_more
from pitlink.pit.floorkeys import told
from pitlink.pit.floorplan import FloorFileRefused, carried_out, steps
from pitlink.pit.tomllines import line_of, lines_of
from pitlink.table import commands as of_table
from tests.proving import rows

EXAMPLE = (resources.files("pitlink.pit") / "example.toml").read_text(encoding="utf-8")
OWNER = Person("Olga", "gaming_shift_manager")

SMALL = """\
[[link]]
name = "L1"
operator = "mbs"
base = "100,000.00"
reset = 50000
increment = "20 %"
hidden = "0.25%"
overflow = "reserve"
most = "1,000.00"
unit = "5.00"

[[table]]
name = "T1"
game = "mbs-uth"
link = "L1"
positions = 6
float = "50,000.50"
dealer = "Dana"

[table.limits]
ante = ["10.00", 500]
blind = ["10.00", "500.00"]
trips = [5, 100]

[table.readings]
blind_when_dealer_unpaired = "push"
"""


def refused(text: str) -> FloorFileRefused:
    with pytest.raises(FloorFileRefused) as told:
        read(text)
    return told.value


def test_the_example_can_be_opened_and_has_every_game() -> None:
    plan = read(EXAMPLE)
    assert sorted(table.setup.game for table in plan.tables) == sorted(GAMES)
    assert all(table.setup.unattended for table in plan.tables)
    floor = carried_out(steps(plan, Floor(), OWNER), Floor())
    assert all(table.open for table in floor.tables.values())


def test_the_example_has_every_key() -> None:
    for key in (*LINK_KEYS, *TABLE_KEYS):
        assert re.search(rf"^(\[\w+\.)?{key}\b", EXAMPLE, re.MULTILINE), key


def test_every_key_becomes_what_it_says() -> None:
    plan = read(SMALL)
    (link,), (table,) = plan.links, plan.tables
    given = link.parameters
    assert (given.base, given.reset, given.limit, given.unit) == (100_000_00, 50_000_00, None, 5_00)
    assert (given.increment_rate_bp, given.hidden_rate_bp) == (2_000, 25)
    setup = table.setup
    assert (setup.layout, setup.positions, setup.device, setup.method) == ("A", 6, "automated", "A")
    assert (setup.opening_float, setup.unit, setup.most_progressive) == (50_000_50, 5_00, 1_000_00)
    assert setup.limits["trips"].minimum == 5_00
    assert setup.limits["ante"].maximum == 500_00
    assert setup.switches.blind_when_dealer_unpaired == "push"
    assert (table.dealer, setup.unattended, setup.cards) == ("Dana", False, "sealed_deck")


# Each row puts something else in the place of what stands in the small file, and says where and how it is refused.
WRONG = rows("""
what                | instead                    | line | told
[[link]]            | [[link]                    |    1 | no TOML
base = "100,000.00" | base = "100,000.00           |    4 | no TOML
[[table]]           | [[tabel]]                  |   12 | 'tabel': expected [[link]] and [[table]]
[[table]]           | [table]                    |   12 | 'table': expected [[link]] and [[table]]
name = "L1"         | nam = "L1"                 |    2 | 'nam' in a link: expected one of name, operator
positions = 6       | postions = 6               |   16 | 'postions' in a table: expected one of name, game
operator = "mbs"    |                            |    1 | a link without 'operator': expected name, operator
game = "mbs-uth"    |                            |   12 | a table without 'game': expected name, game, limits
name = "T1"         | name = 1                   |   13 | name = 1: expected a text in quotation marks
positions = 6       | positions = "six"          |   16 | positions = 'six': expected a whole number
positions = 6       | positions = true           |   16 | positions = true: expected a whole number
positions = 6       | more_time = -1             |   16 | table T1, more time -1 times a round: expected 0 or more
positions = 6       | more_time = "often"        |   16 | more_time = 'often': expected a whole number
positions = 6       | unattended = 1             |   16 | unattended = 1: expected true or false
base = "100,000.00" | base = 1.5                 |    4 | base = 1.5: expected dollars as a text
base = "100,000.00" | base = "1,00.00"           |    4 | base = '1,00.00': expected dollars as a text
base = "100,000.00" | base = "-5"                |    4 | base = '-5': expected dollars
base = "100,000.00" | base = 9223372036854775808 |    4 | dollars, and at most 9,999,999,999,999.99
base = "100,000.00" | base = "90,000,000,000,000.00" | 4 | dollars, and at most 9,999,999,999,999.99
base = "100,000.00" | base = true                |    4 | base = true: expected dollars
float = "50,000.50" | float = "50.505"           |   17 | float = '50.505': expected dollars
increment = "20 %"  | increment = 20             |    6 | increment = 20: expected percent as a text
increment = "20 %"  | increment = "0.125 %"      |    6 | increment = '0.125 %': expected percent as a text
increment = "20 %"  | increment = "99.8 %"       |    6 | link L1, increment 99.8 % and hidden 0.25 %: expected
overflow = "reserve"| overflow = "sea"           |    8 | overflow = 'sea': expected next_jackpot or reserve or house
operator = "mbs"    | operator = "xyz"           |    3 | operator = 'xyz': expected mbs or rws
operator = "mbs"    | operator = "rws"           |   14 | mbs-uth on a link of rws: expected one operator's games (R9)
most = "1,000.00"   | most = "4"                 |    9 | unreasonable contribution 4.00: expected at least 5.00
unit = "5.00"       | unit = 0                   |   10 | link L1, unit 0.00: expected more than 0.00
name = "L1"         | name = "L/1"               |   15 | link = 'L1': expected L/1
name = "T1"         | name = "T/1"               |   13 | table 'T/1': expected letters
game = "mbs-uth"    | game = "bridge"            |   14 | game = 'bridge': expected mbs-thb or mbs-3cp
link = "L1"         | link = "L9"                |   15 | link = 'L9': expected L1
link = "L1"         | layout = "Z"               |   15 | table T1, layout 'Z': expected A, B, C (mbs-uth 2.2)
positions = 6       | positions = 9              |   16 | 9 positions on layout A: expected 1 to 7 (mbs-uth 2.2)
positions = 6       | device = "hand"            |   16 | table T1, hand: expected automated, method A
positions = 6       | method = "Q"               |   16 | table T1, automated, method Q: expected automated, method A
positions = 6       | cards = "sleeve"           |   16 | cards = 'sleeve': expected sealed_deck or reading_shoe
ante = ["10.00", 500] |                          |   20 | for blind, trips: expected ante, blind, trips (mbs-uth 3.4)
ante = ["10.00", 500] | ante = "10"              |   21 | ante = '10': expected the least and the most
ante = ["10.00", 500] | ante = ["10"]            |   21 | ante = ['10']: expected the least and the most
ante = ["10.00", 500] | ante = ["x", 5]          |   21 | ante = 'x': expected dollars
ante = ["10.00", 500] | ante = [500, 10]         |   21 | limits for ante, 500.00 to 10.00: expected 0 < min
ante = ["10.00", 500] | ante = [10, 400]         |   20 | different limits for ante, blind: expected the same limits
blind_when_dealer_unpaired = "push" | colour = "red" |   26 | reading 'colour': expected one of
blind_when_dealer_unpaired = "push" | royal_base = "all" | 26 | royal_base = 'all': expected remaining or displayed
blind_when_dealer_unpaired = "push" | royal_base = "displayed" | 25 | displayed: expected remaining, as the link
blind_when_dealer_unpaired = "push" | ante_bonus = "wins_only" | 25 | expected a switch that concerns mbs-uth (R65)
dealer = "Dana"     | dealer = "Da/na"           |   18 | dealer 'Da/na': expected letters
""")


@pytest.mark.parametrize("row", WRONG, ids=lambda row: f"{row['what']} -> {row['instead']}")
def test_what_is_wrong_is_refused_with_its_line(row: dict[str, str]) -> None:
    assert row["what"] in SMALL
    told = refused(SMALL.replace(row["what"], row["instead"], 1))
    assert (told.line, row["told"] in str(told)) == (int(row["line"]), True), f"{told.line}: {told}"


def test_a_table_without_a_proper_name_is_said_to_be_the_table() -> None:
    told = refused(SMALL.replace('name = "T1"', 'name = "T/1"'))
    assert str(told).startswith("table 'T/1': expected letters, digits, dot, hyphen, underscore, ")


def test_a_rate_with_too_many_decimals_says_how_many_there_may_be() -> None:
    told = refused(SMALL.replace('increment = "20 %"', 'increment = "0.00001 %"'))
    assert str(told).endswith('expected percent as a text, "20 %" or "0.25 %", at most two decimals')


def test_two_of_one_name_are_refused() -> None:
    first, _, table = SMALL.partition("[[table]]")
    told = refused(SMALL + "\n[[table]]" + table)
    assert (told.line, str(told)) == (29, "table 'T1' a second time: expected one, and it stands in line 13")
    told = refused(first + SMALL)
    assert (told.line, str(told)) == (13, "link 'L1' a second time: expected one, and it stands in line 2")


def test_a_limit_below_the_start_and_a_file_of_nothing_are_refused() -> None:
    told = refused(SMALL.replace('unit = "5.00"', 'unit = "5.00"\nlimit = "60,000.00"'))
    assert (told.line, str(told)) == (11, "link L1, limit 60000.00: expected at least 100000.00")
    assert refused("# nothing\n").found == "no link and no table"
    assert refused("link = 5\n").expected == "[[link]] and [[table]]"
    assert refused("link = [5]\n").expected == "[[link]]"
    assert refused(SMALL.replace("[table.limits]", "limits = 5\n[table.other]")).found == "'other' in a table"
    assert refused(SMALL.replace("[table.readings]", "[table.readings]\nx = 1", 1)).line == 26


@pytest.mark.parametrize("text", ["1", "12.5", "12.50", "1,000", "999,999,999.99"])
def test_money_is_read_as_people_write_it(text: str) -> None:
    assert money_of(text) == round(float(text.replace(",", "")) * 100)


@pytest.mark.parametrize("text", ["", "1,0000", "1,000,00", ",100", "1.", "$5", "5 ", "٣", 1.5, None, True, -1, 10**14])
def test_what_is_no_money_is_refused(text: object) -> None:
    with pytest.raises(NotMoney):
        money_of(text)


def test_rates_are_exact() -> None:
    assert [rate_of(text) for text in ("0 %", "0.01 %", "0.1%", "20 %", "100.00 %")] == [0, 1, 10, 2_000, 10_000]
    for text in ("20", "20  %", "1e1 %", "-1 %", "0.001 %", 20, None):
        with pytest.raises(ValueError):  # noqa: PT011
            rate_of(text)


# What is missing, and what differs


def test_only_what_is_missing_is_done() -> None:
    plan = read(SMALL)
    wanted = steps(plan, Floor(), OWNER)
    assert [type(step.command) for step in wanted] == [
        of_link.OpenLink,
        of_link.AdmitTable,
        of_table.OpenTable,
        of_table.AssignDealer,
    ]
    floor = carried_out(wanted[:2], Floor())
    assert [type(step.command) for step in steps(plan, floor, OWNER)] == [of_table.OpenTable, of_table.AssignDealer]
    assert steps(plan, carried_out(wanted, Floor()), OWNER) == ()


def test_another_dealer_at_an_open_table_stays() -> None:
    plan = read(SMALL)
    floor = carried_out(steps(plan, Floor(), OWNER), Floor())
    later = structs.replace(floor.tables["T1"], dealer="Eve")
    assert steps(plan, structs.replace(floor, tables={"T1": later}), OWNER) == ()


DIFFERENT = rows("""
what                | instead                   | line | told
base = "100,000.00" | base = 1                  |    4 | link L1, base $1.00: expected $100,000.00, as the books
hidden = "0.25%"    | hidden = "1 %"            |    7 | link L1, hidden 1 %: expected 0.25 %, as the books
unit = "5.00"       | unit = 10                 |   10 | link L1, unit $10.00: expected $5.00, as the books have it
positions = 6       | positions = 5             |   16 | table T1, positions 5: expected 6, as the books have it
link = "L1"         | layout = "A"              |   12 | table T1, link none: expected L1, as the books have it
trips = [5, 100]    | trips = [5, 50]           |   20 | trips $5.00 to $50.00: expected
dealer = "Dana"     | more_time = 3             |   18 | table T1, more_time 3: expected 2, as the books have it
dealer = "Dana"     | unattended = true         |   18 | table T1, unattended true: expected false, as the
blind_when_dealer_unpaired = "push" |           |   25 | table T1, readings every reading
""")


@pytest.mark.parametrize("row", DIFFERENT, ids=lambda row: row["instead"])
def test_what_the_books_have_otherwise_is_refused(row: dict[str, str]) -> None:
    floor = carried_out(steps(read(SMALL), Floor(), OWNER), Floor())
    with pytest.raises(FloorFileRefused) as told:
        steps(read(SMALL.replace(row["what"], row["instead"], 1)), floor, OWNER)
    found = told.value
    assert (found.line, row["told"] in str(found)) == (int(row["line"]), True), f"{found.line}: {found}"


def test_a_table_that_is_on_the_link_with_another_game_is_refused() -> None:
    plan = read(SMALL)
    floor = carried_out(steps(plan, Floor(), OWNER)[:1], Floor())
    other = structs.replace(floor.links["L1"], tables={"T1": "mbs-lir"})
    with pytest.raises(FloorFileRefused, match="table T1 is on link L1 with mbs-lir: expected mbs-uth"):
        steps(plan, structs.replace(floor, links={"L1": other}), OWNER)


def test_a_step_that_the_books_would_refuse_is_refused_beforehand() -> None:
    plan = read(SMALL)
    dealer = Person("Dana", "dealer")
    with pytest.raises(FloorFileRefused, match="opening a link by dealer Dana: expected a gaming shift manager"):
        carried_out(steps(plan, Floor(), dealer), Floor())


# Lines


def test_every_way_to_write_a_key_has_its_line() -> None:
    text = 'a = 1\n[[x]]\n"b c" = 2\n[x.y]\nk = """\nz = 1\n"""\n[[ x ]]\ny.q.r = 3\ny . s = [\n1]\n[w]\n'
    lines = lines_of(text)
    found = [
        line_of(lines, *path)
        for path in (("a",), ("x", 0), ("x", 0, "b c"), ("x", 0, "y", "k"), ("x", 1, "y", "q", "r"), ("x", 1, "y", "s"))
    ]
    assert found == [1, 2, 3, 5, 9, 10]
    assert line_of(lines, "x", 1, "unknown") == 8
    assert line_of(lines, "w", "inside") == 12
    assert line_of(lines, "never") == 1


# The same keys as JSON, for a floor that is there


def as_json(text: str) -> dict[str, Any]:
    return tomllib.loads(text)


def test_what_is_told_of_a_floor_opens_the_same_one() -> None:
    plan = read(EXAMPLE)
    floor = carried_out(steps(plan, Floor(), OWNER), Floor())
    keys = json.loads(msgspec.json.encode(told(floor, plan)))
    again = read_more({key: keys[key] for key in ("link", "table")}, Floor())
    by_name = sorted(plan.tables, key=lambda table: table.name)
    assert [table.setup for table in again.tables] == [table.setup for table in by_name]
    assert [structs.replace(link, lines={}) for link in again.links] == [
        structs.replace(link, lines={}) for link in plan.links
    ]
    assert keys["link"] == keys["links"]
    assert [game["table"]["name"] for game in keys["games"]] == [table.name for table in plan.tables]


def test_a_table_may_be_put_on_a_link_that_is_there() -> None:
    floor = carried_out(steps(read(SMALL), Floor(), OWNER), Floor())
    (table,) = as_json(SMALL)["table"]
    plan = read_more({"table": [table | {"name": "T2"}]}, floor)
    assert (plan.tables[0].setup.link, plan.tables[0].setup.unit) == ("L1", 5_00)
    wanted = [type(step.command).__name__ for step in steps(plan, floor, OWNER)]
    assert wanted == ["AdmitTable", "OpenTable", "AssignDealer"]


@pytest.mark.parametrize(
    ("given", "pointer", "code", "words"),
    [
        ({}, "", "not_a_floor", "no link and no table: expected the lists link and table"),
        ({"link": [None]}, "/link/0", "not_a_floor", "link = …: expected an object"),
        (as_json(SMALL), "/link/0/name", "name_taken", "link 'L1', which is there: expected a name that no link has"),
        (
            {"table": as_json(SMALL)["table"]},
            *("/table/0/name", "name_taken", "table 'T1', which is there: expected a name that no table has had"),
        ),
        (
            {"table": [{"name": "T2", "game": "mbs-uth", "link": "L2", "limits": {}}]},
            *("/table/0/link", "not_a_floor", "link = 'L2': expected L1"),
        ),
        (
            {"table": [{"name": "T2", "game": "mbs-uth", "limits": {"a/b~": 1}}]},
            *("/table/0/limits/a~1b~0", "not_a_floor", "a/b~ = 1: expected the least and the most"),
        ),
    ],
)
def test_what_is_wrong_in_json_is_refused_with_its_pointer(
    given: dict[str, Any], pointer: str, code: str, words: str
) -> None:
    floor = carried_out(steps(read(SMALL), Floor(), OWNER), Floor())
    with pytest.raises(FloorFileRefused) as refused:
        read_more(given, floor)
    assert (refused.value.line, refused.value.code) == (pointer, code)
    assert str(refused.value).startswith(words)
