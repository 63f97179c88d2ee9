"""Whatever is changed in the books afterwards is found, and the first event that is wrong is named."""

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import structs
from sqlalchemy.engine import Connection

from pitlink.audit.odd import Wrong
from pitlink.audit.verifying import verify
from pitlink.bots.deck import shuffled
from pitlink.bots.house import DEALER, OFFICER, OWNER
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.events import JackpotReceived
from pitlink.jackpot.link import Fine, Held
from pitlink.people import Person
from pitlink.store import Accepted, Request, SelfCheckFailed, Store, schema, software
from pitlink.store.checkpoints import Checkpoint, Signer, signer_from
from pitlink.store.database import open_engine
from pitlink.store.record import body_of
from pitlink.store.requests import answer_from, deck_text, kept
from pitlink.table import commands as ask
from tests.audit.tampering import change, fit, log, rewrite, unguarded
from tests.store.conftest import Prepared
from tests.store.floors import at_link, at_table, bet, do, new_id, open_link, opened, play, refuse, till_of

SECOND = Person("Petra", "pit_manager")


SIGNER = Signer(Ed25519PrivateKey.generate())


def played(books: str) -> None:
    """A table that has been played at, signed in the middle."""
    with opened(books, "A", "T1") as found:
        till = till_of(found)
        play(till, "mbs-uth", rounds=2)
        found.checkpoint(SIGNER)
        play(till, "mbs-uth", rounds=1)


@pytest.fixture
def store(prepared: Prepared) -> Iterator[Store]:
    """The same books for every test, as the process that has played has them open still."""
    with opened(prepared(played), "A") as found:
        found._owned = {"T1": 1}
        yield found


def wrong(store: Store, **options: Any) -> Wrong:
    with pytest.raises(Wrong) as told:
        verify(store.engine, **options)
    return told.value


def test_books_that_nobody_touched_are_right(store: Store) -> None:
    last = store.checkpoint(SIGNER)
    found = verify(store.engine, key=SIGNER.public, kept=[last])
    assert (found.events, found.checkpoints, found.signed_until) == (store.position(), 2, store.position())
    assert found.entries > 20


FIELDS: dict[str, Callable[[Any], Any]] = {
    "at_us": lambda was: was + 1,
    "epoch": lambda was: was + 1,
    "person": lambda was: was + "x",
    "command": lambda was: was + "x",
    "hash": lambda was: was[:-1] + ("0" if was[-1] != "0" else "1"),
    "body": lambda was: was.replace('"name"', '"Name"', 1),
}


@pytest.mark.parametrize("field", FIELDS)
def test_a_changed_field_is_found_at_its_event(store: Store, field: str) -> None:
    position = store.position() // 2
    with unguarded(store.engine) as connection:
        was = connection.execute(
            sa.select(schema.event.c[field]).where(schema.event.c.position == position)
        ).scalar_one()
        change(connection, schema.event, position, **{field: FIELDS[field](was)})
    assert wrong(store).where.startswith(f"event {position}, ")


def test_any_flipped_bit_is_found_at_its_event(tmp_path: Path) -> None:
    """In the text of any event: sixty of them, each in a copy of the books."""
    dice = random.Random(5)
    with opened(str(tmp_path / "books.db"), "A", "T1") as store:
        play(till_of(store), "rws-3cp", rounds=2)
        last = store.position()
        with store.engine.connect() as connection:
            bodies = {stored.position: stored.body for stored in log(connection)}
    for _ in range(60):
        copy = tmp_path / "copy.db"
        for part in ("", "-wal", "-shm"):
            source = Path(f"{tmp_path / 'books.db'}{part}")
            if source.exists():
                shutil.copyfile(source, f"{copy}{part}")
        position = dice.randint(1, last)
        text = bodies[position].encode()
        at, bit = dice.randrange(len(text)), dice.randrange(7)
        flipped = bytes((*text[:at], text[at] ^ (1 << bit), *text[at + 1 :])).decode(errors="replace")
        engine = open_engine(str(copy))
        with unguarded(engine) as connection:
            change(connection, schema.event, position, body=flipped)
        with pytest.raises(Wrong) as told:
            verify(engine)
        engine.dispose()
        assert told.value.where.startswith(f"event {position}, "), (position, text, flipped)
        for part in ("", "-wal", "-shm"):
            Path(f"{copy}{part}").unlink(missing_ok=True)


