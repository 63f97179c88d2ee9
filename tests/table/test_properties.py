"""Whatever is asked of a table in whatever order: nothing breaks, no cent is lost, nobody sees too much.

Every step draws from the commands that `options` offers, or from all commands with any values; what is accepted must
have been on offer, and what is on offer must be accepted.
"""

import os
import random
import re
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from pitlink import ledger, pit
from pitlink.cards import NAMES, name
from pitlink.games import GAMES
from pitlink.games.dealing import Place
from pitlink.games.irregularities import ALL as WHATS
from pitlink.games.irregularities import Answer, Effect
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.link import Features
from pitlink.jackpot.parameters import parameters_digest
from pitlink.ledger import trial_balance
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.pit import Outcome
from pitlink.pit.previewing import consequences
from pitlink.refusals import Refused
from pitlink.table import AnyCommand, Event, Table
from pitlink.table import commands as ask
from pitlink.table import events as on
from pitlink.table.events import LaterRounds, RoundVoided
from pitlink.table.options import Option, fits
from pitlink.table.reportable import reports, rulings
from pitlink.table.setup import CardSource
from pitlink.table.state import Play
from pitlink.table.views import Role, Viewer, view
from tests.driving import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    Driver,
    Sealed,
    check_export,
    player,
    replay,
    sealed,
    setup_for,
)
from tests.pit.adding_up import check_history
from tests.pit.two_tables import THREE, TWO
from tests.table.every_game import ENTRY, STAYS, decide_all
from tests.table.offering import RACK

PEOPLE = ("Ann", "Bob", "Cy")
ASKING: tuple[Person, ...] = (*map(player, PEOPLE), DEALER, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER)
AMOUNTS = [Cents(amount) for amount in (0, 1, 500, 1000, 1001, 1500, 2500, 5000, 10_000, 100_000, 100_100)]
DICE = st.integers(0, 2**64 - 1).map(random.Random)  # even draws, and steps that can still be left out
RARE = {
    "Report",
    "LiftBar",
    "Leave",
    "Join",
    "CloseTable",
    "AssignDealer",
    "CashOut",
    "Stand",
    "TakeBackWager",
    "RestrictPlayer",
}
FORWARD = {
    *("CallBets", "PlaceWager", "CloseBets", "DealCard", "Look", "Decide", "Expose", "ShowHand", "Settle"),
    *("VerifyClaims", "ApproveClaims", "PayAwards", "OpenDeck"),
    *("Rule", "AnswerOption", "CountCards", "DecideLaterRounds"),
}
OF_THE_DECK = ("foreign_card", "missing_card", "extra_card", "unshuffled_cards", "insufficient_cards")
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)  # shrinking takes minutes; a failing run tells enough
EXAMPLES = 400 if os.environ.get("PITLINK_ALL") else 10


class Way(msgspec.Struct, frozen=True):
    """One way to deal a game."""

    game: str
    cards: CardSource
    device: str
    method: str | None = None

    def __str__(self) -> str:
        return " ".join(filter(None, (self.game, self.cards, self.device, self.method)))


