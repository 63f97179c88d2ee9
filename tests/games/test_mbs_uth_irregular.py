"""mbs-uth 5: wagers outside the limits or without their companions, players who are gone, hands taken out of play."""

import pytest

from tests.proving import Json, cards, check_seat, decisions, only, reasons, row_id, rows, settle

DOCUMENT = "mbs-uth"
LINES = ("ante", "blind", "play", "trips", "progressive")
THREE_EIGHTS = {"player": "8s 8h", "board": "2c 5h 8d 9s Jc"}  # wins 3 to 1 on Trips, and beats a pair of kings
ROYAL_FLUSH = {"player": "Ah Kh", "board": "Qh Jh Th 2c 2d"}  # wins every wager there is
SECTION_5 = {"5.13", "5.14", "R32"}


def deal(row: dict[str, str], wagers: dict[str, str], **seat: object) -> Json:
    """One seat; the link shows 10,000 and starts again from 1,000."""
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": "10000", "reset": "1000", "unit": "5"},
        "limits": {"ante": {"min": "10", "max": "100"}, "trips": {"min": "5", "max": "50"}},
        "cards": {"dealer": cards(row.get("dealer", "Ks Kd")), "community": cards(row["board"])},
        "seats": [
            {
                "position": 1,
                "cards": cards(row["player"]),
                "wagers": wagers,
                "decisions": decisions(row["does"]),
                **seat,
            }
        ],
    }


def check(row: dict[str, str], round: Json) -> Json:
    seat = only(settle(round)["seats"])
    check_seat(DOCUMENT, seat, {wager: row.get(wager, "") for wager in LINES}, row.get("proves", ""))
    return seat


# The limits are 10 to 100 for Ante and Blind and 5 to 50 for Trips; Play has none (R29). 8s 8h is three of a kind.
LIMITS = rows("""
proves       | placed  | warned | dealer | does               | ante     | blind    | play   | trips
# exactly met: nothing to say, warned or not
3.10.3       | 10 5    | yes    | Ks Kd  | play 4x            | +10      | =        | +40    | +15
3.10.3       | 100 50  | no     | Ks Kd  | play 4x            | +100     | =        | +400   | +150
# under the minimum: settled as it lies, won, lost, pushed or folded
5.13         | 9.99    | no     | Ks Kd  | play 4x            | +9.99    | =        | +39.96 |
5.13         | 5       | no     | Js Jd  | play 4x            | -5       | -5       | -20    |
5.13         | 5       | no     | Kh Qd  | play 4x            | =        | =        | +20    |
5.13         | 5       | no     | Ks Kd  | check, check, fold | -5       | -5       |        |
5.13         | 5 4     | no     | Ks Kd  | play 4x            | +5       | =        | +20    | +12
5.13         | 10 4    | no     | Js Jd  | play 4x            | -10      | -10      | -40    | +12
# … but handed back to a player who was warned, with everything that needs it (R32), whatever the outcome
5.13 R32     | 5 5     | yes    | Ks Kd  | play 4x            | <@5.13   | <@5.13   | <@R32  | <@R32
5.13 R32     | 5 5     | yes    | Js Jd  | play 4x            | <@5.13   | <@5.13   | <@R32  | <@R32
5.13 R32     | 9.99 50 | yes    | Ks Kd  | check, check, fold | <@5.13   | <@5.13   |        | <@R32
5.13 R32     | 5 4     | yes    | Ks Kd  | check, play 2x     | <@5.13   | <@5.13   | <@R32  | <@5.13
5.13 3.10.3  | 10 4    | yes    | Ks Kd  | play 4x            | +10      | =        | +40    | <@5.13
# over the maximum: settled at it, the excess beside; the Blind and the Play follow the Ante in play (R28)
5.14 3.10.3  | 150     | no     | Ks Kd  | play 4x            | +100(50) | =(50)    | +400   |
5.14 3.10.5  | 150     | yes    | Js Jd  | play 3x            | -100(50) | -100(50) | -300   |
5.14 3.10.2  | 100.01  | no     | Kh Qd  | check, play 2x     | =(0.01)  | =(0.01)  | +200   |
5.14 3.9.6.1 | 150     | no     | Ks Kd  | check, check, fold | -100(50) | -100(50) |        |
5.14 3.10.7  | 10 60   | no     | Ks Kd  | play 4x            | +10      | =        | +40    | +150(10)
5.14 3.10.7  | 150 60  | no     | Js Jd  | play 4x            | -100(50) | -100(50) | -400   | +150(10)
5.14 5.13    | 5 60    | no     | Ks Kd  | play 4x            | +5       | =        | +20    | +150(10)
5.14 5.13    | 150 4   | yes    | Ks Kd  | play 4x            | +100(50) | =(50)    | +400   | <@5.13
""")


