"""Bots at tables: every temperament plays every game without a refusal, and by nothing but what it may see."""

import random
from collections import Counter
from itertools import pairwise

import pytest
from msgspec import structs

from pitlink.bots.players import TEMPERAMENTS, Bot, Mind, Temperament, answer, mind_of
from pitlink.bots.tables import RunningTable, play_round, play_rounds
from pitlink.cards import NAMES
from pitlink.games import GAMES
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.table import AnyCommand
from pitlink.table import commands as ask
from pitlink.table.events import BetsCalled, CardsViewed, DecisionMade, RoundSettled, WagerPlaced
from pitlink.table.options import Option, fits, options
from pitlink.table.views import TableView, Viewer, view
from tests.driving import DEALER, Driver, player, setup_for

ROUNDS = 120


def table_of(game: str, seed: int, temperaments: tuple[Temperament, ...]) -> tuple[RunningTable, dict[str, Mind]]:
    """A running table with bots that answer only with what they were offered."""
    dice = random.Random(seed)
    running = RunningTable(game, dice)
    minds = {}
    for position, temperament in enumerate(temperaments, start=1):
        bot = Bot(f"Bot {position}", temperament)
        running.seat(bot.name, position)
        minds[bot.name] = offered_only(mind_of(bot, dice))
    return running, minds


def offered_only(mind: Mind) -> Mind:
    def checked(seen: TableView, offered: tuple[Option, ...]) -> AnyCommand | None:
        command = mind(seen, offered)
        assert command is None or any(fits(option, command) for option in offered), f"{command} was not offered"
        return command

    return checked


@pytest.mark.parametrize("game", GAMES)
def test_bots_of_every_temperament_play_on_and_on(game: str) -> None:
    """A refusal would end the game (`CannotGoOn`)."""
    running, minds = table_of(game, 31, TEMPERAMENTS)
    assert list(play_rounds(running, minds, ROUNDS)) == list(range(1, ROUNDS + 1))
    kinds = Counter(type(each.event) for each in running.history)
    assert kinds[RoundSettled] == ROUNDS
    decided = {(each.event.position, each.event.by) for each in running.history if isinstance(each.event, DecisionMade)}
    assert decided == {(1, "Bot 1"), (2, "Bot 2"), (3, "Bot 3"), (4, "Bot 4")}  # nobody was silent


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("temperament", TEMPERAMENTS)
def test_a_bot_plays_alone(game: str, temperament: Temperament) -> None:
    running, minds = table_of(game, 32, (temperament,))
    assert len(list(play_rounds(running, minds, 15))) == 15


@pytest.mark.parametrize("game", GAMES)
def test_a_full_table_of_wild_bots_plays(game: str) -> None:
    wild: Temperament = "wild"
    running, minds = table_of(game, 33, (wild,) * GAMES[game].LAYOUT.positions)
    assert len(list(play_rounds(running, minds, 12))) == 12


def test_who_has_little_left_still_finds_something_to_decide() -> None:
    """Chips that do not reach for the Play leave checking and folding."""
    running, minds = table_of("mbs-uth", 34, ("wild",))
    for _ in range(25):
        spare = running.table.players["Bot 1"].available - 120_00
        if spare > 0:
            running.do(ask.CashOut(DEALER, "Bot 1", Cents(spare)))
        assert play_round(running, minds)


def test_temperaments_differ_as_they_are_named() -> None:
    running, minds = table_of("mbs-uth", 35, TEMPERAMENTS)
    list(play_rounds(running, minds, 40))
    placed = [each.event for each in running.history if isinstance(each.event, WagerPlaced)]
    sides = Counter(event.player for event in placed if event.wager in ("trips", "progressive"))
    assert sides["Bot 1"] == 0  # careful
    assert 0 < sides["Bot 2"] < sides["Bot 4"] < sides["Bot 3"]
    amounts = {name: {event.amount for event in placed if event.player == name} for name in minds}
    assert amounts["Bot 1"] == {10_00}
    assert len(amounts["Bot 4"]) > 2
    assert 0 < decided_blind(running, 4) < 20  # a wild one, now and then
    assert [decided_blind(running, position) for position in (1, 2, 3)] == [0, 0, 0]


def decided_blind(running: RunningTable, position: int) -> int:
    """In how many rounds the first decision came before a look."""
    first = [
        type(each.event)
        for each in running.history
        if isinstance(each.event, BetsCalled)
        or (isinstance(each.event, CardsViewed | DecisionMade) and each.event.position == position)
    ]
    return sum(pair == (BetsCalled, DecisionMade) for pair in pairwise(first))


