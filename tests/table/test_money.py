"""Money at tables: shared wagers, what lies over a maximum, books that balance, history that replays."""

import re
from collections import Counter

import pytest

from pitlink import ledger
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.link import ClaimOf
from pitlink.money import Cents
from pitlink.rulebook.catalogue import document
from pitlink.table import commands as ask
from pitlink.table.events import AwardPaid, AwardsAmended, LineSettled, Payment
from tests.driving import DEALER, SHIFT_MANAGER, SUPERVISOR, Driver, money, player, replay, sealed, setup_for
from tests.proving import prove, row_id, rows
from tests.table.letting_ride import LOSERS, enter, lines, lir_table, of, one, ride_all, start


def check_books(driver: Driver) -> None:
    """The entries add up by themselves, to what the books and the stacks say; no id is used twice."""
    balance = ledger.trial_balance(driver.all_entries)
    assert balance.difference == 0
    assert ledger.check_ids(driver.all_entries) is None
    for account, kept in driver.books.balances.items():
        assert balance.net(account) == kept.posted, account
    for name, state in driver.floor.tables.items():
        for who, stack in state.players.items():
            assert balance.net(ledger.chips(name, who)) == stack.chips
    assert replay(driver.history) == driver.floor
    check_citations(driver)


def check_citations(driver: Driver) -> None:
    """Whatever an event at a table cites is a clause of that table's rulebook, or a reading."""
    for recorded in driver.history:
        kind, _, name = recorded.stream.partition("/")
        event = recorded.event
        if kind == "table":
            clauses = document(driver.floor.tables[name].rules.game).clauses
            cited = [getattr(event, "clause", None), getattr(event, "rule", None), *getattr(event, "also", ())]
            for clause in cited:
                assert clause is None or clause in clauses or re.fullmatch(r"R[0-9]{1,3}", clause), (clause, event)


# Shared wagers (R34): 8 to 1 and the like divide evenly, 3 to 2 need not. Ann sits and decides.
SHARES = rows("""
Ann   | Bob   | Cal   | Ann is paid | Bob is paid | Cal is paid
10.00 | 15.00 |  5.00 |       10.00 |       15.00 |        5.00
10.01 | 10.02 | 10.03 |       10.01 |       10.02 |       10.03
33.33 | 33.33 | 33.34 |       33.33 |       33.33 |       33.34
""")


@pytest.mark.parametrize("row", SHARES, ids=row_id)
def test_even_money_is_paid_to_each_in_the_measure_of_his_chips(row: dict[str, str]) -> None:
    driver = Driver()
    driver.open(setup_for("mbs-thb"))
    driver.seat("Ann", "Bob", "Cal")
    driver.call()
    for name in ("Ann", "Bob", "Cal"):
        driver.ask(ask.RecordWager(DEALER, name, 1, "ante", money(row[name])))
    driver.close()
    driver.deal({1: "As Ad", "dealer": "Kh Kd", "community": "2c 5h 8d 9s Jc"})
    driver.choose(1, "flop", "check", "check")
    settled = lines(driver.finish())
    flop = settled[1, "flop"]
    total = sum(money(row[name]) for name in ("Ann", "Bob", "Cal"))
    assert flop.stake == 2 * total
    paid = {each.player: each.paid for each in flop.payments}
    assert paid == {name: 2 * money(row[f"{name} is paid"]) for name in ("Ann", "Bob", "Cal")}
    driver.call()
    check_books(driver)
    prove("mbs-thb", "R34")


