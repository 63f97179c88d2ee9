"""Opening tables: only what each rulebook shows, and links only as they are."""

from collections.abc import Callable

import pytest
from msgspec import structs

from pitlink.games.round import Limit
from pitlink.jackpot.commands import AdmitTable, ReleaseTable
from pitlink.money import Cents
from pitlink.rulebook.switches import Switches
from pitlink.table import TableSetup
from pitlink.table import commands as ask
from pitlink.table.events import DealerAssigned, TableOpened
from tests.driving import (
    DEALER,
    SHIFT_MANAGER,
    SUPERVISOR,
    UNIT,
    Driver,
    limits_for,
    money,
    setup_for,
)
from tests.proving import prove, row_id, rows
from tests.table.letting_ride import one

GAMES = ("mbs-thb", "mbs-3cp", "mbs-uth", "mbs-lir", "rws-3cp")


def opening(setup: TableSetup) -> ask.OpenTable:
    return ask.OpenTable(SUPERVISOR, setup)


def without_link(game: str, **changes: object) -> TableSetup:
    return structs.replace(setup_for(game, link=None), **changes)


# Layouts and their numbers of positions, from the appendices; lir and rws-3cp print none (R103)
LAYOUTS = rows("""
game    | layouts | least | most | clause
mbs-thb | ABCD    |     4 |    6 | 2.2
mbs-3cp | A       |     5 |    7 | 2.2
mbs-3cp | BC      |     5 |    6 | 2.2
mbs-uth | ABC     |     1 |    7 | 2.2
mbs-lir | A       |     1 |    7 | R103
rws-3cp | ABCD    |     1 |    7 | 2.1.1.a
""")


@pytest.mark.parametrize("row", LAYOUTS, ids=row_id)
def test_a_layout_has_the_positions_of_its_appendix(row: dict[str, str]) -> None:
    game, least, most = row["game"], int(row["least"]), int(row["most"])
    for layout in row["layouts"]:
        for positions in range(9):
            driver = Driver()
            setup = without_link(game, layout=layout, positions=positions)
            if least <= positions <= most:
                driver.ask(opening(setup))
                assert driver.table.rules.positions == positions
                last = driver.ask(ask.Join(DEALER, "Ann"))
                assert last
                driver.ask(ask.Sit(DEALER, "Ann", positions))
                driver.refuse(ask.Sit(DEALER, "Ann", positions + 1), "no_such_position", row["clause"])
                driver.refuse(ask.Sit(DEALER, "Ann", 0), "no_such_position", row["clause"])
            else:
                refused = driver.refuse(opening(setup), "positions_not_on_layout", row["clause"])
                assert refused.found == f"{positions} positions on layout {layout}"
                assert refused.expected == f"{least} to {most}"
    prove(game, row["clause"])


# Layouts that a book does not have
@pytest.mark.parametrize(
    ("game", "layout", "clause", "shown"),
    [
        ("mbs-thb", "E", "2.2", "A, B, C, D"),
        ("mbs-3cp", "D", "2.2", "A, B, C"),
        ("mbs-uth", "D", "2.2", "A, B, C"),
        ("mbs-lir", "B", "2.2", "A"),
        ("rws-3cp", "E", "2.1.1", "A, B, C, D"),
        ("mbs-thb", "a", "2.2", "A, B, C, D"),
        ("mbs-thb", "", "2.2", "A, B, C, D"),
    ],
)
def test_a_layout_that_the_book_does_not_show_is_refused(game: str, layout: str, clause: str, shown: str) -> None:
    driver = Driver()
    refused = driver.refuse(opening(without_link(game, layout=layout)), "no_such_layout", clause)
    assert (refused.found, refused.expected) == (f"layout {layout!r}", shown)
    if clause != "2.2" or game != "mbs-lir":
        prove(game, clause)


# Devices and methods: the automated shuffler and the hand, with the three methods of mbs-uth 3.7; rws-3cp has shoe and
# shuffler; Let It Ride names none
DEALS = rows("""
game    | device    | method | clause
mbs-thb | automated |        | 3.7
mbs-thb | manual    |        | 3.8
mbs-3cp | automated |        | 3.7
mbs-3cp | manual    |        | 3.8
mbs-uth | automated | A      | 3.7.1.1
mbs-uth | automated | B      | 3.7.2.1
mbs-uth | automated | C      | 3.7.3.1
mbs-uth | manual    |        | 3.8
mbs-lir | any       |        | 3.6
rws-3cp | shoe      |        | 3.10
rws-3cp | shuffler  |        | 3.11
""")


@pytest.mark.parametrize("row", DEALS, ids=row_id)
def test_each_way_to_deal_is_the_books(row: dict[str, str]) -> None:
    driver = Driver()
    driver.ask(opening(without_link(row["game"], device=row["device"], method=row["method"] or None)))
    assert driver.table.rules.deal.clause == row["clause"]
    assert driver.table.rules.deal.device == row["device"]


