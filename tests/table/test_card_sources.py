"""Where cards come from: a sealed deck, a shoe that reads, a hand that deals them unread; and mistakes put right."""

import hashlib
from collections.abc import Mapping

import msgspec
import pytest

from pitlink import ledger
from pitlink.cards import NAMES
from pitlink.games.dealing import Place
from pitlink.jackpot.events import ClaimsWithdrawn, ContributionsReversed
from pitlink.jackpot.link import Features
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.table import commands as ask
from pitlink.table.events import (
    BetsClosed,
    CardCorrected,
    CardDealt,
    CardsExposed,
    CompanionAsked,
    DeckOpened,
    HandShown,
    RoundVoided,
    WagerCorrected,
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
    player,
    replay,
    sealed,
    setup_for,
)
from tests.proving import prove
from tests.table.letting_ride import LOSERS, enter, lines, lir_table, net, of, one, ride_all, start

GAMES = ("mbs-thb", "mbs-3cp", "mbs-uth", "mbs-lir", "rws-3cp")
ROYAL = sealed(["As", "Ks", "Qs", "2d", "5h", "8c", "Js", "Ts"])  # Ann, Bob, the community cards


def sealed_table(*names: str, deck: Sealed = ROYAL, progressive: int | None = None) -> Driver:
    """A table with its bets closed over a sealed deck."""
    table = lir_table(*names, cards="sealed_deck")
    table.call()
    for position, name in enumerate(names, start=1):
        enter(table, name, position, progressive=progressive)
    table.close(deck)
    return table


def settled_table(*names: str, deck: Sealed = ROYAL, progressive: int | None = None) -> Driver:
    table = sealed_table(*names, deck=deck, progressive=progressive)
    table.deal_sealed(deck)
    ride_all(table)
    table.finish()
    return table


# The sealed deck


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
    assert [*steps, table.due] == ["open_deck", "pay_claims", "call"]


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
    assert rack.posted == 10_000_00
    wrong = (deck.salts[1], deck.salts[0], *deck.salts[2:])
    void = one(RoundVoided, table.ask(ask.OpenDeck(SUPERVISOR, deck.cards, wrong)))
    assert void.clause == {"mbs-lir": "5.2", "rws-3cp": "5.8.3"}.get(game, "5.1.1")
    table.call()
    assert (table.chips("Ann"), table.chips("Bob")) == (10_000_00, 10_000_00)
    assert table.books.balance(ledger.rack("T1")).posted == 10_000_00
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


# The shoe that reads


def test_a_reading_shoe_names_every_card_once() -> None:
    table = lir_table("Ann", "Bob")
    start(table, ("Ann", 1))
    table.refuse(ask.DealCard(DEALER), "no_card_named", "3.6")
    table.refuse(ask.DealCard(DEALER, "11s"), "not_a_card", "2.1")
    dealt = one(CardDealt, table.ask(ask.DealCard(DEALER, "10♦", "0" * 32, at=17)))
    assert (dealt.card, dealt.salt, dealt.at) == ("Td", None, 17)
    for spelling in ("Td", "10d", "T♦", "10♦"):
        table.refuse(ask.DealCard(DEALER, spelling), "card_dealt_before", "2.1")
    table.deal({1: "Td 2c 5h", "community": "8s Jc"})
    table.refuse(ask.OpenDeck(DEALER, ROYAL.cards, ROYAL.salts), "deck_not_due", None)
    ride_all(table)
    assert table.due == "show"
    table.refuse(ask.ShowHand(DEALER, 1, ("Td", "2c", "5h")), "wrong_number_named", "2.1")
    table.ask(ask.ShowHand(DEALER, 1))


