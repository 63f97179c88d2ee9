"""`pitlink jackpot --link FILE`: every link of a floor file in the long run."""

from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import structs
from rich.console import Console
from rich.text import Text

from pitlink.cli.analysing import print_json
from pitlink.cli.grids import facts, print_grid
from pitlink.cli.jackpot import QUANTILES, Asked, cash, number, percent, whole, write
from pitlink.exact.funding import Funding, funding
from pitlink.exact.link import Jackpot, LinkedTable, LinkFigures, link_figures
from pitlink.exact.meters import WhenHit, when_hit
from pitlink.exact.par.numbers import figure
from pitlink.exact.rules import NotRules, approved
from pitlink.pit.floorfile import read
from pitlink.pit.floorplan import FloorFileRefused, Plan, PlannedLink
from pitlink.pit.words import counted
from pitlink.table import TableSetup


class LinkTold(NamedTuple):
    """What is told of a link."""

    name: str
    link: Jackpot
    figures: LinkFigures
    when_hit: WhenHit
    first: WhenHit
    funding: Funding


class Pace(NamedTuple):
    """Of one table: rounds an hour, progressive wagers in each, units of each."""

    rounds: Fraction
    wagers: int
    units: int


def tell_link(asked: Asked, file: Path) -> int:
    if asked.set or asked.reading:
        raise NotRules("--set and --reading are for a game: expected readings in the file, under [link.readings]")
    plan = planned(file)
    check_tables(asked, plan)
    told = [told_of(asked, plan, link) for link in plan.links]
    if not told:
        raise NotRules(f"{file}: no link: expected [[link]] with tables")
    if asked.chart is not None:
        from pitlink.cli.jackpot_chart import draw_links

        write(asked.chart, draw_links([(each.name, each.link, each.when_hit) for each in told]))
    if asked.as_json:
        print_json([as_data(each) for each in told])
        return 0
    console = Console(highlight=False)
    for each in told:
        show(console, each)
    return 0


