"""People at a table: coming, sitting, buying in, leaving, and who may give which command."""

from collections.abc import Callable

import pytest

from pitlink import ledger
from pitlink.cards import NAMES
from pitlink.games.dealing import Place
from pitlink.money import Cents
from pitlink.people import LADDER, Person, Post
from pitlink.table import AnyCommand
from pitlink.table import commands as ask
from pitlink.table.events import (
    BoughtIn,
    CashedOut,
    OneHandTold,
    PlayerAbsent,
    PlayerJoined,
    PlayerLeft,
    PlayerRestricted,
    PlayerWarned,
    RestrictionLifted,
    SatDown,
    StayClosed,
    StoodUp,
    WagerFound,
    WagerPlaced,
)
from tests.driving import DEALER, PIT_MANAGER, SUPERVISOR, Driver, money, player, sealed, setup_for, staff
from tests.proving import prove
from tests.table.letting_ride import LOSERS, enter, lines, lir_table, of, one, ride_all, start

GAMES = ("mbs-thb", "mbs-3cp", "mbs-uth", "mbs-lir", "rws-3cp")
ENTRY: dict[str, dict[str, int]] = {
    "mbs-thb": {"ante": 25},
    "mbs-3cp": {"ante": 25},
    "mbs-uth": {"ante": 25, "blind": 25},
    "mbs-lir": {"w1": 25, "w2": 25, "w3": 25},
    "rws-3cp": {"ante": 25},
}


def a_table(game: str = "mbs-thb", *names: str, chips: int = 10_000) -> Driver:
    driver = Driver()
    driver.open(setup_for(game))
    driver.seat(*names, chips=chips)
    return driver


# Coming and going


def test_a_player_joins_buys_in_sits_stands_cashes_out_and_leaves() -> None:
    driver = a_table()
    ann = player("Ann")
    assert driver.ask(ask.Join(ann, "Ann")) == (PlayerJoined("Ann"),)
    assert driver.ask(ask.BuyIn(DEALER, "Ann", money(500))) == (BoughtIn("Ann", money(500), DEALER.id),)
    assert driver.ask(ask.Sit(ann, "Ann", 3)) == (SatDown("Ann", 3),)
    assert (driver.table.seats, driver.chips("Ann")) == ({3: "Ann"}, 500_00)
    assert driver.ask(ask.Stand(ann, "Ann", 3)) == (StoodUp("Ann", 3),)
    assert driver.table.seats == {}
    assert driver.ask(ask.CashOut(DEALER, "Ann", money(500))) == (CashedOut("Ann", money(500), DEALER.id),)
    assert driver.ask(ask.Leave(ann, "Ann")) == (PlayerLeft("Ann"),)
    assert driver.table.players == {}
    assert driver.books.balance(ledger.chips("T1", "Ann")).posted == 0
    assert driver.books.balance(ledger.BANK).posted == -10_000_00 - 100_000_00  # the float and the link's base
    assert driver.books.balance(ledger.CASH).posted == 0
    assert driver.books.balance(ledger.drop("T1")).posted == 500_00
    assert driver.books.balance(ledger.rack("T1")).posted == 10_000_00 - 500_00


def test_who_leaves_gives_up_all_his_seats() -> None:
    driver = a_table("mbs-thb", "Ann")
    driver.ask(ask.Sit(player("Ann"), "Ann", 4))
    events = driver.ask(ask.Leave(player("Ann"), "Ann"))
    assert events == (StoodUp("Ann", 1), StoodUp("Ann", 4), PlayerLeft("Ann"))
    assert driver.table.seats == {}


def test_joining_twice_and_acting_without_joining_are_refused() -> None:
    driver = a_table("mbs-thb", "Ann")
    driver.refuse(ask.Join(player("Ann"), "Ann"), "joined_before", None)
    for command in (
        ask.Leave(player("Bob"), "Bob"),
        ask.BuyIn(DEALER, "Bob", money(5)),
        ask.CashOut(DEALER, "Bob", money(5)),
        ask.Sit(player("Bob"), "Bob", 2),
    ):
        driver.refuse(command, "not_at_the_table", None)
    driver.refuse(ask.RestrictPlayer(PIT_MANAGER, "Bob"), "not_at_the_table", None)
    driver.call()
    driver.refuse(ask.PlaceWager(player("Bob"), "Bob", 2, "ante", money(25)), "not_at_the_table", None)
    driver.refuse(ask.RaiseWager(player("Bob"), "Bob", 2, "ante", money(25)), "not_at_the_table", None)


