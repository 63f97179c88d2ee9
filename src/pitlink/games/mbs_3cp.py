"""Megalink Three Card Poker (Marina Bay Sands), version 6, in effect from 2 August 2019."""

from collections.abc import Sequence

from msgspec import Struct

from pitlink.cards import QUEEN, Cards
from pitlink.games.awards import Contender, SeveralWinners, pay_megalink, progressive_line
from pitlink.games.dealing import deal
from pitlink.games.decisions import Choice, Exposure, Stage, wagers_added_by
from pitlink.games.entry import Entry, EntryRules, all_returned, enter, seat_settlement
from pitlink.games.irregularities import MEGALINK_IRREGULARITIES
from pitlink.games.layout import Layout
from pitlink.games.lines import Stake, lose, push, side_payment, win
from pitlink.games.paytables import tables_of
from pitlink.games.procedure import Procedure
from pitlink.games.reasons import TieBreaks, Why, compare, contested, not_shown, paid_from_table
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
from pitlink.hands import FiveCard, Hand, ThreeCard, cards_that_count, describe, has_low_ace, rank_five, rank_three
from pitlink.rulebook.citing import citing
from pitlink.rulebook.switches import Switches

DOCUMENT = "mbs-3cp"
rule = citing(DOCUMENT)
pay_table = tables_of(DOCUMENT)

# 2. Mode of play, and 3.6 to 3.11 the deal

DEALS = (
    deal("automated", "3.7", "positions 3, dealer 3, community 2, burned 1"),
    deal("manual", "3.8", "positions 1, dealer 1, positions 1, dealer 1, positions 1, dealer 1, community 2"),
)

LAYOUT = Layout(
    positions=7,
    own_cards=3,
    dealer_cards=3,
    community_cards=2,
    placed=("ante", "pair_plus", "progressive"),  # before the deal (3.4, 3.5)
    order=("ante", "ante_bonus", "play", "pair_plus", "progressive"),
    exposures=(Exposure(1, 3, "3.10", of="dealer"), Exposure(1, 2, "3.10.1")),
    jackpot_community=2,
    deals=DEALS,
    units=range(1, 2),
    units_clause="3.4.2",
    entry=frozenset({"ante", "pair_plus"}),
    decides="ante",
    entry_clause="3.4",
    areas_clause="2.2.2",
    positions_clause="2.2",
    deck_clause="2.1",
    deal_clause="3.7",
    community_clause="3.7",
    later=("play",),
    no_decision_clause="3.9.3",
)

# At the table

PROCEDURE = Procedure(
    round="1.1.9",
    tie="1.1.10",
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
    blind="1.1.3",
    tell_one_hand="3.4.1",
    no_look=None,  # R82
    restrict="3.4.3",
    side_bets="3.5",
    jackpot_offered="3.5.1",
    jackpot_blind="3.5.2",
    jackpot_system="3.5.3",
    jackpot_before="3.5",
    on_behalf="3.6",
    decline="3.10.2",
    late="5.5",
    withdrawn="5.6",
    alone="5.12.1",
    absent="5.11",
    judged_as_lying="5.12",
    settled_before="5.15",
    higher_post="6.2",
    across_tables="3.17",
)

IRREGULARITIES = MEGALINK_IRREGULARITIES

# 3.4, 3.5 Wagers and their companions

ENTRY_RULES = EntryRules(
    companions={"progressive": frozenset({"ante", "pair_plus"})},
    without_companion={"progressive": "5.12.2"},
    over="5.14",
    under="5.13",
    under_again="5.13",
)


def check_entry(seat: Seat) -> Fault | None:
    """Ante and Pair Plus each are an entry; a progressive wager alone is handed back (5.12.2)."""
    return None


# 3.9 Decisions

FOLD = Choice("fold", "3.9.1")
PLAY = Choice("play", "3.9.2", ("play", 1))
CARDS_SEEN = Stage("3.9", (FOLD, PLAY))
ADDS = wagers_added_by(CARDS_SEEN)


