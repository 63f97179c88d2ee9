"""Sealed decks: kept apart from events and state, there after a restart, gone once they have been opened."""

from collections.abc import Callable
from random import Random

import pytest
import sqlalchemy as sa

from pitlink.bots.deck import SealedDeck, shuffled
from pitlink.bots.house import DEALER, OFFICER
from pitlink.bots.tables import play_on
from pitlink.people import Person
from pitlink.store import Answer, Request, Store, schema
from pitlink.store.playing import Till
from pitlink.store.requests import deck_text
from pitlink.table import commands as ask
from tests.store.floors import a_table, at_table, bet, bots_at, do, new_id, opened, refuse, till_of


def closed(store: Store) -> SealedDeck:
    """A table of mbs-uth with bets closed under a sealed deck."""
    a_table(store)
    for wager in ("ante", "blind"):
        do(store, at_table(bet("Ada", 1, wager, 10)))
    deck = shuffled(Random(7))
    do(store, Request("close", "table/T1", ask.CloseBets(DEALER, deck.seal), deck))
    return deck


def everything_but_secrets(store: Store) -> str:
    with store.engine.connect() as connection:
        return repr([connection.execute(sa.select(table)).all() for table in schema.ALL if table is not schema.secret])


def test_a_deck_is_kept_with_the_closing_of_bets_and_nowhere_else(books: str) -> None:
    with opened(books, "A", "T1") as store:
        assert store.deck("T1") is None
        deck = closed(store)
        assert store.deck("T1") == deck
        written = everything_but_secrets(store)
        assert not [salt for salt in deck.salts if salt in written]
        assert deck_text(deck) not in written


def test_a_round_goes_on_after_a_restart_with_the_deck_it_was_closed_with(books: str) -> None:
    with opened(books, "A", "T1") as store:
        deck = closed(store)
        do(store, at_table(ask.DealCard(DEALER, deck.cards[0], deck.salts[0])))
        store.leave()
    with opened(books, "B", "T1") as again:
        running, _ = bots_at(till_of(again), "mbs-uth", "T1", "L1", seats=0)
        assert running.deck == deck
        _, minds = bots_at(till_of(again), "mbs-uth", "T1", "L1", seats=0)
        play_on(running, {**minds, "Ada": lambda *_: None})
        assert running.play.due.step == "call"
        assert running.play.deck_opened
        assert again.deck("T1") is None


def test_a_deck_comes_with_the_closing_that_has_its_seal(books: str) -> None:
    with opened(books, "A", "T1") as store:
        a_table(store)
        deck, other = shuffled(Random(1)), shuffled(Random(2))
        refuse(store, Request("a", "table/T1", ask.CallBets(DEALER), deck), "deck_out_of_place")
        refuse(store, Request("b", "table/T1", ask.CloseBets(DEALER, other.seal), deck), "not_the_sealed_deck")
        assert store.deck("T1") is None


def test_a_seal_comes_with_its_deck(books: str) -> None:
    """Or the round could not be dealt after a restart."""
    with opened(books, "A", "T1") as store:
        a_table(store)
        for wager in ("ante", "blind"):
            do(store, at_table(bet("Ada", 1, wager, 10)))
        refused = refuse(store, at_table(ask.CloseBets(DEALER, shuffled(Random(7)).seal)), "deck_missing")
        assert str(refused) == "a seal without its deck: expected the deck that was sealed, to be kept (R89)"


class ToBeOpened(Exception):
    """The round is over, and its deck not opened yet."""


def until_opening(store: Store) -> Callable[[Request], Answer]:
    def one(request: Request) -> Answer:
        if isinstance(request.command, ask.OpenDeck):
            raise ToBeOpened
        return store.submit([request])[0]

    return one


@pytest.mark.parametrize("by", [DEALER, OFFICER])
def test_no_other_deck_is_opened_than_the_one_that_is_kept(books: str, by: Person) -> None:
    """A pit supervisor who opens another one would void the round, and the proof of the right one would be gone."""
    with opened(books, "A", "T1") as store:
        deck, other = closed(store), shuffled(Random(8))
        running, _ = bots_at(Till(store, until_opening(store), new_id), "mbs-uth", "T1", "L1", seats=0)
        with pytest.raises(ToBeOpened):
            play_on(running, {"Ada": lambda *_: None})
        refuse(store, at_table(ask.OpenDeck(by, other.cards, other.salts)), "not_the_kept_deck")
        assert store.deck("T1") == deck
        do(store, at_table(ask.OpenDeck(by, deck.cards, deck.salts)))
        assert store.deck("T1") is None
