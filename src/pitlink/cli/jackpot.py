"""`pitlink jackpot`: the mathematics of the progressive, of one game and its table, or of a whole link."""

import sys
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec import structs
from rich.console import Console
from rich.text import Text

from pitlink.cli.analysing import print_json
from pitlink.cli.grids import facts, grid, print_grid
from pitlink.exact import progressive, winners
from pitlink.exact.features import GAME as FEATURED_GAME
from pitlink.exact.features import Featured, featured
from pitlink.exact.par.numbers import figure
from pitlink.exact.progressive import Progressive
from pitlink.exact.rules import NotRules, Rules, approved, changed, changes, with_reading
from pitlink.games import GAMES
from pitlink.money import Cents, NotMoney
from pitlink.pit.floorfile import expected_of, money_of
from pitlink.rulebook import catalogue

BAD_INPUT: Final = 2
QUANTILES: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


class Asked(NamedTuple):
    """What stands on the command line, as it was typed."""

    game: str | None
    unit: str
    units: str
    meter: str
    reset: str
    seats: str | None
    set: tuple[str, ...]
    reading: tuple[str, ...]
    link: Path | None
    rounds_an_hour: str
    tables: tuple[str, ...]
    hours: str
    confidence: str
    chart: Path | None
    as_json: bool


class GameTold(NamedTuple):
    """What is told of a game."""

    wager: Progressive
    meter_cents: int
    reset_cents: int
    law: winners.Law
    expected: winners.Expected
    prices: tuple[winners.Priced, ...]
    features: tuple[Featured, ...]


def tell_jackpot(asked: Asked) -> int:
    """One game or one link; what cannot be told is refused in one line."""
    try:
        if (asked.game is None) == (asked.link is None):
            raise NotRules("expected either a game, such as mbs-3cp, or --link FILE")
        if asked.chart is not None and asked.chart.suffix != ".svg":
            raise NotRules(f"--chart {asked.chart}: expected a name that ends in .svg")
        if asked.link is not None:
            from pitlink.cli.jackpot_link import tell_link

            return tell_link(asked, asked.link)
        if asked.tables:
            raise NotRules(f"--table {asked.tables[0]}: expected --link FILE, whose table it is")
        return tell_game(asked)
    except NotRules as wrong:
        print(f"pitlink jackpot: {wrong}", file=sys.stderr)
        return BAD_INPUT


def tell_game(asked: Asked) -> int:
    told = game_told(asked)
    if asked.chart is not None:
        from pitlink.cli.jackpot_chart import draw_game

        write(asked.chart, draw_game(told.wager, told.meter_cents))
    if asked.as_json:
        print_json(game_as_data(told))
    else:
        show_game(Console(highlight=False), told)
    return 0


def game_told(asked: Asked) -> GameTold:
    rules = approved(asked.game or "")
    for change in asked.set:
        rules = changed(rules, change)
    for reading in asked.reading:
        name, equals, value = reading.partition("=")
        if not equals:
            raise NotRules(f"--reading {reading}: expected NAME=VALUE, such as royal_base=displayed")
        rules = with_reading(rules, name, value)
    unit, units = money("--unit", asked.unit), whole("--units", asked.units)
    meter, reset = money("--meter", asked.meter), money("--reset", asked.reset)
    seats = GAMES[rules.game].LAYOUT.positions if asked.seats is None else whole("--seats", asked.seats)
    winners.check_wagers(rules.game, seats)
    wager = progressive.figures(rules, unit, units)
    return GameTold(
        wager,
        meter,
        reset,
        winners.law(rules.game, seats, rules.switches.ace_low_straight_flush),
        winners.expected(wager, seats, meter, reset),
        winners.prices(rules, seats, meter, reset, unit, units),
        _features(rules, meter, unit, units),
    )


def _features(rules: Rules, meter: int, unit: int, units: int) -> tuple[Featured, ...]:
    if rules.game != FEATURED_GAME:
        return ()
    areas = range(1, GAMES[rules.game].LAYOUT.positions + 1)
    return tuple(featured(rules, each, meter, unit, units) for each in areas)


# For people


def show_game(console: Console, told: GameTold) -> None:
    wager = told.wager
    book = catalogue.document(wager.game)
    console.print(Text(f"{book.title} · {wager.game}: the progressive", style="bold"))
    console.print(f"{cash(wager.stake_cents)} staked, the meter at {cash(told.meter_cents)}")
    for change in changes(wager.rules):
        console.print(Text(f"  with {change}", style="yellow"))
    print_grid(console, _lines(told))
    console.print()
    print_grid(console, _summary(told))
    console.print()
    print_grid(console, _joint(told))
    console.print()
    print_grid(console, _prices(told))
    console.print("* as set; less: dollars that winners get less than each would alone", style="dim")
    if told.features:
        console.print()
        print_grid(console, _feature_rows(told.features))


def _lines(told: GameTold) -> Any:
    wager, right = told.wager, ("pays", f"of {told.wager.deals:,}", "one in", "returns")
    made = grid("hand", *right, right=right, gives="hand")
    for line in wager.lines:
        returns = line.probability * (line.fixed + line.share * told.meter_cents / wager.stake_cents)
        pays = line.pays or "nothing"
        made.add_row(line.what, pays, f"{line.combinations:,}", one_in(line.probability), percent(returns))
    made.add_row("total", "", f"{wager.deals:,}", "", percent(wager.returns(told.meter_cents)), style="bold")
    return made


