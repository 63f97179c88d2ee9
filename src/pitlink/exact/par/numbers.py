"""Fractions as decimals, rounded once and exactly, half to even; nothing on the way is a float."""

from decimal import Context, Decimal
from fractions import Fraction
from math import isqrt
from typing import Any, Final

SIGNIFICANT: Final = 12
MINUS: Final = "\N{MINUS SIGN}"
_GUARD: Final = 40  # digits of a root before it is rounded


def exactly(amount: Fraction) -> str:
    """In lowest terms, whole numbers too: "1/1"."""
    return f"{amount.numerator}/{amount.denominator}"


def figure(amount: Fraction) -> dict[str, Any]:
    """For programs."""
    return {"exact": exactly(amount), "decimal": float(rounded(amount))}


def rounded(amount: Fraction, digits: int = SIGNIFICANT) -> Decimal:
    """To so many significant digits."""
    return Context(prec=digits).divide(Decimal(amount.numerator), Decimal(amount.denominator))


def root(amount: Fraction, digits: int = SIGNIFICANT) -> Decimal:
    """The square root to so many significant digits. What the guard digits leave over counts as a digit more, so that
    no tie is seen where there is none.
    """
    scaled = amount.numerator * 10 ** (2 * _GUARD) // amount.denominator
    whole = isqrt(scaled)
    more = Fraction(whole, 10**_GUARD) ** 2 != amount
    return Context(prec=digits).create_decimal(Decimal(f"{whole}{int(more)}").scaleb(-_GUARD - 1, Context(prec=99)))


def fixed(amount: Fraction | Decimal, places: int, *, sign: bool = False) -> str:
    """With so many places behind the point, thousands apart; `sign` puts a plus before a gain."""
    scaled = round(Fraction(amount) * 10**places)
    before = MINUS if scaled < 0 else "+" if sign and scaled > 0 else ""
    whole, rest = divmod(abs(scaled), 10**places)
    return f"{before}{whole:,}" + (f".{rest:0{places}d}" if places else "")


def percent(amount: Fraction, places: int = 4, *, sign: bool = False) -> str:
    return f"{fixed(amount * 100, places, sign=sign)}%"


def dollars(cents: Fraction) -> str:
    """To the nearest cent."""
    shown = fixed(cents / 100, 2)
    return f"{MINUS}${shown[1:]}" if shown.startswith(MINUS) else f"${shown}"
