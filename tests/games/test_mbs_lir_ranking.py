"""mbs-lir 3.21: the ten classes of hands, and which of them win. No two hands are ever compared in this game."""

from itertools import combinations

import pytest

from tests.proving import Json, cards, check_reason, only, row_id, rows, settle

DOCUMENT = "mbs-lir"


def deal(own: list[str], board: list[str], **more: object) -> Json:
    """One seat that lets everything ride."""
    seat: Json = {
        "position": 1,
        "cards": own,
        "wagers": {"1": "10", "2": "10", "$": "10"},
        "decisions": ["ride", "ride"],
    }
    return {"pitlink": 1, "game": DOCUMENT, "cards": {"community": board}, "seats": [seat], **more}


def deal_five(text: str, **more: object) -> Json:
    five = cards(text)
    return deal(five[:3], five[3:], **more)


# The hands printed in the rulebook, as printed

EXAMPLES = rows("""
proves  | hand              | class           | words                                     | net
3.21.1  | A♦ K♦ Q♦ J♦ 10♦   | royal flush     | royal flush                               | 30000.00
3.21.2  | J♣ 10♣ 9♣ 8♣ 7♣   | straight flush  | straight flush, J high                    | 6000.00
3.21.3  | A♣ A♥ A♦ A♠ J♥    | four of a kind  | four of a kind, aces, J kicker            | 1500.00
3.21.4  | K♣ K♥ K♦ A♠ A♥    | full house      | full house, kings over aces               | 330.00
3.21.5  | J♥ 8♥ 6♥ 5♥ 2♥    | flush           | flush, J 8 6 5 2                          | 240.00
3.21.6  | 9♣ 8♦ 7♣ 6♥ 5♠    | straight        | straight, 9 high                          | 150.00
3.21.7  | 10♠ 10♥ 10♣ 6♥ 3♦ | three of a kind | three of a kind, tens, 6 3 kickers        | 90.00
3.21.8  | Q♠ Q♥ 6♣ 6♥ 3♦    | two pairs       | two pairs, queens and sixes, 3 kicker     | 60.00
3.21.9  | A♣ A♥ 8♦ 6♥ 5♠    | one pair        | one pair, aces, 8 6 5 kickers             | 30.00
3.21.10 | Q♣ 10♥ 6♦ 5♠ 2♥   | five odd cards  | five odd cards, Q 10 6 5 2                | -30.00
""")


@pytest.mark.parametrize("row", EXAMPLES, ids=row_id)
def test_the_printed_examples_rank_as_printed(row: dict[str, str]) -> None:
    round = deal_five(row["hand"])
    seat = only(settle(round)["seats"])
    assert (seat["hand"], seat["net"]) == (row["class"], row["net"])
    check_reason(DOCUMENT, round, 0, row["words"], row["proves"], "3.21")


@pytest.mark.parametrize("row", EXAMPLES, ids=row_id)
def test_it_makes_no_difference_which_two_cards_are_shared(row: dict[str, str]) -> None:
    """All ten ways to lay five cards as three and two (1.1.3)."""
    five = cards(row["hand"])
    for own in combinations(five, 3):
        board = [card for card in five if card not in own]
        seat = only(settle(deal(list(own), board))["seats"])
        assert (seat["hand"], seat["net"]) == (row["class"], row["net"]), (own, board)


# Where one class ends and the next begins

EDGES = rows("""
proves  | hand           | words
# the ace above the king, or below the two, never between them
3.21.1  | As Ks Qs Js Ts | royal flush
3.21.2  | Ks Qs Js Ts 9s | straight flush, K high
3.21.2  | 6s 5s 4s 3s 2s | straight flush, 6 high
3.21.2  | 5s 4s 3s 2s As | straight flush, 5 high
3.21.5  | 4s 3s 2s As Ks | flush, A K 4 3 2
3.21.5  | 2s As Ks Qs Js | flush, A K Q J 2
3.21.6  | As Kd Qs Js Ts | straight, A high
3.21.6  | 6s 5d 4s 3s 2s | straight, 6 high
3.21.6  | 5s 4d 3s 2s As | straight, 5 high
3.21.10 | 4s 3d 2s As Ks | five odd cards, A K 4 3 2
3.21.10 | 3s 2d As Ks Qs | five odd cards, A K Q 3 2
3.21.10 | 2s Ad Ks Qs Js | five odd cards, A K Q J 2
# one card short of something better
3.21.5  | As Ks Qs Js 9s | flush, A K Q J 9
3.21.5  | 9s 8s 7s 6s 4s | flush, 9 8 7 6 4
3.21.10 | As Ks Qs Js 9d | five odd cards, A K Q J 9
3.21.10 | 7s 5d 4s 3s 2s | five odd cards, 7 5 4 3 2
3.21.9  | As Ks Qs Js Jd | one pair, jacks, A K Q kickers
3.21.9  | 9s 8s 7s 6s 6d | one pair, sixes, 9 8 7 kickers
# three and two against four, three and two pairs
3.21.3  | 2s 2h 2d 2c As | four of a kind, twos, A kicker
3.21.4  | 2s 2h 2d As Ac | full house, twos over aces
3.21.4  | As Ah Ad 2s 2c | full house, aces over twos
3.21.7  | 2s 2h 2d As Kc | three of a kind, twos, A K kickers
3.21.8  | 3s 3h 2d 2s Ac | two pairs, threes and twos, A kicker
3.21.8  | 9s 9h As Ac Kd | two pairs, aces and nines, K kicker
""")


