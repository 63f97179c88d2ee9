"""mbs-thb 3.9, 3.10, 4.1.1: what Ante, Flop, Turn, River and Bonus come to, one row one deal."""

import pytest

from tests.proving import Json, cards, check_reason, check_seat, decisions, only, row_id, rows, settle

DOCUMENT = "mbs-thb"
WAGERS = ("ante", "flop", "turn", "river", "bonus", "progressive")
JACKPOT = {"meter": "10000", "reset": "500", "unit": "5"}
RAISED = "flop, turn, river"
Row = dict[str, str]


def deal(row: Row, **interpretations: str) -> Json:
    """One seat: Ante 10, and Bonus and progressive of 5 where the row has a cell for them; "hides" ends the decisions
    of a player who will not show."""
    does = decisions(row["does"])
    placed = {"ante": "10"} | {wager: "5" for wager in ("bonus", "progressive") if row.get(wager)}
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": JACKPOT,
        "cards": {"dealer": cards(row["dealer"]), "community": cards(row["board"])},
        "seats": [
            {
                "position": 1,
                "cards": cards(row["player"]),
                "wagers": placed,
                "decisions": [word for word in does if word != "hides"],
                "reveals": "hides" not in does,
            }
        ],
        "interpretations": interpretations,
    }


def check(row: Row, **interpretations: str) -> None:
    seat = only(settle(deal(row, **interpretations))["seats"])
    check_seat(DOCUMENT, seat, {wager: row.get(wager, "") for wager in WAGERS}, row["proves"])


# 3.10.2: the Ante is paid from a straight upwards only. All ten classes win here, each against a lower hand.

WINS = rows("""
proves | player | dealer | board          | does              | ante        | flop       | turn       | river
3.10.2 | Ac Qd  | Ks Td  | 2c 5h 8d 9s Jc | flop, turn, river | =@3.10.2    | +20@3.10.2 | +10@3.10.2 | +10@3.10.2
3.10.2 | As Ad  | Ks Kd  | 2c 5h 8d 9s Jc | flop, turn, river | =@3.10.2    | +20@3.10.2 | +10@3.10.2 | +10@3.10.2
3.10.2 | Jd 9d  | As Ad  | 2c 5h 8d 9s Jc | flop, turn, river | =@3.10.2    | +20@3.10.2 | +10@3.10.2 | +10@3.10.2
3.10.2 | Jd Js  | As Ad  | 2c 5h 8d 9s Jc | flop, turn, river | =@3.10.2    | +20@3.10.2 | +10@3.10.2 | +10@3.10.2
3.10.2 | Td 7d  | As Ad  | 2c 5h 8d 9s Jc | flop, turn, river | +10@3.10.2  | +20@3.10.2 | +10@3.10.2 | +10@3.10.2
3.10.2 | Ac 4d  | Ks Kd  | 2c 5h 3d 9s Jc | flop, turn, river | +10@3.10.2  | +20@3.10.2 | +10@3.10.2 | +10@3.10.2
3.10.2 | 4h 3h  | As Ad  | 2h 5h 8d 9h Jc | flop, turn, river | +10@3.10.2  | +20@3.10.2 | +10@3.10.2 | +10@3.10.2
3.10.2 | 9d 9h  | As Ad  | 2c 2h 8d 9s Jc | flop, turn, river | +10@3.10.2  | +20@3.10.2 | +10@3.10.2 | +10@3.10.2
3.10.2 | 2d 2s  | As Ad  | 2c 2h 8d Ah Jc | flop, turn, river | +10@3.10.2  | +20@3.10.2 | +10@3.10.2 | +10@3.10.2
3.10.2 | 7h 6h  | As Ad  | 5h 8h 9h Ac Ah | flop, turn, river | +10@3.10.2  | +20@3.10.2 | +10@3.10.2 | +10@3.10.2
3.10.2 | Ah Kh  | 9h 8h  | Qh Jh Th Ac 2c | flop, turn, river | +10@3.10.2  | +20@3.10.2 | +10@3.10.2 | +10@3.10.2
# only what was staked is paid; a checked Turn does not bar the River (R60)
3.10.2 | Td 7d  | As Ad  | 2c 5h 8d 9s Jc | flop, check, check | +10        | +20        |            |
3.10.2 | Td 7d  | As Ad  | 2c 5h 8d 9s Jc | flop, turn, check  | +10        | +20        | +10        |
3.10.2 | Td 7d  | As Ad  | 2c 5h 8d 9s Jc | flop, check, river | +10        | +20        |            | +10
# no hand of the dealer is too low to count
3.10.2 | 9c 4h  | 6s 3d  | 2c 5h 8d 9s Jc | flop, check, check | =          | +20        |            |
""")

