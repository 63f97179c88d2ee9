"""`pitlink floor show`: tables and links as they stand."""

import sys
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from pitlink.cli.books import looking, shown
from pitlink.cli.grids import grid, print_grid
from pitlink.cli.show import money, printable
from pitlink.jackpot import Link
from pitlink.jackpot.link import total, whole_cents
from pitlink.jackpot.sign import sign
from pitlink.money import Cents
from pitlink.store.looking import Seen, look
from pitlink.table import Table


def show_floor(where: str, *, as_json: bool) -> int:
    with looking(where) as engine:
        seen = look(engine)
    if as_json:
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(_data(seen)), indent=2) + b"\n")
        sys.stdout.buffer.flush()
        return 0
    console = Console(highlight=False)
    for part in (tables_grid(seen), links_grid(seen)):
        if part.row_count:
            print_grid(console, part)
            console.print()
    console.print(f"{shown(where)}, {seen.position:,} events", style="dim", soft_wrap=True)
    return 0


# For people


def tables_grid(seen: Seen) -> Grid:
    made = grid(
        "table", "game", "link", "state", "round", "players", "rack", right=("round", "players", "rack"), gives="state"
    )
    for name, table in seen.floor.tables.items():
        if table.setup is None:
            continue
        made.add_row(
            Text(printable(name), style="bold"),
            table.setup.game,
            printable(table.setup.link or "none"),
            _state(table, runs=name in seen.owners),
            f"{table.rounds:,}",
            str(len(table.seats)),
            money(table.in_rack),
        )
    return made


def _state(table: Table, *, runs: bool) -> Text:
    """Open or closed, whether a process runs it, and what the round waits for."""
    if not table.open:
        return Text("closed, not counted" if table.uncounted else "closed", style="dim")
    words = "running" if runs else "open"
    if table.play is not None and table.play.due.step != "call":
        words += f", next: {_STEPS.get(table.play.due.step, table.play.due.step.replace('_', ' '))}"
    return Text(words, style="green" if runs else "")


_STEPS = {"close": "close bets", "show": "show hands", "rule": "a ruling", "answer": "an answer"}


def links_grid(seen: Seen) -> Grid:
    made = grid(
        "link",
        "state",
        "display",
        "reserve",
        "tables",
        "claims",
        right=("display", "reserve", "tables"),
        gives="claims",
    )
    for name, link in seen.floor.links.items():
        if link.parameters is None:
            continue
        made.add_row(
            Text(printable(name), style="bold"),
            Text(
                link.state,
                style="green" if link.state == "running" else "yellow",
            ),
            Text(money(link.display), style="bold"),
            money(whole_cents(link.meters.reserve)),
            str(len(link.tables)),
            _claims(link),
        )
    return made


def state_style(link: Link) -> str:
    return {"running": "green", "failed": "red"}.get(link.state, "yellow")


def _claims(link: Link) -> str:
    if not link.open_claims:
        return "none"
    worth = Cents(sum(total(claims.paid) for claims in link.open_claims))
    tables = ", ".join(printable(claims.table) for claims in link.open_claims)
    return f"{money(worth)} at {tables}"


# For programs


def _data(seen: Seen) -> dict[str, Any]:
    return {
        "position": seen.position,
        "tables": [
            table_data(table, seen.owners.get(name)) for name, table in seen.floor.tables.items() if table.setup
        ],
        "links": [link_data(link) for link in seen.floor.links.values() if link.parameters],
    }


def table_data(table: Table, owner: str | None) -> dict[str, Any]:
    return {
        "table": table.rules.table,
        "game": table.rules.game,
        "link": table.rules.link,
        "open": table.open,
        "unattended": table.rules.unattended,
        "run_by": owner,
        "rounds": table.rounds,
        "due": table.play.due.step if table.play else None,
        "players": dict(table.seats),
        "rack_cents": table.in_rack,
        "uncounted": table.uncounted,
    }


def link_data(link: Link) -> dict[str, Any]:
    told = sign(link)
    return {
        "link": link.id,
        "operator": link.operator,
        "state": link.state,
        "display_cents": link.display,
        "reserve_cents": whole_cents(link.meters.reserve),
        "overflow_cents": whole_cents(link.meters.overflow),
        "hits": link.meters.hits,
        "wins_cents": link.meters.wins,
        "tables": dict(link.tables),
        "open_claims": told.pending,
        "parameters": link.parameters,
    }