class TableMachine(RuleBasedStateMachine):
    tables: tuple[Way, ...] = ()  # on one link; each step is taken at one of them
    link = "L1"
    first = 1  # number of its first table

    def new_driver(self) -> Driver:
        return Driver()

    @initialize(dice=DICE)
    def open(self, dice: random.Random) -> None:
        self.dice = dice
        self.driver = self.new_driver()
        self.driver.open_link(self.tables[0].game[:3], features=Features(5000, 5000), name=self.link)
        self.ways = {f"T{number}": way for number, way in enumerate(self.tables, start=self.first)}
        for table, way in self.ways.items():
            positions = 5 if way.game == "mbs-3cp" else 4
            ways: Any = {"cards": way.cards, "device": way.device, "method": way.method}
            self.driver.open(setup_for(way.game, table, link=self.link, positions=positions, **ways))
            self.driver.ask(ask.AssignDealer(SUPERVISOR, "Dana"))
            for who in PEOPLE:
                self.driver.come(who, chips=self.dice.choice((20, 2000, 20000)))
        self.decks = {table: sealed(self.dice.sample(NAMES, 52)) for table in self.ways}
        self.looked_at: Table | None = None
        self.at_the_call: dict[str, dict[str, int]] = {table: {} for table in self.ways}

    @property
    def here(self) -> str:
        return self.driver.name

    @property
    def way(self) -> Way:
        return self.ways[self.here]

    @property
    def deck(self) -> Sealed:
        return self.decks[self.here]

    # What is on offer is accepted

    @rule(dice=DICE)
    def take_an_option(self, dice: random.Random) -> None:
        self.dice = dice
        self.driver.name = dice.choice(list(self.ways))
        if dice.random() < (0.005 if self.driver.floor.links[self.link].runs else 0.2):
            self._stop_or_run()
        by = self._next_person()
        offered = pit.offered(self.driver.floor, self.here, by)
        if not offered:
            return
        option = self.dice.choice(self._likely(offered))
        command = self._command(by, option)
        if command is None:
            return
        outcome = pit.act(self.driver.floor, self.here, command)
        assert isinstance(outcome, Outcome), f"{option} was offered, but {command} was refused: {outcome}"
        self._carry_out(command)

    def _carry_out(self, command: AnyCommand) -> None:
        before = self.driver.floor
        told = pit.preview(before, self.here, command) if isinstance(command, ask.Rule) else None
        events = self.driver.ask(command)
        if isinstance(command, ask.Settle):
            check_export(self.driver)
        if told is not None:
            assert told == consequences(before, self.driver.floor, self.here)
        self._remember_money(command, events)
        if any(isinstance(event, RoundVoided) for event in events):
            assert self._money() == {what: amount for what, amount in self.at_the_call[self.here].items() if amount}

    def _remember_money(self, command: AnyCommand, events: tuple[Event, ...]) -> None:
        """Stacks, rack and meter when the round was called, and what was bought, cashed, filled and counted since."""
        if isinstance(command, ask.CallBets):
            self.at_the_call[self.here] = self._money()
        remembered = self.at_the_call[self.here]
        for event in events:
            for what, change in _outside_the_round(event):
                remembered[what] = remembered.get(what, 0) + change

    def _money(self) -> dict[str, int]:
        """As the books have it; nothing of it is pending once a round is void. Other tables feed the link, too."""
        books, here = self.driver.books, self.here
        money: dict[str, int] = {
            who: books.balance(ledger.chips(here, who)).posted for who in self.driver.table.players
        }
        money["the rack"] = books.balance(ledger.rack(here)).posted
        if len(self.ways) == 1:
            meters = self.driver.floor.links[self.link].meters
            money |= {"display": meters.display, "reserve": meters.reserve, "overflow": meters.overflow}
        return {what: amount for what, amount in money.items() if amount}

    def _next_person(self) -> Person:
        """Mostly somebody whom the round waits for."""
        play, dice = self.driver.table.play, self.dice
        if dice.random() < 0.1:
            return dice.choice(ASKING)
        if dice.random() < 0.03:
            return SUPERVISOR  # who looks after the rack
        if play is None:
            return DEALER if self.driver.table.open else SUPERVISOR
        if play.due.step == "rule":
            return dice.choice((DEALER, SUPERVISOR, SHIFT_MANAGER))
        if play.due.step == "call" and self.driver.table.jackpot_down is not None:
            return dice.choice((DEALER, SHIFT_MANAGER))
        if play.due.step == "close" and (not play.boxes or dice.random() < 0.8):
            return player(dice.choice(PEOPLE))
        if play.due.step in ("decide", "show", "answer") and dice.random() < 0.75:
            return player(str(play.boxes[play.due.position].seat.player))
        if play.due.step in ("verify_claims", "approve_claims", "pay_claims"):
            return dice.choice((SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER))
        return DEALER

    def _likely(self, offered: tuple[Option, ...]) -> tuple[Option, ...]:
        """What moves the round on, most often; people coming and going now and then."""
        reports = tuple(each for each in offered if each.command == "Report" and not each.earlier)
        if reports and self.dice.random() < self._how_often_something_goes_wrong():
            return tuple(each for each in reports if each.what not in OF_THE_DECK) or reports
        if any(each.command == "DismissReport" for each in offered) and self.dice.random() < 0.3:
            return tuple(each for each in offered if each.command == "DismissReport")
        rack = tuple(each for each in offered if each.command in RACK)
        if rack and self.dice.random() < 0.3:
            return rack
        forward = tuple(each for each in offered if each.command in FORWARD)
        common = tuple(each for each in offered if each.command not in RARE)
        draw = self.dice.random()
        return forward if forward and draw < 0.7 else common if common and draw < 0.97 else offered

    def _how_often_something_goes_wrong(self) -> float:
        """Seldom while bets are open, so that rounds are dealt; often when one is settled, to have it undone."""
        play = self.driver.table.play
        if play is None or play.due.step == "close":
            return 0.005
        return 0.3 if play.due.step == "call" else 0.05

    def _command(self, by: Person, option: Option) -> AnyCommand | None:
        """One of the commands that an option stands for."""
        if option.command == "RecordDecision" and self._is_pooled_by_three(option.position):
            return None  # odd cents (R34): what is enough for 16 cents may be too little for 14, and no range says so
        values: dict[str, Any] = {}
        for field in ("player", "position", "choice", "effect", "answer", "later"):
            if getattr(option, field) is not None:
                values[field] = getattr(option, field)
        if option.wager is not None and option.command not in ("Decide", "RecordDecision"):
            values["wager"] = option.wager
        if option.amounts is not None:
            values["amount"] = self._amount(option)
        kind = getattr(ask, option.command)
        match option.command:
            case "Report":
                return self._report(by, option)
            case "Rule":
                return next(each for each in rulings(self.driver.table, by) if each.effect == option.effect)
            case "CountCards":
                values["cards"] = len(self._play.slots) + self.dice.choice((0, 0, 1, -1))
            case "VerifyClaims":
                values |= {"cards": 52, "surveillance": "camera 4"}
            case "RejectClaims":
                assert self._play.paid is not None
                won = [award.position for award in self._play.paid.awards]
                values |= {"positions": tuple(set(self.dice.choices(won, k=2))), "words": "marked card"}
            case "DecideLaterRounds":
                values["positions"] = (1, 2) if option.later == "block_positions" else ()
            case "Join" if option.player is None:
                values["player"] = f"new {self.dice.randrange(1000)}"
                if values["player"] in self.driver.table.players:
                    return None
            case "AssignDealer":
                values["dealer"] = "Dana"
            case "Fill" | "Credit":
                values |= {"slip": f"S-{self.dice.randrange(10**9)}", "dealer": self.driver.table.dealer}
                if values["slip"] in self.driver.table.slips:
                    return None
            case "CloseTable" | "CountRack":
                values["counted"] = self._count()
                if option.command == "CloseTable" and self.dice.random() < 0.3:
                    values["counted"] = None
            case "OpenTable":
                values["setup"] = self.driver.table.setup
            case "DealCard":
                values |= self._card()
            case "CloseBets":
                values |= self._closing()
            case "OpenDeck":
                values |= {"cards": self.deck.cards, "salts": self.deck.salts}
            case "ShowHand" | "Expose":
                values["cards"] = tuple(self._unused(option.cards or 0))
            case "CorrectCard":
                known = [place for place, slot in self._play.slots.items() if slot.up]
                values |= {"place": self.dice.choice(known), "card": self._unused(1)[0]}
        command: AnyCommand = kind(by, **values)
        assert fits(option, command)
        return command

    def _is_pooled_by_three(self, position: int | None) -> bool:
        ante = self._play.boxes[position or 0].seat.wagers.get("ante")
        return ante is not None and len(ante.shares) > 2

    def _report(self, by: Person, option: Option) -> AnyCommand:
        """One that can be made now, about any hand; now and then an error of the first round."""
        if option.earlier:
            return ask.Report(by, "misdeal", round=1)
        found = [each for each in reports(self.driver.table, by) if each.what == option.what]
        return self.dice.choice(found)

    def _amount(self, option: Option) -> Cents | None:
        amounts = option.amounts
        assert amounts is not None
        if option.amount_may_be_left_out and self.dice.random() < 0.5:
            return None
        most = amounts.most if amounts.most is not None else Cents(amounts.least + 5000)
        steps = (most - amounts.least) // amounts.step
        step = self.dice.choice((0, steps, self.dice.randint(0, steps), min(steps, 1000)))
        amount = Cents(amounts.least + step * amounts.step)
        if amount == amounts.but:
            amount = Cents(amounts.least if amounts.least != amounts.but else most)
        return amount

    def _count(self) -> Cents:
        """Mostly what should be there."""
        off = self.dice.choice((0, 0, 0, 500, -500, -1))
        return Cents(max(self.driver.table.in_rack + off, 0))

    @property
    def _play(self) -> Play:
        return self.driver.play

    def _unused(self, count: int) -> list[str]:
        dealt = {name(slot.card) for slot in self._play.slots.values() if slot.card is not None}
        return self.dice.sample([card for card in NAMES if card not in dealt], count)

    def _card(self) -> dict[str, Any]:
        nth = len(self._play.slots)
        match self.way.cards:
            case "sealed_deck":
                return {"card": self.deck.cards[nth], "salt": self.deck.salts[nth]}
            case "reading_shoe":
                return {"card": self._winning_card() or self._unused(1)[0]}
            case _:
                return {}

    def _winning_card(self) -> str | None:
        """In half of the rounds the card that makes a royal flush at position 1 and a straight flush at position 2."""
        play = self._play
        place = play.due.place
        if place is None or play.number % 2:
            return None
        owner = place.position if place.where == "position" else place.where
        short = GAMES[self.way.game].LAYOUT.own_cards == 2
        cards = {1: "As Ks Qs", 2: "9s 8s 7s", "community": "Js Ts"}
        if short:
            cards = {1: "As Ks", 2: "9s 8s", "community": "Qs Js Ts"}
        wanted = cards.get(owner, "").split()[place.nth - 1 : place.nth]
        return next((card for card in wanted if card in self._unused(52 - len(play.slots))), None)

    def _closing(self) -> dict[str, Any]:
        values: dict[str, Any] = {}
        if self.way.cards == "sealed_deck":
            self.decks[self.here] = sealed(self.dice.sample(NAMES, 52))
            values["seal"] = self.deck.commitments
        if self.way.game == "mbs-lir" and self.dice.random() < 0.5:
            values["magic_card"] = self.dice.choice(NAMES)
        return values

    # The link stops now and then, and runs again

    def _stop_or_run(self) -> None:
        """What cannot be done meanwhile is not offered, and what is offered is done."""
        link, dice = self.driver.floor.links[self.link], self.dice
        if link.runs:
            stop = (of_link.SuspendLink, of_link.FailLink)
            self.driver.ask_link(dice.choice(stop)(SHIFT_MANAGER, "the sign is dark"), self.link)
            return
        rate = dice.choice((0, 1_999, 3_333))
        if link.state == "suspended" and rate != link.set_up.increment_rate_bp:
            changed = msgspec.structs.replace(link.set_up, increment_rate_bp=rate)
            self.driver.ask_link(
                of_link.ChangeParameters(SHIFT_MANAGER, PIT_MANAGER, changed, "approval 17"), self.link
            )
        now = parameters_digest(self.driver.floor.links[self.link].set_up)
        self.driver.ask_link(of_link.CheckLink(SHIFT_MANAGER, "0" * 64, now, passed=True), self.link)
        self.driver.ask_link(of_link.ResumeLink(SHIFT_MANAGER, "ready", PIT_MANAGER), self.link)

    # What is accepted was on offer

    @rule(dice=DICE)
    def ask_anything(self, dice: random.Random) -> None:
        self.dice = dice
        self.driver.name = dice.choice(list(self.ways))
        by = self.dice.choice(ASKING)
        command = self._any_command(by)
        before = self.driver.floor
        outcome = pit.act(before, self.here, command)
        if isinstance(outcome, Refused):
            assert outcome.code
            assert outcome.found
            assert outcome.expected
            assert self.driver.floor is before
            return
        offered = pit.offered(self.driver.floor, self.here, by)
        assert any(fits(option, command) for option in offered), f"{command} was accepted, but not offered"
        self._carry_out(command)

    def _any_command(self, by: Person) -> AnyCommand:
        kind = self.dice.choice(KINDS)
        values: dict[str, Any] = {}
        for field in kind.__struct_fields__:
            values[field] = self._any_value(field, by)
        if kind in (ask.CountCards, ask.VerifyClaims):
            values["cards"] = self.dice.choice((-1, 0, 3, 20, 52))
        if kind is ask.CountRack:
            values["counted"] = self.dice.choice((-1, 0, 1_000_000))
        return kind(**values)  # type: ignore[no-any-return]

    def _any_value(self, field: str, by: Person) -> Any:
        layout = GAMES[self.way.game].LAYOUT
        dice = self.dice
        match field:
            case "by":
                return by
            case "player":
                return dice.choice((*PEOPLE, by.id, "Zoe", "a/b"))
            case "dealer":
                return dice.choice(("Dana", ""))
            case "slip":
                return dice.choice(("", "S-1", "S-2", "a/b"))
            case "counted":
                return dice.choice((None, Cents(-1), Cents(0), self._count()))
            case "position":
                return dice.choice((0, 1, 2, 3, 4, 8))
            case "wager":
                return dice.choice((*layout.placed, *layout.later, "nothing"))
            case "amount":
                return dice.choice(AMOUNTS)
            case "choice":
                return dice.choice(
                    ("fold", "check", "play", "play 4x", "flop", "turn", "river", "ride", "withdraw", "x")
                )
            case "seal":
                return dice.choice(((), self.deck.commitments, ("00",)))
            case "magic_card" | "card":
                return dice.choice((None, "As", "Xx", dice.choice(NAMES)))
            case "lucky_position":
                return dice.choice((None, 1, 9))
            case "salt":
                return dice.choice((None, "00" * 16, "x"))
            case "at":
                return 0
            case "place":
                return Place(
                    dice.choice(("position", "dealer", "community")), dice.choice((0, 1, 2)), dice.choice((1, 2))
                )
            case "cards":
                return tuple(dice.sample(NAMES, dice.choice((0, 0, 1, 2, 3, 52))))
            case "what":
                return dice.choice([*(what for what in WHATS if what not in OF_THE_DECK), "foreign_card", "nothing"])
            case "effect":
                return dice.choice((*get_args(Effect), "nothing"))
            case "answer":
                return dice.choice((*get_args(Answer), "nothing"))
            case "later":
                return dice.choice((*get_args(LaterRounds), "nothing"))
            case "positions":
                return tuple(dice.choices((0, 1, 2, 3, 4, 8), k=dice.choice((0, 0, 1, 2))))
            case "places" | "order":
                dealt = list(self.driver.table.play.slots) if self.driver.table.play else []
                some = dice.sample(dealt, min(len(dealt), dice.choice((0, 1, 2))))
                return tuple(some) if dice.random() < 0.9 else (Place("dealer", 0, 9),)
            case "moves":
                return dice.choice(((), ((1, 2), (2, 1)), ((1, 2),), ((1, 1),)))
            case "handled" | "seen":
                return dice.random() < 0.2
            case "round":
                return dice.choice((None, None, None, None, 0, 1, 2))
            case "words" | "surveillance":
                return dice.choice(("", "somebody said so", "x" * 301))
            case "salts":
                return dice.choice(((), self.deck.salts))
            case _:
                return None

    # What always holds

    @invariant()
    def nobody_sees_a_card_that_is_not_his_to_see(self) -> None:
        if not hasattr(self, "ways") or self.driver.table.play is None or self.looked_at is self.driver.table:
            return
        self.looked_at = self.driver.table
        play = self._play
        hidden = {name(slot.card): place for place, slot in play.slots.items() if slot.card is not None and not slot.up}
        salts = {slot.salt for slot in play.slots.values() if slot.salt and not slot.up}
        roles: list[Role] = ["spectator", "dealer", "pit_staff", "surveillance"]
        for viewer in (*(Viewer(who, "player") for who in PEOPLE), *(Viewer("x", role) for role in roles)):
            seen = view(self.driver.table, viewer)
            allowed = {card for card, place in hidden.items() if self._may_see(viewer, place)}
            text = msgspec.json.encode(seen)
            told = _cards_in(text) & set(hidden)
            if seen.magic_card:
                told -= {seen.magic_card} - _cards_in(msgspec.json.encode(seen.positions))
            assert told <= allowed, f"{viewer} sees {told - allowed}"
            assert not any(salt.encode() in text for salt in salts)

    def _may_see(self, viewer: Viewer, place: Place) -> bool:
        play = self._play
        if viewer.role == "surveillance":
            return (play.settled or play.void is not None) and (play.deck_opened or self.way.cards != "sealed_deck")
        if place.where != "position":
            return False
        box = play.boxes[place.position]
        if viewer.role == "player":
            return box.viewed and box.seat.player == viewer.id
        return viewer.role == "pit_staff" and box.shown is False and self.way.game != "rws-3cp"

    def teardown(self) -> None:
        if not hasattr(self, "driver"):
            return
        assert replay(self.driver.history) == self.driver.floor
        trial = trial_balance(self.driver.all_entries)
        assert trial.difference == 0
        for account, balance in self.driver.books.balances.items():
            assert trial.net(account) == balance.posted
        assert ledger.check_ids(self.driver.all_entries) is None
        check_history(self.driver.history, self.dice)


