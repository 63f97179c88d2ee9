"""What must hold whatever is asked of a link, in whatever order: thousands of commands, sound and unsound."""

import os
from functools import reduce
from typing import get_args

import msgspec
from hypothesis import note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec import structs

from pitlink import ledger
from pitlink.jackpot import Command, Event, Link, decide, evolve, reconciling
from pitlink.jackpot.commands import (
    AdmitTable,
    ChangeParameters,
    CheckLink,
    CorrectDisplay,
    EnterClaims,
    FailLink,
    OpenLink,
    OrderClaims,
    PayClaims,
    PostContributions,
    ReceiveJackpot,
    ReleaseTable,
    ResumeLink,
    RetireLink,
    ReverseContributions,
    SuspendLink,
    WithdrawClaims,
)
from pitlink.jackpot.events import ContributionsPosted, ContributionsReversed
from pitlink.jackpot.link import (
    FINE,
    ClaimOf,
    DealtHand,
    FallReason,
    Fine,
    Held,
    Operator,
    OverflowTo,
    Stake,
    fine,
    taken,
)
from pitlink.jackpot.parameters import parameters_digest
from pitlink.money import Cents
from pitlink.people import LADDER, Person
from pitlink.refusals import Refused
from pitlink.rulebook.switches import Switches
from tests.jackpot.linked import PIT_MANAGER, PLAIN, SHIFT_MANAGER, Pit, hand

TABLES = ("T1", "T2", "T3", "T4")
GAMES = {"mbs": ("mbs-thb", "mbs-3cp", "mbs-uth", "mbs-lir"), "rws": ("rws-3cp",) * 4}

tables = st.sampled_from((*TABLES * 5, "T9"))
positions = st.integers(1, 4)
rounds = st.sampled_from((0, 0, 0, 0, 1, -1))  # beside the round that would be right
people = st.builds(
    Person, st.just("P"), st.sampled_from(("player", *LADDER, *("gaming_shift_manager",) * 20)), st.booleans()
)
switches = st.builds(
    Switches,
    fixed_awards_from=st.sampled_from(("house", "house", "pool")),
    several_straight_flushes=st.sampled_from(("sequential", "same_display", "starting_value")),
    royal_base=st.sampled_from(("remaining", "displayed")),
    rws_major_order=st.sampled_from(("dealt", "royal_last")),
    meter_floor=st.sampled_from(("none", "reset_value")),
)


DECODER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