def test_the_same_dice_play_the_same_game() -> None:
    first, second = (table_of("mbs-lir", 36, TEMPERAMENTS) for _ in range(2))
    for running, minds in (first, second):
        list(play_rounds(running, minds, 10))
    assert first[0].history == second[0].history


def test_who_does_not_bet_leaves_the_bets_open() -> None:
    running = RunningTable("mbs-uth", random.Random(1))
    running.seat("Ann", 1)
    assert not play_round(running, {"Ann": lambda seen, offered: None})
    assert running.play.due.step == "close"


# What a bot may see


ENTRY = {"mbs-uth": {"ante": 10, "blind": 10}, "mbs-lir": {"w1": 10, "w2": 10, "w3": 10}}


def deal_two(game: str, dice: random.Random) -> tuple[Driver, Driver]:
    """Two tables at which everything that Ann may ever see before the showdown is the same, and nothing else."""
    layout = GAMES[game].LAYOUT
    deck = dice.sample(NAMES, len(NAMES))
    known = deck[: layout.own_cards + layout.community_cards]
    own, board = known[: layout.own_cards], known[layout.own_cards :]
    rest = deck[len(known) :]
    tables = []
    for _ in range(2):
        hidden = dice.sample(rest, len(rest))
        driver = Driver(checking=False)
        driver.open(setup_for(game))
        driver.seat("Ann", "Bob")
        driver.call()
        entry = {"mbs-uth": {"ante": 10, "blind": 10}, "mbs-lir": {"w1": 10, "w2": 10, "w3": 10}}.get(
            game, {"ante": 10}
        )
        for name, position in (("Ann", 1), ("Bob", 2)):
            driver.bet(name, position, **entry)
        driver.close()
        hands: dict[str | int, str] = {1: " ".join(own), "community": " ".join(board)}
        other = iter(hidden)
        hands[2] = " ".join(next(other) for _ in own)
        hands["dealer"] = " ".join(next(other) for _ in range(layout.dealer_cards))
        driver.deal(hands)
        tables.append(driver)
    return tables[0], tables[1]


def advance(driver: Driver, choice: int) -> bool:
    """The dealer turns up what is due, Bob decides without regard to his cards; whether Ann is to decide."""
    while True:
        driver.expose()
        if driver.due != "decide":
            return False
        if driver.play.due.position == 1:
            return True
        words = [each.choice for each in options(driver.table, player("Bob")) if each.command == "Decide"]
        driver.ask(ask.Decide(player("Bob"), 2, str(words[choice % len(words)])))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("temperament", TEMPERAMENTS)
def test_a_bot_knows_nothing_of_a_card_that_lies_face_down(game: str, temperament: Temperament) -> None:
    """Tables that differ only in such cards look the same to a bot, and it answers the same."""
    dice = random.Random(37)
    bot = Bot("Ann", temperament)
    questions = 0
    for nth in range(4):
        one, other = deal_two(game, dice)
        assert one.play.slots != other.play.slots
        seed = dice.random()
        while advance(one, nth) and advance(other, nth):
            commands = []
            for driver in (one, other):
                seen = view(driver.table, Viewer("Ann", "player"))
                offered = options(driver.table, Person("Ann", "player"))
                command = answer(bot, seen, offered, random.Random(seed))
                assert command == answer(bot, seen, offered, random.Random(seed))  # it keeps nothing in mind
                assert command is not None
                commands.append((seen, offered, command))
                driver.ask(command)
            assert commands[0] == commands[1]
            questions += 1
    assert questions >= 8


@pytest.mark.parametrize("game", GAMES)
def test_a_sealed_deck_tells_a_bot_nothing_but_its_seal(game: str) -> None:
    """With other cards in the deck behind one's own, the view differs by salted digests only."""
    views = []
    for seed in (1, 2):
        running = RunningTable(game, random.Random(seed))
        running.seat("Ann", 1)
        caught: list[TableView] = []
        mind = mind_of(Bot("Ann", "careful"), random.Random(0))

        def watching(
            seen: TableView, offered: tuple[Option, ...], mind: Mind = mind, caught: list[TableView] = caught
        ) -> AnyCommand | None:
            caught.append(seen)
            return mind(seen, offered)

        play_round(running, {"Ann": watching})
        before = next(seen for seen in caught if seen.step is not None and seen.step.step == "decide")
        assert set(before.positions[0].cards) == {None}
        assert set(before.community) <= {None}
        assert set(before.dealer_cards) <= {None}
        views.append(before)
    assert views[0] != views[1]
    assert structs.replace(views[0], seal=()) == structs.replace(views[1], seal=())
