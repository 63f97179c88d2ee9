"""mbs-3cp 3.9 to 3.12 and the pay tables 4.1 to 4.3: what every wager of a hand comes to, one row one deal."""

import pytest

from tests.proving import Json, cards, check_reason, check_seat, decisions, only, row_id, rows, settle

DOCUMENT = "mbs-3cp"
LINES = ("ante", "ante_bonus", "play", "pair_plus")


def deal(row: dict[str, str], **wagers: str) -> Json:
    """One seat, with an Ante of 10 and a Pair Plus of 5 unless told otherwise; a row may set one switch."""
    seat = {
        "position": 1,
        "cards": cards(row["player"]),
        "wagers": wagers or {"ante": "10", "pair_plus": "5"},
        "decisions": decisions(row.get("does", "")),
    }
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "cards": {"dealer": cards(row["dealer"]), "community": ["2h", "2d"]},
        "seats": [seat],
        "interpretations": {row["switch"]: row["value"]} if "switch" in row else {},
    }


def check(row: dict[str, str], **wagers: str) -> None:
    seat = only(settle(deal(row, **wagers))["seats"])
    check_seat(DOCUMENT, seat, {line: row.get(line, "") for line in LINES}, row["proves"])


QUALIFYING_DEALERS = rows("""
proves               | player   | dealer   | ante       | ante_bonus | play       | pair_plus
# The player's hand is higher.
3.12.1 3.12.5        | Kd 9s 4c | Kc 8h 7c | +10@3.12.1 |            | +10@3.12.1 | -5@3.12.5
3.12.1 3.12.5        | 3s 3c 4c | Ac Kh 9c | +10@3.12.1 |            | +10@3.12.1 | +5@3.12.5
3.12.1 3.12.5        | 9s 4s 3s | Ac Ah 9c | +10@3.12.1 |            | +10@3.12.1 | +20@3.12.5
3.12.1 3.12.4 3.12.5 | 5s 4c 3c | Ac Jc 9c | +10@3.12.1 | +10@3.12.4 | +10@3.12.1 | +25@3.12.5
3.12.1 3.12.4 3.12.5 | 3s 3c 3d | Ac Kh Qc | +10@3.12.1 | +40@3.12.4 | +10@3.12.1 | +150@3.12.5
3.12.1 3.12.4 3.12.5 | 5s 4s 3s | Ac Ah As | +10@3.12.1 | +50@3.12.4 | +10@3.12.1 | +200@3.12.5
# The player's hand is lower: the side payments do not ask how the hand fared.
3.12.2 3.12.5        | Kd 8s 4c | Kc 9h 7c | -10@3.12.2 |            | -10@3.12.2 | -5@3.12.5
3.12.2 3.12.5        | Qd Qs 4c | Kc Kh 7c | -10@3.12.2 |            | -10@3.12.2 | +5@3.12.5
3.12.2 3.12.5        | 9s 4s 3s | Ac Jc 9c | -10@3.12.2 |            | -10@3.12.2 | +20@3.12.5
3.12.2 3.12.4 R65    | 5s 4c 3c | Ac Kh Qc | -10@3.12.2 | +10@3.12.4 | -10@3.12.2 | +25@3.12.5
3.12.2 3.12.4 R65    | 3s 3c 3d | Ac Ah As | -10@3.12.2 | +40@3.12.4 | -10@3.12.2 | +150@3.12.5
3.12.2 3.12.4 R65    | 5s 4s 3s | Ac Kc Qc | -10@3.12.2 | +50@3.12.4 | -10@3.12.2 | +200@3.12.5
# The hands are equal: Ante and Play come back, everything else is settled.
3.12.3 3.12.5        | Kd 8s 4c | Kc 8h 4s | =@3.12.3   |            | =@3.12.3   | -5@3.12.5
3.12.3 3.12.5        | Kd Ks 4c | Kc Kh 4s | =@3.12.3   |            | =@3.12.3   | +5@3.12.5
3.12.3 3.12.5        | Ks 8s 4s | Kc 8c 4c | =@3.12.3   |            | =@3.12.3   | +20@3.12.5
3.12.3 3.12.4 R65    | Ks Qs Jd | Kc Qh Jh | =@3.12.3   | +10@3.12.4 | =@3.12.3   | +25@3.12.5
3.12.3 3.12.4 R65    | Ks Qs Js | Kc Qc Jc | =@3.12.3   | +50@3.12.4 | =@3.12.3   | +200@3.12.5
""")


