"""mbs-lir 4.2: the progressive wager, and several winners at one table (R7, by the clauses of the siblings)."""

import pytest

from tests.proving import Json, cards, cell_of, check_reason, check_seat, decisions, only, reasons, row_id, rows, settle

DOCUMENT = "mbs-lir"


def deal(board: str, hands: str, meter: str, reset: str, *, stake: str = "5", does: str = "ride, ride") -> Json:
    """Seats "1 2h 3h 4h; 4 7h 8h 9h-": position and cards, a minus where no progressive wager lies; credits of 5."""
    seats = []
    for text in hands.split(";"):
        position, *own = cards(text.removesuffix("-"))
        wagers = {"1": "10", "2": "10", "$": "10"} | ({} if text.endswith("-") else {"progressive": stake})
        seats.append({"position": int(position), "cards": own, "wagers": wagers, "decisions": decisions(does)})
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": meter, "reset": reset, "unit": "5"},
        "cards": {"community": cards(board)},
        "seats": seats,
    }


def deal_one(row: dict[str, str], **more: str) -> Json:
    return deal(row["board"], f"1 {row['player']}", "100000", "20000", **more)


def awards_of(settled: Json) -> str:
    """ "1 SF 95.02@R7; 4 SF 95.02@R7", in the order paid."""
    short = {"royal flush": "RF", "straight flush": "SF", "flush": "flush", "full house": "FH"}
    return "; ".join(
        f"{award['position']} {short[award['hand']]} {award['amount']}@{award['rule']}"
        for award in settled["jackpot"]["awards"]
    )


# The table, line by line: a share of the jackpot keeps the stake, "to 1" hands it back (R2)

LINES = rows("""
player   | board | stake | progressive | after     | reason
Ad Kd Qd | Jd Td |     5 | +99995@4.2  | 20000.00  | progressive pays 100% of the jackpot
Jc Tc 9c | 8c 7c |     5 | +9995@4.2   | 90000.00  | progressive pays 10% of the jackpot
5c 4c 3c | 2c Ac |     5 | +9995@4.2   | 90000.00  | progressive pays 10% of the jackpot
Ac Ah Ad | As Jh |     5 | +2500@4.2   | 100000.00 | progressive pays 500 to 1
Kc Kh Kd | As Ah |     5 | +500@4.2    | 100000.00 | progressive pays 100 to 1
Jh 8h 6h | 5h 2h |     5 | +250@4.2    | 100000.00 | progressive pays 50 to 1
9c 8d 7c | 6h 5s |     5 | -5@4.2      | 100000.00 |
Ts Th Tc | 6h 3d |     5 | -5@4.2      | 100000.00 |
Qs Qh 6c | 6h 3d |     5 | -5@4.2      | 100000.00 |
Ac Ah 8d | 6h 5s |     5 | -5@4.2      | 100000.00 |
Qc Th 6d | 5s 2h |     5 | -5@4.2      | 100000.00 |
# several credits: odds on the whole wager, the share of the jackpot is what it is (R16)
Ad Kd Qd | Jd Td |    15 | +99985@4.2  | 20000.00  | progressive pays 100% of the jackpot
Jc Tc 9c | 8c 7c |    15 | +9985@4.2   | 90000.00  | progressive pays 10% of the jackpot
Ac Ah Ad | As Jh |    15 | +7500@4.2   | 100000.00 | progressive pays 500 to 1
Kc Kh Kd | As Ah |    35 | +3500@4.2   | 100000.00 | progressive pays 100 to 1
Jh 8h 6h | 5h 2h |   500 | +25000@4.2  | 100000.00 | progressive pays 50 to 1
9c 8d 7c | 6h 5s |    15 | -15@4.2     | 100000.00 |
""")


@pytest.mark.parametrize("row", LINES, ids=row_id)
def test_the_progressive_wager_is_paid_by_its_table(row: dict[str, str]) -> None:
    round = deal_one(row, stake=row["stake"])
    settled = settle(round)
    seat = only(settled["seats"])
    assert seat["progressive_hand"] == seat["hand"]
    del seat["wagers"]["1"], seat["wagers"]["2"], seat["wagers"]["$"]
    check_seat(DOCUMENT, seat, {"progressive": row["progressive"]}, "4.2")
    assert settled["jackpot"]["before"] == "100000.00"
    assert settled["jackpot"]["after"] == row["after"]
    if row["reason"]:
        check_reason(DOCUMENT, round, 0, row["reason"], "4.2")


