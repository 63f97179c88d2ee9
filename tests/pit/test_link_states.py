"""A link that is suspended, has failed, is checked, resumed, changed, retired: at the link and at its tables.

Sums are those of `two_tables`: 100,004.00 and a reserve of 1.00 once T1 has closed its bets.
"""

from typing import Any

import pytest
from msgspec import structs

from pitlink import jackpot, ledger, pit
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.events import DisplayCorrected, LinkFailed, LinkResumed, ParametersChanged
from pitlink.jackpot.link import Features, Fine, fine, whole_cents
from pitlink.jackpot.parameters import parameters_digest
from pitlink.jackpot.sign import sign
from pitlink.ledger import BANK
from pitlink.money import Cents, dollars
from pitlink.people import Person
from pitlink.table import AnyCommand
from pitlink.table import commands as ask
from pitlink.table.views import SPECTATOR, view
from tests.driving import (
    DEALER,
    PARAMETERS,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    Driver,
    money,
    player,
    replay,
    setup_for,
)
from tests.pit.two_tables import PAIRS, Tables
from tests.proving import prove
from tests.table.every_game import ALL, ENTRY, MBS

SUSPEND = of_link.SuspendLink(SHIFT_MANAGER, "new sign")
FAIL = of_link.FailLink(SHIFT_MANAGER, "the sign is dark")
PASS = of_link.CheckLink(SHIFT_MANAGER, "0" * 64, parameters_digest(PARAMETERS), passed=True)
DO_NOT_PASS = structs.replace(PASS, passed=False)
RESUME = of_link.ResumeLink(SHIFT_MANAGER, "ready")
RESUME_BOTH = structs.replace(RESUME, second=PIT_MANAGER)
STOPS: dict[str, of_link.SuspendLink | of_link.FailLink] = {"suspended": SUSPEND, "failed": FAIL}


def change(driver: Driver, **changes: Any) -> of_link.ChangeParameters:
    new = structs.replace(driver.floor.links["L1"].set_up, **changes)
    return of_link.ChangeParameters(SHIFT_MANAGER, PIT_MANAGER, new, "approval 17")


def check_balance(driver: Driver, link: str = "L1") -> None:
    """I2: display = base + contributed − awarded + seeded + documented, to the ten-thousandth of a cent."""
    meters, base = driver.floor.links[link].meters, driver.floor.links[link].set_up.base
    moved = meters.contributed - fine(meters.awarded) + fine(meters.seeded) + meters.documented
    assert meters.display == fine(base) + moved


# Running, suspended, failed


def test_a_suspended_link_is_resumed_after_a_self_check() -> None:
    driver = Driver()
    driver.open_link()
    driver.ask_link(SUSPEND)
    assert not driver.floor.links["L1"].runs
    driver.refuse_link(RESUME, "self_check_missing", None)
    driver.ask_link(PASS)
    driver.ask_link(RESUME)
    driver.ask_link(SUSPEND)
    driver.ask_link(RESUME)  # nothing has changed or failed since
    assert driver.floor.links["L1"].runs
    assert replay(driver.history) == driver.floor


def test_a_failed_link_registers_its_amount_and_is_resumed_by_two_after_a_self_check() -> None:
    tables = Tables("rws-3cp", "rws-3cp")
    driver = tables.driver
    driver.ask_link(PASS)
    (failed,) = driver.ask_link(FAIL)
    assert failed == LinkFailed(money("100002.00"), "the sign is dark", "Gil")
    assert replay(driver.history).links["L1"].state == "failed"  # a restart does not clear it
    driver.refuse_link(RESUME, "second_missing", "R112")
    driver.refuse_link(RESUME_BOTH, "self_check_missing", None)  # the one before the failure does not count
    driver.ask_link(DO_NOT_PASS)
    driver.refuse_link(RESUME_BOTH, "self_check_missing", None)
    driver.ask_link(PASS)
    assert driver.ask_link(RESUME_BOTH) == (LinkResumed("ready", "Gil", "Petra"),)
    link = driver.floor.links["L1"]
    assert (link.state, link.note, link.registered, link.display) == ("running", "", None, money("100002.00"))
    prove("rws-3cp", "R112")


