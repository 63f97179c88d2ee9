"""Settlement of Multi-Link Progressive 3 Card Poker at a live table, and every stack to the cent."""

import pytest

from pitlink.ledger import chips
from pitlink.table import commands as ask
from pitlink.table.events import BetsClosed, Event, LineSettled, PlayerWarned, RoundSettled, RoundVoided
from tests.driving import DEALER, SUPERVISOR, Driver, money, player, sealed
from tests.proving import prove, row_id, rows
from tests.table.three_cards import cents, check_lines, only, stacks, table_of

GAME = "rws-3cp"


def settle(driver: Driver, hands: dict[str | int, str], **decisions: str) -> tuple[Event, ...]:
    """Close, deal, decide as told (p1="play"), and settle."""
    driver.close()
    driver.deal(hands)
    for position, choice in decisions.items():
        driver.choose(int(position[1:]), choice)
    return driver.finish()


# Ann bets Ante 10, Pair Plus 10, progressive 5; the community cards are 3h 7h; `net` is what the round is worth to her.
SHOWDOWNS = rows("""
proves      | player   | dealer   | decides | ante       | ante_bonus | play       | pair_plus | progressive | net
3.13        | Ks 8h 2d | Jd 9s 4c | play    | +10@3.13   |            | =@3.13     | -10@3.16  | -5@4.4      | -5
3.13 3.16   | 2s 2h 5d | Jd 9s 4c | play    | +10@3.13   |            | =@3.13     | +10@3.16  | -5@4.4      | 15
3.13        | 4s 5h 6d | Jd 9s 4c | play    | +10@3.13   | +10@3.16   | =@3.13     | +50@3.16  | -5@4.4      | 65
3.15.1      | As 8h 2d | Qd 9s 4c | play    | +10@3.15.1 |            | +10@3.15.1 | -10@3.16  | -5@4.4      | 5
3.15.2      | Qs 8h 2d | Qd 9s 4c | play    | -10@3.15.2 |            | -10@3.15.2 | -10@3.16  | -5@4.4      | -35
3.15.3 1.23 | Qs 9h 4d | Qd 9s 4c | play    | =@3.15.3   |            | =@3.15.3   | -10@3.16  | -5@4.4      | -15
3.15.3 R65  | 4s 5h 6d | 6s 5d 4c | play    | =@3.15.3   | +10@3.16   | =@3.15.3   | +50@3.16  | -5@4.4      | 55
3.15.2 R65  | 4s 5h 6d | 7d 6s 5c | play    | -10@3.15.2 | +10@3.16   | -10@3.15.2 | +50@3.16  | -5@4.4      | 35
3.15.2      | Ks 8h 2d | 2h 2s 3c | play    | -10@3.15.2 |            | -10@3.15.2 | -10@3.16  | -5@4.4      | -35
3.15.1      | 9s 9h 9d | Qd Ts 4c | play    | +10@3.15.1 | +40@3.16   | +10@3.15.1 | +300@3.16 | -5@4.4      | 355
3.12.1      | As Kh 2d | Jd 9s 4c | fold    | -10@3.12.1 |            |            | -10@3.16  | -5@4.4      | -25
4.4         | 8h 5h 2h | Qd 9s 4c | play    | +10@3.15.1 |            | +10@3.15.1 | +40@3.16  | +95@4.4     | 155
4.4         | 8h 5h 2h | Ad As Ac | play    | -10@3.15.2 |            | -10@3.15.2 | +40@3.16  | +95@4.4     | 115
3.12.1 4.4  | 3s 3d 3c | Qd 9s 4c | fold    | -10@3.12.1 |            |            | +300@3.16 | +1995@4.4   | 2285
4.4         | 3s 3d 7c | Qd 9s 4c | play    | +10@3.15.1 |            | +10@3.15.1 | +10@3.16  | +195@4.4    | 225
""")


@pytest.mark.parametrize("row", SHOWDOWNS, ids=row_id)
def test_a_round_moves_the_chips_that_its_lines_say(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10, pair_plus=10, progressive=5)
    lies = money(35 if row["decides"] == "play" else 25)
    hands: dict[str | int, str] = {1: row["player"], "dealer": row["dealer"], "community": "3h 7h"}
    check_lines(GAME, settle(driver, hands, p1=row["decides"]), 1, row, row["proves"])
    assert driver.table.players["Ann"].available == money(10_000) - lies  # nothing is hers to use before the call
    driver.refuse(ask.CashOut(DEALER, "Ann", money(10_000)), "not_enough_chips", None)
    driver.call()
    assert (driver.chips("Ann"), driver.table.players["Ann"].lying) == (money(10_000) + cents(row["net"]), 0)
    prove(GAME, "R40")