@pytest.mark.parametrize("row", QUALIFYING_DEALERS, ids=row_id)
def test_a_qualifying_dealer_is_compared_with_a_hand_that_is_played(row: dict[str, str]) -> None:
    check({**row, "does": "play"})


FAILING_DEALERS = rows("""
proves                      | player   | dealer   | ante       | ante_bonus | play     | pair_plus
3.11.1 3.11.2 3.11.4 R64    | Kd 9s 4c | Jc 8h 7c | +10@3.11.2 |            | =@3.11.1 | -5@3.11.4
# There is no comparison: a lower hand and an equal one are paid like a higher one.
3.11.1 3.11.2 3.11.4        | 5d 4s 2c | Jc 8h 7c | +10@3.11.2 |            | =@3.11.1 | -5@3.11.4
3.11.1 3.11.2 3.11.4        | Jd 8s 7d | Jc 8h 7c | +10@3.11.2 |            | =@3.11.1 | -5@3.11.4
3.11.1 3.11.2 3.11.4        | 3d 3s 7d | Jc 8h 7c | +10@3.11.2 |            | =@3.11.1 | +5@3.11.4
3.11.1 3.11.2 3.11.4        | 9s 4s 3s | Jc 8h 7c | +10@3.11.2 |            | =@3.11.1 | +20@3.11.4
3.11.1 3.11.2 3.11.3 3.11.4 | 5s 4c 3c | Jc 8h 7c | +10@3.11.2 | +10@3.11.3 | =@3.11.1 | +25@3.11.4
3.11.1 3.11.2 3.11.3 3.11.4 | 3s 3c 3d | Jc 8h 7c | +10@3.11.2 | +40@3.11.3 | =@3.11.1 | +150@3.11.4
3.11.1 3.11.2 3.11.3 3.11.4 | 5s 4s 3s | Jc 8h 7c | +10@3.11.2 | +50@3.11.3 | =@3.11.1 | +200@3.11.4
""")


@pytest.mark.parametrize("row", FAILING_DEALERS, ids=row_id)
def test_a_dealer_who_does_not_qualify_pays_the_ante_and_hands_play_back(row: dict[str, str]) -> None:
    check({**row, "does": "play"})


FOLDS = rows("""
proves               | player   | dealer   | ante      | ante_bonus | pair_plus
3.9.1 3.9.1.1 3.12.5 | Jd 8s 4c | Kc 9h 7c | -10@3.9.1 |            | -5@3.12.5
3.9.1 3.9.1.1 3.12.5 | 3d 3s 4c | Kc 9h 7c | -10@3.9.1 |            | +5@3.12.5
3.9.1 3.9.1.1 3.12.5 | 9s 4s 3s | Kc 9h 7c | -10@3.9.1 |            | +20@3.12.5
3.9.1 3.9.1.1 3.12.5 | 5s 4c 3c | Kc 9h 7c | -10@3.9.1 |            | +25@3.12.5
3.9.1 3.9.1.1 3.12.5 | 3s 3c 3d | Kc 9h 7c | -10@3.9.1 |            | +150@3.12.5
3.9.1 3.9.1.1 3.12.5 | 5s 4s 3s | Kc 9h 7c | -10@3.9.1 |            | +200@3.12.5
# "All Ante wagers shall be paid" (3.11.2) does not bring a folded one back (R67).
3.9.1 R67 3.11.4     | Jd 8s 4c | Jc 9h 7c | -10@3.9.1 |            | -5@3.11.4
3.9.1 R67 3.9.1.1    | 3d 3s 4c | Jc 9h 7c | -10@3.9.1 |            | +5@3.11.4
3.9.1 R67 3.9.1.1    | 5s 4s 3s | Jc 9h 7c | -10@3.9.1 |            | +200@3.11.4
""")


@pytest.mark.parametrize("row", FOLDS, ids=row_id)
def test_a_fold_loses_the_ante_and_its_bonus_but_not_pair_plus(row: dict[str, str]) -> None:
    check({**row, "does": "fold"})


