"""Something went wrong: anybody at the table may say so, and the round waits for a ruling.

A table that runs by itself waits for less: for those who are in the round, and for each of them once (R117).
"""

from collections.abc import Callable, Iterator

from pitlink.games.irregularities import (
    AFTER_A_CARD,
    AFTER_THE_CLOSE,
    ALL,
    ASKS,
    BEFORE_THE_RESULT,
    WORDS,
    What,
)
from pitlink.money import dollars
from pitlink.people import Person, Post
from pitlink.refusals import Refused, check_words, needs
from pitlink.table.circumstances import case_of, hands_of, open_rulings
from pitlink.table.commands import CountCards, DismissReport, Report
from pitlink.table.events import CardsCounted, EarlierErrorNoted, IrregularityReported, ReportDismissed, RulingGiven
from pitlink.table.faults import positions_of, referred_wagers, share_of
from pitlink.table.seating import Decided, at_table
from pitlink.table.state import Play, Table, places_of


def report(table: Table, command: Report) -> Decided:
    what = command.what
    if not command.by.is_staff and (refused := at_table(table, command.by.id)):
        return refused
    if what not in ALL:
        return Refused("no_such_irregularity", f"{what!r}", ", ".join(ALL))
    if refused := check_words(command.words):
        return refused
    if command.round is not None:
        return _of_earlier_round(table, command)
    play = table.play
    if play is None or play.void:
        return Refused(
            "no_round_in_play", WORDS[what], "a round, from its call to the next", table.rules.irregularities.other
        )
    if play.report is not None or play.question is not None:
        waits = WORDS[play.report.what] if play.report else "answers of players"
        return Refused("round_waits", WORDS[what], f"one thing at a time; the round waits: {waits}", play.due.clause)
    if refused := _check_reporter(table, play, command.by):
        return refused
    if refused := _check_moment(table, play, what) or _check_facts(table, play, command):
        return refused
    case = case_of(table, play, _event(command, ""))
    if case is None:
        return Refused("not_here", WORDS[what], f"something that the rules of {table.rules.game} know", None)
    if case.rulings and not open_rulings(table, play, case):
        if not play.closed:
            return Refused("too_early", WORDS[what], "bets that are closed", case.clause)
        return Refused("too_late", WORDS[what], "a round that is not settled", case.clause)
    return (_event(command, case.clause),)


def _event(command: Report, clause: str) -> IrregularityReported:
    return IrregularityReported(
        command.what,
        command.by.id,
        clause,
        command.positions,
        command.player,
        command.places,
        command.wager,
        command.amount,
        command.handled,
        command.seen,
        command.words,
    )


def _of_earlier_round(table: Table, command: Report) -> Decided:
    """The next call has made it final: it is noted, and changes nothing in that round or a later one."""
    book, round = table.rules.irregularities.earlier, command.round
    assert round is not None
    clause = book.by.get(command.what, book.other)
    current = table.play.number if table.play else table.rounds + 1
    if not 1 <= round < current:
        return Refused("no_earlier_round", f"round {round}", f"a round before round {current}", clause)
    return (EarlierErrorNoted(command.what, round, command.by.id, clause, command.words),)


# Who says so


def _check_reporter(table: Table, play: Play, by: Person) -> Refused | None:
    if by.is_staff or not table.rules.unattended:
        return None
    if not positions_of(play, by.id) and not hands_of(play, by.id):
        found = f"a report by {by.id}, who has no wager in this round"
        return Refused("not_in_the_round", found, "somebody who plays in it, at a table that runs by itself", "R117")
    if by.id in play.dismissed:
        found = f"another report by {by.id} in this round"
        expected = "one, where nobody has ruled on it in time; the next may be made in the next round"
        return Refused("one_report_a_round", found, expected, "R117")
    return None


# Whether it can have happened


