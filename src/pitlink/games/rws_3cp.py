"""Multi-Link Progressive 3 Card Poker (Resorts World Sentosa), version 2, in effect from 28 June 2020."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from pitlink.cards import QUEEN, Cards
from pitlink.games.awards import Contender, pay_multi_link, progressive_line
from pitlink.games.dealing import deal
from pitlink.games.decisions import Choice, Exposure, Stage, wagers_added_by
from pitlink.games.entry import Entry, EntryRules, all_returned, enter, seat_settlement
from pitlink.games.irregularities import (
    OF_THE_DECK,
    AfterFailure,
    Asking,
    Case,
    Earlier,
    Irregularities,
    Offer,
    referred,
    ruling,
)
from pitlink.games.layout import Layout
from pitlink.games.lines import Stake, hand_back, lose, push, side_payment, win
from pitlink.games.paytables import tables_of
from pitlink.games.procedure import Procedure
from pitlink.games.reasons import TieBreaks, Why, compare, not_shown, paid_from_table
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
from pitlink.hands import FiveCard, Hand, ThreeCard, cards_that_count, describe, rank_five, rank_three
from pitlink.money import Cents, dollars
from pitlink.rulebook.citing import citing
from pitlink.rulebook.switches import Switches

DOCUMENT = "rws-3cp"
rule = citing(DOCUMENT)
pay_table = tables_of(DOCUMENT)

# 2. Mode of play, and 3.6 to 3.11 the deal

DEALS = (
    deal(
        "shoe",
        "3.10",
        "burned 1, positions 1, dealer 1, positions 1, dealer 1, positions 1, dealer 1, community 2",
        apart={"community": "3.10.1"},
    ),
    deal(  # R83, R84
        "shuffler",
        "3.11",
        "positions 3, dealer 3, community 2, burned 1",
        apart={"community": "3.11.1", "burned": "3.11.1"},
    ),
)

LAYOUT = Layout(
    positions=7,
    own_cards=3,
    dealer_cards=3,
    community_cards=2,
    placed=("ante", "pair_plus", "progressive"),  # before the deal (3.6, 3.8)
    order=("ante", "ante_bonus", "play", "pair_plus", "progressive"),
    exposures=(Exposure(1, 3, "3.13", of="dealer"), Exposure(1, 2, "3.13")),
    jackpot_community=2,
    deals=DEALS,
    units=range(1, 2),
    units_clause="3.4",
    entry=frozenset({"ante", "pair_plus"}),
    decides="ante",
    entry_clause="3.6",
    areas_clause="3.6",
    positions_clause="2.1.1.a",
    deck_clause="2.2.1",
    deal_clause="3.10",
    community_clause="3.10.1",
    later=("play",),
    no_decision_clause="3.14",
    let_stand=("play",),
)

# At the table

PROCEDURE = Procedure(
    round="1.20",
    tie="1.23",
    areas="3.6",
    layouts="2.1.1",
    call="3.2",
    close="3.9",
    later="3.12.2",
    limits="3.3",
    shared=None,
    others_box="3.5",
    one_wager="3.5",
    one_hand="3.7",
    blind="3.7",
    tell_one_hand="3.7",
    no_look="3.14",
    restrict=None,
    side_bets="3.8",
    jackpot_offered="3.8",
    jackpot_blind="3.8.1",
    jackpot_system="2.1.1.b",
    jackpot_before="3.9",
    on_behalf="5.22",
    decline="4.5",
    late="5.11",
    withdrawn="5.11",
    alone="5.4",
    absent="5.5",
    judged_as_lying="5.20",
    settled_before="5.8",
    higher_post="1.14",
    across_tables="4.7.2",
    notify="4.6",
)

AS_IT_IS = (Offer("continue", "5.10.1"), Offer("take_back", "5.10.3"))
PUT_RIGHT = (Offer("continue_reconstructed", "5.10.2"), Offer("take_back", "5.10.3"))
ASK_AS_IT_IS = Asking("affected", "5.10", AS_IT_IS)
ASK_PUT_RIGHT = Asking("affected", "5.10", PUT_RIGHT)

IRREGULARITIES = Irregularities(
    (
        Case("power_failure", "5.7", (ruling("continue", "5.7.1", "dealer"),), ("outcome",)),
        Case("power_failure", "5.7", (ruling("void", "5.7.2"),)),
        Case("foreign_card", "5.8.1", (ruling("void", "5.8.1"),)),
        Case("exposed_cards", "5.12", (ruling("continue", "5.12", "dealer"),), ("seen",)),
        Case("exposed_cards", "5.8.2", (ruling("void", "5.8.2"),), ("several_cards",)),
        Case("exposed_cards", "5.10", (ruling("ask", "5.10", then=ASK_AS_IT_IS),)),
        Case("missing_card", "5.8.3", (ruling("void", "5.8.3"),)),
        Case("extra_card", "5.8.3", (ruling("void", "5.8.3"),)),
        Case("insufficient_cards", "5.8.4", (ruling("void", "5.8.4"),)),
        Case("unshuffled_cards", "5.8.5", (ruling("void", "5.8.5"),)),
        Case(
            "misdeal",
            "5.8.6",
            (ruling("reconstruct", "5.8.6", then=ASK_PUT_RIGHT), ruling("void", "5.8.6")),
            ("unseen",),
        ),
        Case(
            "misdeal",
            "5.10",
            (
                ruling("ask", "5.10", then=ASK_AS_IT_IS),
                ruling("reconstruct", "5.10", then=ASK_PUT_RIGHT),
            ),
        ),
        Case(
            "wrong_dealer_count",
            "5.8.7",
            (ruling("void", "5.8.7"), ruling("reconstruct", "5.8.7", then=ASK_PUT_RIGHT)),
        ),
        Case("wrong_community_count", "R80", (ruling("void", "5.8.6"),), ("unseen",)),
        Case(
            "wrong_community_count",
            "R80",
            (
                ruling("ask", "5.10", then=ASK_AS_IT_IS),
                ruling("reconstruct", "5.10", then=ASK_PUT_RIGHT),
            ),
        ),
        Case("burn_forgotten", "5.9", (ruling("void", "5.9"),), ("from_shoe", "seen")),
        Case(
            "burn_forgotten",
            "5.9",
            (ruling("reconstruct", "5.9", then=Asking("all", "5.9", PUT_RIGHT)), ruling("void", "5.9")),
            ("from_shoe",),
        ),
        Case("late_wager", "5.11", (ruling("refuse_late", "5.11"),)),
        Case("withdrawn_wager", "R48", (ruling("continue", "R48", "dealer"),)),
        Case("face_up_card", "5.13", (ruling("continue", "5.13", "dealer"),)),
        Case(
            "cards_drawn_together",
            "5.14",
            (ruling("set_order", "5.14", then=Asking("all", "5.14.1", AS_IT_IS)),),
            ("from_shoe",),
        ),
        Case("cards_drawn_together", "5.23", referred("5.23")),  # the clause names the shoe only
        Case(
            "wrong_player_count",
            "5.15",
            (ruling("remove", "5.15"), ruling("reconstruct", "5.15", then=ASK_PUT_RIGHT)),
        ),
        Case("jackpot_failure", "5.16", (ruling("void", "5.16"),), ("unseen",)),
        Case("jackpot_failure", "5.17", (ruling("continue", "5.17.1", "dealer"),)),
        Case("extra_hand_viewed", "5.18", (ruling("remove", "5.18"), ruling("continue", "R87"))),
        Case("hand_not_secret", "5.23", referred("5.23")),
        Case("something_else", "5.23", referred("5.23")),
    ),
    other="5.23",
    earlier=Earlier(
        "5.19",
        {
            **dict.fromkeys((*OF_THE_DECK, "misdeal", "exposed_cards", "wrong_dealer_count"), "5.8"),
            "burn_forgotten": "5.9",
        },
    ),
    after_failure=AfterFailure("5.17.2", "5.17.2.a", "5.17.2.b", "5.17.2.c"),
    barred="5.23",
)

# 3.1 The order of hands

RANKING_LIST = "3.1.2"
TIE_BREAKS = TieBreaks(
    classes="3.1.2",
    ranks=("3.1.3", "3.1.1"),
    equal=("3.15.3", "1.23", "3.1.1"),
    low_ace={"STRAIGHT": ("3.1.3.a", "3.1.1"), "STRAIGHT_FLUSH": ("3.1.3", "3.1.1")},
    by_class={"STRAIGHT": ("3.1.3.a",), "THREE_ODD_CARDS": ("3.1.3.c",)},
    equal_by_class={},
    equal_pairs=("3.1.3.b",),
)


@rule("3.1.1", "3.1.2", "3.1.3", "3.1.3.a", "3.1.3.b", "3.1.3.c")
def rank_hand(cards: Cards, switches: Switches) -> Hand[ThreeCard]:
    """A straight is not all of one suit (R79); the ace counts low in 3-2-A, suited or not (R18)."""
    return rank_three(cards, switches.ace_low_straight_flush, switches.rws_straight_suits)


def why_class(hand: Hand[ThreeCard]) -> Why:
    return Why(describe(hand), (RANKING_LIST,))


def why_result(player: Hand[ThreeCard], dealer: Hand[ThreeCard]) -> Why:
    why = compare(player, dealer, TIE_BREAKS)
    return Why(why.words, ("3.15", *why.rules))


# 3.6, 3.8 Wagers and their companions

ENTRY_RULES = EntryRules(
    companions={"progressive": frozenset({"ante"})},
    without_companion={"progressive": "5.4"},
    over="5.1.1",
    under="5.2.1",
    under_again=None,
)


@rule("3.12.2", "5.3")
def check_entry(seat: Seat) -> Fault | None:
    """A Play that was let stand with a wrong amount is written down; it needs the decision to play."""
    if "play" in seat.wagers and seat.removed_by is None and seat.decisions != ("play",):
        found = dollars(seat.wagers["play"].amount)
        return Fault("wagers.play", found, "no Play wager without the decision to play", "3.12.2")
    return None


# 3.12 Decisions

FOLD = Choice("fold", "3.12.1")
PLAY = Choice("play", "3.12.2", ("play", 1))
CARDS_SEEN = Stage("3.12", (FOLD, PLAY))
ADDS = wagers_added_by(CARDS_SEEN)


@rule("1.13", "3.12", "3.12.1", "3.12.2", "3.14")
def stage(seat: Seat, made: tuple[str, ...]) -> Stage | None:
    """What is to be decided; None where nothing is, as with Pair Plus alone (3.14)."""
    return CARDS_SEEN if "ante" in seat.wagers and not made else None


@rule("3.14")
def check_decline(seat: Seat, round: Round) -> Fault | None:
    """A player may refuse to show (4.5), but not a hand that only the dealer may turn up."""
    alone = "pair_plus" in seat.wagers and "ante" not in seat.wagers
    if alone and seat.removed_by is None:
        return Fault("reveals", False, "true: with Pair Plus alone the dealer reveals the hand", "3.14")
    return None


# 3.13 to 3.16 Settlement


class Showdown(Struct, frozen=True, gc=False):
    """One position as it is settled. A fold has its clause: the player's choice, or absence (5.5)."""

    player: Hand[ThreeCard]
    dealer: Hand[ThreeCard]
    dealer_qualifies: bool
    folded_by: str | None
    shown: bool
    switches: Switches


