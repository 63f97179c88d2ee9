"""The rules that are analysed: those of the rulebook, or with a pay cell, a multiple, a qualifier or a reading changed.

`approved("mbs-uth")` are the rulebook's; `changed(rules, "blind.flush=3:1")` has one thing otherwise. What can be
set: every line of every pay table, the settings of `SETTINGS`, and the readings that move money.
"""

import re
from collections.abc import Iterable, Mapping
from math import lcm
from typing import Final

from msgspec import Struct, structs

from pitlink.cards import PLURALS
from pitlink.games.paytables import PAY_TABLES, PayTable
from pitlink.hands import FiveCard
from pitlink.money import Cents, Fixed, For, Pays, Percent, To
from pitlink.rulebook.catalogue import DOCUMENTS
from pitlink.rulebook.switches import CONCERNING, DEFAULT, VALUES, Switches

from pitlink import games  # noqa: F401 isort: skip - reading them fills PAY_TABLES

FIVE_CARD_CLASSES: Final = tuple(each.words for each in FiveCard)
_RANK_HIGH: Final = ("nothing", "ten high", "jack high", "queen high", "king high", "ace high", "pair")
_HIGHEST: Final = 10
_MULTIPLES: Final = tuple(map(str, range(1, _HIGHEST + 1)))


class Setting(Struct, frozen=True):
    """Something beside the pay tables that a rulebook fixes: its value there, and what it could be."""

    approved: str
    values: tuple[str, ...]
    clause: str


SETTINGS: Final[Mapping[str, Mapping[str, Setting]]] = {
    "mbs-uth": {
        "dealer_qualifies_from": Setting("one pair", FIVE_CARD_CLASSES[:5], "3.10.2"),
        "first_play": Setting("4", _MULTIPLES, "3.9.2"),
        "smaller_first_play": Setting("3", _MULTIPLES, "3.9.2"),
        "flop_play": Setting("2", _MULTIPLES, "3.9.4.2"),
        "river_play": Setting("1", _MULTIPLES, "3.9.6.2"),
    },
    "mbs-thb": {
        "ante_pays_from": Setting("straight", FIVE_CARD_CLASSES, "3.10.2"),
        "flop": Setting("2", _MULTIPLES, "3.9.2"),
        "turn": Setting("1", _MULTIPLES, "3.9.2"),
        "river": Setting("1", _MULTIPLES, "3.9.2"),
    },
    "mbs-3cp": {
        "dealer_qualifies_from": Setting("queen high", _RANK_HIGH, "3.11"),
        "play": Setting("1", _MULTIPLES, "3.9.2"),
    },
    "rws-3cp": {
        "dealer_qualifies_from": Setting("queen high", _RANK_HIGH, "1.18"),
        "play": Setting("1", _MULTIPLES, "3.12.2"),
    },
    "mbs-lir": {"pays_from_pair_of": Setting("tens", tuple(PLURALS.values()), "3.3")},
}


class Rules(Struct, frozen=True):
    """One game's rules as analysed. Tables are by name and line, as printed; None is a line that pays nothing."""

    game: str
    tables: Mapping[str, Mapping[str, Pays | None]]
    settings: Mapping[str, str]
    switches: Switches = DEFAULT

    def pays(self, table: str, line: str) -> Pays | None:
        return self.tables[table].get(line)

    def odds(self, table: str, line: str) -> To | None:
        """Odds of a line that says "to 1"."""
        found = self.tables[table].get(line)
        assert found is None or isinstance(found, To), f"{table} {line} of {self.game} is not 'to 1'"
        return found

    def multiple(self, setting: str) -> int:
        return int(self.settings[setting])


class NotRules(ValueError):
    """A change that cannot be made: what was found, and what was expected."""


