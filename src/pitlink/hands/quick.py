"""The same ranking as `plain`, by addition and one look-up.

Each card has a key: a one in its rank's place and a one in its suit's place. The sum over a hand therefore *is* the
count of every rank (three bits each) and of every suit (four bits each). Added to a bias, a suit's place carries into
its top bit exactly when enough cards are of that suit. What the counts amount to is worked out once and remembered: at
most 49,205 sets of ranks for seven cards and 4,719 suited sets, so the tables stop growing by themselves and nothing
has to be built before the first hand.
"""

from collections.abc import Iterator, Sequence

from pitlink.cards import ACE, DECK, Card, Rank, rank, suit
from pitlink.hands.classes import AceLow, FiveCard, Hand, StraightSuits, ThreeCard

_RANK_SHIFT = 16
_KEYS = tuple((1 << (_RANK_SHIFT + 3 * (rank(card) - 2))) + (1 << (4 * suit(card))) for card in DECK)
_RANK_BITS = tuple(1 << rank(card) for card in DECK)
_FIVE_OF_A_SUIT = 0x3333  # 5 + 3 carries
_THREE_OF_A_SUIT = 0x5555  # 3 + 5 carries
_CARRIES = 0x8888
_SUIT_OF_CARRY = {0x8: 0, 0x80: 1, 0x800: 2, 0x8000: 3}
_TWO_OF_A_SUIT = 0x2222  # the bit that a suit's count of two or three sets


def rank_seven(cards: Sequence[Card], ace_low: AceLow = "straight_flush") -> Hand[FiveCard]:
    a, b, c, d, e, f, g = cards
    total = _KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e] + _KEYS[f] + _KEYS[g] + _FIVE_OF_A_SUIT
    if carry := total & _CARRIES:
        return _SUITED_FIVE[ace_low][_rank_mask(cards, _SUIT_OF_CARRY[carry])]
    return _MIXED_FIVE[total >> _RANK_SHIFT]


def rank_five(cards: Sequence[Card], ace_low: AceLow = "straight_flush") -> Hand[FiveCard]:
    a, b, c, d, e = cards
    total = _KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e] + _FIVE_OF_A_SUIT
    if carry := total & _CARRIES:
        return _SUITED_FIVE[ace_low][_rank_mask(cards, _SUIT_OF_CARRY[carry])]
    return _MIXED_FIVE[total >> _RANK_SHIFT]


def rank_three(
    cards: Sequence[Card], ace_low: AceLow = "straight_flush", straight_suits: StraightSuits = "not_all_equal"
) -> Hand[ThreeCard]:
    a, b, c = cards
    total = _KEYS[a] + _KEYS[b] + _KEYS[c]
    if carry := (total + _THREE_OF_A_SUIT) & _CARRIES:
        return _SUITED_THREE[ace_low][_rank_mask(cards, _SUIT_OF_CARRY[carry])]
    if straight_suits == "all_different" and total & _TWO_OF_A_SUIT:
        return _BROKEN_THREE[total >> _RANK_SHIFT]
    return _MIXED_THREE[total >> _RANK_SHIFT]


def _rank_mask(cards: Sequence[Card], of_suit: int) -> int:
    mask = 0
    for card in cards:
        if card % 4 == of_suit:
            mask |= _RANK_BITS[card]
    return mask


# What a set of ranks amounts to. Counts are three bits a rank, masks one bit a rank.


def _ranks_down(counts: int) -> Iterator[tuple[Rank, int]]:
    for each in range(ACE, 1, -1):
        if times := counts >> 3 * (each - 2) & 7:
            yield each, times


def _run_in(mask: int, size: int) -> tuple[Rank, ...] | None:
    """The highest run of `size` ranks in the mask, the ace below the two as well."""
    if mask >> ACE & 1:
        mask |= 1 << 1
    for top in range(ACE, size - 1, -1):
        run = (1 << size) - 1 << top - size + 1
        if mask & run == run:
            return tuple(range(top, top - size, -1))
    return None


def _top(mask: int, size: int) -> tuple[Rank, ...]:
    return tuple(each for each in range(ACE, 1, -1) if mask >> each & 1)[:size]