def planned(file: Path) -> Plan:
    try:
        return read(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise NotRules(f"{file}: {error.strerror or error}: expected a floor file that can be read") from None
    except UnicodeDecodeError:
        raise NotRules(f"{file}: bytes that are no text: expected UTF-8") from None
    except FloorFileRefused as refused:
        raise NotRules(f"{file}:{refused.line}: {refused}") from None


def check_tables(asked: Asked, plan: Plan) -> None:
    linked = [table.setup.table for table in plan.tables if table.setup.link is not None]
    for text in asked.tables:
        name, equals, _ = text.rpartition("=")
        if not equals:
            raise NotRules(f"--table {text}: expected NAME=ROUNDS/WAGERS/UNITS, such as 'UTH 1=45/4'")
        if name not in linked:
            raise NotRules(f"--table {text}: no such table on a link: expected {', '.join(linked)}")


def pace_of(asked: Asked, setup: TableSetup) -> Pace:
    """Every position has one unit on the progressive unless options say otherwise, those for this table at last."""
    rounds = number("--rounds-an-hour", asked.rounds_an_hour, "a number of rounds, more than 0")
    wagers = setup.positions if asked.seats is None else whole("--seats", asked.seats)
    found = Pace(rounds, wagers, whole("--units", asked.units))
    for text in asked.tables:
        name, _, typed = text.rpartition("=")
        if name == setup.table:
            first, *others = typed.split("/")
            if len(others) > 2:
                raise NotRules(f"--table {text}: expected ROUNDS/WAGERS/UNITS, such as 45/4")
            rounds = number(f"--table {name}:", first, "a number of rounds an hour, more than 0")
            found = Pace(rounds, *(whole(f"--table {name}:", each) for each in others), *found[1 + len(others) :])
    return found


def told_of(asked: Asked, plan: Plan, planned_link: PlannedLink) -> LinkTold:
    hours = number("--hours", asked.hours, "a number of hours, more than 0")
    confidence = number("--confidence", asked.confidence, "percent, such as 99")
    tables = []
    for table in plan.tables:
        setup = table.setup
        if setup.link == planned_link.name:
            pace = pace_of(asked, setup)
            rules = structs.replace(approved(setup.game), switches=setup.switches)
            tables.append(LinkedTable(rules, pace.wagers, pace.rounds, pace.units))
    if not tables:
        raise NotRules(f"link {planned_link.name} has no table: expected one or more with link = {planned_link.name!r}")
    given = planned_link.parameters
    link = Jackpot(
        tuple(tables),
        given.unit,
        given.increment_rate_bp,
        given.hidden_rate_bp,
        given.base,
        given.reset,
        given.limit,
        given.features.magic_card_bp,
        given.features.lucky_player_bp,
    )
    found = link_figures(link)
    needed = funding(link, float(hours), float(confidence) / 100)
    return LinkTold(planned_link.name, link, found, when_hit(link), when_hit(link, link.base_cents), needed)


# For people


def show(console: Console, told: LinkTold) -> None:
    found, link = told.figures, told.link
    tables = counted(len(link.tables), "table")
    wagers = ", ".join(f"{table.rules.game} with {table.wagers}" for table in link.tables)
    console.print(Text(f"{told.name}: {tables}, progressive wagers: {wagers}", style="bold"))
    print_grid(console, _rates(found))
    console.print()
    print_grid(console, _meter(told))
    console.print()
    print_grid(console, _money(told))
    console.print()


def _rates(found: LinkFigures) -> Any:
    falls = found.falls * found.rounds_an_hour
    return facts(
        "How often it is won",
        ("rounds an hour", f"{float(found.rounds_an_hour):,.1f}"),
        ("staked an hour", cash(found.staked_an_hour)),
        ("whole jackpot, one round in", f"{float(found.rounds_to_hit):,.0f}"),
        ("hours between, on average", f"{1 / float(found.royals_an_hour):,.1f}"),
        *(
            (f"won within, with {share:.0%}", f"{found.hours_to_hit(share):,.1f} hours")
            for share in (0.05, 0.5, 0.95, 0.99)
        ),
        ("shares of it, hours between", f"{1 / float(falls):,.1f}"),
    )


def _meter(told: LinkTold) -> Any:
    found, grid = told.figures, told.when_hit
    rows = [] if found.average_meter is None else [("average at any time, exact", cash(found.average_meter))]
    if found.average_when_hit is not None and found.variance_of_meter is not None:
        rows.append(("standard deviation, exact", cash(float(found.variance_of_meter) ** 0.5)))
        rows.append(("average when won, exact", cash(found.average_when_hit)))
    if found.first_when_hit is not None:
        rows.append(("the first time, from the base, exact", cash(found.first_when_hit)))
    else:
        rows.append(("average when won", cash(grid.average)))
        rows.append(("the first time, from the base", cash(told.first.average)))
        rows.append(("at its limit, of the time", percent(grid.at_limit)))
    rows += [(f"at most, with {share:.0%}", cash(grid.quantile(share))) for share in QUANTILES]
    rows.append(("no probability is further off than", f"{grid.error:.6f}"))
    return facts("The meter when the whole is won", *rows)


def _money(told: LinkTold) -> Any:
    found, needed, link = told.figures, told.funding, told.link
    return facts(
        "Of what is staked, in the long run",
        ("fixed awards", percent(found.fixed_return)),
        ("from the meter", percent(meter_return(told))),
        ("together", percent(float(found.fixed_return) + meter_return(told))),
        ("hidden rate that pays all resets", percent(found.hidden_needed)),
        ("hidden rate as set", percent(Fraction(link.hidden_bp, 10_000))),
        (f"resets in {needed.hours:,.0f} hours, on average", f"{needed.hits:,.2f}"),
        (f"and no more than, with {needed.confidence:.6g}", f"{needed.most_hits:,}"),
        ("put aside in that time", cash(needed.reserved)),
        ("to hold, for the time as a whole", cash(needed.at_the_end)),
        ("to hold, for every moment of it", cash(needed.at_every_moment)),
    )


def meter_return(told: LinkTold) -> float:
    """Exact where that is possible; else what is displayed of the increments, and the resets."""
    if told.figures.meter_return is not None:
        return float(told.figures.meter_return)
    shown = told.link.increment_bp / 10_000 * (1 - told.when_hit.at_limit)
    return shown + float(told.figures.hidden_needed)


# For programs


def as_data(told: LinkTold) -> dict[str, Any]:
    figures = {name: getattr(told.figures, name) for name in told.figures.__struct_fields__}
    return {
        "link": told.name,
        "tables": [
            {
                "game": table.rules.game,
                "wagers": table.wagers,
                "units": table.units,
                "rounds": figure(table.rounds_an_hour),
            }
            for table in told.link.tables
        ],
        **{name: None if value is None else figure(value) for name, value in figures.items()},
        "returned": None if told.figures.returned is None else figure(told.figures.returned),
        "returned_near": float(told.figures.fixed_return) + meter_return(told),
        "hours_to_hit": {f"{share:g}": told.figures.hours_to_hit(share) for share in QUANTILES},
        "when_hit": _distribution(told.when_hit),
        "first_when_hit_from_base": _distribution(told.first),
        "funding": structs.asdict(told.funding),
    }


def _distribution(found: WhenHit) -> dict[str, Any]:
    return {
        "average_cents": found.average,
        "quantiles_cents": {f"{share:g}": found.quantile(share) for share in QUANTILES},
        "at_limit": found.at_limit,
        "error": found.error,
    }