ANTE_AND_PLAY_PAY = pay_table("""
    4.1 ante_play
    ante    1 to 1
    play    1 to 1
""")

ANTE_ODDS = ANTE_AND_PLAY_PAY.odds("ante")
PLAY_ODDS = ANTE_AND_PLAY_PAY.odds("play")

PAIR_PLUS_PAYS = pay_table("""
    4.2 pair_plus
    straight flush     40 to 1
    three of a kind    30 to 1
    straight           5 to 1
    flush              4 to 1
    pair               1 to 1
""")

ANTE_BONUS_PAYS = pay_table("""
    4.3 ante_bonus
    straight flush     5 to 1
    three of a kind    4 to 1
    straight           1 to 1
""")

PROGRESSIVE_PAYS = pay_table("""
    4.4 progressive
    royal flush       100%
    straight flush    10%
    four of a kind    $2,000
    full house        $200
    flush             $100
""")


@rule("1.18")
def is_qualifying(dealer: Hand[ThreeCard]) -> bool:
    """Queen high or any better hand (R63 is open in the other house's rulebook only)."""
    return dealer.category > ThreeCard.THREE_ODD_CARDS or dealer.ranks[0] >= QUEEN


@rule("3.6.1", "3.12.1", "3.13", "3.15", "3.15.1", "3.15.2", "3.15.3", "4.1", "4.5", "5.5")
def settle_ante(stake: Stake, hand: Showdown) -> Line:
    if hand.folded_by and hand.shown and not hand.dealer_qualifies:
        if hand.switches.folded_ante_when_dealer_fails == "paid":
            return win("ante", stake, ANTE_ODDS, "3.13", "R67")
        return lose("ante", stake, hand.folded_by, "R67")
    if hand.folded_by:
        return lose("ante", stake, hand.folded_by)
    if not hand.shown:
        return lose("ante", stake, "4.5", *(() if hand.dealer_qualifies else ("R59",)))
    if not hand.dealer_qualifies:
        return win("ante", stake, ANTE_ODDS, "3.13")
    if hand.player > hand.dealer:
        return win("ante", stake, ANTE_ODDS, "3.15.1")
    if hand.player < hand.dealer:
        return lose("ante", stake, "3.15.2")
    return push("ante", stake, "3.15.3")


