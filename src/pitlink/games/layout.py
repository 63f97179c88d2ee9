"""What lies on a table: positions, cards, playing areas."""

from collections.abc import Iterable

from msgspec import Struct

from pitlink.games.dealing import Deal
from pitlink.games.decisions import Exposure


class Layout(Struct, frozen=True):
    """One game's table. `order` names all wagers and side payments as its rulebook tells them."""

    positions: int
    own_cards: int
    dealer_cards: int
    community_cards: int
    placed: tuple[str, ...]  # wagers placed before the deal
    order: tuple[str, ...]
    exposures: tuple[Exposure, ...]  # in the order made
    jackpot_community: int  # how many community cards the jackpot hand has
    deals: tuple[Deal, ...]  # the ways to deal
    units: range | None  # how many units a progressive wager may be; None is any number
    units_clause: str
    entry: frozenset[str]  # wagers that take part by themselves; the others need a companion
    decides: str  # the one of them whose player has decisions to make
    entry_clause: str
    areas_clause: str
    positions_clause: str
    deck_clause: str
    deal_clause: str
    community_clause: str
    no_decision_clause: str | None = None  # an entry that leaves nothing to decide
    later: tuple[str, ...] = ()  # wagers that decisions place
    same_limits: tuple[str, ...] = ()  # wagers that share their limits
    let_stand: tuple[str, ...] = ()  # later wagers that are written down where a wrong amount was let stand

    def takes_part(self, wagers: Iterable[str]) -> bool:
        """Whether one of the wagers is an entry, so that the position is dealt cards (R49)."""
        return not self.entry.isdisjoint(wagers)

    @property
    def written(self) -> tuple[str, ...]:
        """Every wager that a round file may name."""
        return self.placed + self.let_stand if self.let_stand else self.placed
