"""A link at work: every event goes through `evolve` and into the books, and the books are held against the meters."""

from collections.abc import Iterable
from typing import Any

from msgspec import structs

from pitlink import ledger
from pitlink.games.awards import Contender
from pitlink.jackpot import Command, Event, Link, decide, entries, evolve
from pitlink.jackpot.commands import (
    AdmitTable,
    CorrectDisplay,
    EnterClaims,
    OpenLink,
    OrderClaims,
    PayClaims,
    PostContributions,
    ReverseContributions,
    WithdrawClaims,
)
from pitlink.jackpot.events import ClaimsPaid, ClaimsWithdrawn, LinkRetired
from pitlink.jackpot.link import (
    ClaimOf,
    ClaimSet,
    DealtHand,
    Held,
    Operator,
    Parameters,
    Stake,
    fine,
    total,
    whole_cents,
)
from pitlink.ledger import BANK, Books, Entry, Transfer
from pitlink.money import Cents, Fixed, Pays, Percent, cents_of, dollars
from pitlink.people import Person
from pitlink.refusals import Refused
from pitlink.rulebook.switches import DEFAULT, Switches

SHIFT_MANAGER = Person("Sue", "gaming_shift_manager")
PIT_MANAGER = Person("Max", "pit_manager")
SUPERVISOR = Person("Pat", "pit_supervisor")
DEALER = Person("Dan", "dealer")

PLAIN = Parameters(
    base=Cents(5000_00),
    reset=Cents(1000_00),
    increment_rate_bp=2000,
    hidden_rate_bp=500,
    limit=None,
    overflow_to="next_jackpot",
    unreasonable_contribution=Cents(500_00),
    unit=Cents(5_00),
)

PAY_TABLE = {"mbs-thb": "4.2", "mbs-3cp": "4.4", "mbs-uth": "4.2", "mbs-lir": "4.2", "rws-3cp": "4.4"}
HANDS: dict[str, tuple[str, Pays | None]] = {
    "royal": ("royal flush", Percent(100)),
    "sf": ("straight flush", Percent(10)),
    "four": ("four of a kind", Fixed(Cents(2000_00))),
    "odd": ("five odd cards", None),
}


def money(text: str) -> Cents:
    """ "1,000.30", "-5"."""
    plain = text.replace(",", "").strip()
    return Cents(-cents_of(plain[1:])) if plain.startswith("-") else cents_of(plain)


def stakes(*positions: int, amount: int = 5_00) -> tuple[Stake, ...]:
    return tuple(Stake(position, Cents(amount)) for position in positions)


def hand(position: int, word: str, game: str = "mbs-thb", stake: int = 5_00) -> Contender:
    words, pays = HANDS[word]
    return Contender(position, words, pays, Cents(stake), PAY_TABLE[game])


