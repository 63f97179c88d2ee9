"""`pitlink link show` and `claims`."""

import sys
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from pitlink.cli.books import CannotDo, looking
from pitlink.cli.grids import facts, grid, print_grid, print_side_by_side
from pitlink.cli.show import money, printable
from pitlink.cli.showing import link_data, state_style
from pitlink.games.round import Award
from pitlink.jackpot import Link
from pitlink.jackpot.link import ClaimOf, whole_cents
from pitlink.jackpot.sign import sign
from pitlink.people import officer
from pitlink.pit.statements import fine_dollars, tell_parameters
from pitlink.store.looking import Seen, look
from pitlink.table import Table


def _seen(where: str, name: str) -> tuple[Link, Seen]:
    with looking(where) as engine:
        seen = look(engine)
    link = seen.floor.links.get(name)
    if link is None or link.parameters is None:
        names = ", ".join(seen.floor.links) or "a link, and there is none"
        raise CannotDo(f"no link {name!r} in these books: expected {names}")
    return link, seen


def show_link(where: str, name: str, *, as_json: bool) -> int:
    link, seen = _seen(where, name)
    if as_json:
        return _print_json({**link_data(link), "claims": _claims_data(link, seen)})
    console = Console(highlight=False)
    head = Text(printable(name), style="bold")
    head.append(f"  {link.operator}, ", style="not bold")
    head.append(link.state, style=state_style(link))
    head.append(f"{': ' + printable(link.note) if link.note else ''}", style="not bold")
    console.print(head)
    for words in (sign(link).notice, *sign(link).warnings):
        if words:
            console.print(Text(words, style="yellow"))
    console.print()
    print_side_by_side(console, _meters(link), _parameters(link))
    console.print()
    tables = ", ".join(f"{printable(each)} ({game})" for each, game in link.tables.items())
    console.print(f"Tables: {tables or 'none'}")
    if link.order:
        console.print()
        print_grid(console, claims_grid(link, seen))
    return 0


def _meters(link: Link) -> Grid:
    meters = link.meters
    registered = (("registered", money(link.registered)),) if link.registered is not None else ()
    return facts(
        "meters",
        ("display", money(link.display)),
        ("exactly", fine_dollars(meters.display)),
        ("reserve", money(whole_cents(meters.reserve))),
        ("overflow", money(whole_cents(meters.overflow))),
        ("wagers in", f"{meters.wagers_in:,}"),
        ("hits", f"{meters.hits:,}"),
        ("wins", money(meters.wins)),
        ("by attendants", money(meters.paid_by_attendant)),
        ("by the system", money(meters.paid_by_system)),
        *registered,
    )


def _parameters(link: Link) -> Grid:
    checked = {None: "not yet", True: "passed", False: "not passed"}[link.checked]
    return facts(
        f"parameters, version {link.parameters_version}",
        *tell_parameters(link.set_up),
        ("self-check", checked),
    )


# Claims


def show_claims(where: str, name: str, *, as_json: bool) -> int:
    link, seen = _seen(where, name)
    if as_json:
        return _print_json(_claims_data(link, seen))
    console = Console(highlight=False)
    if link.order:
        print_grid(console, claims_grid(link, seen))
    else:
        console.print("No claim is open.")
    return 0


def claims_grid(link: Link, seen: Seen) -> Grid:
    made = grid(
        "claim", "table", "round", "position", "hand", "amount", "waits for", right=("amount",), gives="waits for"
    )
    for nth, (hand, award, table) in enumerate(_in_order(link, seen), start=1):
        number = str(table.play.number) if table.play else ""
        made.add_row(
            str(nth), printable(hand.table), number, str(hand.position), award.hand, money(award.amount), _waits(table)
        )
    return made


def _in_order(link: Link, seen: Seen) -> list[tuple[ClaimOf, Award, Table]]:
    awards = {
        ClaimOf(claims.table, award.position, award.line): award
        for claims in link.open_claims
        for award in claims.paid.awards
    }
    return [(hand, awards[hand], seen.floor.tables.get(hand.table) or Table()) for hand in link.order]


def _waits(table: Table) -> str:
    play = table.play
    if play is None or play.verified is None:
        return "verification"
    verified = f"verified by {officer(play.verified.post, play.verified.by, software=play.verified.software)}"
    if play.approved is None:
        return f"approval; {verified}"
    return f"payment; approved by {officer(play.approved.post, play.approved.by, software=play.approved.software)}"


def _claims_data(link: Link, seen: Seen) -> list[dict[str, Any]]:
    return [
        {
            "table": hand.table,
            "round": table.play.number if table.play else None,
            "position": hand.position,
            "line": hand.line,
            "hand": award.hand,
            "amount_cents": award.amount,
            "verified": table.play.verified if table.play else None,
            "approved": table.play.approved if table.play else None,
        }
        for hand, award, table in _in_order(link, seen)
    ]


def _print_json(data: object) -> int:
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n")
    sys.stdout.buffer.flush()
    return 0