def test_a_deleted_event_is_found_where_it_is_missing(store: Store) -> None:
    position = store.position() // 2
    with unguarded(store.engine) as connection:
        connection.execute(sa.delete(schema.event).where(schema.event.c.position == position))
    told = wrong(store)
    assert told.where.startswith(f"event {position + 1}, ") or told.where == f"position {position}"


def delete_one(events: list[Any]) -> int:
    at = next(nth for nth, each in enumerate(events) if nth > 20 and "card_dealt" in each.body)
    del events[at]
    return at


def insert_one(events: list[Any]) -> int:
    at = next(nth for nth, each in enumerate(events) if nth > 20 and "card_dealt" in each.body)
    events.insert(at, structs.replace(events[at], body='{"name":"table.player_joined/1","player":"Zoe"}'))
    return at


def swap_two(events: list[Any]) -> int:
    at = next(nth for nth, each in enumerate(events) if nth > 20 and "wager_placed" in each.body)
    events[at], events[at + 1] = events[at + 1], events[at]
    return at


def pay_more(events: list[Any]) -> int:
    at = next(nth for nth, each in enumerate(events) if "bought_in" in each.body)
    events[at] = structs.replace(events[at], body=events[at].body.replace('"amount":', '"amount":9'))
    return at


def other_person(events: list[Any]) -> int:
    at = next(nth for nth, each in enumerate(events) if "bought_in" in each.body)
    events[at] = structs.replace(events[at], by="somebody")
    return at


REWRITTEN = (delete_one, insert_one, swap_two, pay_more, other_person)


@pytest.mark.parametrize("forge", REWRITTEN)
def test_a_log_made_anew_with_hashes_that_fit_is_found(store: Store, forge: Callable[[list[Any]], int]) -> None:
    """By what does not follow from it, or at the latest by the next checkpoint."""
    with unguarded(store.engine) as connection:
        events = log(connection)
        at = forge(events) + 1
        rewrite(connection, events)
    told = wrong(store)
    signed = f"the checkpoint at {first_checkpoint(store).said.position}"
    assert told.where == signed or int(told.where.split()[1].strip(",")) >= at, told


def first_checkpoint(store: Store) -> Checkpoint:
    with store.engine.connect() as connection:
        return Checkpoint(*connection.execute(sa.select(*list(schema.checkpoint.c)[2:])).first() or ())


def test_a_perfect_forgery_is_found_by_the_checkpoint_alone(store: Store) -> None:
    """Only who gave a command is changed, everything that follows from it fits."""
    with unguarded(store.engine) as connection:
        events = log(connection)
        forged = events[other_person(events)]
        here = schema.command.c.id == forged.command
        connection.execute(sa.update(schema.command).where(here).values(person=forged.by))
        rewrite(connection, events)
    told = wrong(store)
    assert told.where == f"the checkpoint at {first_checkpoint(store).said.position}"
    assert "another log than was signed, from event 1 on" in told.found


def cut(connection: Connection, last: int) -> None:
    """Take out everything behind a position, so that what is left fits."""
    events = log(connection)[:last]
    kept = {stored.command for stored in events}
    for table in (schema.entry, schema.meter):
        connection.execute(sa.delete(table).where(table.c.position > last))
    connection.execute(sa.delete(schema.command).where(schema.command.c.id.not_in(kept)))
    connection.execute(sa.delete(schema.snapshot))
    rewrite(connection, events)


def test_a_log_cut_off_is_found_by_a_checkpoint_kept_with_it(store: Store) -> None:
    signed = first_checkpoint(store).said.position
    with unguarded(store.engine) as connection:
        cut(connection, signed - 10)
    told = wrong(store)
    assert (told.where, told.found) == ("the end of the log", f"event {signed - 10} is the last")


def test_a_log_cut_off_together_with_its_checkpoints_is_found_by_one_kept_elsewhere(store: Store) -> None:
    elsewhere = store.checkpoint(SIGNER)
    with unguarded(store.engine) as connection:
        cut(connection, store.position() - 10)
        connection.execute(sa.delete(schema.checkpoint))
    assert wrong(store, kept=[elsewhere]).where == "the end of the log"


