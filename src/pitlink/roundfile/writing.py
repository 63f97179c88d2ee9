"""A settlement or a refusal out: the fields of the public format in the order written; what is UNSET is left out."""

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType, structs

from pitlink.cards import Cards, name
from pitlink.games.refusals import Fault
from pitlink.games.round import (
    DealerSettlement,
    JackpotSettlement,
    Limit,
    Line,
    Outcome,
    Round,
    Seat,
    SeatSettlement,
    Settlement,
)
from pitlink.money import dollars
from pitlink.roundfile.version import VERSION
from pitlink.rulebook.switches import DEFAULT

_LONGEST_FOUND = 120


class LineOut(Struct, frozen=True, gc=False):
    stake: str
    outcome: Outcome
    pays: str
    returned: str
    rule: str
    also: tuple[str, ...] | UnsetType
    excess: str | UnsetType


class SeatOut(Struct, frozen=True, gc=False):
    position: int
    player: str | UnsetType
    hand: str | None
    progressive_hand: str | UnsetType
    wagers: dict[str, LineOut]
    net: str


class DealerOut(Struct, frozen=True, gc=False):
    hand: str
    cards: list[str]
    qualifies: bool | UnsetType


class AwardOut(Struct, frozen=True, gc=False):
    position: int
    hand: str
    amount: str
    rule: str


class JackpotOut(Struct, frozen=True, gc=False):
    before: str
    after: str
    awards: list[AwardOut]


class SettlementOut(Struct, frozen=True, gc=False):
    pitlink: int
    game: str
    dealer: DealerOut | UnsetType
    seats: list[SeatOut]
    jackpot: JackpotOut | UnsetType


class FaultOut(Struct, frozen=True, gc=False):
    field: str
    found: Any
    expected: str
    clause: str | None


class RefusalOut(Struct, frozen=True, gc=False):
    error: FaultOut


def settlement_out(settlement: Settlement) -> SettlementOut:
    dealer, jackpot = settlement.dealer, settlement.jackpot
    return SettlementOut(
        VERSION,
        settlement.game,
        _dealer_out(dealer) if dealer else UNSET,
        [_seat_out(settled) for settled in settlement.seats],
        _jackpot_out(jackpot) if jackpot else UNSET,
    )


def _dealer_out(dealer: DealerSettlement) -> DealerOut:
    qualifies = UNSET if dealer.qualifies is None else dealer.qualifies
    return DealerOut(dealer.hand, [name(card) for card in dealer.cards], qualifies)


def _seat_out(settled: SeatSettlement) -> SeatOut:
    seat = settled.seat
    return SeatOut(
        seat.position,
        UNSET if seat.player is None else seat.player,
        settled.hand,
        settled.progressive_hand or UNSET,
        {line.wager: _line_out(line) for line in settled.lines},
        dollars(settled.net),
    )


def _line_out(line: Line) -> LineOut:
    return LineOut(
        dollars(line.stake),
        line.outcome,
        dollars(line.pays),
        dollars(line.returned),
        line.rule,
        line.also or UNSET,
        dollars(line.excess) if line.excess else UNSET,
    )


def _jackpot_out(jackpot: JackpotSettlement) -> JackpotOut:
    awards = [AwardOut(award.position, award.hand, dollars(award.amount), award.rule) for award in jackpot.awards]
    return JackpotOut(dollars(jackpot.before), dollars(jackpot.after), awards)


def round_out(round: Round) -> dict[str, Any]:
    """A round as a file has it; what has its default is left out."""
    out: dict[str, Any] = {"pitlink": VERSION, "game": round.game}
    if round.jackpot is not None:
        jackpot = round.jackpot
        out["jackpot"] = {
            "meter": dollars(jackpot.meter),
            "reset": dollars(jackpot.reset),
            "unit": dollars(jackpot.unit),
        }
    if round.limits:
        out["limits"] = {wager: _limit_out(limit) for wager, limit in round.limits.items()}
    dealer = {"dealer": _names(round.dealer)} if round.dealer else {}
    out["cards"] = {**dealer, "community": _names(round.community)}
    out["seats"] = [_seat_in(seat) for seat in round.seats]
    if round.magic_card is not None:
        out["magic_card"] = name(round.magic_card)
    if round.lucky_position is not None:
        out["lucky_position"] = round.lucky_position
    switches = structs.asdict(round.switches)
    set_otherwise = {switch: value for switch, value in switches.items() if value != getattr(DEFAULT, switch)}
    if set_otherwise:
        out["interpretations"] = set_otherwise
    return out


def _limit_out(limit: Limit) -> dict[str, str]:
    bounds = {"min": limit.minimum, "max": limit.maximum}
    return {word: dollars(bound) for word, bound in bounds.items() if bound is not None}


def _seat_in(seat: Seat) -> dict[str, Any]:
    out: dict[str, Any] = {"position": seat.position}
    if seat.player is not None:
        out["player"] = seat.player
    out["wagers"] = {wager: dollars(lies.amount) for wager, lies in seat.wagers.items()}
    if seat.cards:
        out["cards"] = _names(seat.cards)
    if seat.decisions:
        out["decisions"] = list(seat.decisions)
    if not seat.reveals:
        out["reveals"] = False
    if seat.removed_by is not None:
        out |= {"status": "removed", "clause": seat.removed_by}
    elif seat.status == "absent":
        out["status"] = "absent"
    if seat.warned:
        out["warned"] = True
    return out


def _names(cards: Cards) -> list[str]:
    return [name(card) for card in cards]


def refusal_out(fault: Fault) -> RefusalOut:
    return RefusalOut(FaultOut(_short(fault.field), _short(fault.found), fault.expected, fault.clause))


def _short(found: Any) -> Any:
    """What was found, unless it is too long to be of help."""
    if len(msgspec.json.encode(found)) <= _LONGEST_FOUND:
        return found
    match found:
        case list():
            return f"an array of {len(found)}"
        case dict():
            return f"an object of {len(found)} fields"
        case _:
            return str(found)[: _LONGEST_FOUND // 2] + "…"