def test_a_link_that_does_not_pass_its_self_check_fails_at_once() -> None:
    driver = Driver()
    driver.open_link()
    failed, checked = driver.ask_link(DO_NOT_PASS)
    assert failed == LinkFailed(money(100_000), "the self-check did not pass", "Gil")
    link = driver.floor.links["L1"]
    assert (link.state, link.checked, link.registered) == ("failed", False, money(100_000))
    assert driver.ask_link(DO_NOT_PASS) == (checked,)  # it has failed already


@pytest.mark.parametrize("state", STOPS)
@pytest.mark.parametrize("game", ALL)
def test_no_progressive_wager_is_taken_or_offered_while_the_link_does_not_run(game: str, state: str) -> None:
    driver = Driver()
    driver.open(setup_for(game))
    driver.seat("Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.bet("Ann", 1, progressive=5)
    driver.bet("Bob", 2, **ENTRY[game])
    driver.ask_link(STOPS[state])
    five = money(5)
    wagers: list[AnyCommand] = [
        ask.PlaceWager(player("Bob"), "Bob", 2, "progressive", five),
        ask.RecordWager(DEALER, "Bob", 2, "progressive", five),
    ]
    if game == "mbs-uth":
        wagers.append(ask.RaiseWager(player("Ann"), "Ann", 1, "progressive", five))
    for command in wagers:
        refused = driver.refuse(command, "link_not_running", "R112")
        assert f"link L1 is {state}: {STOPS[state].note}" in refused.found
    refused = driver.refuse(ask.CloseBets(DEALER), "progressive_lies_there", "R112")
    assert "position 1;" in refused.found
    for by in (player("Ann"), player("Bob"), DEALER):
        found = pit.offered(driver.floor, "T1", by)
        taken = {option.command for option in found if option.wager == "progressive"}
        assert taken <= {"TakeBackWager", "CorrectWager"}
        assert "CloseBets" not in {option.command for option in found}
    driver.ask(ask.TakeBackWager(DEALER, "Ann", 1, "progressive"))  # staff may, for her
    assert "CloseBets" in {option.command for option in pit.offered(driver.floor, "T1", DEALER)}
    driver.close()
    assert driver.floor.links["L1"].display == money(100_000)
    prove(game, "R112")


@pytest.mark.parametrize("state", STOPS)
@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_a_round_whose_bets_are_closed_plays_on_and_is_paid_from_the_value_that_stands(
    one: str, two: str, state: str
) -> None:
    tables = Tables(one, two)
    tables.begin("T1")
    tables.begin("T2")
    tables.driver.ask_link(STOPS[state])
    tables.end("T1", "royal -", dealt=1)
    assert (tables.awards("T1"), tables.display) == ({1: "100006.00"}, "50000.00")
    tables.end("T2", "sf -", dealt=2)
    assert tables.awards("T2") == {1: "5000.00"}
    tables.pay("T1")
    tables.at("T2").ask(ask.RejectClaims(SUPERVISOR, (1,), "marked"))
    tables.at("T2").call()
    tables.at("T2").bet("Cy", 1, **ENTRY[two])
    tables.at("T2").close()  # without the jackpot
    check_balance(tables.driver)
    tables.check()


def test_table_and_sign_say_that_the_jackpot_is_off() -> None:
    driver = Driver()
    driver.open(setup_for("mbs-thb"))
    state = driver.table

    def told() -> tuple[str | None, str | None, str]:
        link = driver.floor.links["L1"]
        return view(state, SPECTATOR, link).jackpot_off, sign(link).notice, sign(link).state

    assert told() == (None, None, "running")
    driver.ask_link(SUSPEND)
    words = (
        "The Progressive Jackpot is suspended: no Progressive Jackpot Bets are accepted; "
        "rounds in play are paid from the amount shown"
    )
    assert told() == (words, words, "suspended")
    driver.ask_link(FAIL)
    off, notice, named = told()
    assert off == notice
    assert (off or "").startswith("The Progressive Jackpot is not working: no Progressive Jackpot Bets")
    assert (named, sign(driver.floor.links["L1"]).registered) == ("failed", money(100_000))


def test_everybody_at_a_table_sees_the_value_rise_with_wagers_and_who_has_won() -> None:
    tables = Tables("mbs-thb", "mbs-3cp")
    shown = []
    for table in ("T1", "T2"):
        tables.begin(table)
        link = tables.driver.floor.links["L1"]
        for name in ("T1", "T2"):
            seen = view(tables.driver.floor.tables[name], SPECTATOR, link).sign
            assert seen is not None
            assert seen.display == link.display
        shown.append(link.display)
    assert shown[0] < shown[1]


@pytest.mark.parametrize(
    ("later", "words"),
    [
        (None, "The Progressive Jackpot is not working"),
        ("no_jackpot", "No Progressive Jackpot Bets are accepted or paid"),
        ("close_table", "This table closes"),
        ("block_positions", None),
        ("restored", None),
    ],
)
def test_a_table_that_lost_the_link_says_so_itself(later: Any, words: str | None) -> None:
    tables = Tables("rws-3cp", "rws-3cp")
    tables.begin("T1")
    tables.deal("T1", "- -")
    tables.fail("T1")
    if later is not None:
        positions = (2,) if later == "block_positions" else ()
        tables.at("T1").ask(ask.DecideLaterRounds(SHIFT_MANAGER, later, positions))
    link = tables.driver.floor.links["L1"]
    assert view(tables.at("T1").table, SPECTATOR, link).jackpot_off == words
    assert view(tables.at("T2").table, SPECTATOR, link).jackpot_off is None


# Who cannot win does not contribute


@pytest.mark.parametrize("game", MBS)
def test_a_table_where_the_jackpot_is_down_does_not_feed_it(game: str) -> None:
    """The failure is reported while bets are open, and the round is ruled to go on (R23)."""
    driver = Driver()
    driver.open(setup_for(game))
    driver.seat("Ann", "Bob")
    driver.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        driver.bet(name, position, **ENTRY[game])
    driver.bet("Ann", 1, progressive=5)
    driver.ask(ask.Report(DEALER, "jackpot_failure"))
    driver.ask(ask.Rule(SHIFT_MANAGER, "continue"))
    driver.refuse(ask.PlaceWager(player("Bob"), "Bob", 2, "progressive", money(5)), "no_jackpot_bets", "R23")
    driver.refuse(ask.CloseBets(DEALER), "progressive_lies_there", "R112")
    assert "CloseBets" not in {option.command for option in pit.offered(driver.floor, "T1", DEALER)}
    driver.ask(ask.TakeBackWager(player("Ann"), "Ann", 1, "progressive"))
    driver.close()
    assert driver.play.stakes == ()
    assert driver.floor.links["L1"].meters.wagers_in == 0
    prove(game, "R112")


def test_only_positions_whose_device_is_down_do_not_feed_it() -> None:
    driver = Driver()
    driver.open(setup_for("mbs-thb"))
    driver.seat("Ann", "Bob")
    driver.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        driver.bet(name, position, ante=25, progressive=5)
    driver.ask(ask.Report(DEALER, "jackpot_failure", (2,)))
    driver.ask(ask.Rule(SHIFT_MANAGER, "continue"))
    refused = driver.refuse(ask.CloseBets(DEALER), "progressive_lies_there", "R112")
    assert "positions 2," in refused.found
    driver.ask(ask.TakeBackWager(DEALER, "Bob", 2, "progressive"))
    driver.close()
    assert [stake.position for stake in driver.play.stakes] == [1]


# Parameters


def test_parameters_change_while_suspended_by_two_with_a_version_and_a_self_check() -> None:
    tables = Tables("mbs-lir", "mbs-uth")
    driver = tables.driver
    driver.refuse_link(change(driver, reset=money(60_000)), "link_not_suspended", "R112")
    driver.ask_link(PASS)
    driver.ask_link(SUSPEND)
    (event,) = driver.ask_link(change(driver, reset=money(60_000), features=Features(10_000, 10_000)))
    assert isinstance(event, ParametersChanged)
    assert (event.version, event.by, event.second, event.note) == (2, "Gil", "Petra", "approval 17")
    assert event.warnings  # as when a link is opened (R96)
    assert driver.floor.links["L1"].parameters_version == 2
    driver.refuse_link(RESUME, "self_check_missing", None)
    driver.refuse_link(PASS, "other_parameters", None)  # of the parameters before
    driver.ask_link(structs.replace(PASS, parameters=parameters_digest(event.parameters)))
    driver.ask_link(RESUME)
    tables.play("T2", "royal -")
    assert tables.display == "60000.00"
    check_balance(driver)
    prove("mbs-lir", "R96")
    tables.check()


def test_what_a_hand_in_play_may_win_does_not_change_under_it() -> None:
    """Neither the reset value that it may be paid on, nor by way of another order of claims that are fixed."""
    tables = Tables("rws-3cp", "rws-3cp")
    tables.begin("T1")
    tables.deal("T1", "royal -", dealt=5)
    driver = tables.driver
    driver.ask_link(SUSPEND)
    other = change(driver, reset=money(1_000))
    refused = driver.refuse_link(other, "round_may_win", None)
    assert str(refused) == (
        "reset value 1000.00 with round 1 of table T1 in play: expected 50000.00 until the round is settled"
    )
    driver.ask_link(change(driver, increment_rate_bp=1_500))  # what the next wagers give may
    tables.conclude("T1", "royal -")
    driver.refuse_link(other, "claims_are_open", None)
    tables.at("T1").pay()
    driver.ask_link(change(driver, reset=money(1_000)))
    assert driver.floor.links["L1"].set_up.reset == money(1_000)
    tables.check()


def test_a_self_check_does_not_answer_for_money_that_came_after_it() -> None:
    tables = Tables("mbs-uth", "mbs-thb")
    driver = tables.driver
    driver.ask_link(PASS)
    driver.ask_link(of_link.CorrectDisplay(SHIFT_MANAGER, PIT_MANAGER, money(1), "sign"))
    driver.ask_link(SUSPEND)
    driver.refuse_link(RESUME, "self_check_missing", None)


@pytest.mark.parametrize(
    ("second", "code"),
    [
        (Person("Gil", "pit_manager"), "same_person"),
        (Person("gil", "pit_manager"), "same_person"),
        (Person("Gil ", "pit_manager"), "not_a_name"),
        (Person("Gil  B", "pit_manager"), "not_a_name"),
        (Person("Gus", "gaming_shift_manager"), "same_post"),
        (SUPERVISOR, "post_too_low"),
        (Person("Rob", "pit_manager", software=True), "not_a_person"),
    ],
)
def test_two_persons_of_the_two_highest_posts_are_needed(second: Person, code: str) -> None:
    driver = Driver()
    driver.open_link()
    driver.open_link(name="L2")
    driver.ask_link(SUSPEND)
    commands: tuple[jackpot.Command, ...] = (
        change(driver, reset=Cents(1)),
        of_link.CorrectDisplay(SHIFT_MANAGER, PIT_MANAGER, Cents(1), "sign"),
        of_link.RetireLink(SHIFT_MANAGER, PIT_MANAGER, None, "the end"),
        RESUME_BOTH,
    )
    for command in commands:
        refused = pit.act_on_link(driver.floor, "L1", structs.replace(command, second=second))
        assert getattr(refused, "code", None) == code
    (corrected,) = driver.ask_link(commands[1])
    assert isinstance(corrected, DisplayCorrected)
    assert (corrected.by, corrected.second) == ("Gil", "Petra")


def test_a_limit_is_not_set_below_what_is_shown_even_by_a_fraction() -> None:
    driver = Driver()
    driver.open_link(parameters=structs.replace(PARAMETERS, increment_rate_bp=1_001))
    driver.open(setup_for("mbs-thb"))
    driver.seat("Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25, progressive=5)
    driver.close()
    assert driver.floor.links["L1"].meters.display == Fine(100_000_50_0000 + 500)
    driver.ask_link(SUSPEND)
    driver.refuse_link(change(driver, limit=money("100000.50")), "limit_below_display", None)
    driver.ask_link(change(driver, limit=money("100000.51")))


def test_what_open_tables_were_set_up_with_does_not_change() -> None:
    driver = Driver()
    driver.open(setup_for("mbs-thb"))
    driver.ask_link(SUSPEND)
    most = change(driver, unreasonable_contribution=money(500))
    driver.refuse_link(change(driver, unit=money(1)), "unit_in_use", None)
    driver.refuse_link(most, "table_is_open", None)
    driver.ask(ask.CloseTable(SUPERVISOR, driver.table.rack))
    driver.ask_link(most)
    old = driver.table.rules
    driver.refuse(ask.OpenTable(SUPERVISOR, old), "other_most", None)
    driver.ask(ask.OpenTable(SUPERVISOR, structs.replace(old, most_progressive=money(500))))
    driver.ask(ask.CloseTable(SUPERVISOR, driver.table.rack))
    driver.ask_link(of_link.ReleaseTable(SHIFT_MANAGER, "T1"))
    driver.ask_link(change(driver, unit=money(1)))


@pytest.mark.parametrize("game", ALL)
def test_a_wager_goes_back_at_the_rates_it_came_in_at(game: str) -> None:
    """Rates are changed between the close of bets and the ruling that voids the round."""
    tables = Tables(game, game)
    before = tables.driver.floor.links["L1"].meters
    tables.begin("T1")
    tables.driver.ask_link(SUSPEND)
    tables.driver.ask_link(change(tables.driver, increment_rate_bp=9_000, hidden_rate_bp=1_000))
    tables.deal("T1", "- -")
    tables.void("T1")
    after = tables.driver.floor.links["L1"].meters
    assert (after.display, after.reserve) == (before.display, before.reserve)
    tables.check()


def test_overflow_goes_back_from_where_it_went_though_that_has_changed() -> None:
    driver = Driver()
    driver.open_link(parameters=structs.replace(PARAMETERS, limit=money("100001.00"), overflow_to="reserve"))
    driver.open(setup_for("mbs-thb"))
    driver.seat("Ann", "Bob")
    driver.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        driver.bet(name, position, ante=25, progressive=5)
    driver.close()
    before = driver.floor.links["L1"].meters
    assert whole_cents(before.overflow) == money(1)
    driver.deal({1: "Ks As", 2: "5c 6d", "dealer": "8c 8d", "community": "Ts Js Qs 2h 3d"})
    for position in (1, 2):
        driver.choose(position, "fold")
    driver.finish()
    assert driver.floor.links["L1"].meters.overflow == 0
    driver.ask_link(SUSPEND)
    driver.ask_link(change(driver, overflow_to="house"))
    driver.ask(ask.RejectClaims(SUPERVISOR, (1,), "marked"))
    assert driver.floor.links["L1"].meters == before
    check_balance(driver)


# The end


def two_links(**changes: Any) -> Driver:
    """L1 with a display, a reserve and an overflow of odd fractions; L2 likewise. No member tables, both suspended."""
    driver = Driver()
    for link, table in (("L1", "T1"), ("L2", "T2")):
        given = changes if link == "L2" else {}
        limit = given.pop("limit", money("100000.50"))
        parameters = structs.replace(PARAMETERS, increment_rate_bp=1_999, hidden_rate_bp=333, limit=limit, **given)
        driver.open_link(parameters=parameters, name=link)
        driver.open(setup_for("mbs-thb", table, link=link))
        driver.seat(f"{table} Ann")
        driver.call()
        driver.bet(f"{table} Ann", 1, ante=25, progressive=5)
        driver.close()
        driver.deal({1: "2c 7d", "dealer": "Ac Kd", "community": "3h 4s 9c Jd Qc"})
        driver.choose(1, "fold")
        driver.finish()
        driver.ask(ask.CloseTable(SUPERVISOR, driver.table.rack))
        driver.ask_link(of_link.ReleaseTable(SHIFT_MANAGER, table), link)
        driver.ask_link(SUSPEND, link)
    return driver


def accounts(driver: Driver, link: str) -> list[str]:
    every = (ledger.pool, ledger.reserve, ledger.overflow, ledger.claims_payable)
    return [dollars(driver.books.balance(account(link)).posted) for account in every]


RETIRE = of_link.RetireLink(SHIFT_MANAGER, PIT_MANAGER, "L2", "one link for the whole floor")


@pytest.mark.parametrize("limit", [None, "100000.50", "150000.01", "300000.00"])
def test_all_that_a_link_holds_goes_to_another_to_the_last_fraction(limit: str | None) -> None:
    driver = two_links(limit=None if limit is None else money(limit))
    had = [driver.floor.links[link].meters for link in ("L1", "L2")]
    outcome = pit.act_on_link(driver.floor, "L1", RETIRE)
    assert isinstance(outcome, pit.Outcome)
    driver._take(outcome)
    one, two = (driver.floor.links[link] for link in ("L1", "L2"))
    assert (one.meters.display, one.meters.reserve, one.meters.overflow) == (0, 0, 0)
    assert accounts(driver, "L1") == ["0.00"] * 4
    assert two.meters.reserve == had[0].reserve + had[1].reserve
    both = sum(each.display + each.overflow for each in had)
    assert two.meters.display + two.meters.overflow == both
    most = None if limit is None else fine(money(limit))
    assert two.meters.display == min(most or both, had[0].display + had[1].display)
    for link in ("L1", "L2"):
        check_balance(driver, link)
    given = {entry.giver for entry in outcome.entries if isinstance(entry, ledger.Transfer)}
    assert given <= {"pool/L1", "reserve/L1", "overflow/L1", "pool/L2", BANK}
    house = [entry for entry in outcome.entries if isinstance(entry, ledger.Transfer) and entry.giver == BANK]
    assert all(entry.amount == 1 for entry in house)  # the cent that two fractions make
    assert replay(driver.history) == driver.floor


def test_without_another_link_it_is_released_to_the_house_with_a_note() -> None:
    driver = two_links()
    held = sum(driver.books.balance(account("L1")).posted for account in (ledger.pool, ledger.reserve, ledger.overflow))
    bank = driver.books.balance(BANK).posted
    (event,) = driver.ask_link(structs.replace(RETIRE, to=None))
    assert getattr(event, "reason", None) == "retired"
    assert driver.books.balance(BANK).posted - bank == held > 0
    assert accounts(driver, "L1") == ["0.00"] * 4
    check_balance(driver)


def test_nothing_more_is_done_with_a_retired_link() -> None:
    driver = two_links()
    driver.ask_link(structs.replace(RETIRE, to=None))
    for command in (PASS, FAIL, RESUME_BOTH, RETIRE, of_link.AdmitTable(SHIFT_MANAGER, "T1", "mbs-thb")):
        driver.refuse_link(command, "link_is_retired", "R113")
    link = driver.floor.links["L1"]
    assert sign(link).notice == "This Progressive Jackpot has ended: no Progressive Jackpot Bets are accepted"
    driver.refuse_link(of_link.OpenLink(SHIFT_MANAGER, "L1", "mbs", PARAMETERS), "link_is_open", None)


def test_a_table_of_a_retired_link_may_open_on_another() -> None:
    driver = two_links()
    driver.ask_link(structs.replace(RETIRE, to=None))
    driver.ask_link(of_link.AdmitTable(SHIFT_MANAGER, "T1", "mbs-thb"), "L2")
    driver.name = "T1"
    driver.ask(ask.OpenTable(SUPERVISOR, structs.replace(driver.table.rules, link="L2")))
    driver.refuse(ask.OpenTable(SUPERVISOR, driver.table.rules), "table_was_opened", None)


def test_a_jackpot_goes_only_to_a_suspended_link_of_the_same_operator() -> None:
    driver = two_links()
    driver.refuse_link(structs.replace(RETIRE, to="L9"), "link_not_at_hand", "R113")
    driver.refuse_link(structs.replace(RETIRE, to="L1"), "same_link", "R113")
    driver.open_link("rws", name="L3")
    driver.ask_link(SUSPEND, "L3")
    driver.refuse_link(structs.replace(RETIRE, to="L3"), "other_operator", "R9")
    driver.open_link(name="L4")
    driver.refuse_link(structs.replace(RETIRE, to="L4"), "link_not_suspended", "R112")
    assert driver.floor.links["L1"].state == "suspended"
    prove("mbs-thb", "R113")
