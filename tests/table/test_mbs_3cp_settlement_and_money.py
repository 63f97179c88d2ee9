"""Settlement of Megalink Three Card Poker at a live table: lines, shares, limits, and every stack to the cent."""

import pytest

from pitlink.games.round import Limit
from pitlink.ledger import Posting, chips
from pitlink.table import commands as ask
from pitlink.table.events import BetsClosed, Event, LineSettled, PlayerWarned, RoundSettled, RoundVoided
from tests.driving import DEALER, SUPERVISOR, Driver, money, player, sealed
from tests.proving import prove, row_id, rows
from tests.table.three_cards import cents, check_lines, only, stacks, table_of

GAME = "mbs-3cp"


def settle(driver: Driver, hands: dict[str | int, str], **decisions: str) -> tuple[Event, ...]:
    """Close, deal, decide as told (p1="play"), and settle."""
    driver.close()
    driver.deal(hands)
    for position, choice in decisions.items():
        driver.choose(int(position[1:]), choice)
    return driver.finish()


# Ann bets Ante 10, Pair Plus 10, progressive 5; the community cards are 3h 7h; `net` is what the round is worth to her.
SHOWDOWNS = rows("""
proves        | player   | dealer   | decides | ante       | ante_bonus | play       | pair_plus   | progressive | net
3.11.1 1.1.10 | Ks 8h 2d | Jd 9s 4c | play    | +10@3.11.2 |            | =@3.11.1   | -10@3.11.4  | -5@4.4      | -5
3.11.2 3.11.4 | 2s 2h 5d | Jd 9s 4c | play    | +10@3.11.2 |            | =@3.11.1   | +10@3.11.4  | -5@4.4      | 15
3.11.3 R64    | 4s 5h 6d | Jd 9s 4c | play    | +10@3.11.2 | +10@3.11.3 | =@3.11.1   | +50@3.11.4  | -5@4.4      | 65
3.12.1 3.12.5 | As 8h 2d | Qd 9s 4c | play    | +10@3.12.1 |            | +10@3.12.1 | -10@3.12.5  | -5@4.4      | 5
3.12.2        | Qs 8h 2d | Qd 9s 4c | play    | -10@3.12.2 |            | -10@3.12.2 | -10@3.12.5  | -5@4.4      | -35
3.12.3 1.1.10 | Qs 9h 4d | Qd 9s 4c | play    | =@3.12.3   |            | =@3.12.3   | -10@3.12.5  | -5@4.4      | -15
3.12.4 R65    | 4s 5h 6d | 7d 6s 5c | play    | -10@3.12.2 | +10@3.12.4 | -10@3.12.2 | +50@3.12.5  | -5@4.4      | 35
3.12.2 R63    | Ks 8h 2d | 2h 2s 3c | play    | -10@3.12.2 |            | -10@3.12.2 | -10@3.12.5  | -5@4.4      | -35
3.12.4        | 9s 9h 9d | Qd Ts 4c | play    | +10@3.12.1 | +40@3.12.4 | +10@3.12.1 | +300@3.12.5 | -5@4.4      | 355
3.9.1         | As Kh 2d | Jd 9s 4c | fold    | -10@3.9.1  |            |            | -10@3.12.5  | -5@4.4      | -25
3.9.1.1       | 2s 2h 5d | Qd 9s 4c | fold    | -10@3.9.1  |            |            | +10@3.12.5  | -5@4.4      | -5
4.4           | 8h 5h 2h | Qd 9s 4c | play    | +10@3.12.1 |            | +10@3.12.1 | +40@3.12.5  | +95@4.4     | 155
4.4           | 8h 5h 2h | Ad As Ac | play    | -10@3.12.2 |            | -10@3.12.2 | +40@3.12.5  | +95@4.4     | 115
4.4           | 3s 3d 3c | Qd 9s 4c | fold    | -10@3.9.1  |            |            | +300@3.12.5 | +1995@4.4   | 2285
4.4           | 3s 3d 7c | Qd 9s 4c | play    | +10@3.12.1 |            | +10@3.12.1 | +10@3.12.5  | +195@4.4    | 225
""")