# Dealt by hand, unread
ENTRIES: Mapping[str, Mapping[str, int]] = {
    "mbs-thb": {"ante": 25, "bonus": 10},
    "mbs-3cp": {"ante": 25, "pair_plus": 10},
    "mbs-uth": {"ante": 25, "blind": 25, "trips": 10},
    "mbs-lir": {"w1": 25, "w2": 25, "w3": 25},
    "rws-3cp": {"ante": 25},
}
# Ann plays to the end.
PLAYS: Mapping[str, tuple[str, ...]] = {
    "mbs-thb": ("flop", "turn", "check"),
    "mbs-3cp": ("play",),
    "mbs-uth": ("check", "check", "play 1x"),
    "mbs-lir": ("ride", "withdraw"),
    "rws-3cp": ("play",),
}
FOLDS: Mapping[str, tuple[str, ...]] = {
    "mbs-thb": ("fold",),
    "mbs-3cp": ("fold",),
    "mbs-uth": ("check", "check", "fold"),
    "mbs-lir": ("absent",),  # nobody folds; who is not there has nothing to show
    "rws-3cp": ("fold",),
}
HANDS: Mapping[str, Mapping[str | int, str]] = {
    "mbs-thb": {1: "As Ad", "dealer": "Kh Qd", "community": "2c 5h 8d 9s Jc"},
    "mbs-3cp": {1: "As Ad 4h", "dealer": "Kh Qd 7s", "community": "2c 5h"},
    "mbs-uth": {1: "As Ad", "dealer": "Kh Qd", "community": "2c 5h 8d 9s Jc"},
    "mbs-lir": {1: "As Ad 4h", "community": "2c 5h"},
    "rws-3cp": {1: "As Ad 4h", "dealer": "Kh Qd 7s", "community": "2c 5h"},
}
# Two hands that Bob may have had, a good and a bad one.
UNKNOWN = {2: ("Ah Ac", "3c 7d"), 3: ("Ah Ac Qs", "3c 7d 9h")}


def decide_all(table: Driver, game: str, deal: object = None) -> None:
    """Ann plays and Bob folds, in turn, with cards dealt and turned up as they are due."""
    made = {1: list(PLAYS[game]), 2: list(FOLDS[game])}
    while table.due in ("deal", "decide", "expose"):
        if table.due == "deal":
            assert callable(deal)
            deal()
        elif table.due == "expose":
            turn_up(table, HANDS[game])
        else:
            position = table.play.due.position
            word = made[position].pop(0)
            if word == "absent":
                table.ask(ask.FindAbsent(SUPERVISOR, position))
            else:
                table.ask(ask.RecordDecision(DEALER, position, word))


def turn_up(table: Driver, hands: Mapping[str | int, str]) -> None:
    """Turn up what is due, naming the cards where nobody has read them."""
    exposure = table.play.due.exposure
    assert exposure is not None
    first = table.play.exposed if exposure.of == "community" else 0
    unread = table.table.rules.cards == "hand_dealt"
    cards = tuple(hands[exposure.of].split()[first : exposure.cards]) if unread else ()
    table.ask(ask.Expose(DEALER, cards))


def play_once(game: str, cards: CardSource, bob: str = "") -> Driver:
    """A settled and final round; `bob` is the hand that Bob does not show."""
    table = Driver()
    table.open(setup_for(game, cards=cards))
    table.seat("Ann", "Bob")
    table.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        side = {wager: amount for wager, amount in ENTRIES[game].items() if name == "Ann" or "pair" not in wager}
        side = {wager: amount for wager, amount in side.items() if name == "Ann" or wager != "trips"}
        table.bet(name, position, **side)
    table.bet("Ann", 1, progressive=5)
    table.close()
    hands = {**HANDS[game], 2: bob} if bob else HANDS[game]
    decide_all(table, game, lambda: table.deal(hands))
    while table.due == "show":
        assert table.play.due.position == 1  # nobody asks for Bob's cards
        table.refuse(ask.Settle(DEALER), "not_to_be_settled", None)
        named = tuple(HANDS[game][1].split()) if cards == "hand_dealt" else ()
        table.ask(ask.ShowHand(DEALER, 1, named))
    table.ask(ask.Settle(DEALER))
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_that_nobody_needs_stays_unknown_and_changes_no_money(game: str) -> None:
    unread = play_once(game, "hand_dealt")
    hidden = [slot.card for place, slot in unread.play.slots.items() if place.position == 2]
    assert hidden == [None] * len(hidden)
    assert hidden
    told = {key: msgspec.structs.astuple(line) for key, line in lines(each.event for each in unread.history).items()}
    own = len(hidden)
    for bob in UNKNOWN[own]:
        read = play_once(game, "reading_shoe", bob)
        again = {key: msgspec.structs.astuple(line) for key, line in lines(each.event for each in read.history).items()}
        assert again == told
        read.call()
        unread_chips = {
            name: stack.chips + unread.play.nets.get(name, 0) for name, stack in unread.table.players.items()
        }
        assert {name: read.chips(name) for name in ("Ann", "Bob")} == unread_chips
    assert replay(unread.history) == unread.floor


