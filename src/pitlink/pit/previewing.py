"""What can have gone wrong at a table now, and what each ruling would do to it, without doing it.

Screens, drills and the terminal are built on this. A preview is the ruling carried out on a floor that is then thrown
away: what it tells is what would happen.
"""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from pitlink.games.irregularities import ASKS, WORDS, Effect, Fact, What
from pitlink.money import ZERO, Cents
from pitlink.people import Person, Post
from pitlink.pit.acting import act
from pitlink.pit.floor import Floor, Outcome
from pitlink.refusals import Refused
from pitlink.table import commands as ask
from pitlink.table.circumstances import case_of, open_rulings
from pitlink.table.events import EarlierErrorNoted
from pitlink.table.reportable import reports, rulings
from pitlink.table.state import Box, Play, Table
from pitlink.table.views import notices

RULER = Person("preview", "gaming_shift_manager")  # holds the highest post, so that every ruling is previewed

Fate = Literal["stays", "goes back", "part goes back", "may be taken back"]


class WagerAfter(Struct, frozen=True):
    """What becomes of one wager at once; `back` is what goes back of it."""

    position: int
    wager: str
    amount: Cents
    fate: Fate
    back: Cents = ZERO


class Consequences(Struct, frozen=True):
    """What a command changes at once: the round, every wager, players' chips, the pool, and what later rounds know."""

    round: Literal["goes on", "is void", "is settled anew", "waits for answers"]
    wagers: tuple[WagerAfter, ...]
    released: tuple[tuple[str, Cents], ...]  # chips that players have at hand again
    display: tuple[Cents, Cents] | None  # of the link, before and after
    later: tuple[str, ...]


class Preview(Struct, frozen=True):
    effect: Effect
    clause: str
    by: Post  # who may rule so; every higher post may, too (6.2)
    would: Consequences


class Reportable(Struct, frozen=True):
    """Something that can have gone wrong at this moment, about one hand, player or card where it concerns one."""

    what: What
    words: str
    clause: str
    asks: tuple[Fact, ...]
    report: ask.Report
    rulings: tuple[Preview, ...]


def reportable(floor: Floor, table: str, by: Person) -> tuple[Reportable, ...]:
    """Everything that `by` could report of the round in play, with what each ruling would do."""
    return tuple(_reportable(floor, table, report) for report in reports(floor.tables[table], by))


def _reportable(floor: Floor, table: str, report: ask.Report) -> Reportable:
    found = previews(floor, table, report)
    assert not isinstance(found, Refused)
    clause, rulings_ = found
    return Reportable(report.what, WORDS[report.what], clause, ASKS.get(report.what, ()), report, rulings_)


def previews(floor: Floor, table: str, report: ask.Report) -> tuple[str, tuple[Preview, ...]] | Refused:
    """The clause that covers a report, and every ruling on it; where the count is in doubt, after a wrong one."""
    reported = act(floor, table, report)
    if isinstance(reported, Refused):
        return reported
    first = reported.events[0].event
    if isinstance(first, EarlierErrorNoted):
        return first.clause, ()
    waits = _play(reported.floor, table)
    assert waits.report is not None
    return waits.report.clause, _on_report(floor, reported.floor, table)


def on_report(floor: Floor, table: str) -> tuple[Preview, ...]:
    """Every ruling on the report that waits, whoever may give it; none where nothing was reported."""
    play = floor.tables[table].play
    return () if play is None or play.report is None else _on_report(floor, floor, table)


def _on_report(before: Floor, reported: Floor, table: str) -> tuple[Preview, ...]:
    play = _play(reported, table)
    assert play.report is not None
    if play.report.what == "doubtful_count" and play.counted is None:
        counted = act(reported, table, ask.CountCards(RULER, len(play.slots) + 1))
        assert isinstance(counted, Outcome)
        reported = counted.floor
    return tuple(_previews(before, reported, table))


def _previews(before: Floor, reported: Floor, table: str) -> Iterator[Preview]:
    state = reported.tables[table]
    posts = _posts(state)
    for rule in rulings(state, RULER):
        ruled = act(reported, table, rule)
        if not isinstance(ruled, Refused):
            clause, post = posts[rule.effect]
            yield Preview(rule.effect, clause, post, consequences(before, ruled.floor, table))


def _posts(state: Table) -> dict[Effect, tuple[str, Post]]:
    assert state.play is not None
    assert state.play.report is not None
    case = case_of(state, state.play, state.play.report)
    assert case is not None
    return {each.effect: (each.clause, each.by) for each in open_rulings(state, state.play, case)}


def preview(floor: Floor, table: str, rule: ask.Rule) -> Consequences | Refused:
    """What one ruling would do, as the report lies there and with what the ruling names."""
    ruled = act(floor, table, rule)
    return ruled if isinstance(ruled, Refused) else consequences(floor, ruled.floor, table)


# What has changed


def consequences(before: Floor, after: Floor, table: str) -> Consequences:
    """What is different at a table and its link: told by comparing, so that it is what happened."""
    was, is_ = before.tables[table], after.tables[table]
    play = _play(after, table)
    wagers = tuple(
        _wager_after(play, position, box, wager)
        for position, box in _play(before, table).boxes.items()
        for wager in box.there
    )
    released = tuple(
        (player, Cents(stack.available - was.players[player].available))
        for player, stack in is_.players.items()
        if player in was.players and stack.available != was.players[player].available
    )
    return Consequences(_round(was, play), wagers, released, _display(before, after, was), tuple(_later(was, is_)))


def _play(floor: Floor, table: str) -> Play:
    play = floor.tables[table].play
    assert play is not None
    return play


def _round(was: Table, play: Play) -> Literal["goes on", "is void", "is settled anew", "waits for answers"]:
    if play.void:
        return "is void"
    if play.question is not None:
        return "waits for answers"
    return "is settled anew" if was.play is not None and was.play.settled and not play.settled else "goes on"


def _wager_after(play: Play, position: int, before: Box, wager: str) -> WagerAfter:
    amount, box = before.lying(wager), play.boxes[position]
    if play.void or box.seat.removed_by is not None or wager in box.handed_back:
        return WagerAfter(position, wager, amount, "goes back", amount)
    left = box.lying(wager)
    if left < amount:
        return WagerAfter(position, wager, amount, "part goes back", Cents(amount - left))
    if play.question is not None and position in play.question.waiting:
        return WagerAfter(position, wager, amount, "may be taken back")
    return WagerAfter(position, wager, amount, "stays")


def _display(before: Floor, after: Floor, state: Table) -> tuple[Cents, Cents] | None:
    link = state.rules.link
    return None if link is None else (before.links[link].display, after.links[link].display)


def _later(was: Table, is_: Table) -> Iterator[str]:
    for player in sorted(is_.barred - was.barred):
        yield f"{player} may not play on"
    for player in sorted(was.warned - is_.warned):
        yield f"{player} has not had a result under the minimum"
    if is_.jackpot_down != was.jackpot_down:
        yield from (notice.words for notice in notices(is_))