class _MixedFive(dict[int, Hand[FiveCard]]):
    """Five or seven cards that hold no flush, by their rank counts. The many counts of one hand share it."""

    def __init__(self) -> None:
        self.hands: dict[Hand[FiveCard], Hand[FiveCard]] = {}

    def __missing__(self, counts: int) -> Hand[FiveCard]:
        worked_out = self._work_out(counts)
        hand = self[counts] = self.hands.setdefault(worked_out, worked_out)
        return hand

    @staticmethod
    def _work_out(counts: int) -> Hand[FiveCard]:
        times = dict(_ranks_down(counts))
        groups = sorted(times, key=lambda each: (times[each], each), reverse=True)
        first, second = groups[:2]
        others = [each for each in times if each != first]
        if times[first] == 4:
            return Hand(FiveCard.FOUR_OF_A_KIND, (first,) * 4 + (others[0],))
        if times[first] == 3 and times[second] >= 2:
            return Hand(FiveCard.FULL_HOUSE, (first,) * 3 + (second,) * 2)
        if run := _run_in(sum(1 << each for each in times), 5):
            return Hand(FiveCard.STRAIGHT, run)
        if times[first] == 3:
            return Hand(FiveCard.THREE_OF_A_KIND, (first,) * 3 + tuple(others[:2]))
        if times[first] == 2 and times[second] == 2:
            fifth = next(each for each in others if each != second)  # a third pair may give it
            return Hand(FiveCard.TWO_PAIRS, (first, first, second, second, fifth))
        if times[first] == 2:
            return Hand(FiveCard.ONE_PAIR, (first, first, *others[:3]))
        return Hand(FiveCard.FIVE_ODD_CARDS, tuple(times)[:5])


class _SuitedFive(dict[int, Hand[FiveCard]]):
    """Five to seven cards of one suit, by their ranks: nothing else in seven cards can beat what they make."""

    def __init__(self, ace_low: AceLow) -> None:
        self.low_run_counts = ace_low == "straight_flush"

    def __missing__(self, mask: int) -> Hand[FiveCard]:
        run = _run_in(mask, 5)
        if run and run[0] == ACE:
            hand = Hand(FiveCard.ROYAL_FLUSH, run)
        elif run and (run[-1] != 1 or self.low_run_counts):
            hand = Hand(FiveCard.STRAIGHT_FLUSH, run)
        else:
            hand = Hand(FiveCard.FLUSH, _top(mask, 5))
        self[mask] = hand
        return hand


class _MixedThree(dict[int, Hand[ThreeCard]]):
    """Three cards not all of one suit, by their rank counts."""

    def __init__(self, *, runs_count: bool) -> None:
        self.runs_count = runs_count

    def __missing__(self, counts: int) -> Hand[ThreeCard]:
        hand = self[counts] = self._work_out(counts)
        return hand

    def _work_out(self, counts: int) -> Hand[ThreeCard]:
        times = dict(_ranks_down(counts))
        ranks = tuple(each for each in sorted(times, key=lambda each: -times[each]) for _ in range(times[each]))
        if len(times) == 1:
            return Hand(ThreeCard.THREE_OF_A_KIND, ranks)
        if len(times) == 2:
            return Hand(ThreeCard.ONE_PAIR, ranks)
        run = _run_in(sum(1 << each for each in times), 3)
        if run and self.runs_count:
            return Hand(ThreeCard.STRAIGHT, run)
        return Hand(ThreeCard.THREE_ODD_CARDS, ranks)


class _SuitedThree(dict[int, Hand[ThreeCard]]):
    """Three cards of one suit, by their ranks."""

    def __init__(self, ace_low: AceLow) -> None:
        self.low_run_counts = ace_low == "straight_flush"

    def __missing__(self, mask: int) -> Hand[ThreeCard]:
        run = _run_in(mask, 3)
        if run and (run[-1] != 1 or self.low_run_counts):
            hand = Hand(ThreeCard.STRAIGHT_FLUSH, run)
        else:
            hand = Hand(ThreeCard.FLUSH, _top(mask, 3))
        self[mask] = hand
        return hand


_MIXED_FIVE = _MixedFive()
_SUITED_FIVE: dict[AceLow, _SuitedFive] = {way: _SuitedFive(way) for way in ("straight_flush", "flush")}
_MIXED_THREE = _MixedThree(runs_count=True)
_BROKEN_THREE = _MixedThree(runs_count=False)
_SUITED_THREE: dict[AceLow, _SuitedThree] = {way: _SuitedThree(way) for way in ("straight_flush", "flush")}
