"""Commands that share one transaction: decided one after the other, written together."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa
from msgspec import structs
from sqlalchemy.engine import Connection

from pitlink import jackpot, pit
from pitlink.bots.deck import SealedDeck
from pitlink.jackpot import Link
from pitlink.jackpot import commands as of_link
from pitlink.pit import Floor, Outcome
from pitlink.pit.needing import decides_on_link, links_beside, tables_beside
from pitlink.refusals import Refused
from pitlink.store import events as system
from pitlink.store import schema
from pitlink.store.database import insert_many
from pitlink.store.posting import Posted
from pitlink.store.record import AnyEvent, Stored, body_of, chained, genesis, row_of
from pitlink.store.requests import Accepted, Answer, Request, answer_from, deck_from, deck_text, digests_of, kept
from pitlink.store.streams import (
    SNAPSHOT_EVERY,
    SYSTEM,
    Known,
    catch_up,
    link_stream,
    load,
    name_of,
    snapshot_of,
    table_stream,
)
from pitlink.table import Table
from pitlink.table import commands as of_table
from pitlink.table.events import BetsClosed, DeckOpened
from pitlink.table.state import play_of

Row = dict[str, Any]

MOST_IDS: Final = 10_000  # asked for at once, which both engines allow


class LinkNotLocked(Exception):
    """A command has come to touch a link that was not locked for it: once more, with the lock."""

    def __init__(self, link: str) -> None:
        super().__init__(link)
        self.link = link


class Stale(Exception):
    """What a command was refused for is not so any more, or is not this process's to say."""


