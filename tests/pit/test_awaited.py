"""What waits for somebody: which thing, by which clause, for whom; and why it is not for whoever asks."""

from typing import Any

import pytest
from msgspec import structs

from pitlink.jackpot import commands as of_link
from pitlink.jackpot.parameters import parameters_digest
from pitlink.people import LADDER, Person, Post
from pitlink.pit import offered
from pitlink.pit.awaited import Awaited, awaited_at, awaited_of, refused_at_link, refused_at_table
from pitlink.pit.offering import opens_with
from pitlink.refusals import Refused
from pitlink.table import commands as ask
from tests.driving import (
    DEALER,
    PARAMETERS,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    Driver,
    money,
    player,
    setup_for,
)
from tests.pit.two_tables import PAIRS, Tables


def at(driver: Driver, by: Person = SHIFT_MANAGER, *, but: str = "fill") -> list[Awaited]:
    """What waits; the racks of some tests here are short all the time."""
    return [each for each in awaited_at(driver.floor, driver.name, by) if each.thing != but]


def only(found: list[Awaited]) -> Awaited:
    (one,) = found
    return one


def code(found: Awaited) -> str | None:
    return found.refused.code if found.refused else None


def opened(**setup: Any) -> Driver:
    driver = Driver()
    driver.open(structs.replace(setup_for("mbs-uth"), **{"opening_float": money(50_000), **setup}))
    driver.ask(ask.AssignDealer(SUPERVISOR, "Dana"))
    driver.seat("Ann", "Bob")
    return driver


def test_nothing_waits_in_the_ordinary_course_of_a_round() -> None:
    driver = opened()
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.close()
    driver.deal({})
    assert at(driver, but="") == []


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_a_claim_waits_for_one_person_after_the_other(one: str, two: str) -> None:
    tables = Tables(one, two)
    tables.driver.ask(ask.AssignDealer(SUPERVISOR, "Dana"), "T1")
    tables.play("T1", "sf -")
    driver = tables.at("T1")
    found = only(at(driver, SUPERVISOR))
    assert (found.thing, found.clause, found.post, found.command) == (
        *("verification", "R108", "pit_supervisor"),
        "VerifyClaims",
    )
    assert found.words == "Straight flush at position 1, $10,000.40: to be verified, and the deck counted"
    assert code(found) is None
    assert code(only(at(driver, DEALER))) == "post_too_low"
    driver.ask(ask.VerifyClaims(SUPERVISOR, 52, "camera 4"))
    found = only(at(driver, PIT_MANAGER))
    assert (found.thing, found.command, found.refused) == ("approval", "ApproveClaims", None)
    assert "verified by the pit supervisor (Sven)" in found.words
    assert code(only(at(driver, SUPERVISOR))) == "same_person"
    assert code(only(at(driver, Person("Sue", "pit_supervisor")))) == "same_post"
    driver.ask(ask.ApproveClaims(PIT_MANAGER))
    found = only(at(driver, SUPERVISOR))
    assert (found.thing, found.command, found.refused) == ("payment", "PayAwards", None)
    assert "approved by the pit manager (Petra)" in found.words
    driver.ask(ask.PayAwards(SUPERVISOR))
    assert at(driver) == []


def test_a_claim_that_is_paid_after_another_tables_says_which() -> None:
    tables = Tables("mbs-thb", "mbs-uth")
    for name in ("T1", "T2"):
        tables.play(name, "sf -")
        tables.at(name).approve()
        tables.driver.ask(ask.AssignDealer(SUPERVISOR, "Dana"), name)
    first, second = (only(at(tables.at(name), SUPERVISOR)) for name in ("T1", "T2"))
    assert (first.thing, code(first)) == ("payment", None)
    assert second.refused is not None
    assert second.refused.code == "paid_out_of_order"
    assert "T1" in second.refused.expected


def test_a_claim_at_an_unattended_table_is_its_software_officers() -> None:
    tables = Tables("mbs-thb", "mbs-uth")
    tables.play("T1", "sf -")
    driver = tables.at("T1")
    unattended = structs.replace(
        driver.table, setup=structs.replace(driver.table.rules, unattended=True), dealer="Dana"
    )
    driver.floor = structs.replace(driver.floor, tables={**driver.floor.tables, "T1": unattended})
    assert at(driver) == []