@pytest.mark.parametrize("game", GAMES)
def test_cards_dealt_unread_are_named_when_they_are_turned_up(game: str) -> None:
    table = Driver()
    table.open(setup_for(game, cards="hand_dealt"))
    table.seat("Ann")
    table.call()
    table.bet("Ann", 1, **ENTRIES[game])
    table.close()
    refused = table.refuse(ask.DealCard(DEALER, "As"), "dealt_unread", None)
    assert refused.found.startswith("As at ")
    table.deal({})
    assert all(slot.card is None for slot in table.play.slots.values())
    clause = table.table.rules.areas.deck_clause
    named: list[str] = []
    made = list(PLAYS[game])
    while table.due in ("deal", "decide", "expose"):
        if table.due == "deal":
            table.deal({})
        elif table.due == "decide":
            table.ask(ask.RecordDecision(DEALER, 1, made.pop(0)))
        else:
            exposure = table.play.due.exposure
            assert exposure is not None
            first = table.play.exposed if exposure.of == "community" else 0
            cards = tuple(HANDS[game][exposure.of].split()[first : exposure.cards])
            table.refuse(ask.Expose(DEALER), "wrong_number_named", clause)
            table.refuse(ask.Expose(DEALER, (*cards, "3d")), "wrong_number_named", clause)
            table.refuse(ask.Expose(DEALER, ("Joker", *cards[1:])), "not_a_card", clause)
            if len(cards) > 1:
                table.refuse(ask.Expose(DEALER, (cards[0],) * len(cards)), "card_dealt_before", clause)
            if named:
                table.refuse(ask.Expose(DEALER, (named[0], *cards[1:])), "card_dealt_before", clause)
            exposed = one(CardsExposed, table.ask(ask.Expose(DEALER, cards)))
            assert [each.card for each in exposed.cards] == list(cards)
            assert all(each.salt is None for each in exposed.cards)
            named += cards
    own = tuple(HANDS[game][1].split())
    table.refuse(ask.ShowHand(DEALER, 1), "wrong_number_named", clause)
    table.refuse(ask.ShowHand(DEALER, 1, (named[0], *own[1:])), "card_dealt_before", clause)
    shown = one(HandShown, table.ask(ask.ShowHand(DEALER, 1, own)))
    assert [each.card for each in shown.cards] == list(own)
    table.ask(ask.Settle(DEALER))


def test_a_round_in_which_nothing_is_needed_settles_with_no_card_named() -> None:
    table = Driver()
    table.open(setup_for("mbs-thb", cards="hand_dealt"))
    table.seat("Ann", "Bob")
    table.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        table.bet(name, position, ante=25)
    table.close()
    table.deal({})
    table.choose(1, "fold")
    table.choose(2, "fold")
    assert table.due == "settle"
    table.ask(ask.Settle(DEALER))
    assert all(slot.card is None for slot in table.play.slots.values())
    table.call()
    assert (table.chips("Ann"), table.chips("Bob")) == (9_975_00, 9_975_00)
    prove("mbs-thb", "R21")


def test_a_magic_card_among_unread_cards_is_paid_when_it_is_turned_up() -> None:
    table = lir_table("Ann", "Bob", cards="hand_dealt", features=Features(1, 1))
    table.call()
    enter(table, "Ann", 1, progressive=5)
    enter(table, "Bob", 2, progressive=5)
    table.close(magic_card="2c")  # the first that would stand in for an unread card
    table.deal({})
    table.ask(ask.FindAbsent(SUPERVISOR, 2))
    for card in ("Jc", "9d"):
        table.ask(ask.RecordDecision(DEALER, 1, "ride"))
        table.ask(ask.Expose(DEALER, (card,)))
    table.ask(ask.ShowHand(DEALER, 1, ("3c", "5d", "8h")))
    settled = lines(table.ask(ask.Settle(DEALER)))
    assert [wager for _, wager in settled if wager == "magic_card"] == []


