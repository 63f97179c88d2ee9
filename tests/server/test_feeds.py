"""Live feeds: every version once and in order, resumed where they broke off, and no card before it lies open."""

import asyncio
import re
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import get_args

import httpx
import msgspec
import pytest
from starlette.types import Message

from pitlink.bots.house import OWNER
from pitlink.cards import name
from pitlink.client import Pit, Rejected
from pitlink.games.round import Award, JackpotSettlement
from pitlink.jackpot import commands as of_link
from pitlink.jackpot import events as of_link_events
from pitlink.jackpot.link import ClaimSet, DealtHand
from pitlink.jackpot.parameters import parameters_digest
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.server import feeds
from pitlink.server.desk import of_desk
from pitlink.server.feeds import Feed, Readers
from pitlink.server.live import Live
from pitlink.server.messages import FloorMessage, LinkMessage, TableMessage, Told, ToldOnFloor
from pitlink.server.metrics import FEEDS, Metrics
from pitlink.server.roles import NOBODY, Caller, Role
from pitlink.server.telling import FOR_ALL, told_of
from pitlink.store import Accepted, Desk, Request, Store, Stored, software
from pitlink.table import Event, Table, evolve
from pitlink.table import commands as ask
from tests.server.running import PASSWORD, Running, signed_in
from tests.server.searching import salts_of, secrets_in
from tests.server.test_playing import TABLES, act, sit_down
from tests.store.floors import a_table, opened

CARD = re.compile(r'"([2-9TJQKA][cdhs])"')
SALT = re.compile(r'"([0-9a-f]{32})"')
TABLE = "UTH 1"
for _kind in (TableMessage, LinkMessage, FloorMessage):
    msgspec.json.Decoder(_kind)  # here, since msgspec crashes where two threads are the first to want one


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = Running(str(tmp_path_factory.mktemp("feeds") / "books.db"), Path(tmp_path_factory.mktemp("pit")))
    made.start("--speed", "40")
    yield made
    made.stop()


def messages(address: str, path: str, since: int | None = None) -> Iterator[tuple[str, str]]:
    """The id and the data of each, as a browser reads them."""
    headers = {} if since is None else {"last-event-id": str(since)}
    with httpx.stream("GET", f"{address}{path}", headers=headers, timeout=30.0) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        number = ""
        for line in response.iter_lines():
            if line.startswith("id: "):
                number = line[4:]
            elif line.startswith("data: "):
                yield number, line[6:]


def test_versions_follow_one_another_and_a_reader_goes_on_where_it_was(running: Running) -> None:
    with Pit(running.address) as pit:
        first = next(pit.follow(TABLE))
        assert (first.snapshot, first.events) == (True, ())
        seen, last = list[int](), first.version
        for _ in range(4):  # four connections, each cut off after a while
            for message in pit.follow(TABLE, last):
                assert not message.snapshot
                seen += [told.version for told in message.events]
                last = message.version
                if message.view is not None:
                    assert message.view.version == last
                if len(seen) % 7 == 6:
                    break
            time.sleep(0.2)
        assert seen == list(range(first.version + 1, last + 1))


def test_a_feed_that_has_reached_the_version_of_an_answer_shows_what_was_done(running: Running) -> None:
    with running.guest("Vera") as vera:
        before = vera.table(TABLE).version
        joined = vera.do(TABLE, "Join", id="vera comes")
        assert joined.version > before
        assert vera.do(TABLE, "Join", id="vera comes").version >= joined.version
        reached = next(each for each in vera.follow(TABLE, before) if each.version >= joined.version)
        assert reached.view is not None
        assert "Vera" in reached.view.players


def test_who_has_missed_nothing_is_told_so_at_once(running: Running) -> None:
    with Pit(running.address) as pit:
        tries = (next(pit.follow(TABLE, pit.table(TABLE).version)) for _ in range(100))
        told = next(message for message in tries if not message.events)
        assert (told.snapshot, told.view is not None) == (False, True)


