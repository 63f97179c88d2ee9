"""Hands that are wrong in Multi-Link Progressive 3 Card Poker: moved whole, or with cards drawn together."""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import (
    CardsMoved,
    HandRemoved,
    IrregularityReported,
    Moved,
    OptionsGiven,
    RulingGiven,
)
from pitlink.table.seal import commitment
from pitlink.table.views import SPECTATOR, Viewer, view
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, money, sealed
from tests.proving import prove, row_id, rows
from tests.table.irregular_rws_3cp import (
    ANN,
    AS_EVER,
    BOB,
    GAME,
    HANDS,
    at,
    better_off,
    check_lines_of,
    check_next_round,
    continue_all,
    deal_some,
    lowest_post,
    place,
    places,
    ruled,
)
from tests.table.three_cards import only, order_of, table_of

# A wrong deal put right by moving whole hands

MOVES = rows("""
device   | moves       | 1        | 2        | 3        | lines at 1 | lines at 3
shoe     | 1>2 2>1     | 2h 7d 9c | As Ad 5c | 3h 8d Tc | -10@3.16   | -10@3.16
shuffler | 1>2 2>1     | 2h 7d 9c | As Ad 5c | 3h 8d Tc | -10@3.16   | -10@3.16
shoe     | 1>3 3>1     | 3h 8d Tc | 2h 7d 9c | As Ad 5c | -10@3.16   | +10@3.16
shoe     | 1>2 2>3 3>1 | 3h 8d Tc | As Ad 5c | 2h 7d 9c | -10@3.16   | -10@3.16
shuffler | 1>3 2>1 3>2 | 2h 7d 9c | 3h 8d Tc | As Ad 5c | -10@3.16   | +10@3.16
""")


def moves_of(text: str) -> tuple[tuple[int, int], ...]:
    return tuple((int(each[0]), int(each[2])) for each in text.split())


@pytest.mark.parametrize("row", MOVES, ids=row_id)
def test_whole_hands_are_moved_where_they_belong(row: dict[str, str]) -> None:
    driver = at("dealt", row["device"])
    events = ruled(driver, ask.Report(DEALER, "misdeal"), "reconstruct", moves=moves_of(row["moves"]))
    moved, given = only(events, CardsMoved), only(events, OptionsGiven)
    assert (len(moved.moves), moved.clause, given.clause) == (3 * len(row["moves"].split()), "5.8.6", "5.10")
    for position in given.positions:
        driver.ask(ask.AnswerOption(DEALER, position, "continue_reconstructed"))
    driver.choose(1, "fold")
    driver.choose(2, "play")
    settled = driver.finish()
    for position in (1, 2, 3):
        cards = view(driver.table, SPECTATOR).positions[position - 1].cards
        assert cards == tuple(row[str(position)].split())
    wins = row["2"] == "As Ad 5c"
    check_lines_of(
        driver,
        settled,
        {
            1: {"ante": "-20@3.12.1", "pair_plus": row["lines at 1"], "progressive": "-5@4.4"},
            2: {
                "ante": "+20@3.15.1" if wins else "-20@3.15.2",
                "play": "+20@3.15.1" if wins else "-20@3.15.2",
                "progressive": "-5@4.4",
            },
            3: {"pair_plus": row["lines at 3"]},
        },
    )
    prove(GAME, "5.8.6")
    check_next_round(driver)


def test_hands_moved_in_the_middle_of_the_deal_are_dealt_on_where_they_lie() -> None:
    """After the first card of each; the others go to the positions as the procedure has it."""
    driver = at("dealing")
    events = ruled(driver, ask.Report(DEALER, "misdeal"), "reconstruct", moves=((1, 2), (2, 1)))
    assert only(events, CardsMoved) == CardsMoved(
        (Moved(place("1.1"), place("2.1")), Moved(place("2.1"), place("1.1"))), "5.8.6"
    )
    for position in (1, 2, 3):
        driver.ask(ask.AnswerOption(DEALER, position, "continue_reconstructed"))
    assert order_of(driver.deal(HANDS)) == "d 1 2 3 d 1 2 3 d c c"
    driver.choose(1, "play")
    driver.choose(2, "play")
    settled = driver.finish()
    assert view(driver.table, SPECTATOR).positions[0].cards == ("2h", "Ad", "5c")
    assert view(driver.table, SPECTATOR).positions[1].cards == ("As", "7d", "9c")
    lost = {"ante": "-20@3.15.2", "play": "-20@3.15.2", "progressive": "-5@4.4"}
    check_lines_of(driver, settled, {1: {**lost, "pair_plus": "-10@3.16"}, 2: lost, 3: AS_EVER[3]})


