"""Accounts, passwords and sessions. Tokens and passwords are kept as digests; nobody can read them back."""

import hashlib
import re
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, count
from typing import Any, Final

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from msgspec import Struct
from sqlalchemy.engine import Connection

from pitlink.bots.house import DEALER, OFFICER, OWNER, SECOND_OFFICER, THIRD_OFFICER
from pitlink.bots.players import TEMPERAMENTS, Bot, Temperament
from pitlink.ledger import is_name
from pitlink.refusals import NAMED, Refused
from pitlink.server.messages import Account
from pitlink.server.roles import Caller, Role
from pitlink.store import Store, schema
from pitlink.store import events as system
from pitlink.store.database import reading

SESSION_S: Final = 12 * 3600  # one shift
INVITATION_S: Final = 24 * 3600
PASSWORD: Final = "8 to 200 characters"
_SOFTWARE: Final = (DEALER, OFFICER, SECOND_OFFICER, THIRD_OFFICER, OWNER)
RESERVED: Final = {each.id for each in _SOFTWARE}  # software acts under these

BOT_NAMES: Final = (
    *("Ada", "Ben", "Cleo", "Dov", "Edda", "Finn", "Gwen", "Hugo"),
    *("Iris", "Jon", "Kaia", "Leo", "Mina", "Nils", "Oona"),
)

_hasher = PasswordHasher()


@cache
def _nobodys() -> str:
    """Against which a password is held where the name is not there, so that it takes as long."""
    return _hasher.hash(secrets.token_hex())


class Session(Struct, frozen=True):
    """Somebody who is signed in, by the digest of a token that is shown once, when it begins."""

    digest: str
    caller: Caller
    until_us: int
    has_password: bool

    @property
    def seconds_left(self) -> float:
        return max(0.0, (self.until_us - _now_us()) / 1e6)