@pytest.mark.parametrize("since", [10**9, 10**15])
def test_who_asks_for_what_is_not_there_yet_gets_how_things_stand(running: Running, since: int) -> None:
    with Pit(running.address) as pit:
        assert next(pit.follow(TABLE, since)).snapshot


def test_a_gap_is_a_snapshot(running: Running) -> None:
    with Pit(running.address) as pit:
        while pit.table(TABLE).version < 410:  # more than is told again
            time.sleep(0.2)
        assert next(pit.follow(TABLE, 1)).snapshot
        resumed = next(pit.follow(TABLE, pit.table(TABLE).version - 300))
        assert not resumed.snapshot
        assert len(resumed.events) >= 300


LINK = "Megalink"


def test_the_versions_of_a_link_follow_one_another_and_its_reader_goes_on_where_it_was(running: Running) -> None:
    with Pit(running.address) as pit:
        first = next(pit.follow_link(LINK))
        assert (first.snapshot, first.events) == (True, ())
        seen, last = list[int](), first.version
        for _ in range(3):  # three connections, each cut off after a while
            for message in pit.follow_link(LINK, last):
                assert not message.snapshot
                seen += [told.version for told in message.events]
                last = message.version
                assert message.sign.version == last
                if len(seen) % 4 == 3:
                    break
            time.sleep(0.5)
        assert seen == list(range(first.version + 1, last + 1))
        assert next(pit.follow_link(LINK, 10**9)).snapshot
        (number, text) = next(messages(running.address, f"/api/links/{LINK}/feed", last))
        assert int(number) == msgspec.json.decode(text, type=LinkMessage).version


def test_who_missed_too_much_of_a_link_gets_how_it_stands(books: str) -> None:
    """More than is told again: 400 events."""

    async def read(store: Store) -> tuple[LinkMessage, ...]:
        desk = Desk(store)
        live = Live(store, desk, Metrics())
        await live.start()
        now = live.links["L1"].version
        feeds_of = (feeds.of_link(live, "L1", NOBODY, since) for since in (now - 401, now - 400))
        texts = [(await anext(feed)).decode().split("data: ")[1] for feed in feeds_of]
        desk.close()
        far, near = (msgspec.json.decode(text, type=LinkMessage) for text in texts)
        return far, near

    with opened(books, "A", "T1") as store:
        a_table(store)
        answers = store.submit([Request(f"check {nth}", "link/L1", checking(store)) for nth in range(402)])
        assert all(isinstance(each, Accepted) for each in answers)
        far, near = asyncio.run(asyncio.wait_for(read(store), 20))
        assert (far.snapshot, far.events) == (True, ())
        assert (near.snapshot, len(near.events)) == (False, 400)


def checking(store: Store) -> of_link.CheckLink:
    return of_link.CheckLink(OWNER, software.digest(), parameters_digest(store.link("L1").set_up), True)


def test_onlookers_are_told_of_a_link_what_its_sign_shows_and_staff_the_whole(tmp_path: Path) -> None:
    running = Running("", tmp_path)
    running.start("--speed", "40")
    staff: dict[Role, str] = {"gaming_shift_manager": "Greta", "auditor": "Aldo", "dealer": "Dana"}
    try:
        with signed_in(running, staff) as signed, Pit(running.address) as nobody:
            greta, since = signed["gaming_shift_manager"], nobody.link(LINK).version
            greta.do_at_link(LINK, "SuspendLink", note="a word for the record")
            greta.do_at_link(LINK, "CheckLink")
            greta.do_at_link(LINK, "ResumeLink", note="another word")
            found: dict[str, dict[int, Told]] = {}
            readers = {"nobody": nobody, "owner": signed["administrator"]} | {str(role): signed[role] for role in staff}
            while len(found.get("nobody", ())) < 8:
                for name, reader in readers.items():
                    message = next(reader.follow_link(LINK, since))
                    found[name] = {told.version: told for told in message.events}
    finally:
        running.stop()
    versions = set[int].intersection(*(set(each) for each in found.values()))
    assert len(versions) >= 8
    assert {"link.contributions_posted/1", "link.suspended/1"} <= {
        found["nobody"][version].event["name"] for version in versions
    }
    for version in versions:
        whole, shown = found["auditor"][version], found["nobody"][version]
        assert found["gaming_shift_manager"][version] == whole
        assert found["dealer"][version] == found["owner"][version] == shown
        assert (shown.at_us, shown.by, list(shown.event)) == (whole.at_us, whole.by, list(whole.event))
        for field, told in shown.event.items():
            hidden = field in ("note", "hidden", "over", "software", "parameters", "second")
            assert told == (None if hidden else whole.event[field]), field
        if whole.event["name"] == "link.suspended/1":
            assert whole.event["note"] == "a word for the record"


