"""What the commands of the exact analysis share: rules with changes, exact figures as people read them, refusals."""

import sys
from collections.abc import Callable, Iterable
from fractions import Fraction

import msgspec

from pitlink.cli.show import printable
from pitlink.exact.rules import NotRules, Rules, approved, changed, check_each_once, with_reading


def refusing(command: str, job: Callable[[], int]) -> int:
    """What cannot be done is said in one line, with what was expected."""
    try:
        return job()
    except NotRules as refused:
        print(f"pitlink {command}: {printable(str(refused))}", file=sys.stderr)
        return 2


def rules_of(game: str, changes: Iterable[str] = (), readings: Iterable[str] = ()) -> Rules:
    """A game's rules with what is to be otherwise."""
    changes, readings = tuple(changes), tuple(readings)
    check_each_once(changes + readings)
    return with_changes(approved(game), changes, readings)


def with_changes(rules: Rules, changes: Iterable[str], readings: Iterable[str]) -> Rules:
    for change in changes:
        rules = changed(rules, change)
    for reading in readings:
        name, equals, value = reading.partition("=")
        if not equals:
            raise NotRules(f"--reading {reading}: expected NAME=VALUE, such as bonus_on_loss=settled")
        rules = with_reading(rules, name, value)
    return rules


def print_json(data: object) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")


def signed(value: Fraction, digits: int = 6) -> str:
    """ "+0.033517" or "−0.117582"."""
    return f"{float(value):+.{digits}f}".replace("-", "−")


def percent(value: Fraction, digits: int = 4) -> str:
    return f"{float(value) * 100:.{digits}f} %".replace("-", "−")
