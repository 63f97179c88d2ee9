"""Megalink Let It Ride (Marina Bay Sands), version 2, in effect from 9 May 2013.

The oldest and shortest of the five: where it says nothing, the clauses its three siblings share are applied (R33, R7).
"""

from collections.abc import Sequence

from msgspec import Struct, structs

from pitlink.cards import TEN
from pitlink.games.awards import Contender, SeveralWinners, award_amount, pay_megalink, progressive_line
from pitlink.games.dealing import deal
from pitlink.games.decisions import Choice, Exposure, Stage
from pitlink.games.entry import Entry, EntryRules, all_returned, enter, seat_settlement
from pitlink.games.irregularities import (
    MEGALINK_AFTER_FAILURE,
    Case,
    Earlier,
    Irregularities,
    referred,
    ruling,
    withdrawing,
)
from pitlink.games.layout import Layout
from pitlink.games.lines import Stake, hand_back, lose, push, side_payment, win
from pitlink.games.paytables import tables_of
from pitlink.games.procedure import Procedure
from pitlink.games.reasons import Why, paid_from_table
from pitlink.games.refusals import Fault
from pitlink.games.round import Jackpot, JackpotSettlement, Line, Round, Seat, SeatSettlement, Settlement
from pitlink.hands import FiveCard, Hand, describe, rank_five
from pitlink.money import Pays, Percent, To, dollars
from pitlink.rulebook.citing import citing
from pitlink.rulebook.switches import Switches

DOCUMENT = "mbs-lir"
rule = citing(DOCUMENT)
pay_table = tables_of(DOCUMENT)

# 2. Mode of play, and 3.6 to 3.11 the deal

DEALS = (deal("any", "3.6", "positions 3, community 2", apart={"community": "3.7"}),)  # R101

LAYOUT = Layout(
    positions=7,  # R103
    own_cards=3,
    dealer_cards=0,
    community_cards=2,
    placed=("1", "2", "$", "progressive"),  # before the deal (3.4, 3.5)
    order=("1", "2", "$", "progressive", "magic_card", "lucky_player"),
    exposures=(Exposure(1, 1, "3.11"), Exposure(2, 2, "3.15")),
    jackpot_community=2,
    deals=DEALS,
    units=None,  # one credit or more
    units_clause="3.5",
    entry=frozenset({"$"}),
    decides="$",
    entry_clause="3.4",
    areas_clause="2.2.1",
    positions_clause="R103",
    deck_clause="2.1",
    deal_clause="3.6",
    community_clause="3.7",
    same_limits=("1", "2", "$"),
)

# At the table; what this book leaves out its siblings say (R33)

PROCEDURE = Procedure(
    round="1.1.6",
    tie="R33",
    areas="2.2.1",
    layouts="2.2",
    call="3.1",
    close="3.2",
    later="3.4",
    limits="R33",
    shared="R33",
    others_box="R33",
    one_wager="R33",
    one_hand="R33",
    blind="R33",
    tell_one_hand="R33",
    no_look=None,
    restrict="R33",
    side_bets="3.5",
    jackpot_offered="3.5",
    jackpot_blind="R33",
    jackpot_system="3.5.1",
    jackpot_before="1.1.5",
    on_behalf="R33",
    decline="R99",
    late="5.6",
    withdrawn="5.7",
    alone="R33",
    absent="R56",
    judged_as_lying="R33",
    settled_before="R33",
    higher_post="R33",
    across_tables="R7",
    order="3.17",
)

