"""What can have gone wrong at a table now, and what each ruling would do to it; nothing of it is done here."""

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, structs
from starlette.responses import Response

from pitlink import pit
from pitlink.games.irregularities import WORDS, Answer, Effect, What
from pitlink.people import LADDER, Person, Post, may_act_as, words
from pitlink.pit import Floor
from pitlink.pit.facts import ALSO, FactAsked, asked_for_ruling, asked_of_earlier, asked_with, blocked_positions
from pitlink.pit.foretelling import Foretold, foretold
from pitlink.pit.incidents import OFFERED, facts_of, ruled, tell_incident
from pitlink.pit.needing import tables_beside
from pitlink.pit.previewing import Consequences, Preview, consequences
from pitlink.pit.words import said
from pitlink.refusals import Refused
from pitlink.server import commands
from pitlink.server.calling import AsCall, Call, as_json
from pitlink.server.live import Live
from pitlink.server.problems import Problem
from pitlink.table import Table
from pitlink.table import commands as ask
from pitlink.table.decide import decide
from pitlink.table.events import LaterRounds
from pitlink.table.reportable import answers, later_rounds, reports
from pitlink.table.reporting import who_counts, who_dismisses
from pitlink.table.views import notices

PREVIEWED: Final = {each.__name__: each for each in (ask.Report, ask.Rule, ask.DismissReport)}
COUNTED: Final = FactAsked("cards", "How many cards has the round used, counted by hand?")
EARLIER: Final = "An error of an earlier round"


class Right(Struct, frozen=True):
    """What can be done about a report beside a ruling: the lowest post that may, and whether the caller may."""

    words: str
    by: Post
    who: str
    may: bool
    asks: tuple[FactAsked, ...] = ()


class RulingOpen(Struct, frozen=True):
    """A ruling that the rulebook leaves open, who may give it (and every higher post), and whether the caller may.

    `would` and `foretold` are the same, for programs and for people; neither is in the list of what can be reported.
    `now` is false where the cards must be counted first.
    """

    effect: Effect
    words: str
    clause: str
    by: Post
    who: str
    may: bool
    now: bool = True
    asks: tuple[FactAsked, ...] = ()
    would: Consequences | None = None
    foretold: tuple[Foretold, ...] = ()


class CanBeReported(Struct, frozen=True):
    """Something that can have gone wrong. `what` is null where the answers to `asks` say it."""

    what: What | None
    words: str
    also: str
    clause: str
    asks: tuple[FactAsked, ...]
    rulings: tuple[RulingOpen, ...]


class ReportLying(Struct, frozen=True):
    """The report that waits, with every ruling. `dismissing` is who may find that it was not so; null where none may.

    Where the number of cards is in doubt, `counting` is who counts them now.
    """

    what: What
    words: str
    clause: str
    by: str
    about: str
    rulings: tuple[RulingOpen, ...]
    dismissing: Right | None
    counting: Right | None


class AnswerOpen(Struct, frozen=True):
    """What a hand that was asked may answer, or somebody of the staff for it."""

    position: int
    answer: Answer
    words: str
    clause: str


class Ruled(Struct, frozen=True):
    words: str
    clause: str


class LaterOpen(Struct, frozen=True):
    """What staff can do about what stays for later rounds: a jackpot that does not work, or a player who may not play.

    `about` says what stays; the rest is as with a ruling. `later` or `player` goes into the command.
    """

    command: Literal["DecideLaterRounds", "LiftBar"]
    about: str
    words: str
    clause: str
    by: Post
    who: str
    may: bool
    later: LaterRounds | None = None
    player: str | None = None
    asks: tuple[FactAsked, ...] = ()


class GoneWrong(Struct, frozen=True):
    """At this version of the table: what can be reported, or the report that lies there; what was ruled in this round,
    and the answers that the caller may give to what players were asked. `later` is for staff.

    `refused` is why the caller can report nothing of the round in play; null where he can.
    """

    version: int
    game: str
    reportable: tuple[CanBeReported, ...]
    report: ReportLying | None
    ruled: tuple[Ruled, ...] = ()
    answers: tuple[AnswerOpen, ...] = ()
    later: tuple[LaterOpen, ...] = ()
    refused: Refused | None = None


