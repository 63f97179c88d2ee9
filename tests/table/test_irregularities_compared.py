"""The same incident in all five rulebooks, side by side: where one of them rules otherwise, a row shows it.

Every cell is driven through a real round of its game, with Ann's winning hand at position 1 and Bob's losing one at 2,
each with a progressive wager beside it, and held against the same round without the incident.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import pytest
from msgspec import Struct, structs

from pitlink import pit
from pitlink.games.dealing import Place
from pitlink.games.irregularities import Answer
from pitlink.people import Person
from pitlink.pit import Outcome
from pitlink.table import commands as ask
from pitlink.table.events import EarlierErrorNoted, IrregularityReported, OptionsGiven, RoundVoided, RulingGiven
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, money, player
from tests.proving import prove, rows
from tests.table.every_game import ALL, ENTRY, GOES, PLAIN, STAYS, decide_all
from tests.table.irregular_scenes import TWO_CARDS, Scene, begun, both, seen, with_two_hands
from tests.table.letting_ride import one
from tests.table.refused_scenes import after

# A cell: the clause that covers it, the lowest post that may rule (D dealer, S pit supervisor, G gaming shift manager),
# the ruling and its clause, and what becomes of the wagers: "back" is a void round, "on" the result as if nothing had
# been, "out 1" the hand at 1 handed back, "asks 1 2 by 5.10" who may choose. "=" is the cell to its left, "-" what
# the rulebook does not know, "not 5.15: …" a ruling that this clause does not leave open.
COMPARED = rows("""
incident              | when     | mbs-thb                                             | mbs-3cp | mbs-uth | mbs-lir                                          | rws-3cp
foreign card          | dealt    | 5.1: S void 5.1.1, back                             | =       | =       | 5.1: S void 5.1.1, back                          | 5.8.1: S void 5.8.1, back
missing card          | dealt    | 5.1: S void 5.1.1, back                             | =       | =       | 5.2: S void 5.2, back                            | 5.8.3: S void 5.8.3, back
extra card            | seen     | 5.1: S void 5.1.1, back                             | =       | =       | 5.2: S void 5.2, back                            | 5.8.3: S void 5.8.3, back
insufficient cards    | dealt    | 5.1: S void 5.1.1, back                             | =       | =       | 5.2: S void 5.2, back                            | 5.8.4: S void 5.8.4, back
unshuffled cards      | dealt    | 5.1: S void 5.1.1, back                             | =       | =       | R33: S void R33, back                            | 5.8.5: S void 5.8.5, back
misdeal               | dealt    | 5.2: S void 5.2, back                               | =       | =       | 5.3: S void 5.3, back                            | 5.8.6: S void 5.8.6, back
misdeal               | crossed  | 5.2: S reconstruct 5.2, on                          | =       | =       | 5.3: S reconstruct 5.3, on                       | 5.8.6: S reconstruct 5.8.6, asks 1 2 by 5.10
misdeal               | handled  | R42: G continue 6.1, on                             | =       | =       | R42: G continue R33, on                          | 5.8.6: S void 5.8.6, back
misdeal               | seen     | R42: G continue 6.1, on                             | =       | =       | R42: G continue R33, on                          | 5.10: S ask 5.10, asks 1 2 by 5.10
wrong community count | dealt    | 5.3: S void 5.3, back                               | =       | =       | 5.4: S void 5.4, back                            | R80: S void 5.8.6, back
wrong community count | seen     | 5.3: S void 5.3, back                               | =       | =       | 5.4: S void 5.4, back                            | R80: S ask 5.10, asks 1 2 by 5.10
wrong dealer count    | seen     | 5.3: S void 5.3, back                               | =       | =       | -                                                | 5.8.7: S void 5.8.7, back
wrong player count    | seen     | 5.7: S remove 5.7, out 1                            | =       | =       | R33: S remove R33, out 1                         | 5.15: S remove 5.15, out 1
wrong player count    | dealt    | 5.7: S remove_and_ask 5.7, out 1 asks 2 by 5.7.1    | =       | =       | R33: S remove_and_ask R33, out 1 asks 2 by R33   | not 5.15: remove_and_ask
two cards exposed     | dealt    | 5.4: S void 5.4, back                               | =       | =       | 5.5: S void 5.5, back                            | 5.8.2: S void 5.8.2, back
two cards exposed     | seen     | 5.4: S void 5.4, back                               | =       | =       | 5.5: S void 5.5, back                            | 5.12: D continue 5.12, on
one card exposed      | dealt    | R43: D continue R43, on                             | =       | =       | R43: D continue R43, on                          | 5.10: S ask 5.10, asks 2 by 5.10
one card exposed      | seen     | R43: D continue R43, on                             | =       | =       | R43: D continue R43, on                          | 5.12: D continue 5.12, on
burn forgotten        | dealt    | -                                                   | =       | =       | -                                                | 5.9: S reconstruct 5.9, asks 1 2 by 5.9
burn forgotten        | seen     | -                                                   | =       | =       | -                                                | 5.9: S void 5.9, back
card face up          | dealt    | 6.1: G continue 6.1, on                             | =       | =       | R33: G continue R33, on                          | 5.13: D continue 5.13, on
cards drawn together  | drawn    | 6.1: G continue 6.1, on                             | =       | =       | R33: G continue R33, on                          | 5.14: S set_order 5.14, asks 1 2 by 5.14.1
count in doubt        | counted  | 5.8: S void 5.8, back                               | =       | =       | R33: S void R33, back                            | -
hand not secret       | dealt    | 5.9: G bar 5.9, out 2                               | =       | =       | R33: G bar R33, out 2                            | not 5.23: bar
hand not secret       | seen     | 5.9: G continue 5.9, on                             | =       | =       | R33: G continue R33, on                          | 5.23: G continue 5.23, on
several hands         | two      | 5.10: S keep_first 5.10.2, out 3                    | =       | =       | R33: S keep_first R33, out 3                     | -
several hands         | third    | 5.10: S keep_viewed 5.10.1, out 1                   | =       | =       | R33: S keep_viewed R33, out 1                    | -
extra hand viewed     | third    | -                                                   | =       | =       | -                                                | 5.18: S remove 5.18, out 1
power failure         | seen     | 5.16: D ask 5.16.1, asks 1 2 by 5.16.1              | =       | =       | R33: D ask R33, asks 1 2 by R33                  | 5.7: S void 5.7.2, back
power failure         | outcome  | 5.16: D continue 5.16.2, on                         | =       | =       | R33: D continue R33, on                          | 5.7: D continue 5.7.1, on
jackpot failure       | dealt    | R23: G void 6.1, back                               | =       | =       | R23: G void R33, back                            | 5.16: S void 5.16, back
jackpot failure       | seen     | R23: G continue 6.1, on                             | =       | =       | R23: G continue R33, on                          | 5.17: D continue 5.17.1, on
late wager            | seen     | 5.5: S refuse_late 5.5, out 1                       | =       | =       | 5.6: S refuse_late 5.6, out 1                    | 5.11: S refuse_late 5.11, out 1
withdrawn wager       | seen     | 5.6: D continue 5.6, on                             | =       | =       | 5.7: D continue 5.7, on                          | R48: D continue R48, on
something else        | seen     | 6.1: G continue 6.1, on                             | =       | =       | R33: G continue R33, on                          | 5.23: G continue 5.23, on
""")  # noqa: E501 - a table

# How an incident is told

CARD_OF_BOB = Place("position", 2, 1)
ENTRY_WAGER = {"mbs-lir": "$"}

INCIDENTS: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "two cards exposed": lambda game: {"what": "exposed_cards", "places": TWO_CARDS},
    "one card exposed": lambda game: {"what": "exposed_cards", "places": (CARD_OF_BOB,)},
    "card face up": lambda game: {"what": "face_up_card"},
    "count in doubt": lambda game: {"what": "doubtful_count"},
    "wrong player count": lambda game: {"positions": (1,)},
    "hand not secret": lambda game: {"player": "Bob"},
    "several hands": lambda game: {"player": "Ann"},
    "extra hand viewed": lambda game: {"player": "Ann", "positions": (1,)},
    "late wager": lambda game: {**of_ann(game), "amount": money(25)},
    "withdrawn wager": lambda game: {**of_ann(game)},
    "something else": lambda game: {"words": "a fire alarm"},
}


def of_ann(game: str) -> dict[str, Any]:
    return {"player": "Ann", "positions": (1,), "wager": ENTRY_WAGER.get(game, "ante")}


def told(driver: Driver, game: str, incident: str) -> ask.Report:
    facts = INCIDENTS[incident](game) if incident in INCIDENTS else {}
    if incident == "cards drawn together":
        facts = {"places": drawn(driver)}
    return ask.Report(DEALER, facts.pop("what", incident.replace(" ", "_")), **facts)


def drawn(driver: Driver) -> tuple[Place, ...]:
    """Two cards that left the device one after the other and are not in one hand where that can be."""
    slots = driver.play.slots
    in_turn = sorted((place for place in slots if place.where == "position"), key=lambda place: slots[place].nth)
    return next(
        (first, second)
        for first, second in pairwise(in_turn)
        if slots[second].nth == slots[first].nth + 1 and first.position != second.position
    )


# When it comes to light


def crossed(game: str) -> Scene:
    """Ann's cards at Bob's position and his at hers."""

    def scene() -> Driver:
        driver = begun(game)()
        driver.deal({**PLAIN[game], 1: PLAIN[game][2], 2: PLAIN[game][1]})
        return driver

    return scene


def outcome(game: str) -> Scene:
    """Bob has folded; in Let It Ride nobody does, and the first hand lies open."""

    def scene() -> Driver:
        driver = both(game)()
        decide_all(driver, {1: STAYS[game], 2: GOES[game]})
        if game == "mbs-lir":
            driver.ask(ask.ShowHand(DEALER, driver.play.due.position))
        return driver

    return scene


MOMENTS: Mapping[str, Callable[[str], Scene]] = {
    "dealt": both,
    "drawn": both,
    "counted": both,
    "handled": lambda game: after(both(game), ask.HandleCards(player("Ann"), 1)),
    "seen": seen,
    "crossed": crossed,
    "outcome": outcome,
    "two": with_two_hands,
    "third": lambda game: with_two_hands(game, (3,)),
}


# What is expected


class Cell(Struct, frozen=True):
    covers: str
    post: str
    effect: Any
    clause: str
    out: tuple[int, ...]
    asks: tuple[int, ...]
    by: str
    void: bool


def cell(text: str) -> Cell:
    """ "5.7: S remove_and_ask 5.7, out 1 asks 2 by 5.7.1" taken apart."""
    covers, _, rest = text.partition(": ")
    ruling, _, fate = rest.partition(", ")
    post, effect, clause = ruling.split()
    words = fate.replace("by ", "by").split()
    found: dict[str, list[str]] = {"out": [], "asks": [], "by": []}
    kind = "on"
    for word in words:
        if word in ("out", "asks", "on", "back"):
            kind = word
        else:
            found["by" if word.startswith("by") else kind].append(word.removeprefix("by"))
    asks, out = (tuple(int(each) for each in found[name]) for name in ("asks", "out"))
    return Cell(covers, post, effect, clause, out, asks, "".join(found["by"]), fate == "back")


def cells(row: Mapping[str, str]) -> dict[str, str]:
    """Every game with its cell."""
    result: dict[str, str] = {}
    for game in ALL:
        result[game] = row[game] if row[game] != "=" else list(result.values())[-1]
    return result


POSTS: tuple[Person, ...] = (player("Ann"), DEALER, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER)
LOWEST = {"D": DEALER, "S": SUPERVISOR, "G": SHIFT_MANAGER}

CASES = [(f"{row['incident']}, {row['when']}", game, text) for row in COMPARED for game, text in cells(row).items()]


@pytest.mark.parametrize(("what", "game", "text"), CASES, ids=[f"{what}: {game}" for what, game, _ in CASES])
def test_each_rulebook_rules_on_the_same_incident_in_its_own_way(what: str, game: str, text: str) -> None:
    incident, _, when = what.partition(", ")
    driver = MOMENTS[when](game)()
    report = told(driver, game, incident)
    if text == "-":
        driver.refuse(report, "not_here", None)
        return
    (reported,) = driver.ask(report)
    assert isinstance(reported, IrregularityReported)
    if when == "counted":
        driver.ask(ask.CountCards(DEALER, len(driver.play.slots) + 1))
    if text.startswith("not "):
        clause, _, effect = text.removeprefix("not ").partition(": ")
        driver.refuse(ask.Rule(SHIFT_MANAGER, effect), "not_a_ruling_here", clause)  # type: ignore[arg-type]
        return
    check_ruling(driver, game, cell(text), report, reported)


def check_ruling(driver: Driver, game: str, expected: Cell, report: ask.Report, reported: IrregularityReported) -> None:
    assert reported.clause == expected.covers
    lowest = POSTS.index(LOWEST[expected.post])
    for by in POSTS[:lowest]:
        driver.refuse(ruling(driver, by, expected, report), "post_too_low", expected.clause)
    for by in POSTS[lowest:]:
        assert isinstance(pit.act(driver.floor, "T1", ruling(driver, by, expected, report)), Outcome), by
    events = driver.ask(ruling(driver, POSTS[lowest], expected, report))
    given = one(RulingGiven, events)
    assert (given.effect, given.clause, given.by) == (expected.effect, expected.clause, POSTS[lowest].id)
    prove(game, expected.covers, expected.clause)
    if expected.void:
        assert one(RoundVoided, events).clause == expected.clause
        assert driver.play.lines == ()
        check_money(driver, {"Ann": 0, "Bob": 0}, "100000.00")
        prove(game, "R39")
    else:
        if expected.asks:
            asked = one(OptionsGiven, events)
            assert (asked.positions, asked.clause) == (expected.asks, expected.by)
            prove(game, expected.by)
        check_result(driver, game, expected)
    check_next_round(driver, game)


def ruling(driver: Driver, by: Person, expected: Cell, report: ask.Report) -> ask.Rule:
    crossed_over = expected.effect == "reconstruct" and report.what == "misdeal"
    moves = ((1, 2), (2, 1)) if crossed_over else ()
    return ask.Rule(by, expected.effect, moves=moves, order=report.places if expected.effect == "set_order" else ())


# What becomes of the wagers


def check_result(driver: Driver, game: str, expected: Cell) -> None:
    """Hands that are out are no better or worse off; of those asked Bob takes his wagers back; the rest is as ever."""
    back = expected.out
    for position in expected.asks:
        answer: Answer = "take_back" if position == 2 else going_on(driver)
        driver.ask(ask.AnswerOption(player(str(driver.box(position).seat.player)), position, answer))
        back += (2,) if position == 2 else ()
    fed = driver.play.stakes
    played = to_the_end(driver, game)
    usual = played_without_incident(driver, game)
    assert played == {position: 0 if position in back else net for position, net in usual.items()}
    nets: dict[str, int] = {"Ann": 0, "Bob": 0}
    for position, net in played.items():
        nets[str(driver.box(position).seat.player)] += net
    left = sum(1 for stake in fed if stake.position not in back)
    check_money(driver, nets, f"{100_000 + left}.00")  # a fifth of each wager of 5.00
    if back:
        prove(game, "R14")


def going_on(driver: Driver) -> Answer:
    assert driver.play.question is not None
    return next(offer.answer for offer in driver.play.question.offers if offer.answer != "take_back")


def to_the_end(driver: Driver, game: str) -> dict[int, int]:
    """The round played and settled: what each position is better or worse off."""
    decide_all(driver, dict.fromkeys(driver.play.boxes, STAYS[game]))
    driver.finish(PLAIN[game])
    nets = dict.fromkeys(driver.play.boxes, 0)
    for line in driver.play.lines:
        nets[line.position] += sum(each.paid - each.collected for each in line.payments)
    return nets


def played_without_incident(driver: Driver, game: str) -> dict[int, int]:
    """The same hands and the same decisions in a round in which nothing went wrong."""
    boxes = driver.play.boxes
    usual = (with_two_hands(game) if len(boxes) == 3 else both(game))()
    gave_up = boxes[2].seat.decisions == GOES[game]
    decide_all(usual, {position: GOES[game] if gave_up and position == 2 else STAYS[game] for position in boxes})
    return to_the_end(usual, game)


def check_money(driver: Driver, nets: Mapping[str, int], display: str) -> None:
    """Stacks as they are once the next call makes the round final, and the sign of the jackpot."""
    if driver.table.jackpot_down is not None:
        driver.ask(ask.DecideLaterRounds(SHIFT_MANAGER, "restored"))
    driver.call()
    assert {name: driver.chips(name) - money(1_000) for name in nets} == nets
    assert driver.floor.links["L1"].display == money(display)


def check_next_round(driver: Driver, game: str) -> None:
    """Both play the round that follows to its end, Bob once a bar is lifted."""
    for name in driver.table.barred:
        driver.ask(ask.LiftBar(SHIFT_MANAGER, name))
    before = {name: driver.chips(name) for name in ("Ann", "Bob")}
    for name, position in (("Ann", 1), ("Bob", 2)):
        driver.bet(name, position, **ENTRY[game])
    driver.close()
    driver.deal(PLAIN[game])
    nets = to_the_end(driver, game)
    assert nets[1] > 0 > nets[2]
    driver.call()
    assert driver.chips("Ann") == before["Ann"] + nets[1]
    assert driver.chips("Bob") == before["Bob"] + nets[2]


# A round later. The bets of the second round lie there, and stay there.

LATER = rows("""
incident              | mbs-thb | mbs-3cp | mbs-uth | mbs-lir | rws-3cp
foreign card          | 5.1.2   | =       | =       | 5.1.2   | 5.8
missing card          | 5.1.2   | =       | =       | R40     | 5.8
extra card            | 5.1.2   | =       | =       | R40     | 5.8
unshuffled cards      | 5.1.2   | =       | =       | R40     | 5.8
insufficient cards    | 5.1.2   | =       | =       | R40     | 5.8
misdeal               | R40     | =       | =       | R40     | 5.8
exposed cards         | R40     | =       | =       | R40     | 5.8
late wager            | R40     | =       | =       | R40     | 5.19
wrong community count | 5.3     | =       | =       | 5.4     | 5.19
wrong player count    | 5.7     | =       | =       | R33     | 5.19
outside limits        | 5.15    | =       | =       | R33     | 5.19
""")


@pytest.mark.parametrize("row", LATER, ids=lambda row: row["incident"])
def test_an_error_found_a_round_later_changes_nothing_in_any_of_them(row: Mapping[str, str]) -> None:
    for game, clause in cells(row).items():
        driver = both(game)()
        to_the_end(driver, game)
        driver.call()
        driver.bet("Ann", 1, **ENTRY[game])
        before = driver.table
        (noted,) = driver.ask(ask.Report(DEALER, row["incident"].replace(" ", "_"), round=1))  # type: ignore[arg-type]
        assert isinstance(noted, EarlierErrorNoted)
        assert (noted.round, noted.clause) == (1, clause), game
        assert driver.table == structs.replace(before, version=before.version + 1)
        prove(game, clause)