class Pit:
    """A link, its books, and the payments that are the tables' own."""

    def __init__(self, operator: Operator = "mbs", switches: Switches = DEFAULT, **parameters: Any) -> None:
        self.link = Link()
        self.books: Books = ledger.EMPTY
        self.entries: list[Entry] = []
        self.events: list[Event] = []
        self.send(OpenLink(SHIFT_MANAGER, "L1", operator, structs.replace(PLAIN, **parameters), switches))

    # Commands

    def send(self, command: Command) -> tuple[Event, ...]:
        events = decide(self.link, command)
        assert not isinstance(events, Refused), f"{command}: {events}"
        for event in events:
            self.take_in(event)
        return events

    def refused(self, command: Command) -> Refused:
        refused = decide(self.link, command)
        assert isinstance(refused, Refused), f"{command} was carried out: {refused}"
        return refused

    def admit(self, *games: str, tables: Iterable[str] = ("T1", "T2", "T3", "T4", "T5")) -> None:
        """Tables T1, T2, … with these games."""
        for table, game in zip(tables, games, strict=False):
            self.send(AdmitTable(SHIFT_MANAGER, table, game, self.link.switches))

    def post(self, table: str, round: int, *positions: int, amount: int = 5_00) -> tuple[Event, ...]:
        return self.send(PostContributions(table, round, stakes(*positions, amount=amount)))

    def reverse(self, table: str, round: int, *positions: int, clause: str = "mbs-thb 5.12.2") -> tuple[Event, ...]:
        return self.send(ReverseContributions(table, round, positions, clause))

    def claim(self, table: str, round: int, *won: str, dealt: Iterable[int] = ()) -> tuple[Event, ...]:
        """Hands as "1 royal", with the moments at which they were dealt."""
        game = self.link.tables[table]
        split = [each.split() for each in won]
        posted = {stake.position: stake.amount for stake in self.link.contributions[table].stakes}
        contenders = tuple(hand(int(position), word, game, posted.get(int(position), 5_00)) for position, word in split)
        times = tuple(
            DealtHand(each.position, at) for each, at in zip(contenders, dealt, strict=False)
        )  # none in mbs games
        return self.send(EnterClaims(table, round, contenders, times))

    def order(self, *order: str) -> tuple[Event, ...]:
        """Claims as "T1 1"."""
        split = [each.split() for each in order]
        claims = tuple(ClaimOf(table, int(position)) for table, position in split)
        return self.send(OrderClaims(SHIFT_MANAGER, claims))

    def pay(self, table: str, round: int) -> tuple[Event, ...]:
        return self.send(PayClaims(SUPERVISOR, table, round))

    def withdraw(self, table: str, round: int, clause: str = "mbs-thb 5.1.1") -> tuple[Event, ...]:
        return self.send(WithdrawClaims(table, round, clause))

    def show(self, display: str) -> None:
        """Put the display at this value, as after an equipment fault."""
        change = money(display) - self.link.display
        if change:
            self.send(CorrectDisplay(SHIFT_MANAGER, PIT_MANAGER, Cents(change), "sign out of order"))

    # Books

    def take_in(self, event: Event) -> None:
        before = self.link
        self.events.append(event)
        self.link = evolve(before, event)
        if isinstance(event, ClaimsWithdrawn) and before.claims_of(event.claims.table) is None:
            self._table_takes_back(event.claims)
        self._enter(entries(before, event, self.link))
        if isinstance(event, LinkRetired) and event.to is not None:
            self._other_receives(event.held)
        if isinstance(event, ClaimsPaid):
            self._table_pays(self.link.paid_claims[event.table])
        self.audit()

    def _enter(self, made: Iterable[Entry]) -> None:
        made = tuple(made)
        books = ledger.enter(self.books, made)
        assert isinstance(books, Books), str(books)
        self.books = books
        self.entries += made

    def _table_pays(self, claims: ClaimSet) -> None:
        payable, chips = ledger.claims_payable(self.link.id), ledger.chips(claims.table, "winners")
        if amount := total(claims.paid):
            self._enter([Transfer(self._number(), payable, chips, amount, "paid", "table")])

    def _table_takes_back(self, claims: ClaimSet) -> None:
        payable, chips = ledger.claims_payable(self.link.id), ledger.chips(claims.table, "winners")
        if amount := total(claims.paid):
            self._enter([Transfer(self._number(), chips, payable, amount, "taken back", "table")])

    def _other_receives(self, held: Held) -> None:
        """What the link that receives it enters into the books."""
        link, other = self.link.id, "L2"
        for account, amount in (
            (ledger.pool, held.display),
            (ledger.reserve, held.reserve),
            (ledger.overflow, held.overflow),
        ):
            if cents := whole_cents(amount):
                self._enter([Transfer(self._number(), account(link), account(other), cents, "received", "link")])

    def _number(self) -> str:
        return f"table {len(self.entries)}"

    def audit(self) -> None:
        """What an auditor holds against each other after every event."""
        link, meters = self.link, self.link.meters
        open_amounts = sum(total(claims.paid) for claims in link.open_claims)
        for account, amount in (
            (ledger.pool(link.id), link.display),
            (ledger.reserve(link.id), whole_cents(meters.reserve)),
            (ledger.overflow(link.id), whole_cents(meters.overflow)),
            (ledger.claims_payable(link.id), Cents(open_amounts)),
        ):
            held = self.posted(account)
            assert held == amount, f"{account} has {dollars(held)}, the link {dollars(amount)}, after {self.events[-1]}"
        assert sum(balance.posted for balance in self.books.balances.values()) == 0
        moved = meters.contributed - fine(meters.awarded) + fine(meters.seeded) + meters.documented
        assert meters.display == fine(link.set_up.base) + moved, meters
        assert min(meters.display, meters.reserve, meters.overflow) >= 0, meters
        assert meters.wins == meters.paid_by_attendant + meters.paid_by_system + open_amounts, meters
        assert link.set_up.limit is None or meters.display <= fine(link.set_up.limit), meters

    def posted(self, account: ledger.Account) -> Cents:
        return self.books.balance(account).posted

    @property
    def bank(self) -> Cents:
        """What the house has spent on the link so far."""
        return Cents(-self.posted(BANK))

    # What there is to see

    @property
    def display(self) -> str:
        return dollars(self.link.display)

    @property
    def reserve(self) -> str:
        return dollars(whole_cents(self.link.meters.reserve))

    @property
    def overflow(self) -> str:
        return dollars(whole_cents(self.link.meters.overflow))

    @property
    def awards(self) -> dict[str, str]:
        """ "T1 2": "500.00", all open claims in the order of payment."""
        amounts = {
            (claims.table, award.position): award.amount
            for claims in self.link.open_claims
            for award in claims.paid.awards
        }
        return {
            f"{each.table} {each.position}": dollars(amounts[each.table, each.position]) for each in self.link.order
        }
