"""In which order cards leave the device, as each rulebook tells it for each device and method."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

Where = Literal["position", "dealer", "community", "burned", "security"]


class Place(Struct, frozen=True, order=True):
    """Where one card goes: the `nth` of its hand; `position` is 0 where it goes to no player."""

    where: Where
    position: int
    nth: int

    def __str__(self) -> str:
        match self.where:
            case "position":
                return f"position {self.position}, card {self.nth}"
            case "burned":
                return "burned"
            case "security":
                return "security card"
            case _:
                return f"{self.where}, card {self.nth}"


class Packet(Struct, frozen=True):
    """So many cards at once: to every position in turn, or to one place of the table."""

    to: Where
    cards: int


class Deal(Struct, frozen=True):
    """One way to deal: `first` before anything is decided, `last` once every player has decided (R61).

    `clause` says so; `apart` has the clauses that tell of some places apart. Burned cards lie with the discards; a
    security card lies under a packet and is in no hand (R78).
    """

    device: str
    method: str | None
    clause: str
    first: tuple[Packet, ...]
    last: tuple[Packet, ...] = ()
    apart: Mapping[Where, str] = {}

    def clause_for(self, place: Place) -> str:
        return self.apart.get(place.where, self.clause)

    @property
    def clauses(self) -> tuple[str, ...]:
        return (self.clause, *self.apart.values())


def deal(
    device: str, clause: str, order: str, method: str | None = None, apart: Mapping[Where, str] | None = None
) -> Deal:
    """Read "community 5, positions 2 | dealer 2"; what stands after the bar waits for the decisions."""
    first, _, last = order.partition("|")
    return Deal(device, method, clause, _packets(first), _packets(last), apart or {})


def _packets(text: str) -> tuple[Packet, ...]:
    return tuple(_packet(each) for each in text.split(",") if each.strip())


def _packet(text: str) -> Packet:
    word, cards = text.split()
    to: Where = "position"
    match word:
        case "positions":
            to = "position"
        case "dealer" | "community" | "burned" | "security":
            to = word
        case _:
            raise ValueError(f"cards cannot be dealt to {word!r}")
    return Packet(to, int(cards))


def places(packets: Sequence[Packet], positions: Sequence[int]) -> tuple[Place, ...]:
    """Card by card, the positions in the order given: clockwise from the dealer's left."""
    return tuple(_places(packets, positions))


def _places(packets: Sequence[Packet], positions: Sequence[int]) -> Iterator[Place]:
    held: dict[tuple[Where, int], int] = {}
    for packet in packets:
        for position in positions if packet.to == "position" else (0,):
            for _ in range(packet.cards):
                nth = held[packet.to, position] = held.get((packet.to, position), 0) + 1
                yield Place(packet.to, position, nth)