@pytest.mark.parametrize(
    ("game", "device", "method", "clause"),
    [
        ("mbs-thb", "shoe", None, "3.7"),
        ("mbs-thb", "automated", "A", "3.7"),
        ("mbs-3cp", "shuffler", None, "3.7"),
        ("mbs-uth", "automated", None, "3.7"),
        ("mbs-uth", "automated", "D", "3.7"),
        ("mbs-uth", "manual", "A", "3.7"),
        ("mbs-lir", "shoe", None, "3.6"),
        ("rws-3cp", "manual", None, "3.10"),
    ],
)
def test_a_device_or_method_of_another_book_is_refused(game: str, device: str, method: str | None, clause: str) -> None:
    driver = Driver()
    refused = driver.refuse(opening(without_link(game, device=device, method=method)), "no_such_deal", clause)
    assert refused.found == (f"{device}, method {method}" if method else device)
    ways = [row for row in DEALS if row["game"] == game]
    named = [row["device"] + (f", method {row['method']}" if row["method"] else "") for row in ways]
    assert refused.expected == " or ".join(named)


# Limits
LIMITS_CLAUSE = {"mbs-thb": "3.4", "mbs-3cp": "3.4", "mbs-uth": "3.4", "mbs-lir": "R33", "rws-3cp": "3.3"}


@pytest.mark.parametrize("game", GAMES)
def test_every_wager_before_the_deal_has_its_limits(game: str) -> None:
    clause, limits = LIMITS_CLAUSE[game], limits_for(game)
    for wager in limits:
        fewer = {name: limit for name, limit in limits.items() if name != wager}
        refused = Driver().refuse(opening(without_link(game, limits=fewer)), "limits_missing", clause)
        assert wager in refused.expected.split(", ")
        for least, most in ((0, 100), (-1, 100), (101, 100), (None, 100), (10, None)):
            limit = Limit(None if least is None else Cents(least), None if most is None else Cents(most))
            broken = without_link(game, limits={**limits, wager: limit})
            refused = Driver().refuse(opening(broken), "limits_out_of_order", clause)
            assert refused.found.startswith(f"limits for {wager}")
    more = without_link(game, limits={**limits, "progressive": Limit(money(5), money(5))})
    Driver().refuse(opening(more), "limits_missing", clause)
    refused = Driver().refuse(opening(without_link(game, limits={})), "limits_missing", clause)
    assert refused.found == "limits for nothing"
    Driver().ask(opening(without_link(game, limits=dict.fromkeys(limits, Limit(money(10), money(10))))))


@pytest.mark.parametrize(("game", "equal"), [("mbs-uth", ("ante", "blind")), ("mbs-lir", ("1", "2", "$"))])
def test_wagers_that_must_be_equal_have_the_same_limits(game: str, equal: tuple[str, ...]) -> None:
    for wager in equal:
        limits = {**limits_for(game), wager: Limit(money(10), money(2000))}
        refused = Driver().refuse(opening(without_link(game, limits=limits)), "limits_differ", "3.4")
        assert refused.found == f"different limits for {', '.join(equal)}"
    if game == "mbs-uth":
        Driver().ask(opening(without_link(game, limits={**limits_for(game), "trips": Limit(money(1), money(99))})))


# Switches


def test_a_switch_has_one_of_its_values_and_concerns_the_game() -> None:
    driver = Driver()
    nonsense = structs.replace(Switches(), bonus_on_loss="maybe")
    refused = driver.refuse(opening(without_link("mbs-thb", switches=nonsense)), "no_such_value", "R57")
    assert (refused.found, refused.expected) == ("bonus_on_loss = maybe", "lost or settled")
    settled = Switches(bonus_on_loss="settled")
    for game in GAMES:
        if game == "mbs-thb":
            Driver().ask(opening(without_link(game, switches=settled)))
            continue
        refused = Driver().refuse(opening(without_link(game, switches=settled)), "switch_of_another_game", "R57")
        assert (refused.found, refused.expected) == ("bonus_on_loss", f"a switch that concerns {game}")


