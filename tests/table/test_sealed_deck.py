"""A sealed deck: fixed before the decisions, opened card by card, void where it does not fit."""

import hashlib

import msgspec
import pytest

from pitlink import ledger
from pitlink.cards import NAMES
from pitlink.jackpot.events import ClaimsWithdrawn, ContributionsReversed
from pitlink.people import Person
from pitlink.table import commands as ask
from pitlink.table.events import (
    BetsClosed,
    CardDealt,
    CardsExposed,
    DeckOpened,
    HandShown,
    RoundVoided,
)
from pitlink.table.setup import CardSource
from tests.driving import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    Driver,
    Sealed,
    money,
    replay,
    sealed,
    setup_for,
)
from tests.proving import prove
from tests.table.letting_ride import enter, lines, lir_table, of, one, ride_all
from tests.table.sealing import ROYAL, sealed_table, settled_table
from tests.table.whole_rounds import ENTRIES, decide_all

GAMES = ("mbs-thb", "mbs-3cp", "mbs-uth", "mbs-lir", "rws-3cp")


def test_fifty_two_commitments_are_published_when_bets_are_closed() -> None:
    table = sealed_table("Ann")
    closed = one(BetsClosed, (each.event for each in table.history))
    assert len(closed.seal) == len(set(closed.seal)) == 52
    for nth, (card, salt) in enumerate(zip(ROYAL.cards, ROYAL.salts, strict=True), start=1):
        assert closed.seal[nth - 1] == hashlib.sha256(f"{nth} {card} {salt}".encode()).hexdigest()


@pytest.mark.parametrize(
    "seal",
    [
        (),
        ROYAL.commitments[:51],
        (*ROYAL.commitments, "0" * 64),
        (*ROYAL.commitments[:51], ROYAL.commitments[0]),
        (*ROYAL.commitments[:51], "x" * 64),
        (*ROYAL.commitments[:51], "0" * 63),
        tuple(each.upper() for each in ROYAL.commitments),
        ROYAL.cards,
    ],
    ids=["none", "one missing", "one too many", "one twice", "no digest", "too short", "upper case", "cards"],
)
def test_bets_close_over_a_whole_seal_only(seal: tuple[str, ...]) -> None:
    table = lir_table("Ann", cards="sealed_deck")
    table.call()
    enter(table, "Ann", 1)
    refused = table.refuse(ask.CloseBets(DEALER, seal), "not_a_seal", None)
    assert refused.found == f"{len(seal)} commitments"


@pytest.mark.parametrize("cards", ["reading_shoe", "hand_dealt"])
def test_a_seal_belongs_to_a_sealed_deck(cards: CardSource) -> None:
    table = lir_table("Ann", cards=cards)
    table.call()
    enter(table, "Ann", 1)
    table.refuse(ask.CloseBets(DEALER, ROYAL.commitments), "no_sealed_deck", None)


@pytest.mark.parametrize("game", GAMES)
def test_a_player_can_check_every_card_turned_up_with_a_plain_digest(game: str) -> None:
    table, deck = play_sealed(game)
    closed = one(BetsClosed, (each.event for each in table.history))
    dealt = [each.event.place for each in table.history if isinstance(each.event, CardDealt)]
    up = [
        each
        for recorded in table.history
        if isinstance(recorded.event, CardsExposed | HandShown)
        for each in recorded.event.cards
    ]
    assert len(up) >= 5
    for each in up:
        nth = dealt.index(each.place) + 1
        assert each.salt is not None
        assert hashlib.sha256(f"{nth} {each.card} {each.salt}".encode()).hexdigest() == closed.seal[nth - 1]
        assert each.card == deck.cards[nth - 1]


@pytest.mark.parametrize("game", GAMES)
def test_until_the_deck_is_opened_the_events_hold_nothing_of_cards_not_dealt(game: str) -> None:
    table, deck = play_sealed(game)
    assert table.due == "open_deck"
    dealt = len(table.play.slots)
    assert 5 <= dealt < 52
    log = b"\n".join(msgspec.json.encode(each.event) for each in table.history)
    for salt in deck.salts[:dealt]:
        assert salt.encode() in log
    for card, salt in list(zip(deck.cards, deck.salts, strict=True))[dealt:]:
        assert salt.encode() not in log
        assert f'"{card}"'.encode() not in log
    table.ask(ask.OpenDeck(DEALER, deck.cards, deck.salts))
    log = b"\n".join(msgspec.json.encode(each.event) for each in table.history)
    assert all(salt.encode() in log for salt in deck.salts)


