"""What lies on a table: positions, cards, playing areas."""

from msgspec import Struct

from pitlink.games.decisions import Exposure


class Layout(Struct, frozen=True):
    """One game's table. `order` names all wagers and side payments as its rulebook tells them."""

    positions: int
    own_cards: int
    dealer_cards: int
    community_cards: int
    placed: tuple[str, ...]  # wagers placed before the deal
    order: tuple[str, ...]
    exposures: tuple[Exposure, ...]
    units: range | None  # how many units a progressive wager may be; None is any number
    units_clause: str
    entry: tuple[str, ...]  # wagers that take part by themselves; the others need a companion
    entry_clause: str
    areas_clause: str
    positions_clause: str
    deck_clause: str
    deal_clause: str
    same_limits: tuple[str, ...] = ()  # wagers that share their limits
