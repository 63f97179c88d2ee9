"""mbs-3cp 3.3.1, 3.14, 3.15 and 4.4.1: what each hand is, and which of two is higher."""

from itertools import combinations, permutations, product

import pytest

from tests.proving import Json, cards, check_reason, only, reasons, row_id, rows, settle

DOCUMENT = "mbs-3cp"


def deal(player: str, dealer: str = "Qd 9h 3s", community: str = "7s 5d") -> Json:
    """One hand that is played against the dealer's, for an Ante of 10 and a progressive wager of 5."""
    seat = {
        "position": 1,
        "cards": cards(player),
        "wagers": {"ante": "10", "progressive": "5"},
        "decisions": ["play"],
    }
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": "1000", "reset": "500", "unit": "5"},
        "cards": {"dealer": cards(dealer), "community": cards(community)},
        "seats": [seat],
    }


def outcomes(round: Json) -> tuple[str, str]:
    wagers = only(settle(round)["seats"])["wagers"]
    return wagers["ante"]["outcome"], wagers["play"]["outcome"]


HANDS = rows("""
proves | player      | hand            | told
# The examples the rulebook prints.
3.14.1 | 8♥ 7♥ 6♥    | straight flush  | straight flush, 8 high
3.14.2 | 10♠ 10♥ 10♣ | three of a kind | three of a kind, tens
3.14.3 | 8♦ 7♣ 6♥    | straight        | straight, 8 high
3.14.4 | 10♥ 4♥ 2♥   | flush           | flush, 10 4 2
3.14.5 | A♣ A♥ 8♦    | one pair        | one pair, aces, 8 kicker
3.14.6 | Q♣ 10♥ 6♦   | three odd cards | three odd cards, Q 10 6
# The ends of the order of cards; it does not matter how they lie.
3.14.1 | Kc Ac Qc    | straight flush  | straight flush, A high
3.14.1 | 2c Ac 3c    | straight flush  | straight flush, 3 high
3.14.1 | 3c 4c 2c    | straight flush  | straight flush, 4 high
3.14.3 | Qc Ah Kc    | straight        | straight, A high
3.14.3 | Ac 2c 3h    | straight        | straight, 3 high
3.14.3 | 2c 4c 3h    | straight        | straight, 4 high
3.14.2 | Ac Ad Ah    | three of a kind | three of a kind, aces
3.14.2 | 2c 2d 2h    | three of a kind | three of a kind, twos
3.14.5 | 2c Ac 2s    | one pair        | one pair, twos, A kicker
# The ace does not go round the corner, and two of a suit are no flush.
3.14.4 | 2c Ac Kc    | flush           | flush, A K 2
3.14.6 | Kc Ac 2s    | three odd cards | three odd cards, A K 2
3.14.6 | Ac Kc Jh    | three odd cards | three odd cards, A K J
3.14.4 | Ac Kc Jc    | flush           | flush, A K J
3.14.6 | 5c 3c 2s    | three odd cards | three odd cards, 5 3 2
""")


@pytest.mark.parametrize("row", HANDS, ids=row_id)
def test_three_cards_make_the_hand_that_the_rulebook_names(row: dict[str, str]) -> None:
    round = deal(row["player"])
    check_reason(DOCUMENT, round, 0, row["told"], row["proves"])
    assert only(settle(round)["seats"])["hand"] == row["hand"]


