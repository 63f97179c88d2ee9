"""Megalink Ultimate Texas Hold'em (Marina Bay Sands), edition in effect from 11 August 2023."""

from collections.abc import Sequence

from msgspec import Struct

from pitlink.cards import Cards
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
from pitlink.money import For, dollars
from pitlink.rulebook.citing import citing
from pitlink.rulebook.switches import Switches

DOCUMENT = "mbs-uth"
rule = citing(DOCUMENT)
pay_table = tables_of(DOCUMENT)

# 2. Mode of play, and 3.6 to 3.11 the deal

DEALS = (
    deal("automated", "3.7.1.1", "community 5, positions 2, dealer 2", method="A"),
    deal("automated", "3.7.2.1", "community 5, positions 2 | dealer 2", method="B"),
    deal("automated", "3.7.3.1", "community 5, security 1, dealer 2, security 1, positions 2", method="C"),
    deal("manual", "3.8", "positions 1, positions 1, community 5 | dealer 2"),
)

LAYOUT = Layout(
    positions=7,
    own_cards=2,
    dealer_cards=2,
    community_cards=5,
    placed=("ante", "blind", "trips", "progressive"),  # before the deal (3.4, 3.5)
    order=("ante", "blind", "play", "trips", "progressive"),
    exposures=(
        Exposure(1, 3, "3.9.3"),
        Exposure(2, 5, "3.9.5"),
        Exposure(3, 2, "3.10", of="dealer"),
    ),
    jackpot_community=3,
    deals=DEALS,
    units=range(1, 6),
    units_clause="3.5.3",
    entry=frozenset({"ante"}),
    decides="ante",
    entry_clause="3.4",
    areas_clause="2.2.2",
    positions_clause="2.2",
    deck_clause="2.1",
    deal_clause="3.7",
    community_clause="3.7",
    later=("play",),
    same_limits=("ante", "blind"),
)

# At the table

PROCEDURE = Procedure(
    round="1.1.13",
    tie="1.1.11",
    areas="2.2.1",
    layouts="2.2",
    call="3.1",
    close="3.2",
    later="3.9.2",
    limits="3.4",
    shared="3.4",
    others_box="3.5.5",
    one_wager="3.4.2",
    one_hand="1.1.3",
    blind="1.1.3",
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
    companions={"trips": frozenset({"ante"}), "progressive": frozenset({"ante"})},
    without_companion={"trips": "5.12.2", "progressive": "5.12.2"},
    over="5.14",
    under="5.13",
    under_again="5.13",
)


@rule("1.1.2", "3.4")
def check_entry(seat: Seat) -> Fault | None:
    """Ante and Blind go together and are equal (R77); side bets alone are no entry but may lie there (5.12)."""
    ante, blind = seat.wagers.get("ante"), seat.wagers.get("blind")
    if ante and blind and ante.amount != blind.amount:
        return Fault("wagers.blind", dollars(blind.amount), f"{dollars(ante.amount)}, equal to the ante", "1.1.2")
    if ante and not blind:
        return Fault("wagers.blind", None, f"{dollars(ante.amount)}, equal to the ante", "3.4")
    if blind and not ante:
        return Fault("wagers.ante", None, f"{dollars(blind.amount)}, equal to the blind", "3.4")
    return None


# 3.9 Decisions, and the cards exposed between them

CHECK_FIRST = Choice("check", "3.9.1")
PLAY_3X = Choice("play 3x", "3.9.2", ("play", 3))
PLAY_4X = Choice("play 4x", "3.9.2", ("play", 4))
CHECK_FLOP = Choice("check", "3.9.4.1")
PLAY_2X = Choice("play 2x", "3.9.4.2", ("play", 2))
FOLD = Choice("fold", "3.9.6.1")
PLAY_1X = Choice("play 1x", "3.9.6.2", ("play", 1))

HOLE_CARDS_SEEN = Stage("3.9", (CHECK_FIRST, PLAY_3X, PLAY_4X))
FLOP_SEEN = Stage("3.9.4", (CHECK_FLOP, PLAY_2X))
RIVER_SEEN = Stage("3.9.6", (FOLD, PLAY_1X))
ADDS = wagers_added_by(HOLE_CARDS_SEEN, FLOP_SEEN, RIVER_SEEN)


@rule("3.9", "3.9.1", "3.9.2", "3.9.4", "3.9.4.1", "3.9.4.2", "3.9.6", "3.9.6.1", "3.9.6.2")
def stage(seat: Seat, made: tuple[str, ...]) -> Stage | None:
    """What is to be decided next; None when nothing is left to decide."""
    if "ante" not in seat.wagers:
        return None
    match made:
        case ():
            return HOLE_CARDS_SEEN
        case ("check",):
            return FLOP_SEEN
        case ("check", "check"):
            return RIVER_SEEN
        case _:
            return None


