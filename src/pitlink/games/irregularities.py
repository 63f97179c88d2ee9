"""What can go wrong at a table, and what may then be ruled: the fifth section of a rulebook as a table of cases.

A case says what was reported, under which circumstances, by which clause, and which rulings the rulebook leaves open,
each with the post that may give it. The first case that holds applies. Where a rulebook is silent, the reading that
says so stands in place of the clause.
"""

from typing import Final, Literal, get_args

from msgspec import Struct

from pitlink.people import Post

What = Literal[
    "foreign_card",
    "missing_card",
    "extra_card",
    "unshuffled_cards",
    "insufficient_cards",
    "misdeal",
    "wrong_community_count",
    "wrong_dealer_count",
    "wrong_player_count",
    "exposed_cards",
    "face_up_card",
    "cards_drawn_together",
    "burn_forgotten",
    "doubtful_count",
    "hand_not_secret",
    "several_hands",
    "extra_hand_viewed",
    "power_failure",
    "jackpot_failure",
    "late_wager",
    "withdrawn_wager",
    "wrong_later_wager",
    "outside_limits",
    "something_else",
]

# Circumstances, found out from the round and from what was reported.
When = Literal[
    "untouched",  # no player has handled cards
    "unseen",  # no player has seen a card of his own
    "seen",
    "one_card",
    "several_cards",
    "one_viewed",  # at least one of the player's hands was looked at
    "outcome",  # some wager at the table has conclusively won or lost (R45)
    "miscounted",  # the dealer has counted too many cards or too few
    "from_shoe",
]

Effect = Literal[
    "continue",
    "void",
    "reconstruct",  # put right; whole hands may move to other positions
    "set_order",  # of cards drawn together
    "remove",  # a hand out of play, everything on it back
    "remove_and_ask",  # … and the other players whether they go on
    "ask",  # players choose whether to go on
    "keep_viewed",  # of several hands, those looked at
    "keep_first",  # … or the one dealt first
    "bar",  # a player from further play
    "refuse_late",  # chips that came too late go back
    "return",  # the hands that the ruling names, everything back
    "settle_as_shown",  # as cards and chips lie
]

Answer = Literal["continue", "continue_reconstructed", "take_back"]

Fact = Literal["positions", "player", "places", "wager", "amount", "words"]


class Offer(Struct, frozen=True):
    """One of the answers that a player may give."""

    answer: Answer
    clause: str


class Asking(Struct, frozen=True):
    """Who is asked, and by which clause: everybody, all but the hands taken out, or those the error touched (R81)."""

    of: Literal["all", "others", "affected"]
    clause: str
    offers: tuple[Offer, ...]


class Ruling(Struct, frozen=True):
    effect: Effect
    clause: str
    by: Post
    then: Asking | None = None


class Case(Struct, frozen=True):
    what: What
    clause: str
    rulings: tuple[Ruling, ...]
    when: tuple[When, ...] = ()


# What must be said with a report; more may be said.
ASKS: Final[dict[What, tuple[Fact, ...]]] = {
    "wrong_player_count": ("positions",),
    "exposed_cards": ("places",),
    "cards_drawn_together": ("places",),
    "hand_not_secret": ("player",),
    "several_hands": ("player",),
    "extra_hand_viewed": ("player", "positions"),
    "late_wager": ("player", "positions", "wager", "amount"),
    "withdrawn_wager": ("player", "positions", "wager"),
    "wrong_later_wager": ("positions",),
    "something_else": ("words",),
}

# From when on it can be found; every one of them until the next call (R40), these only while the round is not settled:
BEFORE_THE_RESULT: Final[tuple[What, ...]] = ("several_hands", "wrong_later_wager", "withdrawn_wager")
AFTER_THE_CLOSE: Final[tuple[What, ...]] = ("several_hands", "late_wager", "withdrawn_wager", "insufficient_cards")
AFTER_A_CARD: Final[tuple[What, ...]] = (
    "misdeal",
    "wrong_community_count",
    "wrong_dealer_count",
    "wrong_player_count",
    "exposed_cards",
    "face_up_card",
    "cards_drawn_together",
    "burn_forgotten",
    "doubtful_count",
    "hand_not_secret",
    "extra_hand_viewed",
)

