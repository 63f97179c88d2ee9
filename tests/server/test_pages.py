"""The pages and what they load: from our own server, packed where the browser takes it, kept where they may be."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.running import Running


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    running = Running("", Path(tmp_path_factory.mktemp("pit")))
    running.start("--speed", "0.5")
    yield running.address
    running.stop()


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/table/UTH%201", "/table/UTH%201/round/3", "/sign/Megalink", "/welcome/anything"),
        *("/desk", "/desk/log", "/desk/table/UTH%201", "/desk/link/Megalink"),
    ],
)
def test_every_address_of_the_app_answers_with_its_page(address: str, path: str) -> None:
    page = httpx.get(f"{address}{path}")
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert page.headers["cache-control"] == "no-cache"
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert re.search(r'<script type="module"[^>]* src="/assets/', page.text)
    assert not re.search(r"<script[^>]*>[^<]|<style|style=|https?://", page.text)


@pytest.mark.parametrize(
    "path", ["/", "/table/UTH%201", "/rules", "/rules/mbs-uth/3.4", "/pages.css", "/healthz", "/favicon.ico"]
)
def test_a_page_can_be_asked_about_without_its_text(address: str, path: str) -> None:
    whole, head = httpx.get(f"{address}{path}"), httpx.head(f"{address}{path}")
    assert (head.status_code, head.content) == (200, b"")
    for name in ("content-type", "content-length", "cache-control"):
        assert head.headers[name] == whole.headers[name]
    refused = httpx.head(f"{address}/api/floor/feed")
    assert refused.status_code == 405  # which has no end


def test_an_icon_is_where_browsers_look_for_one(address: str) -> None:
    icon = httpx.get(f"{address}/favicon.ico")
    assert (icon.status_code, icon.headers["content-type"]) == (200, "image/svg+xml")
    (linked,) = re.findall(r'rel="icon" href="([^"]+)"', httpx.get(address).text)
    assert icon.content == httpx.get(f"{address}{linked}").content


def test_what_a_page_loads_is_packed_and_kept_for_ever(address: str) -> None:
    loaded = re.findall(r'(?:src|href)="(/assets/[^"]+)"', httpx.get(address).text)
    assert {Path(each).suffix for each in loaded} >= {".js", ".css"}
    for path in loaded:
        with httpx.stream("GET", f"{address}{path}") as packed:
            body = b"".join(packed.iter_raw())
        assert packed.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert packed.headers["content-encoding"] == "gzip"
        plain = httpx.get(f"{address}{path}", headers={"accept-encoding": "identity"})
        assert gzip.decompress(body) == plain.content


@pytest.mark.parametrize("name", ["nothing.js", "..%2findex.html", "%2e%2e%2f%2e%2e%2fapp.py", "source"])
def test_nothing_else_is_served(address: str, name: str) -> None:
    answer = httpx.get(f"{address}/assets/{name}")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