def play_sealed(game: str) -> tuple[Driver, Sealed]:
    """A settled round of any game with a sealed deck."""
    table, deck = Driver(), sealed(reversed(NAMES))
    table.open(setup_for(game, cards="sealed_deck"))
    table.seat("Ann", "Bob")
    table.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        table.bet(name, position, **ENTRIES[game])
    table.close(deck)
    decide_all(table, game, lambda: table.deal_sealed(deck))
    table.finish()
    return table, deck


def test_only_the_sealed_card_with_its_salt_can_be_dealt() -> None:
    table = sealed_table("Ann")
    card, salt, other = ROYAL.cards[0], ROYAL.salts[0], ROYAL.salts[1]
    table.refuse(ask.DealCard(DEALER, "Ks", salt), "not_the_sealed_card", None)
    table.refuse(ask.DealCard(DEALER, card, other), "not_the_sealed_card", None)
    table.refuse(ask.DealCard(DEALER, ROYAL.cards[1], other), "not_the_sealed_card", None)  # the second, too early
    for bad in (None, "", salt[:31], salt + "0", salt.upper(), "x" * 32):
        refused = table.refuse(ask.DealCard(DEALER, card, bad), "no_salt", None)
        assert refused.found == "card 1 of the sealed deck, at position 1, card 1"
    table.refuse(ask.DealCard(DEALER, None, salt), "no_card_named", "3.6")
    for by in (DEALER, SUPERVISOR):  # what is no card is mistyped, and voids nothing
        table.refuse(ask.DealCard(by, "Joker", salt), "not_a_card", "2.1")
    dealt = one(CardDealt, table.ask(ask.DealCard(DEALER, "A♠", salt)))
    assert (dealt.card, dealt.salt) == ("As", salt)
    # A card dealt before is answered as any other guess is, so that nobody finds out what lies face down.
    told = {str(table.refuse(ask.DealCard(DEALER, guess, salt), "not_the_sealed_card", None)) for guess in (card, "2c")}
    assert {each.split(" ", 1)[1] for each in told} == {
        "as card 2, at position 1, card 2: expected the card that was sealed"
    }
    assert {str(table.refuse(ask.DealCard(DEALER, guess), "no_salt", None)) for guess in (card, "2c")} == {
        "card 2 of the sealed deck, at position 1, card 2: expected its salt, 32 hexadecimal digits"
    }
    table.refuse(ask.DealCard(DEALER, ROYAL.cards[1], salt), "not_the_sealed_card", None)  # the salt a second time


def test_a_card_that_was_sealed_twice_is_not_dealt_twice() -> None:
    """Both fit their commitments; a deck that has a card twice is void by a supervisor's word."""
    deck = Sealed(("As", "As", *ROYAL.cards[2:]), ROYAL.salts)
    table = sealed_table("Ann", deck=deck)
    table.ask(ask.DealCard(DEALER, "As", deck.salts[0]))
    table.refuse(ask.DealCard(DEALER, "As", deck.salts[1]), "card_dealt_before", "2.1")
    one(RoundVoided, table.ask(ask.DealCard(SUPERVISOR, "Ks", deck.salts[1])))


@pytest.mark.parametrize("by", [SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER], ids=lambda by: by.post)
@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_does_not_fit_voids_the_round_in_the_middle_of_the_deal(game: str, by: Person) -> None:
    table, deck = Driver(), sealed(reversed(NAMES))
    table.open(setup_for(game, cards="sealed_deck"))
    table.seat("Ann", "Bob")
    table.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        table.bet(name, position, **ENTRIES[game], progressive=5)
    table.close(deck)
    assert table.floor.links["L1"].display > 100_000_00
    for nth in range(3):
        table.ask(ask.DealCard(DEALER, deck.cards[nth], deck.salts[nth]))
    table.refuse(ask.DealCard(by, deck.cards[50]), "no_salt", None)  # no void without a salt
    wrong = deck.cards[50], deck.salts[3]
    table.refuse(ask.DealCard(DEALER, *wrong), "not_the_sealed_card", None)
    assert table.play.void is None
    void = one(RoundVoided, table.ask(ask.DealCard(by, *wrong)))
    clause = {"mbs-lir": "5.2", "rws-3cp": "5.8.3"}.get(game, "5.1.1")
    assert (void.round, void.clause, void.contributed, void.claimed) == (1, clause, (1, 2), False)
    back = one(ContributionsReversed, (each.event for each in table.history))
    assert (back.positions, back.clause) == ((1, 2), clause)
    assert table.floor.links["L1"].display == 100_000_00
    assert all(table.table.players[name].available == 10_000_00 for name in ("Ann", "Bob"))
    assert table.due == "open_deck"
    table.refuse(ask.DealCard(DEALER, deck.cards[3], deck.salts[3]), "no_card_is_due", table.table.rules.deal.clause)
    table.refuse(ask.CallBets(DEALER), "round_in_play", table.table.rules.procedure.round)
    opened = one(DeckOpened, table.ask(ask.OpenDeck(DEALER, deck.cards[::-1], deck.salts)))  # recorded as it is
    assert (opened.cards, opened.salts) == (deck.cards[::-1], deck.salts)
    table.call()
    assert (table.chips("Ann"), table.chips("Bob")) == (10_000_00, 10_000_00)
    assert replay(table.history) == table.floor
    prove(game, clause, "R39", "R14")


