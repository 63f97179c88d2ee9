"""The table's own chips: fills and credits with their slips, the count, and what a rack that is short does."""

import pytest

from pitlink import ledger
from pitlink.ledger import BANK, CASH, Transfer
from pitlink.money import Cents
from pitlink.table import commands as ask
from pitlink.table import evolve
from pitlink.table.events import RackCounted, RackCredited, RackFilled, TableClosed, TableOpened
from pitlink.table.options import Amounts, options
from pitlink.table.views import SPECTATOR, Viewer, view
from tests.driving import (
    DEALER,
    SHIFT_MANAGER,
    SUPERVISOR,
    Driver,
    money,
    player,
    replay,
    setup_for,
)
from tests.proving import prove, row_id, rows
from tests.table.every_game import ALL, play_plain
from tests.table.letting_ride import LOSERS, one, ride_all, start
from tests.table.offering import RACK

ANN, DANA = player("Ann"), "Dana"


def staffed(game: str = "mbs-lir") -> Driver:
    """Dana deals; Ann has bought chips for 1,000 out of a rack of 10,000."""
    driver = Driver()
    driver.open(setup_for(game))
    driver.ask(ask.AssignDealer(SUPERVISOR, DANA))
    driver.seat("Ann", chips=1_000)
    return driver


def fill(amount: str | int, slip: str = "F-1") -> ask.Fill:
    return ask.Fill(SUPERVISOR, money(amount), slip, DANA)


def credit(amount: str | int, slip: str = "C-1") -> ask.Credit:
    return ask.Credit(SUPERVISOR, money(amount), slip, DANA)


def rack(driver: Driver) -> Cents:
    return driver.books.balance(ledger.rack("T1")).posted


def lose_a_round(driver: Driver) -> None:
    """Ann loses three wagers of 25; the round is settled and not final."""
    start(driver, ("Ann", 1))
    driver.deal(LOSERS)
    ride_all(driver)
    driver.finish()


def win_a_round(driver: Driver) -> None:
    """Ann's high pair is paid 25 three times."""
    start(driver, ("Ann", 1))
    driver.deal({1: "Td 7c 4h", "community": "Th 2s"})
    ride_all(driver)
    driver.finish()


# Buying and cashing


def test_a_buy_in_drops_cash_and_gives_chips_out_of_the_rack() -> None:
    driver = staffed()
    bought = [entry for entry in driver.all_entries if entry.reason == "buy-in"]
    assert [(each.giver, each.taker, each.amount) for each in bought if isinstance(each, Transfer)] == [
        (CASH, ledger.drop("T1"), 1_000_00),
        (ledger.rack("T1"), ledger.chips("T1", "Ann"), 1_000_00),
    ]
    assert (rack(driver), driver.table.rack) == (9_000_00, 9_000_00)


def test_chips_are_cashed_at_the_cage_and_not_out_of_the_drop() -> None:
    driver = staffed()
    before = driver.books
    driver.ask(ask.CashOut(DEALER, "Ann", money(400)))
    cashed = [entry for entry in driver.all_entries if entry.reason == "cash-out"]
    assert [(each.giver, each.taker, each.amount) for each in cashed if isinstance(each, Transfer)] == [
        (ledger.chips("T1", "Ann"), BANK, 400_00),
        (BANK, CASH, 400_00),
    ]
    assert driver.books.balance(BANK) == before.balance(BANK)
    assert driver.books.balance(CASH).posted == -600_00  # what Ann has brought in and not taken home
    assert (rack(driver), driver.books.balance(ledger.drop("T1")).posted) == (9_000_00, 1_000_00)


# Fills and credits


def test_a_fill_and_a_credit_move_chips_between_bank_and_rack_under_their_slips() -> None:
    driver = staffed()
    bank = driver.books.balance(BANK).posted
    filled = driver.ask(fill(5_000))
    assert filled == (RackFilled(money(5_000), "F-1", DANA, "Sven", "R114"),)
    assert (rack(driver), driver.books.balance(BANK).posted) == (14_000_00, bank - 5_000_00)
    credited = driver.ask(credit("2000.50"))
    assert credited == (RackCredited(money("2000.50"), "C-1", DANA, "Sven", "R114"),)
    assert (rack(driver), driver.books.balance(BANK).posted) == (11_999_50, bank - 2_999_50)
    assert [entry.reason for entry in driver.all_entries[-2:]] == ["fill, slip F-1", "credit, slip C-1"]
    assert replay(driver.history) == driver.floor
    prove("mbs-lir", "R114")


