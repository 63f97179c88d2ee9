"""rws-3cp, the progressive jackpot: every line of its table, several winners at one table, and what the meter shows."""

import pytest

from tests.proving import Json, cards, check_reason, check_seat, decisions, only, row_id, rows, settle

DOCUMENT = "rws-3cp"
ROYAL, STRAIGHT_FLUSH = "As Ks Qs", "9s 8s 7s"  # with J♠ 10♠ on the table
SHORT = {
    "royal flush": "royal",
    "straight flush": "sf",
    "four of a kind": "four",
    "full house": "full",
    "flush": "flush",
}


def seat_of(at: int, text: str, unit: str = "5") -> Json:
    """ "4h 3h 2h fold" is a hand with an Ante of 10 and a progressive wager, and what was done with it.

    The word is fold, hide (played, not shown) or gone (absent); without one the hand is played.
    """
    hand, does = cards(text)[:3], " ".join(cards(text)[3:]) or "play"
    seat: Json = {
        "position": at,
        "cards": hand,
        "wagers": {"ante": "10", "progressive": unit},
        "decisions": [] if does == "gone" else ["fold" if does == "fold" else "play"],
    }
    if does == "hide":
        seat["reveals"] = False
    if does == "gone":
        seat["status"] = "absent"
    return seat


def deal(
    seats: list[Json], board: str, meter: str, reset: str, dealer: str = "Kc 6d 3d", unit: str = "5", **switches: str
) -> Json:
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": meter, "reset": reset, "unit": unit},
        "cards": {"dealer": cards(dealer), "community": cards(board)},
        "seats": seats,
        "interpretations": switches,
    }


def check_progressive(seat: Json, cell: str, proves: str = "") -> None:
    check_seat(DOCUMENT, {"wagers": {"progressive": seat["wagers"]["progressive"]}}, {"progressive": cell}, proves)


def awards_of(settled: Json) -> str:
    """The awards in the order paid: "2 sf 100.03, 1 royal 900.27"."""
    awards = settled["jackpot"]["awards"]
    return ", ".join(f"{award['position']} {SHORT[award['hand']]} {plain(award['amount'])}" for award in awards)


def plain(amount: str) -> str:
    return amount.removesuffix(".00")


# 4.4 The pay table

TABLE = rows("""
hand     | board | progressive_hand | pays   | progressive | after
Ad Kd Qd | Jd Td | royal flush      | 100%   | +249995@4.4 | 100000.00
Qc Jc Tc | 9c 8c | straight flush   | 10%    | +24995@4.4  | 225000.00
5h 4h Ah | 3h 2h | straight flush   | 10%    | +24995@4.4  | 225000.00
Kd Kh Ks | Kc Jh | four of a kind   | $2,000 | +1995@4.4   | 250000.00
Qd Qh Qs | Js Jh | full house       | $200   | +195@4.4    | 250000.00
Kh Jh 9h | 5h 2h | flush            | $100   | +95@4.4     | 250000.00
# nothing below a flush
9h 8d 7c | Ts Jh | straight         |        | -5@4.4      | 250000.00
9h 9d 9c | Ts Jh | three of a kind  |        | -5@4.4      | 250000.00
9h 9d Tc | Ts Jh | two pairs        |        | -5@4.4      | 250000.00
Ah Ad 9c | Ts Jh | one pair         |        | -5@4.4      | 250000.00
Ah 8d 9c | Ts Jh | five odd cards   |        | -5@4.4      | 250000.00
""")


@pytest.mark.parametrize("row", TABLE, ids=row_id)
def test_each_jackpot_hand_is_paid_by_its_line_and_only_percentages_move_the_meter(row: dict[str, str]) -> None:
    round = deal([seat_of(1, row["hand"])], row["board"], "250000", "100000", dealer="2s 7s 4d")
    settled = settle(round)
    seat = only(settled["seats"])
    assert seat["progressive_hand"] == row["progressive_hand"]
    check_progressive(seat, row["progressive"], "4.4")
    assert settled["jackpot"]["before"] == "250000.00"
    assert settled["jackpot"]["after"] == row["after"]
    if row["pays"]:
        of = " of the jackpot" if row["pays"].endswith("%") else ""
        check_reason(DOCUMENT, round, 0, f"progressive pays {row['pays']}{of}", "4.4")
    if row["pays"].endswith("%"):
        assert only(settled["jackpot"]["awards"])["rule"] == "4.4"
    else:
        assert settled["jackpot"]["awards"] == []


