"""rws-3cp, what should not happen limits, a wrong Play, players who leave or hide, hands out of play."""

import pytest

from tests.proving import Json, cards, check_reason, check_seat, only, row_id, rows, settle

DOCUMENT = "rws-3cp"
LINES = ("ante", "ante_bonus", "play", "pair_plus", "progressive")
JACKPOT = {"meter": "1000", "reset": "500", "unit": "5"}


def deal(row: dict[str, str], wagers: str, limits: str = "", **more: object) -> Json:
    """One seat; `wagers` is "ante 10, pair_plus 5", `limits` is "ante 10-100"; community cards 10♣ 5♣."""
    seat: Json = {
        "position": 1,
        "cards": cards(row["player"]),
        "wagers": dict(wager.split() for wager in wagers.split(", ")),
        "decisions": cards(row.get("does", "play")),
        **more,
    }
    round: Json = {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": JACKPOT,
        "cards": {"dealer": cards(row["dealer"]), "community": ["Tc", "5c"]},
        "seats": [seat],
    }
    if limits:
        round["limits"] = {
            wager: {edge: amount for edge, amount in zip(("min", "max"), span.split("-"), strict=True) if amount}
            for wager, span in (limit.split() for limit in limits.split(", "))
        }
    if "switch" in row:
        round["interpretations"] = dict([row["switch"].split("=")]) if row["switch"] else {}
    return round


def check(row: dict[str, str], round: Json) -> Json:
    seat = only(settle(round)["seats"])
    check_seat(DOCUMENT, seat, {line: row.get(line, "") for line in LINES}, row["proves"])
    return seat


# 5.1, 5.2 Limits

ANTE_LIMITS = rows("""
proves | limits | ante is | player   | dealer   | does | ante              | ante_bonus | play
# under the minimum it stands, on every outcome
5.2.1  | 25-100 | 10      | Ah Kd 9c | Qs 6d 2c | play | +10@3.15.1        |            | +10
5.2.1  | 25-100 | 24.99   | Qh Jd 9c | Ks 6d 2c | play | -24.99@3.15.2     |            | -24.99
5.2.1  | 25-    | 10      | Ah Kd 9c | As Kc 9d | play | =@3.15.3          |            | =
5.2.1  | 25-100 | 10      | Ah Kd 9c | Js 6d 2c | play | +10@3.13          |            | =
5.2.1  | 25-100 | 10      | Ah Kd 9c | Qs 6d 2c | fold | -10@3.12.1        |            |
5.2.1  | 25-100 | 10      | 9h 8d 7c | Qs 6d 2c | play | +10@3.15.1        | +10        | +10
# over the maximum it is settled at the maximum, and Play and Ante Bonus follow the Ante in play
5.1.1  | 25-100 | 150     | Ah Kd 9c | Qs 6d 2c | play | +100(50)@3.15.1   |            | +100
5.1.1  | 25-100 | 150     | Qh Jd 9c | Ks 6d 2c | play | -100(50)@3.15.2   |            | -100
5.1.1  | 25-100 | 150     | Ah Kd 9c | As Kc 9d | play | =(50)@3.15.3      |            | =
5.1.1  | 25-100 | 150     | Ah Kd 9c | Js 6d 2c | play | +100(50)@3.13     |            | =
5.1.1  | 25-100 | 150     | Ah Kd 9c | Qs 6d 2c | fold | -100(50)@3.12.1   |            |
5.1.1  | 25-100 | 150     | 9h 8d 7c | Qs 6d 2c | play | +100(50)@3.15.1   | +100       | +100
5.1.1  | -100   | 100.01  | 7h 6h 5h | Qs 6d 2c | play | +100(0.01)@3.15.1 | +500       | +100
""")


@pytest.mark.parametrize("row", ANTE_LIMITS, ids=row_id)
@pytest.mark.parametrize("warned", [False, True], ids=["", "warned"])
def test_an_ante_outside_the_limits(row: dict[str, str], warned: bool) -> None:
    """Unlike in the other house, one who has been under the minimum before is treated no differently (R30)."""
    check(row, deal(row, f"ante {row['ante is']}", f"ante {row['limits']}", warned=warned))


