"""What a link that does not run, or is retired, keeps people from."""

from msgspec import structs

from pitlink.jackpot import commands as of_link
from pitlink.jackpot.link import Fine, Held
from pitlink.table import commands as ask
from tests.driving import DEALER, PARAMETERS, PIT_MANAGER, SHIFT_MANAGER, Driver, money
from tests.table.refused_scenes import Case, called, dealt, wager

OTHER_RESET = of_link.ChangeParameters(
    SHIFT_MANAGER, PIT_MANAGER, structs.replace(PARAMETERS, reset=money(1)), "new reset"
)
RETIRE = of_link.RetireLink(SHIFT_MANAGER, PIT_MANAGER, "L2", "the end")
RECEIVE = of_link.ReceiveJackpot(SHIFT_MANAGER, PIT_MANAGER, "L2", Held(Fine(1), Fine(1), Fine(1)), "the end of L2")


def suspended() -> Driver:
    """Bets open, Ann in, with a progressive wager; then the link is suspended."""
    driver = called("mbs-thb")()
    driver.bet("Ann", 1, progressive=5)
    driver.bet("Bob", 2, ante=25)
    driver.ask_link(of_link.SuspendLink(SHIFT_MANAGER, "new sign"))
    return driver


def in_play() -> Driver:
    """Ann's hand may win the jackpot, and the link is suspended meanwhile."""
    driver = dealt("mbs-thb")()
    driver.ask_link(of_link.SuspendLink(SHIFT_MANAGER, "new reset"))
    return driver


def down() -> Driver:
    """The jackpot does not work at the table, and the round goes on."""
    driver = called("mbs-thb")()
    driver.bet("Ann", 1, progressive=5)
    driver.ask(ask.Report(DEALER, "jackpot_failure"))
    driver.ask(ask.Rule(SHIFT_MANAGER, "continue"))
    return driver


def alone() -> Driver:
    """A suspended link without tables, and another operator's."""
    driver = Driver()
    driver.open_link()
    driver.open_link("rws", name="L2")
    driver.ask_link(of_link.SuspendLink(SHIFT_MANAGER, "the end"))
    return driver


def by_itself() -> Driver:
    driver = Driver()
    driver.open_link()
    driver.ask_link(of_link.SuspendLink(SHIFT_MANAGER, "the end"))
    return driver


BY_LINKS = [
    Case("link_not_running", "R112", "suspended: new sign", "runs", suspended, wager("Bob", 2, "progressive", 5)),
    Case("progressive_lies_there", "R112", "position 1; link L1", "taken back", suspended, ask.CloseBets(DEALER)),
    Case("progressive_lies_there", "R112", "positions 1, where", "taken back", down, ask.CloseBets(DEALER)),
    Case(
        "round_may_win", None, "round 1 of table T1 in play", "until the round is settled", in_play, OTHER_RESET, "link"
    ),
    Case("link_not_at_hand", "R113", "link L2", "open", by_itself, RETIRE, "link"),
    Case("other_operator", "R9", "L1 of mbs into link L2 of rws", "one operator's", alone, RETIRE, "link"),
    Case(
        "same_link",
        "R113",
        "link L1 into itself",
        "another",
        alone,
        of_link.RetireLink(SHIFT_MANAGER, PIT_MANAGER, "L1", "the end"),
        "link",
    ),
    Case("for_the_link", "R113", "a jackpot received", "retirement", by_itself, RECEIVE, "link"),
]