@pytest.mark.parametrize("row", SHOWDOWNS, ids=row_id)
def test_a_round_moves_the_chips_that_its_lines_say(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10, pair_plus=10, progressive=5)
    lies = money(35 if row["decides"] == "play" else 25)
    hands: dict[str | int, str] = {1: row["player"], "dealer": row["dealer"], "community": "3h 7h"}
    events = settle(driver, hands, p1=row["decides"])
    check_lines(GAME, events, 1, row, row["proves"])
    assert driver.table.players["Ann"].available == money(10_000) - lies  # nothing is hers to use before the call
    driver.refuse(ask.CashOut(DEALER, "Ann", money(10_000)), "not_enough_chips", None)
    driver.call()
    assert driver.chips("Ann") == money(10_000) + cents(row["net"])
    assert driver.table.players["Ann"].lying == 0
    prove(GAME, "R40")


def test_a_folded_ante_is_lost_though_the_dealer_shows_a_hand_that_does_not_qualify() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Ann", 1, ante=10, pair_plus=10)
    driver.bet("Bob", 2, ante=10)
    events = settle(driver, {1: "As Kh 2d", 2: "Ah 8s 3d", "dealer": "Jd 9s 4c"}, p1="fold", p2="play")
    check_lines(GAME, events, 1, {"ante": "-10@3.9.1", "pair_plus": "-10@3.11.4"}, "3.9.1 3.11.4 R67")
    check_lines(GAME, events, 2, {"ante": "+10@3.11.2", "play": "=@3.11.1"})


def test_a_round_is_over_when_it_is_settled() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10)
    driver.close()
    driver.refuse(ask.CallBets(DEALER), "round_in_play", "1.1.9")
    driver.deal({1: "As 8h 2d", "dealer": "Qd 9s 4c"})
    driver.refuse(ask.Settle(DEALER), "not_to_be_settled", None)
    driver.choose(1, "play")
    driver.expose()
    driver.ask(ask.ShowHand(DEALER, 1))
    driver.refuse(ask.Settle(player("Ann")), "post_too_low", "1.1.9")
    settled = only(driver.ask(ask.Settle(DEALER)), RoundSettled)
    assert (settled.round, settled.dealer, settled.qualifies, settled.clause) == (1, "three odd cards", True, "1.1.9")
    assert (driver.due, driver.play.due.clause) == ("call", "3.1")
    driver.refuse(ask.Settle(DEALER), "not_to_be_settled", None)
    driver.call()
    assert driver.play.number == 2


# Several players' chips on one position (R34, R35)

# Ann sits at 1 and decides; the odd cent of a division is hers.
SHARES = rows("""
Ann   | Bob  | Cid  | player   | dealer   | net Ann | net Bob | net Cid
10    | 20   |      | As 8h 2d | Qd 9s 4c | 20      | 40      |
10    | 20   |      | Ks 8h 2d | Ad 9s 4c | -20     | -40     |
10    | 20   | 30   | 4s 5h 6d | Qd 9s 4c | 30      | 60      | 90
3.33  | 6.67 | 0.01 | 9s 9h 9d | Qd Ts 4c | 19.98   | 40.02   | 0.06
10.01 | 5.03 | 4.99 | Ks 8h 2d | Jd 9s 4c | 10.01   | 5.03    | 4.99
""")


@pytest.mark.parametrize("row", SHARES, ids=row_id)
def test_several_players_chips_on_a_position_are_divided_by_share(row: dict[str, str]) -> None:
    driver = table_of(
        GAME, "Ann", "Bob", "Cid", limits={w: Limit(money(1), money(1000)) for w in ("ante", "pair_plus")}
    )
    names = [name for name in ("Ann", "Bob", "Cid") if row[name]]
    for name in names:
        driver.bet(name, 1, ante=row[name])
    settle(driver, {1: row["player"], "dealer": row["dealer"]}, p1="play")
    driver.call()
    for name in names:
        assert driver.chips(name) == money(10_000) + cents(row[f"net {name}"]), name
    prove(GAME, "3.4", "R34")


def test_a_maximum_that_does_not_divide_leaves_the_odd_cent_with_the_seated_player() -> None:
    """An Ante of 3 x 400 lies over the maximum: 1000 lose, a third each, and the odd cent is the seated player's."""
    driver = table_of(GAME, "Ann", "Bob", "Cid")
    driver.bet("Bob", 1, ante=400)
    driver.bet("Cid", 1, ante=400)
    driver.ask(ask.RecordWager(DEALER, "Ann", 1, "ante", money(400)))
    events = settle(driver, {1: "Ks 8h 2d", "dealer": "Ad 9s 4c"}, p1="fold")
    (line,) = (event for event in events if isinstance(event, LineSettled))
    lost = {payment.player: payment.collected for payment in line.payments}
    assert lost == {"Ann": money("333.34"), "Bob": money("333.33"), "Cid": money("333.33")}
    check_lines(GAME, events, 1, {"ante": "-1000(200)@3.9.1"}, "5.14")
    driver.call()
    assert stacks(driver) == {name: money(10_000) - amount for name, amount in lost.items()}
    prove(GAME, "R34")


