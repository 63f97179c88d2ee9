"""Rulings: what the rulebook lets a post decide about a report, and what then happens to cards and chips."""

from collections.abc import Iterable

from msgspec import structs

from pitlink.games.irregularities import WORDS, Asking, Ruling
from pitlink.games.round import Wager
from pitlink.money import Cents
from pitlink.refusals import Refused, check_words, needs
from pitlink.rulebook.citing import citing
from pitlink.table.circumstances import case_of, hands_of, open_rulings, viewed_hands
from pitlink.table.commands import Rule
from pitlink.table.due import SIDE_BETS, entries_of, must_show
from pitlink.table.events import (
    CardsMoved,
    Event,
    HandRemoved,
    IrregularityReported,
    JackpotFailed,
    LateChipsRefused,
    Moved,
    OptionsGiven,
    PlayerBarred,
    RoundVoided,
    RulingGiven,
    SettlementSetAside,
    WagersHandedBack,
    WagersLetStand,
)
from pitlink.table.faults import exact_later, referred_wagers, share_of
from pitlink.table.reporting import waiting_report
from pitlink.table.seating import Decided
from pitlink.table.setup import TableSetup
from pitlink.table.state import Box, Play, Table, places_of

CHANGES_THE_RESULT = ("remove", "return", "refuse_late")


def rule(table: Table, command: Rule) -> Decided:
    found = waiting_report(table, command.by, f"the ruling {command.effect!r}")
    if isinstance(found, Refused):
        return found
    play, reported = found
    case = case_of(table, play, reported)
    assert case is not None
    rulings = open_rulings(table, play, case)
    given = next((each for each in rulings if each.effect == command.effect), None)
    if given is None:
        allowed = ", ".join(each.effect for each in rulings) or "the cards counted"
        return Refused("not_a_ruling_here", f"{command.effect!r} on {WORDS[reported.what]}", allowed, case.clause)
    if refused := needs(given.by, command.by, f"the ruling {command.effect!r}", given.clause):
        return refused
    if refused := check_words(command.words) or _check(play, reported, given, command):
        return refused
    events: list[Event] = [
        RulingGiven(reported.what, given.effect, given.clause, command.by.id, command.by.post, command.words)
    ]
    if play.settled and given.effect in CHANGES_THE_RESULT:
        events.append(SettlementSetAside(play.number, given.clause, play.claimed))
    events += _effect(table, play, reported, given, command)
    if given.then is not None:
        events += _asked(table, play, reported, given.then, command)
    if reported.what == "jackpot_failure":
        events.append(JackpotFailed(reported.positions, case.clause, reported.amount))
    return tuple(events)


# What a ruling may name


def _check(play: Play, reported: IrregularityReported, given: Ruling, command: Rule) -> Refused | None:
    names = given.effect == "return" or (given.then is not None and given.then.of == "affected")
    if command.positions and not names:
        return _not_part("positions", given)
    if command.moves and given.effect != "reconstruct":
        return _not_part("moves", given)
    if command.order and given.effect != "set_order":
        return _not_part("an order of cards", given)
    if given.effect == "return" and not command.positions:
        return Refused("fact_missing", "a ruling that hands wagers back", "the positions it concerns", given.clause)
    for position in command.positions:
        if position not in play.boxes or play.boxes[position].seat.removed_by is not None:
            return Refused("no_hand_there", f"position {position}", "a position with wagers in play", given.clause)
    if len(set(command.positions)) < len(command.positions):
        return Refused("named_twice", f"positions {command.positions}", "each once", given.clause)
    if given.effect == "set_order" and sorted(command.order) != sorted(reported.places):
        return Refused("not_the_cards", f"{len(command.order)} cards in order", "each card drawn once", given.clause)
    return _check_moves(play, command, given.clause)


def _not_part(what: str, given: Ruling) -> Refused:
    return Refused("not_part_of_ruling", f"{what} with {given.effect!r}", "a ruling without", given.clause)


def _check_moves(play: Play, command: Rule, clause: str) -> Refused | None:
    """Whole hands change places among themselves."""
    sources, targets = [move[0] for move in command.moves], [move[1] for move in command.moves]
    if sorted(sources) != sorted(targets) or len(set(sources)) < len(sources):
        found = ", ".join(f"{source} to {target}" for source, target in command.moves)
        return Refused("hands_do_not_fit", found, "hands that change places among themselves", clause)
    for source, target in command.moves:
        here, there = (places_of(play, "position", position) for position in (source, target))
        if not here or len(here) != len(there) or not is_whole(play, source):
            found = f"the hand of position {source} to {target}"
            return Refused("no_whole_hand", found, "hands of as many cards, face down", clause)
    return None


def is_whole(play: Play, position: int) -> bool:
    """A hand in play of which no card was turned up or given away."""
    box = play.boxes[position]
    up = any(play.slots[place].up for place in places_of(play, "position", position))
    return not up and box.seat.removed_by is None and box.shown is None and "fold" not in box.seat.decisions


# What it does


