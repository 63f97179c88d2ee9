"""The two JSON Schemas in docs/ say what `pitlink settle` reads and writes."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from pitlink.games import GAMES
from pitlink.rulebook.switches import CONCERNING, VALUES
from tests.proving import Json, refusal, settle
from tests.test_properties import rounds
from tests.test_refusals import GOOD, changed

DOCS = Path(__file__).parent.parent / "docs"
ROUND = Draft202012Validator(json.loads((DOCS / "round.schema.json").read_text(encoding="utf-8")))
SETTLEMENT = Draft202012Validator(json.loads((DOCS / "settlement.schema.json").read_text(encoding="utf-8")))


def test_the_schemas_are_schemas() -> None:
    for validator in (ROUND, SETTLEMENT):
        Draft202012Validator.check_schema(validator.schema)


@given(rounds())
@settings(max_examples=200)
def test_every_round_that_is_settled_has_the_shape(round: Json) -> None:
    ROUND.validate(round)
    SETTLEMENT.validate(settle(round))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("pitlink", 2),
        ("game", "baccarat"),
        ("table", 4),
        ("magic_card", "As"),
        ("jackpot/meter", 1000),
        ("jackpot/unit", "0.00"),
        ("limits/progressive", {"min": "1"}),
        ("cards/dealer", ["Qs"]),
        ("cards/community/0", "Zz"),
        ("seats", []),
        ("seats/1/position", 8),
        ("seats/1/wagers", {}),
        ("seats/1/wagers/bonus", "5"),
        ("seats/1/wagers/ante", "25.005"),
        ("seats/1/wagers/trips", "0"),
        ("seats/1/decisions", ["ride"]),
        ("seats/1/status", "removed"),
        ("seats/1/clause", "5.7"),
        ("interpretations/bonus_on_loss", "lost"),
        ("interpretations/royal_base", "other"),
    ],
)
def test_a_wrong_shape_is_refused_by_schema_and_software_alike(path: str, value: Any) -> None:
    round = changed(path, value)
    assert not ROUND.is_valid(round)
    SETTLEMENT.validate({"error": refusal(round)})
    assert ROUND.is_valid(GOOD)


def test_the_schema_knows_every_wager_and_switch() -> None:
    schema: Any = ROUND.schema
    branches = {each["if"]["properties"]["game"]["const"]: each["then"] for each in schema["allOf"]}
    for name, game in GAMES.items():
        properties = branches[name]["properties"]
        wagers = properties["seats"]["items"]["properties"]["wagers"]["properties"]
        assert tuple(wagers) == game.LAYOUT.written
        switches = properties["interpretations"]["properties"]
        assert {switch: tuple(values["enum"]) for switch, values in switches.items()} == {
            switch: VALUES[switch] for switch in CONCERNING[name]
        }
