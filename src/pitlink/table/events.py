"""What has happened at a table. Names are written by hand and never change; a new form gets a new number."""

from typing import Literal

from msgspec import Struct

from pitlink.games.dealing import Place
from pitlink.games.irregularities import Answer, Effect, Offer, What
from pitlink.games.round import Jackpot, JackpotSettlement, Outcome
from pitlink.jackpot.link import Stake
from pitlink.money import ZERO, Cents
from pitlink.people import Post
from pitlink.table.setup import TableSetup


class Happened(Struct, frozen=True, gc=False, tag_field="name"):
    pass


# The table and its people


class TableOpened(Happened, frozen=True, tag="table.opened/1"):
    setup: TableSetup
    by: str


class TableClosed(Happened, frozen=True, tag="table.closed/1"):
    by: str


class RackFilled(Happened, frozen=True, tag="table.rack_filled/1"):
    """Chips from the house bank; `dealer` has signed the slip beside `by`."""

    amount: Cents
    slip: str
    dealer: str
    by: str
    clause: str


class RackCredited(Happened, frozen=True, tag="table.rack_credited/1"):
    """Chips back to the house bank."""

    amount: Cents
    slip: str
    dealer: str
    by: str
    clause: str


class RackCounted(Happened, frozen=True, tag="table.rack_counted/1"):
    """`expected` is what should be there by the books, what is pending included; from now on they have the count."""

    counted: Cents
    expected: Cents
    by: str
    clause: str


class DealerAssigned(Happened, frozen=True, tag="table.dealer_assigned/1"):
    dealer: str
    by: str


class PlayerJoined(Happened, frozen=True, tag="table.player_joined/1"):
    player: str


class PlayerLeft(Happened, frozen=True, tag="table.player_left/1"):
    player: str


class BoughtIn(Happened, frozen=True, tag="table.bought_in/1"):
    player: str
    amount: Cents
    by: str


class CashedOut(Happened, frozen=True, tag="table.cashed_out/1"):
    player: str
    amount: Cents
    by: str


class SatDown(Happened, frozen=True, tag="table.sat_down/1"):
    player: str
    position: int


class StoodUp(Happened, frozen=True, tag="table.stood_up/1"):
    player: str
    position: int


class PlayerRestricted(Happened, frozen=True, tag="table.player_restricted/1"):
    player: str
    by: str
    clause: str


class RestrictionLifted(Happened, frozen=True, tag="table.restriction_lifted/1"):
    player: str
    by: str


class StayClosed(Happened, frozen=True, tag="table.stay_closed/1"):
    player: str
    by: str


# Betting


class Note(Struct, frozen=True, gc=False):
    """A fault of a wager as it lies, judged at the close or at the settlement."""

    wager: str
    code: str
    clause: str | None


class BetsCalled(Happened, frozen=True, tag="table.bets_called/1"):
    """ "Place your bets, please": the round before is final."""

    round: int
    by: str
    clause: str


class WagerPlaced(Happened, frozen=True, tag="table.wager_placed/1"):
    """`by` is the player, or the member of staff who placed it at his request; `clause` allows it."""

    player: str
    position: int
    wager: str
    amount: Cents
    by: str
    clause: str


class WagerFound(Happened, frozen=True, tag="table.wager_found/1"):
    """Chips as they lie, said by the dealer, with what is wrong about them."""

    player: str
    position: int
    wager: str
    amount: Cents
    by: str
    notes: tuple[Note, ...]


class WagerRaised(Happened, frozen=True, tag="table.wager_raised/1"):
    player: str
    position: int
    wager: str
    amount: Cents
    by: str


class WagerTakenBack(Happened, frozen=True, tag="table.wager_taken_back/1"):
    player: str
    position: int
    wager: str
    amount: Cents
    by: str


class WagerCorrected(Happened, frozen=True, tag="table.wager_corrected/1"):
    """The player's chips in the wager were entered as `was` and are `amount`; 0 takes it off."""

    player: str
    position: int
    wager: str
    was: Cents
    amount: Cents
    by: str


