"""The 52 cards. A card is a small integer, four times its rank plus its suit, so that sets of cards are cheap.

Written `As Td 7h 2c`; `10d` and the suits ♠♥♦♣ are read as well; people are shown A♠ and 10♦.
"""

from collections.abc import Iterable
from typing import Final, NewType

Card = NewType("Card", int)
Cards = tuple[Card, ...]
Rank = int  # 2 to 14; the ace is 14, and 1 where it counts low

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
SUIT_SIGNS: Final = "♣♦♥♠"
ACE: Final = 14
KING: Final = 13
QUEEN: Final = 12
JACK: Final = 11
TEN: Final = 10

DECK: Final[Cards] = tuple(Card(number) for number in range(52))
NAMES: Final[tuple[str, ...]] = tuple(rank + suit for rank in RANKS for suit in SUITS)
RANK_WORDS: Final[dict[Rank, str]] = dict(enumerate(("A", *"23456789", "10", "J", "Q", "K", "A"), start=1))
_PLURALS = "twos threes fours fives sixes sevens eights nines tens jacks queens kings aces"
PLURALS: Final = dict(enumerate(_PLURALS.split(), start=2))
_SINGULARS = "ace two three four five six seven eight nine ten jack queen king ace"
SINGULARS: Final = dict(enumerate(_SINGULARS.split(), start=1))


def rank(card: Card) -> Rank:
    return card // 4 + 2


def suit(card: Card) -> int:
    return card % 4


def name(card: Card) -> str:
    return NAMES[card]


def show(card: Card) -> str:
    """The card as a person reads it: A♠, 10♦."""
    return RANK_WORDS[rank(card)] + SUIT_SIGNS[suit(card)]


def show_all(cards: Iterable[Card]) -> str:
    return " ".join(map(show, cards))


def _spellings() -> dict[str, Card]:
    spellings: dict[str, Card] = {}
    for card in DECK:
        for sign in (SUITS[suit(card)], SUIT_SIGNS[suit(card)]):
            spellings[RANKS[card // 4] + sign] = card
            spellings[RANK_WORDS[rank(card)] + sign] = card
    return spellings


CARD_OF: Final = _spellings()  # every spelling that is read


class NotCards(ValueError):
    """A text that does not name cards; `word` is the part that does not."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


def cards_of(text: str) -> Cards:
    """Read cards with spaces between them: "As 10♦ 2c"."""
    cards = []
    for word in text.split():
        if word not in CARD_OF:
            raise NotCards(word)
        cards.append(CARD_OF[word])
    return tuple(cards)
