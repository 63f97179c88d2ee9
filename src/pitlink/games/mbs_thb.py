"""Megalink Texas Hold'em Bonus Progressive (Marina Bay Sands), version 6, in effect from 2 August 2019."""

from collections.abc import Sequence

from msgspec import Struct

from pitlink.cards import ACE, Cards, rank, suit
from pitlink.games.awards import Contender, SeveralWinners, pay_megalink, progressive_line
from pitlink.games.dealing import deal
from pitlink.games.decisions import Choice, Exposure, Stage, wagers_added_by
from pitlink.games.entry import Entry, EntryRules, all_returned, enter, seat_settlement
from pitlink.games.irregularities import MEGALINK_IRREGULARITIES
from pitlink.games.layout import Layout
from pitlink.games.lines import Stake, lose, push, win
from pitlink.games.paytables import tables_of
from pitlink.games.procedure import Procedure
from pitlink.games.reasons import TieBreaks, Why, compare_best_of_seven, contested, not_shown, paid_from_table
from pitlink.games.refusals import Fault
from pitlink.games.round import (
    DealerSettlement,
    Jackpot,
    JackpotSettlement,
    Line,
    Round,
    Seat,
    SeatSettlement,
    Settlement,
)
from pitlink.hands import FiveCard, Hand, cards_that_count, describe, rank_five, rank_seven
from pitlink.rulebook.citing import citing
from pitlink.rulebook.switches import Switches

DOCUMENT = "mbs-thb"
rule = citing(DOCUMENT)
pay_table = tables_of(DOCUMENT)

# 2. Mode of play, and 3.6 to 3.11 the deal

DEALS = (
    deal("automated", "3.7", "community 5, positions 2, dealer 2"),
    deal("manual", "3.8", "positions 1, positions 1, community 5 | dealer 2"),
)

LAYOUT = Layout(
    positions=6,
    own_cards=2,
    dealer_cards=2,
    community_cards=5,
    placed=("ante", "bonus", "progressive"),  # before the deal (3.4, 3.5)
    order=("ante", "flop", "turn", "river", "bonus", "progressive"),
    exposures=(
        Exposure(1, 3, "3.9.2"),
        Exposure(2, 4, "3.9.2"),
        Exposure(3, 5, "3.9.2"),
        Exposure(3, 2, "3.10", of="dealer"),
    ),
    jackpot_community=3,
    deals=DEALS,
    units=range(1, 2),
    units_clause="3.4.2",
    entry=frozenset({"ante"}),
    decides="ante",
    entry_clause="3.4",
    areas_clause="2.2.2",
    positions_clause="2.2",
    deck_clause="2.1",
    deal_clause="3.7",
    community_clause="3.7",
    later=("flop", "turn", "river"),
)

# At the table

PROCEDURE = Procedure(
    round="1.1.13",
    tie="1.1.14",
    areas="2.2.1",
    layouts="2.2",
    call="3.1",
    close="3.2",
    later="3.9.2",
    limits="3.4",
    shared="3.4",
    others_box="3.5.4",
    one_wager="3.4.2",
    one_hand="3.4.1",
    blind="1.1.2",
    tell_one_hand="3.4.1",
    no_look=None,
    restrict="3.4.3",
    side_bets="3.5",
    jackpot_offered="3.5.1",
    jackpot_blind="3.5.2",
    jackpot_system="3.5.3",
    jackpot_before="1.1.10",
    on_behalf="3.6",
    decline="3.10.1",
    late="5.5",
    withdrawn="5.6",
    alone="5.12.1",
    absent="5.11",
    judged_as_lying="5.12",
    settled_before="5.15",
    higher_post="6.2",
    across_tables="3.14",
)

IRREGULARITIES = MEGALINK_IRREGULARITIES

# 3.4, 3.5 Wagers and their companions

ENTRY_RULES = EntryRules(
    companions={"bonus": frozenset({"ante"}), "progressive": frozenset({"ante"})},
    without_companion={"bonus": "R50", "progressive": "5.12.2"},
    over="5.14",
    under="5.13",
    under_again="5.13",
)


def check_entry(seat: Seat) -> Fault | None:
    """Any wager may lie alone: without its Ante a side bet is handed back (5.12.2, R50)."""
    return None


# 3.9 Decisions, and the cards exposed between them

FOLD = Choice("fold", "3.9.1")
FLOP = Choice("flop", "3.9.2", ("flop", 2))
TURN = Choice("turn", "3.9.2", ("turn", 1))
RIVER = Choice("river", "3.9.2", ("river", 1))
CHECK = Choice("check", "3.9.2")

