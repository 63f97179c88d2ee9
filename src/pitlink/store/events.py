"""What has happened to the books themselves: who opened them, who took which tables, what was odd.

They are kept in the same log as everything else, in the stream system/books.
"""

from collections.abc import Mapping

from msgspec import Struct


class Happened(Struct, frozen=True, tag_field="name"):
    pass


class BooksOpened(Happened, frozen=True, tag="system.books_opened/1"):
    """The very first event: which books these are."""

    site: str


class SelfChecked(Happened, frozen=True, tag="system.self_checked/1"):
    """A process has looked the books over before it takes tables: which software, and how many streams."""

    process: str
    software: str
    version: str
    streams: int


class TablesTaken(Happened, frozen=True, tag="system.tables_taken/1"):
    """A process owns tables from now on, each under a new epoch; what it wrote before under an older one stands."""

    process: str
    epochs: Mapping[str, int]


class TablesLeft(Happened, frozen=True, tag="system.tables_left/1"):
    process: str
    tables: tuple[str, ...]


class CommandIdReused(Happened, frozen=True, tag="system.command_id_reused/1"):
    """An id came once more with another command, which was refused."""

    command: str
    stream: str
    person: str


class ClockJumped(Happened, frozen=True, tag="system.clock_jumped/1"):
    """The clock went otherwise than time does; the order of events never comes from it."""

    microseconds: int


class AccountMade(Happened, frozen=True, tag="system.account_made/1"):
    account: str
    role: str


class AccountShut(Happened, frozen=True, tag="system.account_shut/1"):
    """Nobody signs in to it any more, and whoever was signed in is signed out."""

    account: str


class AccountReopened(Happened, frozen=True, tag="system.account_reopened/1"):
    """With a new password: whatever was known of the old one is worth nothing."""

    account: str


class PasswordChanged(Happened, frozen=True, tag="system.password_changed/1"):
    """By its person, or by whoever gave another one; all who were signed in are signed out."""

    account: str


class SessionsEnded(Happened, frozen=True, tag="system.sessions_ended/1"):
    """Whoever was signed in is signed out, and may sign in again."""

    account: str


class SignInRefused(Happened, frozen=True, tag="system.sign_in_refused/1"):
    """Several wrong passwords for one account."""

    account: str


class FloorSetUp(Happened, frozen=True, tag="system.floor_set_up/1"):
    """Somebody has added links and tables, with so many bots at each. What was done for it at each follows."""

    by: str
    links: tuple[str, ...]
    tables: tuple[str, ...]
    bots: int


Event = (
    BooksOpened
    | SelfChecked
    | TablesTaken
    | TablesLeft
    | CommandIdReused
    | ClockJumped
    | AccountMade
    | AccountShut
    | AccountReopened
    | PasswordChanged
    | SessionsEnded
    | SignInRefused
    | FloorSetUp
)
