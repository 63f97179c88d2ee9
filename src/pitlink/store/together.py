"""Several commands asked for as one act: all of them, with the tables that are taken for them, or nothing at all."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from sqlalchemy.engine import Connection

from pitlink.ledger import is_name
from pitlink.refusals import NAMED, Refused
from pitlink.store import events as system
from pitlink.store.batch import Batch, begin_stream, locked_for
from pitlink.store.requests import MOST_OF_ID, Accepted, Answer, Request
from pitlink.store.streams import SYSTEM, load, table_stream

MOST_OF_ACT: Final = MOST_OF_ID - 10  # characters of its id: its commands have it with a number behind it


class Wanted(Struct, frozen=True):
    """What an act comes to. `told` is what the books tell of it, the act itself first.

    `change` is what it changes beside the log, such as accounts.
    """

    told: tuple[system.Event, ...]
    tables: tuple[str, ...]  # that are taken for it
    requests: tuple[Request, ...]
    change: Callable[[Connection], object]


class Act(Struct, frozen=True):
    """Under an id that its sender has made; `digest` tells it from another. It is worked out only if it is new."""

    id: str
    by: str
    digest: str
    wanted: Callable[[], Wanted]


class NotAll(Exception):
    """Ends a transaction in which one of the commands was refused."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused)
        self.refused = refused


def cannot_be_asked(act: Act) -> Refused | None:
    if not (0 < len(act.id) <= MOST_OF_ACT and act.id.isprintable()):
        found = f"a command id of {len(act.id):,} characters"
        return Refused("command_id_not_readable", found, f"1 to {MOST_OF_ACT} characters that can be printed")
    return None if is_name(act.by) else Refused("not_a_name", f"a command by {act.by!r}", NAMED)


def carried_out(batch: Batch, act: Act, links: set[str], process: str, take: Callable[[str], int]) -> Answer:
    """In the transaction of a batch; `take` takes a table and gives its epoch, `links` are locked in any case.

    The answer has the position of the event that tells the act. Raises `NotAll`.
    """
    if (before := batch.answered(act.id, act.digest, SYSTEM, act.by)) is not None:
        return before
    wanted = act.wanted()
    batch.begin_links(wanted.requests)
    batch.lock(locked_for(wanted.requests, batch.known) | links)
    batch.hold_end()
    told, *others = wanted.told
    batch.note(told, act.by, act.id)
    accepted = Accepted(batch.hold_end(), 1)
    _take_tables(batch, wanted.tables, process, take)
    for event in others:
        batch.note(event, act.by)
    wanted.change(batch.connection)
    for answer in batch.answers(wanted.requests):
        if isinstance(answer, Refused):
            raise NotAll(answer)
    batch.keep(act.id, act.digest, SYSTEM, act.by, accepted)
    return accepted


def _take_tables(batch: Batch, tables: tuple[str, ...], process: str, take: Callable[[str], int]) -> None:
    epochs = {}
    for name in sorted(tables):
        stream = table_stream(name)
        begin_stream(batch.connection, stream)
        epochs[name] = take(name)
        known = load(batch.connection, stream)
        assert known is not None
        batch.known[stream] = known
    batch.owned = {**batch.owned, **epochs}
    if epochs:
        batch.note(system.TablesTaken(process, epochs), process)
