"""What a ruling would do, in words."""

from pitlink import pit
from pitlink.games.irregularities import Effect
from pitlink.pit.foretelling import foretold
from pitlink.refusals import Refused
from pitlink.table import commands as ask
from tests.driving import DEALER, SHIFT_MANAGER, Driver
from tests.pit.test_previewing import deciding, settled


def told(driver: Driver, report: ask.Report, effect: Effect) -> list[tuple[str, str]]:
    found = pit.previews(driver.floor, driver.name, report)
    assert not isinstance(found, Refused)
    (would,) = [each.would for each in found[1] if each.effect == effect]
    return [(line.about, line.words) for line in foretold(would, driver.table)]


def test_a_void_round_gives_everything_back_and_the_sign_shows_less() -> None:
    assert told(deciding("mbs-uth"), ask.Report(DEALER, "foreign_card"), "void") == [
        ("Round", "The round is void."),
        ("Position 1", "Ante $25, Blind $25 and Progressive $5 go back."),
        ("Position 2", "Ante $25 and Blind $25 go back."),
        ("Position 3", "Ante $25 and Blind $25 go back."),
        ("Chips", "Ann has $105.00 more to bet."),
        ("Chips", "Bob has $50.00 more to bet."),
        ("L1", "Shows $100,000.00 instead of $100,001.00."),
    ]


def test_a_hand_is_out_and_the_others_are_asked() -> None:
    assert told(deciding("mbs-uth"), ask.Report(DEALER, "wrong_player_count", (2,)), "remove_and_ask") == [
        ("Round", "The round waits for the players' answers."),
        ("Position 2", "Ante $25 and Blind $25 go back."),
        ("Positions 1 and 3", "All wagers may be taken back, or played on."),
        ("Chips", "Bob has $50.00 more to bet."),
        ("L1", "Still shows $100,001.00."),
    ]


def test_part_of_a_wager_goes_back() -> None:
    late = ask.Report(DEALER, "late_wager", (2,), "Bob", wager="ante", amount=500)  # type: ignore[arg-type]
    assert ("Position 2", "$5 of Ante $25 goes back.") in told(deciding("mbs-3cp"), late, "refuse_late")


def test_who_may_not_play_on_is_told_for_later_rounds() -> None:
    secret = ask.Report(DEALER, "hand_not_secret", player="Bob")
    assert ("Later", "Bob may not play on.") in told(deciding("mbs-uth"), secret, "bar")


def test_a_result_that_stands_is_told_as_such() -> None:
    other = ask.Report(DEALER, "something_else", words="a glass fell")
    assert told(settled("mbs-uth"), other, "continue")[0] == ("Round", "The result stands.")


def test_a_dismissal_changes_nothing() -> None:
    driver = deciding("mbs-uth")
    driver.ask(ask.Report(DEALER, "foreign_card"))
    done = pit.act(driver.floor, driver.name, ask.DismissReport(SHIFT_MANAGER))
    assert not isinstance(done, Refused)
    would = pit.previewing.consequences(driver.floor, done.floor, driver.name)
    assert [line.words for line in foretold(would, driver.table)] == [
        "The round goes on.",
        "Every wager stays.",
        "Still shows $100,001.00.",
    ]
