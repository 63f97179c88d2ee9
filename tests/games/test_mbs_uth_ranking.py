"""mbs-uth 3.3.1, 3.11 and 3.12: what beats what, in both directions, and what is equal."""

import pytest

from tests.proving import Json, cards, cell_of, check_reason, only, row_id, rows, settle

DOCUMENT = "mbs-uth"
VERBS = {">": "beats", "<": "loses to", "=": "equals"}
TURNED = {">": "<", "<": ">", "=": "="}
PLAY = {">": "+40", "<": "-40", "=": "="}


def deal(row: dict[str, str], **more: object) -> Json:
    """One seat that plays four times an Ante of 10."""
    wagers = {"ante": "10", "blind": "10"}
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "cards": {"dealer": cards(row["dealer"]), "community": cards(row["board"])},
        "seats": [{"position": 1, "cards": cards(row["player"]), "wagers": wagers, "decisions": ["play 4x"]}],
        **more,
    }


def turn(row: dict[str, str]) -> dict[str, str]:
    """The same hands with player and dealer exchanged."""
    ours, _, theirs = row["by"].partition(" against ")
    by = f"{theirs} against {ours}" if theirs else row["by"]
    swap = {"player": row["dealer"], "dealer": row["player"], "mine": row["theirs"], "theirs": row["mine"]}
    return row | swap | {"is": TURNED[row["is"]], "by": by}


def both_ways(table: list[dict[str, str]]) -> list[dict[str, str]]:
    return [*table, *map(turn, table)]


def check(row: dict[str, str], *clauses: str) -> None:
    """Play follows the comparison, and the reason says what decided it."""
    round = deal(row)
    assert cell_of(only(settle(round)["seats"])["wagers"]["play"]) == PLAY[row["is"]]
    words = f"{row['mine']} {VERBS[row['is']]} {row['theirs']}" + (f": {row['by']}" if row["by"] else "")
    check_reason(DOCUMENT, round, 0, words, "3.10", *clauses)


# Each class against the next lower one.
CLASSES = rows("""
player | dealer | board          | mine                                 | is | theirs                               | by
Ah Kh  | 9h 8h  | Qh Jh Th 2c 2d | royal flush                          | >  | straight flush, Q high               |
6h 5h  | 9c 9d  | 9s 9h 8h 7h 2c | straight flush, 9 high               | >  | four of a kind, nines, 8 kicker      |
As Ad  | Ks Kd  | Ah Ac Kh 2c 3d | four of a kind, aces, K kicker       | >  | full house, kings over aces          |
Ks 9d  | Ah 3h  | Kh 7h 2h Kd 9c | full house, kings over nines         | >  | flush, A K 7 3 2                     |
Ah 3h  | Js Td  | 9h 8h 2h 7c Kd | flush, A 9 8 3 2                     | >  | straight, J high                     |
Js Td  | Ks Kh  | 9c 8d 2h 7s Kd | straight, J high                     | >  | three of a kind, kings, 9 8 kickers  |
8s 8h  | Jd 9d  | 2c 5h 8d 9s Jc | three of a kind, eights, J 9 kickers | >  | two pairs, jacks and nines, 8 kicker |
Jd 9d  | As Ad  | 2c 5h 8d 9s Jc | two pairs, jacks and nines, 8 kicker | >  | one pair, aces, J 9 8 kickers        |
2d 3s  | Ah Kd  | 2c 5h 8d 9s Jc | one pair, twos, J 9 8 kickers        | >  | five odd cards, A K J 9 8            |
# the lowest of a class beats the highest of the next: a low ace is still a straight, threes still beat aces up
As 2d  | Kc Kh  | 5c 4d 3h Ks Jc | straight, 5 high                     | >  | three of a kind, kings, J 5 kickers  |
2d 2s  | As Kd  | 2c Ah Kc 9s Jd | three of a kind, twos, A K kickers   | >  | two pairs, aces and kings, J kicker  |
""")


