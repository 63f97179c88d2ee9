"""A table of Let It Ride over a sealed deck."""

from tests.driving import (
    Driver,
    Sealed,
    sealed,
)
from tests.table.letting_ride import enter, lir_table, ride_all

ROYAL = sealed(["As", "Ks", "Qs", "2d", "5h", "8c", "Js", "Ts"])  # Ann, Bob, the community cards


def sealed_table(*names: str, deck: Sealed = ROYAL, progressive: int | None = None) -> Driver:
    """A table with its bets closed over a sealed deck."""
    table = lir_table(*names, cards="sealed_deck")
    table.call()
    for position, name in enumerate(names, start=1):
        enter(table, name, position, progressive=progressive)
    table.close(deck)
    return table


def settled_table(*names: str, deck: Sealed = ROYAL, progressive: int | None = None) -> Driver:
    table = sealed_table(*names, deck=deck, progressive=progressive)
    table.deal_sealed(deck)
    ride_all(table)
    table.finish()
    return table
