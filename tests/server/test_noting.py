"""What an operator finds in metrics and log about requests that were refused, whoever refused them."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx
import pytest
from msgspec import Struct

from pitlink.client import Pit
from tests.server.running import PASSWORD, Running

TABLE, LINK, SESSIONS = "/api/tables/LIR%201/commands", "/api/links/Megalink/commands", "/api/sessions"
WRONG = {"name": "Dirk", "password": "no password"}
OTHERS = {"player": "Bot Ada", "amount": 100}


class Case(Struct, frozen=True):
    who: str | None
    path: str
    body: Mapping[str, object]
    status: int
    code: str
    stream: str | None = None


CASES = (
    Case("Dirk", TABLE, {"id": "r1", "command": "CallBets"}, 409, "software_deals", "table/LIR 1"),
    Case("Rita", TABLE, {"id": "r2", "command": "BuyIn", **OTHERS}, 409, "not_your_chips", "table/LIR 1"),
    Case("Rita", TABLE, {"id": "r3", "command": "Nothing"}, 400, "not_a_command", "table/LIR 1"),
    Case("Rita", TABLE, {"id": "r4", "command": "Sit", "position": 1}, 409, "not_at_the_table", "table/LIR 1"),
    Case("Dirk", LINK, {"id": "r5", "command": "SuspendLink", "note": "dark"}, 409, "post_too_low", "link/Megalink"),
    Case("Dirk", LINK, {"id": "r6"}, 400, "not_a_command", "link/Megalink"),
    # Refused before anything is read
    Case("Olga", TABLE, {"id": "r7", "command": "Join"}, 403, "not_for_this_role", "table/LIR 1"),
    Case(None, TABLE, {"id": "r8", "command": "Join"}, 401, "not_signed_in", "table/LIR 1"),
    Case("Rita", TABLE, {"id": "r9", "words": "x" * 9000}, 413, "body_too_large", "table/LIR 1"),
    Case("Rita", "/api/tables/none/commands", {"id": "r10"}, 404, "no_such_table", "table/none"),
    # Of no table
    *(Case(None, SESSIONS, WRONG, 401, "wrong_name_or_password") for _ in range(9)),
    Case(None, SESSIONS, WRONG, 429, "too_many_tries"),
    Case(None, SESSIONS, {"name": "Dirk"}, 400, "not_readable"),
    Case(None, "/api/nothing", {}, 404, "no_such_page"),
    Case(None, "/api/floor", {}, 405, "no_such_method"),
)


def test_whatever_is_refused_is_counted_once_and_in_the_log_with_its_code(tmp_path: Path) -> None:
    running = Running("", tmp_path)
    running.start("--log", str(tmp_path / "pit.log"), "--speed", "0.5")  # nobody plays
    with running.owner() as owner, httpx.Client(base_url=running.address) as wire:
        owner.make_account("Dirk", PASSWORD, "dealer")
        with Pit(running.address) as dirk, Pit(running.address) as rita:
            tokens = {
                "Olga": owner.token,
                "Dirk": dirk.sign_in("Dirk", PASSWORD).token,
                "Rita": rita.come_as_guest("Rita").token,
            }
        before = counted(wire)
        for case in CASES:
            headers = {"authorization": f"Bearer {tokens[case.who]}"} if case.who else {}
            answer = wire.post(case.path, json=case.body, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (case.status, case.code), case
            form = (answer.json()["type"], answer.json()["title"], answer.json()["status"])
            assert form == ("about:blank", answer.reason_phrase, case.status)  # and leads to no page (RFC 9457, 4.2.1)
        after = counted(wire)
    running.stop()
    told = Counter(case.code for case in CASES)
    assert {code: after[code] - before.get(code, 0) for code in told} == dict(told)
    lines = [json.loads(line) for line in (tmp_path / "pit.log").read_text().splitlines()]
    for case, line in zip(CASES, [line for line in lines if "code" in line], strict=True):
        found = (line["status"], line["code"], line.get("person"), line.get("table"), line.get("command"))
        id = case.body.get("id") if case.status in (400, 409) else None
        assert found == (case.status, case.code, case.who, case.stream, id), line


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("POST", "/api/floor", "GET"),
        ("PUT", "/api/accounts", "GET, POST"),
        ("DELETE", "/rules", "GET, HEAD"),
        ("OPTIONS", "/api/tables/LIR%201/commands", "POST"),
        ("GET", "/api/sessions/current", "DELETE"),
        ("PUT", "/rules/readings", "GET, HEAD"),  # which is an address of two routes
    ],
)
def test_a_method_that_an_address_has_not_is_refused_with_those_it_has(
    refusing: httpx.Client, method: str, path: str, allowed: str
) -> None:
    answer = refusing.request(method, path)
    assert (answer.status_code, answer.json()["code"], answer.headers.get("allow")) == (405, "no_such_method", allowed)


def test_who_is_not_signed_in_is_told_by_what_one_signs_in(refusing: httpx.Client) -> None:
    for answer in (refusing.get("/api/setup"), refusing.post(SESSIONS, json=WRONG)):
        assert (answer.status_code, answer.headers.get("www-authenticate")) == (401, "Bearer")


@pytest.fixture(scope="module")
def refusing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    running = Running("", tmp_path_factory.mktemp("pit"))
    running.start("--speed", "0.5")
    with httpx.Client(base_url=running.address) as client:
        yield client
    running.stop()


def counted(wire: httpx.Client) -> dict[str, int]:
    text = wire.get("/metrics").text
    return {code: int(float(many)) for code, many in re.findall(r'pitlink_refusals_total{code="(\w+)"} (\S+)', text)}