PAIR_PLUS_LIMITS = rows("""
proves | limits | wagers                | player   | dealer   | does | ante | play | pair_plus
5.2.1  | 10-    | ante 10, pair_plus 5  | 9h 9d 3c | Qs 6d 2c | play | +10  | +10  | +5@3.16
5.2.1  | 10-    | ante 10, pair_plus 5  | Ah 9d 3c | Qs 6d 2c | play | +10  | +10  | -5@3.16
5.2.1  | 10-    | pair_plus 9.99        | 9h 9d 3c | Qs 6d 2c |      |      |      | +9.99@3.16
5.1.1  | 5-20   | ante 10, pair_plus 30 | 9h 9d 3c | Qs 6d 2c | play | +10  | +10  | +20(10)@3.16
5.1.1  | 5-20   | ante 10, pair_plus 30 | Ah 9d 3c | Qs 6d 2c | play | +10  | +10  | -20(10)@3.16
5.1.1  | 5-20   | ante 10, pair_plus 30 | 7h 6h 5h | Qs 6d 2c | fold | -10  |      | +800(10)@3.16
5.1.1  | -20    | pair_plus 20.01       | 9h 9d 3c | Qs 6d 2c |      |      |      | +20(0.01)@3.16
""")


@pytest.mark.parametrize("row", PAIR_PLUS_LIMITS, ids=row_id)
def test_a_pair_plus_outside_the_limits(row: dict[str, str]) -> None:
    check(row, deal(row, row["wagers"], f"pair_plus {row['limits']}"))


def test_one_box_over_and_the_other_under_its_limit() -> None:
    row = {"proves": "5.1.1 5.2.1", "player": "9h 9d 3c", "dealer": "Qs 6d 2c"}
    row |= {"ante": "+100(50)", "play": "+100", "pair_plus": "+5"}
    check(row, deal(row, "ante 150, pair_plus 5", "ante 25-100, pair_plus 10-100"))


WITHIN = rows("""
proves | limits                        | wagers                  | player   | dealer   | ante | play | pair_plus
3.15.1 | ante 10-100                   | ante 10                 | Ah Kd 9c | Qs 6d 2c | +10  | +10  |
3.15.1 | ante 10-100                   | ante 100                | Ah Kd 9c | Qs 6d 2c | +100 | +100 |
3.15.1 | ante 50-50                    | ante 50                 | Ah Kd 9c | Qs 6d 2c | +50  | +50  |
# each box has its own limits: the sum of a position does not count (R85)
3.15.1 | ante 10-100, pair_plus 10-100 | ante 100, pair_plus 100 | 9h 9d 3c | Qs 6d 2c | +100 | +100 | +100
""")


@pytest.mark.parametrize("row", WITHIN, ids=row_id)
def test_limits_exactly_met_change_nothing(row: dict[str, str]) -> None:
    seat = check(row, deal(row, row["wagers"], row["limits"]))
    assert not any("also" in line or "excess" in line for line in seat["wagers"].values())


# 5.3 A Play that is not equal to the Ante

