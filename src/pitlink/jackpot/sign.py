"""What a link shows to everybody: the sign over its tables."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct

from pitlink.games import GAMES
from pitlink.games.awards import Contender, award_amount
from pitlink.games.round import Jackpot
from pitlink.hands import FiveCard
from pitlink.jackpot import odds
from pitlink.jackpot.link import ClaimOf, Link, LinkState
from pitlink.money import Cents, Pays, Percent
from pitlink.rulebook.switches import Switches


class Pending(Struct, frozen=True):
    """An award that is entered and not yet paid: by which clause, and for what stake.

    `at_us` is when it was entered, and `cards` are those of the hand where they lie open; a link knows neither.
    """

    table: str
    position: int
    hand: str
    amount: Cents
    clause: str
    stake: Cents
    at_us: int | None = None
    cards: tuple[str, ...] = ()


class Won(Struct, frozen=True):
    """An award that was paid, and when."""

    table: str
    position: int
    hand: str
    amount: Cents
    clause: str
    at_us: int


class AwardShown(Struct, frozen=True):
    """What a hand would be paid now for one unit, if it came alone: in these games, by these clauses."""

    hand: str
    words: str  # as the pay table has it: "100% of the jackpot", "$2,000", "400 for 1"
    amount: Cents
    clauses: Mapping[str, str]


class Sign(Struct, frozen=True):
    """The display in whole cents, what is pending in the order of payment, and the meters that auditors read.

    `version` is the link's: which of its committed values this is.
    """

    link: str
    version: int
    display: Cents
    unit: Cents
    pending: tuple[Pending, ...]
    hits: int
    wins: Cents
    warnings: tuple[str, ...]
    state: LinkState = "running"
    notice: str | None = None  # what everybody must know while it does not run
    registered: Cents | None = None  # before it failed
    awards: tuple[AwardShown, ...] = ()  # as the pay tables of its games have them, the highest first
    won: tuple[Won, ...] = ()  # the last awards paid, the newest first; a link alone does not know them


OFF: Final[dict[LinkState, str]] = {
    "suspended": "The Progressive Jackpot is suspended",
    "failed": "The Progressive Jackpot is not working",
    "retired": "This Progressive Jackpot has ended",
}


def off(link: Link) -> str | None:
    """That no wagers are taken, and that what is won stays won."""
    if link.runs:
        return None
    pays = "" if link.state == "retired" else "; rounds in play are paid from the amount shown"
    return f"{OFF[link.state]}: no Progressive Jackpot Bets are accepted{pays}"


def sign(link: Link) -> Sign:
    awards = {
        ClaimOf(claims.table, award.position, award.line): award
        for claims in link.open_claims
        for award in claims.paid.awards
    }
    stakes = {(claims.table, each.position): each.stake for claims in link.open_claims for each in claims.contenders}
    pending = []
    for hand in link.order:
        award, stake = awards[hand], stakes[hand.table, hand.position]
        pending.append(Pending(hand.table, hand.position, award.hand, award.amount, award.rule, stake))
    rides = "mbs-lir" in link.tables.values()
    return Sign(
        link.id,
        link.version,
        link.display,
        link.set_up.unit,
        tuple(pending),
        link.meters.hits,
        link.meters.wins,
        odds.warnings(link.set_up, link.display) if rides else (),
        link.state,
        off(link),
        link.registered,
        awards_shown(tuple(sorted(set(link.tables.values()))), link.jackpot, link.switches),
    )


@lru_cache(maxsize=64)
def awards_shown(games: tuple[str, ...], jackpot: Jackpot, switches: Switches) -> tuple[AwardShown, ...]:
    """One for every hand and what it is paid; games that pay it alike have it together."""
    clauses: dict[tuple[str, str, Cents], dict[str, str]] = {}
    for game in games:
        table = GAMES[game].PROGRESSIVE_PAYS
        for hand, pays in table.lines():
            alone = Contender(1, hand, pays, jackpot.unit, table.clause)
            amount = award_amount(alone, GAMES[game].pay(jackpot, (alone,), switches))
            clauses.setdefault((hand, _words(pays), amount), {})[game] = table.clause
    order = [category.words for category in reversed(FiveCard)]
    shown = sorted(clauses, key=lambda each: order.index(each[0]))
    return tuple(AwardShown(hand, words, amount, clauses[hand, words, amount]) for hand, words, amount in shown)


def _words(pays: Pays | None) -> str:
    return f"{pays} of the jackpot" if isinstance(pays, Percent) else str(pays)
