"""mbs-3cp against a second reading of the rulebook: any deal, any wagers, any decision, settled twice.

`worked_out` below is written from the printed text alone and shares nothing with the game: hands are told apart by
strings and sorted ranks, money is in whole dollars.
"""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.proving import Json, cell_of, only, settle

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "shdc"]
METER, RESET = 1000, 500

Lines = dict[str, str]


def three_card_hand(cards: list[str]) -> tuple[int, list[int]]:
    """3.14, 3.15: the class (5 is the highest) and the ranks in the order in which they count."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    ranks = sorted(ranks, key=ranks.count, reverse=True)
    if ranks == [12, 1, 0]:  # 3-2-A, the ace as 1 (3.3.1.2), suited or not
        ranks = [1, 0, -1]
    run = ranks[0] - ranks[1] == ranks[1] - ranks[2] == 1
    suited = len({card[1] for card in cards}) == 1
    kinds = len(set(ranks))
    if run and suited:
        return 5, ranks
    if kinds == 1:
        return 4, ranks
    if run:
        return 3, ranks
    if suited:
        return 2, ranks
    return (1 if kinds == 2 else 0), ranks


def jackpot_award(cards: list[str]) -> int:
    """4.4: what five cards win of a meter of 1000."""
    times = max(Counter(card[0] for card in cards).values())
    ranks = {card[0] for card in cards}
    if len({card[1] for card in cards}) == 1:
        if ranks == set("AKQJT"):
            return METER
        runs = [set("A23456789TJQK"[low : low + 5]) for low in range(9)]
        return METER // 10 if ranks in runs else 100
    if times == 4:
        return 2000
    return 200 if times == 3 and len(ranks) == 2 else 0


def worked_out(own: list[str], dealer: list[str], community: list[str], wagers: set[str], does: str) -> Lines:
    """What each line comes to for an Ante of 10, a Pair Plus of 5 and a progressive wager of 5."""
    lines: Lines = {}
    mine, theirs = three_card_hand(own), three_card_hand(dealer)
    qualifies = theirs[0] > 0 or theirs[1][0] >= RANKS.index("Q")  # R63
    if does == "fold":
        lines["ante"] = "-10"
    elif does == "play":
        if not qualifies:
            lines |= {"ante": "+10", "play": "="}
        elif mine == theirs:
            lines |= {"ante": "=", "play": "="}
        else:
            lines |= dict.fromkeys(("ante", "play"), "+10" if mine > theirs else "-10")
        if bonus := {5: 50, 4: 40, 3: 10}.get(mine[0]):
            lines["ante_bonus"] = f"+{bonus}"
    if "pair_plus" in wagers:
        paid = {5: 200, 4: 150, 3: 25, 2: 20, 1: 5}.get(mine[0])
        lines["pair_plus"] = f"+{paid}" if paid else "-5"
    if "progressive" in wagers:
        award = jackpot_award(own + community)
        lines["progressive"] = f"+{award - 5}" if award else "-5"
    return lines


FAVOURITES = [card for card in DECK if card[1] in "hs" or card[0] in "AKQ"]  # a short deck meets more often


@given(
    st.one_of(*(st.permutations(deck).map(lambda dealt: dealt[:8]) for deck in (DECK, FAVOURITES))),
    st.sampled_from(["fold", "play", ""]),
    st.booleans(),
    st.booleans(),
)
def test_any_deal_comes_to_what_the_rulebook_says(
    dealt: list[str], does: str, pair_plus: bool, progressive: bool
) -> None:
    own, dealer, community = dealt[:3], dealt[3:6], dealt[6:]
    stakes = {"ante": "10"} if does else {"pair_plus": "5"}
    stakes |= {"pair_plus": "5"} if pair_plus else {}
    stakes |= {"progressive": "5"} if progressive else {}
    round: Json = {
        "pitlink": 1,
        "game": "mbs-3cp",
        "jackpot": {"meter": str(METER), "reset": str(RESET), "unit": "5"},
        "cards": {"dealer": dealer, "community": community},
        "seats": [{"position": 1, "cards": own, "wagers": stakes, "decisions": [does] if does else []}],
    }
    lines = only(settle(round)["seats"])["wagers"]
    told = {wager: cell_of(line) for wager, line in lines.items()}
    assert told == worked_out(own, dealer, community, set(stakes), does)