HOLE_CARDS_SEEN = Stage("3.9", (FOLD, FLOP))
FLOP_SEEN = Stage("3.9.2", (TURN, CHECK))
TURN_SEEN = Stage("3.9.2", (RIVER, CHECK))
ADDS = wagers_added_by(HOLE_CARDS_SEEN, FLOP_SEEN, TURN_SEEN)


@rule("3.9", "3.9.1", "3.9.2")
def stage(seat: Seat, made: tuple[str, ...]) -> Stage | None:
    """What is to be decided next; None when nothing is left to decide. A checked Turn does not bar the River (R60)."""
    if "ante" not in seat.wagers:
        return None
    match made:
        case ():
            return HOLE_CARDS_SEEN
        case ("flop",):
            return FLOP_SEEN
        case ("flop", _):
            return TURN_SEEN
        case _:
            return None


def check_decline(seat: Seat, round: Round) -> Fault | None:
    """Every player may decline to show (3.10.1)."""
    return None


# 3.10 Settlement


class Showdown(Struct, frozen=True, gc=False):
    """One position as it is settled."""

    player: Hand[FiveCard]
    dealer: Hand[FiveCard]
    hole_cards: Cards
    dealer_hole_cards: Cards
    folded: bool
    shown: bool
    switches: Switches


WAGERS_PAY = pay_table("""
    4.1.1 wagers
    flop                        1 to 1
    turn                        1 to 1
    river                       1 to 1
    ante, straight or higher    1 to 1
""")

BONUS_PAYS = pay_table("""
    4.1.1 bonus
    A-A, and A-A in the dealer's hand    1000 to 1
    A-A in the player's hand only        30 to 1
    A-K suited                           25 to 1
    A-Q or A-J suited                    20 to 1
    A-K unsuited                         15 to 1
    K-K, Q-Q or J-J                      10 to 1
    A-Q or A-J unsuited                  5 to 1
    10-10 to 2-2                         3 to 1
""")

PROGRESSIVE_PAYS = pay_table("""
    4.2 progressive
    royal flush       100%
    straight flush    10%
    four of a kind    $2,000
    full house        $200
    flush             $100
""")


@rule("3.9.1", "3.10.1", "3.10.2", "3.10.3", "3.10.4", "4.1.1")
def settle_ante(stake: Stake, hand: Showdown) -> Line:
    if hand.folded:
        return lose("ante", stake, "3.9.1")
    if not hand.shown:
        return lose("ante", stake, "3.10.1")
    if hand.player < hand.dealer:
        return lose("ante", stake, "3.10.3")
    if hand.player == hand.dealer:
        return push("ante", stake, "3.10.4")
    if hand.player.category < FiveCard.STRAIGHT:
        return push("ante", stake, "3.10.2")
    return win("ante", stake, WAGERS_PAY.odds("ante, straight or higher"), "3.10.2")


@rule("3.10.1", "3.10.2", "3.10.3", "3.10.4", "4.1.1")
def settle_raise(wager: str, stake: Stake, hand: Showdown) -> Line:
    """Flop, Turn and River."""
    if not hand.shown:
        return lose(wager, stake, "3.10.1")
    if hand.player > hand.dealer:
        return win(wager, stake, WAGERS_PAY.odds(wager), "3.10.2")
    if hand.player < hand.dealer:
        return lose(wager, stake, "3.10.3")
    return push(wager, stake, "3.10.4")


@rule("1.1.3", "3.9.1", "3.10.1", "3.10.3", "3.10.4", "4.1.1")
def settle_bonus(stake: Stake, hand: Showdown) -> Line:
    """By the hole cards alone, unless the hand was folded, not shown or beaten (R57, R58)."""
    if hand.folded:
        return lose("bonus", stake, "3.9.1")
    if not hand.shown:
        return lose("bonus", stake, "3.10.1", "R59")
    line = bonus_line(hand.hole_cards, hand.dealer_hole_cards)
    beaten, level = hand.player < hand.dealer, hand.player == hand.dealer
    if beaten and hand.switches.bonus_on_loss == "lost":
        return lose("bonus", stake, "3.10.3", *(("R57",) if line else ()))
    if level and hand.switches.bonus_on_standoff == "push":
        return push("bonus", stake, "3.10.4", "R58")
    if line is None:
        return lose("bonus", stake, "4.1.1", *(("R58",) if level else ()))
    if beaten:
        return win("bonus", stake, BONUS_PAYS.odds(line), "4.1.1", "R57")
    if level:
        return win("bonus", stake, BONUS_PAYS.odds(line), "4.1.1", "R58")
    return win("bonus", stake, BONUS_PAYS.odds(line), "4.1.1")


