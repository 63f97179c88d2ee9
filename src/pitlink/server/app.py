"""The HTTP surface: every route with who may use it, in one table."""

from typing import Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pitlink.people import LADDER
from pitlink.refusals import Refused
from pitlink.server import asking, looking, pages, signing
from pitlink.server.calling import Pit, Route, Who
from pitlink.server.guarding import MOST_BODY
from pitlink.server.problems import Problem
from pitlink.server.roles import ROLES

PEOPLE: Final[Who] = frozenset(ROLES) - {"bot"}
ANYONE: Final[Who] = PEOPLE | {None}
AT_TABLES: Final[Who] = frozenset(("player", *LADDER))
STAFF: Final[Who] = frozenset(LADDER)
ADMIN: Final[Who] = frozenset(("administrator",))

ROUTES: Final = (
    Route("GET", "/", ANYONE, pages.front),
    Route("GET", "/welcome/{invitation}", ANYONE, pages.welcome),
    Route("POST", "/welcome/{invitation}", ANYONE, pages.welcomed),
    Route("POST", "/api/sessions", ANYONE, signing.sign_in),
    Route("DELETE", "/api/sessions/current", PEOPLE, signing.sign_out),
    Route("POST", "/api/invitations", ANYONE, signing.accept_invitation),
    Route("POST", "/api/guests", ANYONE, signing.come_as_guest),
    Route("GET", "/api/me", ANYONE, signing.me),
    Route("POST", "/api/me/password", PEOPLE, signing.change_password),
    Route("GET", "/api/accounts", ADMIN, signing.accounts),
    Route("POST", "/api/accounts", ADMIN, signing.make_account),
    Route("DELETE", "/api/accounts/{name}", ADMIN, signing.shut_account),
    Route("GET", "/api/floor", ANYONE, looking.floor),
    Route("GET", "/api/floor/feed", ANYONE, looking.floor_feed),
    Route("GET", "/api/tables/{table}", ANYONE, looking.table),
    Route("GET", "/api/tables/{table}/feed", ANYONE, looking.table_feed),
    Route("GET", "/api/tables/{table}/options", AT_TABLES, looking.table_options),
    Route("POST", "/api/tables/{table}/commands", AT_TABLES, asking.table_command),
    Route("GET", "/api/links/{link}", ANYONE, looking.link),
    Route("GET", "/api/links/{link}/feed", ANYONE, looking.link_feed),
    Route("POST", "/api/links/{link}/commands", STAFF, asking.link_command),
    Route("GET", "/api/rules/{document}/{clause}", ANYONE, looking.clause),
    Route("GET", "/api/openapi.json", ANYONE, looking.openapi),
    Route("GET", "/healthz", ANYONE, looking.healthz),
    Route("GET", "/readyz", ANYONE, looking.readyz),
    Route("GET", "/metrics", ANYONE, looking.metrics),
)


REFUSALS: Final = {
    404: Refused("no_such_page", "this address", "one of the API's"),
    405: Refused("no_such_method", "this method", "one that the address has"),
    413: Refused("body_too_large", "the body", f"at most {MOST_BODY:,} bytes"),
}
UNREADABLE: Final = Refused("not_readable", "the body", "a JSON object in UTF-8")


def make_app(pit: Pit) -> FastAPI:
    app = FastAPI(title="Pitlink", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.pit = pit
    app.state.routes = {(route.method, route.path): route for route in ROUTES}
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
        return Problem(error.status_code, REFUSALS.get(error.status_code, UNREADABLE)).response()

    return app
