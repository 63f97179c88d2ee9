"""mbs-uth 3.10: Ante, Blind and Play against the dealer's hand, and Trips beside them. One row, one deal."""

import pytest

from tests.proving import Json, cards, check_reason, check_refusal, check_seat, decisions, only, row_id, rows, settle

DOCUMENT = "mbs-uth"
LINES = ("ante", "blind", "play", "trips")


def deal(row: dict[str, str], **seat: object) -> Json:
    """One seat with Ante and Blind of 10, and Trips of 5 where the row has a cell for it."""
    wagers = {"ante": "10", "blind": "10"} | ({"trips": "5"} if row.get("trips") else {})
    does = decisions(row.get("does", "play 4x"))
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "cards": {"dealer": cards(row["dealer"]), "community": cards(row["board"])},
        "seats": [{"position": 1, "cards": cards(row["player"]), "wagers": wagers, "decisions": does, **seat}],
        "interpretations": dict(pair.split("=") for pair in row.get("reading", "").split()),
    }


def check(row: dict[str, str], round: Json) -> Json:
    seat = only(settle(round)["seats"])
    check_seat(DOCUMENT, seat, {wager: row.get(wager, "") for wager in LINES}, row.get("proves", ""))
    return seat


SHOWDOWNS = rows("""
proves         | player | dealer | board          | does                  | ante        | blind       | play
# the player's hand is higher, the dealer has a pair: Play is paid on what was wagered, the Blind on a straight only
3.10.3 3.10.4  | As Ad  | Ks Kd  | 2c 5h 8d 9s Jc | play 4x               | +10@3.10.3  | =@3.10.4    | +40@3.10.3
3.10.3 3.10.4  | As Ad  | Ks Kd  | 2c 5h 8d 9s Jc | play 3x               | +10@3.10.3  | =@3.10.4    | +30@3.10.3
3.10.3 3.10.4  | As Ad  | Ks Kd  | 2c 5h 8d 9s Jc | check, play 2x        | +10@3.10.3  | =@3.10.4    | +20@3.10.3
3.10.3 3.10.4  | As Ad  | Ks Kd  | 2c 5h 8d 9s Jc | check, check, play 1x | +10@3.10.3  | =@3.10.4    | +10@3.10.3
3.10.3 3.10.4  | Tc 7s  | Ks Kd  | 2c 5h 8d 9s Jc | check, play 2x        | +10@3.10.3  | +10@3.10.4  | +20@3.10.3
# the dealer has no pair: the Ante pushes whoever is higher, Blind and Play do not care
3.10.2 3.10.3  | As Ad  | Kh Qd  | 2c 5h 8d 9s Jc | play 4x               | =@3.10.2    | =@3.10.4    | +40@3.10.3
3.10.2 R75     | Tc 7s  | Kh Qd  | 2c 5h 8d 9s Jc | play 3x               | =@3.10.2    | +10@3.10.4  | +30@3.10.3
3.10.2 3.10.4  | As Qd  | Kh 3d  | 2c 5h 8d 9s Jc | check, play 2x        | =@3.10.2    | =@3.10.4    | +20@3.10.3
3.10.2 R70 R75 | Kh Qd  | Ah Td  | 2c 5h 8d 9s Jc | play 4x               | =@3.10.2    | -10@3.10.5  | -40@3.10.5
3.10.2 3.10.8  | As 3d  | Ah 4c  | 2c 8d 9s Jc Qh | check, check, play 1x | =           | =@3.10.8    | =@3.10.8
# the dealer's hand is higher and has a pair, from his own cards, from the board, or is better than a pair
3.10.5         | Kh Kd  | As Ad  | 2c 5h 8d 9s Jc | play 4x               | -10@3.10.5  | -10@3.10.5  | -40@3.10.5
3.10.5         | Kh Qd  | Ah 3d  | 2c 2h 8d 9s Jc | check, check, play 1x | -10@3.10.5  | -10@3.10.5  | -10@3.10.5
3.10.5         | Kh Kd  | Tc 7s  | 2c 5h 8d 9s Jc | check, play 2x        | -10@3.10.5  | -10@3.10.5  | -20@3.10.5
# a straight that loses to a flush: a hand that would pay on the Blind does not save it
3.10.5         | Js Td  | Ah 3h  | 9h 8h 2h 7c Kd | play 3x               | -10@3.10.5  | -10@3.10.5  | -30@3.10.5
# equal hands: nothing wins, not even a royal flush on the board
3.10.8         | As Kd  | Ah Kc  | 2c 2h 8d 9s Jc | play 4x               | =@3.10.8    | =@3.10.8    | =@3.10.8
3.10.8         | 2c 3d  | 4h 5s  | Ts Js Qs Ks As | check, check, play 1x | =@3.10.8    | =@3.10.8    | =@3.10.8
# a fold loses Ante and Blind: with the lower hand, the higher, an equal one, and though the dealer has no pair
3.9.6.1        | Kh Kd  | As Ad  | 2c 5h 8d 9s Jc | check, check, fold    | -10@3.9.6.1 | -10@3.9.6.1 |
3.9.6.1        | As Ad  | Kh Kd  | 2c 5h 8d 9s Jc | check, check, fold    | -10@3.9.6.1 | -10@3.9.6.1 |
3.9.6.1        | 2c 3d  | 4h 5s  | Ts Js Qs Ks As | check, check, fold    | -10@3.9.6.1 | -10@3.9.6.1 |
3.9.6.1 R71    | As Ad  | Kh Qd  | 2c 5h 8d 9s Jc | check, check, fold    | -10@3.9.6.1 | -10@3.9.6.1 |
3.9.6.1 R71    | Kh Qd  | Ah Td  | 2c 5h 8d 9s Jc | check, check, fold    | -10@3.9.6.1 | -10@3.9.6.1 |
""")


