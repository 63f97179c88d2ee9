"""rws-3cp, what beats what: the printed examples, every tie-break both ways and as a tie, the low ace."""

from itertools import combinations

import pytest

from tests.proving import Json, cards, check_reason, check_seat, only, row_id, rows, settle

DOCUMENT = "rws-3cp"
LINES = ("ante", "ante_bonus", "play", "pair_plus", "progressive")


def deal(player: str, dealer: str, community: str = "", **switches: str) -> Json:
    """One seat that plays an Ante of 10 with Pair Plus and progressive of 5; community cards that decide nothing."""
    seat: Json = {
        "position": 1,
        "cards": cards(player),
        "wagers": {"ante": "10", "pair_plus": "5", "progressive": "5"},
        "decisions": ["play"],
    }
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": "10000", "reset": "1000", "unit": "5"},
        "cards": {"dealer": cards(dealer), "community": cards(community) or ["8s", "7s"]},
        "seats": [seat],
        "interpretations": switches,
    }


# 3.1.2 The ranking list

THREE_CARD_EXAMPLES = rows("""
printed    | hand            | words
A♥ K♥ Q♥   | straight flush  | straight flush, A high
Q♠ Q♥ Q♣   | three of a kind | three of a kind, queens
3♣ 2♥ A♦   | straight        | straight, 3 high
A♣ K♦ Q♣   | straight        | straight, A high
K♣ J♣ 9♣   | flush           | flush, K J 9
10♣ 10♥ K♠ | one pair        | one pair, tens, K kicker
6♠ 4♥ 2♦   | three odd cards | three odd cards, 6 4 2
""")


@pytest.mark.parametrize("row", THREE_CARD_EXAMPLES, ids=row_id)
def test_printed_three_card_hands_rank_as_printed(row: dict[str, str]) -> None:
    round = deal(row["printed"], "8d 7d 5c")
    assert only(settle(round)["seats"])["hand"] == row["hand"]
    check_reason(DOCUMENT, round, 0, row["words"], "3.1.2")


COMPARED = rows("""
proves      | higher   | higher words              | lower    | lower words               | by
# the lowest hand of a class against the highest of the class below
3.1.2       | 3h 2h Ah | straight flush, 3 high    | As Ad Ac | three of a kind, aces     |
3.1.2       | 2h 2d 2c | three of a kind, twos     | Ah Kd Qc | straight, A high          |
3.1.2       | 3c 2h Ad | straight, 3 high          | As Ks Js | flush, A K J              |
3.1.2       | 5h 3h 2h | flush, 5 3 2              | Ah Ad Kc | one pair, aces, K kicker  |
3.1.2       | 2h 2d 3c | one pair, twos, 3 kicker  | Ah Kd Jc | three odd cards, A K J    |
# the printed comparisons
3.1.3.a     | Kh Qd Jc | straight, K high          | Js Td 9c | straight, J high          | K J
3.1.3.b     | 5h 5d Kc | one pair, fives, K kicker | 5s 5c Qd | one pair, fives, Q kicker | K Q
3.1.3.c     | Ah Kd Jc | three odd cards, A K J    | As Kc Td | three odd cards, A K 10   | J 10
# odd cards: the highest, the second, the third
3.1.3.c     | Ah 5d 3c | three odd cards, A 5 3    | Ks Qd 9c | three odd cards, K Q 9    | A K
3.1.3.c     | Qh 9d 2c | three odd cards, Q 9 2    | Qs 6d 5c | three odd cards, Q 6 5    | 9 6
3.1.3.c     | Qh 9d 3c | three odd cards, Q 9 3    | Qs 9c 2d | three odd cards, Q 9 2    | 3 2
# straights
3.1.3.a     | Ah Kd Qc | straight, A high          | Kh Qd Jc | straight, K high          | A K
3.1.3.a     | 5h 4d 3c | straight, 5 high          | 4h 3d 2c | straight, 4 high          | 5 4
# the examples do not name these classes; 3.1.3 is read as general (R62)
3.1.3 3.1.1 | Qh Jh Th | straight flush, Q high    | Jd Td 9d | straight flush, J high    | Q J
3.1.3 3.1.1 | Ah Kh Qh | straight flush, A high    | Kd Qd Jd | straight flush, K high    | A K
3.1.3 3.1.1 | Ah Ad Ac | three of a kind, aces     | Kh Kd Kc | three of a kind, kings    | A K
3.1.3 3.1.1 | 3h 3d 3c | three of a kind, threes   | 2h 2d 2c | three of a kind, twos     | 3 2
3.1.3 3.1.1 | Ah 5h 2h | flush, A 5 2              | Kd Qd Td | flush, K Q 10             | A K
3.1.3 3.1.1 | Kh 9h 2h | flush, K 9 2              | Kd 8d 7d | flush, K 8 7              | 9 8
3.1.3 3.1.1 | Kh 9h 5h | flush, K 9 5              | Kd 9d 4d | flush, K 9 4              | 5 4
""")


