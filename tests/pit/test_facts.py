"""What is asked with a report or a ruling: every answer that is offered makes a command that is taken."""

from typing import Any

import msgspec
import pytest

from pitlink import pit
from pitlink.games.irregularities import ALL, ASKS
from pitlink.pit.facts import ALSO, FactAsked, asked_for_ruling, asked_of_earlier, asked_with
from pitlink.refusals import Refused
from pitlink.table import commands as ask
from pitlink.table.reportable import reports
from tests.driving import DEALER, SHIFT_MANAGER, Driver
from tests.pit.test_previewing import deciding, looked, settled
from tests.table.every_game import ALL as GAMES

FIELDS = ("what", "positions", "player", "places", "wager")


def asked(driver: Driver) -> dict[str, tuple[FactAsked, ...]]:
    """By what can be reported now."""
    found: dict[str, list[ask.Report]] = {}
    for report in reports(driver.table, DEALER):
        found.setdefault(report.what, []).append(report)
    return {
        what: asked_with(driver.table, driver.play, candidates[0].what, candidates)
        for what, candidates in found.items()
    }


def facts(asks: tuple[FactAsked, ...]) -> list[str]:
    return [each.fact for each in asks]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("moment", [deciding, looked, settled], ids=lambda moment: moment.__name__)
def test_every_answer_makes_a_report_that_is_taken(game: str, moment: Any) -> None:
    driver = moment(game)
    offered = 0
    for what, asks in asked(driver).items():
        for each in asks:
            for choice in each.choices if each.needed and each.fact != "places" else ():
                said = {name: value for name in FIELDS if (value := getattr(choice, name))}
                chips: dict[str, Any] = {"amount": choice.most} if what == "late_wager" else {}
                report = msgspec.convert({"by": DEALER, "command": "Report", "what": what, **said, **chips}, ask.Report)
                assert not isinstance(pit.act(driver.floor, driver.name, report), Refused), (what, choice)
                offered += 1
    assert offered


@pytest.mark.parametrize("game", GAMES)
def test_whatever_must_be_said_is_asked(game: str) -> None:
    named = {"chips": {"positions", "player", "wager"}, "player": {"player", "positions"}}
    for what, asks in asked(deciding(game)).items():
        said = set[str]().union(*(named.get(each.fact, {each.fact}) for each in asks if each.needed))
        assert set(ASKS.get(next(each for each in ALL if each == what), ())) <= said, what


def test_cards_are_asked_for_by_their_places_and_never_by_their_faces() -> None:
    """Those that lie face down; of the community cards nobody has seen one yet."""
    (exposed,) = asked(deciding("mbs-uth"))["exposed_cards"]
    assert exposed.several
    told = [(choice.group, choice.words) for choice in exposed.choices]
    assert told[:3] == [("Position 1", "card 1"), ("Position 1", "card 2"), ("Position 2", "card 1")]
    assert ("Dealer", "card 2") in told
    assert ("Community", "card 5") in told
    assert len(told) == 2 * 3 + 2 + 5


def test_what_the_round_shows_is_not_asked() -> None:
    """Whether cards were touched or seen: only where a clause hangs on it and nobody has looked."""
    assert facts(asked(deciding("mbs-uth"))["misdeal"]) == ["handled"]
    assert facts(asked(looked("mbs-uth"))["misdeal"]) == []
    assert facts(asked(deciding("rws-3cp"))["misdeal"]) == ["seen"]
    assert facts(asked(looked("rws-3cp"))["misdeal"]) == []
    assert facts(asked(deciding("mbs-uth"))["foreign_card"]) == []


def test_chips_are_named_by_position_and_area_with_what_lies_there() -> None:
    chips, amount = asked(deciding("mbs-3cp"))["late_wager"]
    assert (chips.fact, amount.fact) == ("chips", "amount")
    assert [(each.group, each.words, each.most) for each in chips.choices][:2] == [
        ("Position 1", "Ante $25", 25_00),
        ("Position 1", "Progressive $5", 5_00),
    ]


def test_an_earlier_round_is_asked_for_by_its_number() -> None:
    number, what, words = asked_of_earlier(12)
    assert (number.most, words.needed) == (12, False)
    assert {choice.what for choice in what.choices} == set(ALL)


def test_everything_that_is_looked_for_has_the_words_of_people() -> None:
    """But wagers outside the limits, which settle themselves."""
    assert {*ALSO, "outside_limits"} == set(ALL)


# With a ruling


def lying(game: str, report: ask.Report) -> Driver:
    driver = deciding(game)
    driver.ask(report)
    return driver


def test_a_ruling_that_hands_back_asks_for_whom() -> None:
    driver = lying("mbs-uth", ask.Report(DEALER, "something_else", words="a glass fell"))
    (whose,) = asked_for_ruling(driver.table, driver.play, "return")
    assert (whose.needed, [choice.positions for choice in whose.choices]) == (True, [(1,), (2,), (3,)])
    for choice in whose.choices:
        rule = ask.Rule(SHIFT_MANAGER, "return", choice.positions)
        assert not isinstance(pit.preview(driver.floor, driver.name, rule), Refused)
    assert asked_for_ruling(driver.table, driver.play, "void") == ()


def test_whole_hands_change_places() -> None:
    driver = lying("mbs-uth", ask.Report(DEALER, "misdeal"))
    (hands,) = asked_for_ruling(driver.table, driver.play, "reconstruct")
    assert [choice.words for choice in hands.choices] == ["1 and 2", "1 and 3", "2 and 3"]
    for choice in hands.choices:
        rule = ask.Rule(SHIFT_MANAGER, "reconstruct", moves=choice.moves)
        assert not isinstance(pit.preview(driver.floor, driver.name, rule), Refused)


def test_cards_drawn_together_are_put_in_an_order() -> None:
    driver = deciding("rws-3cp")
    last = sorted(driver.play.slots, key=lambda place: driver.play.slots[place].nth)[-2:]
    driver.ask(ask.Report(DEALER, "cards_drawn_together", places=tuple(last)))
    (order,) = asked_for_ruling(driver.table, driver.play, "set_order")
    assert len(order.choices) == 2
    for choice in order.choices:
        rule = ask.Rule(SHIFT_MANAGER, "set_order", order=choice.order)
        assert not isinstance(pit.preview(driver.floor, driver.name, rule), Refused)


def test_who_was_touched_by_an_error_may_be_named() -> None:
    driver = lying("rws-3cp", ask.Report(DEALER, "misdeal", seen=True))
    (touched,) = asked_for_ruling(driver.table, driver.play, "ask")
    assert not touched.needed
    rule = ask.Rule(SHIFT_MANAGER, "ask", touched.choices[0].positions)
    assert not isinstance(pit.preview(driver.floor, driver.name, rule), Refused)
