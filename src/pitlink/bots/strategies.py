"""What to decide, from the cards that a player sees and nothing else.

Simple published strategies, as players learn them; none of them claims to be best play. Where a hand is played blind,
its cards are not among those seen, and the choice is made without them.
"""

from collections import Counter

from pitlink.cards import ACE, JACK, KING, QUEEN, TEN, Cards, rank, suit
from pitlink.hands import FiveCard, ThreeCard, rank_five, rank_seven, rank_three


def choose(game: str, own: Cards, community: Cards, made: tuple[str, ...]) -> str:
    """The word of a decision. `own` is empty for a hand that was not looked at."""
    match game:
        case "mbs-3cp" | "rws-3cp":
            return three_card(own)
        case "mbs-lir":
            return let_it_ride(own, community)
        case "mbs-thb":
            return holdem_bonus(own, community, made)
        case _:
            return ultimate(own, community, made)


def three_card(own: Cards) -> str:
    """Play queen-six-four or better; unseen, play: an average hand is better than that."""
    if not own:
        return "play"
    hand = rank_three(own)
    return "play" if hand.category > ThreeCard.THREE_ODD_CARDS or hand.ranks >= (QUEEN, 6, 4) else "fold"


# Let It Ride


def let_it_ride(own: Cards, community: Cards) -> str:
    """Ride on a paying hand, three to a royal, or three suited in a row.

    With the fourth card on a paying hand, four to a flush, or an open straight with a ten or higher.
    """
    if not own:
        return "withdraw"
    seen = own + community
    if _pays_already(seen):
        return "ride"
    one_suit = len(set(map(suit, seen))) == 1
    ranks = sorted(map(rank, seen))
    if len(seen) == 3:
        in_a_row = ranks[2] - ranks[0] == 2 and len(set(ranks)) == 3 and ranks[0] >= 3
        return "ride" if one_suit and (in_a_row or ranks[0] >= TEN) else "withdraw"
    open_ended = ranks[3] - ranks[0] == 3 and len(set(ranks)) == 4 and ranks[3] >= TEN and ranks[3] != ACE
    return "ride" if one_suit or open_ended else "withdraw"


def _pays_already(cards: Cards) -> bool:
    times = Counter(map(rank, cards))
    pairs = [each for each in times if times[each] == 2]
    return max(times.values()) >= 3 or len(pairs) == 2 or any(each >= TEN for each in pairs)


# Texas Hold'em Bonus


def holdem_bonus(own: Cards, community: Cards, made: tuple[str, ...]) -> str:
    """Fold only low unpaired, unconnected cards; afterwards bet with a pair or better, or four to a flush."""
    if not made:
        if not own:
            return "flop"
        low, high = sorted(map(rank, own))
        poor = low != high and high < 8 and high - low > 1 and suit(own[0]) != suit(own[1])
        return "fold" if poor else "flop"
    word = ("turn", "river")[len(made) - 1]
    return word if own and _is_made(own, community) else "check"


def _is_made(own: Cards, community: Cards) -> bool:
    """Whether own cards improve the board to a pair or better, or make four to a flush."""
    ranks, board = list(map(rank, own)), list(map(rank, community))
    paired = ranks[0] == ranks[1] or any(each in board for each in ranks)
    suits = Counter(map(suit, own + community))
    return paired or any(suits[suit(card)] >= 4 for card in own)


# Ultimate Texas Hold'em


def ultimate(own: Cards, community: Cards, made: tuple[str, ...]) -> str:
    """Four times with a strong start, twice with two pair or a hidden pair, once with a hidden pair or a high card."""
    if not own:
        return "check" if len(made) < 2 else "play 1x"
    if not made:
        return "play 4x" if _is_strong_start(own) else "check"
    if len(made) == 1:
        return "play 2x" if _is_strong_flop(own, community) else "check"
    hand, board = rank_seven(own + community), rank_five(community)
    if hand.category > board.category or max(map(rank, own)) >= KING:
        return "play 1x"
    return "play 1x" if hand > board and max(map(rank, own)) >= JACK else "fold"


def _is_strong_start(own: Cards) -> bool:
    low, high = sorted(map(rank, own))
    suited = suit(own[0]) == suit(own[1])
    if low == high:
        return low >= 3
    least = {ACE: 2, KING: 2 if suited else 5, QUEEN: 6 if suited else 8, JACK: 8 if suited else 10}
    return high in least and low >= least[high]


def _is_strong_flop(own: Cards, flop: Cards) -> bool:
    if rank_five(own + flop).category >= FiveCard.TWO_PAIRS:
        return True
    low, high = sorted(map(rank, own))
    if (low == high and low > 2) or any(rank(card) in map(rank, flop) for card in own):
        return True
    suits = Counter(map(suit, own + flop))
    return any(suits[suit(card)] >= 4 and rank(card) >= TEN for card in own)
