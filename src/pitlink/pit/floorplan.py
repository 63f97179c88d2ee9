"""A floor as a file plans it, and the way there from the floor as it is: only what is missing, and nothing changed."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct, structs

from pitlink import pit
from pitlink.games.round import Limit
from pitlink.jackpot import Link
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.link import Features, Operator, Parameters
from pitlink.jackpot.parameters import percent
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.pit.floor import Floor
from pitlink.pit.words import money
from pitlink.refusals import Refused
from pitlink.rulebook.switches import DEFAULT, Switches
from pitlink.table import AnyCommand, Table, TableSetup
from pitlink.table import commands as of_table

Place = int | str  # a line of a file, or in JSON a pointer (RFC 6901)
Lines = Mapping[str, Place]  # where each key stands, and the header under ""

UNREADABLE: Final = "not_a_floor"


class FloorFileRefused(Exception):
    """A file that no floor can be opened from, or not this one: the line, what stands there, what was expected.

    `code` is `UNREADABLE` where it is none at all, else that of what refuses it.
    """

    def __init__(
        self, line: Place, found: str, expected: str, clause: str | None = None, code: str = UNREADABLE
    ) -> None:
        by = f" ({clause})" if clause else ""
        super().__init__(f"{found}: expected {expected}{by}")
        self.line, self.found, self.expected, self.clause, self.code = line, found, expected, clause, code


class PlannedLink(Struct, frozen=True):
    name: str
    operator: Operator
    parameters: Parameters
    switches: Switches
    lines: Lines


class PlannedTable(Struct, frozen=True):
    """`dealer` is who deals when it opens; None where nobody is named."""

    setup: TableSetup
    dealer: str | None
    lines: Lines

    @property
    def name(self) -> str:
        return self.setup.table


class Plan(Struct, frozen=True):
    links: tuple[PlannedLink, ...]
    tables: tuple[PlannedTable, ...]


class Step(Struct, frozen=True):
    """One command on the way from the floor as it is to the floor of the file, and where the file asks for it."""

    stream: str
    command: AnyCommand | of_link.Command
    lines: Lines


def steps(plan: Plan, floor: Floor, by: Person) -> tuple[Step, ...]:
    """Whatever is missing; raises `FloorFileRefused` where the floor has something otherwise than the file."""
    return (*_link_steps(plan, floor, by), *_table_steps(plan, floor, by))


def check_new(plan: Plan, floor: Floor) -> None:
    """Raises `FloorFileRefused` where the floor has a link or a table of that name, open or not."""
    for link in plan.links:
        if floor.links.get(link.name, Link()).parameters is not None:
            raise _taken("link", link.name, link.lines)
    for table in plan.tables:
        if floor.tables.get(table.name, Table()).setup is not None:
            raise _taken("table", table.name, table.lines)


def _taken(what: str, name: str, lines: Lines) -> FloorFileRefused:
    return FloorFileRefused(
        lines["name"], f"{what} {name!r}, which is there", f"a name that no {what} has had", code="name_taken"
    )


def _link_steps(plan: Plan, floor: Floor, by: Person) -> Iterator[Step]:
    for link in plan.links:
        known = floor.links.get(link.name, Link())
        if known.parameters is None:
            opened = of_link.OpenLink(by, link.name, link.operator, link.parameters, link.switches)
            yield Step(f"link/{link.name}", opened, link.lines)
        else:
            _check_same(f"link {link.name}", known, link, link.lines)
            _check_same(f"link {link.name}", known.parameters, link.parameters, link.lines)
            _check_same(f"link {link.name}", known.parameters.features, link.parameters.features, link.lines)
    for table in plan.tables:
        setup = table.setup
        if setup.link is None:
            continue
        member = floor.links.get(setup.link, Link()).tables.get(setup.table)
        if member is None:
            admitted = of_link.AdmitTable(by, setup.table, setup.game, setup.switches)
            yield Step(f"link/{setup.link}", admitted, table.lines)
        elif member != setup.game:
            found = f"table {setup.table} is on link {setup.link} with {member}"
            raise FloorFileRefused(table.lines["game"], found, f"{setup.game}, as the file has it")


def _table_steps(plan: Plan, floor: Floor, by: Person) -> Iterator[Step]:
    for table in plan.tables:
        known = floor.tables.get(table.name, Table())
        if known.setup is not None:
            _check_same(f"table {table.name}", known.setup, table.setup, table.lines)
        if not known.open:
            yield Step(f"table/{table.name}", of_table.OpenTable(by, table.setup), table.lines)
        if table.dealer is not None and (known.dealer is None or not known.open):
            yield Step(f"table/{table.name}", of_table.AssignDealer(by, table.dealer), table.lines)


_SAME: Final[dict[type, dict[str, str]]] = {  # what of each is in the file, and under which key
    PlannedLink: {"operator": "operator", "switches": "readings"},
    Parameters: {
        "base": "base",
        "reset": "reset",
        "increment_rate_bp": "increment",
        "hidden_rate_bp": "hidden",
        "limit": "limit",
        "overflow_to": "overflow",
        "unreasonable_contribution": "most",
        "unit": "unit",
    },
    Features: {"magic_card_bp": "magic_card", "lucky_player_bp": "lucky_player"},
    TableSetup: {
        "game": "game",
        "link": "link",
        "layout": "layout",
        "positions": "positions",
        "device": "device",
        "method": "method",
        "cards": "cards",
        "limits": "limits",
        "switches": "readings",
        "opening_float": "float",
        "unattended": "unattended",
        "more_time": "more_time",
        "unit": "link",
        "most_progressive": "link",
    },
}


def _check_same(what: str, known: object, wanted: Struct, lines: Lines) -> None:
    for field, key in _SAME[type(wanted)].items():
        found, said = getattr(known, field), getattr(wanted, field)
        if found != said:
            words = f"{what}, {key} {_told(field, said)}"
            expected = f"{_told(field, found)}, as the books have it"
            raise FloorFileRefused(lines.get(key, lines[""]), words, expected)


def _told(field: str, value: object) -> str:
    """As the file would say it."""
    match value:
        case None:
            return "none"
        case bool():
            return str(value).lower()
        case int() if field.endswith("_bp"):
            return percent(value)
        case int() if field not in ("positions", "more_time"):
            return money(Cents(value))
        case Limit(minimum=least, maximum=most):
            return f"{_told('limit', least)} to {_told('limit', most)}"
        case Switches():
            changed = {name: each for name, each in structs.asdict(value).items() if each != getattr(DEFAULT, name)}
            return _told(field, changed) if changed else "every reading as usual"
        case Mapping():
            return ", ".join(f"{key} {_told(field, each)}" for key, each in value.items())
        case _:
            return str(value)


def carried_out(wanted: tuple[Step, ...], floor: Floor) -> Floor:
    """The floor after all steps, without doing them; raises `FloorFileRefused` where one would be refused."""
    for step in wanted:
        kind, _, name = step.stream.partition("/")
        if isinstance(step.command, of_link.Command):
            outcome = pit.act_on_link(floor, name, step.command)
        else:
            outcome = pit.act(floor, name, step.command)
        if isinstance(outcome, Refused):
            line = next((step.lines[key] for key in _keys(step, outcome) if key in step.lines), step.lines[""])
            of_the_table = isinstance(step.command, of_link.AdmitTable) and outcome.code == "not_a_name"
            found = outcome.found if of_the_table else f"{kind} {name}, {outcome.found}"
            raise FloorFileRefused(line, found, outcome.expected, _clause(outcome, step), outcome.code)
        floor = outcome.floor
    return floor


_KEY_OF: Final[dict[str, tuple[str, ...]]] = {
    "not_a_name": ("name",),
    "unit_not_positive": ("unit",),
    "negative_start": ("base",),
    "rates_out_of_range": ("increment",),
    "limit_below_start": ("limit",),
    "threshold_below_unit": ("most",),
    "share_out_of_range": ("magic_card", "lucky_player"),
    "amount_out_of_range": ("base", "float"),
    "other_operator": ("game",),
    "link_is_retired": ("link",),
    "no_such_layout": ("layout",),
    "positions_not_on_layout": ("positions", "layout"),
    "no_such_deal": ("device", "method"),
    "unattended_without_seal": ("cards", "unattended"),
    "negative_more_time": ("more_time",),
    "limits_missing": ("limits",),
    "limits_out_of_order": ("limits",),
    "limits_differ": ("limits",),
    "switch_of_another_game": ("readings",),
    "other_reading": ("readings",),
    "other_odds": ("readings", "game"),
}


def _keys(step: Step, refused: Refused) -> tuple[str, ...]:
    """Under which of them stands what is refused."""
    if isinstance(step.command, of_table.AssignDealer):
        return ("dealer",)
    keys = _KEY_OF.get(refused.code, ())
    if refused.code == "limits_out_of_order" and isinstance(step.command, of_table.OpenTable):
        limits = step.command.setup.limits.items()
        odd = (wager for wager, each in limits if not 0 < (each.minimum or 0) <= (each.maximum or 0))
        return (*(f"limits.{wager}" for wager in odd), *keys)
    return keys


def _clause(refused: Refused, step: Step) -> str | None:
    """With its rulebook, since the file has several."""
    game = step.command.setup.game if isinstance(step.command, of_table.OpenTable) else None
    if refused.clause is None or game is None or refused.clause.startswith("R"):
        return refused.clause
    return f"{game} {refused.clause}"