# Mistakes put right


def test_a_mistyped_card_is_put_right_under_supervision() -> None:
    table = lir_table("Ann")
    start(table, ("Ann", 1))
    place = Place("position", 1, 2)
    table.refuse(ask.CorrectCard(SUPERVISOR, place, "Th"), "no_known_card_there", "3.6")
    table.deal({1: "Td 7c 4h", "community": "Jc 2s"})
    table.refuse(ask.CorrectCard(DEALER, place, "Th"), "post_too_low", "R89")
    ride_all(table)
    for guess in ("Th", "Td", "1h"):  # face down: nobody finds out by asking
        refused = table.refuse(ask.CorrectCard(SUPERVISOR, place, guess), "no_known_card_there", "3.6")
        assert refused.expected == "a card that lies face up"
    table.ask(ask.ShowHand(DEALER, 1))
    table.refuse(ask.CorrectCard(SUPERVISOR, place, "1h"), "not_a_card", "2.1")
    for dealt in ("Td", "7c", "2s"):
        table.refuse(ask.CorrectCard(SUPERVISOR, place, dealt), "card_dealt_before", "2.1")
    corrected = one(CardCorrected, table.ask(ask.CorrectCard(SUPERVISOR, place, "10♥")))
    assert (corrected.place, corrected.was, corrected.card, corrected.by) == (place, "7c", "Th", SUPERVISOR.id)
    settled = lines(table.finish())
    assert {net(line) for line in settled.values()} == {25_00}  # a pair of tens after all
    table.refuse(ask.CorrectCard(SUPERVISOR, place, "7c"), "no_round_in_play", None)


def test_a_card_turned_up_is_put_right_too_and_its_old_name_is_free_again() -> None:
    table = lir_table("Ann")
    start(table, ("Ann", 1))
    table.deal({1: "Td 7c 4h", "community": "Jc 2s"})
    table.choose(1, "ride")
    table.expose()
    table.ask(ask.CorrectCard(SUPERVISOR, Place("community", 0, 1), "Tc"))
    table.refuse(ask.CorrectCard(SUPERVISOR, Place("community", 0, 2), "3s"), "no_known_card_there", "3.6")
    table.choose(1, "ride")
    table.expose()
    table.ask(ask.ShowHand(DEALER, 1))
    table.ask(ask.CorrectCard(SUPERVISOR, Place("position", 1, 2), "Jc"))
    settled = lines(table.finish())
    assert {net(line) for line in settled.values()} == {25_00}


def test_a_sealed_card_and_an_unread_one_cannot_be_mistyped() -> None:
    table = sealed_table("Ann")
    table.deal_sealed(ROYAL)
    table.refuse(ask.CorrectCard(SUPERVISOR, Place("position", 1, 1), "2c"), "sealed_card", None)
    table = lir_table("Ann", cards="hand_dealt")
    start(table, ("Ann", 1))
    table.deal({})
    table.refuse(ask.CorrectCard(SUPERVISOR, Place("position", 1, 1), "2c"), "no_known_card_there", "3.6")


def notes_at(table: Driver, position: int) -> list[tuple[str, str, str | None]]:
    """What is wrong about the wagers of a position as they lie now."""
    return [(note.wager, note.code, note.clause) for note in table.box(position).notes]