def test_no_number_of_a_slip_is_used_twice_at_a_table_not_even_on_another_day() -> None:
    driver = staffed()
    driver.ask(fill(1, "7"))
    driver.refuse(fill(1, "7"), "slip_used_before", "R114")
    driver.refuse(credit(1, "7"), "slip_used_before", "R114")
    driver.ask(ask.CloseTable(SUPERVISOR, money(9_001)))
    driver.ask(ask.OpenTable(SUPERVISOR, driver.table.rules))
    driver.refuse(fill(1, "7"), "slip_used_before", "R114")
    driver.ask(fill(1, "8"))
    driver.open(setup_for("mbs-lir", "T2"))
    driver.ask(ask.AssignDealer(SUPERVISOR, DANA))
    driver.ask(fill(1, "7"))  # another table has numbers of its own
    prove("mbs-lir", "R114")


def test_the_dealer_who_is_there_now_signs() -> None:
    driver = staffed()
    driver.ask(ask.AssignDealer(SUPERVISOR, "Dave"))
    driver.refuse(fill(1), "signed_by_another", "R114")
    driver.ask(ask.Fill(SHIFT_MANAGER, money(1), "F-1", "Dave"))
    prove("mbs-lir", "R114")


@pytest.mark.parametrize("amount", [0, -1])
def test_nothing_is_no_fill_and_no_credit(amount: int) -> None:
    driver = staffed()
    for kind in (ask.Fill, ask.Credit):
        driver.refuse(kind(SUPERVISOR, Cents(amount), "1", DANA), "amount_not_positive", None)


def test_chips_are_brought_in_the_middle_of_a_round_and_while_it_waits_for_a_ruling() -> None:
    driver = staffed()
    start(driver, ("Ann", 1))
    driver.ask(fill(100, "F-1"))
    driver.deal(LOSERS)
    driver.ask(ask.Report(ANN, "power_failure"))
    assert driver.due == "rule"
    driver.ask(fill(100, "F-2"))
    driver.ask(credit(50, "C-1"))
    assert rack(driver) == 9_150_00


def test_a_closed_table_is_neither_filled_nor_credited() -> None:
    driver = staffed()
    driver.ask(ask.CloseTable(SUPERVISOR))
    for command in (fill(1), credit(1)):
        driver.refuse(command, "table_is_closed", None)


def test_a_credit_takes_nothing_of_a_round_that_is_not_final() -> None:
    """What was collected may have to go back (R39), and what was paid is gone."""
    driver = staffed()
    lose_a_round(driver)
    assert (driver.table.rack, driver.table.in_rack, driver.table.free_in_rack) == (9_000_00, 9_075_00, 9_000_00)
    driver.refuse(credit("9000.01"), "rack_holds_less", "R114")
    driver.call()
    assert driver.table.free_in_rack == 9_075_00
    driver.ask(ask.CloseTable(SUPERVISOR, money(9_075)))
    driver.ask(ask.OpenTable(SUPERVISOR, driver.table.rules))
    win_a_round(driver)
    assert (driver.table.rack, driver.table.in_rack, driver.table.free_in_rack) == (9_075_00, 9_000_00, 9_000_00)
    driver.refuse(credit("9000.01"), "rack_holds_less", "R114")
    driver.ask(credit(9_000))
    driver.call()
    assert rack(driver) == 0
    prove("mbs-lir", "R114")


# A short rack


def test_a_rack_pays_and_sells_what_it_has_not_and_is_short_until_it_is_filled() -> None:
    driver = staffed()
    driver.ask(ask.BuyIn(DEALER, "Ann", money(9_500)))
    assert (rack(driver), driver.table.free_in_rack) == (-500_00, -500_00)
    refused = driver.refuse(credit(1), "rack_holds_less", "R114")
    assert refused.expected == "at most 0.00, what the rack has"
    win_a_round(driver)
    driver.call()
    assert rack(driver) == -575_00
    driver.ask(fill(575))
    assert rack(driver) == 0
    prove("mbs-lir", "R116")


# Counting

COUNTS = rows("""
counted | over/short
9000.00 |       0.00
9000.05 |       0.05
8990.00 |     -10.00
0.00    |   -9000.00
""")


@pytest.mark.parametrize("row", COUNTS, ids=row_id)
@pytest.mark.parametrize("closing", [True, False], ids=["with the closing", "after it"])
def test_the_books_take_the_count_and_keep_the_difference_apart(row: dict[str, str], *, closing: bool) -> None:
    driver, counted = staffed(), money(row["counted"])
    over = counted - 9_000_00
    if closing:
        events = driver.ask(ask.CloseTable(SUPERVISOR, counted))
        assert events == (TableClosed("Sven"), RackCounted(counted, Cents(9_000_00), "Sven", "R115"))
    else:
        driver.ask(ask.CloseTable(SUPERVISOR))
        assert driver.table.uncounted
        driver.refuse(ask.OpenTable(SUPERVISOR, driver.table.rules), "rack_not_counted", "R115")
        driver.ask(ask.CountRack(SUPERVISOR, counted))
    assert not driver.table.uncounted
    assert rack(driver) == driver.table.rack == counted
    assert driver.books.balance(ledger.over_short("T1")).posted == -over
    assert f"{over / 100:.2f}" == row["over/short"]
    driver.ask(ask.OpenTable(SUPERVISOR, driver.table.rules))
    assert driver.table.rack == counted  # it opens with what it was closed with, and is given no float again
    prove("mbs-lir", "R115")


