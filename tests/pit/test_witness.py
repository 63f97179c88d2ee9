"""What happened in words, as each role may read it: no more than the event itself tells that role."""

import re
from collections import Counter

import pytest

from pitlink.cards import show
from pitlink.games import GAMES
from pitlink.games.dealing import Place
from pitlink.pit import Floor, Recorded
from pitlink.pit.story import tell
from pitlink.pit.witness import KINDS, TROUBLE, kind_of, tell_to
from pitlink.table import Event, Table, evolve
from pitlink.table import events as on
from pitlink.table.redacting import hidden
from pitlink.table.views import Role
from tests.driving import setup_for
from tests.pit.test_story import AT_TABLE, AWARDS
from tests.table.test_redacting import ROLES, played

CARD = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")

# Each role's words for what it may not see the whole of; whoever may is told the story.
LESS: list[tuple[Event, tuple[Role, ...], str]] = [
    (on.CardDealt(Place("position", 3, 1), "As", "0" * 32), (), "position 3, card 1: dealt face down"),
    (on.CardCorrected(Place("dealer", 0, 2), "As", "Kd", "Sven"), (), "dealer, card 2: put right by Sven"),
    (on.DeckOpened(("As",), ("0" * 32,)), ("surveillance",), "The deck is opened for surveillance and audit"),
    (
        on.ClaimsVerified(52, "camera 4", "Sven", "pit_supervisor", "R108"),
        ("pit_staff", "surveillance"),
        "The pit supervisor (Sven) verifies the winning hands and counts the deck",
    ),
    (
        on.RackFilled(5_00, "F-1", "Dana", "Sven", "R114"),  # type: ignore[arg-type]
        ("dealer", "pit_staff", "surveillance"),
        "Fill by Sven, signed by Dana",
    ),
    (
        on.RackCredited(5_00, "C-1", "Dana", "Sven", "R114"),  # type: ignore[arg-type]
        ("dealer", "pit_staff", "surveillance"),
        "Credit by Sven, signed by Dana",
    ),
    (
        on.RackCounted(5_00, 6_00, "Sven", "R115"),  # type: ignore[arg-type]
        ("dealer", "pit_staff", "surveillance"),
        "Sven counts the rack",
    ),
    (on.TableOpened(setup_for("mbs-uth"), "Sven"), ("dealer", "pit_staff", "surveillance"), "The table opens"),
]


def story(event: Event, table: Table) -> str:
    return tell(Recorded("table/T1", table.version, "", event), Floor({"T1": table})).words


@pytest.mark.parametrize(("event", "whole", "words"), LESS, ids=[type(each[0]).__name__ for each in LESS])
@pytest.mark.parametrize("role", ROLES)
def test_what_a_role_may_not_see_is_in_no_word(role: Role, event: Event, whole: tuple[Role, ...], words: str) -> None:
    told = tell_to(role, "T1", event, Table())
    assert told.words == (story(event, Table()) if role in whole else words)


@pytest.mark.parametrize("role", ROLES)
def test_every_event_that_is_told_in_part_has_words_of_its_own(role: Role) -> None:
    """An event with something hidden that had none would end the feed of whoever watches."""
    known = {type(event) for event, _, _ in LESS}
    for event, words in AT_TABLE:
        assert not hidden(event, role) or type(event) in known
        if not hidden(event, role):
            assert tell_to(role, "T1", event, Table()).words == words


@pytest.mark.parametrize("game", GAMES)
def test_no_card_is_said_before_it_lies_open(game: str) -> None:
    """At a table where half the rounds go wrong, to anybody: surveillance too has the deck from nowhere else."""
    table, said, kinds = Table(), 0, Counter[str | None]()
    for event in played(game):
        table = evolve(table, event)
        slots = table.play.slots.values() if table.play else ()
        up = {show(slot.card) for slot in slots if slot.up and slot.card is not None}
        drawn = {CARD.search(story(event, table))[0]} if _draws(event) else set()  # type: ignore[index]
        for role in ROLES:
            found = set(CARD.findall(tell_to(role, game, event, table).words))
            assert found <= up | drawn, (role, event)
            said += len(found)
        kinds[kind_of(event)] += 1
    assert said > 100
    assert {"void", "report", "ruling"} <= set(kinds)


def _draws(event: Event) -> bool:
    return isinstance(event, on.BetsClosed) and event.magic_card is not None


def test_each_kind_is_of_some_event_and_trouble_is_of_a_kind() -> None:
    found: dict[type[on.Happened], str | None] = {type(event): kind_of(event) for event, _ in AT_TABLE}
    assert {kind for kind in found.values() if kind} == set(KINDS)
    assert {found[each] for each in TROUBLE} == {"report", "void", "correction"}


def test_a_settlement_is_a_claim_where_the_link_owes_something() -> None:
    settled = on.RoundSettled(1, None, None, (), None, None, "3.11")
    assert kind_of(settled) is None
    assert kind_of(on.RoundSettled(1, None, None, (), None, AWARDS, "3.11")) == "claim"
