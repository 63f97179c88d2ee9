"""A floor told in the keys of its file: what is there, and what the rulebooks leave to choose."""

from collections.abc import Mapping
from typing import get_args

from msgspec import UNSET, Struct, UnsetType, field, structs

from pitlink.games import GAMES
from pitlink.jackpot.link import Link, Operator, OverflowTo
from pitlink.jackpot.parameters import percent
from pitlink.money import Cents
from pitlink.pit.floor import Floor
from pitlink.pit.floorplan import Plan
from pitlink.pit.words import money
from pitlink.rulebook.switches import DEFAULT, Switches
from pitlink.table import TableSetup
from pitlink.table.setup import CardSource, layouts_of

Money = str | int  # dollars: "100,000.00", or a whole number of them


class LinkKeys(Struct, frozen=True, omit_defaults=True):
    """A link as the floor file has it; rates are in percent, "20 %"."""

    name: str
    operator: Operator
    base: Money
    reset: Money
    increment: str
    hidden: str
    overflow: OverflowTo
    most: Money
    unit: Money
    limit: Money = "none"
    magic_card: str = "0 %"
    lucky_player: str = "0 %"
    readings: Mapping[str, str] = {}


class TableKeys(Struct, frozen=True, omit_defaults=True):
    """A table as the floor file has it. What is left out is as the rulebook has it first, or as is usual."""

    name: str
    game: str
    limits: Mapping[str, tuple[Money, Money]]  # of each wager the least and the most
    link: str | UnsetType = UNSET
    layout: str | UnsetType = UNSET
    positions: int | UnsetType = UNSET
    device: str | UnsetType = UNSET
    method: str | UnsetType = UNSET
    cards: CardSource | UnsetType = UNSET
    opening_float: Money | UnsetType = field(default=UNSET, name="float")
    unattended: bool = False
    more_time: int | UnsetType = UNSET
    dealer: str | UnsetType = UNSET  # who deals when it opens; who deals now is told at the table
    readings: Mapping[str, str] = {}


class Span(Struct, frozen=True):
    least: int
    most: int


class GameKeys(Struct, frozen=True):
    """What may be chosen for a table of one game, and a table of it that can be opened."""

    game: str
    operator: Operator
    layouts: Mapping[str, Span]  # and their numbers of positions
    wagers: tuple[str, ...]  # that have limits
    equal: tuple[str, ...]  # wagers with the same limits
    table: TableKeys


class FloorKeys(Struct, frozen=True):
    """The links and tables of a floor, and what can be added to it: games, and a link of each operator."""

    link: tuple[LinkKeys, ...]
    table: tuple[TableKeys, ...]
    games: tuple[GameKeys, ...]
    links: tuple[LinkKeys, ...]


def told(floor: Floor, usual: Plan) -> FloorKeys:
    """Links that are in use and all tables by name; `usual` is a floor with a table of each game."""
    links = {name: link for name, link in sorted(floor.links.items()) if link.parameters and link.state != "retired"}
    setups = [table.setup for _, table in sorted(floor.tables.items()) if table.setup is not None]
    return FloorKeys(
        tuple(map(_link, links.values())),
        tuple(_table(setup, links.get(setup.link or "")) for setup in setups),
        tuple(_game(each.setup) for each in usual.tables),
        tuple(_link(Link(each.name, each.operator, each.parameters, each.switches)) for each in usual.links),
    )


def _link(link: Link) -> LinkKeys:
    given = link.set_up
    return LinkKeys(
        *(link.id, link.operator, _money(given.base), _money(given.reset)),
        *(percent(given.increment_rate_bp), percent(given.hidden_rate_bp), given.overflow_to),
        *(_money(given.unreasonable_contribution), _money(given.unit)),
        limit="none" if given.limit is None else _money(given.limit),
        magic_card=percent(given.features.magic_card_bp),
        lucky_player=percent(given.features.lucky_player_bp),
        readings=_readings(link.switches, DEFAULT),
    )


def _table(setup: TableSetup, link: Link | None) -> TableKeys:
    return TableKeys(
        setup.table,
        setup.game,
        {wager: (_money(limit.minimum), _money(limit.maximum)) for wager, limit in setup.limits.items()},
        *(UNSET if link is None else link.id, setup.layout, setup.positions, setup.device, setup.method or UNSET),
        *(setup.cards, _money(setup.opening_float), setup.unattended, setup.more_time),
        readings=_readings(setup.switches, DEFAULT if link is None else link.switches),
    )


def _game(setup: TableSetup) -> GameKeys:
    layout = GAMES[setup.game].LAYOUT
    return GameKeys(
        setup.game,
        next(each for each in get_args(Operator) if setup.game.startswith(each)),
        {letter: Span(*both) for letter, both in layouts_of(setup.game).items()},
        tuple(wager for wager in layout.placed if wager != "progressive"),
        layout.same_limits,
        _table(structs.replace(setup, link=None), None),
    )


def _money(amount: Cents | None) -> str:
    """As a file has it, "100,000.00"."""
    assert amount is not None  # every limit of a table that was opened is there
    return money(amount).removeprefix("$")


def _readings(switches: Switches, others: Switches) -> dict[str, str]:
    return {name: value for name, value in structs.asdict(switches).items() if value != getattr(others, name)}
