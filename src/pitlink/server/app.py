"""The HTTP surface: every route with who may use it, in one table."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated, Any, Final

import msgspec
from fastapi import Depends, FastAPI
from fastapi.exceptions import RequestValidationError
from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pitlink.jackpot.sign import sign
from pitlink.people import LADDER, Person
from pitlink.refusals import Refused
from pitlink.rulebook import catalogue
from pitlink.server import commands, feeds, messages, problems
from pitlink.server.accounts import Accounts, Session
from pitlink.server.limiting import Limits
from pitlink.server.live import Live
from pitlink.server.problems import Problem
from pitlink.server.roles import NOBODY, ROLES, Caller, Role
from pitlink.store import Accepted, Unavailable
from pitlink.store import Request as StoreRequest
from pitlink.store.streams import table_stream
from pitlink.table import commands as ask

COOKIE: Final = "pitlink"

Who = frozenset[Role | None]
PEOPLE: Final[Who] = frozenset(ROLES) - {"bot"}
ANYONE: Final[Who] = PEOPLE | {None}
AT_TABLES: Final[Who] = frozenset(("player", *LADDER))
STAFF: Final[Who] = frozenset(LADDER)
WATCHING: Final[Who] = frozenset(LADDER) | {"surveillance", "auditor"}
ADMIN: Final[Who] = frozenset(("administrator",))


class Pit(Struct, frozen=True):
    """What the routes need."""

    live: Live
    accounts: Accounts
    limits: Limits
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
    method: str
    path: str
    who: Who
    handler: Callable[..., Awaitable[Response]]


# Bodies


class SignIn(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str = Field(max_length=100)
    password: str = Field(max_length=200)


class Invited(SignIn):
    invitation: str = Field(max_length=100)


class NewAccount(SignIn):
    role: Role


class Guest(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str = Field(max_length=100)


# Who asks


async def _call(request: Request) -> Call:
    """Who asks, and whether the route is for them: before anything else is looked at."""
    pit: Pit = request.app.state.pit
    token, by_cookie = _token(request)
    session = None if token is None else await asyncio.to_thread(pit.accounts.of, token)
    call = Call(request, pit, session)
    if by_cookie and request.method not in ("GET", "HEAD"):
        _check_origin(request)
    route = ROUTES_BY_PATH[(request.method.replace("HEAD", "GET"), request.scope["route"].path)]
    if call.caller.role not in route.who:
        if session is None:
            raise problems.sign_in_first()
        raise problems.not_for(str(call.caller.role), _listed(route.who))
    if not pit.limits.lets_through(call.address if session is None else session.digest):
        raise Problem(429, Refused("too_many_requests", "requests", "fewer of them; wait a second"), None, RETRY)
    return call


RETRY: Final = {"retry-after": "1"}
AsCall = Annotated[Call, Depends(_call)]


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


# Sessions and accounts


async def sign_in(call: AsCall, body: SignIn) -> Response:
    """Begin a session; the token comes back once, and as a cookie for browsers."""
    if not call.pit.limits.lets_sign_in(call.address, body.name):
        raise Problem(429, Refused("too_many_tries", "tries to sign in", "fewer of them; wait a minute"), None, RETRY)
    caller = await asyncio.to_thread(call.pit.accounts.check, body.name, body.password)
    if caller is None:
        raise Problem(401, Refused("wrong_name_or_password", "name and password", "those of an account"))
    return await _begun(call, caller)


async def accept_invitation(call: AsCall, body: Invited) -> Response:
    """Make the account that an invitation is for, such as the owner's link on the first start."""
    if not call.pit.limits.lets_sign_in(call.address, "invitation"):
        raise Problem(429, Refused("too_many_tries", "tries to sign in", "fewer of them; wait a minute"), None, RETRY)
    made = await asyncio.to_thread(call.pit.accounts.accept, body.invitation, body.name, body.password)
    if isinstance(made, Refused):
        raise Problem(409, made)
    return await _begun(call, made)


