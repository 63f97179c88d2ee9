"""rws-3cp, Ante, Play, Ante Bonus and Pair Plus against every kind of dealer's hand: one row, one deal."""

from collections.abc import Mapping

import pytest

from tests.proving import Json, cards, check_reason, check_seat, decisions, only, row_id, rows, settle

DOCUMENT = "rws-3cp"
LINES = ("ante", "ante_bonus", "play", "pair_plus")
BOTH = {"ante": "10", "pair_plus": "5"}
DEFAULTS: dict[str, str] = {}


def deal(row: Mapping[str, str], wagers: Mapping[str, str] = BOTH, switches: Mapping[str, str] = DEFAULTS) -> Json:
    """One seat that stakes 10 on the Ante and 5 on Pair Plus; the community cards 4♠ 8♠ decide nothing."""
    seat: Json = {
        "position": 1,
        "cards": cards(row["player"]),
        "wagers": dict(wagers),
        "decisions": decisions(row["does"]),
    }
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "cards": {"dealer": cards(row["dealer"]), "community": ["4s", "8s"]},
        "seats": [seat],
        "interpretations": dict(switches),
    }


def check(row: dict[str, str], round: Json) -> None:
    seat = only(settle(round)["seats"])
    check_seat(DOCUMENT, seat, {line: row.get(line, "") for line in LINES}, row["proves"])