def test_partners_lay_their_part_of_the_play_and_the_progressive_is_the_seated_players_alone() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Ann", 1, ante=10, progressive=5)
    driver.bet("Bob", 1, ante=30, pair_plus=10)
    driver.close()
    driver.deal({1: "3s 3d 7c", "dealer": "Qd 9s 4c", "community": "3h 7h"})
    driver.choose(1, "play")
    assert {name: each.lying for name, each in driver.table.players.items()} == {"Ann": money(25), "Bob": money(70)}
    driver.finish()
    driver.call()
    assert stacks(driver) == {"Ann": money(10_000 + 20 + 195), "Bob": money(10_000 + 60 + 10)}
    prove(GAME, "R34", "R35")


def test_a_partner_who_cannot_add_his_part_stops_the_play() -> None:
    driver = table_of(GAME, "Ann", chips=100)
    driver.come("Bob", 30)
    driver.bet("Ann", 1, ante=10)
    driver.bet("Bob", 1, ante=20)
    driver.close()
    driver.deal({})
    driver.refuse(ask.Decide(player("Ann"), 1, "play"), "not_enough_chips", "3.9.2")


# Wagers that should not lie as they do


def test_a_progressive_wager_without_a_companion_is_invalid_once_bets_are_closed() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Ann", 1, ante=10)
    driver.ask(ask.RecordWager(DEALER, "Bob", 2, "progressive", money(5)))
    before = driver.floor.links["L1"].display
    closed = only(driver.ask(ask.CloseBets(DEALER)), BetsClosed)
    assert (closed.stakes, driver.floor.links["L1"].display) == ((), before)
    driver.deal({1: "Ks 8h 2d", "dealer": "Ad 9s 4c"})
    driver.choose(1, "play")
    assert driver.table.players["Bob"].lying == money(5)  # it goes back when the hand in play is over
    check_lines(GAME, driver.finish(), 2, {"progressive": "<@5.12.2"}, "5.12.2")
    driver.call()
    assert stacks(driver) == {"Ann": money(9_980), "Bob": money(10_000)}
    prove(GAME, "5.12", "R49")


# Rounds one after the other; "w" an under-minimum result counted.
UNDER = rows("""
round | ante | pair_plus | player   | ante line  | pair line  | warned | net
1     | 5    | 10        | As 8h 2d | +5@3.12.1  | -10@3.12.5 | Ann    | 0
2     | 5    | 10        | As 8h 2d | <@5.13     | -10@3.12.5 |        | -10
3     | 5    | 10        | 2s 3h 5d | <@5.13     | -10@3.12.5 |        | -10
4     | 10   | 5         | As 8h 2d | +10@3.12.1 | <@5.13     |        | 20
5     | 10   | 10        | As 8h 2d | +10@3.12.1 | -10@3.12.5 |        | 10
""")


def test_an_under_minimum_wager_is_settled_once_and_later_ones_go_back() -> None:
    driver = table_of(GAME, "Ann")
    stack = money(10_000)
    for row in UNDER:
        for wager in ("ante", "pair_plus"):
            driver.ask(ask.RecordWager(DEALER, "Ann", 1, wager, money(row[wager])))
        events = settle(driver, {1: row["player"], "dealer": "Qd 9s 4c"}, p1="play")
        lines = {"ante": row["ante line"], "pair_plus": row["pair line"]}
        play = "<@R32" if row["ante line"].startswith("<") else row["ante line"]
        check_lines(GAME, events, 1, {**lines, "play": play})
        warned = [(event.player, event.clause) for event in events if isinstance(event, PlayerWarned)]
        assert warned == ([(row["warned"], "5.13")] if row["warned"] else [])
        driver.call()
        stack = type(stack)(stack + cents(row["net"]))
        assert driver.chips("Ann") == stack, row
    prove(GAME, "5.13", "5.15", "R31", "R32")