@pytest.mark.parametrize("row", both_ways(CLASSES), ids=row_id)
def test_a_higher_class_beats_a_lower_one(row: dict[str, str]) -> None:
    check(row, "3.11")


def of(category: str, table: str) -> list[dict[str, str]]:
    """Rows of one class; the words of the table say what follows its name."""
    return [row | {side: f"{category}, {row[side]}" for side in ("mine", "theirs")} for row in rows(table)]


STRAIGHT_FLUSHES = """
proves         | player | dealer | board          | mine   | is | theirs | by
3.12 3.3.1.1   | 9h 8h  | 4h 3h  | 5h 6h 7h Kc 2d | 9 high | >  | 7 high | 9 against 7
3.12.4 3.3.1.2 | 6h 9c  | Ah 9d  | 2h 3h 4h 5h Kc | 6 high | >  | 5 high | the ace of the low run counts as 1
3.12.4 3.3.1.2 | 6h 7h  | Ah 2h  | 3h 4h 5h Kc 9d | 7 high | >  | 5 high | the ace of the low run counts as 1
3.12.6         | 2c 3d  | 4c Kd  | 5h 6h 7h 8h 9h | 9 high | =  | 9 high |
3.12.6         | Kd Kc  | 9d 9c  | Ah 2h 3h 4h 5h | 5 high | =  | 5 high |
"""
# 3.12 alone decides here: fours with the same four cards go to the fifth, a shared flush to its last card (R62)
FOURS = """
proves         | player | dealer | board          | mine            | is | theirs           | by
3.12 3.3.1.1   | 9d 9c  | 8s 8h  | 9s 9h 8d 8c 2d | nines, 8 kicker | >  | eights, 9 kicker | 9 against 8
3.12 3.3.1.1   | Ah 3c  | Kh 3d  | 9s 9h 9d 9c 2d | nines, A kicker | >  | nines, K kicker  | A against K
3.12.1 3.3.1.3 | Ah 3c  | Ac Kd  | 9s 9h 9d 9c 2d | nines, A kicker | =  | nines, A kicker  |
"""
# the three of a kind first, then the pair; where the same three are not all on the board 3.12 says so, not 3.12.5
FULL_HOUSES = """
proves       | player | dealer | board          | mine              | is | theirs             | by
3.12.5       | As Ad  | Ks Kd  | Ah Kh 2c 2d 7s | aces over twos    | >  | kings over twos    | A against K
3.12.5       | 3d 4c  | 2s Ac  | 2h 2d 3s 3c Ah | threes over twos  | >  | twos over aces     | 3 against 2
3.12.5       | Kh Kd  | Qh Qd  | 7c 7d 7h 2s 9c | sevens over kings | >  | sevens over queens | K against Q
3.12 3.3.1.1 | 7h Kd  | 7s Qd  | 7c 7d Kh Qs 2h | sevens over kings | >  | sevens over queens | K against Q
3.12.5       | 9h 3d  | 9s 4d  | 7c 7d 7h 2s 9c | sevens over nines | =  | sevens over nines  |
"""
FLUSHES = """
proves         | player | dealer | board          | mine      | is | theirs    | by
3.12 3.3.1.1   | Ah 3h  | Kh Qh  | 2h 9h Jh 5c 8d | A J 9 3 2 | >  | K Q J 9 2 | A against K
3.12 3.3.1.1   | 5h 3c  | 4h 3d  | Ah Kh Qh 9h 2c | A K Q 9 5 | >  | A K Q 9 4 | 5 against 4
3.12.1 3.3.1.3 | 5h 4h  | 2c 3d  | Ah Kh Qh 9h 7h | A K Q 9 7 | =  | A K Q 9 7 |
"""
STRAIGHTS = """
proves         | player | dealer | board          | mine   | is | theirs | by
3.12 3.3.1.1   | 9c 8d  | 8s 4d  | 7c 6h 5s Kd 2h | 9 high | >  | 8 high | 9 against 8
3.12 3.3.1.1   | As Kd  | Kh 9c  | Qs Jd Th 2c 3c | A high | >  | K high | A against K
3.12.4 3.3.1.2 | 6d 9c  | Ad 9h  | 5c 4d 3h 2s Jc | 6 high | >  | 5 high | the ace of the low run counts as 1
3.12.4 3.3.1.2 | Jc Ts  | 3c 2s  | As Kd Qh 5c 4d | A high | >  | 5 high | the ace of the low run counts as 1
3.12.6         | Js Qd  | Jh Qc  | 8c 9d Th 2s 3s | Q high | =  | Q high |
3.12.6         | As 2d  | Ah 2c  | 5c 4d 3h Ks Jc | 5 high | =  | 5 high |
"""
THREES = """
proves         | player | dealer | board          | mine                | is | theirs              | by
3.12 3.3.1.1   | Jd Js  | 8s 8h  | 2c 5h 8d 9s Jc | jacks, 9 8 kickers  | >  | eights, J 9 kickers | J against 8
3.12 3.3.1.1   | Ac 3d  | Kc Qd  | 7c 7d 7h 2s 9c | sevens, A 9 kickers | >  | sevens, K Q kickers | A against K
3.12 3.3.1.1   | As Kd  | Ah Qd  | 7c 7d 7h 2s 9c | sevens, A K kickers | >  | sevens, A Q kickers | K against Q
3.12.1 3.3.1.3 | As Kd  | Ah Kc  | 7c 7d 7h 2s 9c | sevens, A K kickers | =  | sevens, A K kickers |
"""
# a third pair is only the fifth card (R62)
TWO_PAIRS = """
proves | player | dealer | board          | mine                      | is | theirs                     | by
3.12.2 | Ks 4d  | Qs Jd  | Kh 4h Qc Jc As | kings and fours, A kicker | >  | queens and jacks, A kicker | K against Q
3.12.2 | 9d 3c  | 5d Ac  | Kh Kd 9c 5s 2h | kings and nines, 5 kicker | >  | kings and fives, A kicker  | 9 against 5
3.12.2 | Ac 3c  | Qc 3d  | Kh Kd 9c 9s 2h | kings and nines, A kicker | >  | kings and nines, Q kicker  | A against Q
3.12.2 | 8c 8d  | 7c 3d  | Kh Kd 9c 9s 2h | kings and nines, 8 kicker | >  | kings and nines, 7 kicker  | 8 against 7
3.12.2 | Ac 3c  | Ad 4c  | Kh Kd 9c 9s 2h | kings and nines, A kicker | =  | kings and nines, A kicker  |
"""
ONE_PAIR = """
proves | player | dealer | board          | mine                | is | theirs               | by
3.12.3 | As Ad  | Ks Kd  | 2c 5h 8d 9s Jc | aces, J 9 8 kickers | >  | kings, J 9 8 kickers | A against K
3.12.3 | As Qd  | Ks Qh  | 2c 2h 8d 9s Jc | twos, A Q J kickers | >  | twos, K Q J kickers  | A against K
3.12.3 | As Kd  | Ah Qd  | 2c 2h 8d 9s Jc | twos, A K J kickers | >  | twos, A Q J kickers  | K against Q
3.12.3 | Qs 3d  | Js 4d  | 2c 2h Ad Kc 5s | twos, A K Q kickers | >  | twos, A K J kickers  | Q against J
3.12.3 | As Kd  | Ah Kc  | 2c 2h 8d 9s Jc | twos, A K J kickers | =  | twos, A K J kickers  |
"""
# Q-K-A-2-3 is no run: an ace is the top or the bottom
ODD_CARDS = """
proves         | player | dealer | board          | mine      | is | theirs    | by
3.12 3.3.1.1   | As 3d  | Kh 4d  | 8c 9d Js 5h 2c | A J 9 8 5 | >  | K J 9 8 5 | A against K
3.12 3.3.1.1   | 7d 3h  | 6d 4h  | Ac Kd Qh 9s 2c | A K Q 9 7 | >  | A K Q 9 6 | 7 against 6
3.12 3.3.1.1   | Qs Kd  | Qd Jh  | Ah 2c 3d 9s 7c | A K Q 9 7 | >  | A Q J 9 7 | K against Q
3.12.1 3.3.1.3 | As 3d  | Ah 4c  | 2c 5h 8d 9s Jc | A J 9 8 5 | =  | A J 9 8 5 |
"""