SHOWDOWNS = rows("""
proves          | player   | dealer   | does | ante       | ante_bonus | play       | pair_plus
# the dealer qualifies and the player's hand is higher, by every class of hand
3.15.1 3.16     | Ah Kd 9c | Qs 6d 5c | play | +10@3.15.1 |            | +10@3.15.1 | -5@3.16
3.15.1 3.16     | 9h 9d 3c | Ks Qd 2c | play | +10@3.15.1 |            | +10@3.15.1 | +5@3.16
3.15.1 3.16     | Kc Jc 9c | As Ad 2h | play | +10@3.15.1 |            | +10@3.15.1 | +20@3.16
3.15.1 3.16     | 9h 8d 7d | As Js 3s | play | +10@3.15.1 | +10@3.16   | +10@3.15.1 | +25@3.16
3.15.1 3.16     | Th Td Tc | As Kd Qc | play | +10@3.15.1 | +40@3.16   | +10@3.15.1 | +150@3.16
3.15.1 3.16     | 5h 4h 3h | As Ad Ac | play | +10@3.15.1 | +50@3.16   | +10@3.15.1 | +200@3.16
# the player's hand is lower: bonus and Pair Plus are paid all the same
3.15.2 3.16     | Qh Jd 9c | Kc 4d 2h | play | -10@3.15.2 |            | -10@3.15.2 | -5@3.16
3.15.2 3.16     | 9h 9d 3c | Ts Td 2c | play | -10@3.15.2 |            | -10@3.15.2 | +5@3.16
3.15.2 3.16     | Ah Jh 9h | 4d 3c 2h | play | -10@3.15.2 |            | -10@3.15.2 | +20@3.16
3.15.2 3.16 R65 | 9h 8d 7d | Ts 9d 8c | play | -10@3.15.2 | +10@3.16   | -10@3.15.2 | +25@3.16
3.15.2 3.16 R65 | 4h 4d 4c | 5s 5h 5d | play | -10@3.15.2 | +40@3.16   | -10@3.15.2 | +150@3.16
3.15.2 3.16 R65 | 5h 4h 3h | Jd Td 9d | play | -10@3.15.2 | +50@3.16   | -10@3.15.2 | +200@3.16
# equal hands: Ante and Play come back, bonus and Pair Plus are outside the stand-off
3.15.3 3.16     | Ah Kd 9c | As Kc 9d | play | =@3.15.3   |            | =@3.15.3   | -5@3.16
3.15.3 3.16     | 9h 9d 3c | 9s 9c 3d | play | =@3.15.3   |            | =@3.15.3   | +5@3.16
3.15.3 3.16     | Kc Jc 9c | Kd Jd 9d | play | =@3.15.3   |            | =@3.15.3   | +20@3.16
3.15.3 3.16 R65 | 9h 8d 7c | 9d 8c 7d | play | =@3.15.3   | +10@3.16   | =@3.15.3   | +25@3.16
3.15.3 3.16 R65 | 7h 6h 5h | 7d 6d 5d | play | =@3.15.3   | +50@3.16   | =@3.15.3   | +200@3.16
# the dealer does not qualify: the Ante wins and the Play comes back, with a higher, an equal and a lower hand
3.13 3.16       | Ah Kd 9c | Js Td 8c | play | +10@3.13   |            | =@3.13     | -5@3.16
3.13 3.16       | Jh Tc 8d | Js Td 8c | play | +10@3.13   |            | =@3.13     | -5@3.16
3.13 3.16       | 9h 5d 3c | Js Td 8c | play | +10@3.13   |            | =@3.13     | -5@3.16
3.13 3.16       | 2h 2d 3c | Js Td 8c | play | +10@3.13   |            | =@3.13     | +5@3.16
3.13 3.16       | 7h 5h 2h | Js Td 8c | play | +10@3.13   |            | =@3.13     | +20@3.16
3.13 3.16       | 3c 2h Ad | Js Td 8c | play | +10@3.13   | +10@3.16   | =@3.13     | +25@3.16
3.13 3.16       | 2h 2d 2c | Js Td 8c | play | +10@3.13   | +40@3.16   | =@3.13     | +150@3.16
3.13 3.16       | Ah Kh Qh | Js Td 8c | play | +10@3.13   | +50@3.16   | =@3.13     | +200@3.16
# a fold loses the Ante and with it the bonus; Pair Plus is settled
3.12.1 3.16     | 9h 5d 3c | Ks Qd 2c | fold | -10@3.12.1 |            |            | -5@3.16
3.12.1 R66 3.16 | 2h 2d 3c | Ks Qd 2c | fold | -10@3.12.1 |            |            | +5@3.16
3.12.1 R66 3.16 | 7h 5h 2h | Ks Qd 2c | fold | -10@3.12.1 |            |            | +20@3.16
3.12.1 R66 3.16 | 3c 2h Ad | Ks Qd 2c | fold | -10@3.12.1 |            |            | +25@3.16
3.12.1 R66 3.16 | 2h 2d 2s | Ks Qd 5c | fold | -10@3.12.1 |            |            | +150@3.16
3.12.1 R66 3.16 | Ah Kh Qh | Ks Qd 2c | fold | -10@3.12.1 |            |            | +200@3.16
# … and the dealer's failing to qualify does not bring a folded Ante back
3.12.1 R67      | 9h 5d 3c | Js Td 8c | fold | -10@3.12.1 |            |            | -5@3.16
3.12.1 R67 R66  | Ah Kh Qh | Js Td 8c | fold | -10@3.12.1 |            |            | +200@3.16
""")


@pytest.mark.parametrize("row", SHOWDOWNS, ids=row_id)
def test_showdowns_with_ante_and_pair_plus(row: dict[str, str]) -> None:
    check(row, deal(row))


ANTE_ONLY = rows("""
proves | player   | dealer   | does | ante       | ante_bonus | play
3.15.1 | 9h 9d 3c | Ks Qd 2c | play | +10@3.15.1 |            | +10@3.15.1
3.15.1 | 9h 8d 7d | As Ad 3s | play | +10@3.15.1 | +10@3.16   | +10@3.15.1
3.15.2 | 9h 9d 3c | Ts Td 2c | play | -10@3.15.2 |            | -10@3.15.2
3.13   | 9h 9d 3c | Js Td 8c | play | +10@3.13   |            | =@3.13
3.12.1 | 9h 9d 3c | Ks Qd 2c | fold | -10@3.12.1 |            |
""")


@pytest.mark.parametrize("row", ANTE_ONLY, ids=row_id)
def test_an_ante_alone_has_no_pair_plus_line(row: dict[str, str]) -> None:
    check(row, deal(row, {"ante": "10"}))


