"""The command line. Each command imports what it needs when it is called, so that `pitlink --help` answers at once."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pitlink.cli import audit_commands, floor_commands, link_commands
from pitlink.cli.options import Books
from pitlink.cli.streams import ready_streams, report_failure

app = typer.Typer(
    name="pitlink",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


app.add_typer(floor_commands.app, name="floor")
app.add_typer(link_commands.app, name="link")
app.add_typer(audit_commands.app, name="audit")


Changes = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="One thing otherwise: blind.flush=3:1, ante_pays_from=flush."),
]
Readings = Annotated[
    list[str] | None,
    typer.Option("--reading", metavar="NAME=VALUE", help="An open point read otherwise: bonus_on_loss=settled."),
]


def _tell_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"pitlink {version('pitlink')}, round format 1")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", "-V", help="Say which version this is.", callback=_tell_version, is_eager=True)
    ] = False,
) -> None:
    """Five casino poker games and their linked progressive jackpot, settled by the book."""


@app.command()
def settle(
    file: Annotated[
        Path, typer.Argument(help="A round file; - is standard input.", allow_dash=True, readable=False)
    ] = Path("-"),
    lines: Annotated[bool, typer.Option("--lines", help="Many rounds, one a line; answered line by line.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Tell the round and its reasons for a person.")] = False,
) -> None:
    """Say what every wager of a round is paid, and by which clause."""
    from pitlink.cli.settle import explain_one, settle_lines, settle_one

    if lines and explain:
        raise typer.BadParameter("--explain tells one round; use it without --lines.")
    raise typer.Exit(settle_lines(file) if lines else explain_one(file) if explain else settle_one(file))


@app.command()
def hand(
    cards: Annotated[list[str], typer.Argument(help="Three, five or seven cards: As Ks Qs Js Ts 2c 2d.")],
    game: Annotated[str | None, typer.Option(help="Whose clauses to name, such as mbs-lir or rws-3cp.")] = None,
) -> None:
    """Rank a hand and say why."""
    from pitlink.cli.hand import rank_and_explain

    raise typer.Exit(rank_and_explain(" ".join(cards), game))


@app.command()
def rules(
    document: Annotated[str | None, typer.Argument(help="A rulebook (mbs-uth) or a reading (R57).")] = None,
    clause: Annotated[str | None, typer.Argument(help="A clause, such as 3.10.2.")] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Which clauses code and tests hold.")] = False,
) -> None:
    """Show the rulebooks, a clause, a reading, or what is covered."""
    from pitlink.cli.rules import show_rules

    raise typer.Exit(show_rules(document, clause, coverage=coverage))


@app.command()
def strategy(
    game: Annotated[str, typer.Argument(help="Which game, such as mbs-uth.")],
    change: Changes = None,
    reading: Readings = None,
    play: Annotated[
        list[str] | None,
        typer.Option("--play", metavar="RULE", help="What one's own way costs: '22+,A2+', 'Q 6 4'; see docs."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON, fractions in lowest terms.")] = False,
) -> None:
    """Best play as a person uses it, and what simpler play costs."""
    from pitlink.cli.strategy import show_strategy

    raise typer.Exit(show_strategy(game, tuple(change or ()), tuple(reading or ()), tuple(play or ()), as_json=json))


@app.command()
def advise(
    game: Annotated[str, typer.Argument(help="Which game, such as mbs-uth.")],
    hole: Annotated[str | None, typer.Option("--hole", metavar="CARDS", help="One's own cards: 'Kd 5c'.")] = None,
    flop: Annotated[str | None, typer.Option("--flop", metavar="CARDS", help="The flop, where it is seen.")] = None,
    board: Annotated[
        str | None, typer.Option("--board", metavar="CARDS", help="All community cards seen, or those behind the flop.")
    ] = None,
    unseen: Annotated[
        bool, typer.Option("--unseen", help="For a hand that is not looked at; --hole is then one that is, if any.")
    ] = False,
    made: Annotated[
        str | None,
        typer.Option(
            "--made", metavar="WAGER", help="A wager decided before that lies there: turn of mbs-thb, 1 of mbs-lir."
        ),
    ] = None,
    change: Changes = None,
    reading: Readings = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON, fractions in lowest terms.")] = False,
) -> None:
    """What every choice is worth with these cards, exactly."""
    from pitlink.cli.advise import Asked, advise_on

    asked = Asked(game, hole, flop, board, unseen, made, tuple(change or ()), tuple(reading or ()), json)
    raise typer.Exit(advise_on(asked))


@app.command()
def readings(
    game: Annotated[str | None, typer.Argument(help="Only those of one game.")] = None,
    price: Annotated[bool, typer.Option("--price", help="What each side of each is worth, exactly.")] = False,
    json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """The points that the rulebooks leave open, and what they are worth."""
    from pitlink.cli.readings import show_readings

    raise typer.Exit(show_readings(game, price=price, as_json=json))


@app.command()
def errata(json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False) -> None:
    """Compute every published figure of these games again."""
    from pitlink.cli.errata import show_errata

    raise typer.Exit(show_errata(as_json=json))


@app.command()
def par(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Which game, such as mbs-uth; with --all, which folder.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print it for programs: docs/par.schema.json.")] = False,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it for the browser, in one file.")] = None,
    pdf: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it for paper.")] = None,
    change: Changes = None,
    reading: Readings = None,
    every: Annotated[
        bool, typer.Option("--all", help="Write JSON, HTML and PDF of every game to a folder, else to par-sheets.")
    ] = False,
) -> None:
    """The PAR sheet of a game: pay tables with combinations and returns, edge, deviation, best play, all exact."""
    from pitlink.cli.par import Asked, par_sheets

    asked = Asked(game, json, html, pdf, tuple(change or ()), tuple(reading or ()), every)
    raise typer.Exit(par_sheets(asked))


@app.command()
def demo(
    seed: Annotated[int, typer.Option(help="Which deal; the same seed deals the same cards.")] = 1041,
    json: Annotated[bool, typer.Option("--json", help="Print the round files, one a line, unsettled.")] = False,
) -> None:
    """Deal and settle one round of each game, and tell them as a dealer would read them."""
    from pitlink.cli.demo import deal_and_tell

    raise typer.Exit(deal_and_tell(seed, as_json=json))


@app.command()
def deal(
    game: Annotated[str, typer.Argument(help="Which game, such as mbs-uth.")],
    seats: Annotated[int, typer.Option(help="How many bots play.")] = 3,
    rounds: Annotated[int, typer.Option(help="How many rounds.")] = 5,
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same log; without it, true chance.")] = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="Where the log goes; - is standard output.")] = Path("-"),
    trouble: Annotated[float, typer.Option(help="The share of rounds in which something goes wrong.")] = 0.0,
) -> None:
    """Let bots play some rounds, and write all that happens as a log."""
    from pitlink.cli.deal import deal_log

    raise typer.Exit(deal_log(game, seats, rounds, seed, out, trouble))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A log; - is standard input.", allow_dash=True, readable=False)],
    round_file: Annotated[
        int | None, typer.Option("--round-file", metavar="N", help="Print round N as a round file instead.")
    ] = None,
    table: Annotated[str | None, typer.Option(help="Which table, where a log has several.")] = None,
    details: Annotated[bool, typer.Option("--details", help="Tell small steps too: people, looks, chips.")] = False,
) -> None:
    """Tell a log as a story with its clauses, or export one of its rounds."""
    from pitlink.cli.replay import replay_log

    raise typer.Exit(replay_log(file, round_file, table, details=details))


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="Which game, such as mbs-lir.")],
    seats: Annotated[int, typer.Option(help="How many play, you among them.")] = 3,
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same cards.")] = None,
    trouble: Annotated[float, typer.Option(help="The share of rounds in which something goes wrong.")] = 0.0,
) -> None:
    """Sit down at a table beside bots, and play in the terminal."""
    from pitlink.cli.play import play_game

    raise typer.Exit(play_game(game, seats, seed, trouble))


@app.command()
def jackpot(
    game: Annotated[str | None, typer.Argument(help="Which game, such as mbs-3cp.")] = None,
    unit: Annotated[str, typer.Option(metavar="DOLLARS", help="One progressive wager.")] = "5",
    units: Annotated[str, typer.Option(metavar="N", help="How many of them are staked.")] = "1",
    meter: Annotated[str, typer.Option(metavar="DOLLARS", help="What the sign shows.")] = "250,000",
    reset: Annotated[str, typer.Option(metavar="DOLLARS", help="What it starts with again.")] = "50,000",
    seats: Annotated[
        str | None, typer.Option(metavar="N", help="Progressive wagers at a table; else as many as it has positions.")
    ] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Another pay cell: progressive.flush=$50.")
    ] = None,
    reading: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Another reading: royal_base=displayed.")
    ] = None,
    link: Annotated[Path | None, typer.Option(metavar="FILE", help="The links of a floor file instead.")] = None,
    rounds_an_hour: Annotated[str, typer.Option(metavar="N", help="Of a link's tables, each.")] = "60",
    table: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=N/N/N", help="One of them otherwise: rounds an hour/wagers/units, 'UTH 1=45/4'."),
    ] = None,
    hours: Annotated[str, typer.Option(metavar="N", help="For how long a link's resets are to be paid.")] = "8760",
    confidence: Annotated[str, typer.Option(metavar="PERCENT", help="With which confidence.")] = "99",
    chart: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it too, into a file *.svg.")] = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON, fractions in lowest terms.")] = False,
) -> None:
    """Tell the mathematics of a progressive: of a game and its table, or of a link."""
    from pitlink.cli.jackpot import Asked, tell_jackpot

    changed = tuple(set_ or ()), tuple(reading or ())
    asked = Asked(
        *(game, unit, units, meter, reset, seats, *changed),
        *(link, rounds_an_hour, tuple(table or ()), hours, confidence, chart, json),
    )
    raise typer.Exit(tell_jackpot(asked))


@app.command()
def serve(
    data: Annotated[Path | None, typer.Option(help="The folder of books and key; else among your data files.")] = None,
    database: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Books on a server instead: postgresql://…")
    ] = None,
    host: Annotated[str, typer.Option(help="Where to listen; only this machine unless told otherwise.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Which port; 0 takes any that is free.", min=0, max=65535)] = 8080,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A host name it is asked under, as behind a proxy; may be given several times."),
    ] = None,
    guests: Annotated[bool, typer.Option(help="Whether anybody may play as a guest.")] = True,
    floor: Annotated[Path | None, typer.Option(help="On new books, the floor of this file; else the example.")] = None,
    bots: Annotated[int, typer.Option(help="On new books, so many bots at each table.", min=0, max=7)] = 3,
    speed: Annotated[float, typer.Option(help="How many times as quick as usual the dealers are.", min=0.1)] = 1.0,
    feeds_per_address: Annotated[
        int | None,
        typer.Option(help="So many feeds open from one address without an account; else 256.", min=1),
    ] = None,
    log: Annotated[Path | None, typer.Option(help="Every request as a line of JSON; - is standard error.")] = None,
) -> None:
    """Open the pit: tables of all games, a live feed and an API, until Ctrl-C."""
    from pitlink.cli.books import refusing
    from pitlink.cli.serving import Asked, serve_pit

    asked = Asked(data, database, host, port, tuple(name or ()), guests, floor, bots, speed, feeds_per_address, log)
    raise typer.Exit(refusing("serve", lambda: serve_pit(asked)))


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where the backup goes; one file, for nobody else to read.")],
    books: Books = None,
) -> None:
    """Copy the books as they stand, while others write, and prove the copy."""
    from pitlink.cli.books import place, refusing
    from pitlink.cli.copying import back_up

    raise typer.Exit(refusing("backup", lambda: back_up(place(books), file)))


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    books: Books = None,
) -> None:
    """Bring a backup to where no books are yet, in a file or on a server, and prove them."""
    from pitlink.cli import copying
    from pitlink.cli.books import place, refusing

    raise typer.Exit(refusing("restore", lambda: copying.restore(place(books), file)))


def main() -> None:
    ready_streams()
    try:
        app()
    except OSError as error:
        sys.exit(report_failure(error))
