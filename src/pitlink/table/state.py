"""A table as it stands: people, chips, and the round in play."""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct, structs

from pitlink.cards import Card
from pitlink.games.dealing import Place
from pitlink.games.decisions import Exposure
from pitlink.games.irregularities import Offer
from pitlink.games.round import JackpotSettlement, Seat, Wager
from pitlink.jackpot.link import Stake
from pitlink.money import ZERO, Cents
from pitlink.table.events import (
    ClaimsApproved,
    ClaimsVerified,
    IrregularityReported,
    LaterRounds,
    LineSettled,
    Note,
    Payment,
    RoundSettled,
    RulingGiven,
)
from pitlink.table.setup import TableSetup


class Player(Struct, frozen=True, gc=False):
    """Somebody at the table with one stack. What lies on the layout is his until it is lost, but not his to use."""

    chips: Cents = ZERO
    lying: Cents = ZERO
    present: bool = True

    @property
    def available(self) -> Cents:
        return Cents(self.chips - self.lying)


class Box(Struct, frozen=True, gc=False):
    """One position with a wager. `seat` is what the settlement will be made of."""

    seat: Seat
    notes: tuple[Note, ...] = ()
    handled: bool = False
    viewed: bool = False
    shown: bool | None = None  # turned up, or declined; None while neither
    asked: bool = False  # once more, because the player said nothing (R102)
    more_time: int = 0  # how often the player has asked for it in this round
    cards: int = 0  # dealt so far
    dealt_at: int = 0  # when the last card of the hand lay there
    later: Mapping[str, Wager] = {}  # wagers that decisions have placed, as they lie
    notified: bool = False  # the player has said that it is a jackpot hand (rws-3cp 4.6)
    taken_out: bool = False  # by a ruling or an answer: its chips are the players' again
    handed_back: Mapping[str, str] = {}  # single wagers that a ruling took out of play, by which clause

    def lying(self, wager: str) -> Cents:
        """What lies on an area: placed before the deal or by a decision; a side payment has no chips of its own."""
        lies = self.later.get(wager) or self.seat.wagers.get(wager)
        return lies.amount if lies else ZERO

    @property
    def withdrawn(self) -> tuple[str, ...]:
        """What was taken back in its turn; the other wagers of the hand lie there still (mbs-lir, R91)."""
        return tuple(("1", "2")[at] for at, word in enumerate(self.seat.decisions) if word == "withdraw")

    @property
    def there(self) -> tuple[str, ...]:
        """Wagers whose chips lie there: the player has not got them back."""
        back = (*self.withdrawn, *self.handed_back)
        wagers = () if self.taken_out else (*self.seat.wagers, *self.later)
        return tuple(wager for wager in wagers if wager not in back)

    @property
    def in_play(self) -> Seat:
        """The seat without the wagers that were handed back, and without what was decided on them."""
        if not self.handed_back:
            return self.seat
        wagers = {wager: lies for wager, lies in self.seat.wagers.items() if wager not in self.handed_back}
        decisions = () if "ante" in self.handed_back else self.seat.decisions
        return structs.replace(self.seat, wagers=wagers, decisions=decisions)


class Slot(Struct, frozen=True, gc=False):
    """A dealt card: the `nth` to leave the device, unknown where nobody has read it, face down until turned up."""

    nth: int
    card: Card | None
    salt: str | None = None
    up: bool = False


Step = Literal[
    "close",
    "deal",
    "decide",
    "expose",
    "show",
    "settle",
    "open_deck",
    "verify_claims",
    "approve_claims",
    "pay_claims",
    "call",
    "rule",
    "answer",
]


class Due(Struct, frozen=True, gc=False):
    """What the procedure wants next, and by which clause."""

    step: Step
    clause: str | None
    position: int = 0
    place: Place | None = None
    exposure: Exposure | None = None


class Question(Struct, frozen=True, gc=False):
    """What players were given to choose after an error, and who has not answered yet."""

    waiting: tuple[int, ...]
    offers: tuple[Offer, ...]
    clause: str


