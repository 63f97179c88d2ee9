"""Chips of several players at one position: who staked what, who decides, who may bet on the jackpot there."""

import pytest

from pitlink.money import Cents
from pitlink.table import commands as ask
from pitlink.table.events import LineSettled, WagerPlaced
from tests.driving import DEALER, SUPERVISOR, Driver, money, player, setup_for
from tests.table.every_game import ENTRY, MBS, PLAIN, STAYS, decide_all
from tests.table.letting_ride import lines

ANN, BOB = player("Ann"), player("Bob")
POOLED = ("mbs-3cp", "mbs-thb", "mbs-uth")
LOSING: dict[str | int, str] = {1: "2h 7d 9c", "dealer": "Ks Kd 4c", "community": "6h Jd"}
WINNING: dict[str | int, str] = {1: "As Ad 9c", "dealer": "Ks Kd 4c", "community": "6h Jd"}


def pooled(anns: int, *, ante: tuple[int, int] = (10, 90), hands: dict[str | int, str] = LOSING) -> Driver:
    """Ann sits at 1 with so many dollars; her Ante and Bob's lie there together, and she has played."""
    driver = Driver()
    driver.open(setup_for("mbs-3cp", positions=5))
    driver.seat("Ann", chips=anns)
    driver.come("Bob")
    driver.call()
    driver.bet("Ann", 1, ante=ante[0])
    driver.bet("Bob", 1, ante=ante[1])
    driver.close()
    driver.deal(hands)
    driver.ask(ask.Decide(ANN, 1, "play"))
    return driver


def correct(driver: Driver, name: str, wager: str, amount: int) -> None:
    driver.ask(ask.CorrectWager(SUPERVISOR, name, 1, wager, money(amount)))


def collected(line: LineSettled) -> dict[str, Cents]:
    return {each.player: each.collected for each in line.payments}


def lying(driver: Driver) -> dict[str, Cents]:
    return {name: stack.lying for name, stack in driver.table.players.items()}


# Corrections after the Play was laid


def test_the_play_is_collected_by_the_shares_it_was_laid_with() -> None:
    """10 and 90 were laid as Play; that the Antes are 50 and 50 turns out later, and makes nobody poorer than he is."""
    driver = pooled(60)
    assert lying(driver) == {"Ann": money(20), "Bob": money(180)}
    correct(driver, "Ann", "ante", 50)
    assert lying(driver) == {"Ann": money(60), "Bob": money(180)}  # all that Ann has
    correct(driver, "Bob", "ante", 50)
    settled = lines(driver.finish())
    assert collected(settled[1, "ante"]) == {"Ann": money(50), "Bob": money(50)}
    assert collected(settled[1, "play"]) == {"Ann": money(10), "Bob": money(90)}
    driver.call()
    assert (driver.chips("Ann"), driver.chips("Bob")) == (0, money(10_000 - 140))
    assert lying(driver) == {"Ann": 0, "Bob": 0}


def test_the_play_is_paid_by_the_shares_it_was_laid_with() -> None:
    driver = pooled(60, hands=WINNING)
    correct(driver, "Ann", "ante", 50)
    correct(driver, "Bob", "ante", 50)
    settled = lines(driver.finish())
    assert {each.player: each.paid for each in settled[1, "play"].payments} == {"Ann": money(10), "Bob": money(90)}
    driver.call()
    assert (driver.chips("Ann"), driver.chips("Bob")) == (money(120), money(10_140))


def test_a_play_corrected_after_an_ante_frees_what_was_laid_and_no_more() -> None:
    """Of a Play of 100 Ann had laid 10: she cannot take 50 up from it."""
    driver = pooled(50)
    correct(driver, "Bob", "ante", 10)
    correct(driver, "Ann", "play", 20)
    for stack in driver.table.players.values():
        assert 0 <= stack.available <= stack.chips
    assert lying(driver) == {"Ann": money(20), "Bob": money(20)}
    settled = lines(driver.finish())
    assert collected(settled[1, "play"]) == {"Ann": money(10), "Bob": money(10)}
    driver.call()
    assert (driver.chips("Ann"), driver.chips("Bob")) == (money(30), money(9_980))


def test_a_play_is_not_corrected_to_more_than_a_partner_has() -> None:
    """The new shares follow the Antes as they lie now: Ann's half of 100 is more than her chips."""
    driver = pooled(60)
    correct(driver, "Ann", "ante", 50)
    correct(driver, "Bob", "ante", 70)
    command = ask.CorrectWager(SUPERVISOR, "Ann", 1, "play", money(120))
    refused = driver.refuse(command, "not_enough_chips", None)
    assert "Ann" in refused.expected
    assert lying(driver) == {"Ann": money(60), "Bob": money(160)}


