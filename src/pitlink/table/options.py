"""What somebody may do now: every kind of command, with its amounts and the clause that allows it.

Screens, bots and the terminal are built on this. An option is offered when `decide` would take it: whether a command is
allowed is decided there and nowhere else; here it is only found out what to ask.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Literal

from msgspec import Struct

from pitlink.games.irregularities import Answer, Effect, What
from pitlink.money import Cents
from pitlink.people import Person, may_act_as
from pitlink.refusals import Refused
from pitlink.table import commands as ask
from pitlink.table.aftermath import stranded
from pitlink.table.claiming import DECK
from pitlink.table.commands import AnyCommand
from pitlink.table.decide import decide
from pitlink.table.deciding import later_wager
from pitlink.table.due import decides
from pitlink.table.events import LaterRounds
from pitlink.table.faults import companions_of, share_of
from pitlink.table.reportable import answers, later_rounds, reports, rulings
from pitlink.table.settling import waits_for_person
from pitlink.table.state import Box, Play, Table

ONE_CENT = Cents(1)


class Amounts(Struct, frozen=True):
    """From `least` to `most` in steps; no upper end where `most` is None; `but` is the one amount left out."""

    least: Cents
    most: Cents | None = None
    step: Cents = ONE_CENT
    but: Cents | None = None

    def __contains__(self, amount: object) -> bool:
        if not isinstance(amount, int) or amount == self.but:
            return False
        high_enough = self.least <= amount and (amount - self.least) % self.step == 0
        return high_enough and (self.most is None or amount <= self.most)


class Option(Struct, frozen=True):
    """One kind of command. What is None is not part of it, or free: a name, a card, a seal."""

    command: str
    clause: str | None = None
    player: str | None = None
    position: int | None = None
    wager: str | None = None
    choice: str | None = None
    amounts: Amounts | None = None
    amount_may_be_left_out: bool = False
    cards: int | None = None  # how many must be named
    what: What | None = None  # that is reported
    earlier: bool = False  # of a round that is final
    effect: Effect | None = None  # of a ruling
    answer: Answer | None = None
    later: LaterRounds | None = None
    companions: tuple[str, ...] = ()  # wagers one of which, or all where they must be equal, lie beside it


def fits(option: Option, command: AnyCommand) -> bool:
    """Whether a command is one of those that an option stands for."""
    if type(command).__name__ != option.command:
        return False
    for field in ("player", "position", "wager", "choice", "what", "effect", "answer", "later"):
        wanted = getattr(option, field)
        if wanted is not None and getattr(command, field, wanted) != wanted:
            return False
    if isinstance(command, ask.Report) and option.earlier != (command.round is not None):
        return False
    if option.amounts is None:
        return True
    amount = getattr(command, "amount")  # noqa: B009 - only some commands have one
    return option.amount_may_be_left_out if amount is None else amount in option.amounts


# All there are; without what can be reported, which takes longest to find; or only wagers and hands of one's own seat.
Which = Literal["all", "but_reports", "own_play"]


def options(table: Table, by: Person, which: Which = "all") -> tuple[Option, ...]:
    if not table.open:
        if table.setup is None:
            return (Option("OpenTable"),) if may_act_as(by, "pit_supervisor") else ()
        opening = _free(table, "OpenTable", ask.OpenTable(by, table.setup))
        return (*opening, *_counting(table, by), *_cashing(table, by))
    found = _for_staff(table, by) if by.is_staff else _for_player(table, by, which)
    reported = _reporting(table, by) if which == "all" else ()
    return (*found, *reported, *_ruling(table, by))


def _cashing(table: Table, by: Person) -> Iterator[Option]:
    for player, stack in table.players.items():
        if _takes(table, ask.CashOut(by, player, ONE_CENT)):
            yield Option("CashOut", None, player, amounts=Amounts(ONE_CENT, stack.available))


def _takes(table: Table, command: AnyCommand) -> bool:
    return not isinstance(decide(table, command), Refused)


def _clause_of(table: Table, command: AnyCommand) -> str | None:
    """The clause that the command's first event cites."""
    decided = decide(table, command)
    return None if isinstance(decided, Refused) else getattr(decided[0], "clause", None)


