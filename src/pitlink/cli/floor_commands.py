"""`pitlink floor …`."""

from pathlib import Path
from typing import Annotated

import typer

from pitlink.cli.options import Books, By, Json, Post

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