TIE_BREAKS = [
    *of("straight flush", STRAIGHT_FLUSHES),
    *of("four of a kind", FOURS),
    *of("full house", FULL_HOUSES),
    *of("flush", FLUSHES),
    *of("straight", STRAIGHTS),
    *of("three of a kind", THREES),
    *of("two pairs", TWO_PAIRS),
    *of("one pair", ONE_PAIR),
    *of("five odd cards", ODD_CARDS),
]


@pytest.mark.parametrize("row", both_ways(TIE_BREAKS), ids=row_id)
def test_hands_of_one_class_go_by_their_cards_and_never_by_suit(row: dict[str, str]) -> None:
    check(row, *row["proves"].split())


def test_equal_full_houses_with_a_three_half_held_are_a_push() -> None:
    """The same class and the same cards is 3.12.1; each has a seven to the two on the board."""
    row = {"player": "7h 3c", "dealer": "7s 4c", "board": "7c 7d Kh Kd 2s", "is": "=", "by": ""}
    check(row | dict.fromkeys(("mine", "theirs"), "full house, sevens over kings"), "3.12.1", "3.3.1.3")


def test_two_royal_flushes_are_the_board_and_equal() -> None:
    row = {"player": "2c 3d", "dealer": "4h 5s", "board": "Ts Js Qs Ks As", "is": "=", "by": ""}
    check(row | {"mine": "royal flush", "theirs": "royal flush"}, "3.12.1", "3.3.1.3")


