"""When something comes to light decides what may still be done about it: the four Megalink games beside each other.

Once hands are compared nobody is asked and nothing put right (R107); what was paid once is known for good (R106).
"""

from collections.abc import Mapping
from typing import Any

import pytest

from pitlink.games.dealing import Place
from pitlink.people import Person
from pitlink.table import commands as ask
from pitlink.table import events as on
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, money, player
from tests.proving import prove
from tests.table.every_game import ENTRY, GOES, MBS, PLAIN, STAYS, table_of
from tests.table.irregular_scenes import both, settled, with_two_hands

ANN, BOB = player("Ann"), player("Bob")
POOLED = ("mbs-thb", "mbs-3cp", "mbs-uth")
EXPOSED = {**dict.fromkeys(POOLED, "5.4"), "mbs-lir": "5.5"}
SIDE = {"mbs-thb": ("progressive",), "mbs-3cp": ("progressive", "pair_plus"), "mbs-uth": ("progressive", "trips")}
LATER = {"mbs-thb": {"flop": 2, "turn": 1, "river": 1}, "mbs-3cp": {"play": 1}, "mbs-uth": {"play": 4}}
STAKED = {"mbs-thb": 5, "mbs-3cp": 2, "mbs-uth": 6}  # times the Ante, of a hand that stays
CARDS = tuple(Place("position", 1, nth) for nth in (1, 2))

every_game = pytest.mark.parametrize("game", MBS)
with_ante = pytest.mark.parametrize("game", POOLED)


def of(game: str, clause: str) -> str:
    """The clause, or the reading that fills the gap of Let It Ride."""
    return "R33" if game == "mbs-lir" else clause


def decide(driver: Driver, choices: Mapping[int, tuple[str, ...]]) -> Driver:
    """All have decided; the dealer's hand, in Let It Ride the second community card, lies face down."""
    while driver.due in ("decide", "expose"):
        due, exposure = driver.play.due, driver.play.due.exposure
        if exposure is None:
            driver.choose(due.position, choices[due.position][len(driver.box(due.position).seat.decisions)])
        elif exposure.of == "dealer" or (driver.table.rules.game, exposure.cards) == ("mbs-lir", 2):
            break
        else:
            driver.ask(ask.Expose(DEALER))
    return driver


def decided(game: str) -> Driver:
    """Ann at 1 and Bob at 2 stay in."""
    return decide(both(game)(), dict.fromkeys((1, 2), STAYS[game]))


def compared(game: str) -> Driver:
    driver = decided(game)
    driver.ask(ask.Expose(DEALER))
    return driver


def told(driver: Driver, what: str, *positions: int, **facts: Any) -> str:
    """Reported by the dealer; the clause by which the round waits."""
    driver.ask(ask.Report(DEALER, what, positions, **facts))  # type: ignore[arg-type]
    return str(driver.play.due.clause)


def ruled(driver: Driver, effect: str, by: Person = SUPERVISOR, **facts: Any) -> tuple[on.Event, ...]:
    """What follows the ruling itself."""
    return driver.ask(ask.Rule(by, effect, **facts))[1:]  # type: ignore[arg-type]


def not_open(driver: Driver, clause: str, *effects: str) -> None:
    """Not even the shift manager may rule so."""
    for effect in effects:
        driver.refuse(ask.Rule(SHIFT_MANAGER, effect), "not_a_ruling_here", clause)  # type: ignore[arg-type]