def test_a_mistyped_wager_is_put_right_while_bets_are_open() -> None:
    table = lir_table("Ann", "Bob")
    table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "1", money(30)), "no_round_in_play", None)
    table.call()
    enter(table, "Ann", 1, progressive=5)
    table.refuse(ask.CorrectWager(DEALER, "Ann", 1, "1", money(30)), "post_too_low", "R89")
    table.refuse(ask.CorrectWager(SUPERVISOR, "Bob", 1, "1", money(30)), "no_wager_there", "2.2.1")
    table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 2, "1", money(30)), "no_wager_there", "2.2.1")
    table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "1", money(25)), "no_correction", None)
    table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "1", Cents(-1)), "no_correction", None)
    table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "progressive", money(7)), "not_the_unit", "3.5")
    table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "1", money(9_946)), "not_enough_chips", None)
    for wager in ("1", "2", "$"):
        corrected = one(WagerCorrected, table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, wager, money(5))))
        assert (corrected.was, corrected.amount, corrected.by) == (25_00, 5_00, SUPERVISOR.id)
        assert (wager, "under_minimum", "R33") in notes_at(table, 1)
    assert notes_at(table, 1) == [(wager, "under_minimum", "R33") for wager in ("1", "2", "$")]
    table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "progressive", money(15)))
    assert {name: wager.amount for name, wager in table.box(1).seat.wagers.items()} == {
        "1": 5_00,
        "2": 5_00,
        "$": 5_00,
        "progressive": 15_00,
    }
    off = ask.CorrectWager(SUPERVISOR, "Ann", 1, "1", Cents(0))
    table.refuse(off, "progressive_lies_there", "R33")
    for wager in ("progressive", "1", "2", "$"):
        table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, wager, Cents(0)))
    assert table.play.boxes == {}
    assert table.table.players["Ann"].available == 10_000_00
    prove("mbs-lir", "R33")


def test_after_the_close_a_wager_is_put_right_but_not_taken_off_and_the_progressive_not_at_all() -> None:
    table = lir_table("Ann")
    start(table, ("Ann", 1), progressive=5)
    table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "1", Cents(0)), "no_correction", None)
    table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "progressive", money(10)), "counted_by_the_link", "R11")
    table.deal({1: "Td 7c 4h", "community": "Th 2s"})
    events = table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "2", money(30)))
    told = [(each.wager, each.was, each.amount) for each in of(WagerCorrected, events)]
    assert told == [(wager, 25_00, 30_00) for wager in ("1", "2", "$")]  # equal wagers stay equal
    for wager in ("1", "2", "$"):
        table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, wager, money(30)), "no_correction", None)
    assert (table.table.players["Ann"].lying, table.box(1).notes) == (95_00, ())
    ride_all(table)
    settled = lines(table.finish())
    assert {settled[1, wager].pays for wager in ("1", "2", "$")} == {30_00}
    table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "1", money(25)), "no_round_in_play", None)


def test_wagers_of_which_one_was_withdrawn_are_not_corrected_any_more() -> None:
    table = lir_table("Ann")
    start(table, ("Ann", 1))
    table.deal({1: "Td 7c 4h", "community": "Th 2s"})
    table.choose(1, "withdraw")
    for wager in ("1", "2", "$"):
        table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, wager, money(30)), "withdrawn_before", "5.7")
    assert table.table.players["Ann"].lying == 50_00


def test_a_later_wager_of_a_wrong_amount_waits_for_a_correction() -> None:
    table = Driver()
    table.open(setup_for("mbs-thb"))
    table.seat("Ann")
    table.call()
    table.bet("Ann", 1, ante=25)
    table.close()
    table.deal(HANDS["mbs-thb"])
    table.refuse(ask.Decide(player("Ann"), 1, "flop", money(60)), "wrong_amount", "3.9.2")
    table.ask(ask.RecordDecision(DEALER, 1, "flop", money(60)))
    table.choose(1, "check", "check")
    table.expose()
    table.ask(ask.ShowHand(DEALER, 1))
    assert notes_at(table, 1) == [("flop", "wrong_amount", "R68")]
    refused = table.refuse(ask.Settle(DEALER), "wrong_later_wager", "R68")
    assert refused.found == "flop 60.00 at position 1"
    corrected = one(WagerCorrected, table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "flop", money(50))))
    assert (corrected.was, corrected.amount, notes_at(table, 1)) == (60_00, 50_00, [])
    assert table.table.players["Ann"].lying == 75_00
    assert net(lines(table.ask(ask.Settle(DEALER)))[1, "flop"]) == 50_00


