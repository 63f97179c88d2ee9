"""The readings that can be set for a round, with the value each has unless told otherwise.

A switch's name and values are those of the reading (`pitlink rules R57`); a test holds the two together.
"""

from typing import Final, Literal, get_args, get_type_hints

from msgspec import Struct

from pitlink.hands import AceLow, StraightSuits


class Switches(Struct, frozen=True):
    """How the open points that move money at settlement are read, one field a switch."""

    fixed_awards_from: Literal["house", "pool"] = "house"
    progressive_stake: Literal["by_wording", "collected", "returned"] = "by_wording"
    several_straight_flushes: Literal["sequential", "same_display", "starting_value"] = "sequential"
    royal_base: Literal["remaining", "displayed"] = "remaining"
    rws_major_order: Literal["dealt", "royal_last"] = "dealt"
    meter_floor: Literal["none", "reset_value"] = "none"
    lir_percentage: Literal["flat", "per_credit"] = "flat"
    ace_low_straight_flush: AceLow = "straight_flush"
    bonus_on_loss: Literal["lost", "settled"] = "lost"
    bonus_on_standoff: Literal["settled", "push"] = "settled"
    dealer_qualifies: Literal["queen_high_or_better", "contains_queen_or_higher"] = "queen_high_or_better"
    play_when_dealer_fails: Literal["push", "collected"] = "push"
    ante_bonus: Literal["played_hands", "not_on_loss", "wins_only"] = "played_hands"
    pair_plus_on_fold: Literal["in_play", "lost"] = "in_play"
    folded_ante_when_dealer_fails: Literal["lost", "paid"] = "lost"
    ante_when_dealer_unpaired_wins: Literal["push", "lose"] = "push"
    folded_ante_when_dealer_unpaired: Literal["lose", "push"] = "lose"
    blind_when_dealer_unpaired: Literal["unaffected", "push"] = "unaffected"
    rws_straight_suits: StraightSuits = "not_all_equal"
    rws_declined_play: Literal["lost", "returned"] = "lost"
    magic_card_pays: Literal["once", "per_clause"] = "once"
    features_add_up: Literal["yes", "highest_only"] = "yes"
    feature_returns_stake: Literal["no", "yes"] = "no"


DEFAULT: Final = Switches()
VALUES: Final[dict[str, tuple[str, ...]]] = {name: get_args(hint) for name, hint in get_type_hints(Switches).items()}

_EVERY_GAME = (
    "fixed_awards_from",
    "progressive_stake",
    "meter_floor",
    "ace_low_straight_flush",
)
_MEGALINK = (*_EVERY_GAME, "several_straight_flushes", "royal_base")
_THREE_CARD = ("ante_bonus", "pair_plus_on_fold", "folded_ante_when_dealer_fails")

CONCERNING: Final[dict[str, tuple[str, ...]]] = {
    "mbs-thb": (*_MEGALINK, "bonus_on_loss", "bonus_on_standoff"),
    "mbs-3cp": (*_MEGALINK, *_THREE_CARD, "dealer_qualifies", "play_when_dealer_fails"),
    "mbs-uth": (
        *_MEGALINK,
        "ante_when_dealer_unpaired_wins",
        "folded_ante_when_dealer_unpaired",
        "blind_when_dealer_unpaired",
    ),
    "mbs-lir": (
        *_MEGALINK,
        "lir_percentage",
        "magic_card_pays",
        "features_add_up",
        "feature_returns_stake",
    ),
    "rws-3cp": (*_EVERY_GAME, *_THREE_CARD, "rws_major_order", "rws_straight_suits", "rws_declined_play"),
}

READING_OF: Final[dict[str, str]] = {
    "fixed_awards_from": "R1",
    "progressive_stake": "R2",
    "several_straight_flushes": "R3",
    "royal_base": "R5",
    "rws_major_order": "R6",
    "meter_floor": "R13",
    "lir_percentage": "R16",
    "ace_low_straight_flush": "R18",
    "bonus_on_loss": "R57",
    "bonus_on_standoff": "R58",
    "dealer_qualifies": "R63",
    "play_when_dealer_fails": "R64",
    "ante_bonus": "R65",
    "pair_plus_on_fold": "R66",
    "folded_ante_when_dealer_fails": "R67",
    "ante_when_dealer_unpaired_wins": "R70",
    "folded_ante_when_dealer_unpaired": "R71",
    "blind_when_dealer_unpaired": "R75",
    "rws_straight_suits": "R79",
    "rws_declined_play": "R90",
    "magic_card_pays": "R93",
    "features_add_up": "R97",
    "feature_returns_stake": "R98",
}