@pytest.mark.parametrize("row", SHOWDOWNS, ids=row_id)
def test_showdowns(row: dict[str, str]) -> None:
    check(row, deal(row))


# The same dealer loses to every one of these hands; 4.1.1 says by how much it pays.
PAID_HANDS = rows("""
hand            | player | dealer | board          | ante | blind | play | trips | blind odds | trips odds
royal flush     | Ah Kh  | Qs Qd  | Qh Jh Th 2c 2d | +10  | +5000 | +40  | +500  | 500 to 1   | 100 to 1
straight flush  | 9h 8h  | Qs Qd  | Qh Jh Th 2c 2d | +10  | +500  | +40  | +200  | 50 to 1    | 40 to 1
straight flush  | 5h Ah  | Qs Qd  | 2h 3h 4h Kc Kd | +10  | +500  | +40  | +200  | 50 to 1    | 40 to 1
four of a kind  | As Ad  | Ks Kd  | Ah Ac Kh 2c 3d | +10  | +100  | +40  | +150  | 10 to 1    | 30 to 1
full house      | As Ad  | Ks Kd  | Ah Kh 2c 2d 7s | +10  | +30   | +40  | +40   | 3 to 1     | 8 to 1
flush           | Ah 7h  | Ks Kd  | 2h 9h Jh 5c 8d | +10  | +15   | +40  | +35   | 3 to 2     | 7 to 1
straight        | Tc 7s  | Ks Kd  | 2c 5h 8d 9s Jc | +10  | +10   | +40  | +20   | 1 to 1     | 4 to 1
straight        | 5c As  | Ks Kd  | 2c 3h 4d 9s Jc | +10  | +10   | +40  | +20   | 1 to 1     | 4 to 1
three of a kind | 8s 8h  | Ks Kd  | 2c 5h 8d 9s Jc | +10  | =     | +40  | +15   |            | 3 to 1
two pairs       | Jd 9d  | Ks Kd  | 2c 5h 8d 9s Jc | +10  | =     | +40  | -5    |            |
one pair        | As Ad  | Ks Kd  | 2c 5h 8d 9s Jc | +10  | =     | +40  | -5    |            |
five odd cards  | As Qd  | Kh 3d  | 2c 5h 8d 9s Jc | =    | =     | +40  | -5    |            |
""")