@rule("3.10.1.1")
def check_decline(seat: Seat, round: Round) -> Fault | None:
    """A board that wins Trips by itself leaves a player with a Trips wager in play nothing to decline (R76)."""
    if "trips" in enter_seat(seat, round).stakes and rank_five(round.community).category >= FiveCard.THREE_OF_A_KIND:
        return Fault("reveals", False, "true: the community cards alone win Trips", "3.10.1.1")
    return None


# 3.10 Settlement


class Showdown(Struct, frozen=True, gc=False):
    """One position as it is settled."""

    player: Hand[FiveCard]
    dealer: Hand[FiveCard]
    dealer_unpaired: bool
    folded: bool
    shown: bool
    switches: Switches


ANTE_AND_PLAY_PAY = pay_table("""
    4.1.1 wagers
    ante, dealer with one pair or higher    1 to 1
    play                                    1 to 1
""")

ANTE_ODDS = ANTE_AND_PLAY_PAY.odds("ante, dealer with one pair or higher")
PLAY_ODDS = ANTE_AND_PLAY_PAY.odds("play")

BLIND_PAYS = pay_table("""
    4.1.1 blind
    royal flush       500 to 1
    straight flush    50 to 1
    four of a kind    10 to 1
    full house        3 to 1
    flush             3 to 2
    straight          1 to 1
    others            push
""")

TRIPS_PAY = pay_table("""
    4.1.1 trips
    royal flush       100 to 1
    straight flush    40 to 1
    four of a kind    30 to 1
    full house        8 to 1
    flush             7 to 1
    straight          4 to 1
    others            3 to 1
""")

PROGRESSIVE_PAYS = pay_table("""
    4.2 progressive
    royal flush       100%
    straight flush    10%
    four of a kind    400 for 1
    full house        80 for 1
    flush             40 for 1
    straight          20 for 1
""")


@rule("3.10.2")
def has_pair(dealer: Hand[FiveCard]) -> bool:
    """Whether the dealer's hand lets the Ante be contested: one pair or better, by rank (R74)."""
    return dealer.category >= FiveCard.ONE_PAIR


@rule("3.9.6.1", "3.10.1", "3.10.2", "3.10.3", "3.10.5", "3.10.8", "4.1.1")
def settle_ante(stake: Stake, hand: Showdown) -> Line:
    if hand.folded and hand.shown and hand.dealer_unpaired:
        if hand.switches.folded_ante_when_dealer_unpaired == "push":
            return push("ante", stake, "3.10.2", "R71")
        return lose("ante", stake, "3.9.6.1", "R71")
    if hand.folded:
        return lose("ante", stake, "3.9.6.1")
    if not hand.shown:
        return lose("ante", stake, "3.10.1", *(("R59",) if hand.dealer_unpaired else ()))
    if hand.dealer_unpaired and hand.player < hand.dealer:
        if hand.switches.ante_when_dealer_unpaired_wins == "lose":
            return lose("ante", stake, "3.10.5", "R70")
        return push("ante", stake, "3.10.2", "R70")
    if hand.dealer_unpaired:
        return push("ante", stake, "3.10.2")
    if hand.player > hand.dealer:
        return win("ante", stake, ANTE_ODDS, "3.10.3")
    if hand.player < hand.dealer:
        return lose("ante", stake, "3.10.5")
    return push("ante", stake, "3.10.8")


@rule("3.9.6.1", "3.10.1", "3.10.2", "3.10.4", "3.10.5", "3.10.8", "4.1.1")
def settle_blind(stake: Stake, hand: Showdown) -> Line:
    if hand.folded:
        return lose("blind", stake, "3.9.6.1")
    if not hand.shown:
        return lose("blind", stake, "3.10.1")
    if hand.player == hand.dealer:
        return push("blind", stake, "3.10.8")  # even a royal flush on the board pays nothing
    if hand.player > hand.dealer and hand.player.category < FiveCard.STRAIGHT:
        return push("blind", stake, "3.10.4")
    reading = ("R75",) if hand.dealer_unpaired else ()
    if reading and hand.switches.blind_when_dealer_unpaired == "push":
        return push("blind", stake, "3.10.2", *reading)
    if hand.player < hand.dealer:
        return lose("blind", stake, "3.10.5", *reading)
    return win("blind", stake, BLIND_PAYS.odds(hand.player.category.words), "3.10.4", *reading)


