"""What the database itself guards: the triggers that the migrations have made, all of them and no others.

On SQLite their whole text is compared; on PostgreSQL their names and tables, that they are switched on, and the text of
the functions that they call.
"""

import re
from typing import Final

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from pitlink.store import schema
from pitlink.store.migrating import migrations

_TRIGGER: Final = re.compile(r"create trigger (\w+)\s.*?\bon (\w+)", re.DOTALL)
_FUNCTION: Final = re.compile(r"create (?:or replace )?function (\w+)\(\).*?\$\$(.*)\$\$", re.DOTALL)
_DROPPED: Final = re.compile(r"drop (?:trigger|function) (\w+)")

_ON_POSTGRESQL: Final = """
    select trigger.tgname, class.relname, trigger.tgenabled
    from pg_trigger as trigger
    join pg_class as class on class.oid = trigger.tgrelid
    where not trigger.tgisinternal and class.relnamespace = quote_ident(current_schema())::regnamespace
"""
_FUNCTIONS: Final = (
    "select proname, prosrc from pg_proc where pronamespace = quote_ident(current_schema())::regnamespace"
)


class OddGuard(Struct, frozen=True):
    found: str
    expected: str


def first_odd(connection: Connection) -> OddGuard | None:
    """The first guard that is not as the migrations left it; None where all are."""
    engine = connection.dialect.name
    wanted = _wanted(engine, set(connection.execute(sa.select(schema.migration.c.number)).scalars()))
    kept = _on_postgresql(connection) if engine == "postgresql" else _on_sqlite(connection)
    for name in sorted({*wanted, *kept}):
        if name not in kept:
            return OddGuard(f"no {name}", f"{name}, as it was made")
        if name not in wanted:
            return OddGuard(f"{name}, which is none of them", "those that were made, and no others")
        if kept[name] != wanted[name]:
            return OddGuard(f"another {name}, or one switched off", f"{name}, as it was made")
    return None


def _wanted(engine: str, done: set[int]) -> dict[str, str]:
    """By the migrations that have run: an old backup has the guards of its time."""
    found: dict[str, str] = {}
    for migration in migrations(engine):
        if migration.number not in done:
            continue
        for text in migration.statements:
            if made := _TRIGGER.match(text):
                found[made[1]] = f"{made[2]} on" if engine == "postgresql" else _words(text)
            elif made := _FUNCTION.match(text):
                found[f"function {made[1]}"] = _words(made[2])
            elif dropped := _DROPPED.match(text):
                found.pop(dropped[1] if "trigger" in dropped[0] else f"function {dropped[1]}", None)
    return found


def _on_sqlite(connection: Connection) -> dict[str, str]:
    rows = connection.exec_driver_sql("select name, sql from sqlite_master where type = 'trigger'")
    return {name: _words(text) for name, text in rows}


def _on_postgresql(connection: Connection) -> dict[str, str]:
    states = {"O": "on", "A": "on"}
    triggers = connection.exec_driver_sql(_ON_POSTGRESQL).all()
    found = {name: f"{table} {states.get(_letter(state), 'off')}" for name, table, state in triggers}
    functions = connection.exec_driver_sql(_FUNCTIONS).all()
    return found | {f"function {name}": _words(text) for name, text in functions}


def _letter(state: str | bytes) -> str:
    return state.decode() if isinstance(state, bytes) else state


def _words(text: str) -> str:
    """Without what an engine does not keep: line ends, the last semicolon, how `create trigger` was written."""
    words = " ".join(text.split()).rstrip("; ")
    return words.removeprefix("create trigger ").removeprefix("CREATE TRIGGER ")
