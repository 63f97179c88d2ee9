"""The players of the demo: they decide by what lies open, like anyone at the table."""

import random

import pytest

from pitlink.cards import DECK, cards_of
from pitlink.cli.demo import decide
from pitlink.games import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_nobody_decides_by_a_card_that_is_still_face_down(game: str) -> None:
    """The decisions made before a community card is exposed stay the same whatever that card is."""
    layout = GAMES[game].LAYOUT
    dice = random.Random(3)
    for _ in range(2_000):
        deck = dice.sample(DECK, layout.own_cards + 2 * layout.community_cards)
        own = tuple(deck[: layout.own_cards])
        board = tuple(deck[layout.own_cards : layout.own_cards + layout.community_cards])
        other = tuple(deck[layout.own_cards + layout.community_cards :])
        decided = decide(game, own, board)
        for at in range(len(decided)):
            seen = max(
                (each.cards for each in layout.exposures if each.of == "community" and each.decisions <= at), default=0
            )
            changed = decide(game, own, board[:seen] + other[seen:])
            assert changed[: at + 1] == decided[: at + 1], f"decision {at + 1} of {decided} sees too much"


@pytest.mark.parametrize(
    ("own", "community", "decided"),
    [
        ("Ts Td 2c", "5h 9s", ["ride", "ride"]),
        ("9s 9d 2c", "Th 5s", ["withdraw", "withdraw"]),
        ("9s 9d 2c", "2h 5s", ["withdraw", "ride"]),
        ("2s 2d 2c", "7h 5s", ["ride", "ride"]),
        ("As Kd 2c", "Kh 5s", ["withdraw", "ride"]),
        ("As Kd 2c", "9h Ks", ["withdraw", "withdraw"]),
    ],
)
def test_what_already_wins_is_let_ride(own: str, community: str, decided: list[str]) -> None:
    assert decide("mbs-lir", cards_of(own), cards_of(community)) == decided
