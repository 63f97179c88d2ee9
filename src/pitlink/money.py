"""Money is a whole number of cents; odds say whether the stake is inside the payment or beside it.

Text is read and printed here and nowhere else. There is no float and no rounding but the one rule of R4: down.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NewType

from msgspec import Struct

Cents = NewType("Cents", int)

ZERO = Cents(0)
MOST = Cents(10**15)  # no amount is larger
_DECIMAL = re.compile(r"(0|[1-9][0-9]{0,12})(?:\.([0-9]{1,2}))?")


class NotMoney(ValueError):
    """A text that is no amount of dollars and cents."""


@lru_cache(maxsize=4096)
def cents_of(text: str) -> Cents:
    """Read "12.50", "12.5" or "12" dollars. A sign, a third decimal, a leading zero or an exponent is not money."""
    match = _DECIMAL.fullmatch(text)
    if match is None:
        raise NotMoney(text)
    whole, fraction = match.groups(default="")
    return Cents(int(whole) * 100 + int(fraction.ljust(2, "0")))


@lru_cache(maxsize=4096)
def dollars(cents: Cents) -> str:
    """Write cents as "12.50", the only form Pitlink writes."""
    sign = "-" if cents < 0 else ""
    whole, fraction = divmod(abs(cents), 100)
    return f"{sign}{whole}.{fraction:02d}"


class To(Struct, frozen=True, gc=False, tag="to", tag_field="odds"):
    """Odds "3 to 2": the payment stands beside the stake, which goes back to the player."""

    pays: int
    per: int

    def on(self, stake: Cents) -> Cents:
        return Cents(stake * self.pays // self.per)

    def __str__(self) -> str:
        return f"{self.pays:,} to {self.per}"


class For(Struct, frozen=True, gc=False, tag="for", tag_field="odds"):
    """Odds "400 for 1": the payment contains the stake, which the house keeps."""

    pays: int
    per: int

    def on(self, stake: Cents) -> Cents:
        return Cents(stake * self.pays // self.per)

    def __str__(self) -> str:
        return f"{self.pays:,} for {self.per}"


class Fixed(Struct, frozen=True, gc=False, tag="fixed", tag_field="odds"):
    """An award in dollars, the same for every stake."""

    amount: Cents

    def on(self, stake: Cents) -> Cents:
        return self.amount

    def __str__(self) -> str:
        return f"${self.amount // 100:,}"


class Percent(Struct, frozen=True, gc=False, tag="percent", tag_field="odds"):
    """A share of the jackpot: what it comes to is known only from the meter."""

    percent: int

    def __str__(self) -> str:
        return f"{self.percent}%"


Pays = To | For | Fixed | Percent  # what a line of a pay table can say


class Split(Struct, frozen=True, gc=False):
    """An amount divided: what each gets, and the cents that would not divide."""

    shares: tuple[Cents, ...]
    remainder: Cents


def split_equally(amount: Cents, ways: int) -> Split:
    each, remainder = divmod(amount, ways)
    return Split((Cents(each),) * ways, Cents(remainder))


def split_by_weight(amount: Cents, weights: Sequence[int]) -> Split:
    """Divide in proportion, each share rounded down. The weights must have a positive sum."""
    total = sum(weights)
    shares = tuple(Cents(amount * weight // total) for weight in weights)
    return Split(shares, Cents(amount - sum(shares)))
