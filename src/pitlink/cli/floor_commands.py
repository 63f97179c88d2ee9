"""`pitlink floor …`."""

from pathlib import Path
from typing import Annotated, Literal, get_args

import typer

from pitlink.cli.amounts import amount
from pitlink.cli.options import Books, By, Json, Post, one_of

app = typer.Typer(no_args_is_help=True, help="Tables and links on the books.")

File = Annotated[Path, typer.Argument(metavar="FLOOR.toml", help="A floor; `pitlink floor example` prints one.")]
Name = Annotated[str, typer.Argument(metavar="TABLE", help="The table's name.")]


@app.command("open")
def open_(file: File, books: Books = None, by: By = None, post: Post = "gaming_shift_manager") -> None:
    """Open what a file names and the books have not open yet; all of it or nothing."""
    from pitlink.cli.books import place, refusing
    from pitlink.cli.opening import open_floor

    raise typer.Exit(refusing("floor", lambda: open_floor(place(books), file, by, post)))


@app.command()
def check(file: File) -> None:
    """Say whether a file can be opened; no books are needed."""
    from pitlink.cli.books import refusing
    from pitlink.cli.opening import check_floor

    raise typer.Exit(refusing("floor", lambda: check_floor(file)))


@app.command()
def example() -> None:
    """Print a file with all five games, each key explained."""
    from pitlink.cli.opening import show_example

    raise typer.Exit(show_example())


@app.command()
def show(books: Books = None, json: Json = False) -> None:
    """Show how tables and links stand."""
    from pitlink.cli.books import place, refusing
    from pitlink.cli.showing import show_floor

    raise typer.Exit(refusing("floor", lambda: show_floor(place(books), as_json=json)))


@app.command()
def play(
    rounds: Annotated[int, typer.Option(min=1, help="How many, at each table.")] = 10,
    seats: Annotated[int, typer.Option(min=1, max=7, help="How many bots sit at each.")] = 3,
    table: Annotated[list[str] | None, typer.Option(help="Only there; may be given several times.")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same cards; without it, chance.")] = None,
    books: Books = None,
) -> None:
    """Let bots play at the unattended tables. Ctrl-C ends it; called again, it goes on from there."""
    from pitlink.cli.books import place, refusing
    from pitlink.cli.playing import play_floor

    raise typer.Exit(refusing("floor", lambda: play_floor(place(books), rounds, seats, table or (), seed)))


# At one table

Amount = Annotated[int, typer.Argument(parser=amount, metavar="AMOUNT", help="In dollars, such as 1,000.00.")]
Slip = Annotated[str, typer.Option("--slip", metavar="NUMBER", help="The number of the slip.")]
Dealer = Annotated[str | None, typer.Option(metavar="NAME", help="Who signed it; else the dealer who deals there.")]


@app.command()
def close(
    table: Name,
    count: Annotated[
        int | None, typer.Option(parser=amount, metavar="AMOUNT", help="What the rack has; else to be counted later.")
    ] = None,
    books: Books = None,
    by: By = None,
    post: Post = "pit_supervisor",
) -> None:
    """Close a table after its last round."""
    from pitlink.cli.books import place, refusing
    from pitlink.cli.staffing import close_table

    raise typer.Exit(refusing("floor", lambda: close_table(place(books), table, count, by, post)))


@app.command()
def count(table: Name, money: Amount, books: Books = None, by: By = None, post: Post = "pit_supervisor") -> None:
    """Say what was counted in a rack, between two rounds or after the close."""
    from pitlink.cli.books import place, refusing
    from pitlink.cli.staffing import count_rack

    raise typer.Exit(refusing("floor", lambda: count_rack(place(books), table, money, by, post)))


@app.command()
def fill(
    table: Name,
    money: Amount,
    slip: Slip,
    dealer: Dealer = None,
    books: Books = None,
    by: By = None,
    post: Post = "pit_supervisor",
) -> None:
    """Bring chips to a rack."""
    from pitlink.cli.books import place, refusing
    from pitlink.cli.staffing import move_chips

    said = (money, slip, dealer)
    raise typer.Exit(refusing("floor", lambda: move_chips(place(books), table, "fill", said, by, post)))


@app.command()
def credit(
    table: Name,
    money: Amount,
    slip: Slip,
    dealer: Dealer = None,
    books: Books = None,
    by: By = None,
    post: Post = "pit_supervisor",
) -> None:
    """Take chips from a rack."""
    from pitlink.cli.books import place, refusing
    from pitlink.cli.staffing import move_chips

    said = (money, slip, dealer)
    raise typer.Exit(refusing("floor", lambda: move_chips(place(books), table, "credit", said, by, post)))


Step = Literal["verify", "approve", "pay", "reject"]


@app.command()
def claim(
    table: Name,
    what: Annotated[
        Step, typer.Argument(parser=one_of(*get_args(Step)), metavar="STEP", help="verify, approve, pay or reject.")
    ],
    cards: Annotated[int | None, typer.Option(help="verify: the cards counted, the whole deck.")] = None,
    surveillance: Annotated[str | None, typer.Option(metavar="TEXT", help="verify: where it was recorded.")] = None,
    position: Annotated[list[int] | None, typer.Option(help="reject: a winning position; may be repeated.")] = None,
    words: Annotated[str | None, typer.Option(metavar="TEXT", help="reject: why.")] = None,
    books: Books = None,
    by: By = None,
    post: Post = "pit_supervisor",
) -> None:
    """Verify, approve, pay or reject the jackpot claims of a table. Verifying and approving take two people."""
    from pitlink.cli.books import place, refusing
    from pitlink.cli.staffing import act_on_claims

    given = {"--cards": cards, "--surveillance": surveillance, "--position": position, "--words": words}
    for option in {"verify": ("--cards", "--surveillance"), "reject": ("--position", "--words")}.get(what, ()):
        if given[option] is None:
            raise typer.BadParameter(f"{what} needs {option}")
    said = (cards or 0, surveillance or "", tuple(position or ()), words or "")
    raise typer.Exit(refusing("floor", lambda: act_on_claims(place(books), table, what, said, by, post)))
