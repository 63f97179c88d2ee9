"""How a table is set up: which game on which layout, how its cards come, what its limits are, which link it is on."""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from pitlink.games import GAMES, Game
from pitlink.games.dealing import Deal
from pitlink.games.irregularities import Irregularities
from pitlink.games.layout import Layout
from pitlink.games.procedure import Procedure
from pitlink.games.round import Limit
from pitlink.ledger import is_name
from pitlink.money import ZERO, Cents, dollars
from pitlink.refusals import NAMED, Refused
from pitlink.rulebook.catalogue import document
from pitlink.rulebook.citing import citing
from pitlink.rulebook.switches import CONCERNING, DEFAULT, READING_OF, VALUES, Switches

MORE_TIME: Final = 2  # where a table does not say otherwise

# Where cards come from: a deck sealed before the deal, a shoe that reads each card, or a hand that deals them unread.
CardSource = Literal["sealed_deck", "reading_shoe", "hand_dealt"]


class TableSetup(Struct, frozen=True):
    table: str
    game: str
    layout: str  # the letter of the appendix or diagram
    positions: int
    device: str
    cards: CardSource
    limits: Mapping[str, Limit]
    method: str | None = None
    link: str | None = None
    unit: Cents | None = None  # one progressive wager, as the link has it
    most_progressive: Cents | None = None  # in one round: what is more the link takes for a fault
    switches: Switches = DEFAULT
    opening_float: Cents = ZERO
    unattended: bool = False  # runs by itself: software officers verify, approve and pay its claims (R111)
    more_time: int = MORE_TIME  # how often a round a player may ask for it with each hand (R102)

    @property
    def rules(self) -> Game:
        return GAMES[self.game]

    @property
    def areas(self) -> Layout:
        return self.rules.LAYOUT

    @property
    def procedure(self) -> Procedure:
        return self.rules.PROCEDURE

    @property
    def irregularities(self) -> Irregularities:
        return self.rules.IRREGULARITIES

    @property
    def deal(self) -> Deal:
        deal = find_deal(self)
        assert deal is not None
        return deal


def find_deal(setup: TableSetup) -> Deal | None:
    for deal in setup.areas.deals:
        if (deal.device, deal.method) == (setup.device, setup.method):
            return deal
    return None


_UNPRINTED = {"mbs-lir": "A", "rws-3cp": "ABCD"}  # layouts that show no number of positions


def layouts_of(game: str) -> Mapping[str, tuple[int, int]]:
    """The layouts of a rulebook and their numbers of positions; up to seven where none is printed (R103)."""
    if letters := _UNPRINTED.get(game):
        return dict.fromkeys(letters, (1, GAMES[game].LAYOUT.positions))
    return document(game).positions


@citing("mbs-lir")("2.2")
@citing("rws-3cp")("2.1.1")
def check(setup: TableSetup) -> Refused | None:
    """Only what the rulebook shows: its layouts with their numbers of positions, its devices and methods."""
    if not is_name(setup.table):
        return Refused("not_a_name", f"table {setup.table!r}", NAMED)
    if setup.game not in GAMES:
        return Refused("no_such_game", f"game {setup.game!r}", ", ".join(GAMES))
    procedure, layouts = setup.procedure, layouts_of(setup.game)
    if setup.layout not in layouts:
        return Refused("no_such_layout", f"layout {setup.layout!r}", ", ".join(layouts), procedure.layouts)
    least, most = layouts[setup.layout]
    if not least <= setup.positions <= most:
        found = f"{setup.positions} positions on layout {setup.layout}"
        return Refused("positions_not_on_layout", found, f"{least} to {most}", setup.areas.positions_clause)
    if find_deal(setup) is None:
        found = setup.device + (f", method {setup.method}" if setup.method else "")
        ways = [deal.device + (f", method {deal.method}" if deal.method else "") for deal in setup.areas.deals]
        return Refused("no_such_deal", found, " or ".join(ways), setup.areas.deal_clause)
    if setup.unattended and setup.cards != "sealed_deck":
        found = f"an unattended table with {setup.cards.replace('_', ' ')} cards"
        return Refused("unattended_without_seal", found, "a sealed deck, which proves itself", "R111")
    if len({each is None for each in (setup.link, setup.unit, setup.most_progressive)}) > 1:
        found = f"link {setup.link}, unit {setup.unit}, most {setup.most_progressive}"
        return Refused("link_without_unit", found, "all of them or none")
    if setup.unit is not None and setup.unit <= 0:
        return Refused("unit_not_positive", f"unit {dollars(setup.unit)}", "more than 0.00")
    if setup.opening_float < 0:
        return Refused("negative_float", f"opening float {dollars(setup.opening_float)}", "0.00 or more")
    if setup.more_time < 0:
        return Refused("negative_more_time", f"more time {setup.more_time} times a round", "0 or more", "R102")
    return _check_limits(setup) or _check_switches(setup)


def _check_limits(setup: TableSetup) -> Refused | None:
    """Every wager placed before the deal has its limits displayed (3.4; rws-3cp 3.3), the progressive its unit."""
    layout, clause = setup.areas, setup.procedure.limits
    wanted = [wager for wager in layout.placed if wager != "progressive"]
    if sorted(setup.limits) != sorted(wanted):
        found = f"limits for {', '.join(sorted(setup.limits)) or 'nothing'}"
        return Refused("limits_missing", found, ", ".join(wanted), clause)
    for wager, limit in setup.limits.items():
        if limit.minimum is None or limit.maximum is None or not 0 < limit.minimum <= limit.maximum:
            least, most = ("none" if each is None else dollars(each) for each in (limit.minimum, limit.maximum))
            found = f"limits for {wager}, {least} to {most}"
            return Refused("limits_out_of_order", found, "0 < minimum <= maximum", clause)
    if len({setup.limits[wager] for wager in layout.same_limits}) > 1:
        found = f"different limits for {', '.join(layout.same_limits)}"
        return Refused("limits_differ", found, "the same limits, since the wagers are equal", layout.entry_clause)
    return None


def _check_switches(setup: TableSetup) -> Refused | None:
    for switch in VALUES:
        value = getattr(setup.switches, switch)
        if value not in VALUES[switch]:
            return Refused("no_such_value", f"{switch} = {value}", " or ".join(VALUES[switch]), READING_OF[switch])
        if value != getattr(DEFAULT, switch) and switch not in CONCERNING[setup.game]:
            return Refused("switch_of_another_game", switch, f"a switch that concerns {setup.game}", READING_OF[switch])
    return None
