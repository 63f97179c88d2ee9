"""Two tables on one link, Ann and Bob at T1 and Cy and Di at T2, for what happens at both; a third where it is wanted.

The base is 100,000.00 and the reset value 50,000.00. Of every progressive wager of 5.00 the display has 1.00 and the
reserve 0.25. Table T2 has played a round before, so that the display stands at 100,002.00 and the reserve at 0.50 when
the round begins at T1 that is to be undone; its own two wagers make it 100,004.00 and 1.00.
"""

from pitlink import ledger
from pitlink.jackpot.link import whole_cents
from pitlink.ledger import BANK, trial_balance
from pitlink.money import Cents, dollars
from pitlink.table import commands as ask
from tests.driving import DEALER, SHIFT_MANAGER, SUPERVISOR, Driver, money, replay, setup_for
from tests.table.every_game import ENTRY, STAYS, decide_all

# Two hands that stand with one board: its cards, then those of positions 1 and 2.
THREE = {
    "sf -": ("5s 6s", "7s 8s 9s", "2c 9d Jh"),
    "royal -": ("Ts Js", "Qs Ks As", "2c 5d 7h"),
    "sf sf": ("5s 6s", "2s 3s 4s", "7s 8s 9s"),
    "- -": ("2d 9h", "Jc 5h 7c", "3d Qd 4h"),
}
TWO = {
    "sf -": ("4s 5s 6s Qh Kd", "7s 8s", "9c Jd"),
    "royal -": ("Ts Js Qs 2h 3d", "Ks As", "5c 6d"),
    "sf sf": ("4s 5s 6s Qh Kd", "2s 3s", "7s 8s"),
    "- -": ("2d 9h Kc Qh 4s", "Jc 5h", "3d 7d"),
}
PAIRS = [("mbs-thb", "mbs-uth"), ("mbs-3cp", "mbs-lir"), ("mbs-uth", "mbs-3cp"), ("mbs-lir", "mbs-thb")]
PAIRS += [("rws-3cp", "rws-3cp")]
VOID_BY = {"mbs-thb": "5.1.1", "mbs-3cp": "5.1.1", "mbs-uth": "5.1.1", "mbs-lir": "5.1.1", "rws-3cp": "5.8.1"}
OUT_BY = {"mbs-thb": "5.7", "mbs-3cp": "5.7", "mbs-uth": "5.7", "mbs-lir": "R33", "rws-3cp": "5.15"}


NAMES = {"T1": ("Ann", "Bob"), "T2": ("Cy", "Di"), "T3": ("Eve", "Flo")}


