"""Rounds that cannot be right, whatever the game: each refused at the place that is wrong, and nothing settled."""

import json
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from pitlink import roundfile
from tests.proving import Json, check_refusal, refusal, settle

GOOD: Json = {
    "pitlink": 1,
    "game": "mbs-uth",
    "jackpot": {"meter": "1000.00", "reset": "500.00", "unit": "5.00"},
    "limits": {"ante": {"min": "10.00", "max": "100.00"}},
    "cards": {"dealer": ["Qs", "Qd"], "community": ["Ah", "Kh", "Qh", "2c", "2d"]},
    "seats": [
        {
            "position": 2,
            "player": "P-1",
            "cards": ["Jh", "Th"],
            "wagers": {"ante": "25.00", "blind": "25.00", "trips": "5.00", "progressive": "15.00"},
            "decisions": ["play 4x"],
        },
        {
            "position": 4,
            "cards": ["9c", "4d"],
            "wagers": {"ante": "25.00", "blind": "25.00"},
            "decisions": ["check", "check", "fold"],
        },
    ],
    "interpretations": {},
}
GONE = "(taken away)"


def changed(path: str, value: Any) -> Json:
    """The good round with one thing changed, or taken away."""
    round = deepcopy(GOOD)
    *way, last = [int(part) if part.isdigit() else part for part in path.split("/")]
    place: Any = round
    for step in way:
        place = place[step]
    if value == GONE:
        del place[last]
    elif isinstance(place, list) and last == len(place):
        place.append(value)
    else:
        place[last] = value
    return round


def test_the_good_round_is_settled() -> None:
    assert settle(GOOD)["seats"][0]["net"] == "14110.00"