def test_a_report_waits_for_the_lowest_post_that_may_rule() -> None:
    driver = opened()
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.close()
    driver.ask(ask.Report(player("Ann"), "something_else", words="a card fell"))
    posts: dict[Post, str | None] = {post: code(only(at(driver, Person("Kim", post)))) for post in LADDER}
    allowed = {
        post: any(each.command == "Rule" for each in offered(driver.floor, "T1", Person("Kim", post), "but_reports"))
        for post in LADDER
    }
    assert {post: refused is None for post, refused in posts.items()} == allowed
    found = only(at(driver))
    assert (found.thing, found.command, found.clause) == ("ruling", "Rule", driver.play.due.clause)
    assert "a card fell" in found.words
    assert "Ann" in found.words


def test_cards_whose_number_is_in_doubt_are_counted_first() -> None:
    driver = opened()
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.close()
    driver.deal({})
    driver.ask(ask.Report(DEALER, "doubtful_count"))
    found = only(at(driver, DEALER))
    assert (found.thing, found.post, found.refused) == ("ruling", "dealer", None)
    assert found.words.endswith("the cards are to be counted")


def test_players_who_may_choose_are_waited_for() -> None:
    driver = opened()
    driver.call()
    for name, position in (("Ann", 1), ("Bob", 2)):
        driver.bet(name, position, ante=25, blind=25)
    driver.close()
    driver.deal({})
    driver.ask(ask.Report(DEALER, "wrong_player_count", (1,)))
    rule = next(each for each in offered(driver.floor, "T1", SHIFT_MANAGER) if each.effect == "remove_and_ask")
    driver.ask(ask.Rule(SHIFT_MANAGER, rule.effect or "void"))
    found = only(at(driver))
    assert (found.thing, found.post, found.command) == ("answer", "dealer", "AnswerOption")
    assert found.words == "Position 2 may go on or take the wagers back"


def test_a_closed_table_waits_for_its_count_and_an_open_one_for_a_dealer() -> None:
    driver = Driver()
    driver.open(setup_for("mbs-uth"))
    found = only(at(driver, SUPERVISOR))
    assert (found.thing, found.command, found.refused) == ("dealer", "AssignDealer", None)
    assert code(only(at(driver, DEALER))) == "post_too_low"
    driver.ask(ask.AssignDealer(SUPERVISOR, "Dana"))
    driver.ask(ask.CloseTable(SUPERVISOR))
    found = only(at(driver, SUPERVISOR))
    assert (found.thing, found.clause, found.refused) == ("count", "R115", None)
    driver.ask(ask.CountRack(SUPERVISOR, money(10_000)))
    assert at(driver) == []


def test_a_rack_that_is_short_waits_for_a_fill() -> None:
    driver = opened(opening_float=money(0))
    assert driver.table.in_rack < 0
    found = only(at(driver, SUPERVISOR, but=""))
    assert (found.thing, found.clause, found.command) == ("fill", "R116", "Fill")
    assert found.words == "The rack is short by $20,000.00"
    driver.ask(ask.Fill(SUPERVISOR, money(20_000), "1", "Dana"))
    assert at(driver, but="") == []


def test_a_jackpot_that_is_down_waits_for_the_shift_manager() -> None:
    tables = Tables("rws-3cp", "rws-3cp")
    tables.driver.ask(ask.AssignDealer(SUPERVISOR, "Dana"), "T1")
    tables.begin("T1")
    tables.deal("T1", "- -", dealt=1)
    tables.fail("T1")
    driver = tables.at("T1")
    found = only(at(driver))
    assert (found.thing, found.clause, found.post, found.refused) == (
        *("later_rounds", "5.17.2", "gaming_shift_manager"),
        None,
    )
    assert code(only(at(driver, PIT_MANAGER))) == "post_too_low"
    driver.ask(ask.DecideLaterRounds(SHIFT_MANAGER, "close_table"))
    found = only(at(driver, SUPERVISOR))
    assert (found.thing, found.command, code(found)) == ("close", "CloseTable", "round_in_play")


# Links

PASS = of_link.CheckLink(SHIFT_MANAGER, "0" * 64, parameters_digest(PARAMETERS), passed=True)


def test_a_link_that_does_not_run_waits_to_be_checked_and_then_to_be_resumed() -> None:
    driver = opened()
    link = driver.floor.links["L1"]
    assert awaited_of(link, SHIFT_MANAGER) == ()
    driver.ask_link(of_link.SuspendLink(SHIFT_MANAGER, "new sign"))
    found = only(list(awaited_of(driver.floor.links["L1"], SHIFT_MANAGER)))
    assert (found.thing, found.clause, found.command, found.refused) == ("check", "R112", "CheckLink", None)
    assert found.words == "Link L1 is suspended: new sign; to be checked before it runs again"
    driver.ask_link(PASS)
    found = only(list(awaited_of(driver.floor.links["L1"], PIT_MANAGER)))
    assert (found.thing, found.command, code(found)) == ("resume", "ResumeLink", "post_too_low")
    driver.ask_link(of_link.ResumeLink(SHIFT_MANAGER, "ready"))
    assert awaited_of(driver.floor.links["L1"], SHIFT_MANAGER) == ()


