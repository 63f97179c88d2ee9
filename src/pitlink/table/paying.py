"""A settlement as the dealer carries it out at the layout: taken, paid, left or given back, in the order of the book.

The table has settled all at once; what is told here moves chips and no money. The order is that of the lines. And by
which odds it was paid, from which table, for whoever asks.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from pitlink.games.round import Line
from pitlink.money import Cents, For, Percent, To
from pitlink.table.events import LineSettled
from pitlink.table.saying import amount, area, tie
from pitlink.table.settling import FOLLOWS, round_in_play
from pitlink.table.state import Box, Play, Table

Does = Literal["take", "pay", "leave", "give_back", "wait"]


class Paying(Struct, frozen=True):
    """One wager. `amount` is what the dealer moves; an award that waits for the link is not his to pay."""

    words: str
    clause: str
    position: int
    wager: str
    does: Does
    amount: Cents
    note: str = ""


class Paid(Struct, frozen=True):
    """A line that was paid from a table, the one of the clause `table`: so much on `stake`, which may lie elsewhere."""

    wager: str
    stake: Cents
    words: str
    table: str


def paid(table: Table) -> dict[int, tuple[Paid, ...]]:
    """By position, of a round that is settled."""
    play = table.play
    if play is None or play.result is None or play.void:
        return {}
    odds, found = _odds(table, play), dict[int, tuple[Paid, ...]]()
    for line in play.lines:
        told = odds.get((line.position, line.wager))
        if line.outcome == "win" and told is not None and told.pays == line.pays and told.odds is not None:
            each = Paid(line.wager, _stake(line, odds), _pays(told), table.rules.rules.PAID_FROM[line.wager])
            found[line.position] = (*found.get(line.position, ()), each)
    return found


def _stake(line: LineSettled, odds: Mapping[tuple[int, str], Line]) -> Cents:
    """A payment on a wager that has a line of its own is worked out from that."""
    followed = odds.get((line.position, FOLLOWS.get(line.wager, line.wager)))
    return followed.stake if followed is not None else line.stake


def _pays(line: Line) -> str:
    if isinstance(line.odds, Percent):
        return f"pays {line.odds} of the jackpot"
    return f"at {line.odds}" if isinstance(line.odds, To | For) else f"pays {line.odds}"


def payments(table: Table) -> tuple[Paying, ...]:
    """Of a round that is settled or void, until the next one is called."""
    play = table.play
    if play is None:
        return ()
    if play.void:
        return tuple(_given_back(play, play.void))
    if play.result is None:
        return ()
    odds = _odds(table, play)
    return tuple(paid for line in play.lines if (paid := _paying(table, play, line, odds)))


def _given_back(play: Play, clause: str) -> Iterator[Paying]:
    for position, box in sorted(play.boxes.items()):
        for wager in box.there:
            lies = box.lying(wager)
            words = f"Give back position {position}: {area(wager)}, {amount(lies)}"
            yield Paying(words, clause, position, wager, "give_back", lies)


def _odds(table: Table, play: Play) -> Mapping[tuple[int, str], Line]:
    """The lines with their odds, which the record leaves out: the game is asked once more, for the same round.

    Of a claim that was rejected the link has no award any more; the jackpot as it was then tells the same odds.
    """
    assert play.result is not None
    rules, round = table.rules.rules, round_in_play(table, play, play.result.jackpot)
    shares = {(each.position, each.line) for each in rules.contenders(round) if isinstance(each.pays, Percent)}
    fixed = {(each.position, each.line) for each in play.paid.awards} if play.paid else set()
    settlement = rules.settle(round, play.paid if shares <= fixed else None)
    return {(each.seat.position, line.wager): line for each in settlement.seats for line in each.lines}


def _paying(table: Table, play: Play, line: LineSettled, odds: Mapping[tuple[int, str], Line]) -> Paying | None:
    """None for chips that the player has got back before, in his turn or by a ruling."""
    box, name = play.boxes[line.position], area(line.wager)
    if line.outcome == "returned" and line.wager not in box.there:
        return None
    paid = Cents(sum(each.paid for each in line.payments))
    taken = Cents(sum(each.collected for each in line.payments))
    does, moved = _does(line, paid, taken)
    where, how = f"position {line.position}", ""
    match does:
        case "wait":
            words = f"Do not pay {where} yet: {name}, {amount(line.claim)}"
        case "pay":
            found = odds.get((line.position, line.wager))
            if found is not None and found.pays == line.pays and isinstance(found.odds, To | For):
                how = f" {found.odds}"
            words = f"Pay {where}: {name}{how}, {amount(moved)}"
        case "take":
            words = f"Take {where}: {name}, {amount(moved)}"
        case "give_back":
            words = f"Give back {where}: {name}, {amount(moved)}"
        case "leave":
            words = f"Leave {where}: {name}, {tie(table.rules.game)}"
    note = "; ".join(_notes(line, box, does, taken))
    return Paying(words, line.rule, line.position, line.wager, does, moved, note)


def _does(line: LineSettled, paid: Cents, taken: Cents) -> tuple[Does, Cents]:
    if line.claim:
        return "wait", Cents(0)
    match line.outcome:
        case "win":
            return "pay", paid
        case "lose":
            return "take", taken
        case "push":
            return "leave", Cents(0)
        case "returned":
            return "give_back", Cents(line.returned + line.excess)


def _notes(line: LineSettled, box: Box, does: Does, taken: Cents) -> Iterator[str]:
    if does == "wait":
        yield "the award is verified, approved and paid by the link"
    if does in ("pay", "wait") and taken:
        yield f"take the {amount(taken)} that lies there"
    if line.excess and line.outcome != "returned":
        yield f"give back {amount(line.excess)} that is over the maximum"
    if len(line.payments) > 1:
        shares = ((each.player, each.paid or each.collected or each.back) for each in line.payments)
        yield ", ".join(f"{player} {amount(share)}" for player, share in shares)
