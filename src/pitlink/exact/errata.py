"""Every published figure of these games that we know of, computed again.

It agrees to its last printed digit, or one is told by how much it does not, and why.

Sources are named as they were found; the figures are theirs, the computation is ours.
"""

from collections.abc import Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pitlink.cards import RANK_WORDS, RANKS
from pitlink.exact import analyse, holdem_bonus, let_it_ride, three_card, ultimate
from pitlink.exact.figures import Figures, Wager
from pitlink.exact.progressive import five_card_counts
from pitlink.exact.ranking import Ints
from pitlink.exact.rules import approved, changed
from pitlink.exact.streets import PRINTED, costs, way_of
from pitlink.exact.three_card import with_threshold
from pitlink.hands import FiveCard, Hand, ThreeCard

GROCHOWSKI: Final = "casinocitytimes.com (Grochowski)"
REVIEW: Final = "reviewpokerrooms.com"
WIZARD: Final = "wizardofodds.com"
DISCOUNT: Final = "discountgambling.net"
CONTINGENCIES: Final = "Shackleford, Contingencies 2000"
MORE: Final = 3  # digits, where computed and printed do not agree


class Published(Struct, frozen=True):
    """A figure in print: what it is, where, as it stands there, what it is now, and why they differ if they do.

    What is no number, such as the lowest hand to play, is found as words.
    """

    game: str
    what: str
    source: str
    printed: str
    found: Fraction | Decimal | str
    why: str = ""

    @property
    def digits(self) -> int:
        return len(_bare(self.printed).partition(".")[2])

    @property
    def computed(self) -> str:
        """Rounded to the digits that are printed, written as there; with a few more where they do not agree."""
        if isinstance(self.found, str):
            return self.found
        if self.agrees:
            return self._as_printed(_rounded(self.found, self.digits))
        more = _rounded(self.found, self.digits + MORE)
        while more.as_tuple().exponent != -self.digits and more == _rounded(more, _digits(more) - 1):
            more = _rounded(more, _digits(more) - 1)
        return self._as_printed(more)

    def _as_printed(self, amount: Decimal) -> str:
        """With the unit of the printed figure, and with a minus as people write it."""
        sign = "−" if amount < 0 else "+" if self.printed.startswith("+") else ""
        before = "$" if "$" in self.printed else ""
        after = " %" if self.printed.endswith("%") else ""
        return f"{sign}{before}{abs(amount):,}{after}"

    @property
    def agrees(self) -> bool:
        if isinstance(self.found, str):
            return self.found == self.printed
        return _rounded(self.found, self.digits) == Decimal(_bare(self.printed))

    @property
    def difference(self) -> Decimal | None:
        """Printed less computed; None of words."""
        return None if isinstance(self.found, str) else Decimal(_bare(self.printed)) - _decimal(self.found)


def _bare(printed: str) -> str:
    return printed.replace(",", "").replace("$", "").replace("%", "").replace("−", "-").strip()


def _decimal(found: Fraction | Decimal) -> Decimal:
    if isinstance(found, Decimal):
        return found
    with localcontext() as context:
        context.prec = 40
        return Decimal(found.numerator) / Decimal(found.denominator)


def _rounded(found: Fraction | Decimal, digits: int) -> Decimal:
    return _decimal(found).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def _digits(amount: Decimal) -> int:
    exponent = amount.as_tuple().exponent
    assert isinstance(exponent, int)
    return -exponent


def root(square: Fraction) -> Decimal:
    """A standard deviation to more digits than anybody prints."""
    with localcontext() as context:
        context.prec = 40
        return (Decimal(square.numerator) / Decimal(square.denominator)).sqrt()


def published() -> Iterator[Published]:
    yield from _three_card()
    yield from _let_it_ride()
    yield from _holdem_bonus()
    yield from _ultimate()
    yield from _progressive()


# Three Card Poker

NO_BONUS: Final = ("straight_flush", "three_of_a_kind", "straight")
THRESHOLDS: Final = {
    "any hand": Hand(ThreeCard.THREE_ODD_CARDS, (0,)),
    "jack high": Hand(ThreeCard.THREE_ODD_CARDS, (11,)),
    "queen high": Hand(ThreeCard.THREE_ODD_CARDS, (12,)),
    "Q-6-4": Hand(ThreeCard.THREE_ODD_CARDS, (12, 6, 4)),
}


