"""A small client of the live pit.

    pit = Pit("http://127.0.0.1:8080")
    pit.come_as_guest("Zoe")
    pit.do("UTH 1", "Join")
    pit.do("UTH 1", "BuyIn", amount=1_000_00)
    pit.do("UTH 1", "Sit", position=4)
    for message in pit.follow("UTH 1"):
        ...

Amounts are in cents. A command that is refused raises `Rejected`, which says what was found, what was expected, and by
which clause. Ids of commands are made here; after a lost connection, or while the books are away, a command is asked
again under the same id. Where the pit is busy everything waits as long as it says.
"""

import secrets
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar
from urllib.parse import quote, urlencode

import httpx
import msgspec
from msgspec import Struct

from pitlink.jackpot.link import ClaimOf, Parameters
from pitlink.pit.floorkeys import FloorKeys
from pitlink.server.desk_messages import ChangePreview, DeskMessage, LinkChoices, OrderPreview
from pitlink.server.messages import (
    Account,
    AuditState,
    FloorMessage,
    LinkMessage,
    LogPage,
    RecordPage,
    RoundPage,
    RoundsFound,
    RoundTold,
    StoryPage,
    TableMessage,
    WatchMessage,
)
from pitlink.server.proving import Proof
from pitlink.server.shift import ShiftFigures
from pitlink.server.wrong import GoneWrong, Previewed
from pitlink.table.options import Option
from pitlink.table.views import TableView

TRIES: Final = 3
PASSING: Final = ("too_many_requests", "books_away", "too_many_feeds")
REPORT_S: Final = 600.0  # a day of a large house

T = TypeVar("T")


class Problem(Struct, frozen=True):
    """A problem document (RFC 9457)."""

    status: int
    title: str
    detail: str
    code: str
    found: str
    expected: str
    clause: str | None = None
    clause_words: str | None = None
    pointer: str | None = None  # the place of what is wrong in the body (RFC 6901), where it has one


class Rejected(Exception):
    def __init__(self, problem: Problem) -> None:
        by = f" ({problem.clause})" if problem.clause else ""
        super().__init__(f"{problem.detail}{by}")
        self.problem = problem


class Accepted(Struct, frozen=True):
    """Committed: the position of its last event in the log, how many events it made, and the version that shows it."""

    position: int
    events: int
    version: int


class SignedIn(Struct, frozen=True):
    name: str
    role: str
    token: str


