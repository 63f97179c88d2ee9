"""One request: whose it is, and whether the route is for them."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, Final

import msgspec
from fastapi import Depends
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from pitlink.people import Person
from pitlink.refusals import Refused
from pitlink.server import problems
from pitlink.server.accounts import Accounts, Session
from pitlink.server.feeds import Readers
from pitlink.server.limiting import Limits
from pitlink.server.live import Live
from pitlink.server.problems import RETRY, Problem
from pitlink.server.roles import NOBODY, ROLES, Caller, Role
from pitlink.store.streams import link_stream, table_stream

COOKIE: Final = "pitlink"

Who = frozenset[Role | None]


class Pit(Struct, frozen=True):
    """What the routes need."""

    live: Live
    accounts: Accounts
    limits: Limits
    readers: Readers
    guests: bool


class Call(Struct, frozen=True):
    """One request, and whose it is."""

    request: Request
    pit: Pit
    session: Session | None

    @property
    def caller(self) -> Caller:
        return NOBODY if self.session is None else self.session.caller

    @property
    def person(self) -> Person:
        person = self.caller.person
        assert person is not None
        return person

    @property
    def address(self) -> str:
        return self.request.client.host if self.request.client else ""

    def note(self, **told: object) -> None:
        """For the log of this request."""
        self.request.state.told.update(told)

    def table(self, name: str) -> str:
        found = self.pit.live.tables.get(name)
        if found is None or found.setup is None:
            raise problems.not_found("table", name)
        return name

    def link(self, name: str) -> str:
        if name not in self.pit.live.links:
            raise problems.not_found("link", name)
        return name


class Route(Struct, frozen=True):
    """`limited` is how often somebody may ask; whoever watches over the pit is never told to wait."""

    method: str
    path: str
    who: Who
    handler: Callable[..., Awaitable[Response]]
    limited: bool = True


async def _call(request: Request) -> Call:
    """Who asks, and whether the route is for them: before anything else is looked at."""
    pit: Pit = request.app.state.pit
    token, by_cookie = _token(request)
    session = None if token is None else await asyncio.to_thread(pit.accounts.of, token)
    call = Call(request, pit, session)
    call.note(role=call.caller.role, person=call.caller.name or None, **_about(request))
    if by_cookie and request.method not in ("GET", "HEAD"):
        _check_origin(request)
    route: Route = request.app.state.routes[(request.method, request.scope["route"].path)]
    if call.caller.role not in route.who:
        if session is None:
            raise problems.sign_in_first()
        raise problems.not_for(str(call.caller.role), _listed(route.who))
    if route.limited and not pit.limits.lets_through(call.address if session is None else session.digest):
        raise Problem(429, Refused("too_many_requests", "requests", "fewer of them; wait a second"), None, RETRY)
    return call


def as_json(data: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(data), status, media_type="application/json")


AsCall = Annotated[Call, Depends(_call)]


def _about(request: Request) -> dict[str, str]:
    """The stream that a request is about, as its address names it."""
    named = request.path_params
    if "table" in named:
        return {"table": table_stream(named["table"])}
    return {"table": link_stream(named["link"])} if "link" in named else {}


def _token(request: Request) -> tuple[str | None, bool]:
    """A token from the header, as programs send it, or from the cookie of a browser."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and token:
        return token, False
    return request.cookies.get(COOKIE), True


def _check_origin(request: Request) -> None:
    """What a browser sends along by itself must come from our own pages."""
    origin = request.headers.get("origin")
    if origin is not None and origin.partition("://")[2] != request.headers.get("host"):
        raise Problem(403, Refused("other_origin", f"a request from {origin[:100]}", "one from our own pages"))


def _listed(who: Who) -> str:
    return "one of " + ", ".join(role.replace("_", " ") for role in ROLES if role in who)