LOSSES = rows("""
proves | player | dealer | board          | does               | ante       | flop       | turn       | river
3.10.3 | Ks Kd  | As Ad  | 2c 5h 8d 9s Jc | flop, turn, river  | -10@3.10.3 | -20@3.10.3 | -10@3.10.3 | -10@3.10.3
3.10.3 | Ks Kd  | As Ad  | 2c 5h 8d 9s Jc | flop, check, check | -10@3.10.3 | -20@3.10.3 |            |
3.10.3 | Ks Kd  | As Ad  | 2c 5h 8d 9s Jc | flop, turn, check  | -10@3.10.3 | -20@3.10.3 | -10@3.10.3 |
3.10.3 | Ks Kd  | As Ad  | 2c 5h 8d 9s Jc | flop, check, river | -10@3.10.3 | -20@3.10.3 |            | -10@3.10.3
# a straight or better saves nothing when it is beaten
3.10.3 | Td 7d  | Ah 3h  | 2h 5h 8d 9h Jc | flop, check, check | -10@3.10.3 | -20@3.10.3 |            |
3.10.3 | 9h 8h  | Ah Kh  | Qh Jh Th Ac 2c | flop, check, check | -10@3.10.3 | -20@3.10.3 |            |
""")

STAND_OFFS = rows("""
proves | player | dealer | board          | does               | ante     | flop     | turn     | river
3.10.4 | Ac Kd  | Ad Kc  | 2c 5h 8d 9s Jc | flop, turn, river  | =@3.10.4 | =@3.10.4 | =@3.10.4 | =@3.10.4
3.10.4 | Ac Kd  | Ad Kc  | 2c 5h 8d 9s Jc | flop, check, check | =@3.10.4 | =@3.10.4 |          |
3.10.4 | Ac Kd  | Ad Kc  | 2c 5h 8d 9s Jc | flop, turn, check  | =@3.10.4 | =@3.10.4 | =@3.10.4 |
3.10.4 | Ac Kd  | Ad Kc  | 2c 5h 8d 9s Jc | flop, check, river | =@3.10.4 | =@3.10.4 |          | =@3.10.4
# a straight or better wins the Ante only when it beats the dealer
3.10.4 | Td 7d  | Tc 7c  | 2c 5h 8d 9s Jc | flop, check, check | =@3.10.4 | =@3.10.4 |          |
3.10.4 | 2c 3d  | 4h 5s  | Ts Js Qs Ks As | flop, check, check | =@3.10.4 | =@3.10.4 |          |
""")

