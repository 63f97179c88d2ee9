"""What is told of a round: the jackpot hand of one who folded, and the display of the link that an event is of."""

from msgspec import structs

from pitlink.jackpot import commands as of_link
from pitlink.jackpot import events as at_link
from pitlink.money import Cents
from pitlink.pit import log, story
from pitlink.table.views import SPECTATOR, view
from tests.driving import PARAMETERS, SHIFT_MANAGER, Driver, setup_for
from tests.table.every_game import table_of

# A hand that has folded

FLUSH: dict[str | int, str] = {1: "Ah 9h", 2: "2c 7d", "dealer": "Ks Kd", "community": "4h 6h Th 8s Jc"}


def all_fold(*, progressive: bool) -> Driver:
    driver = table_of("mbs-thb", "Ann", "Bob")
    driver.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        driver.bet(name, position, ante=25)
    if progressive:
        driver.bet("Ann", 1, progressive=5)
    driver.close()
    driver.deal(FLUSH)
    for position in (1, 2):
        driver.choose(position, "fold")
    driver.finish(FLUSH)
    return driver


def test_the_jackpot_hand_of_a_folded_position_is_told() -> None:
    """Everybody folds: of the board only the Flop is turned up, for the flush that wins the progressive."""
    driver = all_fold(progressive=True)
    seen = view(driver.table, SPECTATOR)
    assert seen.community == ("4h", "6h", "Th", None, None)
    told = seen.positions[0].hand
    assert told is not None
    assert (told.position, told.hand, told.progressive_hand) == (1, None, "flush")
    assert seen.positions[1].hand is None
    (line,) = (line for line in seen.positions[0].lines if line.wager == "progressive")
    assert (line.outcome, line.pays) == ("win", 100_00)


def test_without_a_progressive_nothing_is_told_of_a_folded_hand() -> None:
    seen = view(all_fold(progressive=False).table, SPECTATOR)
    assert [each.hand for each in seen.positions] == [None] * len(seen.positions)
    assert seen.community == (None,) * 5


# Two links


def two_links() -> Driver:
    """T1 on L1 with one player, T2 on L2 with two; all have a progressive wager in play. L1 has admitted T2 as well."""
    driver = Driver()
    driver.open_link("mbs", name="L1")
    driver.open_link("mbs", structs.replace(PARAMETERS, base=Cents(250_000_00)), name="L2")
    driver.ask_link(of_link.AdmitTable(SHIFT_MANAGER, "T2", "mbs-3cp"), "L1")
    for number, table in ((1, "T1"), (2, "T2")):
        driver.open(setup_for("mbs-3cp", table, link=f"L{number}"))
        names = [f"{table} Ann", f"{table} Bob"][:number]
        driver.seat(*names)
        driver.call()
        for position, name in enumerate(names, start=1):
            driver.bet(name, position, ante=25, progressive=5)
    for table in ("T1", "T2"):
        driver.name = table
        driver.close()
    return driver


def contributions(driver: Driver) -> dict[str, list[str]]:
    told: dict[str, list[str]] = {}
    for recorded, floor in log.replay(driver.history):
        if isinstance(recorded.event, at_link.ContributionsPosted):
            told.setdefault(recorded.stream, []).append(story.tell(recorded, floor).words)
    return told


def test_contributions_are_told_with_the_display_of_their_own_link() -> None:
    """L1 stands at 100,000.00 and L2 at 250,000.00; a fifth of 5.00 and of 10.00 comes in."""
    told = contributions(two_links())
    assert told == {
        "link/L1": ["Progressive wagers of $5.00 feed the jackpot; the display shows $100,001.00"],
        "link/L2": ["Progressive wagers of $10.00 feed the jackpot; the display shows $250,002.00"],
    }


def test_what_happens_at_one_link_is_told_alike_with_the_other_there_or_not() -> None:
    driver = two_links()
    floor = driver.floor
    for recorded in driver.history:
        link = recorded.stream.removeprefix("link/")
        if link in floor.links:
            alone = structs.replace(floor, links={link: floor.links[link]})
            assert story.tell(recorded, floor) == story.tell(recorded, alone)
