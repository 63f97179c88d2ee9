"""A round file in. Nothing is taken on trust: the first thing that cannot be right is raised as a `RoundRefused`.

It names its place, what was found there, what was expected and the clause, and nothing is settled.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

import msgspec

from pitlink.cards import CARD_OF, Card, Cards
from pitlink.games import GAMES, Game
from pitlink.games.refusals import Fault
from pitlink.games.round import (
    Jackpot,
    Limit,
    Round,
    Seat,
    Share,
    Wager,
    wager_of,
)
from pitlink.money import Cents, NotMoney, cents_of, dollars
from pitlink.roundfile.version import VERSION
from pitlink.rulebook import catalogue
from pitlink.rulebook.catalogue import Clause, Reading
from pitlink.rulebook.switches import CONCERNING, DEFAULT, READING_OF, VALUES, Switches

_ROUND_FIELDS = dict.fromkeys(("pitlink", "game", "jackpot", "limits", "cards", "seats", "interpretations"))
_LIR_FIELDS = dict.fromkeys((*_ROUND_FIELDS, "magic_card", "lucky_position"))
_SEAT_FIELDS = dict.fromkeys(
    ("position", "player", "cards", "wagers", "decisions", "reveals", "status", "clause", "warned")
)
_JACKPOT_FIELDS = dict.fromkeys(("meter", "reset", "unit"))
_LIMIT_FIELDS = dict.fromkeys(("min", "max"))
_CARD_FIELDS = {True: dict.fromkeys(("dealer", "community")), False: dict.fromkeys(("community",))}
_STATUSES = ("present", "absent", "removed")


class RoundRefused(Exception):
    """A round that cannot be right."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.field}: found {fault.found!r}, expected {fault.expected}")
        self.fault = fault


def refuse(field: str, found: object, expected: str, clause: str | None = None) -> NoReturn:
    raise RoundRefused(Fault(field, found, expected, clause))


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
    dealt: set[Card] = set()
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
        if jackpot is None and "progressive" in seat.wagers:
            refuse("jackpot", None, f"meter, reset and unit: seats[{at}] has a progressive wager")
        if not seat.reveals and (fault := game.check_decline(seat, round)):
            raise RoundRefused(_in_seat(at, fault))
    return round


def _read_object(data: bytes) -> dict[str, Any]:
    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:  # a ValueError is text that is not UTF-8
        refuse("$", f"text that cannot be read: {error}", "one JSON object in UTF-8")
    if not isinstance(raw, dict):
        refuse("$", raw, "one JSON object")
    if b"\\" in data or data.count(b'"') != msgspec.json.encode(raw).count(b'"'):
        # A key that stands twice leaves fewer quotation marks behind; only then is the text looked at once more.
        try:
            json.loads(data, object_pairs_hook=_refuse_repeated_keys)
        except (ValueError, RecursionError) as error:
            refuse("$", f"text that cannot be read: {error}", "one JSON object in UTF-8")
    return raw


def _refuse_repeated_keys(pairs: list[tuple[str, Any]]) -> None:
    seen = set()
    for key, _ in pairs:
        if key in seen:
            refuse(key, "twice in one object", "each field once")
        seen.add(key)


def _check_fields(path: str, raw: Mapping[str, Any], known: Mapping[str, None]) -> None:
    if not raw.keys() <= known.keys():
        field = next(field for field in raw if field not in known)
        refuse(f"{path}{field}", raw[field], f"no such field; one of {', '.join(known)}")


def _read_money(raw: Any, path: str, field: str) -> Cents:
    try:
        return cents_of(raw)
    except (NotMoney, TypeError):
        refuse(f"{path}{field}", raw, 'an amount in dollars as text, such as "12.50"')


def _read_jackpot(raw: Any) -> Jackpot:
    if not isinstance(raw, dict):
        refuse("jackpot", raw, "an object with meter, reset and unit")
    _check_fields("jackpot.", raw, _JACKPOT_FIELDS)
    meter = _read_money(raw.get("meter"), "jackpot.", "meter")
    reset = _read_money(raw.get("reset"), "jackpot.", "reset")
    unit = _read_money(raw.get("unit"), "jackpot.", "unit")
    if unit == 0:
        refuse("jackpot.unit", raw["unit"], "more than 0.00")
    return Jackpot(meter, reset, unit)


def _read_limits(raw: Any, game: Game) -> dict[str, Limit]:
    if not isinstance(raw, dict):
        refuse("limits", raw, "an object of wagers with min and max")
    layout = game.LAYOUT
    for wager in raw:
        if wager not in layout.placed or wager == "progressive":
            clause = "R29" if wager in (*layout.later, "progressive") else layout.areas_clause
            refuse(f"limits.{wager}", raw[wager], "a wager placed before the deal, the progressive excepted", clause)
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
    _check_fields(f"{field}.", raw, _LIMIT_FIELDS)
    least = _read_money(raw["min"], f"{field}.", "min") if "min" in raw else None
    most = _read_money(raw["max"], f"{field}.", "max") if "max" in raw else None
    if most == 0:
        refuse(f"{field}.max", raw["max"], "more than 0.00")
    if least is not None and most is not None and least > most:
        refuse(f"{field}.min", raw["min"], f"at most {dollars(most)}, the maximum")
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