PAIR_PLUS_ALONE = rows("""
proves | player   | dealer   | pair_plus
3.12.5 | Ad Ks 9c | Qc 9h 7c | -5@3.12.5
3.12.5 | 3d 3s 9c | Ac Ah 7c | +5@3.12.5
3.11.4 | Ad Ks 9c | Jc 9h 7c | -5@3.11.4
3.11.4 | 3d 3s 9c | Jc 9h 7c | +5@3.11.4
3.11.4 | 9s 4s 3s | Jc 9h 7c | +20@3.11.4
3.11.4 | 5s 4c 3c | Jc 9h 7c | +25@3.11.4
3.11.4 | 3s 3c 3d | Jc 9h 7c | +150@3.11.4
3.11.4 | 5s 4s 3s | Jc 9h 7c | +200@3.11.4
""")


@pytest.mark.parametrize("row", PAIR_PLUS_ALONE, ids=row_id)
def test_pair_plus_without_an_ante_is_played_for_itself(row: dict[str, str]) -> None:
    """A straight has no Ante Bonus here: there is no Ante for it to be paid on."""
    check(row, pair_plus="5")


@pytest.mark.parametrize("does", ["play", "fold"])
def test_an_ante_alone_has_no_pair_plus(does: str) -> None:
    play = {"play": "+10@3.12.1"} if does == "play" else {}
    ante = "+10@3.12.1" if does == "play" else "-10@3.9.1"
    check({"proves": "", "player": "3s 3c 4c", "dealer": "Ac Kh 9c", "does": does, "ante": ante, **play}, ante="10")


PAYMENTS = rows("""
proves | player   | dealer   | told
4.1    | Kd 9s 4c | Kc 8h 7c | ante pays 1 to 1
4.1    | Kd 9s 4c | Kc 8h 7c | play pays 1 to 1
4.1    | 5d 4s 2c | Jc 8h 7c | ante pays 1 to 1
4.2    | 5s 4c 3c | Ac Kh Qc | ante bonus pays 1 to 1
4.2    | 3s 3c 3d | Ac Ah As | ante bonus pays 4 to 1
4.2    | 5s 4s 3s | Ac Kc Qc | ante bonus pays 5 to 1
4.3    | 3d 3s 9c | Ac Ah 7c | pair plus pays 1 to 1
4.3    | 9s 4s 3s | Ac Ah 7c | pair plus pays 4 to 1
4.3    | 5s 4c 3c | Ac Ah 7c | pair plus pays 5 to 1
4.3    | 3s 3c 3d | Ac Ah 7c | pair plus pays 30 to 1
4.3    | 5s 4s 3s | Ac Ah 7c | pair plus pays 40 to 1
""")


@pytest.mark.parametrize("row", PAYMENTS, ids=row_id)
def test_a_payment_names_its_pay_table(row: dict[str, str]) -> None:
    check_reason(DOCUMENT, deal({**row, "does": "play"}), 0, row["told"], row["proves"])


def test_odd_stakes_are_paid_to_the_cent() -> None:
    """Every table says "to 1", so a stake with cents comes out in whole cents."""
    row = {"player": "5s 4s 3s", "dealer": "Ac Ah 7c", "does": "play"}
    seat = only(settle(deal(row, ante="12.35", pair_plus="0.01"))["seats"])
    expected = {"ante": "+12.35", "play": "+12.35", "ante_bonus": "+61.75", "pair_plus": "+0.4"}
    check_seat(DOCUMENT, seat, expected, "3.12.1 3.12.4 3.12.5")
    assert seat["net"] == "86.85"


QUALIFICATIONS = rows("""
proves   | dealer   | qualifies | told
3.12     | Qs 4h 3c | yes       | the dealer qualifies with three odd cards, Q 4 3
3.11     | Js Th 8c | no        | the dealer does not qualify with three odd cards, J 10 8
3.11     | 5s 4h 2c | no        | the dealer does not qualify with three odd cards, 5 4 2
3.12     | Ks 4h 3c | yes       | the dealer qualifies with three odd cards, K 4 3
3.12     | As 4h 3c | yes       | the dealer qualifies with three odd cards, A 4 3
# Better than Queen high without a queen, a king or an ace.
3.12 R63 | 3s 3h 4c | yes       | the dealer qualifies with one pair, threes, 4 kicker
3.12 R63 | 6s 4s 3s | yes       | the dealer qualifies with flush, 6 4 3
3.12 R63 | 5s 4h 3c | yes       | the dealer qualifies with straight, 5 high
3.12 R63 | 3s 3h 3c | yes       | the dealer qualifies with three of a kind, threes
3.12 R63 | 5s 4s 3s | yes       | the dealer qualifies with straight flush, 5 high
""")


