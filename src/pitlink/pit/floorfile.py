"""A floor as a small TOML file, or as JSON with the same keys: checked as a whole before anything is opened.

Money is a text in dollars ("100,000.00") or a whole number of them; a rate is a text in percent ("20 %"). What is wrong
is refused with its line, in JSON with its pointer.
"""

import re
import tomllib
from collections.abc import Mapping
from typing import Any, Final, get_args

from msgspec import structs

from pitlink.games import GAMES
from pitlink.games.round import Limit
from pitlink.jackpot.link import Features, Operator, OverflowTo, Parameters
from pitlink.money import ZERO, Cents, NotMoney, cents_of
from pitlink.people import Person
from pitlink.pit.floor import Floor
from pitlink.pit.floorplan import (
    FloorFileRefused,
    Place,
    Plan,
    PlannedLink,
    PlannedTable,
    carried_out,
    check_new,
    steps,
)
from pitlink.pit.tomllines import Path, line_of, lines_of
from pitlink.rulebook.switches import DEFAULT, VALUES, Switches
from pitlink.table import TableSetup
from pitlink.table.setup import MORE_TIME, CardSource, layouts_of

LineOf = Mapping[Path, int] | None  # of a file; None for JSON, which has none


def read(text: str) -> Plan:
    """The floor of a file, every part of which can be opened; raises `FloorFileRefused` at the first that cannot."""
    return _plan(_parsed(text), lines_of(text), Floor())


def read_more(given: Mapping[str, Any], floor: Floor) -> Plan:
    """What JSON adds to a floor, whose links may be named in it; nothing of a name that the floor has."""
    return _plan(given, None, floor)


def _plan(raw: Mapping[str, Any], lines: LineOf, floor: Floor) -> Plan:
    for key, value in raw.items():
        if key not in ("link", "table") or not isinstance(value, list):
            raise FloorFileRefused(_place(lines, key), f"{key!r}", _lists(lines))
    links = tuple(_link(_Keys(each, lines, ("link", nth))) for nth, each in enumerate(raw.get("link", [])))
    _check_names("link", links)
    by_name = {**_standing(floor), **{link.name: link for link in links}}
    tables = tuple(_table(_Keys(each, lines, ("table", nth)), by_name) for nth, each in enumerate(raw.get("table", [])))
    _check_names("table", tables)
    if not links and not tables:
        raise FloorFileRefused(_place(lines), "no link and no table", _lists(lines))
    plan = Plan(links, tables)
    check_new(plan, floor)
    carried_out(steps(plan, floor, Person("file", "gaming_shift_manager")), floor)
    return plan


def _standing(floor: Floor) -> dict[str, PlannedLink]:
    """The links that a table may be put on besides those of the file."""
    return {
        name: PlannedLink(name, link.operator, link.parameters, link.switches, {})
        for name, link in floor.links.items()
        if link.parameters is not None
    }


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        words = re.sub(r" \(at .*\)$", "", str(error))
        at = re.search(r"at line (\d+)", str(error))
        line = int(at[1]) if at else text.count("\n") + 1
        raise FloorFileRefused(line, f"no TOML ({words[:1].lower()}{words[1:]})", "a TOML file") from None


def _check_names(what: str, planned: tuple[PlannedLink, ...] | tuple[PlannedTable, ...]) -> None:
    first: dict[str, Place] = {}
    for each in planned:
        if each.name in first:
            found, place = f"{what} {each.name!r} a second time", first[each.name]
            stands = f"in line {place}" if isinstance(place, int) else f"at {place}"
            raise FloorFileRefused(each.lines["name"], found, f"one, and it stands {stands}")
        first[each.name] = each.lines["name"]


# Links and tables


def _link(keys: "_Keys") -> PlannedLink:
    keys.check("a link", LINK_KEYS, needed=9)
    parameters = _parameters(keys, _NOTHING)
    operator = keys.one_of("operator", get_args(Operator))
    return PlannedLink(keys.text("name"), operator, parameters, keys.readings(DEFAULT), keys.lines)


