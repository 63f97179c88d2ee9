"""Refusals over HTTP: problem documents (RFC 9457) with a code, the clause, and our words for it."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from starlette.responses import JSONResponse

from pitlink.refusals import Refused
from pitlink.rulebook import catalogue
from pitlink.rulebook.catalogue import Reading

MEDIA: Final = "application/problem+json"
RETRY: Final = {"retry-after": "1"}  # seconds
RETRY_FEED: Final = {"retry-after": "5"}
SIGN_IN: Final = {"www-authenticate": "Bearer"}  # which no browser asks a password for


class Problem(Exception):
    """A request that is not carried out: why, and what would have been."""

    def __init__(
        self,
        status: int,
        refused: Refused,
        game: str | None = None,
        headers: Mapping[str, str] | None = None,
        pointer: str | None = None,
    ) -> None:
        """`pointer` is the place in the body of what is wrong (RFC 6901), where it has one."""
        super().__init__(str(refused))
        self.status, self.refused, self.game, self.headers, self.pointer = status, refused, game, headers, pointer

    def response(self) -> JSONResponse:
        refused = self.refused
        told: dict[str, Any] = {
            "type": "about:blank",  # the code says which refusal it is
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": f"{refused.found}: expected {refused.expected}",
            "code": refused.code,
            "found": refused.found,
            "expected": refused.expected,
            "clause": refused.clause,
            "clause_words": words_of(self.game, refused.clause),
        }
        if self.pointer is not None:
            told["pointer"] = self.pointer
        headers = {**(SIGN_IN if self.status == 401 else {}), **(self.headers or {})}
        return JSONResponse(told, self.status, headers, MEDIA)


def words_of(game: str | None, clause: str | None) -> str | None:
    """A clause or a reading in our words."""
    if clause is None:
        return None
    found = catalogue.find(game or "", clause) if game or clause in catalogue.readings() else None
    if found is None:
        return None
    return found.point if isinstance(found, Reading) else found.summary


def too_many(tries: str) -> Problem:
    return Problem(429, Refused("too_many_tries", tries, "fewer of them; wait a minute"), None, RETRY)


def too_many_feeds(most: int, account: str | None) -> Problem:
    whose = "from this address without an account" if account is None else f"of {account}"
    expected = "fewer of them; close one" + (", or sign in to an account" if account is None else "")
    return Problem(429, Refused("too_many_feeds", f"{most} open feeds {whose}", expected), None, RETRY_FEED)


def not_found(what: str, name: str) -> Problem:
    return Problem(404, Refused(f"no_such_{what}", f"{what} {name[:50]!r}", f"a {what} of this floor"))


def sign_in_first() -> Problem:
    return Problem(401, Refused("not_signed_in", "a request of nobody", "a session, see POST /api/sessions"))


def not_for(role: str, allowed: str) -> Problem:
    return Problem(403, Refused("not_for_this_role", f"a request of a {role.replace('_', ' ')}", allowed))
