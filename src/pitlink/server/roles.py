"""Who is who on the floor, and as what each sees it."""

from typing import Final, Literal, get_args

from msgspec import Struct

from pitlink.people import LADDER, Person, Post
from pitlink.table.views import Role as ViewRole
from pitlink.table.views import Viewer

Role = Literal[
    "player",
    "bot",
    "dealer",
    "pit_supervisor",
    "pit_manager",
    "gaming_shift_manager",
    "surveillance",
    "auditor",
    "administrator",
]
ROLES: Final[tuple[Role, ...]] = get_args(Role)

_VIEWS: Final[dict[Role, ViewRole]] = {
    "player": "player",
    "dealer": "dealer",
    "surveillance": "surveillance",
    "auditor": "surveillance",
}


class Caller(Struct, frozen=True):
    """Whoever asks. Who has not signed in has no name and looks on."""

    name: str = ""
    role: Role | None = None

    @property
    def person(self) -> Person | None:
        """In which post somebody acts; None for those who change nothing at a table."""
        post = _post(self.role)
        return None if post is None else Person(self.name, post)

    @property
    def viewer(self) -> Viewer:
        if self.role in LADDER[1:]:
            return Viewer(self.name, "pit_staff")
        return Viewer(self.name, "spectator" if self.role is None else _VIEWS.get(self.role, "spectator"))

    @property
    def watches(self) -> bool:
        """Whether somebody may read the log, and so is told in words what happens at a table."""
        return self.viewer.role in ("pit_staff", "surveillance")


class RoleTold(Struct, frozen=True):
    """A role that a person can have, and what it may do, in words."""

    role: Role
    may: str


PEOPLE: Final[tuple[RoleTold, ...]] = (
    RoleTold("player", "Plays, and reports what goes wrong. Guests are players without a password."),
    RoleTold("dealer", "Deals where a supervisor assigns the table: calls, deals, turns up, settles, sells chips."),
    RoleTold("pit_supervisor", "What a dealer may. Opens and closes tables, assigns dealers, rules, verifies claims."),
    RoleTold("pit_manager", "What a supervisor may. Rules where the rulebook asks for more, approves claims."),
    RoleTold("gaming_shift_manager", "What a manager may. Runs the links: suspends, checks, changes, retires them."),
    RoleTold("surveillance", "Sees everything, decks once they are opened, and reads the log. Changes nothing."),
    RoleTold("auditor", "Sees what surveillance sees, and the reports of the day. Changes nothing."),
    RoleTold(
        "administrator", "Makes, shuts and reopens accounts, adds tables and links. Rules on nothing, plays nothing."
    ),
)

NOBODY: Final = Caller()


def _post(role: Role | None) -> Post | None:
    if role == "player":
        return "player"
    return next((post for post in LADDER if post == role), None)
