"""Exact figures of the five games: counts of every deal, best play, and what follows from both, as fractions.

    >>> from pitlink.exact import analyse
    >>> analyse("mbs-uth").house_edge
    Fraction(50643648973, 2317817502000)
    >>> analyse("mbs-uth", ["blind.flush=2:1"]).house_edge
    Fraction(2315813067, 257535278000)

What comes back is plain data (`pitlink.exact.figures`). Nothing is loaded before something is asked for: the solvers
take a moment, and the first time on a machine they are compiled.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pitlink.exact.figures import Figures
    from pitlink.exact.rules import Rules

__all__ = ["SOLVERS", "analyse", "analyse_rules"]

SOLVERS: Final[Mapping[str, str]] = {
    "mbs-thb": "pitlink.exact.holdem_bonus",
    "mbs-3cp": "pitlink.exact.three_card",
    "mbs-uth": "pitlink.exact.ultimate",
    "mbs-lir": "pitlink.exact.let_it_ride",
    "rws-3cp": "pitlink.exact.three_card",
}


def analyse(game: str, changes: Iterable[str] = ()) -> "Figures":
    """Everything about a game with best play, by its rulebook or with changes such as "blind.flush=3:1".

    What is no game, or no change of its rules, is refused with `pitlink.exact.rules.NotRules`.
    """
    from pitlink.exact.rules import approved, changed, check_each_once

    rules, changes = approved(game), tuple(changes)
    check_each_once(changes)
    for change in changes:
        rules = changed(rules, change)
    return analyse_rules(rules)


def analyse_rules(rules: "Rules") -> "Figures":
    """The same for rules that are at hand."""
    found: Figures = import_module(SOLVERS[rules.game]).figures(rules)
    return found
