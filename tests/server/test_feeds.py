"""Live feeds: every version once and in order, resumed where they broke off, and no card before it lies open."""

import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from pitlink.cards import name
from pitlink.client import Pit, Rejected
from pitlink.server.messages import FloorMessage, LinkMessage, TableMessage
from pitlink.store import Store
from pitlink.table import Event, Table, evolve
from tests.server.running import PASSWORD, Running
from tests.server.test_playing import act, sit_down

CARD = re.compile(r'"([2-9TJQKA][cdhs])"')
SALT = re.compile(r'"([0-9a-f]{32})"')
TABLE = "UTH 1"


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


def test_the_meter_rises_on_the_sign_at_the_tables_and_on_the_floor(running: Running) -> None:
    shown: dict[str, set[int]] = {"link": set(), "table": set(), "floor": set()}

    def read(kind: str, path: str) -> None:
        until = time.monotonic() + 5
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
            if time.monotonic() > until:
                return

    paths = {"link": "/api/links/Megalink/feed", "table": f"/api/tables/{TABLE}/feed", "floor": "/api/floor/feed"}
    threads = [threading.Thread(target=read, args=each) for each in paths.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert all(len(values) >= 2 for values in shown.values()), shown
    common = shown["link"] & shown["table"] & shown["floor"]
    assert common  # the same committed values everywhere


def test_no_hidden_card_is_ever_on_the_wire(tmp_path: Path) -> None:
    """What every kind of viewer was sent, held against the log: which cards lay open by that version."""
    running = Running(str(tmp_path / "books.db"), tmp_path)
    running.start()
    caught: dict[str, list[tuple[int, str]]] = {}
    try:
        with running.owner() as owner:
            for role in ("dealer", "pit_supervisor", "surveillance", "auditor"):
                owner.make_account(f"A {role}", PASSWORD, role)
        with running.guest("Zoe") as zoe:
            position = sit_down(zoe, TABLE)
            threads = [threading.Thread(target=catch, args=(running, who, caught)) for who in WATCHERS]
            for thread in threads:
                thread.start()
            play(zoe, position, caught.setdefault("Zoe", []))
        for thread in threads:
            thread.join(30)
    finally:
        running.stop()
    allowed, salts = open_by_version(running.books)
    for who, texts in caught.items():
        assert len(texts) > 15, who
        found = 0
        for version, text in texts:
            cards = set(CARD.findall(text))
            mine = own_cards(text, position) if who == "Zoe" else set()
            if who not in ("surveillance", "auditor") or '"table.deck_opened/1"' not in text:
                assert cards - mine <= allowed[version], (who, version)
                assert set(SALT.findall(text)) <= salts[version], (who, version)
            found += len(cards)
        assert found > 20, who


WATCHERS = ("", "dealer", "pit_supervisor", "surveillance", "auditor")


def catch(running: Running, who: str, caught: dict[str, list[tuple[int, str]]]) -> None:
    with Pit(running.address) as pit:
        if who:
            pit.sign_in(f"A {who}", PASSWORD)
        headers = dict(pit._http.headers)
    until, found = time.monotonic() + 6, caught.setdefault(who, [])
    with httpx.stream("GET", f"{running.address}/api/tables/{TABLE}/feed", headers=headers, timeout=30.0) as response:
        for line in response.iter_lines():
            if line.startswith("data: "):
                found.append((msgspec.json.decode(line[6:], type=TableMessage).version, line[6:]))
            if time.monotonic() > until:
                return


def play(zoe: Pit, position: int, caught: list[tuple[int, str]]) -> None:
    until = time.monotonic() + 6
    for message in zoe.follow(TABLE):
        caught.append((message.version, msgspec.json.encode(message).decode()))
        if time.monotonic() > until:
            return
        try:
            act(zoe, TABLE, position, message.options or ())
        except Rejected as late:
            if late.problem.status != 409:
                raise


def own_cards(text: str, position: int) -> set[str]:
    """Those of a hand that its player has looked at."""
    seen = msgspec.json.decode(text, type=TableMessage).view
    mine = seen.positions[position - 1] if seen else None
    return {card for card in mine.cards if card} if mine is not None and mine.viewed else set()


def open_by_version(books: str) -> tuple[dict[int, set[str]], dict[int, set[str | None]]]:
    """Cards and salts that lay open in the round, and what was drawn, after each version."""
    store = Store(books, "looking back")
    table, cards, salts = Table(), dict[int, set[str]](), dict[int, set[str | None]]()
    for stored in store.read_stream(f"table/{TABLE}", 0, 100_000):
        assert isinstance(stored.event, Event)
        table = evolve(table, stored.event)
        slots = [slot for slot in table.play.slots.values() if slot.up] if table.play else []
        cards[stored.version] = {name(slot.card) for slot in slots if slot.card is not None}
        salts[stored.version] = {slot.salt for slot in slots}
    store.close()
    return cards, salts