class Play(Struct, frozen=True, gc=False):
    """One round of play, from the call to the next one."""

    number: int
    due: Due
    boxes: Mapping[int, Box] = {}  # by position; in the order dealt once bets are closed
    closed: bool = False
    seal: tuple[str, ...] = ()  # a commitment for every card of the sealed deck
    to_deal: tuple[Place, ...] = ()
    to_deal_last: tuple[Place, ...] = ()  # once everybody has decided
    slots: Mapping[Place, Slot] = {}
    exposed: int = 0  # community cards turned up
    dealer_up: bool = False
    stakes: tuple[Stake, ...] = ()  # progressive wagers that fed the link
    magic_card: Card | None = None
    lucky_position: int | None = None
    lines: tuple[LineSettled, ...] = ()
    result: RoundSettled | None = None  # announced: the round is settled
    paid: JackpotSettlement | None = None  # what the link has fixed for the winning hands
    nets: Mapping[str, Cents] = {}  # what each player is better or worse off, once the round is final
    warned: tuple[str, ...] = ()  # players whose one result under the minimum this round was
    pending: tuple[str, ...] = ()  # transfers that wait for the next call (R40)
    reversed: tuple[int, ...] = ()  # positions whose contribution went back
    claimed: bool = False  # hands of this round have won a share of the jackpot
    claims_open: bool = False  # and are not paid yet
    verified: ClaimsVerified | None = None
    approved: ClaimsApproved | None = None  # for what the awards come to now
    rejected: tuple[int, ...] = ()  # positions whose claim was (R109)
    deck_opened: bool = False
    void: str | None = None  # by which clause
    touched: bool = False  # a player has handled cards
    seen: bool = False  # a player has seen a card of his own
    registered: Cents | None = None  # by the link, when the jackpot failed (R25)
    exposed_in_error: tuple[int, ...] = ()  # which cards of the deck, by what was ruled on so far
    anew: bool = False  # it was settled before, and is settled once more (R106)
    report: IrregularityReported | None = None  # waits for a ruling
    counted: int | None = None  # by hand, where the number of cards was in doubt
    dismissed: tuple[str, ...] = ()  # by software: whose reports of this round were (R117)
    question: Question | None = None  # waits for answers
    rulings: tuple[RulingGiven, ...] = ()
    more_to_bet: tuple[str, ...] = ()  # players who were given more time to bet

    @property
    def settled(self) -> bool:
        return self.result is not None

    @property
    def result_known(self) -> bool:
        """Settled, or settled before and set aside."""
        return self.settled or self.anew

    @property
    def for_the_rack(self) -> Cents:
        """What the rack will be better or worse off once the round is final; the link pays its own awards."""
        return Cents(sum(each.collected - each.paid for each in self._payments))

    @property
    def paid_by_rack(self) -> Cents:
        return Cents(sum(each.paid for each in self._payments))

    @property
    def _payments(self) -> Iterator[Payment]:
        """Those that stand: none of a void round."""
        return (each for line in self.lines if not self.void for each in line.payments)

    @property
    def feeding(self) -> tuple[int, ...]:
        """Positions whose contribution lies in the link."""
        return tuple(stake.position for stake in self.stakes if stake.position not in self.reversed)


class JackpotDown(Struct, frozen=True, gc=False):
    """The jackpot does not work here; `later` is what the house has chosen for the rounds that follow."""

    positions: tuple[int, ...]
    later: LaterRounds | None = None


class Table(Struct, frozen=True, gc=False):
    """One table. Before it is opened it has no set-up, and nothing can be done at it."""

    setup: TableSetup | None = None
    version: int = 0
    open: bool = False
    dealer: str | None = None
    players: Mapping[str, Player] = {}
    seats: Mapping[int, str] = {}  # who sits where
    restricted: frozenset[str] = frozenset()  # to one position
    warned: frozenset[str] = frozenset()  # have had their one result under the minimum (R31)
    barred: frozenset[str] = frozenset()  # from further play
    jackpot_down: JackpotDown | None = None
    rounds: int = 0  # called so far
    play: Play | None = None
    rack: Cents = ZERO  # as the books have it: what is pending is not in it yet
    uncounted: bool = False  # closed, and the rack not counted since (R115)
    slips: frozenset[str] = frozenset()  # numbers used for fills and credits (R114)

    @property
    def rules(self) -> TableSetup:
        assert self.setup is not None
        return self.setup

    @property
    def in_rack(self) -> Cents:
        """The chips that lie there: what is pending has been collected and paid already."""
        return Cents(self.rack + (self.play.for_the_rack if self.play else 0))

    @property
    def free_in_rack(self) -> Cents:
        """What may be taken from the rack, whatever becomes of the round: less what it has paid and may still leave."""
        return Cents(self.rack - (self.play.paid_by_rack if self.play else 0))


def play_of(table: Table) -> Play:
    """The round of a table that has one."""
    assert table.play is not None
    return table.play


def places_of(play: Play, where: str, position: int = 0) -> list[Place]:
    """The places of one hand, in the order dealt."""
    return [place for place in play.slots if place.where == where and place.position == position]