@pytest.mark.parametrize(
    ("player", "board", "hand"),
    [
        ("Ad Kd Qd", "Jd Td", "royal flush"),
        ("Jc Tc 9c", "8c 7c", "straight flush, J high"),
        ("Ac Ah Ad", "As Jh", "four of a kind, aces, J kicker"),
        ("Kc Kh Kd", "As Ah", "full house, kings over aces"),
        ("Jh 8h 6h", "5h 2h", "flush, J 8 6 5 2"),
    ],
)
def test_a_listed_hand_qualifies_only_with_a_progressive_wager_in_this_round(
    player: str, board: str, hand: str
) -> None:
    words = "a progressive wager in this round, paid beside all other wagers"
    assert hand in {told for told, _ in reasons(deal(board, f"1 {player}", "1000", "500"))[0]}
    check_reason(DOCUMENT, deal(board, f"1 {player}", "1000", "500"), 0, words, "4.2.1", "3.20")
    without = deal(board, f"1 {player}-", "1000", "500")
    settled = settle(without)
    assert words not in {told for told, _ in reasons(without)[0]}
    assert set(only(settled["seats"])["wagers"]) == {"1", "2", "$"}
    assert "progressive_hand" not in only(settled["seats"])
    assert settled["jackpot"] == {"before": "1000.00", "after": "1000.00", "awards": []}


@pytest.mark.parametrize("does", ["ride, ride", "withdraw, ride", "ride, withdraw", "withdraw, withdraw"])
def test_withdrawing_the_other_wagers_leaves_the_progressive_in_play(does: str) -> None:
    """Nothing but its own table decides the progressive wager (3.20): withdrawn `1` and `2` do not weaken it."""
    for player, board, progressive in (("Jc Tc 9c", "8c 7c", "+9995"), ("Ac Ah 8d", "6h 5s", "-5")):
        round = deal(board, f"1 {player}", "100000", "20000", does=does)
        assert cell_of(only(settle(round)["seats"])["wagers"]["progressive"]) == progressive


# R7: straight flushes share, a royal flush is paid last, whatever the order of the seats

