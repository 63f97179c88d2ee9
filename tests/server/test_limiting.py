"""How many feeds one address, or one person, may have open at once."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from pitlink.client import Pit
from pitlink.server.limiting import FEEDS_OF_ADDRESS, FEEDS_OF_PERSON, Limits
from pitlink.server.problems import Problem
from tests.server.running import PASSWORD, Running

FEW = 3
FEED = "/api/floor/feed"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = Running("", Path(tmp_path_factory.mktemp("pit")))
    made.start("--speed", "0.5", "--feeds-per-address", str(FEW))
    yield made
    made.stop()


def reading(opened: ExitStack, address: str, path: str = FEED, token: str | None = None) -> httpx.Response:
    """One more feed, of nobody or by a token, as long as all of them are open."""
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    return opened.enter_context(httpx.stream("GET", f"{address}{path}", headers=headers, timeout=30.0))


def test_an_address_has_so_many_feeds_open_without_an_account_and_whoever_has_one_is_not_hit(running: Running) -> None:
    with ExitStack() as opened, running.owner() as olga:
        guest = Pit(running.address).come_as_guest("Zoe").token
        olga.make_account("Eve", PASSWORD, "surveillance")
        eve = Pit(running.address).sign_in("Eve", PASSWORD).token
        paths = (FEED, "/api/tables/UTH%201/feed", "/api/links/Megalink/feed")
        assert [reading(opened, running.address, path).status_code for path in paths] == [200] * FEW
        for token in (None, guest):  # who is nobody's account
            refused = reading(opened, running.address, token=token)
            assert (refused.status_code, refused.headers["retry-after"]) == (429, "5")
            assert refused.headers["content-type"] == "application/problem+json"
            refused.read()
            told = refused.json()
            assert (told["code"], told["found"]) == (
                *("too_many_feeds", "3 open feeds from this address without an account"),
            )
            assert told["expected"] == "fewer of them; close one, or sign in to an account"
        screens = [reading(opened, running.address, "/api/watch/feed", eve) for _ in range(2 * FEW)]
        assert [each.status_code for each in screens] == [200] * 2 * FEW
        elsewhere = {"x-forwarded-for": "203.0.113.9"}  # as a proxy on this machine says
        with httpx.stream("GET", f"{running.address}{FEED}", headers=elsewhere) as other:
            assert other.status_code == 200
        assert httpx.get(f"{running.address}/api/floor").status_code == 200  # only feeds are counted
    metrics = httpx.get(f"{running.address}/metrics").text
    assert 'pitlink_refusals_total{code="too_many_feeds"} 2.0' in metrics


def test_a_feed_that_is_closed_makes_room_for_another(running: Running) -> None:
    until = time.monotonic() + 10
    for _ in range(3):
        with ExitStack() as opened:
            while len(list(open_ones(opened, running.address))) < FEW:  # until the pit has noticed who is gone
                assert time.monotonic() < until
                time.sleep(0.05)


def open_ones(opened: ExitStack, address: str) -> Iterator[httpx.Response]:
    with ExitStack() as tried:
        for _ in range(FEW):
            if (answer := reading(tried, address)).status_code != 200:
                return
            yield answer
        opened.push(tried.pop_all())


def test_a_person_has_so_many_open_wherever_from_and_nobody_else_is_hit() -> None:
    limits = Limits()
    with ExitStack() as opened:
        for nth in range(FEEDS_OF_PERSON):
            opened.enter_context(limits.feed(f"10.0.0.{nth % 9}", "Eve"))
        with pytest.raises(Problem) as refused, limits.feed("10.0.0.10", "Eve"):
            pass
        assert (refused.value.status, refused.value.refused.code) == (429, "too_many_feeds")
        assert str(refused.value) == "256 open feeds of Eve: expected fewer of them; close one"
        opened.enter_context(limits.feed("10.0.0.1", "Aldo"))
        for _ in range(FEEDS_OF_ADDRESS):
            opened.enter_context(limits.feed("10.0.0.1", None))
        with pytest.raises(Problem), limits.feed("10.0.0.1", None):
            pass
        opened.enter_context(limits.feed("10.0.0.2", None))
    with limits.feed("10.0.0.1", None), limits.feed("10.0.0.1", "Eve"):
        pass