@pytest.mark.parametrize("first", ["Ann", "Bob"])
@pytest.mark.parametrize("to", [10, 33, 50, 90])
@pytest.mark.parametrize("hands", [LOSING, WINNING], ids=["lost", "won"])
def test_no_order_of_corrections_makes_chips(first: str, to: int, hands: dict[str | int, str]) -> None:
    """Antes put right to the same total, in either order; after every command the Driver holds stacks and books."""
    driver = pooled(1_000, hands=hands)
    amounts = {"Ann": to, "Bob": 100 - to}
    for name in (first, "Bob" if first == "Ann" else "Ann"):
        if amounts[name] != {"Ann": 10, "Bob": 90}[name]:
            correct(driver, name, "ante", amounts[name])
    driver.finish()
    driver.call()
    sign = 1 if hands is WINNING else -1
    assert driver.chips("Ann") == money(1_000) + sign * money(to + 10)
    assert driver.chips("Bob") == money(10_000) + sign * money(100 - to + 90)


# The jackpot beside another's Ante


def with_bobs_entry(game: str) -> Driver:
    """Ann sits at 1 and has bet nothing; Bob's entry lies there."""
    driver = Driver()
    driver.open(setup_for(game))
    driver.seat("Ann")
    driver.come("Bob")
    driver.call()
    driver.bet("Bob", 1, **ENTRY[game])
    return driver


@pytest.mark.parametrize("game", POOLED)
def test_the_progressive_wants_an_entry_of_ones_own(game: str) -> None:
    driver = with_bobs_entry(game)
    before = driver.floor
    driver.refuse(ask.PlaceWager(ANN, "Ann", 1, "progressive", money(5)), "companion_missing", "3.5")
    driver.refuse(ask.PlaceWager(DEALER, "Ann", 1, "progressive", money(5)), "companion_missing", "3.5")
    driver.refuse(ask.RecordWager(DEALER, "Ann", 1, "progressive", money(5)), "companion_missing", "3.5")
    assert driver.floor == before
    driver.close()
    assert driver.play.stakes == ()


@pytest.mark.parametrize("game", POOLED)
def test_with_an_entry_of_ones_own_beside_the_others_it_is_taken(game: str) -> None:
    driver = with_bobs_entry(game)
    driver.bet("Ann", 1, **ENTRY[game])
    (placed,) = driver.ask(ask.PlaceWager(ANN, "Ann", 1, "progressive", money(5)))
    assert isinstance(placed, WagerPlaced)
    driver.close()
    assert [(stake.position, stake.amount) for stake in driver.play.stakes] == [(1, money(5))]


# A sitter who leaves


@pytest.mark.parametrize("game", MBS)
@pytest.mark.parametrize("leaving", ["bets lie", "before the partner bets"])
def test_the_partner_who_is_there_decides_when_the_sitter_has_left(game: str, leaving: str) -> None:
    """Ann's chips stay in, and are staked with Bob's; but she is not there to be asked."""
    driver = Driver()
    driver.open(setup_for(game))
    driver.seat("Ann")
    driver.come("Bob")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    if leaving == "before the partner bets":
        driver.ask(ask.Leave(ANN, "Ann"))
    driver.bet("Bob", 1, **ENTRY[game])
    if leaving == "bets lie":
        driver.ask(ask.Leave(ANN, "Ann"))
    driver.close()
    assert driver.box(1).seat.player == "Bob"
    driver.deal(PLAIN[game])
    driver.refuse(ask.Look(ANN, 1), "not_your_hand", "R35")
    driver.ask(ask.Look(BOB, 1))
    decide_all(driver, {1: STAYS[game]})
    assert driver.box(1).seat.decisions == STAYS[game]
    settled = lines(driver.finish(PLAIN[game]))
    for line in settled.values():
        assert line.outcome != "returned"
        paid = {each.player: each.paid for each in line.payments}
        assert paid["Ann"] == paid["Bob"]
    driver.call()
    assert driver.chips("Ann") == driver.chips("Bob") > money(10_000)


def test_chips_whose_owners_have_all_left_come_back() -> None:
    """Both gone before a card was dealt: the hand is absent, and nobody is asked."""
    driver = Driver()
    driver.open(setup_for("mbs-3cp", positions=5))
    driver.seat("Ann")
    driver.come("Bob")
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.bet("Bob", 1, ante=25)
    driver.ask(ask.Leave(ANN, "Ann"))
    driver.ask(ask.Leave(BOB, "Bob"))
    driver.close()
    driver.deal(PLAIN["mbs-3cp"])
    assert (driver.box(1).seat.player, driver.box(1).seat.status) == ("Ann", "absent")
    assert {line.rule for line in lines(driver.finish()).values()} == {"5.11"}
    driver.call()
    assert (driver.chips("Ann"), driver.chips("Bob")) == (money(10_000), money(10_000))
