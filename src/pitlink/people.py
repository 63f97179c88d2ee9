"""Who gives a command, and what the post allows."""

from typing import Final, Literal

from msgspec import Struct

from pitlink.rulebook.citing import citing

Post = Literal["player", "dealer", "pit_supervisor", "pit_manager", "gaming_shift_manager"]

LADDER: Final[tuple[Post, ...]] = ("dealer", "pit_supervisor", "pit_manager", "gaming_shift_manager")  # rising (R89)


class Person(Struct, frozen=True, gc=False):
    """Somebody acting in a post. A player is at the table for himself; all others are staff.

    A software officer is a program that holds a post where no person is there to hold it (R111).
    """

    id: str
    post: Post
    software: bool = False

    @property
    def is_staff(self) -> bool:
        return self.post != "player"


@citing("mbs-thb")("6.2")
@citing("mbs-3cp")("6.2")
@citing("mbs-uth")("6.2")
@citing("rws-3cp")("1.14")
def may_act_as(person: Person, post: Post) -> bool:
    """Whether somebody may do what is a post's to do: whoever acts in that post or holds a higher one."""
    return person.post in LADDER and LADDER.index(person.post) >= LADDER.index(post)


def words(post: Post) -> str:
    return post.replace("_", " ")


def officer(post: Post, name: str, *, software: bool = False) -> str:
    """Who acted, as a record tells it: a program is never taken for a person."""
    return f"{words(post)} ({'software officer ' if software else ''}{name})"
