"""Drop, win and hold of a day, table by table, game by game and over the floor; the day's statements of the operator's
page are those of the day played here.
"""

import random
from fractions import Fraction

import pytest

from pitlink import ledger
from pitlink.bots.players import TEMPERAMENTS, Bot, mind_of
from pitlink.bots.tables import RunningTable, play_rounds
from pitlink.jackpot.link import FINE
from pitlink.money import Cents
from pitlink.pit import Floor, Recorded
from pitlink.pit.figures import Figures, Slip, TableDay, Wagered, begin, by_game, of_floor, of_links, of_tables
from pitlink.pit.happening import happenings
from pitlink.pit.statements import percent, tell_figures, tell_jackpot, tell_table
from pitlink.table import Table
from pitlink.table import commands as ask
from tests.driving import DEALER, SUPERVISOR, Driver, money, setup_for
from tests.pit.adding_up import check_history
from tests.table.every_game import ALL, ENTRY, GOES, PLAIN, STAYS, play_on
from tests.table.letting_ride import LOSERS, enter, ride_all, start
from tests.test_docs import DOCS

DAY = "2026-03-14"


def dated(driver: Driver, *ends: int) -> list[tuple[str, Recorded]]:
    """The history of a driver: days 14, 15, … of March, which end after so many events."""
    return [(f"2026-03-{14 + sum(at >= end for end in ends)}", each) for at, each in enumerate(driver.history)]


def days(driver: Driver, *ends: int) -> list[TableDay]:
    return of_tables(happenings(dated(driver, *ends), Floor()))


def only(driver: Driver) -> TableDay:
    (day,) = days(driver)
    return day


def table(game: str = "mbs-lir", name: str = "T1") -> Driver:
    driver = Driver()
    driver.open(setup_for(game, name))
    driver.ask(ask.AssignDealer(SUPERVISOR, "Dana"))
    return driver


def worked_example() -> Driver:
    """A short day of Let It Ride: Ann loses three wagers and a progressive one, then wins on a pair of tens."""
    driver = table()
    driver.seat("Ann", chips=1_000)
    driver.ask(ask.Fill(SUPERVISOR, money(5_000), "F-101", "Dana"))
    start(driver, ("Ann", 1), stake=100, progressive=5)
    driver.deal(LOSERS)
    ride_all(driver)
    driver.finish()
    start(driver, ("Ann", 1), stake=25, progressive=5)
    driver.deal({1: "Td 7c 4h", "community": "Th 2s"})
    ride_all(driver)
    driver.finish()
    driver.ask(ask.Credit(SUPERVISOR, money(4_000), "C-58", "Dana"))
    driver.ask(ask.CloseTable(SUPERVISOR, money("10230.00")))
    driver.ask(ask.CashOut(DEALER, "Ann", driver.chips("Ann")))
    return driver


def test_a_day_by_hand() -> None:
    day = only(worked_example())
    figures = day.figures
    # Lost: 3 x 100.00 and two progressive wagers of 5.00. Won: 3 x 25.00. The count was 5.00 short.
    assert figures == Figures(
        opening=money(10_000),
        fills=money(5_000),
        credits=money(4_000),
        drop=money(1_000),
        closing=money(10_230),
        over=Cents(-5_00),
        cash_outs=money(765),
        contributions=Cents(2_50),  # 25 per cent of 10.00
        posted=Cents(2_50),
        rounds=2,
        wagers={
            "1": Wagered(money(125), money(100), money(25)),
            "2": Wagered(money(125), money(100), money(25)),
            "$": Wagered(money(125), money(100), money(25)),
            "progressive": Wagered(money(10), money(10)),
        },
    )
    assert figures.win == 300_00 + 10_00 - 75_00 - 5_00 == 230_00
    assert figures.hold == Fraction(23, 100)
    assert (figures.handle, figures.progressive, figures.net) == (385_00, 10_00, 227_50)
    assert figures.difference == 0
    assert (day.table, day.game, day.counted) == ("T1", "mbs-lir", True)
    assert day.slips == (
        Slip("F-101", "fill", money(5_000), "Dana", "Sven"),
        Slip("C-58", "credit", money(4_000), "Dana", "Sven"),
    )


def test_the_page_for_operators_shows_this_day() -> None:
    driver = worked_example()
    page = (DOCS / "operator.md").read_text(encoding="utf-8")
    (statement,) = of_links(happenings(dated(driver), Floor()))
    for told in (tell_table(only(driver)), tell_jackpot(statement)):
        block = "\n".join(f"    {line}".rstrip() for line in told)
        assert block in page, block


