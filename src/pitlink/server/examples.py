"""Examples in the description of the API: what is asked, what comes back, and how a refusal looks."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import structs

from pitlink.audit.standing import Head, Signature
from pitlink.audit.verifying import Verified
from pitlink.games.round import Limit
from pitlink.money import Cents
from pitlink.pit.facts import FactAsked, FactChoice
from pitlink.pit.foretelling import Foretold
from pitlink.pit.previewing import Consequences, WagerAfter
from pitlink.refusals import Refused
from pitlink.server.desk_examples import DESK_ANSWERED, DESK_EXAMPLES
from pitlink.server.messages import (
    Accepted,
    Account,
    AuditState,
    Begun,
    LogLine,
    LogPage,
    Me,
    Ready,
    RecordPage,
    Result,
    RoundLine,
    RoundPage,
    RoundsFound,
    TableLine,
    Told,
    Trouble,
    WatchLine,
    WatchMessage,
    Words,
)
from pitlink.server.problems import Problem
from pitlink.server.proving import Proof
from pitlink.server.roles import PEOPLE, Caller
from pitlink.server.wrong import CanBeReported, GoneWrong, Previewed, RulingOpen

Json = dict[str, Any]

# Bodies, by the operation.
EXAMPLES: Final[Mapping[str, Mapping[str, Json]]] = {
    "sign_in": {"sign in": {"name": "Olga", "password": "a long password"}},
    "come_as_guest": {"play as a guest": {"name": "Zoe"}},
    "accept_invitation": {"the owner": {"invitation": "as printed", "name": "Olga", "password": "a long password"}},
    "change_password": {"change it": {"password": "a long password", "new": "a longer password"}},
    "make_account": {"a dealer": {"name": "Dana", "password": "a long password", "role": "dealer"}},
    "reopen_account": {"somebody comes back": {"new": "another password"}},
    "give_password": {"a password was forgotten": {"new": "another password"}},
    "add_to_setup": {
        "a table on a link that is there, with two bots": {
            "id": "olga 1",
            "table": [
                {
                    "name": "UTH 2",
                    "game": "mbs-uth",
                    "link": "Megalink",
                    "float": "50,000.00",
                    "limits": {"ante": ["10.00", "300.00"], "blind": ["10.00", "300.00"], "trips": ["5.00", "100.00"]},
                }
            ],
            "bots": 2,
        },
        "a link": {
            "id": "olga 2",
            "link": [
                {
                    "name": "Minor",
                    "operator": "mbs",
                    "base": "10,000.00",
                    "reset": "5,000.00",
                    "increment": "15 %",
                    "hidden": "5 %",
                    "overflow": "reserve",
                    "most": "1,000.00",
                    "unit": "1.00",
                }
            ],
        },
    },
    "table_command": {
        "come to the table": {"id": "zoe 1", "command": "Join"},
        "buy chips": {"id": "zoe 2", "command": "BuyIn", "amount": 100000},
        "sit down": {"id": "zoe 3", "command": "Sit", "position": 4},
        "bet": {"id": "zoe 4", "command": "PlaceWager", "position": 4, "wager": "ante", "amount": 1000},
        "look": {"id": "zoe 5", "command": "Look", "position": 4},
        "decide": {"id": "zoe 6", "command": "Decide", "position": 4, "choice": "play 4x"},
        "take over a table": {"id": "sven 1", "command": "AssignDealer", "dealer": "Dana"},
        "bring chips to the rack, with the dealer's signature": {
            **{"id": "sven 2", "command": "Fill", "amount": 500000, "slip": "17"},
            "second": {"name": "Dana", "password": "a long password"},
        },
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
    **DESK_EXAMPLES,
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

_UTH_1: Final = TableLine(
    *("UTH 1", "mbs-uth", True, 318, 12, "decide", "dealer", 6, {1: "Bot Gwen", 4: "Zoe 2"}, "Megalink"),
    *({"ante": Limit(Cents(10_00), Cents(300_00))}, ("As", "Kd", "7c", None, None), 4),
    "Flop. Check, or Play two times.",
)
_SOFTWARE: Final = "5f" * 32
_PROVED: Final = Proof(
    *("right", "Aldo", 1_763_400_000_000_000, 1_763_400_003_000_000, 4711, 4711, _SOFTWARE),
    Verified("pit one", 4711, 8, 3070, 2, 60, 4690),
)
_REPORTED: Final = Words("Reported by Zoe 2: Something else happened", ("R89",), 1, "report")

# What comes back, by the name of its schema: made of the real thing, so that it cannot be of another form. The large
# answers are those of a real table (`sampling`).
ANSWERED: Final[Mapping[str, object]] = {
    "Begun": Begun("Zoe 2", "player", "shown-once-and-kept-as-a-digest", has_password=False),
    "Me": Me("Zoe 2", "player", guests=True, has_password=False),
    "Caller": Caller("Dana", "dealer"),
    "Roles": PEOPLE[:2],
    "Accounts": (
        Account("Dana", "dealer", has_password=True, shut=False),
        Account("Zoe 2", "player", has_password=False, shut=False),
    ),
    "Accepted": Accepted(4711, 1, 318),
    "Ready": Ready("ready", 4711),
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
    "RoundsFound": RoundsFound(
        (
            RoundLine(
                *(7, 180, 205, 1_763_399_000_000_000, 1_763_399_060_000_000, "5.6", None),
                *((Result(4, "Zoe 2", 0),), ("void", "report", "ruling")),
            ),
        ),
        *(1, None),
    ),
    "RecordPage": RecordPage(
        318,
        (
            Told(
                *(318, 1_763_400_000_000_000, "Zoe 2"),
                {"name": "table.player_joined/1", "player": "Zoe 2"},
                Words("Zoe 2 comes to the table", (), 3),
            ),
        ),
        318,
    ),
    "WatchMessage": WatchMessage(
        4711,
        (WatchLine(_UTH_1, None, None, Trouble(7, 190, 1_763_399_030_000_000, "Zoe 2", _REPORTED)),),
        snapshot=True,
    ),
    "AuditState": AuditState(
        Head(4711, 1_763_400_000_000_000, "table/UTH 1", 318, "0a" * 32, "0b" * 32),
        Signature(4690, 1_763_399_990_000_000, "0c" * 32),
        _SOFTWARE,
        _PROVED,
        may_prove=True,
    ),
    "Proof": Proof("running", "Aldo", 1_763_400_000_000_000, None, 2_000, 4_711),
    **DESK_ANSWERED,
}

# A refusal as it is sent, with the clause in our words.
REFUSED: Final[Json] = msgspec.json.decode(
    Problem(409, Refused("under_minimum", "ante 5.00 at position 4", "10.00 or more", "3.4"), "mbs-uth").response().body
)

# Of addresses and queries.
PARAMETERS: Final[Mapping[str, object]] = {
    **{"table": "UTH 1", "link": "Megalink", "document": "mbs-uth", "clause": "3.4", "reading": "R57", "number": 1},
    "account": "Dana",
    **{"after": 0, "most": 20, "before": 12, "day": "2026-11-16", "form": "csv", "reporting": True, "events": True},
    **{"at_us": 1_763_400_000_000_000, "position": 4, "player": "Zoe 2", "what": "report"},
    **{"search": "Sven fill", "play": False, "since": 1_763_428_800_000_000},
}