class AnyLink(RuleBasedStateMachine):
    """One link of either operator with four tables. `Pit.audit` runs after every event."""

    pit: Pit
    wagers_in: int

    @initialize(
        operator=st.sampled_from(("mbs", "rws")),
        switches=switches,
        base=st.integers(0, 300_00),
        reset=st.integers(0, 200_00),
        rates=st.sampled_from(((333, 167), (2000, 500), (9999, 1), (0, 0), (1, 9999), (10_000, 0))),
        room=st.sampled_from((None, 1, 3_00, 100_00)),  # none at all: see test_overflow.py
        overflow_to=st.sampled_from(("next_jackpot", "reserve", "house")),
        unit=st.sampled_from((1, 1_00, 5_00)),
    )
    def open(
        self,
        operator: Operator,
        switches: Switches,
        base: int,
        reset: int,
        rates: tuple[int, int],
        room: int | None,
        overflow_to: str,
        unit: int,
    ) -> None:
        self.pit = Pit(
            operator,
            switches,
            base=Cents(base),
            reset=Cents(reset),
            increment_rate_bp=rates[0],
            hidden_rate_bp=rates[1],
            limit=None if room is None else Cents(max(base, reset) + room),
            overflow_to=overflow_to,
            unit=Cents(unit),
        )
        self.pit.admit(*GAMES[operator])
        self.wagers_in = 0

    def ask(self, command: Command) -> None:
        """Events or a refusal with all its parts; a display falls only for a reason of the closed list."""
        told = decide(self.pit.link, command)
        assert decide(self.pit.link, command) == told
        if isinstance(told, Refused):
            assert told.code
            assert told.found
            assert told.expected
            return
        note(f"{command}")
        assert told
        for event in told:
            before = self.pit.link
            self.pit.take_in(event)
            if self.pit.link.meters.display < before.meters.display:
                assert getattr(event, "reason", None) in get_args(FallReason), event
            assert self.pit.link.version == before.version + 1
            if isinstance(event, ContributionsPosted):
                assert before.state == "running"
                self.wagers_in += len(event.stakes)
            if isinstance(event, ContributionsReversed):
                self.wagers_in -= len(event.positions)

    def last_round(self, table: str) -> int:
        last = self.pit.link.contributions.get(table)
        return last.round if last else 0

    # Commands

    @rule(
        by=people,
        what=st.sampled_from(("open", "admit", "admit", "release")),
        table=tables,
        game=st.sampled_from((*GAMES["mbs"], "rws-3cp", "rws-3cp", "x")),
        own=st.booleans(),
    )
    def manage(self, by: Person, what: str, table: str, game: str, *, own: bool) -> None:
        match what:
            case "open":
                self.ask(OpenLink(by, table, "mbs", PLAIN))
            case "admit":
                self.ask(AdmitTable(by, table, game, self.pit.link.switches if own else Switches()))
            case _:
                self.ask(ReleaseTable(by, table))

    @rule(table=tables, off=rounds, where=st.lists(positions, max_size=4), units=st.sampled_from((1, 1, 1, 1, 2, 0)))
    def post(self, table: str, off: int, where: list[int], units: int) -> None:
        amount = Cents(self.pit.link.set_up.unit * units)
        stakes = tuple(Stake(position, amount) for position in where)
        self.ask(PostContributions(table, self.last_round(table) + 1 + off, stakes))

    @rule(table=tables, where=st.sets(positions, min_size=1, max_size=4))
    def post_soundly(self, table: str, where: set[int]) -> None:
        stakes = tuple(Stake(position, self.pit.link.set_up.unit) for position in sorted(where))
        self.ask(PostContributions(table, self.last_round(table) + 1, stakes))

    @rule(
        table=st.sampled_from(TABLES),
        words=st.sampled_from((("royal",), ("sf",), ("sf",), ("sf", "sf"), ("sf", "royal"), ("royal", "sf"))),
        dealt=st.integers(0, 20),
        pays=st.booleans(),
    )
    def win(self, table: str, words: tuple[str, ...], dealt: int, *, pays: bool) -> None:
        """A whole round: contributions and claims, and the payment of the claims before."""
        if pays:
            self.ask(PayClaims(SHIFT_MANAGER, table, self.last_round(table)))
        self.post_soundly(table, {1, 2, 3})
        self._claim(table, self.last_round(table), dict(enumerate(words, 1)), [dealt, dealt + 1])

    @rule(table=tables, off=rounds, where=st.sets(positions, max_size=4))
    def reverse(self, table: str, off: int, where: set[int]) -> None:
        """No position twice: see test_reversal.py."""
        self.ask(ReverseContributions(table, self.last_round(table) + off, tuple(where), "5.12.2"))

    @rule(
        table=tables,
        off=rounds,
        words=st.dictionaries(positions, st.sampled_from(("royal", "sf", "sf", "four", "odd")), max_size=3),
        dealt=st.lists(st.integers(0, 9), max_size=3),
    )
    def claim(self, table: str, off: int, words: dict[int, str], dealt: list[int]) -> None:
        self._claim(table, self.last_round(table) + off, words, dealt)

    def _claim(self, table: str, number: int, words: dict[int, str], dealt: list[int]) -> None:
        """Not what was paid before, and no position twice: see test_claims.py."""
        link = self.pit.link
        if (paid := link.paid_claims.get(table)) and paid.round == number:
            return
        game = link.tables.get(table, "mbs-thb")
        contenders = tuple(hand(position, word, game, link.set_up.unit) for position, word in words.items())
        times = tuple(DealtHand(position, at) for position, at in zip(words, dealt, strict=False))
        self.ask(EnterClaims(table, number, contenders, times))

    @rule(by=people, random=st.randoms(use_true_random=False), drop=st.integers(0, 9))
    def order(self, by: Person, random: object, drop: int) -> None:
        open_claims = self.pit.link.open_claims
        claims = [ClaimOf(each.table, award.position) for each in open_claims for award in each.paid.awards]
        random.shuffle(claims)  # type: ignore[attr-defined]
        self.ask(OrderClaims(by, tuple(claims[1:] if drop == 0 else claims)))

    @rule(by=people, table=tables, off=rounds)
    def pay(self, by: Person, table: str, off: int) -> None:
        self.ask(PayClaims(by, table, self.last_round(table) + off))

    @rule(table=tables, off=rounds)
    def withdraw(self, table: str, off: int) -> None:
        """Not where fractions above the limit would make a cent of their own: see test_withdrawal.py."""
        link = self.pit.link
        claims, limit = link.claims_of(table) or link.paid_claims.get(table), link.set_up.limit
        if claims is not None and limit is not None:
            back = link.meters.display + fine(taken(claims.paid)) - fine(claims.paid.seed)
            if back > fine(limit) and back % FINE + link.meters.overflow % FINE >= FINE:
                return
        self.ask(WithdrawClaims(table, self.last_round(table) + off, "5.1.1"))

    @rule(by=people, change=st.integers(-50_00, 50_00), text=st.sampled_from(("sign", "")))
    def correct(self, by: Person, change: int, text: str) -> None:
        self.ask(CorrectDisplay(by, PIT_MANAGER, Cents(change), text))

    @rule(
        what=st.sampled_from(("suspend", "fail", "check", "check", "resume", "resume", "resume")),
        passed=st.sampled_from((True, True, True, False)),
        second=st.sampled_from((PIT_MANAGER, PIT_MANAGER, None)),
    )
    def run_or_not(self, what: str, second: Person | None, *, passed: bool) -> None:
        match what:
            case "suspend":
                self.ask(SuspendLink(SHIFT_MANAGER, "maintenance"))
            case "fail":
                self.ask(FailLink(SHIFT_MANAGER, "dark"))
            case "check":
                self.ask(CheckLink(SHIFT_MANAGER, "0" * 64, parameters_digest(self.pit.link.set_up), passed))
            case _:
                self.ask(CheckLink(SHIFT_MANAGER, "0" * 64, parameters_digest(self.pit.link.set_up), passed))
                self.ask(ResumeLink(SHIFT_MANAGER, "ready", second))

    @rule(
        reset=st.integers(0, 200_00),
        rates=st.sampled_from(((333, 167), (9999, 1), (0, 0), (10_000, 1))),
        room=st.sampled_from((None, -1, 0, 1, 50_00)),
        to=st.sampled_from(("next_jackpot", "reserve", "house")),
        waits=st.booleans(),
    )
    def change(self, reset: int, rates: tuple[int, int], room: int | None, to: OverflowTo, *, waits: bool) -> None:
        """Suspended first, most often; what was posted before is reversed at the rates it was posted at."""
        link = self.pit.link
        if not waits:
            self.ask(SuspendLink(SHIFT_MANAGER, "new approval"))
        shown = max(link.display + 1, link.set_up.base, reset)
        new = structs.replace(
            link.set_up,
            reset=Cents(reset),
            increment_rate_bp=rates[0],
            hidden_rate_bp=rates[1],
            limit=None if room is None else Cents(shown + room),
            overflow_to=to,
        )
        self.ask(ChangeParameters(SHIFT_MANAGER, PIT_MANAGER, new, "new approval"))

    @rule(display=st.integers(0, 10**9), reserve=st.integers(0, 10**7), overflow=st.integers(0, 10**7))
    def receive(self, display: int, reserve: int, overflow: int) -> None:
        held = Held(Fine(display), Fine(reserve), Fine(overflow))
        self.ask(ReceiveJackpot(SHIFT_MANAGER, PIT_MANAGER, "L9", held, "the end of L9"))

    @rule(sure=st.integers(0, 9), to=st.sampled_from((None, "L2")))
    def retire(self, sure: int, to: str | None) -> None:
        """Seldom with all that goes before it: nothing can be done afterwards."""
        if sure == 0:
            for claims in self.pit.link.order:
                self.ask(PayClaims(SHIFT_MANAGER, claims.table, self.last_round(claims.table)))
            for table in self.pit.link.tables:
                self.ask(ReleaseTable(SHIFT_MANAGER, table))
            self.ask(SuspendLink(SHIFT_MANAGER, "the end"))
        self.ask(RetireLink(SHIFT_MANAGER, PIT_MANAGER, to, "the end"))

    # What holds

    @invariant()
    def nothing_is_left_in_a_link_that_is_retired(self) -> None:
        if hasattr(self, "pit") and self.pit.link.state == "retired":
            meters = self.pit.link.meters
            assert (meters.display, meters.reserve, meters.overflow) == (0, 0, 0)
            for account in (ledger.pool, ledger.reserve, ledger.overflow, ledger.claims_payable):
                assert self.pit.posted(account("L1")) == 0

    @invariant()
    def the_in_meter_counts_wagers(self) -> None:
        if hasattr(self, "pit"):
            assert self.pit.link.meters.wagers_in == self.wagers_in

    @invariant()
    def one_open_claim_a_table_and_in_a_round_that_was_posted(self) -> None:
        if hasattr(self, "pit"):
            link = self.pit.link
            assert len({claims.table for claims in link.open_claims}) == len(link.open_claims)
            for claims in link.open_claims:
                assert claims.table in link.tables
                assert claims.round == link.contributions[claims.table].round

    def teardown(self) -> None:
        if not hasattr(self, "pit"):
            return
        pit = self.pit
        assert reduce(evolve, pit.events, Link()) == pit.link
        self._reconcile()
        read = [DECODER.decode(msgspec.json.encode(event)) for event in pit.events]
        assert read == pit.events
        assert reduce(evolve, read, Link()) == pit.link
        assert ledger.check_ids(pit.entries) is None
        trial = ledger.trial_balance(pit.entries)
        assert trial.difference == 0
        for account, balance in pit.books.balances.items():
            assert trial.net(account) == balance.posted

    def _reconcile(self) -> None:
        """Every change of every meter is explained, and the accounts have what the meters say."""
        link, statement = Link(), reconciling.begin("L1", Link())
        for event in self.pit.events:
            after = evolve(link, event)
            statement = reconciling.add(statement, link, event, after)
            link = after
        assert statement.differences == {}
        assert reconciling.against_books(statement, self.pit.books) == {}
        for meter, column in statement.columns.items():
            for kind, change in column.changes.items():
                assert change >= 0 or meter != "display" or kind in (*get_args(FallReason), "limit"), (meter, kind)