@rule("3.9", "3.9.1", "3.9.2", "3.9.3")
def stage(seat: Seat, made: tuple[str, ...]) -> Stage | None:
    """What is to be decided; None where nothing is, as with Pair Plus alone (3.9.3)."""
    return CARDS_SEEN if "ante" in seat.wagers and not made else None


def check_decline(seat: Seat, round: Round) -> Fault | None:
    """Every player may decline to show (3.10.2)."""
    return None


# 3.10 to 3.12 Settlement


class Showdown(Struct, frozen=True, gc=False):
    """One position as it is settled."""

    player: Hand[ThreeCard]
    dealer: Hand[ThreeCard]
    dealer_qualifies: bool
    qualifying_reading: tuple[str, ...]  # R63 where it decides whether the dealer qualifies
    folded: bool
    shown: bool
    switches: Switches

    @property
    def unshown_reading(self) -> tuple[str, ...]:
        """A hand not shown is not saved by a dealer who does not qualify (R59)."""
        return () if self.dealer_qualifies else ("R59",)


ANTE_AND_PLAY_PAY = pay_table("""
    4.1 ante_play
    ante    1 to 1
    play    1 to 1
""")

ANTE_ODDS = ANTE_AND_PLAY_PAY.odds("ante")
PLAY_ODDS = ANTE_AND_PLAY_PAY.odds("play")

ANTE_BONUS_PAYS = pay_table("""
    4.2 ante_bonus
    straight flush     5 to 1
    three of a kind    4 to 1
    straight           1 to 1
""")

PAIR_PLUS_PAYS = pay_table("""
    4.3 pair_plus
    straight flush     40 to 1
    three of a kind    30 to 1
    straight           5 to 1
    flush              4 to 1
    pair               1 to 1
""")

PROGRESSIVE_PAYS = pay_table("""
    4.4 progressive
    royal flush       100%
    straight flush    10%
    four of a kind    $2,000
    full house        $200
    flush             $100
""")


@rule("3.11", "3.12")
def dealer_qualifies(dealer: Hand[ThreeCard], switches: Switches) -> bool:
    """Queen high or any better hand; R63 has the literal test of single cards as its other side."""
    if switches.dealer_qualifies == "contains_queen_or_higher":
        return holds_queen_or_higher(dealer)
    return dealer.category > ThreeCard.THREE_ODD_CARDS or dealer.ranks[0] >= QUEEN


def holds_queen_or_higher(dealer: Hand[ThreeCard]) -> bool:
    return max(dealer.ranks) >= QUEEN or has_low_ace(dealer)


def qualifying_reading(dealer: Hand[ThreeCard]) -> tuple[str, ...]:
    """R63, where a hand is better than Queen high without a card as high."""
    better = dealer.category > ThreeCard.THREE_ODD_CARDS
    return ("R63",) if better and not holds_queen_or_higher(dealer) else ()


@rule("3.9.1", "3.10.2", "3.11.2", "3.12.1", "3.12.2", "3.12.3", "4.1")
def settle_ante(stake: Stake, hand: Showdown) -> Line:
    if hand.folded and hand.shown and not hand.dealer_qualifies:
        if hand.switches.folded_ante_when_dealer_fails == "paid":
            return win("ante", stake, ANTE_ODDS, "3.11.2", "R67")
        return lose("ante", stake, "3.9.1", "R67")
    if hand.folded:
        return lose("ante", stake, "3.9.1")
    if not hand.shown:
        return lose("ante", stake, "3.10.2", *hand.unshown_reading)
    if not hand.dealer_qualifies:
        return win("ante", stake, ANTE_ODDS, "3.11.2", *hand.qualifying_reading)
    if hand.player > hand.dealer:
        return win("ante", stake, ANTE_ODDS, "3.12.1", *hand.qualifying_reading)
    if hand.player < hand.dealer:
        return lose("ante", stake, "3.12.2", *hand.qualifying_reading)
    return push("ante", stake, "3.12.3", *hand.qualifying_reading)


