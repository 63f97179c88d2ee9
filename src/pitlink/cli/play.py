"""`pitlink play`: a seat at a table beside bots, in the terminal.

Everything that can be done comes from `options`; everything shown comes from the player's own view.
"""

import errno
import io
import random
import sys
from pathlib import Path

from msgspec import structs
from rich.console import Console
from rich.markup import escape
from rich.text import Text

from pitlink.bots.players import TEMPERAMENTS, Bot, Mind, mind_of
from pitlink.bots.tables import TABLE, RunningTable, play_on, play_round
from pitlink.bots.trouble import moment
from pitlink.cards import CARD_OF, show
from pitlink.cli.deal import holds_something_else
from pitlink.cli.show import show_clause
from pitlink.cli.wrong import show_cases, show_kinds, show_rulings, tell_trouble
from pitlink.explain import Explanation, explain
from pitlink.games import GAMES
from pitlink.money import Cents, NotMoney, cents_of
from pitlink.people import Person
from pitlink.pit import log, reportable
from pitlink.pit.export import round_of
from pitlink.pit.incidents import OFFERED
from pitlink.pit.words import money
from pitlink.rulebook.catalogue import document
from pitlink.table import AnyCommand
from pitlink.table import commands as ask
from pitlink.table.events import BetsCalled
from pitlink.table.options import Amounts, Option
from pitlink.table.views import PositionView, TableView, Viewer, view

YOU = "You"
SEAT = 1
HELP = (
    "Also: why ante (or 3.10.2) explains a line or a clause, wrong reports what went wrong, "
    "log FILE saves the game, quit leaves."
)


class Leave(Exception):
    """The player has had enough."""


class SomethingIsWrong(Exception):
    """The player reports something instead of answering."""

    def __init__(self, report: ask.Report) -> None:
        super().__init__(report.what)
        self.report = report


def play_game(game: str, seats: int, seed: int | None, trouble: float) -> int:
    if game not in GAMES:
        print(f"pitlink play: no game {game!r}; one of {', '.join(GAMES)}", file=sys.stderr)
        return 2
    most = GAMES[game].LAYOUT.positions
    if not 1 <= seats <= most:
        print(f"pitlink play: {seats} seats at a table of {game}; 1 to {most}", file=sys.stderr)
        return 2
    if not 0 <= trouble <= 1:
        print(f"pitlink play: trouble {trouble:g}; a share of the rounds, 0 to 1", file=sys.stderr)
        return 2
    if sys.stdin is None:
        print("pitlink play: standard input is closed; a game needs somebody to ask", file=sys.stderr)
        return 2
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    dice = random.SystemRandom() if seed is None else random.Random(seed)
    return Terminal(RunningTable(game, dice), dice, seats, trouble).run()