# Pairs of neighbours, from the top of 3.3.1.1 to its bottom.
NEIGHBOURS = rows("""
player | dealer | board
As Ad  | Ks Kd  | 2c 5h 8d 9s Jc
Ks Kd  | Qs Qd  | 2c 5h 8d 9s Jc
Qs Qd  | Js Jd  | 2c 5h 7d 9s Ac
Js Jd  | Ts Td  | 2c 5h 7d 8s Ac
Ts Td  | 9s 9d  | 2c 4h 6d Qs Ac
9s 9d  | 8s 8d  | 2c 4h 5d Qs Kc
8s 8d  | 7s 7d  | 2c 3h Jd Qs Kc
7s 7d  | 6s 6d  | 2c 3h Jd Qs Kc
6s 6d  | 5s 5d  | 2c 3h Jd Qs Kc
5s 5d  | 4s 4d  | 2c 8h Jd Qs Kc
4s 4d  | 3s 3d  | 2c 8h Jd Qs Kc
3s 3d  | 2s 2d  | 5c 8h Jd Qs Kc
""")


@pytest.mark.parametrize("row", NEIGHBOURS, ids=row_id)
def test_cards_rank_from_the_ace_down_to_the_two(row: dict[str, str]) -> None:
    turned = row | {"player": row["dealer"], "dealer": row["player"]}
    assert [cell_of(only(settle(deal(each))["seats"])["wagers"]["play"]) for each in (row, turned)] == ["+40", "-40"]


# The examples of 3.11 as printed. Five cards by themselves are the jackpot hand: the first two held, three on the flop.
EXAMPLES = rows("""
proves  | printed               | turn and river | words
3.11.1  | A♦, K♦, Q♦, J♦, 10♦   | 2♣ 3♥          | royal flush
3.11.2  | J♣, 10♣, 9♣, 8♣, 7♣   | 2♦ 3♥          | straight flush, J high
3.11.3  | A♣, A♥, A♦, A♠, J♥    | 2♦ 3♥          | four of a kind, aces, J kicker
3.11.4  | K♣, K♥, K♦, A♠, A♥    | 2♦ 3♥          | full house, kings over aces
3.11.5  | J♥, 8♥, 6♥, 5♥, 2♥    | 3♣ K♠          | flush, J 8 6 5 2
3.11.6  | 9♣, 8♦, 7♣, 6♥, 5♠    | 2♦ 3♥          | straight, 9 high
3.11.7  | 10♠, 10♥, 10♣, 6♥, 3♦ | 2♦ 4♥          | three of a kind, tens, 6 3 kickers
3.11.8  | Q♣, Q♥, 6♣, 6♥, 3♦    | 2♦ 2♥          | two pairs, queens and sixes, 3 kicker
3.11.9  | A♣, A♥, 8♦, 6♥, 5♠    | 2♦ 3♥          | one pair, aces, 8 6 5 kickers
3.11.10 | Q♣, 10♥, 6♦, 5♠, 2♥   | 3♦ K♥          | five odd cards, Q 10 6 5 2
""")


