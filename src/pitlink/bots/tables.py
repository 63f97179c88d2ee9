"""A table that runs by itself: a dealer who follows the procedure with a sealed deck, and minds at the seats."""

import random
from collections.abc import Iterator, Mapping

from pitlink import pit
from pitlink.bots.deck import SealedDeck
from pitlink.bots.house import (
    BUY_IN,
    DEALER,
    OFFICER,
    OFFICERS,
    OWNER,
    by_the_house,
    closing,
    handing_back,
    selling,
    somebody_bets,
    without_answer,
)
from pitlink.bots.players import Mind
from pitlink.bots.trouble import go_wrong, moment, rule_on_report, tidy_up
from pitlink.games import GAMES
from pitlink.games.round import Limit
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.link import Features, Operator, Parameters
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.pit import Floor, Outcome, Recorded
from pitlink.refusals import Refused
from pitlink.table import AnyCommand, Table, TableSetup
from pitlink.table import commands as ask
from pitlink.table.state import Play
from pitlink.table.views import Viewer, view

TABLE, LINK = "T1", "L1"
MOST_WAGERS = 30  # asked of one player in one round

PARAMETERS = Parameters(
    base=Cents(100_000_00),
    reset=Cents(50_000_00),
    increment_rate_bp=2_000,
    hidden_rate_bp=500,
    limit=None,
    overflow_to="reserve",
    unreasonable_contribution=Cents(1_000_00),
    unit=Cents(5_00),
    features=Features(magic_card_bp=500, lucky_player_bp=200),
)


class CannotGoOn(Exception):
    """A command of the dealer was refused: the table has a fault, or a mind asked for what it was not offered."""

    def __init__(self, command: AnyCommand | of_link.Command, refused: Refused) -> None:
        super().__init__(f"{type(command).__name__}: {refused}")
        self.refused = refused


class RunningTable:
    """The floor of one table and its link, and all that has happened there."""

    def __init__(self, game: str, dice: random.Random, name: str = TABLE, link: str = LINK) -> None:
        self.floor = Floor()
        self.history: list[Recorded] = []
        self.dice = dice
        self.name, self.link = name, link
        self.persons: tuple[str, ...] = ()  # players who are no bots
        self.deck: SealedDeck | None = None
        self.open(game)

    def open(self, game: str) -> None:
        self.do_at_link(of_link.OpenLink(OWNER, self.link, operator_of(game), PARAMETERS))
        self.do_at_link(of_link.AdmitTable(OWNER, self.name, game))
        self.do(ask.OpenTable(OFFICER, setup_of(game, self.name, self.link)))
        self.do(ask.AssignDealer(OFFICER, DEALER.id))

    @property
    def table(self) -> Table:
        return self.floor.tables[self.name]

    @property
    def play(self) -> Play:
        assert self.table.play is not None
        return self.table.play

    def do(self, command: AnyCommand) -> None:
        self._take(command, pit.act(self.floor, self.name, command))

    def do_at_link(self, command: of_link.Command) -> None:
        self._take(command, pit.act_on_link(self.floor, self.link, command))

    def _take(self, command: AnyCommand | of_link.Command, outcome: Outcome | Refused) -> None:
        if isinstance(outcome, Refused):
            raise CannotGoOn(command, outcome)
        self.floor = outcome.floor
        self.history += outcome.events

    def seat(self, name: str, position: int) -> None:
        person = Person(name, "player")
        self.do(ask.Join(person, name))
        self.do(ask.BuyIn(DEALER, name, BUY_IN))
        self.do(ask.Sit(person, name, position))

    def ask_mind(self, name: str, mind: Mind) -> bool:
        """Put to a player what he may do; whether he did something."""
        person = Person(name, "player")
        seen = view(self.table, Viewer(name, "player"), self.floor.links.get(self.link))
        command = mind(seen, pit.offered(self.floor, self.name, person, "own_play"))
        if command is None:
            return False
        self.do(command)
        while self.play.due.step == "rule":
            rule_on_report(self, OFFICERS)
        return True


def operator_of(game: str) -> Operator:
    return "mbs" if game.startswith("mbs") else "rws"


def setup_of(game: str, table: str = TABLE, link: str = LINK) -> TableSetup:
    """A table as the demonstration runs it: the largest layout, the first way to deal, a sealed deck."""
    layout = GAMES[game].LAYOUT
    deal = layout.deals[0]
    limits = {wager: Limit(Cents(10_00), Cents(500_00)) for wager in layout.placed if wager != "progressive"}
    return TableSetup(
        table,
        game,
        "A",
        layout.positions,
        deal.device,
        "sealed_deck",
        limits,
        deal.method,
        link,
        PARAMETERS.unit,
        PARAMETERS.unreasonable_contribution,
        opening_float=Cents(50_000_00),
        unattended=True,
    )


def play_rounds(running: RunningTable, minds: Mapping[str, Mind], rounds: int, trouble: float = 0.0) -> Iterator[int]:
    """Play so many rounds, and say after each how far it has come. Stops early when nobody bets.

    About a share of `trouble` of the rounds go wrong once.
    """
    for number in range(1, rounds + 1):
        if not play_round(running, minds, moment(running.dice, trouble) if trouble else None):
            return
        yield number


def play_round(running: RunningTable, minds: Mapping[str, Mind], wrong_at: int | None = None) -> bool:
    """One round from the call to the opened deck; False when nobody has bet and the bets were left open.

    `wrong_at` is the step after which something goes wrong, or after the settlement if there are fewer.
    """
    tidy_up(running, OFFICERS)
    running.do(ask.CallBets(DEALER))
    return play_called(running, minds, wrong_at)


def play_called(running: RunningTable, minds: Mapping[str, Mind], wrong_at: int | None = None) -> bool:
    """A round whose bets are open, to its end."""
    for command in selling(running.table):
        running.do(command)
    for name, mind in minds.items():
        for _ in range(MOST_WAGERS):
            if not running.ask_mind(name, mind):
                break
    if running.play.void:
        return True
    for command in handing_back(running.table, running.floor.links.get(running.link)):
        running.do(command)
    if not somebody_bets(running.table):
        return False
    command, running.deck = closing(running.table, running.floor.links.get(running.link), running.dice)
    running.do(command)
    play_on(running, minds, wrong_at)
    return True


def play_on(running: RunningTable, minds: Mapping[str, Mind], wrong_at: int | None = None) -> None:
    """Whatever is left of a round, until the next call may be made."""
    step = 0
    while running.play.due.step != "call" or wrong_at is not None:
        if wrong_at is not None and (step >= wrong_at or running.play.due.step == "call"):
            wrong_at = None
            go_wrong(running, OFFICERS)
        else:
            _next_step(running, minds)
        step += 1


def finish_round(running: RunningTable, minds: Mapping[str, Mind]) -> None:
    """The rest of a round that somebody else has begun."""
    if running.table.play is not None and running.play.due.step == "close":
        play_called(running, minds)
    elif running.table.play is not None:
        play_on(running, minds)


def _next_step(running: RunningTable, minds: Mapping[str, Mind]) -> None:
    """What the procedure wants next, done by whoever has to do it."""
    play = running.play
    if command := by_the_house(running.table, running.deck):
        running.do(command)
    elif play.due.step == "rule":
        rule_on_report(running, OFFICERS)
    else:
        name = str(play.boxes[play.due.position].seat.player)
        if not running.ask_mind(name, minds[name]):
            running.do(without_answer(running.table))