def test_two_wagers_under_the_minimum_in_one_round_are_the_one_time() -> None:
    driver = table_of(GAME, "Ann")
    for wager in ("ante", "pair_plus"):
        driver.ask(ask.RecordWager(DEALER, "Ann", 1, wager, money(5)))
    events = settle(driver, {1: "2s 8h 3d", "dealer": "Qd 9s 4c"}, p1="play")
    check_lines(GAME, events, 1, {"ante": "-5", "play": "-5", "pair_plus": "-5"}, "5.13")
    assert len([event for event in events if isinstance(event, PlayerWarned)]) == 1
    prove(GAME, "R31")


def test_the_one_time_counts_for_the_player_and_ends_with_the_stay() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    hands: dict[str | int, str] = {1: "2s 8h 3d", "dealer": "Qd 9s 4c"}
    driver.ask(ask.RecordWager(DEALER, "Ann", 1, "ante", money(5)))
    settle(driver, hands, p1="fold")
    driver.call()
    driver.ask(ask.RecordWager(DEALER, "Bob", 1, "ante", money(5)))  # somebody else has his own one time
    check_lines(GAME, settle(driver, hands, p1="fold"), 1, {"ante": "-5@3.9.1"}, "5.13")
    driver.call()
    driver.refuse(ask.CloseStay(DEALER, "Ann"), "post_too_low", "R31")
    driver.ask(ask.CloseStay(SUPERVISOR, "Ann"))
    driver.ask(ask.RecordWager(DEALER, "Ann", 1, "ante", money(5)))
    check_lines(GAME, settle(driver, hands, p1="fold"), 1, {"ante": "-5@3.9.1"}, "5.13")


OVER = rows("""
proves   | wager     | player   | decides | ante              | ante_bonus | play              | pair_plus  | net
5.14     | ante      | As 8h 2d | play    | +1000(500)@3.12.1 |            | +1000@3.12.1      |            | 2000
5.14     | ante      | Js 8h 2d | play    | -1000(500)@3.12.2 |            | -1000@3.12.2      |            | -2000
5.14     | ante      | Qs 9h 4h | play    | =(500)@3.12.3     |            | =@3.12.3          |            | 0
5.14 R28 | ante      | 4s 5h 6d | play    | +1000(500)@3.12.1 | +1000      | +1000@3.12.1      |            | 3000
5.14     | ante      | As 8h 2d | fold    | -1000(500)@3.9.1  |            |                   |            | -1000
5.14     | pair_plus | 2s 2h 5d |         |                   |            |                   | +1000(500) | 1000
5.14     | pair_plus | 2s 3h 5d |         |                   |            |                   | -1000(500) | -1000
""")


