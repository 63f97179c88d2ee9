"""What does not go on at a table or on a link until somebody acts: what it is, by which clause, who may, and how.

Whether a person may is found by asking `decide`, as for options; where he may not, its refusal says why.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from pitlink import jackpot as links
from pitlink import table as tables
from pitlink.games.round import Award
from pitlink.jackpot import Link
from pitlink.jackpot import commands as of_link
from pitlink.money import Cents
from pitlink.people import LADDER, Person, Post, officer
from pitlink.pit.floor import Floor
from pitlink.pit.incidents import OFFERED, tell_incident
from pitlink.pit.offering import probes_at_link, probes_at_table
from pitlink.pit.stopped import link_of
from pitlink.pit.words import listed, money, positions
from pitlink.refusals import Refused, needs
from pitlink.table import Table
from pitlink.table import commands as ask
from pitlink.table.circumstances import case_of, open_rulings
from pitlink.table.claiming import DECK
from pitlink.table.state import Play, play_of

Thing = Literal[
    "ruling",
    "answer",
    "verification",
    "approval",
    "payment",
    "later_rounds",
    "close",
    "count",
    "dealer",
    "fill",
    "check",
    "resume",
]


class Awaited(Struct, frozen=True):
    """One thing that is to be done. `post` is the lowest that may, `command` what does it.

    `refused` is why the person who asks may not do it now; None where he may.
    """

    thing: Thing
    words: str
    clause: str | None
    post: Post
    command: str
    refused: Refused | None = None


# What there is


def things_at(table: Table) -> tuple[Thing, ...]:
    """Quick, for whoever looks after every event. Claims at an unattended table are its software officers' (R111)."""
    found: list[Thing] = []
    play, down = table.play, table.jackpot_down
    if play is not None and play.report is not None:
        found.append("ruling")
    if play is not None and play.question is not None:
        found.append("answer")
    if play is not None and play.claims_open and not table.rules.unattended:
        found.append(_stage(play))
    if down is not None and down.later is None:
        found.append("later_rounds")
    if down is not None and down.later == "close_table" and table.open:
        found.append("close")
    if table.uncounted:
        found.append("count")
    if table.open and table.dealer is None:
        found.append("dealer")
    if table.setup is not None and table.in_rack < 0:
        found.append("fill")
    return tuple(found)


def things_of(link: Link) -> tuple[Thing, ...]:
    if link.parameters is None or link.state not in ("suspended", "failed"):
        return ()
    return ("resume",) if link.checked else ("check",)


def _stage(play: Play) -> Thing:
    if play.verified is None:
        return "verification"
    return "approval" if play.approved is None else "payment"


# What is to be said about it


def awaited_at(floor: Floor, table: str, by: Person) -> tuple[Awaited, ...]:
    return tuple(_at_table(floor, table, thing, by) for thing in things_at(floor.tables[table]))


def awaited_of(link: Link, by: Person) -> tuple[Awaited, ...]:
    return tuple(_of_link(link, thing, by) for thing in things_of(link))


def _at_table(floor: Floor, name: str, thing: Thing, by: Person) -> Awaited:
    table = floor.tables[name]
    match thing:
        case "ruling":
            return _ruling(table, by)
        case "answer":
            return _answer(table)
        case "verification" | "approval" | "payment":
            return _claims(floor, name, thing, by)
        case "later_rounds":
            return _later_rounds(table, by)
        case "close":
            clause = table.rules.irregularities.after_failure.close_table
            words = "The jackpot does not work, and it was decided that the table closes"
            return Awaited(thing, words, clause, "pit_supervisor", "CloseTable", _why_not(table, ask.CloseTable(by)))
        case "count":
            command = ask.CountRack(by, Cents(0))
            words = "The table is closed, and its rack not counted yet"
            return Awaited(thing, words, "R115", "pit_supervisor", "CountRack", _why_not(table, command))
        case "dealer":
            command_ = ask.AssignDealer(by, "A")
            words = "The table is open, and nobody deals"
            return Awaited(thing, words, None, "pit_supervisor", "AssignDealer", _why_not(table, command_))
        case _:
            words = f"The rack is short by {money(Cents(-table.in_rack))}"
            refused = needs("pit_supervisor", by, "a fill", "R114")
            return Awaited(thing, words, "R116", "pit_supervisor", "Fill", refused)


def _why_not(table: Table, command: tables.AnyCommand) -> Refused | None:
    decided = tables.decide(table, command)
    return decided if isinstance(decided, Refused) else None