ROUNDS = rows("""
does | dealer   | ante       | progressive | what happens
play | 7c 6d 2d | +10@3.13   | +249995@4.4 | the dealer does not qualify
play | Qc 6d 2d | +10@3.15.1 | +249995@4.4 | the hand wins
fold | Qc 6d 2d | -10@3.12.1 | +249995@4.4 | the hand is folded
fold | 7c 6d 2d | -10@3.12.1 | +249995@4.4 | … and the dealer does not qualify
gone | Qc 6d 2d | -10@5.5    | +249995@4.4 | the player has left before the decision
hide | Qc 6d 2d | -10@4.5    | -5@4.5      | the player will not show the hand
hide | 7c 6d 2d | -10@4.5    | -5@4.5      | … and the dealer does not qualify
""")


@pytest.mark.parametrize("row", ROUNDS, ids=row_id)
def test_only_a_hand_that_is_not_shown_loses_its_jackpot(row: dict[str, str]) -> None:
    round = deal([seat_of(1, f"{ROYAL} {row['does']}")], "Js Ts", "250000", "100000", row["dealer"])
    settled = settle(round)
    seat = only(settled["seats"])
    check_seat(DOCUMENT, {"wagers": {"ante": seat["wagers"]["ante"]}}, {"ante": row["ante"]})
    check_progressive(seat, row["progressive"], row["progressive"].partition("@")[2])
    won = row["does"] != "hide"
    assert awards_of(settled) == ("1 royal 250000" if won else "")
    assert settled["jackpot"]["after"] == ("100000.00" if won else "250000.00")
    assert ("progressive_hand" in seat) == won


def test_a_jackpot_is_paid_beside_every_other_payment_even_on_a_loss() -> None:
    """9-8-7 of hearts loses to K-Q-J of spades, and yet Ante Bonus, Pair Plus and jackpot are paid."""
    seat = seat_of(1, STRAIGHT_FLUSH.replace("s", "h"))
    seat["wagers"]["pair_plus"] = "5"
    settled = settle(deal([seat], "6h 5h", "1000", "500", dealer="Ks Qs Js"))
    cells = {"ante": "-10", "ante_bonus": "+50", "play": "-10", "pair_plus": "+200", "progressive": "+95"}
    check_seat(DOCUMENT, only(settled["seats"]), cells, "3.15.2 3.16 R65 4.4")
    assert settled["seats"][0]["net"] == "325.00"


@pytest.mark.parametrize("unit", ["0.50", "1", "10", "25"])
def test_awards_do_not_grow_with_the_stake(unit: str) -> None:
    for hand, board, pays in (("Kh Jh 9h", "5h 2h", "100.00"), ("Qc Jc Tc", "9c 8c", "100.00")):
        round = deal([seat_of(1, hand, unit)], board, "1000", "500", dealer="7s 6d 4d", unit=unit)
        line = only(settle(round)["seats"])["wagers"]["progressive"]
        assert (line["pays"], line["returned"]) == (pays, "0.00")


def test_without_a_jackpot_bet_the_same_hand_wins_no_jackpot() -> None:
    seats = [seat_of(1, ROYAL), seat_of(2, STRAIGHT_FLUSH)]
    del seats[0]["wagers"]["progressive"]
    settled = settle(deal(seats, "Js Ts", "1000.30", "500"))
    assert "progressive" not in settled["seats"][0]["wagers"]
    assert "progressive_hand" not in settled["seats"][0]
    assert awards_of(settled) == "2 sf 100.03"
    check_progressive(settled["seats"][1], "+95.03@4.4", "4.4")


def test_the_dealers_cards_make_no_jackpot_hand() -> None:
    settled = settle(deal([seat_of(1, "9h 8d 4c")], "Js Ts", "1000", "500", dealer="As Ks Qs"))
    check_progressive(only(settled["seats"]), "-5@4.4", "4.4")
    assert settled["jackpot"]["awards"] == []


# 4.7.1 Several winners at one table