@pytest.mark.parametrize("row", QUALIFICATIONS, ids=row_id)
def test_the_dealer_qualifies_with_queen_high_or_any_better_hand(row: dict[str, str]) -> None:
    round = deal({**row, "player": "Ad Kd Jh", "does": "play"})
    check_reason(DOCUMENT, round, 0, row["told"], *row["proves"].split())
    assert settle(round)["dealer"]["qualifies"] is (row["qualifies"] == "yes")


READINGS = {
    # A dealer's hand better than Queen high with no card above the jack (R63).
    "dealer_qualifies": rows("""
proves    | value                    | does | player   | dealer   | ante       | ante_bonus | play       | pair_plus
3.12.2    | queen_high_or_better     | play | 5d 4s 2c | 9c 9h 7c | -10@3.12.2 |            | -10@3.12.2 | -5@3.12.5
3.11.1    | contains_queen_or_higher | play | 5d 4s 2c | 9c 9h 7c | +10@3.11.2 |            | =@3.11.1   | -5@3.11.4
3.11.3    | contains_queen_or_higher | play | 5s 4c 3c | 8c 8h 8s | +10@3.11.2 | +10@3.11.3 | =@3.11.1   | +25@3.11.4
3.12.2    | contains_queen_or_higher | play | 5d 4s 2c | 9c 9h Qc | -10@3.12.2 |            | -10@3.12.2 | -5@3.12.5
3.12.2    | contains_queen_or_higher | play | 5d 4s 2c | Ac 3h 2s | -10@3.12.2 |            | -10@3.12.2 | -5@3.12.5
3.9.1 R67 | contains_queen_or_higher | fold | 5d 4s 2c | 9c 9h 7c | -10@3.9.1  |            |            | -5@3.11.4
"""),
    # "No payment" on Play when the dealer does not qualify (R64).
    "play_when_dealer_fails": rows("""
proves     | value     | does | player   | dealer   | ante       | ante_bonus | play       | pair_plus
3.11.1 R64 | push      | play | Kd 9s 4c | Jc 8h 7c | +10@3.11.2 |            | =@3.11.1   | -5@3.11.4
3.11.1 R64 | collected | play | Kd 9s 4c | Jc 8h 7c | +10@3.11.2 |            | -10@3.11.1 | -5@3.11.4
3.12.1     | collected | play | Kd 9s 4c | Kc 8h 7c | +10@3.12.1 |            | +10@3.12.1 | -5@3.12.5
"""),
    # On a loss, a stand-off, a win, with a dealer who does not qualify, on a fold (R65).
    "ante_bonus": rows("""
proves     | value        | does | player   | dealer   | ante       | ante_bonus | play       | pair_plus
3.12.4 R65 | played_hands | play | 5s 4c 3c | Ac Kh Qc | -10@3.12.2 | +10@3.12.4 | -10@3.12.2 | +25@3.12.5
3.12.4 R65 | played_hands | play | Ks Qs Jd | Kc Qh Jh | =@3.12.3   | +10@3.12.4 | =@3.12.3   | +25@3.12.5
3.9.1      | played_hands | fold | 5s 4c 3c | Kc 8h 7c | -10@3.9.1  |            |            | +25@3.12.5
3.12.2     | not_on_loss  | play | 5s 4c 3c | Ac Kh Qc | -10@3.12.2 |            | -10@3.12.2 | +25@3.12.5
3.12.4 R65 | not_on_loss  | play | Ks Qs Jd | Kc Qh Jh | =@3.12.3   | +10@3.12.4 | =@3.12.3   | +25@3.12.5
3.12.2     | wins_only    | play | 5s 4c 3c | Ac Kh Qc | -10@3.12.2 |            | -10@3.12.2 | +25@3.12.5
3.12.3     | wins_only    | play | Ks Qs Jd | Kc Qh Jh | =@3.12.3   |            | =@3.12.3   | +25@3.12.5
3.12.4     | wins_only    | play | 5s 4c 3c | Ac Jc 9c | +10@3.12.1 | +10@3.12.4 | +10@3.12.1 | +25@3.12.5
3.11.3     | wins_only    | play | 5s 4c 3c | Jc 8h 7c | +10@3.11.2 | +10@3.11.3 | =@3.11.1   | +25@3.11.4
"""),
    "pair_plus_on_fold": rows("""
proves    | value   | does | player   | dealer   | ante       | ante_bonus | play       | pair_plus
3.9.1.1   | in_play | fold | 3d 3s 4c | Kc 9h 7c | -10@3.9.1  |            |            | +5@3.12.5
3.9.1 R66 | lost    | fold | 3d 3s 4c | Kc 9h 7c | -10@3.9.1  |            |            | -5@3.9.1
3.9.1 R66 | lost    | fold | 3d 3s 4c | Jc 9h 7c | -10@3.9.1  |            |            | -5@3.9.1
3.12.5    | lost    | play | 3d 3s 4c | Kc 9h 7c | +10@3.12.1 |            | +10@3.12.1 | +5@3.12.5
"""),
    # Whoever gets a folded Ante back (R67) still has no Ante Bonus (R65).
    "folded_ante_when_dealer_fails": rows("""
proves     | value | does | player   | dealer   | ante       | ante_bonus | play | pair_plus
3.9.1 R67  | lost  | fold | 5s 4c 3c | Jc 8h 7c | -10@3.9.1  |            |      | +25@3.11.4
3.11.2 R67 | paid  | fold | 5s 4c 3c | Jc 8h 7c | +10@3.11.2 |            |      | +25@3.11.4
3.9.1      | paid  | fold | 5s 4c 3c | Qc 8h 7c | -10@3.9.1  |            |      | +25@3.12.5
"""),
}
READ = [{"switch": switch, **row} for switch, table in READINGS.items() for row in table]