WRONG_PLAY = rows("""
proves      | limits    | wagers              | player   | dealer   | ante            | ante_bonus | play
5.3.1       |           | ante 10, play 15    | Ah Kd 9c | Qs 6d 2c | +10@3.15.1      |            | +10(5)@3.15.1
5.3.1       |           | ante 10, play 15    | Qh Jd 9c | Ks 6d 2c | -10@3.15.2      |            | -10(5)@3.15.2
5.3.1       |           | ante 10, play 15    | Ah Kd 9c | As Kc 9d | =@3.15.3        |            | =(5)@3.15.3
5.3.1       |           | ante 10, play 15    | Ah Kd 9c | Js 6d 2c | +10@3.13        |            | =(5)@3.13
5.3.1       |           | ante 10, play 10.01 | 9h 8d 7c | Qs 6d 2c | +10@3.15.1      | +10        | +10(0.01)@3.15.1
5.3.2       |           | ante 10, play 6     | Ah Kd 9c | Qs 6d 2c | +10@3.15.1      |            | +6@3.15.1
5.3.2       |           | ante 10, play 6     | Qh Jd 9c | Ks 6d 2c | -10@3.15.2      |            | -6@3.15.2
5.3.2       |           | ante 10, play 6     | Ah Kd 9c | As Kc 9d | =@3.15.3        |            | =@3.15.3
5.3.2       |           | ante 10, play 6     | Ah Kd 9c | Js 6d 2c | +10@3.13        |            | =@3.13
5.3.2       |           | ante 10, play 9.99  | 9h 8d 7c | Qs 6d 2c | +10@3.15.1      | +10        | +9.99@3.15.1
# with an Ante over the maximum, the Ante in play is the measure
R28 5.1.1   | ante -100 | ante 150, play 150  | Ah Kd 9c | Qs 6d 2c | +100(50)@3.15.1 |            | +100(50)@3.15.1
R28 5.1.1   | ante -100 | ante 150, play 120  | Ah Kd 9c | Qs 6d 2c | +100(50)@3.15.1 |            | +100(20)@3.15.1
5.3.2 5.1.1 | ante -100 | ante 150, play 80   | Ah Kd 9c | Qs 6d 2c | +100(50)@3.15.1 |            | +80@3.15.1
# under the minimum, the Ante as it lies is the measure
5.3.1 5.2.1 | ante 25-  | ante 10, play 25    | Ah Kd 9c | Qs 6d 2c | +10@3.15.1      |            | +10(15)@3.15.1
""")


@pytest.mark.parametrize("row", WRONG_PLAY, ids=row_id)
def test_a_play_of_the_wrong_amount(row: dict[str, str]) -> None:
    check(row, deal(row, row["wagers"], row["limits"]))


WRONG_PLAY_HIDDEN = rows("""
proves        | wagers           | switch                     | ante    | play       | back
5.3.1 4.5 R90 | ante 10, play 15 | rws_declined_play=lost     | -10@4.5 | -10(5)@4.5 | 0.00
5.3.2 4.5 R90 | ante 10, play 6  | rws_declined_play=lost     | -10@4.5 | -6@4.5     | 0.00
4.5 R90       | ante 10, play 15 | rws_declined_play=returned | -10@4.5 | <@4.5      | 15.00
4.5 R90       | ante 10, play 6  | rws_declined_play=returned | -10@4.5 | <@4.5      | 6.00
""")


@pytest.mark.parametrize("row", WRONG_PLAY_HIDDEN, ids=row_id)
def test_a_play_of_the_wrong_amount_on_a_hand_not_shown(row: dict[str, str]) -> None:
    """Read as coming back (R90), it comes back whole."""
    seat = check(row, deal(row | {"player": "Ah Kd 9c", "dealer": "Qs 6d 2c"}, row["wagers"], reveals=False))
    assert seat["wagers"]["play"]["returned"] == row["back"]


def test_a_play_written_down_with_the_right_amount_is_an_ordinary_play() -> None:
    row = {"player": "Ah Kd 9c", "dealer": "Qs 6d 2c"}
    assert settle(deal(row, "ante 10, play 10")) == settle(deal(row, "ante 10"))


# 5.4 A jackpot bet without an Ante

ORPHANS = rows("""
proves | wagers                     | player   | does | pair_plus | progressive
# Pair Plus is no companion for it, not even with a flush of five
5.4    | pair_plus 5, progressive 5 | Ac 9c 3c |      | +20@3.16  | <@5.4
5.4    | pair_plus 5, progressive 5 | Ah 9d 3h |      | -5@3.16   | <@5.4
5.4    | progressive 5              |          |      |           | <@5.4
""")


@pytest.mark.parametrize("row", ORPHANS, ids=row_id)
def test_a_jackpot_bet_without_an_ante_goes_back(row: dict[str, str]) -> None:
    seat = check(row, deal(row | {"dealer": "Qs 6d 2c"}, row["wagers"]))
    assert "progressive_hand" not in seat
    assert (seat["hand"] is None) == (not row["player"])


# 5.5, 5.6 Players who leave; 4.5 players who do not show

