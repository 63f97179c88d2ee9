"""What a player may decide, what a decision adds to the layout, and which cards lie open by then."""

from typing import Literal

from msgspec import Struct


class Choice(Struct, frozen=True):
    """One thing a player may decide. `adds` is the wager it places and how many Antes that is.

    `ends_by` is the clause that leaves nothing to decide after it, where that is another than the choice's own.
    """

    word: str
    clause: str
    adds: tuple[str, int] | None = None
    ends_by: str | None = None


class Stage(Struct, frozen=True):
    """One point at which a player decides."""

    clause: str
    choices: tuple[Choice, ...]

    def choice(self, word: str) -> Choice | None:
        for choice in self.choices:
            if choice.word == word:
                return choice
        return None


def wagers_added_by(*stages: Stage) -> dict[str, tuple[str, int]]:
    """For every decision that places a wager: which, and how many Antes it is."""
    return {choice.word: choice.adds for stage in stages for choice in stage.choices if choice.adds is not None}


class Exposure(Struct, frozen=True):
    """What is turned up once every player has made this many decisions, or has none left to make.

    `cards` is how many of them lie face up then.
    """

    decisions: int
    cards: int
    clause: str
    of: Literal["community", "dealer"] = "community"
