"""The five games, one file per rulebook. A game is a module; they have the same names in common and no base class."""

from collections.abc import Sequence
from typing import Final, Protocol

from pitlink.games import mbs_3cp, mbs_lir, mbs_thb, mbs_uth, rws_3cp
from pitlink.games.awards import Contender
from pitlink.games.decisions import Stage
from pitlink.games.entry import Entry, EntryRules
from pitlink.games.irregularities import Irregularities
from pitlink.games.layout import Layout
from pitlink.games.paytables import PayTable
from pitlink.games.procedure import Procedure
from pitlink.games.reasons import Why
from pitlink.games.refusals import Fault
from pitlink.games.round import Jackpot, JackpotSettlement, Round, Seat, SeatSettlement, Settlement
from pitlink.rulebook.citing import enforce
from pitlink.rulebook.switches import Switches


class Game(Protocol):
    """What every game's file has."""

    DOCUMENT: str
    LAYOUT: Layout
    PROCEDURE: Procedure
    IRREGULARITIES: Irregularities
    ENTRY_RULES: EntryRules
    PROGRESSIVE_PAYS: PayTable
    PAID_FROM: dict[str, str]  # the clause of the pay table, by line

    def check_entry(self, seat: Seat) -> Fault | None: ...
    def check_decline(self, seat: Seat, round: Round) -> Fault | None: ...
    def stage(self, seat: Seat, made: tuple[str, ...]) -> Stage | None: ...
    def enter_seat(self, seat: Seat, round: Round) -> Entry: ...
    def contenders(self, round: Round) -> tuple[Contender, ...]: ...
    def pay(
        self, jackpot: Jackpot, contenders: Sequence[Contender | None], switches: Switches
    ) -> JackpotSettlement: ...
    def settle(self, round: Round, paid: JackpotSettlement | None = None) -> Settlement: ...
    def reasons(self, settled: SeatSettlement, round: Round) -> tuple[Why, ...]: ...


GAMES: Final[dict[str, Game]] = {
    "mbs-thb": mbs_thb,
    "mbs-3cp": mbs_3cp,
    "mbs-uth": mbs_uth,
    "mbs-lir": mbs_lir,
    "rws-3cp": rws_3cp,
}

for _game in GAMES.values():  # tables hold clauses as a function does
    _layout, _procedure = _game.LAYOUT, _game.PROCEDURE
    _module = f"pitlink.games.{_game.DOCUMENT.replace('-', '_')}"
    for _clause in (
        _layout.positions_clause,
        _layout.areas_clause,
        _layout.deck_clause,
        _layout.entry_clause,
        _layout.units_clause,
        _layout.deal_clause,
        *(_exposure.clause for _exposure in _layout.exposures),
        *(_clause for _deal in _layout.deals for _clause in _deal.clauses),
    ):
        enforce(_game.DOCUMENT, _clause, _module, "LAYOUT")
    for _field in _procedure.__struct_fields__:
        if _clause := getattr(_procedure, _field):
            enforce(_game.DOCUMENT, _clause, _module, f"PROCEDURE.{_field}")
    for _clause in sorted(_game.IRREGULARITIES.clauses):
        if not _clause.startswith("R"):
            enforce(_game.DOCUMENT, _clause, _module, "IRREGULARITIES")