@rule("3.13", "3.15", "3.15.1", "3.15.2", "3.15.3", "4.1", "4.5")
def settle_play(stake: Stake, hand: Showdown) -> Line:
    if not hand.shown:
        if hand.switches.rws_declined_play == "returned":
            return hand_back("play", Cents(stake.amount + stake.excess), "4.5", "R90")
        return lose("play", stake, "4.5", "R90")
    if not hand.dealer_qualifies:
        return push("play", stake, "3.13")
    if hand.player > hand.dealer:
        return win("play", stake, PLAY_ODDS, "3.15.1")
    if hand.player < hand.dealer:
        return lose("play", stake, "3.15.2")
    return push("play", stake, "3.15.3")


@rule("1.2", "1.23", "3.16", "4.3")
def settle_ante_bonus(ante: Stake, hand: Showdown) -> Line | None:
    """An extra payment on the Ante of a hand that was played and shown, whatever the dealer has (R65)."""
    odds = ANTE_BONUS_PAYS.find_odds(hand.player.category)
    if odds is None or hand.folded_by or not hand.shown:
        return None
    if not hand.dealer_qualifies or hand.player > hand.dealer:
        return side_payment("ante_bonus", ante, odds, "3.16")
    if hand.switches.ante_bonus == "wins_only":
        return None
    if hand.player < hand.dealer and hand.switches.ante_bonus == "not_on_loss":
        return None
    return side_payment("ante_bonus", ante, odds, "3.16", "R65")


