"""Why one hand beats another: the ranking clause that names a class, and the one that decides between two hands.

`hands` knows the order; here that order is told in the clauses of each rulebook. Nothing is decided in this file.
"""

from collections.abc import Mapping
from typing import TypeVar

from msgspec import Struct

from pitlink.cards import RANK_WORDS, Cards, rank
from pitlink.games.round import Line, SeatSettlement
from pitlink.hands import FiveCard, Hand, ThreeCard, describe, has_low_ace
from pitlink.money import Percent

C = TypeVar("C", FiveCard, ThreeCard)


class Why(Struct, frozen=True):
    """A statement about a round, with the clauses it rests on: the first decides, the others apply as well."""

    words: str
    rules: tuple[str, ...]


class TieBreaks(Struct, frozen=True):
    """The clauses by which one rulebook compares hands."""

    classes: str  # different classes
    ranks: tuple[str, ...]  # one class, different ranks, nothing more particular said
    equal: tuple[str, ...]  # one class, the same ranks
    low_ace: Mapping[str, tuple[str, ...]]  # one of two runs has its ace low, by the name of the class
    by_class: Mapping[str, tuple[str, ...]]  # particular clauses for different ranks
    equal_by_class: Mapping[str, tuple[str, ...]]  # and for equal ones
    equal_pairs: tuple[str, ...] | None = None  # pairs that only the other cards tell apart, where that is said apart


def compare(player: Hand[C], dealer: Hand[C], clauses: TieBreaks) -> Why:
    """Say how the player's hand stands against the dealer's."""
    mine, theirs = describe(player), describe(dealer)
    if player.category != dealer.category:
        verb = "beats" if player > dealer else "loses to"
        return Why(f"{mine} {verb} {theirs}", (clauses.classes,))
    category = player.category.name
    if player == dealer:
        return Why(f"{mine} equals {theirs}", clauses.equal_by_class.get(category, clauses.equal))
    verb = "beats" if player > dealer else "loses to"
    if has_low_ace(player) or has_low_ace(dealer):
        return Why(f"{mine} {verb} {theirs}: the ace of the low run counts as 1", clauses.low_ace[category])
    by_class = clauses.by_class.get(category, clauses.ranks)
    if category == "ONE_PAIR" and player.ranks[0] == dealer.ranks[0]:
        by_class = clauses.equal_pairs or by_class
    ours, other = next(pair for pair in zip(player.ranks, dealer.ranks, strict=True) if pair[0] != pair[1])
    return Why(f"{mine} {verb} {theirs}: {RANK_WORDS[ours]} against {RANK_WORDS[other]}", by_class)


def compare_best_of_seven(player: Hand[FiveCard], dealer: Hand[FiveCard], community: Cards, clauses: TieBreaks) -> Why:
    """The same where both hands share community cards.

    The clause on full houses speaks of the same three only as community cards; held otherwise, the general ones decide.
    """
    why = compare(player, dealer, clauses)
    same_three = player.category == dealer.category == FiveCard.FULL_HOUSE and player.ranks[0] == dealer.ranks[0]
    if same_three and [rank(card) for card in community].count(player.ranks[0]) < 3:
        return Why(why.words, clauses.equal if player == dealer else clauses.ranks)
    return why


def paid_from_table(line: Line, tables: Mapping[str, str], shares: Mapping[str, str] | None = None) -> Why | None:
    """Which pay table a payment came from, and what it says.

    Where several winners meet, `shares` says what the clause that then decides makes of a share of the jackpot.
    """
    if line.odds is None:
        return None
    wager = line.wager.replace("_", " ") if len(line.wager) > 1 else f"wager {line.wager}"
    table = tables[line.wager]
    if not isinstance(line.odds, Percent):
        return Why(f"{wager} pays {line.odds}", (table,))
    if shares and line.rule in shares:
        return Why(f"{wager} pays {line.odds} of the jackpot, {shares[line.rule]}", (line.rule, *line.also))
    return Why(f"{wager} pays {line.odds} of the jackpot", (table,))


def not_shown(settled: SeatSettlement, clause: str) -> tuple[Why, ...]:
    """Of a hand that nobody saw there is one thing to say, and of one that was not in play nothing."""
    in_play = any(line.outcome != "returned" for line in settled.lines)
    return (Why("the hand was not shown", (clause,)),) if in_play else ()


def contested(settled: SeatSettlement, wager: str) -> bool:
    """Whether a wager was in play to the end, so that comparing hands decided something."""
    return any(line.wager == wager and line.outcome != "returned" for line in settled.lines)