CLASSES = rows("""
higher   | told                     | lower    | told of it
4c 3c 2c | straight flush, 4 high   | As Ad Ah | three of a kind, aces
2c 2d 2h | three of a kind, twos    | As Kd Qh | straight, A high
4c 3d 2h | straight, 4 high         | As Ks Js | flush, A K J
5c 3c 2c | flush, 5 3 2             | As Ad Kh | one pair, aces, K kicker
2c 2d 3h | one pair, twos, 3 kicker | As Kd Jh | three odd cards, A K J
3c 2c Ac | straight flush, 3 high   | Ks Kd Kh | three of a kind, kings
3c 2d Ac | straight, 3 high         | As Ks Js | flush, A K J
# Three classes and more apart.
4c 3c 2c | straight flush, 4 high   | As Kd Qh | straight, A high
4c 3c 2c | straight flush, 4 high   | As Kd Jh | three odd cards, A K J
2c 2d 2h | three of a kind, twos    | As Ks Js | flush, A K J
4c 3d 2h | straight, 4 high         | As Ad Kh | one pair, aces, K kicker
5c 3c 2c | flush, 5 3 2             | As Kd Jh | three odd cards, A K J
""")


@pytest.mark.parametrize("row", CLASSES, ids=row_id)
def test_the_lowest_of_a_class_beats_the_highest_of_the_class_below(row: dict[str, str]) -> None:
    """As the player's hand and, with the hands changed over, as the dealer's. A straight is above a flush here."""
    wins = deal(row["higher"], row["lower"])
    check_reason(DOCUMENT, wins, 0, f"{row['told']} beats {row['told of it']}", "3.10", "3.14")
    assert outcomes(wins) == ("win", "win")
    loses = deal(row["lower"], row["higher"])
    check_reason(DOCUMENT, loses, 0, f"{row['told of it']} loses to {row['told']}", "3.10", "3.14")
    assert outcomes(loses) == ("lose", "lose")


SAME_CLASS = rows("""
proves       | higher   | told                      | lower    | told of it                 | by
# Card by card, from the highest.
3.15 3.3.1.1 | Ac Jd 3h | three odd cards, A J 3    | Ks Qd Tc | three odd cards, K Q 10    | A against K
3.15 3.3.1.1 | Ks Jc 3h | three odd cards, K J 3    | Kd Tc 9c | three odd cards, K 10 9    | J against 10
3.15 3.3.1.1 | Ks Jc 3h | three odd cards, K J 3    | Kd Jd 2c | three odd cards, K J 2     | 3 against 2
3.15 3.3.1.1 | Ac 6c 2c | flush, A 6 2              | Ks Qs Ts | flush, K Q 10              | A against K
3.15 3.3.1.1 | Kc 9c 3c | flush, K 9 3              | Ks 8s 6s | flush, K 8 6               | 9 against 8
3.15 3.3.1.1 | Kc 9c 4c | flush, K 9 4              | Ks 9s 3s | flush, K 9 3               | 4 against 3
3.15 3.3.1.1 | Ac Kd Qh | straight, A high          | Ks Qs Jd | straight, K high           | A against K
3.15 3.3.1.1 | 5c 4d 3h | straight, 5 high          | 4s 3s 2d | straight, 4 high           | 5 against 4
3.15 3.3.1.1 | Tc 9c 8c | straight flush, 10 high   | 9d 8d 7d | straight flush, 9 high     | 10 against 9
3.15 3.3.1.1 | Ac Ad Ah | three of a kind, aces     | Ks Kd Kh | three of a kind, kings     | A against K
3.15 3.3.1.1 | 3c 3d 3h | three of a kind, threes   | 2s 2d 2h | three of a kind, twos      | 3 against 2
# The pair before the single card, and the ace as the highest single card.
3.15.2       | 4c 4d 2h | one pair, fours, 2 kicker | 3s 3d Ac | one pair, threes, A kicker | 4 against 3
3.15.2       | 9c 9d Ah | one pair, nines, A kicker | 9s 9h Kc | one pair, nines, K kicker  | A against K
3.15.2       | 9c 9d 3h | one pair, nines, 3 kicker | 9s 9h 2c | one pair, nines, 2 kicker  | 3 against 2
""")


