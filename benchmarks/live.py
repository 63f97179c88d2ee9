"""A six-seat round of mbs-uth from commands, through table, link and books, against PokerKit's heads-up hand.

And the same round again after thousands: what an event costs must not depend on how many rounds the table has dealt.
"""

from msgspec import structs

from benchmarks.measure import Measured, seconds_each
from benchmarks.settling import HANDS, play_many
from pitlink import ledger, pit
from pitlink.bots.house import DEALER, OWNER
from pitlink.bots.tables import LINK, PARAMETERS, TABLE, setup_of
from pitlink.cards import cards_of, name
from pitlink.jackpot import commands as of_link
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.pit import Floor, Outcome
from pitlink.table import AnyCommand, TableSetup
from pitlink.table import commands as ask

PLAYERS = [Person(f"P{position}", "player") for position in range(1, 7)]
OFFICER = Person("officer", "pit_supervisor")
CARDS = tuple(map(name, cards_of("3c 6d 9s Jh Kd As Ad Kc 9d 7h 7s Qs Jd 2c 8d 5h 4h Tc Th")))
CHOICES = {
    0: ("check", "check", "play 3x", "check", "check", "check"),
    1: ("play 2x", "check", "", "check", "check", "check"),
    2: ("", "play 1x", "", "fold", "play 1x", "fold"),
}
ROUNDS = 20
ROUNDS_BEFORE = 3_000


class Seated:
    """A floor with six players who have chips for many rounds, and its books."""

    def __init__(self) -> None:
        self.floor, self.books, self.events = Floor(), ledger.EMPTY, 0
        for link_command in (
            of_link.OpenLink(OWNER, LINK, "mbs", PARAMETERS),
            of_link.AdmitTable(OWNER, TABLE, "mbs-uth"),
        ):
            self._take(pit.act_on_link(self.floor, LINK, link_command))
        setup = setup_of("mbs-uth")
        self.do(ask.OpenTable(OFFICER, _with_shoe(setup)))
        for position, person in enumerate(PLAYERS, start=1):
            self.do(ask.Join(person, person.id))
            self.do(ask.BuyIn(DEALER, person.id, Cents(10**12)))
            self.do(ask.Sit(person, person.id, position))

    def do(self, command: AnyCommand) -> None:
        self._take(pit.act(self.floor, TABLE, command))

    def _take(self, outcome: object) -> None:
        assert isinstance(outcome, Outcome), outcome
        books = ledger.enter(self.books, outcome.entries) if outcome.entries else self.books
        assert isinstance(books, ledger.Books)
        self.floor, self.books = outcome.floor, books
        self.events += len(outcome.events)

    def play(self) -> None:
        """One round, some sixty commands."""
        for command in ROUND:
            self.do(command)


def _with_shoe(setup: TableSetup) -> TableSetup:
    return structs.replace(setup, cards="reading_shoe", positions=6, unattended=False)


def round_of(progressive: Cents | None = None) -> list[AnyCommand]:
    """A round as all six play it, with a progressive wager each if they are to have one."""
    commands: list[AnyCommand] = [ask.CallBets(DEALER)]
    for position, person in enumerate(PLAYERS, start=1):
        commands.append(ask.PlaceWager(person, person.id, position, "ante", Cents(25_00)))
        commands.append(ask.PlaceWager(person, person.id, position, "blind", Cents(25_00)))
        if progressive is not None:
            commands.append(ask.PlaceWager(person, person.id, position, "progressive", progressive))
    commands.append(ask.CloseBets(DEALER))
    commands += [ask.DealCard(DEALER, card) for card in CARDS]
    commands += [ask.Look(person, position) for position, person in enumerate(PLAYERS, start=1)]
    for stage, choices in CHOICES.items():
        if stage:
            commands.append(ask.Expose(DEALER))
        for position, choice in enumerate(choices, start=1):
            if choice:
                commands.append(ask.Decide(PLAYERS[position - 1], position, choice))
    commands.append(ask.Expose(DEALER))
    showing = (1, 2, 3, 5) if progressive is None else (1, 2, 3, 4, 5, 6)
    commands += [ask.ShowHand(DEALER, position) for position in showing]
    commands.append(ask.Settle(DEALER))
    return commands


ROUND = round_of()


def run() -> list[Measured]:
    seated = Seated()

    def play_some() -> None:
        for _ in range(ROUNDS):
            seated.play()

    for_hands, for_rounds = seconds_each(play_many, play_some)
    theirs, ours = for_hands / HANDS, for_rounds / ROUNDS
    what = f"mbs-uth, six seats, {len(ROUND)} commands a round, against PokerKit heads-up"
    found = f"{ours / theirs:.2f} of its time ({ours * 1e3:.2f} ms against {theirs * 1e3:.2f} ms)"
    measured = [Measured(what, "no longer", found, ours <= theirs)]

    old, young = Seated(), Seated()
    for _ in range(ROUNDS_BEFORE):
        old.play()

    def play_old() -> None:
        for _ in range(ROUNDS):
            old.play()

    def play_young() -> None:
        for _ in range(ROUNDS):
            young.play()

    after_many, at_first = seconds_each(play_old, play_young)
    ratio = after_many / at_first
    what = f"a round after {ROUNDS_BEFORE:,} rounds, against one at a new table"
    measured.append(Measured(what, "at most 1.2 times", f"{ratio:.2f} times", ratio <= 1.2))
    return measured