class Pit:
    """One session, or none yet."""

    def __init__(self, address: str, token: str | None = None) -> None:
        secure = not address.lower().startswith("http:")  # certificates take long to load, and http has none
        self._http = httpx.Client(base_url=address, timeout=30.0, verify=secure)
        self.name: str | None = None
        self.token: str | None = None
        if token is not None:
            self._use(token)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> "Pit":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Who asks

    def come_as_guest(self, name: str) -> SignedIn:
        return self._begin("/api/guests", {"name": name})

    def sign_in(self, name: str, password: str) -> SignedIn:
        return self._begin("/api/sessions", {"name": name, "password": password})

    def accept(self, invitation: str, name: str, password: str) -> SignedIn:
        body = {"invitation": invitation, "name": name, "password": password}
        return self._begin("/api/invitations", body)

    def sign_out(self) -> None:
        self._ask("DELETE", "/api/sessions/current")
        del self._http.headers["authorization"]

    def change_password(self, password: str, new: str) -> SignedIn:
        return self._begin("/api/me/password", {"password": password, "new": new})

    # Who has an account, for an administrator

    def accounts(self) -> tuple[Account, ...]:
        return msgspec.json.decode(self._ask("GET", "/api/accounts"), type=tuple[Account, ...])

    def make_account(self, name: str, password: str, role: str) -> None:
        self._ask("POST", "/api/accounts", {"name": name, "password": password, "role": role})

    def shut_account(self, name: str) -> None:
        self._ask("DELETE", _account(name))

    def reopen_account(self, name: str, new: str) -> None:
        """With a new password."""
        self._ask("POST", f"{_account(name)}/reopening", {"new": new})

    def give_password(self, name: str, new: str) -> None:
        """To somebody else, whose sessions all end."""
        self._ask("POST", f"{_account(name)}/password", {"new": new})

    def end_sessions(self, name: str) -> None:
        self._ask("DELETE", f"{_account(name)}/sessions")

    # How the floor is set up, for an administrator

    def setup(self) -> FloorKeys:
        return _read(self._ask("GET", "/api/setup"), FloorKeys)

    def add_to_setup(
        self, *, link: Sequence[object] = (), table: Sequence[object] = (), bots: int = 0, id: str | None = None
    ) -> Accepted:
        """Links and tables in the keys of the floor file, once, however often the connection is lost."""
        body = {"id": id or secrets.token_urlsafe(12), "link": link, "table": table, "bots": bots}
        return _read(self._ask("POST", "/api/setup", msgspec.to_builtins(body)), Accepted)

    def _begin(self, path: str, body: dict[str, str]) -> SignedIn:
        session = _read(self._ask("POST", path, body), SignedIn)
        self.name = session.name
        self._use(session.token)
        return session

    def _use(self, token: str) -> None:
        self.token = token
        self._http.headers["authorization"] = f"Bearer {token}"
        self._http.cookies.clear()

    # What there is

    def floor(self) -> FloorMessage:
        return _read(self._ask("GET", "/api/floor"), FloorMessage)

    def table(self, table: str) -> TableView:
        return _read(self._ask("GET", _table(table)), TableView)

    def options(self, table: str, *, reporting: bool = False) -> tuple[Option, ...]:
        path = f"{_table(table)}/options?reporting={str(reporting).lower()}"
        return _read(self._ask("GET", path), tuple[Option, ...])

    def reportable(self, table: str) -> GoneWrong:
        """What can have gone wrong at this moment, or the report that waits for a ruling."""
        return _read(self._ask("GET", f"{_table(table)}/reportable"), GoneWrong)

    def preview(self, table: str, command: str, **fields: Any) -> Previewed:
        """What a report or a ruling would do; nothing is done."""
        body = {"command": command, **fields}
        return _read(self._ask("POST", f"{_table(table)}/previews", body), Previewed)

    def rounds(self, table: str, before: int | None = None, most: int = 20) -> RoundPage:
        """Those that are over, newest first; the next page is `before` what this one calls `earlier`."""
        path = f"{_table(table)}/rounds?most={most}" + ("" if before is None else f"&before={before}")
        return _read(self._ask("GET", path), RoundPage)

    def round(self, table: str, number: int) -> RoundTold:
        """Step by step, as this session may see it."""
        return _read(self._ask("GET", f"{_table(table)}/rounds/{number}"), RoundTold)

    def round_file(self, table: str, number: int) -> bytes:
        """For `pitlink settle`: one's own hands, for staff and auditors the whole round."""
        return self._ask("GET", f"{_table(table)}/rounds/{number}/file")

    def watch(self) -> WatchMessage:
        """Every table at a glance."""
        return _read(self._ask("GET", "/api/watch"), WatchMessage)

    def record(self, table: str, before: int | None = None, most: int = 100) -> RecordPage:
        """What happened there, in words."""
        path = f"{_table(table)}/record?most={most}" + ("" if before is None else f"&before={before}")
        return _read(self._ask("GET", path), RecordPage)

    def find_rounds(self, table: str, **wanted: str | int) -> RoundsFound:
        """By `at_us`, `position`, `player` and `what` happened."""
        path = f"{_table(table)}/found?{urlencode(wanted)}"
        return _read(self._ask("GET", path), RoundsFound)

    def audit(self) -> AuditState:
        return _read(self._ask("GET", "/api/audit"), AuditState)

    def prove(self) -> Proof:
        """Have the books proved; how far that is stands in `audit`."""
        return _read(self._ask("POST", "/api/audit/proof"), Proof)

    def link(self, link: str) -> LinkMessage:
        return _read(self._ask("GET", _link(link)), LinkMessage)

    def log(self, after: int = 0, most: int = 100) -> LogPage:
        return _read(self._ask("GET", f"/api/log?after={after}&most={most}"), LogPage)

    def log_in_words(
        self, search: str = "", *, before: int | None = None, most: int = 50, play: bool = False
    ) -> StoryPage:
        """Newest first; the next page is `before` what this one calls `earlier`."""
        query = {"search": search, "most": str(most), "play": str(play).lower()}
        query |= {} if before is None else {"before": str(before)}
        return _read(self._ask("GET", f"/api/log/words?{urlencode(query)}"), StoryPage)

    def desk(self) -> DeskMessage:
        """Tables and links with what waits there, for pit supervisors and above."""
        return _read(self._ask("GET", "/api/desk"), DeskMessage)

    def shift(self, since_us: int | None = None) -> ShiftFigures:
        """The figures of the gaming day in progress, or since the last full hour of it before a time."""
        query = "" if since_us is None else f"?since={since_us}"
        return _read(self._ask("GET", f"/api/shift{query}"), ShiftFigures)

    def preview_change(self, link: str, parameters: Parameters) -> ChangePreview:
        """What a change of parameters would be, if it could be made now."""
        body = {"parameters": msgspec.to_builtins(parameters)}
        return _read(self._ask("POST", f"{_link(link)}/previews", body), ChangePreview)

    def choices(self, link: str) -> LinkChoices:
        """Tables that can leave a link or come onto it, and links that can have its jackpot."""
        return _read(self._ask("GET", f"{_link(link)}/choices"), LinkChoices)

    def preview_order(self, link: str, order: Sequence[ClaimOf]) -> OrderPreview:
        """What each winner would be paid in another order, if it could be found now."""
        body = {"order": msgspec.to_builtins(order)}
        return _read(self._ask("POST", f"{_link(link)}/orders", body), OrderPreview)

    def report(self, day: str | None = None) -> str:
        """Of a day such as 2026-11-16, or of the one in progress."""
        response = self._http.get("/api/report", params={"day": day} if day else {}, timeout=REPORT_S)
        if response.status_code >= 400:
            raise Rejected(_problem(response))
        return response.text

    # What is done

    def do(self, table: str, command: str, *, id: str | None = None, **fields: Any) -> Accepted:
        """Carry a command out at a table, once, however often the connection is lost.

        `signed={"name": …, "password": …}` has it carried out by somebody who stands there.
        """
        body = {"id": id or secrets.token_urlsafe(12), "command": command, **fields}
        return _read(self._ask("POST", f"{_table(table)}/commands", body), Accepted)

    def do_at_link(self, link: str, command: str, *, id: str | None = None, **fields: Any) -> Accepted:
        """`second={"name": …, "password": …}` signs where two persons are needed."""
        body = {"id": id or secrets.token_urlsafe(12), "command": command, **fields}
        return _read(self._ask("POST", f"{_link(link)}/commands", body), Accepted)

    # What happens: from how it stands or from a version on, until the connection ends

    def follow(self, table: str, since: int | None = None) -> Iterator[TableMessage]:
        return self._follow(f"{_table(table)}/feed", since, TableMessage)

    def follow_link(self, link: str, since: int | None = None) -> Iterator[LinkMessage]:
        return self._follow(f"{_link(link)}/feed", since, LinkMessage)

    def follow_floor(self, since: int | None = None, *, events: bool = False) -> Iterator[FloorMessage]:
        """`since` is a position. With `events` it is told what happened, too, not only how everything stands."""
        return self._follow(f"/api/floor/feed{'?events=true' if events else ''}", since, FloorMessage)

    def follow_watch(self, since: int | None = None) -> Iterator[WatchMessage]:
        return self._follow("/api/watch/feed", since, WatchMessage)

    def follow_desk(self, since: int | None = None) -> Iterator[DeskMessage]:
        """`since` is a position."""
        return self._follow("/api/desk/feed", since, DeskMessage)

    def _follow(self, path: str, since: int | None, kind: type[T]) -> Iterator[T]:
        headers = {} if since is None else {"last-event-id": str(since)}
        for tries in range(TRIES):
            with self._http.stream("GET", path, headers=headers, timeout=40.0) as response:
                if response.status_code == 200:
                    for line in response.iter_lines():
                        if line.startswith("data: "):
                            yield _read(line[6:], kind)
                    return
                response.read()
            _wait_or_raise(response, tries)

    def _ask(self, method: str, path: str, body: object = None) -> bytes:
        """Again, where that is safe: what only looks, and commands, which have an id."""
        safe = method == "GET" or path.endswith(("/commands", "/setup"))
        for tries in range(TRIES):
            try:
                response = self._http.request(method, path, json=body)
            except httpx.TransportError:
                if not safe or tries == TRIES - 1:
                    raise
                continue
            if response.status_code < 400:
                return response.content
            _wait_or_raise(response, tries, PASSING if safe else PASSING[:1])
        raise AssertionError("the last try returns or raises")


