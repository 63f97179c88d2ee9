"""One command at a table or a link, given at the terminal, and what came of it."""

import shlex
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from pitlink.cli.books import CannotDo, NotAccepted, do, new_id, opened
from pitlink.cli.show import printable
from pitlink.jackpot import Link
from pitlink.jackpot import commands as of_link
from pitlink.pit import Floor, Recorded
from pitlink.pit.story import tell
from pitlink.store import Accepted, Request, Store
from pitlink.store import events as system
from pitlink.store.streams import link_stream, name_of, table_stream
from pitlink.table import AnyCommand, Table


def at_table(where: str, name: str, made: Callable[[Table], AnyCommand]) -> int:
    """A command that is made from the table as it stands. Nobody else may run the table meanwhile."""
    with opened(where) as store:
        if table_stream(name) not in store.streams():
            raise CannotDo(f"no table {name!r} in these books: expected {_those(store, 'table')}")
        store.own([name])
        try:
            (answer,) = do(store, Request(new_id(), table_stream(name), made(store.table(name))))
        except NotAccepted as not_so:
            if not_so.refused.code == "round_in_play":
                raise CannotDo(f"{not_so}; {_finishing(store.table(name))}") from None
            raise
        tell_events(Console(highlight=False, soft_wrap=True), store, answer)
    return 0


def _finishing(table: Table) -> str:
    """How a round that is in the middle comes to its end."""
    if table.rules.unattended:
        return f"`pitlink floor play --table {shlex.quote(table.rules.table)}` plays on from there"
    return "`pitlink floor show` says what it waits for"


def at_link(where: str, name: str, made: Callable[[Store, Link], of_link.Command]) -> int:
    with opened(where) as store:
        if link_stream(name) not in store.streams():
            raise CannotDo(f"no link {name!r} in these books: expected {_those(store, 'link')}")
        (answer,) = do(store, Request(new_id(), link_stream(name), made(store, store.link(name))))
        tell_events(Console(highlight=False, soft_wrap=True), store, answer)
    return 0


def _those(store: Store, kind: str) -> str:
    names = [name_of(stream) for stream in store.streams() if stream.startswith(f"{kind}/")]
    return ", ".join(names) or f"a {kind}, and there is none"


def tell_events(console: Console, store: Store, answer: Accepted) -> None:
    """What a command has led to, as a log tells it."""
    tables: dict[str, Table] = {}
    links: dict[str, Link] = {}
    for stored in store.read(answer.position - answer.events, answer.events):
        kind, _, name = stored.stream.partition("/")
        if isinstance(stored.event, system.Event):
            continue
        if kind == "table":
            tables[name] = store.table(name)
        else:
            links[name] = store.link(name)
        told = tell(Recorded(stored.stream, stored.version, stored.by, stored.event), Floor(tables, links))
        line = Text(printable(told.words))
        if told.clauses:
            line.append(f"  ({printable(', '.join(told.clauses))})", style="dim")
        console.print(line)
