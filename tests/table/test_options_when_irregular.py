"""What each person is offered when something has gone wrong: to report it, to rule on it, to answer."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

import pytest

from pitlink import pit
from pitlink.games.dealing import Place
from pitlink.games.irregularities import Effect
from pitlink.people import Person
from pitlink.pit import Outcome
from pitlink.table import commands as ask
from pitlink.table.options import fits, options
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, player
from tests.proving import prove, row_id, rows
from tests.table.every_game import ALL, MBS, table_of
from tests.table.irregular_scenes import (
    TWO_CARDS,
    Scene,
    asked,
    barred,
    both,
    called_again,
    folded,
    jackpot_down,
    removed,
    reported,
    seen,
    settled,
    voided,
    with_two_hands,
    wrong_turn,
)
from tests.table.offering import ANN, BOB, offered, trouble
from tests.table.refused_scenes import after, called

PEOPLE: tuple[Person, ...] = (ANN, BOB, DEALER, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER)


def told(driver: Driver, by: Person, command: str) -> list[str]:
    """The options of one kind, without its name."""
    return [each.removeprefix(command).strip() for each in trouble(driver, by) if each.split()[0] == command]


# What may be reported

DECK = {"foreign_card", "missing_card", "extra_card", "unshuffled_cards"}
DEALING = {"misdeal", "wrong_community_count", "wrong_player_count", "exposed_cards", "face_up_card", "hand_not_secret"}
SYSTEM = {"jackpot_failure", "something_else"}
CHIPS = {"late_wager", "withdrawn_wager"}
MEGALINK = {"wrong_dealer_count", "doubtful_count", "insufficient_cards"}

MOMENTS: list[tuple[str, str, Scene, set[str]]] = [
    ("bets open", "mbs-thb", called("mbs-thb"), DECK | SYSTEM),
    ("bets open", "rws-3cp", called("rws-3cp"), DECK | SYSTEM | {"power_failure"}),
    ("dealt", "mbs-thb", both("mbs-thb"), DECK | DEALING | MEGALINK | SYSTEM | CHIPS | {"power_failure"}),
    (
        "dealt",
        "mbs-lir",
        both("mbs-lir"),
        (DECK | DEALING | MEGALINK | SYSTEM | CHIPS | {"power_failure"}) - {"wrong_dealer_count"},
    ),
    (
        "dealt",
        "rws-3cp",
        both("rws-3cp"),
        (DECK | DEALING | MEGALINK | SYSTEM | CHIPS | {"power_failure", "burn_forgotten"}) - {"doubtful_count"},
    ),
    (
        "settled",
        "mbs-thb",
        settled("mbs-thb"),
        (DECK | DEALING | MEGALINK | SYSTEM | {"late_wager", "power_failure"}),
    ),
]


@pytest.mark.parametrize(
    ("moment", "game", "scene", "whats"), MOMENTS, ids=[f"{moment} {game}" for moment, game, _, _ in MOMENTS]
)
def test_everybody_at_the_table_may_report_whatever_can_have_happened(
    moment: str, game: str, scene: Scene, whats: set[str]
) -> None:
    """Cards drawn together are told of the last two cards; nobody need have drawn them so."""
    driver = scene()
    for by in PEOPLE:
        found = {each.split()[0] for each in told(driver, by, "Report")}
        assert found - {"cards_drawn_together", "extra_hand_viewed"} == whats, by
    assert trouble(driver, player("Zoe")) == []


@pytest.mark.parametrize("game", ALL)
def test_no_report_is_offered_before_the_first_call_or_of_a_void_round(game: str) -> None:
    for driver in (table_of(game, "Ann", "Bob"), voided(game)()):
        for by in PEOPLE:
            assert trouble(driver, by) == []


EARLIER = {**dict.fromkeys(MBS, "R40"), "rws-3cp": "5.19"}


@pytest.mark.parametrize("game", ALL)
def test_an_error_of_a_round_before_may_be_told_from_the_next_call_on(game: str) -> None:
    driver = settled(game)()
    assert not any("earlier" in each for by in PEOPLE for each in trouble(driver, by))
    driver.call()
    for by in PEOPLE:
        assert f"Report earlier @{EARLIER[game]}" in trouble(driver, by)
    prove(game, EARLIER[game])


def test_several_hands_and_a_wrong_amount_are_offered_where_there_are_any() -> None:
    plain, two, wrong = both("mbs-thb")(), with_two_hands("mbs-thb")(), wrong_turn()
    assert "Report several_hands @5.10" in trouble(two, DEALER)
    assert "Report wrong_later_wager @R68" in trouble(wrong, DEALER)
    assert not {"several_hands", "wrong_later_wager"} & {each.split()[1] for each in trouble(plain, DEALER)}
    assert "Report extra_hand_viewed @5.18" in trouble(with_two_hands("rws-3cp", (1,))(), ANN)
    prove("mbs-thb", "5.10", "R68")
    prove("rws-3cp", "5.18")


# Who may rule what on it. An effect names its clause; a post may do all that the posts below it may.

DRAWN = (Place("position", 1, 1), Place("position", 2, 1))
WAITING: Mapping[str, Callable[[str], Scene]] = {
    "card of another deck": lambda game: reported(both(game), "foreign_card"),
    "misdealt, untouched": lambda game: reported(both(game), "misdeal"),
    "misdealt, seen": lambda game: reported(seen(game), "misdeal"),
    "two cards exposed": lambda game: reported(both(game), "exposed_cards", places=TWO_CARDS),
    "hand miscounted": lambda game: reported(both(game), "wrong_player_count", 1),
    "and all is settled": lambda game: reported(settled(game), "wrong_player_count", 1),
    "power failed": lambda game: reported(both(game), "power_failure"),
    "after a fold": lambda game: reported(folded(game), "power_failure"),
    "hand shown": lambda game: reported(both(game), "hand_not_secret", player="Ann"),
    "two hands": lambda game: reported(with_two_hands(game), "several_hands", player="Ann"),
    "one of them seen": lambda game: reported(with_two_hands(game, (3,)), "several_hands", player="Ann"),
    "drawn together": lambda game: reported(both(game), "cards_drawn_together", places=DRAWN),
    "not covered": lambda game: reported(both(game), "something_else", words="a fire alarm"),
    "and all is decided": lambda game: reported(folded(game), "something_else", words="a fire alarm"),
    "count in doubt": lambda game: reported(both(game), "doubtful_count"),
    "jackpot failed": lambda game: reported(both(game), "jackpot_failure"),
    "before the close": lambda game: reported(called(game), "something_else", words="a fire alarm"),
}

RULINGS = rows("""
report               | game    | dealer          | supervisor                                       | shift manager
card of another deck | mbs-thb |                 | void@5.1.1                                       |
card of another deck | rws-3cp |                 | void@5.8.1                                       |
misdealt, untouched  | mbs-3cp |                 | reconstruct@5.2 void@5.2                         |
misdealt, untouched  | mbs-lir |                 | reconstruct@5.3 void@5.3                         |
misdealt, untouched  | rws-3cp |                 | reconstruct@5.8.6 void@5.8.6                     |
misdealt, seen       | mbs-uth |                 |                                                  | continue@6.1 void@6.1 return@6.1
misdealt, seen       | rws-3cp |                 | ask@5.10 reconstruct@5.10                        |
two cards exposed    | mbs-uth |                 | void@5.4                                         |
two cards exposed    | mbs-lir |                 | void@5.5                                         |
hand miscounted      | mbs-thb |                 | remove@5.7 remove_and_ask@5.7 reconstruct@5.7    |
hand miscounted      | mbs-lir |                 | remove@R33 remove_and_ask@R33 reconstruct@R33    |
hand miscounted      | rws-3cp |                 | remove@5.15 reconstruct@5.15                     |
and all is settled   | mbs-thb |                 | remove@5.7                                       |
and all is settled   | rws-3cp |                 | remove@5.15                                      |
power failed         | mbs-3cp | ask@5.16.1      |                                                  |
power failed         | rws-3cp |                 | void@5.7.2                                       |
after a fold         | mbs-3cp | continue@5.16.2 |                                                  |
after a fold         | rws-3cp | continue@5.7.1  |                                                  |
hand shown           | mbs-uth |                 |                                                  | bar@5.9 continue@5.9
two hands            | mbs-thb |                 | keep_first@5.10.2                                | bar@5.10.3
one of them seen     | mbs-thb |                 | keep_viewed@5.10.1                               | bar@5.10.3
drawn together       | rws-3cp |                 | set_order@5.14                                   |
not covered          | mbs-thb |                 |                                                  | continue@6.1 void@6.1 return@6.1
and all is decided   | mbs-thb |                 |                                                  | continue@6.1 void@6.1 return@6.1 settle_as_shown@6.1
not covered          | rws-3cp |                 |                                                  | continue@5.23 void@5.23 return@5.23
count in doubt       | mbs-thb |                 |                                                  |
jackpot failed       | rws-3cp |                 | void@5.16                                        |
before the close     | mbs-thb |                 |                                                  | continue@6.1 void@6.1
""")  # noqa: E501 - a table


@pytest.mark.parametrize("row", RULINGS, ids=row_id)
def test_a_report_that_waits_is_ruled_on_by_the_post_that_the_book_names(row: Mapping[str, str]) -> None:
    driver = WAITING[row["report"]](row["game"])()
    allowed: list[str] = []
    for by, cell in ((ANN, ""), (DEALER, row["dealer"]), (SUPERVISOR, row["supervisor"]), (PIT_MANAGER, "")):
        allowed += cell.split()
        assert sorted(told(driver, by, "Rule")) == sorted(each.replace("@", " @") for each in allowed), by
    allowed += row["shift manager"].split()
    assert sorted(told(driver, SHIFT_MANAGER, "Rule")) == sorted(each.replace("@", " @") for each in allowed)
    check_all_rulings(driver)
    assert all(not told(driver, by, "Report") for by in PEOPLE)
    prove(row["game"], *(each.partition("@")[2] for each in allowed))


def check_all_rulings(driver: Driver) -> None:
    """What would be taken is on offer, and nothing else."""
    for by in PEOPLE:
        for effect in get_args(Effect):
            command = ask.Rule(by, effect, **named(effect))
            taken = isinstance(pit.act(driver.floor, "T1", command), Outcome)
            assert taken is any(fits(option, command) for option in options(driver.table, by)), command


def named(effect: Effect) -> dict[str, Any]:
    if effect == "set_order":
        return {"order": DRAWN}
    return {"positions": (1,)} if effect == "return" else {}


def test_a_report_is_dismissed_from_the_supervisor_up_or_by_the_shift_manager_alone() -> None:
    covered, referred = (WAITING[report]("mbs-thb")() for report in ("hand miscounted", "not covered"))
    assert [by for by in PEOPLE if told(covered, by, "DismissReport")] == [SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER]
    assert [by for by in PEOPLE if told(referred, by, "DismissReport")] == [SHIFT_MANAGER]


def test_where_the_count_is_in_doubt_the_dealer_counts_before_anybody_rules() -> None:
    driver = WAITING["count in doubt"]("mbs-thb")()
    for by in (DEALER, SUPERVISOR, SHIFT_MANAGER):
        assert told(driver, by, "CountCards") == ["@5.8"]
    assert trouble(driver, ANN) == []
    driver.ask(ask.CountCards(DEALER, len(driver.play.slots) - 1))
    assert told(driver, DEALER, "CountCards") == told(driver, DEALER, "Rule") == []
    assert told(driver, SUPERVISOR, "Rule") == ["void @5.8"]
    prove("mbs-thb", "5.8")


@pytest.mark.parametrize("report", WAITING)
def test_nothing_of_the_round_is_offered_while_it_waits(report: str) -> None:
    game = "rws-3cp" if report == "drawn together" else "mbs-thb"
    driver = WAITING[report](game)()
    for by in PEOPLE:
        assert {each.split()[0] for each in offered(driver, by)} <= {"RestrictPlayer"}, by


# Answers


def test_who_is_asked_is_offered_the_answers_and_the_dealer_may_give_them_for_him() -> None:
    driver = asked()()
    answers = ["2 continue @5.7.1", "2 take_back @5.7.1"]
    assert told(driver, BOB, "AnswerOption") == answers
    assert trouble(driver, ANN) == []
    for by in (DEALER, SUPERVISOR, SHIFT_MANAGER):
        assert told(driver, by, "AnswerOption") == answers
        assert offered(driver, by, 2) == ["TakeSilence @R102"]
        assert told(driver, by, "Rule") == told(driver, by, "Report") == []
    assert offered(driver, BOB) == ["AskForTime @R102"]
    prove("mbs-thb", "5.7.1", "R102")


def test_an_answer_is_offered_once_and_then_the_round_goes_on() -> None:
    driver = after(reported(both("mbs-thb"), "power_failure"), ask.Rule(DEALER, "ask"))()
    assert told(driver, ANN, "AnswerOption") == ["1 continue @5.16.1", "1 take_back @5.16.1"]
    driver.ask(ask.AnswerOption(BOB, 2, "continue"))  # in any order
    assert told(driver, BOB, "AnswerOption") == []
    assert {each.split()[0] for each in told(driver, DEALER, "AnswerOption")} == {"1"}
    driver.ask(ask.AnswerOption(ANN, 1, "take_back"))
    assert driver.due == "decide"
    assert "fold @3.9.1" in offered(driver, BOB, 2)
    prove("mbs-thb", "5.16.1", "3.9.1")


@pytest.mark.parametrize("game", ALL)
def test_a_hand_out_of_play_is_neither_handled_nor_looked_at_any_more(game: str) -> None:
    """Else a hand that is out would make cards count as seen (rws-3cp 5.8.2, 5.12)."""
    driver = removed(game)()
    assert offered(driver, ANN, 1) == []
    assert any(each.startswith("Look") for each in offered(driver, BOB, 2))


def test_a_player_who_has_left_is_offered_no_answer() -> None:
    driver = after(asked(), ask.Leave(BOB, "Bob"))()
    assert told(driver, BOB, "AnswerOption") == []
    assert len(told(driver, DEALER, "AnswerOption")) == 2


def test_a_hand_that_was_put_right_may_be_played_on_or_taken_back() -> None:
    driver = after(WAITING["misdealt, seen"]("rws-3cp"), ask.Rule(SUPERVISOR, "reconstruct", (2,)))()
    assert told(driver, BOB, "AnswerOption") == ["2 continue_reconstructed @5.10.2", "2 take_back @5.10.3"]
    assert told(driver, ANN, "AnswerOption") == []
    prove("rws-3cp", "5.10.2", "5.10.3")


# A jackpot that does not work

CHOICES = {
    "rws-3cp": ["close_table @5.17.2.a", "block_positions @5.17.2.b", "no_jackpot @5.17.2.c", "restored @5.17.2"],
    "mbs-uth": ["close_table @R23", "block_positions @R23", "no_jackpot @R23", "restored @R23"],
}


@pytest.mark.parametrize("game", CHOICES)
def test_the_shift_manager_chooses_before_the_next_call(game: str) -> None:
    driver = jackpot_down(game)()
    assert told(driver, SHIFT_MANAGER, "DecideLaterRounds") == CHOICES[game]
    for by in PEOPLE:
        assert by is SHIFT_MANAGER or not told(driver, by, "DecideLaterRounds")
        assert not any(each.startswith("CallBets") for each in offered(driver, by))
    prove(game, *(each.partition("@")[2] for each in CHOICES[game]))


def test_what_was_chosen_for_later_rounds_is_what_is_offered_in_them() -> None:
    closing = jackpot_down("rws-3cp", "close_table")()
    assert offered(closing, SUPERVISOR) == ["CloseTable"]
    blocked = called_again(jackpot_down("rws-3cp", "block_positions", 2))()
    assert not any("place" in each for each in offered(blocked, BOB, 2))
    assert any("place ante" in each for each in offered(blocked, ANN, 1))
    dark = called_again(jackpot_down("rws-3cp", "no_jackpot"))()
    dark.bet("Ann", 1, ante=25)
    assert not any("progressive" in each for by in PEOPLE for each in offered(dark, by))
    assert told(dark, SHIFT_MANAGER, "DecideLaterRounds") == CHOICES["rws-3cp"]
    dark.ask(ask.DecideLaterRounds(SHIFT_MANAGER, "restored"))
    assert any("place progressive" in each for each in offered(dark, ANN, 1))
    assert told(dark, SHIFT_MANAGER, "DecideLaterRounds") == []


# A player who may not play on


@pytest.mark.parametrize("game", [game for game in ALL if game != "rws-3cp"])
def test_a_barred_player_is_offered_no_wager_and_no_seat_until_the_bar_is_lifted(game: str) -> None:
    driver = called_again(barred(game))()
    assert not any(each.startswith("place") for each in offered(driver, BOB))
    assert {each.split()[0] for each in offered(driver, BOB, people=True)} == {"Leave", "Stand"}
    assert not any(
        option.command == "PlaceWager" and option.player == "Bob" for option in options(driver.table, DEALER)
    )
    assert [by for by in PEOPLE if told(driver, by, "LiftBar")] == [SHIFT_MANAGER]
    driver.ask(ask.LiftBar(SHIFT_MANAGER, "Bob"))
    assert any(each.startswith("place") for each in offered(driver, BOB))
    assert told(driver, SHIFT_MANAGER, "LiftBar") == []