# Which day


def lost_over_midnight(**more: int) -> list[Figures]:
    """Ann loses a round of 75.00 that is settled on one day and final on the next: the figures of both."""
    driver = table()
    driver.seat("Ann", chips=1_000)
    start(driver, ("Ann", 1), **more)
    driver.deal(LOSERS)
    ride_all(driver)
    driver.finish()
    midnight = len(driver.history)
    driver.call()
    return [day.figures for day in days(driver, midnight)]


def test_a_round_counts_on_the_day_on_which_it_becomes_final() -> None:
    first, second = lost_over_midnight()
    assert (first.opening, first.closing, first.drop, first.win, first.rounds) == (10_000_00, 9_000_00, 1_000_00, 0, 0)
    assert (second.opening, second.closing, second.win, second.rounds) == (9_000_00, 9_075_00, 75_00, 1)
    assert second.hold is None


def test_contributions_count_with_the_round_that_they_come_from() -> None:
    """Ann loses 75.00 and a progressive wager of 5.00, of which 1.25 went to the jackpot before midnight."""
    first, second = lost_over_midnight(progressive=5)
    assert (first.rounds, first.win, first.contributions, first.net) == (0, 0, 0, 0)
    assert (first.carried_in, first.posted, first.carried_out) == (0, 1_25, 1_25)
    assert (second.rounds, second.win, second.contributions, second.net) == (1, 80_00, 1_25, 78_75)
    assert (second.carried_in, second.posted, second.carried_out) == (1_25, 0, 0)


def test_what_is_carried_is_told_so_that_tables_and_jackpot_agree_on_each_day() -> None:
    """Two rounds of 5.00 each: the first is final before midnight, the second is in play."""
    driver = table()
    driver.seat("Ann", chips=1_000)
    for _ in range(2):
        start(driver, ("Ann", 1), progressive=5)
        driver.deal(LOSERS)
        ride_all(driver)
        driver.finish()
    (day,) = days(driver)
    (statement,) = of_links(happenings(dated(driver), Floor()))
    to_jackpot = sum(statement.columns[meter].changes["contribution"] for meter in ("display", "reserve"))
    assert day.figures.posted * FINE == to_jackpot == 2_50 * FINE
    lines = list(tell_table(day))
    start_of = lines.index(row("contributions carried in", "0.00"))
    assert lines[start_of + 1 : start_of + 4] == [
        row("+ posted to the jackpot", "2.50"),
        row("- carried out, the round not final", "1.25"),
        row("= contributions of final rounds", "1.25"),
    ]
    assert row("- contributions of final rounds", "1.25") in lines


def row(words: str, amount: str) -> str:
    return f"{words:<38}{amount:>20}"


def test_a_contribution_that_goes_back_after_midnight_is_in_no_days_net_win() -> None:
    """Even where the link's event is the first of the day."""
    driver = table("mbs-thb")
    driver.seat("Ann", chips=1_000)
    driver.call()
    driver.bet("Ann", 1, ante=25, progressive=5)
    driver.close()
    driver.ask(ask.Report(DEALER, "foreign_card"))
    driver.ask(ask.Rule(SUPERVISOR, "void"))
    assert driver.history[-1].stream == "link/L1"
    first, second = (day.figures for day in days(driver, len(driver.history) - 1))
    assert (first.posted, first.carried_out, second.carried_in, second.posted) == (1_25, 1_25, 1_25, -1_25)
    assert (first.contributions, first.net, second.contributions, second.net) == (0, 0, 0, 0)
    assert second.carried_out == 0
    assert second.opening == second.closing == first.closing


def test_a_table_at_which_nothing_happens_carries_what_it_has_in_the_jackpot() -> None:
    driver = table()
    assert begin(DAY, driver.table, Cents(1_25)).figures.carried_out == 1_25


def test_a_void_round_is_counted_and_moves_nothing() -> None:
    driver = table("mbs-thb")
    driver.seat("Ann", chips=1_000)
    driver.call()
    driver.bet("Ann", 1, ante=25, progressive=5)
    driver.close()
    driver.ask(ask.Report(DEALER, "foreign_card"))
    driver.ask(ask.Rule(SUPERVISOR, "void"))
    driver.call()
    figures = only(driver).figures
    assert (figures.voids, figures.rounds, figures.handle, figures.win, figures.contributions) == (1, 0, 0, 0, 0)
    assert (figures.carried_in, figures.posted, figures.carried_out) == (0, 0, 0)
    assert list(tell_table(only(driver)))[-1].endswith("0  and 1 void")