def _outside_the_round(event: Event) -> list[tuple[str, int]]:
    """What an event moves that no void undoes."""
    match event:
        case on.BoughtIn():
            return [(event.player, event.amount), ("the rack", -event.amount)]
        case on.CashedOut():
            return [(event.player, -event.amount)]
        case on.RackFilled():
            return [("the rack", event.amount)]
        case on.RackCredited():
            return [("the rack", -event.amount)]
        case on.RackCounted():
            return [("the rack", event.counted - event.expected)]
        case _:
            return []


CARD = re.compile(rb'"([2-9TJQKA][cdhs])"')
KINDS: list[Any] = [
    kind
    for kind in vars(ask).values()
    if isinstance(kind, type) and issubclass(kind, ask.Command) and kind not in (ask.Command, ask.OpenTable)
]


def _cards_in(text: bytes) -> set[str]:
    """Every text in a view that is the name of a card."""
    return {card.decode() for card in CARD.findall(text)}


WAYS = [
    Way("mbs-thb", "reading_shoe", "automated"),
    Way("mbs-thb", "hand_dealt", "manual"),
    Way("mbs-3cp", "sealed_deck", "automated"),
    Way("mbs-3cp", "hand_dealt", "manual"),
    Way("mbs-uth", "sealed_deck", "automated", "A"),
    Way("mbs-uth", "reading_shoe", "automated", "B"),
    Way("mbs-uth", "hand_dealt", "automated", "C"),
    Way("mbs-lir", "sealed_deck", "any"),
    Way("mbs-lir", "hand_dealt", "any"),
    Way("rws-3cp", "reading_shoe", "shoe"),
    Way("rws-3cp", "sealed_deck", "shuffler"),
]
WON = [
    (Way("mbs-thb", "reading_shoe", "automated"),),
    (Way("mbs-3cp", "reading_shoe", "automated"), Way("mbs-uth", "reading_shoe", "automated", "B")),
    (Way("mbs-lir", "reading_shoe", "any"),),
    (Way("rws-3cp", "reading_shoe", "shoe"), Way("rws-3cp", "reading_shoe", "shoe")),
]
TOGETHER = [
    (WAYS[0], WAYS[2]),
    (WAYS[5], WAYS[7]),
    (WAYS[9], WAYS[10]),
]