WORDS: Final[dict[What, str]] = {
    "foreign_card": "a card that does not belong to the deck",
    "missing_card": "a card missing from the deck",
    "extra_card": "a card too many in the deck",
    "unshuffled_cards": "cards that were not shuffled",
    "insufficient_cards": "too few cards to finish the round",
    "misdeal": "cards dealt incorrectly",
    "wrong_community_count": "a wrong number of community cards",
    "wrong_dealer_count": "a wrong number of cards in the dealer's hand",
    "wrong_player_count": "a wrong number of cards in a player's hand",
    "exposed_cards": "cards exposed in error",
    "face_up_card": "a card face up in the device",
    "cards_drawn_together": "cards drawn together",
    "burn_forgotten": "the burn card not discarded",
    "doubtful_count": "doubt about the number of cards used",
    "hand_not_secret": "a hand shown, or another player's hand looked at",
    "several_hands": "several positions wagered on in error",
    "extra_hand_viewed": "more hands looked at than allowed",
    "power_failure": "a power failure",
    "jackpot_failure": "the jackpot system or a betting device not working",
    "late_wager": "chips laid after the close",
    "withdrawn_wager": "chips taken off after the close",
    "wrong_later_wager": "a later wager of the wrong amount",
    "outside_limits": "a wager outside the limits",
    "something_else": "something the rules do not cover",
}

ALL: Final[tuple[What, ...]] = get_args(What)
OF_THE_DECK: Final[tuple[What, ...]] = (
    *("foreign_card", "missing_card", "extra_card", "unshuffled_cards", "insufficient_cards"),
)


def ruling(effect: Effect, clause: str, by: Post = "pit_supervisor", then: Asking | None = None) -> Ruling:
    """By a pit supervisor where no post is named (R89)."""
    return Ruling(effect, clause, by, then)


def referred(clause: str, first: Effect = "continue") -> tuple[Ruling, ...]:
    """What the rules do not cover the shift manager decides, and chooses what becomes of the round."""
    effects: tuple[Effect, ...] = ("continue", "void", "return", "settle_as_shown")
    order = (first, *(effect for effect in effects if effect != first))
    return tuple(ruling(effect, clause, "gaming_shift_manager") for effect in order)


def withdrawing(of: Literal["all", "others"], clause: str) -> Asking:
    """All wagers of a hand or none (R44)."""
    return Asking(of, clause, (Offer("continue", clause), Offer("take_back", clause)))


# Three of the Megalink rulebooks have the same words under the same numbers.