def test_odd_cents_of_a_payment_go_to_the_seated_player() -> None:
    """A flush pays the Blind 3 to 2: 33.35 are paid 50.02 (R4), and the odd cent of the division is Ann's."""
    driver = Driver()
    driver.open(setup_for("mbs-uth"))
    driver.seat("Ann", "Bob", "Cal")
    driver.call()
    shares = {"Ann": "11.11", "Bob": "11.11", "Cal": "11.13"}
    for name, amount in shares.items():
        for wager in ("ante", "blind"):
            driver.ask(ask.RecordWager(DEALER, name, 1, wager, money(amount)))
    driver.close()
    assert driver.box(1).seat.player == "Ann"
    driver.deal({1: "Ah 7h", "dealer": "Ks Kd", "community": "2h 9h Jh 5c 8d"})
    driver.choose(1, "play 4x")
    blind = lines(driver.finish())[1, "blind"]
    assert (blind.stake, blind.pays, blind.rule) == (33_35, 50_02, "3.10.4")
    # 50.02 × 11.11 / 33.35 = 16.6633…, × 11.13 / 33.35 = 16.6933…
    assert blind.payments == (
        Payment("Ann", Cents(0), Cents(16_66 + 1), Cents(11_11)),
        Payment("Bob", Cents(0), Cents(16_66), Cents(11_11)),
        Payment("Cal", Cents(0), Cents(16_69), Cents(11_13)),
    )
    driver.call()
    check_books(driver)
    prove("mbs-uth", "R34", "R4", "3.10.4")


def test_odd_cents_on_an_unseated_position_go_to_who_decides_there() -> None:
    driver = Driver()
    driver.open(setup_for("mbs-uth"))
    driver.seat("Ann", "Bob")
    driver.call()
    for name, amount in (("Bob", "16.67"), ("Ann", "16.68")):
        for wager in ("ante", "blind"):
            driver.ask(ask.RecordWager(DEALER, name, 5, wager, money(amount)))
    driver.close()
    assert driver.box(5).seat.player == "Bob"  # his chips lay there first
    driver.deal({5: "Ah 7h", "dealer": "Ks Kd", "community": "2h 9h Jh 5c 8d"})
    driver.choose(5, "play 4x")
    blind = lines(driver.finish())[5, "blind"]
    # 50.02 × 16.67 / 33.35 = 25.0024…, × 16.68 / 33.35 = 25.0175…
    assert {each.player: each.paid for each in blind.payments} == {"Bob": 25_01, "Ann": 25_01}
    assert sum(each.paid for each in blind.payments) == blind.pays == 50_02
    prove("mbs-uth", "R34", "R35")


def test_a_shared_wager_that_loses_is_lost_by_each() -> None:
    driver = lir_table("Ann", "Bob")
    driver.call()
    enter(driver, "Ann", 1, "10.01")
    enter(driver, "Bob", 1, "20.02")
    driver.close()
    driver.deal(LOSERS)
    driver.choose(1, "withdraw", "ride")
    settled = lines(driver.finish())
    assert settled[1, "1"].payments == (
        Payment("Ann", Cents(0), Cents(0), Cents(10_01)),
        Payment("Bob", Cents(0), Cents(0), Cents(20_02)),
    )
    assert settled[1, "$"].payments == (
        Payment("Ann", Cents(10_01), Cents(0), Cents(0)),
        Payment("Bob", Cents(20_02), Cents(0), Cents(0)),
    )
    driver.call()
    assert (driver.chips("Ann"), driver.chips("Bob")) == (10_000_00 - 20_02, 10_000_00 - 40_04)
    check_books(driver)
    prove("mbs-lir", "R34")


