"""A settled round as a dealer reads it: cards, hands, every wager with its clause, and the clauses in our words."""

from collections.abc import Iterable

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitlink.cards import show_all
from pitlink.explain import Explanation
from pitlink.games.reasons import Why
from pitlink.games.round import Line, SeatSettlement
from pitlink.money import Cents, dollars
from pitlink.rulebook import catalogue
from pitlink.rulebook.catalogue import Clause, Reading
from pitlink.rulebook.switches import DEFAULT, READING_OF

_OUTCOME_STYLES = {"win": "bold green", "lose": "red", "push": "yellow", "returned": "cyan"}
_WORDS_OF_A_TIE = {"mbs-thb": "stand-off", "mbs-3cp": "stand-off", "rws-3cp": "stand off"}
_NOT_PAID = {("mbs-3cp", "3.11.1"), ("rws-3cp", "3.13")}  # a Play that meets no dealer's hand is no stand-off


def show_round(explanation: Explanation, console: Console, *, reasons: bool) -> None:
    """Tell a round; with `reasons` also why each line is what it is, and every clause cited in our words."""
    round, settlement = explanation.round, explanation.settlement
    document = catalogue.document(round.game)
    console.rule(Text(f"{document.title} · {round.game}", style="bold"), align="left")

    head = Table.grid(padding=(0, 2))
    for _ in range(3):
        head.add_column(overflow="fold")
    head.add_row("Community", _cards(show_all(round.community)))
    if dealer := settlement.dealer:
        verdict = {None: "", True: ", qualifies", False: ", does not qualify"}[dealer.qualifies]
        head.add_row("Dealer", _cards(show_all(round.dealer)), f"{dealer.hand}{verdict}: {show_all(dealer.cards)}")
    if round.magic_card is not None:
        head.add_row("Magic Card", _cards(show_all((round.magic_card,))))
    if round.lucky_position is not None:
        head.add_row("Lucky Player", f"position {round.lucky_position}")
    if jackpot := settlement.jackpot:
        head.add_row("Jackpot", money(jackpot.before), f"after this round {money(jackpot.after)}")
    console.print(head)

    for settled, whys in zip(settlement.seats, explanation.reasons, strict=True):
        _show_seat(console, settled, round.game)
        if reasons:
            _show_reasons(console, whys)
    if settlement.jackpot and settlement.jackpot.awards:
        console.print("\nJackpot awards in the order paid")
        for award in settlement.jackpot.awards:
            console.print(f"  position {award.position}: {award.hand}, {money(award.amount)} [dim]({award.rule})[/dim]")
    if reasons:
        _show_clauses(console, explanation)
    console.print()


def _show_seat(console: Console, settled: SeatSettlement, game: str) -> None:
    seat = settled.seat
    title = Text(f"\nPosition {seat.position}", style="bold")
    if seat.player:
        title.append(f" · {printable(seat.player)}")
    if seat.cards:
        title.append(f"   {show_all(seat.cards)}")
    for word in (settled.hand, ", ".join(seat.decisions), _circumstances(settled)):
        if word:
            title.append(f"   {word}", style="not bold")
    console.print(title)

    table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False, header_style="dim", pad_edge=False)
    table.add_column("wager", overflow="fold")
    over = any(line.excess for line in settled.lines)
    for heading in ("stake", "pays", "back", *(("excess back",) if over else ())):
        table.add_column(heading, justify="right", overflow="fold")
    table.add_column("outcome", overflow="fold")
    table.add_column("by", overflow="fold")
    for line in settled.lines:
        table.add_row(
            line.wager.replace("_", " "),
            money(line.stake) if line.stake else "",
            money(line.pays) if line.pays or line.outcome == "win" else "",
            money(line.returned) if line.returned else "",
            *((money(line.excess) if line.excess else "",) if over else ()),
            Text(_outcome(line, game), style=_OUTCOME_STYLES[line.outcome]),
            Text(", ".join((line.rule, *line.also)), style="dim"),
        )
    console.print(Padding(table, (0, 0, 0, 2)))
    console.print(Padding(Text(f"net {signed(settled.net)}", style="bold"), (0, 0, 0, 2)))