WINNERS = rows("""
board | hands                            | meter   | reset  | awards                              | after
# alone: rounded down to the cent, the rest stays
8c 7c | 1 Jc Tc 9c                       | 1000.30 | 500.00 | 1 SF 100.03@4.2                     | 900.27
8c 7c | 1 Jc Tc 9c                       | 0.99    | 500.00 | 1 SF 0.09@4.2                       | 0.90
8c 7c | 1 Jc Tc 9c                       | 0.09    | 500.00 | 1 SF 0.00@4.2                       | 0.09
Jd Td | 1 Ad Kd Qd                       | 1000.30 | 500.00 | 1 RF 1000.30@4.2                    | 500.00
Jd Td | 1 Ad Kd Qd                       | 400.00  | 500.00 | 1 RF 400.00@4.2                     | 500.00
# an empty meter: still a win, and a royal flush still starts it again
8c 7c | 1 Jc Tc 9c                       | 0.00    | 500.00 | 1 SF 0.00@4.2                       | 0.00
Jd Td | 1 Ad Kd Qd                       | 0.00    | 500.00 | 1 RF 0.00@4.2                       | 500.00
Jd Td | 1 Ad Kd Qd                       | 1000.30 | 0.00   | 1 RF 1000.30@4.2                    | 0.00
# two straight flushes: 100.03 and 90.02, shared; the odd cent stays in the pool (R4)
5h 6h | 1 2h 3h 4h; 4 7h 8h 9h           | 1000.30 | 500.00 | 1 SF 95.02@R7; 4 SF 95.02@R7        | 810.26
5h 6h | 1 7h 8h 9h; 4 2h 3h 4h           | 1000.30 | 500.00 | 1 SF 95.02@R7; 4 SF 95.02@R7        | 810.26
5h 6h | 1 2h 3h 4h; 4 7h 8h 9h           | 100000  | 500.00 | 1 SF 9500.00@R7; 4 SF 9500.00@R7    | 81000.00
4h 5h | 1 Ah 2h 3h; 4 6h 7h 8h           | 100000  | 500.00 | 1 SF 9500.00@R7; 4 SF 9500.00@R7    | 81000.00
5h 6h | 1 2h 3h 4h; 4 7h 8h 9h           | 0.10    | 500.00 | 1 SF 0.00@R7; 4 SF 0.00@R7          | 0.10
# a straight flush without the wager is no winner: the other has its ten per cent alone
5h 6h | 1 2h 3h 4h-; 4 7h 8h 9h          | 1000.30 | 500.00 | 4 SF 100.03@4.2                     | 900.27
# royal and straight flush: first the tenth, then all that is left
Th Jh | 1 Ah Kh Qh; 4 9h 8h 7h           | 1000.30 | 500.00 | 4 SF 100.03@4.2; 1 RF 900.27@R7     | 500.00
Th Jh | 1 9h 8h 7h; 4 Ah Kh Qh           | 1000.30 | 500.00 | 1 SF 100.03@4.2; 4 RF 900.27@R7     | 500.00
Th Jh | 1 9h 8h 7h-; 4 Ah Kh Qh          | 1000.30 | 500.00 | 4 RF 1000.30@4.2                    | 500.00
Th Jh | 1 9h 8h 7h; 4 Ah Kh Qh-          | 1000.30 | 500.00 | 1 SF 100.03@4.2                     | 900.27
# a flush beside them is the house's and moves nothing (R1)
5h 6h | 1 2h 3h 4h; 2 Ah Qh Jh; 4 7h 8h 9h | 1000.30 | 500.00 | 1 SF 95.02@R7; 4 SF 95.02@R7      | 810.26
Th Jh | 1 Ah Kh Qh; 2 4h 3h 2h; 4 9h 8h 7h | 1000.30 | 500.00 | 4 SF 100.03@4.2; 1 RF 900.27@R7   | 500.00
Th Jh | 1 4h 3h 2h; 4 Ah Kh Qh           | 1000.30 | 500.00 | 4 RF 1000.30@4.2                    | 500.00
""")


@pytest.mark.parametrize("row", WINNERS, ids=row_id)
def test_awards_at_one_table(row: dict[str, str]) -> None:
    settled = settle(deal(row["board"], row["hands"], row["meter"], row["reset"]))
    assert awards_of(settled) == row["awards"]
    assert settled["jackpot"]["after"] == row["after"]
    paid = {award["position"]: award for award in settled["jackpot"]["awards"]}
    for seat in settled["seats"]:
        line = seat["wagers"].get("progressive")
        if award := paid.get(seat["position"]):
            assert (line["outcome"], line["pays"], line["returned"]) == ("win", award["amount"], "0.00")
            assert line["rule"] == award["rule"]
        elif line:
            assert (line["pays"], line["returned"], line["rule"]) == ("250.00", "5.00", "4.2")  # the flush


LINES_OF_SEVERAL = rows("""
proves | board | hands                    | 1           | 4
R7 4.2 | 5h 6h | 1 2h 3h 4h; 4 7h 8h 9h   | +90.02@R7   | +90.02@R7
R7 4.2 | Th Jh | 1 9h 8h 7h; 4 Ah Kh Qh   | +95.03@4.2  | +895.27@R7
R7 4.2 | Th Jh | 1 4h 3h 2h; 4 Ah Kh Qh   | +250@4.2    | +995.3@4.2
""")


@pytest.mark.parametrize("row", LINES_OF_SEVERAL, ids=row_id)
def test_the_lines_of_several_winners_cite_the_reading(row: dict[str, str]) -> None:
    """A royal flush beside a flush is paid after it, and no less for that: the table decides, R7 only applies."""
    first, last = settle(deal(row["board"], row["hands"], "1000.30", "500"))["seats"]
    for seat, position, proves in ((first, "1", ""), (last, "4", row["proves"])):
        line = {"progressive": seat["wagers"]["progressive"]}
        check_seat(DOCUMENT, {**seat, "wagers": line}, {"progressive": row[position]}, proves)


# The switches of the jackpot, each on every side