class Batch:
    """One transaction. `known` are the streams as this process knows them, `owned` its tables with their epochs."""

    def __init__(
        self, connection: Connection, known: Mapping[str, Known], owned: Mapping[str, int], clock: Callable[[], int]
    ) -> None:
        self.connection = connection
        self.known = dict(known)
        self.owned = owned
        self.at_us = clock()  # anew once the end of the log is held, so that time goes with the positions
        self._clock = clock
        self.events: list[Stored] = []
        self._locked: set[str] = set()
        self._seen: set[str] = set()
        self._end: int | None = None  # position of the last event, once it is held
        self._commands: list[Row] = []
        self._refusing: set[str] = set()  # tables that have refused a command
        self._meters: list[Row] = []
        self._decks: dict[str, Row | None] = {}
        self._entries = Posted()
        self._was = {stream: each.version for stream, each in known.items()}

    # Locks

    def lock(self, links: set[str]) -> None:
        """Links as they stand, held until the end; always in the same order, so that nobody waits in a circle."""
        for link in sorted(links):
            stream = link_stream(link)
            known = self.known.get(stream) or load(self.connection, stream)
            if known is not None:
                self.known[stream] = catch_up(self.connection, known, lock=True)
                self._was.setdefault(stream, self.known[stream].version)
            self._locked.add(link)

    def begin_links(self, requests: Sequence[Request]) -> None:
        """A link that is opened for the first time has a stream to be locked."""
        for each in requests:
            if isinstance(each.command, of_link.OpenLink) and each.stream.startswith("link/"):
                begin_stream(self.connection, each.stream)

    def hold_end(self) -> int:
        """The end of the log, held until the commit: positions are given in the order of commits, without gaps."""
        if self._end is None:
            self._end = int(self.connection.execute(sa.select(schema.feed.c.position).with_for_update()).scalar_one())
            self.at_us = self._clock()
        return self._end

    # Deciding

    def answers(self, requests: Sequence[Request]) -> list[Answer]:
        before = self._kept([request.id for request in requests])
        answers: list[Answer] = []
        for request in requests:
            digests = digests_of(request)
            earlier = before.get(request.id)
            if earlier is not None:
                answers.append(self._again(request.id, digests, request.stream, _sender(request), earlier))
                continue
            answer, final = self._answer(request)
            answers.append(answer)
            if final:
                if isinstance(answer, Refused) and request.stream.startswith("table/"):
                    self._refusing.add(request.stream)
                kept = self.keep(request.id, digests[0], request.stream, _giver(request), answer)
                before[request.id] = (digests[0], kept)
        return answers

    def answered(self, id: str, digest: str, stream: str, person: str) -> Answer | None:
        """What was answered before under an id; None where it is new."""
        earlier = self._kept([id]).get(id)
        return None if earlier is None else self._again(id, (digest,), stream, person, earlier)

    def keep(self, id: str, digest: str, stream: str, person: str, answer: Answer) -> str:
        """The answer as it is kept under the id."""
        text = kept(answer)
        row = {"id": id, "digest": digest, "stream": stream, "person": person, "at_us": self.at_us, "answer": text}
        self._commands.append(row)
        return text

    def _kept(self, ids: Sequence[str]) -> dict[str, tuple[str, str]]:
        columns, found = schema.command.c, {}
        for start in range(0, len(ids), MOST_IDS):
            asked = sa.select(columns.id, columns.digest, columns.answer)
            for row in self.connection.execute(asked.where(columns.id.in_(ids[start : start + MOST_IDS]))):
                found[row.id] = (row.digest, row.answer)
        return found

    def _again(self, id: str, digests: Sequence[str], stream: str, person: str, earlier: tuple[str, str]) -> Answer:
        """One id, one effect, one answer."""
        if earlier[0] in digests:
            return answer_from(earlier[1])
        self.note(system.CommandIdReused(id, stream, person), person, id)
        return Refused("command_id_used", f"command {id} by {person}", "the same command again, or a new id")

    def _answer(self, request: Request) -> tuple[Answer, bool]:
        """The answer, and whether it is the last word: a table owned elsewhere may be asked there."""
        kind, _, name = request.stream.partition("/")
        command = request.command
        outcome: Outcome | Refused
        if isinstance(command, of_link.Command):
            if kind != "link":
                return _wrong_stream(request, "a link"), True
            outcome = pit.act_on_link(self._floor_of_link(name, command), name, command)
        else:
            if kind != "table":
                return _wrong_stream(request, "a table"), True
            if name not in self.owned:
                return Refused("not_the_owner", f"table {name}", "the process that owns the table"), False
            if refused := request.refused or self._deck_fits(request):
                return refused, True
            outcome = pit.act(self._floor_of_table(name, command), name, command)
        if isinstance(outcome, Refused):
            return outcome, True
        self._append(outcome, request)
        return Accepted(self._end or 0, len(outcome.events)), True

    def _floor_of_table(self, name: str, command: of_table.AnyCommand) -> Floor:
        state = self._table(name, asked=True)
        setup = command.setup if isinstance(command, of_table.OpenTable) else state.setup
        if setup is None or setup.link is None:
            return Floor({name: state})
        link = self._link(setup.link)
        if link is None:
            return Floor({name: state})
        tables = {each: self._table(each) for each in tables_beside(link, command) if each != name}
        return Floor({**tables, name: state}, {setup.link: link})

    def _floor_of_link(self, name: str, command: of_link.Command) -> Floor:
        links = {each: found for each in (name, *links_beside(command)) if (found := self._link(each)) is not None}
        if name not in links:
            return Floor()
        return Floor({each: self._table(each) for each in tables_beside(links[name], command)}, links)

    def _table(self, name: str, *, asked: bool = False) -> Table:
        """As it stands now. One that is asked itself is as its owner knows it: what it does is held to its epoch."""
        stream = table_stream(name)
        known = self.known.get(stream) if asked else None
        known = known or self._look(stream)
        return known.state if known is not None and isinstance(known.state, Table) else Table()

    def _link(self, name: str) -> Link | None:
        """As it stands and will stand if it is locked; else as it stands now."""
        stream = link_stream(name)
        known = self.known.get(stream) if name in self._locked else self._look(stream)
        return known.state if known is not None and isinstance(known.state, Link) else None

    def _look(self, stream: str) -> Known | None:
        """A stream that others may have gone on with, as it stood when this transaction first looked at it."""
        if stream not in self._seen:
            self._seen.add(stream)
            known = self.known.get(stream)
            found = load(self.connection, stream) if known is None else catch_up(self.connection, known)
            if found is not None:
                self.known[stream] = found
                self._was.setdefault(stream, found.version)
        return self.known.get(stream)

    # Appending

    def _append(self, outcome: Outcome, request: Request) -> None:
        for each in outcome.events:
            if each.stream.startswith("link/") and name_of(each.stream) not in self._locked:
                raise LinkNotLocked(name_of(each.stream))
        positions = {}
        for each in outcome.events:
            stored = self._store(each.stream, each.event, each.by, request.id)
            assert stored.version == each.version, f"{each.stream} {each.version} stored as {stored.version}"
            positions[f"{each.stream} {each.version}"] = stored.position
        for name, state in outcome.floor.tables.items():
            stream = table_stream(name)
            if stream in self.known:
                self.known[stream] = structs.replace(self.known[stream], state=state)
        self._entries.add(outcome.entries, positions)
        self._keep_decks(outcome, request.deck)

    def _deck_fits(self, request: Request) -> Refused | None:
        """A deck comes with the closing that has its seal, and neither without the other; what was kept is opened."""
        command, deck = request.command, request.deck
        if isinstance(command, of_table.OpenDeck):
            kept = self._deck(request.stream)
            if kept is not None and (kept.cards, kept.salts) != (command.cards, command.salts):
                return Refused(
                    "not_the_kept_deck", "another deck than the books keep", "the deck that was sealed", "R89"
                )
        if not isinstance(command, of_table.CloseBets):
            name = type(command).__name__
            return Refused("deck_out_of_place", f"a deck with {name}", "a deck with CloseBets") if deck else None
        if deck is None and command.seal:
            return Refused("deck_missing", "a seal without its deck", "the deck that was sealed, to be kept", "R89")
        if deck is not None and command.seal != deck.seal:
            return Refused("not_the_sealed_deck", "a deck that does not fit its seal", "the deck that was sealed")
        return None

    def _deck(self, stream: str) -> SealedDeck | None:
        if stream in self._decks:
            row = self._decks[stream]
            return deck_from(row["deck"]) if row else None
        columns = schema.secret.c
        text = self.connection.execute(sa.select(columns.deck).where(columns.stream == stream)).scalar()
        return None if text is None else deck_from(text)

    def _keep_decks(self, outcome: Outcome, deck: SealedDeck | None) -> None:
        """With the closing of bets the sealed deck is put away; once it has been opened it is no secret any more."""
        for each in outcome.events:
            if isinstance(each.event, BetsClosed):
                play = play_of(outcome.floor.tables[name_of(each.stream)])
                row = {"stream": each.stream, "round": play.number, "deck": deck_text(deck)} if deck else None
                self._decks[each.stream] = row
            elif isinstance(each.event, DeckOpened):
                self._decks[each.stream] = None

    def note(self, event: system.Event, person: str, command: str = "") -> None:
        """An event of the books themselves."""
        self.hold_end()  # from here on nobody else appends to the system's stream
        if SYSTEM not in self._locked:
            known = load(self.connection, SYSTEM)
            assert known is not None
            self.known[SYSTEM] = known
            self._locked.add(SYSTEM)
        self._store(SYSTEM, event, person, command)

    def _store(self, stream: str, event: AnyEvent, by: str, command: str) -> Stored:
        known = self.known[stream]
        position, version = self.hold_end() + 1, known.version + 1
        epoch = self.owned.get(name_of(stream), known.epoch) if stream.startswith("table/") else known.epoch
        stored = Stored(position, stream, version, epoch, self.at_us, by, command, body_of(event), "")
        stored = structs.replace(stored, hash=chained(known.head, stored))
        state = known.state
        if isinstance(state, Link) and isinstance(event, jackpot.Event):
            after = jackpot.evolve(state, event)
            self._meters.append(_meter(position, state, event, after))
            state = after
        self.known[stream] = Known(stream, state, version, stored.hash, epoch)
        self._seen.add(stream)
        self.events.append(stored)
        self._end = position
        return stored

    # Writing

    def write(self) -> None:
        insert_many(self.connection, schema.event, [row_of(stored) for stored in self.events])
        self._entries.write(self.connection)
        insert_many(self.connection, schema.meter, self._meters)
        for stream, row in self._decks.items():
            self.connection.execute(sa.delete(schema.secret).where(schema.secret.c.stream == stream))
            if row is not None:
                self.connection.execute(sa.insert(schema.secret), row)
        insert_many(self.connection, schema.command, self._commands)
        self._write_snapshots()
        self._stand_by_refusals()

    def _stand_by_refusals(self) -> None:
        """A refusal is as final as an event: by the owner of the table, and by the table as it stands."""
        columns = schema.stream.c
        for stream in sorted(self._refusing & self.known.keys()):
            asked = sa.select(columns.version, columns.epoch).where(columns.name == stream)
            row = self.connection.execute(asked.with_for_update(read=True)).one()
            if (row.version, row.epoch) != (self.known[stream].version, self.owned.get(name_of(stream), row.epoch)):
                raise Stale

    def _write_snapshots(self) -> None:
        rows = [
            snapshot_of(known)
            for stream, known in self.known.items()
            if known.state is not None and known.version // SNAPSHOT_EVERY > self._was.get(stream, 0) // SNAPSHOT_EVERY
        ]
        insert_many(self.connection, schema.snapshot, rows, _REPLACING)