@pytest.mark.parametrize("spoilt", ["body", "signature", "key"])
def test_a_checkpoint_that_was_changed_is_found(store: Store, spoilt: str) -> None:
    with unguarded(store.engine) as connection:
        was = connection.execute(sa.select(schema.checkpoint.c[spoilt])).scalar_one()
        value = was.replace('"position":', '"position":1') if spoilt == "body" else was[::-1]
        connection.execute(sa.update(schema.checkpoint).values({spoilt: value}))
    assert wrong(store).where == "a checkpoint"


def test_a_checkpoint_signed_by_another_key_or_of_other_books_is_found(store: Store, tmp_path: Path) -> None:
    other = signer_from(tmp_path / "other key")
    assert "signed by" in wrong(store, key=other.public).found
    foreign = SIGNER.sign(structs.replace(first_checkpoint(store).said, site="elsewhere"))
    assert wrong(store, kept=[foreign]).found == "of the books of elsewhere"


BESIDE: dict[str, tuple[sa.Table, dict[str, Any]]] = {
    "an amount": (schema.entry, {"amount_cents": schema.entry.c.amount_cents + 1}),
    "an account": (schema.entry, {"taker": "chips/T1/me"}),
    "a reason": (schema.entry, {"reason": "because"}),
    "a meter": (schema.meter, {"display_fine": schema.meter.c.display_fine + 1}),
    "a balance": (schema.balance, {"posted_cents": schema.balance.c.posted_cents + 1}),
    "an answer": (schema.command, {"answer": '{"refused":{"code":"a","found":"b","expected":"c"}}'}),
    "an epoch": (schema.stream, {"epoch": schema.stream.c.epoch + 1}),
    "the end": (schema.feed, {"position": schema.feed.c.position + 1}),
    "a head": (schema.stream, {"head": "0" * 64}),
}


