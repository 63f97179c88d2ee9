"""The sign over Let It Ride: a hand and its features are awards of their own, each pending once under its own name."""

from pitlink.jackpot.link import Features
from pitlink.jackpot.sign import Pending, sign
from pitlink.money import Cents
from pitlink.rulebook.switches import Switches
from tests.driving import Driver
from tests.table.letting_ride import enter, lir_table, ride_all

BOTH = Features(magic_card_bp=2_500, lucky_player_bp=2_500)
POOL = Switches(fixed_awards_from="pool")


def four_aces(*names: str, magic: str | None = "As", lucky: int | None = None) -> Driver:
    """Position 1 has four aces; every jackpot award comes out of the pool."""
    driver = lir_table(*names, features=BOTH, switches=POOL)
    driver.call()
    for position, name in enumerate(names, start=1):
        enter(driver, name, position, progressive=5)
    driver.close(magic_card=magic, lucky=lucky)
    driver.deal({1: "As Ah Ad", 2: "3c 6d 9h", "community": "Ac 7s"})
    ride_all(driver)
    driver.finish()
    return driver


def pending(driver: Driver) -> list[Pending]:
    return list(sign(driver.floor.links["L1"]).pending)


def test_four_aces_with_the_magic_card_are_two_awards() -> None:
    driver = four_aces("Ann")
    assert pending(driver) == [
        Pending("T1", 1, "four of a kind", Cents(500 * 5_00), "4.2", Cents(5_00)),
        Pending("T1", 1, "magic card", Cents(5 * 5_00), "4.3", Cents(5_00)),
    ]
    driver.pay()
    assert pending(driver) == []


def test_with_the_lucky_player_they_are_three() -> None:
    driver = four_aces("Ann", lucky=1)
    told = [(each.hand, each.amount) for each in pending(driver)]
    assert told == [("four of a kind", 2500_00), ("magic card", 25_00), ("lucky player", 25_00)]
    driver.pay()
    driver.call()
    assert driver.chips("Ann") > Cents(10_000_00 + 2550_00)


def test_a_magic_card_of_the_board_is_told_at_every_position() -> None:
    driver = four_aces("Ann", "Bob", magic="Ac")
    told = [(each.position, each.hand) for each in pending(driver)]
    assert sorted(told) == [(1, "four of a kind"), (1, "magic card"), (2, "magic card")]
    assert len(set(told)) == len(told)


def test_what_is_pending_is_what_the_display_went_down_by() -> None:
    driver = four_aces("Ann", "Bob", lucky=2)
    link = driver.floor.links["L1"]
    assert sum(each.amount for each in pending(driver)) == sign(link).wins == 2500_00 + 25_00 + 25_00
    assert link.display == Cents(100_000_00 + 2_00 - 2550_00)  # a fifth of both stakes came in
