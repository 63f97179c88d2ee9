"""Examples in the description of the API: what is asked, what comes back, and how a refusal looks."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import structs

from pitlink.games.round import Limit
from pitlink.money import Cents
from pitlink.pit.facts import FactAsked, FactChoice
from pitlink.pit.foretelling import Foretold
from pitlink.pit.previewing import Consequences, WagerAfter
from pitlink.refusals import Refused
from pitlink.server.messages import (
    Begun,
    FloorMessage,
    LogLine,
    LogPage,
    Me,
    Ready,
    Result,
    RoundLine,
    RoundPage,
    TableLine,
)
from pitlink.server.problems import Problem
from pitlink.server.roles import Caller
from pitlink.server.wrong import CanBeReported, GoneWrong, Previewed, RulingOpen
from pitlink.store import Accepted
from pitlink.table.options import Amounts, Option

Json = dict[str, Any]

# Bodies, by the operation.
EXAMPLES: Final[Mapping[str, Mapping[str, Json]]] = {
    "sign_in": {"sign in": {"name": "Olga", "password": "a long password"}},
    "come_as_guest": {"play as a guest": {"name": "Zoe"}},
    "accept_invitation": {"the owner": {"invitation": "as printed", "name": "Olga", "password": "a long password"}},
    "change_password": {"change it": {"password": "a long password", "new": "a longer password"}},
    "make_account": {"a dealer": {"name": "Dana", "password": "a long password", "role": "dealer"}},
    "table_command": {
        "come to the table": {"id": "zoe 1", "command": "Join"},
        "buy chips": {"id": "zoe 2", "command": "BuyIn", "amount": 100000},
        "sit down": {"id": "zoe 3", "command": "Sit", "position": 4},
        "bet": {"id": "zoe 4", "command": "PlaceWager", "position": 4, "wager": "ante", "amount": 1000},
        "look": {"id": "zoe 5", "command": "Look", "position": 4},
        "decide": {"id": "zoe 6", "command": "Decide", "position": 4, "choice": "play 4x"},
        "take over a table": {"id": "sven 1", "command": "AssignDealer", "dealer": "Dana"},
        "deal the next card": {"id": "dana 1", "command": "DealCard"},
        "say what went wrong": {"id": "dana 2", "command": "Report", "what": "wrong_player_count", "positions": [2]},
        "rule where another is signed in": {
            **{"id": "dana 3", "command": "Rule", "effect": "remove"},
            "signed": {"name": "Sven", "password": "a long password"},
        },
    },
    "previews": {
        "what each ruling would do": {"command": "Report", "what": "wrong_player_count", "positions": [2]},
        "what a pit supervisor's ruling would do": {"command": "Rule", "effect": "remove", "as": "pit_supervisor"},
    },
    "link_command": {
        "stop a link": {"id": "greta 1", "command": "SuspendLink", "note": "the sign is dark"},
        "correct the display with a second person": {
            "id": "greta 2",
            "command": "CorrectDisplay",
            "change": 100,
            "note": "miscounted",
            "second": {"name": "Petra", "password": "a long password"},
        },
    },
}

_REMOVED: Final = Consequences(
    "goes on",
    (
        WagerAfter(1, "ante", Cents(25_00), "stays"),
        WagerAfter(2, "ante", Cents(25_00), "goes back", Cents(25_00)),
    ),
    (("Zoe 2", Cents(25_00)),),
    (Cents(100_012_50), Cents(100_012_50)),
    (),
)
_FORETOLD: Final = (
    Foretold("Round", "The round goes on."),
    Foretold("Position 2", "Ante $25 goes back."),
    Foretold("Position 1", "Every wager stays."),
    Foretold("Chips", "Zoe 2 has $25.00 more to bet."),
    Foretold("Megalink", "Still shows $100,012.50."),
)
_RULING: Final = RulingOpen("remove", "The hand is out of play", "5.7", "pit_supervisor", "pit supervisor", may=False)

# What comes back, by the name of its schema: made of the real thing, so that it cannot be of another form.
ANSWERED: Final[Mapping[str, object]] = {
    "Begun": Begun("Zoe 2", "player", "shown-once-and-kept-as-a-digest"),
    "Me": Me("Zoe 2", "player", guests=True),
    "Caller": Caller("Dana", "dealer"),
    "Accounts": (Caller("Dana", "dealer"), Caller("Olga", "administrator")),
    "Accepted": Accepted(4711, 1),
    "Ready": Ready("ready", 4711),
    "Options": (
        Option("PlaceWager", "3.4", "Zoe 2", 4, "ante", amounts=Amounts(Cents(10_00), Cents(300_00))),
        Option("Leave", player="Zoe 2"),
    ),
    "GoneWrong": GoneWrong(
        318,
        "mbs-uth",
        (
            CanBeReported(
                *("wrong_player_count", "A wrong number of cards in a player's hand", "three cards", "5.7"),
                (FactAsked("positions", "Which position?", several=True, choices=(FactChoice("2", positions=(2,)),)),),
                (_RULING,),
            ),
        ),
        None,
    ),
    "Previewed": Previewed("5.7", (structs.replace(_RULING, would=_REMOVED, foretold=_FORETOLD),)),
    "FloorMessage": FloorMessage(
        4711,
        (
            TableLine(
                *("UTH 1", "mbs-uth", True, 318, 12, "decide", "dealer", 6, {1: "Bot Gwen", 4: "Zoe 2"}, "Megalink"),
                *({"ante": Limit(Cents(10_00), Cents(300_00))}, ("As", "Kd", "7c", None, None), 4),
                "Flop. Check, or Play two times.",
            ),
        ),
        snapshot=True,
    ),
    "LogPage": LogPage(
        4711,
        (
            LogLine(
                *(4711, "table/UTH 1", 318, 1_763_400_000_000_000, "Zoe 2", "zoe 1"),
                {"name": "table.player_joined/1", "player": "Zoe 2"},
            ),
        ),
    ),
    "RoundPage": RoundPage(
        (
            RoundLine(
                *(12, 290, 317, 1_763_400_000_000_000, 1_763_400_060_000_000, None, "Pair of Aces"),
                (Result(4, "Zoe 2", -20_00),),
            ),
        ),
        12,
    ),
}

# A refusal as it is sent, with the clause in our words.
REFUSED: Final[Json] = msgspec.json.decode(
    Problem(409, Refused("under_minimum", "ante 5.00 at position 4", "10.00 or more", "3.4"), "mbs-uth").response().body
)

# Of addresses and queries.
PARAMETERS: Final[Mapping[str, object]] = {
    **{"table": "UTH 1", "link": "Megalink", "document": "mbs-uth", "clause": "3.4", "reading": "R57", "number": 1},
    **{"after": 0, "most": 20, "before": 12, "day": "2026-11-16", "form": "csv", "reporting": True},
}