async def come_as_guest(call: AsCall, body: Guest) -> Response:
    """Play chips and a name for one shift, where the floor allows guests."""
    if not call.pit.guests:
        raise Problem(403, Refused("no_guests", "a guest", "an account; this floor takes no guests"))
    if not call.pit.limits.lets_sign_in(call.address, "guest"):
        raise Problem(429, Refused("too_many_tries", "guests from here", "fewer of them; wait a minute"), None, RETRY)
    made = await asyncio.to_thread(call.pit.accounts.make, body.name, "player", None, body.name)
    if isinstance(made, Refused):
        raise Problem(409, made)
    return await _begun(call, made)


async def _begun(call: Call, caller: Caller) -> Response:
    token = await asyncio.to_thread(call.pit.accounts.begin, caller)
    response = JSONResponse({"name": caller.name, "role": caller.role, "token": token}, 201)
    secure = call.request.url.scheme == "https"
    response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, path="/")
    return response


async def sign_out(call: AsCall) -> Response:
    assert call.session is not None
    await asyncio.to_thread(call.pit.accounts.end, call.session.digest)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path="/")
    return response


async def me(call: AsCall) -> Response:
    return JSONResponse({"name": call.caller.name or None, "role": call.caller.role, "guests": call.pit.guests})


async def accounts(call: AsCall) -> Response:
    found = await asyncio.to_thread(call.pit.accounts.all)
    return JSONResponse([{"name": each.name, "role": each.role} for each in found])


async def make_account(call: AsCall, body: NewAccount) -> Response:
    role = body.role
    if role == "bot":
        raise Problem(409, Refused("role_of_software", "an account for a bot", "a role that a person has"))
    made = await asyncio.to_thread(call.pit.accounts.make, body.name, role, body.password, call.caller.name)
    if isinstance(made, Refused):
        raise Problem(409, made)
    return JSONResponse({"name": made.name, "role": made.role}, 201)


async def shut_account(call: AsCall, name: str) -> Response:
    refused = await asyncio.to_thread(call.pit.accounts.shut, name, call.caller.name)
    if refused is not None:
        raise Problem(404, refused)
    return Response(status_code=204)


# The floor


async def floor(call: AsCall) -> Response:
    live = call.pit.live
    lines = [feeds.line_of(name, table) for name, table in sorted(live.tables.items()) if table.setup is not None]
    signs = [sign(link) for _, link in sorted(live.links.items())]
    return _json(messages.FloorMessage(live.position, tuple(lines), tuple(signs), snapshot=True))


async def floor_feed(call: AsCall) -> Response:
    return _feed(call, feeds.of_floor(call.pit.live))


async def table(call: AsCall, table: str) -> Response:
    return _json(feeds.table_view(call.pit.live, call.table(table), call.caller))


async def table_options(call: AsCall, table: str, reporting: bool = False) -> Response:
    return _json(feeds.options_for(call.pit.live, call.table(table), call.caller, reporting=reporting))


async def table_feed(call: AsCall, table: str) -> Response:
    return _feed(call, feeds.of_table(call.pit.live, call.table(table), call.caller, _last_seen(call.request)))


async def table_command(call: AsCall, table: str) -> Response:
    """Something asked at a table, by whoever is signed in."""
    name, live = call.table(table), call.pit.live
    asked = await _asked(call, commands.TABLE_COMMANDS, {"cards": [], "salts": []})
    game = live.tables[name].rules.game
    if isinstance(asked.command, commands.COMPLETED):
        kept = await asyncio.to_thread(live.store.answer_of, asked.id)
        if kept is not None:
            return _answered(kept, game)
    completed = commands.for_player(live.tables[name], asked)
    if not isinstance(completed, Refused):
        needs_deck = isinstance(asked.command, ask.DealCard | ask.OpenDeck)
        deck = await asyncio.to_thread(live.store.deck, name) if needs_deck else None
        completed = commands.for_dealer(live, name, completed, deck)
    if isinstance(completed, Refused):
        raise Problem(409, completed, game)
    return await _carried_out(call, table_stream(name), completed, game)


async def link(call: AsCall, link: str) -> Response:
    found = call.pit.live.links[call.link(link)]
    return _json(messages.LinkMessage(found.version, sign(found), snapshot=True))


async def link_feed(call: AsCall, link: str) -> Response:
    return _feed(call, feeds.of_link(call.pit.live, call.link(link), _last_seen(call.request)))