@pytest.mark.parametrize("row", SAME_CLASS, ids=row_id)
def test_hands_of_one_class_are_told_apart_by_their_cards(row: dict[str, str]) -> None:
    """In both directions."""
    clauses = ("3.10", *row["proves"].split())
    ours, theirs = row["by"].split(" against ")
    wins = deal(row["higher"], row["lower"])
    check_reason(DOCUMENT, wins, 0, f"{row['told']} beats {row['told of it']}: {ours} against {theirs}", *clauses)
    assert outcomes(wins) == ("win", "win")
    loses = deal(row["lower"], row["higher"])
    check_reason(DOCUMENT, loses, 0, f"{row['told of it']} loses to {row['told']}: {theirs} against {ours}", *clauses)
    assert outcomes(loses) == ("lose", "lose")


LOW_ACES = rows("""
higher   | told                   | lower    | told of it
4c 3d 2h | straight, 4 high       | 3s 2d As | straight, 3 high
Ac Kd Qh | straight, A high       | 3s 2d As | straight, 3 high
4c 3c 2c | straight flush, 4 high | 3s 2s As | straight flush, 3 high
Ac Kc Qc | straight flush, A high | 3s 2s As | straight flush, 3 high
""")


@pytest.mark.parametrize("row", LOW_ACES, ids=row_id)
def test_the_ace_of_a_low_run_counts_as_one(row: dict[str, str]) -> None:
    """Or else 3-2-A would beat every run that ends below the ace."""
    why, clauses = "the ace of the low run counts as 1", ("3.10", "3.15.3", "3.3.1.2")
    wins = deal(row["higher"], row["lower"])
    check_reason(DOCUMENT, wins, 0, f"{row['told']} beats {row['told of it']}: {why}", *clauses)
    assert outcomes(wins) == ("win", "win")
    loses = deal(row["lower"], row["higher"])
    check_reason(DOCUMENT, loses, 0, f"{row['told of it']} loses to {row['told']}: {why}", *clauses)
    assert outcomes(loses) == ("lose", "lose")


EQUALS = rows("""
proves         | player   | dealer   | told
3.15.1 3.3.1.3 | Ac 9d 4h | Ad 9h 4c | three odd cards, A 9 4
3.15.1 3.3.1.3 | Qs 3h 2c | Qc 3d 2s | three odd cards, Q 3 2
3.15.1 3.3.1.3 | Kc 9c 4c | Ks 9s 4s | flush, K 9 4
3.15.2         | 9c 9d Ah | 9s 9h Ac | one pair, nines, A kicker
3.15.4         | Tc 9d 8h | Td 9h 8s | straight, 10 high
3.15.4         | Tc 9c 8c | Td 9d 8d | straight flush, 10 high
3.15.4         | 3c 2d Ah | 3d 2h As | straight, 3 high
3.15.4         | 3c 2c Ac | 3d 2d Ad | straight flush, 3 high
3.15.4         | Ac Kc Qc | Ad Kd Qd | straight flush, A high
""")


@pytest.mark.parametrize("row", EQUALS, ids=row_id)
def test_the_same_ranks_are_a_stand_off(row: dict[str, str]) -> None:
    told = f"{row['told']} equals {row['told']}"
    for round in (deal(row["player"], row["dealer"]), deal(row["dealer"], row["player"])):
        check_reason(DOCUMENT, round, 0, told, "3.10", *row["proves"].split())
        assert outcomes(round) == ("push", "push")


def test_no_suit_is_above_another() -> None:
    """Every suit against every other, for flushes and for odd cards that differ in one suit only."""
    for ours, theirs in permutations("shdc", 2):
        flushes = deal(f"K{ours} 9{ours} 4{ours}", f"K{theirs} 9{theirs} 4{theirs}")
        assert outcomes(flushes) == ("push", "push"), (ours, theirs)
        third = next(suit for suit in "shdc" if suit not in (ours, theirs))
        odd = deal(f"K{ours} 9{theirs} 4{ours}", f"K{theirs} 9{ours} 4{third}")
        assert outcomes(odd) == ("push", "push"), (ours, theirs)