def _three_card() -> Iterator[Published]:
    game = "mbs-3cp"
    rules = approved(game)
    best = analyse(game)
    hands = three_card.solve(rules).hands
    counts = {hand: sum(each.times for each in hands if each.hand.category == hand) for hand in ThreeCard}
    for hand, printed in zip(reversed(ThreeCard), ("48", "52", "720", "1,096", "3,744", "16,440"), strict=True):
        yield Published(game, f"hands: {hand.words}", GROCHOWSKI, printed, Fraction(counts[hand]))
    yield Published(game, "player's and dealer's deals", REVIEW, "407,170,400", Fraction(best.deals))
    threshold = three_card.solve(rules).threshold
    lowest_hand = "none" if threshold is None else "-".join(RANK_WORDS[each] for each in threshold.ranks)
    yield Published(game, "lowest hand to play", REVIEW, "Q-6-4", lowest_hand)
    plain = rules
    for line in NO_BONUS:
        plain = changed(plain, f"ante_bonus.{line}=nothing")
    returns = ("−0.129389", "−0.100696", "−0.087342", "−0.086580")
    for (name, lowest), printed in zip(THRESHOLDS.items(), returns, strict=True):
        found = with_threshold(plain, lowest).expectation
        yield Published(game, f"Ante and Play without bonus, playing {name}", REVIEW, printed, found)
    yield Published(game, "house edge", GROCHOWSKI, "3.37 %", best.house_edge * 100)
    yield Published(game, "element of risk", GROCHOWSKI, "2.01 %", best.element_of_risk * 100)
    for name, printed in (("queen high", "3.45 %"), ("any hand", "7.65 %")):
        found = with_threshold(rules, THRESHOLDS[name]).house_edge
        yield Published(game, f"house edge, playing {name}", GROCHOWSKI, printed, found * 100)
    ends = three_card.endings(three_card.solve(rules), lambda hand: hand.plays)
    qualifying = Fraction(sum(end.deals for end in ends if end.qualifies), best.deals)
    yield Published(game, "dealer qualifies", GROCHOWSKI, "69.6 %", qualifying * 100)
    for change, printed in (
        ((), "5.57 %"),
        (("pair_plus.straight=6:1",), "2.32 %"),
        (("pair_plus.straight=6:1", "pair_plus.flush=3:1"), "7.28 %"),
    ):
        (pair_plus,) = analyse(game, change).side_wagers
        yield Published(game, f"Pair Plus {_told(change)}", "casinocity.com", printed, pair_plus.house_edge * 100)


def _told(change: tuple[str, ...]) -> str:
    return " and ".join(change) or "as in the rulebook"


# Let It Ride


def _let_it_ride() -> Iterator[Published]:
    game = "mbs-lir"
    best = analyse(game)
    first = best.wagers[0]
    yield Published(game, "house edge", WIZARD, "3.506 %", best.house_edge * 100)
    shorter = analyse(game, ["main.royal_flush=500:1"])
    yield Published(game, "house edge, royal flush at 500 to 1", WIZARD, "3.737 %", shorter.house_edge * 100)
    yield Published(game, "the first wager rides", WIZARD, "0.07276018", first.average)
    yield Published(game, "what the first wager adds", WIZARD, "0.10912580", first.expectation)
    solution = let_it_ride.solve(approved(game))
    riding = let_it_ride.figures_of(solution, solution.threes.worth >= 0, solution.fours.worth >= 0)
    yield Published(game, "standard deviation, riding where it is worth nothing", WIZARD, "5.17", root(riding.variance))
    yield Published(
        game,
        "element of risk",
        "in print",
        "2.36 %",
        best.element_of_risk * 100,
        "a digit slip: the edge over the average wager is 2.86 %",
    )


# Texas Hold'em Bonus

RAISED: Final = {
    "32o": "−1.155927",
    "42o": "−1.091604",
    "52o": "−1.019987",
    "62o": "−1.046723",
    "72o": "−1.031301",
    "82o": "−0.896002",
    "92o": "−0.763132",
    "T2o": "−0.613979",
    "J2o": "−0.459414",
    "Q2o": "−0.289690",
    "K2o": "−0.102668",
}


