"""What can be asked at a table. `by` says who asks; cards are named as text ("As"), money is in whole cents."""

from msgspec import Struct

from pitlink.games.dealing import Place
from pitlink.games.irregularities import Answer, Effect, What
from pitlink.games.round import Jackpot, JackpotSettlement
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.table.events import LaterRounds
from pitlink.table.setup import TableSetup


class Command(Struct, frozen=True, gc=False, tag_field="command", tag=lambda name: name):
    by: Person


# The table and its people


class OpenTable(Command, frozen=True):
    setup: TableSetup


class CloseTable(Command, frozen=True):
    """After the last round: what is pending becomes final. Uncounted, the rack is to be counted later (R115)."""

    counted: Cents | None = None


class Fill(Command, frozen=True):
    """Chips brought to the rack. `slip` is the number of the slip that the dealer has signed."""

    amount: Cents
    slip: str
    dealer: str


class Credit(Command, frozen=True):
    """Chips taken from the rack."""

    amount: Cents
    slip: str
    dealer: str


class CountRack(Command, frozen=True):
    """Between two rounds, or when the table is closed."""

    counted: Cents


class AssignDealer(Command, frozen=True):
    dealer: str


class Join(Command, frozen=True):
    player: str


class Leave(Command, frozen=True):
    player: str


class BuyIn(Command, frozen=True):
    player: str
    amount: Cents


class CashOut(Command, frozen=True):
    player: str
    amount: Cents


class Sit(Command, frozen=True):
    player: str
    position: int


class Stand(Command, frozen=True):
    player: str
    position: int


class RestrictPlayer(Command, frozen=True):
    """To one playing position."""

    player: str


class LiftRestriction(Command, frozen=True):
    player: str


class CloseStay(Command, frozen=True):
    """The player's stay is over: results under the minimum count from the start again (R31)."""

    player: str


# Betting


class CallBets(Command, frozen=True):
    """ "Place your bets, please"."""


class PlaceWager(Command, frozen=True):
    player: str
    position: int
    wager: str
    amount: Cents


class RaiseWager(Command, frozen=True):
    """By an amount; wagers that must be equal rise together."""

    player: str
    position: int
    wager: str
    amount: Cents


class TakeBackWager(Command, frozen=True):
    """All of the player's chips in it; wagers that must be equal come back together."""

    player: str
    position: int
    wager: str


class RecordWager(Command, frozen=True):
    """The dealer says how chips lie, right or wrong."""

    player: str
    position: int
    wager: str
    amount: Cents


class CorrectWager(Command, frozen=True):
    """A mistyped amount put right under supervision."""

    player: str
    position: int
    wager: str
    amount: Cents


class CloseBets(Command, frozen=True):
    """ "No more bets". With a sealed deck its commitments; in Let It Ride what the system drew."""

    seal: tuple[str, ...] = ()
    magic_card: str | None = None
    lucky_position: int | None = None


# The deal


class DealCard(Command, frozen=True):
    """The next card of the procedure; `card` is None where it is dealt unread. `at` orders hands across tables."""

    card: str | None = None
    salt: str | None = None
    at: int = 0


class CorrectCard(Command, frozen=True):
    """A mistyped card put right under supervision."""

    place: Place
    card: str


# Looking, deciding, showing


class HandleCards(Command, frozen=True):
    """Touch the cards without looking."""

    position: int


class Look(Command, frozen=True):
    position: int


class Decide(Command, frozen=True):
    """`amount` is the wager that the choice places, where it is said."""

    position: int
    choice: str
    amount: Cents | None = None


class RecordDecision(Command, frozen=True):
    """The dealer says what a player has decided, and how the chips for it lie."""

    position: int
    choice: str
    amount: Cents | None = None


class TakeSilence(Command, frozen=True):
    """The player whose turn it is says nothing: ask once more, then take the passive choice (R102)."""

    position: int


class AskForTime(Command, frozen=True):
    """The player whose answer is waited for, or who sits there while bets are open, wants more time (R102)."""

    position: int


class FindAbsent(Command, frozen=True):
    position: int