@rule("4.1.1")
def bonus_line(hole_cards: Cards, dealer_hole_cards: Cards) -> str | None:
    """The line of the Bonus table that two hole cards belong to."""
    low, high = sorted(map(rank, hole_cards))
    suited = suit(hole_cards[0]) == suit(hole_cards[1])
    match high, low:
        case (14, 14):
            dealer_has_aces = all(rank(card) == ACE for card in dealer_hole_cards)
            return "A-A, and A-A in the dealer's hand" if dealer_has_aces else "A-A in the player's hand only"
        case (14, 13):
            return "A-K suited" if suited else "A-K unsuited"
        case (14, 12 | 11):
            return "A-Q or A-J suited" if suited else "A-Q or A-J unsuited"
        case (13, 13) | (12, 12) | (11, 11):
            return "K-K, Q-Q or J-J"
        case _ if high == low:
            return "10-10 to 2-2"
        case _:
            return None


# 3.11, 3.12 The order of hands

CLASSES = {
    FiveCard.ROYAL_FLUSH: "3.11.1",
    FiveCard.STRAIGHT_FLUSH: "3.11.2",
    FiveCard.FOUR_OF_A_KIND: "3.11.3",
    FiveCard.FULL_HOUSE: "3.11.4",
    FiveCard.FLUSH: "3.11.5",
    FiveCard.STRAIGHT: "3.11.6",
    FiveCard.THREE_OF_A_KIND: "3.11.7",
    FiveCard.TWO_PAIRS: "3.11.8",
    FiveCard.ONE_PAIR: "3.11.9",
    FiveCard.FIVE_ODD_CARDS: "3.11.10",
}
TIE_BREAKS = TieBreaks(
    classes="3.11",
    ranks=("3.12", "3.3.1.1"),
    equal=("3.12.1", "3.3.1.3"),
    low_ace=dict.fromkeys(("STRAIGHT", "STRAIGHT_FLUSH"), ("3.12.4", "3.3.1.2")),
    by_class={"TWO_PAIRS": ("3.12.2",), "ONE_PAIR": ("3.12.3",), "FULL_HOUSE": ("3.12.5",)},
    equal_by_class={
        "TWO_PAIRS": ("3.12.2",),
        "ONE_PAIR": ("3.12.3",),
        "FULL_HOUSE": ("3.12.5",),
        "STRAIGHT": ("3.12.6",),
        "STRAIGHT_FLUSH": ("3.12.6",),
    },
)


@rule(
    *("3.3.1.1", "3.3.1.2", "3.3.1.3", "3.10", "3.11", *CLASSES.values()),
    *("3.12", "3.12.1", "3.12.2", "3.12.3", "3.12.4", "3.12.5", "3.12.6"),
)
def best_hand(hole_cards: Cards, round: Round) -> Hand[FiveCard]:
    """The best five of the hole cards and the community cards, in any mix; two such hands compare by 3.12 (R62)."""
    return rank_seven(hole_cards + round.community, round.switches.ace_low_straight_flush)


def why_class(hand: Hand[FiveCard]) -> Why:
    return Why(describe(hand), (CLASSES[hand.category],))


def why_result(player: Hand[FiveCard], dealer: Hand[FiveCard], community: Cards) -> Why:
    why = compare_best_of_seven(player, dealer, community, TIE_BREAKS)
    return Why(why.words, ("3.10", *why.rules))


# 3.9.2, 3.13 to 3.15, 4.2 The progressive jackpot

SEVERAL_WINNERS = SeveralWinners(sharing="3.15.1", royal_last="3.15.2")


@rule("3.9.2", "4.2")
def jackpot_hand(seat: Seat, round: Round) -> Hand[FiveCard]:
    """The two hole cards and the flop (R17)."""
    return rank_five(seat.cards + round.community[:3], round.switches.ace_low_straight_flush)


@rule("3.9.1", "3.10.3", "4.2")
def contend(entry: Entry, round: Round) -> Contender | None:
    """Neither a fold nor a loss ends the progressive wager, only a hand that is not shown."""
    stake = entry.stakes.get("progressive")
    if stake is None or not entry.shown:
        return None
    category = jackpot_hand(entry.seat, round).category
    return Contender(entry.seat.position, category.words, PROGRESSIVE_PAYS.find(category), stake.amount, "4.2")


# The round