@pytest.mark.parametrize("what", BESIDE)
def test_what_is_kept_beside_the_log_is_held_against_it(store: Store, what: str) -> None:
    table, values = BESIDE[what]
    first = list(table.primary_key.columns) or list(table.c)
    with unguarded(store.engine) as connection:
        of_money = [table.c.amount_cents.is_not(None)] if table is schema.entry else []
        keys = connection.execute(sa.select(*first).where(*of_money)).all()
        chosen = keys[len(keys) // 2]
        here = [column == value for column, value in zip(first, chosen, strict=True)]
        connection.execute(sa.update(table).where(*here).values(values))
    assert wrong(store)


def test_rows_without_an_event_are_found(store: Store) -> None:
    row = {"position": store.position() + 1, "nth": 1, "kind": "transfer", "transfer": "x", "giver": "bank"}
    row |= {"taker": "chips/T1/me", "amount_cents": 100, "reason": "why not", "wager": None}
    with unguarded(store.engine) as connection:
        connection.execute(sa.insert(schema.entry), row)
    assert "behind the last event" in wrong(store).found


# Commands


def end_of(store: Store, events: int) -> tuple[str, int]:
    """The last command with so many events or more, and the position of its last."""
    with store.engine.connect() as connection:
        rows = connection.execute(sa.select(schema.command.c.id, schema.command.c.answer)).all()
    ends = {row.id: answer for row in rows if isinstance(answer := answer_from(row.answer), Accepted)}
    return max(
        ((name, each.position) for name, each in ends.items() if each.events >= events), key=lambda each: each[1]
    )


@pytest.mark.parametrize("short_by", [1, 30, "within a command"])
def test_a_log_cut_off_so_that_all_else_fits_is_found_by_the_answers(store: Store, short_by: int | str) -> None:
    """No checkpoint is left: what was answered tells that there was more."""
    _, end = end_of(store, events=4)
    last = end - 2 if isinstance(short_by, str) else store.position() - short_by
    with unguarded(store.engine) as connection:
        connection.execute(sa.delete(schema.checkpoint))
        connection.execute(sa.delete(schema.secret))
        rewrite(connection, log(connection)[:last])
        fit(connection)
    told = wrong(store)
    if isinstance(short_by, str):
        assert told.where.startswith(f"event {last + 1}, in ")
    else:
        assert (told.where, told.found) == ("the end of the log", f"event {last} is the last")


def test_a_log_cut_off_between_two_links_is_found(books: str) -> None:
    """One has given all that it held to the other, which has not received it; the commands say no more than that."""
    with opened(books, "A", "T1") as store:
        play(till_of(store), "mbs-3cp", rounds=1)
        open_link(store, "mbs-uth", "L2")
        do(store, at_table(ask.CloseTable(OFFICER, store.table("T1").in_rack)))
        do(store, at_link(of_link.ReleaseTable(OWNER, "T1")))
        for name in ("L1", "L2"):
            do(store, at_link(of_link.SuspendLink(OWNER, "one link for the whole floor"), name))
        do(store, at_link(of_link.RetireLink(OWNER, SECOND, "L2", "approval 12"), id="retiring"))
        verify(store.engine)
        with unguarded(store.engine) as connection:
            events = log(connection)[:-1]
            rewrite(connection, events)
            fit(connection)
            less = Accepted(len(events), 1)
            here = schema.command.c.id == "retiring"
            connection.execute(sa.update(schema.command).where(here).values(answer=kept(less)))
        assert wrong(store).where == "link L1 at the end of the log"


COMMANDS: dict[str, dict[str, Any]] = {
    "another person": {"person": "nobody"},
    "another stream": {"stream": "table/T9"},
    "another time": {"at_us": 1},
    "more events": {"answer": '{"accepted":{"position":9999,"events":9999}}'},
    "no events": {"answer": '{"accepted":{"position":1,"events":0}}'},
    "junk": {"answer": "junk"},
    "no answer": {"answer": "{}"},
    "both answers": {
        "answer": '{"accepted":{"position":1,"events":1},"refused":{"code":"a","found":"b","expected":"c"}}'
    },
}


@pytest.mark.parametrize("what", COMMANDS)
def test_a_command_is_held_against_its_events(store: Store, what: str) -> None:
    name, _ = end_of(store, events=1)
    with unguarded(store.engine) as connection:
        connection.execute(sa.update(schema.command).where(schema.command.c.id == name).values(COMMANDS[what]))
    assert repr(name) in str(wrong(store))


@pytest.mark.parametrize("answer", ['{"accepted":{"position":20,"events":1}}', kept(Accepted(10**6, 1)), "{"])
def test_a_refusal_made_an_acceptance_and_a_command_that_never_was_are_found(store: Store, answer: str) -> None:
    again = ask.Join(Person("T1 bot 1", "player"), "T1 bot 1")
    refuse(store, at_table(again, id="refused"), "joined_before")
    with unguarded(store.engine) as connection:
        here = schema.command.c.id == "refused"
        row = connection.execute(sa.select(schema.command).where(here)).mappings().one()
        connection.execute(sa.update(schema.command).where(here).values(answer=answer))
    assert "'refused'" in str(wrong(store))
    with unguarded(store.engine) as connection:
        connection.execute(sa.update(schema.command).where(here).values(answer=row["answer"]))
        connection.execute(sa.insert(schema.command), {**row, "id": "forged", "answer": answer})
    assert "'forged'" in str(wrong(store))


# Rows that nothing asks for


@pytest.mark.parametrize("which", ["table/T1", None], ids=["one", "all"])
def test_a_stream_without_its_row_is_found(store: Store, which: str | None) -> None:
    with unguarded(store.engine) as connection:
        connection.execute(sa.delete(schema.stream).where(schema.stream.c.name == which if which else sa.true()))
    assert wrong(store).found == "no row that says where it stands"


BEFORE: dict[str, tuple[sa.Table, dict[str, Any]]] = {
    "an entry": (
        schema.entry,
        {"position": 0, "nth": 1, "kind": "transfer", "transfer": "x", "giver": "bank", "taker": "pool/L1"}
        | {"amount_cents": 100, "reason": "why not", "wager": None},
    ),
    "a meter": (
        schema.meter,
        {"position": 0, "link": "L1", "before_fine": 0, "display_fine": 1, "reserve_fine": 0}
        | {"overflow_fine": 0, "reason": None},
    ),
    "an event": (
        schema.event,
        {"position": -1, "stream": "table/T1", "version": -1, "epoch": 1, "at_us": 1, "person": "x"}
        | {"command": "x", "body": "{}", "hash": "0" * 64},
    ),
}


@pytest.mark.parametrize("what", BEFORE)
def test_what_stands_before_the_first_event_is_found(store: Store, what: str) -> None:
    table, row = BEFORE[what]
    with unguarded(store.engine) as connection:
        connection.execute(sa.insert(table), row)
    told = wrong(store)
    assert told.where.startswith(("position 0", "event -1")), told


def test_books_without_anything_are_not_right(store: Store) -> None:
    beside = (schema.entry, schema.meter, schema.command, schema.balance, schema.secret, schema.snapshot)
    with unguarded(store.engine) as connection:
        for table in (*beside, schema.checkpoint, schema.event, schema.stream):
            connection.execute(sa.delete(table))
        connection.execute(sa.update(schema.feed).values(position=0, at_us=0))
    assert wrong(store).found == "no event"


@pytest.mark.parametrize("values", [{"at_us": 0}, None], ids=["another time", "no row"])
def test_where_the_log_ends_is_said_once_and_rightly(store: Store, values: dict[str, Any] | None) -> None:
    with unguarded(store.engine) as connection:
        connection.execute(sa.delete(schema.feed) if values is None else sa.update(schema.feed).values(values))
    assert wrong(store).where == "the end of the log"


DECKS: dict[str, tuple[dict[str, Any], str]] = {
    "of another round": ({"round": 99}, "of round 99"),
    "unreadable": ({"deck": "{}"}, "one that cannot be read"),
    "another": ({"deck": deck_text(shuffled(random.Random(5)))}, "cards that do not fit the seal"),
}


def close_under_seal(store: Store) -> None:
    deck = shuffled(random.Random(7))
    do(store, at_table(ask.CallBets(DEALER)))
    for wager in ("ante", "blind"):
        do(store, at_table(bet("T1 bot 1", 1, wager, 10)))
    do(store, Request(new_id(), "table/T1", ask.CloseBets(DEALER, deck.seal), deck))
    verify(store.engine)


@pytest.mark.parametrize("what", DECKS)
def test_a_sealed_deck_is_held_to_its_seal(store: Store, what: str) -> None:
    values, says = DECKS[what]
    close_under_seal(store)
    with unguarded(store.engine) as connection:
        assert connection.execute(sa.update(schema.secret).values(values)).rowcount == 1
    assert wrong(store).found.startswith(says)


def test_a_sealed_deck_that_is_gone_before_it_was_opened_is_found(store: Store) -> None:
    close_under_seal(store)
    with unguarded(store.engine) as connection:
        connection.execute(sa.delete(schema.secret))
    told = wrong(store)
    assert (told.where, told.found) == ("the sealed deck of table/T1", "not kept")


def test_a_sealed_deck_that_is_kept_too_long_is_found(store: Store) -> None:
    deck = {"stream": "table/T1", "round": 3, "deck": deck_text(shuffled(random.Random(5)))}
    with unguarded(store.engine) as connection:
        connection.execute(sa.insert(schema.secret), deck)
    assert wrong(store).where == "the sealed deck of table/T1"


# Guards


SWITCHED_OFF = {
    "sqlite": ("drop trigger event_stays", "drop trigger entry_remains"),
    "postgresql": ("drop trigger event_stays on event", "alter table entry disable trigger entry_stays"),
}
SPOILT = {
    "sqlite": (
        "drop trigger event_stays",
        "create trigger event_stays before update on event begin select 1; end",
    ),
    "postgresql": (
        "create or replace function append_only() returns trigger language plpgsql as $$begin return new; end$$",
    ),
}
PLANTED = {
    "sqlite": "create trigger more after insert on event begin update stream set owner = 'me'; end",
    "postgresql": "create trigger more after insert on event for each statement execute function append_only()",
}


@pytest.mark.parametrize("nth", [0, 1])
def test_a_guard_that_is_gone_is_found_by_the_audit_and_at_the_start(store: Store, nth: int) -> None:
    engine = store.engine.dialect.name
    alter(store, SWITCHED_OFF[engine][nth])
    assert wrong(store).where == "the guards of the books"
    where = store.engine.url.render_as_string(hide_password=False)
    with opened(where, "B") as again, pytest.raises(SelfCheckFailed, match="the guards of the books"):
        again.own(["T2"])


def test_a_guard_that_does_nothing_is_found(store: Store) -> None:
    alter(store, *SPOILT[store.engine.dialect.name])
    assert wrong(store).where == "the guards of the books"


def test_a_guard_that_nobody_made_is_found(store: Store) -> None:
    alter(store, PLANTED[store.engine.dialect.name])
    assert wrong(store).found == "more, which is none of them"


def alter(store: Store, *statements: str) -> None:
    with store.engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)