class Accounts:
    """On the same books as everything else. Every method may wait for the database: call it from a thread."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # Accounts

    def make(self, name: str, role: Role, password: str, by: str) -> Caller | Refused:
        """A new account, to which its person signs in by name."""
        if refused := _cannot_be_named(name) or _no_password(password):
            return refused
        return self._insert(name, role, password, by)

    def make_guest(self, wanted: str) -> Caller | Refused:
        """A player without a password, of the name that is wanted; where another guest has it, with a number behind it.

        Never of the name of somebody who signs in, or of a bot, nor of one that could be taken for it.
        """
        if refused := _cannot_be_named(wanted):
            return refused
        while True:
            name = self._name_for_guest(wanted)
            if isinstance(name, Refused):
                return name
            made = self._insert(name, "player", None, name)
            if not isinstance(made, Refused):  # or somebody else has just taken it
                return made

    def _name_for_guest(self, wanted: str) -> str | Refused:
        people, looks = schema.person.c, wanted.casefold()
        alike = sa.or_(people.looks == looks, people.looks.startswith(f"{looks} ", autoescape=True))
        known = sa.or_(people.password.is_not(None), people.role == "bot")
        with reading(self._store.engine) as connection:
            taken = set(connection.execute(sa.select(people.looks).where(alike)).scalars())
            kept = RESERVED | set(connection.execute(sa.select(people.looks).where(known)).scalars())
        plain = {_plain(name) for name in kept}
        if _taken_for(wanted) & plain:
            expected = "a name that cannot be taken for that of an account or of software"
            return Refused("name_taken", f"guest {wanted}", expected)
        names = chain((wanted,), (f"{wanted} {nth}" for nth in count(2)))
        name = next(name for name in names if name.casefold() not in taken and not _taken_for(name) & plain)
        if not is_name(name):
            return Refused("name_taken", f"guest {wanted}", "a name that nobody has, or one with room for a number")
        return name

    def names_for_bots(self) -> Iterator[str]:
        """Bot Ada, Bot Ben and so on, when these are all there Bot Ada 2: those that nobody has."""
        with reading(self._store.engine) as connection:
            taken = set(connection.execute(sa.select(schema.person.c.looks)).scalars())
        rounds = chain(("",), (f" {nth}" for nth in count(2)))
        names = (f"Bot {name}{nth}" for nth in rounds for name in BOT_NAMES)
        return (name for name in names if name.casefold() not in taken)

    def inserting(self, bots: Sequence[Bot]) -> Callable[[Connection], object]:
        """What gives bots their accounts, in a transaction that tells of them."""
        rows = [_row(bot.name, "bot", None, bot.temperament) for bot in bots]
        return lambda connection: connection.execute(sa.insert(schema.person), rows) if rows else None

    def _insert(
        self, name: str, role: Role, password: str | None, by: str, invitation: str | None = None
    ) -> Caller | Refused:
        row = _row(name, role, None if password is None else _hasher.hash(password), None)

        def insert(connection: Connection) -> None:
            if connection.execute(_looking_like(name)).first() is not None:
                expected = "a name that nobody has, nor one that looks like it"
                raise _Cannot(Refused("name_taken", f"account {name}", expected))
            if invitation is not None:
                used = sa.delete(schema.invitation).where(schema.invitation.c.digest == invitation)
                if connection.execute(used).rowcount != 1:
                    raise _Cannot(_USED)
                connection.execute(sa.delete(schema.invitation).where(schema.invitation.c.role == role))
            connection.execute(sa.insert(schema.person), row)

        return self._change(system.AccountMade(name, role), by, insert) or Caller(name, role)

    def find(self, name: str) -> Caller | None:
        """Whose account it is, written in whichever case; None where there is none, or it is shut."""
        with reading(self._store.engine) as connection:
            row = connection.execute(_looking_like(name)).first() if name.isprintable() else None
        return None if row is None or row.shut else Caller(row.name, row.role)

    def all(self) -> list[Account]:
        """Those that are open, and those that can be opened again."""
        columns = schema.person.c
        known = columns.password.is_not(None)
        asked = sa.select(columns.name, columns.role, known.label("known"), columns.shut)
        asked = asked.where(sa.or_(columns.shut == 0, known)).order_by(columns.name)
        with reading(self._store.engine) as connection:
            rows = connection.execute(asked).all()
        return [Account(name, role, bool(known), bool(shut)) for name, role, known, shut in rows]

    def bots(self) -> dict[str, Bot]:
        """Shut or not, as earlier software let them be: nobody signs in as a bot, and who sits there has to play."""
        columns = schema.person.c
        with reading(self._store.engine) as connection:
            asked = sa.select(columns.name, columns.temperament).where(columns.role == "bot")
            rows = connection.execute(asked).all()
        return {name: Bot(name, next(each for each in TEMPERAMENTS if each == kind)) for name, kind in rows}

    def shut(self, name: str, by: str) -> Refused | None:
        """Nobody signs in any more, and whoever is signed in is signed out at once.

        Never the last who could make accounts: nobody could ever be let in again.
        """

        def change(connection: Connection) -> None:
            row = _open_account(connection, name)
            if row.role == "administrator" and len(connection.execute(_ADMINISTRATORS).all()) == 1:
                found = f"account {name}, the only administrator's"
                raise _Cannot(Refused("last_administrator", found, "another administrator first"))
            _set(connection, name, shut=1)
            _sign_out(connection, name)

        return self._change(system.AccountShut(name), by, change)

    def reopen(self, name: str, password: str, by: str) -> Refused | None:
        """With a new password: the old one may be why it was shut. Not a guest's, who has none and comes anew."""
        if refused := _no_password(password):
            return refused
        made = _hasher.hash(password)

        def change(connection: Connection) -> None:
            row = _with_password(_account(connection, name))
            if not row.shut:
                raise _Cannot(Refused("account_is_open", f"account {name}", "one that is shut"))
            _set(connection, name, shut=0, password=made)
            _sign_out(connection, name)

        return self._change(system.AccountReopened(name), by, change)

    def change_password(self, name: str, password: str, by: str) -> Refused | None:
        """Whoever is signed in to the account is signed out."""
        if refused := _no_password(password):
            return refused
        made = _hasher.hash(password)

        def change(connection: Connection) -> None:
            _with_password(_open_account(connection, name))
            _set(connection, name, password=made)
            _sign_out(connection, name)

        return self._change(system.PasswordChanged(name), by, change)

    def end_all(self, name: str, by: str) -> Refused | None:
        """Every session of an account, which stays open."""

        def change(connection: Connection) -> None:
            _open_account(connection, name)
            _sign_out(connection, name)

        return self._change(system.SessionsEnded(name), by, change)

    def _change(self, event: system.Event, by: str, change: Callable[[Connection], None]) -> Refused | None:
        """What happened to an account, or why it cannot: looked at where nobody else changes accounts meanwhile."""
        try:
            self._store.record(event, by, change)
        except _Cannot as cannot:
            return cannot.refused
        return None

    def note_refused(self, name: str) -> None:
        """That passwords are tried for an account, if there is one."""
        with reading(self._store.engine) as connection:
            row = connection.execute(_looking_like(name)).first() if name.isprintable() else None
        if row is not None:
            self._store.record(system.SignInRefused(row.name), row.name, lambda _: None)

    def has_administrator(self) -> bool:
        """Whether somebody can sign in who makes accounts."""
        with reading(self._store.engine) as connection:
            return connection.execute(_ADMINISTRATORS).first() is not None

    # Passwords and sessions

    def check(self, name: str, password: str) -> Caller | None:
        """Who has this name and this password; a wrong name takes as long as a wrong password."""
        with reading(self._store.engine) as connection:
            row = connection.execute(_looking_like(name)).first() if name.isprintable() else None
        known, nobodys = row is not None and row.password is not None and not row.shut, _nobodys()
        try:
            _hasher.verify(row.password if row is not None and known else nobodys, password)
        except VerificationError:
            return None
        return Caller(row.name, row.role) if row is not None and known else None

    def begin(self, caller: Caller) -> str:
        """A token for somebody who may sign in."""
        token = secrets.token_urlsafe(32)
        row = {
            "digest": digest_of(token),
            "person": caller.name,
            "since_us": _now_us(),
            "until_us": _now_us() + SESSION_S * 1_000_000,
        }
        with self._store.engine.begin() as connection:
            connection.execute(sa.delete(schema.session).where(schema.session.c.until_us < _now_us()))
            connection.execute(sa.insert(schema.session), row)
        return token

    def of(self, token: str) -> Session | None:
        """Whose token it is; None for one that has ended or never was."""
        people, sessions = schema.person.c, schema.session.c
        digest = digest_of(token)
        asked = (
            sa.select(people.name, people.role, people.password.is_not(None).label("has_password"), sessions.until_us)
            .join_from(schema.session, schema.person, sessions.person == people.name)
            .where(sessions.digest == digest, sessions.until_us > _now_us(), people.shut == 0)
        )
        with reading(self._store.engine) as connection:
            row = connection.execute(asked).first()
        return (
            None if row is None else Session(digest, Caller(row.name, row.role), row.until_us, bool(row.has_password))
        )

    def end(self, digest: str) -> None:
        with self._store.engine.begin() as connection:
            connection.execute(sa.delete(schema.session).where(schema.session.c.digest == digest))

    # Invitations

    def invite(self, role: Role) -> str:
        """A token with which an account of this role can be made once; those given before are good no more."""
        token = secrets.token_urlsafe(32)
        row = {"digest": digest_of(token), "role": role, "until_us": _now_us() + INVITATION_S * 1_000_000}
        with self._store.engine.begin() as connection:
            connection.execute(sa.delete(schema.invitation).where(schema.invitation.c.role == role))
            connection.execute(sa.insert(schema.invitation), row)
        return token

    def accept(self, token: str, name: str, password: str) -> Caller | Refused:
        """The account, and the invitation gone with all others for its role; or neither."""
        columns, digest = schema.invitation.c, digest_of(token)
        with reading(self._store.engine) as connection:
            asked = sa.select(columns.role).where(columns.digest == digest, columns.until_us > _now_us())
            role: Role | None = connection.execute(asked).scalar()
        if role is None:
            return _USED
        if refused := _cannot_be_named(name) or _no_password(password):
            return refused
        return self._insert(name, role, password, name, digest)


