"""The dealer console: whole rounds of all five games by the large button alone, cards typed, chips and players recorded."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from pitlink.client import Pit
from pitlink.server.roles import Role
from tests.browser.dealing import BY_HAND, GAMES, SEALED, SHOE, Dealer, Shoe
from tests.browser.dealing import open_all_kinds as open_pit
from tests.browser.playing import DESKTOP, TABLET, UPRIGHT_TABLET, Visitor, Waiting, too_small
from tests.browser.test_access import check
from tests.server.running import PASSWORD, Running, signed_in

STAFF: dict[Role, str] = {"dealer": "Dana", "pit_supervisor": "Sven", "pit_manager": "Petra", "auditor": "Otto"}
TABLES = [f"{game} {kind}" for game in GAMES for kind in (SEALED, SHOE, BY_HAND)]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = open_pit(Path(tmp_path_factory.mktemp("console")))
    yield made
    made.stop()


@pytest.fixture(scope="module")
def staff(running: Running) -> Iterator[dict[Role, Pit]]:
    with signed_in(running, STAFF) as signed:
        for table in TABLES:
            signed["pit_supervisor"].do(table, "AssignDealer", dealer="Dana")
        yield signed


@pytest.fixture
def visitor(browser: Browser, running: Running, staff: dict[Role, Pit]) -> Iterator[Visitor]:
    with Visitor(browser, running.address) as made:
        yield made


FIRST = {
    "THB": "Deal the first community card",
    "3CP": "Deal position 1, first card",
    "UTH": "Deal the first community card",
    "LIR": "Deal position 1, first card",
    "M3P": "Burn a card",
}


@pytest.mark.parametrize("kind", [SEALED, SHOE, BY_HAND], ids=["sealed", "shoe", "by hand"])
@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_deals_a_round_by_the_large_button_alone(
    visitor: Visitor, staff: dict[Role, Pit], game: str, kind: str
) -> None:
    table = f"{game} {kind}"
    dealer = Dealer(visitor, table)
    dealer.come()
    if staff["dealer"].table(table).step not in (None,) and kind == SEALED:
        dealer.deal()  # what software has begun; then a whole one
    pressed = dealer.deal(None if kind == SEALED else Shoe())
    assert pressed[0] == "Announce: Place your bets, please"
    assert pressed[1] == "Announce: No more bets"
    assert pressed[2] == FIRST[game]
    assert "Settle the round" in pressed
    paid = pressed[pressed.index("Settle the round") + 1 :]
    assert any(re.match(r"(Take|Pay|Leave) position \d: ", each) for each in paid)
    assert ("Open the sealed deck" in paid) == (kind == SEALED)
    seen = staff["dealer"].table(table)
    lines = [line for each in seen.positions for line in each.lines]
    assert lines
    assert seen.void is None
    assert len([each for each in paid if re.match("(Take|Pay|Leave|Give back)", each)]) == len(lines) or game == "LIR"
    assert visitor.wrong == []