def _show_reasons(console: Console, whys: tuple[Why, ...]) -> None:
    if not whys:
        return
    grid = Table.grid(padding=(0, 1))
    for why in whys:
        grid.add_row("·", Text.assemble(why.words, (f" ({', '.join(why.rules)})", "dim")))
    console.print(Padding(grid, (0, 0, 0, 2)))


def _circumstances(settled: SeatSettlement) -> str:
    seat = settled.seat
    told = []
    if seat.status == "absent":
        told.append("player absent")
    if seat.removed_by:
        told.append(f"hand removed by {seat.removed_by}")
    if not seat.reveals and settled.hand is None:
        told.append("declined to show")
    return ", ".join(told)


def _outcome(line: Line, game: str) -> str:
    if line.outcome != "push":
        return line.outcome
    return "handed back" if (game, line.rule) in _NOT_PAID else _WORDS_OF_A_TIE.get(game, "push")


def _show_clauses(console: Console, explanation: Explanation) -> None:
    """Every clause and reading that was cited, once, in our words."""
    game = explanation.round.game
    cited = set(_citations(explanation))
    clauses = Table.grid(padding=(0, 2))
    clauses.add_column(style="dim", no_wrap=True)
    clauses.add_column()
    for citation in sorted(cited, key=_citation_order):
        match catalogue.find(game, citation):
            case Clause(summary=summary):
                clauses.add_row(citation, summary)
            case Reading(point=point, switch=switch) as reading:
                value = getattr(explanation.round.switches, switch, None) or catalogue.chosen(reading, game)
                clauses.add_row(citation, f"Reading: {point}; here {value.replace('_', ' ')}.")
    console.print("\nBy the book")
    console.print(Padding(clauses, (0, 0, 0, 2)))


def show_clause(console: Console, game: str, citation: str) -> None:
    """One clause or reading in our words."""
    match catalogue.find(game, citation):
        case Clause(summary=summary):
            console.print(Text(citation, style="bold"), summary)
        case Reading(point=point, because=because) as reading:
            value = catalogue.chosen(reading, game).replace("_", " ")
            console.print(Text(citation, style="bold"), f"Reading: {point}; here {value}. {because}")
        case _:
            console.print(Text(f"{game} has no clause {printable(citation)}."))


def _citations(explanation: Explanation) -> Iterable[str]:
    for settled, whys in zip(explanation.settlement.seats, explanation.reasons, strict=True):
        for line in settled.lines:
            yield from (line.rule, *line.also)
        for why in whys:
            yield from why.rules
    for switch, reading in READING_OF.items():
        if getattr(explanation.round.switches, switch) != getattr(DEFAULT, switch):
            yield reading


def _citation_order(citation: str) -> tuple[bool, str, tuple[tuple[int, str], ...]]:
    """Clauses before readings, a sibling's after one's own, 3.9 before 3.10."""
    document, _, clause = citation.rpartition(" ")
    parts = clause.removeprefix("R").split(".")
    return citation.startswith("R"), document, tuple((int(part), "") if part.isdigit() else (0, part) for part in parts)


def _cards(text: str) -> Text:
    return Text(text, style="bold")


def printable(text: str) -> str:
    """A name from a file, with whatever would move the cursor or turn the line written out."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in text)


def money(cents: Cents) -> str:
    """$12,500.00, as a person reads it."""
    whole, fraction = dollars(Cents(abs(cents))).split(".")
    return f"{'-' if cents < 0 else ''}${int(whole):,}.{fraction}"


def signed(cents: Cents) -> str:
    return money(cents) if cents <= 0 else f"+{money(cents)}"
