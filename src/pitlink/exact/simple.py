"""What simpler play costs against the best: known ways to play, and one's own.

Everything that a simple way does not speak of is played best. One's own way is typed as people write it: starting
hands to raise ("22+,A2+,K5o+") and what is played later (`pitlink.exact.streets`, `bonus_ways`), the lowest hand to
play ("Q 6 4"), or groups that ride ("a paying hand; three to a royal flush / a paying hand").
"""

import re
from collections.abc import Collection, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Final

import numpy as np
from msgspec import Struct

from pitlink.cards import RANK_WORDS, SINGULARS
from pitlink.exact import bonus_ways, let_it_ride, three_card
from pitlink.exact.ranking import Ints
from pitlink.exact.rules import NotRules, Rules
from pitlink.exact.strategy import ride_groups_of, strategy
from pitlink.exact.streets import PRINTED, costs, way_of
from pitlink.hands import Hand, ThreeCard

WIZARD: Final = "wizardofodds.com"
REVIEWED: Final = "reviewpokerrooms.com"
RIDING: Final = """
    a paying hand; three to a royal flush;
    straight flush draw, no gap, 0 cards of ten or higher;
    straight flush draw, no gap, 1 card of ten or higher;
    straight flush draw, no gap, 2 cards of ten or higher;
    straight flush draw, one gap, 1 card of ten or higher;
    straight flush draw, one gap, 2 cards of ten or higher;
    straight flush draw, two gaps, 2 cards of ten or higher
    /
    a paying hand; four to a flush or straight flush;
    open straight draw, 1 card of ten or higher; open straight draw, 2 cards of ten or higher;
    open straight draw, 3 cards of ten or higher; open straight draw, 4 cards of ten or higher
"""  # wizardofodds.com, without what is worth nothing either way


class Simple(Struct, frozen=True):
    """A way to play, its house edge, and what it costs a round against best play, in units of the base wager."""

    what: str
    house_edge: Fraction
    cost: Fraction
    source: str = ""  # where it is in print


def named(rules: Rules) -> tuple[Simple, ...]:
    """Ways to play that are in print or that people fall into."""
    match rules.game:
        case "mbs-uth":
            return _ultimate(rules)
        case "mbs-thb":
            return _holdem_bonus(rules)
        case "mbs-lir":
            return _let_it_ride(rules)
        case _:
            return _three_card(rules)


def own(rules: Rules, typed: str) -> Simple:
    """A way to play as it is typed."""
    match rules.game:
        case "mbs-uth":
            first = f"play {rules.multiple('first_play')}x with "
            return _by_streets(rules, {typed if "/" in typed else first + typed: typed})[0]
        case "mbs-thb":
            what = typed if "/" in typed else f"raise {typed}"
            return _with(rules, what, bonus_ways.cost(rules, bonus_ways.way_of(typed)))
        case "mbs-lir":
            return _riding(rules, typed, *_typed_groups(typed))
        case _:
            lowest = lowest_hand(typed)
            return _threshold(rules, f"play {typed} and higher", lowest)


def _with(rules: Rules, what: str, cost: Fraction, source: str = "") -> Simple:
    from pitlink.exact import analyse_rules

    return Simple(what, analyse_rules(rules).house_edge + cost, cost, source)


# Ultimate Texas Hold'em


def _ultimate(rules: Rules) -> tuple[Simple, ...]:
    first, flop, last = PRINTED
    play = f"play {rules.multiple('first_play')}x"
    printed = {
        f"{play} with {first}": first,
        f"on the flop play {flop}": f"best / {flop}",
        f"on the river play {last}": f"best / best / {last}",
        "these three together": " / ".join(PRINTED),
    }
    others = {
        "on the river play under 21 outs, whatever one holds": "best / best / under 21 outs",
        "never fold on the river": "best / best / everything",
        "never play on the flop": "best / nothing",
        "never raise before the flop": "nothing",
        f"{play} with every hand": "everything",
    }
    return _by_streets(rules, printed | others, frozenset(printed))


def _by_streets(rules: Rules, typed: Mapping[str, str], printed: Collection[str] = ()) -> tuple[Simple, ...]:
    found = costs(rules, [way_of(each) for each in typed.values()])
    return tuple(
        _with(rules, what, cost, WIZARD if what in printed else "") for what, cost in zip(typed, found, strict=True)
    )


# Texas Hold'em Bonus


