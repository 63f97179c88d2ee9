"""What beats what: hands of three cards, of five, and the best five of seven.

`plain` is written to be read beside the ranking clauses; `quick` answers the same in well under a microsecond.
The games use the quick one, and the tests hold the two together over every hand there is.
"""

from pitlink.hands.classes import (
    AceLow,
    FiveCard,
    Hand,
    StraightSuits,
    ThreeCard,
    cards_that_count,
    describe,
    has_low_ace,
    said,
)
from pitlink.hands.quick import rank_five, rank_seven, rank_three

__all__ = [
    "AceLow",
    "FiveCard",
    "Hand",
    "StraightSuits",
    "ThreeCard",
    "cards_that_count",
    "describe",
    "has_low_ace",
    "rank_five",
    "rank_seven",
    "rank_three",
    "said",
]