EXAMPLES = 300 if os.environ.get("PITLINK_ALL") else 120
AnyLink.TestCase.settings = settings(max_examples=EXAMPLES, stateful_step_count=60, deadline=None)
TestAnyLink = AnyLink.TestCase


def a_day() -> Pit:
    """One event of every kind."""
    pit = Pit("rws", limit=Cents(5001_00), overflow_to="reserve")
    pit.admit("rws-3cp", "rws-3cp", "rws-3cp")
    for table in ("T1", "T2"):
        pit.post(table, 1, 1, 2)
    pit.reverse("T1", 1, 2)
    pit.claim("T1", 1, "1 royal", dealt=[9])
    pit.claim("T2", 1, "2 sf", dealt=[4])
    pit.order("T1 1", "T2 2")
    pit.pay("T1", 1)
    pit.withdraw("T2", 1)
    pit.send(CorrectDisplay(SHIFT_MANAGER, PIT_MANAGER, Cents(-1), "sign"))
    pit.send(CheckLink(SHIFT_MANAGER, "0" * 64, parameters_digest(pit.link.set_up), passed=True))
    pit.send(SuspendLink(SHIFT_MANAGER, "new approval"))
    new = structs.replace(pit.link.set_up, limit=Cents(9000_00))
    pit.send(ChangeParameters(SHIFT_MANAGER, PIT_MANAGER, new, "new approval"))
    pit.send(
        ReceiveJackpot(SHIFT_MANAGER, PIT_MANAGER, "L9", Held(Fine(12_345), Fine(1), Fine(9_999)), "the end of L9")
    )
    pit.send(FailLink(SHIFT_MANAGER, "dark"))
    pit.send(CheckLink(SHIFT_MANAGER, "0" * 64, parameters_digest(pit.link.set_up), passed=True))
    pit.send(ResumeLink(SHIFT_MANAGER, "ready", PIT_MANAGER))
    for table in ("T3", "T2", "T1"):
        pit.send(ReleaseTable(SHIFT_MANAGER, table))
    pit.send(SuspendLink(SHIFT_MANAGER, "the end"))
    pit.send(RetireLink(SHIFT_MANAGER, PIT_MANAGER, "L2", "the end"))
    assert {type(event) for event in pit.events} == set(get_args(Event))
    return pit


def test_replaying_a_day_gives_the_same_link() -> None:
    pit = a_day()
    assert reduce(evolve, pit.events, Link()) == pit.link


def test_events_are_written_and_read_as_json() -> None:
    pit = a_day()
    read = [msgspec.json.decode(msgspec.json.encode(event), type=Event) for event in pit.events]
    assert read == pit.events
    assert reduce(evolve, read, Link()) == pit.link


def test_the_state_before_an_event_is_left_as_it_was() -> None:
    """Frozen through and through: replaying half a day twice ends in the same link."""
    events = a_day().events
    half = reduce(evolve, events[: len(events) // 2], Link())
    kept = msgspec.json.encode(half)
    reduce(evolve, events[len(events) // 2 :], half)
    assert msgspec.json.encode(half) == kept