def _ruling(table: Table, by: Person) -> Awaited:
    """The lowest post that has any of the rulings; where cards are to be counted first, whoever counts them."""
    play = play_of(table)
    reported = play.report
    assert reported is not None
    told = tell_incident(reported, table)
    case = case_of(table, play, reported)
    assert told is not None
    assert case is not None
    rulings = open_rulings(table, play, case)
    if not rulings:
        refused = _why_not(table, ask.CountCards(by, 0))
        return Awaited("ruling", f"{told.words}; the cards are to be counted", case.clause, "dealer", "Rule", refused)
    post = min((each.by for each in rulings), key=LADDER.index)
    refused = needs(post, by, "ruling on it", case.clause)
    return Awaited("ruling", told.words, case.clause, post, "Rule", refused)


def _answer(table: Table) -> Awaited:
    """Anybody who deals may say it for a player."""
    question = play_of(table).question
    assert question is not None
    offers = " or ".join(OFFERED[offer.answer] for offer in question.offers)
    words = f"{positions(question.waiting).capitalize()} may {offers}"
    return Awaited("answer", words, question.clause, "dealer", "AnswerOption")


def _later_rounds(table: Table, by: Person) -> Awaited:
    down, clauses = table.jackpot_down, table.rules.irregularities.after_failure
    where = f" at {positions(down.positions)}" if down is not None and down.positions else ""
    words = f"The jackpot does not work{where}: close the table, block positions, or go on without it"
    refused = _why_not(table, ask.DecideLaterRounds(by, "no_jackpot"))
    return Awaited("later_rounds", words, clauses.must_choose, "gaming_shift_manager", "DecideLaterRounds", refused)


def _claims(floor: Floor, name: str, thing: Thing, by: Person) -> Awaited:
    table = floor.tables[name]
    play = play_of(table)
    hands = _hands(play.paid.awards if play.paid else ())
    verified, approved = play.verified, play.approved
    if verified is None:
        refused = _why_not(table, ask.VerifyClaims(by, DECK, "?"))
        words = f"{hands}: to be verified, and the deck counted"
        return Awaited(thing, words, "R108", "pit_supervisor", "VerifyClaims", refused)
    if approved is None:
        refused = _why_not(table, ask.ApproveClaims(by))
        words = f"{hands}: verified by the {officer(verified.post, verified.by, software=verified.software)}"
        words += "; to be approved by somebody else of another post"
        return Awaited(thing, words, "R108", "pit_supervisor", "ApproveClaims", refused)
    link = link_of(floor, name)
    refused = _why_not(table, ask.PayAwards(by))
    if refused is None and link is not None:
        decided = links.decide(link, of_link.PayClaims(by, name, play.number))
        refused = decided if isinstance(decided, Refused) else None
    words = f"{hands}: approved by the {officer(approved.post, approved.by, software=approved.software)}; to be paid"
    return Awaited(thing, words, "R108", "pit_supervisor", "PayAwards", refused)


def _hands(awards: Iterable[Award]) -> str:
    told = [f"{award.hand} at position {award.position}, {money(award.amount)}" for award in awards]
    words = listed(told) if told else "A jackpot hand"
    return words[:1].upper() + words[1:]


def refused_at_table(table: Table, by: Person) -> dict[str, Refused | None]:
    """What is done to a table from a desk, and why this person may not do it now, if so."""
    return {type(command).__name__: _why_not(table, command) for command in probes_at_table(table, by)}


# Links


def _of_link(link: Link, thing: Thing, by: Person) -> Awaited:
    state = f"Link {link.id} {'is suspended' if link.state == 'suspended' else 'has failed'}: {link.note}"
    command = "CheckLink" if thing == "check" else "ResumeLink"
    if thing == "check":
        then = "the self-check did not pass" if link.checked is False else "to be checked before it runs again"
    else:
        then = "checked, and can run again"
    refused = refused_at_link(link, by)[command]
    return Awaited(thing, f"{state}; {then}", "R112", "gaming_shift_manager", command, refused)


def refused_at_link(link: Link, by: Person) -> dict[str, Refused | None]:
    """What can be done to a link from a desk, and why this person may not do it now, if so."""
    return dict(_asked(link, probes_at_link(link, by)))


def _asked(link: Link, commands: Iterable[links.Command]) -> Iterator[tuple[str, Refused | None]]:
    for command in commands:
        decided = links.decide(link, command)
        yield type(command).__name__, decided if isinstance(decided, Refused) else None