@rule("3.10.2", "3.11.1", "3.12.1", "3.12.2", "3.12.3", "4.1")
def settle_play(stake: Stake, hand: Showdown) -> Line:
    if not hand.shown:
        return lose("play", stake, "3.10.2", *hand.unshown_reading)
    if not hand.dealer_qualifies:
        if hand.switches.play_when_dealer_fails == "collected":
            return lose("play", stake, "3.11.1", "R64", *hand.qualifying_reading)
        return push("play", stake, "3.11.1", "R64", *hand.qualifying_reading)
    if hand.player > hand.dealer:
        return win("play", stake, PLAY_ODDS, "3.12.1", *hand.qualifying_reading)
    if hand.player < hand.dealer:
        return lose("play", stake, "3.12.2", *hand.qualifying_reading)
    return push("play", stake, "3.12.3", *hand.qualifying_reading)


@rule("1.1.2", "3.11.3", "3.12.4", "4.2")
def settle_ante_bonus(ante: Stake, hand: Showdown) -> Line | None:
    """An extra payment on the Ante of a hand that was played and shown, whatever the dealer has (R65)."""
    odds = ANTE_BONUS_PAYS.find_odds(hand.player.category)
    if odds is None or hand.folded or not hand.shown:
        return None
    if not hand.dealer_qualifies:
        return side_payment("ante_bonus", ante, odds, "3.11.3")
    if hand.player > hand.dealer:
        return side_payment("ante_bonus", ante, odds, "3.12.4")
    if hand.switches.ante_bonus == "wins_only":
        return None
    if hand.player < hand.dealer and hand.switches.ante_bonus == "not_on_loss":
        return None
    return side_payment("ante_bonus", ante, odds, "3.12.4", "R65")


@rule("1.1.6", "3.9.1", "3.9.1.1", "3.10.2", "3.11.4", "3.12.5", "4.3")
def settle_pair_plus(stake: Stake, hand: Showdown) -> Line:
    """By the player's own three cards, folded or not (R66), whatever the dealer has."""
    if not hand.shown:
        return lose("pair_plus", stake, "3.10.2", "R59")
    if hand.folded and hand.switches.pair_plus_on_fold == "lost":
        return lose("pair_plus", stake, "3.9.1", "R66")
    clause = "3.12.5" if hand.dealer_qualifies else "3.11.4"
    also = ("3.9.1.1",) if hand.folded else ()
    odds = PAIR_PLUS_PAYS.find_odds(hand.player.category)
    if odds is None:
        return lose("pair_plus", stake, clause, *also)
    return win("pair_plus", stake, odds, clause, *also)


# 3.14, 3.15 The order of hands

CLASSES = {
    ThreeCard.STRAIGHT_FLUSH: "3.14.1",
    ThreeCard.THREE_OF_A_KIND: "3.14.2",
    ThreeCard.STRAIGHT: "3.14.3",
    ThreeCard.FLUSH: "3.14.4",
    ThreeCard.ONE_PAIR: "3.14.5",
    ThreeCard.THREE_ODD_CARDS: "3.14.6",
}
TIE_BREAKS = TieBreaks(
    classes="3.14",
    ranks=("3.15", "3.3.1.1"),
    equal=("3.15.1", "3.3.1.3"),
    low_ace=dict.fromkeys(("STRAIGHT", "STRAIGHT_FLUSH"), ("3.15.3", "3.3.1.2")),
    by_class={"ONE_PAIR": ("3.15.2",)},
    equal_by_class={"ONE_PAIR": ("3.15.2",), "STRAIGHT": ("3.15.4",), "STRAIGHT_FLUSH": ("3.15.4",)},
)


