"""What of a seat's wagers is in play, and what is handed back whatever the cards say.

Every rulebook has these rules in its fifth section, with different numbers and one different answer: a wager without
its companion, a wager under the minimum, a wager over the maximum. A game states its clauses in
`EntryRules` and calls `enter`.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from pitlink.games.lines import Stake, hand_back
from pitlink.games.round import Limit, Line, Round, Seat, SeatSettlement
from pitlink.money import Cents


class EntryRules(Struct, frozen=True, gc=False):
    """How one rulebook treats wagers that should not lie as they do."""

    companions: Mapping[str, frozenset[str]]  # a wager and those of which one must lie beside it
    without_companion: Mapping[str, str]  # the clause that hands such a wager back
    over: str  # settled at the maximum
    under: str  # settled as it lies, …
    under_again: str | None  # … but handed back to a player who was warned; None where it always stands
    with_returned: str = "R32"  # what goes back because its companion does


class Entry(Struct, frozen=True, gc=False):
    """A seat with its wagers sorted out: `stakes` are in play, `returned` are not."""

    seat: Seat
    decisions: tuple[str, ...]
    stakes: Mapping[str, Stake]
    returned: tuple[Line, ...]
    shown: bool  # whether the cards were turned up
    valid: bool = True  # whether nothing took the hand out of play

    @property
    def folded(self) -> bool:
        return "fold" in self.decisions

    @property
    def judged(self) -> bool:
        """Whether there is a hand to settle: cards were dealt, and nothing has made the hand invalid."""
        return self.valid and bool(self.seat.cards)


def enter(
    seat: Seat, round: Round, rules: EntryRules, decisions: tuple[str, ...], adds: Mapping[str, tuple[str, int]]
) -> Entry:
    """Sort out the wagers that lie there, then those that the decisions add as multiples of the Ante.

    A later wager that was written down, because its amount was wrong, counts as lying there.
    """
    stakes: dict[str, Stake] = {}
    returned: list[Line] = []
    for name, wager in seat.wagers.items():
        amount = wager.amount
        companions = rules.companions.get(name)
        if companions is not None and companions.isdisjoint(seat.wagers):
            returned.append(hand_back(name, amount, rules.without_companion[name]))
            continue
        limit = round.limits.get(name)
        if limit is None:
            stakes[name] = Stake(amount)
        elif _is_under(amount, limit) and seat.warned and rules.under_again is not None:
            returned.append(hand_back(name, amount, rules.under_again))
        else:
            stakes[name] = _within(amount, limit, rules)
    for name, multiple in _added(seat, decisions, adds):
        if "ante" in stakes:
            stakes[name] = stakes["ante"].times(multiple)
        else:
            returned.append(hand_back(name, Cents(seat.wagers["ante"].amount * multiple), rules.with_returned))
    if returned:
        _hand_back_companions(seat, rules, stakes, returned)
    return Entry(seat, decisions, stakes, tuple(returned), seat.reveals)


def _added(seat: Seat, decisions: tuple[str, ...], adds: Mapping[str, tuple[str, int]]) -> list[tuple[str, int]]:
    return [adds[word] for word in decisions if word in adds and adds[word][0] not in seat.wagers]


def _is_under(amount: Cents, limit: Limit) -> bool:
    return limit.minimum is not None and amount < limit.minimum


def _within(amount: Cents, limit: Limit, rules: EntryRules) -> Stake:
    if limit.maximum is not None and amount > limit.maximum:
        return Stake(limit.maximum, Cents(amount - limit.maximum), (rules.over,))
    if _is_under(amount, limit):
        return Stake(amount, also=(rules.under,))
    return Stake(amount)


def _hand_back_companions(seat: Seat, rules: EntryRules, stakes: dict[str, Stake], returned: list[Line]) -> None:
    """What needs a companion goes back when every companion it lies beside has gone back (R32)."""
    for name, companions in rules.companions.items():
        if name in stakes and companions.isdisjoint(stakes):
            del stakes[name]
            returned.append(hand_back(name, seat.wagers[name].amount, rules.with_returned))


def all_returned(
    seat: Seat,
    adds: Mapping[str, tuple[str, int]],
    rule: str,
    *also: str,
    otherwise: Mapping[str, str] | None = None,
) -> Entry:
    """A hand that is out of play: all that lay on it goes back whole, by `rule` or as `otherwise` says of a wager."""
    rules = otherwise or {}
    lines = [hand_back(name, wager.amount, rules.get(name, rule), *also) for name, wager in seat.wagers.items()]
    for name, multiple in _added(seat, seat.decisions, adds):
        lines.append(hand_back(name, Cents(seat.wagers["ante"].amount * multiple), rule, *also))
    return Entry(seat, seat.decisions, {}, tuple(lines), seat.reveals, valid=False)


def seat_settlement(
    entry: Entry,
    lines: Sequence[Line],
    order: Sequence[str],
    hand: str | None = None,
    progressive_hand: str | None = None,
) -> SeatSettlement:
    """All lines of a seat as its rulebook names the wagers: those settled, given in that order, and those returned."""
    if entry.returned:
        lines = sorted((*entry.returned, *lines), key=lambda line: order.index(line.wager))
    return SeatSettlement(entry.seat, hand if entry.shown else None, tuple(lines), progressive_hand)