def _summary(told: GameTold) -> Any:
    wager, meter = told.wager, told.meter_cents
    fair = wager.break_even_cents
    deviation = float(wager.variance(meter)) ** 0.5
    return facts(
        "Returned of what is staked",
        ("whatever the meter", f"{percent(wager.return_fixed)}  = {wager.return_fixed}"),
        ("for every 100,000 of the meter", percent(wager.return_per_meter * 10_000_000)),
        ("at this meter", percent(wager.returns(meter))),
        ("house edge at this meter", percent(1 - wager.returns(meter))),
        ("standard deviation, in stakes", f"{deviation:,.2f}"),
        ("fair at a meter of", "none" if fair is None else cash(fair)),
        ("wins something", one_in(wager.hit_frequency, "one in ")),
    )


def _joint(told: GameTold) -> Any:
    made = grid("winners of a share", "one round in", "exactly", right=("one round in", "exactly"), gives="exactly")
    for outcome in told.law.outcomes:
        words = outcome.words if outcome.winners else f"nobody, of {told.law.wagers} wagers at a table"
        made.add_row(words, one_in(outcome.probability), str(outcome.probability))
    return made


def _prices(told: GameTold) -> Any:
    """What is paid of the meter a round under each reading, against each winner alone."""
    right = ("paid a round", "less in 10⁶ rounds")
    made = grid("several winners", *right, right=right, gives="several winners")
    now = told.wager.rules.switches
    for each in told.prices:
        mark = " *" if getattr(now, each.reading) == each.value else ""
        share = percent(each.expected.awards / told.meter_cents, 10) if told.meter_cents else "nothing"
        less = float(each.expected.cost) / 100 * 1_000_000
        made.add_row(f"{each.reading}={each.value}{mark}", share, f"{less:,.2f}")
    return made


def _feature_rows(rows: Iterable[Featured]) -> Any:
    right = ("hand", "Magic Card", "Lucky Player", "all, every round", "both in at most")
    made = grid("areas betting", *right, right=right, gives="areas betting")
    for row in rows:
        shares = (row.hand, row.magic_card, row.lucky_player, row.both)
        made.add_row(
            str(row.areas), *(percent(share, 1) for share in shares), f"{percent(row.most_drawn, 1)} of rounds"
        )
    return made


# For programs


def game_as_data(told: GameTold) -> dict[str, Any]:
    wager = told.wager
    return {
        "game": wager.game,
        "edition": catalogue.document(wager.game).edition,
        "changes": list(changes(wager.rules)),
        "unit_cents": wager.unit_cents,
        "units": wager.units,
        "meter_cents": told.meter_cents,
        "reset_cents": told.reset_cents,
        "deals": wager.deals,
        "lines": [
            {
                "hand": line.what,
                "pays": line.pays,
                "combinations": line.combinations,
                "probability": figure(line.probability),
                "fixed": figure(line.fixed),
                "share": figure(line.share),
            }
            for line in wager.lines
        ],
        "return_fixed": figure(wager.return_fixed),
        "return_per_meter_cent": figure(wager.return_per_meter),
        "return": figure(wager.returns(told.meter_cents)),
        "variance": figure(wager.variance(told.meter_cents)),
        "break_even_cents": None if wager.break_even_cents is None else figure(wager.break_even_cents),
        "hit_frequency": figure(wager.hit_frequency),
        "wagers_at_the_table": told.law.wagers,
        "winners": [
            {"hands": [hand.words for hand in each.winners], "probability": figure(each.probability)}
            for each in told.law.outcomes
        ],
        "paid_a_round": _expected_as_data(told.expected),
        "readings": [
            {"reading": each.reading, "value": each.value, **_expected_as_data(each.expected)} for each in told.prices
        ],
        "features": [
            {name: value if isinstance(value, int) else figure(value) for name, value in structs.asdict(row).items()}
            for row in told.features
        ],
    }


def _expected_as_data(found: winners.Expected) -> dict[str, Any]:
    return {
        "awards_cents": figure(found.awards),
        "from_meter_cents": figure(found.from_meter),
        "alone_cents": figure(found.alone),
        "cost_cents": figure(found.cost),
    }


# Typed and written


def money(option: str, text: str) -> int:
    """Cents, from dollars as a floor file has them."""
    try:
        return money_of(text)
    except NotMoney:
        expected = expected_of(text) if text[:1].isdigit() else "dollars such as 250,000.00"
        raise NotRules(f"{option} {text}: expected {expected}") from None


def whole(option: str, text: str) -> int:
    if not text.isdecimal() or len(text) > 6:
        raise NotRules(f"{option} {text}: expected a whole number")
    return int(text)


def number(option: str, text: str, expected: str) -> Fraction:
    """A number with or without decimals, more than 0."""
    try:
        found = Fraction(text)
    except (ValueError, ZeroDivisionError):
        found = Fraction(0)
    if found <= 0 or len(text) > 12:
        raise NotRules(f"{option} {text}: expected {expected}")
    return found


def write(file: Path, content: bytes) -> None:
    try:
        file.write_bytes(content)
    except OSError as error:
        raise NotRules(f"{file}: {error.strerror or error}: expected a file that can be written") from None


def cash(cents: int | float | Fraction) -> str:
    """To the nearest cent, thousands apart."""
    near = round(cents)
    whole_part, rest = divmod(abs(Cents(near)), 100)
    return f"{'-' if near < 0 else ''}{whole_part:,}.{rest:02d}"


def percent(share: Fraction | float, digits: int = 4) -> str:
    return f"{float(share) * 100:.{digits}f} %"


def one_in(probability: Fraction, before: str = "") -> str:
    if not probability:
        return "never"
    often = 1 / probability
    return f"{before}{float(often):,.2f}" if often < 1000 else f"{before}{round(often):,}"