# Names, games, float, link and unit
FAULTS: dict[str, tuple[Callable[[TableSetup], TableSetup], str, str, str]] = {
    "a game that there is not": (
        lambda setup: structs.replace(setup, game="mbs-21"),
        "no_such_game",
        "game 'mbs-21'",
        "mbs-thb, mbs-3cp, mbs-uth, mbs-lir, rws-3cp",
    ),
    "a link without a unit": (
        lambda setup: structs.replace(setup, link="L1", unit=None),
        "table_is_no_member",
        "table T1 of mbs-thb on link L1",
        "a table that the link has admitted",
    ),
    "a unit without a link": (
        lambda setup: structs.replace(setup, unit=UNIT),
        "link_without_unit",
        "link None, unit 500, most None",
        "all of them or none",
    ),
    "a negative float": (
        lambda setup: structs.replace(setup, opening_float=Cents(-1)),
        "negative_float",
        "opening float -0.01",
        "0.00 or more",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_set_up_that_cannot_be_is_refused(fault: str) -> None:
    change, code, found, expected = FAULTS[fault]
    refused = Driver().refuse(opening(change(without_link("mbs-thb"))), code, None)
    assert (refused.found, refused.expected) == (found, expected)


@pytest.mark.parametrize("name", ["", " T1", "T/1", "T\n1", "x" * 41, "Tisch ä", "-1"])
def test_a_table_needs_a_name_that_the_books_can_carry(name: str) -> None:
    if name:
        refused = Driver().refuse(opening(without_link("mbs-thb", table=name)), "not_a_name", None, at=name)
        assert refused.found == f"table {name!r}"
    driver = Driver()
    driver.ask(opening(without_link("mbs-thb")))
    driver.refuse(ask.Join(DEALER, name), "not_a_name", None)
    driver.refuse(ask.AssignDealer(SUPERVISOR, name), "not_a_name", None)


def test_the_name_of_the_set_up_is_the_tables() -> None:
    refused = Driver().refuse(opening(without_link("mbs-thb")), "other_table", None, at="T2")
    assert refused.found == "set-up of table T1 for table T2"


# Opening, once


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_opened_once_with_its_float(game: str) -> None:
    driver = Driver()
    driver.refuse(ask.CallBets(DEALER), "table_is_not_open", None)
    setup = without_link(game)
    opened = one(TableOpened, driver.ask(opening(setup)))
    assert (opened.setup, opened.by) == (setup, SUPERVISOR.id)
    assert driver.books.balances["rack/T1"].posted == 10_000_00  # type: ignore[index]
    assert driver.books.balances["bank"].posted == -10_000_00  # type: ignore[index]
    driver.refuse(opening(setup), "table_was_opened", None)
    assigned = one(DealerAssigned, driver.ask(ask.AssignDealer(SUPERVISOR, "Dana")))
    assert (assigned.dealer, driver.table.dealer) == ("Dana", "Dana")
    driver.ask(ask.CloseTable(SUPERVISOR))
    for command in (ask.CallBets(DEALER), ask.Join(DEALER, "Ann"), ask.CloseTable(SUPERVISOR)):
        assert driver.refuse(command, "table_is_closed", None).found == "table T1"


def test_a_closed_table_is_opened_again_with_the_set_up_it_had_and_no_other() -> None:
    driver, setup = Driver(), without_link("mbs-thb")
    driver.ask(opening(setup))
    driver.seat("Ann", chips=100)
    driver.ask(ask.CloseTable(SUPERVISOR, money(9_900)))
    driver.refuse(opening(structs.replace(setup, positions=4)), "table_was_opened", None)
    driver.ask(opening(setup))
    assert driver.chips("Ann") == 100_00
    driver.call()
    driver.bet("Ann", 1, ante=25)


def test_without_a_float_nothing_is_entered() -> None:
    driver = Driver()
    driver.ask(opening(without_link("mbs-thb", opening_float=Cents(0))))
    assert driver.all_entries == []


# Links


def test_a_table_on_a_link_must_be_its_member_with_the_same_unit_and_readings() -> None:
    driver = Driver()
    setup = setup_for("mbs-thb")
    refused = driver.refuse(opening(setup), "table_is_no_member", None)
    assert refused.found == "table T1 of mbs-thb on link L1"
    driver.open_link()
    driver.refuse(opening(setup), "table_is_no_member", None)
    driver.ask_link(AdmitTable(SHIFT_MANAGER, "T1", "mbs-uth"))
    driver.refuse(opening(setup), "table_is_no_member", None)  # admitted with another game
    driver.ask_link(ReleaseTable(SHIFT_MANAGER, "T1"))
    driver.ask_link(AdmitTable(SHIFT_MANAGER, "T1", "mbs-thb"))
    refused = driver.refuse(opening(structs.replace(setup, unit=money(1))), "other_unit", None)
    assert refused.expected == "5.00, the link's"
    refused = driver.refuse(opening(structs.replace(setup, unit=None)), "other_unit", None)
    refused = driver.refuse(
        opening(structs.replace(setup, switches=Switches(royal_base="displayed"))), "other_reading", "R5"
    )
    assert (refused.found, refused.expected) == ("royal_base = displayed", "remaining, as the link has it")
    driver.ask(opening(setup))
    refused = driver.refuse_link(ReleaseTable(SHIFT_MANAGER, "T1"), "table_is_open", None)
    assert refused.found == "table T1"
    driver.ask(ask.CloseTable(SUPERVISOR))
    driver.ask_link(ReleaseTable(SHIFT_MANAGER, "T1"))


def test_a_unit_must_be_money() -> None:
    for unit in (0, -5_00):
        setup = structs.replace(setup_for("mbs-thb"), unit=Cents(unit))
        driver = Driver()
        driver.open_link()
        driver.ask_link(AdmitTable(SHIFT_MANAGER, "T1", "mbs-thb"))
        driver.refuse(opening(setup), "other_unit", None)  # no link has such a unit
