"""The HTTP surface: every route with who may use it, in one table."""

import logging
from typing import Final

import msgspec
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from msgspec import structs
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match

from pitlink.people import LADDER
from pitlink.refusals import Refused
from pitlink.server import (
    asking,
    books,
    desk,
    desk_links,
    looking,
    pages,
    rounds,
    rulepages,
    settingup,
    signing,
    watching,
    wrong,
)
from pitlink.server.calling import Pit, Route, Who
from pitlink.server.describing import described
from pitlink.server.guarding import MOST_BODY
from pitlink.server.problems import RETRY, Problem
from pitlink.server.roles import ROLES
from pitlink.store import Unavailable
from pitlink.store.database import is_ours, unavailable

PEOPLE: Final[Who] = frozenset(ROLES) - {"bot"}
ANYONE: Final[Who] = PEOPLE | {None}
AT_TABLES: Final[Who] = frozenset(("player", *LADDER))
WITH_FILES: Final[Who] = AT_TABLES | {"surveillance", "auditor"}
STAFF: Final[Who] = frozenset(LADDER)
WATCHING: Final[Who] = frozenset(("surveillance", "auditor", *LADDER[1:]))
AT_DESK: Final[Who] = frozenset(LADDER[1:])
ANSWERING: Final[Who] = frozenset(("auditor", *LADDER[2:]))
ADMIN: Final[Who] = frozenset(("administrator",))

log = logging.getLogger("pitlink.server")

# What browsers and those who watch over the pit ask for, with HEAD as well.
PAGES: Final = (
    Route("GET", "/", ANYONE, pages.front),
    Route("GET", "/table/{table}", ANYONE, pages.table_page),
    Route("GET", "/table/{table}/deal", ANYONE, pages.console_page),
    Route("GET", "/table/{table}/round/{number}", ANYONE, pages.round_page),
    Route("GET", "/sign/{link}", ANYONE, pages.sign_page),
    Route("GET", "/watch", ANYONE, pages.watch_page),
    Route("GET", "/watch/{table}", ANYONE, pages.watch_table_page),
    Route("GET", "/watch/{table}/round/{number}", ANYONE, pages.watch_round_page),
    Route("GET", "/desk", ANYONE, pages.desk_page),
    Route("GET", "/desk/log", ANYONE, pages.desk_log_page),
    Route("GET", "/desk/table/{table}", ANYONE, pages.desk_table_page),
    Route("GET", "/desk/link/{link}", ANYONE, pages.desk_link_page),
    Route("GET", "/welcome/{invitation}", ANYONE, pages.welcome),
    Route("GET", "/admin", ANYONE, pages.admin_page),
    Route("GET", "/rules", ANYONE, rulepages.rulebooks),
    Route("GET", "/rules/readings", ANYONE, rulepages.readings),
    Route("GET", "/rules/readings/{reading}", ANYONE, rulepages.reading),
    Route("GET", "/rules/{document}", ANYONE, rulepages.rulebook),
    Route("GET", "/rules/{document}/{clause}", ANYONE, rulepages.clause_page),
    Route("GET", "/pages.css", ANYONE, rulepages.stylesheet),
    Route("GET", "/assets/{name}", ANYONE, pages.asset, limited=False),
    Route("GET", "/favicon.ico", ANYONE, pages.icon, limited=False),
    Route("GET", "/healthz", ANYONE, looking.healthz, limited=False),
    Route("GET", "/readyz", ANYONE, looking.readyz, limited=False),
    Route("GET", "/metrics", ANYONE, looking.metrics, limited=False),
)