JACKPOT_HANDS = rows("""
proves  | five            | hand           | told
# The examples the rulebook prints.
4.4.1.1 | A♦ K♦ Q♦ J♦ 10♦ | royal flush    | royal flush
4.4.1.2 | J♣ 10♣ 9♣ 8♣ 7♣ | straight flush | straight flush, J high
4.4.1.3 | A♣ A♥ A♦ A♠ J♥  | four of a kind | four of a kind, aces, J kicker
4.4.1.4 | K♣ K♥ K♦ A♠ A♥  | full house     | full house, kings over aces
4.4.1.5 | J♥ 8♥ 6♥ 5♥ 2♥  | flush          | flush, J 8 6 5 2
# The ends of each class.
4.4.1.2 | Kc Qc Jc Tc 9c  | straight flush | straight flush, K high
4.4.1.2 | 6c 5c 4c 3c 2c  | straight flush | straight flush, 6 high
4.4.1.2 | 5c 4c 3c 2c Ac  | straight flush | straight flush, 5 high
4.4.1.3 | 2c 2h 2d 2s 3h  | four of a kind | four of a kind, twos, 3 kicker
4.4.1.4 | 2c 2h 2d 3s 3h  | full house     | full house, twos over threes
4.4.1.5 | Ac Kc Qc Jc 9c  | flush          | flush, A K Q J 9
4.4.1.5 | 2c Ac Kc Qc Jc  | flush          | flush, A K Q J 2
""")


@pytest.mark.parametrize("row", JACKPOT_HANDS, ids=row_id)
def test_five_cards_win_the_jackpot_award_whichever_two_are_on_the_table(row: dict[str, str]) -> None:
    five = cards(row["five"])
    told = f"own and community cards: {row['told']}, paid beside all other wagers"
    for community in combinations(five, 2):
        own = [card for card in five if card not in community]
        round = deal(" ".join(own), "4♠ 6♠ 8♠", " ".join(community))
        check_reason(DOCUMENT, round, 0, told, "3.13", "3.16", row["proves"])
        seat = only(settle(round)["seats"])
        assert (seat["progressive_hand"], seat["wagers"]["progressive"]["outcome"]) == (row["hand"], "win")


NO_AWARD = rows("""
player   | community | hand            | told
Ac Kd Qh | Js Ts     | straight        | straight, A high
Ac Ad Ah | Js Ts     | three of a kind | three of a kind, aces, J 10 kickers
Ac Ad Jh | Js Ts     | two pairs       | two pairs, aces and jacks, 10 kicker
Ac Ad 9h | Js Ts     | one pair        | one pair, aces, J 10 9 kickers
2c Ad Kh | Qs Js     | five odd cards  | five odd cards, A K Q J 2
9c 8c 7c | 2c 3s     | five odd cards  | five odd cards, 9 8 7 3 2
""")


@pytest.mark.parametrize("row", NO_AWARD, ids=row_id)
def test_five_cards_below_a_flush_win_no_jackpot_award(row: dict[str, str]) -> None:
    """Neither does a straight flush of the three own cards: the community cards count, and all five must serve."""
    round = deal(row["player"], "4s 6s 8s", row["community"])
    check_reason(DOCUMENT, round, 0, f"own and community cards: {row['told']}", "4.4")
    seat = only(settle(round)["seats"])
    assert (seat["progressive_hand"], seat["wagers"]["progressive"]["outcome"]) == (row["hand"], "lose")


def test_the_community_cards_are_no_part_of_the_hand_against_the_dealer() -> None:
    """They make four kings of the player's pair, and the dealer's pair of aces beats it all the same."""
    for player, community in product(("Kc Kd 4h", "Kd 4h Kc"), ("Kh Ks", "Ks Kh")):
        round = deal(player, "Ac Ad 2s", community)
        assert outcomes(round) == ("lose", "lose")
        assert ("one pair, kings, 4 kicker", ("3.14.5",)) in reasons(round)[0]