# 3.9.1: a fold is final. The hand would have won, have been level, have made the best hand there is.
FOLDS = rows("""
proves | player | dealer | board          | does | ante      | bonus    | progressive
3.9.1  | Td 7d  | As Ad  | 2c 5h 8d 9s Jc | fold | -10@3.9.1 |          |
3.9.1  | Ac Kd  | Ad Kc  | 2c 5h 8d 9s Jc | fold | -10@3.9.1 |          |
3.9.1  | 4d 3d  | As Ad  | 2c 5h 8d 9s Jc | fold | -10@3.9.1 |          |
3.9.1  | As Ad  | Ac Ah  | 2c 5h 8d 9s Jc | fold | -10@3.9.1 | -5@3.9.1 |
3.9.1  | As Ad  | Kc Qh  | 2c 5h 8d 9s Jc | fold | -10@3.9.1 | -5@3.9.1 | -5@4.2
3.9.1  | Kc 4d  | As Ad  | 2c 5h 8d 9s Jc | fold | -10@3.9.1 | -5@3.9.1 | -5@4.2
""")

# 3.10.1: a hand that is not shown ranks below the dealer's, whatever it is; the Bonus goes with it (R59).
DECLINED = rows("""
proves     | player | dealer | board          | does               | ante | flop | turn | river | bonus | progressive
3.10.1     | Td 7d  | As Ad  | 2c 5h 8d 9s Jc | flop, turn, river  | -10  | -20  | -10  | -10   |       |
3.10.1     | Ac Kd  | Ad Kc  | 2c 5h 8d 9s Jc | flop, check, check | -10  | -20  |      |       |       |
3.10.1     | Ks Kd  | As Ad  | 2c 5h 8d 9s Jc | flop, check, river | -10  | -20  |      | -10   |       |
3.10.1 R59 | As Ad  | Kc Qh  | 2c 5h 8d 9s Jc | flop, turn, check  | -10  | -20  | -10  |       | -5    |
3.10.1 R59 | Ah Kh  | As Ad  | Qh Jh Th Ac 2c | flop, check, check | -10  | -20  |      |       | -5    | -5
3.10.1     | 2s 2d  | As Ad  | Ts Js Qs Ks 3c | flop, check, check | -10  | -20  |      |       |       | -5
# a folded hand has lost Ante and Bonus by the fold; not shown, it loses the progressive as well (R20)
3.9.1      | Ah Kh  | As Ad  | Qh Jh Th Ac 2c | fold               | -10  |      |      |       | -5    | -5@3.10.1
""")


@pytest.mark.parametrize("row", WINS, ids=row_id)
def test_a_higher_hand_wins_the_raises_and_from_a_straight_upwards_the_ante(row: Row) -> None:
    check(row)


@pytest.mark.parametrize("row", LOSSES, ids=row_id)
def test_a_lower_hand_loses_every_wager(row: Row) -> None:
    check(row)


@pytest.mark.parametrize("row", STAND_OFFS, ids=row_id)
def test_level_hands_stand_off(row: Row) -> None:
    check(row)


@pytest.mark.parametrize("row", FOLDS, ids=row_id)
def test_a_fold_loses_ante_and_bonus(row: Row) -> None:
    check(row)


@pytest.mark.parametrize("row", DECLINED, ids=row_id)
def test_a_hand_that_is_not_shown_loses_everything(row: Row) -> None:
    hidden = {**row, "does": f"{row['does']}, hides"}
    settled = settle(deal(hidden))
    seat = only(settled["seats"])
    assert seat["hand"] is None
    assert "progressive_hand" not in seat
    by = "3.9.1" if row["does"] == "fold" else "3.10.1"
    assert {line["rule"] for wager, line in seat["wagers"].items() if wager != "progressive"} == {by}
    assert settled["jackpot"] == {"before": "10000.00", "after": "10000.00", "awards": []}
    check(hidden)


# 4.1.1: the Bonus table on a hand that wins. The dealer has K-10-8-7-5, which every row beats.