def nets(driver: Driver) -> dict[str, int]:
    """Played to its end, and the next call made: what everybody has more or less, in dollars."""
    if not driver.play.settled:
        driver.finish(PLAIN[driver.table.rules.game])
    driver.call()
    return {name: each.chips // 100 - 1_000 for name, each in driver.table.players.items()}


@every_game
def test_a_power_failure_is_a_way_out_until_hands_are_compared(game: str) -> None:
    driver, clause = decided(game), of(game, "5.16")
    assert told(driver, "power_failure") == clause
    not_open(driver, clause, "continue")
    (options,) = ruled(driver, "ask", DEALER)
    assert isinstance(options, on.OptionsGiven)
    assert (options.positions, options.clause) == ((1, 2), of(game, "5.16.1"))
    driver = compared(game)
    assert told(driver, "power_failure") == clause
    not_open(driver, clause, "ask")
    driver.refuse(ask.Rule(ANN, "continue"), "post_too_low", of(game, "5.16.2"))
    assert ruled(driver, "continue", DEALER) == ()
    assert nets(driver) == nets(decided(game))
    prove(game, of(game, "5.16.1"))


@every_game
def test_beside_a_hand_of_a_wrong_count_nobody_is_asked_once_hands_are_compared(game: str) -> None:
    """Until then Bob may go; after it Ann's hand is out, and he loses what he has laid."""
    driver, clause = decided(game), of(game, "5.7")
    assert told(driver, "wrong_player_count", 1) == clause
    ruled(driver, "remove_and_ask")
    assert driver.play.due.clause == of(game, "5.7.1")
    driver.ask(ask.AnswerOption(BOB, 2, "take_back"))
    assert nets(driver) == {"Ann": 0, "Bob": 0}
    driver = compared(game)
    told(driver, "wrong_player_count", 1)
    not_open(driver, clause, "remove_and_ask", "reconstruct")
    assert ruled(driver, "remove") == (on.HandRemoved(1, clause),)
    assert nets(driver) == {"Ann": 0, "Bob": nets(decided(game))["Bob"]}
    prove(game, clause, of(game, "5.7.1"))


@every_game
@pytest.mark.parametrize("what", ["misdeal", "wrong_community_count", "wrong_dealer_count"])
def test_cards_are_put_right_only_until_hands_are_compared(game: str, what: str) -> None:
    driver, late = decided(game), compared(game)
    if (game, what) == ("mbs-lir", "wrong_dealer_count"):
        return  # nobody deals himself a hand there
    clause = told(driver, what)
    assert (ruled(driver, "reconstruct"), told(late, what)) == ((), clause)
    not_open(late, clause, "reconstruct")
    ruled(late, "void")
    assert (late.play.void, late.chips("Ann"), late.chips("Bob")) == (clause, money(1_000), money(1_000))
    prove(game, clause)


@every_game
def test_a_settlement_that_was_set_aside_was_seen_all_the_same(game: str) -> None:
    """Bob's hand is out after the settlement: nothing else is put right, asked or returned before the next one."""
    driver, entry = settled(game)(), "$" if game == "mbs-lir" else "ante"
    told(driver, "wrong_player_count", 2)
    aside = (on.SettlementSetAside(1, of(game, "5.7"), False), on.HandRemoved(2, of(game, "5.7")))
    assert (ruled(driver, "remove"), driver.due) == (aside, "settle")
    driver.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, entry, money(30)), "no_round_in_play", None)
    driver.refuse(ask.CorrectCard(SUPERVISOR, CARDS[0], "Qh"), "no_round_in_play", None)
    driver.refuse(ask.FindAbsent(SUPERVISOR, 1), "no_hand_there", "R56" if game == "mbs-lir" else "5.11")
    driver.refuse(ask.Report(DEALER, "withdrawn_wager", (1,), "Ann", (), entry), "too_late", of(game, "6.1"))
    told(driver, "power_failure")
    not_open(driver, of(game, "5.16"), "ask")
    ruled(driver, "continue", DEALER)
    told(driver, "wrong_player_count", 1)
    not_open(driver, of(game, "5.7"), "remove_and_ask", "reconstruct")
    driver.ask(ask.DismissReport(SUPERVISOR))
    told(driver, "hand_not_secret", player="Ann")
    assert ruled(driver, "bar", SHIFT_MANAGER) == (on.PlayerBarred("Ann", "Gil", of(game, "5.9")),)
    driver.ask(ask.Settle(DEALER))
    assert nets(driver) == {"Ann": nets(settled(game)())["Ann"], "Bob": 0}


def one_shown(game: str, declined: bool) -> Driver:
    driver = compared(game)
    driver.expose()
    position = driver.play.due.position
    driver.ask(ask.DeclineToShow((ANN, BOB)[position - 1], position) if declined else ask.ShowHand(DEALER, position))
    return driver


