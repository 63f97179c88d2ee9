"""Players of several temperaments. A player sees a view and its options, and answers with one of them or nothing."""

import random
from collections.abc import Callable
from typing import Final, Literal

from msgspec import Struct, structs

from pitlink.bots.strategies import choose
from pitlink.cards import CARD_OF, Cards
from pitlink.games.irregularities import Answer
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.table import AnyCommand
from pitlink.table import commands as ask
from pitlink.table.options import Amounts, Option
from pitlink.table.views import PositionView, TableView

Temperament = Literal["careful", "by the book", "side bets", "wild"]
TEMPERAMENTS: Final[tuple[Temperament, ...]] = ("careful", "by the book", "side bets", "wild")

# What decides for a player: from what he sees and may do, a command, or nothing more for now.
Mind = Callable[[TableView, tuple[Option, ...]], AnyCommand | None]


class Bot(Struct, frozen=True):
    """A player that plays by itself: low stakes and no side bets, by the book, for side bets, or anything."""

    name: str
    temperament: Temperament

    @property
    def person(self) -> Person:
        return Person(self.name, "player")


def mind_of(bot: Bot, dice: random.Random) -> Mind:
    def mind(seen: TableView, options: tuple[Option, ...]) -> AnyCommand | None:
        return answer(bot, seen, options, dice)

    return mind


def answer(bot: Bot, seen: TableView, options: tuple[Option, ...], dice: random.Random) -> AnyCommand | None:
    """One command at a time: a wager still to be placed, a look, a decision, the hand shown."""
    for option in options:
        match option.command:
            case "AnswerOption":
                return _go_on_or_not(bot, options, dice)
            case "Look" if not _blind(bot, dice):
                return ask.Look(bot.person, _position(option))
            case "ShowHand":
                return ask.ShowHand(bot.person, _position(option)) if not option.cards else None
            case _:
                continue
    decisions = [option for option in options if option.command == "Decide"]
    if decisions:
        return _decision(bot, seen, decisions, dice)
    return _wager(bot, seen, options, dice)


def _go_on_or_not(bot: Bot, options: tuple[Option, ...], dice: random.Random) -> AnyCommand | None:
    """After an error: a careful player takes the wagers back, others now and then, and some say nothing."""
    asked = [option for option in options if option.command == "AnswerOption"]
    takes_back = bot.temperament == "careful" or dice.random() < 0.25
    for option in asked:
        if (option.answer == "take_back") == takes_back and option.position == asked[0].position:
            return None if dice.random() < 0.1 else ask.AnswerOption(bot.person, _position(option), _answer(option))
    return None


def _answer(option: Option) -> Answer:
    assert option.answer is not None
    return option.answer


def _blind(bot: Bot, dice: random.Random) -> bool:
    """A wild player now and then decides without looking."""
    return bot.temperament == "wild" and dice.random() < 0.1


def _position(option: Option) -> int:
    assert option.position is not None
    return option.position


# Wagers


def _wager(bot: Bot, seen: TableView, options: tuple[Option, ...], dice: random.Random) -> AnyCommand | None:
    """At one's own seat, the entry first, then side bets as one likes them."""
    seats = [each.position for each in seen.positions if each.seated == bot.name]
    for option in options:
        if option.command != "PlaceWager" or option.position not in seats or option.amounts is None:
            continue
        assert option.wager is not None
        if option.wager in SIDE_BETS and not _likes(bot, option.wager, dice):
            continue
        amount = _amount(bot, _affordable(bot, seen, option), dice)
        return ask.PlaceWager(bot.person, bot.name, option.position, option.wager, amount)
    return None


def _affordable(bot: Bot, seen: TableView, option: Option) -> Amounts:
    """An entry of several equal wagers must be paid for on all of them."""
    assert option.amounts is not None
    if option.wager in SIDE_BETS or not option.companions or option.amounts.most is None:
        return option.amounts
    each = seen.players[bot.name].available // (len(option.companions) + 1)
    return structs.replace(option.amounts, most=max(option.amounts.least, min(option.amounts.most, Cents(each))))


SIDE_BETS = {"bonus", "pair_plus", "trips", "progressive"}
_LIKES: dict[Temperament, float] = {"careful": 0.0, "by the book": 0.15, "side bets": 0.95, "wild": 0.5}


def _likes(bot: Bot, wager: str, dice: random.Random) -> bool:
    return dice.random() < _LIKES[bot.temperament]


def _amount(bot: Bot, amounts: Amounts, dice: random.Random) -> Cents:
    """Whole chips within what is allowed: the least, or for the wild ones up to ten times as much."""
    most = amounts.least if amounts.most is None else amounts.most
    if bot.temperament != "wild" or amounts.step > 1:
        return amounts.least
    times = dice.choice((1, 1, 2, 3, 5, 10))
    return Cents(min(most, amounts.least * times))


# Decisions


def _decision(bot: Bot, seen: TableView, decisions: list[Option], dice: random.Random) -> AnyCommand:
    option = _chosen(bot, seen, decisions, dice)
    assert option.choice is not None
    return ask.Decide(bot.person, _position(option), option.choice)


def _chosen(bot: Bot, seen: TableView, decisions: list[Option], dice: random.Random) -> Option:
    """By the strategy; what it wants may be more than one's chips allow, then the next best thing."""
    if bot.temperament == "wild" and dice.random() < 0.5:
        return dice.choice(decisions)
    mine = next(each for each in seen.positions if each.position == decisions[0].position)
    wanted = choose(seen.game, _known(mine), _cards(seen.community), mine.decisions)
    by_word = {option.choice: option for option in decisions}
    if wanted in by_word:
        return by_word[wanted]
    return by_word.get("check") or by_word.get("fold") or decisions[-1]


def _known(mine: PositionView) -> Cards:
    return _cards(mine.cards) if None not in mine.cards else ()


def _cards(names: tuple[str | None, ...]) -> Cards:
    return tuple(CARD_OF[name] for name in names if name is not None)
