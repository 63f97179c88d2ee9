"""Rounds that are over, over HTTP: which there were, each as its viewer saw it, and as a file that settles the same."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import httpx
import msgspec
import pytest
from msgspec import Struct

from pitlink import roundfile
from pitlink.client import Pit
from pitlink.pit.export import export
from pitlink.server.messages import RoundLine, RoundStep, RoundTold
from pitlink.server.roles import Caller, Role
from pitlink.store import Store
from pitlink.store.streams import evolved
from pitlink.table import Event, Table
from pitlink.table.seal import commitment
from pitlink.table.views import view
from tests.server.dealing_by_hand import open_for_people, people_at_work
from tests.server.running import PASSWORD, Running
from tests.server.test_feeds import CARD, SALT, open_by_version
from tests.server.test_playing import TABLES, play_a_round, sit_down

WATCHING: tuple[Role, ...] = ("dealer", "pit_supervisor", "surveillance", "auditor", "administrator")
WHOLE: tuple[Role, ...] = ("dealer", "pit_supervisor", "surveillance", "auditor")


class House(Struct):
    """A pit in which somebody has played a round at each table; the token of each role, None for nobody."""

    running: Running
    tokens: dict[Role | None, str | None]
    players: dict[str, str]
    numbers: dict[str, int]

    def pit(self, role: Role | None, table: str = "UTH 1") -> Pit:
        token = self.players[table] if role == "player" else self.tokens[role]
        return Pit(self.running.address, token)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    running = Running("", Path(tmp_path_factory.mktemp("pit")))
    running.start("--speed", "12")
    made = House(running, {None: None}, {}, {})
    try:
        with running.owner() as owner:
            made.tokens["administrator"] = owner.token
            for role in WATCHING[:-1]:
                owner.make_account(f"A {role}", PASSWORD, role)
                with Pit(running.address) as pit:
                    made.tokens[role] = pit.sign_in(f"A {role}", PASSWORD).token
        with ThreadPoolExecutor(len(TABLES)) as people:
            list(people.map(lambda table: play_at(made, table), TABLES))
        yield made
    finally:
        running.stop()


def play_at(house: House, table: str) -> None:
    """One round, until it is over."""
    with house.running.guest(f"Zoe at {table}") as zoe:
        position = sit_down(zoe, table)
        while None in (seen := play_a_round(zoe, table, position)).dealer_cards:
            time.sleep(0.1)  # all have folded, she when her time ran out: then in the next round
        house.numbers[table] = seen.round
        zoe.do(table, "Stand", position=position)
        house.players[table] = str(zoe.token)
        for message in zoe.follow(table):
            if message.view is not None and message.view.round > house.numbers[table]:
                return


# Which there were


def test_rounds_are_listed_from_the_newest_to_the_first(house: House) -> None:
    with house.pit(None) as pit:
        whole = pit.rounds("UTH 1", most=100).rounds
        assert [line.round for line in whole] == list(range(whole[0].round, 0, -1))
        for later, earlier in pairwise(whole):
            assert earlier.last_version + 1 == later.version
            assert earlier.began_us < earlier.ended_us <= later.began_us
        assert pit.table("UTH 1").version > whole[0].last_version
        before: int | None = whole[0].round + 1
        found: list[RoundLine] = []
        while before is not None:
            page = pit.rounds("UTH 1", before, most=2)
            found += page.rounds
            before = page.earlier
        assert tuple(found) == whole
        (mine,) = (line for line in whole if line.round == house.numbers["UTH 1"])
        assert "Zoe at UTH 1" in {each.player for each in mine.results}


# As the viewer saw it


@pytest.mark.parametrize("table", TABLES)
def test_a_round_is_told_as_each_viewer_saw_it(house: House, table: str) -> None:
    """Every step is the live view of that version; what it shows is held against what lay open by then."""
    allowed, salts, opened_at = open_by_version(house.running.books, table)
    states = states_of(house.running.books, table)
    name, looked = f"Zoe at {table}", False
    for role in (None, "player", *WATCHING):
        caller = Caller(name if role == "player" else f"A {role}", role)
        with house.pit(role, table) as pit:
            told = pit.round(table, house.numbers[table])
        assert [step.version for step in told.steps] == list(range(told.summary.version, told.summary.last_version + 1))
        hidden = backs = 0
        for step in told.steps:
            live = view(states[step.version], caller.viewer)
            assert msgspec.structs.replace(step.view, sign=None, jackpot_off=None) == msgspec.structs.replace(
                live, seal=()
            )
            cards, mine = cards_in(step), own_cards(step, name) if role == "player" else set()
            looked |= bool(mine)
            backs += sum(card is None for each in step.view.positions for card in each.cards)
            if role not in ("surveillance", "auditor") or step.version not in opened_at:
                assert cards - mine <= allowed[step.version], (role, step.event)
                assert salts_in(step) <= salts[step.version], (role, step.event)
                hidden += 1
        assert hidden
        assert backs
        check_seal(told, 52 if role in ("surveillance", "auditor") else None)
    assert looked


def states_of(books: str, table: str) -> dict[int, Table]:
    store, state, found = Store(books, "looking back"), Table(), dict[int, Table]()
    for stored in store.read_stream(f"table/{table}", 0, 100_000):
        assert isinstance(stored.event, Event)
        after = evolved(state, stored.event)
        assert isinstance(after, Table)
        state = found[stored.version] = after
    store.close()
    return found


def cards_in(step: RoundStep) -> set[str]:
    return set(CARD.findall(msgspec.json.encode(step).decode()))


def salts_in(step: RoundStep) -> set[str]:
    return set(SALT.findall(msgspec.json.encode(step).decode()))


def own_cards(step: RoundStep, player: str) -> set[str]:
    """Those of a hand that its player has looked at."""
    mine = [each for each in step.view.positions if each.decides == player and each.viewed]
    return {card for each in mine for card in each.cards if card}


def check_seal(told: RoundTold, opened: int | None) -> None:
    """As anybody can: every opened card is the one that was sealed, and whatever lay open can be checked."""
    assert len(told.seal) == 52
    for each in told.opened:
        assert commitment(each.nth, each.card, each.salt) == told.seal[each.nth - 1]
    assert all(not step.view.seal for step in told.steps)
    assert set(told.steps[-1].view.opened) <= set(told.opened)
    assert told.opened
    assert opened is None or len(told.opened) == opened


def test_the_sign_rises_step_by_step(house: House) -> None:
    with house.pit(None) as pit:
        told = pit.round("UTH 1", house.numbers["UTH 1"])
    signs = [step.view.sign for step in told.steps]
    versions = [sign.version for sign in signs if sign is not None]
    assert len(versions) == len(signs)
    assert versions == sorted(versions)


# As a file


@pytest.mark.parametrize("table", TABLES)
def test_a_file_of_ones_own_hands_settles_to_what_the_table_paid(house: House, table: str) -> None:
    name = f"Zoe at {table}"
    with house.pit("player", table) as pit:
        told = pit.round(table, house.numbers[table])
        data = pit.round_file(table, house.numbers[table])
    seen = told.steps[-1].view
    (seat,) = roundfile.settle(data).seats
    mine = seen.positions[seat.seat.position - 1]
    assert seat.seat.player == mine.decides == name
    assert [(line.wager, line.outcome, line.pays, line.rule) for line in seat.lines] == [
        (line.wager, line.outcome, line.pays, line.rule) for line in mine.lines
    ]
    (result,) = (each for each in told.summary.results if each.player == name)
    assert seat.net == result.net
    assert set(CARD.findall(data.decode())) <= set().union(*(cards_in(step) for step in told.steps))


@pytest.mark.parametrize("role", WHOLE)
def test_those_who_answer_for_a_round_get_the_whole(house: House, role: Role) -> None:
    states = states_of(house.running.books, "LIR 1")
    with house.pit(role) as pit:
        (line,) = pit.rounds("LIR 1", house.numbers["LIR 1"] + 1, most=1).rounds
        data = pit.round_file("LIR 1", line.round)
    assert msgspec.json.decode(data) == export(states[line.last_version])
    settled = roundfile.settle(data)
    assert [each.seat.position for each in settled.seats] == [each.position for each in line.results]
    assert [each.net for each in settled.seats] == [each.net for each in line.results]


def test_a_file_is_a_download_with_a_name(house: House) -> None:
    answer = ask(house, "auditor", f"/api/tables/UTH 1/rounds/{house.numbers['UTH 1']}/file")
    name = f"UTH-1-round-{house.numbers['UTH 1']}.json"
    assert answer.headers["content-disposition"] == f"attachment; filename*=UTF-8''{name}"
    assert answer.headers["content-type"] == "application/json"


# What is refused


def ask(house: House, role: Role | None, path: str) -> httpx.Response:
    token = house.players["THB 1"] if role == "player" else house.tokens[role]
    return httpx.get(f"{house.running.address}{path}", headers={"authorization": f"Bearer {token}"} if token else {})


REFUSED: list[tuple[Role | None, str, int, str]] = [
    (None, "/api/tables/none/rounds", 404, "no_such_table"),
    (None, "/api/tables/none/rounds/1", 404, "no_such_table"),
    ("dealer", "/api/tables/none/rounds/1/file", 404, "no_such_table"),
    (None, "/api/tables/UTH 1/rounds?before=0", 400, "not_readable"),
    (None, "/api/tables/UTH 1/rounds?most=0", 400, "not_readable"),
    (None, "/api/tables/UTH 1/rounds?most=101", 400, "not_readable"),
    (None, "/api/tables/UTH 1/rounds/0", 400, "not_readable"),
    (None, "/api/tables/UTH 1/rounds/first", 400, "not_readable"),
    (None, "/api/tables/UTH 1/rounds/1000000", 404, "no_such_round"),
    ("auditor", "/api/tables/UTH 1/rounds/1000000/file", 404, "no_such_round"),
    (None, "/api/tables/UTH 1/rounds/1/file", 401, "not_signed_in"),
    ("administrator", "/api/tables/UTH 1/rounds/1/file", 403, "not_for_this_role"),
    ("player", "/api/tables/UTH 1/rounds/1/file", 403, "not_your_round"),
]


@pytest.mark.parametrize(("role", "path", "status", "code"), REFUSED)
def test_what_is_refused(house: House, role: Role | None, path: str, status: int, code: str) -> None:
    answer = ask(house, role, path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize("file", ["", "/file"])
def test_a_round_in_play_is_on_the_feed(house: House, file: str) -> None:
    with house.pit(None) as pit:
        for _ in range(20):  # it may be over meanwhile
            number = pit.table("LIR 1").round
            answer = ask(house, "dealer", f"/api/tables/LIR 1/rounds/{number}{file}")
            if answer.status_code != 200:
                break
    assert (answer.status_code, answer.json()["code"]) == (409, "round_in_play")


def test_a_round_that_is_settled_and_paid_can_be_gone_through_before_the_next_call(tmp_path: Path) -> None:
    """Its file waits for the call, which makes it final; and what still happens before that is not left out."""
    running = open_for_people(tmp_path)
    try:
        with people_at_work(running) as house:
            table, dana = "LIR 1", house.dealer
            house.deal(table)
            number = dana.table(table).round

            def steps() -> httpx.Response:
                address = f"{running.address}/api/tables/{table}/rounds/{number}"
                return httpx.get(address, headers={"authorization": f"Bearer {dana.token}"})

            refused = steps()
            assert (refused.status_code, refused.json()["code"]) == (409, "round_in_play")
            assert refused.json()["found"] == f"round {number} at table {table}, which is not over yet"
            house.finish(table)
            before = steps()
            assert before.status_code == 200
            file = httpx.get(f"{before.url}/file", headers={"authorization": f"Bearer {dana.token}"})
            assert (file.status_code, file.json()["code"]) == (409, "round_in_play")
            dana.do(table, "Stand", player=f"Bob at {table}", position=2)
            assert len(steps().json()["steps"]) == len(before.json()["steps"]) + 1
    finally:
        running.stop()


# After a restart: the last test here


def test_rounds_of_before_are_told_the_same_by_another_process(house: House) -> None:
    paths = [f"/api/tables/{table}/rounds/{number}" for table, number in house.numbers.items()]
    before = [ask(house, None, path).content for path in paths]
    house.running.stop()
    house.running.start("--speed", "12")
    assert [ask(house, None, path).content for path in paths] == before