BONUS = rows("""
player | dealer | bonus
Ac Ah  | 7s 2d  | +150
Ac Ah  | As 2d  | +150
Ac Kd  | 7s 2d  | +75
Ac Ks  | 7s 2d  | +75
As Ks  | 7s 2d  | +125
Ad Kd  | 7s 2d  | +125
As Qs  | 7s 2d  | +100
Ah Jh  | 7s 2d  | +100
As Qd  | 7s 2d  | +25
Ah Js  | 7s 2d  | +25
Kd As  | 7s 2d  | +75
Js As  | 7s 2d  | +100
Kd Kh  | 7s 2d  | +50
Qs Qh  | 7s 2d  | +50
Js Jh  | 7s 2d  | +50
Td Ts  | 7s 2d  | +15
9d 9s  | 7s 2d  | +15
8c 8s  | 7s 2d  | +15
7c 7h  | 6s 2d  | +15
6c 6h  | 7s 2d  | +15
5c 5h  | 7s 2d  | +15
4c 4h  | 7s 2d  | +15
3d 3h  | 7s 2d  | +15
2c 2h  | 7s 2d  | +15
# the hand wins and the Bonus does not: an ace with a ten, kings with queens, a pair made with the board
As Ts  | 7s 2d  | -5
Ks Qs  | 7s 2d  | -5
As 3s  | 7s 2d  | -5
Td 8s  | 7s 2d  | -5
""")


@pytest.mark.parametrize("row", BONUS, ids=row_id)
def test_the_bonus_pays_by_the_hole_cards(row: Row) -> None:
    known = {"proves": "3.10.2 4.1.1", "board": "Kc Th 8d 5s 3c", "does": RAISED, "flop": "+20", "turn": "+10"}
    # No row makes a straight or better, so the Ante always stands off.
    check({**known, **row, "bonus": f"{row['bonus']}@4.1.1", "ante": "=@3.10.2", "river": "+10"})


# Two pairs of aces; R57 and R58 say what a loss and a stand-off do to the Bonus. Each row has both values.

ACES = rows("""
proves       | player | dealer | board          | switch            | value   | ante | flop | bonus        | also
4.1.1        | Ah Ad  | As Ac  | Kh 9h 6h 2h 4c | bonus_on_loss     | lost    | +10  | +20  | +5000@4.1.1  |
4.1.1        | Ah Ad  | As Ac  | Kh 9h 6h 2h 4c | bonus_on_standoff | push    | +10  | +20  | +5000@4.1.1  |
4.1.1 R58    | Ah Ad  | As Ac  | Kc Th 8d 5s 3c | bonus_on_standoff | settled | =    | =    | +5000@4.1.1  | R58
3.10.4 R58   | Ah Ad  | As Ac  | Kc Th 8d 5s 3c | bonus_on_standoff | push    | =    | =    | =@3.10.4     | R58
3.10.3 R57   | Ah Ad  | As Ac  | Ks 9s 6s 2s 4c | bonus_on_loss     | lost    | -10  | -20  | -5@3.10.3    | R57
4.1.1 R57    | Ah Ad  | As Ac  | Ks 9s 6s 2s 4c | bonus_on_loss     | settled | -10  | -20  | +5000@4.1.1  | R57
# the dealer's second ace lies on the board, not in his hole cards: 30 to 1
4.1.1 R57    | Ah Ad  | As 5s  | Ac 2s 3s 4s 9d | bonus_on_loss     | settled | -10  | -20  | +150@4.1.1   | R57
4.1.1 R57    | Qh Qd  | As Kc  | Ac Kh 9d 2s 4c | bonus_on_loss     | settled | -10  | -20  | +50@4.1.1    | R57
3.10.3 R57   | Qh Qd  | As Kc  | Ac Kh 9d 2s 4c | bonus_on_loss     | lost    | -10  | -20  | -5@3.10.3    | R57
# hole cards that the table does not list: no reading matters on a loss, R58 does on a stand-off
4.1.1        | Qh 3d  | As Kc  | Ac Kh 9d 2s 4c | bonus_on_loss     | settled | -10  | -20  | -5@4.1.1     |
3.10.3       | Qh 3d  | As Kc  | Ac Kh 9d 2s 4c | bonus_on_loss     | lost    | -10  | -20  | -5@3.10.3    |
3.10.4 R58   | Ah 3d  | As 3c  | Kc Th 8d 5s 2c | bonus_on_standoff | push    | =    | =    | =@3.10.4     | R58
4.1.1 R58    | Ah Kd  | As Ks  | Kc Th 8d 5s 2c | bonus_on_standoff | settled | =    | =    | +75@4.1.1    | R58
3.10.4 R58   | Ah Kd  | As Ks  | Kc Th 8d 5s 2c | bonus_on_standoff | push    | =    | =    | =@3.10.4     | R58
""")


