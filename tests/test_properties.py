"""What holds for every round: money is conserved, order and suits do not matter, a bad round is refused and no more."""

import io
import json
import random
from copy import deepcopy
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from pitlink import roundfile
from pitlink.cards import DECK, NAMES, name
from pitlink.cli.show import show_round
from pitlink.explain import explain
from pitlink.games import GAMES
from pitlink.games.round import Line, Seat, Share, payments, wager_of
from pitlink.money import Cents, Percent
from pitlink.rulebook.switches import CONCERNING, VALUES
from tests.proving import Json, settle

AMOUNTS = st.integers(1, 50_000).map(lambda cents: f"{cents // 100}.{cents % 100:02d}")


@st.composite
def rounds(draw: st.DrawFn, game: str | None = None) -> Json:
    """Any round that the format allows: every game, wager, decision, status, limit and switch, cards stacked or not."""
    game = game or draw(st.sampled_from(list(GAMES)))
    layout = GAMES[game].LAYOUT
    deck = draw(decks())
    take = iter(deck)
    unit = draw(st.sampled_from(["1.00", "5.00", "0.33"]))
    cards: Json = {"community": [next(take) for _ in range(layout.community_cards)]}
    if layout.dealer_cards:
        cards["dealer"] = [next(take) for _ in range(layout.dealer_cards)]
    positions = draw(st.lists(st.integers(1, layout.positions), min_size=1, max_size=4, unique=True).map(sorted))
    round: Json = {
        "pitlink": 1,
        "game": game,
        "jackpot": {"meter": draw(AMOUNTS), "reset": draw(AMOUNTS), "unit": unit},
        "cards": cards,
        "seats": [
            draw(seats(game, position, [next(take) for _ in range(layout.own_cards)], unit)) for position in positions
        ],
        "interpretations": {
            switch: draw(st.sampled_from(VALUES[switch]))
            for switch in draw(st.lists(st.sampled_from(CONCERNING[game]), max_size=3, unique=True))
        },
    }
    if draw(st.booleans()):
        limited = draw(st.sampled_from([wager for wager in layout.placed if wager != "progressive"]))
        least, most = sorted(draw(st.tuples(st.integers(1, 9_000), st.integers(1, 9_000))))
        round["limits"] = {limited: {"min": f"{least / 100:.2f}", "max": f"{most / 100:.2f}"}}
    if game == "mbs-lir" and draw(st.booleans()):
        round["magic_card"] = draw(st.sampled_from(deck[:12]))
        round["lucky_position"] = draw(st.integers(1, 7))
    for seat in round["seats"]:
        if not seat.get("reveals", True) and refused(round):
            del seat["reveals"]  # declining is not always possible
    return round


@st.composite
def decks(draw: st.DrawFn) -> list[str]:
    """A shuffled deck; often with few suits or ranks on top, so that the great hands come."""
    dice = random.Random(draw(st.integers(0, 2**32)))
    deck = list(NAMES)
    dice.shuffle(deck)
    match draw(st.sampled_from(["any", "suited", "high"])):
        case "suited":
            deck.sort(key=lambda card: card[1] != "h")
            head = deck[:13]
            dice.shuffle(head)
            deck[:13] = head
        case "high":
            deck.sort(key=lambda card: card[0] not in "AKQJT")
            head = deck[:20]
            dice.shuffle(head)
            deck[:20] = head
    return deck