@pytest.mark.parametrize("row", COMPARED, ids=row_id)
def test_the_higher_hand_wins_on_either_side(row: dict[str, str]) -> None:
    """The words end with the cards that decide, the player's first."""
    clauses = ("3.15", *row["proves"].split())
    winning, losing = deal(row["higher"], row["lower"]), deal(row["lower"], row["higher"])
    wins, loses = row["higher words"], row["lower words"]
    card, against = row["by"].split() or ("", "")
    by = (f": {card} against {against}", f": {against} against {card}") if card else ("", "")
    check_reason(DOCUMENT, winning, 0, f"{wins} beats {loses}{by[0]}", *clauses)
    check_reason(DOCUMENT, losing, 0, f"{loses} loses to {wins}{by[1]}", *clauses)
    assert [only(settle(round)["seats"])["wagers"]["ante"]["outcome"] for round in (winning, losing)] == ["win", "lose"]


LOW_ACE = rows("""
higher   | higher words     | lower    | lower words
4h 3d 2c | straight, 4 high | 3c 2h Ad | straight, 3 high
Ah Kd Qc | straight, A high | 3c 2h Ad | straight, 3 high
""")
LOW_ACE_WORDS = "the ace of the low run counts as 1"


@pytest.mark.parametrize("row", LOW_ACE, ids=row_id)
def test_three_two_ace_is_the_lowest_straight(row: dict[str, str]) -> None:
    words = f"{row['higher words']} beats {row['lower words']}: {LOW_ACE_WORDS}"
    check_reason(DOCUMENT, deal(row["higher"], row["lower"]), 0, words, "3.15", "3.1.3.a", "3.1.1")
    words = f"{row['lower words']} loses to {row['higher words']}: {LOW_ACE_WORDS}"
    check_reason(DOCUMENT, deal(row["lower"], row["higher"]), 0, words, "3.15", "3.1.3.a", "3.1.1")


LOW_RUNS = rows("""
hand     | class
3c 2h Ad | straight
3h 2h Ah | straight flush
# the ace is high or low, never in between
2h Ad Kc | three odd cards
2h Ah Kh | flush
""")


@pytest.mark.parametrize("row", LOW_RUNS, ids=row_id)
def test_the_ace_counts_as_one_only_with_three_and_two(row: dict[str, str]) -> None:
    assert only(settle(deal(row["hand"], "Qs 9d 6c"))["seats"])["hand"] == row["class"]


EQUAL = rows("""
player   | dealer   | words
# the same ranks in other suits; a spade is worth no more than a club
As Kd 9h | Ah Kc 9d | three odd cards, A K 9
Qc 4d 2h | Qs 4s 2d | three odd cards, Q 4 2
9h 9d 3c | 9s 9c 3s | one pair, nines, 3 kicker
Ks Js 9s | Kc Jc 9c | flush, K J 9
5h 3h 2h | 5d 3d 2d | flush, 5 3 2
9h 8d 7c | 9d 8c 7d | straight, 9 high
3c 2h Ad | 3d 2c Ah | straight, 3 high
7h 6h 5h | 7d 6d 5d | straight flush, 7 high
3h 2h Ah | 3d 2d Ad | straight flush, 3 high
""")


@pytest.mark.parametrize("row", EQUAL, ids=row_id)
def test_equal_ranks_stand_off_whatever_the_suits(row: dict[str, str]) -> None:
    for player, dealer in ((row["player"], row["dealer"]), (row["dealer"], row["player"])):
        round = deal(player, dealer, "Tc Th")
        check_reason(DOCUMENT, round, 0, f"{row['words']} equals {row['words']}", "3.15", "3.15.3", "1.23", "3.1.1")
        assert only(settle(round)["seats"])["wagers"]["ante"]["outcome"] == "push"