TWO_SF = "1 2h 3h 4h; 4 7h 8h 9h"
ROYAL_AND_SF = "1 Ah Kh Qh; 4 9h 8h 7h"
THREE = "1 Ah Kh Qh; 2 4h 3h 2h; 4 9h 8h 7h"
SF_AND_FLUSH = "1 Ah Qh Jh; 4 7h 8h 9h"

SWITCHES = rows("""
switches                                     | hands        | meter   | reset  | awards                                                    | after
several_straight_flushes=sequential          | TWO_SF       | 1000.30 | 500.00 | 1 SF 95.02@R7; 4 SF 95.02@R7                              | 810.26
several_straight_flushes=same_display        | TWO_SF       | 1000.30 | 500.00 | 1 SF 100.03@R7; 4 SF 100.03@R7                            | 800.24
several_straight_flushes=starting_value      | TWO_SF       | 1000.30 | 500.00 | 1 SF 75.01@R7; 4 SF 75.01@R7                              | 850.28
# what the meter cannot bear is the house's
several_straight_flushes=starting_value      | TWO_SF       | 100.00  | 5000   | 1 SF 255.00@R7; 4 SF 255.00@R7                            | 0.00
royal_base=remaining                         | ROYAL_AND_SF | 1000.30 | 500.00 | 4 SF 100.03@4.2; 1 RF 900.27@R7                           | 500.00
royal_base=displayed                         | ROYAL_AND_SF | 1000.30 | 500.00 | 4 SF 100.03@4.2; 1 RF 1000.30@R7                          | 500.00
# R13: topped up after each award, and after each slice of a shared one
meter_floor=none                             | TWO_SF       | 1000.30 | 950.00 | 1 SF 95.02@R7; 4 SF 95.02@R7                              | 810.26
meter_floor=reset_value                      | TWO_SF       | 1000.30 | 950.00 | 1 SF 97.51@R7; 4 SF 97.51@R7                              | 950.00
meter_floor=reset_value                      | TWO_SF       | 1000.30 | 500.00 | 1 SF 95.02@R7; 4 SF 95.02@R7                              | 810.26
meter_floor=none                             | ROYAL_AND_SF | 1000.30 | 950.00 | 4 SF 100.03@4.2; 1 RF 900.27@R7                           | 950.00
meter_floor=reset_value                      | ROYAL_AND_SF | 1000.30 | 950.00 | 4 SF 100.03@4.2; 1 RF 950.00@R7                           | 950.00
# R1: straight flushes, then fixed awards, then a royal flush
fixed_awards_from=house                      | SF_AND_FLUSH | 1000.30 | 500.00 | 4 SF 100.03@4.2                                           | 900.27
fixed_awards_from=pool                       | SF_AND_FLUSH | 1000.30 | 500.00 | 4 SF 100.03@4.2; 1 flush 250.00@4.2                       | 650.27
fixed_awards_from=house                      | THREE        | 1000.30 | 500.00 | 4 SF 100.03@4.2; 1 RF 900.27@R7                           | 500.00
fixed_awards_from=pool                       | THREE        | 1000.30 | 500.00 | 4 SF 100.03@4.2; 2 flush 250.00@4.2; 1 RF 650.27@R7       | 500.00
fixed_awards_from=pool                       | THREE        | 100.00  | 500.00 | 4 SF 10.00@4.2; 2 flush 250.00@4.2; 1 RF 0.00@R7          | 500.00
fixed_awards_from=pool                       | SF_AND_FLUSH | 100.00  | 500.00 | 4 SF 10.00@4.2; 1 flush 250.00@4.2                        | 0.00
fixed_awards_from=pool meter_floor=reset_value | THREE      | 100.00  | 500.00 | 4 SF 10.00@4.2; 2 flush 250.00@4.2; 1 RF 500.00@R7        | 500.00
fixed_awards_from=pool royal_base=displayed  | THREE        | 1000.30 | 500.00 | 4 SF 100.03@4.2; 2 flush 250.00@4.2; 1 RF 1000.30@R7      | 500.00
""")  # noqa: E501

BOARDS = {TWO_SF: "5h 6h", SF_AND_FLUSH: "5h 6h", ROYAL_AND_SF: "Th Jh", THREE: "Th Jh"}
HANDS = {"TWO_SF": TWO_SF, "SF_AND_FLUSH": SF_AND_FLUSH, "ROYAL_AND_SF": ROYAL_AND_SF, "THREE": THREE}