SEVERAL = rows("""
order | board | seats                                       | meter   | reset  | awards                      | after
# two straight flushes: each 10 % of what is then displayed, each rounded down, nothing shared
      | 6h 5h | 4h 3h 2h, 9h 8h 7h                          | 1000.30 | 500    | 1 sf 100.03, 2 sf 90.02     | 810.25
      | 6h 5h | 9h 8h 7h, 4h 3h 2h                          | 1000.30 | 500    | 1 sf 100.03, 2 sf 90.02     | 810.25
      | 6h 5h | 9h 8h 7h fold, 4h 3h 2h gone                | 1000.30 | 500    | 1 sf 100.03, 2 sf 90.02     | 810.25
# royal and straight flush: who was dealt first is paid first (R6)
      | Js Ts | As Ks Qs, 9s 8s 7s                          | 1000.30 | 500    | 1 royal 1000.30, 2 sf 50    | 450
      | Js Ts | 9s 8s 7s, As Ks Qs                          | 1000.30 | 500    | 1 sf 100.03, 2 royal 900.27 | 500
      | Js Ts | 5h 3c 2d, As Ks Qs fold, 9h 4c 2c, 9s 8s 7s | 1000.30 | 500.09 | 2 royal 1000.30, 4 sf 50    | 450.09
last  | Js Ts | As Ks Qs, 9s 8s 7s                          | 1000.30 | 500    | 2 sf 100.03, 1 royal 900.27 | 500
last  | Js Ts | 9s 8s 7s, As Ks Qs                          | 1000.30 | 500    | 1 sf 100.03, 2 royal 900.27 | 500
last  | 6h 5h | 9h 8h 7h, 4h 3h 2h                          | 1000.30 | 500    | 1 sf 100.03, 2 sf 90.02     | 810.25
# fixed awards beside them are the house's and are not listed
      | Js Ts | 6s 4s 2s, As Ks Qs, Jh Jd Jc, 9s 8s 7s      | 1000.30 | 500    | 2 royal 1000.30, 4 sf 50    | 450
      | Js Ts | 9s 8s 7s, Th Td Jh, As Ks Qs, 6s 4s 2s      | 1000.30 | 500    | 1 sf 100.03, 3 royal 900.27 | 500
# a meter of nothing, and one whose tenth is less than a cent
      | Js Ts | As Ks Qs, 9s 8s 7s                          | 0       | 500    | 1 royal 0, 2 sf 50          | 450
      | Js Ts | 9s 8s 7s, As Ks Qs                          | 0.09    | 0      | 1 sf 0, 2 royal 0.09        | 0
""")
FLOOR = rows("""
reading    | board | seats              | meter | reset | awards                | after
# R13: below its reset value the meter stays, or is brought up to it after each award
           | 6h 5h | 4h 3h 2h, 9h 8h 7h | 100   | 1000  | 1 sf 10, 2 sf 9       | 81
floor      | 6h 5h | 4h 3h 2h, 9h 8h 7h | 100   | 1000  | 1 sf 10, 2 sf 100     | 1000
floor      | 6h 5h | 4h 3h 2h, 9h 8h 7h | 5000  | 1000  | 1 sf 500, 2 sf 450    | 4050
floor      | Js Ts | 9s 8s 7s, As Ks Qs | 100   | 1000  | 1 sf 10, 2 royal 1000 | 1000
floor      | Js Ts | As Ks Qs, 9s 8s 7s | 100   | 1000  | 1 royal 100, 2 sf 100 | 1000
floor last | Js Ts | As Ks Qs, 9s 8s 7s | 100   | 1000  | 2 sf 10, 1 royal 1000 | 1000
""")
POOL = rows("""
board | seats                                  | meter   | awards                                           | after
# R1 as pool: straight flushes, then fixed awards in seat order, then a royal flush
6h 5h | Th 8h 2h, 9h 8d 7d, 4h 3h Ah           | 1000.30 | 1 flush 100, 3 flush 100                         | 800.30
6h 5h | 6d 6s 5s, 4h 3h 2h, 6c 5d 5c           | 9000    | 2 sf 900, 1 full 200, 3 full 200                 | 7700
Js Ts | As Ks Qs, 9s 8s 7s                     | 1000.30 | 2 sf 100.03, 1 royal 900.27                      | 500
Js Ts | As Ks Qs, Jh Jd Jc, 9s 8s 7s, 6s 4s 2s | 9000    | 3 sf 900, 2 four 2000, 4 flush 100, 1 royal 6000 | 500
# … what the meter cannot bear is the house's, and the royal flush finds nothing left
Js Ts | As Ks Qs, Jh Jd Jc, 9s 8s 7s           | 1000.30 | 3 sf 100.03, 2 four 2000, 1 royal 0              | 500
Js Ts | Jh Jd Jc                               | 1000.30 | 1 four 2000                                      | 0
Js Ts | Jh 8h 8d, 6s 4s 2s, 7s 5s 3s           | 300     | 2 flush 100, 3 flush 100                         | 100
""")
SWITCH_OF = {
    "last": ("rws_major_order", "royal_last"),
    "floor": ("meter_floor", "reset_value"),
    "pool": ("fixed_awards_from", "pool"),
}
DEFAULTS = {"rws_major_order": "dealt", "meter_floor": "none", "fixed_awards_from": "house"}


def check_awards(row: dict[str, str], readings: str) -> None:
    """Seats 1, 2, 3, … are paid as the row says; two or more percentages cite their order, all else cites the table."""
    switches = DEFAULTS | dict(SWITCH_OF[word] for word in readings.split())
    seats = [seat_of(at, hand) for at, hand in enumerate(decisions(row["seats"]), start=1)]
    settled = settle(deal(seats, row["board"], row["meter"], row["reset"], dealer="Kc 8c 3d", **switches))
    assert awards_of(settled) == row["awards"]
    assert plain(settled["jackpot"]["after"]) == row["after"]
    majors = [award for award in settled["jackpot"]["awards"] if award["hand"] in ("royal flush", "straight flush")]
    for award in settled["jackpot"]["awards"]:
        line = settled["seats"][award["position"] - 1]["wagers"]["progressive"]
        several = award in majors and len(majors) > 1
        assert (line["outcome"], line["pays"], line["returned"]) == ("win", award["amount"], "0.00")
        assert award["rule"] == line["rule"] == ("4.7.1" if several else "4.4")