class MinimumTold(Happened, frozen=True, tag="table.minimum_told/1"):
    """A bet lies under the minimum while bets are open: the player may raise it or take it back (rws-3cp 5.2)."""

    player: str
    position: int
    wager: str
    clause: str


class OneHandTold(Happened, frozen=True, tag="table.one_hand_told/1"):
    """The player has wagers on several positions and is told that he may look at one hand only."""

    player: str
    clause: str


class CompanionAsked(Happened, frozen=True, tag="table.companion_asked/1"):
    """A side bet lies without its companion: place one, or cancel it, before bets are closed."""

    player: str
    position: int
    wager: str
    clause: str


class Invalid(Struct, frozen=True, gc=False):
    """A position whose entry was not right when bets closed: everything on it goes back."""

    position: int
    clause: str


class BetsClosed(Happened, frozen=True, tag="table.bets_closed/1"):
    """ "No more bets". `deciders` are the players who decide, position by position; `stakes` feed the link."""

    by: str
    clause: str
    deciders: tuple[tuple[int, str], ...]
    stakes: tuple[Stake, ...] = ()
    invalid: tuple[Invalid, ...] = ()
    seal: tuple[str, ...] = ()
    magic_card: str | None = None
    lucky_position: int | None = None


# The deal


class CardDealt(Happened, frozen=True, tag="table.card_dealt/1"):
    place: Place
    card: str | None = None
    salt: str | None = None
    at: int = 0


class CardCorrected(Happened, frozen=True, tag="table.card_corrected/1"):
    place: Place
    was: str
    card: str
    by: str


# Looking, deciding, showing


class CardsHandled(Happened, frozen=True, tag="table.cards_handled/1"):
    position: int
    player: str


class CardsViewed(Happened, frozen=True, tag="table.cards_viewed/1"):
    position: int
    player: str


class DecisionMade(Happened, frozen=True, tag="table.decision_made/1"):
    """`wager` and `amount` are what the choice places; `by` is None where silence (R102) or absence made it."""

    position: int
    choice: str
    clause: str
    by: str | None
    wager: str | None = None
    amount: Cents = ZERO
    notes: tuple[Note, ...] = ()


class PlayerAsked(Happened, frozen=True, tag="table.player_asked/1"):
    """Once more, because the player said nothing."""

    position: int
    clause: str


class TimeGiven(Happened, frozen=True, tag="table.time_given/1"):
    """More time to think, because the player asked for it: the `nth` time in this round for this hand.

    While bets are open it is time to bet, for the player whatever he plays, once a round.
    """

    position: int
    player: str
    nth: int
    clause: str


class PlayerAbsent(Happened, frozen=True, tag="table.player_absent/1"):
    """`by` is None where the player left before looking at a card."""

    position: int
    by: str | None
    clause: str


class Exposed(Struct, frozen=True, gc=False):
    """A card turned up, with the salt that opens its commitment."""

    place: Place
    card: str
    salt: str | None = None


class CardsExposed(Happened, frozen=True, tag="table.cards_exposed/1"):
    cards: tuple[Exposed, ...]
    clause: str


class HandShown(Happened, frozen=True, tag="table.hand_shown/1"):
    position: int
    cards: tuple[Exposed, ...]
    by: str


class HandDeclined(Happened, frozen=True, tag="table.hand_declined/1"):
    position: int
    by: str
    clause: str


class JackpotHandNotified(Happened, frozen=True, tag="table.jackpot_hand_notified/1"):
    """The player says that the hand is in the jackpot table; it stays face up."""

    position: int
    hand: str
    clause: str


# The end


class Payment(Struct, frozen=True, gc=False):
    """What one player gives up and is paid by a line, and what comes back of the chips that lay there."""

    player: str
    collected: Cents
    paid: Cents
    back: Cents


class LineSettled(Happened, frozen=True, tag="table.line_settled/1"):
    """What became of one wager. `excess` is what lay there beside the stake in play and goes back.

    `claim` is what the link pays of it, apart from `payments`.
    """

    position: int
    wager: str
    outcome: Outcome
    stake: Cents
    pays: Cents
    returned: Cents
    excess: Cents
    rule: str
    also: tuple[str, ...]
    payments: tuple[Payment, ...]
    claim: Cents = ZERO