@rule("1.12", "3.6.2", "3.16", "4.2", "4.5", "5.5")
def settle_pair_plus(stake: Stake, hand: Showdown) -> Line:
    """By the player's own three cards, folded or not (R66), whatever the dealer has."""
    if not hand.shown:
        return lose("pair_plus", stake, "4.5", "R59")
    odds = PAIR_PLUS_PAYS.find_odds(hand.player.category)
    if odds is None:
        return lose("pair_plus", stake, "3.16")
    if not hand.folded_by:
        return win("pair_plus", stake, odds, "3.16")
    if hand.switches.pair_plus_on_fold == "lost":
        return lose("pair_plus", stake, hand.folded_by, "R66")
    return win("pair_plus", stake, odds, "3.16", "R66", *(("R55",) if hand.folded_by == "5.5" else ()))


# 3.17, 4.4, 4.7 The progressive jackpot

JACKPOT_RANKING = "3.17"
ORDER_OF_PAYMENT = "4.7.1"


def why_jackpot_class(hand: Hand[FiveCard]) -> Why:
    """Only the five hands of 3.17 are ranked; the others have no place in the jackpot."""
    return Why(describe(hand), (JACKPOT_RANKING if PROGRESSIVE_PAYS.find(hand.category) else "4.4.1",))


@rule("1.17", "3.17", "4.4.1")
def jackpot_hand(seat: Seat, round: Round) -> Hand[FiveCard]:
    """The player's three cards and the two community cards."""
    return rank_five(seat.cards + round.community, round.switches.ace_low_straight_flush)


@rule("3.12.1", "3.17", "4.4", "4.4.1", "4.5")
def contend(entry: Entry, round: Round) -> Contender | None:
    """Neither a fold nor the dealer's hand ends the progressive bet, only a hand that is not shown."""
    stake = entry.stakes.get("progressive")
    if stake is None or not entry.shown:
        return None
    category = jackpot_hand(entry.seat, round).category
    return Contender(entry.seat.position, category.words, PROGRESSIVE_PAYS.find(category), stake.amount, "4.4")


# The round


@rule("5.1.1", "5.2.1", "5.4", "5.5", "5.6")
def enter_seat(seat: Seat, round: Round) -> Entry:
    """Removed by a ruling, absent and so folded where a decision is due, or in play."""
    if seat.removed_by is not None:
        return all_returned(seat, ADDS, seat.removed_by)
    if seat.status == "absent" and stage(seat, seat.decisions) is not None:
        folded = enter(seat, round, ENTRY_RULES, ("fold",), ADDS)
        return structs.replace(folded, shown=True)  # R55: who is not there refuses nothing, the dealer turns the cards
    entry = enter(seat, round, ENTRY_RULES, seat.decisions, ADDS)
    if "play" in seat.wagers:
        return structs.replace(entry, stakes=with_written_play(seat, entry.stakes))
    return entry