ROUTES: Final = (
    *PAGES,
    *(structs.replace(page, method="HEAD") for page in PAGES),
    Route("POST", "/api/sessions", ANYONE, signing.sign_in),
    Route("DELETE", "/api/sessions/current", PEOPLE, signing.sign_out),
    Route("POST", "/api/invitations", ANYONE, signing.accept_invitation),
    Route("POST", "/api/guests", ANYONE, signing.come_as_guest),
    Route("GET", "/api/me", ANYONE, signing.me),
    Route("POST", "/api/me/password", PEOPLE, signing.change_password),
    Route("GET", "/api/accounts", ADMIN, signing.accounts),
    Route("POST", "/api/accounts", ADMIN, signing.make_account),
    Route("DELETE", "/api/accounts/{account}", ADMIN, signing.shut_account),
    Route("POST", "/api/accounts/{account}/reopening", ADMIN, signing.reopen_account),
    Route("POST", "/api/accounts/{account}/password", ADMIN, signing.give_password),
    Route("DELETE", "/api/accounts/{account}/sessions", ADMIN, signing.end_sessions),
    Route("GET", "/api/roles", ADMIN, signing.roles),
    Route("GET", "/api/setup", ADMIN, settingup.setup),
    Route("POST", "/api/setup", ADMIN, settingup.add_to_setup),
    Route("GET", "/api/floor", ANYONE, looking.floor),
    Route("GET", "/api/floor/feed", ANYONE, looking.floor_feed),
    Route("GET", "/api/tables/{table}", ANYONE, looking.table),
    Route("GET", "/api/tables/{table}/feed", ANYONE, looking.table_feed),
    Route("GET", "/api/tables/{table}/options", AT_TABLES, looking.table_options),
    Route("GET", "/api/tables/{table}/reportable", AT_TABLES, wrong.reportable),
    Route("POST", "/api/tables/{table}/previews", AT_TABLES, wrong.previews),
    Route("GET", "/api/tables/{table}/rounds", ANYONE, rounds.rounds),
    Route("GET", "/api/tables/{table}/rounds/{number}", ANYONE, rounds.round_steps),
    Route("GET", "/api/tables/{table}/rounds/{number}/file", WITH_FILES, rounds.round_file),
    Route("POST", "/api/tables/{table}/commands", AT_TABLES, asking.table_command),
    Route("GET", "/api/links/{link}", ANYONE, looking.link),
    Route("GET", "/api/links/{link}/feed", ANYONE, looking.link_feed),
    Route("POST", "/api/links/{link}/commands", STAFF, asking.link_command),
    Route("GET", "/api/watch", WATCHING, watching.watch),
    Route("GET", "/api/watch/feed", WATCHING, watching.watch_feed),
    Route("GET", "/api/tables/{table}/record", WATCHING, watching.record),
    Route("GET", "/api/tables/{table}/found", WATCHING, watching.rounds_found),
    Route("GET", "/api/audit", WATCHING, watching.audit),
    Route("POST", "/api/audit/proof", watching.PROVING, watching.prove),
    Route("POST", "/api/links/{link}/previews", AT_DESK, desk_links.change_preview),
    Route("POST", "/api/links/{link}/orders", AT_DESK, desk_links.order_preview),
    Route("GET", "/api/links/{link}/choices", AT_DESK, desk_links.link_choices),
    Route("GET", "/api/desk", AT_DESK, desk.desk),
    Route("GET", "/api/desk/feed", AT_DESK, desk.desk_feed),
    Route("GET", "/api/shift", WATCHING, books.shift_figures),
    Route("GET", "/api/log", WATCHING, books.log),
    Route("GET", "/api/log/words", WATCHING, books.log_in_words),
    Route("GET", "/api/report", ANSWERING, books.day_report),
    Route("GET", "/api/rules/{document}/{clause}", ANYONE, looking.clause),
    Route("GET", "/api/openapi.json", ANYONE, looking.openapi),
)


REFUSALS: Final = {
    404: Refused("no_such_page", "this address", "one of the API's"),
    405: Refused("no_such_method", "this method", "one that the address has"),
    413: Refused("body_too_large", "the body", f"at most {MOST_BODY:,} bytes"),
}
BOOKS_AWAY: Final = Refused("books_away", "the books", "to ask again in a moment; they cannot be reached now")
UNREADABLE: Final = Refused("not_readable", "the body", "a JSON object in UTF-8")
FAULT: Final = Refused("fault", "a fault of the pit", "to ask again under the same id; the operator has it in the log")


def make_app(pit: Pit) -> FastAPI:
    app = FastAPI(title="Pitlink", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.pit = pit
    app.state.routes = {(route.method, route.path): route for route in ROUTES}
    for route in ROUTES:
        app.add_api_route(
            *(route.path, route.handler),
            methods=[route.method],
            response_model=None,
            operation_id=route.handler.__name__,
            include_in_schema=route.method != "HEAD",  # which is the same without what is answered
        )

    app.state.described = msgspec.json.encode(described(app, ROUTES))

    @app.exception_handler(Problem)
    async def refused(request: Request, problem: Problem) -> Response:
        return _refuse(request, problem)

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        return _refuse(request, Problem(400, Refused("not_readable", where, str(first["msg"]).lower())))

    @app.exception_handler(Unavailable)
    @app.exception_handler(DBAPIError)
    async def away(request: Request, error: Exception) -> Response:
        """What is wrong with the books, and where they are, is for the operator."""
        if isinstance(error, DBAPIError) and is_ours(error):
            raise error
        log.warning("the books are away: %s", unavailable(error) if isinstance(error, DBAPIError) else error)
        return _refuse(request, Problem(503, BOOKS_AWAY, None, RETRY))

    @app.exception_handler(Exception)
    async def fault(request: Request, _: Exception) -> Response:
        """Nothing of it is told; the log has it all, under the id of the request."""
        return _refuse(request, Problem(500, FAULT))

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        headers = {"allow": _methods(request)} if error.status_code == 405 else error.headers
        refused = REFUSALS.get(error.status_code, UNREADABLE)
        answer = _refuse(request, Problem(error.status_code, refused, None, headers))
        if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
            return rulepages.no_page("There is no page at this address", ())
        return answer

    return app


def _methods(request: Request) -> str:
    """Those that an address has: each is a route of its own, and the router tells of the first one only."""
    here = [each for each in request.app.routes if each.matches(request.scope)[0] is not Match.NONE]
    return ", ".join(sorted({method for route in here for method in route.methods}))


def _refuse(request: Request, problem: Problem) -> Response:
    """Here every refusal passes, whoever decided it: its code is for the log and for the count of refusals."""
    request.state.told["code"] = problem.refused.code
    return problem.response()
