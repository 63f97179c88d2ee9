"""The public round format, version 1 (docs/round-file.md): one completed round in, what every wager is paid out.

`read_round` takes nothing on trust. The first thing that cannot be right is raised as a `RoundRefused` with its place,
what was found, what was expected and the clause, and nothing is settled.
"""

import json
from collections.abc import Mapping
from typing import Any, Final, NoReturn

import msgspec

from pitlink.cards import CARD_OF, Card, Cards, name
from pitlink.games import GAMES, Game
from pitlink.games.refusals import Fault
from pitlink.games.round import Jackpot, Limit, Line, Round, Seat, SeatSettlement, Settlement, Share, Wager
from pitlink.money import Cents, NotMoney, cents_of, dollars
from pitlink.rulebook import catalogue
from pitlink.rulebook.switches import CONCERNING, DEFAULT, READING_OF, VALUES, Switches

VERSION: Final = 1

_ROUND_FIELDS = ("pitlink", "game", "jackpot", "limits", "cards", "seats", "interpretations")
_LIR_FIELDS = (*_ROUND_FIELDS, "magic_card", "lucky_position")
_SEAT_FIELDS = ("position", "player", "cards", "wagers", "decisions", "reveals", "status", "clause", "warned")
_STATUSES = ("present", "absent", "removed")
_LONGEST_FOUND = 120