@pytest.mark.parametrize("row", PAID_HANDS, ids=row_id)
def test_every_line_of_the_blind_and_trips_tables(row: dict[str, str]) -> None:
    seat = check(row, deal(row))
    assert seat["hand"] == row["hand"]
    check_reason(DOCUMENT, deal(row), 0, "play pays 1 to 1", "4.1.1")
    for wager in ("blind", "trips"):
        if row[f"{wager} odds"]:
            check_reason(DOCUMENT, deal(row), 0, f"{wager} pays {row[f'{wager} odds']}", "4.1.1")


FLUSHES = rows("""
stake | pays
10.00 | 15.00
10.01 | 15.01
0.05  | 0.07
0.01  | 0.01
""")


@pytest.mark.parametrize("row", FLUSHES, ids=row_id)
def test_three_to_two_is_rounded_down_to_the_cent(row: dict[str, str]) -> None:
    round = deal({"player": "Ah 7h", "dealer": "Ks Kd", "board": "2h 9h Jh 5c 8d"})
    round["seats"][0]["wagers"] = {"ante": row["stake"], "blind": row["stake"]}
    blind = only(settle(round)["seats"])["wagers"]["blind"]
    assert (blind["pays"], blind["returned"], blind["rule"]) == (row["pays"], row["stake"], "3.10.4")


TRIPS = rows("""
proves        | player | dealer | board          | does               | ante | blind | play | trips
# paid on a loss, a fold, a tie, and against a dealer without a pair; the best five of seven count, turn and river too
3.10.5 3.10.7 | 8s 8h  | Jd Js  | 2c 5h 8d 9s Jc | play 4x            | -10  | -10   | -40  | +15@3.10.7
3.10.7        | 8s 8h  | Ks Kd  | 2c 5h 8d 9s Jc | check, check, fold | -10  | -10   |      | +15@3.10.7
3.10.7        | Ah Kh  | Qs Qd  | Qh Jh Th 2c 2d | check, check, fold | -10  | -10   |      | +500@3.10.7
3.10.8 3.10.7 | 2c 3d  | 4h 5s  | Ts Js Qs Ks As | play 4x            | =    | =     | =    | +500@3.10.7
3.10.2 3.10.7 | 8s 8h  | Kh Qd  | 2c 5h 8d 9s Jc | play 4x            | =    | =     | +40  | +15@3.10.7
3.10.7        | 8s Kc  | As Ad  | 2c 5h 8d Jc 8h | play 4x            | +10  | =     | +40  | +15@3.10.7
3.10.7        | As Kd  | Qs Jd  | 7c 7d 7h 2s 9c | check, check, fold | -10  | -10   |      | +15@3.10.7
# below three of a kind it loses, win, tie or fold
1.1.14 3.10.3 | Jd 9d  | Ks Kd  | 2c 5h 8d 9s Jc | play 4x            | +10  | =     | +40  | -5@1.1.14
1.1.14 3.10.2 | As Ad  | Kh Qd  | 2c 5h 8d 9s Jc | play 4x            | =    | =     | +40  | -5@1.1.14
1.1.14 3.10.8 | As Kd  | Ah Kc  | 2c 2h 8d 9s Jc | play 4x            | =    | =     | =    | -5@1.1.14
1.1.14 3.10.5 | Kh Qd  | Ah Td  | 2c 5h 8d 9s Jc | play 4x            | =    | -10   | -40  | -5@1.1.14
1.1.14        | As Ad  | Kh Qd  | 2c 5h 8d 9s Jc | check, check, fold | -10  | -10   |      | -5@1.1.14
""")


@pytest.mark.parametrize("row", TRIPS, ids=row_id)
def test_trips_stands_on_its_own(row: dict[str, str]) -> None:
    check(row, deal(row))