def test_losers_of_a_hand_dealt_round_lose_as_read_ones_do() -> None:
    table = lir_table("Ann", "Bob", cards="hand_dealt")
    start(table, ("Ann", 1), ("Bob", 2))
    table.deal({})
    for card in str(LOSERS["community"]).split():
        for position in (1, 2):
            table.ask(ask.RecordDecision(DEALER, position, "ride"))
        table.ask(ask.Expose(DEALER, (card,)))
    for position in (2, 1):
        table.ask(ask.ShowHand(DEALER, position, tuple(LOSERS[position].split())))
    assert {net(line) for line in lines(table.ask(ask.Settle(DEALER))).values()} == {-25_00}


def test_ante_and_blind_are_put_right_together_after_the_close() -> None:
    """One command for both, so that no correction makes a pair unequal that was equal when bets were closed (R77)."""
    table = Driver()
    table.open(setup_for("mbs-uth"))
    table.seat("Ann", "Bob")
    table.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        table.bet(name, position, ante=25, blind=25)
    table.close()
    table.deal({**HANDS["mbs-uth"], 2: "3c 7d"})
    events = table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", money(30)))
    assert [(each.wager, each.amount) for each in of(WagerCorrected, events)] == [("ante", 30_00), ("blind", 30_00)]
    while table.due in ("decide", "expose"):
        table.expose()
        if table.due == "decide":
            words = {0: "check", 1: "check", 2: "play 1x"}
            position = table.play.due.position
            table.ask(ask.RecordDecision(DEALER, position, words[len(table.box(position).seat.decisions)]))
    settled = lines(table.finish())
    assert {settled[1, wager].stake for wager in ("ante", "blind", "play")} == {30_00}
    assert {settled[2, wager].stake for wager in ("ante", "blind", "play")} == {25_00}


def test_ante_and_blind_that_a_correction_has_left_unequal_at_the_close_go_back() -> None:
    table = Driver()
    table.open(setup_for("mbs-uth"))
    table.seat("Ann", "Bob")
    table.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        table.bet(name, position, ante=25, blind=25)
    one(WagerCorrected, table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", money(30))))
    assert notes_at(table, 1) == [("blind", "unequal_wagers", "1.1.2")]
    table.close()
    table.deal({2: "3c 7d", "dealer": "Kh Qd", "community": "2c 5h 8d 9s Jc"})
    table.choose(2, "check", "check", "fold")
    settled = lines(table.finish())
    assert {settled[1, wager].rule for wager in ("ante", "blind")} == {"R77"}
    assert {settled[1, wager].outcome for wager in ("ante", "blind")} == {"returned"}
    prove("mbs-uth", "R77", "1.1.2")


def test_a_side_bet_that_a_correction_leaves_alone_is_asked_about() -> None:
    """While bets are open a side bet without its companion wants one, or wants to be cancelled (5.12.1)."""
    table = Driver()
    table.open(setup_for("mbs-thb"))
    table.seat("Ann")
    table.call()
    table.bet("Ann", 1, ante=25, bonus=10, progressive=5)
    off = ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", Cents(0))
    table.refuse(off, "progressive_lies_there", "5.12.1")  # its progressive comes off first
    table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "progressive", Cents(0)))
    asked = one(CompanionAsked, table.ask(off))
    assert (asked.player, asked.position, asked.wager, asked.clause) == ("Ann", 1, "bonus", "5.12.1")
    assert notes_at(table, 1) == [("bonus", "companion_missing", "3.5")]
    table.bet("Ann", 1, ante=25)
    assert notes_at(table, 1) == []
    prove("mbs-thb", "5.12.1")


@pytest.mark.parametrize(("game", "side"), [("mbs-thb", "bonus"), ("mbs-uth", "trips")])
def test_a_side_bet_is_taken_off_beside_a_progressive_that_keeps_its_entry(game: str, side: str) -> None:
    """The progressive goes with the Ante (3.5); it does not hang on the other side bet."""
    table = Driver()
    table.open(setup_for(game))
    table.seat("Ann")
    table.call()
    table.bet("Ann", 1, **ENTRIES[game], progressive=5)
    events = table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, side, Cents(0)))
    assert [type(event) for event in events] == [WagerCorrected]
    assert side not in table.box(1).seat.wagers
