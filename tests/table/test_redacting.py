"""Events as others may see them: the same events in the same order, and no card before it lies open."""

import random
import re
from typing import Any, get_args

import msgspec
import pytest

from pitlink.bots.players import TEMPERAMENTS, Bot, mind_of
from pitlink.bots.tables import RunningTable, play_rounds
from pitlink.cards import NAMES, name
from pitlink.games import GAMES
from pitlink.table import Table, evolve
from pitlink.table import events as on
from pitlink.table.redacting import redacted
from pitlink.table.views import Role
from tests.driving import SUPERVISOR

ROLES: tuple[Role, ...] = get_args(Role)
SALT = re.compile(r'"([0-9a-f]{32})"')
CARD = re.compile(r'"([2-9TJQKA][cdhs])"')


def played(game: str) -> list[on.Event]:
    """Rounds at a table with a sealed deck, half of which go wrong."""
    dice = random.Random(f"seen at {game}")
    running = RunningTable(game, dice)
    bots = [Bot(f"Bot {position}", temperament) for position, temperament in enumerate(TEMPERAMENTS, start=1)]
    for position, bot in enumerate(bots, start=1):
        running.seat(bot.name, position)
    minds = {bot.name: mind_of(bot, dice) for bot in bots}
    assert len(list(play_rounds(running, minds, 40, trouble=0.5))) == 40
    return [each.event for each in running.history if isinstance(each.event, on.Event)]


@pytest.mark.parametrize("game", GAMES)
def test_no_card_and_no_salt_is_told_before_it_lies_open(game: str) -> None:
    table, told = Table(), dict.fromkeys(ROLES, 0)
    for event in played(game):
        table = evolve(table, event)
        slots = table.play.slots.values() if table.play else ()
        up = {name(slot.card) for slot in slots if slot.up and slot.card is not None}
        salts = {slot.salt for slot in slots if slot.up}
        drawn = {event.magic_card} if isinstance(event, on.BetsClosed) else set()
        for role in ROLES:
            text = msgspec.json.encode(redacted(event, role)).decode()
            if isinstance(event, on.DeckOpened) and role == "surveillance":
                assert set(CARD.findall(text)) == set(NAMES)
                continue
            assert set(CARD.findall(text)) <= up | drawn
            assert set(SALT.findall(text)) <= salts
            told[role] += len(CARD.findall(text))
    assert min(told.values()) > 200


def shown(event: on.Event, role: Role, *fields: str) -> list[Any]:
    whole = redacted(event, role)
    assert whole.keys() == msgspec.to_builtins(event).keys()
    return [whole[field] for field in fields]


STAFF = ("dealer", "pit_staff", "surveillance")


@pytest.mark.parametrize("role", ROLES)
def test_racks_and_cameras_are_for_those_who_see_them_at_the_table(role: Role) -> None:
    filled = on.RackFilled(5_00, "F1", "Dana", SUPERVISOR.id, "R114")  # type: ignore[arg-type]
    counted = on.RackCounted(5_00, 6_00, SUPERVISOR.id, "R115")  # type: ignore[arg-type]
    verified = on.ClaimsVerified(52, "camera 4", "Sven", "pit_supervisor", "R108")
    assert shown(filled, role, "amount", "slip") == ([500, "F1"] if role in STAFF else [None, None])
    assert shown(counted, role, "counted", "expected") == ([500, 600] if role in STAFF else [None, None])
    assert shown(verified, role, "surveillance", "cards") == ["camera 4" if role in STAFF[1:] else None, 52]