@pytest.mark.parametrize("row", EXAMPLES, ids=row_id)
def test_the_printed_examples_are_what_they_are_printed_for(row: dict[str, str]) -> None:
    five = row["printed"].split(", ")
    board = " ".join((*five[2:], row["turn and river"]))
    jackpot = {"meter": "10000", "reset": "1000", "unit": "5"}
    round = deal({"player": " ".join(five[:2]), "dealer": "4♣ 7♠", "board": board}, jackpot=jackpot)
    round["seats"][0]["wagers"]["progressive"] = "5"
    words = f"hole cards and flop: {row['words']}"
    if row["proves"] in ("3.11.1", "3.11.2", "3.11.3", "3.11.4", "3.11.5", "3.11.6"):
        paid = ("3.10.6", "3.13", row["proves"])
        check_reason(DOCUMENT, round, 0, f"{words}, paid beside all other wagers", *paid)
    else:
        check_reason(DOCUMENT, round, 0, words, row["proves"])
    assert only(settle(round)["seats"])["progressive_hand"] == row["words"].split(",")[0]


# R18: mbs-uth itself says that a suited 5-4-3-2-A is a straight flush (3.3.1.2); the switch can still make it a flush.
LOW_SUITED_RUNS = rows("""
reading        | player | board          | words                  | proves | blind
straight_flush | 5h Ah  | 2h 3h 4h Kc Kd | straight flush, 5 high | 3.11.2 | +500
flush          | 5h Ah  | 2h 3h 4h Kc Kd | flush, A 5 4 3 2       | 3.11.5 | +15
straight_flush | 5h Ah  | 2h 3h 4h Kh Kd | straight flush, 5 high | 3.11.2 | +500
flush          | 5h Ah  | 2h 3h 4h Kh Kd | flush, A K 5 4 3       | 3.11.5 | +15
flush          | 6h Ah  | 2h 3h 4h 5h Kd | straight flush, 6 high | 3.11.2 | +500
flush          | 5c Ah  | 2h 3h 4h Kc Kd | straight, 5 high       | 3.11.6 | +10
""")


@pytest.mark.parametrize("row", LOW_SUITED_RUNS, ids=row_id)
def test_a_suited_low_run_is_what_the_reading_says(row: dict[str, str]) -> None:
    readings = {"ace_low_straight_flush": row["reading"]}
    round = deal(row | {"dealer": "Qs Jd"}, interpretations=readings)
    check_reason(DOCUMENT, round, 0, row["words"], row["proves"])
    seat = only(settle(round)["seats"])
    assert (seat["hand"], cell_of(seat["wagers"]["blind"])) == (row["words"].split(",")[0], row["blind"])


def test_a_suited_low_run_read_as_a_flush_has_its_ace_high() -> None:
    """Against 7-6-5-4-3 suited it loses by class; against a king high flush it wins by its ace."""
    row = {"player": "Ah 2h", "dealer": "Kh 9h", "board": "3h 4h 5h Kc 9d"}
    round = deal(row, interpretations={"ace_low_straight_flush": "flush"})
    words = "flush, A 5 4 3 2 beats flush, K 9 5 4 3: A against K"
    check_reason(DOCUMENT, round, 0, words, "3.10", "3.12", "3.3.1.1")