def test_a_hand_seen_and_moved_away_is_a_back_again() -> None:
    """Ann looked at what is Bob's hand now; she may look at the one that is hers."""
    driver = at("looked")
    ann = Viewer("Ann", "player")
    assert view(driver.table, ann).positions[0].cards == ("As", "Ad", "5c")
    ruled(driver, ask.Report(DEALER, "misdeal", (1, 2)), "reconstruct", moves=((1, 2), (2, 1)))
    assert [view(driver.table, ann).positions[each].cards for each in (0, 1)] == [(None,) * 3] * 2
    assert view(driver.table, Viewer("Bob", "player")).positions[1].cards == (None,) * 3
    continue_all(driver, "continue_reconstructed")
    driver.ask(ask.Look(ANN, 1))
    assert view(driver.table, ann).positions[0].cards == ("2h", "7d", "9c")


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        ("1>2", "hands_do_not_fit"),
        ("1>2 1>3", "hands_do_not_fit"),
        ("1>2 2>1 2>1", "hands_do_not_fit"),
        ("1>4 4>1", "no_whole_hand"),
        ("1>3 3>1", "no_whole_hand"),
    ],
)
def test_only_whole_hands_change_places_among_themselves(moves: str, code: str) -> None:
    driver = at("closed")
    deal_some(driver, 6)  # Burnt Card, one each, one for the dealer, the second of position 1
    driver.ask(ask.Report(DEALER, "misdeal"))
    driver.refuse(ask.Rule(SUPERVISOR, "reconstruct", moves=moves_of(moves)), code, "5.8.6")
    driver.refuse(ask.Rule(SUPERVISOR, "void", moves=moves_of(moves)), "not_part_of_ruling", "5.8.6")


# Cards drawn together from the shoe


def drawn(text: str) -> ask.Report:
    return ask.Report(DEALER, "cards_drawn_together", places=places(text))


def cards_at(driver: Driver, position: int) -> str:
    """The hand of a position once it lies open."""
    return " ".join(str(card) for card in view(driver.table, SPECTATOR).positions[position - 1].cards)


# After the first four cards (2c burned, As, 2h and 3h), in which order they were received; then the deal goes on.
ORDERS = rows("""
drawn          | order          | 1        | 2        | 3
1.1 2.1        | 1.1 2.1        | As Ad 5c | 2h 7d 9c | 3h 8d Tc
1.1 2.1        | 2.1 1.1        | 2h Ad 5c | As 7d 9c | 3h 8d Tc
2.1 3.1        | 3.1 2.1        | As Ad 5c | 3h 7d 9c | 2h 8d Tc
burned 1.1     | 1.1 burned     | 2c Ad 5c | 2h 7d 9c | 3h 8d Tc
1.1 2.1 3.1    | 3.1 1.1 2.1    | 3h Ad 5c | As 7d 9c | 2h 8d Tc
3.1 2.1 1.1    | 2.1 3.1 1.1    | 2h Ad 5c | 3h 7d 9c | As 8d Tc
""")


@pytest.mark.parametrize("row", ORDERS, ids=row_id)
def test_cards_drawn_together_come_in_the_order_ruled_and_the_deal_goes_on(row: dict[str, str]) -> None:
    driver = at("dealing")
    events = ruled(driver, drawn(row["drawn"]), "set_order", order=places(row["order"]))
    assert (only(events, RulingGiven).effect, only(events, RulingGiven).clause) == ("set_order", "5.14")
    given = only(events, OptionsGiven)
    assert (given.positions, given.clause) == ((1, 2, 3), "5.14.1")  # all, also those whose cards were not among them
    assert [(offer.answer, offer.clause) for offer in given.offers] == [("continue", "5.10.1"), ("take_back", "5.10.3")]
    continue_all(driver)
    assert order_of(driver.deal(HANDS)) == "d 1 2 3 d 1 2 3 d c c"
    driver.choose(1, "play")
    driver.choose(2, "play")
    driver.finish()
    assert [cards_at(driver, position) for position in (1, 2, 3)] == [row["1"], row["2"], row["3"]]
    prove(GAME, "5.14", "5.14.1", "5.10.1")
    check_next_round(driver)


def test_a_pit_supervisor_or_above_decides_which_card_is_received_first() -> None:
    driver = at("dealing")
    driver.ask(drawn("1.1 2.1"))
    assert lowest_post(driver, lambda by: ask.Rule(by, "set_order", order=places("2.1 1.1"))) == "pit_supervisor"
    for by in (ANN, DEALER):
        driver.refuse(ask.Rule(by, "set_order", order=places("2.1 1.1")), "post_too_low", "5.14")
    for order in ("", "1.1", "1.1 1.1", "1.1 3.1", "1.1 2.1 3.1"):
        driver.refuse(ask.Rule(SUPERVISOR, "set_order", order=places(order)), "not_the_cards", "5.14")
    for effect in ("continue", "void"):
        driver.refuse(ask.Rule(SHIFT_MANAGER, effect), "not_a_ruling_here", "5.14")
    driver.ask(ask.Rule(PIT_MANAGER, "set_order", order=places("1.1 2.1")))
    assert driver.due == "answer"


