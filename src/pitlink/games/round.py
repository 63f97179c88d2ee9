"""A completed round of play and what it comes to: the data that every game settles and gives back."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from pitlink.cards import Card, Cards
from pitlink.money import ZERO, Cents, Pays, split_by_weight
from pitlink.rulebook.switches import DEFAULT, Switches

Outcome = Literal["win", "lose", "push", "returned"]
Status = Literal["present", "absent"]

# What went in


class Share(Struct, frozen=True, gc=False):
    """One player's chips in a wager."""

    player: str | None
    amount: Cents


class Wager(Struct, frozen=True, gc=False):
    """What lies on one playing area: one wager, whoever's chips it is made of (R34). Made by `wager_of`."""

    amount: Cents
    shares: tuple[Share, ...]


def wager_of(*shares: Share) -> Wager:
    return Wager(Cents(sum([share.amount for share in shares])), shares)


class Limit(Struct, frozen=True, gc=False):
    """The least and the most that a wager may be, where the table shows such limits."""

    minimum: Cents | None = None
    maximum: Cents | None = None


class Jackpot(Struct, frozen=True, gc=False):
    """The link as displayed when the round is settled."""

    meter: Cents
    reset: Cents
    unit: Cents


class Seat(Struct, frozen=True, gc=False):
    """One playing position with what was wagered, dealt and decided there."""

    position: int
    wagers: Mapping[str, Wager]
    cards: Cards = ()
    decisions: tuple[str, ...] = ()
    player: str | None = None
    reveals: bool = True
    status: Status = "present"
    removed_by: str | None = None  # the clause by which a ruling took the hand out of play
    warned: bool = False


class Round(Struct, frozen=True, gc=False):
    """One round of one game: everything that its settlement depends on."""

    game: str
    seats: tuple[Seat, ...]
    community: Cards
    dealer: Cards = ()
    jackpot: Jackpot | None = None
    limits: Mapping[str, Limit] = {}
    switches: Switches = DEFAULT
    magic_card: Card | None = None
    lucky_position: int | None = None


# What comes out


class Line(Struct, frozen=True, gc=False):
    """What became of one wager, and the clause that decided it.

    `stake` is what was in play; `excess` lay above a maximum and is handed back beside it (R27); `odds` are those of
    the pay table, where one was used.
    """

    wager: str
    stake: Cents
    outcome: Outcome
    pays: Cents
    returned: Cents
    rule: str
    also: tuple[str, ...] = ()
    excess: Cents = ZERO
    odds: Pays | None = None


class Award(Struct, frozen=True, gc=False):
    """A jackpot award: what the line of that name at the position is paid.

    `from_pool` is the part of it that the meter bears; the house pays the rest.
    """

    position: int
    line: str
    hand: str
    amount: Cents
    from_pool: Cents
    rule: str
    also: tuple[str, ...] = ()


class DealerSettlement(Struct, frozen=True, gc=False):
    """The dealer's hand and the cards that count; `qualifies` only where the rulebook knows the word."""

    hand: str
    cards: Cards
    qualifies: bool | None = None


class SeatSettlement(Struct, frozen=True, gc=False):
    """All lines of one position."""

    seat: Seat
    hand: str | None
    lines: tuple[Line, ...]
    progressive_hand: str | None = None

    @property
    def net(self) -> Cents:
        return Cents(sum([line.pays + line.returned - line.stake for line in self.lines]))


class JackpotSettlement(Struct, frozen=True, gc=False):
    """The meter before and after, and the awards in the order paid.

    `seed` is what the house adds to bring the meter back to its reset value: after = before − from_pool + seed.
    """

    before: Cents
    after: Cents
    awards: tuple[Award, ...]
    seed: Cents


class Settlement(Struct, frozen=True, gc=False):
    """What a round comes to."""

    game: str
    dealer: DealerSettlement | None
    seats: tuple[SeatSettlement, ...]
    jackpot: JackpotSettlement | None


class Payment(Struct, frozen=True, gc=False):
    """One player's part of a line."""

    player: str | None
    pays: Cents
    returned: Cents
    excess: Cents


def payments(line: Line, wager: Wager, seated: str | None) -> tuple[Payment, ...]:
    """Divide a line among those whose chips made the wager, by share; odd cents go to the seated player (R34).

    A later wager and a side payment are divided as the wager they follow: pass that one.
    """
    weights = [share.amount for share in wager.shares]
    pays, returned, excess = (split_by_weight(each, weights) for each in (line.pays, line.returned, line.excess))
    players = [share.player for share in wager.shares]
    odd = players.index(seated) if seated in players else 0
    return tuple(
        Payment(
            player,
            Cents(pays.shares[at] + (pays.remainder if at == odd else 0)),
            Cents(returned.shares[at] + (returned.remainder if at == odd else 0)),
            Cents(excess.shares[at] + (excess.remainder if at == odd else 0)),
        )
        for at, player in enumerate(players)
    )