async def clause(call: AsCall, document: str, clause: str) -> Response:
    """A clause or a reading in our words."""
    if document not in catalogue.DOCUMENTS or (found := catalogue.find(document, clause)) is None:
        raise problems.not_found("clause", f"{document} {clause}")
    return _json(found)


async def healthz(call: AsCall) -> Response:
    return JSONResponse({"status": "ok"})


async def readyz(call: AsCall) -> Response:
    """Whether commands can be carried out: the books answer."""
    try:
        position = await asyncio.to_thread(call.pit.live.store.position)
    except Unavailable as away:
        raise Problem(503, Refused("books_away", "the books", str(away)), None, RETRY) from None
    return JSONResponse({"status": "ready", "position": position})


# Answers


async def _asked(call: Call, known: Any, added: dict[str, Any]) -> commands.Asked:
    try:
        return commands.read(await call.request.body(), call.person, known, added)
    except commands.Unreadable as odd:
        found, _, expected = str(odd).partition(": ")
        raise Problem(400, Refused("not_a_command", found, expected.removeprefix("expected "))) from None


async def _carried_out(call: Call, stream: str, asked: commands.Asked, game: str | None) -> Response:
    request = StoreRequest(asked.id, stream, asked.command, asked.deck)
    try:
        answer = await call.pit.live.submit(request)
    except Unavailable as away:
        raise Problem(503, Refused("books_away", "the books", str(away)), game, RETRY) from None
    return _answered(answer, game)


def _answered(answer: Accepted | Refused, game: str | None) -> Response:
    if isinstance(answer, Refused):
        raise Problem(503 if answer.code == "not_the_owner" else 409, answer, game)
    return _json(answer)


def _json(data: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(data), status, media_type="application/json")


def _feed(call: Call, told: AsyncIterator[bytes]) -> Response:
    return feeds.Feed(told, lambda: True)


def _last_seen(request: Request) -> int | None:
    text = request.headers.get("last-event-id", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


# Routes

ROUTES: Final = (
    Route("POST", "/api/sessions", ANYONE, sign_in),
    Route("DELETE", "/api/sessions/current", PEOPLE, sign_out),
    Route("POST", "/api/invitations", ANYONE, accept_invitation),
    Route("POST", "/api/guests", ANYONE, come_as_guest),
    Route("GET", "/api/me", ANYONE, me),
    Route("GET", "/api/accounts", ADMIN, accounts),
    Route("POST", "/api/accounts", ADMIN, make_account),
    Route("DELETE", "/api/accounts/{name}", ADMIN, shut_account),
    Route("GET", "/api/floor", ANYONE, floor),
    Route("GET", "/api/floor/feed", ANYONE, floor_feed),
    Route("GET", "/api/tables/{table}", ANYONE, table),
    Route("GET", "/api/tables/{table}/feed", ANYONE, table_feed),
    Route("GET", "/api/tables/{table}/options", AT_TABLES, table_options),
    Route("POST", "/api/tables/{table}/commands", AT_TABLES, table_command),
    Route("GET", "/api/links/{link}", ANYONE, link),
    Route("GET", "/api/links/{link}/feed", ANYONE, link_feed),
    Route("GET", "/api/rules/{document}/{clause}", ANYONE, clause),
    Route("GET", "/healthz", ANYONE, healthz),
    Route("GET", "/readyz", ANYONE, readyz),
)
ROUTES_BY_PATH: Final = {(route.method, route.path): route for route in ROUTES}


def make_app(pit: Pit) -> FastAPI:
    app = FastAPI(title="Pitlink", docs_url=None, redoc_url=None, openapi_url="/api/openapi.json")
    app.state.pit = pit
    for route in ROUTES:
        app.add_api_route(route.path, route.handler, methods=[route.method], response_model=None)

    @app.exception_handler(Problem)
    async def refused(_: Request, problem: Problem) -> Response:
        return problem.response()

    @app.exception_handler(RequestValidationError)
    async def unreadable(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        return Problem(400, Refused("not_readable", where, str(first["msg"]).lower())).response()

    @app.exception_handler(HTTPException)
    async def other(_: Request, error: HTTPException) -> Response:
        code = {404: "no_such_page", 405: "no_such_method"}.get(error.status_code, "not_possible")
        return Problem(error.status_code, Refused(code, "this address", "one of the API's")).response()

    return app