_decoders: Final[dict[object, msgspec.json.Decoder[Any]]] = {}
_making = threading.Lock()


def _read(text: bytes | str, kind: type[T]) -> T:
    """Whichever thread wants a kind first makes its decoder, and no other meanwhile: msgspec crashes where two do."""
    with _making:
        if kind not in _decoders:
            _decoders[kind] = msgspec.json.Decoder(kind)
    read: T = _decoders[kind].decode(text)
    return read


def _wait_or_raise(response: httpx.Response, tries: int, passing: Sequence[str] = PASSING) -> None:
    """Where the pit is busy, or its books are away for a moment: as long as it says."""
    problem = _problem(response)
    if problem.code not in passing or tries == TRIES - 1:
        raise Rejected(problem)
    time.sleep(float(response.headers.get("retry-after", 1)))


def _problem(response: httpx.Response) -> Problem:
    try:
        return _read(response.content, Problem)
    except msgspec.DecodeError:  # from something in between, or a fault of the pit
        status, words = response.status_code, response.reason_phrase
        return Problem(status, words, f"{status} {words}", "no_problem_document", words, "an answer of the pit")


def _account(name: str) -> str:
    return f"/api/accounts/{quote(name, safe='')}"


def _table(table: str) -> str:
    return f"/api/tables/{quote(table, safe='')}"


def _link(link: str) -> str:
    return f"/api/links/{quote(link, safe='')}"
