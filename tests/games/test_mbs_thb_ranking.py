"""mbs-thb 3.3.1, 3.11, 3.12: which hand is higher, told in the words and clauses that `settle --explain` shows."""

from itertools import combinations, permutations

import pytest

from tests.proving import Json, cards, check_reason, only, reasons, row_id, rows, settle

DOCUMENT = "mbs-thb"
Row = dict[str, str]


def deal(player: str, dealer: str, board: str, **interpretations: str) -> Json:
    """One seat with an Ante of 10 and a Flop of 20, and a progressive wager of 5."""
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": "10000", "reset": "500", "unit": "5"},
        "cards": {"dealer": cards(dealer), "community": cards(board)},
        "seats": [
            {
                "position": 1,
                "cards": cards(player),
                "wagers": {"ante": "10", "progressive": "5"},
                "decisions": ["flop", "check", "check"],
            }
        ],
        "interpretations": interpretations,
    }


def flop_outcome(round: Json) -> str:
    outcome: str = only(settle(round)["seats"])["wagers"]["flop"]["outcome"]
    return outcome


# 3.11: the ten examples as they are printed, suits and all. Five cards are shown exactly by hole cards and flop.

EXAMPLES = rows("""
clause  | printed          | words                                 | jackpot
3.11.1  | A♦ K♦ Q♦ J♦ 10♦  | royal flush                           | paid
3.11.2  | J♣ 10♣ 9♣ 8♣ 7♣  | straight flush, J high                | paid
3.11.3  | A♣ A♥ A♦ A♠ J♥   | four of a kind, aces, J kicker        | paid
3.11.4  | K♣ K♥ K♦ A♠ A♥   | full house, kings over aces           | paid
3.11.5  | J♥ 8♥ 6♥ 5♥ 2♥   | flush, J 8 6 5 2                      | paid
3.11.6  | 9♣ 8♦ 7♣ 6♥ 5♠   | straight, 9 high                      |
3.11.7  | 10♠ 10♥ 10♣ 6♥ 3♦ | three of a kind, tens, 6 3 kickers   |
3.11.8  | Q♠ Q♥ 6♣ 6♥ 3♦   | two pairs, queens and sixes, 3 kicker |
3.11.9  | A♣ A♥ 8♦ 6♥ 5♠   | one pair, aces, 8 6 5 kickers         |
3.11.10 | Q♣ 10♥ 6♦ 5♠ 2♥  | five odd cards, Q 10 6 5 2            |
# not printed: the ends of the scale, and the ace at the bottom
3.11.6  | A♣ K♦ Q♣ J♥ 10♠  | straight, A high                      |
3.11.6  | 5♣ 4♦ 3♣ 2♥ A♠   | straight, 5 high                      |
3.11.2  | 5♣ 4♣ 3♣ 2♣ A♣   | straight flush, 5 high                | paid
3.11.2  | K♠ Q♠ J♠ 10♠ 9♠  | straight flush, K high                | paid
# an ace in the middle makes no run
3.11.10 | 3♣ 2♦ A♣ K♥ Q♠   | five odd cards, A K Q 3 2             |
3.11.10 | 4♣ 3♦ 2♣ A♥ K♠   | five odd cards, A K 4 3 2             |
3.11.5  | 2♠ A♠ K♠ Q♠ J♠   | flush, A K Q J 2                      | paid
# four to a flush, four to a run
3.11.10 | J♥ 8♥ 6♥ 5♥ 2♦   | five odd cards, J 8 6 5 2             |
3.11.10 | J♥ 10♣ 9♥ 8♠ 6♦  | five odd cards, J 10 9 8 6            |
""")


@pytest.mark.parametrize("row", EXAMPLES, ids=row_id)
def test_the_printed_examples_are_what_the_book_says_however_they_are_dealt(row: Row) -> None:
    five = row["printed"].split()
    unused = [card for card in ("7♦", "7♠", "4♠", "4♥", "9♦", "9♥") if card not in five]
    words = f"hole cards and flop: {row['words']}"
    for hole in combinations(five, 2):
        flop = [card for card in five if card not in hole]
        round = deal(" ".join(hole), " ".join(unused[:2]), " ".join(flop + unused[2:4]))
        if row["jackpot"]:
            check_reason(DOCUMENT, round, 0, f"{words}, paid beside all other wagers", "3.13", row["clause"])
        else:
            check_reason(DOCUMENT, round, 0, words, row["clause"])