def _parameters(keys: "_Keys", before: Parameters) -> Parameters:
    """What the file does not say stays as it was."""
    rates = before.features
    return Parameters(
        base=keys.money("base", before.base),
        reset=keys.money("reset", before.reset),
        increment_rate_bp=keys.rate("increment", before.increment_rate_bp),
        hidden_rate_bp=keys.rate("hidden", before.hidden_rate_bp),
        limit=_limit(keys, before.limit),
        overflow_to=keys.one_of("overflow", get_args(OverflowTo), before.overflow_to),
        unreasonable_contribution=keys.money("most", before.unreasonable_contribution),
        unit=keys.money("unit", before.unit),
        features=Features(
            keys.rate("magic_card", rates.magic_card_bp), keys.rate("lucky_player", rates.lucky_player_bp)
        ),
    )


def _limit(keys: "_Keys", before: Cents | None) -> Cents | None:
    if "limit" not in keys.given:
        return before
    return None if keys.given["limit"] == "none" else keys.money("limit")


_NOTHING: Final = Parameters(ZERO, ZERO, 0, 0, None, "reserve", ZERO, ZERO)


def changed(text: str, before: Parameters) -> Parameters:
    """Parameters with those keys changed that a text names, as under [[link]] in a file; limit = "none" lifts it."""
    keys = _Keys(_parsed(text), lines_of(text), ())
    keys.check("parameters", CHANGED_KEYS, needed=0)
    if not keys.given:
        raise FloorFileRefused(1, "nothing", f"one of {', '.join(CHANGED_KEYS)}")
    return _parameters(keys, before)


def _table(keys: "_Keys", links: Mapping[str, PlannedLink]) -> PlannedTable:
    keys.check("a table", TABLE_KEYS, needed=3)
    game = keys.one_of("game", tuple(GAMES))
    link = links.get(keys.one_of("link", tuple(links))) if "link" in keys.given else None
    layout = keys.text("layout", next(iter(layouts_of(game))))
    deal = GAMES[game].LAYOUT.deals[0]
    as_usual = "device" not in keys.given and "method" not in keys.given
    setup = TableSetup(
        table=keys.text("name"),
        game=game,
        layout=layout,
        positions=keys.whole("positions", layouts_of(game).get(layout, (1, 1))[1]),
        device=keys.text("device", deal.device),
        method=deal.method if as_usual else keys.text("method", "") or None,
        cards=keys.one_of("cards", get_args(CardSource), "sealed_deck"),
        limits=keys.limits(),
        link=link.name if link else None,
        unit=link.parameters.unit if link else None,
        most_progressive=link.parameters.unreasonable_contribution if link else None,
        switches=keys.readings(link.switches if link else DEFAULT),
        opening_float=keys.money("float", ZERO),
        unattended=keys.yes("unattended"),
        more_time=keys.whole("more_time", MORE_TIME),
    )
    return PlannedTable(setup, keys.text("dealer", "") or None, keys.lines)


LINK_KEYS: Final = (
    *("name", "operator", "base", "reset", "increment", "hidden", "overflow", "most", "unit"),
    *("limit", "magic_card", "lucky_player", "readings"),
)
TABLE_KEYS: Final = (
    *("name", "game", "limits"),
    *("link", "layout", "positions", "device", "method", "cards", "float", "unattended", "more_time"),
    *("dealer", "readings"),
)
CHANGED_KEYS: Final = tuple(key for key in LINK_KEYS if key not in ("name", "operator", "readings"))