def test_each_wager_of_a_position_is_shared_as_its_own_chips_lie() -> None:
    """Ann and Bob share the Ante; the Bonus is Bob's alone."""
    driver = Driver()
    driver.open(setup_for("mbs-thb"))
    driver.seat("Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, ante=30)
    driver.bet("Bob", 1, ante=10, bonus=20)
    driver.close()
    driver.deal({1: "As Ad", "dealer": "Kh Qd", "community": "2c 5h 8d 9s Jc"})
    driver.choose(1, "flop", "turn", "check")
    settled = lines(driver.finish())
    assert {each.player: each.paid for each in settled[1, "flop"].payments} == {"Ann": 60_00, "Bob": 20_00}
    assert {each.player: each.paid for each in settled[1, "turn"].payments} == {"Ann": 30_00, "Bob": 10_00}
    assert [each.player for each in settled[1, "bonus"].payments] == ["Bob"]
    driver.call()
    check_books(driver)
    prove("mbs-thb", "R34")


# Over the maximum (R27, R28). The maximum is 1000; 1200.50 lie there.


@pytest.mark.parametrize("won", [True, False])
@pytest.mark.parametrize("game", ["mbs-thb", "mbs-3cp", "mbs-uth", "rws-3cp"])
def test_an_ante_over_the_maximum_is_settled_at_the_maximum_with_what_follows_it(game: str, won: bool) -> None:
    over = {"rws-3cp": "5.1.1"}.get(game, "5.14")
    driver = Driver()
    driver.open(setup_for(game))
    driver.seat("Ann", chips=20_000)
    driver.call()
    entry = ("ante", "blind") if game == "mbs-uth" else ("ante",)
    for wager in entry:
        driver.ask(ask.RecordWager(DEALER, "Ann", 1, wager, money("1200.50")))
    driver.close()
    three = game.endswith("3cp")
    good, bad = ("As Ad 4h", "Kh Qd 7s") if three else ("As Ad", "Kh Kd")
    own, dealer = (good, bad) if won else (bad, good)
    driver.deal({1: own, "dealer": dealer, "community": "2c 5h" if three else "2c 5h 8d 9s Jc"})
    decisions = {"mbs-thb": ("flop", "check", "check"), "mbs-uth": ("play 4x",)}.get(game, ("play",))
    driver.choose(1, *decisions)
    settled = lines(driver.finish())
    ante = settled[1, "ante"]
    assert (ante.stake, ante.excess) == (1000_00, 200_50)
    assert over in ante.also
    later, times = {"mbs-thb": ("flop", 2), "mbs-uth": ("play", 4)}.get(game, ("play", 1))
    line = settled[1, later]
    assert (line.stake, line.excess) == (1000_00 * times, 0)  # a multiple of the Ante in play, and no more lies there
    assert "R28" in line.also
    for each in settled.values():
        (payment,) = each.payments or (Payment("Ann", Cents(0), Cents(0), Cents(0)),)
        assert payment.back == each.returned + each.excess
        assert payment.collected == each.stake - each.returned
    driver.call()
    gained = {True: 1, False: -1}[won] * times * 1000_00
    assert driver.chips("Ann") - 20_000_00 == gained + sum(
        each.pays + each.returned - each.stake for key, each in settled.items() if key[1] != later
    )
    check_books(driver)
    prove(game, over, "R28")


def test_a_shared_wager_over_the_maximum_hands_back_in_the_measure_of_the_chips() -> None:
    driver = lir_table("Ann", "Bob")
    driver.call()
    for wager in ("1", "2", "$"):
        driver.ask(ask.RecordWager(DEALER, "Ann", 1, wager, money("400.01")))
        driver.ask(ask.RecordWager(DEALER, "Bob", 1, wager, money("800")))
    driver.close()
    driver.deal(LOSERS)
    ride_all(driver)
    line = lines(driver.finish())[1, "$"]
    # 1000 × 400.01 / 1200.01 = 333.3388…; × 800 / 1200.01 = 666.6611…; the odd cent is Ann's, who sits there
    assert line.payments == (
        Payment("Ann", Cents(333_34), Cents(0), Cents(66_67)),
        Payment("Bob", Cents(666_66), Cents(0), Cents(133_34)),
    )
    driver.call()
    check_books(driver)
    prove("mbs-lir", "R34", "R33")


def test_nobody_loses_more_than_his_own_chips() -> None:
    """Two cents that do not divide are not both Ann's where only one cent of hers lies there."""
    driver = lir_table("Ann", "Bob", "Cal")
    driver.call()
    for wager in ("1", "2", "$"):
        for name, amount in (("Ann", "0.01"), ("Bob", "0.01"), ("Cal", "1199.98")):
            driver.ask(ask.RecordWager(DEALER, name, 1, wager, money(amount)))
    driver.close()
    driver.deal(LOSERS)
    ride_all(driver)
    driver.expose()
    driver.ask(ask.ShowHand(DEALER, 1))
    driver.checking = False
    line = lines(driver.ask(ask.Settle(DEALER)))[1, "$"]
    assert sum(each.collected for each in line.payments) == 1000_00
    assert all(each.back >= 0 for each in line.payments), line.payments
    prove("mbs-lir", "R34")


# Books


def test_the_entries_of_many_rounds_balance_and_replay_gives_the_same_floor() -> None:
    """Two tables on one link: wins, losses, claims paid and open, a stay closed, a player gone, a round void."""
    driver = Driver()
    driver.open(setup_for("mbs-lir", "T1"))
    driver.seat("Ann", "Bob")
    driver.open(setup_for("mbs-lir", "T2", cards="sealed_deck"))
    driver.seat("Ann", "Dee")
    hands: tuple[dict[str | int, str], ...] = (
        LOSERS,
        {1: "As Ks Qs", 2: "2d 5h 8s", "community": "Js Ts"},
        {1: "2h 3h 4h", 2: "7h 8h 9h", "community": "5h 6h"},
        {1: "Jc 8c 6c", 2: "Td Tc 2h", "community": "5c 2c"},
    )
    for nth, hand in enumerate(hands):
        driver.name = "T1"
        start(driver, ("Ann", 1), ("Bob", 2), progressive=5 * (nth + 1))
        driver.deal(hand)
        driver.choose(1, "ride")
        driver.choose(2, "withdraw")
        driver.choose(1, "withdraw")
        driver.choose(2, "ride")
        driver.finish()
        if driver.due == "verify_claims":
            driver.pay()
        check_books(driver)
    driver.name = "T2"
    deck = sealed(["As", "Ks", "Qs", "2d", "5h", "8c", "Js", "Ts"])
    for void in (True, False):
        driver.call()
        enter(driver, "Ann", 1, progressive=5)
        enter(driver, "Dee", 2)
        driver.close(deck)
        driver.deal_sealed(deck)
        ride_all(driver)
        driver.finish()
        salts = tuple(reversed(deck.salts)) if void else deck.salts
        driver.ask(ask.OpenDeck(SUPERVISOR if void else DEALER, deck.cards, salts))
        if not void:
            driver.pay()
        check_books(driver)
    driver.ask(ask.CloseTable(SUPERVISOR))
    for name in ("Ann", "Dee"):
        driver.ask(ask.CashOut(DEALER, name, driver.chips(name)))
    driver.ask(ask.CloseTable(SUPERVISOR), at="T1")
    driver.name = "T1"
    driver.ask(ask.CashOut(DEALER, "Bob", driver.chips("Bob")))
    check_books(driver)
    assert driver.books.pending == {}
    assert driver.books.balance(ledger.claims_payable("L1")).posted == 0


def test_every_transfer_says_why() -> None:
    driver = lir_table("Ann", "Bob")
    start(driver, ("Ann", 1), ("Bob", 2), progressive=5)
    driver.deal({1: "Jc 8c 6c", 2: "Td 7s 4h", "community": "5c 2c"})
    ride_all(driver)
    driver.finish()
    told = Counter(entry.reason for entry in driver.all_entries if isinstance(entry, ledger.Transfer) and entry.pending)
    assert told == {"mbs-lir 3.19": 3, "mbs-lir 4.2": 2, "mbs-lir 3.3": 3}
    wagers = {entry.wager for entry in driver.all_entries if isinstance(entry, ledger.Transfer) and entry.pending}
    assert wagers == {"1", "2", "$", "progressive"}
    prove("mbs-lir", "3.19", "3.3", "4.2")


def test_what_is_neither_won_nor_lost_moves_no_money() -> None:
    driver = lir_table("Ann")
    start(driver, ("Ann", 1))
    driver.deal(LOSERS)
    driver.choose(1, "withdraw", "withdraw")
    events = driver.finish()
    assert [line.wager for line in of(LineSettled, events) if any(each.collected for each in line.payments)] == ["$"]
    pending = [entry for entry in driver.all_entries if isinstance(entry, ledger.Transfer) and entry.pending]
    assert [(entry.giver, entry.taker, entry.amount) for entry in pending] == [
        (ledger.chips("T1", "Ann"), ledger.rack("T1"), 25_00)
    ]
    driver.call()
    check_books(driver)


def test_a_rack_may_pay_more_than_its_float() -> None:
    """No clause caps a payment (4.1.1); the rack then owes, and the books still balance."""
    driver = lir_table("Ann")
    start(driver, ("Ann", 1), stake=1000)
    driver.deal({1: "As Ks Qs", "community": "Js Ts"})
    ride_all(driver)
    driver.finish()
    driver.call()
    assert driver.chips("Ann") == Cents(10_000_00 + 3 * 1_000_000_00)
    assert driver.books.balance(ledger.rack("T1")).posted == -3 * 1_000_000_00  # her buy-in had emptied it
    check_books(driver)


def test_two_players_with_the_same_wager_are_paid_apart() -> None:
    driver = lir_table("Ann", "Bob")
    start(driver, ("Ann", 1), ("Bob", 2))
    driver.deal({1: "Td 7c 4h", 2: "Tc 8s 3d", "community": "Th 2s"})
    ride_all(driver)
    settled = driver.finish()
    assert {each.player for line in of(LineSettled, settled) for each in line.payments} == {"Ann", "Bob"}
    assert one(LineSettled, settled[:1]).position == 2
    driver.call()
    assert driver.chips("Ann") == driver.chips("Bob") == 10_075_00
    driver.ask(ask.Leave(player("Ann"), "Ann"))
    check_books(driver)


def test_odd_cents_of_a_later_wager_lie_with_who_decides() -> None:
    driver = Driver()
    driver.open(setup_for("mbs-thb"))
    driver.seat("Ann", "Bob", "Cal")
    driver.call()
    for name in ("Ann", "Bob", "Cal"):
        driver.bet(name, 1, ante=10)
    driver.close()
    driver.deal({1: "As Ad", "dealer": "Kh Qd", "community": "2c 5h 8d 9s Jc"})
    driver.ask(ask.RecordDecision(DEALER, 1, "flop", money("60.02")))
    assert {name: stack.lying for name, stack in driver.table.players.items()} == {
        "Ann": 30_02,
        "Bob": 30_00,
        "Cal": 30_00,
    }
    driver.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "flop", money(60)))
    assert {stack.lying for stack in driver.table.players.values()} == {30_00}
    driver.choose(1, "check", "check")
    assert {each.paid for each in lines(driver.finish())[1, "flop"].payments} == {20_00}
    driver.call()
    check_books(driver)
    prove("mbs-thb", "R34")