def _holdem_bonus() -> Iterator[Published]:
    game = "mbs-thb"
    best = analyse(game)
    yield Published(game, "house edge", WIZARD, "2.037 %", best.house_edge * 100)
    yield Published(game, "average wager", WIZARD, "3.8181", best.average_wager)
    yield Published(game, "element of risk", WIZARD, "0.5335 %", best.element_of_risk * 100)
    yield Published(
        game,
        "standard deviation",
        WIZARD,
        "3.500839",
        root(best.variance),
        "print leaves folded Antes out of the squares and bets where it is worth nothing as well: "
        f"so computed it is {deviation_as_printed():.6f}, the mean being the same",
    )
    later = analyse(game, ["ante_pays_from=flush"])
    yield Published(game, "house edge, Ante paid from a flush", WIZARD, "5.5935 %", later.house_edge * 100)
    values = {each.name: each.raised for each in holdem_bonus.solve(approved(game)).holes}
    for name, printed in RAISED.items():
        yield Published(game, f"a raise with {name}", WIZARD, printed, values[name])
    folded = [each.name for each in holdem_bonus.solve(approved(game)).holes if each.best == "fold"]
    yield Published(game, "starting hands that are folded", WIZARD, "23o to 27o only", _folded(folded))
    counts = holdem_bonus.solve(approved(game)).counts
    yield from _showdowns(game, counts, slice(1, 2), slice(2, 3), holdem_bonus.WAYS)
    (bonus,) = analyse(game, ["bonus_on_loss=settled"]).side_wagers
    returned = (1 + bonus.expectation) * 100
    yield Published(
        game, "Bonus settled whatever the outcome, return", "Evolution's published RTP", "91.46 %", returned
    )


def _folded(names: list[str]) -> str:
    """As print has it: "23o to 27o only" are all hands of a two and one of those ranks, of two suits."""
    ranks = sorted((name[0] for name in names if name[1:] == "2o"), key=RANKS.index)
    run = RANKS[1 : 1 + len(ranks)]
    together = len(ranks) == len(names) > 1 and "".join(ranks) == "".join(run)
    return f"2{ranks[0]}o to 2{ranks[-1]}o only" if together else ", ".join(names)


def _showdowns(game: str, counts: Ints, tie: slice, loss: slice, ways: int) -> Iterator[Published]:
    """Over all deals the losing hand, the player's or the dealer's, which are as many; `ways` tell one deal apart."""
    yield Published(game, "deals", DISCOUNT, "2,781,381,002,400", Fraction(int(counts.sum()), ways))
    for hand in FiveCard:
        if hand.words in LOSING:
            number = Fraction(2 * int(counts[:, hand, loss].sum()), ways)
            yield Published(game, f"losing hand: {hand.words}", DISCOUNT, LOSING[hand.words], number)
    yield Published(game, "ties", DISCOUNT, "113,130,263,816", Fraction(int(counts[:, :, tie].sum()), ways))


def deviation_as_printed() -> Decimal:
    """Texas Hold'em Bonus with bets that are worth nothing made as well, and with what a fold loses in the mean but
    not among the squares.
    """
    rules = approved("mbs-thb")
    ends = holdem_bonus.endings(holdem_bonus.solve(rules, evens=True))
    deals = sum(end.deals for end in ends)
    mean = sum((end.deals * holdem_bonus.net_of(end, rules) for end in ends), Fraction(0)) / deals
    played = (end for end in ends if not end.folded)
    squares = sum((end.deals * holdem_bonus.net_of(end, rules) ** 2 for end in played), Fraction(0)) / deals
    return root(squares - mean**2)


# Ultimate Texas Hold'em

LOSING: Final = {
    "straight flush": "10,300,592",
    "four of a kind": "471,040,512",
    "full house": "8,435,225,376",
    "flush": "19,434,208,592",
    "straight": "18,271,076,976",
    "three of a kind": "64,049,759,448",
    "two pairs": "399,099,149,640",
    "one pair": "1,366,512,556,968",
    "five odd cards": "791,967,420,480",
}


