"""What a set of parameters must fulfil, when a link is opened and whenever they are changed."""

import hashlib

import msgspec

from pitlink.jackpot import odds
from pitlink.jackpot.link import Operator, Parameters
from pitlink.money import Cents, dollars
from pitlink.refusals import Refused


def check(set_up: Parameters) -> Refused | None:
    if set_up.unit <= 0:
        return Refused("unit_not_positive", f"unit {dollars(set_up.unit)}", "more than 0.00")
    if set_up.base < 0 or set_up.reset < 0:
        return Refused("negative_start", f"base {dollars(set_up.base)}, reset {dollars(set_up.reset)}", "0.00 or more")
    rates = (set_up.increment_rate_bp, set_up.hidden_rate_bp)
    if min(rates) < 0 or sum(rates) > odds.BASIS_POINTS:
        found = f"increment {percent(rates[0])} and hidden {percent(rates[1])}"
        return Refused("rates_out_of_range", found, "each 0 % or more, together at most 100 %")
    if set_up.limit is not None and set_up.limit < max(set_up.base, set_up.reset):
        found = f"limit {dollars(set_up.limit)}"
        return Refused("limit_below_start", found, f"at least {dollars(max(set_up.base, set_up.reset))}")
    if set_up.unreasonable_contribution < set_up.unit:
        found = f"unreasonable contribution {dollars(set_up.unreasonable_contribution)}"
        return Refused("threshold_below_unit", found, f"at least {dollars(set_up.unit)}, the unit")
    shares = (set_up.features.magic_card_bp, set_up.features.lucky_player_bp)
    if not all(0 <= share <= odds.BASIS_POINTS for share in shares):
        found = f"Magic Card {percent(shares[0])} and Lucky Player {percent(shares[1])} of the rounds"
        return Refused("share_out_of_range", found, "each 0 % to 100 %", "R96")
    return None


def parameters_digest(given: Parameters) -> str:
    """SHA-256 over the parameters as they are stored."""
    return hashlib.sha256(msgspec.json.encode(given)).hexdigest()


def percent(points: int) -> str:
    """Basis points as people write them: 20 %, 0.25 %."""
    whole, rest = divmod(abs(points), 100)
    fraction = f".{rest:02d}".rstrip("0") if rest else ""
    return f"{'-' if points < 0 else ''}{whole}{fraction} %"


def amounts_of(given: Parameters) -> tuple[Cents | None, ...]:
    return given.base, given.reset, given.limit, given.unreasonable_contribution, given.unit


def warnings_for(operator: Operator, given: Parameters, display: Cents) -> tuple[str, ...]:
    """Only one operator's games have features that can return too much (R96)."""
    return odds.warnings(given, display) if operator == "mbs" else ()