# Players


def _for_player(table: Table, by: Person, which: Which) -> Iterator[Option]:
    me, positions = by.id, range(1, table.rules.positions + 1)
    if which == "own_play":
        yield from _wagers(table, by, me, [position for position in positions if table.seats.get(position) == me])
    else:
        yield from _asked(table, ask.Join(by, me), player=me)
        yield from _asked(table, ask.Leave(by, me), player=me)
        yield from _seats(table, by, me)
        yield from _wagers(table, by, me, positions)
    yield from _time_to_bet(table, by)
    yield from _hands(table, by)


def _time_to_bet(table: Table, by: Person) -> Iterator[Option]:
    """Once for all of somebody's positions."""
    if table.play is None or table.play.closed:
        return
    for position in [position for position, player in table.seats.items() if player == by.id][:1]:
        yield from _asked(table, ask.AskForTime(by, position), position=position)


def _seats(table: Table, by: Person, player: str) -> Iterator[Option]:
    for position in range(1, table.rules.positions + 1):
        yield from _asked(table, ask.Sit(by, player, position), player=player, position=position)
        yield from _asked(table, ask.Stand(by, player, position), player=player, position=position)


def _hands(table: Table, by: Person) -> Iterator[Option]:
    play = table.play
    for position, box in play.boxes.items() if play else ():
        if play is None or box.seat.player != by.id:
            continue
        yield from _asked(table, ask.HandleCards(by, position), position=position)
        yield from _asked(table, ask.Look(by, position), position=position)
        yield from _asked(table, ask.DeclineToShow(by, position), position=position)
        yield from _asked(table, ask.NotifyJackpotHand(by, position), position=position)
        yield from _asked(table, ask.AskForTime(by, position), position=position)
        yield from _showing(table, play, by, position)
        yield from _decisions(table, by, position, box)


def _asked(
    table: Table, command: AnyCommand, player: str | None = None, position: int | None = None, cards: int | None = None
) -> Iterator[Option]:
    """A command without an amount, if it would be taken."""
    decided = decide(table, command)
    if not isinstance(decided, Refused):
        clause = getattr(decided[0], "clause", None)
        yield Option(type(command).__name__, clause, player, position, cards=cards)


def _showing(table: Table, play: Play, by: Person, position: int) -> Iterator[Option]:
    """Showing a hand wants its cards named where nobody has read them; which ones, no option can say."""
    if play.due.step != "show" or play.due.position != position:
        return
    unread = sum(
        slot.card is None
        for place, slot in play.slots.items()
        if (place.where, place.position) == ("position", position)
    )
    refused = decide(table, ask.ShowHand(by, position))
    if not isinstance(refused, Refused) or refused.code == "wrong_number_named":
        yield Option("ShowHand", play.due.clause, position=position, cards=unread or None)


def _decisions(table: Table, by: Person, position: int, box: Box) -> Iterator[Option]:
    if not decides(table.rules, box):
        return
    stage = table.rules.rules.stage(box.seat, box.seat.decisions)
    for choice in stage.choices if stage else ():
        if _takes(table, ask.Decide(by, position, choice.word)):
            wager, exact = later_wager(table.rules, box, choice)
            amounts = Amounts(exact, exact)
            yield Option(
                "Decide", choice.clause, None, position, wager, choice.word, amounts, amount_may_be_left_out=True
            )


# What went wrong


def _reporting(table: Table, by: Person) -> Iterator[Option]:
    """Once for each thing; hands and players are free."""
    told = set()
    for report in reports(table, by):
        if report.what not in told:
            told.add(report.what)
            yield Option("Report", _clause_of(table, report), what=report.what)
    if _takes(table, ask.Report(by, "something_else", round=1)):
        yield Option("Report", table.rules.irregularities.earlier.other, earlier=True)