_ADMINISTRATORS: Final = sa.select(schema.person.c.name).where(
    schema.person.c.role == "administrator", schema.person.c.password.is_not(None), schema.person.c.shut == 0
)
_USED: Final = Refused("invitation_used", "an invitation", "the last one given, not used before, within a day")


class _Cannot(Exception):
    """Ends a transaction in which something was refused."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused)
        self.refused = refused


def _account(connection: Connection, name: str) -> sa.Row[Any]:
    """That of a person."""
    row = connection.execute(_named(name)).first() if is_name(name) else None
    if row is None:
        raise _Cannot(Refused("no_such_account", f"account {name[:50]!r}", "one that is there"))
    if row.role == "bot":
        raise _Cannot(Refused("role_of_software", f"account {name}, a bot's", "an account of a person"))
    return row


def _open_account(connection: Connection, name: str) -> sa.Row[Any]:
    row = _account(connection, name)
    if row.shut:
        raise _Cannot(Refused("account_is_shut", f"account {name}, which is shut", "one that is open"))
    return row


def _with_password(row: sa.Row[Any]) -> sa.Row[Any]:
    if row.password is None:
        expected = "an account with a password; a guest has none, and comes anew"
        raise _Cannot(Refused("guest_has_no_password", f"guest {row.name}", expected))
    return row


def _set(connection: Connection, name: str, **values: object) -> None:
    connection.execute(sa.update(schema.person).where(schema.person.c.name == name).values(**values))


def _sign_out(connection: Connection, name: str) -> None:
    connection.execute(sa.delete(schema.session).where(schema.session.c.person == name))


def _row(name: str, role: Role, password: str | None, temperament: Temperament | None) -> dict[str, object]:
    return {
        "name": name,
        "looks": name.casefold(),
        "role": role,
        "password": password,
        "temperament": temperament,
        "since_us": _now_us(),
        "shut": 0,
    }


def _cannot_be_named(name: str) -> Refused | None:
    if not is_name(name):
        return Refused("not_a_name", f"account {name[:50]!r}", NAMED)
    if name.casefold() in RESERVED:
        return Refused("name_reserved", f"account {name}", "a name that no software acts under")
    return None


def _no_password(password: str) -> Refused | None:
    if 8 <= len(password) <= 200:
        return None
    return Refused("password_unfit", f"a password of {len(password)} characters", PASSWORD)


def _looking_like(name: str) -> sa.Select[tuple[object, ...]]:
    return sa.select(schema.person).where(schema.person.c.looks == name.casefold())


def _named(name: str) -> sa.Select[tuple[object, ...]]:
    return sa.select(schema.person).where(schema.person.c.name == name)


def _plain(name: str) -> str:
    """What remains of a name when one looks at it hastily."""
    return re.sub("[ ._-]", "", name.casefold())


def _taken_for(name: str) -> set[str]:
    """Whose name it is when one looks at it hastily: a number at its end may be overlooked."""
    plain = _plain(name)
    return {plain, plain.rstrip("0123456789")}


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _now_us() -> int:
    return time.time_ns() // 1000
