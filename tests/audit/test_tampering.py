"""Whatever is changed in the books afterwards is found, and the first event that is wrong is named."""

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec import structs
from sqlalchemy.engine import Connection

from pitlink.audit.odd import Wrong
from pitlink.audit.verifying import verify
from pitlink.store import Store, schema
from pitlink.store.checkpoints import Checkpoint, Signer, signer_from
from pitlink.store.database import open_engine
from tests.audit.tampering import change, log, rewrite, unguarded
from tests.store.floors import opened, play, till_of


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    return signer_from(tmp_path / "key")


@pytest.fixture
def store(books: str, signer: Signer) -> Iterator[Store]:
    """A table that has been played at, signed in the middle and at the end."""
    with opened(books, "A", "T1") as found:
        till = till_of(found)
        play(till, "mbs-uth", rounds=2)
        found.checkpoint(signer)
        play(till, "mbs-uth", rounds=1)
        yield found


def wrong(store: Store, **options: Any) -> Wrong:
    with pytest.raises(Wrong) as told:
        verify(store.engine, **options)
    return told.value


def test_books_that_nobody_touched_are_right(store: Store, signer: Signer) -> None:
    last = store.checkpoint(signer)
    found = verify(store.engine, key=signer.public, kept=[last])
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
        other_person(events)
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


def test_a_log_cut_off_together_with_its_checkpoints_is_found_by_one_kept_elsewhere(
    store: Store, signer: Signer
) -> None:
    elsewhere = store.checkpoint(signer)
    with unguarded(store.engine) as connection:
        cut(connection, store.position() - 10)
        connection.execute(sa.delete(schema.checkpoint))
    assert wrong(store, kept=[elsewhere]).where == "the end of the log"


@pytest.mark.parametrize("spoilt", ["body", "signature", "key"])
def test_a_checkpoint_that_was_changed_is_found(store: Store, spoilt: str) -> None:
    with unguarded(store.engine) as connection:
        was = connection.execute(sa.select(schema.checkpoint.c[spoilt])).scalar_one()
        value = was.replace('"position":', '"position":1') if spoilt == "body" else "ab" + was[2:]
        connection.execute(sa.update(schema.checkpoint).values({spoilt: value}))
    assert wrong(store).where == "a checkpoint"


def test_a_checkpoint_signed_by_another_key_or_of_other_books_is_found(
    store: Store, signer: Signer, tmp_path: Path
) -> None:
    other = signer_from(tmp_path / "other key")
    assert "signed by" in wrong(store, key=other.public).found
    foreign = signer.sign(structs.replace(first_checkpoint(store).said, site="elsewhere"))
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


def test_a_key_file_is_kept_to_its_owner_and_read_again(tmp_path: Path) -> None:
    file = tmp_path / "key"
    made = signer_from(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert signer_from(file).public == made.public
    file.write_text("nothing of a key")
    with pytest.raises(ValueError, match="no signing key; expected 64 hexadecimal digits"):
        signer_from(file)


def test_nothing_is_handed_out_as_signed_that_was_not(store: Store, signer: Signer, tmp_path: Path) -> None:
    """Neither another key's checkpoint of this moment, nor one that was slipped in."""
    kept = store.checkpoint(signer)
    assert store.checkpoint(signer) == kept
    mine = signer_from(tmp_path / "other key")
    signed = store.checkpoint(mine)
    assert (signed.key, signed.is_signed(), signed.said.heads) == (mine.public, True, kept.said.heads)
    with unguarded(store.engine) as connection:
        connection.execute(sa.update(schema.checkpoint).values(signature="00"))
    again = store.checkpoint(signer)
    assert (again.is_signed(), again.said.heads) == (True, kept.said.heads)