def test_a_table_opens_with_the_count_of_the_day_before() -> None:
    driver = table()
    driver.seat("Ann", chips=1_000)
    driver.ask(ask.CloseTable(SUPERVISOR, money(9_010)))
    night = len(driver.history)
    driver.ask(ask.OpenTable(SUPERVISOR, driver.table.rules))
    first, second = days(driver, night)
    assert (first.figures.closing, first.figures.over, first.counted) == (9_010_00, 10_00, True)
    assert (second.figures.opening, second.figures.win, second.counted) == (9_010_00, 0, False)


def test_a_table_without_a_count_is_told_by_its_books_until_it_is_counted() -> None:
    driver = table()
    driver.ask(ask.CloseTable(SUPERVISOR))
    assert not only(driver).counted
    assert "closing by the books" in "\n".join(tell_table(only(driver)))
    driver.ask(ask.CountRack(SUPERVISOR, money(10_000)))
    assert only(driver).counted
    assert begin(DAY, driver.table) == TableDay(
        DAY, "T1", "mbs-lir", Figures(opening=money(10_000), closing=money(10_000)), counted=True
    )


def test_the_most_that_a_rack_was_short_stays_in_the_figures() -> None:
    driver = table()
    driver.seat("Ann", chips=10_500)
    driver.ask(ask.Fill(SUPERVISOR, money(1_000), "F-1", "Dana"))
    assert (only(driver).figures.short, only(driver).figures.closing) == (500_00, 500_00)
    assert driver.books.balance(ledger.rack("T1")).posted == 500_00


# Games and floor


def test_tables_add_up_for_each_game_and_over_the_floor() -> None:
    driver = Driver()
    for game, name in (("mbs-thb", "T1"), ("mbs-thb", "T2"), ("mbs-uth", "T3")):
        driver.open(setup_for(game, name))
        driver.seat("Ann", "Bob", chips=2_000)
        driver.call()
        driver.bet("Ann", 1, **ENTRY[game])
        driver.bet("Bob", 2, **ENTRY[game])
        play_on(driver, PLAIN[game], {1: STAYS[game], 2: GOES[game]})
        driver.call()
    found = days(driver)
    games = by_game(found)
    assert set(games) == {"mbs-thb", "mbs-uth"}
    assert games["mbs-thb"] == found[0].figures + found[1].figures
    assert games["mbs-uth"] == found[2].figures
    floor = of_floor(found)
    assert floor == games["mbs-thb"] + games["mbs-uth"]
    assert (floor.drop, floor.rounds, floor.opening) == (12_000_00, 3, 30_000_00)
    assert floor.win == sum(each.figures.win for each in found)
    assert floor.difference == 0
    assert of_floor([]) == Figures()
    assert list(tell_figures(floor, counted=False))


@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_bots_play_and_whatever_goes_wrong_adds_up(game: str, seed: int) -> None:
    dice = random.Random(seed)
    running = RunningTable(game, dice)
    minds = {}
    for position, temperament in enumerate(TEMPERAMENTS, start=1):
        bot = Bot(f"Bot {position}", temperament)
        running.seat(bot.name, position)
        minds[bot.name] = mind_of(bot, dice)
    played = list(play_rounds(running, minds, 25, trouble=0.3))
    found = check_history(running.history, dice)
    rounds = sum(each.figures.rounds + each.figures.voids for each in found)
    assert rounds == len(played) - 1  # the last one is not final
    assert sum(each.figures.handle for each in found) > 0


def test_a_floor_on_which_nothing_happened_has_no_figures() -> None:
    assert of_tables([]) == []
    assert of_links([]) == []
    assert Table().rack == 0


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (Fraction(1, 3), "33.33 %"),
        (Fraction(-1, 8), "-12.50 %"),
        (Fraction(0), "0.00 %"),
        (Fraction(12), "1,200.00 %"),
    ],
)
def test_hold_is_an_exact_fraction_and_told_in_per_cent(part: Fraction, words: str) -> None:
    assert percent(part) == words


def test_a_shared_stake_is_counted_once() -> None:
    driver = table()
    driver.seat("Ann", "Bob", chips=1_000)
    driver.call()
    enter(driver, "Ann", 1, 10)
    enter(driver, "Bob", 1, 20)
    driver.close()
    driver.deal(LOSERS)
    driver.choose(1, "withdraw", "ride")
    driver.finish()
    driver.call()
    wagers = only(driver).figures.wagers
    assert wagers["1"] == Wagered()  # withdrawn: not staked in the end
    assert wagers["2"] == wagers["$"] == Wagered(money(30), money(30))