FAULTS: list[tuple[str, Any, str, str | None]] = [
    # what is changed, to what, the field that is named, the clause
    ("pitlink", GONE, "pitlink", None),
    ("pitlink", 2, "pitlink", None),
    ("pitlink", "1", "pitlink", None),
    ("pitlink", True, "pitlink", None),
    ("pitlink", 1.0, "pitlink", None),
    ("game", GONE, "game", None),
    ("game", "baccarat", "game", None),
    ("game", ["mbs-uth"], "game", None),
    ("table", 4, "table", None),
    ("magic_card", "As", "magic_card", None),
    ("lucky_position", 1, "lucky_position", None),
    ("jackpot", GONE, "jackpot", None),
    ("jackpot", "1000.00", "jackpot", None),
    ("jackpot", None, "jackpot", None),
    ("jackpot/meter", GONE, "jackpot.meter", None),
    ("jackpot/meter", 1000, "jackpot.meter", None),
    ("jackpot/meter", "-1", "jackpot.meter", None),
    ("jackpot/reset", "1,000", "jackpot.reset", None),
    ("jackpot/unit", "0.00", "jackpot.unit", None),
    ("jackpot/unit", "0.001", "jackpot.unit", None),
    ("jackpot/limit", "1", "jackpot.limit", None),
    ("limits", [], "limits", None),
    ("limits/progressive", {"min": "1"}, "limits.progressive", "R29"),
    ("limits/play", {"min": "1"}, "limits.play", "R29"),
    ("limits/bonus", {"min": "1"}, "limits.bonus", "2.2.2"),
    ("limits/ante", "10", "limits.ante", None),
    ("limits/ante/min", 10, "limits.ante.min", None),
    ("limits/ante/min", "100.01", "limits.ante.min", None),
    ("limits/ante/max", "0", "limits.ante.max", None),
    ("limits/ante/most", "5", "limits.ante.most", None),
    ("limits/blind", {"min": "5"}, "limits.blind", "3.4"),
    ("cards", GONE, "cards", None),
    ("cards", [], "cards", None),
    ("cards/burned", [], "cards.burned", None),
    ("cards/dealer", GONE, "cards.dealer", "3.7"),
    ("cards/dealer", ["Qs"], "cards.dealer", "3.7"),
    ("cards/dealer", "Qs Qd", "cards.dealer", None),
    ("cards/community", ["Ah", "Kh", "Qh", "2c"], "cards.community", "3.7"),
    ("cards/community/5", "3c", "cards.community", "3.7"),
    ("cards/community/0", "Zz", "cards.community[0]", "2.1"),
    ("cards/community/0", 14, "cards.community[0]", "2.1"),
    ("cards/community/0", "Qs", "cards.community[0]", "2.1"),
    ("cards/community/1", "A♥", "cards.community[1]", "2.1"),
    ("seats", GONE, "seats", None),
    ("seats", [], "seats", None),
    ("seats", {}, "seats", None),
    ("seats/1", 4, "seats[1]", None),
    ("seats/1/colour", "red", "seats[1].colour", None),
    ("seats/1/position", GONE, "seats[1].position", "2.2"),
    ("seats/1/position", 0, "seats[1].position", "2.2"),
    ("seats/1/position", 8, "seats[1].position", "2.2"),
    ("seats/1/position", "4", "seats[1].position", "2.2"),
    ("seats/1/position", True, "seats[1].position", "2.2"),
    ("seats/1/position", 2, "seats[1].position", "3.7"),
    ("seats/1/position", 1, "seats[1].position", "3.7"),
    ("seats/1/player", 7, "seats[1].player", None),
    ("seats/1/player", None, "seats[1].player", None),
    ("seats/1/cards", GONE, "seats[1].cards", "3.7"),
    ("seats/1/cards", [], "seats[1].cards", "3.7"),
    ("seats/1/cards", ["9c", "4d", "4s"], "seats[1].cards", "3.7"),
    ("seats/1/cards/1", "9c", "seats[1].cards[1]", "2.1"),
    ("seats/1/cards/1", "Jh", "seats[1].cards[1]", "2.1"),
    ("seats/1/wagers", GONE, "seats[1].wagers", "3.4"),
    ("seats/1/wagers", {}, "seats[1].wagers", "3.4"),
    ("seats/1/wagers", [], "seats[1].wagers", "3.4"),
    ("seats/1/wagers/bonus", "5", "seats[1].wagers.bonus", "2.2.2"),
    ("seats/1/wagers/play", "25", "seats[1].wagers.play", None),
    ("seats/1/wagers/ante", 25, "seats[1].wagers.ante", None),
    ("seats/1/wagers/ante", "25.005", "seats[1].wagers.ante", None),
    ("seats/1/wagers/ante", "-25", "seats[1].wagers.ante", None),
    ("seats/1/wagers/ante", ["25"], "seats[1].wagers.ante", None),
    ("seats/1/wagers/trips", "0", "seats[1].wagers.trips", None),
    ("seats/1/wagers/blind", "20.00", "seats[1].wagers.blind", "1.1.2"),
    ("seats/1/wagers/blind", GONE, "seats[1].wagers.blind", "3.4"),
    ("seats/1/wagers/ante", GONE, "seats[1].wagers.ante", "3.4"),
    ("seats/0/wagers/progressive", "7.50", "seats[0].wagers.progressive", "3.5.3"),
    ("seats/0/wagers/progressive", "30", "seats[0].wagers.progressive", "3.5.3"),
    ("seats/0/wagers/progressive", "2.50", "seats[0].wagers.progressive", "3.5.3"),
    ("seats/1/decisions", GONE, "seats[1].decisions[0]", "3.9"),
    ("seats/1/decisions", "fold", "seats[1].decisions", None),
    ("seats/1/decisions", ["check", None, "fold"], "seats[1].decisions[1]", "3.9.4"),
    ("seats/1/decisions", [["fold"]], "seats[1].decisions[0]", "3.9"),
    ("seats/1/decisions", ["fold"], "seats[1].decisions[0]", "3.9"),
    ("seats/1/decisions", ["check", "check"], "seats[1].decisions[2]", "3.9.6"),
    ("seats/1/decisions", ["play 4x", "check"], "seats[1].decisions[1]", "3.9.2"),
    ("seats/1/reveals", "no", "seats[1].reveals", None),
    ("seats/1/warned", 1, "seats[1].warned", None),
    ("seats/1/status", "gone", "seats[1].status", None),
    ("seats/1/status", ["absent"], "seats[1].status", None),
    ("seats/1/status", "removed", "seats[1].clause", None),
    ("seats/1/clause", "5.7", "seats[1].clause", None),
    ("interpretations", [1], "interpretations", None),
    ("interpretations/kickers", "best_five", "interpretations.kickers", None),
    ("interpretations/bonus_on_loss", "lost", "interpretations.bonus_on_loss", "R57"),
    ("interpretations/royal_base", "other", "interpretations.royal_base", "R5"),
    ("interpretations/royal_base", ["remaining"], "interpretations.royal_base", "R5"),
]