ALL_BETS = "ante 10, pair_plus 5, progressive 5"  # a flush of three clubs makes five with the 10♣ and the 5♣

ABSENT = rows("""
proves           | player   | dealer   | switch                             | ante     | pair_plus | progressive
5.5 R66 3.16 4.4 | Ac 9c 3c | Qs 6d 2c |                                    | -10@5.5  | +20@3.16  | +95@4.4
5.5 R66 3.16 4.4 | 9h 8d 7c | Qs 6d 2c |                                    | -10@5.5  | +25@3.16  | -5@4.4
5.5 3.16 4.4     | Ah 9d 3c | Qs 6d 2c |                                    | -10@5.5  | -5@3.16   | -5@4.4
# the dealer does not qualify
5.5 R67          | Ac 9c 3c | Js 6d 2c |                                    | -10@5.5  | +20@3.16  | +95@4.4
3.13 R67         | Ac 9c 3c | Js 6d 2c | folded_ante_when_dealer_fails=paid | +10@3.13 | +20@3.16  | +95@4.4
5.5 R66          | Ac 9c 3c | Qs 6d 2c | pair_plus_on_fold=lost             | -10@5.5  | -5@5.5    | +95@4.4
""")


@pytest.mark.parametrize(("wagers", "does"), [(ALL_BETS, "play"), (ALL_BETS, "fold"), ("pair_plus 5", "")])
def test_a_player_who_leaves_with_nothing_to_decide_is_told_apart_from_one_who_folds(wagers: str, does: str) -> None:
    round = deal({"player": "Ac 9c 3c", "dealer": "Qs 6d 2c", "does": does}, wagers, status="absent")
    check_reason(DOCUMENT, round, 0, "the player left with nothing more to decide", "5.6")


@pytest.mark.parametrize("row", ABSENT, ids=row_id)
def test_a_player_who_leaves_before_the_decision_has_folded(row: dict[str, str]) -> None:
    """The side bets are judged on the cards, which the dealer turns (R55)."""
    seat = check(row, deal(row | {"does": ""}, ALL_BETS, status="absent"))
    assert seat["hand"] is not None


LEFT_LATER = rows("""
wagers      | player   | dealer   | does
# every kind of settlement that is still to come
all         | Ac 9c 3c | Qs 6d 2c | play
all         | Ac 9c 3c | Js 6d 2c | play
all         | Ac 9c 3c | As Ad Ah | play
all         | Ac 9c 3c | Qs 6d 2c | fold
pair_plus 5 | Ac 9c 3c | Qs 6d 2c |
pair_plus 5 | Ah 9d 3c | Qs 6d 2c |
""")


@pytest.mark.parametrize("row", LEFT_LATER, ids=row_id)
def test_a_player_who_leaves_with_nothing_to_decide_is_settled_like_anyone(row: dict[str, str]) -> None:
    """After fold or play, and with Pair Plus alone (R54). 5.6 is shown here, but no line or reason cites it."""
    wagers = row["wagers"].replace("all", ALL_BETS)
    assert settle(deal(row, wagers, status="absent")) == settle(deal(row, wagers))


HIDDEN = rows("""
proves         | player   | dealer   | does | R90      | ante       | play    | pair_plus | progressive
# played: Ante and Play are lost, whoever would have won and whether or not the dealer qualifies
4.5 R90 R59    | Ac 9c 3c | Qs 6d 2c | play |          | -10@4.5    | -10@4.5 | -5@4.5    | -5@4.5
4.5 R90 R59    | Ac 9c 3c | Js 6d 2c | play |          | -10@4.5    | -10@4.5 | -5@4.5    | -5@4.5
4.5 R90 R59    | Ac 9c 3c | As 9s 3s | play |          | -10@4.5    | -10@4.5 | -5@4.5    | -5@4.5
4.5 R90 R59    | Ah 9d 3c | As Ad 3s | play |          | -10@4.5    | -10@4.5 | -5@4.5    | -5@4.5
# no Ante Bonus for a straight nobody sees
4.5 R90 R59    | 9h 8d 7c | Qs 6d 2c | play |          | -10@4.5    | -10@4.5 | -5@4.5    | -5@4.5
4.5 R90 R59    | 9h 8d 7c | Qs 6d 2c | play | lost     | -10@4.5    | -10@4.5 | -5@4.5    | -5@4.5
4.5 R90 R59    | 9h 8d 7c | Qs 6d 2c | play | returned | -10@4.5    | <@4.5   | -5@4.5    | -5@4.5
# folded: the fold has lost the Ante, and the side bets are not proved
3.12.1 4.5 R59 | Ac 9c 3c | Qs 6d 2c | fold |          | -10@3.12.1 |         | -5@4.5    | -5@4.5
3.12.1 4.5 R59 | Ac 9c 3c | Js 6d 2c | fold |          | -10@3.12.1 |         | -5@4.5    | -5@4.5
""")