def _ruling(table: Table, by: Person) -> Iterator[Option]:
    """What may be ruled, answered, and done about what was ruled."""
    yield from _asked(table, ask.DismissReport(by))
    for ruling in rulings(table, by):
        yield Option("Rule", _clause_of(table, ruling), effect=ruling.effect)
    if _takes(table, ask.CountCards(by, 0)):
        yield Option("CountCards", _clause_of(table, ask.CountCards(by, 0)))
    for answer in answers(table, by):
        if _takes(table, answer):
            yield Option("AnswerOption", _clause_of(table, answer), position=answer.position, answer=answer.answer)
    if table.play is not None and table.play.question is not None:
        for position in table.play.question.waiting:
            yield from _asked(table, ask.TakeSilence(by, position), position=position)
    for later in later_rounds(table, by):
        if _takes(table, later):
            yield Option("DecideLaterRounds", _clause_of(table, later), later=later.later)
    for player in sorted(table.barred):
        yield from _asked(table, ask.LiftBar(by, player), player=player)


# Wagers, a player's own or at his request


def _wagers(table: Table, by: Person, player: str, positions: Iterable[int]) -> Iterator[Option]:
    play = table.play
    if play is None or play.closed or player not in table.players:
        return
    for position in positions:
        for wager in table.rules.areas.placed:
            box = play.boxes.get(position)
            if box is None or not share_of(box.seat.wagers.get(wager), player):
                yield from _placing(table, play, by, player, position, wager)
                continue
            yield from _raising(table, play, by, player, box, wager)
            if _takes(table, ask.TakeBackWager(by, player, position, wager)):
                yield Option("TakeBackWager", table.rules.procedure.close, player, position, wager)


def _placing(table: Table, play: Play, by: Person, player: str, position: int, wager: str) -> Iterator[Option]:
    """The amounts that limits, equal wagers and chips leave; then `decide` is asked about the first of them."""
    setup, box = table.rules, play.boxes.get(position)
    available = table.players[player].available
    wagers = box.seat.wagers if box else {}
    if wager == "progressive":
        amounts = _units(table, play, available)
    else:
        lying = wagers[wager].amount if wager in wagers else 0
        limit = setup.limits[wager]
        least = max((limit.minimum or 1) - lying, 1)
        most = min((limit.maximum or available) - lying, available)
        equal = [share_of(wagers.get(other), player) for other in setup.areas.same_limits if other != wager]
        if wager in setup.areas.same_limits and any(equal):
            least, most = max(least, *equal), min(most, max(equal))
        amounts = Amounts(Cents(least), Cents(most)) if least <= most else None
    if amounts is None:
        return
    decided = decide(table, ask.PlaceWager(by, player, position, wager, amounts.least))
    if not isinstance(decided, Refused):
        clause, beside = getattr(decided[0], "clause", None), companions_of(table.rules, wager)
        yield Option("PlaceWager", clause, player, position, wager, None, amounts, companions=beside)


def _units(table: Table, play: Play, available: Cents) -> Amounts | None:
    unit, allowed = table.rules.unit, table.rules.areas.units
    available = Cents(min(available, _room(table, play)))
    if unit is None or available < unit:
        return None
    most = available // unit if allowed is None else min(available // unit, allowed[-1])
    return Amounts(unit, Cents(most * unit), unit)


def _room(table: Table, play: Play) -> int:
    """How much more may be wagered on the progressive in this round."""
    stakes = (box.seat.wagers.get("progressive") for box in play.boxes.values())
    return (table.rules.most_progressive or 0) - sum(stake.amount for stake in stakes if stake)


