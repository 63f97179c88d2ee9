"""mbs-lir, the three wagers: what rides, what is withdrawn, what a hand pays. One row, one deal."""

import pytest

from tests.proving import Json, cards, cell_of, check_reason, check_seat, decisions, only, reasons, row_id, rows, settle

DOCUMENT = "mbs-lir"


def deal(row: dict[str, str], stake: str = "10") -> Json:
    """One seat with three equal wagers; the row says the cards and what the player did."""
    seat: Json = {
        "position": 1,
        "cards": cards(row["player"]),
        "wagers": {"1": stake, "2": stake, "$": stake},
        "decisions": decisions(row["does"]),
    }
    return {"pitlink": 1, "game": DOCUMENT, "cards": {"community": cards(row["board"])}, "seats": [seat]}


def three(row: dict[str, str]) -> dict[str, str]:
    return {wager: row[wager] for wager in ("1", "2", "$")}


# 3.8 to 3.16: the decisions are free of one another and of the cards; withdrawing is the one way not to lose

DECISIONS = rows("""
proves         | player   | board | does               | 1        | 2        | $
# a pair of aces: what rides is paid, what was withdrawn comes back and is paid nothing
3.19           | As Ad 7h | 2c 5d | ride, ride         | +10@3.19 | +10@3.19 | +10@3.19
3.10 3.19      | As Ad 7h | 2c 5d | withdraw, ride     | <@3.10   | +10@3.19 | +10@3.19
3.14 3.19      | As Ad 7h | 2c 5d | ride, withdraw     | +10@3.19 | <@3.14   | +10@3.19
3.10 3.14 3.19 | As Ad 7h | 2c 5d | withdraw, withdraw | <@3.10   | <@3.14   | +10@3.19
# ace high: what rides is lost, what was withdrawn comes back, $ can only be lost
3.3            | As Qd 7h | 2c 5d | ride, ride         | -10@3.3  | -10@3.3  | -10@3.3
3.10 3.3       | As Qd 7h | 2c 5d | withdraw, ride     | <@3.10   | -10@3.3  | -10@3.3
3.14 3.3       | As Qd 7h | 2c 5d | ride, withdraw     | -10@3.3  | <@3.14   | -10@3.3
3.10 3.14 3.3  | As Qd 7h | 2c 5d | withdraw, withdraw | <@3.10   | <@3.14   | -10@3.3
# a royal flush withdrawn twice over is paid on $ alone
3.10 3.14 3.19 | As Ks Qs | Js Ts | withdraw, withdraw | <@3.10   | <@3.14   | +10000@3.19
""")


@pytest.mark.parametrize("row", DECISIONS, ids=row_id)
def test_what_rides_is_settled_and_what_was_withdrawn_comes_back(row: dict[str, str]) -> None:
    seat = only(settle(deal(row))["seats"])
    check_seat(DOCUMENT, seat, three(row), row["proves"])


# 4.1.1: the pay table, every line, with the odds as printed

PAYS = rows("""
player   | board | each   | reason
As Ks Qs | Js Ts | +10000 | 1,000 to 1
Ks Qs Js | Ts 9s | +2000  | 200 to 1
5h 4h 3h | 2h Ah | +2000  | 200 to 1
9c 9d 9h | 9s 2c | +500   | 50 to 1
2c 2d 2h | 3s 3c | +110   | 11 to 1
Ah Kh Qh | Jh 9h | +80    | 8 to 1
7d 5d 4d | 3d 2d | +80    | 8 to 1
As Kd Qh | Jc Ts | +50    | 5 to 1
5s 4d 3h | 2c As | +50    | 5 to 1
2c 2d 2h | 3s 4c | +30    | 3 to 1
3c 3d 2h | 2s 4c | +20    | 2 to 1
As Ad Ks | Kc 4c | +20    | 2 to 1
Ts Td 2s | 3c 4c | +10    | 1 to 1
Js Jd 2s | 3c 4c | +10    | 1 to 1
Qs Qd 2s | 3c 4c | +10    | 1 to 1
Ks Kd 2s | 3c 4c | +10    | 1 to 1
As Ad 2s | 3c 4c | +10    | 1 to 1
""")


@pytest.mark.parametrize("row", PAYS, ids=row_id)
def test_each_wager_that_rides_is_paid_by_the_table(row: dict[str, str]) -> None:
    round = deal({**row, "does": "ride, ride"})
    each = f"{row['each']}@3.19"
    check_seat(DOCUMENT, only(settle(round)["seats"]), {"1": each, "2": each, "$": each}, "3.19")
    for wager in ("1", "2", "$"):
        check_reason(DOCUMENT, round, 0, f"wager {wager} pays {row['reason']}", "4.1.1")


@pytest.mark.parametrize("row", PAYS, ids=row_id)
def test_a_wager_withdrawn_is_not_paid_however_high_the_hand(row: dict[str, str]) -> None:
    round = deal({**row, "does": "withdraw, withdraw"})
    expected = {"1": "<@3.10", "2": "<@3.14", "$": f"{row['each']}@3.19"}
    check_seat(DOCUMENT, only(settle(round)["seats"]), expected, "3.10 3.14 3.19")
    assert [rules for words, rules in reasons(round)[0] if " pays " in words] == [("4.1.1",)]


# Stakes in cents; "to 1" leaves no fraction, so nothing is rounded and nothing is lost