def set_to(text: str) -> dict[str, str]:
    return dict(word.split("=") for word in text.split())


@pytest.mark.parametrize("row", SWITCHES, ids=row_id)
def test_switches_of_the_jackpot(row: dict[str, str]) -> None:
    hands = HANDS[row["hands"]]
    round = deal(BOARDS[hands], hands, row["meter"], row["reset"])
    settled = settle({**round, "interpretations": set_to(row["switches"])})
    assert awards_of(settled) == row["awards"]
    assert settled["jackpot"]["after"] == row["after"]


STAKES = rows("""
progressive_stake | player   | board | pays    | returned
by_wording        | Jh 8h 6h | 5h 2h | 250.00  | 5.00
collected         | Jh 8h 6h | 5h 2h | 250.00  | 0.00
returned          | Jh 8h 6h | 5h 2h | 250.00  | 5.00
by_wording        | Jc Tc 9c | 8c 7c | 10000.00 | 0.00
collected         | Jc Tc 9c | 8c 7c | 10000.00 | 0.00
returned          | Jc Tc 9c | 8c 7c | 10000.00 | 5.00
by_wording        | Ad Kd Qd | Jd Td | 100000.00 | 0.00
returned          | Ad Kd Qd | Jd Td | 100000.00 | 5.00
by_wording        | Ac Ah 8d | 6h 5s | 0.00    | 0.00
returned          | Ac Ah 8d | 6h 5s | 0.00    | 0.00
""")


@pytest.mark.parametrize("row", STAKES, ids=row_id)
def test_what_becomes_of_the_stake_of_a_progressive_wager(row: dict[str, str]) -> None:
    switch = {"progressive_stake": row["progressive_stake"]}
    line = only(settle({**deal_one(row), "interpretations": switch})["seats"])["wagers"]["progressive"]
    assert (line["pays"], line["returned"]) == (row["pays"], row["returned"])


CREDITS = rows("""
lir_percentage | stake | board | hands      | awards                         | after
flat           |     5 | 8c 7c | 1 Jc Tc 9c | 1 SF 100.03@4.2                | 900.27
flat           |    15 | 8c 7c | 1 Jc Tc 9c | 1 SF 100.03@4.2                | 900.27
per_credit     |     5 | 8c 7c | 1 Jc Tc 9c | 1 SF 100.03@4.2                | 900.27
per_credit     |    15 | 8c 7c | 1 Jc Tc 9c | 1 SF 300.09@4.2                | 700.21
per_credit     |    45 | 8c 7c | 1 Jc Tc 9c | 1 SF 900.27@4.2                | 100.03
# at most the whole, which starts the meter again
per_credit     |    50 | 8c 7c | 1 Jc Tc 9c | 1 SF 1000.30@4.2               | 500.00
per_credit     |    60 | 8c 7c | 1 Jc Tc 9c | 1 SF 1000.30@4.2               | 500.00
per_credit     |    15 | Jd Td | 1 Ad Kd Qd | 1 RF 1000.30@4.2               | 500.00
# 20 % of 1000.30, then 20 % of 800.24, shared
per_credit     |    10 | 5h 6h | 1 2h 3h 4h; 4 7h 8h 9h | 1 SF 180.05@R7; 4 SF 180.05@R7 | 640.20
flat           |    10 | 5h 6h | 1 2h 3h 4h; 4 7h 8h 9h | 1 SF 95.02@R7; 4 SF 95.02@R7   | 810.26
per_credit     |    10 | 5h 2h | 1 Jh 8h 6h |                                | 1000.30
""")


@pytest.mark.parametrize("row", CREDITS, ids=row_id)
def test_credits_multiply_the_share_of_the_jackpot_only_where_the_switch_says_so(row: dict[str, str]) -> None:
    round = deal(row["board"], row["hands"], "1000.30", "500", stake=row["stake"])
    settled = settle({**round, "interpretations": {"lir_percentage": row["lir_percentage"]}})
    assert awards_of(settled) == row["awards"]
    assert settled["jackpot"]["after"] == row["after"]