# 3.10: of seven cards the best five count, in any mix of hole and community cards.

BEST_OF_SEVEN = rows("""
clause  | player | board          | words
3.11.1  | As 2c  | Ks Qs Js Ts 2d | royal flush
3.11.1  | 2c 3d  | As Ks Qs Js Ts | royal flush
3.11.2  | 9s 8s  | Ks Qs Js Ts 7s | straight flush, K high
3.11.3  | 9s 9d  | 9c 9h Ks Kd Kh | four of a kind, nines, K kicker
3.11.4  | 9s 9d  | 9c Kh Ks 2d 2h | full house, nines over kings
3.11.4  | 9s 9d  | 9c Kh Ks Kd 2h | full house, kings over nines
3.11.5  | As 3s  | Ks 9s 7s 5s 2s | flush, A K 9 7 5
3.11.5  | 8s 2s  | 9c Ts 7s 6s Jd | flush, 10 8 7 6 2
3.11.6  | 8d 2s  | 9c Ts 7s 6s 8c | straight, 10 high
3.11.6  | Ad 6c  | 5c 4s 3d 2h Kc | straight, 6 high
3.11.7  | 9s 9d  | 9c Kh Qs 3d 2h | three of a kind, nines, K Q kickers
3.11.8  | 9s 9d  | Kc Kh Qs Qd Jh | two pairs, kings and queens, J kicker
3.11.9  | 2s 3d  | Kc Kh Qs Jd 9h | one pair, kings, Q J 9 kickers
3.11.10 | 2s 3d  | Kc Th Qs Jd 8h | five odd cards, K Q J 10 8
""")


@pytest.mark.parametrize("row", BEST_OF_SEVEN, ids=row_id)
def test_the_best_five_of_seven_cards_make_the_hand(row: Row) -> None:
    round = deal(row["player"], "4c 4d", row["board"])
    check_reason(DOCUMENT, round, 0, row["words"], row["clause"])
    assert only(settle(round)["seats"])["hand"] == row["words"].split(",", maxsplit=1)[0]


# 3.11: a higher class beats a lower one. Each row of this table and the next is dealt both ways.

CLASSES = rows("""
higher | lower | board          | higher words                          | lower words
Ah 3d  | 9h 3s | Kh Qh Jh Th 2c | royal flush                           | straight flush, K high
Jh Th  | 9s 2c | 9h 8h 7h 9c 9d | straight flush, J high                | four of a kind, nines, 8 kicker
9s 3d  | Kd 4h | 9h 9c 9d Kc 2s | four of a kind, nines, K kicker       | full house, nines over kings
Kd 2d  | Ah 5h | Kh 8h 3h Kc 2s | full house, kings over twos           | flush, A K 8 5 3
Ah 4h  | Jc 7d | Th 9h 3h 8c 2s | flush, A 10 9 4 3                     | straight, J high
Jc 7d  | Td Ts | Th 9c 3h 8c 2s | straight, J high                      | three of a kind, tens, 9 8 kickers
3d 3c  | Td 9d | Th 9c 3h 6c 2s | three of a kind, threes, 10 9 kickers | two pairs, tens and nines, 6 kicker
3d 2d  | As Ad | Th 9c 3h 6c 2s | two pairs, threes and twos, 10 kicker | one pair, aces, 10 9 6 kickers
3d 2d  | As Jd | Th 9c 3h 6c Ks | one pair, threes, K 10 9 kickers      | five odd cards, A K J 10 9
""")


@pytest.mark.parametrize("row", CLASSES, ids=row_id)
def test_the_higher_class_wins_whoever_holds_it(row: Row) -> None:
    for_player = deal(row["higher"], row["lower"], row["board"])
    for_dealer = deal(row["lower"], row["higher"], row["board"])
    check_reason(DOCUMENT, for_player, 0, f"{row['higher words']} beats {row['lower words']}", "3.10", "3.11")
    check_reason(DOCUMENT, for_dealer, 0, f"{row['lower words']} loses to {row['higher words']}", "3.10", "3.11")
    assert (flop_outcome(for_player), flop_outcome(for_dealer)) == ("win", "lose")


# 3.12: two hands of one class, and the card that decides between them.

