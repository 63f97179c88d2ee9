"""A table on a link acts with it or not at all, and reads hands as it does."""

from collections.abc import Callable

import pytest
from msgspec import structs

from pitlink import pit
from pitlink.jackpot import commands as of_link
from pitlink.pit import Floor
from pitlink.refusals import Refused
from pitlink.rulebook.switches import Switches
from pitlink.table import commands as ask
from tests.driving import DEALER, SHIFT_MANAGER, SUPERVISOR, Driver, player, setup_for
from tests.table.every_game import ALL, ENTRY, PLAIN, STAYS, decide_all, table_of
from tests.table.test_odd_commands import every_command

FLUSH = Switches(ace_low_straight_flush="flush")
PEOPLE = (player("Ann"), DEALER, SUPERVISOR, SHIFT_MANAGER)


# The same readings


@pytest.mark.parametrize("game", ALL)
def test_a_table_that_reads_the_ace_low_straight_flush_otherwise_is_not_opened(game: str) -> None:
    """With "flush" its players would win the jackpot with other hands than those of the next table."""
    driver = Driver()
    driver.open_link(game[:3])
    driver.ask_link(of_link.AdmitTable(SHIFT_MANAGER, "T1", game))
    refused = driver.refuse(ask.OpenTable(SUPERVISOR, setup_for(game, switches=FLUSH)), "other_odds", "R9")
    assert "straight flush 2/162435" in refused.found  # 32 of 2,598,960
    assert "straight flush 3/216580" in refused.expected  # 36 of them
    assert "T1" not in driver.floor.tables
    driver.ask(ask.OpenTable(SUPERVISOR, setup_for(game)))


def test_the_same_reading_at_both_is_no_matter() -> None:
    driver = Driver()
    driver.open(setup_for("mbs-thb", switches=FLUSH))
    assert driver.table.open
    driver.ask_link(of_link.AdmitTable(SHIFT_MANAGER, "T2", "mbs-thb", FLUSH))
    refused = driver.refuse(ask.OpenTable(SUPERVISOR, setup_for("mbs-thb", "T2")), "other_odds", "R9", "T2")
    assert "straight flush 2/162435" in refused.expected


# The link beside the table


def betting(game: str) -> Driver:
    driver = table_of(game, "Ann")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.bet("Ann", 1, progressive=5)
    return driver


def dealing(game: str) -> Driver:
    driver = betting(game)
    driver.close()
    return driver


def to_be_settled(game: str) -> Driver:
    driver = dealing(game)
    driver.deal(PLAIN[game])
    decide_all(driver, {1: STAYS[game]})
    if driver.due == "deal":
        driver.deal(PLAIN[game])
    driver.expose()
    while driver.due == "show":
        driver.ask(ask.ShowHand(DEALER, 1))
    assert driver.due == "settle"
    return driver


def closed(game: str) -> Driver:
    driver = table_of(game, "Ann")
    driver.ask(ask.CloseTable(SUPERVISOR))
    return driver


@pytest.mark.parametrize("scene", [betting, dealing, to_be_settled, closed])
@pytest.mark.parametrize("game", ALL)
def test_without_its_link_a_table_refuses_every_command(game: str, scene: Callable[[str], Driver]) -> None:
    driver = scene(game)
    other = Driver()
    other.open_link(game[:3], name="L2")
    for links in ({}, other.floor.links):  # no link at all, or only another one
        alone = structs.replace(driver.floor, links=links)
        before = repr(alone)
        for by in PEOPLE:
            for command in every_command(by, game):
                refused = pit.act(alone, "T1", command)
                assert isinstance(refused, Refused), command
                assert (refused.code, refused.found) == ("link_not_at_hand", "table T1 on link L1")
        assert repr(alone) == before


def test_with_its_link_back_the_table_goes_on() -> None:
    driver = to_be_settled("mbs-3cp")
    alone = Floor(driver.floor.tables)
    assert isinstance(pit.act(alone, "T1", ask.Settle(DEALER)), Refused)
    driver.floor = structs.replace(alone, links=driver.floor.links)
    driver.ask(ask.Settle(DEALER))


def test_a_table_without_a_link_needs_none() -> None:
    driver = table_of("mbs-3cp", "Ann", link=None)
    assert driver.floor.links == {}
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.close()


def test_a_reading_of_one_game_keeps_no_other_off_the_link() -> None:
    """How Let It Ride's percentages are counted concerns no other table, which could not even be set up with it."""
    driver = Driver()
    driver.open_link("mbs", switches=Switches(lir_percentage="per_credit"))
    driver.open(setup_for("mbs-uth", "T1"))
    driver.open(setup_for("mbs-lir", "T2", switches=Switches(lir_percentage="per_credit")))
    assert list(driver.floor.links["L1"].tables) == ["T1", "T2"]
