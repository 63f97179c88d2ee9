"""The progressive wager of every game, and Let It Ride's features, dealt at random and settled by the games.

The meter stands at nothing, so that its shares, which come too seldom to be dealt, are worth what the law without
them says. The hand itself is folded or withdrawn: the progressive lives on.
"""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest
from msgspec import structs

from pitlink.cards import Card
from pitlink.exact import features, progressive
from pitlink.exact.figures import moments
from pitlink.exact.rules import approved
from pitlink.games import GAMES
from pitlink.games.round import Jackpot, Round, Seat, Share, wager_of
from pitlink.money import Cents
from pitlink.rulebook.catalogue import DOCUMENTS
from tests.exact.simulating import Law, Telling, hold

ROUNDS = 12_000
UNIT = Cents(500)
AREAS = 6
WAGERS = {
    "mbs-thb": ("ante",),
    "mbs-3cp": ("ante",),
    "mbs-uth": ("ante", "blind"),
    "mbs-lir": ("1", "2", "$"),
    "rws-3cp": ("ante",),
}
DECISIONS = {
    "mbs-thb": ("fold",),
    "mbs-3cp": ("fold",),
    "mbs-uth": ("check", "check", "fold"),
    "mbs-lir": ("withdraw", "withdraw"),
    "rws-3cp": ("fold",),
}


def fixed_law(game: str) -> Law:
    """What comes back for one staked, the meter apart, less the stake."""
    lines = progressive.figures(approved(game), UNIT).lines
    return moments((line.combinations, line.fixed - 1) for line in lines)


def dealt(game: str, seed: int) -> Iterator[dict[str, float]]:
    """Rounds of one seat with a progressive wager, and what it and the features net per unit."""
    layout, dice = GAMES[game].LAYOUT, np.random.default_rng(seed)
    community = {"mbs-thb": 5, "mbs-uth": 5}.get(game, 2)
    dealer = 0 if game == "mbs-lir" else layout.own_cards
    size = layout.own_cards + community + dealer
    wagers = {name: wager_of(Share(None, UNIT)) for name in (*WAGERS[game], "progressive")}
    jackpot = Jackpot(Cents(0), Cents(0), UNIT)
    for row in dice.permuted(np.tile(np.arange(52), (ROUNDS, 1)), axis=1)[:, :size].tolist():
        cards = tuple(map(Card, row))
        own, shared, theirs = (
            cards[: layout.own_cards],
            cards[layout.own_cards :][:community],
            cards[layout.own_cards + community :],
        )
        seat = Seat(1, wagers, own, DECISIONS[game])
        round = Round(game, (seat,), shared, theirs, jackpot)
        if game == "mbs-lir":
            magic, lucky = Card(int(dice.integers(52))), int(dice.integers(1, AREAS + 1))
            round = structs.replace(round, magic_card=magic, lucky_position=lucky)
        lines = GAMES[game].settle(round).seats[0].lines
        yield {
            line.wager: (line.pays + line.returned - line.stake) / UNIT
            for line in lines
            if line.wager in ("progressive", "magic_card", "lucky_player")
        }


@pytest.mark.parametrize("game", DOCUMENTS)
def test_the_progressive_returns_what_is_counted(game: str, record_property: Telling) -> None:
    laws = {"progressive": fixed_law(game)}
    if game == "mbs-lir":
        found = features.featured(approved(game), AREAS)
        chances = {"magic_card": features.CARDS_SEEN, "lucky_player": Fraction(1, AREAS)}
        laws |= {name: (5 * chance, 25 * chance * (1 - chance)) for name, chance in chances.items()}
        assert (laws["magic_card"][0], laws["lucky_player"][0]) == (found.magic_card, found.lucky_player)
    hold(record_property, f"{game}, progressive without its meter", dealt(game, 1988 + DOCUMENTS.index(game)), laws)