_REPLACING = "on conflict (stream) do update set " + ", ".join(
    f"{name} = excluded.{name}" for name in ("version", "software", "state")
)


def begin_stream(connection: Connection, stream: str) -> None:
    """A stream without events, where there is none yet."""
    row = {"name": stream, "version": 0, "head": genesis(stream), "epoch": 0, "owner": None, "lease_until_us": 0}
    insert_many(connection, schema.stream, [row], "on conflict do nothing")


def _giver(request: Request) -> str:
    """Who has given a command; what follows from one at a table has no giver of its own, and is refused."""
    return _given_by(request.command)


def _sender(request: Request) -> str:
    """Whose command it was before somebody else gave it for him."""
    return _given_by(request.command if request.sent is None else request.sent)


def _given_by(command: object) -> str:
    by = getattr(command, "by", None)
    return by.id if by is not None else ""


def _wrong_stream(request: Request, expected: str) -> Refused:
    return Refused("wrong_stream", f"{type(request.command).__name__} for {request.stream}", expected)


def _meter(position: int, before: Link, event: jackpot.Event, after: Link) -> Row:
    meters = after.meters
    return {
        "position": position,
        "link": after.id,
        "before_fine": before.meters.display,
        "display_fine": meters.display,
        "reserve_fine": meters.reserve,
        "overflow_fine": meters.overflow,
        "reason": getattr(event, "reason", None),
    }


def locked_for(requests: Sequence[Request], known: Mapping[str, Known]) -> set[str]:
    """Links that the commands decide on."""
    links: set[str] = set()
    for request in requests:
        command = request.command
        if isinstance(command, of_link.Command):
            links |= {name_of(request.stream), *links_beside(command)}
        elif isinstance(command, of_table.OpenTable):
            links |= set() if command.setup.link is None else {command.setup.link}
        elif decides_on_link(command) and (table := known.get(request.stream)) is not None:
            assert isinstance(table.state, Table)
            if table.state.setup is not None and table.state.setup.link is not None:
                links.add(table.state.setup.link)
    return links