def test_the_deck_is_opened_before_awards_are_due() -> None:
    table = settled_table("Ann", "Bob", progressive=5)
    steps = [table.due]
    table.ask(ask.OpenDeck(DEALER, ROYAL.cards, ROYAL.salts))
    steps.append(table.due)
    table.pay()
    assert [*steps, table.due] == ["open_deck", "verify_claims", "call"]


def test_awards_are_not_paid_before_the_deck_is_opened() -> None:
    table = settled_table("Ann", "Bob", progressive=5)
    table.refuse(ask.PayAwards(SUPERVISOR), "deck_not_opened", None)


@pytest.mark.parametrize("suits", ["cdhs", "♣♦♥♠"])
def test_a_deck_may_be_written_with_tens_and_signs(suits: str) -> None:
    table = settled_table("Ann", "Bob")
    written = tuple(card[0].replace("T", "10") + suits["cdhs".index(card[1])] for card in ROYAL.cards)
    assert "10s" in written or "10♠" in written
    assert table.ask(ask.OpenDeck(SUPERVISOR, written, ROYAL.salts)) == (DeckOpened(ROYAL.cards, ROYAL.salts),)
    assert table.play.void is None


def test_the_whole_deck_is_opened_before_the_next_call() -> None:
    table = settled_table("Ann", "Bob")
    assert table.due == "open_deck"
    table.refuse(ask.CallBets(DEALER), "round_in_play", "1.1.6")
    table.refuse(ask.CloseTable(SUPERVISOR), "round_in_play", "1.1.6")
    for cards, salts in (
        (ROYAL.cards[:51], ROYAL.salts[:51]),
        (ROYAL.cards, ROYAL.salts[:51]),
        ((*ROYAL.cards, "As"), ROYAL.salts),
        ((), ()),
    ):
        refused = table.refuse(ask.OpenDeck(DEALER, cards, salts), "not_a_deck", "2.1")
        assert refused.found == f"{len(cards)} cards, {len(salts)} salts"
    for by in (DEALER, SUPERVISOR):  # no void for something that is no card
        refused = table.refuse(ask.OpenDeck(by, ("Joker", *ROYAL.cards[1:]), ROYAL.salts), "not_a_card", "2.1")
        assert refused.found == "'Joker' in the deck"
    assert table.ask(ask.OpenDeck(DEALER, ROYAL.cards, ROYAL.salts)) == (DeckOpened(ROYAL.cards, ROYAL.salts),)
    assert table.due == "call"
    table.refuse(ask.OpenDeck(DEALER, ROYAL.cards, ROYAL.salts), "deck_not_due", None)
    table.call()
    table.refuse(ask.OpenDeck(DEALER, ROYAL.cards, ROYAL.salts), "deck_not_due", None)


def test_a_deck_that_fits_is_not_opened_while_the_round_is_played() -> None:
    table = sealed_table("Ann")
    command = ask.OpenDeck(DEALER, ROYAL.cards, ROYAL.salts)
    table.refuse(command, "deck_not_due", None)
    table.deal_sealed(ROYAL)
    table.refuse(command, "deck_not_due", None)
    ride_all(table)
    table.refuse(command, "deck_not_due", None)
    reading = lir_table("Ann")
    reading.refuse(command, "deck_not_due", None)


# A deck that does not fit: the two last cards are in each other's place
SWAPPED = (*ROYAL.cards[:50], ROYAL.cards[51], ROYAL.cards[50])