HIGHER = rows("""
clause  | class | higher | lower | board | higher is | lower is | because
# two pairs: the higher pair, the lower pair, the fifth card, also where a third pair gives it
3.12.2 | two pairs | Kd 2c | 9d 7c | Ks 7d 4s 2h 9c | kings and twos, 9 kicker   | nines and sevens, K kicker | K > 9
3.12.2 | two pairs | 7c 3c | 4c 3h | Ks Kd 7d 4s 2h | kings and sevens, 4 kicker | kings and fours, 7 kicker  | 7 > 4
3.12.2 | two pairs | Ac 3c | Qc Jh | Ks Kd 7d 7s 2h | kings and sevens, A kicker | kings and sevens, Q kicker | A > Q
3.12.2 | two pairs | 7c 7h | 6c 5h | Ks Kd 9d 9s 2h | kings and nines, 7 kicker  | kings and nines, 6 kicker  | 7 > 6
# one pair: the pair, then each of the three side cards
3.12.3 | one pair | Kc 3c | 9c Ah | Ks 9d 7d 4s 2h | kings, 9 7 4 kickers | nines, A K 7 kickers  | K > 9
3.12.3 | one pair | Ac 3c | Qc 3h | Ks Kd 7d 4s 2h | kings, A 7 4 kickers | kings, Q 7 4 kickers  | A > Q
3.12.3 | one pair | Ac Jc | Ah Tc | Ks Kd 7d 4s 2h | kings, A J 7 kickers | kings, A 10 7 kickers | J > 10
3.12.3 | one pair | Jc 9c | Jd 8c | Ks Kd Ad 4s 2h | kings, A J 9 kickers | kings, A J 8 kickers  | 9 > 8
# full house: the three decide even where the other pair is higher; three on the table leave it to the pair
3.12.5 | full house | Kc 3c | 7c Ah | Ks Kd 7d 7s 2h | kings over sevens | sevens over kings  | K > 7
3.12.5 | full house | Kc 3c | 2c Ac | Ks Kd 2d 2s Ah | kings over twos   | twos over aces     | K > 2
3.12.5 | full house | 9c 9h | 8c 8h | 7d 7s 7c 4h 2s | sevens over nines | sevens over eights | 9 > 8
# classes without a clause of their own: the cards that make the class, then the rest from the top
3.12 | four of a kind  | 9c 9h | 7d 7s | 9d 9s 7c 7h 2s | nines, 7 kicker     | sevens, 9 kicker    | 9 > 7
3.12 | four of a kind  | Ac 3c | Kc Qh | 7d 7s 7c 7h 2s | sevens, A kicker    | sevens, K kicker    | A > K
3.12 | flush           | Ah 4c | Qh Ac | Kh 8h 3h 6h 2s | A K 8 6 3           | K Q 8 6 3           | A > K
3.12 | flush           | Kh 4h | Qh Jh | Ah 8h 3h 2c 2s | A K 8 4 3           | A Q J 8 3           | K > Q
3.12 | flush           | 4h 2c | 3h Ac | Ah Kh 9h 8h 2s | A K 9 8 4           | A K 9 8 3           | 4 > 3
3.12 | straight        | Qc Jd | Jc 7d | Th 9c 8d 2c 3s | Q high              | J high              | Q > J
3.12 | straight        | Ac 4d | 9c 4h | Kh Qc Jd Tc 3s | A high              | K high              | A > K
3.12 | straight flush  | Qh Jh | 7h 6h | Th 9h 8h 2c 3s | Q high              | 10 high             | Q > 10
3.12 | three of a kind | Td Tc | 9d 9h | Th 9c 8d 2c 3s | tens, 9 8 kickers   | nines, 10 8 kickers | 10 > 9
3.12 | three of a kind | Ac 3c | Kc Qh | 7d 7s 7c 4h 2s | sevens, A 4 kickers | sevens, K Q kickers | A > K
3.12 | three of a kind | Kc 3c | Qc Jh | 7d 7s 7c Ah 2s | sevens, A K kickers | sevens, A Q kickers | K > Q
3.12 | five odd cards  | Ac 3d | Qc Jd | Kh 9c 7d 4c 2s | A K 9 7 4           | K Q J 9 7           | A > K
3.12 | five odd cards  | 5c 3d | 4h 3h | Ah Kc Jd 9c 2s | A K J 9 5           | A K J 9 4           | 5 > 4
# the run 5-4-3-2-A is the lowest: its ace is a 1
3.12.4 | straight       | 6c 9h | Ac 9d | 5s 4d 3h 2c Kd | 6 high | 5 high | low ace
3.12.4 | straight       | 7c 6h | Ac 2d | 5s 4d 3h Kc 9d | 7 high | 5 high | low ace
3.12.4 | straight flush | 6s 9h | As 9c | 5s 4s 3s 2s Kd | 6 high | 5 high | low ace
3.12.4 | straight flush | 7s 6s | As 2s | 5s 4s 3s Kc 9d | 7 high | 5 high | low ace
""")
ALSO = {"3.12": ("3.3.1.1",), "3.12.4": ("3.3.1.2",)}  # the order of cards beside the clause that uses it