CITED_BY_ANOTHER_HAND = rows("""
higher   | higher words              | lower    | lower words                | because
# 3.1.3.b breaks the tie of equal pairs by the odd card; unlike pairs are the general case
9h 9d 2c | one pair, nines, 2 kicker | 8h 8d Kc | one pair, eights, K kicker | 9 against 8
# 3.1.3.a is about straights; other straight flushes are compared by 3.1.3
4h 3h 2h | straight flush, 4 high    | 3d 2d Ad | straight flush, 3 high     | the ace of the low run counts as 1
Ah Kh Qh | straight flush, A high    | 3d 2d Ad | straight flush, 3 high     | the ace of the low run counts as 1
""")


@pytest.mark.parametrize("row", CITED_BY_ANOTHER_HAND, ids=row_id)
def test_unlike_pairs_and_low_straight_flushes_are_won_by_the_higher(row: dict[str, str]) -> None:
    outcomes = [
        only(settle(deal(*hands))["seats"])["wagers"]["ante"]["outcome"]
        for hands in ((row["higher"], row["lower"]), (row["lower"], row["higher"]))
    ]
    assert outcomes == ["win", "lose"]


@pytest.mark.parametrize("row", CITED_BY_ANOTHER_HAND, ids=row_id)
def test_hands_that_no_example_covers_are_compared_by_the_general_clause(row: dict[str, str]) -> None:
    words = f"{row['higher words']} beats {row['lower words']}: {row['because']}"
    check_reason(DOCUMENT, deal(row["higher"], row["lower"]), 0, words, "3.15", "3.1.3", "3.1.1")


# 3.17 The jackpot's ranking list

FIVE_CARD_EXAMPLES = rows("""
printed         | hand           | words                           | progressive
A♦ K♦ Q♦ J♦ 10♦ | royal flush    | royal flush                     | +9995
Q♣ J♣ 10♣ 9♣ 8♣ | straight flush | straight flush, Q high          | +995
K♣ K♥ K♦ K♠ J♥  | four of a kind | four of a kind, kings, J kicker | +1995
K♣ K♥ K♦ J♠ J♥  | full house     | full house, kings over jacks    | +195
K♥ J♥ 9♥ 5♥ 2♥  | flush          | flush, K J 9 5 2                | +95
""")


@pytest.mark.parametrize("row", FIVE_CARD_EXAMPLES, ids=row_id)
def test_printed_jackpot_hands_rank_as_printed_however_they_are_split(row: dict[str, str]) -> None:
    """Which two of the five lie on the table must not matter."""
    five = cards(row["printed"])
    for own in combinations(five, 3):
        community = " ".join(card for card in five if card not in own)
        round = deal(" ".join(own), "8d 7s 4c", community)
        seat = only(settle(round)["seats"])
        assert seat["progressive_hand"] == row["hand"]
        words = f"own and community cards: {row['words']}, a Progressive Jackpot Hand"
        check_reason(DOCUMENT, round, 0, words, "4.4.1", "3.17", "1.17")
        jackpot_line = {"wagers": {"progressive": seat["wagers"]["progressive"]}}
        check_seat(DOCUMENT, jackpot_line, {"progressive": row["progressive"]}, "4.4")


NO_JACKPOT_HANDS = rows("""
own      | community | hand            | words
9h 8d 7d | 6c 5s     | straight        | straight, 9 high
Ah Kd Qc | Js Td     | straight        | straight, A high
5h 4d 3c | 2s Ad     | straight        | straight, 5 high
9h 9d 9c | Ks 5d     | three of a kind | three of a kind, nines, K 5 kickers
9h 9d 5c | 5s Kd     | two pairs       | two pairs, nines and fives, K kicker
9h 9d 5c | Js Kd     | one pair        | one pair, nines, K J 5 kickers
Kh 9d 5c | Js 3d     | five odd cards  | five odd cards, K J 9 5 3
# three own cards of one suit, or four of the five, are no flush; a royal in the own three is no royal
Kh Jh 9h | 5h 2s     | five odd cards  | five odd cards, K J 9 5 2
Ah Kh Qh | Jh Ts     | straight        | straight, A high
""")


