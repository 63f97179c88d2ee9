"""Winners at several tables at once, each table in a process of its own: the awards are those of an order that the
rulebook allows, to the cent, and the same in the books, in the log, at the link, at the tables and in the day's report.

A race is one round at every table, played to the settlement; then all settle at once, and all are paid at once.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from typing import Final

import pytest
import sqlalchemy as sa
from msgspec import Struct, structs

from pitlink import ledger
from pitlink.audit.report import report
from pitlink.bots.house import DEALER, OWNER
from pitlink.bots.tables import PARAMETERS
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.events import ClaimsEntered, ClaimsOrdered, ClaimsPaid
from pitlink.jackpot.link import ClaimOf
from pitlink.money import Cents
from pitlink.pit.gamingday import GamingDays
from pitlink.store import Store, Stored, batch, schema
from pitlink.store.playing import Till
from pitlink.table import AnyCommand
from pitlink.table import commands as ask
from pitlink.table.events import AwardPaid
from tests.store.floors import a_table, at_link, at_table, do, opened, till_of
from tests.store.load import (
    ALL,
    PATIENCE_S,
    Diary,
    Ended,
    Job,
    Process,
    check_acknowledged,
    check_books,
    forks,
    patiently_in_order,
    play_some,
    successor,
    take,
)
from tests.store.load_cards import StackedTable, staying

RACES: Final = 40 if ALL else 5
LINK: Final = "L1"
MEGALINK: Final = {"T1": "mbs-thb", "T2": "mbs-3cp", "T3": "mbs-uth", "T4": "mbs-lir"}
MULTI_LINK: Final = dict.fromkeys(("T1", "T2", "T3", "T4"), "rws-3cp")
KINDS: Final = ("sf -", "sf -", "royal -", "sf sf", "royal sf", "- -")


class Plan(Struct, frozen=True):
    """What a table is dealt in a race, and when: no two cards of a race at the same moment."""

    kind: str
    start: int
    step: int

    def at(self, nth: int) -> int:
        return self.start + nth * self.step


def plan_of(race: int, table: str) -> Plan:
    dice = random.Random(f"{race} {table}")
    tables = len(MEGALINK)
    return Plan(dice.choice(KINDS), dice.randrange(30) * tables + int(table[1:]), dice.randrange(1, 9) * tables)


# In the processes


class RacingTable(StackedTable):
    """Waits for the others before it settles, after that, and at the end of the round."""

    barrier: Barrier
    plan: Plan

    def do(self, command: AnyCommand) -> None:
        match command:
            case ask.CloseBets():
                self.kind = self.plan.kind
                super().do(structs.replace(command, magic_card=None, lucky_position=None))
            case ask.DealCard():
                super().do(structs.replace(command, at=self.plan.at(len(self.play.slots))))
            case ask.Settle():
                meet(self.barrier, 2)  # ready; go
                super().do(command)
                meet(self.barrier, 2)  # settled; looked at
            case _:
                patiently_in_order(lambda: super(RacingTable, self).do(command))


def meet(barrier: Barrier, times: int = 1) -> None:
    for _ in range(times):
        barrier.wait(PATIENCE_S)


def race_at_a_table(barrier: Barrier, job: Job) -> None:
    diary, numbers = Diary(job.diary), count(1)
    ((name, game),) = job.tables.items()
    try:
        store = Store(job.books, job.process, job.lease_s)
        take(store, [name])
        till = Till(store, diary.asking(till_of(store).ask), lambda: f"{job.process}-{next(numbers)}")
        running = RacingTable(till, game, random.Random(job.seed), name, LINK)
        running.barrier = barrier
        players = [f"{name} {each}" for each in ("Ann", "Bob")]
        for position, player in enumerate(players, start=1):
            running.seat(player, position)
        for race in range(RACES):
            running.plan = plan_of(race, name)
            play_some(running, {player: staying(player) for player in players}, trouble=0.0)
            meet(barrier, 2)  # paid; looked at
        store.close()
    except BrokenBarrierError:
        return
    except BaseException as fault:
        diary.note(Ended(name, repr(fault)))
        barrier.abort()


# What the rulebooks say, in a few lines of our own

Hand = tuple[str, int]  # table and position
Awards = dict[Hand, int]
HANDS: Final = {"sf -": "s", "royal -": "r", "sf sf": "ss", "royal sf": "rs", "- -": ""}  # by position


def megalink(order: Sequence[str], kinds: Mapping[str, str], display: int) -> tuple[Awards, int]:
    """Table by table in the order of entry (3.14); straight flushes share, a royal flush comes last (3.15)."""
    awards: Awards = {}
    for table in order:
        hands = HANDS[kinds[table]]
        flushes = [position for position, hand in enumerate(hands, start=1) if hand == "s"]
        left = display
        for _ in flushes:
            left -= left // 10
        for position in flushes:
            awards[table, position] = (display - left) // len(flushes)
        display -= sum(awards[table, position] for position in flushes)
        if "r" in hands:
            awards[table, 1] = display
            display = PARAMETERS.reset
    return awards, display


def multi_link(order: Sequence[Hand], kinds: Mapping[str, str], display: int) -> tuple[Awards, int]:
    """Hand by hand, each from the value then displayed (4.7.1, 4.7.2)."""
    awards: Awards = {}
    for table, position in order:
        whole = HANDS[kinds[table]][position - 1] == "r"
        awards[table, position] = display if whole else display // 10
        display = PARAMETERS.reset if whole else display - display // 10
    return awards, display


# The races


class Race(Struct, frozen=True):
    """How things stood when all were about to settle."""

    number: int
    position: int
    display: Cents
    tables: Mapping[str, str]

    @property
    def kinds(self) -> dict[str, str]:
        return {table: plan_of(self.number, table).kind for table in self.tables}

    @property
    def hands(self) -> set[Hand]:
        return {(table, at) for table, kind in self.kinds.items() for at in range(1, len(HANDS[kind]) + 1)}


def hands_in(order: Sequence[ClaimOf]) -> list[Hand]:
    return [(each.table, each.position) for each in order]


def events_since(store: Store, race: Race) -> list[Stored]:
    return store.read(race.position, most=10_000)


def check_settled(store: Store, race: Race, awards: Awards, display: int) -> None:
    """At the link, at every table, and in the books: the same awards."""
    link = store.link(LINK)
    assert {(each.table, each.position) for each in link.order} == race.hands
    claimed = {
        (claims.table, award.position): award.amount for claims in link.open_claims for award in claims.paid.awards
    }
    assert claimed == awards
    assert link.display == display
    for table in race.tables:
        play = store.table(table).play
        assert play is not None
        told = {(table, award.position): award.amount for award in (play.paid.awards if play.paid else ())}
        assert told == {hand: amount for hand, amount in awards.items() if hand[0] == table}
    claims_payable = ledger.claims_payable(LINK)
    assert sum(moved(store, race, taker=claims_payable)) - sum(moved(store, race, giver=claims_payable)) == sum(
        awards.values()
    )


def moved(store: Store, race: Race, **sides: str) -> list[int]:
    columns = schema.entry.c
    asked = sa.select(columns.amount_cents).where(columns.position > race.position).order_by(columns.position)
    for side, account in sides.items():
        asked = asked.where(columns[side] == account)
    with store.engine.connect() as connection:
        return list(connection.execute(asked).scalars())


def check_paid(store: Store, race: Race, order: Sequence[Hand], awards: Awards) -> None:
    """Each award once, to its winner, table after table in the order in which their first hands stand."""
    log = events_since(store, race)
    paid = {
        (each.stream.removeprefix("table/"), each.event.position): each.event.amount
        for each in log
        if isinstance(each.event, AwardPaid)
    }
    assert paid == awards
    tables = [each.event.table for each in log if isinstance(each.event, ClaimsPaid)]
    assert tables == list(dict.fromkeys(table for table, _ in order))
    given = {hand: moved(store, race, giver=ledger.claims_payable(LINK), taker=stack_of(hand)) for hand in race.hands}
    assert given == {hand: [amount] for hand, amount in awards.items()}
    assert not store.link(LINK).open_claims


def stack_of(hand: Hand) -> str:
    table, position = hand
    return ledger.chips(table, f"{table} {('Ann', 'Bob')[position - 1]}")


Told = list[tuple[str, int, int]]  # table, position and cents, in the order of winners


def told(order: Sequence[Hand], awards: Awards) -> Told:
    return [(*hand, awards[hand]) for hand in order]


def check_report(store: Store, winners: Told, began: datetime) -> None:
    """The day's report has all winners in the link's order, and the ledger has paid each what stands there."""
    days = GamingDays(UTC, began.time())
    found = report(store.engine, began.date(), days)
    assert [(each.table, each.position, each.amount) for each in found.awards] == winners
    assert {each.state for each in found.awards} == {"paid"}
    assert found.differences == ()
    columns = schema.entry.c
    asked = sa.select(columns.taker, columns.amount_cents).where(columns.giver == ledger.claims_payable(LINK))
    with store.engine.connect() as connection:
        booked = connection.execute(asked.where(columns.taker.like("chips/%"))).all()
    assert sorted(map(tuple, booked)) == sorted((stack_of((table, at)), amount) for table, at, amount in winners)


def an_hour_ago() -> datetime:
    return datetime.now(UTC).replace(microsecond=0) - timedelta(hours=1)


@contextmanager
def races(books: str, folder: Path, tables: Mapping[str, str]) -> Iterator[tuple[Store, Iterator[Race], Barrier]]:
    """All processes at work; each race is given when all are about to settle."""
    barrier = forks.Barrier(len(tables) + 1)
    jobs = [
        Job(books, f"racer-{table}", folder / f"diary-{table}", {table: game}, seed=int(table[1:]), lease_s=600.0)
        for table, game in tables.items()
    ]
    with successor(books, "the house", ()) as store, ExitStack() as stack:
        processes = [stack.enter_context(Process(job, partial(race_at_a_table, barrier))) for job in jobs]

        def run() -> Iterator[Race]:
            for number in range(RACES):
                meet(barrier)
                yield Race(number, store.position(), store.link(LINK).display, tables)

        try:
            yield store, run(), barrier
        except BrokenBarrierError:
            pytest.fail("\n".join(fault for process in processes for fault in process.told.faults))
        finally:
            barrier.abort()
        for process in processes:
            assert process.join() == 0
            assert process.told.faults == []
            check_acknowledged(store, process.told)


def test_winners_on_a_megalink_are_paid_in_the_order_of_entry(books: str, tmp_path: Path) -> None:
    began, winners = an_hour_ago(), Told()
    with races(books, tmp_path, MEGALINK) as (store, run, barrier):
        for race in run:
            meet(barrier, 2)
            entered = [each.event for each in events_since(store, race) if isinstance(each.event, ClaimsEntered)]
            tables = [event.claims.table for event in entered]
            awards, display = megalink(tables, race.kinds, race.display)
            check_settled(store, race, awards, display)
            order = hands_in(store.link(LINK).order)
            assert list(dict.fromkeys(table for table, _ in order)) == tables
            booked = moved(store, race, giver=ledger.pool(LINK), taker=ledger.claims_payable(LINK))
            assert booked == [sum(amount for hand, amount in awards.items() if hand[0] == each) for each in tables]
            meet(barrier, 2)
            check_paid(store, race, order, awards)
            winners += told(order, awards)
            check_books(store)
            meet(barrier)
        check_report(store, winners, began)


def test_winners_on_a_multi_link_are_paid_in_the_order_dealt_or_as_the_house_finds(books: str, tmp_path: Path) -> None:
    dice = random.Random(1)
    began, winners = an_hour_ago(), Told()
    with races(books, tmp_path, MULTI_LINK) as (store, run, barrier):
        for race in run:
            meet(barrier, 2)
            order = dealt_order(store, race)
            awards, display = multi_link(order, race.kinds, race.display)
            check_settled(store, race, awards, display)
            assert hands_in(store.link(LINK).order) == order
            if race.number % 2 and order:  # the house knows better
                dice.shuffle(order)
                claims = tuple(ClaimOf(table, position) for table, position in order)
                do(store, at_link(of_link.OrderClaims(OWNER, claims), LINK))
                awards, display = multi_link(order, race.kinds, race.display)
                check_settled(store, race, awards, display)
                last = [each.event for each in events_since(store, race) if isinstance(each.event, ClaimsOrdered)][-1]
                assert hands_in(last.order) == order
            meet(barrier, 2)
            check_paid(store, race, order, awards)
            winners += told(order, awards)
            check_books(store)
            meet(barrier)
        check_report(store, winners, began)


def dealt_order(store: Store, race: Race) -> list[Hand]:
    """By the moments that the tables have on record."""
    at = {}
    for table, position in race.hands:
        play = store.table(table).play
        assert play is not None
        at[table, position] = play.boxes[position].dealt_at
    assert len(set(at.values())) == len(at)
    return sorted(at, key=lambda hand: at[hand])


def test_a_table_is_read_rightly_while_its_owner_goes_on(books: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever puts winners in order reads tables of others: between two of his questions there may be a commit."""
    monkeypatch.setattr(batch, "SNAPSHOT_EVERY", 1)
    for nth in range(1, 4):  # after which question
        with opened(books, f"A{nth}", "T1") as store, opened(books, f"B{nth}") as other:
            if nth == 1:
                a_table(store)
            buy_in_after(nth, other, store)
            other.table("T1")
            assert other.table("T1") == store.table("T1")
            store.leave()


def buy_in_after(nth: int, other: Store, store: Store) -> None:
    """Once, when the other has asked its nth question."""
    asked = 0

    def after(*_: object) -> None:
        nonlocal asked
        asked += 1
        if asked == nth:
            do(store, at_table(ask.BuyIn(DEALER, "Ada", Cents(10_00))))

    sa.event.listen(other.engine, "after_cursor_execute", after)