class ClaimMachine(TableMachine):
    """As above, from the moment on at which two hands at one table, or at two, have won shares of the jackpot."""

    @initialize(dice=DICE)
    def open(self, dice: random.Random) -> None:
        super().open(dice)
        driver, kind = self.driver, dice.choice(("sf sf", "sf -", "royal -"))
        for here, way in self.ways.items():
            driver.name = here
            for who in PEOPLE:
                driver.ask(ask.BuyIn(DEALER, who, Cents(1_000_00)))
            driver.call()
            for position, who in ((1, "Ann"), (2, "Bob")):
                driver.bet(who, position, **ENTRY[way.game])
                driver.bet(who, position, progressive=5)
            self._remember_money(ask.CallBets(DEALER), ())
            driver.close()
            hands = winning_hands(way.game, kind)
            driver.deal(hands, at=dice.randrange(5))
            decide_all(driver, dict.fromkeys((1, 2), STAYS[way.game]))
            driver.finish(hands)
            assert driver.due == "verify_claims"


def winning_hands(game: str, kind: str) -> dict[str | int, str]:
    board, first, second = (TWO if game in ("mbs-thb", "mbs-uth") else THREE)[kind]
    return {1: first, 2: second, "community": board, "dealer": "8c 8d 4c"}


def run(tables: tuple[Way, ...], machine: type[TableMachine] = TableMachine) -> None:
    run_state_machine_as_test(
        type("Machine", (machine,), {"tables": tables}),
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=150,
            deadline=None,
            phases=PHASES,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_any_commands_in_any_order(way: Way) -> None:
    run((way,))


@pytest.mark.parametrize("tables", TOGETHER, ids=lambda tables: " and ".join(map(str, tables)))
def test_any_commands_at_two_tables_of_one_link(tables: tuple[Way, ...]) -> None:
    """Contributions and awards of one table come and go while the other's round is void or settled anew."""
    run(tables)


@pytest.mark.parametrize("tables", WON, ids=lambda tables: " and ".join(map(str, tables)))
def test_any_commands_while_claims_are_open(tables: tuple[Way, ...]) -> None:
    run(tables, ClaimMachine)
