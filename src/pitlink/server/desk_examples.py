"""Examples of what the pit desk is told: made of the real thing, so that they cannot be of another form."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from pitlink.games.round import Limit
from pitlink.jackpot.link import ClaimOf, Parameters
from pitlink.money import ZERO, Cents
from pitlink.refusals import Refused
from pitlink.rulebook.switches import Switches
from pitlink.server.desk_messages import (
    ChangeAsked,
    ChangedTerm,
    ChangePreview,
    ClaimInOrder,
    DeskAwaited,
    DeskMessage,
    DeskPlayer,
    DeskTable,
    LinkChoices,
    OrderAsked,
    OrderPreview,
    Successor,
    TableChoice,
)
from pitlink.server.messages import StoryLine, StoryPage
from pitlink.server.shift import FiguresTold, ShiftFigures, SlipTold, TableFigures, WagerFigures
from pitlink.table.setup import TableSetup

_SETUP: Final = TableSetup(
    *("UTH 1", "mbs-uth", "A", 6, "shuffler", "sealed_deck"),
    {wager: Limit(Cents(10_00), Cents(300_00)) for wager in ("ante", "blind", "trips")},
    *(None, "Megalink", Cents(5_00), Cents(5_000_00)),
    opening_float=Cents(50_000_00),
)
_PARAMETERS: Final = Parameters(
    *(Cents(100_000_00), Cents(100_000_00), 15_00, 5_00, None, "reserve", Cents(5_000_00), Cents(5_00))
)
_FIGURES: Final = FiguresTold(
    *(20, 0, Cents(50_000_00), Cents(5_000_00), ZERO, Cents(4_000_00), Cents(51_400_00), Cents(400_00), 10_00),
    *(Cents(9_300_00), Cents(37_50), Cents(362_50), ZERO, ZERO, Cents(600_00), ZERO),
    {"ante": WagerFigures(Cents(4_000_00), Cents(400_00))},
)

DESK_ANSWERED: Final[Mapping[str, object]] = {
    "DeskMessage": DeskMessage(
        4711,
        (
            DeskTable(
                *("UTH 1", "mbs-uth", 318, True, 12, "Waiting for a ruling.", "rule", "Dana", False, "sealed_deck"),
                *(False, 6, "A", "shuffler", Cents(48_220_00), False),
                *("Megalink", "Megalink", _SETUP.limits, Cents(5_00)),
                (DeskPlayer("Zoe 2", Cents(975_00), Cents(925_00), True, (4,), False, False, False),),
                *((), None, None),
                (
                    DeskAwaited(
                        thing="ruling",
                        words="Reported by Dana: a player has the wrong number of cards (position 2)",
                        clause="5.7",
                        post="pit_supervisor",
                        command="Rule",
                        refused=None,
                        since_us=1_763_400_000_000_000,
                    ),
                    DeskAwaited(
                        thing="fill",
                        words="The rack is short by $12.50",
                        clause="R116",
                        post="pit_supervisor",
                        command="Fill",
                        refused=Refused("one_person_signs_twice", "slip 17, signed for by Sven", "two people", "R114"),
                        since_us=1_763_400_000_000_000,
                    ),
                ),
                {"CloseTable": Refused("round_in_play", "round 12 at table UTH 1", "a round that is over", "3.1")},
                None,
            ),
        ),
        snapshot=True,
    ),
    "ChangePreview": ChangePreview("Megalink", 2, (ChangedTerm("increment", "20 %", "15 %"),), ()),
    "OrderPreview": OrderPreview(
        *("Multi-Link", "4.7.2"),
        (
            ClaimInOrder("M3P 2", 1, "progressive", "royal flush", Cents(40_000_00), Cents(80_012_50)),
            ClaimInOrder("M3P 1", 3, "progressive", "royal flush", Cents(80_012_50), Cents(40_000_00)),
        ),
        ("M3P 1",),
    ),
    "LinkChoices": LinkChoices(
        *("Multi-Link", 812),
        (
            TableChoice(
                *("M3P 1", "rws-3cp", True, Switches()),
                Refused("table_is_open", "table M3P 1", "a table that is closed"),
            ),
        ),
        (TableChoice("M3P 2", "rws-3cp", False, Switches(), None),),
        (Successor("Multi-Link B", Cents(92_000_00), None),),
    ),
    "ShiftFigures": ShiftFigures(
        *(
            "2026-11-18",
            1_763_400_000_000_000,
            1_763_428_800_000_000,
            (1_763_428_800_000_000,),
            4001,
            4711,
            _FIGURES,
            {"mbs-uth": _FIGURES},
        ),
        (
            TableFigures(
                *("UTH 1", "mbs-uth", False, _FIGURES), (SlipTold("17", "fill", Cents(5_000_00), "Dana", "Sven"),)
            ),
        ),
        *((), ()),
    ),
    "StoryPage": StoryPage(
        (
            StoryLine(
                *(4711, "table/UTH 1", 318, 1_763_400_000_000_000, "Sven"),
                *("Fill of $5,000.00, slip 17, by Sven, signed by Dana", ("R114",), 2, "mbs-uth"),
            ),
        ),
        *(4711, 1_763_400_000_000_000),
    ),
}

DESK_EXAMPLES: Final[Mapping[str, Mapping[str, dict[str, Any]]]] = {
    "change_preview": {"a lower rate": msgspec.to_builtins(ChangeAsked(_PARAMETERS))},
    "order_preview": {"another first": msgspec.to_builtins(OrderAsked((ClaimOf("M3P 2", 1), ClaimOf("M3P 1", 3))))},
}