class Tables:
    """T1, T2 and so on, one for each game, all on one link; T2 has played a round."""

    def __init__(self, *games: str, driver: Driver | None = None) -> None:
        self.driver = driver or Driver()
        self.games = dict(zip(NAMES, games, strict=False))
        self.names = {name: NAMES[name] for name in self.games}
        for name, game in self.games.items():
            self.driver.open(setup_for(game, name))
            self.driver.seat(*self.names[name], chips=10_000)
        self.play("T2", "- -")
        self.at("T2").call()

    def at(self, name: str) -> Driver:
        self.driver.name = name
        return self.driver

    def begin(self, name: str, feeding: tuple[int, ...] = (1, 2)) -> None:
        """The next round, as far as "No more bets"; the hands that are `feeding` have a progressive wager."""
        driver = self.at(name)
        if driver.table.play is None or driver.due == "call":
            driver.call()
        for position, who in enumerate(self.names[name], start=1):
            driver.bet(who, position, **ENTRY[self.games[name]])
            if position in feeding:
                driver.bet(who, position, progressive=5)
        driver.close()

    def deal(self, name: str, kind: str, dealt: int = 0) -> None:
        """The cards, as far as they come before the decisions; `dealt` is the moment at which the hands were."""
        self.at(name).deal(self.hands(name, kind), at=dealt)

    def conclude(self, name: str, kind: str) -> None:
        """Decisions, the last cards and the settlement."""
        driver = self.at(name)
        decide_all(driver, dict.fromkeys((1, 2), STAYS[self.games[name]]))
        driver.finish(self.hands(name, kind))

    def hands(self, name: str, kind: str) -> dict[str | int, str]:
        holdem = self.games[name] in ("mbs-thb", "mbs-uth")
        board, first, second = (TWO if holdem else THREE)[kind]
        return {1: first, 2: second, "community": board, "dealer": "8c 8d 4c"}

    def end(self, name: str, kind: str, dealt: int = 0) -> None:
        self.deal(name, kind, dealt)
        self.conclude(name, kind)

    def play(self, name: str, kind: str, dealt: int = 0, feeding: tuple[int, ...] = (1, 2)) -> None:
        self.begin(name, feeding)
        self.end(name, kind, dealt)

    def pay(self, name: str) -> None:
        self.at(name).pay()

    def void(self, name: str) -> None:
        driver = self.at(name)
        driver.ask(ask.Report(DEALER, "foreign_card"))
        driver.ask(ask.Rule(SUPERVISOR, "void"))

    def take_out(self, name: str, position: int) -> None:
        """A hand of a settled round had a wrong number of cards."""
        driver = self.at(name)
        driver.ask(ask.Report(DEALER, "wrong_player_count", (position,)))
        driver.ask(ask.Rule(SUPERVISOR, "remove"))

    def fail(self, name: str) -> None:
        """The jackpot system stops working at a table where a player has seen his cards; the round goes on."""
        driver = self.at(name)
        driver.ask(ask.Report(DEALER, "jackpot_failure", seen=True))
        driver.ask(ask.Rule(SHIFT_MANAGER, "continue"))

    def restore(self, name: str) -> None:
        self.at(name).ask(ask.DecideLaterRounds(SHIFT_MANAGER, "restored"))

    # What there is to see

    @property
    def display(self) -> str:
        return dollars(self.driver.floor.links["L1"].display)

    @property
    def reserve(self) -> str:
        return dollars(whole_cents(self.driver.floor.links["L1"].meters.reserve))

    def of_table(self, name: str) -> dict[str, Cents]:
        """Stacks and rack of one table, as the books have them."""
        books = self.driver.books
        accounts = {who: ledger.chips(name, who) for who in self.names[name]} | {"rack": ledger.rack(name)}
        return {what: books.balance(account).posted for what, account in accounts.items()}

    def leaving(self, name: str) -> list[Cents]:
        """What would still go at the next call."""
        return [self.driver.books.balance(ledger.chips(name, who)).leaving for who in self.names[name]]

    @property
    def house(self) -> Cents:
        return self.driver.books.balance(BANK).posted

    @property
    def everything(self) -> dict[str, Cents]:
        return {str(account): each.posted for account, each in self.driver.books.balances.items() if each.posted}

    def awards(self, name: str) -> dict[int, str]:
        """What the link has fixed for a table's round."""
        play = self.driver.floor.tables[name].play
        assert play is not None
        return {each.position: dollars(each.amount) for each in play.paid.awards} if play.paid else {}

    def check(self) -> None:
        """Nothing made or lost, no line written twice, and the events alone give the same floor."""
        assert trial_balance(self.driver.all_entries).difference == 0
        assert sum(balance.posted for balance in self.driver.books.balances.values()) == 0
        assert ledger.check_ids(self.driver.all_entries) is None
        assert replay(self.driver.history) == self.driver.floor


def check_played_on(tables: Tables) -> None:
    """The next call moves no chip; the same hand in the next round wins from the display as it stands then."""
    stacks = tables.of_table("T1")
    tables.begin("T1")
    assert tables.of_table("T1") == stacks
    shown = tables.driver.floor.links["L1"].display
    tables.end("T1", "sf -", dealt=99)
    assert tables.awards("T1") == {1: dollars(Cents(shown // 10))}
    tables.pay("T1")
    tables.check()


def check_won(tables: Tables, name: str, who: str, award: str) -> None:
    """At the next call the winner has the award beside what the round itself brought him, once."""
    driver = tables.at(name)
    before = driver.chips(who)
    lines = [each for line in driver.play.lines for each in line.payments if each.player == who]
    brought = sum(each.paid - each.collected for each in lines)
    driver.call()
    assert driver.chips(who) == before + brought + (money(award) if award else 0)
