"""Options as one would say them.

"place bonus 10-1000 @3.5" is a Bonus from 10.00 to 1000.00 in steps of a cent, "place progressive 5-25 by 5 @3.5.1" one
in units; a single amount is the only one.
"""

from pitlink.money import Cents, dollars
from pitlink.people import Person
from pitlink.table.options import Option, options
from tests.driving import (
    Driver,
    player,
)

ANN, BOB, CY = player("Ann"), player("Bob"), player("Cy")
WORDS = {"PlaceWager": "place", "RaiseWager": "raise", "TakeBackWager": "back", "Decide": "", "RecordDecision": "hear"}


def amount(cents: Cents) -> str:
    return dollars(cents).removesuffix(".00")


def say(option: Option) -> str:
    words = [WORDS.get(option.command, option.command), option.wager or "", option.choice or ""]
    if option.command in ("Decide", "RecordDecision"):
        words[1] = ""  # the choice says it
    amounts = option.amounts
    if amounts is not None and amounts.most != 0:
        most = "" if amounts.most is None else amount(amounts.most)
        least = amount(amounts.least)
        words.append(least if least == most else f"{least}-{most}")
        words += [f"by {amount(amounts.step)}"] if amounts.step != 1 else []
        words += [f"but {amount(amounts.but)}"] if amounts.but is not None else []
    words += [f"({option.cards})"] if option.cards else []
    words += [f"@{option.clause}"] if option.clause else []
    return " ".join(word for word in words if word)


PEOPLE = {"Join", "Leave", "Sit", "Stand", "BuyIn", "CashOut", "AssignDealer"}
RACK = {"Fill", "Credit", "CountRack"}
TROUBLE = {"Report", "DismissReport", "CountCards", "Rule", "AnswerOption", "DecideLaterRounds", "LiftBar"}


def offered(
    driver: Driver, by: Person, position: int | None = None, player: str | None = None, *, people: bool = False
) -> list[str]:
    """Options as words: at one position, about one player, those of coming and going only where they are asked for.

    Those about the rack stand in test_rack.py.
    What somebody may report, rule or answer when something went wrong is told by `trouble`.
    """
    found = options(driver.table, by)
    return [
        say(option)
        for option in found
        if (position is None or option.position == position)
        and (player is None or option.player in (None, player))
        and (people or option.command not in PEOPLE)
        and option.command not in (*TROUBLE, *RACK)
    ]


def trouble(driver: Driver, by: Person) -> list[str]:
    """What somebody may say, rule, answer or decide: "Rule void @5.1.1", "AnswerOption 2 take_back @5.7.1"."""
    return [_say_trouble(option) for option in options(driver.table, by) if option.command in TROUBLE]


def _say_trouble(option: Option) -> str:
    about = (option.position, option.player, option.what, option.effect, option.answer, option.later)
    words = [option.command, *(str(each) for each in about if each is not None)]
    words += ["earlier"] if option.earlier else []
    words += [f"@{option.clause}"] if option.clause else []
    return " ".join(words)


def wagers(driver: Driver, by: Person, position: int, player: str | None = None) -> str:
    told = offered(driver, by, position, player or by.id)
    return ", ".join(each for each in told if each.split()[0] in ("place", "raise", "back"))