@pytest.mark.parametrize("row", ACES, ids=row_id)
def test_the_bonus_of_a_beaten_or_level_hand_follows_the_reading(row: Row) -> None:
    row = {**row, "does": "flop, check, check"}
    switch = {row["switch"]: row["value"]}
    check(row, **switch)
    assert only(settle(deal(row, **switch))["seats"])["wagers"]["bonus"].get("also", []) == row["also"].split()
    if row["value"] in ("lost", "settled") and switch != {"bonus_on_loss": "settled"}:
        assert settle(deal(row)) == settle(deal(row, **switch)), "a default may be written out"


def test_an_unlisted_bonus_that_a_reading_loses_on_a_stand_off_cites_it() -> None:
    row = {"player": "Ah 3d", "dealer": "As 3c", "board": "Kc Th 8d 5s 2c", "does": "flop, check, check"}
    check({**row, "proves": "4.1.1 R58", "ante": "=", "flop": "=", "bonus": "-5@4.1.1"})


@pytest.mark.parametrize("switch", [{"bonus_on_loss": "settled"}, {"bonus_on_standoff": "push"}], ids=str)
def test_no_reading_of_the_bonus_saves_it_from_a_fold_or_a_hidden_hand(switch: dict[str, str]) -> None:
    row = {"player": "As Ad", "dealer": "Ac Ah", "board": "2c 5h 8d 9s Jc", "proves": "", "bonus": "-5@3.9.1"}
    check({**row, "does": "fold", "ante": "-10@3.9.1"}, **switch)
    row |= {"bonus": "-5@3.10.1", "ante": "-10@3.10.1", "flop": "-20@3.10.1"}
    check({**row, "does": "flop, check, check, hides"}, **switch)


REASONS = rows("""
words                       | clauses
straight, J high            | 3.11.6
straight, J high beats one pair, aces, J 9 8 kickers | 3.10 3.11
ante pays 1 to 1            | 4.1.1
flop pays 1 to 1            | 4.1.1
turn pays 1 to 1            | 4.1.1
river pays 1 to 1           | 4.1.1
""")


@pytest.mark.parametrize("reason", REASONS, ids=row_id)
def test_the_reasons_name_hand_comparison_and_pay_table(reason: Row) -> None:
    row = {"player": "Td 7d", "dealer": "As Ad", "board": "2c 5h 8d 9s Jc", "does": RAISED}
    check_reason(DOCUMENT, deal(row), 0, reason["words"], *reason["clauses"].split())


def test_a_settlement_has_the_dealers_hand_the_lines_in_order_and_the_sum() -> None:
    row = {"player": "As Ks", "dealer": "Ad Kh", "board": "Qs Js Ts Ah Kd", "does": RAISED, "bonus": "x"}
    row["progressive"] = "x"
    settled = settle(deal(row))
    assert settled["dealer"] == {"hand": "straight", "cards": ["Ad", "Kh", "Qs", "Js", "Ts"]}
    seat = only(settled["seats"])
    assert (seat["hand"], seat["progressive_hand"]) == ("royal flush", "royal flush")
    assert list(seat["wagers"]) == list(WAGERS)
    assert seat["net"] == "10170.00"  # 10 + 20 + 10 + 10, 25 times 5, and 10,000 for a stake of 5 that is not returned