@pytest.mark.parametrize("row", EDGES, ids=row_id)
def test_classes_end_where_the_rulebook_ends_them(row: dict[str, str]) -> None:
    round = deal_five(row["hand"])
    assert only(settle(round)["seats"])["hand"] == row["words"].split(",")[0]
    check_reason(DOCUMENT, round, 0, row["words"], row["proves"], "3.21")


# 3.18: a pair of tens is the lowest hand that wins; of the pairs the rank decides, of all that is higher it does not

WINNING = rows("""
hand           | net   | words
2s 2d Ah Kc Qd | -30.00 | less than a pair of tens
3s 3d Ah Kc Qd | -30.00 | less than a pair of tens
4s 4d Ah Kc Qd | -30.00 | less than a pair of tens
5s 5d Ah Kc Qd | -30.00 | less than a pair of tens
6s 6d Ah Kc Qd | -30.00 | less than a pair of tens
7s 7d Ah Kc Qd | -30.00 | less than a pair of tens
8s 8d Ah Kc Qd | -30.00 | less than a pair of tens
9s 9d Ah Kc Qd | -30.00 | less than a pair of tens
Ts Td 4h 3c 2d | 30.00  | a pair of tens or better
Js Jd 4h 3c 2d | 30.00  | a pair of tens or better
Qs Qd 4h 3c 2d | 30.00  | a pair of tens or better
Ks Kd 4h 3c 2d | 30.00  | a pair of tens or better
As Ad 4h 3c 2d | 30.00  | a pair of tens or better
As Kd Qh Jc 9d | -30.00 | less than a pair of tens
3s 3d 2h 2c 4d | 60.00  | a pair of tens or better
2s 2d 2h 3c 4d | 90.00  | a pair of tens or better
5s 4d 3h 2c Ad | 150.00 | a pair of tens or better
""")


@pytest.mark.parametrize("row", WINNING, ids=row_id)
def test_a_pair_of_tens_is_the_lowest_hand_that_wins(row: dict[str, str]) -> None:
    round = deal_five(row["hand"])
    assert only(settle(round)["seats"])["net"] == row["net"]
    check_reason(DOCUMENT, round, 0, row["words"], "3.18")


@pytest.mark.parametrize("suits", ["shdc", "hdcs", "dcsh", "cshd"])
def test_suits_make_no_hand_better(suits: str) -> None:
    """Each printed example with its suits exchanged is paid the same."""
    exchange = str.maketrans("♠♥♦♣", suits)
    for row in EXAMPLES:
        seat = only(settle(deal_five(row["hand"].translate(exchange)))["seats"])
        assert (seat["hand"], seat["net"]) == (row["class"], row["net"])


# R18: the low ace of a straight flush is stated for the straight only

LOW_ACE = rows("""
ace_low_straight_flush | hand           | proves | words                  | net      | progressive
straight_flush         | 5h 4h 3h 2h Ah | 3.21.2 | straight flush, 5 high | 6095.00  | 100.00
flush                  | 5h 4h 3h 2h Ah | 3.21.5 | flush, A 5 4 3 2       | 490.00   | 250.00
flush                  | 6h 5h 4h 3h 2h | 3.21.2 | straight flush, 6 high | 6095.00  | 100.00
flush                  | Ah Kh Qh Jh Th | 3.21.1 | royal flush            | 30995.00 | 1000.00
flush                  | 5h 4d 3h 2h Ah | 3.21.6 | straight, 5 high       | 145.00   | 0.00
""")


@pytest.mark.parametrize("row", LOW_ACE, ids=row_id)
def test_the_switch_for_the_low_ace_touches_suited_five_high_only(row: dict[str, str]) -> None:
    switches = {"ace_low_straight_flush": row["ace_low_straight_flush"]}
    round = deal_five(row["hand"], jackpot={"meter": "1000", "reset": "500", "unit": "5"}, interpretations=switches)
    round["seats"][0]["wagers"]["progressive"] = "5"
    seat = only(settle(round)["seats"])
    assert (seat["net"], seat["wagers"]["progressive"]["pays"]) == (row["net"], row["progressive"])
    assert seat["hand"] == seat["progressive_hand"] == row["words"].split(",")[0]
    check_reason(DOCUMENT, round, 0, row["words"], row["proves"], "3.21")