# A hand that is not shown is lower than any dealer's, whatever the cards are, and however little the dealer has (R59).
DECLINED = rows("""
player | dealer | board          | does                  | ante        | blind       | play       | trips
As Ad  | Ks Kd  | 2c 5h 8d 9s Jc | play 4x               | -10@3.10.1  | -10@3.10.1  | -40@3.10.1 |
As Ad  | Kh Qd  | 2c 5h 8d 9s Jc | play 3x               | -10@3.10.1  | -10@3.10.1  | -30@3.10.1 |
As Kd  | Ah Kc  | 2c 2h 8d 9s Jc | check, play 2x        | -10@3.10.1  | -10@3.10.1  | -20@3.10.1 |
2c 3d  | 4h 5s  | Ts Js Qs Ks As | check, check, play 1x | -10@3.10.1  | -10@3.10.1  | -10@3.10.1 |
8s 8h  | Ks Kd  | 2c 5h 8d 9s Jc | play 4x               | -10@3.10.1  | -10@3.10.1  | -40@3.10.1 | -5@3.10.1
8s 8h  | Ks Kd  | 2c 2h 8d 9s Jc | check, play 2x        | -10@3.10.1  | -10@3.10.1  | -20@3.10.1 | -5@3.10.1
Ah Kh  | Ks Kd  | Qh Jh Th Qc Jd | check, check, play 1x | -10@3.10.1  | -10@3.10.1  | -10@3.10.1 | -5@3.10.1
8s 8h  | Ks Kd  | 2c 5h 8d 9s Jc | check, check, fold    | -10@3.9.6.1 | -10@3.9.6.1 |            | -5@3.10.1
""")


@pytest.mark.parametrize("row", DECLINED, ids=row_id)
def test_a_hand_that_is_not_shown_loses_everything(row: dict[str, str]) -> None:
    round = deal(row, reveals=False)
    assert check(row | {"proves": "3.10.1"}, round)["hand"] is None
    check_reason(DOCUMENT, round, 0, "the hand was not shown", "3.10.1")


BOARDS_THAT_WIN_TRIPS = rows("""
board          | does
7c 7d 7h 2s 9c | play 4x
7c 7d 7h 2s 9c | check, check, fold
4c 5d 6h 7s 8c | check, play 2x
2h 5h 8h 9h Jh | check, check, play 1x
7c 7d 7h 9s 9c | play 4x
""")


@pytest.mark.parametrize("row", BOARDS_THAT_WIN_TRIPS, ids=row_id)
def test_with_trips_on_the_board_only_a_player_without_the_wager_may_decline(row: dict[str, str]) -> None:
    row = {"player": "As Kd", "dealer": "Qs Jd", **row}
    check_refusal(DOCUMENT, deal(row | {"trips": "5"}, reveals=False), "seats[0].reveals", "3.10.1.1")
    assert only(settle(deal(row, reveals=False))["seats"])["hand"] is None


SWITCHES = rows("""
proves      | player | dealer | does               | reading                               | ante     | blind    | play
# R70: the dealer has no pair and the higher hand; nothing else moves
3.10.2 R70  | Kh Qd  | Ah Td  | play 4x            | ante_when_dealer_unpaired_wins=push   | =@3.10.2 | -10      | -40
3.10.5 R70  | Kh Qd  | Ah Td  | play 4x            | ante_when_dealer_unpaired_wins=lose   | -10      | -10      | -40
3.10.2      | As Ad  | Kh Qd  | play 4x            | ante_when_dealer_unpaired_wins=lose   | =        | =        | +40
3.10.8      | As 3d  | Ah 4c  | play 4x            | ante_when_dealer_unpaired_wins=lose   | =        | =        | =
# R71: folded, and the dealer has no pair; a pair takes the Ante under either reading
3.9.6.1 R71 | As Ad  | Kh Qd  | check, check, fold | folded_ante_when_dealer_unpaired=lose | -10      | -10      |
3.10.2 R71  | As Ad  | Kh Qd  | check, check, fold | folded_ante_when_dealer_unpaired=push | =@3.10.2 | -10      |
3.10.2 R71  | Kh Qd  | Ah Td  | check, check, fold | folded_ante_when_dealer_unpaired=push | =@3.10.2 | -10      |
3.9.6.1     | As Ad  | Kh Kd  | check, check, fold | folded_ante_when_dealer_unpaired=push | -10      | -10      |
# R75: the Blind beside the Ante, won, lost, and where the dealer has a pair after all
3.10.4 R75  | Tc 7s  | Kh Qd  | play 4x            | blind_when_dealer_unpaired=unaffected | =        | +10      | +40
3.10.2 R75  | Tc 7s  | Kh Qd  | play 4x            | blind_when_dealer_unpaired=push       | =@3.10.2 | =@3.10.2 | +40
3.10.5 R75  | Kh Qd  | Ah Td  | play 4x            | blind_when_dealer_unpaired=unaffected | =        | -10      | -40
3.10.2 R75  | Kh Qd  | Ah Td  | play 4x            | blind_when_dealer_unpaired=push       | =@3.10.2 | =@3.10.2 | -40
3.10.4      | Tc 7s  | Kh Kd  | play 4x            | blind_when_dealer_unpaired=push       | +10      | +10      | +40
3.10.5      | Kh Kd  | As Ad  | play 4x            | blind_when_dealer_unpaired=push       | -10      | -10      | -40
3.9.6.1     | As Ad  | Kh Qd  | check, check, fold | blind_when_dealer_unpaired=push       | -10      | -10      |
""")


