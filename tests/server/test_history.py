"""Rounds that are over: each as a replay of the whole log has it, however little of it is read."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from msgspec import Struct

from pitlink.bots.house import OFFICER
from pitlink.bots.tables import play_round
from pitlink.bots.trouble import moment
from pitlink.jackpot import Link
from pitlink.server import history, marks
from pitlink.server.history import History, Step
from pitlink.server.marks import Marks
from pitlink.server.rounds import summary
from pitlink.store import Store, Stored
from pitlink.store.streams import evolved
from pitlink.table import Table
from pitlink.table import commands as ask
from pitlink.table.events import BetsCalled, TableClosed
from tests.store.conftest import ON_SQLITE, Prepared
from tests.store.floors import at_table, bots_at, do, opened, till_of

ROUNDS = 7


@pytest.fixture(autouse=True)
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that few rounds have many pages and marks."""
    for name, size in (("PAGE", 23), ("LOOK_BACK", 7), ("KEPT", 3)):
        monkeypatch.setattr(history, name, size)
    for name, size in (("APART", 40), ("MOST", 5)):
        monkeypatch.setattr(marks, name, size)


def play(books: str) -> None:
    """Two tables on one link, in turn, with trouble; one of them is closed and opened again in between."""
    with opened(books, "A", "T1", "T2") as store:
        till = till_of(store)
        tables = [bots_at(till, "mbs-uth", name, "L1", seed) for name, seed in (("T1", 3), ("T2", 4))]
        for number in range(ROUNDS):
            for running, minds in tables:
                play_round(running, minds, moment(running.dice, 0.5))
            if number == 3:
                do(store, at_table(ask.CloseTable(OFFICER)))
                do(store, at_table(ask.CountRack(OFFICER, store.table("T1").in_rack)))
                (running, _), _ = tables
                do(store, at_table(ask.OpenTable(OFFICER, running.table.rules)))
                running.floor = store.floor("T1")


@pytest.fixture
def played(prepared: Prepared) -> Iterator[Store]:
    with opened(prepared(play), "A") as store:
        yield store


class Replayed(Struct):
    """The rounds of a table by number, and its link, from the first event of the log on."""

    rounds: dict[int, list[tuple[Stored, Table]]]
    links: list[tuple[Stored, Link]]


def replayed(store: Store, table: str) -> Replayed:
    found, state, link = Replayed({}, []), Table(), Link()
    in_round = False
    for stored in store.read(0, 100_000):
        if stored.stream == "link/L1":
            after = evolved(link, stored.event)
            assert isinstance(after, Link)
            link = after
            found.links.append((stored, link))
        elif stored.stream == f"table/{table}":
            changed = evolved(state, stored.event)
            assert isinstance(changed, Table)
            state, event = changed, stored.event
            in_round |= isinstance(event, BetsCalled)
            if in_round:
                found.rounds.setdefault(state.rounds, []).append((stored, state))
            in_round &= not isinstance(event, TableClosed)
    return found


def link_at(step: Step, known: Replayed) -> Link:
    """After all that came before, and all that the same command did."""
    stored = step.stored
    return [link for of, link in known.links if of.position < stored.position or of.command == stored.command][-1]


def test_every_round_is_what_a_replay_of_the_whole_log_has(played: Store) -> None:
    for table in ("T1", "T2"):
        known, now, looking = replayed(played, table), played.table(table), History(played)
        assert len(known.rounds) == ROUNDS
        for number in (5, 6, 1, 3, 2, 4, 6, 5):  # twice, too
            steps = looking.steps(table, now, number)
            assert steps is not None
            assert [(step.stored, step.table) for step in steps] == known.rounds[number]
            assert [step.link for step in steps] == [link_at(step, known) for step in steps]
        assert looking.steps(table, now, ROUNDS + 1) is None


def test_marks_that_came_by_make_no_difference(played: Store) -> None:
    known, now = replayed(played, "T2"), played.table("T2")
    looking = History(played)
    for number in known.rounds:
        for _, state in known.rounds[number]:
            looking.note("table/T2", state)
    for _, link in known.links:
        looking.note("link/L1", link)
    for number in range(1, ROUNDS):
        steps = looking.steps("T2", now, number)
        assert steps is not None
        assert [(step.stored, step.table) for step in steps] == known.rounds[number]
        assert [step.link for step in steps] == [link_at(step, known) for step in steps]


def test_rounds_are_listed_newest_first_page_by_page(played: Store) -> None:
    known, now, looking = replayed(played, "T1"), played.table("T1"), History(played)
    over = [number for number in sorted(known.rounds, reverse=True) if number < now.rounds]  # the last is not
    for most in (1, 3, 100):
        found, before = list[list[Stored]](), 2**53
        while page := looking.rounds_before("T1", now, before, most):
            assert len(page) <= most
            found += page
            event = page[-1][0].event
            assert isinstance(event, BetsCalled)
            before = event.round
        assert found == [[stored for stored, _ in known.rounds[number]] for number in over]


@ON_SQLITE
def test_the_last_round_of_a_closed_table_is_over(played: Store) -> None:
    played.own(["T1"])
    do(played, at_table(ask.CloseTable(OFFICER)))
    now, looking = played.table("T1"), History(played)
    (newest,) = looking.rounds_before("T1", now, 2**53, 1)
    steps = looking.steps("T1", now, ROUNDS)
    assert steps is not None
    assert [step.stored for step in steps] == newest
    assert isinstance(newest[-1].event, TableClosed)


def test_what_a_round_came_to_is_what_the_table_made_of_it(played: Store) -> None:
    """Whatever went wrong in it: results set aside, hands taken out, rounds that are void."""
    void = 0
    for table in ("T1", "T2"):
        for number, events in replayed(played, table).rounds.items():
            line = summary([stored for stored, _ in events])
            play = next(state.play for _, state in reversed(events) if state.play is not None)
            nets: dict[str, int] = {}
            for each in line.results:
                nets[each.player] = nets.get(each.player, 0) + each.net
            assert {name: net for name, net in nets.items() if net} == {n: net for n, net in play.nets.items() if net}
            assert (line.round, line.void) == (number, play.void)
            assert line.dealer_hand == (play.result.dealer if play.result else None)
            assert {each.position for each in line.results} == set(play.boxes)
            assert line.began_us <= line.ended_us <= events[-1][0].at_us
            assert (line.version, line.last_version) == (events[0][0].version, events[-1][0].version)
            void += play.void is not None
    assert void


def test_marks_keep_apart_and_become_fewer() -> None:
    kept = Marks()
    for version in range(500):
        kept.note("link/L", Link(version=version))
    found = [kept.before("link/L", version) for version in range(500)]
    versions = sorted({state.version for state in found if state is not None})
    assert found[0] is None
    assert 2 <= len(versions) <= 5
    assert all(later - earlier >= 40 for earlier, later in pairwise(versions))
    assert all(state is None or state.version <= version for version, state in enumerate(found))