class _Keys:
    """One [[link]] or [[table]]: its keys, each read as what it must be."""

    def __init__(self, given: object, lines: LineOf, path: Path) -> None:
        if not isinstance(given, dict):
            expected = f"[[{path[0]}]]" if lines is not None else "an object"
            raise FloorFileRefused(_place(lines, *path), f"{path[0]} = …", expected)
        self.given, self.in_file = given, lines is not None
        keys = [*given, *(f"{key}.{each}" for key, inner in given.items() if isinstance(inner, dict) for each in inner)]
        self.lines = {key: _place(lines, *path, *key.split(".", 1)) for key in keys} | {"": _place(lines, *path)}

    def refuse(self, key: str, found: str, expected: str) -> FloorFileRefused:
        return FloorFileRefused(self.lines.get(key, self.lines[""]), found, expected)

    def check(self, what: str, known: tuple[str, ...], *, needed: int) -> None:
        """No key that nobody reads, and all that are needed, which stand first."""
        for key in self.given:
            if key not in known:
                raise self.refuse(key, f"{key!r} in {what}", f"one of {', '.join(known)}")
        for key in known[:needed]:
            if key not in self.given:
                raise self.refuse("", f"{what} without {key!r}", ", ".join(known[:needed]))

    def text(self, key: str, default: str = "") -> str:
        value = self.given.get(key, default)
        if not isinstance(value, str):
            raise self.refuse(key, f"{key} = {_shown(value)}", "a text in quotation marks")
        return value

    def one_of(self, key: str, values: tuple[Any, ...], default: str = "") -> Any:
        value = self.text(key, default)
        if value not in values:
            none = f"a [[{key}]] in the file" if self.in_file else f"a {key} of this floor"
            raise self.refuse(key, f"{key} = {_shown(value)}", " or ".join(values) or none)
        return value

    def whole(self, key: str, default: int) -> int:
        value = self.given.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.refuse(key, f"{key} = {_shown(value)}", "a whole number")
        return value

    def yes(self, key: str) -> bool:
        value = self.given.get(key, False)
        if not isinstance(value, bool):
            raise self.refuse(key, f"{key} = {_shown(value)}", "true or false")
        return value

    def money(self, key: str, default: Cents = ZERO) -> Cents:
        return default if key not in self.given else self.amount(key, key, self.given[key])

    def amount(self, key: str, words: str, value: object) -> Cents:
        try:
            return money_of(value)
        except NotMoney:
            raise self.refuse(key, f"{words} = {_shown(value)}", expected_of(value)) from None

    def rate(self, key: str, default: int = 0) -> int:
        """In basis points."""
        if key not in self.given:
            return default
        try:
            return rate_of(self.given[key])
        except ValueError:
            expected = 'percent as a text, "20 %" or "0.25 %", at most two decimals'
            raise self.refuse(key, f"{key} = {_shown(self.given[key])}", expected) from None

    def limits(self) -> dict[str, Limit]:
        given = self.table("limits")
        found = {}
        for wager, both in given.items():
            key = f"limits.{wager}"
            if not isinstance(both, list) or len(both) != 2:
                raise self.refuse(key, f"{wager} = {_shown(both)}", 'the least and the most, ["10.00", "500.00"]')
            least, most = (self.amount(key, wager, each) for each in both)
            found[wager] = Limit(least, most)
        return found

    def readings(self, others: Switches) -> Switches:
        given = self.table("readings")
        for name, value in given.items():
            if name not in VALUES:
                raise self.refuse(f"readings.{name}", f"reading {name!r}", f"one of {', '.join(VALUES)}")
            if value not in VALUES[name]:
                raise self.refuse(f"readings.{name}", f"{name} = {_shown(value)}", " or ".join(VALUES[name]))
        return structs.replace(others, **given)

    def table(self, key: str) -> dict[str, Any]:
        value = self.given.get(key, {})
        if not isinstance(value, dict):
            expected = f"a table, [… .{key}]" if self.in_file else "an object"
            raise self.refuse(key, f"{key} = {_shown(value)}", expected)
        return value


def _place(lines: LineOf, *path: str | int) -> Place:
    """The line of a key; in JSON its pointer."""
    if lines is not None:
        return line_of(lines, *path)
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def _lists(lines: LineOf) -> str:
    return "[[link]] and [[table]]" if lines is not None else "the lists link and table"


def _shown(value: object) -> str:
    return "true" if value is True else "false" if value is False else repr(value)


_GROUPED = re.compile(r"[0-9]{1,3}(,[0-9]{3})+(\.[0-9]{1,2})?")
_PERCENT = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,2}))? ?%")


def money_of(value: object) -> Cents:
    """Dollars as "100,000.00", "100000" or a whole number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return cents_of(str(value))
    if not isinstance(value, str):
        raise NotMoney(value)
    return cents_of(value.replace(",", "") if _GROUPED.fullmatch(value) else value)


def expected_of(value: object) -> str:
    """What is said where a value is no money."""
    whole = str(value).replace(",", "").partition(".")[0]
    if whole.isdecimal() and len(whole) > 13:
        return f"dollars, and at most {10**13 - 1:,}.99"
    return 'dollars as a text, "100,000.00", or a whole number of them'


def rate_of(value: object) -> int:
    """Basis points from "20 %"."""
    match = _PERCENT.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise ValueError(value)
    whole, fraction = match.groups(default="")
    return int(whole) * 100 + int(fraction.ljust(2, "0"))
