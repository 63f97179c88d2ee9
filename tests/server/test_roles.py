"""Every route, method and role: who may, and who is told that it is not for them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute

from pitlink.server.app import ROUTES, make_app
from pitlink.server.calling import Route
from pitlink.server.roles import ROLES, Role
from tests.server.running import PASSWORD, Running

PEOPLE: tuple[Role | None, ...] = (None, *(role for role in ROLES if role != "bot"))
NAMES = {
    "table": "UTH 1",
    "link": "Megalink",
    "document": "mbs-uth",
    "clause": "3.4",
    "reading": "R57",
    "number": "1",
    "name": "nobody",
    "account": "nobody",
    "invitation": "none",
}
CLIENT = httpx.Client()  # to make one takes longer than to ask
NEVER = {"command": "Never", "id": "x"}  # no role gets further than that


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[Role | None, dict[str, str]]]:
    """The headers with which each role asks, and where."""
    running = Running(str(tmp_path_factory.mktemp("roles") / "books.db"), Path(tmp_path_factory.mktemp("pit")))
    running.start("--speed", "0.5")  # nobody plays
    tokens: dict[Role | None, dict[str, str]] = {None: {"at": running.address}}
    with running.owner() as owner:
        for role in ROLES:
            if role == "bot":
                continue
            owner.make_account(f"A {role}", PASSWORD, role)
            with httpx.Client(base_url=running.address) as client:
                answer = client.post("/api/sessions", json={"name": f"A {role}", "password": PASSWORD})
                tokens[role] = {"authorization": f"Bearer {answer.json()['token']}", "at": running.address}
    yield tokens
    running.stop()


def test_every_route_of_the_application_is_in_the_table() -> None:
    nothing: Any = None
    routes = make_app(nothing).routes
    found = {(method, each.path) for each in routes if isinstance(each, APIRoute) for method in each.methods or ()}
    assert found == {(route.method, route.path) for route in ROUTES}
    assert len(routes) == len(ROUTES)


@pytest.mark.parametrize("role", PEOPLE, ids=str)
@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_a_route_is_for_those_it_is_declared_for(
    house: dict[Role | None, dict[str, str]], route: Route, role: Role | None
) -> None:
    path = re.sub(r"\{(\w+)\}", lambda found: NAMES[found[1]], route.path)
    headers = {key: text for key, text in house[role].items() if key != "at"}
    if route.path == "/api/sessions/current":
        headers |= {"authorization": f"{headers.get('authorization', '')}x"} if role is not None else {}
    with CLIENT.stream(route.method, f"{house[role]['at']}{path}", headers=headers, json=NEVER) as answer:
        problem = answer.headers["content-type"] == "application/problem+json"
        code = answer.read() and answer.json()["code"] if problem else None
    if role in route.who and route.path != "/api/sessions/current":
        assert code not in ("not_signed_in", "not_for_this_role")
        assert answer.status_code < 500
    else:
        assert (answer.status_code, code) in ((401, "not_signed_in"), (403, "not_for_this_role"))