class Terminal:
    """One person at a terminal, and the table as that person may see it."""

    def __init__(self, running: RunningTable, dice: random.Random, seats: int, trouble: float) -> None:
        self.running = running
        self.trouble = trouble
        self.console = Console(highlight=False)
        self.me = Person(YOU, "player")
        self.minds: dict[str, Mind] = {YOU: self.mind}
        self.done_betting = False
        self.told = 0  # how much of the history
        self.asked_about: set[str] = set()
        self.last: Explanation | None = None  # the last round, for whoever asks why
        running.seat(YOU, SEAT)
        running.persons = (YOU,)
        for position in range(2, seats + 1):
            bot = Bot(f"Bot {position}", TEMPERAMENTS[(position - 1) % len(TEMPERAMENTS)])
            running.seat(bot.name, position)
            self.minds[bot.name] = mind_of(bot, dice)

    def run(self) -> int:
        game = self.running.table.rules.game
        title = document(game).title
        self.console.print(Text(f"{title} · {game}", style="bold"))
        self.console.print("Play chips only. You sit at position 1 with $1,000.00.")
        self.console.print("Enter takes what stands in \\[brackets].")
        self.console.print(f"[dim]{HELP}[/dim]")
        try:
            while True:
                self.done_betting = False
                self.console.print()
                if not play_round(self.running, self.minds, self._when_wrong()):
                    self.console.print("Nobody bets; the table waits no longer.")
                    return 0
                self._result()
                self._before_the_next_call()
        except (Leave, EOFError, KeyboardInterrupt):
            self.console.print("\nThank you for playing.")
            return 0

    def _before_the_next_call(self) -> None:
        """A round that is settled can still be reported on: then it is ruled on, and told once more (R40)."""
        while True:
            try:
                self._line("next round", "Enter", self.running.table.rules.procedure.call)
            except SomethingIsWrong as wrong:
                self.running.do(wrong.report)
                play_on(self.running, self.minds)
                self._result()
            else:
                return

    def _when_wrong(self) -> int | None:
        return moment(self.running.dice, self.trouble) if self.trouble else None

    # Being asked

    def mind(self, seen: TableView, options: tuple[Option, ...]) -> AnyCommand | None:
        """What the person at the terminal answers, or reports; None passes on."""
        self._tell_trouble()
        try:
            return self._answer(seen, options)
        except SomethingIsWrong as wrong:
            self.asked_about.clear()
            return wrong.report

    def _answer(self, seen: TableView, options: tuple[Option, ...]) -> AnyCommand | None:
        answers = [each for each in options if each.command == "AnswerOption"]
        if answers:
            return self._go_on(answers)
        decisions = [each for each in options if each.command == "Decide"]
        if any(each.command == "Look" for each in options) and decisions:
            return ask.Look(self.me, SEAT)
        if decisions:
            return self._decide(seen, decisions)
        shows = {each.command for each in options} & {"ShowHand", "DeclineToShow"}
        if shows:
            return self._show(seen, shows)
        if seen.step is not None and seen.step.step == "close" and not self.done_betting:
            return self._bet(seen, options)
        return None

    def _bet(self, seen: TableView, options: tuple[Option, ...]) -> AnyCommand | None:
        """One wager after the other, each with its range; those that must be equal follow by themselves."""
        if not self.asked_about:
            self.console.print(Text("“Place your bets, please”", style="bold"), end=" ")
            self.console.print(f"You have {money(seen.players[YOU].available)}.")
        laid, equal = {wager.wager for wager in _own(seen).wagers}, self._equal_wagers()
        for option in options:
            if option.command != "PlaceWager" or option.position != SEAT:
                continue
            assert option.amounts is not None
            assert option.wager is not None
            if laid.intersection(equal) and option.wager in equal:
                return ask.PlaceWager(self.me, YOU, SEAT, option.wager, option.amounts.least)
            if option.wager in self.asked_about:
                continue
            self.asked_about.update((option.wager, *(equal if option.wager in equal else ())))
            amount = self._amount(option.wager, self._affordable(seen, option), option.clause)
            if amount is not None:
                return ask.PlaceWager(self.me, YOU, SEAT, option.wager, amount)
        self.done_betting = True
        self.asked_about.clear()
        return None

    def _affordable(self, seen: TableView, option: Option) -> Amounts:
        """What can be placed on all of several equal wagers, not on the first of them only."""
        amounts, equal = option.amounts, self._equal_wagers()
        assert amounts is not None
        if option.wager not in equal or amounts.most is None:
            return amounts
        each = Cents(seen.players[YOU].available // len(equal))
        return structs.replace(amounts, most=min(amounts.most, each))

    def _equal_wagers(self) -> tuple[str, ...]:
        return self.running.table.rules.areas.same_limits

    def _amount(self, wager: str, amounts: Amounts, clause: str | None) -> Cents | None:
        most = f" to {money(amounts.most)}" if amounts.most is not None and amounts.most != amounts.least else ""
        default = "none" if wager in ("bonus", "pair_plus", "trips", "progressive") else money(amounts.least)
        prompt = f"{self._called(wager)}, {money(amounts.least)}{most}, 0 for none"
        while True:
            text = self._line(prompt, default, clause)
            if text in ("", default):
                return None if default == "none" else amounts.least
            if text in ("0", "none", "no"):
                return None
            try:
                amount = cents_of(text.removeprefix("$").replace(",", ""))
            except NotMoney:
                self.console.print(escape(f"{text!r} is no amount; say 25 or 12.50."))
                continue
            if amount in amounts:
                return amount
            self.console.print(f"{money(amount)} cannot be placed: {money(amounts.least)}{most}.")

    def _called(self, wager: str) -> str:
        """A wager by its name; those that must be equal are asked about once."""
        equal = self._equal_wagers()
        return f"{', '.join(equal)} each" if wager in equal else wager.replace("_", " ")

    def _decide(self, seen: TableView, decisions: list[Option]) -> AnyCommand:
        self._show_cards(seen)
        words = {option.choice: option for option in decisions if option.choice}
        told = []
        for word, option in words.items():
            amount = option.amounts.least if option.amounts else Cents(0)
            told.append(f"{word} ({option.wager} {money(amount)})" if option.wager else word)
        first = next(iter(words))
        clause = ", ".join(dict.fromkeys(option.clause for option in decisions if option.clause))
        while True:
            text = self._line(" / ".join(told), first, clause) or first
            found = [word for word in words if word == text]
            found = found or [word for word in words if word.startswith(text) or text in word.split()]
            if len(found) == 1:
                return ask.Decide(self.me, SEAT, found[0])
            self.console.print(f"Say one of {', '.join(words)}.")

    def _go_on(self, answers: list[Option]) -> AnyCommand:
        """Whether to go on after an error, in plain words."""
        words = {OFFERED[option.answer]: option for option in answers if option.answer}
        clause = ", ".join(dict.fromkeys(option.clause for option in answers if option.clause))
        first = next(iter(words))
        while True:
            text = self._line(" / ".join(words), first, clause) or first
            found = [option for word, option in words.items() if text in (word, _answer_word(option))] or [
                option for word, option in words.items() if word.startswith(text) or text in word.split()
            ]
            if len(found) == 1 and found[0].answer is not None:
                return ask.AnswerOption(self.me, SEAT, found[0].answer)
            self.console.print(f"Say {' or '.join(words)}.")

    def _show(self, seen: TableView, shows: set[str]) -> AnyCommand | None:
        self._show_cards(seen)
        if "DeclineToShow" not in shows:
            return None
        while True:
            text = self._line("show / decline", "show", seen.step.clause if seen.step else None) or "show"
            if "show".startswith(text):
                return ask.ShowHand(self.me, SEAT)
            if "decline".startswith(text):
                return ask.DeclineToShow(self.me, SEAT)
            self.console.print("Say show or decline.")

    def _line(self, prompt: str, default: str, clause: str | None) -> str:
        """One answer; words that are good at any time are seen to first."""
        by = f" [dim]({clause})[/dim]" if clause else ""
        while True:
            self.console.print(f"{prompt} [bold]\\[{default}][/bold]{by}", end=" ")
            words = input("> ").split()
            match [word.lower() for word in words[:1]] + words[1:]:
                case ["quit" | "q" | "exit"]:
                    raise Leave
                case ["help" | "?"]:
                    self.console.print(HELP)
                case ["why", *named]:
                    self._why("_".join(named) or (clause or "").split(",")[0])
                case ["wrong"]:
                    self._wrong()
                case ["log", *named]:
                    self._save(Path(" ".join(named) or "pitlink-log.jsonl"))
                case _:
                    return " ".join(words).lower()

    def _why(self, asked: str) -> None:
        """A line of the last round with its reasons, or a clause in our words."""
        game = self.running.table.rules.game
        seats = self.last.settlement.seats if self.last else ()
        mine = next((each for each in seats if each.seat.position == SEAT), None)
        line = next((each for each in mine.lines if each.wager == asked), None) if mine else None
        if line is None or mine is None or self.last is None:
            if asked in self.running.table.rules.areas.order:
                self.console.print("No round of yours is settled with such a line yet.")
            else:
                show_clause(self.console, game, asked)
            return
        for clause in (line.rule, *line.also):
            show_clause(self.console, game, clause)
        for why in self.last.reasons[self.last.settlement.seats.index(mine)]:
            self.console.print(f"  · {why.words} [dim]({', '.join(why.rules)})[/dim]")

    def _wrong(self) -> None:
        """Report one of the things that can have gone wrong now; the officers at the table rule on it."""
        found = reportable(self.running.floor, TABLE, self.me)
        if not found:
            self.console.print("Nothing can be reported now.")
            return
        kinds = list({each.what: each for each in reversed(found)}.values())[::-1]
        show_kinds(self.console, kinds)
        kind = self._number("Its number", len(kinds))
        cases = [each for each in found if kind is not None and each.what == kinds[kind].what]
        if len(cases) > 1:
            show_cases(self.console, cases)
            case = self._number("Which", len(cases))
        else:
            case = 0 if cases else None
        if case is None:
            self.console.print("Nothing is reported.")
            return
        show_rulings(self.console, cases[case])
        if self._line("report it / leave it", "report it", cases[case].clause) in ("", "report it", "report", "yes"):
            raise SomethingIsWrong(cases[case].report)
        self.console.print("Nothing is reported.")

    def _number(self, prompt: str, most: int) -> int | None:
        """One of the numbers shown, counted from 0; None for nothing."""
        while True:
            text = self._line(f"{prompt}, 1 to {most}", "nothing", None)
            if text in ("", "nothing", "none", "no"):
                return None
            if text.isdecimal() and 1 <= int(text) <= most:
                return int(text) - 1
            self.console.print(escape(f"{text!r} is none of them; 1 to {most}, or nothing."))

    def _tell_trouble(self) -> None:
        """What was reported and ruled since it was told last."""
        history = self.running.history
        tell_trouble(self.console, history[self.told :], self.running.floor)
        self.told = len(history)

    def _save(self, path: Path) -> None:
        """The rounds that are over: the one in play would tell cards that lie face down."""
        history = self.running.history
        calls = [at for at, each in enumerate(history) if isinstance(each.event, BetsCalled)]
        over = history[: calls[-1]] if calls else history
        try:
            if holds_something_else(path):
                raise OSError(errno.EEXIST, "no log")
            with path.open("wb") as sink:
                sink.writelines(log.write(over))
        except OSError as error:
            self.console.print(escape(f"{path}: {error.strerror}; nothing was written."), soft_wrap=True)
            return
        told = f"{len(over)} events in {path}, up to the last round that is over; pitlink replay {path} tells them."
        self.console.print(escape(told), soft_wrap=True)

    # Being told

    def _show_cards(self, seen: TableView) -> None:
        if seen.community:
            self.console.print("Community ", Text(_faces(seen.community), style="bold"))
        if any(card is not None for card in seen.dealer_cards):
            self.console.print("Dealer    ", Text(_faces(seen.dealer_cards), style="bold"))
        if _own(seen).cards:
            self.console.print("You hold  ", Text(_faces(_own(seen).cards), style="bold"))

    def _result(self) -> None:
        """The round as it was settled, one's own lines first of all."""
        self._tell_trouble()
        if self.running.play.void:
            self.console.print("Everything of this round goes back.")
            return
        self.last = explain(round_of(self.running.table, self.running.play))
        seen = view(self.running.table, Viewer(YOU, "player"))
        self.console.print()
        self._show_cards(seen)
        if seen.dealer_hand:
            qualifies = {None: "", True: ", qualifies", False: ", does not qualify"}[seen.dealer_qualifies]
            self.console.print(f"The dealer has {seen.dealer_hand}{qualifies}.")
        for position in seen.positions:
            if not position.lines:
                continue
            hand = f", {position.hand.hand}" if position.hand and position.hand.hand else ""
            who = "You" if position.seated == YOU else position.decides
            self.console.print(Text(f"{who}  {_faces(position.cards)}{hand}", style="bold" if who == YOU else ""))
            for line in position.lines:
                net = sum(each.paid - each.collected for each in line.payments) + line.claim
                paid = f"{'+' if net > 0 else ''}{money(Cents(net))}" if net >= 0 else f"-{money(Cents(-net))}"
                by = ", ".join((line.rule, *line.also))
                self.console.print(
                    f"  {line.wager.replace('_', ' '):<12} {line.outcome:<9} {paid:>12}  [dim]{by}[/dim]"
                )
        self.console.print(_balance(self.running.play.nets.get(YOU)))


def _answer_word(option: Option) -> str:
    return str(option.answer).replace("_", " ")


def _balance(net: Cents | None) -> str:
    if net is None:
        return "You did not bet on this round."
    if net == 0:
        return "You are even on this round."
    return f"You are {'up' if net > 0 else 'down'} {money(Cents(abs(net)))} on this round."


def _own(seen: TableView) -> PositionView:
    return next(each for each in seen.positions if each.position == SEAT)


def _faces(cards: tuple[str | None, ...]) -> str:
    return " ".join("▮▮" if card is None else show(CARD_OF[card]) for card in cards)