@pytest.mark.parametrize(("text", "code"), [("1.1", "not_drawn_together"), ("1.1 3.1", "not_drawn_together")])
def test_cards_drawn_together_left_the_shoe_one_after_another(text: str, code: str) -> None:
    driver = at("dealing")
    driver.refuse(drawn(text), code, None)


def test_after_hands_were_moved_the_card_received_first_is_the_one_of_the_first_place() -> None:
    """The two hands have changed places; to leave their cards in that order must leave them where they lie."""
    driver = at("dealing")
    ruled(driver, ask.Report(DEALER, "misdeal"), "reconstruct", moves=((1, 2), (2, 1)))
    continue_all(driver, "continue_reconstructed")
    events = ruled(driver, drawn("1.1 2.1"), "set_order", order=places("1.1 2.1"))
    assert not [event for event in events if isinstance(event, CardsMoved)]
    continue_all(driver)
    driver.deal(HANDS)
    driver.choose(1, "play")
    driver.choose(2, "play")
    driver.finish()
    assert [cards_at(driver, position) for position in (1, 2)] == ["2h Ad 5c", "As 7d 9c"]
    prove(GAME, "5.14")


def test_the_order_can_still_be_ruled_when_hands_were_seen_and_who_takes_back_is_out() -> None:
    """Exposed or not: Ann has looked, holds what she has now, and plays on with it."""
    driver = at("looked")
    ruled(driver, drawn("1.3 2.3"), "set_order", order=places("2.3 1.3"))
    driver.ask(ask.AnswerOption(ANN, 1, "continue"))
    removed = driver.ask(ask.AnswerOption(BOB, 2, "take_back"))
    assert only(removed, HandRemoved) == HandRemoved(2, "5.10.3")
    driver.ask(ask.AnswerOption(DEALER, 3, "continue"))
    assert view(driver.table, Viewer("Ann", "player")).positions[0].cards == ("As", "Ad", "9c")
    driver.refuse(ask.Look(ANN, 1), "viewed_before", None)
    driver.choose(1, "play")
    won = {"ante": "+20@3.15.1", "play": "+20@3.15.1", "pair_plus": "+10@3.16", "progressive": "-5@4.4"}
    back = {"ante": "<@5.10.3", "progressive": "<@5.10.3"}
    check_lines_of(driver, driver.finish(), {1: won, 2: back, 3: AS_EVER[3]})
    assert cards_at(driver, 1) == "As Ad 9c"
    assert better_off(driver) == "+45 +0 -10"
    assert driver.floor.links["L1"].display == money(100_001)
    prove(GAME, "5.10.3", "R14")


def test_cards_drawn_together_from_a_shuffler_are_not_covered_and_go_to_the_shift_manager() -> None:
    driver = at("dealing", "shuffler")
    assert only(driver.ask(drawn("1.1 1.2")), IrregularityReported).clause == "5.23"
    driver.refuse(ask.Rule(SHIFT_MANAGER, "set_order", order=places("1.2 1.1")), "not_a_ruling_here", "5.23")
    assert lowest_post(driver, lambda by: ask.Rule(by, "continue")) == "gaming_shift_manager"
    driver.refuse(ask.Rule(PIT_MANAGER, "continue"), "post_too_low", "5.23")
    driver.ask(ask.Rule(SHIFT_MANAGER, "continue"))
    driver.deal(HANDS)
    driver.choose(1, "play")
    driver.choose(2, "fold")
    check_lines_of(driver, driver.finish(), AS_EVER)


def test_cards_of_a_sealed_deck_put_in_order_still_open_their_seal() -> None:
    driver = table_of(GAME, "Ann", "Bob", cards="sealed_deck")
    driver.bet("Ann", 1, ante=20)
    driver.bet("Bob", 2, ante=20)
    deck = sealed(["2c", "As", "2h", "Ks", "Ad", "7d", "Kd", "5c", "9c", "4c", "6h", "Jd"])
    driver.close(deck)
    for nth in range(3):
        driver.ask(ask.DealCard(DEALER, deck.cards[nth], deck.salts[nth]))
    ruled(driver, drawn("1.1 2.1"), "set_order", order=places("2.1 1.1"))
    continue_all(driver)
    driver.deal_sealed(deck)
    driver.choose(1, "play")
    driver.choose(2, "play")
    driver.finish()
    driver.ask(ask.OpenDeck(DEALER, deck.cards, deck.salts))
    assert driver.due == "call"
    assert [cards_at(driver, position) for position in (1, 2)] == ["2h Ad 5c", "As 7d 9c"]
    seen = view(driver.table, SPECTATOR)
    assert all(commitment(each.nth, each.card, each.salt) == seen.seal[each.nth - 1] for each in seen.opened)
    prove(GAME, "5.14")