def _read_table_cards(raw: Any, game: Game, dealt: set[Card]) -> tuple[Cards, Cards]:
    layout = game.LAYOUT
    known = _CARD_FIELDS[layout.dealer_cards > 0]
    if not isinstance(raw, dict):
        refuse("cards", raw, f"an object with {' and '.join(known)}")
    _check_fields("cards.", raw, known)
    dealer = _read_cards("cards.dealer", raw.get("dealer", []), game, dealt)
    community = _read_cards("cards.community", raw.get("community", []), game, dealt)
    if len(dealer) != layout.dealer_cards:
        refuse("cards.dealer", raw.get("dealer"), f"{layout.dealer_cards} cards", layout.deal_clause)
    if len(community) != layout.community_cards:
        refuse("cards.community", raw.get("community"), f"{layout.community_cards} cards", layout.community_clause)
    return dealer, community


def _read_cards(field: str, raw: Any, game: Game, dealt: set[Card]) -> Cards:
    """Read cards and note that they are dealt: one deck has every card once."""
    if not isinstance(raw, list):
        refuse(field, raw, "an array of cards")
    try:
        cards = [CARD_OF[text] for text in raw]
    except (KeyError, TypeError):
        at = next(at for at, text in enumerate(raw) if not isinstance(text, str) or text not in CARD_OF)
        refuse(f"{field}[{at}]", raw[at], "a card such as As, Td or 10♦", game.LAYOUT.deck_clause)
    if not dealt.isdisjoint(cards) or len(set(cards)) < len(cards):
        at = next(at for at, card in enumerate(cards) if card in dealt or card in cards[:at])
        refuse(f"{field}[{at}]", raw[at], "a card that was not dealt before in this round", game.LAYOUT.deck_clause)
    dealt.update(cards)
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


def _read_seats(raw: Any, game: Game, jackpot: Jackpot | None, dealt: set[Card]) -> tuple[Seat, ...]:
    if not isinstance(raw, list) or not raw:
        refuse("seats", raw, "an array of one seat or more")
    seats: list[Seat] = []
    for at, raw_seat in enumerate(raw):
        try:
            seat = _read_seat(raw_seat, game, jackpot, dealt)
            if seats and seat.position <= seats[-1].position:
                expected = f"a position after {seats[-1].position}: seats stand in the order dealt, each once"
                refuse("position", seat.position, expected, game.LAYOUT.deal_clause)
        except RoundRefused as refused:
            raise RoundRefused(_in_seat(at, refused.fault)) from None
        seats.append(seat)
    return tuple(seats)


def _read_seat(raw: Any, game: Game, jackpot: Jackpot | None, dealt: set[Card]) -> Seat:
    """Read one seat; what is refused here is named from the seat on."""
    if not isinstance(raw, dict):
        refuse("", raw, "an object")
    _check_fields("", raw, _SEAT_FIELDS)
    player = raw.get("player")
    if "player" in raw and not isinstance(player, str):
        refuse("player", player, "text")
    seat = Seat(
        _read_position("position", raw.get("position"), game),
        _read_wagers(raw.get("wagers"), game, jackpot, player),
        _read_cards("cards", raw.get("cards", []), game, dealt),
        _read_decisions(raw.get("decisions", [])),
        player,
        _read_flag("reveals", raw["reveals"]) if "reveals" in raw else True,
        "absent" if _read_status(raw.get("status", "present")) == "absent" else "present",
        _read_removal(raw, game) if "status" in raw or "clause" in raw else None,
        _read_flag("warned", raw["warned"]) if "warned" in raw else False,
    )
    if fault := game.check_entry(seat):
        raise RoundRefused(fault)
    _check_cards(seat, raw.get("cards"), game)
    _check_decisions(seat, game)
    return seat


def _read_wagers(raw: Any, game: Game, jackpot: Jackpot | None, player: str | None) -> dict[str, Wager]:
    layout = game.LAYOUT
    if not isinstance(raw, dict) or not raw:
        refuse("wagers", raw, f"one wager or more of {', '.join(layout.placed)}", layout.entry_clause)
    written = layout.written
    wagers = {}
    for wager, text in raw.items():
        if wager not in written:
            _refuse_wager(wager, text, game)
        amount = _read_money(text, "wagers.", wager)
        if amount == 0:
            refuse(f"wagers.{wager}", text, "more than 0.00")
        wagers[wager] = Wager(amount, (Share(player, amount),))
    if jackpot is not None and "progressive" in wagers:
        _check_units(wagers["progressive"].amount, game, jackpot)
    return wagers