def test_closing_posts_the_last_round_before_the_rack_is_counted() -> None:
    driver = staffed()
    lose_a_round(driver)
    events = driver.ask(ask.CloseTable(SUPERVISOR, money(9_075)))
    assert one(RackCounted, events).expected == 9_075_00
    assert driver.books.pending == {}
    assert driver.books.balance(ledger.over_short("T1")).posted == 0


@pytest.mark.parametrize("void", [False, True], ids=["it stands", "it is void"])
def test_between_two_rounds_the_count_has_what_is_pending_in_it(*, void: bool) -> None:
    """Ten dollars are missing, whatever becomes of the round."""
    driver = staffed()
    lose_a_round(driver)
    counted = one(RackCounted, driver.ask(ask.CountRack(SUPERVISOR, money(9_065))))
    assert (counted.counted, counted.expected) == (9_065_00, 9_075_00)
    assert driver.table.open
    if void:
        driver.ask(ask.Report(DEALER, "foreign_card"))
        driver.ask(ask.Rule(SUPERVISOR, "void"))
    driver.call()
    assert rack(driver) == (8_990_00 if void else 9_065_00)
    assert driver.books.balance(ledger.over_short("T1")).posted == 10_00
    prove("mbs-lir", "R115")


def test_a_wrong_count_is_put_right_by_another() -> None:
    driver = staffed()
    driver.ask(ask.CloseTable(SUPERVISOR, money(900)))
    driver.ask(ask.CountRack(SUPERVISOR, money(9_000)))
    assert (rack(driver), driver.books.balance(ledger.over_short("T1")).posted) == (9_000_00, 0)


def test_a_table_is_not_closed_on_a_count_that_cannot_be() -> None:
    driver = staffed()
    driver.refuse(ask.CloseTable(SUPERVISOR, Cents(-1)), "negative_count", "R115")
    driver.refuse(ask.CountRack(SUPERVISOR, Cents(10**5000)), "amount_out_of_range", None)
    assert driver.table.open


# Who is offered and shown what


@pytest.mark.parametrize("game", ALL)
def test_supervisors_are_offered_fills_credits_and_counts(game: str) -> None:
    driver = staffed(game)
    for by in (ANN, DEALER):
        assert not any(option.command in RACK for option in options(driver.table, by))
    found = {option.command: option for option in options(driver.table, SUPERVISOR) if option.command in RACK}
    assert set(found) == RACK
    assert found["Fill"].amounts == Amounts(Cents(1))
    assert found["Credit"].amounts == Amounts(Cents(1), Cents(9_000_00))
    assert [found[name].clause for name in ("Fill", "Credit", "CountRack")] == ["R114", "R114", "R115"]
    driver.call()
    assert {option.command for option in options(driver.table, SUPERVISOR)} >= RACK
    prove(game, "R114", "R115")


def test_without_a_dealer_or_chips_nothing_is_offered_that_needs_them() -> None:
    driver = Driver()
    driver.open(setup_for("mbs-lir"))
    assert {option.command for option in options(driver.table, SUPERVISOR)} & RACK == {"CountRack"}
    driver.ask(ask.AssignDealer(SUPERVISOR, DANA))
    driver.ask(credit(10_000))
    assert {option.command for option in options(driver.table, SUPERVISOR)} & RACK == {"CountRack", "Fill"}


def test_staff_and_surveillance_see_the_rack_and_nobody_else_does() -> None:
    driver = play_plain("mbs-thb")
    there = driver.table.in_rack
    assert there != driver.table.rack
    for role in ("dealer", "pit_staff", "surveillance"):
        assert view(driver.table, Viewer("x", role)).rack == there
    assert view(driver.table, SPECTATOR).rack is None
    assert view(driver.table, Viewer("Ann", "player")).rack is None


def test_a_log_of_before_racks_were_counted_replays() -> None:
    """Closed and opened again without a count: what it had is what it has."""
    driver = staffed()
    driver.ask(ask.CloseTable(SUPERVISOR))
    again = evolve(driver.table, TableOpened(driver.table.rules, "Sven"))
    assert (again.open, again.rack, again.uncounted) == (True, 9_000_00, False)