@rule("5.11", "5.12.2", "5.13", "5.14")
def enter_seat(seat: Seat, round: Round) -> Entry:
    """Removed by a ruling, absent before the Flop (R52), absent later and so deemed to check, or in play."""
    decisions = seat.decisions
    if seat.removed_by is not None:
        return all_returned(seat, ADDS, seat.removed_by)
    if seat.status == "absent":
        if stage(seat, decisions) is HOLE_CARDS_SEEN:
            return all_returned(seat, ADDS, "5.11", otherwise={"bonus": "R52"})
        while stage(seat, decisions) is not None:
            decisions = (*decisions, "check")
    return enter(seat, round, ENTRY_RULES, decisions, ADDS)


def contenders(round: Round) -> tuple[Contender, ...]:
    """Every progressive wager in play with its hand."""
    found = (contend(enter_seat(seat, round), round) for seat in round.seats)
    return tuple(each for each in found if each is not None)


def pay(jackpot: Jackpot, contenders: Sequence[Contender | None], switches: Switches) -> JackpotSettlement:
    return pay_megalink(jackpot, contenders, SEVERAL_WINNERS, switches)


@rule("3.10", "3.13", "3.15.1", "3.15.2")
def settle(round: Round, paid: JackpotSettlement | None = None) -> Settlement:
    """What every wager comes to. `paid` is what the link has fixed; without it the round's own jackpot pays."""
    dealer = best_hand(round.dealer, round)
    entries = [enter_seat(seat, round) for seat in round.seats]
    contending = [contend(entry, round) for entry in entries]
    jackpot = paid or (pay(round.jackpot, contending, round.switches) if round.jackpot else None)
    return Settlement(
        DOCUMENT,
        DealerSettlement(dealer.category.words, cards_that_count(dealer, round.dealer + round.community)),
        tuple([settle_seat(*each, dealer, jackpot, round) for each in zip(entries, contending, strict=True)]),
        jackpot,
    )


def settle_seat(
    entry: Entry,
    contender: Contender | None,
    dealer: Hand[FiveCard],
    jackpot: JackpotSettlement | None,
    round: Round,
) -> SeatSettlement:
    seat, switches = entry.seat, round.switches
    if not entry.judged:
        return seat_settlement(entry, (), LAYOUT.order)
    player = best_hand(seat.cards, round)
    hand = Showdown(player, dealer, seat.cards, round.dealer, entry.folded, entry.shown, switches)
    lines, stakes = [], entry.stakes
    if "ante" in stakes:
        lines.append(settle_ante(stakes["ante"], hand))
    for wager in ("flop", "turn", "river"):
        if wager in stakes:
            lines.append(settle_raise(wager, stakes[wager], hand))
    if "bonus" in stakes:
        lines.append(settle_bonus(stakes["bonus"], hand))
    if "progressive" in stakes:
        lines.append(progressive_line(stakes["progressive"], contender, jackpot, switches, not_shown=("3.10.1",)))
    return seat_settlement(entry, lines, LAYOUT.order, player.category.words, contender.hand if contender else None)


# Why

PAID_FROM = {
    "ante": WAGERS_PAY.clause,
    "flop": WAGERS_PAY.clause,
    "turn": WAGERS_PAY.clause,
    "river": WAGERS_PAY.clause,
    "bonus": BONUS_PAYS.clause,
    "progressive": PROGRESSIVE_PAYS.clause,
}
SHARES = {
    "3.15.1": "the shares of all straight flushes added up and divided equally",
    "3.15.2": "of what the lower hands have left",
}


def reasons(settled: SeatSettlement, round: Round) -> tuple[Why, ...]:
    """What the lines of one seat rest on: the hand, the comparison, the pay tables, the jackpot hand."""
    seat = settled.seat
    if settled.hand is None:
        return not_shown(settled, "3.10.1")
    player, dealer = best_hand(seat.cards, round), best_hand(round.dealer, round)
    whys = [why_class(player)]
    if seat.status == "absent" and stage(seat, seat.decisions):
        whys.append(Why("the player was not there and is taken to have checked", ("5.11",)))
    if "fold" not in seat.decisions and contested(settled, "ante"):
        whys.append(why_result(player, dealer, round.community))
    if settled.progressive_hand:
        hand = jackpot_hand(seat, round)
        words = f"hole cards and flop: {describe(hand)}"
        if PROGRESSIVE_PAYS.find(hand.category):
            whys.append(Why(f"{words}, paid beside all other wagers", ("3.13", CLASSES[hand.category])))
        else:
            whys.append(Why(words, (CLASSES[hand.category],)))
    whys += [why for line in settled.lines if (why := paid_from_table(line, PAID_FROM, SHARES))]
    return tuple(whys)