# Snapshots


@pytest.mark.parametrize("of", [software.digest(), "0" * 64], ids=["ours", "other software's"])
@pytest.mark.parametrize(
    ("stream", "version"),
    [("table/T1", 0), ("table/T1", -1), ("table/T1", 10**6), ("link/L1", 10**6), ("link/L9", 1), ("system/books", 1)],
)
def test_a_planted_snapshot_is_found(store: Store, stream: str, version: int, of: str) -> None:
    with unguarded(store.engine) as connection:
        connection.execute(sa.delete(schema.snapshot).where(schema.snapshot.c.stream == stream))
        row = {"stream": stream, "version": version, "software": of, "state": b"junk"}
        connection.execute(sa.insert(schema.snapshot), row)
    assert wrong(store).where == f"snapshot of {stream} {version}"


def test_a_snapshot_with_spoilt_bytes_is_found(store: Store) -> None:
    with unguarded(store.engine) as connection:
        connection.execute(sa.delete(schema.snapshot))
        row = {"stream": "table/T1", "version": 20, "software": software.digest(), "state": b"junk"}
        connection.execute(sa.insert(schema.snapshot), row)
    assert wrong(store).where == "snapshot of table/T1 20"


# Signatures


def test_an_old_checkpoint_in_the_place_of_a_new_one_is_found(store: Store) -> None:
    old = first_checkpoint(store)
    row = {"position": store.position(), "at_us": old.said.at_us, **structs.asdict(old)}
    with store.engine.begin() as connection:
        connection.execute(sa.insert(schema.checkpoint), row)
    told = wrong(store)
    assert told.where == f"the checkpoint kept at {store.position()}"
    assert told.found.startswith(f"one of position {old.said.position} ")


