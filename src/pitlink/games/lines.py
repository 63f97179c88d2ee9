"""The four things that can become of a wager, and of a payment on a stake that stands elsewhere."""

from msgspec import Struct

from pitlink.games.round import Line
from pitlink.money import ZERO, Cents, To


class Stake(Struct, frozen=True, gc=False):
    """What of a wager is in play, what of it lay over the maximum, and the clauses that said so."""

    amount: Cents
    excess: Cents = ZERO
    also: tuple[str, ...] = ()

    def times(self, multiple: int) -> "Stake":
        """The stake of a later wager that is a multiple of this one, of the part in play where some is not (R28)."""
        return Stake(Cents(self.amount * multiple), also=("R28",) if self.excess else ())


def win(wager: str, stake: Stake, odds: To, rule: str, *also: str) -> Line:
    amount = stake.amount
    return Line(wager, amount, "win", odds.on(amount), amount, rule, also + stake.also, stake.excess, odds)


def lose(wager: str, stake: Stake, rule: str, *also: str) -> Line:
    return Line(wager, stake.amount, "lose", ZERO, ZERO, rule, also + stake.also, stake.excess)


def push(wager: str, stake: Stake, rule: str, *also: str) -> Line:
    return Line(wager, stake.amount, "push", ZERO, stake.amount, rule, also + stake.also, stake.excess)


def hand_back(wager: str, amount: Cents, rule: str, *also: str) -> Line:
    """A wager that was never, or is no longer, in play: the whole of it goes back."""
    return Line(wager, amount, "returned", ZERO, amount, rule, also)


def side_payment(payment: str, on: Stake, odds: To, rule: str, *also: str) -> Line:
    """A payment on a stake that has a line of its own, such as the Ante Bonus."""
    if on.excess:
        also = (*also, "R28")
    return Line(payment, ZERO, "win", odds.on(on.amount), ZERO, rule, also, odds=odds)
