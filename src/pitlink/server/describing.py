"""The OpenAPI document: what FastAPI finds in the routes, who may use them, and the schemas of what goes over them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from msgspec import Struct

from pitlink.people import LADDER
from pitlink.pit.floorkeys import FloorKeys
from pitlink.rulebook.catalogue import Clause, Reading
from pitlink.server.calling import COOKIE, Route
from pitlink.server.commands import LINK_COMMANDS, SLIPS, TABLE_COMMANDS
from pitlink.server.desk_messages import (
    ChangeAsked,
    ChangePreview,
    DeskMessage,
    LinkChoices,
    OrderAsked,
    OrderPreview,
)
from pitlink.server.examples import ANSWERED, EXAMPLES, PARAMETERS, REFUSED
from pitlink.server.messages import (
    Accepted,
    Account,
    AuditState,
    Begun,
    FloorMessage,
    LinkMessage,
    LogPage,
    Me,
    Ready,
    RecordPage,
    RoundPage,
    RoundsFound,
    RoundTold,
    StoryPage,
    TableMessage,
    WatchMessage,
)
from pitlink.server.proving import Proof
from pitlink.server.roles import Caller, RoleTold
from pitlink.server.sampling import sampled
from pitlink.server.settingup import MOST_BOTS
from pitlink.server.shift import ShiftFigures
from pitlink.server.wrong import PREVIEWED, GoneWrong, Previewed
from pitlink.store.together import MOST_OF_ACT
from pitlink.table.options import Option
from pitlink.table.views import TableView

Json = dict[str, Any]
REFERENCE: Final = "#/components/schemas/{name}"
JSON, HTML, PLAIN, FEED = "application/json", "text/html", "text/plain", "text/event-stream"
CSS: Final = "text/css"

PROBLEM: Final[Json] = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "code", "found", "expected"],
    "properties": {
        **{name: {"type": "string"} for name in ("type", "title", "detail", "code", "found", "expected")},
        "status": {"type": "integer"},
        "clause": {"type": ["string", "null"]},
        "clause_words": {"type": ["string", "null"]},
        "pointer": {"type": "string", "description": "Where in the body it is wrong (RFC 6901)."},
    },
}

SESSION: Final[Json] = {
    "token": {"type": "http", "scheme": "bearer", "description": "From POST /api/sessions or /api/guests."},
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "The same, as browsers keep it."},
}


class Answer(Struct, frozen=True):
    """What a route answers when it does not refuse; no schema where it is text, or nothing."""

    status: int
    media: str | None = None
    schema: str | None = None


ANSWERS: Final[Mapping[str, Answer]] = {
    "rulebooks": Answer(200, HTML),
    "readings": Answer(200, HTML),
    "reading": Answer(200, HTML),
    "rulebook": Answer(200, HTML),
    "clause_page": Answer(200, HTML),
    "stylesheet": Answer(200, CSS),
    **dict.fromkeys(("front", "table_page", "round_page", "sign_page", "welcome", "admin_page"), Answer(200, HTML)),
    **dict.fromkeys(("console_page", "watch_page", "watch_table_page", "watch_round_page"), Answer(200, HTML)),
    **dict.fromkeys(("desk_page", "desk_log_page", "desk_table_page", "desk_link_page"), Answer(200, HTML)),
    "asset": Answer(200, "*/*"),
    "icon": Answer(200, "image/svg+xml"),
    "sign_in": Answer(201, JSON, "Begun"),
    "sign_out": Answer(204),
    "accept_invitation": Answer(201, JSON, "Begun"),
    "come_as_guest": Answer(201, JSON, "Begun"),
    "me": Answer(200, JSON, "Me"),
    "change_password": Answer(201, JSON, "Begun"),
    "accounts": Answer(200, JSON, "Accounts"),
    "make_account": Answer(201, JSON, "Caller"),
    **dict.fromkeys(("shut_account", "reopen_account", "give_password", "end_sessions"), Answer(204)),
    "roles": Answer(200, JSON, "Roles"),
    "setup": Answer(200, JSON, "FloorKeys"),
    "add_to_setup": Answer(201, JSON, "Accepted"),
    "floor": Answer(200, JSON, "FloorMessage"),
    "floor_feed": Answer(200, FEED, "FloorMessage"),
    "table": Answer(200, JSON, "TableView"),
    "table_feed": Answer(200, FEED, "TableMessage"),
    "table_options": Answer(200, JSON, "Options"),
    "reportable": Answer(200, JSON, "GoneWrong"),
    "previews": Answer(200, JSON, "Previewed"),
    "rounds": Answer(200, JSON, "RoundPage"),
    "round_steps": Answer(200, JSON, "RoundTold"),
    "round_file": Answer(200, JSON),
    "table_command": Answer(200, JSON, "Accepted"),
    "link": Answer(200, JSON, "LinkMessage"),
    "link_feed": Answer(200, FEED, "LinkMessage"),
    "link_command": Answer(200, JSON, "Accepted"),
    "watch": Answer(200, JSON, "WatchMessage"),
    "watch_feed": Answer(200, FEED, "WatchMessage"),
    "record": Answer(200, JSON, "RecordPage"),
    "rounds_found": Answer(200, JSON, "RoundsFound"),
    "audit": Answer(200, JSON, "AuditState"),
    "prove": Answer(202, JSON, "Proof"),
    "change_preview": Answer(200, JSON, "ChangePreview"),
    "order_preview": Answer(200, JSON, "OrderPreview"),
    "link_choices": Answer(200, JSON, "LinkChoices"),
    "desk": Answer(200, JSON, "DeskMessage"),
    "desk_feed": Answer(200, FEED, "DeskMessage"),
    "shift_figures": Answer(200, JSON, "ShiftFigures"),
    "log": Answer(200, JSON, "LogPage"),
    "log_in_words": Answer(200, JSON, "StoryPage"),
    "day_report": Answer(200, PLAIN),
    "clause": Answer(200, JSON, "ClauseOrReading"),
    "openapi": Answer(200, JSON),
    "healthz": Answer(200, JSON, "Ready"),
    "readyz": Answer(200, JSON, "Ready"),
    "metrics": Answer(200, PLAIN),
}

BODIES: Final = {
    "table_command": "TableCommand",
    "link_command": "LinkCommand",
    "add_to_setup": "Addition",
    "previews": "PreviewedCommand",
    "change_preview": "ChangeAsked",
    "order_preview": "OrderAsked",
}

FORM: Final[Json] = {
    "type": "object",
    "required": ["name", "password"],
    "properties": {"name": {"type": "string"}, "password": {"type": "string"}},
}

# What is added to the floor, in the keys of its file.
ADDITION: Final[Json] = {
    "type": "object",
    "required": ["id"],
    "properties": {
        "id": {"type": "string", "maxLength": MOST_OF_ACT},
        "link": {"type": "array", "items": {"$ref": REFERENCE.format(name="LinkKeys")}},
        "table": {"type": "array", "items": {"$ref": REFERENCE.format(name="TableKeys")}},
        "bots": {"type": "integer", "minimum": 0, "maximum": MOST_BOTS},
    },
    "additionalProperties": False,
}

# What the server adds to a command.
LEFT_OUT: Final = {
    "OpenDeck": ("cards", "salts"),
    "CheckLink": ("software", "parameters", "passed"),
    **dict.fromkeys(("Fill", "Credit"), ("dealer",)),
    **dict.fromkeys(
        ("Join", "Leave", "Sit", "Stand", "BuyIn", "CashOut", "PlaceWager", "RaiseWager", "TakeBackWager"), ("player",)
    ),
}


def described(app: FastAPI, routes: Iterable[Route]) -> Json:
    whole = get_openapi(title=app.title, version="1", routes=app.routes, servers=[{"url": "/"}])
    parts: Json = whole.setdefault("components", {})
    parts["securitySchemes"] = SESSION
    parts.setdefault("schemas", {}).update(_schemas())
    parts["schemas"] = {name: told for name, told in parts["schemas"].items() if "ValidationError" not in name}
    for route in routes:
        if route.method == "HEAD":
            continue
        _describe(route, whole["paths"][route.path][route.method.lower()])
    _mend(whole)
    return whole


def _describe(route: Route, told: Json) -> None:
    name = told["operationId"]
    told["x-roles"] = sorted(role or "nobody" for role in route.who)
    told["security"] = [*([{}] if None in route.who else []), *({each: []} for each in SESSION)]
    told["responses"] = {
        str(ANSWERS[name].status): _answer(ANSWERS[name]),
        "default": {
            "description": "Refused: what was found, what was expected, the clause.",
            "content": {"application/problem+json": {"schema": _to("Problem"), "example": REFUSED}},
        },
    }
    for parameter in told.get("parameters", ()):
        if parameter["name"] in PARAMETERS:
            example = PARAMETERS[parameter["name"]]
            parameter["example"] = str(example) if parameter["schema"].get("type") == "string" else example
    if name == "day_report":
        told["responses"]["200"]["content"]["text/csv"] = {"schema": {"type": "string"}}
    if name in ("reading", "rulebook", "clause_page"):
        told["responses"]["404"] = {"description": "No such page.", "content": {HTML: {"schema": {"type": "string"}}}}
    if name in BODIES:
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": _to(BODIES[name])}}}
    if name in EXAMPLES:
        told["requestBody"]["content"][JSON]["examples"] = {
            words: {"value": example} for words, example in EXAMPLES[name].items()
        }
    if ANSWERS[name].media == FEED:
        told.setdefault("parameters", []).append(
            {
                "name": "Last-Event-ID",
                "in": "header",
                "required": False,
                "schema": {"type": "integer", "minimum": 0},
                "description": "The id of the last message; left out, the feed begins with how things stand.",
            }
        )


def _answer(answer: Answer) -> Json:
    if answer.media is None:
        return {"description": "Done."}
    schema = {"type": "object" if answer.media == JSON else "string"} if answer.schema is None else _to(answer.schema)
    content: Json = {"schema": schema}
    shown = {**ANSWERED, **sampled()}
    if answer.schema in shown:
        content["example"] = msgspec.to_builtins(shown[answer.schema], str_keys=True)
    return {"description": "As it stands.", "content": {answer.media: content}}


def _schemas() -> Json:
    kinds = (TableView, TableMessage, FloorMessage, LinkMessage, Option, Accepted, Clause, Reading, FloorKeys)
    about = (
        Account,
        Begun,
        Caller,
        RoleTold,
        LogPage,
        Me,
        Ready,
        RoundPage,
        RoundTold,
        StoryPage,
        GoneWrong,
        Previewed,
    )
    watched = (WatchMessage, RecordPage, RoundsFound, AuditState, Proof)
    at_desk = (DeskMessage, ChangeAsked, ChangePreview, OrderAsked, OrderPreview, LinkChoices, ShiftFigures)
    commands = {**TABLE_COMMANDS, **LINK_COMMANDS}
    every = (*kinds, *about, *watched, *at_desk, *commands.values())
    _, found = msgspec.json.schema_components(every, ref_template=REFERENCE)
    previews = {f"{name}Previewed": _previewed(name, found[name]) for name in PREVIEWED}
    for name in commands:
        found[name] = _without_giver(name, found[name])
    return {
        **found,
        **previews,
        "Signed": FORM,
        "PreviewedCommand": {"oneOf": [_to(name) for name in previews]},
        "Accounts": {"type": "array", "items": _to("Account")},
        "Roles": {"type": "array", "items": _to("RoleTold")},
        "Options": {"type": "array", "items": _to("Option")},
        "ClauseOrReading": {"anyOf": [_to("Clause"), _to("Reading")]},
        "TableCommand": _one_of(TABLE_COMMANDS),
        "LinkCommand": _one_of(LINK_COMMANDS),
        "Problem": PROBLEM,
        "Addition": ADDITION,
    }


def _one_of(commands: Iterable[str]) -> Json:
    return {
        "oneOf": [_to(name) for name in commands],
        "discriminator": {"propertyName": "command", "mapping": {name: _to(name)["$ref"] for name in commands}},
    }


def _without_giver(name: str, schema: Json) -> Json:
    """A command as it is sent: with an id, by whoever is signed in; a second person signs with a password."""
    fields = {field: told for field, told in schema["properties"].items() if field not in ("by", "command")}
    if "second" in fields:
        fields["second"] = _to("Signed")
    if name in (each.__name__ for each in SLIPS):
        fields["second"] = {**_to("Signed"), "description": "The dealer of the table, where that is a person."}
    if name in TABLE_COMMANDS:
        fields["signed"] = {**_to("Signed"), "description": "By whom instead, who stands there."}
    required = [
        field for field in schema.get("required", ()) if field in fields and field not in LEFT_OUT.get(name, ())
    ]
    return {
        "title": name,
        "description": schema.get("description", ""),
        "type": "object",
        "properties": {"id": {"type": "string", "maxLength": 100}, "command": {"enum": [name]}, **fields},
        "required": ["id", "command", *required],
        "additionalProperties": False,
    }


def _previewed(name: str, schema: Json) -> Json:
    """The same without an id, by whoever is signed in, or by somebody of another post."""
    sent = _without_giver(name, schema)
    fields = {field: told for field, told in sent["properties"].items() if field not in ("signed", "id")}
    return {
        **sent,
        "title": f"{name}Previewed",
        "properties": {**fields, "id": {"type": "string"}, "as": {"enum": list(LADDER)}},
        "required": [field for field in sent["required"] if field != "id"],
    }


def _to(name: str) -> Json:
    return {"$ref": REFERENCE.format(name=name)}


def _mend(whole: Json) -> None:
    """Tuples as older readers know them: generators of clients stumble over schemas that are only true or false."""
    for part in _parts(whole):
        if part.get("items") is False:
            part["items"] = {"anyOf": part.pop("prefixItems")}


def _parts(part: object) -> Iterator[Json]:
    if isinstance(part, dict):
        yield part
    for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from _parts(each)