@pytest.mark.parametrize("row", HIGHER, ids=row_id)
def test_the_higher_hand_of_one_class_wins_whoever_holds_it(row: Row) -> None:
    clauses = ("3.10", row["clause"], *ALSO.get(row["clause"], ()))
    for_player = deal(row["higher"], row["lower"], row["board"])
    for_dealer = deal(row["lower"], row["higher"], row["board"])
    because = swapped = "the ace of the low run counts as 1"
    if row["because"] != "low ace":
        ours, theirs = row["because"].split(" > ")
        because, swapped = f"{ours} against {theirs}", f"{theirs} against {ours}"
    higher, lower = f"{row['class']}, {row['higher is']}", f"{row['class']}, {row['lower is']}"
    check_reason(DOCUMENT, for_player, 0, f"{higher} beats {lower}: {because}", *clauses)
    check_reason(DOCUMENT, for_dealer, 0, f"{lower} loses to {higher}: {swapped}", *clauses)
    assert (flop_outcome(for_player), flop_outcome(for_dealer)) == ("win", "lose")


# 3.12.1 and the clauses of each class: the same five ranks stand off, in whatever suits (3.3.1.3).

LEVEL = rows("""
clauses        | one   | other | board          | words
3.12.2         | 3c 4c | 5h 6h | Ks Kd 7d 7s Ah | two pairs, kings and sevens, A kicker
3.12.2         | Kc 3c | Kh 4h | Ks 7d 7s Ah Td | two pairs, kings and sevens, A kicker
3.12.3         | 3c 4c | 5h 6h | Ks Kd Ad Js Th | one pair, kings, A J 10 kickers
3.12.3         | Kc 3c | Kh 2h | Ks Ad Js 9s 8d | one pair, kings, A J 9 kickers
3.12.5         | Kc Kd | Kh Ks | 7d 7s 7c 4h 2s | full house, sevens over kings
3.12.5         | Kc 2d | Kh 2s | 7d 7s 7c Kd 2c | full house, sevens over kings
3.12.6         | Qc 8d | Qd 8h | Jh Tc 9d 2c 3s | straight, Q high
3.12.6         | Ac 2d | Ad 2h | 5s 4d 3h Kc 9d | straight, 5 high
3.12.6         | 2c 3d | 7h 6h | Qh Jh Th 9h 8h | straight flush, Q high
3.12.6         | Kc 3d | Kd Qc | 5h 4h 3h 2h Ah | straight flush, 5 high
3.12.1 3.3.1.3 | 2c 3d | 4h 5s | Ts Js Qs Ks As | royal flush
3.12.1 3.3.1.3 | Kc Kd | Qc Qd | 7d 7s 7c 7h As | four of a kind, sevens, A kicker
3.12.1 3.3.1.3 | Kc 3d | Kd Qc | 7d 7s 7c 7h 2s | four of a kind, sevens, K kicker
3.12.1 3.3.1.3 | 2h 3c | 5h 4h | Ah Kh 9h 8h 6h | flush, A K 9 8 6
3.12.1 3.3.1.3 | 2c 3d | 4h 5h | 7d 7s 7c Ah Ks | three of a kind, sevens, A K kickers
3.12.1 3.3.1.3 | 2c 3d | 4h 5h | Ah Kc Jd 9c 7s | five odd cards, A K J 9 7
3.12.1 3.3.1.3 | As Qd | Ad Qs | Kh 9c 7d 4c 2s | five odd cards, A K Q 9 7
""")


