"""A floor driven by commands, with everything that must always hold checked after each of them.

Tests speak in a few words: who bets what, which cards come, who decides what. All goes through `pitlink.pit.act`.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from pitlink import jackpot, ledger, pit, roundfile, table
from pitlink.cards import NAMES
from pitlink.games import GAMES
from pitlink.games.dealing import Place
from pitlink.games.round import Limit
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.link import Features, Parameters, whole_cents
from pitlink.money import Cents, cents_of
from pitlink.people import Person, Post
from pitlink.pit import Floor, Outcome, Recorded
from pitlink.pit.export import export
from pitlink.refusals import Refused
from pitlink.rulebook.switches import DEFAULT, Switches
from pitlink.table import Table, TableSetup
from pitlink.table import commands as ask
from pitlink.table.events import Event
from pitlink.table.seal import seal
from pitlink.table.setup import CardSource
from pitlink.table.state import Box, Play
from tests.proving import prove

DEALER = Person("Dana", "dealer")
SUPERVISOR = Person("Sven", "pit_supervisor")
PIT_MANAGER = Person("Petra", "pit_manager")
SHIFT_MANAGER = Person("Gil", "gaming_shift_manager")

DEVICES = {"mbs-thb": "automated", "mbs-3cp": "automated", "mbs-uth": "automated", "mbs-lir": "any", "rws-3cp": "shoe"}
METHODS = {"mbs-uth": "A"}
LAYOUT = {"mbs-lir": "A"}
UNIT = Cents(5_00)

PARAMETERS = Parameters(
    base=Cents(100_000_00),
    reset=Cents(50_000_00),
    increment_rate_bp=2_000,
    hidden_rate_bp=500,
    limit=None,
    overflow_to="reserve",
    unreasonable_contribution=Cents(1_000_00),
    unit=UNIT,
)


def money(text: str | int) -> Cents:
    """Dollars as a test writes them: 25, "12.50"."""
    return cents_of(str(text))


def player(name: str) -> Person:
    return Person(name, "player")


def staff(name: str, post: Post) -> Person:
    return Person(name, post)


def limits_for(game: str, least: int = 10, most: int = 1000) -> dict[str, Limit]:
    placed = (wager for wager in GAMES[game].LAYOUT.placed if wager != "progressive")
    return {wager: Limit(money(least), money(most)) for wager in placed}


def setup_for(
    game: str,
    name: str = "T1",
    *,
    link: str | None = "L1",
    cards: CardSource = "reading_shoe",
    device: str | None = None,
    method: str | None = None,
    positions: int | None = None,
    switches: Switches = DEFAULT,
    limits: Mapping[str, Limit] | None = None,
) -> TableSetup:
    """A table as most tests want it: the largest layout, the first device, on link L1."""
    device = device or DEVICES[game]
    if method is None and device == DEVICES[game]:
        method = METHODS.get(game)
    return TableSetup(
        name,
        game,
        "A",
        positions or GAMES[game].LAYOUT.positions,
        device,
        cards,
        limits or limits_for(game),
        method,
        link,
        None if link is None else UNIT,
        None if link is None else PARAMETERS.unreasonable_contribution,
        switches,
        money(10_000),
    )


class Sealed(msgspec.Struct, frozen=True):
    """A deck with its salts, as something outside the core keeps it."""

    cards: tuple[str, ...]
    salts: tuple[str, ...]

    @property
    def commitments(self) -> tuple[str, ...]:
        return seal(self.cards, self.salts)


def sealed(cards: Iterable[str]) -> Sealed:
    """The cards named first, then the rest of the deck."""
    named = tuple(cards)
    deck = named + tuple(card for card in NAMES if card not in named)
    return Sealed(deck, tuple(hashlib.sha256(f"salt {card}".encode()).hexdigest()[:32] for card in deck))


class Driver:
    """A floor and its whole history. Every method that acts checks what must always hold."""

    def __init__(self, *, checking: bool = True) -> None:
        self.floor = Floor()
        self.books = ledger.EMPTY
        self.history: list[Recorded] = []
        self.all_entries: list[ledger.Entry] = []
        self.checking = checking
        self.name = "T1"

    # Acting

    def ask(self, command: table.AnyCommand, at: str | None = None) -> tuple[Event, ...]:
        """Carry out a command at a table (the last one opened); it must be accepted. Its events at that table."""
        at = at or self.name
        outcome = pit.act(self.floor, at, command)
        assert isinstance(outcome, Outcome), f"{command}: {outcome}"
        self._take(outcome)
        events = [each.event for each in outcome.events if each.stream == f"table/{at}"]
        return tuple(event for event in events if not isinstance(event, jackpot.Event))

    def refuse(self, command: table.AnyCommand, code: str, clause: str | None, at: str | None = None) -> Refused:
        """The command must be refused with this code, by this clause; the clause then counts as proved."""
        outcome = pit.act(self.floor, at or self.name, command)
        assert isinstance(outcome, Refused), f"accepted, where {code} was due: {command}"
        assert (outcome.code, outcome.clause) == (code, clause), str(outcome)
        assert outcome.found
        assert outcome.expected
        state = self.floor.tables.get(at or self.name)
        if clause is not None and state is not None and state.setup is not None:
            prove(state.setup.game, clause)
        return outcome

    def ask_link(self, command: jackpot.Command, link: str = "L1") -> tuple[jackpot.Event, ...]:
        outcome = pit.act_on_link(self.floor, link, command)
        assert isinstance(outcome, Outcome), f"{command}: {outcome}"
        self._take(outcome)
        events = [each.event for each in outcome.events if each.stream == f"link/{link}"]
        return tuple(event for event in events if isinstance(event, jackpot.Event))

    def refuse_link(self, command: jackpot.Command, code: str, clause: str | None, link: str = "L1") -> Refused:
        outcome = pit.act_on_link(self.floor, link, command)
        assert isinstance(outcome, Refused), f"accepted, where {code} was due: {command}"
        assert (outcome.code, outcome.clause) == (code, clause), str(outcome)
        return outcome

    def _take(self, outcome: Outcome) -> None:
        self.floor = outcome.floor
        self.history += outcome.events
        self.all_entries += outcome.entries
        books = ledger.enter(self.books, outcome.entries)
        assert isinstance(books, ledger.Books), str(books)
        self.books = books
        if self.checking:
            check_floor(self.floor, self.books)

    # Seeing

    @property
    def table(self) -> Table:
        return self.floor.tables[self.name]

    @property
    def play(self) -> Play:
        play = self.table.play
        assert play is not None
        return play

    def box(self, position: int) -> Box:
        return self.play.boxes[position]

    @property
    def due(self) -> str:
        return self.play.due.step

    def chips(self, name: str) -> Cents:
        return self.table.players[name].chips

    def events(self, kind: type) -> list[Event]:
        return [each.event for each in self.history if isinstance(each.event, kind)]  # type: ignore[misc]

    # Setting up

    def open_link(
        self,
        operator: str = "mbs",
        parameters: Parameters = PARAMETERS,
        switches: Switches = DEFAULT,
        features: Features | None = None,
        name: str = "L1",
    ) -> None:
        if features is not None:
            parameters = msgspec.structs.replace(parameters, features=features)
        assert operator in ("mbs", "rws")
        self.ask_link(
            of_link.OpenLink(SHIFT_MANAGER, name, "mbs" if operator == "mbs" else "rws", parameters, switches), name
        )

    def open(self, setup: TableSetup) -> None:
        """Open a table, and first the link it is on if there is none yet."""
        self.name = setup.table
        if setup.link is not None:
            if setup.link not in self.floor.links:
                self.open_link(setup.game[:3], switches=setup.switches, name=setup.link)
            self.ask_link(of_link.AdmitTable(SHIFT_MANAGER, setup.table, setup.game, setup.switches), setup.link)
        self.ask(ask.OpenTable(SUPERVISOR, setup))

    def seat(self, *names: str, chips: int = 10_000) -> None:
        """Players at positions 1, 2, … with chips."""
        for position, name in enumerate(names, start=1):
            self.come(name, chips)
            self.ask(ask.Sit(player(name), name, position))

    def come(self, name: str, chips: int = 10_000) -> None:
        self.ask(ask.Join(player(name), name))
        self.ask(ask.BuyIn(DEALER, name, money(chips)))

    # A round in a few words

    def call(self) -> None:
        self.ask(ask.CallBets(DEALER))

    def bet(self, name: str, position: int, **wagers: str | int) -> None:
        """bet("Ann", 1, ante=25, blind=25); the wagers of Let It Ride are w1, w2 and w3."""
        for wager, amount in wagers.items():
            word = {"w1": "1", "w2": "2", "w3": "$"}.get(wager, wager)
            self.ask(ask.PlaceWager(player(name), name, position, word, money(amount)))

    def close(self, deck: Sealed | None = None, magic_card: str | None = None, lucky: int | None = None) -> None:
        self.ask(ask.CloseBets(DEALER, deck.commitments if deck else (), magic_card, lucky))

    def deal(self, hands: Mapping[str | int, str], *, at: int = 0) -> list[Place]:
        """Deal what is due now: `hands` has cards for positions, "dealer" and "community", other places get any."""
        named = {card for text in hands.values() for card in text.split()}
        spare = iter([card for card in reversed(NAMES) if card not in named])
        places = []
        while self.due == "deal":
            place = self.play.due.place
            assert place is not None
            cards = hands.get(place.position if place.where == "position" else place.where, "").split()
            card = (
                cards[place.nth - 1]
                if place.nth <= len(cards) and place.where not in ("burned", "security")
                else next(spare)
            )
            unread = self.table.rules.cards == "hand_dealt"
            self.ask(ask.DealCard(DEALER, None if unread else card, at=at))
            places.append(place)
        return places

    def deal_sealed(self, deck: Sealed) -> None:
        while self.due == "deal":
            nth = len(self.play.slots)
            self.ask(ask.DealCard(DEALER, deck.cards[nth], deck.salts[nth]))

    def choose(self, position: int, *choices: str) -> None:
        """Decisions of one position as they come due; the dealer turns up what is due between them."""
        for choice in choices:
            self.expose()
            self.ask(ask.Decide(player(str(self.box(position).seat.player)), position, choice))

    def expose(self) -> None:
        while self.due == "expose":
            self.ask(ask.Expose(DEALER))

    def finish(
        self, hands: Mapping[str | int, str] | None = None, *, declining: Sequence[int] = ()
    ) -> tuple[Event, ...]:
        """From the last decision to the settlement: last cards dealt, all turned up, all hands shown. The events."""
        if self.due == "deal":
            self.deal(hands or {})
        self.expose()
        while self.due == "show":
            position = self.play.due.position
            if position in declining:
                self.ask(ask.DeclineToShow(player(str(self.box(position).seat.player)), position))
            else:
                self.ask(ask.ShowHand(DEALER, position))
        assert self.due == "settle", self.play.due
        return self.ask(ask.Settle(DEALER))

    def approve(self, at: str | None = None) -> None:
        """The claims verified by one person and approved by another, if they are not yet."""
        play = self.floor.tables[at or self.name].play
        assert play is not None
        if play.verified is None:
            self.ask(ask.VerifyClaims(SUPERVISOR, 52, "camera 4, 14:10"), at)
        if play.approved is None:
            self.ask(ask.ApproveClaims(PIT_MANAGER), at)

    def pay(self, at: str | None = None, by: Person = SUPERVISOR) -> tuple[Event, ...]:
        """The whole procedure of a claim, to the payment; the events of the payment."""
        self.approve(at)
        return self.ask(ask.PayAwards(by), at)


def check_floor(floor: Floor, books: ledger.Books) -> None:
    """What must hold after every command: no cent made or lost, stacks and meters as the books have them."""
    assert sum(balance.posted for balance in books.balances.values()) == 0
    for name, state in floor.tables.items():
        for who, stack in state.players.items():
            balance = books.balance(ledger.chips(name, who))
            assert balance.posted == stack.chips, f"{who}: {balance.posted} in the books, {stack.chips} at the table"
            assert stack.chips >= stack.lying >= 0, f"{who} has {stack.chips} and {stack.lying} on the layout"
            assert balance.leaving <= stack.lying, f"{who} would lose {balance.leaving} of {stack.lying}"
        rack = books.balance(ledger.rack(name))
        assert rack.posted == state.rack, f"{rack.posted} in the rack by the books, {state.rack} at the table"
        assert rack.available == state.free_in_rack
        assert rack.posted - rack.leaving + rack.coming == state.in_rack
        pending = set(state.play.pending) if state.play else set()
        assert {number for number in books.pending if number.startswith(f"table/{name} ")} == pending
    for name, link in floor.links.items():
        assert books.balance(ledger.pool(name)).posted == link.display
        assert books.balance(ledger.reserve(name)).posted == whole_cents(link.meters.reserve)
        assert books.balance(ledger.overflow(name)).posted == whole_cents(link.meters.overflow)


def replay(history: Iterable[Recorded]) -> Floor:
    """The floor from its events alone, each written as JSON and read back."""
    tables: dict[str, Table] = {}
    links: dict[str, jackpot.Link] = {}
    for each in history:
        kind, _, name = each.stream.partition("/")
        text = msgspec.json.encode(each.event)
        if kind == "table":
            tables[name] = table.evolve(tables.get(name, Table()), msgspec.json.decode(text, type=table.Event))
            assert tables[name].version == each.version
        else:
            links[name] = jackpot.evolve(links.get(name, jackpot.Link()), msgspec.json.decode(text, type=jackpot.Event))
            assert links[name].version == each.version
    return Floor(tables, links)


def check_export(driver: Driver) -> None:
    """The last round as a round file settles to the same money, or is refused for export by name."""
    raw = export(driver.table)
    if isinstance(raw, Refused):
        named = ("unequal_entry", "cards_never_exposed", "award_of_another_table", "ruling_not_in_format")
        assert raw.code in named, str(raw)
        return
    settlement = roundfile.settle(msgspec.json.encode(raw))
    ours = {(line.position, line.wager): line for line in driver.play.lines}
    theirs = {(each.seat.position, line.wager): line for each in settlement.seats for line in each.lines}
    assert set(ours) == set(theirs)
    for key, line in ours.items():
        other = theirs[key]
        collected = other.stake - other.returned
        assert (line.outcome, line.pays) == (other.outcome, other.pays), key
        assert line.rule == other.rule or not driver.play.dealer_up, key  # a hand not turned up is cited by no line
        assert sum(each.collected for each in line.payments) == collected, key
        assert sum(each.paid for each in line.payments) + line.claim == other.pays, key