def _raising(table: Table, play: Play, by: Person, player: str, box: Box, wager: str) -> Iterator[Option]:
    setup, available, position = table.rules, table.players[player].available, box.seat.position
    together = setup.areas.same_limits if wager in setup.areas.same_limits else (wager,)
    together = tuple(each for each in together if share_of(box.seat.wagers.get(each), player))
    if wager == "progressive":
        unit, allowed = setup.unit or ONE_CENT, setup.areas.units
        lying = box.seat.wagers[wager].amount
        available = Cents(min(available, _room(table, play)))
        most = available if allowed is None else min(available, allowed[-1] * unit - lying)
        amounts = Amounts(unit, Cents(most // unit * unit), unit)
    else:
        room = [(setup.limits[each].maximum or available) - box.seat.wagers[each].amount for each in together]
        short = [(setup.limits[each].minimum or 1) - box.seat.wagers[each].amount for each in together]
        amounts = Amounts(Cents(max(1, *short)), Cents(min(available // len(together), *room)))
    if amounts.most is not None and amounts.least <= amounts.most:
        command = ask.RaiseWager(by, player, position, wager, amounts.least)
        if _takes(table, command):
            yield Option("RaiseWager", setup.procedure.call, player, position, wager, None, amounts)


# Staff


def _for_staff(table: Table, by: Person) -> Iterator[Option]:
    play = table.play
    yield from _asked(table, ask.CallBets(by))
    yield from _asked(table, ask.CloseTable(by))
    yield from _counting(table, by)
    yield from _filling(table, by)
    yield from _free(table, "AssignDealer", ask.AssignDealer(by, "A"))
    yield from _free(table, "Join", ask.Join(by, new_name(table.players)))
    yield from _cashing(table, by)
    for player in table.players:
        yield from _about_player(table, by, player)
    if play is not None:
        yield from _the_round(table, play, by)


def _counting(table: Table, by: Person) -> Iterator[Option]:
    """How much there is, no option can say."""
    yield from _asked(table, ask.CountRack(by, Cents(0)))


def _filling(table: Table, by: Person) -> Iterator[Option]:
    """Under a number that no slip has had; which, no option can say."""
    dealer, slip = str(table.dealer), new_name(table.slips)
    if _takes(table, ask.Fill(by, ONE_CENT, slip, dealer)):
        yield Option("Fill", "R114", amounts=Amounts(ONE_CENT))
    if _takes(table, ask.Credit(by, ONE_CENT, slip, dealer)):
        yield Option("Credit", "R114", amounts=Amounts(ONE_CENT, table.free_in_rack))


def _free(table: Table, name: str, probe: AnyCommand) -> Iterator[Option]:
    """A command with something free in it that no option can say, such as somebody the table does not know yet."""
    if _takes(table, probe):
        yield Option(name)


def new_name(known: Collection[str]) -> str:
    return next(name for number in range(len(known) + 1) if (name := f"new {number}") not in known)


def _about_player(table: Table, by: Person, player: str) -> Iterator[Option]:
    yield from _asked(table, ask.Join(by, player), player=player)
    yield from _asked(table, ask.Leave(by, player), player=player)
    yield from _asked(table, ask.RestrictPlayer(by, player), player=player)
    yield from _asked(table, ask.LiftRestriction(by, player), player=player)
    yield from _asked(table, ask.CloseStay(by, player), player=player)
    if _takes(table, ask.BuyIn(by, player, ONE_CENT)):
        yield Option("BuyIn", None, player, amounts=Amounts(ONE_CENT))
    yield from _seats(table, by, player)
    yield from _wagers(table, by, player, range(1, table.rules.positions + 1))
    yield from _recording(table, by, player)


def _recording(table: Table, by: Person, player: str) -> Iterator[Option]:
    play, available = table.play, table.players[player].available
    if play is None:
        return
    for position in range(1, table.rules.positions + 1):
        for wager in table.rules.areas.placed:
            amounts = _units(table, play, available) if wager == "progressive" else Amounts(ONE_CENT, available)
            if amounts is not None and _takes(table, ask.RecordWager(by, player, position, wager, amounts.least)):
                yield Option(
                    "RecordWager", table.rules.procedure.judged_as_lying, player, position, wager, None, amounts
                )
        box = play.boxes.get(position)
        if box is not None:
            yield from _correcting(table, play, by, player, position, box)


def _correcting(table: Table, play: Play, by: Person, player: str, position: int, box: Box) -> Iterator[Option]:
    for wager in (*table.rules.areas.placed, *table.rules.areas.later):
        later = wager in box.later
        if later and player != box.seat.player:
            continue
        was = box.later[wager].amount if later else share_of(box.seat.wagers.get(wager), player)
        if not was:
            continue
        step = (table.rules.unit or ONE_CENT) if wager == "progressive" else ONE_CENT

        def takes(amount: Cents, wager: str = wager) -> bool:
            return _takes(table, ask.CorrectWager(by, player, position, wager, amount))

        least = Cents(0) if takes(Cents(0)) else step
        most = _most(takes, was, step)
        stays = takes(was)  # one of several equal wagers may stay where the others are put right
        if stays or most > was or (least < was and takes(Cents(was - step))):
            amounts = Amounts(least, most, step, but=None if stays else was)
            yield Option("CorrectWager", "R89", player, position, wager, None, amounts)


def _most(takes: Callable[[Cents], bool], known: Cents, step: Cents) -> Cents:
    """The largest amount that is taken, in steps from one that lies there: found by doubling, then by halving."""
    reach = 1
    while takes(Cents(known + reach * step)):
        reach *= 2
    low, high = 0, reach
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if takes(Cents(known + middle * step)) else (low, middle)
    return Cents(known + low * step)


def _the_round(table: Table, play: Play, by: Person) -> Iterator[Option]:
    setup, due = table.rules, play.due
    if not by.is_staff:
        return
    match due.step:
        case "close":
            if any(setup.areas.takes_part(box.seat.wagers) for box in play.boxes.values()) and not stranded(table):
                yield Option("CloseBets", due.clause)
        case "deal":
            yield Option("DealCard", due.clause, cards=None if setup.cards == "hand_dealt" else 1)
        case "expose":
            assert due.exposure is not None
            unread = sum(
                slot.card is None and place.where == due.exposure.of and place.nth <= due.exposure.cards
                for place, slot in play.slots.items()
            )
            yield Option("Expose", due.clause, cards=unread or None)
        case "decide":
            yield from _asked(table, ask.TakeSilence(by, due.position), position=due.position)
            yield from _recorded_decisions(table, play, by)
        case "settle":
            if waits_for_person(play) is None:
                yield Option("Settle", due.clause)
        case "open_deck":
            yield Option("OpenDeck", due.clause, cards=52)
    yield from _claims(table, play, by)
    for position in play.boxes:
        yield from _showing(table, play, by, position)
        yield from _asked(table, ask.FindAbsent(by, position), position=position)
        yield from _asked(table, ask.NotifyJackpotHand(by, position), position=position)
    yield from _correcting_cards(table, play, by)


def _claims(table: Table, play: Play, by: Person) -> Iterator[Option]:
    """What is free here: the surveillance reference, and which of the winners are rejected and why."""
    yield from _asked(table, ask.VerifyClaims(by, DECK, "?"))
    yield from _asked(table, ask.ApproveClaims(by))
    yield from _asked(table, ask.PayAwards(by))
    winning = {award.position for award in play.paid.awards} if play.paid else ()
    yield from _asked(table, ask.RejectClaims(by, tuple(winning), "?"))


def _recorded_decisions(table: Table, play: Play, by: Person) -> Iterator[Option]:
    position = play.due.position
    box = play.boxes[position]
    stage = table.rules.rules.stage(box.seat, box.seat.decisions)
    for choice in stage.choices if stage else ():
        wager, exact = later_wager(table.rules, box, choice)

        def takes(amount: Cents, word: str = choice.word) -> bool:
            return _takes(table, ask.RecordDecision(by, position, word, amount))

        if wager is None:
            yield Option(
                "RecordDecision", choice.clause, None, position, None, choice.word, Amounts(exact, exact), True
            )
        elif takes(ONE_CENT):
            most = _most(takes, ONE_CENT, ONE_CENT)
            amounts = Amounts(ONE_CENT, most)
            yield Option("RecordDecision", choice.clause, None, position, wager, choice.word, amounts, exact in amounts)


def _correcting_cards(table: Table, play: Play, by: Person) -> Iterator[Option]:
    """A card that was named can be named again; which card it should be, no option can say."""
    if table.rules.cards == "sealed_deck" or play.result_known or play.void or by.post in ("player", "dealer"):
        return
    if play.due.step in ("rule", "answer"):
        return
    if any(slot.up for slot in play.slots.values()):
        yield Option("CorrectCard", "R89", cards=1)