@pytest.mark.parametrize("row", LIMITS, ids=row_id)
def test_wagers_at_and_beyond_the_limits(row: dict[str, str]) -> None:
    ante, *trips = row["placed"].split()
    wagers = {"ante": ante, "blind": ante} | ({"trips": trips[0]} if trips else {})
    seat = check(row, deal(row | THREE_EIGHTS, wagers, warned=row["warned"] == "yes"))
    cited = {clause for line in seat["wagers"].values() for clause in (line["rule"], *line.get("also", ()))}
    assert cited & SECTION_5 == set(row["proves"].split()) & SECTION_5


def test_trips_at_the_maximum_loses_no_more_than_the_maximum() -> None:
    row = {"player": "As Ad", "board": "2c 5h 8d 9s Jc", "does": "play 4x", "ante": "+10", "blind": "=", "play": "+40"}
    check(row | {"trips": "-50(10)", "proves": "1.1.14 5.14"}, deal(row, {"ante": "10", "blind": "10", "trips": "60"}))


def test_the_blind_pays_on_the_ante_in_play() -> None:
    """A straight on an Ante and Blind of 150 where 100 is the most (R28)."""
    row = {"player": "Tc 7s", "board": "2c 5h 8d 9s Jc", "does": "play 4x", "proves": "5.14 3.10.4"}
    paid = {"ante": "+100(50)", "blind": "+100(50)", "play": "+400"}
    check(row | paid, deal(row, {"ante": "150", "blind": "150"}))


def test_the_excess_stands_beside_the_line_and_outside_the_net() -> None:
    round = deal(THREE_EIGHTS | {"does": "play 4x"}, {"ante": "150", "blind": "150"})
    seat = only(settle(round)["seats"])
    in_play = {"stake": "100.00", "also": ["5.14"], "excess": "50.00", "returned": "100.00"}
    assert seat["wagers"]["ante"] == {**in_play, "outcome": "win", "pays": "100.00", "rule": "3.10.3"}
    assert seat["wagers"]["blind"] == {**in_play, "outcome": "push", "pays": "0.00", "rule": "3.10.4"}
    assert seat["wagers"]["play"]["stake"] == "400.00"
    assert seat["net"] == "500.00"


LIMITS_AS_GIVEN = rows("""
wager | end | bound | ante
blind | min | 20    | <
blind | max | 5     | +5(5)
ante  | min | 20    | <
ante  | max | 5     | +5(5)
trips | min | 20    | +10
trips | max | 5     | +10
""")


@pytest.mark.parametrize("row", LIMITS_AS_GIVEN, ids=row_id)
def test_the_blind_has_the_limits_of_the_ante_and_one_end_may_be_open(row: dict[str, str]) -> None:
    round = deal(THREE_EIGHTS | {"does": "check, check, play 1x"}, {"ante": "10", "blind": "10"}, warned=True)
    round["limits"] = {row["wager"]: {row["end"]: row["bound"]}}
    blind = {"<": "<", "+5(5)": "=(5)", "+10": "="}[row["ante"]]
    play = {"<": "<", "+5(5)": "+5", "+10": "+10"}[row["ante"]]
    check(row | {"blind": blind, "play": play}, round)


def test_a_returned_ante_takes_a_won_jackpot_with_it() -> None:
    """The progressive wager needs its Ante (5.12.2, R32), so not even a royal flush is paid on it."""
    row = ROYAL_FLUSH | {"does": "play 4x", "proves": "5.13 R32"}
    row |= {"ante": "<@5.13", "blind": "<@5.13", "play": "<@R32", "trips": "<@R32", "progressive": "<@R32"}
    round = deal(row, {"ante": "5", "blind": "5", "trips": "5", "progressive": "25"}, warned=True)
    seat = check(row, round)
    assert (seat["hand"], seat["net"], "progressive_hand" in seat) == ("royal flush", "0.00", False)
    assert settle(round)["jackpot"] == {"before": "10000.00", "after": "10000.00", "awards": []}