def _holdem_bonus(rules: Rules) -> tuple[Simple, ...]:
    grouped = sum((group.cost_of_most for groups in strategy(rules).groups.values() for group in groups), Fraction(0))
    typed = {
        "never fold": "everything",
        "never wager on Turn or River, same folds": "best / nothing / nothing",
        "always wager on Turn and River, same folds": "best / everything / everything",
    }
    printed = bonus_ways.cost(rules, bonus_ways.way_of(bonus_ways.PRINTED))
    return (
        _with(rules, "fold 2-3 to 2-7 off suit only", printed, WIZARD),
        _with(rules, "on Turn and River treat each group alike, as most of it", grouped),
        *(_with(rules, what, bonus_ways.cost(rules, bonus_ways.way_of(way))) for what, way in typed.items()),
    )


# Three Card Poker


def _three_card(rules: Rules) -> tuple[Simple, ...]:
    odd = ThreeCard.THREE_ODD_CARDS
    return (
        _threshold(rules, "play Q-6-4 and higher", Hand(odd, (12, 6, 4)), REVIEWED),
        _threshold(rules, "play queen high and higher, as the dealer", Hand(odd, (12,)), REVIEWED),
        _threshold(rules, "play jack high and higher", Hand(odd, (11,)), REVIEWED),
        _threshold(rules, "play every hand", Hand(odd, (0,)), REVIEWED),
    )


def _threshold(rules: Rules, what: str, lowest: Hand[ThreeCard], source: str = "") -> Simple:
    edge = three_card.with_threshold(rules, lowest).house_edge
    return Simple(what, edge, edge - three_card.figures(rules).house_edge, source)


def lowest_hand(typed: str) -> Hand[ThreeCard]:
    """ "Q 6 4", "Q-6-4", "K" or "queen high" """
    words = re.split(r"[\s,-]+", typed.strip().lower().removesuffix(" high"))
    ranks = {word.lower(): rank for rank, word in RANK_WORDS.items() if rank > 1}
    ranks |= {word: rank for rank, word in SINGULARS.items() if rank > 1} | {"t": 10}
    if not 1 <= len(words) <= 3 or any(word not in ranks for word in words):
        raise NotRules(f"{typed!r} is no lowest hand: expected ranks from the highest, such as Q 6 4")
    found = tuple(ranks[word] for word in words)
    if any(low >= high for high, low in pairwise(found)):
        raise NotRules(f"{typed!r} is no lowest hand: expected different ranks from the highest")
    return Hand(ThreeCard.THREE_ODD_CARDS, found)


# Let It Ride


def _let_it_ride(rules: Rules) -> tuple[Simple, ...]:
    paying = frozenset({"a paying hand"})
    return (
        _riding(rules, "ride the printed list, low aces apart", *_typed_groups(RIDING), source=WIZARD),
        _riding(rules, "ride with paying hands only", paying, paying),
        _riding(rules, "take back 1, ride 2 best", frozenset(), None),
        _riding(rules, "ride always", None, None, always=True),
    )


def _riding(
    rules: Rules,
    what: str,
    three: frozenset[str] | None,
    four: frozenset[str] | None,
    *,
    always: bool = False,
    source: str = "",
) -> Simple:
    """With these groups riding on three and four cards; None is as best play does."""
    solution = let_it_ride.solve(rules)

    def rides(seen: let_it_ride.Seen, groups: frozenset[str] | None, described: list[str]) -> Ints:
        if always:
            return np.ones(len(described), np.bool_)
        return seen.rides if groups is None else np.array([each in groups for each in described])

    threes, fours = ride_groups_of(rules)
    for groups, known in ((three, threes), (four, fours)):
        if unknown := sorted((groups or frozenset()) - set(known)):
            raise NotRules(f"{unknown[0]!r} is no group: expected {'; '.join(sorted(set(known)))}")
    found = let_it_ride.figures_of(solution, rides(solution.threes, three, threes), rides(solution.fours, four, fours))
    edge = found.house_edge
    return Simple(what, edge, edge - let_it_ride.figures(rules).house_edge, source)


def _typed_groups(typed: str) -> tuple[frozenset[str], frozenset[str]]:
    three, slash, four = typed.partition("/")
    if not slash:
        raise NotRules(f"{typed!r}: expected groups that ride with three cards / with four, ';' between them")
    return _groups_in(three), _groups_in(four)


def _groups_in(text: str) -> frozenset[str]:
    return frozenset(each.strip() for each in text.split(";") if each.strip())