@pytest.mark.parametrize("ruled", [False, True], ids=["as dealt", "as the House finds"])
def test_awards_put_in_another_order_are_amended_at_the_tables_and_paid_so(ruled: bool) -> None:
    """Settled first at T1, dealt first at T2 (rws-3cp 4.7.2): T1's award is fixed anew; the House may turn it round."""
    driver = Driver()
    hands: dict[str, tuple[str, str, str, int]] = {
        "T1": ("Ann", "9s 8s 7s", "6s 5s", 20),
        "T2": ("Bob", "As Ks Qs", "Js Ts", 10),
    }
    for name, (who, own, community, dealt_at) in hands.items():
        driver.open(setup_for("rws-3cp", name))
        driver.seat(who)
        driver.call()
        driver.bet(who, 1, ante=25, progressive=5)
        driver.close()
        driver.deal({1: own, "dealer": "2c 4d 6h", "community": community}, at=dealt_at)
        driver.choose(1, "play")
    shown = 100_002_00
    driver.name = "T1"
    assert lines(driver.finish())[1, "progressive"].claim == shown // 10
    driver.name = "T2"
    driver.finish()
    awards = {
        name: state.play.paid.awards for name, state in driver.floor.tables.items() if state.play and state.play.paid
    }
    assert {name: award.amount for name, (award,) in awards.items()} == {"T1": 5_000_00, "T2": shown}
    amended = one(AwardsAmended, (each.event for each in driver.history))
    assert amended.clause == "4.7.2"
    first, wanted = "T2", {"T1": 5_000_00, "T2": shown}
    if ruled:
        order = of_link.OrderClaims(SHIFT_MANAGER, (ClaimOf("T1", 1), ClaimOf("T2", 1)))
        driver.ask_link(order)
        first, wanted = "T1", {"T1": shown // 10, "T2": shown - shown // 10}
    for name in sorted(hands, key=lambda each: each != first):
        driver.name = name
        paid = one(AwardPaid, driver.pay())
        assert (paid.player, paid.amount, paid.rule) == (hands[name][0], wanted[name], "4.7.2")
        driver.call()
    check_books(driver)
    assert driver.books.balance(ledger.claims_payable("L1")).posted == 0
    prove("rws-3cp", "4.7.2", "R8")