def _ultimate() -> Iterator[Published]:
    game = "mbs-uth"
    best = analyse(game)
    solution = ultimate.solve(approved(game))
    yield Published(game, "house edge", "beatingbonuses.com", "2.18497 %", best.house_edge * 100)
    yield Published(
        game,
        "house edge, shorter",
        WIZARD,
        "2.19 %",
        best.house_edge * 100,
        "rounded twice: 2.18497 is 2.185 to three digits, and only that is 2.19 to two",
    )
    yield Published(game, "element of risk", WIZARD, "0.53 %", best.element_of_risk * 100)
    yield Published(game, "standard deviation", WIZARD, "4.94", root(best.variance))
    simple = best.house_edge + costs(approved(game), [way_of(" / ".join(PRINTED))])[0]
    yield Published(game, "house edge of the simple strategy", WIZARD, "2.43 %", simple * 100)
    raised = sum(each.holes for each in solution.holes if each.best == "play 4x")
    yield Published(game, "starting hands raised 4x, of 1,326", "gambatria.com", "500", Fraction(raised))
    smaller = sum(each.holes for each in solution.holes if each.best == "play 3x")
    yield Published(game, "starting hands raised 3x", DISCOUNT, "0", Fraction(smaller))
    yield from _showdowns(game, solution.counts, slice(2, 4), slice(4, 6), ultimate.FLOPS)
    for change, printed in (
        ((), "3.50 %"),
        (("trips.full_house=9:1",), "0.90 %"),
        (("trips.flush=6:1", "trips.straight=5:1"), "1.90 %"),
    ):
        found = _side(analyse(game, ("trips.royal_flush=50:1", *change)), "trips").house_edge
        told = " and ".join(("royal flush 50 to 1", *change))
        yield Published(game, f"Trips with {told}", f"{WIZARD}, 58 Pa. Code 653a", printed, found * 100)
    wrong = f"{float(analyse(game, ['blind.flush=3:1']).house_edge) * 100:.2f} %".replace("-", "−")
    yield Published(
        game,
        "a flush on the Blind is paid, to 1",
        "a public simulator",
        "3",
        Fraction(3, 2),
        f"the rulebook pays 3 to 2 (4.1.1); at 3 to 1 the house edge would be {wrong}",
    )


def _side(figures: Figures, name: str) -> Wager:
    return next(each for each in figures.side_wagers if each.name == name)


# The progressive

FIVE_CARDS: Final = {
    FiveCard.ROYAL_FLUSH: "4",
    FiveCard.STRAIGHT_FLUSH: "36",
    FiveCard.FOUR_OF_A_KIND: "624",
    FiveCard.FULL_HOUSE: "3,744",
    FiveCard.FLUSH: "5,108",
    FiveCard.STRAIGHT: "10,200",
}
TABLES: Final = {
    (100, 75, 50): ("$263,205", ""),
    (150, 100, 50): ("$246,784", ""),
    (500, 150, 75): ("$176,613", ""),
    (500, 100, 50): ("$217,047", "a digit slip: one is missing in the thousands"),
}


def _progressive() -> Iterator[Published]:
    counts = five_card_counts()
    for hand, printed in FIVE_CARDS.items():
        yield Published("progressive", f"hands: {hand.words}", "standard", printed, Fraction(counts[hand]))
    for pays, (printed, why) in TABLES.items():
        words = "-".join(map(str, pays))
        yield Published(
            "progressive", f"fair meter for $1, {words}", CONTINGENCIES, printed, break_even(pays, counts), why
        )


def break_even(pays: tuple[int, int, int], counts: Mapping[FiveCard, int]) -> Fraction:
    """Four of a kind, full house and flush in dollars for 1; 10 % and all of the meter above them."""
    hands = (FiveCard.FOUR_OF_A_KIND, FiveCard.FULL_HOUSE, FiveCard.FLUSH)
    deals = sum(counts.values())
    fixed = sum(counts[hand] * amount for hand, amount in zip(hands, pays, strict=True))
    share = counts[FiveCard.ROYAL_FLUSH] + Fraction(counts[FiveCard.STRAIGHT_FLUSH], 10)
    return (deals - fixed) / share
