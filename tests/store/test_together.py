"""Several commands as one act: all of them with the tables taken for them, or nothing, and once under one id."""

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitlink.audit.odd import Wrong
from pitlink.audit.verifying import verify
from pitlink.bots.house import DEALER, OFFICER, OWNER
from pitlink.bots.tables import PARAMETERS, setup_of
from pitlink.jackpot import commands as of_link
from pitlink.refusals import Refused
from pitlink.store import Accepted, Act, OwnedElsewhere, Request, Store, Wanted, schema
from pitlink.store import events as system
from pitlink.store.requests import kept
from pitlink.table import commands as ask
from tests.audit.tampering import unguarded
from tests.store.floors import opened

TOLD = system.FloorSetUp("Olga", ("L1",), ("T1",), 0)


def nothing(_: Connection) -> None:
    pass


def requests(id: str, *, dealer: str = DEALER.id) -> tuple[Request, ...]:
    """A link and a table on it."""
    commands: list[tuple[str, Any]] = [
        ("link/L1", of_link.OpenLink(OWNER, "L1", "mbs", PARAMETERS)),
        ("link/L1", of_link.AdmitTable(OWNER, "T1", "mbs-uth")),
        ("table/T1", ask.OpenTable(OWNER, setup_of("mbs-uth"))),
        ("table/T1", ask.AssignDealer(OFFICER, dealer)),
    ]
    return tuple(Request(f"{id} {nth}", *each) for nth, each in enumerate(commands, start=1))


def act(
    id: str = "a set-up", digest: str = "1", dealer: str = DEALER.id, change: Callable[[Connection], object] = nothing
) -> Act:
    return Act(id, "Olga", digest * 64, lambda: Wanted((TOLD,), ("T1",), requests(id, dealer=dealer), change))


def test_all_of_it_is_done_and_the_table_is_owned(books: str) -> None:
    with opened(books, "A") as store:
        began = store.position()
        answer = store.together(act())
        assert answer == Accepted(began + 1, 1)  # the event that tells it
        names = [(stored.by, stored.command, type(stored.event).__name__) for stored in store.read(began)]
        assert names == [
            ("Olga", "a set-up", "FloorSetUp"),
            ("A", "", "TablesTaken"),
            ("owner", "a set-up 1", "LinkOpened"),
            ("owner", "a set-up 2", "TableAdmitted"),
            ("owner", "a set-up 3", "TableOpened"),
            ("officer", "a set-up 4", "DealerAssigned"),
        ]
        assert dict(store.owned) == {"T1": 1}
        assert isinstance(store.submit([Request("next", "table/T1", ask.CallBets(DEALER))])[0], Accepted)
        verify(store.engine)


def test_what_others_are_told_has_the_table_as_it_stands(books: str) -> None:
    with opened(books, "A") as store:
        told: list[tuple[int, Any]] = []
        store.announce = lambda events, known: told.append((len(events), known["table/T1"].state))
        store.together(act())
        assert [(events, table.open, table.dealer) for events, table in told] == [(6, True, "dealer")]


def test_one_id_has_one_effect(books: str) -> None:
    with opened(books, "A") as store:
        answer = store.together(act())
        position = store.position()
        assert store.together(act()) == answer
        assert store.position() == position
        refused = store.together(act(digest="2"))
        assert isinstance(refused, Refused)
        assert refused.code == "command_id_used"
        assert isinstance(store.read(position)[0].event, system.CommandIdReused)
        verify(store.engine)
    with opened(books, "B") as store:  # after a restart too
        assert store.together(act()) == answer


def none_of_it(store: Store, position: int) -> None:
    assert store.position() == position
    assert not store.owned
    assert store.streams_of("table/") == store.streams_of("link/") == []
    assert isinstance(store.together(act()), Accepted)  # under the same id
    verify(store.engine)


def test_one_command_that_is_refused_undoes_all(books: str) -> None:
    with opened(books, "A") as store:
        position = store.position()
        refused = store.together(act(dealer="no / name"))
        assert isinstance(refused, Refused)
        assert refused.code == "not_a_name"
        none_of_it(store, position)


def test_a_fault_in_the_middle_undoes_all(books: str) -> None:
    def fails(_: Connection) -> None:
        raise ZeroDivisionError

    with opened(books, "A") as store:
        position = store.position()
        with pytest.raises(ZeroDivisionError):
            store.together(act(change=fails))
        none_of_it(store, position)


def test_a_table_of_another_process_is_not_taken(books: str) -> None:
    with opened(books, "A", "T1"), opened(books, "B") as store:
        position = store.position()
        with pytest.raises(OwnedElsewhere):
            store.together(act())
        assert (store.position(), dict(store.owned)) == (position, {})


@pytest.mark.parametrize("id", ["", "x" * 91, "a\nb"])
def test_what_cannot_be_kept_is_refused(books: str, id: str) -> None:
    with opened(books, "A") as store:
        refused = store.together(act(id))
        assert isinstance(refused, Refused)
        assert refused.code == "command_id_not_readable"


FORGED: dict[str, dict[str, Any]] = {
    "another person": {"person": "Otto"},
    "another time": {"at_us": 1},
    "another stream": {"stream": "link/L1"},
    "more events": {"answer": kept(Accepted(1, 2))},
    "a refusal": {"answer": kept(Refused("a", "b", "c"))},
}


@pytest.mark.parametrize("what", FORGED)
def test_the_audit_holds_a_set_up_to_the_request_for_it(books: str, what: str) -> None:
    with opened(books, "A") as store:
        store.together(act())
        with unguarded(store.engine) as connection:
            here = schema.command.c.id == "a set-up"
            connection.execute(sa.update(schema.command).where(here).values(FORGED[what]))
        with pytest.raises(Wrong, match="a set-up by Olga that was not accepted"):
            verify(store.engine)