ORPHANS = rows("""
trips    | progressive
<@5.12.2 |
         | <@5.12.2
<@5.12.2 | <@5.12.2
""")


@pytest.mark.parametrize("status", ["present", "absent"])
@pytest.mark.parametrize("row", ORPHANS, ids=row_id)
def test_side_bets_without_ante_and_blind_are_handed_back(row: dict[str, str], status: str) -> None:
    """No cards are dealt to such a position (R49); Trips over the maximum goes back whole. The seat beside it plays."""
    wagers = {wager: amount for wager, amount in (("trips", "60"), ("progressive", "10")) if row[wager]}
    orphan = {"position": 1, "wagers": wagers, "status": status}
    round = deal(THREE_EIGHTS | {"does": "play 4x"}, {"ante": "10", "blind": "10"})
    round["seats"] = [orphan, round["seats"][0] | {"position": 2}]
    first, second = settle(round)["seats"]
    check_seat(DOCUMENT, first, row, "5.12.2")
    assert (first["hand"], first["net"]) == (None, "0.00")
    assert all(line["returned"] == line["stake"] and "excess" not in line for line in first["wagers"].values())
    check_seat(DOCUMENT, second, {"ante": "+10", "blind": "=", "play": "+40"})


# Whatever was checked before, the Play choice was still to be made (R53); with Play down or folded nothing was.
ABSENT = rows("""
proves  | does                  | ante   | blind  | play | trips  | progressive
5.11    |                       | <@5.11 | <@5.11 |      | <@5.11 | <@5.11
5.11    | check                 | <@5.11 | <@5.11 |      | <@5.11 | <@5.11
5.11    | check, check          | <@5.11 | <@5.11 |      | <@5.11 | <@5.11
3.10.3  | play 4x               | +10    | +5000  | +40  | +500   | +9995
3.10.3  | play 3x               | +10    | +5000  | +30  | +500   | +9995
3.10.3  | check, play 2x        | +10    | +5000  | +20  | +500   | +9995
3.10.3  | check, check, play 1x | +10    | +5000  | +10  | +500   | +9995
3.9.6.1 | check, check, fold    | -10    | -10    |      | +500   | +9995
""")


@pytest.mark.parametrize("row", ABSENT, ids=row_id)
def test_a_player_who_is_absent_while_play_is_open_has_everything_back(row: dict[str, str]) -> None:
    wagers = {"ante": "10", "blind": "10", "trips": "5", "progressive": "5"}
    round = deal(row | ROYAL_FLUSH, wagers, status="absent")
    seat = check(row, round)
    invalid = row["proves"] == "5.11"
    assert bool(*reasons(round)) is not invalid
    assert seat["hand"] == (None if invalid else "royal flush")
    assert settle(round)["jackpot"]["after"] == ("10000.00" if invalid else "1000.00")


def test_an_absent_player_without_side_bets_has_ante_and_blind_back() -> None:
    row = ROYAL_FLUSH | {"does": "check", "ante": "<@5.11", "blind": "<@5.11", "proves": "5.11"}
    check(row, deal(row, {"ante": "150", "blind": "150"}, status="absent"))


# A ruling takes the hand out: every wager goes back by its clause (R41), Play too, and no jackpot is won.
REMOVED = rows("""
clause | player   | does                  | play
5.7    | Ah Kh 9s |                       |
5.7    | Ah       | check                 |
5.7    |          | check, check          |
5.7.1  | Ah Kh    | play 4x               | <
5.9    | Ah Kh    | check, play 2x        | <
5.10.1 | Ah Kh    |                       |
5.10.2 | Ah Kh    | check, check, play 1x | <
5.10.3 | Ah Kh    | check                 |
5.16.1 | Ah Kh    | play 3x               | <
""")