def test_a_player_acts_for_himself_and_staff_for_anybody() -> None:
    driver = a_table("mbs-thb", "Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, ante=25)
    bob = player("Bob")
    for command in (
        ask.Join(bob, "Cal"),
        ask.Leave(bob, "Ann"),
        ask.Sit(bob, "Ann", 3),
        ask.Stand(bob, "Ann", 1),
        ask.PlaceWager(bob, "Ann", 1, "bonus", money(25)),
        ask.RaiseWager(bob, "Ann", 1, "ante", money(25)),
        ask.TakeBackWager(bob, "Ann", 1, "ante"),
    ):
        refused = driver.refuse(command, "not_this_player", None)
        assert refused.found.endswith("by Bob")
    placed = one(WagerPlaced, driver.ask(ask.PlaceWager(DEALER, "Ann", 1, "bonus", money(25))))
    assert (placed.by, placed.clause) == (DEALER.id, "3.6")
    prove("mbs-thb", "3.6")
    driver.ask(ask.RaiseWager(DEALER, "Ann", 1, "ante", money(5)))
    driver.ask(ask.TakeBackWager(DEALER, "Ann", 1, "bonus"))
    driver.ask(ask.Stand(DEALER, "Ann", 1))
    driver.ask(ask.Leave(DEALER, "Bob"))


def test_a_seat_holds_one_player() -> None:
    driver = a_table("mbs-thb", "Ann", "Bob")
    refused = driver.refuse(ask.Sit(player("Bob"), "Bob", 1), "seat_is_taken", None)
    assert refused.found == "position 1, where Ann sits"
    driver.refuse(ask.Stand(player("Bob"), "Bob", 1), "not_seated_there", None)
    driver.refuse(ask.Stand(player("Bob"), "Bob", 5), "not_seated_there", None)
    driver.refuse(ask.Sit(player("Bob"), "Bob", 7), "no_such_position", "2.2")
    driver.call()
    driver.bet("Ann", 4, ante=25)
    driver.refuse(ask.Sit(player("Bob"), "Bob", 4), "seat_is_taken", None)  # where Ann's chips lie
    driver.ask(ask.Sit(player("Ann"), "Ann", 4))
    driver.ask(ask.Sit(player("Bob"), "Bob", 3))


def test_a_player_with_chips_on_the_layout_leaves_them_there_and_may_come_back() -> None:
    driver = lir_table("Ann", "Bob", chips=100)
    start(driver, ("Ann", 1), ("Bob", 2))
    driver.deal(LOSERS)
    driver.ask(ask.Leave(player("Ann"), "Ann"))
    assert driver.table.players["Ann"].present is False
    driver.refuse(ask.BuyIn(DEALER, "Ann", money(50)), "not_at_the_table", None)
    driver.refuse(ask.CashOut(DEALER, "Ann", money("25.01")), "not_enough_chips", None)
    driver.ask(ask.CashOut(DEALER, "Ann", money(25)))  # what does not lie there
    driver.choose(2, "ride", "ride")
    driver.finish()
    driver.call()
    assert driver.chips("Ann") == 75_00  # absent: all wagers back (R56)
    driver.ask(ask.Join(player("Ann"), "Ann"))
    assert driver.chips("Ann") == 75_00
    driver.ask(ask.Leave(player("Ann"), "Ann"))
    driver.ask(ask.CashOut(DEALER, "Ann", money(75)))
    assert "Ann" not in driver.table.players


def test_after_the_last_round_chips_can_still_be_cashed() -> None:
    driver = a_table("mbs-thb", "Ann", chips=100)
    driver.ask(ask.CloseTable(SUPERVISOR))
    driver.refuse(ask.BuyIn(DEALER, "Ann", money(1)), "table_is_closed", None)
    driver.ask(ask.CashOut(DEALER, "Ann", money(100)))
    assert driver.books.balance(ledger.chips("T1", "Ann")).posted == 0


# Chips


@pytest.mark.parametrize("amount", [0, -1, -500])
def test_money_changes_hands_in_positive_amounts_only(amount: int) -> None:
    driver = a_table("mbs-thb", "Ann")
    driver.refuse(ask.BuyIn(DEALER, "Ann", Cents(amount)), "amount_not_positive", None)
    driver.refuse(ask.CashOut(DEALER, "Ann", Cents(amount)), "amount_not_positive", None)
    driver.call()
    driver.refuse(ask.PlaceWager(player("Ann"), "Ann", 1, "ante", Cents(amount)), "amount_not_positive", None)
    driver.refuse(ask.RecordWager(DEALER, "Ann", 1, "ante", Cents(amount)), "amount_not_positive", None)
    driver.bet("Ann", 1, ante=25)
    driver.refuse(ask.RaiseWager(player("Ann"), "Ann", 1, "ante", Cents(amount)), "amount_not_positive", None)


@pytest.mark.parametrize("game", GAMES)
def test_nobody_wagers_more_than_his_chips(game: str) -> None:
    driver = a_table(game, "Ann", chips=80)
    driver.call()
    word = "$" if game == "mbs-lir" else "ante"
    high = ask.PlaceWager(player("Ann"), "Ann", 1, word, money("80.01"))
    assert "80.00" in driver.refuse(high, "not_enough_chips", None).expected
    driver.refuse(ask.RecordWager(DEALER, "Ann", 1, word, money("80.01")), "not_enough_chips", None)
    driver.bet("Ann", 1, **ENTRY[game])
    left = driver.table.players["Ann"].available
    assert left == 80_00 - sum(ENTRY[game].values()) * 100
    driver.refuse(ask.CashOut(DEALER, "Ann", money("75.01")), "not_enough_chips", None)
    raised = ask.RaiseWager(player("Ann"), "Ann", 1, word, money(80))
    driver.refuse(raised, "not_enough_chips", None)


def test_every_table_has_a_stack_of_its_own() -> None:
    driver = Driver()
    driver.open(setup_for("mbs-thb", "T1"))
    driver.seat("Ann", chips=100)
    driver.open(setup_for("mbs-lir", "T2"))
    driver.seat("Ann", chips=30)
    driver.call()
    driver.refuse(ask.PlaceWager(player("Ann"), "Ann", 1, "$", money(31)), "not_enough_chips", None)
    driver.refuse(ask.CashOut(DEALER, "Ann", money(31)), "not_enough_chips", None)
    driver.ask(ask.CashOut(DEALER, "Ann", money(100)), at="T1")
    assert driver.floor.tables["T2"].players["Ann"].chips == 30_00
    assert driver.books.balance(ledger.chips("T2", "Ann")).posted == 30_00


def test_what_a_round_has_brought_is_pending_until_the_next_call() -> None:
    """Neither wagered nor cashed out, since the round can still be void (R40)."""
    driver = lir_table("Ann", "Bob", chips=100)
    start(driver, ("Ann", 1), ("Bob", 2))
    driver.deal({1: "Td 7c 4h", 2: "2d 5h 8s", "community": "Th 2s"})
    ride_all(driver)
    driver.finish()
    assert driver.due == "call"
    assert driver.chips("Ann") == driver.chips("Bob") == 100_00
    for name in ("Ann", "Bob"):
        driver.refuse(ask.CashOut(DEALER, name, money("25.01")), "not_enough_chips", None)
        assert driver.table.players[name].available == 25_00
    ann, bob = (driver.books.balance(ledger.chips("T1", name)) for name in ("Ann", "Bob"))
    assert (ann.posted, ann.coming, ann.leaving) == (100_00, 75_00, 0)
    assert (bob.posted, bob.coming, bob.leaving) == (100_00, 0, 75_00)
    driver.call()
    assert (driver.chips("Ann"), driver.chips("Bob")) == (175_00, 25_00)
    driver.ask(ask.CashOut(DEALER, "Ann", money(175)))
    driver.refuse(ask.PlaceWager(player("Bob"), "Bob", 2, "$", money("25.01")), "not_enough_chips", None)


def test_closing_the_table_makes_the_last_round_final() -> None:
    driver = lir_table("Ann", chips=100)
    start(driver, ("Ann", 1))
    driver.refuse(ask.CloseTable(SUPERVISOR), "round_in_play", "1.1.6")
    driver.deal({1: "Td 7c 4h", "community": "Th 2s"})
    ride_all(driver)
    driver.finish()
    driver.ask(ask.CloseTable(SUPERVISOR))
    assert driver.chips("Ann") == 175_00
    driver.ask(ask.CashOut(DEALER, "Ann", money(175)))


def test_a_table_may_be_closed_after_a_call_that_nobody_answered() -> None:
    driver = lir_table("Ann", chips=100)
    driver.call()
    enter(driver, "Ann", 1)
    driver.refuse(ask.CloseTable(SUPERVISOR), "round_in_play", "1.1.6")
    driver.ask(ask.TakeBackWager(player("Ann"), "Ann", 1, "1"))
    driver.ask(ask.CloseTable(SUPERVISOR))


# Restrictions and warnings
RESTRICTS = {"mbs-thb": "3.4.3", "mbs-3cp": "3.4.3", "mbs-uth": "3.4.3", "mbs-lir": "R33"}


@pytest.mark.parametrize("game", RESTRICTS)
def test_a_pit_manager_restricts_a_player_to_one_position(game: str) -> None:
    clause = RESTRICTS[game]
    driver = a_table(game, "Ann", "Bob")
    driver.refuse(ask.RestrictPlayer(SUPERVISOR, "Ann"), "post_too_low", clause)
    driver.refuse(ask.LiftRestriction(PIT_MANAGER, "Ann"), "not_restricted", None)
    restricted = one(PlayerRestricted, driver.ask(ask.RestrictPlayer(PIT_MANAGER, "Ann")))
    assert (restricted.player, restricted.by, restricted.clause) == ("Ann", PIT_MANAGER.id, clause)
    driver.refuse(ask.RestrictPlayer(PIT_MANAGER, "Ann"), "restricted_before", clause)
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    word = next(iter(ENTRY[game]))
    word = {"w1": "1"}.get(word, word)
    driver.refuse(ask.PlaceWager(player("Ann"), "Ann", 3, word, money(25)), "restricted_to_one_position", clause)
    driver.ask(ask.PlaceWager(player("Bob"), "Bob", 2, word, money(25)))  # it binds nobody else
    driver.ask(ask.PlaceWager(player("Bob"), "Bob", 4, word, money(25)))
    driver.refuse(ask.LiftRestriction(SUPERVISOR, "Ann"), "post_too_low", clause)
    assert one(RestrictionLifted, driver.ask(ask.LiftRestriction(PIT_MANAGER, "Ann"))).player == "Ann"
    events = driver.ask(ask.PlaceWager(player("Ann"), "Ann", 3, word, money(25)))
    assert one(OneHandTold, events).player == "Ann"
    prove(game, clause)


def test_the_other_operator_gives_nobody_that_power() -> None:
    driver = a_table("rws-3cp", "Ann")
    driver.refuse(ask.RestrictPlayer(staff("Gil", "gaming_shift_manager"), "Ann"), "no_such_power", None)


def test_a_restriction_outlasts_an_empty_stack() -> None:
    """Only a pit manager lifts it (3.4.3): leaving without chips and coming back must not."""
    driver = a_table("mbs-thb", "Ann", chips=100)
    driver.ask(ask.RestrictPlayer(PIT_MANAGER, "Ann"))
    driver.ask(ask.CashOut(DEALER, "Ann", money(100)))
    driver.ask(ask.Leave(player("Ann"), "Ann"))
    driver.come("Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.refuse(ask.PlaceWager(player("Ann"), "Ann", 3, "ante", money(25)), "restricted_to_one_position", "3.4.3")


def under_minimum_round(driver: Driver) -> tuple[str, ...]:
    """One losing round with three wagers of 5 at a minimum of 10; what became of them, and whether Ann was warned."""
    driver.call()
    for wager in ("1", "2", "$"):
        driver.ask(ask.RecordWager(DEALER, "Ann", 1, wager, money(5)))
    driver.close()
    driver.deal(LOSERS)
    ride_all(driver)
    events = driver.finish()
    outcomes = {line.outcome for line in lines(events).values()}
    return (*sorted(outcomes), *(each.player for each in of(PlayerWarned, events)))


def test_a_warning_lasts_until_a_supervisor_closes_the_stay() -> None:
    driver = lir_table("Ann")
    driver.refuse(ask.CloseStay(SUPERVISOR, "Ann"), "not_warned", "R31")
    assert under_minimum_round(driver) == ("lose", "Ann")
    assert under_minimum_round(driver) == ("returned",)
    driver.call()
    driver.ask(ask.CashOut(DEALER, "Ann", driver.chips("Ann")))
    driver.ask(ask.Leave(player("Ann"), "Ann"))
    driver.come("Ann")  # leaving and coming back changes nothing
    for wager in ("1", "2", "$"):
        driver.ask(ask.RecordWager(DEALER, "Ann", 1, wager, money(5)))
    driver.close()
    driver.deal(LOSERS)
    ride_all(driver)
    assert {line.outcome for line in lines(driver.finish()).values()} == {"returned"}
    driver.refuse(ask.CloseStay(DEALER, "Ann"), "post_too_low", "R31")
    closed = one(StayClosed, driver.ask(ask.CloseStay(SUPERVISOR, "Ann")))
    assert (closed.player, closed.by) == ("Ann", SUPERVISOR.id)
    assert under_minimum_round(driver) == ("lose", "Ann")
    prove("mbs-lir", "R31")


def test_a_player_warned_at_one_table_is_not_warned_at_another() -> None:
    driver = lir_table("Ann")
    assert under_minimum_round(driver) == ("lose", "Ann")
    driver.call()
    driver.open(setup_for("mbs-lir", "T2"))
    driver.come("Ann")
    assert under_minimum_round(driver) == ("lose", "Ann")
    prove("mbs-lir", "R31")


# Who may give which command
Scene = Callable[[], tuple[Driver, Callable[[Person], AnyCommand]]]


def opened() -> tuple[Driver, Callable[[Person], AnyCommand]]:
    return Driver(), lambda by: ask.OpenTable(by, setup_for("mbs-lir", link=None))


def fresh(make: Callable[[Person], AnyCommand]) -> Scene:
    return lambda: (lir_table("Ann", "Bob"), make)


def staffed(make: Callable[[Person], AnyCommand]) -> Scene:
    """Dana deals, and there are chips in the rack."""

    def scene() -> tuple[Driver, Callable[[Person], AnyCommand]]:
        driver = lir_table("Ann", "Bob")
        driver.ask(ask.AssignDealer(SUPERVISOR, "Dana"))
        driver.ask(ask.Fill(SUPERVISOR, money(50_000), "F-0", "Dana"))
        return driver, make

    return scene


def called(make: Callable[[Person], AnyCommand]) -> Scene:
    def scene() -> tuple[Driver, Callable[[Person], AnyCommand]]:
        driver = lir_table("Ann", "Bob")
        driver.call()
        enter(driver, "Ann", 1)
        return driver, make

    return scene


def closed(make: Callable[[Person], AnyCommand], *, dealt: bool = True, decided: bool = False) -> Scene:
    def scene() -> tuple[Driver, Callable[[Person], AnyCommand]]:
        driver = lir_table("Ann")
        start(driver, ("Ann", 1), progressive=5)
        if dealt:
            driver.deal({1: "As Ks Qs", "community": "Js Ts"})
        if decided:
            driver.choose(1, "ride")
        return driver, make

    return scene


def shown(
    make: Callable[[Person], AnyCommand], *, turned: bool = True, settled: bool = False, approved: bool = False
) -> Scene:
    def scene() -> tuple[Driver, Callable[[Person], AnyCommand]]:
        driver, _ = closed(make)()
        ride_all(driver)
        if turned:
            driver.ask(ask.ShowHand(DEALER, 1))
        if settled:
            driver.ask(ask.Settle(DEALER))
        if approved:
            driver.approve()
        return driver, make

    return scene


def restricted() -> tuple[Driver, Callable[[Person], AnyCommand]]:
    driver = lir_table("Ann")
    driver.ask(ask.RestrictPlayer(PIT_MANAGER, "Ann"))
    return driver, lambda by: ask.LiftRestriction(by, "Ann")


def warned() -> tuple[Driver, Callable[[Person], AnyCommand]]:
    driver = lir_table("Ann")
    under_minimum_round(driver)
    return driver, lambda by: ask.CloseStay(by, "Ann")


def to_be_opened() -> tuple[Driver, Callable[[Person], AnyCommand]]:
    driver = lir_table("Ann", cards="sealed_deck")
    deck = sealed(NAMES)
    driver.call()
    enter(driver, "Ann", 1)
    driver.close(deck)
    driver.deal_sealed(deck)
    ride_all(driver)
    driver.finish()
    return driver, lambda by: ask.OpenDeck(by, deck.cards, deck.salts)


POSTS: dict[str, tuple[Post, str | None, Scene]] = {
    "OpenTable": ("pit_supervisor", None, opened),
    "CloseTable": ("pit_supervisor", None, fresh(ask.CloseTable)),
    "Fill": ("pit_supervisor", "R114", staffed(lambda by: ask.Fill(by, money(5), "F-1", "Dana"))),
    "Credit": ("pit_supervisor", "R114", staffed(lambda by: ask.Credit(by, money(5), "C-1", "Dana"))),
    "CountRack": ("pit_supervisor", "R115", fresh(lambda by: ask.CountRack(by, money(5)))),
    "AssignDealer": ("pit_supervisor", None, fresh(lambda by: ask.AssignDealer(by, "Dana"))),
    "BuyIn": ("dealer", None, fresh(lambda by: ask.BuyIn(by, "Ann", money(5)))),
    "CashOut": ("dealer", None, fresh(lambda by: ask.CashOut(by, "Ann", money(5)))),
    "RestrictPlayer": ("pit_manager", "R33", fresh(lambda by: ask.RestrictPlayer(by, "Ann"))),
    "LiftRestriction": ("pit_manager", "R33", restricted),
    "CloseStay": ("pit_supervisor", "R31", warned),
    "CallBets": ("dealer", "3.1", fresh(ask.CallBets)),
    "RecordWager": ("dealer", "R33", called(lambda by: ask.RecordWager(by, "Bob", 2, "1", money(25)))),
    "CorrectWager": ("pit_supervisor", "R89", called(lambda by: ask.CorrectWager(by, "Ann", 1, "1", money(30)))),
    "CloseBets": ("dealer", "3.2", called(ask.CloseBets)),
    "DealCard": ("dealer", "3.6", closed(lambda by: ask.DealCard(by, "As"), dealt=False)),
    "CorrectCard": (
        "pit_supervisor",
        "R89",
        shown(lambda by: ask.CorrectCard(by, Place("position", 1, 1), "2c")),
    ),
    "RecordDecision": ("dealer", None, closed(lambda by: ask.RecordDecision(by, 1, "ride"))),
    "TakeSilence": ("dealer", "R102", closed(lambda by: ask.TakeSilence(by, 1))),
    "FindAbsent": ("pit_supervisor", "R56", closed(lambda by: ask.FindAbsent(by, 1))),
    "Expose": ("dealer", "1.1.6", closed(ask.Expose, decided=True)),
    "Settle": ("dealer", "1.1.6", shown(ask.Settle)),
    "VerifyClaims": ("pit_supervisor", None, shown(lambda by: ask.VerifyClaims(by, 52, "camera 4"), settled=True)),
    "RejectClaims": ("pit_supervisor", None, shown(lambda by: ask.RejectClaims(by, (1,), "marked"), settled=True)),
    "PayAwards": ("pit_supervisor", None, shown(ask.PayAwards, settled=True, approved=True)),
    "OpenDeck": ("dealer", None, to_be_opened),
}


@pytest.mark.parametrize("command", POSTS)
def test_the_lowest_post_that_may_and_every_higher_one(command: str) -> None:
    lowest, clause, scene = POSTS[command]
    at = LADDER.index(lowest)
    for post in LADDER[at:]:
        driver, make = scene()
        driver.ask(make(staff("Sam", post)))
    driver, make = scene()
    too_low: Post = LADDER[at - 1] if at else "player"
    refused = driver.refuse(make(staff("Sam", too_low)), "post_too_low", clause)
    words = lowest.replace("_", " ")
    assert refused.expected == f"a {words} or above"
    assert refused.found.endswith(f"by {too_low.replace('_', ' ')} Sam")
    driver.refuse(make(player("Ann")), "post_too_low", clause)  # not even for herself


def test_hands_are_looked_at_and_decided_by_their_players_and_never_by_staff() -> None:
    driver = lir_table("Ann", "Bob")
    start(driver, ("Ann", 1))
    driver.deal(LOSERS)
    for by in (DEALER, SUPERVISOR, player("Bob")):
        driver.refuse(ask.Look(by, 1), "not_your_hand", "R35")
        driver.refuse(ask.HandleCards(by, 1), "not_your_hand", "R35")
        driver.refuse(ask.Decide(by, 1, "ride"), "not_your_hand", "R35")
    ride_all(driver)
    for by in (DEALER, SUPERVISOR, player("Bob")):
        driver.refuse(ask.DeclineToShow(by, 1), "not_your_hand", "R35")


def test_every_member_of_staff_may_turn_a_hand_over() -> None:
    for post in LADDER:
        driver, make = shown(lambda by: ask.ShowHand(by, 1), turned=False)()
        driver.ask(make(staff("Sam", post)))
    driver, make = shown(lambda by: ask.ShowHand(by, 1), turned=False)()
    driver.refuse(make(player("Ann")), "not_your_hand", "3.17")


# Leaving in the middle of a hand, in all games


@pytest.mark.parametrize("game", GAMES)
def test_who_leaves_before_looking_is_absent_from_his_hands(game: str) -> None:
    driver = a_table(game, "Ann", "Bob", "Cal")
    driver.call()
    for position, name in ((1, "Ann"), (2, "Bob"), (4, "Ann")):
        driver.bet(name, position, **ENTRY[game])
    driver.close()
    driver.deal({})
    driver.ask(ask.Look(player("Ann"), 4))
    events = driver.ask(ask.Leave(player("Ann"), "Ann"))
    assert [(each.position, each.by, each.clause) for each in of(PlayerAbsent, events)] == [(1, None, "R102")]
    assert driver.box(4).seat.status == "present"
    assert of(PlayerAbsent, driver.ask(ask.Leave(player("Cal"), "Cal"))) == []
    prove(game, "R102")


def test_faults_in_what_the_dealer_records_are_noted_and_not_refused() -> None:
    driver = a_table("mbs-thb", "Ann")
    driver.call()
    found = one(WagerFound, driver.ask(ask.RecordWager(DEALER, "Ann", 1, "bonus", money(5))))
    assert [(note.code, note.clause) for note in found.notes] == [
        ("companion_missing", "3.5"),
        ("under_minimum", "3.4"),
    ]
    prove("mbs-thb", "3.5", "3.4")


@pytest.mark.parametrize("looked", [False, True])
def test_who_has_left_can_neither_look_nor_decide(looked: bool) -> None:
    """Absent means gone (R102): a hand is looked at and played by somebody who is at the table."""
    driver = lir_table("Ann", "Bob")
    start(driver, ("Ann", 1), ("Bob", 2))
    driver.deal(LOSERS)
    if looked:
        driver.ask(ask.Look(player("Ann"), 1))
    driver.ask(ask.Leave(player("Ann"), "Ann"))
    command = ask.Decide(player("Ann"), 1, "withdraw") if looked else ask.Look(player("Ann"), 1)
    driver.refuse(command, "player_is_absent", "R56")
    driver.refuse(ask.HandleCards(player("Ann"), 1), "player_is_absent", "R56")
