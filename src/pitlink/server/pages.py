"""The pages: one that every address of the app answers with, and what it loads. `web/` has their source.

What is loaded has its digest in its name, and may be kept for ever; the page itself is asked for each time.
"""

import gzip
import mimetypes
import re
from functools import cache
from importlib import resources
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from pitlink.refusals import Refused
from pitlink.server import problems
from pitlink.server.calling import AsCall, Call
from pitlink.server.problems import Problem

FOR_EVER: Final = "public, max-age=31536000, immutable"
PACKED: Final = ("text/", "application/", "image/svg")  # fonts are
ICON: Final = re.compile(r"mark-[\w-]+\.svg")
FONT: Final = re.compile(r"inter-[\w-]+\.woff2")
NOT_BUILT: Final = Refused("pages_not_built", "the pages", "a pit that was started with ./x run, or installed")


class File(Struct, frozen=True):
    media: str
    plain: bytes
    packed: bytes | None


async def front(call: AsCall) -> Response:
    return _page(call)


async def table_page(call: AsCall, table: str) -> Response:
    return _page(call)


async def console_page(call: AsCall, table: str) -> Response:
    return _page(call)


async def round_page(call: AsCall, table: str, number: str) -> Response:
    return _page(call)


async def sign_page(call: AsCall, link: str) -> Response:
    return _page(call)


async def watch_page(call: AsCall) -> Response:
    return _page(call)


async def watch_table_page(call: AsCall, table: str) -> Response:
    return _page(call)


async def watch_round_page(call: AsCall, table: str, number: str) -> Response:
    return _page(call)


async def desk_page(call: AsCall) -> Response:
    return _page(call)


async def desk_log_page(call: AsCall) -> Response:
    return _page(call)


async def desk_table_page(call: AsCall, table: str) -> Response:
    return _page(call)


async def desk_link_page(call: AsCall, link: str) -> Response:
    return _page(call)


async def welcome(call: AsCall, invitation: str) -> Response:
    return _page(call)


async def admin_page(call: AsCall) -> Response:
    return _page(call)


async def asset(call: AsCall, name: str) -> Response:
    found = _file(f"assets/{name}") if name in _assets() else None
    if found is None:
        raise problems.not_found("page", name)
    return _answer(call, found, FOR_EVER)


async def icon(call: AsCall) -> Response:
    """The app's own mark, for whoever asks where icons used to be; nothing where the pages are not built."""
    name = next((each for each in _assets() if ICON.fullmatch(each)), None)
    found = None if name is None else _file(f"assets/{name}")
    return Response(status_code=204) if found is None else _answer(call, found, "no-cache")


def font() -> str | None:
    """Where the type of the pages is; nowhere where they are not built."""
    return next((f"/assets/{each}" for each in _assets() if FONT.fullmatch(each)), None)


def _page(call: Call) -> Response:
    found = _file("index.html")
    if found is None:
        raise Problem(503, NOT_BUILT)
    return _answer(call, found, "no-cache")


def _answer(call: Call, file: File, cache: str) -> Response:
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    if file.packed is not None and "gzip" in call.request.headers.get("accept-encoding", ""):
        return Response(file.packed, media_type=file.media, headers=headers | {"content-encoding": "gzip"})
    return Response(file.plain, media_type=file.media, headers=headers)


@cache
def _assets() -> frozenset[str]:
    """Only these names are ever looked for."""
    folder = resources.files(__package__) / "built" / "assets"
    return frozenset(each.name for each in folder.iterdir()) if folder.is_dir() else frozenset()


@cache
def _file(path: str) -> File | None:
    found = resources.files(__package__).joinpath("built", *path.split("/"))
    if not found.is_file():
        return None
    media = mimetypes.guess_type(path)[0] or "application/octet-stream"
    plain = found.read_bytes()
    return File(media, plain, gzip.compress(plain, 9, mtime=0) if media.startswith(PACKED) else None)