class PlayerWarned(Happened, frozen=True, tag="table.player_warned/1"):
    """A result under the minimum counted once; from now on such wagers go back (R31)."""

    player: str
    clause: str


class HandTold(Struct, frozen=True, gc=False):
    """What a hand that lies open is."""

    position: int
    hand: str | None
    progressive_hand: str | None = None


class RoundSettled(Happened, frozen=True, tag="table.round_settled/1"):
    """The result is announced. `jackpot` is the link as displayed, `paid` what it has fixed for the winning hands."""

    round: int
    dealer: str | None
    qualifies: bool | None
    hands: tuple[HandTold, ...]
    jackpot: Jackpot | None
    paid: JackpotSettlement | None
    clause: str


class AwardsAmended(Happened, frozen=True, tag="table.awards_amended/1"):
    paid: JackpotSettlement
    clause: str


class ClaimsVerified(Happened, frozen=True, tag="table.claims_verified/1"):
    """The winning hands spread, the whole deck counted on camera; `surveillance` says where to find it."""

    cards: int
    surveillance: str
    by: str
    post: Post
    clause: str
    software: bool = False


class ClaimsApproved(Happened, frozen=True, tag="table.claims_approved/1"):
    """By a second person of another post; `amount` is what all awards of the round come to."""

    amount: Cents
    by: str
    post: Post
    clause: str
    software: bool = False


class ClaimsRejected(Happened, frozen=True, tag="table.claims_rejected/1"):
    """Nothing is paid at these positions; `paid` is what the link has fixed anew for the winners that remain."""

    positions: tuple[int, ...]
    words: str
    by: str
    post: Post
    clause: str
    paid: JackpotSettlement | None = None
    software: bool = False


class AwardPaid(Happened, frozen=True, tag="table.award_paid/1"):
    position: int
    player: str
    line: str
    amount: Cents
    rule: str
    by: str


class ClaimsClosed(Happened, frozen=True, tag="table.claims_closed/1"):
    """All awards of the round are paid; the next call may be made."""

    round: int


class DeckOpened(Happened, frozen=True, tag="table.deck_opened/1"):
    """For surveillance and audit: the whole deck."""

    cards: tuple[str, ...]
    salts: tuple[str, ...]


class RoundVoided(Happened, frozen=True, tag="table.round_voided/1"):
    """Every wager goes back and no payment stands (R39); `contributed` and `claimed` tell the link what to undo."""

    round: int
    clause: str
    why: str
    contributed: tuple[int, ...]
    claimed: bool


# What goes wrong


class IrregularityReported(Happened, frozen=True, tag="table.irregularity_reported/1"):
    """The round waits for a ruling. `clause` is the one that covers it under the circumstances."""

    what: What
    by: str
    clause: str
    positions: tuple[int, ...] = ()
    player: str | None = None
    places: tuple[Place, ...] = ()
    wager: str | None = None
    amount: Cents | None = None
    handled: bool = False
    seen: bool = False
    words: str = ""


class EarlierErrorNoted(Happened, frozen=True, tag="table.earlier_error_noted/1"):
    """An error of a round that is final: its result stands, and nothing follows from it."""

    what: What
    round: int
    by: str
    clause: str
    words: str = ""


class ReportDismissed(Happened, frozen=True, tag="table.report_dismissed/1"):
    """It was not so, or at a table that runs by itself nobody has ruled on it in time (R117)."""

    what: What
    by: str
    post: Post
    words: str = ""
    software: bool = False


class CardsCounted(Happened, frozen=True, tag="table.cards_counted/1"):
    """By hand, the cards used in the round; `expected` is how many were dealt."""

    counted: int
    expected: int
    by: str
    clause: str


class RulingGiven(Happened, frozen=True, tag="table.ruling_given/1"):
    """`post` is the one in which `by` ruled."""

    what: What
    effect: Effect
    clause: str
    by: str
    post: Post
    words: str = ""


