"""What goes wrong while a sealed deck is put away is told without a card: in the log, the answer, on the terminal."""

import json
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from pitlink.bots.deck import shuffled
from pitlink.cards import DECK, show_all
from pitlink.client import Pit
from pitlink.server.problems import MEDIA
from pitlink.server.roles import Role
from pitlink.store.database import open_engine
from pitlink.store.requests import deck_text
from tests.server.running import Running, signed_in
from tests.server.searching import secrets_in
from tests.server.test_staff import bets_are_made, deal_on

STAFF: dict[Role, str] = {"dealer": "Dana", "pit_supervisor": "Sven"}
TABLE = "UTH 1"

# What breaks the place of sealed decks, and what mends it again.
GONE = ("alter table secret rename to elsewhere", "alter table elsewhere rename to secret")
NO_ROOM = {
    "sqlite": (
        "create trigger no_room before insert on secret begin select raise(abort, 'no room'); end",
        "drop trigger no_room",
    ),
    "postgresql": (
        "alter table secret add constraint no_room check (length(deck) < 100) not valid",
        "alter table secret drop constraint no_room",
    ),
}

CODES = {500: "fault", 503: "books_away"}  # which of them the database's error is, engines differ


def test_cards_and_salts_are_found_in_whatever_form() -> None:
    deck = shuffled(Random(7))
    text = deck_text(deck)
    for form in (text, json.dumps(text), repr(deck), text[:60], f"expected {deck.cards[0]}, {deck.cards[1]}"):
        assert secrets_in(form), form
    assert secrets_in(show_all(DECK[:1]))
    assert secrets_in(f"a card with {deck.salts[0]}") == [deck.salts[0]]
    assert secrets_in(f'{{"request": "{"0f" * 8}", "table": "3CP 1", "ms": 7.5, "seal": "{deck.seal[0]}"}}') == []


def test_a_deck_that_cannot_be_put_away_is_told_to_nobody(books: str, tmp_path: Path) -> None:
    """Not of the software dealers' tables, not of one that a person deals; and when it can, play goes on."""
    running, log = Running(books, tmp_path), tmp_path / "pit.log"
    running.start("--log", str(log))
    engine = open_engine(books if "://" in books else running.books)
    try:
        with signed_in(running, STAFF) as staff:
            dealer = staff["dealer"]
            staff["pit_supervisor"].do(TABLE, "AssignDealer", dealer="Dana")
            deal_on(dealer, TABLE, ("call",))
            dealer.do(TABLE, "CallBets")
            bets_are_made(dealer, TABLE)
            for breaking, mending in (GONE, NO_ROOM[engine.dialect.name]):
                told = len(log.read_text(encoding="utf-8"))
                with engine.begin() as connection:
                    connection.execute(sa.text(breaking))
                answer = close_bets(running, dealer, id=breaking[-20:])
                assert (answer.headers["content-type"], answer.json()["status"]) == (MEDIA, answer.status_code)
                assert answer.json()["code"] == CODES[answer.status_code]
                assert logged(log, answer.headers["x-request-id"])["code"] == CODES[answer.status_code]
                assert secrets_in(answer.text) == []
                wait_for_a_software_dealer(log, told)
                with engine.begin() as connection:
                    connection.execute(sa.text(mending))
            assert close_bets(running, dealer, id="once more").status_code == 200
            deal_on(dealer, TABLE, ("decide", "call"))
    finally:
        running.stop()
        engine.dispose()
    written = log.read_text(encoding="utf-8")
    assert "no room" in written or "no_room" in written
    assert secrets_in(written + running.heard()) == []


def close_bets(running: Running, dealer: Pit, id: str) -> httpx.Response:
    headers = {"authorization": f"Bearer {dealer.token}"}
    body = {"id": id, "command": "CloseBets"}
    return httpx.post(f"{running.address}/api/tables/{TABLE}/commands", json=body, headers=headers, timeout=30.0)


def logged(log: Path, request: str) -> dict[str, Any]:
    """A request's line, which is written when it has been answered."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        for line in log.read_text(encoding="utf-8").splitlines():
            if (told := json.loads(line)).get("request") == request:
                return dict(told)
        time.sleep(0.05)
    raise AssertionError(f"no line of request {request}")


def wait_for_a_software_dealer(log: Path, told: int) -> None:
    """Until one has failed at a table of its own, as the log tells behind what it has told."""
    until = time.monotonic() + 30
    while '"from":"pitlink.dealer"' not in log.read_text(encoding="utf-8")[told:]:
        assert time.monotonic() < until, "software dealers have not noticed"
        time.sleep(0.1)


@pytest.mark.parametrize("books", ["postgresql"], indirect=True)
def test_what_the_server_tells_of_a_row_is_not_repeated(books: str) -> None:
    """PostgreSQL says which row it was; who reads the error has its first line only."""
    engine, deck = open_engine(books), deck_text(shuffled(Random(7)))
    with engine.begin() as connection:
        connection.execute(sa.text("create table kept (deck text check (length(deck) < 9))"))
    with engine.connect() as connection, pytest.raises(sa.exc.IntegrityError) as failed:
        connection.execute(sa.text("insert into kept values (:deck)"), {"deck": deck})
    engine.dispose()
    assert 'violates check constraint "kept_deck_check"' in str(failed.value)
    for told in (failed.value, failed.value.orig):
        assert secrets_in(repr(told) + str(told)) == []