def test_a_folded_ante_is_lost_though_the_dealer_shows_a_hand_that_does_not_qualify() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Ann", 1, ante=10, pair_plus=10)
    driver.bet("Bob", 2, ante=10)
    events = settle(driver, {1: "As Kh 2d", 2: "Ah 8s 3d", "dealer": "Jd 9s 4c"}, p1="fold", p2="play")
    check_lines(GAME, events, 1, {"ante": "-10@3.12.1", "pair_plus": "-10@3.16"}, "3.12.1 R67")
    check_lines(GAME, events, 2, {"ante": "+10@3.13", "play": "=@3.13"})


def test_a_play_that_is_handed_back_because_the_dealer_does_not_qualify_is_no_stand_off() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10)
    events = settle(driver, {1: "Ks 8h 2d", "dealer": "Jd 9s 4c"}, p1="play")
    (play,) = (event for event in events if isinstance(event, LineSettled) and event.wager == "play")
    assert (play.outcome, play.rule, play.also) == ("push", "3.13", ())


# The same hand against four dealers: only Ante and Play follow the dealer, Pair Plus only the player's own cards.
DEALERS = rows("""
dealer   | ante       | play       | pair_plus
Jd 9s 4c | +10@3.13   | =@3.13     | +10@3.16
Qd 9s 4c | +10@3.15.1 | +10@3.15.1 | +10@3.16
8d 8s 4c | =@3.15.3   | =@3.15.3   | +10@3.16
Ad As 4c | -10@3.15.2 | -10@3.15.2 | +10@3.16
""")


