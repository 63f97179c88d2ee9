"""The log as a supervisor reads it: in sentences, without cards that lie face down, and apart from ordinary play."""

import re
from typing import Final

from pitlink.jackpot import events as at_link
from pitlink.pit.floor import Floor, Recorded
from pitlink.pit.story import tell
from pitlink.pit.words import Told, by
from pitlink.table import events as on

# What every round is made of, when nothing is the matter with it. The figures tell what it came to.
ORDINARY: Final[tuple[type[on.Happened | at_link.Happened], ...]] = (
    *(on.BetsCalled, on.WagerPlaced, on.WagerFound, on.WagerRaised, on.WagerTakenBack, on.BetsClosed, on.CardDealt),
    *(on.CardsHandled, on.CardsViewed, on.DecisionMade, on.PlayerAsked, on.TimeGiven, on.CardsExposed, on.HandShown),
    *(on.HandDeclined, on.LineSettled, on.RoundSettled, on.DeckOpened, on.ClaimsClosed, on.OneHandTold),
    *(on.CompanionAsked, on.MinimumTold, on.PlayerJoined, on.PlayerLeft, on.SatDown, on.StoodUp),
    *(at_link.ContributionsPosted, at_link.ContributionsReversed),
)
ORDINARY_NAMES: Final[tuple[str, ...]] = tuple(str(each.__struct_config__.tag) for each in ORDINARY)

# What is said of these depends on how the table stood.
HANGS_ON_TABLE: Final[tuple[type, ...]] = (on.RoundVoided, on.RulingGiven, on.ReportDismissed)

CLAUSE: Final = re.compile(r"[rR]\d+|\d+(\.\d+)+")
MOST_WORDS: Final = 8


def tell_to_pit(recorded: Recorded, floor: Floor) -> Told:
    """An event as a sentence. Of a card that was dealt or put right it is not said which it is."""
    match recorded.event:
        case on.CardDealt() as event:
            return Told(f"{event.place}: a card", level=2)
        case on.CardCorrected() as event:
            return Told(f"{event.place}: the card is put right by {event.by}", by("R89"), 2)
        case _:
            return tell(recorded, floor)


class Search:
    """Words that must all be there: in the sentence, in the name of the table or link, or of whoever gave the command.

    What is written like a clause is looked for among the clauses, with all below it, and as a word of its own.
    """

    def __init__(self, words: str) -> None:
        self._words = [word.casefold() for word in words.split()[:MOST_WORDS]]

    def finds(self, told: Told, stream: str, giver: str) -> bool:
        clauses = [clause.casefold() for clause in told.clauses]
        text = f"{told.words} {stream.replace('/', ' ')} {giver}".casefold()
        return all(_is_there(word, text, clauses) for word in self._words)


def _is_there(word: str, text: str, clauses: list[str]) -> bool:
    if CLAUSE.fullmatch(word) is None:
        return word in text
    cited = any(clause == word or clause.startswith(f"{word}.") for clause in clauses)
    return cited or re.search(rf"(?<![\w.,$]){re.escape(word)}(?![\w,]|\.\d)", text) is not None
