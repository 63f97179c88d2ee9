"""What an administrator does for others: never against the last who could let anybody in, never for software."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from pitlink.audit.happened import tell_system
from pitlink.audit.verifying import verify
from pitlink.bots.players import Bot
from pitlink.client import Pit, Rejected
from pitlink.refusals import Refused
from pitlink.server.accounts import Accounts
from pitlink.store import Store, schema
from pitlink.store import events as system
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


ANOTHER = "another password"


def test_a_new_password_signs_its_person_out_at_once(running: Running, owner: Pit) -> None:
    owner.make_account("Paul", PASSWORD, "dealer")
    with Pit(running.address) as paul:
        paul.sign_in("Paul", PASSWORD)
        feed = paul.follow("LIR 1")
        assert next(feed).view is not None
        owner.give_password("Paul", ANOTHER)
        with pytest.raises(Rejected) as refused:
            paul.options("LIR 1")
        assert code_of(refused) == (401, "not_signed_in")
        assert len(list(feed)) < 20  # it ends
        with pytest.raises(Rejected) as refused:
            paul.sign_in("Paul", PASSWORD)
        assert code_of(refused) == (401, "wrong_name_or_password")
        paul.sign_in("Paul", ANOTHER)


def test_all_sessions_of_an_account_are_ended_and_nobody_elses(running: Running, owner: Pit) -> None:
    owner.make_account("Rosa", PASSWORD, "dealer")
    with Pit(running.address) as one, Pit(running.address) as two:
        for each in (one, two):
            each.sign_in("Rosa", PASSWORD)
        feed = two.follow("LIR 1")
        assert next(feed).view is not None
        owner.end_sessions("Rosa")
        for each in (one, two):
            with pytest.raises(Rejected) as refused:
                each.options("LIR 1")
            assert code_of(refused) == (401, "not_signed_in")
        assert len(list(feed)) < 20  # it ends
        one.sign_in("Rosa", PASSWORD)
    owner.setup()


def test_an_account_that_was_shut_is_opened_again_with_a_new_password(running: Running, owner: Pit) -> None:
    owner.make_account("Tom", PASSWORD, "pit_supervisor")
    owner.shut_account("Tom")
    with pytest.raises(Rejected) as refused:
        owner.make_account("Tom", PASSWORD, "dealer")  # the books know whose name it is
    assert code_of(refused) == (409, "name_taken")
    assert [each.shut for each in owner.accounts() if each.name == "Tom"] == [True]
    owner.reopen_account("Tom", ANOTHER)
    assert [each.shut for each in owner.accounts() if each.name == "Tom"] == [False]
    with Pit(running.address) as tom:
        with pytest.raises(Rejected) as refused:
            tom.sign_in("Tom", PASSWORD)
        assert code_of(refused) == (401, "wrong_name_or_password")
        assert tom.sign_in("Tom", ANOTHER).role == "pit_supervisor"


def test_an_administrator_ends_the_own_sessions_too(running: Running, owner: Pit) -> None:
    owner.make_account("Otto", PASSWORD, "administrator")
    with Pit(running.address) as otto:
        otto.sign_in("Otto", PASSWORD)
        otto.end_sessions("Otto")
        with pytest.raises(Rejected) as refused:
            otto.accounts()
        assert code_of(refused) == (401, "not_signed_in")
    owner.shut_account("Otto")


ASKED: dict[str, Callable[[Pit, str], None]] = {
    "password": lambda pit, name: pit.give_password(name, ANOTHER),
    "sessions": Pit.end_sessions,
    "reopen": lambda pit, name: pit.reopen_account(name, ANOTHER),
    "short password": lambda pit, name: pit.give_password(name, "short"),
    "reopen, short": lambda pit, name: pit.reopen_account(name, "short"),
}


@pytest.fixture(scope="module")
def people(running: Running, owner: Pit) -> None:
    """Somebody of each kind."""
    for name in ("Open", "Shut"):
        owner.make_account(name, PASSWORD, "dealer")
    owner.shut_account("Shut")
    for name in ("Gus", "Gone"):
        running.guest(name).close()
    owner.shut_account("Gone")


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(
    ("asked", "name", "status", "code"),
    [
        ("password", "Gus", 409, "guest_has_no_password"),
        ("password", "Bot Ada", 409, "role_of_software"),
        ("password", "Shut", 409, "account_is_shut"),
        ("password", "Olga", 409, "own_password"),
        ("password", "nobody", 404, "no_such_account"),
        ("short password", "Open", 409, "password_unfit"),
        ("sessions", "Bot Ada", 409, "role_of_software"),
        ("sessions", "Shut", 409, "account_is_shut"),
        ("sessions", "nobody", 404, "no_such_account"),
        ("reopen", "Open", 409, "account_is_open"),
        ("reopen", "Gone", 409, "guest_has_no_password"),
        ("reopen", "Bot Ada", 409, "role_of_software"),
        ("reopen", "nobody", 404, "no_such_account"),
        ("reopen, short", "Shut", 409, "password_unfit"),
    ],
)
def test_what_cannot_be_done_for_an_account_is_refused(
    owner: Pit, asked: str, name: str, status: int, code: str
) -> None:
    with pytest.raises(Rejected) as refused:
        ASKED[asked](owner, name)
    assert code_of(refused) == (status, code)


@pytest.mark.usefixtures("people")
def test_the_list_has_who_may_sign_in_and_who_may_be_let_in_again(owner: Pit) -> None:
    listed = {each.name: (each.has_password, each.shut) for each in owner.accounts()}
    assert [listed.get(name) for name in ("Open", "Shut", "Gus", "Gone", "Bot Ada")] == [
        *((True, False), (True, True), (False, False), None, (False, False))
    ]


def test_the_books_say_who_did_what_for_whom(store: Store, accounts: Accounts) -> None:
    accounts.make("Olga", "administrator", PASSWORD, "Olga")
    accounts.make("Dana", "dealer", PASSWORD, "Olga")
    assert accounts.end_all("Dana", "Olga") is None
    assert accounts.change_password("Dana", ANOTHER, "Olga") is None
    assert accounts.shut("Dana", "Olga") is None
    assert accounts.reopen("Dana", PASSWORD, "Olga") is None
    assert accounts.reopen("Dana", PASSWORD, "Olga") is not None  # which leaves nothing behind
    read = store.read_stream("system/books", 0, 100)[-4:]
    told = [(each.by, tell_system(each.event).words) for each in read if isinstance(each.event, system.Event)]
    assert told == [
        ("Olga", "All sessions of Dana are ended"),
        ("Olga", "The password of Dana is changed"),
        ("Olga", "The account of Dana is shut"),
        ("Olga", "The account of Dana is open again, with a new password"),
    ]
    verify(store.engine)