def test_every_field_of_every_event_of_a_link_is_for_all_or_for_staff() -> None:
    assert set(FOR_ALL) == set(get_args(of_link_events.Event))
    for event, fields in FOR_ALL.items():
        assert set(fields) <= set(event.__struct_fields__), event


def test_of_claims_onlookers_are_told_the_awards_and_not_what_the_house_adds() -> None:
    award = Award(3, "progressive", "Royal Flush", Cents(5_000_00), Cents(5_000_00), "4.2.1")
    paid = JackpotSettlement(Cents(5_000_00), Cents(1_000_00), (award,), Cents(1_000_00))
    claims = ClaimSet("T1", 7, "mbs-uth", (), (DealtHand(3, 99),), paid, Cents(700_00), Cents(50_00), "reserve", 12)
    body = msgspec.json.encode(of_link_events.ClaimsEntered(claims)).decode()
    told = told_of(Stored(1, "link/L1", 12, 1, 1, "dealer", "an id", body, ""), NOBODY).event["claims"]
    assert told["paid"]["awards"][0]["amount"] == 5_000_00
    assert (told["table"], told["round"]) == ("T1", 7)
    assert [told[field] for field in ("dealt", "contenders", "seed_from_reserve", "released", "released_to")] == [
        None
    ] * 5


def test_the_floor_goes_on_behind_a_position_and_begins_anew_after_a_restart(tmp_path: Path) -> None:
    running = Running("", tmp_path)
    running.start()
    with Pit(running.address) as pit:
        first = next(pit.follow_floor())
        assert (first.snapshot, len(first.tables), len(first.links)) == (True, 5, 2)
        time.sleep(1.0)
        known = {line.table: line.version for line in first.tables}
        resumed = next(pit.follow_floor(first.position))
        assert not resumed.snapshot
        assert resumed.tables
        assert all(line.version > known[line.table] for line in resumed.tables)
    running.stop()
    running.start()
    with Pit(running.address) as pit:
        for position, events in product((resumed.position, 1, 10**9), (False, True)):
            again = next(pit.follow_floor(position, events=events))
            assert (again.snapshot, len(again.tables), len(again.links)) == (True, 5, 2)
    running.stop()


def test_the_floor_tells_what_happens_to_those_who_ask(running: Running) -> None:
    """Each event as the feed of its table or link tells it, with the same version; behind a position all of them."""
    with Pit(running.address) as pit:
        feed = pit.follow_floor(events=True)
        first = next(feed)
        assert (first.snapshot, first.events) == (True, ())
        told: list[ToldOnFloor] = []
        while len(told) < 60 or not {TABLE, None} <= {each.table for each in told}:
            message = next(feed)
            assert not message.snapshot
            told += message.events
        tables = {line.table: line.version for line in first.tables}
        of_table = [each.told for each in told if each.table == TABLE]
        link = next(each.link for each in told if each.link is not None)
        on_link = [each.told for each in told if each.link == link]
        assert versions(of_table) == list(range(tables[TABLE] + 1, tables[TABLE] + 1 + len(of_table)))
        assert of_table == told_by(pit.follow(TABLE, tables[TABLE]), of_table[-1].version)
        assert on_link == told_by(pit.follow_link(link, on_link[0].version - 1), on_link[-1].version)
        resumed = next(pit.follow_floor(first.position, events=True))
        assert not resumed.snapshot
        assert list(resumed.events[: len(told)]) == told