@pytest.mark.parametrize("row", REMOVED, ids=row_id)
def test_a_hand_that_was_taken_out_of_play_has_every_wager_back(row: dict[str, str]) -> None:
    """Whole, also where it lay over the maximum; the hand beside it is settled as usual."""
    wagers = {"ante": "150", "blind": "150", "trips": "5", "progressive": "25"}
    round = deal(ROYAL_FLUSH | row, wagers, status="removed", clause=row["clause"])
    round["seats"].append({"position": 2, "cards": ["Qs", "Qd"], "wagers": {"ante": "10", "blind": "10"}})
    round["seats"][1]["decisions"] = ["play 4x"]
    out = settle(round)
    first, second = out["seats"]
    back = f"<@{row['clause']}"
    expected = dict.fromkeys((*wagers, *(["play"] if row["play"] else [])), back)
    check_seat(DOCUMENT, first, expected, row["clause"])
    assert (first["hand"], first["net"], first["wagers"]["ante"]["stake"]) == (None, "0.00", "150.00")
    assert all("excess" not in line for line in first["wagers"].values())
    assert out["jackpot"] == {"before": "10000.00", "after": "10000.00", "awards": []}
    check_seat(DOCUMENT, second, {"ante": "+10", "blind": "+30", "play": "+40"})


def test_the_play_of_a_removed_hand_goes_back_as_it_was_placed() -> None:
    round = deal(ROYAL_FLUSH | {"does": "play 4x"}, {"ante": "150", "blind": "150"}, status="removed", clause="5.9")
    play = only(settle(round)["seats"])["wagers"]["play"]
    assert (play["stake"], play["returned"]) == ("600.00", "600.00")


@pytest.mark.parametrize("clause", ["5.1.1", "5.2", "5.3", "5.4", "5.8"])
def test_a_void_round_hands_back_every_wager_folded_or_not(clause: str) -> None:
    """A void round has no result (R39): the file says so hand by hand."""
    wagers = {"ante": "10", "blind": "10", "trips": "5", "progressive": "5"}
    round = deal(ROYAL_FLUSH | {"does": "play 4x"}, wagers, status="removed", clause=clause)
    folded = {"position": 2, "cards": ["9h", "8h"], "decisions": ["check", "check", "fold"]}
    round["seats"].append(round["seats"][0] | folded)
    out = settle(round)
    for seat, lines in zip(out["seats"], ((*wagers, "play"), wagers), strict=True):
        check_seat(DOCUMENT, seat, dict.fromkeys(lines, f"<@{clause}"), clause)
    assert out["jackpot"] == {"before": "10000.00", "after": "10000.00", "awards": []}


OUT_OF_PLAY = rows("""
status  | wagers
absent  | ante 10, blind 10, trips 5
removed | ante 10, blind 10, trips 5
present | trips 5
""")


@pytest.mark.parametrize("row", OUT_OF_PLAY, ids=row_id)
def test_a_hand_that_is_out_of_play_declines_nothing(row: dict[str, str]) -> None:
    """Nobody turned these cards up, so `reveals` may say false; 5.7, 5.11 and 5.12.2 hand back all the same."""
    wagers = dict(wager.split() for wager in row["wagers"].split(", "))
    round = deal({"player": "", "board": "7c 7d 7h 2s 9c", "does": ""}, wagers, reveals=False, status=row["status"])
    if row["status"] == "removed":
        round["seats"][0]["clause"] = "5.7"
    if row["status"] == "absent":
        round["seats"][0]["cards"] = ["Ah", "Kh"]
    lines = only(settle(round)["seats"])["wagers"].values()
    assert {line["outcome"] for line in lines} == {"returned"}


def test_a_hand_that_became_invalid_is_not_explained_by_not_being_shown() -> None:
    wagers = {"ante": "10", "blind": "10"}
    round = deal(ROYAL_FLUSH | {"does": "check"}, wagers, reveals=False, status="absent")
    check(ROYAL_FLUSH | {"ante": "<@5.11", "blind": "<@5.11", "proves": "5.11"}, round)
    (told,) = reasons(round)
    assert ("the hand was not shown", ("3.10.1",)) not in told


def test_a_returned_ante_leaves_nothing_to_compare() -> None:
    """Only the hand is named: no comparison decided anything, and no table paid."""
    round = deal(ROYAL_FLUSH | {"does": "play 4x"}, {"ante": "5", "blind": "5"}, warned=True)
    assert reasons(round) == [[("royal flush", ("3.11.1",))]]
