"""What a player may decide, what a decision adds to the layout, and which cards lie open by then."""

from msgspec import Struct


class Choice(Struct, frozen=True):
    """One thing a player may decide. `adds` is the wager it places and how many Antes that is."""

    word: str
    clause: str
    adds: tuple[str, int] | None = None


class Stage(Struct, frozen=True):
    """One point at which a player decides."""

    clause: str
    choices: tuple[Choice, ...]

    def choice(self, word: str) -> Choice | None:
        for choice in self.choices:
            if choice.word == word:
                return choice
        return None


class Exposure(Struct, frozen=True):
    """How many community cards lie face up once every player has made this many decisions."""

    decisions: int
    community: int
    clause: str