def test_a_link_that_has_failed_says_so_until_it_is_checked() -> None:
    driver = opened()
    driver.ask_link(structs.replace(PASS, passed=False))
    found = only(list(awaited_of(driver.floor.links["L1"], SHIFT_MANAGER)))
    assert (found.thing, found.refused) == ("check", None)
    assert "has failed" in found.words
    assert found.words.endswith("the self-check did not pass")
    driver.ask_link(PASS)
    assert [each.thing for each in awaited_of(driver.floor.links["L1"], SHIFT_MANAGER)] == ["resume"]


WHO = {  # may, with a second person where one is needed, while the link runs and while it is suspended and checked
    "pit_supervisor": ((), ()),
    "pit_manager": (("CorrectDisplay",), ("ChangeParameters", "CorrectDisplay")),
    "gaming_shift_manager": (
        ("AdmitTable", "CheckLink", "CorrectDisplay", "FailLink", "ReleaseTable", "SuspendLink"),
        ("AdmitTable", "ChangeParameters", "CheckLink", "CorrectDisplay", "FailLink", "ReleaseTable", "ResumeLink"),
    ),
}


@pytest.mark.parametrize("post", LADDER[1:])
def test_what_is_done_to_a_link_is_refused_by_name_to_whoever_may_not(post: Post) -> None:
    driver, by = opened(), Person("Kim", post)
    for nth, commands in enumerate(((), (of_link.SuspendLink(SHIFT_MANAGER, "new sign"), PASS))):
        for command in commands:
            driver.ask_link(command)
        found = refused_at_link(driver.floor.links["L1"], by)
        assert tuple(sorted(name for name, refused in found.items() if refused is None)) == WHO[post][nth]
        assert len(found) == 10


def test_a_display_at_its_limit_can_still_be_corrected() -> None:
    driver = Driver()
    driver.open_link(parameters=structs.replace(PARAMETERS, limit=PARAMETERS.base))
    assert refused_at_link(driver.floor.links["L1"], SHIFT_MANAGER)["CorrectDisplay"] is None


# What is done to a table


def test_what_is_done_to_a_table_is_refused_by_name_to_whoever_may_not() -> None:
    driver = opened()

    def codes(by: Person) -> dict[str, str | None]:
        found = refused_at_table(driver.table, by)
        return {name: refused.code if isinstance(refused, Refused) else None for name, refused in found.items()}

    low = codes(DEALER)
    assert {low[name] for name in ("AssignDealer", "Fill", "CountRack", "CloseTable", "RestrictPlayer")} == {
        "post_too_low"
    }
    assert codes(SUPERVISOR)["RestrictPlayer"] == "post_too_low"
    assert codes(PIT_MANAGER) == {
        **dict.fromkeys(("AssignDealer", "Fill", "Credit", "CountRack", "CloseTable", "RestrictPlayer")),
        "OpenTable": "table_was_opened",
    }
    driver.ask(ask.RestrictPlayer(PIT_MANAGER, "Ann"))
    assert codes(SUPERVISOR)["LiftRestriction"] == "post_too_low"
    driver.call()
    driver.bet("Bob", 2, ante=25, blind=25)
    assert codes(SUPERVISOR)["CloseTable"] == "round_in_play"


def test_a_closed_table_opens_with_what_its_link_has_now() -> None:
    driver = opened()
    driver.ask(ask.CloseTable(SUPERVISOR, driver.table.in_rack))
    driver.ask_link(of_link.SuspendLink(SHIFT_MANAGER, "new threshold"))
    changed = structs.replace(PARAMETERS, unreasonable_contribution=money(2_000))
    driver.ask_link(of_link.ChangeParameters(SHIFT_MANAGER, PIT_MANAGER, changed, "approval 17"))
    setup = opens_with(driver.floor, "T1")
    assert setup.most_progressive == money(2_000)
    driver.refuse(ask.OpenTable(SUPERVISOR, driver.table.rules), "other_most", None)
    driver.ask(ask.OpenTable(SUPERVISOR, setup))
    assert opens_with(driver.floor, "T1") == setup
