"""Areas, amounts and numbers as they are said at a table."""

from typing import Final

from pitlink.money import Cents, dollars

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five")


def area(wager: str) -> str:
    """As it is printed on the layout: Pair Plus; in Let It Ride wager “1”, wager “2” and wager “$”."""
    return f"wager “{wager}”" if len(wager) == 1 else wager.replace("_", " ").title()


def amount(cents: Cents) -> str:
    """$37.50, and $1,200 for whole dollars."""
    whole, _, fraction = dollars(cents).partition(".")
    return f"${int(whole):,}" + ("" if fraction == "00" else f".{fraction}")


def ordinal(nth: int) -> str:
    return _ORDINALS[nth - 1]


def counted(cards: int) -> str:
    return f"{_NUMBERS[cards]} card{'' if cards == 1 else 's'}"


def tie(game: str) -> str:
    """One book says push, the others stand-off."""
    return "push" if game == "mbs-uth" else "stand-off"