@rule(
    *("3.3.1.1", "3.3.1.2", "3.3.1.3", "3.14", *CLASSES.values()),
    *("3.15", "3.15.1", "3.15.2", "3.15.3", "3.15.4"),
)
def rank_hand(cards: Cards) -> Hand[ThreeCard]:
    """A three-card hand; two compare by 3.15 (R62). Suited 3-2-A is a straight flush in words (3.3.1.2)."""
    return rank_three(cards)


def why_class(hand: Hand[ThreeCard]) -> Why:
    return Why(describe(hand), (CLASSES[hand.category],))


def why_result(player: Hand[ThreeCard], dealer: Hand[ThreeCard]) -> Why:
    why = compare(player, dealer, TIE_BREAKS)
    return Why(why.words, ("3.10", *why.rules))


# 3.13, 3.16 to 3.18, 4.4 The progressive jackpot

SEVERAL_WINNERS = SeveralWinners(sharing="3.18.1", royal_last="3.18.2")
JACKPOT_CLASSES = {
    FiveCard.ROYAL_FLUSH: "4.4.1.1",
    FiveCard.STRAIGHT_FLUSH: "4.4.1.2",
    FiveCard.FOUR_OF_A_KIND: "4.4.1.3",
    FiveCard.FULL_HOUSE: "4.4.1.4",
    FiveCard.FLUSH: "4.4.1.5",
}


@rule("3.10.1", "4.4", *JACKPOT_CLASSES.values())
def jackpot_hand(seat: Seat, round: Round) -> Hand[FiveCard]:
    """The player's three cards and the two community cards."""
    return rank_five(seat.cards + round.community, round.switches.ace_low_straight_flush)


def why_jackpot_class(hand: Hand[FiveCard]) -> Why:
    """Only the five hands of 4.4 are described; the others have no place in the jackpot."""
    return Why(describe(hand), (JACKPOT_CLASSES.get(hand.category, "4.4"),))


@rule("3.9.1", "3.13", "4.4")
def contend(entry: Entry, round: Round) -> Contender | None:
    """Neither a fold nor the dealer's hand ends the progressive wager, only a hand that is not shown."""
    stake = entry.stakes.get("progressive")
    if stake is None or not entry.shown:
        return None
    category = jackpot_hand(entry.seat, round).category
    return Contender(entry.seat.position, category.words, PROGRESSIVE_PAYS.find(category), stake.amount, "4.4")


# The round


@rule("5.11", "5.12.2", "5.13", "5.14")
def enter_seat(seat: Seat, round: Round) -> Entry:
    """Removed by a ruling, absent with an Ante when the choice is due (R54: not with Pair Plus alone), or in play."""
    if seat.removed_by is not None:
        return all_returned(seat, ADDS, seat.removed_by)
    if seat.status == "absent" and stage(seat, seat.decisions) is not None:
        return all_returned(seat, ADDS, "5.11")
    return enter(seat, round, ENTRY_RULES, seat.decisions, ADDS)


def contenders(round: Round) -> tuple[Contender, ...]:
    """Every progressive wager in play with its hand."""
    found = (contend(enter_seat(seat, round), round) for seat in round.seats)
    return tuple(each for each in found if each is not None)


def pay(jackpot: Jackpot, contenders: Sequence[Contender | None], switches: Switches) -> JackpotSettlement:
    return pay_megalink(jackpot, contenders, SEVERAL_WINNERS, switches)


@rule("3.10", "3.16", "3.18", "3.18.1", "3.18.2")
def settle(round: Round, paid: JackpotSettlement | None = None) -> Settlement:
    """What every wager comes to. `paid` is what the link has fixed; without it the round's own jackpot pays."""
    dealer = rank_hand(round.dealer)
    qualifies = dealer_qualifies(dealer, round.switches)
    entries = [enter_seat(seat, round) for seat in round.seats]
    contending = [contend(entry, round) for entry in entries]
    jackpot = paid or (pay(round.jackpot, contending, round.switches) if round.jackpot else None)
    return Settlement(
        DOCUMENT,
        DealerSettlement(dealer.category.words, cards_that_count(dealer, round.dealer), qualifies),
        tuple([settle_seat(*each, dealer, jackpot, round) for each in zip(entries, contending, strict=True)]),
        jackpot,
    )