@rule("5.3.1", "5.3.2")
def with_written_play(seat: Seat, stakes: Mapping[str, Stake]) -> Mapping[str, Stake]:
    """A Play of the wrong amount: what exceeds the Ante goes back (R69), a smaller one is settled as it lies.

    Over an Ante that itself lay over the maximum, the excess is that of R28.
    """
    play, ante = stakes["play"].amount, stakes["ante"].amount
    if play > ante:
        why = ("5.3.1", "R69") if play > seat.wagers["ante"].amount else ("R28",)
        return {**stakes, "play": Stake(ante, Cents(play - ante), why)}
    if play < ante:
        return {**stakes, "play": Stake(play, also=("5.3.2",))}
    return stakes


def contenders(round: Round) -> tuple[Contender, ...]:
    """Every progressive bet in play with its hand."""
    found = (contend(enter_seat(seat, round), round) for seat in round.seats)
    return tuple(each for each in found if each is not None)


def pay(jackpot: Jackpot, contenders: Sequence[Contender | None], switches: Switches) -> JackpotSettlement:
    return pay_multi_link(jackpot, contenders, ORDER_OF_PAYMENT, switches)


@rule("3.13", "3.15", "4.7", "4.7.1")
def settle(round: Round, paid: JackpotSettlement | None = None) -> Settlement:
    """What every bet comes to. `paid` is what the link has fixed; without it the round's own jackpot pays."""
    dealer = rank_hand(round.dealer, round.switches)
    entries = [enter_seat(seat, round) for seat in round.seats]
    contending = [contend(entry, round) for entry in entries]
    jackpot = paid or (pay(round.jackpot, contending, round.switches) if round.jackpot else None)
    return Settlement(
        DOCUMENT,
        DealerSettlement(dealer.category.words, cards_that_count(dealer, round.dealer), is_qualifying(dealer)),
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
    player = rank_hand(seat.cards, switches)
    folded_by = None
    if entry.folded:
        folded_by = "3.12.1" if seat.decisions else "5.5"
    hand = Showdown(player, dealer, is_qualifying(dealer), folded_by, entry.shown, switches)
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
        lines.append(progressive_line(stakes["progressive"], contender, jackpot, switches, not_shown=("4.5", "R59")))
    return seat_settlement(entry, lines, LAYOUT.order, player.category.words, contender.hand if contender else None)


# Why

PAID_FROM = {
    "ante": ANTE_AND_PLAY_PAY.clause,
    "play": ANTE_AND_PLAY_PAY.clause,
    "ante_bonus": ANTE_BONUS_PAYS.clause,
    "pair_plus": PAIR_PLUS_PAYS.clause,
    "progressive": PROGRESSIVE_PAYS.clause,
}


def why_qualifies(dealer: Hand[ThreeCard]) -> Why:
    if is_qualifying(dealer):
        return Why(f"the dealer qualifies with {describe(dealer)}", ("3.15", "1.18"))
    return Why(f"the dealer does not qualify with {describe(dealer)}", ("3.13", "1.18"))


SHARES = {ORDER_OF_PAYMENT: "as it is displayed when its turn comes"}


def reasons(settled: SeatSettlement, round: Round) -> tuple[Why, ...]:
    """What the lines of one seat rest on: the hand, the dealer's, the comparison, the jackpot hand, the pay tables."""
    seat = settled.seat
    if settled.hand is None:
        return not_shown(settled, "4.5")
    player, dealer = rank_hand(seat.cards, round.switches), rank_hand(round.dealer, round.switches)
    whys = [why_class(player)]
    if seat.status == "absent" and stage(seat, seat.decisions) is None:
        whys.append(Why("the player left with nothing more to decide", ("5.6",)))
    if "ante" in seat.wagers:
        whys.append(why_qualifies(dealer))
    if "play" in seat.decisions and is_qualifying(dealer):
        whys.append(why_result(player, dealer))
    if settled.progressive_hand:
        hand = jackpot_hand(seat, round)
        why = why_jackpot_class(hand)
        words = f"own and community cards: {why.words}"
        if PROGRESSIVE_PAYS.find(hand.category):
            whys.append(Why(f"{words}, a Progressive Jackpot Hand", ("4.4.1", *why.rules, "1.17")))
        else:
            whys.append(Why(words, why.rules))
    whys += [paid for line in settled.lines if (paid := paid_from_table(line, PAID_FROM, SHARES))]
    if any(line.rule == ORDER_OF_PAYMENT for line in settled.lines):
        whys.append(Why("several major jackpot hands at this table in this round", ("4.7",)))
    return tuple(whys)
