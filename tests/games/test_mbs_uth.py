"""mbs-uth, clause by clause: one row, one deal."""

import pytest

from tests.proving import Json, cards, check_seat, decisions, only, row_id, rows, settle

DOCUMENT = "mbs-uth"


def deal(row: dict[str, str], **more: object) -> Json:
    """One seat with Ante and Blind of 10; the row says the cards and what the player did."""
    seat: Json = {
        "position": 1,
        "cards": cards(row["player"]),
        "wagers": {"ante": "10", "blind": "10"},
        "decisions": decisions(row["does"]),
    }
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "cards": {"dealer": cards(row["dealer"]), "community": cards(row["board"])},
        "seats": [seat],
        **more,
    }


SHOWDOWNS = rows("""
proves        | player | dealer | board          | does    | ante | blind | play
3.10.3        | As Ad  | Ks Kd  | 2c 5h 8d 9s Jc | play 4x | +10  | =     | +40
""")


@pytest.mark.parametrize("row", SHOWDOWNS, ids=row_id)
def test_showdowns(row: dict[str, str]) -> None:
    seat = only(settle(deal(row))["seats"])
    check_seat(DOCUMENT, seat, {wager: row[wager] for wager in ("ante", "blind", "play")}, row["proves"])
