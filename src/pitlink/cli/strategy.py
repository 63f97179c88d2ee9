"""`pitlink strategy`: best play as a person uses it."""

from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pitlink.cards import RANKS
from pitlink.cli.analysing import percent, print_json, refusing, rules_of, signed
from pitlink.cli.solving import solving
from pitlink.hands import describe

if TYPE_CHECKING:
    from pitlink.exact.changing import StrategyChange
    from pitlink.exact.simple import Simple
    from pitlink.exact.strategy import Group, Start, Strategy

LETTERS: Final = {"check": "·", "fold": "f", "flop": "R"}
STYLES: Final = {"check": "dim", "fold": "dim"}


def show_strategy(
    game: str, changes: tuple[str, ...], readings: tuple[str, ...], plays: tuple[str, ...], *, as_json: bool
) -> int:
    def job() -> int:
        from pitlink.exact.changing import strategy_change
        from pitlink.exact.rules import approved
        from pitlink.exact.rules import changes as changes_of
        from pitlink.exact.simple import named, own
        from pitlink.exact.strategy import strategy

        rules = rules_of(game, changes, readings)
        with solving("Solving for best play.", (game,)):
            found = strategy(rules)
            simple = (*named(rules), *(own(rules, each) for each in plays))
            otherwise = strategy_change(approved(game), rules) if changes_of(rules) else None
        if as_json:
            print_json(_plain(found, simple, otherwise))
            return 0
        console = Console(highlight=False)
        if found.chart:
            _chart(console, found, otherwise)
        if found.threshold is not None:
            console.print(f"Play [bold]{describe(found.threshold)}[/] and every higher hand; fold every lower one.")
        for stage, groups in found.groups.items():
            _groups(console, stage, groups)
        _outs(console, found)
        if otherwise is not None:
            _otherwise(console, otherwise)
        _simple(console, simple)
        return 0

    return refusing("strategy", job)


def _chart(console: Console, found: "Strategy", otherwise: "StrategyChange | None") -> None:
    """Suited above the diagonal. The letter is the choice, the figure by how much it is better, a star marks what the
    approved rules play otherwise.
    """
    changed = {each.what for each in otherwise.choices} if otherwise else set()
    starts = {start.name: start for start in found.chart}
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("", style="dim")
    for rank in reversed(RANKS):
        table.add_column(rank, justify="right", no_wrap=True)
    for row, first in enumerate(reversed(RANKS)):
        cells = []
        for column, second in enumerate(reversed(RANKS)):
            name = first + second + "s" if row < column else second + first + "o" if row > column else first * 2
            cells.append(_cell(starts[name], is_changed=name in changed))
        table.add_row(first, *cells)
    console.print("[bold]Before the flop[/], suited above the diagonal")
    console.print(table)
    letters = sorted({(_letter(start), start.best) for start in found.chart}, reverse=True)
    console.print(
        ", ".join(f"{letter} {choice}" for letter, choice in letters)
        + "; behind it by how many hundredths of an ante it is better than the next choice"
        + ("; * is not as by the approved rules" if changed else ""),
        style="dim",
    )


def _letter(start: "Start") -> str:
    return LETTERS.get(start.best) or start.best.removeprefix("play ").removesuffix("x")


def _cell(start: "Start", *, is_changed: bool) -> Text:
    style = "reverse" if is_changed else STYLES.get(start.best, "bold")
    return Text(f"{_letter(start)}{'*' if is_changed else ' '}{float(start.gap) * 100:>3.0f}", style=style)


def _otherwise(console: Console, change: "StrategyChange") -> None:
    """What the approved rules play otherwise, by name, and at how many decisions."""
    console.print("\n[bold]Against the approved rules[/]")
    together: dict[tuple[str, str, str], list[str]] = {}
    for each in change.choices:
        together.setdefault((each.stage, each.approved, each.now), []).append(each.what)
    for (stage, before, after), what in together.items():
        console.print(f"{stage}, {', '.join(what)}: {before} → [bold]{after}[/]")
    for flips in change.flips:
        share = percent(flips.probability)
        console.print(f"{flips.stage}: {flips.sets:,} of {flips.of:,} sets of cards are played otherwise, {share}")


def _groups(console: Console, stage: str, groups: tuple["Group", ...]) -> None:
    console.print(f"\n[bold]{stage.capitalize()}[/]")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("with", overflow="fold")
    table.add_column("wager", no_wrap=True)
    for heading in ("of all such", "gains", "all alike costs"):
        table.add_column(heading, justify="right", no_wrap=True)
    for group in groups:
        share = f"{float(100 * group.played / group.of):.2f} %"
        cost = percent(group.cost_of_most) if group.cost_of_most else ""
        style = "dim" if group.rule == "never" else ""
        table.add_row(group.what, group.rule, share, signed(group.mean_gain, 4), cost, style=style)
    console.print(table)


def _outs(console: Console, found: "Strategy") -> None:
    if found.outs:
        console.print()
    for rule in found.outs:
        hands = f"{rule.hands}, or " if rule.hands else ""
        console.print(f"Play {hands}under [bold]{rule.under} outs[/]: costs {percent(rule.cost)} of the Ante")
    if found.outs:
        told = "an out is an unseen card that beats the hand with the board alone; both numbers are the cheapest ones"
        console.print(told, style="dim")


def _simple(console: Console, simple: tuple["Simple", ...]) -> None:
    if not simple:
        return
    console.print("\n[bold]What simpler play costs[/]")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("play", overflow="fold")
    for heading in ("house edge", "costs"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("exactly", overflow="fold", style="dim")
    for each in simple:
        what = f"{each.what} ({each.source})" if each.source else each.what
        table.add_row(what, percent(each.house_edge), percent(each.cost), str(each.cost))
    console.print(table)


def _plain(found: "Strategy", simple: tuple["Simple", ...], otherwise: "StrategyChange | None") -> dict[str, object]:
    from pitlink.exact.par.numbers import figure
    from pitlink.exact.rules import changes as changes_of

    return {
        "game": found.rules.game,
        "changes": changes_of(found.rules),
        "before_the_flop": [
            {"hand": each.name, "best": each.best, "value": figure(each.value), "better_by": figure(each.gap)}
            for each in found.chart
        ],
        "lowest_hand_played": None if found.threshold is None else describe(found.threshold),
        "groups": {
            stage: [
                {
                    "with": each.what,
                    "rule": each.rule,
                    "played": each.played,
                    "of": each.of,
                    "gain": figure(each.mean_gain),
                    "cost_of_all_alike": figure(each.cost_of_most),
                }
                for each in groups
            ]
            for stage, groups in found.groups.items()
        },
        "outs": [{"besides": each.hands, "under": each.under, "cost": figure(each.cost)} for each in found.outs],
        "simpler": [
            {
                "play": each.what,
                "source": each.source or None,
                "house_edge": figure(each.house_edge),
                "cost": figure(each.cost),
            }
            for each in simple
        ],
        "against_the_approved_rules": otherwise,
    }
