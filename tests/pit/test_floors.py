"""Tables of several games on one link, card by card in any order.

What the link pays is worked out here a second time, from the rulebooks' sentences and nothing of the link's code: a
pool that contributions fill and winners empty, in the order that each operator's book says.
"""

import random
from collections.abc import Generator, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitlink import ledger
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.link import ClaimOf
from pitlink.ledger import trial_balance
from pitlink.money import Cents
from pitlink.table import commands as ask
from pitlink.table.events import AwardPaid, AwardsAmended, LineSettled
from pitlink.table.views import SPECTATOR, view
from tests.driving import (
    DEALER,
    PARAMETERS,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    Driver,
    check_export,
    player,
    replay,
    setup_for,
)
from tests.proving import prove
from tests.table.every_game import ENTRY, STAYS, decide_all

RATE = 1234  # of a stake in basis points: fractions of cents that are carried
LINK = structs.replace(PARAMETERS, base=Cents(87_654_32), reset=Cents(23_456_78), increment_rate_bp=RATE)
FINE = 10_000
ACROSS = {"mbs-thb": "3.14", "mbs-3cp": "3.17", "mbs-uth": "3.14", "mbs-lir": "R7", "rws-3cp": "4.7.2"}
ROUND = {"mbs-thb": "1.1.13", "mbs-3cp": "1.1.9", "mbs-uth": "1.1.13", "mbs-lir": "1.1.6", "rws-3cp": "1.20"}
SHARING = {"mbs-thb": "3.15.1", "mbs-3cp": "3.18.1", "mbs-uth": "3.15.1", "mbs-lir": "R7"}
ROYAL_LAST = {"mbs-thb": "3.15.2", "mbs-3cp": "3.18.2", "mbs-uth": "3.15.2", "mbs-lir": "R7"}

# Two hands that stand with one board: its cards, then what positions 1 and 2 have. Three cards of their own, or two.
THREE = {
    "sf sf": ("5s 6s", "2s 3s 4s", "7s 8s 9s"),
    "sf royal": ("Ts Js", "7s 8s 9s", "Qs Ks As"),
    "royal sf": ("Ts Js", "Qs Ks As", "7s 8s 9s"),
    "royal -": ("Ts Js", "Qs Ks As", "2c 5d 7h"),
    "- sf": ("5s 6s", "2c 9d Jh", "7s 8s 9s"),
    "- -": ("2d 9h", "Jc 5h 7c", "3d Qd 4h"),
}
TWO = {
    "sf sf": ("4s 5s 6s Qh Kd", "2s 3s", "7s 8s"),
    "sf royal": ("Ts Js Qs 2h 3d", "8s 9s", "Ks As"),
    "royal sf": ("Ts Js Qs 2h 3d", "Ks As", "8s 9s"),
    "royal -": ("Ts Js Qs 2h 3d", "Ks As", "5c 6d"),
    "- sf": ("4s 5s 6s Qh Kd", "9c Jd", "7s 8s"),
    "- -": ("2d 9h Kc Qh 4s", "Jc 5h", "3d 7d"),
}
DEALER_HAS = "8c 8d 4c"  # in no hand above


def cards_of(game: str, kind: str) -> dict[str | int, str]:
    holdem = game in ("mbs-thb", "mbs-uth")
    board, one, two = (TWO if holdem else THREE)[kind]
    return {1: one, 2: two, "community": board, "dealer": DEALER_HAS[:5] if holdem else DEALER_HAS}


# The pool a second time


class Pool:
    """In ten-thousandths of a cent; awards are whole cents of what the sign shows."""

    def __init__(self) -> None:
        self.fine = LINK.base * FINE
        self.contributed = self.awarded = self.seeded = self.documented = 0

    @property
    def shown(self) -> int:
        return self.fine // FINE

    def contribute(self, cents: int) -> None:
        self.fine += cents * RATE
        self.contributed += cents * RATE

    def document(self, fine: int) -> None:
        self.fine += fine
        self.documented += fine

    def award(self, cents: int, seed: int = 0) -> None:
        self.fine += (seed - cents) * FINE
        self.awarded += cents
        self.seeded += seed

    def take_back(self, cents: int, seed: int) -> None:
        self.award(-cents, -seed)