IRREGULARITIES = Irregularities(
    (
        Case("foreign_card", "5.1", (ruling("void", "5.1.1"),)),
        Case("missing_card", "5.2", (ruling("void", "5.2"),)),
        Case("extra_card", "5.2", (ruling("void", "5.2"),)),
        Case("insufficient_cards", "5.2", (ruling("void", "5.2"),)),
        Case("misdeal", "5.3", (ruling("reconstruct", "5.3"), ruling("void", "5.3")), ("untouched",)),
        Case("misdeal", "R42", referred("R33")),
        Case("wrong_community_count", "5.4", (ruling("reconstruct", "5.4"), ruling("void", "5.4"))),
        Case("exposed_cards", "5.5", (ruling("void", "5.5"),), ("several_cards",)),
        Case("exposed_cards", "R43", (ruling("continue", "R43", "dealer"),), ("one_card",)),
        Case("late_wager", "5.6", (ruling("refuse_late", "5.6"),)),
        Case("withdrawn_wager", "5.7", (ruling("continue", "5.7", "dealer"),)),
        Case("unshuffled_cards", "R33", (ruling("void", "R33"),)),
        Case(
            "wrong_player_count",
            "R33",
            (
                ruling("remove", "R33"),
                ruling("remove_and_ask", "R33", then=withdrawing("others", "R33")),
                ruling("reconstruct", "R33"),
            ),
        ),
        Case("doubtful_count", "R33", (ruling("void", "R33"),), ("miscounted",)),
        Case("doubtful_count", "R33", ()),
        Case(
            "hand_not_secret",
            "R33",
            (ruling("bar", "R33", "gaming_shift_manager"), ruling("continue", "R33", "gaming_shift_manager")),
        ),
        Case(
            "several_hands",
            "R33",
            (ruling("keep_viewed", "R33"), ruling("bar", "R33", "gaming_shift_manager")),
            ("one_viewed",),
        ),
        Case("several_hands", "R33", (ruling("keep_first", "R33"), ruling("bar", "R33", "gaming_shift_manager"))),
        Case("power_failure", "R33", (ruling("continue", "R33", "dealer"),), ("outcome",)),
        Case("power_failure", "R33", (ruling("ask", "R33", "dealer", withdrawing("all", "R33")),)),
        Case("jackpot_failure", "R23", referred("R33", "void"), ("unseen",)),
        Case("jackpot_failure", "R23", referred("R33")),
        Case("face_up_card", "R33", referred("R33")),
        Case("cards_drawn_together", "R33", referred("R33")),
        Case("something_else", "R33", referred("R33")),
    ),
    other="R33",
    earlier=Earlier(
        "R40",
        {
            "foreign_card": "5.1.2",
            "wrong_community_count": "5.4",
            "wrong_player_count": "R33",
            "outside_limits": "R33",
        },
    ),
    after_failure=MEGALINK_AFTER_FAILURE,
    barred="R33",
)

# 3.4, 3.5 Wagers and their companions

ENTRY_RULES = EntryRules(
    companions={"progressive": frozenset({"$"})},
    without_companion={"progressive": "R33"},
    over="R33",
    under="R33",
    under_again="R33",
)


@rule("1.1.1", "3.4")
def check_entry(seat: Seat) -> Fault | None:
    """The three wagers go together and are equal (R100); a progressive wager alone may lie there (R33)."""
    placed = {name: seat.wagers[name].amount for name in ("1", "2", "$") if name in seat.wagers}
    if not placed:
        return None
    first = next(iter(placed))
    for name in ("1", "2", "$"):
        if name not in placed:
            return Fault(f"wagers.{name}", None, f"{dollars(placed[first])}, equal to wager {first}", "3.4")
        if placed[name] != placed[first]:
            found, expected = dollars(placed[name]), dollars(placed[first])
            return Fault(f"wagers.{name}", found, f"{expected}, equal to wager {first}", "1.1.1")
    return None


# 3.8 to 3.16 Decisions, and the cards exposed between them

RIDE_1 = Choice("ride", "3.9")
WITHDRAW_1 = Choice("withdraw", "3.10")
RIDE_2 = Choice("ride", "3.13", ends_by="3.16")
WITHDRAW_2 = Choice("withdraw", "3.14", ends_by="3.16")

CARDS_SEEN = Stage("3.8", (RIDE_1, WITHDRAW_1))
FIRST_CARD_SEEN = Stage("3.12", (RIDE_2, WITHDRAW_2))