@pytest.mark.parametrize("row", DEALERS, ids=row_id)
def test_the_ante_plays_against_the_dealer_and_pair_plus_against_nobody(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Ann", 1, ante=10, pair_plus=10)
    driver.bet("Bob", 2, pair_plus=10)
    hands: dict[str | int, str] = {1: "8h 8c 4d", 2: "Ks Jh 2d", "dealer": row["dealer"]}
    events = settle(driver, hands, p1="play")
    check_lines(GAME, events, 1, row)
    check_lines(GAME, events, 2, {"pair_plus": "-10@3.16"})
    prove(GAME, "3.6.1", "3.6.2")


def test_a_round_runs_from_the_call_until_everybody_is_settled() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Ann", 1, ante=10)
    driver.bet("Bob", 2, pair_plus=10)
    driver.close()
    driver.refuse(ask.CallBets(DEALER), "round_in_play", "1.20")
    driver.deal({1: "As 8h 2d", 2: "Ks Jh 3d", "dealer": "Qd 9s 4c"})
    driver.choose(1, "play")
    driver.expose()
    driver.ask(ask.ShowHand(DEALER, 1))
    driver.ask(ask.ShowHand(DEALER, 2))
    driver.refuse(ask.CallBets(DEALER), "round_in_play", "1.20")
    driver.refuse(ask.Settle(player("Ann")), "post_too_low", "1.20")
    settled = only(driver.ask(ask.Settle(DEALER)), RoundSettled)
    assert (settled.round, settled.dealer, settled.qualifies, settled.clause) == (1, "three odd cards", True, "1.20")
    assert (driver.due, driver.play.due.clause) == ("call", "3.2")
    driver.call()
    assert stacks(driver) == {"Ann": money(10_020), "Bob": money(9_990)}


# Bets that should not lie as they do

# An Ante or a Pair Plus as the dealer records it, limits 10 to 1000
OUT_OF_LIMITS = rows("""
proves    | wager     | lies | player   | decides | ante       | play       | pair_plus  | net
5.1.1     | ante      | 1500 | As 8h 2d | play    | +1000(500) | +1000      |            | 2000
5.1.1 R28 | ante      | 1500 | Js 8h 2d | play    | -1000(500) | -1000      |            | -2000
5.1.1     | ante      | 1500 | Js 8h 2d | fold    | -1000(500) |            |            | -1000
5.1.1     | pair_plus | 1500 | 2s 2h 5d |         |            |            | +1000(500) | 1000
5.1.1     | pair_plus | 1500 | 2s 3h 5d |         |            |            | -1000(500) | -1000
5.2.1     | ante      | 5    | As 8h 2d | play    | +5         | +5         |            | 10
5.2.1     | ante      | 5    | Js 8h 2d | play    | -5         | -5         |            | -10
5.2.1     | pair_plus | 5    | 2s 2h 5d |         |            |            | +5         | 5
5.2.1     | pair_plus | 5    | 2s 3h 5d |         |            |            | -5         | -5
""")


@pytest.mark.parametrize("row", OUT_OF_LIMITS, ids=row_id)
def test_a_bet_outside_the_limits_that_was_let_lie_wins_or_loses_as_the_book_says(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann")
    stack = money(10_000)
    for _ in range(3):  # every time: nobody is warned here
        driver.ask(ask.RecordWager(DEALER, "Ann", 1, row["wager"], money(row["lies"])))
        decisions = {"p1": row["decides"]} if row["decides"] else {}
        events = settle(driver, {1: row["player"], "dealer": "Qd 9s 4c"}, **decisions)
        check_lines(GAME, events, 1, row, row["proves"])
        assert not [event for event in events if isinstance(event, PlayerWarned)]
        driver.call()
        stack = type(stack)(stack + cents(row["net"]))
        assert driver.chips("Ann") == stack
    prove(GAME, "5.20")


ALONE = rows("""
beside    | pair_plus
          |
pair_plus | -10@3.16
""")


@pytest.mark.parametrize("row", ALONE, ids=row_id)
def test_a_jackpot_bet_without_an_ante_is_returned_and_feeds_nothing(row: dict[str, str]) -> None:
    """Nor does it win: the hand would be a flush with the community cards."""
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Ann", 1, ante=10)
    if row["beside"]:
        driver.bet("Bob", 2, pair_plus=10)
    driver.ask(ask.RecordWager(DEALER, "Bob", 2, "progressive", money(5)))
    closed = only(driver.ask(ask.CloseBets(DEALER)), BetsClosed)
    assert (closed.stakes, driver.floor.links["L1"].display) == ((), money(100_000))
    driver.deal({1: "Ks 8c 2d", 2: "Ah 9h 8d", "dealer": "Ad 9s 4c", "community": "3h 7h"})
    driver.choose(1, "play")
    check_lines(GAME, driver.finish(), 2, {**row, "progressive": "<@5.4"}, "5.4")
    driver.call()
    assert stacks(driver) == {"Ann": money(9_980), "Bob": money(9_990 if row["beside"] else 10_000)}


# A void round


def test_a_void_round_returns_every_bet_and_undoes_the_award() -> None:
    """A royal flush was won and claimed when the deck turned out not to be the sealed one."""
    deck = sealed(["6h", "As", "2d", "Jd", "Ks", "2h", "9h", "Qs", "5c", "4c", "Js", "Ts"])
    driver = table_of(GAME, "Ann", "Bob", cards="sealed_deck")
    driver.bet("Ann", 1, ante=10, pair_plus=10, progressive=5)
    driver.bet("Bob", 2, ante=10, progressive=5)
    driver.close(deck)
    assert driver.floor.links["L1"].display == money(100_002)
    driver.deal_sealed(deck)
    driver.choose(1, "play")
    driver.choose(2, "fold")
    lines = {"ante": "+10", "ante_bonus": "+50", "play": "=", "pair_plus": "+400", "progressive": "+99997"}
    check_lines(GAME, driver.finish(), 1, lines)
    assert driver.floor.links["L1"].display == money(50_000)
    driver.refuse(ask.PayAwards(SUPERVISOR), "deck_not_opened", None)
    void = only(driver.ask(ask.OpenDeck(SUPERVISOR, deck.cards[::-1], deck.salts)), RoundVoided)
    assert (void.round, void.clause, void.contributed, void.claimed) == (1, "5.8.3", (1, 2), True)
    assert driver.floor.links["L1"].display == money(100_000)
    driver.call()
    assert stacks(driver) == {"Ann": money(10_000), "Bob": money(10_000)}
    prove(GAME, "1.24", "5.8", "5.21", "R14", "R39")


def test_a_void_round_leaves_the_rounds_before_it_as_they_are() -> None:
    deck = sealed(["6h", "As", "Jd", "Kh", "9s", "9d", "4c", "2c", "3c"])
    driver = table_of(GAME, "Ann", cards="sealed_deck")
    for fits in (True, False):
        driver.bet("Ann", 1, ante=10)
        driver.close(deck)
        driver.deal_sealed(deck)
        driver.choose(1, "play")
        driver.finish()
        driver.ask(ask.OpenDeck(SUPERVISOR, deck.cards if fits else deck.cards[::-1], deck.salts))
        driver.call()
        assert driver.chips("Ann") == money(10_010) == driver.books.balance(chips("T1", "Ann")).posted
    prove(GAME, "5.8", "5.21")


def test_a_round_is_void_as_soon_as_a_card_shows_not_to_fit_its_seal() -> None:
    deck = sealed([])
    driver = table_of(GAME, "Ann", cards="sealed_deck")
    driver.bet("Ann", 1, ante=10, progressive=5)
    driver.close(deck)
    driver.ask(ask.DealCard(DEALER, deck.cards[0], deck.salts[0]))
    wrong = deck.cards[51], deck.salts[1]
    driver.refuse(ask.DealCard(DEALER, *wrong), "not_the_sealed_card", None)
    void = only(driver.ask(ask.DealCard(SUPERVISOR, *wrong)), RoundVoided)
    assert (void.round, void.clause, void.contributed, void.claimed) == (1, "5.8.3", (1,), False)
    driver.refuse(ask.Settle(DEALER), "not_to_be_settled", None)
    driver.ask(ask.OpenDeck(DEALER, deck.cards[::-1], deck.salts))
    driver.call()
    assert (driver.chips("Ann"), driver.floor.links["L1"].display) == (money(10_000), money(100_000))
    prove(GAME, "5.21", "5.8.3", "R14", "R39")