def _refuse_wager(wager: str, text: Any, game: Game) -> NoReturn:
    layout = game.LAYOUT
    later = wager in layout.later
    why = "not written: it follows from the decisions" if later else "no such wager"
    expected = f"{why}; one of {', '.join(layout.written)}"
    refuse(f"wagers.{wager}", text, expected, None if later else layout.areas_clause)


def _check_units(amount: Cents, game: Game, jackpot: Jackpot) -> None:
    """A progressive wager is a number of units that the rulebook allows (R15)."""
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
        refuse("wagers.progressive", dollars(amount), expected, game.LAYOUT.units_clause)


def _read_decisions(raw: Any) -> tuple[str, ...]:
    """What each word means is found out when the decisions are walked through."""
    if not isinstance(raw, list):
        refuse("decisions", raw, "an array of decisions")
    return tuple(raw)


def _read_flag(field: str, raw: Any) -> bool:
    if not isinstance(raw, bool):
        refuse(field, raw, "true or false")
    return raw


def _read_status(raw: Any) -> str:
    if raw not in _STATUSES:
        refuse("status", raw, _one_of(_STATUSES))
    return str(raw)


def _read_removal(raw: Mapping[str, Any], game: Game) -> str | None:
    clause = raw.get("clause")
    if raw.get("status") != "removed":
        if "clause" in raw:
            refuse("clause", clause, "no clause unless the status is removed")
        return None
    if not isinstance(clause, str) or not _takes_out_of_play(catalogue.find(game.DOCUMENT, clause)):
        expected = f"the clause that took the hand out of play: an irregularity or a ruling of {game.DOCUMENT}, or R…"
        refuse("clause", clause, expected)
    return clause


def _takes_out_of_play(cited: Clause | Reading | None) -> bool:
    """An irregularity, a clause on who decides, a reading of one, or rws-3cp 5.21, by which a void round gives back."""
    match cited:
        case Clause(id=number, kind=kind):
            return kind in ("irregularity", "authority") or number == "5.21"
        case _:
            return cited is not None


def _check_cards(seat: Seat, raw: Any, game: Game) -> None:
    if seat.removed_by is not None:
        return
    layout = game.LAYOUT
    if not layout.takes_part(seat.wagers):
        if seat.cards:
            refuse("cards", raw, "no cards: every wager here lacks its companion", "R49")
    elif len(seat.cards) != layout.own_cards:
        refuse("cards", raw, f"{layout.own_cards} cards", layout.deal_clause)


def _check_decisions(seat: Seat, game: Game) -> None:
    """Walk through the decisions as they were made; only a hand that is out or a player who is gone may lack some."""
    if _are_whole(seat, game):
        return
    clause = game.LAYOUT.no_decision_clause if game.LAYOUT.takes_part(seat.wagers) else "R49"
    for at, word in enumerate(seat.decisions):
        stage = game.stage(seat, seat.decisions[:at])
        if stage is None:
            left = " left" if at else ""
            refuse(f"decisions[{at}]", word, f"nothing: there is no decision{left} to make", clause)
        choice = stage.choice(word)
        if choice is None:
            expected = _one_of(tuple(choice.word for choice in stage.choices))
            refuse(f"decisions[{at}]", word, expected, stage.clause)
        clause = choice.ends_by or choice.clause
    may_lack = seat.status == "absent" or seat.removed_by is not None
    if not may_lack and (stage := game.stage(seat, seat.decisions)):
        expected = _one_of(tuple(choice.word for choice in stage.choices))
        refuse(f"decisions[{len(seat.decisions)}]", None, expected, stage.clause)


def _are_whole(seat: Seat, game: Game) -> bool:
    """Whether a seat that takes part has one of the few sequences of decisions that lead to the end."""
    whole = _WHOLE_DECISIONS.get(game.DOCUMENT)
    if whole is None:
        every_wager = {wager: wager_of() for wager in game.LAYOUT.placed}
        whole = _WHOLE_DECISIONS[game.DOCUMENT] = frozenset(_sequences(game, Seat(1, every_wager), ()))
    try:
        return game.LAYOUT.decides in seat.wagers and seat.decisions in whole
    except TypeError:  # something in it is no text
        return False


_WHOLE_DECISIONS: dict[str, frozenset[tuple[str, ...]]] = {}


def _sequences(game: Game, seat: Seat, made: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    stage = game.stage(seat, made)
    if stage is None:
        yield made
        return
    for choice in stage.choices:
        yield from _sequences(game, seat, (*made, choice.word))


def _in_seat(at: int, fault: Fault) -> Fault:
    """A fault found in a seat, named from the round on."""
    field = f"seats[{at}].{fault.field}" if fault.field else f"seats[{at}]"
    return Fault(field, fault.found, fault.expected, fault.clause)


def _one_of(words: tuple[str, ...]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
