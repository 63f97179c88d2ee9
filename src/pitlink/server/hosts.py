"""Under which names the pit may be asked: a page elsewhere must not reach it by a name that it has pointed here."""

import re
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final

from starlette.types import Scope

_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^\[\]:]*)(?::[0-9]*)?")
_NAME: Final = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")


def is_host(text: str) -> bool:
    """Whether it can be the name of a host, or its address, without a port."""
    return len(text) <= 253 and (_NAME.fullmatch(text) is not None or _is_address(text))


class Hosts:
    """This machine by its own names, where the pit listens, and the names it was given."""

    def __init__(self, listening: str, names: Iterable[str]) -> None:
        self._known = {each.lower() for each in ("localhost", listening, *names)}

    def is_ours(self, scope: Scope) -> bool:
        found = host_of(scope)
        if found is None:
            return False
        reached = (scope.get("server") or ("",))[0]  # by its address, where it listens at all of them
        return found in self._known or found == reached or (_is_address(found) and ip_address(found).is_loopback)


def host_of(scope: Scope) -> str | None:
    """Which host was asked for; None where nothing can be read, or two things."""
    given = [text.decode("latin-1") for name, text in scope["headers"] if name == b"host"]
    found = _HOST.fullmatch(given[0]) if len(given) == 1 else None
    return None if found is None else found[1].strip("[]").rstrip(".").lower()


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