def _effect(table: Table, play: Play, reported: IrregularityReported, given: Ruling, command: Rule) -> Iterable[Event]:
    clause = given.clause
    match given.effect:
        case "continue" | "ask":
            return ()
        case "void":
            return (void_round(play, clause, command.words or WORDS[reported.what]),)
        case "reconstruct":
            return _moved_hands(play, command, clause)
        case "set_order":
            return _put_in_order(play, reported, command, clause)
        case "remove" | "remove_and_ask":
            return [HandRemoved(position, clause) for position in reported.positions]
        case "return":
            return [HandRemoved(position, clause) for position in command.positions]
        case "keep_viewed":
            kept = viewed_hands(play, reported)
            hands = [each for each in hands_of(play, str(reported.player)) if each not in kept]
            return [event for each in hands for event in taken_back(table, play, each, clause)]
        case "keep_first":
            hands = hands_of(play, str(reported.player))[1:]
            return [event for each in hands for event in taken_back(table, play, each, clause)]
        case "bar":
            return _barred(table, play, reported, command.by.id, clause)
        case "refuse_late":
            return _refused_late(table, play, reported, clause)
        case "settle_as_shown":
            named = reported.positions or tuple(play.boxes)
            wrong = tuple(position for position in named if referred_wagers(play.boxes[position]))
            return (WagersLetStand(wrong, clause),) if wrong else ()


@citing("rws-3cp")("5.21")
def void_round(play: Play, clause: str, why: str) -> RoundVoided:
    """Everything back (R39)."""
    return RoundVoided(play.number, clause, why, play.feeding, play.claimed)


def _moved_hands(play: Play, command: Rule, clause: str) -> Iterable[Event]:
    moves = [
        Moved(here, there)
        for source, target in command.moves
        if source != target
        for here, there in zip(places_of(play, "position", source), places_of(play, "position", target), strict=True)
    ]
    return (CardsMoved(tuple(moves), clause),) if moves else ()


def _put_in_order(play: Play, reported: IrregularityReported, command: Rule, clause: str) -> Iterable[Event]:
    """The card that is to be received first goes where the first of them belongs, and so on."""
    in_turn = sorted(reported.places, key=list(play.slots).index)  # as places were filled, wherever cards lie by now
    moves = [Moved(card_at, to) for card_at, to in zip(command.order, in_turn, strict=True) if card_at != to]
    return (CardsMoved(tuple(moves), clause),) if moves else ()


def _barred(table: Table, play: Play, reported: IrregularityReported, by: str, clause: str) -> Iterable[Event]:
    """What is still undecided on the player's hands goes back (R51, R104): nothing once the result is known."""
    yield PlayerBarred(str(reported.player), by, clause)
    if not play.result_known:
        for position in hands_of(play, str(reported.player)):
            if play.boxes[position].shown is None:
                yield from taken_back(table, play, position, clause)


def taken_back(table: Table, play: Play, position: int, clause: str) -> Iterable[Event]:
    """A hand's wagers back: all of them, or what a fold has left undecided."""
    entry = entries_of(table.rules, {position: play.boxes[position]})[position]
    if not entry.folded:
        return (HandRemoved(position, clause),)
    left = tuple(wager for wager in SIDE_BETS if entry.valid and wager in entry.stakes)
    return (WagersHandedBack(position, left, clause),) if left else ()


def _refused_late(table: Table, play: Play, reported: IrregularityReported, clause: str) -> Iterable[Event]:
    """Only the late part (R47). An entry that was late as a whole takes the hand along, a side bet only itself."""
    setup, (position,) = table.rules, reported.positions
    player, wager, amount = str(reported.player), str(reported.wager), reported.amount or Cents(0)
    seat = play.boxes[position].seat
    together = setup.areas.same_limits if wager in setup.areas.same_limits else (wager,)
    whole = all(lies.amount <= amount for name, lies in seat.wagers.items() if name in together)
    if not whole:
        parts = {each: Cents(min(amount, share_of(seat.wagers.get(each), player))) for each in together}
        if parts.get(setup.areas.decides):
            parts |= _later_parts(setup, play.boxes[position], player, parts[setup.areas.decides])
        return [LateChipsRefused(player, position, each, part, clause) for each, part in parts.items() if part]
    left = [each for each in seat.wagers if each not in together]
    if setup.areas.takes_part(together) and not setup.areas.takes_part(left):
        return (HandRemoved(position, "R47"),)
    decided = tuple(play.boxes[position].later) if wager == setup.areas.decides else ()  # goes with what it follows
    return (WagersHandedBack(position, (wager, *decided), clause),)


def _later_parts(setup: TableSetup, box: Box, player: str, late: Cents) -> dict[str, Cents]:
    """What later wagers have too much once a late part of the wager they follow is gone, of the same player's chips."""
    lies = box.seat.wagers[setup.areas.decides]
    left = {**box.seat.wagers, setup.areas.decides: Wager(Cents(lies.amount - late), lies.shares)}
    seat = structs.replace(box.seat, wagers=left)
    exact = exact_later(setup, seat, seat.decisions)
    return {
        wager: Cents(min(lies.amount - exact[wager], share_of(lies, player)))
        for wager, lies in box.later.items()
        if lies.amount > exact[wager]
    }


# Who is asked


def _asked(table: Table, play: Play, reported: IrregularityReported, asking: Asking, command: Rule) -> Iterable[Event]:
    """Hands with something still to win or lose; those the error touched are named by the ruling (R81)."""
    entries = entries_of(table.rules, play.boxes)
    hands = [at for at, entry in entries.items() if must_show(entry) and play.boxes[at].shown is None]
    match asking.of:
        case "others":
            hands = [position for position in hands if position not in reported.positions]
        case "affected":
            touched = command.positions or reported.positions or _positions_at(reported)
            hands = [position for position in hands if position in touched] if touched else hands
        case "all":
            pass
    return (OptionsGiven(tuple(hands), asking.offers, asking.clause),) if hands else ()


def _positions_at(reported: IrregularityReported) -> tuple[int, ...]:
    return tuple(sorted({place.position for place in reported.places if place.where == "position"}))