@pytest.mark.parametrize(("game", "declined"), [*((game, False) for game in MBS), *((game, True) for game in POOLED)])
def test_a_barred_player_has_nothing_back_for_a_hand_that_was_shown_or_declined(game: str, declined: bool) -> None:
    """Whose hand is not turned up yet has everything back."""
    clause, without = of(game, "5.9"), nets(one_shown(game, declined))
    for name, position in (("Ann", 1), ("Bob", 2)):
        driver = one_shown(game, declined)
        open_now = driver.box(position).shown is not None
        told(driver, "hand_not_secret", player=name)
        driver.refuse(ask.Rule(PIT_MANAGER, "bar"), "post_too_low", clause)
        barred, back = on.PlayerBarred(name, "Gil", clause), on.HandRemoved(position, clause)
        assert ruled(driver, "bar", SHIFT_MANAGER) == ((barred,) if open_now else (barred, back))
        assert nets(driver) == (without if open_now else {**without, name: 0})
    prove(game, clause)


def two_hands(game: str, folds: int, looked: bool = False) -> Driver:
    """Ann at 1 and, with side bets, at 3; she folds one of them, and perhaps has looked at 1."""
    driver = table_of(game, "Ann", chips=1_000)
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.bet("Ann", 3, **ENTRY[game], **dict(zip(SIDE[game], (5, 10), strict=False)))
    driver.close()
    driver.deal(PLAIN[game])
    if looked:
        driver.ask(ask.Look(ANN, 1))
    return decide(driver, {each: GOES[game] if each == folds else STAYS[game] for each in (1, 3)})


@with_ante
@pytest.mark.parametrize(
    ("looked", "effect", "clause"), [(False, "keep_first", "5.10.2"), (True, "keep_viewed", "5.10.1")]
)
def test_folded_hands_are_among_the_hands_of_a_player(game: str, looked: bool, effect: str, clause: str) -> None:
    """Of one that is invalidated goes back what the fold left open; the first dealt stays the first, folded or not."""
    entry, won = 25 * len(ENTRY[game]), {"mbs-thb": 100, "mbs-3cp": 50, "mbs-uth": 125}[game]
    driver = two_hands(game, 3, looked)
    assert told(driver, "several_hands", player="Ann") == "5.10"
    assert ruled(driver, effect) == (on.WagersHandedBack(3, SIDE[game], clause),)
    assert nets(driver) == {"Ann": won - entry}
    assert driver.floor.links["L1"].display == money(100_000)
    driver = two_hands(game, 1, looked)
    told(driver, "several_hands", player="Ann")
    assert ruled(driver, effect) == (on.HandRemoved(3, clause),)
    assert nets(driver) == {"Ann": -entry}
    driver = two_hands(game, 1)
    driver.expose()  # compared by now
    told(driver, "several_hands", player="Ann")
    not_open(driver, "5.10", "keep_first", "keep_viewed")
    prove(game, "5.10", clause)


@every_game
def test_a_card_told_of_twice_was_exposed_once(game: str) -> None:
    driver = both(game)()
    for _ in range(2):
        assert told(driver, "exposed_cards", places=CARDS[:1]) == "R43"
        not_open(driver, "R43", "void")
        ruled(driver, "continue", DEALER)
    for places in (CARDS[1:], CARDS):
        assert told(driver, "exposed_cards", places=places) == EXPOSED[game]
        driver.ask(ask.DismissReport(SUPERVISOR))  # it was not so, and does not count
    assert told(driver, "exposed_cards", places=CARDS[:1]) == "R43"
    prove(game, "R43", EXPOSED[game])


@every_game
def test_a_card_is_the_same_card_when_its_hand_was_moved(game: str) -> None:
    """At 2 lies by now what was exposed at 1, and at 1 another card."""
    driver = both(game)()
    told(driver, "exposed_cards", places=CARDS[:1])
    ruled(driver, "continue", DEALER)
    told(driver, "misdeal")
    ruled(driver, "reconstruct", moves=((1, 2), (2, 1)))
    for position, clause in ((2, "R43"), (1, EXPOSED[game])):
        assert told(driver, "exposed_cards", places=(Place("position", position, 1),)) == clause
        driver.ask(ask.DismissReport(SUPERVISOR))