@pytest.mark.parametrize("row", NO_JACKPOT_HANDS, ids=row_id)
def test_other_five_card_hands_win_no_jackpot(row: dict[str, str]) -> None:
    round = deal(row["own"], "8c 7s 3h", row["community"])
    seat = only(settle(round)["seats"])
    assert seat["progressive_hand"] == row["hand"]
    check_reason(DOCUMENT, round, 0, f"own and community cards: {row['words']}", "4.4.1")
    check_seat(DOCUMENT, {"wagers": {"progressive": seat["wagers"]["progressive"]}}, {"progressive": "-5@4.4"}, "4.4")


# The switches

SWITCH_OF = {"R18": "ace_low_straight_flush", "R79": "rws_straight_suits"}
SWITCHES = rows("""
reading            | player   | dealer   | community | ante | ante_bonus | play | pair_plus | progressive
# R18: suited 3-2-A of the player, then of the dealer; as a flush its ace is high
R18 straight_flush | 3h 2h Ah | Ks Qd 9c | 8s 7s     | +10  | +50        | +10  | +200      | -5
R18 flush          | 3h 2h Ah | Ks Qd 9c | 8s 7s     | +10  |            | +10  | +20       | -5
R18 straight_flush | Kh Kd Kc | 3h 2h Ah | 8s 7s     | -10  | +40        | -10  | +150      | -5
R18 flush          | Kh Kd Kc | 3h 2h Ah | 8s 7s     | +10  | +40        | +10  | +150      | -5
R18 flush          | 3h 2h Ah | Kd Qd 9d | 8s 7s     | +10  |            | +10  | +20       | -5
# … a straight of mixed suits and the other straight flushes are not concerned
R18 flush          | 3c 2h Ad | Ks Qd 9c | 8s 7s     | +10  | +10        | +10  | +25       | -5
R18 flush          | 4h 3h 2h | Ks Qd 9c | 8s 7s     | +10  | +50        | +10  | +200      | -5
# … five cards: 10 % of 10,000 or 100 dollars
R18 straight_flush | Ah 5h 3h | Ks Qd 9c | 4h 2h     | +10  |            | +10  | +20       | +995
R18 flush          | Ah 5h 3h | Ks Qd 9c | 4h 2h     | +10  |            | +10  | +20       | +95
R18 flush          | 6h 5h 3h | Ks Qd 9c | 4h 2h     | +10  |            | +10  | +20       | +995
# R79: two suits or three in a straight
R79 not_all_equal  | 8d 7d 6h | Ks Qd 9c | Ts 2c     | +10  | +10        | +10  | +25       | -5
R79 all_different  | 8d 7d 6h | Ks Qd 9c | Ts 2c     | -10  |            | -10  | -5        | -5
R79 all_different  | 8d 7c 6h | Ks Qd 9c | Ts 2c     | +10  | +10        | +10  | +25       | -5
R79 all_different  | 8d 7d 6d | Ks Qd 9c | Ts 2c     | +10  | +50        | +10  | +200      | -5
R79 not_all_equal  | 3d 2d Ah | Ks Qd 9c | Ts 2c     | +10  | +10        | +10  | +25       | -5
R79 all_different  | 3d 2d Ah | Ks Qd 9c | Ts 2c     | +10  |            | +10  | -5        | -5
# … of the dealer: J-10-9 in two suits then does not qualify
R79 not_all_equal  | Kh Kd 4c | Jd Td 9h | 8s 2c     | -10  |            | -10  | +5        | -5
R79 all_different  | Kh Kd 4c | Jd Td 9h | 8s 2c     | +10  |            | =    | +5        | -5
""")


@pytest.mark.parametrize("row", SWITCHES, ids=row_id)
def test_readings_of_low_ace_and_straight_change_class_and_money(row: dict[str, str]) -> None:
    reading, value = row["reading"].split()
    round = deal(row["player"], row["dealer"], row["community"], **{SWITCH_OF[reading]: value})
    check_seat(DOCUMENT, only(settle(round)["seats"]), {line: row[line] for line in LINES})
