"""`pitlink hand`: what a hand is, which cards count, and the clause that says so."""

import re
import sys

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitlink.cards import ACE, NotCards, cards_of, show, show_all
from pitlink.games import GAMES, mbs_3cp, mbs_lir, mbs_thb, mbs_uth, rws_3cp
from pitlink.games.reasons import Why
from pitlink.hands import cards_that_count, describe, rank_five, rank_seven, rank_three
from pitlink.rulebook import catalogue

_THREE_CARDS = {"mbs-3cp": mbs_3cp.why_class, "rws-3cp": rws_3cp.why_class}
_SEVEN_CARDS = {"mbs-thb": mbs_thb.why_class, "mbs-uth": mbs_uth.why_class}
_FIVE_CARDS = {
    **_SEVEN_CARDS,
    "mbs-lir": mbs_lir.why_class,
    "mbs-3cp": mbs_3cp.why_jackpot_class,
    "rws-3cp": rws_3cp.why_jackpot_class,
}


def rank_and_explain(text: str, game: str | None) -> int:
    try:
        cards = cards_of(_spaced(text))
    except NotCards as wrong:
        return _refuse(f"{wrong.word!r} is no card; cards are written As, Td, 7h, 10♦")
    for card in cards:
        if cards.count(card) > 1:
            return _refuse(f"{show(card)} is there twice; one deck has it once")
    if game is not None and game not in GAMES:
        return _refuse(f"{game!r} is no game; they are {', '.join(GAMES)}")
    match len(cards):
        case 3:
            three = rank_three(cards)
            whys = {name: why(three) for name, why in _THREE_CARDS.items()}
            words, counting = describe(three), cards_that_count(three, cards)
        case 5:
            five = rank_five(cards)
            whys = {name: why(five) for name, why in _FIVE_CARDS.items()}
            words, counting = describe(five), cards_that_count(five, cards)
        case 7:
            best = rank_seven(cards)
            whys = {name: why(best) for name, why in _SEVEN_CARDS.items()}
            words, counting = describe(best), cards_that_count(best, cards)
        case _:
            return _refuse(f"a hand has three, five or seven cards, not {len(cards)}")
    if game is not None and game not in whys:
        return _refuse(f"{game} does not rank hands of {len(cards)} cards; {' and '.join(whys)} do")
    console = Console(highlight=False)
    console.print(Text(words, style="bold"))
    console.print(f"  {show_all(counting)} count" + (f", of {show_all(cards)}" if len(cards) == 7 else ""))
    grid = Table.grid(padding=(0, 2))
    for name, why in whys.items():
        if game in (None, name):
            grid.add_row(*_told(name, why))
    if words.startswith("straight flush") and counting[-1] // 4 + 2 == ACE:
        grid.add_row("R18", f"Reading: {catalogue.readings()['R18'].point}; in round files it can be set.")
    console.print(Padding(grid, (0, 0, 0, 2)))
    return 0


def _spaced(text: str) -> str:
    """Cards may stand close together or with commas: "AsKs,10♦"."""
    return re.sub(r"(?<=[shdc♠♥♦♣])(?=[2-9TJQKA1])", " ", text.replace(",", " "))


def _told(name: str, why: Why) -> tuple[str, str]:
    clause = catalogue.document(name).clauses[why.rules[0]]
    told = clause.summary if clause.kind == "ranking" else "not one of the jackpot's hands"
    return f"{name} {clause.id}", told


def _refuse(message: str) -> int:
    print(f"pitlink hand: {message}", file=sys.stderr)
    return 2