PAIR_PLUS_ONLY = rows("""
proves | player   | dealer   | does | pair_plus
# the dealer's hand is without effect, qualifying or not, higher or lower
3.16   | Ah Kd 9c | Qs 6d 5c |      | -5@3.16
3.16   | 9h 9d 3c | As Ad 2c |      | +5@3.16
3.16   | 9h 9d 3c | Js Td 8c |      | +5@3.16
3.16   | 7h 5h 2h | As Ad 2c |      | +20@3.16
3.16   | 9h 8d 7d | As Ad 2c |      | +25@3.16
3.16   | 2h 2d 2s | 3s 3d 3c |      | +150@3.16
3.16   | Ah Kh Qh | Js Td 8c |      | +200@3.16
""")


@pytest.mark.parametrize("row", PAIR_PLUS_ONLY, ids=row_id)
def test_pair_plus_alone_is_settled_without_decision_or_ante_bonus(row: dict[str, str]) -> None:
    check(row, deal(row, {"pair_plus": "5"}))


# Whether the dealer qualifies

DEALERS = rows("""
dealer   | qualifies | words
Js Td 8c | no        | three odd cards, J 10 8
7s 5d 2c | no        | three odd cards, 7 5 2
Qs 3d 2c | yes       | three odd cards, Q 3 2
Qs Jd 9c | yes       | three odd cards, Q J 9
Ks 3d 2c | yes       | three odd cards, K 3 2
As 4d 2c | yes       | three odd cards, A 4 2
# no Queen, King or Ace among them, and yet a hand of a higher ranking
2s 2d 3c | yes       | one pair, twos, 3 kicker
5d 3d 2d | yes       | flush, 5 3 2
4d 3d 2c | yes       | straight, 4 high
Js Td 9c | yes       | straight, J high
2s 2d 2c | yes       | three of a kind, twos
4d 3d 2d | yes       | straight flush, 4 high
""")


@pytest.mark.parametrize("row", DEALERS, ids=row_id)
def test_the_dealer_qualifies_with_queen_high_or_any_better_hand(row: dict[str, str]) -> None:
    round = deal({"player": "Ah Kd 9h", "dealer": row["dealer"], "does": "play"})
    qualifies = row["qualifies"] == "yes"
    assert settle(round)["dealer"]["qualifies"] is qualifies
    if qualifies:
        check_reason(DOCUMENT, round, 0, f"the dealer qualifies with {row['words']}", "3.15", "1.18")
    else:
        check_reason(DOCUMENT, round, 0, f"the dealer does not qualify with {row['words']}", "3.13", "1.18")


# What the tables pay

PAY_TABLES = rows("""
clause | player   | words
4.1    | Ah Kd 9c | ante pays 1 to 1
4.1    | Ah Kd 9c | play pays 1 to 1
4.2    | 5h 4h 3h | pair plus pays 40 to 1
4.2    | Th Td Tc | pair plus pays 30 to 1
4.2    | 9h 8d 7d | pair plus pays 5 to 1
4.2    | Kc Jc 9c | pair plus pays 4 to 1
4.2    | 9h 9d 3c | pair plus pays 1 to 1
4.3    | 5h 4h 3h | ante bonus pays 5 to 1
4.3    | Th Td Tc | ante bonus pays 4 to 1
4.3    | 9h 8d 7d | ante bonus pays 1 to 1
""")


@pytest.mark.parametrize("row", PAY_TABLES, ids=row_id)
def test_a_payment_names_the_line_of_its_table(row: dict[str, str]) -> None:
    round = deal({"player": row["player"], "dealer": "Qs 6d 2c", "does": "play"})
    check_reason(DOCUMENT, round, 0, row["words"], row["clause"])


CENTS = rows("""
proves | player   | dealer   | does | ante   | ante_bonus | play   | pair_plus
3.15.1 | 5h 4h 3h | Qs 6d 2c | play | +12.37 | +61.85     | +12.37 | +2.4
3.15.1 | Th Td Tc | Qs 6d 2c | play | +12.37 | +49.48     | +12.37 | +1.8
3.15.1 | 9h 8d 7d | Qs 6d 2c | play | +12.37 | +12.37     | +12.37 | +0.3
3.15.1 | Kc Jc 9c | Qs 6d 2c | play | +12.37 |            | +12.37 | +0.24
""")