@with_ante
@pytest.mark.parametrize("until", ["played", "settled"])
@pytest.mark.parametrize(("late", "ann", "bob"), [("Ann 5", 5, 15), ("Ann 10", 0, 15), ("Bob 10", 10, 5)])
@pytest.mark.parametrize("hand", ["As Ad 5c", "2h 7d 9c"], ids=["won", "lost"])
def test_of_a_pooled_ante_nobody_bears_the_chips_of_the_other(
    game: str, until: str, late: str, ann: int, bob: int, hand: str
) -> None:
    """Ann's 10 and Bob's 15 make one Ante; what is left of each is won or lost as if nothing else had lain there."""
    driver = table_of(game, "Ann", chips=1_000)
    driver.come("Bob", 1_000)
    driver.call()
    for name, laid in (("Ann", 10), ("Bob", 15)):
        driver.bet(name, 1, **dict.fromkeys(ENTRY[game], laid))
    driver.close()
    driver.deal({**PLAIN[game], 1: hand})
    decide(driver, {1: STAYS[game]})
    if until == "settled":
        driver.finish()
    name, amount = late.split()
    told(driver, "late_wager", 1, player=name, wager="ante", amount=money(amount))
    parts = {**dict.fromkeys(ENTRY[game], 1), **LATER[game]}
    back = [on.LateChipsRefused(name, 1, each, money(int(amount) * times), "5.5") for each, times in parts.items()]
    assert [each for each in ruled(driver, "refuse_late") if isinstance(each, on.LateChipsRefused)] == back
    lying = [stack.lying // 100 for stack in driver.table.players.values()]
    assert lying == [ann * STAKED[game], bob * STAKED[game]]
    won = {"mbs-thb": 4, "mbs-3cp": 2, "mbs-uth": 5}[game] if hand == "As Ad 5c" else -STAKED[game]
    assert nets(driver) == {"Ann": ann * won, "Bob": bob * won}
    prove(game, "5.5")


@every_game
def test_a_wrong_count_may_be_counted_again_by_a_supervisor(game: str) -> None:
    driver, clause = decided(game), of(game, "5.8")
    used = len(driver.play.slots)
    assert told(driver, "doubtful_count") == clause
    driver.ask(ask.CountCards(DEALER, used - 1))
    for below in (ANN, DEALER):
        driver.refuse(ask.CountCards(below, used), "post_too_low", clause)
    driver.refuse(ask.CountCards(SUPERVISOR, -1), "not_a_count", clause)
    assert driver.ask(ask.CountCards(SUPERVISOR, used + 1)) == (on.CardsCounted(used + 1, used, "Sven", clause),)
    driver.refuse(ask.DismissReport(SHIFT_MANAGER), "count_is_wrong", clause)
    not_open(driver, clause, "continue")
    counted, ruling = driver.ask(ask.CountCards(PIT_MANAGER, used))
    assert counted == on.CardsCounted(used, used, "Petra", clause)
    assert ruling == on.RulingGiven("doubtful_count", "continue", clause, "Petra", "pit_manager")
    driver.refuse(ask.CountCards(SUPERVISOR, used), "no_report", of(game, "6.1"))
    assert nets(driver) == nets(decided(game))
    prove(game, clause)


@every_game
@pytest.mark.parametrize(("other", "known"), [(2, False), (3, True)])
def test_a_hand_keeps_that_it_was_looked_at_only_with_the_same_player(game: str, other: int, known: bool) -> None:
    """Ann has looked at 1; she plays 3 too, and Bob 2."""
    driver = with_two_hands(game, (1,))()
    told(driver, "wrong_community_count")
    ruled(driver, "reconstruct", moves=((1, other), (other, 1)))
    assert [driver.box(position).viewed for position in (1, other)] == [False, known]
