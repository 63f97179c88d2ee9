"""What may be decided when, by which clause, what it adds to the layout, and which cards lie open by then."""

import pytest

from pitlink.games import GAMES
from pitlink.games.decisions import Choice
from pitlink.games.round import Seat, Share, wager_of
from pitlink.money import Cents
from tests.proving import decisions, prove, row_id, rows

STAGES = rows("""
game    | made               | clause | choices
mbs-thb |                    | 3.9    | fold@3.9.1, flop@3.9.2 2 flop
mbs-thb | flop               | 3.9.2  | turn@3.9.2 1 turn, check@3.9.2
mbs-thb | flop, turn         | 3.9.2  | river@3.9.2 1 river, check@3.9.2
mbs-thb | flop, check        | 3.9.2  | river@3.9.2 1 river, check@3.9.2
mbs-thb | fold               |        |
mbs-thb | flop, check, river |        |
mbs-3cp |                    | 3.9    | fold@3.9.1, play@3.9.2 1 play
mbs-3cp | fold               |        |
mbs-3cp | play               |        |
mbs-uth |                    | 3.9    | check@3.9.1, play 3x@3.9.2 3 play, play 4x@3.9.2 4 play
mbs-uth | check              | 3.9.4  | check@3.9.4.1, play 2x@3.9.4.2 2 play
mbs-uth | check, check       | 3.9.6  | fold@3.9.6.1, play 1x@3.9.6.2 1 play
mbs-uth | play 4x            |        |
mbs-uth | check, play 2x     |        |
mbs-uth | check, check, fold |        |
mbs-lir |                    | 3.8    | ride@3.9, withdraw@3.10
mbs-lir | ride               | 3.12   | ride@3.13, withdraw@3.14
mbs-lir | withdraw           | 3.12   | ride@3.13, withdraw@3.14
mbs-lir | withdraw, ride     |        |
rws-3cp |                    | 3.12   | fold@3.12.1, play@3.12.2 1 play
rws-3cp | play               |        |
""")


def seat_with(*wagers: str) -> Seat:
    return Seat(1, {wager: wager_of(Share("P-1", Cents(1000))) for wager in wagers})


def told(choice: Choice) -> str:
    adds = f" {choice.adds[1]} {choice.adds[0]}" if choice.adds else ""
    return f"{choice.word}@{choice.clause}{adds}"


@pytest.mark.parametrize("row", STAGES, ids=row_id)
def test_what_may_be_decided_next(row: dict[str, str]) -> None:
    game = GAMES[row["game"]]
    stage = game.stage(seat_with(*game.LAYOUT.placed), tuple(decisions(row["made"])))
    if not row["clause"]:
        assert stage is None
        return
    assert stage is not None
    assert stage.clause == row["clause"]
    assert [told(choice) for choice in stage.choices] == decisions(row["choices"])
    prove(row["game"], stage.clause, *(choice.clause for choice in stage.choices))


@pytest.mark.parametrize("name", GAMES)
def test_the_layout_knows_every_wager_that_a_decision_places(name: str) -> None:
    placed = {row["choices"] for row in STAGES if row["game"] == name}
    added = {choice.split()[-1] for choices in placed for choice in decisions(choices) if choice[-1].isalpha()}
    assert added == set(GAMES[name].LAYOUT.later)


@pytest.mark.parametrize(
    ("name", "wagers"),
    [
        ("mbs-thb", ("bonus", "progressive")),
        ("mbs-3cp", ("pair_plus", "progressive")),
        ("mbs-uth", ("trips", "progressive")),
        ("mbs-lir", ("progressive",)),
        ("rws-3cp", ("pair_plus", "progressive")),
    ],
)
def test_without_the_wager_that_decides_there_is_nothing_to_decide(name: str, wagers: tuple[str, ...]) -> None:
    assert GAMES[name].stage(seat_with(*wagers), ()) is None


EXPOSURES = rows("""
game    | decisions | of        | face up | clause
mbs-thb | 1         | community | 3       | 3.9.2
mbs-thb | 2         | community | 4       | 3.9.2
mbs-thb | 3         | community | 5       | 3.9.2
mbs-thb | 3         | dealer    | 2       | 3.10
mbs-3cp | 1         | dealer    | 3       | 3.10
mbs-3cp | 1         | community | 2       | 3.10.1
mbs-uth | 1         | community | 3       | 3.9.3
mbs-uth | 2         | community | 5       | 3.9.5
mbs-uth | 3         | dealer    | 2       | 3.10
mbs-lir | 1         | community | 1       | 3.11
mbs-lir | 2         | community | 2       | 3.15
rws-3cp | 1         | dealer    | 3       | 3.13
rws-3cp | 1         | community | 2       | 3.13
""")


@pytest.mark.parametrize("name", GAMES)
def test_which_cards_lie_open_when(name: str) -> None:
    """Before the first decision none; in the end all of them."""
    layout = GAMES[name].LAYOUT
    expected = [row for row in EXPOSURES if row["game"] == name]
    exposures = [(each.decisions, each.of, each.cards, each.clause) for each in layout.exposures]
    assert exposures == [(int(row["decisions"]), row["of"], int(row["face up"]), row["clause"]) for row in expected]
    shown = {each.of: each.cards for each in layout.exposures}
    assert shown.get("community") == layout.community_cards
    assert shown.get("dealer", 0) == layout.dealer_cards