class Expose(Command, frozen=True):
    """Turn up what is due, community cards or the dealer's hand; `cards` where they were dealt unread."""

    cards: tuple[str, ...] = ()


class ShowHand(Command, frozen=True):
    position: int
    cards: tuple[str, ...] = ()


class DeclineToShow(Command, frozen=True):
    position: int


class NotifyJackpotHand(Command, frozen=True):
    position: int


# The end


class Settle(Command, frozen=True):
    """`jackpot` and `paid` come from the link: what it displays, and what it has fixed for the winning hands."""

    jackpot: Jackpot | None = None
    paid: JackpotSettlement | None = None


class AmendAwards(Command, frozen=True):
    """The link has put winners of several tables in another order."""

    paid: JackpotSettlement


class VerifyClaims(Command, frozen=True):
    """The winning hands are what they seem: `cards` is the whole deck as counted, `surveillance` where to see it."""

    cards: int
    surveillance: str


class ApproveClaims(Command, frozen=True):
    """A second person of another post agrees to what the awards come to."""


class RejectClaims(Command, frozen=True):
    """Nothing is paid at these positions; `paid` comes from the link: what it has fixed anew for the others."""

    positions: tuple[int, ...]
    words: str
    paid: JackpotSettlement | None = None


class PayAwards(Command, frozen=True):
    """The link's claims of this table are paid."""


class OpenDeck(Command, frozen=True):
    """The whole sealed deck, for surveillance and audit: cards and salts in the order of the seal."""

    cards: tuple[str, ...]
    salts: tuple[str, ...]


# What goes wrong


class Report(Command, frozen=True):
    """Anybody at the table says what went wrong. `handled` and `seen`: by a player, though nobody recorded it.

    `round` is an earlier one whose error came to light now.
    """

    what: What
    positions: tuple[int, ...] = ()
    player: str | None = None
    places: tuple[Place, ...] = ()
    wager: str | None = None
    amount: Cents | None = None
    handled: bool = False
    seen: bool = False
    round: int | None = None
    words: str = ""


class DismissReport(Command, frozen=True):
    """It was not so: the round goes on as if nothing had been said."""

    words: str = ""


class CountCards(Command, frozen=True):
    """The dealer counts the cards used in the round."""

    cards: int


class Rule(Command, frozen=True):
    """What becomes of the round. `positions` are the hands it names, `moves` whole hands put where they belong,
    `order` the cards drawn together as they are to be received.
    """

    effect: Effect
    positions: tuple[int, ...] = ()
    moves: tuple[tuple[int, int], ...] = ()
    order: tuple[Place, ...] = ()
    words: str = ""


class AnswerOption(Command, frozen=True):
    """A player who was given the choice says whether to go on; the dealer may say it for him."""

    position: int
    answer: Answer


class DecideLaterRounds(Command, frozen=True):
    """What the house does about a jackpot that does not work; `restored` when it works again."""

    later: LaterRounds
    positions: tuple[int, ...] = ()


class LiftBar(Command, frozen=True):
    player: str


AnyCommand = (
    OpenTable
    | CloseTable
    | Fill
    | Credit
    | CountRack
    | AssignDealer
    | Join
    | Leave
    | BuyIn
    | CashOut
    | Sit
    | Stand
    | RestrictPlayer
    | LiftRestriction
    | CloseStay
    | CallBets
    | PlaceWager
    | RaiseWager
    | TakeBackWager
    | RecordWager
    | CorrectWager
    | CloseBets
    | DealCard
    | CorrectCard
    | HandleCards
    | Look
    | Decide
    | RecordDecision
    | TakeSilence
    | AskForTime
    | FindAbsent
    | Expose
    | ShowHand
    | DeclineToShow
    | NotifyJackpotHand
    | Settle
    | AmendAwards
    | VerifyClaims
    | ApproveClaims
    | RejectClaims
    | PayAwards
    | OpenDeck
    | Report
    | DismissReport
    | CountCards
    | Rule
    | AnswerOption
    | DecideLaterRounds
    | LiftBar
)