@st.composite
def seats(draw: st.DrawFn, game: str, position: int, own: list[str], unit: str) -> Json:
    layout = GAMES[game].LAYOUT
    wagers: dict[str, str] = {}
    match game:
        case "mbs-lir":
            wagers = dict.fromkeys(("1", "2", "$"), draw(AMOUNTS)) if draw(st.booleans()) else {}
        case "mbs-uth":
            wagers = dict.fromkeys(("ante", "blind"), draw(AMOUNTS)) if draw(st.booleans()) else {}
        case _:
            wagers = {entry: draw(AMOUNTS) for entry in layout.entry if draw(st.booleans())}
    for side in layout.placed:
        if side == "progressive":
            most = layout.units[-1] if layout.units else 12
            cents = round_cents(unit) * draw(st.integers(1, most))
            if draw(st.booleans()) or not wagers:
                wagers[side] = f"{cents // 100}.{cents % 100:02d}"
        elif side not in wagers and side in ("bonus", "trips") and draw(st.booleans()):
            wagers[side] = draw(AMOUNTS)
    seat: Json = {"position": position, "wagers": wagers}
    if layout.takes_part(wagers):
        seat["cards"] = own
    seat["decisions"] = draw(decisions(game, wagers))
    status = draw(st.sampled_from(["present"] * 6 + ["absent", "removed"]))
    if status != "present":
        seat["status"] = status
        if seat["decisions"] and draw(st.booleans()):
            seat["decisions"] = seat["decisions"][:-1]
    if status == "removed":
        seat["clause"] = draw(st.sampled_from(["R41", "R37", "mbs-thb 5.7"]))
    if draw(st.integers(0, 4)) == 0:
        seat["reveals"] = False
    if draw(st.integers(0, 4)) == 0:
        seat["warned"] = True
    if game == "rws-3cp" and seat["decisions"] == ["play"] and draw(st.integers(0, 3)) == 0:
        wagers["play"] = draw(AMOUNTS)
    return seat


@st.composite
def decisions(draw: st.DrawFn, game: str, wagers: dict[str, str]) -> list[str]:
    made: list[str] = []
    placed = {wager: wager_of(Share(None, Cents(1))) for wager in wagers}
    seat = Seat(1, placed)
    while stage := GAMES[game].stage(seat, tuple(made)):
        made.append(draw(st.sampled_from([choice.word for choice in stage.choices])))
    return made


def round_cents(text: str) -> int:
    return int(text.replace(".", ""))


def refused(round: Json) -> bool:
    try:
        roundfile.read_round(json.dumps(round).encode())
    except roundfile.RoundRefused:
        return True
    return False


@pytest.mark.parametrize("game", GAMES)
@given(st.data())
@settings(max_examples=150)
def test_money_is_conserved(game: str, data: st.DataObject) -> None:
    """What the players get is what the house and the pool give, and the stakes; the meter moves by its awards alone."""
    round = data.draw(rounds(game))
    settlement = roundfile.settle(json.dumps(round).encode())
    pool = settlement.jackpot
    assert pool is not None
    assert pool.after == pool.before - sum(award.from_pool for award in pool.awards) + pool.seed
    assert pool.after >= 0
    assert pool.seed >= 0
    for award in pool.awards:
        assert 0 <= award.from_pool <= award.amount
    lines = {(seat.seat.position, line.wager): line for seat in settlement.seats for line in seat.lines}
    for award in pool.awards:
        assert lines[award.position, award.line].pays == award.amount, "the line pays what the award says"
    awarded = {award.position for award in pool.awards if award.hand in ("royal flush", "straight flush")}
    for (position, wager), line in lines.items():
        check_line(line)
        if wager == "progressive" and isinstance(line.odds, Percent):
            assert position in awarded, "no share of the jackpot without an award"
    collected = sum(line.stake - line.returned for line in lines.values())
    paid = sum(line.pays for line in lines.values())
    assert sum(seat.net for seat in settlement.seats) == paid - collected
    for given_seat, seat in zip(round["seats"], settlement.seats, strict=True):
        placed = {line.wager: line.stake + line.excess for line in seat.lines}
        for wager, amount in given_seat["wagers"].items():
            assert placed[wager] == round_cents(amount), "every chip on the layout is accounted for"


def check_line(line: Line) -> None:
    assert min(line.stake, line.pays, line.returned, line.excess) >= 0
    match line.outcome:
        case "win":
            assert line.returned in (0, line.stake)
        case "lose":
            assert (line.pays, line.returned) == (0, 0)
        case "push":
            assert (line.pays, line.returned) == (0, line.stake)
        case "returned":
            assert (line.pays, line.returned, line.excess) == (0, line.stake, 0)


@given(rounds())
@settings(max_examples=150)
def test_the_same_round_gives_the_same_bytes(round: Json) -> None:
    data = json.dumps(round).encode()
    first, second = (msgspec.json.encode(roundfile.settlement_out(roundfile.settle(data))) for _ in range(2))
    assert first == second


@given(rounds())
@settings(max_examples=150)
def test_every_round_that_is_settled_can_be_explained(round: Json) -> None:
    explanation = explain(roundfile.read_round(json.dumps(round).encode()))
    console = Console(file=io.StringIO(), width=100)
    show_round(explanation, console, reasons=True)


