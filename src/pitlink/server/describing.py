"""The OpenAPI document: what FastAPI finds in the routes, and the schemas of commands, views and feeds."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from pitlink.rulebook.catalogue import Clause, Reading
from pitlink.server.commands import LINK_COMMANDS, TABLE_COMMANDS
from pitlink.server.messages import FloorMessage, LinkMessage, TableMessage
from pitlink.store import Accepted
from pitlink.table.options import Option
from pitlink.table.views import TableView

Json = dict[str, Any]
REFERENCE: Final = "#/components/schemas/{name}"

PROBLEM: Final[Json] = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "code", "found", "expected"],
    "properties": {
        **{name: {"type": "string"} for name in ("type", "title", "detail", "code", "found", "expected")},
        "status": {"type": "integer"},
        "clause": {"type": ["string", "null"]},
        "clause_words": {"type": ["string", "null"]},
    },
}

# What each route answers, by the name of a schema.
ANSWERS: Final[Mapping[tuple[str, str], tuple[str, str]]] = {
    ("/api/floor", "get"): ("application/json", "FloorMessage"),
    ("/api/floor/feed", "get"): ("text/event-stream", "FloorMessage"),
    ("/api/tables/{table}", "get"): ("application/json", "TableView"),
    ("/api/tables/{table}/feed", "get"): ("text/event-stream", "TableMessage"),
    ("/api/tables/{table}/options", "get"): ("application/json", "Options"),
    ("/api/tables/{table}/commands", "post"): ("application/json", "Accepted"),
    ("/api/links/{link}", "get"): ("application/json", "LinkMessage"),
    ("/api/links/{link}/feed", "get"): ("text/event-stream", "LinkMessage"),
    ("/api/links/{link}/commands", "post"): ("application/json", "Accepted"),
}

EXAMPLES: Final[Mapping[str, Json]] = {
    "TableCommand": {"id": "made by you 1", "command": "PlaceWager", "position": 4, "wager": "ante", "amount": 1000},
    "LinkCommand": {"id": "made by you 2", "command": "SuspendLink", "note": "the sign is dark"},
}


def described(app: FastAPI) -> Json:
    whole = get_openapi(title=app.title, version="1", routes=app.routes, description=app.description)
    schemas: Json = whole.setdefault("components", {}).setdefault("schemas", {})
    schemas |= _schemas()
    for path, methods in whole["paths"].items():
        for method, told in methods.items():
            _describe(path, method, told)
    return whole


def _describe(path: str, method: str, told: Json) -> None:
    told["responses"].pop("422", None)
    told["responses"]["default"] = {
        "description": "Refused: what was found, what was expected, the clause.",
        "content": {"application/problem+json": {"schema": _to("Problem")}},
    }
    if answer := ANSWERS.get((path, method)):
        media, name = answer
        told["responses"]["200"] = {"description": "As it stands.", "content": {media: {"schema": _to(name)}}}
    if path.endswith("/commands"):
        name = "TableCommand" if "/tables/" in path else "LinkCommand"
        content = {"application/json": {"schema": _to(name), "example": EXAMPLES[name]}}
        told["requestBody"] = {"required": True, "content": content}
    if path.endswith("/feed"):
        told.setdefault("parameters", []).append(
            {
                "name": "Last-Event-ID",
                "in": "header",
                "required": False,
                "schema": {"type": "integer", "minimum": 0},
                "description": "The version after which to go on; left out, the feed begins with how things stand.",
            }
        )


def _schemas() -> Json:
    kinds = (TableView, TableMessage, FloorMessage, LinkMessage, Option, Accepted, Clause, Reading)
    commands = {**TABLE_COMMANDS, **LINK_COMMANDS}
    _, found = msgspec.json.schema_components((*kinds, *commands.values()), ref_template=REFERENCE)
    for name in commands:
        found[name] = _without_giver(name, found[name])
    return {
        **found,
        "Options": {"type": "array", "items": _to("Option")},
        "TableCommand": {"oneOf": [_to(name) for name in TABLE_COMMANDS]},
        "LinkCommand": {"oneOf": [_to(name) for name in LINK_COMMANDS]},
        "Problem": PROBLEM,
    }


def _without_giver(name: str, schema: Json) -> Json:
    """A command as it is sent: with an id, by whoever is signed in; a second person signs with a password."""
    fields = {field: told for field, told in schema["properties"].items() if field not in ("by", "command")}
    if "second" in fields:
        fields["second"] = {
            "type": "object",
            "required": ["name", "password"],
            "properties": {"name": {"type": "string"}, "password": {"type": "string"}},
        }
    required = [
        field for field in schema.get("required", ()) if field in fields and field not in LEFT_OUT.get(name, ())
    ]
    return {
        "title": name,
        "description": schema.get("description", ""),
        "type": "object",
        "properties": {"id": {"type": "string", "maxLength": 100}, "command": {"const": name}, **fields},
        "required": ["id", "command", *required],
    }


# What the server adds.
LEFT_OUT: Final = {
    "OpenDeck": ("cards", "salts"),
    "CheckLink": ("software", "parameters", "passed"),
    **dict.fromkeys(
        ("Join", "Leave", "Sit", "Stand", "BuyIn", "CashOut", "PlaceWager", "RaiseWager", "TakeBackWager"), ("player",)
    ),
}


def _to(name: str) -> Json:
    return {"$ref": REFERENCE.format(name=name)}
