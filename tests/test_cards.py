"""The 52 cards in both notations."""

import pytest

from pitlink.cards import CARD_OF, DECK, NotCards, cards_of, name, rank, show, show_all, suit


def test_every_spelling_of_every_card_is_read() -> None:
    for card in DECK:
        short, shown = name(card), show(card)
        assert CARD_OF[short] == CARD_OF[shown] == card
        assert CARD_OF[shown[:-1] + short[-1]] == CARD_OF[short[0] + shown[-1]] == card
    assert len(CARD_OF) == 4 * 13 * 2 + 4 * 2  # two suits' signs each, and 10 beside T


def test_ten_is_written_t_and_shown_10() -> None:
    assert cards_of("10d Td 10♦ T♦") == cards_of("Td Td Td Td")
    assert show_all(cards_of("Td As 7h 2c")) == "10♦ A♠ 7♥ 2♣"


def test_a_deck_has_thirteen_ranks_in_four_suits() -> None:
    assert {(rank(card), suit(card)) for card in DECK} == {(each, sign) for each in range(2, 15) for sign in range(4)}


@pytest.mark.parametrize("word", ["1s", "as", "AS", "A", "A♤", "Asd", "11d", "Joker", "t♦"])
def test_what_is_no_card_is_named(word: str) -> None:
    with pytest.raises(NotCards) as wrong:
        cards_of(f"As {word} 2c")
    assert wrong.value.word == word
