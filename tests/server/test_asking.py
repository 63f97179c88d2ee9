"""Commands over the wire: what costs much is not begun for somebody who may not."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from pitlink.server import commands
from pitlink.server.accounts import Accounts
from pitlink.server.app import make_app
from pitlink.server.calling import Pit
from pitlink.server.feeds import Readers
from pitlink.server.guarding import guarded
from pitlink.server.hosts import Hosts
from pitlink.server.limiting import Limits
from pitlink.server.live import Live
from pitlink.server.metrics import Metrics
from pitlink.server.roles import Caller, Role
from pitlink.store import Desk, Store
from tests.store.floors import a_table, opened

CHECK = {"command": "CheckLink"}


@asynccontextmanager
async def asking(store: Store) -> AsyncIterator[httpx.AsyncClient]:
    """The application without a process of its own, so that it can be seen what it does."""
    desk = Desk(store)
    live = Live(store, desk, Metrics())
    await live.start()
    pit = Pit(live, Accounts(store), Limits(), Readers(), guests=True)
    app = guarded(make_app(pit), live.metrics, Hosts("localhost", ()))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        yield client
    live.stop()
    desk.close()


@pytest.mark.parametrize(
    ("role", "status", "code", "checks"),
    [
        ("dealer", 409, "post_too_low", 0),
        ("pit_manager", 409, "post_too_low", 0),
        ("gaming_shift_manager", 200, None, 1),
    ],
)
def test_a_link_is_checked_for_those_only_who_may_have_it_checked(
    books: str, monkeypatch: pytest.MonkeyPatch, role: Role, status: int, code: str | None, checks: int
) -> None:
    """A check replays the whole link, and whatever else goes through the log waits for it."""
    checked, check = list[str](), commands.self_check

    def noted(live: Live, name: str) -> dict[str, Any]:
        checked.append(name)
        return check(live, name)

    monkeypatch.setattr(commands, "self_check", noted)

    async def ask(store: Store) -> httpx.Response:
        token = Accounts(store).begin(Caller("Greta", role))
        async with asking(store) as client:
            headers = {"authorization": f"Bearer {token}"}
            return await client.post("/api/links/L1/commands", json={**CHECK, "id": "check 1"}, headers=headers)

    with opened(books, "A", "T1") as store:
        a_table(store)
        Accounts(store).make("Greta", role, "a long password", "Greta")
        answer = asyncio.run(ask(store))
    assert (answer.status_code, answer.json().get("code"), len(checked)) == (status, code, checks)
    if code is not None:
        assert answer.json()["expected"] == "a gaming shift manager or above"