STAKES = rows("""
stake | player   | board | net
0.01  | As Ks Qs | Js Ts | 30.00
0.03  | Ts Td 2s | 3c 4c | 0.09
7.77  | 2c 2d 2h | 3s 3c | 256.41
33.35 | As Kd Qh | Jc Ts | 500.25
99.99 | Ah Kh Qh | 9s 8d | -299.97
""")


@pytest.mark.parametrize("row", STAKES, ids=row_id)
def test_stakes_in_cents_are_paid_exactly(row: dict[str, str]) -> None:
    seat = only(settle(deal({**row, "does": "ride, ride"}, stake=row["stake"]))["seats"])
    assert seat["net"] == row["net"]
    assert len({cell_of(line) for line in seat["wagers"].values()}) == 1


# 3.18: where the pair lies makes no difference

PAIRS = rows("""
proves | player   | board | does           | 1        | 2        | $
3.19   | Ts Td 7h | 2c 5d | ride, ride     | +10@3.19 | +10@3.19 | +10@3.19
3.19   | Ts 8d 7h | Tc 5d | ride, ride     | +10@3.19 | +10@3.19 | +10@3.19
3.19   | Ts 8d 7h | 5d Tc | ride, ride     | +10@3.19 | +10@3.19 | +10@3.19
3.19   | 8s 7d 2h | Tc Td | withdraw, ride | <@3.10   | +10@3.19 | +10@3.19
3.3    | 9s 9d Ah | Kc Qd | ride, ride     | -10@3.3  | -10@3.3  | -10@3.3
3.3    | 9s Ad Kh | 9c Qd | ride, ride     | -10@3.3  | -10@3.3  | -10@3.3
3.3    | As Kd Qh | 9c 9d | ride, withdraw | -10@3.3  | <@3.14   | -10@3.3
""")


@pytest.mark.parametrize("row", PAIRS, ids=row_id)
def test_a_pair_counts_wherever_it_lies(row: dict[str, str]) -> None:
    seat = only(settle(deal(row))["seats"])
    check_seat(DOCUMENT, seat, three(row), row["proves"])


def test_a_pair_of_tens_on_the_table_wins_for_everybody() -> None:
    row = {"player": "2s 3d 4h", "board": "Tc Td", "does": "ride, ride"}
    round = deal(row)
    for position, hand in ((4, "7s 8d 9h"), (7, "As Ad 6h")):
        round["seats"].append({**round["seats"][0], "position": position, "cards": cards(hand)})
    settled = settle(round)["seats"]
    assert [seat["position"] for seat in settled] == [1, 4, 7]
    assert [seat["net"] for seat in settled] == ["30.00", "30.00", "60.00"]


def test_hands_are_not_compared_with_one_another() -> None:
    """A pair of aces beside a royal flush wins as if it were alone; there is no dealer's hand either."""
    round = deal({"player": "As Ks Qs", "board": "Js Ts", "does": "ride, ride"})
    round["seats"].append({**round["seats"][0], "position": 2, "cards": cards("Ad Ac 2h")})
    settled = settle(round)
    assert [seat["net"] for seat in settled["seats"]] == ["30000.00", "30.00"]
    assert "dealer" not in settled


def test_a_settled_round_in_full() -> None:
    """Two seats, everything the format says of a Let It Ride round."""
    round: Json = {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": "250000", "reset": "100000", "unit": "1"},
        "cards": {"community": ["10♦", "5d"]},
        "seats": [
            {
                "position": 2,
                "player": "P-17",
                "cards": ["Ad", "Kd", "2d"],
                "wagers": {"1": "25", "2": "25", "$": "25", "progressive": "2"},
                "decisions": ["withdraw", "ride"],
            },
            {
                "position": 6,
                "cards": ["9c", "9s", "4h"],
                "wagers": {"1": "10", "2": "10", "$": "10"},
                "decisions": ["ride", "withdraw"],
            },
        ],
        "magic_card": "Ad",
        "lucky_position": 6,
    }

    def line(stake: str, outcome: str, pays: str, returned: str, rule: str) -> Json:
        return {"stake": stake, "outcome": outcome, "pays": pays, "returned": returned, "rule": rule}

    assert settle(round) == {
        "pitlink": 1,
        "game": DOCUMENT,
        "seats": [
            {
                "position": 2,
                "player": "P-17",
                "hand": "flush",
                "progressive_hand": "flush",
                "wagers": {
                    "1": line("25.00", "returned", "0.00", "25.00", "3.10"),
                    "2": line("25.00", "win", "200.00", "25.00", "3.19"),
                    "$": line("25.00", "win", "200.00", "25.00", "3.19"),
                    "progressive": line("2.00", "win", "100.00", "2.00", "4.2"),
                    "magic_card": line("0.00", "win", "10.00", "0.00", "4.3"),
                },
                "net": "510.00",
            },
            {
                "position": 6,
                "hand": "one pair",
                "wagers": {
                    "1": line("10.00", "lose", "0.00", "0.00", "3.3"),
                    "2": line("10.00", "returned", "0.00", "10.00", "3.14"),
                    "$": line("10.00", "lose", "0.00", "0.00", "3.3"),
                },
                "net": "-20.00",
            },
        ],
        "jackpot": {"before": "250000.00", "after": "250000.00", "awards": []},
    }
