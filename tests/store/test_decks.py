"""Sealed decks: kept apart from events and state, there after a restart, gone once they have been opened."""

from random import Random

import sqlalchemy as sa

from pitlink.bots.deck import SealedDeck, shuffled
from pitlink.bots.tables import DEALER, play_on
from pitlink.store import Request, Store, schema
from pitlink.store.requests import deck_text
from pitlink.table import commands as ask
from tests.store.floors import a_table, at_table, bet, bots_at, do, opened, refuse, till_of


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