def _check_moment(table: Table, play: Play, what: What) -> Refused | None:
    found, clause = WORDS[what], table.rules.irregularities.other
    if what == "outside_limits":
        return Refused("settled_by_itself", found, "a wager that no clause settles", table.rules.rules.ENTRY_RULES.over)
    if what in AFTER_THE_CLOSE and not play.closed:
        return Refused("too_early", found, "bets that are closed", table.rules.procedure.close)
    if what in AFTER_A_CARD and not play.slots:
        return Refused("too_early", found, "a card that is dealt", table.rules.deal.clause)
    if what in BEFORE_THE_RESULT and play.result_known:
        return Refused("too_late", found, "a round that is not settled", clause)
    if what == "wrong_community_count" and not places_of(play, "community"):
        return Refused("too_early", found, "community cards that are dealt", table.rules.areas.community_clause)
    if what == "wrong_dealer_count" and table.rules.areas.dealer_cards and not places_of(play, "dealer"):
        return Refused("too_early", found, "a dealer's hand that is dealt", table.rules.deal.clause)
    if what == "jackpot_failure" and table.rules.link is None:
        return Refused("no_jackpot_here", found, "a table on a link", table.rules.procedure.jackpot_system)
    return None


def _check_facts(table: Table, play: Play, command: Report) -> Refused | None:
    missing = [fact for fact in ASKS.get(command.what, ()) if not getattr(command, fact)]
    if missing:
        return Refused(
            "fact_missing", WORDS[command.what], f"{missing[0]} that it concerns", table.rules.irregularities.other
        )
    for fault in _faults(table, play, command):
        return fault
    return None


def _faults(table: Table, play: Play, command: Report) -> Iterator[Refused]:
    found, clause = WORDS[command.what], table.rules.irregularities.other
    if len(set(command.positions)) < len(command.positions) or len(set(command.places)) < len(command.places):
        yield Refused("named_twice", found, "each position and place once", clause)
    for position in command.positions:
        if position not in play.boxes and not (command.what == "jackpot_failure" and _is_on_layout(table, position)):
            yield Refused("no_hand_there", f"{found} at position {position}", "a position with wagers", clause)
    for place in command.places:
        if place not in play.slots:
            yield Refused("no_card_there", f"{found} at {place}", "a card that is dealt", clause)
    if command.player is not None and command.player not in table.players:
        yield Refused("not_at_the_table", f"{found}, player {command.player}", "a player at the table", clause)
    yield from _about[command.what](table, play, command) if command.what in _about else ()


def _is_on_layout(table: Table, position: int) -> bool:
    return 1 <= position <= table.rules.positions


def _about_count(table: Table, play: Play, command: Report) -> Iterator[Refused]:
    for position in command.positions:
        box = play.boxes[position]
        if not box.cards or box.seat.removed_by is not None:
            yield Refused("no_hand_there", f"a hand at position {position}", "cards that are in play", None)


def _about_several(table: Table, play: Play, command: Report) -> Iterator[Refused]:
    hands = hands_of(play, str(command.player))
    if len(hands) < 2 or not set(command.positions) <= set(hands):
        found = f"{command.player}, who plays {len(hands)} hands"
        yield Refused("no_several_hands", found, "two hands or more, and those that were looked at", None)


def _about_extra(table: Table, play: Play, command: Report) -> Iterator[Refused]:
    hands = hands_of(play, str(command.player))
    if not set(command.positions) < set(hands):
        found = f"{command.player}, positions {', '.join(map(str, command.positions))}"
        yield Refused("no_extra_hands", found, "some of his hands beside the one looked at first", None)


def _about_drawn(table: Table, play: Play, command: Report) -> Iterator[Refused]:
    numbers = sorted(play.slots[place].nth for place in command.places)
    if len(numbers) < 2 or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        yield Refused("not_drawn_together", f"{len(numbers)} cards", "two or more that left the shoe one after another")
    elif any(play.slots[place].up for place in command.places):
        yield Refused("lies_open", "a card that was turned up in its turn", "cards that lie face down")