@rule("3.8", "3.9", "3.10", "3.12", "3.13", "3.14", "3.16")
def stage(seat: Seat, made: tuple[str, ...]) -> Stage | None:
    """What is to be decided next: first about `1`, then about `2`, never about `$`."""
    if "$" not in seat.wagers:
        return None
    match made:
        case ():
            return CARDS_SEEN
        case (_,):
            return FIRST_CARD_SEEN
        case _:
            return None


def check_decline(seat: Seat, round: Round) -> Fault | None:
    """The dealer turns the cards over (3.17), so there is nothing to decline."""
    return Fault("reveals", False, "true: the dealer turns the hands over", "R99")


# 3.17 to 3.19, 4.1 Settlement

WAGERS_PAY = pay_table("""
    4.1.1 main
    royal flush               1,000 to 1
    straight flush            200 to 1
    four of a kind            50 to 1
    full house                11 to 1
    flush                     8 to 1
    straight                  5 to 1
    three of a kind           3 to 1
    two pairs                 2 to 1
    pair of tens or better    1 to 1
""")

PROGRESSIVE_PAYS = pay_table("""
    4.2 progressive
    royal flush       100%
    straight flush    10%
    four of a kind    500 to 1
    full house        100 to 1
    flush             50 to 1
""")

FEATURES_PAY = pay_table("""
    4.5 features
    magic card      5 to 1
    lucky player    5 to 1
""")


@rule("3.3", "3.18", "4.1.1")
def odds_of(hand: Hand[FiveCard]) -> To | None:
    """What a hand is paid: a pair of tens is the lowest that wins."""
    if hand.category == FiveCard.ONE_PAIR and hand.ranks[0] >= TEN:
        return WAGERS_PAY.odds("pair of tens or better")
    return WAGERS_PAY.find_odds(hand.category)


@rule("3.3", "3.9", "3.10", "3.13", "3.14", "3.16", "3.19")
def settle_wager(wager: str, stake: Stake, hand: Hand[FiveCard], entry: Entry) -> Line:
    """`1` and `2` go back where they were withdrawn in their turn (R91); what rides wins or loses with `$`."""
    about_1, about_2 = entry.decisions
    if wager == "1" and about_1 == "withdraw":
        return hand_back("1", entry.seat.wagers["1"].amount, "3.10")
    if wager == "2" and about_2 == "withdraw":
        return hand_back("2", entry.seat.wagers["2"].amount, "3.14")
    odds = odds_of(hand)
    if odds is None:
        return lose(wager, stake, "3.3")
    return win(wager, stake, odds, "3.19")


# 3.21 The order of hands

CLASSES = {
    FiveCard.ROYAL_FLUSH: "3.21.1",
    FiveCard.STRAIGHT_FLUSH: "3.21.2",
    FiveCard.FOUR_OF_A_KIND: "3.21.3",
    FiveCard.FULL_HOUSE: "3.21.4",
    FiveCard.FLUSH: "3.21.5",
    FiveCard.STRAIGHT: "3.21.6",
    FiveCard.THREE_OF_A_KIND: "3.21.7",
    FiveCard.TWO_PAIRS: "3.21.8",
    FiveCard.ONE_PAIR: "3.21.9",
    FiveCard.FIVE_ODD_CARDS: "3.21.10",
}


def why_class(hand: Hand[FiveCard]) -> Why:
    return Why(describe(hand), (CLASSES[hand.category], "3.21"))


def why_result(hand: Hand[FiveCard]) -> Why:
    if odds_of(hand) is None:
        return Why("less than a pair of tens", ("3.18",))
    return Why("a pair of tens or better", ("3.18",))


# 3.20, 4.2 The progressive jackpot

SEVERAL_WINNERS = SeveralWinners(sharing="R7", royal_last="R7")