@pytest.mark.parametrize("row", LEVEL, ids=row_id)
def test_hands_of_the_same_ranks_stand_off_whatever_their_suits(row: Row) -> None:
    for player, dealer in ((row["one"], row["other"]), (row["other"], row["one"])):
        round = deal(player, dealer, row["board"])
        check_reason(DOCUMENT, round, 0, f"{row['words']} equals {row['words']}", "3.10", *row["clauses"].split())
        assert flop_outcome(round) == "push"


def test_equal_threes_not_all_on_the_table_leave_it_to_the_pair_by_the_general_clause() -> None:
    """R62, and the catalogue's note on 3.12.5: "then 3.12 leads to the same comparison of pairs"."""
    ((words, clauses),) = [why for why in reasons(deal("Kc 9h", "Kh 5h", "Ks Kd 9d 5s 2h"))[0] if "beats" in why[0]]
    assert words == "full house, kings over nines beats full house, kings over fives: 9 against 5"
    assert "3.12" in clauses


@pytest.mark.parametrize(("player", "outcome"), [("Kc 9h", "win"), ("Kc 5c", "push"), ("Kc 2c", "lose")])
def test_equal_threes_not_all_on_the_table_leave_it_to_the_pair(player: str, outcome: str) -> None:
    assert flop_outcome(deal(player, "Kh 5h", "Ks Kd 9d 5s 2h")) == outcome


@pytest.mark.parametrize("row", [*CLASSES[::4], *HIGHER[::4], *LEVEL[::4]], ids=row_id)
def test_exchanging_the_suits_changes_no_money(row: Row) -> None:
    hands = [row.get("higher") or row["one"], row.get("lower") or row["other"], row["board"]]
    before = only(settle(deal(*hands))["seats"])
    for suits in permutations("shdc"):
        exchanged = str.maketrans("shdc", "".join(suits))
        assert only(settle(deal(*(hand.translate(exchanged) for hand in hands)))["seats"]) == before


# R18: this document counts the low ace in a straight flush in words (3.3.1.2); the switch is there all the same.

LOW_ACE = rows("""
value          | player | dealer | board          | words                                          | flop | progressive
straight_flush | Ah 5h  | 9h 9s  | 2h 3h 4h 9c 9d | straight flush, 5 high beats four of a kind    | win  | 1000.00
flush          | Ah 5h  | 9h 9s  | 2h 3h 4h 9c 9d | flush, A 5 4 3 2 loses to four of a kind       | lose | 100.00
straight_flush | Ah 5h  | Kh 6c  | 2h 3h 4h 9h 9d | straight flush, 5 high beats flush             | win  | 1000.00
flush          | Ah 5h  | Kh 6c  | 2h 3h 4h 9h 9d | flush, A 9 5 4 3 beats flush                   | win  | 100.00
straight_flush | Kc Qd  | Ah 5h  | 2h 3h 4h 9h Kd | one pair, kings, Q 9 4 kickers loses to straight flush | lose | 0.00
flush          | Kc Qd  | Ah 5h  | 2h 3h 4h 9h Kd | one pair, kings, Q 9 4 kickers loses to flush  | lose | 0.00
# runs that the switch does not touch: six high, and a low run of several suits
straight_flush | 6h 5h  | Ah 5c  | 2h 3h 4h 9c 9d | straight flush, 6 high beats straight          | win  | 1000.00
flush          | 6h 5h  | Ah 5c  | 2h 3h 4h 9c 9d | straight flush, 6 high beats straight          | win  | 1000.00
flush          | Ac 5h  | Kh 9s  | 2h 3h 4d 9c 8d | straight, 5 high beats one pair                | win  | 0.00
""")


@pytest.mark.parametrize("row", LOW_ACE, ids=row_id)
def test_the_suited_low_run_is_a_straight_flush_or_by_the_switch_a_flush(row: Row) -> None:
    round = deal(row["player"], row["dealer"], row["board"], ace_low_straight_flush=row["value"])
    assert any(words.startswith(f"{row['words']},") for words, _ in reasons(round)[0]), reasons(round)
    assert flop_outcome(round) == row["flop"]
    assert only(settle(round)["seats"])["wagers"]["progressive"]["pays"] == row["progressive"]