def megalink(pool: Pool, won: dict[int, str]) -> dict[int, int]:
    """Straight flushes: 10 % and 10 % of the rest, added up and shared; then the royal flush takes what is left."""
    amounts, left, together = {}, pool.shown, 0
    sharers = [position for position, hand in won.items() if hand == "sf"]
    for _ in sharers:
        together += left // 10
        left -= left // 10
    for position in sharers:
        amounts[position] = together // len(sharers)
        pool.award(together // len(sharers))
    for position, hand in won.items():
        if hand == "royal":
            amounts[position] = pool.shown
            pool.award(pool.shown, LINK.reset)
    return amounts


Hand = tuple[str, int]
Settled = Generator[bool, None, tuple[dict[int, str], list[int]]]


class MultiLink:
    """Open claims in the order dealt, the earlier ones fixed; a hand dealt earlier moves those after it."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.order: list[Hand] = []
        self.dealt: dict[Hand, int] = {}
        self.hands: dict[Hand, str] = {}
        self.amounts: dict[Hand, tuple[int, int]] = {}

    def enter(self, table: str, won: dict[int, tuple[str, int]]) -> None:
        new = [(table, position) for position in won]
        for position, (hand, at) in won.items():
            self.hands[table, position], self.dealt[table, position] = hand, at
        order, start = list(self.order), 0
        for each in new:  # before the first that was dealt later, after the table's own
            later = (at for at in range(start, len(order)) if self.dealt[order[at]] > self.dealt[each])
            at = next(later, len(order))
            order.insert(at, each)
            start = at + 1
        if not self.put(order):
            self.put([*self.order, *new])

    def put(self, order: list[Hand]) -> bool:
        """Whether it can be done: not where a claim paid since came out of the reset value of one that would move."""
        same = next((at for at, old in enumerate(self.order) if order[at] != old), len(self.order))
        moving = [self.amounts[hand] for hand in self.order[same:]]
        if self.pool.fine + sum(amount - seed for amount, seed in moving) * FINE < 0:
            return False
        for amounts in moving:
            self.pool.take_back(*amounts)
        for hand in order[same:]:
            whole = self.hands[hand] == "royal"
            amount, seed = (self.pool.shown, LINK.reset) if whole else (self.pool.shown // 10, 0)
            self.pool.award(amount, seed)
            self.amounts[hand] = amount, seed
        self.order = order
        return True

    def pay(self, table: str) -> None:
        self.order = [hand for hand in self.order if hand[0] != table]


# A floor


class FloorPlay:
    """Tables that play round after round, each by commands that any other table's may come between."""

    def __init__(self, operator: str, games: list[str], dice: random.Random) -> None:
        self.dice, self.pool = dice, Pool()
        self.driver = Driver()
        self.driver.open_link(operator, LINK)
        self.games = {f"T{at}": game for at, game in enumerate(games, 1)}
        self.clock = self.waited = 0
        self.dealt: dict[Hand, int] = {}  # when the last card of a hand lay there
        self.entered: list[str] = []  # tables with open claims
        self.multi = MultiLink(self.pool)
        self.expected: dict[Hand, int] = {}
        self.won: dict[Hand, str] = {}
        self.rejected = 0
        for name, game in self.games.items():
            self.driver.open(setup_for(game, name))
            for position in (1, 2):
                who = f"{name}{'ab'[position - 1]}"
                self.driver.come(who, 100_000)
                self.driver.ask(ask.Sit(player(who), who, position))

    def run(self, rounds: int) -> None:
        waiting = {name: self.rounds(name, rounds) for name in self.games}
        while waiting:
            name = self.dice.choice(list(waiting))
            for _ in range(self.dice.choice((1, 3, 20))):
                if next(waiting[name], None) is None:
                    del waiting[name]
                    break
            if self.dice.random() < 0.02:
                self.correct_display()
            if len(self.multi.order) > 1 and self.dice.random() < 0.1:
                self.order_by_the_house()

    def order_by_the_house(self) -> None:
        """The House finds conclusively in which order the hands were dealt."""
        order = self.dice.sample(self.multi.order, len(self.multi.order))
        command = of_link.OrderClaims(SHIFT_MANAGER, tuple(ClaimOf(*hand) for hand in order))
        if self.multi.put(order):
            self.driver.ask_link(command)
        else:
            self.driver.refuse_link(command, "later_claims_are_paid", "4.7.2")
        self.expected = {hand: amount for hand, (amount, _) in self.multi.amounts.items()}
        self.check()

    def correct_display(self) -> None:
        change = self.dice.choice((-1_00, 7, 250_00))
        self.driver.ask_link(of_link.CorrectDisplay(SHIFT_MANAGER, PIT_MANAGER, Cents(change), "sign out of order"))
        self.pool.document(change * FINE)
        self.check()

    def rounds(self, name: str, rounds: int) -> Iterator[bool]:
        for _ in range(rounds):
            yield from self.round(name)

    def ask(self, name: str, command: ask.AnyCommand) -> None:
        self.driver.name = name
        self.driver.ask(command, name)

    def round(self, name: str) -> Iterator[bool]:
        """One round; yields after every command."""
        game, dice, driver = self.games[name], self.dice, self.driver
        kind = dice.choice(list(THREE))
        betting = [position for position in (1, 2) if dice.random() < 0.85]
        fates = {
            position: dice.choices(("stays", "folds", "declines", "absent"), (12, 3, 1, 2))[0] for position in (1, 2)
        }
        self.ask(name, ask.CallBets(DEALER))
        yield True
        for position in (1, 2):
            who = f"{name}{'ab'[position - 1]}"
            driver.name = name
            driver.bet(who, position, **ENTRY[game])
            if position in betting:
                driver.bet(who, position, progressive=5)
            yield True
        self.ask(name, ask.CloseBets(DEALER))
        self.pool.contribute(5_00 * len(betting))
        self.check()
        yield True
        won, returned = yield from self.to_settlement(name, kind, fates)
        majors = {position: hand for position, hand in won.items() if position in betting}
        dealt = {position: self.dealt[name, position] for position in majors}
        self.pool.document(-5_00 * RATE * len([position for position in returned if position in betting]))
        before = self.pool.shown
        self.ask(name, ask.Settle(DEALER))
        if majors:
            self.won |= {(name, position): hand for position, hand in majors.items()}
            self.entered.append(name)
            if game == "rws-3cp":
                alone = not self.multi.order
                self.multi.enter(name, {position: (hand, dealt[position]) for position, hand in majors.items()})
                self.expected = {hand: amount for hand, (amount, _) in self.multi.amounts.items()}
                if alone and len(majors) == 2:
                    self.check_clockwise(name, majors)
            else:
                amounts = megalink(self.pool, majors)
                self.expected |= {(name, position): amount for position, amount in amounts.items()}
                self.check_clauses(name, majors, before)
        self.check()
        if not majors:
            driver.name = name
            check_export(driver)
        yield True
        if majors:
            yield from self.to_payment(name)

    def to_settlement(self, name: str, kind: str, fates: dict[int, str]) -> Settled:
        """Cards, decisions, hands shown; which hands that won are shown, and whose wagers come back."""
        game, driver = self.games[name], self.driver
        hands = cards_of(game, kind)
        spare = iter(["2h", "3h", "Th", "Jh", "Ah"])
        absent = [position for position, fate in fates.items() if fate == "absent" and game != "rws-3cp"]
        left = {1: list(STAYS[game]), 2: list(STAYS[game])}
        for position in (1, 2):
            if fates[position] in ("folds", "absent"):
                left[position] = ["fold"] if game != "mbs-lir" else ["withdraw", "withdraw"]
            if fates[position] == "folds" and game == "mbs-uth":
                left[position] = ["check", "check", "fold"]
        declined = []
        while (play := driver.floor.tables[name].play) is not None and play.due.step != "settle":
            due = play.due
            match due.step:
                case "deal":
                    assert due.place is not None
                    place = due.place
                    owner = place.position if place.where == "position" else place.where
                    card = hands[owner].split()[place.nth - 1] if owner in hands else next(spare)
                    self.clock += 1
                    self.dealt[name, place.position] = self.clock
                    self.ask(name, ask.DealCard(DEALER, card, at=self.clock))
                case "decide" if due.position in absent:
                    self.ask(name, ask.FindAbsent(SUPERVISOR, due.position))
                case "decide":
                    who = str(play.boxes[due.position].seat.player)
                    self.ask(name, ask.Decide(player(who), due.position, left[due.position].pop(0)))
                case "expose":
                    self.ask(name, ask.Expose(DEALER))
                case _:
                    who = str(play.boxes[due.position].seat.player)
                    refusing = ask.DeclineToShow(player(who), due.position)
                    if fates[due.position] == "declines" and game != "mbs-lir":
                        self.ask(name, refusing)
                        declined.append(due.position)
                    else:
                        self.ask(name, ask.ShowHand(DEALER, due.position))
            yield True
        words = dict(zip((1, 2), kind.split(), strict=True))
        out = [*absent, *declined]
        return {position: word for position, word in words.items() if word != "-" and position not in out}, absent

    def to_payment(self, name: str) -> Iterator[bool]:
        """Until its claims are paid a table cannot go on; whose turn it is to be paid the book says."""
        game = self.games[name]
        yield True
        while True:
            self.driver.refuse(ask.CallBets(DEALER), "round_in_play", ROUND[game], name)
            first = self.multi.order[0][0] if game == "rws-3cp" else self.entered[0]
            if first == name:
                break
            self.driver.refuse(ask.PayAwards(SUPERVISOR), "paid_out_of_order", ACROSS[game], name)
            self.waited += 1
            if self.dice.random() < 0.3:
                self.driver.approve(name)  # which another order of winners may undo (R110)
            if self.dice.random() < 0.1:
                self.reject(name)
                return
            yield True
        had = len(self.driver.history)
        self.driver.pay(name)
        paid = [each.event for each in self.driver.history[had:] if isinstance(each.event, AwardPaid)]
        due = {hand: amount for hand, amount in self.expected.items() if hand[0] == name}
        assert {(name, each.position): each.amount for each in paid} == {hand: due[hand] for hand in due if due[hand]}
        self.entered.remove(name)
        self.multi.pay(name)
        for hand in due:
            del self.expected[hand]
            self.multi.amounts.pop(hand, None)
        self.check()
        yield True

    def reject(self, name: str) -> None:
        """All hands of a table are found not to have won: what was fixed for them goes back, and nobody else's."""
        hands = [hand for hand in self.expected if hand[0] == name]
        self.driver.ask(ask.RejectClaims(SUPERVISOR, tuple(position for _, position in hands), "marked"), name)
        for hand in hands:
            self.pool.take_back(self.expected.pop(hand), LINK.reset if self.won[hand] == "royal" else 0)
            self.multi.amounts.pop(hand, None)
        self.entered.remove(name)
        self.multi.pay(name)
        self.rejected += 1
        self.check()

    def check_clockwise(self, name: str, majors: dict[int, str]) -> None:
        """Two winners at one table and none elsewhere: clockwise, whichever hand is the higher."""
        play = self.driver.floor.tables[name].play
        assert play is not None
        assert play.paid is not None
        assert [award.position for award in play.paid.awards] == [1, 2]
        assert {award.rule for award in play.paid.awards} == {"4.7.1"}
        royal = "royal" in majors.values()
        assert all(("R6" in award.also) is royal for award in play.paid.awards)
        prove("rws-3cp", "4.7.1", *(["R6"] if royal else []))

    def check_clauses(self, name: str, majors: dict[int, str], before: int) -> None:
        """Two straight flushes together have 19 % of the display; a royal flush beside one is paid after it."""
        game = self.games[name]
        play = self.driver.floor.tables[name].play
        assert play is not None
        assert play.paid is not None
        awards = {award.position: award for award in play.paid.awards}
        assert list(awards) == sorted(awards, key=lambda position: majors[position] == "royal")
        if sorted(majors.values()) == ["sf", "sf"]:
            together = sum(award.amount for award in awards.values())
            assert before * 19 // 100 - 2 <= together <= before * 19 // 100
            assert {award.rule for award in awards.values()} == {SHARING[game]}
            assert all("R3" in award.also for award in awards.values())
            prove(game, SHARING[game], "R3")
        if sorted(majors.values()) == ["royal", "sf"]:
            (royal,) = (award for award in awards.values() if majors[award.position] == "royal")
            assert royal.amount == before - before // 10
            assert (royal.rule, royal.also[-1]) == (ROYAL_LAST[game], "R5")
            prove(game, ROYAL_LAST[game], "R5")

    def check(self) -> None:
        """The link, its books and every table say what the second pool says."""
        link, pool = self.driver.floor.links["L1"], self.pool
        meters = link.meters
        assert meters.display == pool.fine
        assert (meters.contributed, meters.awarded, meters.seeded) == (pool.contributed, pool.awarded, pool.seeded)
        assert meters.documented == pool.documented
        moved = pool.contributed + (pool.seeded - pool.awarded) * FINE + pool.documented
        assert pool.fine == LINK.base * FINE + moved
        assert self.driver.books.balance(ledger.pool("L1")).posted == pool.shown
        payable = self.driver.books.balance(ledger.claims_payable("L1"))  # what is paid leaves it for good at the call
        assert payable.posted - payable.leaving == sum(self.expected.values())
        fixed = {
            (claims.table, award.position): award.amount for claims in link.open_claims for award in claims.paid.awards
        }
        assert fixed == self.expected
        for name in self.entered:
            play = self.driver.floor.tables[name].play
            assert play is not None
            assert play.paid is not None
            told = {(name, award.position): award.amount for award in play.paid.awards}
            assert told == {hand: amount for hand, amount in self.expected.items() if hand[0] == name}

    def end(self) -> None:
        driver = self.driver
        assert self.entered == []
        assert driver.floor.links["L1"].open_claims == ()
        for name in self.games:
            self.ask(name, ask.CallBets(DEALER))  # what was pending becomes final
        assert driver.books.pending == {}
        assert replay(driver.history) == driver.floor
        assert trial_balance(driver.all_entries).difference == 0
        assert ledger.check_ids(driver.all_entries) is None
        assert self.pool.shown == driver.books.balance(ledger.pool("L1")).posted


SEEDS = st.integers(0, 2**32)


@settings(max_examples=80)
@given(SEEDS, st.lists(st.sampled_from(["mbs-thb", "mbs-3cp", "mbs-uth", "mbs-lir"]), min_size=2, max_size=4))
def test_tables_of_the_megalink_are_paid_in_the_order_entered(seed: int, games: list[str]) -> None:
    play = FloorPlay("mbs", games, random.Random(seed))
    play.run(2)
    play.end()


@settings(max_examples=80)
@given(SEEDS, st.integers(2, 4))
def test_tables_of_the_multi_link_are_paid_in_the_order_dealt(seed: int, tables: int) -> None:
    play = FloorPlay("rws", ["rws-3cp"] * tables, random.Random(seed))
    play.run(2)
    play.end()


def test_the_interleavings_reach_what_they_are_for() -> None:
    """Amended awards, claims that wait for another table's (and are refused), and rejected ones happen often."""
    amended = waited = rejected = 0
    for seed in range(6):
        multi = FloorPlay("rws", ["rws-3cp"] * 3, random.Random(seed))
        mega = FloorPlay("mbs", ["mbs-thb", "mbs-3cp", "mbs-uth", "mbs-lir"], random.Random(seed))
        for play in (multi, mega):
            play.run(3)
            play.end()
            waited += play.waited
            rejected += play.rejected
        amended += len(multi.driver.events(AwardsAmended))
    assert amended > 10
    assert waited > 50
    assert rejected > 3


# Told one by one


def two_tables(operator: str, *games: str) -> Driver:
    """T1 and T2, each with a player at 1 who has an entry and a progressive; bets are closed."""
    driver = Driver()
    driver.open_link(operator, structs.replace(PARAMETERS, increment_rate_bp=2000))
    for at, game in enumerate(games, 1):
        driver.open(setup_for(game, f"T{at}"))
        who = f"P{at}"
        driver.seat(who, chips=100_000)
        driver.call()
        driver.bet(who, 1, **ENTRY[game])
        driver.bet(who, 1, progressive=5)
        driver.close()
    return driver


def finish(driver: Driver, table: str, hands: dict[str | int, str], at: int = 0) -> None:
    driver.name = table
    driver.deal(hands, at=at)
    decide_all(driver, {1: STAYS[driver.table.rules.game]})
    driver.finish(hands)


def awards(driver: Driver, table: str) -> dict[int, int]:
    paid = driver.floor.tables[table].play
    assert paid is not None
    assert paid.paid is not None
    return {award.position: award.amount for award in paid.paid.awards}


ROYAL: dict[str | int, str] = {1: "As Ks Qs", "community": "Js Ts", "dealer": DEALER_HAS}
STRAIGHT: dict[str | int, str] = {1: "2s 3s 4s", "community": "5s 6s", "dealer": DEALER_HAS}


def test_play_elsewhere_goes_on_from_the_value_that_stands_while_a_claim_is_open() -> None:
    driver = two_tables("mbs", "mbs-3cp", "mbs-lir")
    link = driver.floor.links["L1"]
    assert link.display == 100_002_00
    finish(driver, "T1", STRAIGHT)
    assert awards(driver, "T1") == {1: 10_000_20}
    assert driver.floor.links["L1"].display == 90_001_80
    finish(driver, "T2", ROYAL)
    assert awards(driver, "T2") == {1: 90_001_80}
    assert awards(driver, "T1") == {1: 10_000_20}
    assert driver.floor.links["L1"].display == 50_000_00
    driver.open(setup_for("mbs-thb", "T3"))
    driver.seat("P3")
    driver.call()
    driver.bet("P3", 1, ante=25, progressive=5)
    driver.close()
    assert driver.floor.links["L1"].display == 50_001_00  # while both claims are open
    driver.refuse(ask.CallBets(DEALER), "round_in_play", "1.1.9", "T1")
    driver.refuse(ask.CloseTable(SUPERVISOR), "round_in_play", "1.1.9", "T1")
    driver.refuse(ask.PayAwards(SUPERVISOR), "paid_out_of_order", "R7", "T2")
    driver.pay("T1")
    driver.pay("T2")
    driver.ask(ask.CallBets(DEALER), "T1")
    assert driver.floor.tables["T1"].players["P1"].chips > 110_000_00
    assert replay(driver.history) == driver.floor
    prove("mbs-3cp", "3.17")
    prove("mbs-lir", "R7")


def test_a_hand_dealt_earlier_amends_what_another_table_was_to_be_paid() -> None:
    """T1 settles first with a royal flush, but T2's straight flush was dealt before it."""
    driver = two_tables("rws", "rws-3cp", "rws-3cp")
    finish(driver, "T1", ROYAL, at=20)
    assert awards(driver, "T1") == {1: 100_002_00}
    finish(driver, "T2", STRAIGHT, at=10)
    assert awards(driver, "T2") == {1: 10_000_20}
    assert awards(driver, "T1") == {1: 90_001_80}
    (amended,) = driver.events(AwardsAmended)
    assert isinstance(amended, AwardsAmended)
    assert amended.clause == "4.7.2"
    assert driver.floor.links["L1"].display == 50_000_00
    driver.refuse(ask.PayAwards(SUPERVISOR), "paid_out_of_order", "4.7.2", "T1")
    order = (ClaimOf("T1", 1), ClaimOf("T2", 1))
    driver.ask_link(of_link.OrderClaims(SHIFT_MANAGER, order))
    assert (awards(driver, "T1"), awards(driver, "T2")) == ({1: 100_002_00}, {1: 5_000_00})
    assert driver.floor.links["L1"].display == 45_000_00
    for table in ("T1", "T2"):
        driver.pay(table)
        driver.ask(ask.CallBets(DEALER), table)
    assert replay(driver.history) == driver.floor
    prove("rws-3cp", "4.7.2", "R8")


def test_the_line_shown_follows_an_amended_award() -> None:
    driver = two_tables("rws", "rws-3cp", "rws-3cp")
    finish(driver, "T1", ROYAL, at=20)
    finish(driver, "T2", STRAIGHT, at=10)
    seen = view(driver.floor.tables["T1"], SPECTATOR)
    (line,) = (line for line in seen.positions[0].lines if line.wager == "progressive")
    assert (line.claim, line.pays) == (90_001_80, 90_001_80)


@pytest.mark.parametrize("fate", ["folds", "stays"])
def test_a_folded_hand_wins_its_jackpot_all_the_same(fate: str) -> None:
    """3.9.1 and its twins; the hand is shown for it."""
    for game, choices in (("mbs-thb", ("fold",)), ("mbs-3cp", ("fold",)), ("rws-3cp", ("fold",))):
        driver = two_tables(game[:3], game)
        hands = cards_of(game, "royal -")
        driver.name = "T1"
        driver.deal(hands)
        decide_all(driver, {1: choices if fate == "folds" else STAYS[game]})
        driver.finish(hands)
        assert awards(driver, "T1") == {1: 100_001_00}
        lines = [event for event in driver.events(LineSettled) if isinstance(event, LineSettled)]
        (line,) = (line for line in lines if line.wager == "progressive")
        assert (line.outcome, line.claim) == ("win", 100_001_00)
        if fate == "folds":
            assert {line.outcome for line in lines if line.wager != "progressive"} == {"lose"}