@rule("4.2", "4.2.1")
def contend(entry: Entry, round: Round) -> Contender | None:
    """A progressive wager in this round, and five cards that are in the table."""
    stake = entry.stakes.get("progressive")
    if stake is None or round.jackpot is None:
        return None
    hand = five_cards(entry.seat, round)
    pays = PROGRESSIVE_PAYS.find(hand.category)
    if round.switches.lir_percentage == "per_credit":
        pays = per_credit(pays, stake.amount // round.jackpot.unit)
    return Contender(entry.seat.position, hand.category.words, pays, stake.amount, "4.2")


def per_credit(pays: Pays | None, credits: int) -> Pays | None:
    """R16 as `per_credit`: the share of the jackpot times the credits, at most the whole."""
    return Percent(min(pays.percent * credits, 100)) if isinstance(pays, Percent) else pays


# 4.3 to 4.5 Magic Card and Lucky Player


@rule("4.3", "4.3.1", "4.4", "4.5")
def features(entry: Entry, round: Round) -> tuple[Contender, ...]:
    """What the system's draws pay on a progressive wager, whatever the hand."""
    stake = entry.stakes.get("progressive")
    if stake is None:
        return ()
    seat, magic = entry.seat, round.magic_card
    won = []
    if magic in seat.cards or magic in round.community:  # never in both: R93 cannot change what one deck pays
        clause, odds = "4.3" if magic in seat.cards else "4.3.1", FEATURES_PAY.odds("magic card")
        won.append(Contender(seat.position, "magic card", odds, stake.amount, clause, line="magic_card"))
    if round.lucky_position == seat.position:
        odds = FEATURES_PAY.odds("lucky player")
        won.append(Contender(seat.position, "lucky player", odds, stake.amount, "4.4", line="lucky_player"))
    return tuple(won)


class Payouts(Struct, frozen=True, gc=False):
    """What one progressive wager may be paid: by its hand, and by the features."""

    award: Contender | None
    features: tuple[Contender, ...]

    @property
    def all(self) -> tuple[Contender, ...]:
        return (self.award, *self.features) if self.award else self.features


def pay(jackpot: Jackpot, contenders: Sequence[Contender | None], switches: Switches) -> JackpotSettlement:
    return pay_megalink(jackpot, contenders, SEVERAL_WINNERS, switches)


def pay_all(payouts: Sequence[Payouts], round: Round) -> JackpotSettlement | None:
    contending = [each for payout in payouts for each in payout.all]
    return pay(round.jackpot, contending, round.switches) if round.jackpot else None


def highest_only(payouts: Sequence[Payouts], round: Round) -> Sequence[Payouts]:
    """R97 as `highest_only`: of hand award, Magic Card and Lucky Player only the highest, the first of equals.

    Awards are compared as they are when every hand takes part; a hand that gives way leaves the pool to the others.
    """
    jackpot = pay_all(payouts, round)
    return [_highest(payout, jackpot) for payout in payouts]


def _highest(payout: Payouts, jackpot: JackpotSettlement | None) -> Payouts:
    paid = [each for each in payout.all if each.pays is not None]
    if payout.award is None or len(paid) < 2:
        return payout
    best = max(paid, key=lambda each: award_amount(each, jackpot))
    if best is payout.award:
        return Payouts(best, ())
    if payout.award.pays is None:
        return Payouts(payout.award, (best,))
    return Payouts(structs.replace(payout.award, pays=None, rule="R97"), (best,))


@rule("3.20", "4.2", "4.5")
def settle_progressive(stake: Stake, payout: Payouts, jackpot: JackpotSettlement | None, switches: Switches) -> Line:
    """A feature is a payment beside the wager; where the hand wins nothing, R98 says whether the stake comes back."""
    line = progressive_line(stake, payout.award, jackpot, switches, not_shown=("R99",))
    if line.outcome == "lose" and payout.features:
        if switches.feature_returns_stake == "yes":
            return push("progressive", stake, "4.5", "R98")
        return lose("progressive", stake, line.rule, "R98")
    return line


# The round


@rule("1.1.4")
def enter_seat(seat: Seat, round: Round) -> Entry:
    """Removed by a ruling, absent for `1` and so returned, absent for `2` and so left to ride (R56), or in play."""
    decisions = seat.decisions
    if seat.removed_by is not None:
        return all_returned(seat, {}, seat.removed_by)
    if seat.status == "absent":
        next_stage = stage(seat, decisions)
        if next_stage is CARDS_SEEN:
            return all_returned(seat, {}, "R56")
        if next_stage is FIRST_CARD_SEEN:
            return left_to_ride(enter(seat, round, ENTRY_RULES, (*decisions, "ride"), {}))
    return enter(seat, round, ENTRY_RULES, decisions, {})


def left_to_ride(entry: Entry) -> Entry:
    """The `2` of a player who is not there to withdraw it (R56)."""
    stake = entry.stakes.get("2")
    if stake is None:
        return entry
    return structs.replace(entry, stakes={**entry.stakes, "2": structs.replace(stake, also=("R56", *stake.also))})


@rule("1.1.3", "3.21", *CLASSES.values())
def five_cards(seat: Seat, round: Round) -> Hand[FiveCard]:
    """The player's three cards and the two community cards."""
    return rank_five(seat.cards + round.community, round.switches.ace_low_straight_flush)


def payouts_of(entries: Sequence[Entry], round: Round) -> Sequence[Payouts]:
    payouts = [Payouts(contend(entry, round), features(entry, round)) for entry in entries]
    return highest_only(payouts, round) if round.switches.features_add_up == "highest_only" else payouts


def contenders(round: Round) -> tuple[Contender, ...]:
    """Every progressive wager in play with its hand and its features."""
    payouts = payouts_of([enter_seat(seat, round) for seat in round.seats], round)
    return tuple(each for payout in payouts for each in payout.all)


@rule("3.3", "3.20")
def settle(round: Round, paid: JackpotSettlement | None = None) -> Settlement:
    """What every wager comes to. `paid` is what the link has fixed; without it the round's own jackpot pays."""
    entries = [enter_seat(seat, round) for seat in round.seats]
    payouts = payouts_of(entries, round)
    jackpot = paid or pay_all(payouts, round)
    return Settlement(
        DOCUMENT,
        None,
        tuple(settle_seat(entry, payout, jackpot, round) for entry, payout in zip(entries, payouts, strict=True)),
        jackpot,
    )


def settle_seat(entry: Entry, payout: Payouts, jackpot: JackpotSettlement | None, round: Round) -> SeatSettlement:
    if not entry.judged:
        return seat_settlement(entry, (), LAYOUT.order)
    hand = five_cards(entry.seat, round)
    lines, stakes = [], entry.stakes
    for wager in ("1", "2", "$"):
        if wager in stakes:
            lines.append(settle_wager(wager, stakes[wager], hand, entry))
    if "progressive" in stakes:
        lines.append(settle_progressive(stakes["progressive"], payout, jackpot, round.switches))
    for feature in payout.features:
        assert isinstance(feature.pays, To)
        lines.append(side_payment(feature.line, stakes["progressive"], feature.pays, feature.rule))
    return seat_settlement(entry, lines, LAYOUT.order, hand.category.words, payout.award.hand if payout.award else None)


# Why

PAID_FROM = {
    "1": WAGERS_PAY.clause,
    "2": WAGERS_PAY.clause,
    "$": WAGERS_PAY.clause,
    "progressive": PROGRESSIVE_PAYS.clause,
    "magic_card": FEATURES_PAY.clause,
    "lucky_player": FEATURES_PAY.clause,
}
SHARES = {"R7": "shared with the other winners at this table as in the sibling rulebooks"}


def reasons(settled: SeatSettlement, round: Round) -> tuple[Why, ...]:
    """What the lines of one seat rest on: the hand, whether it wins, the pay tables, the jackpot."""
    if settled.hand is None:
        return ()
    hand = five_cards(settled.seat, round)
    whys = [why_class(hand), why_result(hand)]
    whys += [why for line in settled.lines if (why := paid_from_table(line, PAID_FROM, SHARES))]
    if any(line.wager == "progressive" and line.outcome == "win" for line in settled.lines):
        whys.append(Why("a progressive wager in this round, paid beside all other wagers", ("4.2.1", "3.20")))
    return tuple(whys)
