"""What staff do at one table, from the terminal: its close, its chips, its jackpot claims."""

from typing import Literal

from pitlink.cli.acting import at_table
from pitlink.cli.books import CannotDo, person
from pitlink.money import Cents
from pitlink.people import Post
from pitlink.table import AnyCommand, Table
from pitlink.table import commands as ask


def close_table(where: str, table: str, counted: int | None, by: str | None, post: Post) -> int:
    who = person(by, post)
    return at_table(where, table, lambda _: ask.CloseTable(who, None if counted is None else Cents(counted)))


def count_rack(where: str, table: str, counted: int, by: str | None, post: Post) -> int:
    who = person(by, post)
    return at_table(where, table, lambda _: ask.CountRack(who, Cents(counted)))


def move_chips(
    where: str,
    table: str,
    what: Literal["fill", "credit"],
    said: tuple[int, str, str | None],
    by: str | None,
    post: Post,
) -> int:
    who, kind = person(by, post), ask.Fill if what == "fill" else ask.Credit
    amount, slip, dealer = said

    def command(state: Table) -> AnyCommand:
        if state.dealer is None:
            expected = "dealer = NAME in its floor file, opened again, or a `pitlink floor play`, which brings its own"
            raise CannotDo(f"table {table} has no dealer who could sign slip {slip} (R114): expected {expected}")
        return kind(who, Cents(amount), slip, dealer or state.dealer)

    return at_table(where, table, command)


def act_on_claims(
    where: str,
    table: str,
    what: Literal["verify", "approve", "pay", "reject"],
    said: tuple[int, str, tuple[int, ...], str],
    by: str | None,
    post: Post,
) -> int:
    who = person(by, post)
    cards, surveillance, positions, words = said

    def command(_: Table) -> AnyCommand:
        match what:
            case "verify":
                return ask.VerifyClaims(who, cards, surveillance)
            case "approve":
                return ask.ApproveClaims(who)
            case "pay":
                return ask.PayAwards(who)
            case "reject":
                return ask.RejectClaims(who, positions, words)

    return at_table(where, table, command)
