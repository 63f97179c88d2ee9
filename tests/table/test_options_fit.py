"""Whether a command is one of those that an option stands for, and whether what is offered is taken."""

import pytest

from pitlink import pit
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.pit import Outcome
from pitlink.table import commands as ask
from pitlink.table.options import Amounts, Option, fits, options
from tests.driving import (
    DEALER,
    SUPERVISOR,
    Driver,
    money,
    setup_for,
)
from tests.table.every_game import ALL, ENTRY, table_of
from tests.table.offering import ANN, BOB, say

ANTE = Option("PlaceWager", "3.4", "Ann", 1, "ante", None, Amounts(Cents(10_00), Cents(20_00), Cents(5_00)))
PLAY = Option("Decide", "3.9.2", None, 1, "play", "play", Amounts(Cents(25_00), Cents(25_00)), True)
FIX = Option("CorrectWager", "5.12", "Ann", 1, "ante", None, Amounts(Cents(0), Cents(50_00), but=Cents(25_00)))
CHIPS = Option("BuyIn", None, "Ann", amounts=Amounts(Cents(1)))
FITTING = [
    (ANTE, ask.PlaceWager(ANN, "Ann", 1, "ante", Cents(10_00)), True),
    (ANTE, ask.PlaceWager(DEALER, "Ann", 1, "ante", Cents(20_00)), True),
    (ANTE, ask.PlaceWager(ANN, "Ann", 1, "ante", Cents(9_99)), False),
    (ANTE, ask.PlaceWager(ANN, "Ann", 1, "ante", Cents(12_00)), False),
    (ANTE, ask.PlaceWager(ANN, "Ann", 1, "ante", Cents(25_00)), False),
    (ANTE, ask.PlaceWager(ANN, "Ann", 2, "ante", Cents(10_00)), False),
    (ANTE, ask.PlaceWager(ANN, "Ann", 1, "bonus", Cents(10_00)), False),
    (ANTE, ask.PlaceWager(ANN, "Bob", 1, "ante", Cents(10_00)), False),
    (ANTE, ask.RaiseWager(ANN, "Ann", 1, "ante", Cents(10_00)), False),
    (PLAY, ask.Decide(ANN, 1, "play"), True),
    (PLAY, ask.Decide(ANN, 1, "play", Cents(25_00)), True),
    (PLAY, ask.Decide(ANN, 1, "play", Cents(24_00)), False),
    (PLAY, ask.Decide(ANN, 1, "fold"), False),
    (PLAY, ask.RecordDecision(DEALER, 1, "play"), False),
    (FIX, ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", Cents(0)), True),
    (FIX, ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", Cents(25_00)), False),
    (FIX, ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", Cents(25_01)), True),
    (CHIPS, ask.BuyIn(DEALER, "Ann", Cents(10**9)), True),
    (CHIPS, ask.BuyIn(DEALER, "Ann", Cents(0)), False),
    (Option("Look", None, None, 2), ask.Look(ANN, 2), True),
    (Option("Look", None, None, 2), ask.Look(ANN, 1), False),
    (Option("AssignDealer"), ask.AssignDealer(SUPERVISOR, "anybody"), True),
]


@pytest.mark.parametrize(("option", "command", "does"), FITTING)
def test_a_command_fits_an_option_by_every_field_it_names(
    option: Option, command: ask.AnyCommand, *, does: bool
) -> None:
    assert fits(option, command) is does


def test_no_text_and_no_nothing_is_an_amount() -> None:
    amounts = Amounts(Cents(1), Cents(10))
    assert 1 in amounts
    assert "1" not in amounts
    assert None not in amounts


@pytest.mark.parametrize("game", ALL)
def test_the_ends_of_every_range_are_taken_and_what_lies_beyond_is_not(game: str) -> None:
    """Least and most of every wager offered while bets lie, asked of the pit itself."""
    driver = Driver(checking=False)
    driver.open(setup_for(game))
    driver.seat("Ann", "Bob", chips=730)
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    for progressive in (False, True):
        if progressive:
            driver.bet("Ann", 1, progressive=5)
        for by in (ANN, BOB, DEALER, SUPERVISOR):
            for option in options(driver.table, by):
                beside = progressive and option.command == "CorrectWager" and option.wager != "progressive"
                if option.command in ("PlaceWager", "RaiseWager", "RecordWager", "CorrectWager") and not beside:
                    check_range(driver, by, option)


@pytest.mark.parametrize("game", ALL)
def test_an_entry_beside_a_progressive_is_not_offered_to_be_corrected_to_nothing(game: str) -> None:
    driver = table_of(game, "Ann")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.bet("Ann", 1, progressive=5)
    for option in options(driver.table, SUPERVISOR):
        if option.command == "CorrectWager" and option.amounts is not None and 0 in option.amounts:
            command = ask.CorrectWager(SUPERVISOR, "Ann", 1, str(option.wager), Cents(0))
            assert isinstance(pit.act(driver.floor, "T1", command), Outcome), say(option)


def check_range(driver: Driver, by: Person, option: Option) -> None:
    amounts = option.amounts
    assert amounts is not None
    assert amounts.most is not None
    kind = getattr(ask, option.command)

    def taken(stake: int) -> bool:
        command = kind(by, option.player, option.position, option.wager, Cents(stake))
        return isinstance(pit.act(driver.floor, "T1", command), Outcome)

    assert taken(amounts.least), say(option)
    assert taken(amounts.most) is (amounts.most != amounts.but), say(option)
    assert not taken(amounts.least - amounts.step), say(option)
    assert not taken(amounts.most + amounts.step), say(option)
    if amounts.step != 1:
        assert not taken(amounts.least + 1), say(option)
    if amounts.but is not None:
        assert not taken(amounts.but), say(option)


def test_unequal_wagers_may_be_put_right_to_the_amount_of_one_of_them() -> None:
    """Once bets are closed the three wagers of Let It Ride are corrected together (R100)."""
    driver = Driver()
    driver.open(setup_for("mbs-lir"))
    driver.seat("Ann", "Bob")
    driver.call()
    driver.bet("Bob", 2, w1=10, w2=10, w3=10)
    for wager, amount in (("1", 10), ("2", 10), ("$", 20)):
        driver.ask(ask.RecordWager(DEALER, "Ann", 1, wager, money(amount)))
    driver.close()
    command = ask.CorrectWager(SUPERVISOR, "Ann", 1, "2", money(10))
    assert any(fits(option, command) for option in options(driver.table, SUPERVISOR))
    driver.ask(command)
    assert {wager.amount for wager in driver.box(1).seat.wagers.values()} == {money(10)}