@given(rounds(), st.permutations(range(4)))
@settings(max_examples=200)
def test_suits_permuted_change_nothing(round: Json, signs: list[int]) -> None:
    permuted: Json = json.loads(json.dumps(round), object_hook=lambda raw: _permute(raw, signs))
    assert _without_cards(settle(permuted)) == _without_cards(settle(round))


def _permute(raw: dict[str, Any], signs: list[int]) -> dict[str, Any]:
    def turned(value: Any) -> Any:
        if isinstance(value, list):
            return [turned(each) for each in value]
        if isinstance(value, str) and value in NAMES:
            card = DECK[NAMES.index(value)]
            return name(DECK[card // 4 * 4 + signs[card % 4]])
        return value

    return {key: turned(value) for key, value in raw.items()}


def _without_cards(settled: Json) -> Json:
    settled = deepcopy(settled)
    settled.get("dealer", {}).pop("cards", None)
    return settled


@given(rounds(), st.randoms(use_true_random=False))
@settings(max_examples=200)
def test_seat_order_matters_to_jackpots_only(round: Json, dice: random.Random) -> None:
    """Hands moved to other positions are settled alike, all but the progressive and what hangs on a position."""
    round.pop("lucky_position", None)
    moved = deepcopy(round)
    positions = [seat["position"] for seat in round["seats"]]
    dice.shuffle(moved["seats"])
    for position, seat in zip(positions, moved["seats"], strict=True):
        seat["position"] = position
    before = sorted(map(_apart_from_jackpot, settle(round)["seats"]))
    after = sorted(map(_apart_from_jackpot, settle(moved)["seats"]))
    assert before == after


def _apart_from_jackpot(seat: Json) -> str:
    jackpot = ("progressive", "magic_card", "lucky_player")
    lines = {wager: line for wager, line in seat["wagers"].items() if wager not in jackpot}
    return json.dumps([seat["hand"], lines], sort_keys=True)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | AMOUNTS | st.sampled_from(NAMES),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(st.binary(max_size=200) | JSON.map(lambda raw: json.dumps(raw).encode()))
def test_any_text_at_all_is_settled_or_refused(data: bytes) -> None:
    _settled_or_refused(data)


@given(rounds(), st.data())
@settings(max_examples=400)
def test_a_round_with_anything_changed_is_settled_or_refused(round: Json, data: st.DataObject) -> None:
    """One place of a good round gets any JSON, or is taken away, or stands twice."""
    place: Any = round
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            break
        key = data.draw(st.sampled_from(keys))
        if isinstance(place[key], (dict, list)) and data.draw(st.booleans()):
            place = place[key]
            continue
        if data.draw(st.integers(0, 3)) == 0:
            del place[key]
        else:
            place[key] = data.draw(JSON)
        break
    _settled_or_refused(json.dumps(round).encode())


def _settled_or_refused(data: bytes) -> None:
    try:
        settlement = roundfile.settle(data)
    except roundfile.RoundRefused as refused:
        error = json.loads(msgspec.json.encode(roundfile.refusal_out(refused.fault)))["error"]
        assert set(error) == {"field", "found", "expected", "clause"}
        assert isinstance(error["field"], str)
        assert error["expected"]
    else:
        json.loads(msgspec.json.encode(roundfile.settlement_out(settlement)))


@given(
    st.lists(st.integers(1, 10_000), min_size=1, max_size=5),
    st.integers(0, 100_000),
    st.integers(0, 4),
)
def test_a_pooled_wager_is_paid_out_by_share(amounts: list[int], pays: int, seated: int) -> None:
    """R34: nothing is lost, the seated player has the odd cents, and nobody else gets more than his part."""
    wager = wager_of(*(Share(f"P{at}", Cents(amount)) for at, amount in enumerate(amounts)))
    line = Line("ante", wager.amount, "win", Cents(pays), wager.amount, "3.10.3")
    parts = payments(line, wager, f"P{seated}")
    assert sum(part.pays for part in parts) == pays
    assert [part.returned for part in parts] == amounts
    odd = seated if seated < len(amounts) else 0
    for at, (part, amount) in enumerate(zip(parts, amounts, strict=True)):
        even = pays * amount // sum(amounts)
        assert part.pays == even if at != odd else part.pays >= even