def whole_parts(odds: Iterable[To | None], deals: int) -> int:
    """Of how many parts a base wager must be so that these odds pay whole ones.

    Refused where the sum over so many deals of one hole, at the highest multiples, could leave 59 bits: the twelve
    holes of a starting hand are added up in 64.
    """
    paid = [each for each in odds if each is not None]
    parts = lcm(*(each.per for each in paid))
    most = _HIGHEST * (parts + sum(each.pays * parts // each.per for each in paid))
    if most * deals >= 1 << 59:
        told = ", ".join(map(str, paid))
        raise NotRules(f"{told}: too fine and too large to be counted together; expected odds of fewer digits")
    return parts


def approved(game: str) -> Rules:
    if game not in DOCUMENTS:
        raise NotRules(f"{game!r} is no game: expected {', '.join(DOCUMENTS)}")
    tables = {table.name: dict(table.lines()) for table in PAY_TABLES if table.document == game}
    return Rules(game, tables, {name: setting.approved for name, setting in SETTINGS[game].items()})


def pay_table(game: str, name: str) -> PayTable:
    """The printed table, for its clause."""
    return next(table for table in PAY_TABLES if (table.document, table.name) == (game, name))


def changed(rules: Rules, change: str) -> Rules:
    """With one change: "blind.flush=3:1", "ante_pays_from=flush" or the reading "bonus_on_loss=settled"."""
    name, equals, value = change.partition("=")
    if not equals:
        raise NotRules(f"{change!r} changes nothing: expected NAME=VALUE, such as blind.flush=3:1")
    table, dot, line = name.partition(".")
    if dot:
        return _with_pay(rules, table, line, value)
    if name in SETTINGS[rules.game]:
        return _with_setting(rules, name, value)
    return with_reading(rules, name, value)


def check_each_once(typed: Iterable[str]) -> None:
    """Of what is typed for one set of rules: two changes of the same thing are refused, alike or not."""
    before: dict[str, str] = {}
    for each in typed:
        name = ".".join(map(slug, each.partition("=")[0].split(".")))
        if name in before:
            raise NotRules(f"{name} is set twice: {before[name]} and {each}; expected once")
        before[name] = each


def _with_pay(rules: Rules, table: str, line: str, value: str) -> Rules:
    if table not in rules.tables:
        raise NotRules(f"{rules.game} has no pay table {table!r}: expected {', '.join(rules.tables)}")
    lines = {slug(each): each for each in rules.tables[table]}
    if slug(line) not in lines:
        raise NotRules(f"{rules.game} {table} has no line {line!r}: expected {', '.join(lines)}")
    new = {**rules.tables[table], lines[slug(line)]: _new_pays(rules, table, lines[slug(line)], value)}
    return structs.replace(rules, tables={**rules.tables, table: new})


def _new_pays(rules: Rules, table: str, line: str, value: str) -> Pays | None:
    where = f"{table}.{slug(line)}={value}"
    kinds = {type(each) for each in rules.tables[table].values() if each is not None}
    new = _pays_of(value, where)
    if _pays_for_one(approved(rules.game).tables[table]) and ":" in value:
        pays, per = value.split(":")
        both = f"{pays}_for_{per}, with the stake in it, or {pays}_to_{per}, beside the stake"
        raise NotRules(f"{where}: expected {both}, for {table} pays its lines 'for 1'")
    if kinds == {To} and not isinstance(new, To | None):
        raise NotRules(f"{where}: expected odds such as 3:1 or nothing, for {table} pays its lines 'to 1'")
    return new


def _pays_for_one(table: Mapping[str, Pays | None]) -> bool:
    return any(isinstance(each, For) for each in table.values())


def _with_setting(rules: Rules, name: str, value: str) -> Rules:
    values = SETTINGS[rules.game][name].values
    meant = value.replace("_", " ")
    if meant not in values:
        raise NotRules(f"{name}={value}: expected {', '.join(each.replace(' ', '_') for each in values)}")
    return structs.replace(rules, settings={**rules.settings, name: meant})


def with_reading(rules: Rules, name: str, value: str) -> Rules:
    if name not in CONCERNING[rules.game]:
        known = (*SETTINGS[rules.game], *CONCERNING[rules.game])
        raise NotRules(f"{rules.game} has nothing called {name!r}: expected TABLE.LINE, {', '.join(known)}")
    if value not in VALUES[name]:
        raise NotRules(f"{name}={value}: expected {', '.join(VALUES[name])}")
    return structs.replace(rules, switches=structs.replace(rules.switches, **{name: value}))


def changes(rules: Rules) -> tuple[str, ...]:
    """What is not as the rulebook has it, each as it would be typed with what it was."""
    book = approved(rules.game)
    cells = [
        f"{table}.{slug(line)}={_typed(pays, book.tables[table])} (approved: {_typed(book.tables[table][line])})"
        for table, lines in rules.tables.items()
        for line, pays in lines.items()
        if pays != book.tables[table][line]
    ]
    settings = [
        f"{name}={slug(value)} (approved: {slug(book.settings[name])})"
        for name, value in rules.settings.items()
        if value != book.settings[name]
    ]
    readings = [
        f"{name}={getattr(rules.switches, name)} (default: {getattr(DEFAULT, name)})"
        for name in VALUES
        if getattr(rules.switches, name) != getattr(DEFAULT, name)
    ]
    return (*cells, *settings, *readings)


def slug(line: str) -> str:
    """A line of a table as it is typed: "pair of tens or better" is pair_of_tens_or_better."""
    return re.sub(r"[^a-z0-9$]+", "_", line.lower()).strip("_")


def _typed(pays: Pays | None, table: Mapping[str, Pays | None] | None = None) -> str:
    """As it is typed for a line of the table: where that pays "for 1", it must be said which."""
    match pays:
        case None:
            return "nothing"
        case To(pays=amount, per=per) if not _pays_for_one(table or {}):
            return f"{amount}:{per}"
        case _:
            return str(pays).replace(" ", "_").replace(",", "")


def _pays_of(text: str, where: str) -> Pays | None:
    """ "3:1" and "3 to 1", "3 for 1", "nothing", "$200", "10%"."""
    meant = text.replace("_", " ").strip()
    if meant in ("nothing", "push", "0"):
        return None
    if match := re.fullmatch(r"(\d{1,6})(?::| to )(\d{1,3})", meant):
        odds = int(match[1]), int(match[2])
        if odds[1] > 0:
            return To(*odds)
    if match := re.fullmatch(r"(\d{1,6}) for ([1-9]\d{0,2})", meant):
        return For(int(match[1]), int(match[2]))
    if match := re.fullmatch(r"\$(\d{1,7})", meant):
        return Fixed(Cents(int(match[1]) * 100))
    if (match := re.fullmatch(r"(\d{1,3})%", meant)) and int(match[1]) <= 100:
        return Percent(int(match[1]))
    raise NotRules(f"{where}: expected odds such as 3:1, '400 for 1', $200, 10% or nothing")