@pytest.mark.parametrize(("path", "value", "field", "clause"), FAULTS, ids=lambda each: str(each)[:40])
def test_one_fault_refuses_the_round(path: str, value: Any, field: str, clause: str | None) -> None:
    check_refusal("mbs-uth", changed(path, value), field, clause)


def test_a_removed_hand_needs_a_clause_that_exists() -> None:
    removed = changed("seats/1/status", "removed")
    for clause in ("9.9", 5.7, "rws-3cp 9.9", "4.2", "3.10.3", "1.1.1"):
        removed["seats"][1]["clause"] = clause
        check_refusal("mbs-uth", removed, "seats[1].clause", None)
    for clause in ("5.7", "R38", "mbs-thb 5.7"):
        removed["seats"][1]["clause"] = clause
        assert settle(removed)["seats"][1]["wagers"]["ante"]["rule"] == clause


def test_the_refusal_of_the_format_page() -> None:
    assert refusal(changed("seats/0/wagers/blind", "20.00")) == {
        "field": "seats[0].wagers.blind",
        "found": "20.00",
        "expected": "25.00, equal to the ante",
        "clause": "1.1.2",
    }


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"null",
        b"[]",
        b"1",
        b'"mbs-uth"',
        b"{",
        b'{"pitlink": 1,}',
        b"{'pitlink': 1}",
        b"\xff\xfe",
        b'{"pitlink": "\xff"}',
        b'{"pitlink": 1} {"pitlink": 1}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"pitlink": NaN}',
        b'{"pitlink": 1e400}',
        b'{"pitlink": ' + b"9" * 10_000 + b"}",
        b'{"pit\\u006cink": ' + b"9" * 10_000 + b"}",
        b'{"pitlink": "\\ud800"}',
        "﻿{}".encode(),
    ],
    ids=lambda data: repr(data[:24]),
)
def test_what_is_no_round_at_all_is_refused(data: bytes) -> None:
    with pytest.raises(roundfile.RoundRefused) as refused:
        roundfile.settle(data)
    assert refused.value.fault.field in ("$", "pitlink")
    assert json.loads(msgspec.json.encode(roundfile.refusal_out(refused.value.fault)))


@pytest.mark.parametrize(
    ("once", "twice", "field"),
    [
        ('"game": "mbs-uth"', '"game": "mbs-thb", "game": "mbs-uth"', "game"),
        ('"ante": "25.00"', '"ante": "5.00", "ante": "25.00"', "ante"),
        ('"ante": "25.00"', '"\\u0061nte": "5.00", "ante": "25.00"', "ante"),
        ('"player": "P-1"', '"player": "a \\" b", "player": "P-1"', "player"),
    ],
)
def test_a_field_that_stands_twice_is_refused(once: str, twice: str, field: str) -> None:
    """JSON lets the last one win without a word; a round file must not."""
    text = json.dumps(GOOD)
    assert once in text
    with pytest.raises(roundfile.RoundRefused) as refused:
        roundfile.settle(text.replace(once, twice, 1).encode())
    assert refused.value.fault.field == field


def test_a_hundred_thousand_fields_are_looked_through_once() -> None:
    """A file made to keep the search for repeated fields busy is refused as quickly as any other."""
    fields = "".join(f', "field {number}": 0' for number in range(100_000))
    with pytest.raises(roundfile.RoundRefused) as refused:
        roundfile.settle(f'{{"pit\\u006cink": 1, "game": "mbs-uth"{fields}}}'.encode())
    assert refused.value.fault.field == "field 0"


def test_quotation_marks_in_a_name_do_no_harm() -> None:
    assert settle(changed("seats/0/player", 'a "b" \\ c'))["seats"][0]["player"] == 'a "b" \\ c'


@pytest.mark.parametrize("found", ["x" * 10_000, list(range(10_000)), dict.fromkeys(map(str, range(10_000)), 0)])
def test_what_was_found_is_told_short(found: Any) -> None:
    error = refusal(changed("seats/0/position", found))
    assert len(json.dumps(error["found"])) < 200