@pytest.mark.parametrize("row", HIDDEN, ids=row_id)
def test_a_player_who_will_not_show_loses_everything(row: dict[str, str]) -> None:
    switch = f"rws_declined_play={row['R90']}" if row["R90"] else ""
    seat = check(row, deal(row | {"switch": switch}, ALL_BETS, reveals=False))
    assert seat["hand"] is None
    assert "progressive_hand" not in seat


def test_showing_is_by_seat_and_does_not_touch_the_neighbours() -> None:
    round = deal({"player": "Ac 9c 3c", "dealer": "Qs 6d 2c"}, ALL_BETS, reveals=False)
    round["seats"].append({**round["seats"][0], "position": 2, "reveals": True, "cards": ["Kc", "8c", "4c"]})
    hidden, shown = settle(round)["seats"]
    assert hidden["net"] == "-30.00"
    check_seat(DOCUMENT, shown, {"ante": "+10", "play": "+10", "pair_plus": "+20", "progressive": "+95@4.4"}, "4.4")


def test_a_jackpot_bet_lost_for_not_showing_cites_the_reading() -> None:
    """4.5 leaves the ranking to the player; that the bet then loses is R59, as the Pair Plus line says."""
    line = settle(deal({"player": "Ac 9c 3c", "dealer": "Qs 6d 2c"}, ALL_BETS, reveals=False))
    assert only(line["seats"])["wagers"]["progressive"]["also"] == ["R59"]


# Hands taken out of play

REMOVED = rows("""
proves | player      | does | wagers                              | what happened
5.15   | Ac 9c       |      | ante 10, pair_plus 5, progressive 5 | a card too few
5.15   | Ac 9c 3c 4c | play | ante 10, pair_plus 5, progressive 5 | a card too many, found after the decision
5.15   |             |      | pair_plus 5                         | no card at all
5.10.3 | Ac 9c 3c    |      | ante 10, pair_plus 5, progressive 5 | another dealing error, the bets taken back
5.10.3 | Ac 9c 3c    | fold | ante 10, pair_plus 5, progressive 5 | … and the hand had been folded
5.18   | Ac 9c 3c    | play | ante 10, progressive 5              | an extra hand looked at on purpose
5.18   | Ac 9c 3c    | play | ante 10, play 15                    | … with a Play that was wrong
5.18   | Ac 9c 3c    |      | progressive 5                       | … with a jackpot bet alone
""")


@pytest.mark.parametrize("row", REMOVED, ids=row_id)
def test_a_hand_out_of_play_gives_every_wager_back_whole(row: dict[str, str]) -> None:
    round = deal(row | {"dealer": "Js 6d 2c"}, row["wagers"], "ante -8", status="removed", clause=row["proves"])
    placed = dict(round["seats"][0]["wagers"])
    if row["does"] == "play":
        placed.setdefault("play", placed["ante"])
    settled = settle(round)
    seat = only(settled["seats"])
    check_seat(DOCUMENT, seat, dict.fromkeys(placed, f"<@{row['proves']}"), row["proves"])
    assert {wager: line["returned"] for wager, line in seat["wagers"].items()} == {
        wager: f"{amount}.00" for wager, amount in placed.items()
    }
    assert (seat["hand"], seat["net"], settled["jackpot"]["awards"]) == (None, "0.00", [])
