"""What the procedure wants next of whoever deals: in words, with its clause, and with the command that does it.

Nothing is decided here: `due` has found the step, and `decide` says whether somebody may take it. No card is named.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from msgspec import Struct, structs

from pitlink.games.dealing import Place
from pitlink.games.irregularities import WORDS
from pitlink.jackpot.link import Link
from pitlink.money import Cents
from pitlink.people import LADDER, Person, may_act_as
from pitlink.people import words as named
from pitlink.refusals import Refused
from pitlink.table import commands as ask
from pitlink.table.aftermath import stranded
from pitlink.table.calls import BOARDS, DECISIONS
from pitlink.table.circumstances import case_of, open_rulings
from pitlink.table.claiming import DECK
from pitlink.table.commands import AnyCommand
from pitlink.table.decide import decide
from pitlink.table.deciding import later_wager, passive_choice
from pitlink.table.events import Note
from pitlink.table.faults import companions_of
from pitlink.table.paying import Paying, payments
from pitlink.table.saying import amount, area, counted, ordinal
from pitlink.table.settling import waits_for_person
from pitlink.table.setup import CardSource, TableSetup
from pitlink.table.showing import shown_by_dealer
from pitlink.table.state import Box, Play, Table, places_of, play_of

Fields = Mapping[str, str | int]
SUPERVISOR: Final = "a pit supervisor"
SHIFT_MANAGER: Final = "a gaming shift manager"

Matter = Literal["ruling", "claims", "later_rounds"]


class Way(Struct, frozen=True):
    """One thing that a player may say, which the dealer records; or what becomes of a player who says nothing."""

    words: str
    clause: str | None
    command: str
    fields: Fields
    amount: Cents | None = None  # of the wager that it lays


class Fault(Struct, frozen=True):
    """What looks wrong about the chips of a position."""

    words: str
    clause: str
    position: int


class Next(Struct, frozen=True):
    """The next step. Without a command somebody else is waited for; with `ways`, what he says is recorded."""

    words: str
    clause: str
    command: str | None = None
    fields: Fields = {}
    position: int | None = None
    wager: str | None = None
    places: tuple[Place, ...] = ()  # of the cards that are dealt or turned up
    cards: int = 0  # that must be named with it
    note: str = ""
    waits_for: str | None = None
    signed_by: str | None = None  # who must sign it, where this person's post does not reach
    asks: str | None = None  # a field of the command that is to be filled in, in words
    matter: Matter | None = None  # what it belongs to, where it takes more than a press: whoever has the rank signs
    ways: tuple[Way, ...] = ()
    wrong: tuple[Fault, ...] = ()
    paying: tuple[Paying, ...] = ()  # what is taken and paid before the next round is called
    cards_from: CardSource = "sealed_deck"


def wanted(table: Table, by: Person, link: Link | None = None) -> Next:
    """`by` is whoever looks; `link` is the one that the table is on."""
    setup = table.rules
    if not table.open:
        return Next("The table is closed", setup.procedure.layouts, waits_for=SUPERVISOR, cards_from=setup.cards)
    found = _step(table, by, link)
    return structs.replace(found, wrong=tuple(_wrong(table)), paying=payments(table), cards_from=setup.cards)


def _step(table: Table, by: Person, link: Link | None) -> Next:
    play, setup = table.play, table.rules
    if play is None:
        return _call(table, by)
    due = play.due
    clause = due.clause or setup.areas.deck_clause
    match due.step:
        case "call":
            return _call(table, by)
        case "close":
            return _close(table, play, link)
        case "deal":
            assert due.place is not None
            return _deal(setup, due.place, clause)
        case "decide":
            return _decide(table, play, by)
        case "expose":
            return _expose(setup, play, clause)
        case "show":
            return _show(setup, play, clause)
        case "settle":
            return _settle(play, clause)
        case "open_deck":
            return Next("Open the sealed deck", clause, "OpenDeck", note="for surveillance and audit")
        case "verify_claims" | "approve_claims" | "pay_claims":
            return _claims(table, play, by, link)
        case "rule":
            return _rule(table, play, clause)
        case "answer":
            return _answer(table, play, by)


def _takes(table: Table, command: AnyCommand) -> bool:
    return not isinstance(decide(table, command), Refused)


# Bets


def _call(table: Table, by: Person) -> Next:
    clause = table.rules.procedure.call
    refused = decide(table, ask.CallBets(by))
    if isinstance(refused, Refused) and refused.code == "later_rounds_undecided":
        told, clause = "Decide about later rounds", str(refused.clause)
        return Next(told, clause, note=refused.found, waits_for=SHIFT_MANAGER, matter="later_rounds")
    if isinstance(refused, Refused):
        return Next(f"Wait: {refused.expected}", refused.clause or clause, waits_for=SUPERVISOR)
    if not any(table.players[name].present for name in table.seats.values()):
        return Next("Wait for a player to sit down", clause, waits_for="a player")
    return Next("Announce: Place your bets, please", clause, "CallBets")


def _close(table: Table, play: Play, link: Link | None) -> Next:
    """First what may not feed the link is handed back: all, where it does not run (R112)."""
    setup, clause = table.rules, table.rules.procedure.close
    lying = [position for position, box in sorted(play.boxes.items()) if "progressive" in box.seat.wagers]
    for position in stranded(table) if link is None or link.runs else lying:
        wager = play.boxes[position].seat.wagers["progressive"]
        words = f"Hand back position {position}: Progressive, {amount(wager.amount)}"
        fields: Fields = {"player": str(wager.shares[0].player), "position": position, "wager": "progressive"}
        return Next(words, "R112", "TakeBackWager", fields, position, "progressive", note="the jackpot does not run")
    takes_part = setup.areas.takes_part
    bet = {position for position, box in play.boxes.items() if takes_part(box.seat.wagers)}
    there = bet | set(table.seats)
    note = f"{len(bet)} of {len(there)} positions have bet"
    if bet and (others := sorted(there - bet)):
        note += f"; {', '.join(map(str, others))} not yet"
    if not bet:
        return Next("Wait for bets", clause, note=note, waits_for="a bet")
    return Next("Announce: No more bets", clause, "CloseBets", note=note)


# The deal

_READ: Final[Mapping[CardSource, str]] = {
    "sealed_deck": "from the sealed deck",
    "reading_shoe": "name the card as it leaves the shoe",
    "hand_dealt": "face down, unread",
}


def _deal(setup: TableSetup, place: Place, clause: str) -> Next:
    named = 1 if setup.cards == "reading_shoe" else 0
    position = place.position or None
    words, note = _dealt(place), _READ[setup.cards]
    return Next(words, clause, "DealCard", position=position, places=(place,), cards=named, note=note)


def _dealt(place: Place) -> str:
    match place.where:
        case "position":
            return f"Deal position {place.position}, {ordinal(place.nth)} card"
        case "dealer":
            return f"Deal the dealer's {ordinal(place.nth)} card"
        case "community":
            return f"Deal the {ordinal(place.nth)} community card"
        case "burned":
            return "Burn a card"
        case "security":
            return "Lay the security card"


# Looking and deciding


def _decide(table: Table, play: Play, by: Person) -> Next:
    position, setup = play.due.position, table.rules
    box = play.boxes[position]
    says = DECISIONS[setup.game][len(box.seat.decisions)]
    return Next(
        f"Position {position} decides",
        str(play.due.clause),
        position=position,
        note=says,
        waits_for=str(box.seat.player),
        ways=(*_choices(table, box, by), *_without_answer(table, box, by)),
    )


def _choices(table: Table, box: Box, by: Person) -> Iterator[Way]:
    setup, position = table.rules, box.seat.position
    stage = setup.rules.stage(box.seat, box.seat.decisions)
    for choice in stage.choices if stage else ():
        _, lays = later_wager(setup, box, choice)
        fields: Fields = {"position": position, "choice": choice.word}
        if _takes(table, ask.RecordDecision(by, position, choice.word)):
            words = _choice(box, choice.word) + (f", {amount(lays)}" if lays else "")
            yield Way(words, choice.clause, "RecordDecision", fields, lays or None)


def _choice(box: Box, word: str) -> str:
    """In Let It Ride the first decision is about wager 1, the second about wager 2."""
    match word:
        case "ride":
            return f"Let “{len(box.seat.decisions) + 1}” ride"
        case "withdraw":
            wager = str(len(box.seat.decisions) + 1)
            return f"Take back “{wager}”, {amount(box.lying(wager))}"
        case _:
            return word.replace("x", " times").capitalize()


def _without_answer(table: Table, box: Box, by: Person) -> Iterator[Way]:
    position = box.seat.position
    if _takes(table, ask.TakeSilence(by, position)):
        yield Way(_silence(table, box), "R102", "TakeSilence", {"position": position})
    if _takes(table, ask.FindAbsent(by, position)):
        yield Way("Not at the table", table.rules.procedure.absent, "FindAbsent", {"position": position})


def _silence(table: Table, box: Box) -> str:
    stage = table.rules.rules.stage(box.seat, box.seat.decisions)
    if not box.asked or stage is None:
        return "No answer: ask once more"
    return f"No answer again: {_choice(box, passive_choice(stage).word).lower()}"


_ANSWERS: Final = {
    "continue": "Plays on",
    "continue_reconstructed": "Plays on with the cards put right",
    "take_back": "Takes the wagers back",
}


def _answer(table: Table, play: Play, by: Person) -> Next:
    position, question = play.due.position, play.question
    assert question is not None
    box = play.boxes[position]
    ways = [
        Way(_ANSWERS[offer.answer], offer.clause, "AnswerOption", {"position": position, "answer": offer.answer})
        for offer in question.offers
        if _takes(table, ask.AnswerOption(by, position, offer.answer))
    ]
    if _takes(table, ask.TakeSilence(by, position)):
        words = "No answer again: plays on" if box.asked else "No answer: ask once more"
        ways.append(Way(words, "R102", "TakeSilence", {"position": position}))
    return Next(
        f"Ask position {position} whether to go on",
        question.clause,
        position=position,
        note="Play on, or take the wagers back.",
        waits_for=str(box.seat.player),
        ways=tuple(ways),
    )


# Turning up


def _expose(setup: TableSetup, play: Play, clause: str) -> Next:
    exposure = play.due.exposure
    assert exposure is not None
    due = [place for place in places_of(play, exposure.of)[: exposure.cards] if not play.slots[place].up]
    if exposure.of == "dealer":
        words = "Expose the dealer's hand"
    else:
        words = f"Expose the {BOARDS[setup.game][exposure.cards].removesuffix('.').lower()}"
    return Next(words, clause, "Expose", places=tuple(due), cards=_unread(play, due), note=counted(len(due)))


def _show(setup: TableSetup, play: Play, clause: str) -> Next:
    position = play.due.position
    box = play.boxes[position]
    hand = places_of(play, "position", position)
    return Next(
        f"Turn up position {position}",
        clause,
        "ShowHand",
        {"position": position},
        position=position,
        places=tuple(hand),
        cards=_unread(play, hand),
        note="" if shown_by_dealer(setup, box) else f"{box.seat.player} may turn it up, or decline",
    )


def _unread(play: Play, places: list[Place]) -> int:
    """Dealt by hand, and so to be named when they are turned up."""
    return sum(play.slots[place].card is None for place in places)


# The end


def _settle(play: Play, clause: str) -> Next:
    if refused := waits_for_person(play):
        return Next(f"Wait for a person: {refused.found}", str(refused.clause), waits_for=SUPERVISOR)
    return Next("Settle the round", clause, "Settle", note="then take and pay, wager by wager")


def _claims(table: Table, play: Play, by: Person, link: Link | None) -> Next:
    """Two persons of different posts verify and approve; who deals has them sign."""
    found = _claim_step(table, play, by, link)
    return found if found.command is None else structs.replace(found, matter="claims")


def _claim_step(table: Table, play: Play, by: Person, link: Link | None) -> Next:
    clause, signs = str(play.due.clause), None if may_act_as(by, "pit_supervisor") else SUPERVISOR
    match play.due.step:
        case "verify_claims":
            told, note = "Verify the winning hands and count the deck", f"{DECK} cards, on camera"
            fields: Fields = {"cards": DECK}
            return Next(told, clause, "VerifyClaims", fields, note=note, signed_by=signs, asks="surveillance")
        case "approve_claims":
            second = None if _takes(table, ask.ApproveClaims(by)) else "a second person, of another post"
            return Next("Have the awards approved", clause, "ApproveClaims", note=_awards(play), signed_by=second)
        case _:
            first = link.order[0].table if link is not None and link.order else table.rules.table
            if first != table.rules.table:
                return Next(f"Wait for table {first}, whose awards come first", clause, waits_for=f"table {first}")
            return Next("Pay the awards", clause, "PayAwards", note=_awards(play), signed_by=signs)


def _awards(play: Play) -> str:
    awards = play.paid.awards if play.paid else ()
    return "; ".join(f"position {award.position}: {award.hand}, {amount(award.amount)}" for award in awards)


def _rule(table: Table, play: Play, clause: str) -> Next:
    """The lowest post that has any of the rulings is waited for; but first cards are counted that are in doubt."""
    reported = play.report
    assert reported is not None
    what = reported.words or WORDS[reported.what]
    if reported.what == "doubtful_count" and play.counted is None:
        return Next("Count the cards that the round has used", clause, note=what, matter="ruling")
    case = case_of(table, play, reported)
    post = min((each.by for each in open_rulings(table, play, case)), key=LADDER.index) if case else "pit_supervisor"
    return Next(f"Wait for a ruling: {what}", clause, waits_for=f"a {named(post)}", matter="ruling")


# What looks wrong


def _wrong(table: Table) -> Iterator[Fault]:
    if table.play is None or table.play.result_known or table.play.void:
        return
    for position, box in sorted(play_of(table).boxes.items()):
        for note in box.notes:
            if note.wager in box.there:
                words = f"Position {position}: {area(note.wager)} {_fault(table.rules, note)}"
                yield Fault(words, note.clause or table.rules.procedure.judged_as_lying, position)


def _fault(setup: TableSetup, note: Note) -> str:
    limit = setup.limits.get(note.wager)
    match note.code:
        case "companion_missing":
            return f"lies without {_beside(setup, note.wager)}"
        case "unequal_wagers":
            return f"is not equal to {_beside(setup, note.wager)}"
        case "under_minimum" if limit is not None and limit.minimum is not None:
            return f"is under the minimum of {amount(limit.minimum)}"
        case "over_maximum" if limit is not None and limit.maximum is not None:
            return f"is over the maximum of {amount(limit.maximum)}"
        case "wrong_amount":
            return "is not the exact amount"
        case code:
            return f"is {code.replace('_', ' ')}"


def _beside(setup: TableSetup, wager: str) -> str:
    """Wagers that must be equal are all needed; else one of them is enough."""
    return (" and " if setup.areas.same_limits else " or ").join(map(area, companions_of(setup, wager)))
