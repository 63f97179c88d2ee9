"""Tables of bots that go wrong at random: officers rule, no cent is lost, and the games go on."""

import random
from collections import Counter
from functools import cache

import pytest

from pitlink import ledger
from pitlink.bots.house import OFFICERS
from pitlink.bots.players import TEMPERAMENTS, Bot, mind_of
from pitlink.bots.tables import RunningTable, play_rounds
from pitlink.bots.trouble import moment
from pitlink.games import GAMES
from pitlink.games.irregularities import ALL
from pitlink.people import may_act_as
from pitlink.pit import log
from pitlink.table import entries, evolve
from pitlink.table import events as on
from pitlink.table.state import Table
from tests.driving import replay

ROUNDS = 150
BY_NAME = {officer.id: officer for officer in OFFICERS}


@cache
def troubled(game: str) -> RunningTable:
    """Every round goes wrong once."""
    dice = random.Random(f"trouble at {game}")
    running = RunningTable(game, dice)
    minds = {}
    for position, temperament in enumerate(TEMPERAMENTS, start=1):
        bot = Bot(f"Bot {position}", temperament)
        running.seat(bot.name, position)
        minds[bot.name] = mind_of(bot, dice)
    assert list(play_rounds(running, minds, ROUNDS, trouble=1.0)) == list(range(1, ROUNDS + 1))
    return running


@pytest.mark.parametrize("game", GAMES)
def test_every_round_goes_wrong_once_and_is_ruled_on(game: str) -> None:
    kinds = Counter(type(each.event) for each in troubled(game).history)
    assert kinds[on.IrregularityReported] == ROUNDS
    assert kinds[on.RulingGiven] + kinds[on.ReportDismissed] == ROUNDS
    assert kinds[on.RoundVoided] > 20
    assert kinds[on.RoundSettled] > 60
    for rare in (on.HandRemoved, on.JackpotFailed, on.LaterRoundsDecided, on.SettlementSetAside):
        assert kinds[rare] > 0, rare


def test_between_the_games_everything_happens_that_can_go_wrong() -> None:
    """But for what a software dealer with a sealed deck never does: later wagers of a wrong amount."""
    happened = [each.event for game in GAMES for each in troubled(game).history]
    reported = {event.what for event in happened if isinstance(event, on.IrregularityReported)}
    seldom = {"wrong_later_wager", "outside_limits", "several_hands", "extra_hand_viewed"}
    assert reported == set(ALL) - seldom
    kinds = {type(event) for event in happened}
    assert {on.OptionsGiven, on.OptionTaken, on.PlayerBarred, on.BarLifted, on.CardsCounted} <= kinds


@pytest.mark.parametrize("game", GAMES)
def test_rulings_are_given_in_a_post_that_may(game: str) -> None:
    cases = GAMES[game].IRREGULARITIES.cases
    given = [each.event for each in troubled(game).history if isinstance(each.event, on.RulingGiven)]
    assert len({(each.what, each.effect) for each in given}) > 15
    for each in given:
        posts = {
            ruling.by
            for case in cases
            for ruling in case.rulings
            if (case.what, ruling.effect, ruling.clause) == (each.what, each.effect, each.clause)
        }
        assert posts or each.what == "doubtful_count"
        assert all(may_act_as(BY_NAME[each.by], post) for post in posts)
        assert BY_NAME[each.by].post == each.post


@pytest.mark.parametrize("game", GAMES)
def test_the_log_replays_to_the_same_floor(game: str) -> None:
    running = troubled(game)
    assert replay(running.history) == running.floor
    lines = list(log.write(running.history))
    assert [recorded for recorded, _ in log.replay(log.read(lines))] == running.history


@pytest.mark.parametrize("game", GAMES)
def test_no_cent_is_lost_at_the_table(game: str) -> None:
    """Stacks are what was bought and cashed, and what stands of won and lost."""
    running = troubled(game)
    table, books = Table(), ledger.EMPTY
    for each in running.history:
        if isinstance(each.event, on.Event):
            after = evolve(table, each.event)
            entered = ledger.enter(books, entries(table, each.event, after))
            assert isinstance(entered, ledger.Books)
            table, books = after, entered
    for who, stack in table.players.items():
        assert books.balance(ledger.chips("T1", who)).posted == stack.chips
    assert sum(balance.posted for balance in books.balances.values()) == 0


def test_without_trouble_no_dice_are_thrown_for_it() -> None:
    """The same seed deals the same rounds as before there was any trouble to draw."""
    dice = random.Random(3)
    assert moment(dice, 0.0) is None
    kept = random.Random(3)
    kept.random()
    assert dice.getstate() == kept.getstate()
    assert {moment(random.Random(seed), 1.0) is None for seed in range(20)} == {False}


def test_about_the_share_asked_for_goes_wrong() -> None:
    dice = random.Random(5)
    assert 150 < sum(moment(dice, 0.2) is not None for _ in range(1000)) < 250
