"""A reading that decides is named beside the clause: what the book leaves open is never resolved silently."""

from typing import Any

import pytest

from tests.proving import Json, cards, check_seat, refusal, row_id, rows, settle

JACKPOT = {"meter": "1000", "reset": "500", "unit": "5"}


def deal(game: str, board: str, dealer: str, *seats: Json, **more: Any) -> Json:
    """A round; seats stand at positions 1, 2, …"""
    table: Json = {"community": cards(board)} | ({"dealer": cards(dealer)} if dealer else {})
    placed = [{"position": at, **seat} for at, seat in enumerate(seats, start=1)]
    return {"pitlink": 1, "game": game, "jackpot": JACKPOT, "cards": table, "seats": placed, **more}


def seat(own: str, wagers: str, does: list[str], **more: Any) -> Json:
    """`wagers` is "ante 10, progressive 5"."""
    return {
        "cards": cards(own),
        "wagers": dict(each.split() for each in wagers.split(", ")),
        "decisions": does,
        **more,
    }


THREE_CARD = rows("""
proves    | dealer   | does | ante       | play
# a pair of nines or 8-7-6 qualifies though it holds no Queen
R63       | 9s 9d 2c | play | -10@3.12.2 | -10@3.12.2
R63       | 8s 7d 6c | play | -10@3.12.2 | -10@3.12.2
# where both readings agree, none is named
3.12.1    | Qs 6d 2c | play | +10@3.12.1 | +10@3.12.1
3.12.2    | 3s 2d Ac | play | -10@3.12.2 | -10@3.12.2
3.11.2    | Js 6d 2c | play | +10@3.11.2 | =@3.11.1
""")


@pytest.mark.parametrize("row", THREE_CARD, ids=row_id)
def test_the_dealers_low_pair_qualifies_by_a_reading(row: dict[str, str]) -> None:
    round = deal("mbs-3cp", "Tc 5c", row["dealer"], seat("Ah Kd 9c", "ante 10", [row["does"]]))
    settled = settle(round)["seats"][0]
    check_seat("mbs-3cp", settled, {"ante": row["ante"], "play": row["play"]}, row["proves"])
    told = {clause for line in settled["wagers"].values() for clause in line.get("also", [])}
    assert ("R63" in told) == ("R63" in row["proves"])


def lines(round: Json, at: int = 0) -> Json:
    wagers: Json = settle(round)["seats"][at]["wagers"]
    return wagers


def test_two_straight_flushes_share_by_a_reading() -> None:
    both = [seat(own, "ante 10, progressive 5", ["fold"]) for own in ("2h 3h 4h", "7h 8h 9h")]
    round = deal("mbs-3cp", "5h 6h", "Qs 6d 2c", *both)
    assert [lines(round, at)["progressive"]["also"] for at in (0, 1)] == [["4.4", "R3"]] * 2


def test_a_royal_flush_takes_what_remains_by_a_reading() -> None:
    royal, straight = (seat(own, "ante 10, progressive 5", ["fold"]) for own in ("Ah Kh Qh", "9h 8h 7h"))
    assert lines(deal("mbs-3cp", "Jh Th", "Qs 6d 2c", royal, straight))["progressive"]["also"] == ["4.4", "R5"]
    assert "also" not in lines(deal("mbs-3cp", "Jh Th", "Qs 6d 2c", royal))["progressive"]


def test_the_order_dealt_is_a_reading_where_a_royal_flush_is_among_them() -> None:
    royal, straight = (seat(own, "ante 10, progressive 5", ["fold"]) for own in ("Ah Kh Qh", "9h 8h 7h"))
    round = deal("rws-3cp", "Jh Th", "Qs 6d 2c", royal, straight)
    assert [lines(round, at)["progressive"]["also"] for at in (0, 1)] == [["4.4", "R6"]] * 2
    both = [seat(own, "ante 10, progressive 5", ["fold"]) for own in ("2h 3h 4h", "7h 8h 9h")]
    assert lines(deal("rws-3cp", "5h 6h", "Qs 6d 2c", *both))["progressive"]["also"] == ["4.4"]


@pytest.mark.parametrize(
    ("game", "board", "dealer", "own", "wagers", "does", "later"),
    [
        ("mbs-thb", "2c 5h 8d 9s Jc", "Ks Kd", "As Ad", "ante 20", ["flop", "turn", "check"], ["flop", "turn"]),
        ("mbs-uth", "2c 5h 8d 9s Jc", "Ks Kd", "As Ad", "ante 20, blind 20", ["play 4x"], ["play"]),
        ("mbs-3cp", "Tc 5c", "Qs 6d 2c", "9h 8d 7c", "ante 20", ["play"], ["play", "ante_bonus"]),
        ("rws-3cp", "Tc 5c", "Qs 6d 2c", "9h 8d 7c", "ante 20", ["play"], ["play", "ante_bonus"]),
    ],
)
def test_what_follows_an_ante_over_the_maximum_follows_the_part_in_play(
    game: str, board: str, dealer: str, own: str, wagers: str, does: list[str], later: list[str]
) -> None:
    round = deal(game, board, dealer, seat(own, wagers, does), limits={"ante": {"max": "10"}})
    assert [lines(round)[wager]["also"] for wager in later] == [["R28"]] * len(later)
    assert lines(round)["ante"]["excess"] == "10.00"


def test_a_hand_left_after_a_check_goes_back_by_a_reading() -> None:
    gone = seat("As Ad", "ante 10, blind 10", ["check"], status="absent")
    assert lines(deal("mbs-uth", "2c 5h 8d 9s Jc", "Ks Kd", gone))["ante"]["also"] == ["R53"]
    at_once = seat("As Ad", "ante 10, blind 10", [], status="absent")
    assert "also" not in lines(deal("mbs-uth", "2c 5h 8d 9s Jc", "Ks Kd", at_once))["ante"]


@pytest.mark.parametrize("reveals", [True, False])
def test_who_is_not_there_refuses_nothing(*, reveals: bool) -> None:
    """R55: the absent player of rws-3cp has folded, the dealer turns the cards and the side bets are judged."""
    gone = seat("9h 8h 7h", "ante 10, pair_plus 5, progressive 5", [], status="absent", reveals=reveals)
    settled = settle(deal("rws-3cp", "6h 5h", "Qs 6d 2c", gone))["seats"][0]
    expected = {"ante": "-10@5.5", "pair_plus": "+200@3.16", "progressive": "+95@4.4"}
    check_seat("rws-3cp", settled, expected, "5.5 R55 R66 4.4")
    assert settled["hand"] == "straight flush"


def test_a_play_over_the_ante_is_cut_by_clause_and_reading() -> None:
    over = seat("9h 8d 7c", "ante 10, play 15", ["play"])
    assert lines(deal("rws-3cp", "Tc 5c", "Qs 6d 2c", over))["play"]["also"] == ["5.3.1", "R69"]


def test_trips_that_go_back_do_not_bar_a_refusal_to_show() -> None:
    """3.10.1.1 is about a Trips wager that can win; one returned with its Ante cannot."""
    board, limits = "7c 7d 7h 2s 9c", {"ante": {"min": "50"}}
    declines = seat("As Ad", "ante 10, blind 10, trips 5", ["play 4x"], reveals=False, warned=True)
    assert lines(deal("mbs-uth", board, "Ks Kd", declines, limits=limits))["trips"]["rule"] == "R32"
    assert refusal(deal("mbs-uth", board, "Ks Kd", declines))["clause"] == "3.10.1.1"