def _about_chips(table: Table, play: Play, command: Report) -> Iterator[Refused]:
    """Which chips: of a player, on one area, not more than lie there."""
    if len(command.positions) != 1:
        yield Refused("one_position", f"{len(command.positions)} positions", "one")
        return
    (position,) = command.positions
    box, wager = play.boxes[position], str(command.wager)
    lies = share_of(box.seat.wagers.get(wager), str(command.player))
    found = f"{wager} of {command.player} at position {position}"
    if not lies or box.seat.removed_by is not None or wager in box.handed_back or wager in box.withdrawn:
        yield Refused("no_wager_there", found, "a wager in play", table.rules.procedure.areas)
        return
    if command.what != "late_wager":
        return
    amount = command.amount or 0
    if not 0 < amount <= lies or (wager == "progressive" and amount != lies):
        expected = f"more than 0.00, at most {dollars(lies)}" if wager != "progressive" else f"all {dollars(lies)}"
        yield Refused("not_so_much", f"{found}, {dollars(command.amount or lies)} of it", expected)


def _about_wrong_amount(table: Table, play: Play, command: Report) -> Iterator[Refused]:
    for position in command.positions:
        if not referred_wagers(play.boxes[position]):
            yield Refused("no_wrong_amount", f"position {position}", "a later wager of a wrong amount", "R68")


_about: dict[What, Callable[[Table, Play, Report], Iterator[Refused]]] = {
    "wrong_player_count": _about_count,
    "several_hands": _about_several,
    "extra_hand_viewed": _about_extra,
    "cards_drawn_together": _about_drawn,
    "late_wager": _about_chips,
    "withdrawn_wager": _about_chips,
    "wrong_later_wager": _about_wrong_amount,
}


# Not so, or counted


def waiting_report(table: Table, by: Person, what: str) -> tuple[Play, IrregularityReported] | Refused:
    play = table.play
    if play is None or play.report is None:
        return Refused(
            "no_report", f"{what} by {by.id}", "a report that waits for a ruling", table.rules.irregularities.other
        )
    return play, play.report


def dismiss_report(table: Table, command: DismissReport) -> Decided:
    """Whoever may rule on it may also find that it was not so; at least a pit supervisor (R89).

    Where there is staff that is a person (R117).
    """
    by, what = command.by, "dismissing a report"
    waiting = waiting_report(table, by, what)
    if isinstance(waiting, Refused):
        return waiting
    play, reported = waiting
    if play.counted is not None:  # the count has proved it
        counted = f"{play.counted} cards counted, {len(play.slots)} dealt"
        return Refused("count_is_wrong", counted, "a count that is right; the round is void", reported.clause)
    post, clause = who_dismisses(table, play, reported)
    if refused := needs(post, by, what, clause):
        return refused
    if by.software and not table.rules.unattended:
        found = f"{what} by software officer {by.id} at table {table.rules.table}"
        return Refused("table_is_attended", found, "a person; only an unattended table has software officers", "R117")
    if refused := check_words(command.words):
        return refused
    return (ReportDismissed(reported.what, by.id, by.post, command.words, by.software),)


def who_dismisses(table: Table, play: Play, reported: IrregularityReported) -> tuple[Post, str]:
    """The lowest post that may find that it was not so, and the clause or reading that says so."""
    case = case_of(table, play, reported)
    rulings = case.rulings if case else ()
    if rulings and all(each.by == "gaming_shift_manager" for each in rulings):
        return "gaming_shift_manager", rulings[0].clause
    return "pit_supervisor", "R89"


def who_counts(play: Play) -> Post:
    """Where the number of cards is in doubt; after a wrong count a supervisor counts again."""
    return "dealer" if play.counted is None else "pit_supervisor"


def count_cards(table: Table, command: CountCards) -> Decided:
    """The dealer counts what the round has used, security and burned cards included (R78); a right count ends it.

    A wrong one may have been miscounted or mistyped: a supervisor counts again, or rules.
    """
    found = waiting_report(table, command.by, "counting the cards")
    if isinstance(found, Refused):
        return found
    play, reported = found
    if reported.what != "doubtful_count":
        return Refused("no_doubt", f"{command.cards} cards counted", "doubt about the number of cards", reported.clause)
    if refused := needs(who_counts(play), command.by, "counting the cards", reported.clause):
        return refused
    if command.cards < 0:
        return Refused("not_a_count", f"{command.cards} cards", "0 or more", reported.clause)
    counted = CardsCounted(command.cards, len(play.slots), command.by.id, reported.clause)
    if counted.counted != counted.expected:
        return (counted,)
    return (counted, RulingGiven(reported.what, "continue", reported.clause, command.by.id, command.by.post))