@pytest.mark.parametrize("row", SWITCHES, ids=row_id)
def test_readings_of_the_dealer_without_a_pair(row: dict[str, str]) -> None:
    seat = check(row, deal(row | {"board": "2c 5h 8d 9s Jc"}))
    for line in seat["wagers"].values():  # where a reading decided, the clause of the row is the one it chose
        if set(line.get("also", ())) & set(row["proves"].split()):
            assert line["rule"] == row["proves"].split()[0]


UNSHOWN = rows("""
proves     | does               | ante | blind | play
3.10.1 R59 | play 4x            | -10  | -10   | -40
3.9.6.1    | check, check, fold | -10  | -10   |
""")


@pytest.mark.parametrize("row", UNSHOWN, ids=row_id)
def test_no_reading_of_the_dealer_without_a_pair_saves_a_hand_that_is_not_shown(row: dict[str, str]) -> None:
    """R59 speaks of the hand; R70, R71 and R75 of the dealer, who no longer matters."""
    switches = ("ante_when_dealer_unpaired_wins", "folded_ante_when_dealer_unpaired", "blind_when_dealer_unpaired")
    cards = {"player": "As Ad", "dealer": "Kh Qd", "board": "2c 5h 8d 9s Jc"}
    reading = " ".join(f"{switch}=push" for switch in switches)
    check(row, deal(row | cards | {"reading": reading}, reveals=False))


DEALERS = rows("""
dealer | board          | hand           | counting       | qualifies
Kh Qd  | 2c 5h 8d 9s Jc | five odd cards | Kh Qd Jc 9s 8d | no
Ah Td  | 2c 5h 8d 9s Jc | five odd cards | Ah Jc Td 9s 8d | no
2d 3s  | 2c 5h 8d 9s Jc | one pair       | 2d 2c Jc 9s 8d | yes
Kh Qd  | 2c 2h 8d 9s Jc | one pair       | 2c 2h Kh Qd Jc | yes
Tc 7s  | 2c 5h 8d 9s Jc | straight       | Jc Tc 9s 8d 7s | yes
Ah 7h  | 2h 9h Jh 5c 8d | flush          | Ah Jh 9h 7h 2h | yes
3c 4d  | Ts Js Qs Ks As | royal flush    | As Ks Qs Js Ts | yes
""")


@pytest.mark.parametrize("row", DEALERS, ids=row_id)
def test_the_dealer_plays_the_best_five_of_seven_and_needs_the_rank_of_a_pair(row: dict[str, str]) -> None:
    """R74: "one pair or better" is a test of rank; the board's own pair counts, and so does an unpaired straight."""
    dealer = settle(deal(row | {"player": "6c 6d"}))["dealer"]
    assert (dealer["hand"], dealer["qualifies"]) == (row["hand"], row["qualifies"] == "yes")
    assert sorted(dealer["cards"]) == sorted(cards(row["counting"]))