@pytest.mark.parametrize("claimed", [False, True], ids=["no claim", "claim open"])
def test_a_deck_that_does_not_fit_voids_the_round_with_everything_back(claimed: bool) -> None:
    deck = ROYAL if claimed else sealed(["2c", "5d", "8h", "2d", "5h", "8s", "Jc", "9d"])
    table = settled_table("Ann", "Bob", deck=deck, progressive=5)
    cards = (*deck.cards[:50], deck.cards[51], deck.cards[50])
    table.refuse(ask.OpenDeck(DEALER, cards, deck.salts), "not_the_sealed_deck", "R89")
    events = table.ask(ask.OpenDeck(SUPERVISOR, cards, deck.salts))
    void = one(RoundVoided, events)
    assert (void.round, void.clause, void.contributed, void.claimed) == (1, "5.2", (1, 2), claimed)
    told = [each.event for each in table.history]
    assert len(of(ClaimsWithdrawn, told)) == int(claimed)
    back = one(ContributionsReversed, told)
    assert (back.positions, back.clause) == ((1, 2), "5.2")
    link = table.floor.links["L1"]
    assert (link.display, link.meters.reserve, link.open_claims) == (100_000_00, 0, ())
    for name in ("Ann", "Bob"):
        balance = table.books.balance(ledger.chips("T1", name))
        assert (balance.posted, balance.leaving, balance.coming) == (10_000_00, 0, 0)
    assert table.books.balance(ledger.claims_payable("L1")).posted == 0
    assert table.books.pending == {}
    assert table.due == "call"
    table.refuse(ask.PayAwards(SUPERVISOR), "no_such_claims", None)
    table.call()
    assert table.chips("Ann") == table.chips("Bob") == 10_000_00
    assert replay(table.history) == table.floor
    prove("mbs-lir", "5.2", "R39", "R14")


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_void_by_its_books_clause(game: str) -> None:
    table, deck = play_sealed(game)
    rack = table.books.balance(ledger.rack("T1"))
    assert rack.posted == 10_000_00 - 2 * 10_000_00  # the float and two buy-ins
    wrong = (deck.salts[1], deck.salts[0], *deck.salts[2:])
    void = one(RoundVoided, table.ask(ask.OpenDeck(SUPERVISOR, deck.cards, wrong)))
    assert void.clause == {"mbs-lir": "5.2", "rws-3cp": "5.8.3"}.get(game, "5.1.1")
    table.call()
    assert (table.chips("Ann"), table.chips("Bob")) == (10_000_00, 10_000_00)
    assert table.books.balance(ledger.rack("T1")).posted == rack.posted
    assert table.floor.links["L1"].display == 100_000_00
    prove(game, "R39")


def test_earlier_rounds_keep_their_results_when_a_later_one_is_void() -> None:
    table = settled_table("Ann", "Bob")
    table.ask(ask.OpenDeck(DEALER, ROYAL.cards, ROYAL.salts))
    table.call()
    chips = {name: table.chips(name) for name in ("Ann", "Bob")}
    assert chips == {"Ann": 10_000_00 + 75_000_00, "Bob": 10_000_00 - 75_00}
    enter(table, "Ann", 1)
    table.close(ROYAL)
    table.deal_sealed(ROYAL)
    ride_all(table)
    table.finish()
    one(RoundVoided, table.ask(ask.OpenDeck(SUPERVISOR, SWAPPED, ROYAL.salts)))
    table.call()
    assert {name: table.chips(name) for name in chips} == chips


def test_wagers_of_a_void_round_are_handed_back_at_once() -> None:
    """Void hands every wager back (R39); nothing is left that the next call would have to settle."""
    table = settled_table("Ann", "Bob")
    table.ask(ask.OpenDeck(SUPERVISOR, SWAPPED, ROYAL.salts))
    assert table.table.players["Ann"].available == 10_000_00
    prove("mbs-lir", "R39")


def test_a_void_round_is_no_result_under_the_minimum() -> None:
    """A void round has no result (R39), so the one result that counts (R31) has not been had."""
    table = lir_table("Ann", cards="sealed_deck")
    for void in (True, False):
        table.call()
        for wager in ("1", "2", "$"):
            table.ask(ask.RecordWager(DEALER, "Ann", 1, wager, money(5)))
        table.close(ROYAL)
        table.deal_sealed(ROYAL)
        ride_all(table)
        outcomes = {line.outcome for line in lines(table.finish()).values()}
        assert outcomes == {"lose"}  # counted, and not handed back, the second time too
        assert "Ann" in table.table.warned
        table.ask(ask.OpenDeck(SUPERVISOR, SWAPPED if void else ROYAL.cards, ROYAL.salts))
        assert ("Ann" in table.table.warned) is not void
    prove("mbs-lir", "R31", "R39")


def test_a_void_is_not_the_dealers_to_bring_about() -> None:
    """The dealer reports; a void is the supervisor's (R89), who may have a deck that was typed wrong typed again."""
    table = sealed_table("Ann")
    table.deal_sealed(ROYAL)
    for by in (DEALER, SUPERVISOR):
        table.refuse(ask.OpenDeck(by, SWAPPED, ROYAL.salts), "deck_not_due", None)
    ride_all(table)
    table.finish()
    table.refuse(ask.OpenDeck(DEALER, SWAPPED, ROYAL.salts), "not_the_sealed_deck", "R89")
    assert table.play.void is None
    assert table.ask(ask.OpenDeck(DEALER, ROYAL.cards, ROYAL.salts)) == (DeckOpened(ROYAL.cards, ROYAL.salts),)