@pytest.mark.parametrize("row", READ, ids=row_id)
def test_each_reading_of_the_settlement_clauses_on_every_side(row: dict[str, str]) -> None:
    check(row)


def test_a_whole_table_is_settled_in_the_public_format() -> None:
    """Three positions against one dealer: names, order of the lines, cards that count, net."""
    round = {
        "pitlink": 1,
        "game": DOCUMENT,
        "cards": {"dealer": ["9h", "Qs", "9d"], "community": ["2h", "2d"]},
        "seats": [
            {"position": 2, "player": "P-1", "cards": ["6♥", "7♥", "8♥"], "wagers": {"pair_plus": "5"}},
            {"position": 3, "cards": ["Ac", "Ad", "3c"], "wagers": {"ante": "25"}, "decisions": ["play"]},
            {
                "position": 7,
                "cards": ["4c", "4d", "4h"],
                "wagers": {"pair_plus": "10", "ante": "20"},
                "decisions": ["fold"],
            },
        ],
    }
    lost = {"outcome": "lose", "pays": "0.00", "returned": "0.00"}
    won = {"stake": "25.00", "outcome": "win", "pays": "25.00", "returned": "25.00", "rule": "3.12.1"}
    settled = settle(round)
    assert settled == {
        "pitlink": 1,
        "game": DOCUMENT,
        "dealer": {"hand": "one pair", "cards": ["9h", "9d", "Qs"], "qualifies": True},
        "seats": [
            {
                "position": 2,
                "player": "P-1",
                "hand": "straight flush",
                "wagers": {
                    "pair_plus": {
                        "stake": "5.00",
                        "outcome": "win",
                        "pays": "200.00",
                        "returned": "5.00",
                        "rule": "3.12.5",
                    }
                },
                "net": "200.00",
            },
            {"position": 3, "hand": "one pair", "wagers": {"ante": won, "play": won}, "net": "50.00"},
            {
                "position": 7,
                "hand": "three of a kind",
                "wagers": {
                    "ante": {"stake": "20.00", **lost, "rule": "3.9.1"},
                    "pair_plus": {
                        "stake": "10.00",
                        "outcome": "win",
                        "pays": "300.00",
                        "returned": "10.00",
                        "rule": "3.12.5",
                        "also": ["3.9.1.1"],
                    },
                },
                "net": "280.00",
            },
        ],
    }
    assert list(settled["seats"][2]["wagers"]) == ["ante", "pair_plus"]