class SettlementSetAside(Happened, frozen=True, tag="table.settlement_set_aside/1"):
    """The round is settled anew, because a ruling changes what it is settled on; `claimed` tells the link."""

    round: int
    clause: str
    claimed: bool


class Moved(Struct, frozen=True, gc=False):
    """A card put from one place to another."""

    card_at: Place
    to: Place


class CardsMoved(Happened, frozen=True, tag="table.cards_moved/1"):
    """Whole hands put where they belong, or cards drawn together put in order."""

    moves: tuple[Moved, ...]
    clause: str


class HandRemoved(Happened, frozen=True, tag="table.hand_removed/1"):
    """A hand out of play: everything on it goes back."""

    position: int
    clause: str


class WagersHandedBack(Happened, frozen=True, tag="table.wagers_handed_back/1"):
    """Single wagers of a position out of play."""

    position: int
    wagers: tuple[str, ...]
    clause: str


class LateChipsRefused(Happened, frozen=True, tag="table.late_chips_refused/1"):
    """The late part of a wager goes back, won or lost."""

    player: str
    position: int
    wager: str
    amount: Cents
    clause: str


class WagersLetStand(Happened, frozen=True, tag="table.wagers_let_stand/1"):
    """Later wagers of a wrong amount are settled as they lie, and what is too much goes back."""

    positions: tuple[int, ...]
    clause: str


class OptionsGiven(Happened, frozen=True, tag="table.options_given/1"):
    """These players choose whether to go on, and the round waits for them."""

    positions: tuple[int, ...]
    offers: tuple[Offer, ...]
    clause: str


class OptionTaken(Happened, frozen=True, tag="table.option_taken/1"):
    """`by` is None where silence was taken to mean going on (R102)."""

    position: int
    answer: Answer
    clause: str
    by: str | None


class PlayerBarred(Happened, frozen=True, tag="table.player_barred/1"):
    player: str
    by: str
    clause: str


class BarLifted(Happened, frozen=True, tag="table.bar_lifted/1"):
    player: str
    by: str


class JackpotFailed(Happened, frozen=True, tag="table.jackpot_failed/1"):
    """The jackpot system does not work, or the devices of these positions; the house decides about later rounds."""

    positions: tuple[int, ...]
    clause: str
    registered: Cents | None = None  # by the link when it was reported


LaterRounds = Literal["close_table", "block_positions", "no_jackpot", "restored"]


class LaterRoundsDecided(Happened, frozen=True, tag="table.later_rounds_decided/1"):
    later: LaterRounds
    positions: tuple[int, ...]
    by: str
    clause: str


Event = (
    TableOpened
    | TableClosed
    | RackFilled
    | RackCredited
    | RackCounted
    | DealerAssigned
    | PlayerJoined
    | PlayerLeft
    | BoughtIn
    | CashedOut
    | SatDown
    | StoodUp
    | PlayerRestricted
    | RestrictionLifted
    | StayClosed
    | BetsCalled
    | WagerPlaced
    | WagerFound
    | WagerRaised
    | WagerTakenBack
    | WagerCorrected
    | OneHandTold
    | CompanionAsked
    | MinimumTold
    | BetsClosed
    | CardDealt
    | CardCorrected
    | CardsHandled
    | CardsViewed
    | DecisionMade
    | PlayerAsked
    | TimeGiven
    | PlayerAbsent
    | CardsExposed
    | HandShown
    | HandDeclined
    | JackpotHandNotified
    | LineSettled
    | PlayerWarned
    | RoundSettled
    | AwardsAmended
    | ClaimsVerified
    | ClaimsApproved
    | ClaimsRejected
    | AwardPaid
    | ClaimsClosed
    | DeckOpened
    | RoundVoided
    | IrregularityReported
    | EarlierErrorNoted
    | ReportDismissed
    | CardsCounted
    | RulingGiven
    | SettlementSetAside
    | CardsMoved
    | HandRemoved
    | WagersHandedBack
    | LateChipsRefused
    | WagersLetStand
    | OptionsGiven
    | OptionTaken
    | PlayerBarred
    | BarLifted
    | JackpotFailed
    | LaterRoundsDecided
)
