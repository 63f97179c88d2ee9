"""A small client of the live pit.

    pit = Pit("http://127.0.0.1:8080")
    pit.come_as_guest("Zoe")
    pit.do("UTH 1", "Join")
    pit.do("UTH 1", "BuyIn", amount=1_000_00)
    pit.do("UTH 1", "Sit", position=4)
    for message in pit.follow("UTH 1"):
        ...

Amounts are in cents. A command that is refused raises `Rejected`, which says what was found, what was expected, and by
which clause. Ids of commands are made here; after a lost connection `do` asks again under the same id.
"""

import secrets
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import quote

import httpx
import msgspec
from msgspec import Struct

from pitlink.server.messages import FloorMessage, LinkMessage, TableMessage
from pitlink.table.options import Option
from pitlink.table.views import TableView

TRIES: Final = 3


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


class Rejected(Exception):
    def __init__(self, problem: Problem) -> None:
        by = f" ({problem.clause})" if problem.clause else ""
        super().__init__(f"{problem.detail}{by}")
        self.problem = problem


class Accepted(Struct, frozen=True):
    """Committed: the position of its last event in the log, and how many events it made."""

    position: int
    events: int


class SignedIn(Struct, frozen=True):
    name: str
    role: str
    token: str


class Pit:
    """One session, or none yet."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self._http = httpx.Client(base_url=address, timeout=30.0)
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

    def make_account(self, name: str, password: str, role: str) -> None:
        self._ask("POST", "/api/accounts", {"name": name, "password": password, "role": role})

    def shut_account(self, name: str) -> None:
        self._ask("DELETE", f"/api/accounts/{quote(name, safe='')}")

    def _begin(self, path: str, body: dict[str, str]) -> SignedIn:
        session = msgspec.json.decode(self._ask("POST", path, body), type=SignedIn)
        self.name = session.name
        self._use(session.token)
        return session

    def _use(self, token: str) -> None:
        self.token = token
        self._http.headers["authorization"] = f"Bearer {token}"
        self._http.cookies.clear()

    # What there is

    def floor(self) -> FloorMessage:
        return msgspec.json.decode(self._ask("GET", "/api/floor"), type=FloorMessage)

    def table(self, table: str) -> TableView:
        return msgspec.json.decode(self._ask("GET", _table(table)), type=TableView)

    def options(self, table: str, *, reporting: bool = False) -> tuple[Option, ...]:
        path = f"{_table(table)}/options?reporting={str(reporting).lower()}"
        return msgspec.json.decode(self._ask("GET", path), type=tuple[Option, ...])

    def link(self, link: str) -> LinkMessage:
        return msgspec.json.decode(self._ask("GET", f"/api/links/{quote(link, safe='')}"), type=LinkMessage)

    # What is done

    def do(self, table: str, command: str, *, id: str | None = None, **fields: Any) -> Accepted:
        """Carry a command out at a table, once, however often the connection is lost."""
        body = {"id": id or secrets.token_urlsafe(12), "command": command, **fields}
        return msgspec.json.decode(self._ask("POST", f"{_table(table)}/commands", body), type=Accepted)

    def do_at_link(self, link: str, command: str, *, id: str | None = None, **fields: Any) -> Accepted:
        """`second={"name": …, "password": …}` signs where two persons are needed."""
        body = {"id": id or secrets.token_urlsafe(12), "command": command, **fields}
        path = f"/api/links/{quote(link, safe='')}/commands"
        return msgspec.json.decode(self._ask("POST", path, body), type=Accepted)

    def follow(self, table: str, since: int | None = None) -> Iterator[TableMessage]:
        """The feed of a table, from how it stands or from a version on, until the connection ends."""
        headers = {} if since is None else {"last-event-id": str(since)}
        with self._http.stream("GET", f"{_table(table)}/feed", headers=headers, timeout=40.0) as response:
            if response.status_code != 200:
                response.read()
                raise _rejected(response)
            for line in response.iter_lines():
                if line.startswith("data: "):
                    yield msgspec.json.decode(line[6:], type=TableMessage)

    def _ask(self, method: str, path: str, body: object = None) -> bytes:
        for tries in range(TRIES):
            try:
                response = self._http.request(method, path, json=body)
                break
            except httpx.TransportError:
                if tries == TRIES - 1:
                    raise
        if response.status_code >= 400:
            raise _rejected(response)
        return response.content


def _table(table: str) -> str:
    return f"/api/tables/{quote(table, safe='')}"


def _rejected(response: httpx.Response) -> Rejected:
    return Rejected(msgspec.json.decode(response.content, type=Problem))