@rule("3.10.1", "3.10.3", "3.10.5", "3.10.8", "4.1.1")
def settle_play(stake: Stake, hand: Showdown) -> Line:
    if not hand.shown:
        return lose("play", stake, "3.10.1")
    if hand.player > hand.dealer:
        return win("play", stake, PLAY_ODDS, "3.10.3")
    if hand.player < hand.dealer:
        return lose("play", stake, "3.10.5")
    return push("play", stake, "3.10.8")


@rule("1.1.14", "3.10.1", "3.10.7", "4.1.1")
def settle_trips(stake: Stake, hand: Showdown) -> Line:
    """Trips stands on its own: neither a fold nor the dealer's hand touches it (R73: best five of seven)."""
    if not hand.shown:
        return lose("trips", stake, "3.10.1")
    category = hand.player.category
    if category < FiveCard.THREE_OF_A_KIND:
        return lose("trips", stake, "1.1.14")
    line = "others" if category == FiveCard.THREE_OF_A_KIND else category.words  # R72
    return win("trips", stake, TRIPS_PAY.odds(line), "3.10.7")


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


# 3.10.6, 3.13 to 3.15, 4.2 The progressive jackpot

SEVERAL_WINNERS = SeveralWinners(sharing="3.15.1", royal_last="3.15.2")


@rule("3.9.3", "4.2")
def jackpot_hand(seat: Seat, round: Round) -> Hand[FiveCard]:
    """The two hole cards and the flop (R17)."""
    return rank_five(seat.cards + round.community[:3], round.switches.ace_low_straight_flush)


@rule("1.1.10", "3.5.4", "3.10.6", "4.2")
def contend(entry: Entry, round: Round) -> Contender | None:
    """The progressive wager stands on its own: neither a fold nor a loss ends it, only a hand that is not shown."""
    stake = entry.stakes.get("progressive")
    if stake is None or round.jackpot is None or not entry.shown:
        return None
    category = jackpot_hand(entry.seat, round).category
    pays = PROGRESSIVE_PAYS.find(category)
    several_units = isinstance(pays, For) and stake.amount > round.jackpot.unit
    also = ("3.5.4",) if several_units else ()
    return Contender(entry.seat.position, category.words, pays, stake.amount, "4.2", also)


# The round


@rule("5.11", "5.12.2", "5.13", "5.14")
def enter_seat(seat: Seat, round: Round) -> Entry:
    """Removed by a ruling, absent when the Play choice is due (R53: a check before it changes nothing), or in play."""
    if seat.removed_by is not None:
        return all_returned(seat, ADDS, seat.removed_by)
    if seat.status == "absent" and stage(seat, seat.decisions) is not None:
        return all_returned(seat, ADDS, "5.11", *(("R53",) if seat.decisions else ()))
    return enter(seat, round, ENTRY_RULES, seat.decisions, ADDS)


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
    counting = cards_that_count(dealer, round.dealer + round.community)
    return Settlement(
        DOCUMENT,
        DealerSettlement(dealer.category.words, counting, has_pair(dealer)),
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
    hand = Showdown(player, dealer, not has_pair(dealer), entry.folded, entry.shown, switches)
    lines, stakes = [], entry.stakes
    if "ante" in stakes:
        lines.append(settle_ante(stakes["ante"], hand))
    if "blind" in stakes:
        lines.append(settle_blind(stakes["blind"], hand))
    if "play" in stakes:
        lines.append(settle_play(stakes["play"], hand))
    if "trips" in stakes:
        lines.append(settle_trips(stakes["trips"], hand))
    if "progressive" in stakes:
        lines.append(progressive_line(stakes["progressive"], contender, jackpot, switches, not_shown=("3.10.1",)))
    return seat_settlement(entry, lines, LAYOUT.order, player.category.words, contender.hand if contender else None)


# Why

PAID_FROM = {
    "ante": ANTE_AND_PLAY_PAY.clause,
    "play": ANTE_AND_PLAY_PAY.clause,
    "blind": BLIND_PAYS.clause,
    "trips": TRIPS_PAY.clause,
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
    if "fold" not in seat.decisions and contested(settled, "ante"):
        whys.append(why_result(player, dealer, round.community))
    if settled.progressive_hand:
        hand = jackpot_hand(seat, round)
        words = f"hole cards and flop: {describe(hand)}"
        if PROGRESSIVE_PAYS.find(hand.category):
            whys.append(Why(f"{words}, paid beside all other wagers", ("3.10.6", "3.13", CLASSES[hand.category])))
        else:
            whys.append(Why(words, (CLASSES[hand.category],)))
    whys += [why for line in settled.lines if (why := paid_from_table(line, PAID_FROM, SHARES))]
    return tuple(whys)
