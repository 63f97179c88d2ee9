"""mbs-3cp 3.13, 3.16, 3.18 and 4.4: what the progressive wager wins, in which order, and what the meter shows then."""

import pytest

from tests.proving import Json, cards, check_reason, check_seat, decisions, row_id, rows, settle

DOCUMENT = "mbs-3cp"


def seat(position: int, hand: str, does: str = "fold", **more: object) -> Json:
    """An Ante of 10 and a progressive wager of 5."""
    return {
        "position": position,
        "cards": cards(hand),
        "wagers": {"ante": "10", "progressive": "5"},
        "decisions": decisions(does),
        **more,
    }


def deal(seats: list[Json], community: str, dealer: str = "Kc Kd 8s", **more: object) -> Json:
    """A round on a link of 1000.30 with a reset value of 500."""
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": "1000.30", "reset": "500", "unit": "5"},
        "cards": {"dealer": cards(dealer), "community": cards(community)},
        "seats": seats,
        **more,
    }


def awards(settled: Json) -> str:
    """The awards in the order paid: position, amount, clause."""
    paid = settled["jackpot"]["awards"]
    return ", ".join(f"{award['position']}: {award['amount']} {award['rule']}" for award in paid)


LINES = rows("""
proves | player   | board | progressive | awards         | after
4.4    | Ah Kh Qh | Th Jh | +995.3@4.4  | 1: 1000.30 4.4 | 500.00
4.4    | 9h 8h 7h | Th Jh | +95.03@4.4  | 1: 100.03 4.4  | 900.27
4.4    | Ts Td Tc | Th Jh | +1995@4.4   |                | 1000.30
4.4    | Ts Td Jc | Th Jh | +195@4.4    |                | 1000.30
4.4    | 2h 3h 5h | Th Jh | +95@4.4     |                | 1000.30
# A straight, three of a kind, two pairs, a pair and odd cards win nothing.
4.4    | 9s 8d 7c | Th Jh | -5@4.4      |                | 1000.30
4.4    | Ts Td 7c | Th Jh | -5@4.4      |                | 1000.30
4.4    | Ts Jd 7c | Th Jh | -5@4.4      |                | 1000.30
4.4    | Ts 3d 7c | Th Jh | -5@4.4      |                | 1000.30
4.4    | 2s 3d 7c | Th Jh | -5@4.4      |                | 1000.30
""")


@pytest.mark.parametrize("row", LINES, ids=row_id)
def test_a_folded_hand_wins_each_line_of_the_jackpot_table(row: dict[str, str]) -> None:
    """Only a percentage moves the meter (R1), and the stake of an award is kept (R2)."""
    settled = settle(deal([seat(1, row["player"])], row["board"]))
    expected = {"ante": "-10@3.9.1", "progressive": row["progressive"]}
    check_seat(DOCUMENT, settled["seats"][0], expected, f"{row['proves']} 3.9.1")
    assert (awards(settled), settled["jackpot"]["after"]) == (row["awards"], row["after"])


FORTUNES = rows("""
proves | does | player   | board | dealer   | ante       | ante_bonus | play       | pair_plus   | progressive
3.12.1 | play | 2h 3h 5h | Th Jh | Kc Qs 8s | +10@3.12.1 |            | +10@3.12.1 | +20@3.12.5  | +95@4.4
3.12.2 | play | 2h 3h 5h | Th Jh | Kc Kd Ks | -10@3.12.2 |            | -10@3.12.2 | +20@3.12.5  | +95@4.4
3.12.3 | play | 2h 3h 5h | Th Jh | 2s 3s 5s | =@3.12.3   |            | =@3.12.3   | +20@3.12.5  | +95@4.4
3.11.2 | play | 2h 3h 5h | Th Jh | 2c 3s 5d | +10@3.11.2 |            | =@3.11.1   | +20@3.11.4  | +95@4.4
3.9.1  | fold | 2h 3h 5h | Th Jh | 2c 3s 5d | -10@3.9.1  |            |            | +20@3.11.4  | +95@4.4
3.12.2 | play | 2h Td Ts | Th Tc | Kc Kd Ks | -10@3.12.2 |            | -10@3.12.2 | +5@3.12.5   | +1995@4.4
3.12.4 | play | Ts Td Tc | Th Jh | Kc Kd Ks | -10@3.12.2 | +40@3.12.4 | -10@3.12.2 | +150@3.12.5 | +1995@4.4
3.12.4 | play | 9h 8h 7h | Th Jh | Kc Qc Jc | -10@3.12.2 | +50@3.12.4 | -10@3.12.2 | +200@3.12.5 | +95.03@4.4
3.12.4 | play | Ah Kh Qh | Th Jh | Kc Qc Jc | +10@3.12.1 | +50@3.12.4 | +10@3.12.1 | +200@3.12.5 | +995.3@4.4
3.12.1 | play | Ad Kh Qs | 3h 4h | Kc Qc 2d | +10@3.12.1 | +10@3.12.4 | +10@3.12.1 | +25@3.12.5  | -5@4.4
""")


@pytest.mark.parametrize("row", FORTUNES, ids=row_id)
def test_an_award_comes_beside_every_other_payment_whatever_the_dealer_has(row: dict[str, str]) -> None:
    wagers = {"ante": "10", "pair_plus": "5", "progressive": "5"}
    settled = settle(deal([seat(1, row["player"], row["does"], wagers=wagers)], row["board"], row["dealer"]))
    lines = ("ante", "ante_bonus", "play", "pair_plus", "progressive")
    check_seat(DOCUMENT, settled["seats"][0], {line: row[line] for line in lines}, f"{row['proves']} 4.4")


def test_pair_plus_alone_is_companion_enough() -> None:
    """3.5: the progressive wager needs an Ante and/or a Pair Plus; there is then nothing to decide (3.9.3)."""
    hand = seat(1, "2h 3h 5h", "", wagers={"pair_plus": "5", "progressive": "5"})
    settled = settle(deal([hand], "Th Jh"))
    check_seat(DOCUMENT, settled["seats"][0], {"pair_plus": "+20@3.12.5", "progressive": "+95@4.4"}, "3.12.5 4.4")
    told = "own and community cards: flush, J 10 5 3 2, paid beside all other wagers"
    check_reason(DOCUMENT, deal([hand], "Th Jh"), 0, told, "3.13", "3.16", "4.4.1.5")
    check_reason(DOCUMENT, deal([hand], "Th Jh"), 0, "progressive pays $100", "4.4")


def test_a_jackpot_hand_without_a_progressive_wager_wins_nothing() -> None:
    settled = settle(deal([seat(1, "Ah Kh Qh", "play", wagers={"ante": "10"})], "Th Jh"))
    (royal,) = settled["seats"]
    assert "progressive" not in royal["wagers"]
    assert "progressive_hand" not in royal
    assert settled["jackpot"] == {"before": "1000.30", "after": "1000.30", "awards": []}