def versions(told: Iterable[Told]) -> list[int]:
    return [each.version for each in told]


def told_by(feed: Iterator[TableMessage | LinkMessage], last: int) -> list[Told]:
    """Its events up to a version."""
    found: list[Told] = []
    while not found or found[-1].version < last:
        found += next(feed).events
    return [each for each in found if each.version <= last]


def test_more_than_is_kept_of_the_floor_brings_a_snapshot(books: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitlink.server.live.ON_FLOOR", 3)

    async def read(store: Store) -> list[FloorMessage]:
        desk = Desk(store)
        live = Live(store, desk, Metrics())
        await live.start()
        positions = [live.position]
        for nth in range(4):
            join = ask.Join(Person(f"P{nth}", "player"), f"P{nth}")
            assert isinstance(await live.submit(Request(f"join {nth}", "table/T1", join)), Accepted)
            await asyncio.sleep(0.05)
            positions.append(live.position)
        found = [await anext(feeds.of_floor(live, each, NOBODY)) for each in positions[:-1]]
        live.stop()
        desk.close()
        return [msgspec.json.decode(each.split(b"data: ")[1], type=FloorMessage) for each in found]

    with opened(books, "A", "T1") as store:
        a_table(store)
        found = asyncio.run(read(store))
    assert [(each.snapshot, len(each.events)) for each in found] == [(True, 0), (False, 3), (False, 2), (False, 1)]


def test_the_meter_rises_on_the_sign_at_the_tables_and_on_the_floor(running: Running) -> None:
    shown: dict[str, set[int]] = {"link": set(), "table": set(), "floor": set()}

    def enough() -> bool:
        return all(len(values) >= 2 for values in shown.values()) and bool(set.intersection(*shown.values()))

    def read(kind: str, path: str) -> None:
        until = time.monotonic() + 60
        for _, text in messages(running.address, path):
            match kind:
                case "link":
                    shown[kind].add(msgspec.json.decode(text, type=LinkMessage).sign.display)
                case "table":
                    told = msgspec.json.decode(text, type=TableMessage)
                    sign = told.sign or (told.view.sign if told.view else None)
                    shown[kind] |= {sign.display} if sign else set()
                case _:
                    floor = msgspec.json.decode(text, type=FloorMessage)
                    shown[kind] |= {sign.display for sign in floor.links if sign.link == "Megalink"}
            if enough() or time.monotonic() > until:
                return

    paths = {"link": "/api/links/Megalink/feed", "table": f"/api/tables/{TABLE}/feed", "floor": "/api/floor/feed"}
    threads = [threading.Thread(target=read, args=each) for each in paths.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(90)
    assert enough(), shown  # the same committed values everywhere


def test_no_hidden_card_is_ever_on_the_wire(tmp_path: Path) -> None:
    """What every kind of viewer was sent at each table, held against the log: which cards lay open by that version.

    What the pit has written for its operator meanwhile, as a log and to the terminal, has no card at all.
    """
    running = Running("", tmp_path)
    running.start("--log", str(tmp_path / "pit.log"))
    caught: dict[tuple[str, str], list[str]] = {(table, who): [] for table in TABLES for who in (*WATCHERS, "player")}
    try:
        with running.owner() as owner:
            for role in WATCHERS[1:]:
                owner.make_account(f"A {role}", PASSWORD, role)
        with ThreadPoolExecutor(len(caught)) as viewers:
            list(viewers.map(lambda each: each[1].extend(caught_by(running, *each[0])), caught.items()))
    finally:
        running.stop()
    for table in TABLES:
        allowed, salts, opened_at = open_by_version(running.books, table)
        for who in (*WATCHERS, "player"):
            texts, found = caught[table, who], 0
            assert len(texts) > 5, (table, who)
            for text in texts:
                cards, versions = set(CARD.findall(text)), told_in(text)
                mine = own_cards(text, f"Zoe at {table}") if who == "player" else set()
                if who not in ("surveillance", "auditor") or versions.isdisjoint(opened_at):
                    assert cards - mine <= set().union(*(allowed[each] for each in versions)), (table, who, versions)
                    assert set(SALT.findall(text)) <= set().union(*(salts[each] for each in versions))
                found += len(cards)
            assert found > 5, (table, who)
    written = (tmp_path / "pit.log").read_text(encoding="utf-8") + running.heard()
    assert len(written.splitlines()) > len(caught)
    hidden = salts_of(running.books)
    assert len(hidden) > 52 * len(TABLES)
    assert not [salt for salt in hidden if salt in written]
    assert secrets_in(written) == []


WATCHERS = ("", "dealer", "pit_supervisor", "surveillance", "auditor")
WATCHED_S, ROUND_S = 6.0, 60.0  # at least, and until a round is over at most


def caught_by(running: Running, table: str, who: str) -> list[str]:
    """All that one viewer is sent."""
    found = []
    with Pit(running.address) as pit, httpx.Client(base_url=running.address, timeout=30.0) as wire:
        if who == "player":
            pit.come_as_guest(f"Zoe at {table}")
            position = sit_down(pit, table)
        elif who:
            pit.sign_in(f"A {who}", PASSWORD)
        headers = {"authorization": f"Bearer {pit.token}"} if pit.token else {}
        began, settled, cards = time.monotonic(), False, 0
        with wire.stream("GET", f"/api/tables/{table}/feed", headers=headers) as response:
            for line in response.iter_lines():
                if line.startswith("data: "):
                    message = msgspec.json.decode(line[6:], type=TableMessage)
                    found.append(line[6:])
                    settled |= message.view is not None and any(each.lines for each in message.view.positions)
                    cards += len(set(CARD.findall(line)))
                    if who == "player":
                        with suppress(Rejected):  # the dealer was quicker
                            act(pit, table, position, message.options or ())
                if time.monotonic() > began + (WATCHED_S if settled and cards > 5 and len(found) > 5 else ROUND_S):
                    return found
    raise AssertionError("the feed has ended")


def told_in(text: str) -> set[int]:
    """The versions that a message tells of: a quarter of a second may see one round out and the next one in."""
    message = msgspec.json.decode(text, type=TableMessage)
    return {message.version, *(each.version for each in message.events)}


def own_cards(text: str, player: str) -> set[str]:
    """Those of a hand that its player has looked at."""
    seen = msgspec.json.decode(text, type=TableMessage).view
    mine = [each for each in seen.positions if each.seated == player and each.viewed] if seen else []
    return {card for each in mine for card in each.cards if card}


def open_by_version(books: str, name_of_table: str) -> tuple[dict[int, set[str]], dict[int, set[str | None]], set[int]]:
    """Cards and salts that lay open in the round, and what was drawn, after each version."""
    store = Store(books, "looking back")
    table, cards, salts, whole = Table(), dict[int, set[str]](), dict[int, set[str | None]](), set[int]()
    for stored in store.read_stream(f"table/{name_of_table}", 0, 100_000):
        assert isinstance(stored.event, Event)
        table = evolve(table, stored.event)
        slots = [slot for slot in table.play.slots.values() if slot.up] if table.play else []
        drawn = table.play.magic_card if table.play else None  # for all to see, from the close of bets on
        cards[stored.version] = {name(card) for card in (drawn, *(slot.card for slot in slots)) if card is not None}
        whole |= {stored.version} if table.play and table.play.deck_opened else set()
        salts[stored.version] = {slot.salt for slot in slots}
    store.close()
    return cards, salts, whole


def test_a_reader_that_takes_nothing_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """And counted. On the wire it takes the buffers of two machines to notice."""
    monkeypatch.setattr(feeds, "SLOW_S", 0.1)
    metrics, sent = Metrics(), list[bytes]()

    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield b"data: 1\n\n"

    async def send(message: Message) -> None:
        if message.get("body"):
            sent.append(message["body"])
            await asyncio.sleep(0.0 if len(sent) < 3 else 60.0)

    async def receive() -> Message:
        await asyncio.sleep(60.0)
        return {"type": "http.disconnect"}

    asyncio.run(asyncio.wait_for(Feed(endless(), metrics, Readers(), None)({}, receive, send), 10))
    assert len(sent) == 3
    assert "pitlink_feed_dropped_total 1.0" in metrics.text().decode()
    assert "pitlink_feed_readers 0.0" in metrics.text().decode()


def test_what_happens_while_a_reader_takes_its_time_is_told_next(books: str) -> None:
    """A message is on its way for as long as the reader likes; what is committed meanwhile is in the next one."""

    async def read(store: Store) -> list[list[int]]:
        desk = Desk(store)
        live = Live(store, desk, Metrics())
        await live.start()
        feed, told = feeds.of_table(live, "T1", NOBODY, None), []
        for nth in range(4):
            text = (await asyncio.wait_for(anext(feed), 5)).decode().split("data: ")[1]
            told.append([each.version for each in msgspec.json.decode(text, type=TableMessage).events])
            join = ask.Join(Person(f"P{nth}", "player"), f"P{nth}")
            assert isinstance(await live.submit(Request(f"join {nth}", "table/T1", join)), Accepted)
        live.stop()
        desk.close()
        return told

    with opened(books, "A", "T1") as store:
        a_table(store)
        before = store.table("T1").version
        assert asyncio.run(read(store)) == [[], [before + 1], [before + 2], [before + 3]]


def test_it_is_measured_for_every_feed_how_long_after_a_commit_it_is_told(books: str) -> None:
    """Not for the first message, which tells of what its reader was away for."""

    async def counted(store: Store) -> list[dict[str, int]]:
        desk, metrics = Desk(store), Metrics()
        live = Live(store, desk, metrics)
        await live.start()
        sven, check = Caller("Sven", "pit_supervisor"), checking(store)
        behind = {"table": live.tables["T1"].version, "link": live.links["L1"].version}
        begin: dict[str, Callable[[int | None], AsyncIterator[bytes]]] = {
            "table": lambda since: feeds.of_table(live, "T1", NOBODY, since),
            "link": lambda since: feeds.of_link(live, "L1", NOBODY, since),
            "floor": lambda since: feeds.of_floor(live, since),
            "watch": lambda since: feeds.of_watch(live, since),
            "desk": lambda since: of_desk(live, sven, since),
        }
        begun, before = [feed(None) for feed in begin.values()], live.position
        found = []
        for nth in range(3):
            await asyncio.wait_for(asyncio.gather(*map(anext, begun)), 10)
            found.append(lags(metrics))
            join = ask.Join(Person(f"P{nth}", "player"), f"P{nth}")
            for request in (Request(f"join {nth}", "table/T1", join), Request(f"check {nth}", "link/L1", check)):
                assert isinstance(await live.submit(request), Accepted)
        for kind, feed in begin.items():
            await asyncio.wait_for(anext(feed(behind.get(kind, before))), 10)
        found.append(lags(metrics))
        live.stop()
        desk.close()
        return found

    with opened(books, "A", "T1") as store:
        a_table(store)
        found = asyncio.run(counted(store))
    assert found == [dict.fromkeys(FEEDS, many) for many in (0, 1, 2, 2)]


def lags(metrics: Metrics) -> dict[str, int]:
    """How many were measured of each kind of feed."""
    found = re.findall(r'^pitlink_feed_lag_seconds_count\{feed="(\w+)"\} (\d+)', metrics.text().decode(), re.MULTILINE)
    return {feed: int(many) for feed, many in found}
