"""A command that cannot be carried out: nothing happens, and it is said why."""

from msgspec import Struct

from pitlink.ledger import is_name
from pitlink.money import MOST, Cents
from pitlink.people import Person, Post, may_act_as, words


class Refused(Struct, frozen=True):
    """`code` names the sentence that was broken: stable, and never used for another.

    `found` is the thing and its place, `expected` what would have been accepted; `clause` is None where none speaks.
    """

    code: str
    found: str
    expected: str
    clause: str | None = None

    def __str__(self) -> str:
        by = f" ({self.clause})" if self.clause else ""
        return f"{self.found}: expected {self.expected}{by}"


# What may name somebody or something.
NAMED = "letters, digits, dot, hyphen, underscore, single blanks, at most 40"


def cannot_be(by: Person, *amounts: Cents | None) -> Refused | None:
    """What no command can be: given by nobody, or about more money than there is."""
    if not is_name(by.id):
        return Refused("not_a_name", f"a command by {by.id!r}", NAMED)
    if any(amount is not None and abs(amount) > MOST for amount in amounts):
        return Refused("amount_out_of_range", "an amount beyond all money", f"at most {MOST // 100:,} dollars")
    return None


MOST_WORDS = 300


def check_words(words: str) -> Refused | None:
    """What people say goes into the record as one line."""
    if len(words) <= MOST_WORDS and words.isprintable():
        return None
    return Refused("words_not_readable", f"{len(words)} characters", f"at most {MOST_WORDS}, on one line")


def needs(post: Post, by: Person, what: str, clause: str | None = None) -> Refused | None:
    """Refuse whoever holds a lower post than the one that may do this."""
    if may_act_as(by, post):
        return None
    return Refused("post_too_low", f"{what} by {words(by.post)} {by.id}", f"a {words(post)} or above", clause)


def two_persons(first: Person, second: Person, what: str, clause: str | None = None) -> Refused | None:
    """What needs two: not one person twice, even in two posts, and not two of one post."""
    if first.id.casefold() == second.id.casefold():
        return Refused("same_person", f"{what} by {first.id} alone", "a second person", clause)
    if first.post == second.post:
        found = f"{what} by {first.id} and {second.id}, both {words(first.post)}"
        return Refused("same_post", found, "another post", clause)
    return None