MEGALINK: Final[tuple[Case, ...]] = (
    Case("foreign_card", "5.1", (ruling("void", "5.1.1"),)),
    Case("missing_card", "5.1", (ruling("void", "5.1.1"),)),
    Case("extra_card", "5.1", (ruling("void", "5.1.1"),)),
    Case("unshuffled_cards", "5.1", (ruling("void", "5.1.1"),)),
    Case("insufficient_cards", "5.1", (ruling("void", "5.1.1"),)),
    Case("misdeal", "5.2", (ruling("reconstruct", "5.2"), ruling("void", "5.2")), ("untouched",)),
    Case("misdeal", "R42", referred("6.1")),
    Case("wrong_community_count", "5.3", (ruling("reconstruct", "5.3"), ruling("void", "5.3"))),
    Case("wrong_dealer_count", "5.3", (ruling("reconstruct", "5.3"), ruling("void", "5.3"))),
    Case("exposed_cards", "5.4", (ruling("void", "5.4"),), ("several_cards",)),
    Case("exposed_cards", "R43", (ruling("continue", "R43", "dealer"),), ("one_card",)),
    Case("late_wager", "5.5", (ruling("refuse_late", "5.5"),)),
    Case("withdrawn_wager", "5.6", (ruling("continue", "5.6", "dealer"),)),
    Case(
        "wrong_player_count",
        "5.7",
        (
            ruling("remove", "5.7"),
            ruling("remove_and_ask", "5.7", then=withdrawing("others", "5.7.1")),
            ruling("reconstruct", "5.7"),
        ),
    ),
    Case("doubtful_count", "5.8", (ruling("void", "5.8"),), ("miscounted",)),
    Case("doubtful_count", "5.8", ()),
    Case(
        "hand_not_secret",
        "5.9",
        (ruling("bar", "5.9", "gaming_shift_manager"), ruling("continue", "5.9", "gaming_shift_manager")),
    ),
    Case(
        "several_hands",
        "5.10",
        (ruling("keep_viewed", "5.10.1"), ruling("bar", "5.10.3", "gaming_shift_manager")),
        ("one_viewed",),
    ),
    Case(
        "several_hands",
        "5.10",
        (ruling("keep_first", "5.10.2"), ruling("bar", "5.10.3", "gaming_shift_manager")),
    ),
    Case("power_failure", "5.16", (ruling("continue", "5.16.2", "dealer"),), ("outcome",)),
    Case("power_failure", "5.16", (ruling("ask", "5.16.1", "dealer", withdrawing("all", "5.16.1")),)),
    Case("jackpot_failure", "R23", referred("6.1", "void"), ("unseen",)),
    Case("jackpot_failure", "R23", referred("6.1")),
    Case("wrong_later_wager", "R68", referred("6.1", "settle_as_shown")),
    Case("face_up_card", "6.1", referred("6.1")),
    Case("cards_drawn_together", "6.1", referred("6.1")),
    Case("something_else", "6.1", referred("6.1")),
)

# An error that comes to light when a later round has begun changes nothing: by these clauses, else by `other`.


class Earlier(Struct, frozen=True):
    other: str
    by: dict[What, str]


MEGALINK_EARLIER: Final = Earlier(
    "R40",
    {
        **dict.fromkeys(OF_THE_DECK, "5.1.2"),
        "wrong_community_count": "5.3",
        "wrong_dealer_count": "5.3",
        "wrong_player_count": "5.7",
        "outside_limits": "5.15",
    },
)


class AfterFailure(Struct, frozen=True):
    """What the house may choose for later rounds when the jackpot does not work, by these clauses."""

    must_choose: str
    close_table: str
    block_positions: str
    no_jackpot: str


MEGALINK_AFTER_FAILURE: Final = AfterFailure("R23", "R23", "R23", "R23")


class Irregularities(Struct, frozen=True):
    """One rulebook's answer to all that goes wrong. `other` is the clause on what it does not cover."""

    cases: tuple[Case, ...]
    other: str
    earlier: Earlier
    after_failure: AfterFailure
    barred: str  # a player from further play

    @property
    def clauses(self) -> frozenset[str]:
        """Every clause that is named here."""
        rulings = [each for case in self.cases for each in case.rulings]
        asking = [each.then for each in rulings if each.then]
        after = self.after_failure
        return frozenset(
            (
                *(case.clause for case in self.cases),
                *(each.clause for each in rulings),
                *(each.clause for each in asking),
                *(offer.clause for each in asking for offer in each.offers),
                self.other,
                self.barred,
                self.earlier.other,
                *self.earlier.by.values(),
                *(after.must_choose, after.close_table, after.block_positions, after.no_jackpot),
            )
        )


MEGALINK_IRREGULARITIES: Final = Irregularities(MEGALINK, "6.1", MEGALINK_EARLIER, MEGALINK_AFTER_FAILURE, "5.9")
