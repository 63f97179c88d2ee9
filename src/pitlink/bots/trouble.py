"""Something goes wrong at random, and software officers rule: for logs to read, for drills and tests.

What goes wrong is drawn from all that could be reported at that moment; the ruling from all that the rulebook leaves
open, given by the lowest post that may.
"""

import random
from typing import Protocol

from pitlink.games.irregularities import What
from pitlink.people import Person, may_act_as
from pitlink.table import AnyCommand, Table
from pitlink.table import commands as ask
from pitlink.table.events import LaterRounds
from pitlink.table.faults import positions_of
from pitlink.table.reportable import reports, rulings

STEPS = 60  # of a round at one of which it goes wrong; a round that is over earlier goes wrong after its settlement
NOT_SO = 0.15  # of reports are dismissed
MISCOUNTED = 0.5
WHILE_PLAYED: tuple[What, ...] = ("insufficient_cards", "power_failure", "face_up_card")  # not after the settlement


class Running(Protocol):
    """A table that commands can be given to."""

    @property
    def table(self) -> Table: ...
    @property
    def dice(self) -> random.Random: ...
    @property
    def persons(self) -> tuple[str, ...]: ...  # who speak for themselves
    def do(self, command: AnyCommand) -> None: ...


def moment(dice: random.Random, share: float) -> int | None:
    """At which step of a round something goes wrong, if it does."""
    return dice.randrange(STEPS) if dice.random() < share else None


def go_wrong(running: Running, officers: tuple[Person, ...]) -> What | None:
    """Report something that can have gone wrong now, as dealer or as a bot in the round; None where nothing can."""
    table, dice = running.table, running.dice
    play = table.play
    playing = [name for name, stack in table.players.items() if stack.present and play and positions_of(play, name)]
    bots = [name for name in playing if name not in running.persons]
    people = [*officers[:1], *(Person(name, "player") for name in bots)]
    by_what: dict[What, list[ask.Report]] = {}
    for report in reports(table, dice.choice(people)):
        if play is None or not play.settled or report.what not in WHILE_PLAYED:
            by_what.setdefault(report.what, []).append(report)
    if play is None or not by_what:
        return None
    what = dice.choice(list(by_what))
    running.do(dice.choice(by_what[what]))
    return what


def rule_on_report(running: Running, officers: tuple[Person, ...]) -> None:
    """The officers look into what was reported and rule."""
    dice, highest = running.dice, officers[-1]
    play = running.table.play
    assert play is not None
    assert play.report is not None
    if play.report.what == "doubtful_count":
        counted = len(play.slots) + (dice.choice((-1, 1)) if dice.random() < MISCOUNTED else 0)
        running.do(ask.CountCards(officers[0], counted))
        if running.table.play is None or running.table.play.report is None:
            return
    elif dice.random() < NOT_SO:
        running.do(ask.DismissReport(highest))
        return
    chosen = dice.choice(list(rulings(running.table, highest)))
    able = [each for each in officers for rule in rulings(running.table, each) if rule.effect == chosen.effect]
    running.do(ask.Rule(able[0], chosen.effect, chosen.positions, chosen.moves, chosen.order))


def tidy_up(running: Running, officers: tuple[Person, ...]) -> None:
    """Before the next call: what the house must decide, and who may play again. Somebody can always bet."""
    owner = officers[-1]
    assert may_act_as(owner, "gaming_shift_manager")
    if running.table.jackpot_down is not None:
        _decide_later_rounds(running, owner)
    for player in sorted(running.table.barred):
        if running.dice.random() < 0.5 or not _can_bet(running.table):
            running.do(ask.LiftBar(owner, player))
    if not _can_bet(running.table):
        running.do(ask.DecideLaterRounds(owner, "restored"))


def _decide_later_rounds(running: Running, owner: Person) -> None:
    table, dice = running.table, running.dice
    assert table.jackpot_down is not None
    if table.jackpot_down.later is not None and dice.random() < 0.5:
        return
    later: LaterRounds = dice.choice(("no_jackpot", "block_positions", "restored"))
    seats = table.jackpot_down.positions or tuple(sorted(table.seats))
    blocked = (dice.choice(seats),) if later == "block_positions" else ()
    running.do(ask.DecideLaterRounds(owner, later, blocked))


def _can_bet(table: Table) -> bool:
    down = table.jackpot_down
    blocked = down.positions if down is not None and down.later == "block_positions" else ()
    return any(player not in table.barred and at not in blocked for at, player in table.seats.items())