def settle_seat(
    entry: Entry,
    contender: Contender | None,
    dealer: Hand[ThreeCard],
    jackpot: JackpotSettlement | None,
    round: Round,
) -> SeatSettlement:
    seat, switches = entry.seat, round.switches
    if not entry.judged:
        return seat_settlement(entry, (), LAYOUT.order)
    player = rank_hand(seat.cards)
    qualifies = dealer_qualifies(dealer, switches)
    hand = Showdown(player, dealer, qualifies, qualifying_reading(dealer), entry.folded, entry.shown, switches)
    lines, stakes = [], entry.stakes
    if "ante" in stakes:
        lines.append(settle_ante(stakes["ante"], hand))
        if bonus := settle_ante_bonus(stakes["ante"], hand):
            lines.append(bonus)
    if "play" in stakes:
        lines.append(settle_play(stakes["play"], hand))
    if "pair_plus" in stakes:
        lines.append(settle_pair_plus(stakes["pair_plus"], hand))
    if "progressive" in stakes:
        lines.append(progressive_line(stakes["progressive"], contender, jackpot, switches, not_shown=("3.10.2",)))
    return seat_settlement(entry, lines, LAYOUT.order, player.category.words, contender.hand if contender else None)


# Why

PAID_FROM = {
    "ante": ANTE_AND_PLAY_PAY.clause,
    "play": ANTE_AND_PLAY_PAY.clause,
    "ante_bonus": ANTE_BONUS_PAYS.clause,
    "pair_plus": PAIR_PLUS_PAYS.clause,
    "progressive": PROGRESSIVE_PAYS.clause,
}


def why_qualifies(dealer: Hand[ThreeCard], *, qualifies: bool) -> Why:
    if qualifies:
        return Why(f"the dealer qualifies with {describe(dealer)}", ("3.12", *qualifying_reading(dealer)))
    return Why(f"the dealer does not qualify with {describe(dealer)}", ("3.11", *qualifying_reading(dealer)))


SHARES = {
    "3.18.1": "the shares of all straight flushes added up and divided equally",
    "3.18.2": "of what the lower hands have left",
}


def reasons(settled: SeatSettlement, round: Round) -> tuple[Why, ...]:
    """What the lines of one seat rest on: the hand, the dealer's, the comparison, the pay tables, the jackpot hand."""
    seat = settled.seat
    if settled.hand is None:
        return not_shown(settled, "3.10.2")
    player, dealer = rank_hand(seat.cards), rank_hand(round.dealer)
    qualifies = dealer_qualifies(dealer, round.switches)
    whys = [why_class(player), why_qualifies(dealer, qualifies=qualifies)]
    if qualifies and "play" in seat.decisions and contested(settled, "ante"):
        whys.append(why_result(player, dealer))
    if settled.progressive_hand:
        hand = jackpot_hand(seat, round)
        why = why_jackpot_class(hand)
        words = f"own and community cards: {why.words}"
        if PROGRESSIVE_PAYS.find(hand.category):
            whys.append(Why(f"{words}, paid beside all other wagers", ("3.13", "3.16", *why.rules)))
        else:
            whys.append(Why(words, why.rules))
    whys += [paid for line in settled.lines if (paid := paid_from_table(line, PAID_FROM, SHARES))]
    if any(clause in ("3.18.1", "3.18.2") for line in settled.lines for clause in (line.rule, *line.also)):
        whys.append(Why("several jackpot hands at this table in this round", ("3.18",)))
    return tuple(whys)
