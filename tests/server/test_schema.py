"""The API as its own description has it: schemathesis asks in every way the schema allows, and in some it does not.

Feeds have no end and are read elsewhere; nobody ends the session that he needs. A client is made from it, and used.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest
from aiopenapi3 import OpenAPI
from aiopenapi3.errors import HTTPClientError

from pitlink.client import Pit
from tests.server.running import PASSWORD, Running
from tests.server.test_playing import TABLES
from tests.store.load import ALL

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
PHASES, EXAMPLES = ("examples,coverage,fuzzing", 100) if ALL else ("examples,fuzzing", 4)
ROLES = [None, "gaming_shift_manager", "player", "administrator"]

# Names that are there: whoever makes them up hits none.
NAMES = """\
[parameters]
"path.table" = "UTH 1"
"path.link" = "Megalink"
"path.document" = "mbs-uth"
"path.clause" = "3.4"
"path.reading" = "R57"
"path.number" = 1
"""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = Running("", Path(tmp_path_factory.mktemp("pit")))
    made.start("--speed", "0.5")
    yield made
    made.stop()


@pytest.fixture(scope="module")
def tokens(running: Running) -> dict[str, str]:
    """Of those who ask; whoever is nobody has none."""
    found = {}
    with running.owner() as owner:
        found["administrator"] = str(owner.token)
        for role in ("player", "gaming_shift_manager"):
            owner.make_account(f"A {role}", PASSWORD, role)
            with Pit(running.address) as pit:
                found[role] = pit.sign_in(f"A {role}", PASSWORD).token
    return found


@pytest.mark.parametrize("role", ROLES, ids=str)
def test_whatever_is_asked_the_answer_is_as_described(
    running: Running, tokens: dict[str, str], role: str | None, tmp_path: Path
) -> None:
    command = [str(Path(sys.executable).with_name("schemathesis"))]
    if role is not None:
        (tmp_path / "names.toml").write_text(NAMES)
        command += ["--config-file", str(tmp_path / "names.toml")]
    command += ["run", f"{running.address}/api/openapi.json", "--phases", PHASES, "-n", str(EXAMPLES)]
    command += ["--checks", CHECKS, "--exclude-path-regex", "feed" if role is None else "feed|sessions/current"]
    command += ["--request-timeout", "20", "--continue-on-failure", "--no-color", "--generation-database", "none"]
    if role is not None:
        command += ["--header", f"Authorization: Bearer {tokens[role]}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr
    assert httpx.get(f"{running.address}/readyz").status_code == 200


def test_examples_are_of_the_form_that_is_described(running: Running) -> None:
    described = httpx.get(f"{running.address}/api/openapi.json").json()
    found = list(examples_in(described))
    assert len(found) > 50
    for schema, example in found:
        checked = jsonschema.Draft202012Validator({**schema, "components": described["components"]})
        assert [error.message for error in checked.iter_errors(example)] == [], example


def examples_in(part: object) -> Iterator[tuple[dict[str, Any], Any]]:
    """Each with the schema beside it."""
    if isinstance(part, dict) and isinstance(part.get("schema"), dict):
        told = [each["value"] for each in part.get("examples", {}).values()]
        yield from ((part["schema"], example) for example in (*told, *([part["example"]] if "example" in part else [])))
    for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from examples_in(each)


def test_a_client_that_is_made_from_the_description_sits_down(running: Running) -> None:
    """With a method and a model for everything: what a generator of clients makes, while the program runs."""
    api = OpenAPI.load_sync(f"{running.address}/api/openapi.json")
    floor = api._.floor()
    assert [line.table for line in floor.tables] == sorted(TABLES)
    session = api._.come_as_guest(data={"name": "Xenia"})
    api.authenticate(token=session.token)
    for nth, (command, fields) in enumerate((("Join", {}), ("BuyIn", {"amount": 500_00}), ("Sit", {"position": 5}))):
        asked = {"id": f"xenia {nth}", "command": command, **fields}
        assert api._.table_command(parameters={"table": "UTH 1"}, data=asked).events == 1
    assert api._.table(parameters={"table": "UTH 1"}).positions[4].seated == "Xenia"
    with pytest.raises(HTTPClientError) as refused:
        api._.table_command(parameters={"table": "UTH 1"}, data={"id": "xenia 9", "command": "Sit", "position": 1})
    assert json.loads(refused.value.data)["code"] == "seat_is_taken"