class Previewed(Struct, frozen=True):
    """What would come of a command: of a report its rulings, of anything else what it does at once."""

    clause: str | None
    rulings: tuple[RulingOpen, ...] = ()
    would: Consequences | None = None
    foretold: tuple[Foretold, ...] = ()


async def reportable(call: AsCall, table: str) -> Response:
    """Everything that the caller could report now, and whatever lies there already."""
    floor, person = floor_beside(call.pit.live, call.table(table)), call.person
    return as_json(await asyncio.to_thread(gone_wrong, floor, table, person))


async def previews(call: AsCall, table: str) -> Response:
    """What a report, a ruling or a dismissal would do; `as` is the post that would give it."""
    name = call.table(table)
    floor = floor_beside(call.pit.live, name)
    command, instead = await _asked(call)
    found: Previewed | Refused | None = None
    if not instead:
        found = commands.not_here(floor.tables[name], command.by, type(command))
    found = found or await asyncio.to_thread(previewed, floor, name, command)
    if isinstance(found, Refused):
        raise Problem(409, found, floor.tables[name].rules.game)
    return as_json(found)


async def _asked(call: Call) -> tuple[Any, bool]:
    """A command, and whether it is asked what somebody of another post could do."""
    try:
        fields = commands.fields_of(await call.request.body())
        fields.pop("id", None)
        post = fields.pop("as", None)
        by = _as(call.person, post)
        return commands.made(commands.given("", fields, PREVIEWED), by, {}).command, post is not None
    except commands.Unreadable as odd:
        raise Problem(400, odd.refused) from None


def _as(person: Person, post: object) -> Person:
    if post is None:
        return person
    if not isinstance(post, str) or post not in LADDER:
        raise commands.Unreadable("as", f"one of {', '.join(LADDER)}")
    return structs.replace(person, post=msgspec.convert(post, Post))


def floor_beside(live: Live, table: str) -> Floor:
    """A table with its link, and the tables that a command may touch because their claims are open."""
    floor = live.floor_of(table)
    beside = {
        each: live.tables[each]
        for link in floor.links.values()
        for each in tables_beside(link, ask.Rule(Person("", "dealer"), "continue"))
        if each in live.tables
    }
    return structs.replace(floor, tables={**beside, **floor.tables})


# What can be reported


def gone_wrong(floor: Floor, table: str, by: Person) -> GoneWrong:
    state = floor.tables[table]
    can = tuple(_can_be_reported(floor, table, by)) if state.open else ()
    here = _here(state, by)
    return GoneWrong(
        *(state.version, state.rules.game, can, _lying(floor, table, here)),
        tuple(_ruled(state)),
        tuple(_answers(state, here)),
        tuple(_later(state, here)) if by.is_staff else (),
        None if any(each.what for each in can) else _why_not(state, by),
    )


def _here(table: Table, by: Person) -> Person:
    """A dealer of another table reports as staff do, and has no post here for anything else."""
    return structs.replace(by, post="player") if commands.not_here(table, by, ask.Rule) else by


def _why_not(table: Table, by: Person) -> Refused | None:
    """By what can be reported in every round."""
    decided = decide(table, ask.Report(by, "something_else", words="?"))
    return decided if isinstance(decided, Refused) else None


def _can_be_reported(floor: Floor, table: str, by: Person) -> Iterator[CanBeReported]:
    """Once for each thing, by the clause of the first hand, player or card that it can concern."""
    state = floor.tables[table]
    found: dict[What, list[ask.Report]] = {}
    for report in reports(state, by):
        found.setdefault(report.what, []).append(report)
    for what, candidates in found.items():
        previewed_ = pit.previews(floor, table, candidates[0])
        if state.play is None or isinstance(previewed_, Refused):
            continue
        clause, rulings = previewed_
        asks = asked_with(state, state.play, what, candidates)
        told = tuple(_open(what, each, _here(state, by), state) for each in rulings)
        yield CanBeReported(what, _sentence(WORDS[what]), ALSO.get(what, ""), clause, asks, told)
    earlier = ask.Report(by, "something_else", round=1)
    if state.play is not None and state.play.number > 1 and not isinstance(pit.act(floor, table, earlier), Refused):
        asks = asked_of_earlier(state.play.number - 1)
        yield CanBeReported(None, EARLIER, "round before, already settled", _earlier(floor, table), asks, ())