@pytest.mark.parametrize("row", CENTS, ids=row_id)
def test_stakes_with_cents_are_paid_exactly(row: dict[str, str]) -> None:
    check(row, deal(row, {"ante": "12.37", "pair_plus": "0.06"}))


# The switches

SWITCH_OF = {"R65": "ante_bonus", "R66": "pair_plus_on_fold", "R67": "folded_ante_when_dealer_fails"}
SWITCHES = rows("""
reading          | proves | player   | dealer   | does | ante       | ante_bonus | play | pair_plus
# R65: the Ante Bonus on a win, a loss, a stand-off, and when the dealer does not qualify
R65 played_hands | 3.15.1 | 9h 8d 7d | As Js 3s | play | +10        | +10        | +10  | +25
R65 not_on_loss  | 3.15.1 | 9h 8d 7d | As Js 3s | play | +10        | +10        | +10  | +25
R65 wins_only    | 3.15.1 | 9h 8d 7d | As Js 3s | play | +10        | +10        | +10  | +25
R65 played_hands | R65    | 9h 8d 7d | Ts 9d 8c | play | -10        | +10        | -10  | +25
R65 not_on_loss  | 3.15.2 | 9h 8d 7d | Ts 9d 8c | play | -10        |            | -10  | +25
R65 wins_only    | 3.15.2 | 9h 8d 7d | Ts 9d 8c | play | -10        |            | -10  | +25
R65 played_hands | R65    | 7h 6h 5h | 7d 6d 5d | play | =          | +50        | =    | +200
R65 not_on_loss  | R65    | 7h 6h 5h | 7d 6d 5d | play | =          | +50        | =    | +200
R65 wins_only    | 3.15.3 | 7h 6h 5h | 7d 6d 5d | play | =          |            | =    | +200
R65 played_hands | 3.13   | 9h 8d 7d | Js Td 8c | play | +10        | +10        | =    | +25
R65 not_on_loss  | 3.13   | 9h 8d 7d | Js Td 8c | play | +10        | +10        | =    | +25
R65 wins_only    | 3.13   | 9h 8d 7d | Js Td 8c | play | +10        | +10        | =    | +25
# R66: Pair Plus on a fold; a hand that plays and loses keeps it either way
R66 in_play      | R66    | 9h 9d 3c | Ks Qd 2c | fold | -10@3.12.1 |            |      | +5@3.16
R66 lost         | R66    | 9h 9d 3c | Ks Qd 2c | fold | -10@3.12.1 |            |      | -5@3.12.1
R66 in_play      | 3.16   | 9h 6d 3c | Ks Qd 2c | fold | -10@3.12.1 |            |      | -5@3.16
R66 lost         | 3.16   | 9h 6d 3c | Ks Qd 2c | fold | -10@3.12.1 |            |      | -5@3.16
R66 lost         | 3.16   | 9h 9d 3c | Ts Td 2c | play | -10@3.15.2 |            | -10  | +5@3.16
# R67: a folded Ante when the dealer does not qualify; it never has a bonus
R67 lost         | R67    | 9h 8d 7d | Js Td 8c | fold | -10@3.12.1 |            |      | +25
R67 paid         | R67    | 9h 8d 7d | Js Td 8c | fold | +10@3.13   |            |      | +25
R67 paid         | 3.12.1 | 9h 8d 7d | Ks Qd 2c | fold | -10@3.12.1 |            |      | +25
R67 paid         | 3.13   | 9h 8d 7d | Js Td 8c | play | +10@3.13   | +10        | =    | +25
""")


@pytest.mark.parametrize("row", SWITCHES, ids=row_id)
def test_readings_of_bonus_and_fold_move_only_their_own_line(row: dict[str, str]) -> None:
    reading, value = row["reading"].split()
    check(row, deal(row, switches={SWITCH_OF[reading]: value}))
