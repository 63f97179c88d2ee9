"""What can be reported now, and what each ruling would do: told beforehand, then carried out and compared."""

from collections.abc import Callable

import pytest

from pitlink import pit
from pitlink.cards import name
from pitlink.games.irregularities import ASKS, WORDS
from pitlink.people import may_act_as
from pitlink.pit.previewing import Consequences, Preview, Reportable, consequences
from pitlink.refusals import Refused
from pitlink.rulebook.catalogue import find
from pitlink.table import commands as ask
from pitlink.table.events import LineSettled
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, player
from tests.table.every_game import ALL, ENTRY, table_of

STAFF = {each.post: each for each in (DEALER, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER)}


# Moments of a round


def betting(game: str) -> Driver:
    driver = table_of(game, "Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game], progressive=5)
    driver.bet("Bob", 2, **ENTRY[game])
    driver.bet("Ann", 3, **ENTRY[game])
    return driver


def dealing(game: str) -> Driver:
    driver = betting(game)
    driver.close()
    for card in ("2s", "3s", "4s", "5s", "7s", "8s"):
        driver.ask(ask.DealCard(DEALER, card))
    assert driver.due == "deal"
    return driver


def deciding(game: str) -> Driver:
    driver = betting(game)
    driver.close()
    driver.deal({})
    return driver


def looked(game: str) -> Driver:
    driver = deciding(game)
    driver.ask(ask.Look(player("Ann"), 1))
    return driver


def settled(game: str) -> Driver:
    driver = looked(game)
    while driver.due in ("decide", "expose"):
        driver.expose()
        if driver.due == "decide":
            driver.ask(ask.TakeSilence(DEALER, driver.play.due.position))
    driver.finish()
    return driver


MOMENTS = [betting, dealing, deciding, looked, settled]


def carried_out(game: str, moment: Callable[[str], Driver], each: Reportable, preview: Preview) -> Driver:
    """The report made and ruled on, by the lowest post that may."""
    driver = moment(game)
    driver.ask(each.report)
    if each.what == "doubtful_count":
        driver.ask(ask.CountCards(DEALER, len(driver.play.slots) + 1))
    by = STAFF[preview.by]
    positions = tuple(driver.play.boxes) if preview.effect == "return" else ()
    order = tuple(sorted(each.report.places, key=lambda place: driver.play.slots[place].nth))
    rule = ask.Rule(by, preview.effect, positions, order=order if preview.effect == "set_order" else ())
    assert pit.preview(driver.floor, driver.name, rule) == consequences_of_rule(driver, rule)
    driver.ask(rule)
    return driver


def consequences_of_rule(driver: Driver, rule: ask.Rule) -> Consequences:
    done = pit.act(driver.floor, driver.name, rule)
    assert not isinstance(done, Refused)
    return consequences(driver.floor, done.floor, driver.name)


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
@pytest.mark.parametrize("game", ALL)
def test_a_preview_is_what_then_happens(game: str, moment: Callable[[str], Driver]) -> None:
    """To the stacks, the pool and every wager, as the books and the lines of the settlement have them."""
    before = moment(game)
    found = pit.reportable(before.floor, before.name, DEALER)
    assert found
    for each in found:
        for preview in each.rulings:
            driver, told = carried_out(game, moment, each, preview), preview.would
            display = driver.floor.links["L1"].display
            assert told.display == (before.floor.links["L1"].display, display)
            gained = {
                name: stack.available - before.table.players[name].available
                for name, stack in driver.table.players.items()
            }
            assert dict(told.released) == {name: more for name, more in gained.items() if more}
            assert (told.round == "is void") == (driver.play.void is not None)
            assert (told.round == "waits for answers") == (driver.due == "answer")
            check_wagers(driver, told)


def check_wagers(driver: Driver, told: Consequences) -> None:
    """What goes back is returned by the settlement, what stays is not."""
    if driver.play.void or driver.due == "answer" or not driver.play.closed:
        return
    if not driver.play.settled:
        finish(driver)
    lines = {(line.position, line.wager): line for line in driver.play.lines}
    for each in told.wagers:
        line = lines.get((each.position, each.wager))
        if each.fate == "goes back":
            assert line is not None
            assert line.outcome == "returned"
            assert line.returned == each.back
        elif line is not None and each.fate == "stays":
            assert line.outcome != "returned"


def finish(driver: Driver) -> None:
    """Whatever is left of the round, the passive way."""
    while driver.due != "settle":
        match driver.due:
            case "deal":
                driver.deal({})
            case "decide":
                driver.ask(ask.TakeSilence(DEALER, driver.play.due.position))
            case "expose":
                driver.expose()
            case "show":
                driver.ask(ask.ShowHand(DEALER, driver.play.due.position))
    driver.ask(ask.Settle(DEALER))
    assert driver.events(LineSettled)


@pytest.mark.parametrize("game", ALL)
def test_nothing_happens_by_asking_what_would(game: str) -> None:
    driver = looked(game)
    floor = repr(driver.floor)
    pit.reportable(driver.floor, driver.name, DEALER)
    assert repr(driver.floor) == floor


@pytest.mark.parametrize("game", ALL)
def test_each_report_says_its_clause_its_facts_and_who_rules(game: str) -> None:
    driver = looked(game)
    for each in pit.reportable(driver.floor, driver.name, player("Bob")):
        assert each.words == WORDS[each.what]
        assert each.asks == ASKS.get(each.what, ())
        assert all(getattr(each.report, fact) for fact in each.asks)
        assert find(game, each.clause)
        assert each.rulings
        for preview in each.rulings:
            assert find(game, preview.clause)
            assert may_act_as(SHIFT_MANAGER, preview.by)


def test_who_is_not_at_the_table_can_report_nothing() -> None:
    driver = looked("mbs-uth")
    assert pit.reportable(driver.floor, driver.name, player("Zoe")) == ()


def test_other_facts_are_previewed_the_same_way() -> None:
    """Seen cards, said by the reporter, bring another clause."""
    driver = deciding("rws-3cp")
    unseen = pit.previews(driver.floor, driver.name, ask.Report(DEALER, "misdeal"))
    seen = pit.previews(driver.floor, driver.name, ask.Report(DEALER, "misdeal", seen=True))
    assert not isinstance(unseen, Refused)
    assert not isinstance(seen, Refused)
    assert (unseen[0], [each.effect for each in unseen[1]]) == ("5.8.6", ["reconstruct", "void"])
    assert (seen[0], [each.effect for each in seen[1]]) == ("5.10", ["ask", "reconstruct"])
    refused = pit.previews(driver.floor, driver.name, ask.Report(DEALER, "wrong_player_count"))
    assert isinstance(refused, Refused)
    assert refused.code == "fact_missing"
    assert pit.previews(driver.floor, driver.name, ask.Report(DEALER, "misdeal", round=9)) == Refused(
        "no_earlier_round", "round 9", "a round before round 1", "5.8"
    )


def test_of_an_earlier_round_there_is_nothing_to_rule() -> None:
    driver = settled("mbs-thb")
    driver.call()
    assert pit.previews(driver.floor, driver.name, ask.Report(DEALER, "extra_card", round=1)) == ("5.1.2", ())


@pytest.mark.parametrize("game", ALL)
def test_a_hidden_card_is_in_no_preview(game: str) -> None:
    driver = looked(game)
    told = repr(pit.reportable(driver.floor, driver.name, player("Bob")))
    hidden = [name(slot.card) for slot in driver.play.slots.values() if slot.card is not None]
    assert hidden
    assert not [card for card in hidden if f"'{card}'" in told]
