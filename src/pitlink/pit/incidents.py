"""Irregularities as a supervisor would write them in the log: what was reported, who ruled, what was done about it."""

from typing import Final

from pitlink.games.irregularities import WORDS, Answer, Effect, What
from pitlink.money import Cents
from pitlink.people import officer
from pitlink.pit.words import Told, by, listed, money, positions, said, wager
from pitlink.table import Table
from pitlink.table import events as on

RULED: Final[dict[Effect, str]] = {
    "continue": "the round goes on",
    "void": "the round is void",
    "reconstruct": "the cards are put right and the round goes on",
    "set_order": "in which order the cards are received",
    "remove": "the hand is out of play",
    "remove_and_ask": "the hand is out of play, and the others may withdraw",
    "ask": "players choose whether to go on",
    "keep_viewed": "hands looked at play on, the others are invalid",
    "keep_first": "the hand dealt first plays on, the others are invalid",
    "bar": "no further play for the player",
    "refuse_late": "what came late is refused",
    "return": "wagers are handed back",
    "settle_as_shown": "the round is settled as cards and chips lie",
}
OFFERED: Final[dict[Answer, str]] = {
    "continue": "go on",
    "continue_reconstructed": "go on with the hand put right",
    "take_back": "take the wagers back",
}
ANSWERED: Final[dict[Answer, str]] = {
    "continue": "goes on",
    "continue_reconstructed": "goes on with the hand put right",
    "take_back": "takes the wagers back",
}
LATER: Final[dict[on.LaterRounds, str]] = {
    "close_table": "the table closes",
    "block_positions": "no bets at",
    "no_jackpot": "no progressive jackpot bets are accepted or paid; a notice says so",
    "restored": "the jackpot works again",
}


def tell_incident(event: on.Event, table: Table) -> Told | None:
    """A sentence on what went wrong; `table` is as the event left it. None where the event is of another kind."""
    match event:
        case on.IrregularityReported():
            return Told(f"Reported by {event.by}: {_reported(event)}", by(event.clause))
        case on.EarlierErrorNoted():
            words = f"Reported by {event.by}, of round {event.round}: {WORDS[event.what]}{said(event.words)}"
            return Told(f"{words}; that round is final and stands", by(event.clause))
        case on.ReportDismissed():
            who = officer(event.post, event.by, software=event.software)
            words = f"The {who} finds that it was not so{said(event.words)}"
            return Told(f"{words}; {_goes_on(table)}", by("R89", *(("R117",) if event.software else ())))
        case on.CardsCounted():
            right = "as many as were dealt" if event.counted == event.expected else f"{event.expected} were dealt"
            return Told(f"{event.by} counts the cards used: {event.counted}, {right}", by(event.clause))
        case on.RulingGiven():
            words = f"The {officer(event.post, event.by)} rules: {ruled(event.what, event.effect, table)}"
            return Told(f"{words}{said(event.words)}", by(event.clause))
        case on.SettlementSetAside():
            return Told("The settlement is set aside, and the round settled anew", by(event.clause, "R106"))
        case on.CardsMoved():
            return Told(f"Put where they belong: {_moves(event.moves)}", by(event.clause), 2)
        case on.HandRemoved():
            return Told(f"Position {event.position} is out of play; everything on it goes back", by(event.clause), 2)
        case on.WagersHandedBack():
            back = f"{listed(map(wager, event.wagers))} go{'es' if len(event.wagers) == 1 else ''} back"
            return Told(f"Position {event.position}: {back}", by(event.clause), 2)
        case on.LateChipsRefused():
            words = f"{event.player}: {money(event.amount)} of {wager(event.wager)} at position {event.position}"
            return Told(f"{words} came too late and goes back", by(event.clause), 2)
        case on.WagersLetStand():
            words = f"Later wagers at {positions(event.positions)} are settled as they lie"
            return Told(words, by(event.clause), 2)
        case on.OptionsGiven():
            words = f"{positions(event.positions).capitalize()} may {' or '.join(_offers(event))}"
            return Told(words, by(event.clause))
        case on.OptionTaken():
            silent = "" if event.by else ", having said nothing"
            return Told(f"Position {event.position} {ANSWERED[event.answer]}{silent}", by(event.clause))
        case on.PlayerBarred():
            return Told(f"No further play for {event.player}, by {event.by}", by(event.clause))
        case on.BarLifted():
            return Told(f"Play again for {event.player}, by {event.by}")
        case on.JackpotFailed():
            where = f" at {positions(event.positions)}" if event.positions else ""
            return Told(f"The jackpot does not work{where}; the house decides about later rounds", by(event.clause))
        case on.LaterRoundsDecided():
            where = f" {positions(event.positions)}" if event.positions else ""
            return Told(f"{event.by} decides for later rounds: {LATER[event.later]}{where}", by(event.clause))
        case _:
            return None


def tell_void(event: on.RoundVoided, table: Table) -> Told:
    """With what goes back, position by position, and that payments do not stand."""
    boxes = table.play.boxes if table.play and table.play.number == event.round else {}
    sums = {at: sum(box.lying(wager) for wager in box.there) for at, box in boxes.items()}
    back = f" ({'; '.join(f'position {at} {money(Cents(amount))}' for at, amount in sums.items())})" if sums else ""
    paid = "; no payment stands" if table.play and table.play.settled else ""
    return Told(f"Round {event.round} is void: {event.why}; every wager goes back{back}{paid}", by(event.clause))


def _moves(moves: tuple[on.Moved, ...]) -> str:
    """Whole hands by their positions, single cards by their places."""
    hands = {(move.card_at.position, move.to.position): move for move in moves if move.card_at.nth == move.to.nth}
    if len(moves) > len(hands) == len({(move.card_at.position, move.to.position) for move in moves}):
        return listed(f"the hand of position {source} at position {target}" for source, target in hands)
    return "; ".join(f"{move.card_at} as {move.to}" for move in moves)


def _offers(event: on.OptionsGiven) -> list[str]:
    return [OFFERED[offer.answer] for offer in event.offers]


def _goes_on(table: Table) -> str:
    settled = table.play is not None and table.play.settled
    return "the result stands" if settled else "the round goes on"


def ruled(what: What, effect: Effect, table: Table) -> str:
    """What a ruling comes to, by what was reported and how far the round is."""
    if effect != "continue":
        return RULED[effect]
    if what == "withdrawn_wager":
        return "the wager wins or loses as if it had stayed; the round goes on"
    return _goes_on(table)


def _reported(event: on.IrregularityReported) -> str:
    about = facts_of(event)
    return WORDS[event.what] + (f" ({'; '.join(about)})" if about else "") + said(event.words)


def facts_of(event: on.IrregularityReported) -> list[str]:
    """What was said with a report, beside what it was and in which words."""
    registered = event.what == "jackpot_failure"
    return [
        *([positions(event.positions)] if event.positions else []),
        *([str(event.player)] if event.player else []),
        *map(str, event.places),
        *([wager(event.wager)] if event.wager else []),
        *([f"{'registered: ' if registered else ''}{money(event.amount)}"] if event.amount is not None else []),
        *(["cards were handled"] if event.handled else []),
        *(["cards were seen"] if event.seen else []),
    ]