class RoundRefused(Exception):
    """A round that cannot be right."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.field}: found {fault.found!r}, expected {fault.expected}")
        self.fault = fault


def refuse(field: str, found: object, expected: str, clause: str | None = None) -> NoReturn:
    raise RoundRefused(Fault(field, found, expected, clause))


def settle(data: bytes) -> Settlement:
    """Read one round and settle it."""
    round = read_round(data)
    return GAMES[round.game].settle(round)


# In


def read_round(data: bytes) -> Round:
    raw = _read_object(data)
    version = raw.get("pitlink")
    if type(version) is not int or version != VERSION:
        refuse("pitlink", version, f"{VERSION}, the version of the format")
    game_name = raw.get("game")
    game = GAMES.get(game_name) if isinstance(game_name, str) else None
    if game is None:
        refuse("game", game_name, _one_of(tuple(GAMES)))
    _check_fields("", raw, _LIR_FIELDS if game_name == "mbs-lir" else _ROUND_FIELDS)
    jackpot = _read_jackpot(raw["jackpot"]) if "jackpot" in raw else None
    limits = _read_limits(raw["limits"], game) if "limits" in raw else {}
    switches = _read_switches(raw["interpretations"], game) if raw.get("interpretations", {}) != {} else DEFAULT
    dealt: dict[Card, str] = {}
    dealer, community = _read_table_cards(raw.get("cards"), game, dealt)
    round = Round(
        game.DOCUMENT,
        _read_seats(raw.get("seats"), game, jackpot, dealt),
        community,
        dealer,
        jackpot,
        limits,
        switches,
        _read_card("magic_card", raw["magic_card"], game) if "magic_card" in raw else None,
        _read_position("lucky_position", raw["lucky_position"], game) if "lucky_position" in raw else None,
    )
    for at, seat in enumerate(round.seats):
        if not seat.reveals and (fault := game.check_decline(seat, round)):
            raise RoundRefused(_in_seat(at, fault))
    return round


def _read_object(data: bytes) -> dict[str, Any]:
    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError) as error:
        refuse("$", f"text that is not JSON ({error})", "one JSON object")
    if not isinstance(raw, dict):
        refuse("$", raw, "one JSON object")
    if b"\\" in data or data.count(b'"') != msgspec.json.encode(raw).count(b'"'):
        # A key that stands twice leaves fewer quotation marks behind; only then is the text looked at once more.
        try:
            json.loads(data, object_pairs_hook=_refuse_repeated_keys)
        except (ValueError, RecursionError) as error:
            refuse("$", f"text that is not JSON ({error})", "one JSON object")
    return raw


def _refuse_repeated_keys(pairs: list[tuple[str, Any]]) -> None:
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            refuse(key, f"{keys.count(key)} times in one object", "each field once")


def _check_fields(path: str, raw: Mapping[str, Any], known: tuple[str, ...], clause: str | None = None) -> None:
    for field in raw:
        if field not in known:
            refuse(f"{path}{field}", raw[field], f"no such field; one of {', '.join(known)}", clause)


def _read_money(field: str, raw: Any, clause: str | None = None) -> Cents:
    if isinstance(raw, str):
        try:
            return cents_of(raw)
        except NotMoney:
            pass
    refuse(field, raw, 'an amount in dollars as text, such as "12.50"', clause)


def _read_jackpot(raw: Any) -> Jackpot:
    if not isinstance(raw, dict):
        refuse("jackpot", raw, "an object with meter, reset and unit")
    _check_fields("jackpot.", raw, ("meter", "reset", "unit"))
    meter, reset, unit = (_read_money(f"jackpot.{field}", raw.get(field)) for field in ("meter", "reset", "unit"))
    if unit == 0:
        refuse("jackpot.unit", raw["unit"], "more than 0.00")
    return Jackpot(meter, reset, unit)


def _read_limits(raw: Any, game: Game) -> dict[str, Limit]:
    if not isinstance(raw, dict):
        refuse("limits", raw, "an object of wagers with min and max")
    layout = game.LAYOUT
    _check_fields("limits.", raw, tuple(wager for wager in layout.placed if wager != "progressive"), "R29")
    limits = {wager: _read_limit(f"limits.{wager}", limit) for wager, limit in raw.items()}
    shared = [wager for wager in layout.same_limits if wager in limits]
    for wager in shared[1:]:
        if limits[wager] != limits[shared[0]]:
            refuse(f"limits.{wager}", raw[wager], f"the same as limits.{shared[0]}", layout.entry_clause)
    if shared:
        limits.update(dict.fromkeys(layout.same_limits, limits[shared[0]]))
    return limits


def _read_limit(field: str, raw: Any) -> Limit:
    if not isinstance(raw, dict):
        refuse(field, raw, "an object with min, max or both")
    _check_fields(f"{field}.", raw, ("min", "max"))
    least = _read_money(f"{field}.min", raw["min"]) if "min" in raw else None
    most = _read_money(f"{field}.max", raw["max"]) if "max" in raw else None
    if least is not None and most is not None and least > most:
        refuse(f"{field}.min", raw["min"], f"at most {dollars(most)}, the maximum")
    if most == 0:
        refuse(f"{field}.max", raw["max"], "more than 0.00")
    return Limit(least, most)


def _read_switches(raw: Any, game: Game) -> Switches:
    if not isinstance(raw, dict):
        refuse("interpretations", raw, "an object of switches and their values")
    concerning = CONCERNING[game.DOCUMENT]
    for switch, value in raw.items():
        field = f"interpretations.{switch}"
        if switch not in VALUES:
            refuse(field, value, f"a switch that concerns {game.DOCUMENT}: {_one_of(concerning)}")
        if switch not in concerning:
            refuse(field, value, f"a switch that concerns {game.DOCUMENT}: {_one_of(concerning)}", READING_OF[switch])
        if value not in VALUES[switch]:
            refuse(field, value, _one_of(VALUES[switch]), READING_OF[switch])
    return Switches(**raw)


def _read_table_cards(raw: Any, game: Game, dealt: dict[Card, str]) -> tuple[Cards, Cards]:
    layout = game.LAYOUT
    known = ("dealer", "community") if layout.dealer_cards else ("community",)
    if not isinstance(raw, dict):
        refuse("cards", raw, f"an object with {' and '.join(known)}")
    _check_fields("cards.", raw, known)
    dealer = _read_cards("cards.dealer", raw.get("dealer", []), game, dealt)
    community = _read_cards("cards.community", raw.get("community", []), game, dealt)
    if len(dealer) != layout.dealer_cards:
        refuse("cards.dealer", raw.get("dealer"), f"{layout.dealer_cards} cards", layout.deal_clause)
    if len(community) != layout.community_cards:
        refuse("cards.community", raw.get("community"), f"{layout.community_cards} cards", layout.deal_clause)
    return dealer, community


def _read_cards(field: str, raw: Any, game: Game, dealt: dict[Card, str]) -> Cards:
    """Read cards and note where each lies: one deck has every card once."""
    if not isinstance(raw, list):
        refuse(field, raw, "an array of cards")
    cards = []
    for at, text in enumerate(raw):
        card = CARD_OF.get(text) if isinstance(text, str) else None
        if card is None:
            refuse(f"{field}[{at}]", text, "a card such as As, Td or 10♦", game.LAYOUT.deck_clause)
        if card in dealt:
            expected = f"a card not dealt before: this one is {dealt[card]}"
            refuse(f"{field}[{at}]", text, expected, game.LAYOUT.deck_clause)
        dealt[card] = f"in {field}"
        cards.append(card)
    return tuple(cards)


def _read_card(field: str, raw: Any, game: Game) -> Card:
    if not isinstance(raw, str) or raw not in CARD_OF:
        refuse(field, raw, "a card such as As, Td or 10♦", game.LAYOUT.deck_clause)
    return CARD_OF[raw]


def _read_position(field: str, raw: Any, game: Game) -> int:
    layout = game.LAYOUT
    if type(raw) is not int or not 1 <= raw <= layout.positions:
        refuse(field, raw, f"a position from 1 to {layout.positions}", layout.positions_clause)
    return raw


def _read_seats(raw: Any, game: Game, jackpot: Jackpot | None, dealt: dict[Card, str]) -> tuple[Seat, ...]:
    if not isinstance(raw, list) or not raw:
        refuse("seats", raw, "an array of one seat or more")
    seats = []
    last = 0
    for at, raw_seat in enumerate(raw):
        seat = _read_seat(at, raw_seat, game, jackpot, dealt)
        if seat.position <= last:
            expected = f"a position after {last}: seats stand in the order dealt, each once"
            refuse(f"seats[{at}].position", seat.position, expected, game.LAYOUT.deal_clause)
        last = seat.position
        seats.append(seat)
    return tuple(seats)


def _read_seat(at: int, raw: Any, game: Game, jackpot: Jackpot | None, dealt: dict[Card, str]) -> Seat:
    path = f"seats[{at}]"
    if not isinstance(raw, dict):
        refuse(path, raw, "an object")
    _check_fields(f"{path}.", raw, _SEAT_FIELDS)
    player = raw.get("player")
    if "player" in raw and not isinstance(player, str):
        refuse(f"{path}.player", player, "text")
    seat = Seat(
        _read_position(f"{path}.position", raw.get("position"), game),
        _read_wagers(f"{path}.wagers", raw.get("wagers"), game, jackpot, player),
        _read_cards(f"{path}.cards", raw.get("cards", []), game, dealt),
        _read_decisions(f"{path}.decisions", raw.get("decisions", [])),
        player,
        _read_flag(f"{path}.reveals", raw.get("reveals", True)),
        _read_status(path, raw),
        _read_removal(path, raw, game),
        _read_flag(f"{path}.warned", raw.get("warned", False)),
    )
    if fault := game.check_entry(seat):
        raise RoundRefused(_in_seat(at, fault))
    _check_cards(path, seat, raw.get("cards"), game)
    _check_decisions(path, seat, game)
    return seat


def _read_wagers(field: str, raw: Any, game: Game, jackpot: Jackpot | None, player: str | None) -> dict[str, Wager]:
    layout = game.LAYOUT
    if not isinstance(raw, dict) or not raw:
        refuse(field, raw, f"one wager or more of {', '.join(layout.placed)}", layout.entry_clause)
    known = (*layout.placed, "play") if game.DOCUMENT == "rws-3cp" else layout.placed
    _check_fields(f"{field}.", raw, known, layout.areas_clause)
    wagers = {}
    for wager, text in raw.items():
        amount = _read_money(f"{field}.{wager}", text)
        if amount == 0:
            refuse(f"{field}.{wager}", text, "more than 0.00")
        wagers[wager] = Wager((Share(player, amount),))
    if "progressive" in wagers:
        _check_units(f"{field}.progressive", wagers["progressive"].amount, game, jackpot)
    return wagers


def _check_units(field: str, amount: Cents, game: Game, jackpot: Jackpot | None) -> None:
    """A progressive wager is a number of units that the rulebook allows (R15)."""
    if jackpot is None:
        refuse("jackpot", None, f"meter, reset and unit, since {field} is there")
    units, rest = divmod(amount, jackpot.unit)
    allowed = game.LAYOUT.units
    if rest or units == 0 or (allowed is not None and units not in allowed):
        unit = dollars(jackpot.unit)
        match allowed:
            case None:
                expected = f"a whole number of times {unit}, the unit"
            case range(start=1, stop=2):
                expected = f"{unit}, the unit"
            case _:
                expected = f"{allowed[0]} to {allowed[-1]} times {unit}, the unit"
        refuse(field, dollars(amount), expected, game.LAYOUT.units_clause)


def _read_decisions(field: str, raw: Any) -> tuple[str, ...]:
    if not isinstance(raw, list):
        refuse(field, raw, "an array of decisions")
    for at, word in enumerate(raw):
        if not isinstance(word, str):
            refuse(f"{field}[{at}]", word, "a decision as text")
    return tuple(raw)


def _read_flag(field: str, raw: Any) -> bool:
    if not isinstance(raw, bool):
        refuse(field, raw, "true or false")
    return raw


def _read_status(path: str, raw: Mapping[str, Any]) -> Any:
    status = raw.get("status", "present")
    if status not in _STATUSES:
        refuse(f"{path}.status", status, _one_of(_STATUSES))
    return status


def _read_removal(path: str, raw: Mapping[str, Any], game: Game) -> str | None:
    clause = raw.get("clause")
    if raw.get("status") != "removed":
        if "clause" in raw:
            refuse(f"{path}.clause", clause, "no clause unless the status is removed")
        return None
    if not isinstance(clause, str) or not catalogue.exists(game.DOCUMENT, clause):
        refuse(f"{path}.clause", clause, f"the clause of {game.DOCUMENT} that took the hand out of play")
    return clause


def _check_cards(path: str, seat: Seat, raw: Any, game: Game) -> None:
    if seat.status == "removed":
        return
    layout = game.LAYOUT
    if not any(wager in seat.wagers for wager in layout.entry):
        if seat.cards:
            refuse(f"{path}.cards", raw, "no cards: every wager here lacks its companion", "R49")
    elif len(seat.cards) != layout.own_cards:
        refuse(f"{path}.cards", raw, f"{layout.own_cards} cards", layout.deal_clause)


def _check_decisions(path: str, seat: Seat, game: Game) -> None:
    """Walk through the decisions as they were made; only a hand that is out or a player who is gone may lack some."""
    clause: str | None = None
    for at, word in enumerate(seat.decisions):
        stage = game.stage(seat, seat.decisions[:at])
        if stage is None:
            refuse(f"{path}.decisions[{at}]", word, "nothing: there is no decision left to make", clause)
        choice = stage.choice(word)
        if choice is None:
            expected = _one_of(tuple(choice.word for choice in stage.choices))
            refuse(f"{path}.decisions[{at}]", word, expected, stage.clause)
        clause = choice.clause
    if seat.status == "present" and (stage := game.stage(seat, seat.decisions)):
        expected = _one_of(tuple(choice.word for choice in stage.choices))
        refuse(f"{path}.decisions[{len(seat.decisions)}]", None, expected, stage.clause)


def _in_seat(at: int, fault: Fault) -> Fault:
    return Fault(f"seats[{at}].{fault.field}", fault.found, fault.expected, fault.clause)


def _one_of(words: tuple[str, ...]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


# Out


def settlement_json(settlement: Settlement) -> dict[str, Any]:
    """The settlement as the public format has it."""
    out: dict[str, Any] = {"pitlink": VERSION, "game": settlement.game}
    if dealer := settlement.dealer:
        out["dealer"] = {"hand": dealer.hand, "cards": [name(card) for card in dealer.cards]}
        if dealer.qualifies is not None:
            out["dealer"]["qualifies"] = dealer.qualifies
    out["seats"] = [_seat_json(settled) for settled in settlement.seats]
    if jackpot := settlement.jackpot:
        awards = [
            {"position": award.position, "hand": award.hand, "amount": dollars(award.amount), "rule": award.rule}
            for award in jackpot.awards
        ]
        out["jackpot"] = {"before": dollars(jackpot.before), "after": dollars(jackpot.after), "awards": awards}
    return out


def _seat_json(settled: SeatSettlement) -> dict[str, Any]:
    seat = settled.seat
    out: dict[str, Any] = {"position": seat.position}
    if seat.player is not None:
        out["player"] = seat.player
    out["hand"] = settled.hand
    if settled.progressive_hand is not None:
        out["progressive_hand"] = settled.progressive_hand
    out["wagers"] = {line.wager: _line_json(line) for line in settled.lines}
    out["net"] = dollars(settled.net)
    return out


def _line_json(line: Line) -> dict[str, Any]:
    out: dict[str, Any] = {
        "stake": dollars(line.stake),
        "outcome": line.outcome,
        "pays": dollars(line.pays),
        "returned": dollars(line.returned),
        "rule": line.rule,
    }
    if line.also:
        out["also"] = list(line.also)
    if line.excess:
        out["excess"] = dollars(line.excess)
    return out


def fault_json(fault: Fault) -> dict[str, Any]:
    """The refusal as the public format has it."""
    return {
        "error": {
            "field": fault.field,
            "found": _short(fault.found),
            "expected": fault.expected,
            "clause": fault.clause,
        }
    }


def _short(found: Any) -> Any:
    """What was found, unless it is too long to be of help."""
    if len(msgspec.json.encode(found)) <= _LONGEST_FOUND:
        return found
    match found:
        case str():
            return found[: _LONGEST_FOUND // 2] + "…"
        case list():
            return f"an array of {len(found)}"
        case _:
            return f"an object of {len(found)} fields" if isinstance(found, dict) else str(found)[:_LONGEST_FOUND]