def test_a_key_that_is_demanded_must_have_signed_something(store: Store) -> None:
    with unguarded(store.engine) as connection:
        connection.execute(sa.delete(schema.checkpoint))
    assert verify(store.engine).checkpoints == 0
    assert wrong(store, key=SIGNER.public).where == "the checkpoints"


def test_a_checkpoint_of_no_event_is_found(store: Store) -> None:
    none = SIGNER.sign(structs.replace(first_checkpoint(store).said, position=0))
    assert wrong(store, kept=[none]).found == "of no event"


def test_all_that_a_link_held_which_is_none_is_found(store: Store) -> None:
    """The last event of the link is made a gift from nowhere."""
    with unguarded(store.engine) as connection:
        connection.execute(sa.delete(schema.checkpoint))
        events = log(connection)
        at = max(nth for nth, each in enumerate(events) if "contributions_posted" in each.body)
        gift = JackpotReceived("L9", Held(Fine(0), Fine(0), Fine(0)), "why not", "me", "you")
        events[at] = structs.replace(events[at], body=body_of(gift))
        rewrite(connection, events)
        fit(connection)
    assert wrong(store).found == "all that link L9 held"


def test_a_key_file_is_kept_to_its_owner_and_read_again(tmp_path: Path) -> None:
    file = tmp_path / "key"
    made = signer_from(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert signer_from(file).public == made.public
    file.write_text("nothing of a key")
    with pytest.raises(ValueError, match="no signing key; expected 64 hexadecimal digits"):
        signer_from(file)


def test_nothing_is_handed_out_as_signed_that_was_not(store: Store, tmp_path: Path) -> None:
    """Neither another key's checkpoint of this moment, nor one that was slipped in."""
    kept = store.checkpoint(SIGNER)
    assert store.checkpoint(SIGNER) == kept
    mine = signer_from(tmp_path / "other key")
    signed = store.checkpoint(mine)
    assert (signed.key, signed.is_signed(), signed.said.heads) == (mine.public, True, kept.said.heads)
    with unguarded(store.engine) as connection:
        connection.execute(sa.update(schema.checkpoint).values(signature="00"))
    again = store.checkpoint(SIGNER)
    assert (again.is_signed(), again.said.heads) == (True, kept.said.heads)
