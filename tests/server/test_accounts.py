"""Who may be shut out and let in again: never the last who could let anybody in, never software."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from pitlink.bots.players import Bot
from pitlink.client import Pit, Rejected
from pitlink.refusals import Refused
from pitlink.server.accounts import Accounts
from pitlink.store import Store, schema
from tests.server.running import PASSWORD, Running


@pytest.fixture
def store(books: str) -> Iterator[Store]:
    opened = Store(books, "accounts")
    yield opened
    opened.close()


@pytest.fixture
def accounts(store: Store) -> Accounts:
    return Accounts(store)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = Running(str(tmp_path_factory.mktemp("accounts") / "books.db"), Path(tmp_path_factory.mktemp("pit")))
    made.start("--speed", "0.5")  # nobody plays
    yield made
    made.stop()


@pytest.fixture(scope="module")
def owner(running: Running) -> Iterator[Pit]:
    with running.owner() as signed_up:
        yield signed_up


def code_of(attempt: pytest.ExceptionInfo[Rejected]) -> tuple[int, str]:
    return attempt.value.problem.status, attempt.value.problem.code


def test_the_only_administrator_is_not_shut_out(owner: Pit) -> None:
    with pytest.raises(Rejected) as refused:
        owner.shut_account("Olga")
    assert code_of(refused) == (409, "last_administrator")
    assert str(refused.value) == "account Olga, the only administrator's: expected another administrator first"
    owner.setup()  # still signed in


def test_one_of_two_administrators_is_shut_out_and_then_the_other_stays(accounts: Accounts) -> None:
    for name in ("Olga", "Otto"):
        accounts.make(name, "administrator", PASSWORD, name)
    assert accounts.shut("Otto", "Olga") is None
    assert accounts.check("Otto", PASSWORD) is None
    refused = accounts.shut("Olga", "Olga")
    assert refused is not None
    assert refused.code == "last_administrator"
    assert accounts.check("Olga", PASSWORD) is not None


def test_two_administrators_who_shut_each_other_out_at_once_are_not_both_gone(accounts: Accounts) -> None:
    for name in ("Olga", "Otto"):
        accounts.make(name, "administrator", PASSWORD, name)
    with ThreadPoolExecutor(2) as at_once:
        answers = list(at_once.map(accounts.shut, ("Otto", "Olga"), ("Olga", "Otto")))
    assert sorted(each.code if each else "" for each in answers) == ["", "last_administrator"]
    assert accounts.has_administrator()


def test_an_owner_signs_up_wherever_nobody_can_make_accounts(pit: Running) -> None:
    """As on books from before the last administrator was kept: others can sign in, and none of them can mend it."""
    with pit.owner() as olga:
        olga.make_account("Dana", PASSWORD, "dealer")
    pit.stop()
    store = Store(pit.books, "as earlier software has left it")
    with store.engine.begin() as connection:
        connection.execute(sa.update(schema.person).where(schema.person.c.name == "Olga").values(shut=1))
    store.close()
    pit.start()
    assert pit.invitation is not None
    with Pit(pit.address) as otto:
        otto.accept(pit.invitation, "Otto", PASSWORD)
        otto.make_account("Sven", PASSWORD, "pit_supervisor")
    pit.stop()
    pit.start()
    assert pit.invitation is None


def test_a_bot_is_not_shut_out(owner: Pit) -> None:
    with pytest.raises(Rejected) as refused:
        owner.shut_account("Bot Ada")
    assert code_of(refused) == (409, "role_of_software")
    assert str(refused.value) == "account Bot Ada, a bot's: expected an account of a person"


def test_a_bot_that_was_shut_out_once_plays_on(store: Store, accounts: Accounts) -> None:
    """Nobody signs in as a bot, so there is nothing to shut; its seat would be waited for like a person's."""
    with store.engine.begin() as connection:
        accounts.inserting([Bot("Bot Ada", "careful")])(connection)
        connection.execute(sa.update(schema.person).values(shut=1))
    assert list(accounts.bots()) == ["Bot Ada"]


@pytest.mark.parametrize("name", ["nobody", "olga", "a\x00b", "x" * 5000])
def test_an_account_that_is_not_there_is_not_shut_out(accounts: Accounts, name: str) -> None:
    accounts.make("Olga", "administrator", PASSWORD, "Olga")
    refused = accounts.shut(name, "Olga")
    assert isinstance(refused, Refused)
    assert refused.code == "no_such_account"
    assert len(refused.found) < 80


def test_an_account_is_shut_once(owner: Pit) -> None:
    owner.make_account("Uwe", PASSWORD, "pit_supervisor")
    owner.shut_account("Uwe")
    with pytest.raises(Rejected) as refused:
        owner.shut_account("Uwe")
    assert code_of(refused) == (409, "account_is_shut")
