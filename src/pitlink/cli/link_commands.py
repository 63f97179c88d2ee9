"""`pitlink link …`."""

from pathlib import Path
from typing import Annotated

import typer

from pitlink.cli.amounts import amount
from pitlink.cli.options import Books, By, Json, Post

app = typer.Typer(no_args_is_help=True, help="Jackpots: how they stand, and what is done to them.")

Name = Annotated[str, typer.Argument(metavar="LINK", help="The link's name.")]
Note = Annotated[str, typer.Option("--note", metavar="TEXT", help="Why; it goes into the log.")]
Second = Annotated[str, typer.Option("--second", metavar="NAME:POST", help="Who agrees, in another post.")]


@app.command()
def show(link: Name, books: Books = None, json: Json = False) -> None:
    """Show a link: its state, meters, parameters, tables and open claims."""
    from pitlink.cli.books import place, refusing
    from pitlink.cli.linking import show_link

    raise typer.Exit(refusing("link", lambda: show_link(place(books), link, as_json=json)))


@app.command()
def claims(link: Name, books: Books = None, json: Json = False) -> None:
    """List claims that are not paid yet, in the order of payment, and what each waits for."""
    from pitlink.cli.books import place, refusing
    from pitlink.cli.linking import show_claims

    raise typer.Exit(refusing("link", lambda: show_claims(place(books), link, as_json=json)))


@app.command()
def suspend(link: Name, note: Note, books: Books = None, by: By = None, post: Post = "gaming_shift_manager") -> None:
    """Take no more progressive wagers for a while."""
    from pitlink.cli.administering import suspend_link
    from pitlink.cli.books import place, refusing

    raise typer.Exit(refusing("link", lambda: suspend_link(place(books), link, note, by, post)))


@app.command()
def fail(link: Name, note: Note, books: Books = None, by: By = None, post: Post = "gaming_shift_manager") -> None:
    """Record that the system does not work; the amount it shows is what it had registered."""
    from pitlink.cli.administering import fail_link
    from pitlink.cli.books import place, refusing

    raise typer.Exit(refusing("link", lambda: fail_link(place(books), link, note, by, post)))


@app.command()
def check(link: Name, books: Books = None, by: By = None, post: Post = "gaming_shift_manager") -> None:
    """Run the self-check: the software, the parameters, and the link's own chain of events and meters."""
    from pitlink.cli.administering import check_link
    from pitlink.cli.books import place, refusing

    raise typer.Exit(refusing("link", lambda: check_link(place(books), link, by, post)))


@app.command()
def resume(
    link: Name,
    note: Note,
    second: Annotated[
        str | None, typer.Option("--second", metavar="NAME:POST", help="After a failure: who agrees, in another post.")
    ] = None,
    books: Books = None,
    by: By = None,
    post: Post = "gaming_shift_manager",
) -> None:
    """Let a link run again, after a self-check that has passed."""
    from pitlink.cli.administering import resume_link
    from pitlink.cli.books import place, refusing

    raise typer.Exit(refusing("link", lambda: resume_link(place(books), link, note, second, by, post)))


@app.command()
def change(
    link: Name,
    note: Note,
    second: Second,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE.toml", help="Keys of a link, as a floor file has them.")
    ] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help='One of them, increment="15 %"; repeatable.')
    ] = None,
    books: Books = None,
    by: By = None,
    post: Post = "gaming_shift_manager",
) -> None:
    """Change parameters of a suspended link; two people, a new version, and a self-check before it runs again."""
    from pitlink.cli.administering import change_link
    from pitlink.cli.books import place, refusing

    if (file is None) == (not set_):
        raise typer.BadParameter("say what changes: --file or --set, one of them")
    raise typer.Exit(
        refusing("link", lambda: change_link(place(books), link, file, set_ or [], note, second, by, post))
    )


@app.command()
def correct(
    link: Name,
    note: Note,
    second: Second,
    up: Annotated[int | None, typer.Option(parser=amount, metavar="AMOUNT", help="Raise the display.")] = None,
    down: Annotated[int | None, typer.Option(parser=amount, metavar="AMOUNT", help="Or lower it.")] = None,
    books: Books = None,
    by: By = None,
    post: Post = "gaming_shift_manager",
) -> None:
    """Put the display right after an equipment fault."""
    from pitlink.cli.administering import correct_display
    from pitlink.cli.books import place, refusing

    if (up is None) == (down is None):
        raise typer.BadParameter("say by how much: --up or --down, one of them")
    by_cents = up if up is not None else -(down or 0)
    raise typer.Exit(refusing("link", lambda: correct_display(place(books), link, by_cents, note, second, by, post)))


@app.command()
def order(
    link: Name,
    hands: Annotated[list[str], typer.Argument(metavar="TABLE:POSITION…", help="All open claims, winners in order.")],
    books: Books = None,
    by: By = None,
    post: Post = "gaming_shift_manager",
) -> None:
    """Say in which order winning hands at several tables were dealt (rws-3cp 4.7.2)."""
    from pitlink.cli.administering import order_claims
    from pitlink.cli.books import place, refusing

    raise typer.Exit(refusing("link", lambda: order_claims(place(books), link, hands, by, post)))


@app.command()
def release(
    link: Name,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A closed table.")],
    books: Books = None,
    by: By = None,
    post: Post = "gaming_shift_manager",
) -> None:
    """Take a closed table off a link."""
    from pitlink.cli.administering import release_table
    from pitlink.cli.books import place, refusing

    raise typer.Exit(refusing("link", lambda: release_table(place(books), link, table, by, post)))


@app.command()
def retire(
    link: Name,
    note: Note,
    second: Second,
    to: Annotated[str | None, typer.Option(metavar="LINK", help="Where all it holds goes; else to the house.")] = None,
    books: Books = None,
    by: By = None,
    post: Post = "gaming_shift_manager",
) -> None:
    """End a suspended link without tables, with nothing left in it."""
    from pitlink.cli.administering import retire_link
    from pitlink.cli.books import place, refusing

    raise typer.Exit(refusing("link", lambda: retire_link(place(books), link, to, note, second, by, post)))