def _earlier(floor: Floor, table: str) -> str:
    return floor.tables[table].rules.irregularities.earlier.other


# What lies there


def _lying(floor: Floor, table: str, by: Person) -> ReportLying | None:
    state = floor.tables[table]
    play = state.play
    if play is None or play.report is None:
        return None
    report = play.report
    now = report.what != "doubtful_count" or play.counted is not None
    rulings = [
        structs.replace(_told(report.what, each, by, state), now=now, asks=asked_for_ruling(state, play, each.effect))
        for each in pit.on_report(floor, table)
    ]
    told = _sentence(WORDS[report.what] + said(report.words))
    about = "; ".join(facts_of(report))
    dismissing = who_dismisses(state, play, report)[0] if play.counted is None else None
    counting = who_counts(play) if report.what == "doubtful_count" else None
    return ReportLying(
        *(report.what, told, report.clause, report.by, about, tuple(rulings)),
        None if dismissing is None else _right("It was not so", dismissing, by),
        None if counting is None else _right("The cards are counted", counting, by, COUNTED),
    )


def _ruled(table: Table) -> Iterator[Ruled]:
    for given in table.play.rulings if table.play else ():
        told = tell_incident(given, table)
        if told is not None:
            yield Ruled(f"{told.words}.", given.clause)


def _answers(table: Table, by: Person) -> Iterator[AnswerOpen]:
    for each in answers(table, by):
        events = decide(table, each)
        if not isinstance(events, Refused):
            clause = str(getattr(events[0], "clause", ""))
            yield AnswerOpen(each.position, each.answer, _sentence(OFFERED[each.answer]), clause)


LATER: Final[Mapping[LaterRounds, str]] = {
    "close_table": "The table closes",
    "block_positions": "No bets at some positions",
    "no_jackpot": "Play goes on without the jackpot",
    "restored": "The jackpot works again",
}


def _later(table: Table, by: Person) -> Iterator[LaterOpen]:
    """As whoever may decides it, so that everybody is told who that is."""
    above: Post = "gaming_shift_manager"
    ruler, right = structs.replace(by, post=above), (above, words(above), may_act_as(by, above))
    about = next((notice.words for notice in notices(table)), "")
    for choice in later_rounds(table, ruler):
        if not isinstance(decided := decide(table, choice), Refused):
            clause = str(getattr(decided[0], "clause", ""))
            asks = (blocked_positions(table),) if choice.positions else ()
            told = LATER[choice.later]
            yield LaterOpen("DecideLaterRounds", about, told, clause, *right, later=choice.later, asks=asks)
    clause = table.rules.irregularities.barred
    for player in sorted(table.barred):
        about = f"{player} may not play on"
        yield LaterOpen("LiftBar", about, f"{player} may play again", clause, *right, player=player)


def _right(told: str, post: Post, by: Person, *asks: FactAsked) -> Right:
    return Right(told, post, words(post), may_act_as(by, post), asks)


# A command that is not carried out


def previewed(floor: Floor, table: str, command: Any) -> Previewed | Refused:
    state = floor.tables[table]
    if isinstance(command, ask.Report):
        found = pit.previews(floor, table, command)
        if isinstance(found, Refused):
            return found
        clause, rulings = found
        by = _here(state, command.by)
        return Previewed(clause, tuple(_told(command.what, each, by, state) for each in rulings))
    done = pit.act(floor, table, command)
    if isinstance(done, Refused):
        return done
    would = consequences(floor, done.floor, table)
    return Previewed(getattr(done.events[0].event, "clause", None), (), would, foretold(would, state))


def _open(what: What, preview: Preview, by: Person, table: Table) -> RulingOpen:
    told, may = ruled(what, preview.effect, table), may_act_as(by, preview.by)
    if what == "doubtful_count":
        told = f"where the count is over or under, {told}"
    return RulingOpen(preview.effect, _sentence(told), preview.clause, preview.by, words(preview.by), may)


def _told(what: What, preview: Preview, by: Person, table: Table) -> RulingOpen:
    """With what it would do."""
    would = preview.would
    return structs.replace(_open(what, preview, by, table), would=would, foretold=foretold(would, table))


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