@pytest.mark.parametrize("row", OVER, ids=row_id)
def test_an_over_maximum_wager_is_paid_or_collected_to_the_maximum_only(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann")
    driver.ask(ask.RecordWager(DEALER, "Ann", 1, row["wager"], money(1500)))
    decisions = {"p1": row["decides"]} if row["decides"] else {}
    events = settle(driver, {1: row["player"], "dealer": "Qd 9s 4c"}, **decisions)
    check_lines(GAME, events, 1, row, row["proves"])
    driver.call()
    assert driver.chips("Ann") == money(10_000) + cents(row["net"])


def test_what_an_earlier_round_paid_or_collected_outside_the_limits_stays_settled() -> None:
    """Once the next call has made a round final nothing reopens it, not even a void of the round after."""
    deck = sealed([*["Ks", "8h", "2d", "Ad", "9s", "4c", "3h", "7h", "6h"]])
    driver = table_of(GAME, "Ann", cards="sealed_deck")
    for wager, amount in (("ante", 1500), ("pair_plus", 5)):
        driver.ask(ask.RecordWager(DEALER, "Ann", 1, wager, money(amount)))
    driver.close(deck)
    driver.deal_sealed(deck)
    driver.choose(1, "fold")
    driver.finish()
    driver.ask(ask.OpenDeck(DEALER, deck.cards, deck.salts))
    driver.call()
    assert any(isinstance(entry, Posting) for entry in driver.all_entries)
    assert driver.chips("Ann") == money(10_000 - 1_005)
    driver.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", money(10)), "no_wager_there", "2.2.1")
    driver.bet("Ann", 1, ante=10)
    driver.close(deck)
    driver.deal_sealed(deck)
    driver.choose(1, "fold")
    driver.finish()
    void = only(driver.ask(ask.OpenDeck(SUPERVISOR, deck.cards[::-1], deck.salts)), RoundVoided)
    assert (void.round, void.clause) == (2, "5.1.1")
    driver.call()
    assert driver.chips("Ann") == money(10_000 - 1_005) == driver.books.balance(chips("T1", "Ann")).posted
    prove(GAME, "5.15", "5.1.1", "5.1.2")


# A void round


def test_a_deck_that_does_not_fit_its_seal_voids_the_round_and_gives_everything_back() -> None:
    """A royal flush was won and claimed; none of it stands."""
    deck = sealed([*["As", "Ks", "Qs", "2d", "2h", "5c", "Jd", "9h", "4c", "Js", "Ts", "6h"]])
    driver = table_of(GAME, "Ann", "Bob", cards="sealed_deck")
    start = driver.floor.links["L1"].display
    driver.bet("Ann", 1, ante=10, pair_plus=10, progressive=5)
    driver.bet("Bob", 2, ante=10, progressive=5)
    driver.close(deck)
    driver.deal_sealed(deck)
    driver.choose(1, "play")
    driver.choose(2, "fold")
    events = driver.finish()
    check_lines(
        GAME, events, 1, {"ante": "+10", "ante_bonus": "+50", "play": "=", "pair_plus": "+400", "progressive": "+99997"}
    )
    driver.refuse(ask.PayAwards(SUPERVISOR), "deck_not_opened", None)
    driver.refuse(ask.OpenDeck(DEALER, deck.cards[::-1], deck.salts), "not_the_sealed_deck", "R89")
    void = only(driver.ask(ask.OpenDeck(SUPERVISOR, deck.cards[::-1], deck.salts)), RoundVoided)
    assert (void.round, void.clause, void.contributed, void.claimed) == (1, "5.1.1", (1, 2), True)
    assert driver.floor.links["L1"].display == start
    driver.call()
    assert stacks(driver) == {"Ann": money(10_000), "Bob": money(10_000)}
    assert driver.play.number == 2
    prove(GAME, "5.1.1", "R14", "R39")


def test_a_card_that_does_not_fit_its_seal_voids_the_round_as_soon_as_it_shows() -> None:
    """A supervisor's word, in the middle of the deal (R89); the deck is opened all the same before the next call."""
    deck = sealed([])
    driver = table_of(GAME, "Ann", cards="sealed_deck")
    driver.bet("Ann", 1, ante=10, progressive=5)
    driver.close(deck)
    driver.ask(ask.DealCard(DEALER, deck.cards[0], deck.salts[0]))
    wrong = deck.cards[51], deck.salts[1]
    driver.refuse(ask.OpenDeck(DEALER, deck.cards, deck.salts), "deck_not_due", None)
    driver.refuse(ask.DealCard(DEALER, *wrong), "not_the_sealed_card", None)
    void = only(driver.ask(ask.DealCard(SUPERVISOR, *wrong)), RoundVoided)
    assert (void.round, void.clause, void.contributed, void.claimed) == (1, "5.1.1", (1,), False)
    assert driver.floor.links["L1"].display == money(100_000)
    driver.refuse(ask.CallBets(DEALER), "round_in_play", "1.1.9")
    driver.ask(ask.OpenDeck(DEALER, deck.cards[::-1], deck.salts))
    driver.call()
    assert driver.chips("Ann") == money(10_000)
    prove(GAME, "5.1.1", "R14", "R39")


def test_a_void_round_does_not_use_up_the_one_result_under_the_minimum() -> None:
    """A void round has no result (R39): nothing was paid or collected one time (5.13)."""
    deck = sealed([*["Ks", "8h", "2d", "Ad", "9s", "4c", "3h", "7h", "6h"]])
    driver = table_of(GAME, "Ann", cards="sealed_deck")
    driver.ask(ask.RecordWager(DEALER, "Ann", 1, "ante", money(5)))
    driver.close(deck)
    driver.deal_sealed(deck)
    driver.choose(1, "fold")
    driver.finish()
    driver.ask(ask.OpenDeck(SUPERVISOR, deck.cards[::-1], deck.salts))
    driver.call()
    assert driver.chips("Ann") == money(10_000)
    assert "Ann" not in driver.table.warned