@pytest.mark.parametrize("row", SEVERAL, ids=row_id)
def test_several_winners_are_paid_in_the_order_dealt(row: dict[str, str]) -> None:
    check_awards(row, row["order"])


@pytest.mark.parametrize("row", FLOOR, ids=row_id)
def test_a_meter_below_its_reset_value(row: dict[str, str]) -> None:
    check_awards(row, row["reading"])


@pytest.mark.parametrize("row", POOL, ids=row_id)
def test_fixed_awards_from_the_pool(row: dict[str, str]) -> None:
    check_awards(row | {"reset": "500"}, "pool")


def test_fixed_awards_from_a_pool_that_keeps_its_reset_value() -> None:
    row = {"seats": "6s 4s 2s, 7s 5s 3s", "board": "Js Ts", "meter": "300", "reset": "500"}
    check_awards(row | {"awards": "1 flush 100, 2 flush 100", "after": "500"}, "pool floor")


def test_several_major_awards_cite_the_order_of_payment_and_the_table() -> None:
    round = deal([seat_of(3, ROYAL), seat_of(7, STRAIGHT_FLUSH)], "Js Ts", "1000.30", "500")
    royal, straight_flush = settle(round)["seats"]
    check_progressive(royal, "+995.3@4.7.1", "4.7.1 4.4")
    check_progressive(straight_flush, "+45@4.7.1", "4.7.1 4.4")
    for seat in (0, 1):
        check_reason(DOCUMENT, round, seat, "several major jackpot hands at this table in this round", "4.7")


def test_an_award_of_nothing_is_still_a_win_that_costs_the_stake() -> None:
    settled = settle(deal([seat_of(1, ROYAL)], "Js Ts", "0", "500"))
    check_progressive(only(settled["seats"]), "w-5@4.4", "4.4")
    assert (awards_of(settled), settled["jackpot"]["after"]) == ("1 royal 0", "500.00")


def test_one_player_with_two_winning_hands_is_paid_for_both() -> None:
    """A winner is a hand, not a person (R19)."""
    seats = [{**seat_of(2, "9h 8h 7h"), "player": "P-1"}, {**seat_of(5, "4h 3h 2h fold"), "player": "P-1"}]
    settled = settle(deal(seats, "6h 5h", "1000.30", "500"))
    assert awards_of(settled) == "2 sf 100.03, 5 sf 90.02"


NO_WINNERS = rows("""
why     | progressive | outcome
hidden  | -5@4.5      | lose
removed | <@5.15      | returned
""")


@pytest.mark.parametrize("row", NO_WINNERS, ids=row_id)
def test_a_hand_not_shown_or_out_of_play_is_no_winner_beside_another(row: dict[str, str]) -> None:
    """The straight flush then is the only one, paid on the meter as displayed."""
    first = seat_of(1, f"{ROYAL} hide") if row["why"] == "hidden" else seat_of(1, ROYAL)
    if row["why"] == "removed":
        first |= {"status": "removed", "clause": "5.15"}
    settled = settle(deal([first, seat_of(2, STRAIGHT_FLUSH)], "Js Ts", "1000.30", "500"))
    check_progressive(settled["seats"][0], row["progressive"], row["progressive"].partition("@")[2])
    check_progressive(settled["seats"][1], "+95.03@4.4", "4.4")
    assert settled["jackpot"]["after"] == "900.27"


STAKES = rows("""
stake      | hand     | board | pays | returned
by_wording | As Ks Qs | Js Ts | 1000 | 0.00
collected  | As Ks Qs | Js Ts | 1000 | 0.00
returned   | As Ks Qs | Js Ts | 1000 | 5.00
by_wording | Kh Jh 9h | 5h 2h | 100  | 0.00
collected  | Kh Jh 9h | 5h 2h | 100  | 0.00
returned   | Kh Jh 9h | 5h 2h | 100  | 5.00
# a losing stake never comes back
returned   | Kh Jh 9h | 5h 2s | 0    | 0.00
""")


@pytest.mark.parametrize("row", STAKES, ids=row_id)
def test_the_stake_of_an_award_is_collected_unless_read_otherwise(row: dict[str, str]) -> None:
    round = deal([seat_of(1, row["hand"])], row["board"], "1000", "500", progressive_stake=row["stake"])
    line = only(settle(round)["seats"])["wagers"]["progressive"]
    assert (line["pays"], line["returned"]) == (f"{row['pays']}.00", row["returned"])
