"""What pit and accounting ask of a day: drop, win and hold of tables, games and floor, and how each jackpot moved.

A round counts on the day on which it becomes final (R40), with what it has put into the jackpot, so that win and
contributions are of the same rounds; until then the rack has what it had before. What the jackpot was given on a day
stands beside. A table that is open over midnight begins the day with what its rack had by the books, a closed one with
the count it was closed with.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, Literal

from msgspec import Struct, structs

from pitlink import jackpot
from pitlink.jackpot import Link, reconciling
from pitlink.jackpot.events import ContributionsPosted, ContributionsReversed
from pitlink.jackpot.reconciling import Reconciliation
from pitlink.ledger import BANK, Entry, trial_balance
from pitlink.money import ZERO, Cents
from pitlink.pit.happening import Happening
from pitlink.table import Event, Table
from pitlink.table import events as on
from pitlink.table.state import Play


class Wagered(Struct, frozen=True, gc=False):
    """One kind of wager: what was staked and settled, what of it the house won, what it paid out of the rack."""

    staked: Cents = ZERO
    collected: Cents = ZERO
    paid: Cents = ZERO

    def __add__(self, other: "Wagered") -> "Wagered":
        return Wagered(
            Cents(self.staked + other.staked), Cents(self.collected + other.collected), Cents(self.paid + other.paid)
        )

    def __sub__(self, other: "Wagered") -> "Wagered":
        return Wagered(
            Cents(self.staked - other.staked), Cents(self.collected - other.collected), Cents(self.paid - other.paid)
        )

    @property
    def won(self) -> Cents:
        """By the house."""
        return Cents(self.collected - self.paid)


class Figures(Struct, frozen=True):
    """One day of one table, or of several added up."""

    opening: Cents = ZERO
    fills: Cents = ZERO
    credits: Cents = ZERO
    drop: Cents = ZERO  # cash for which chips were bought at the table
    closing: Cents = ZERO  # as counted, or by the books where it is not
    over: Cents = ZERO  # by which counts were over; short where it is below nothing
    short: Cents = ZERO  # the most that the books had the rack below nothing (R116)
    cash_outs: Cents = ZERO  # of this table's chips at the cage
    contributions: Cents = ZERO  # to the link, of the rounds that became final
    carried_in: Cents = ZERO  # contributions of the round that was not final when the day began
    posted: Cents = ZERO  # contributions that the link was given on this day, less what it gave back
    rounds: int = 0
    voids: int = 0  # rounds that were void
    wagers: Mapping[str, Wagered] = {}

    def __add__(self, other: "Figures") -> "Figures":
        """For tables of one day."""
        mine, theirs = structs.asdict(self), structs.asdict(other)
        sums = {name: mine[name] + theirs[name] for name in mine if name != "wagers"}
        return Figures(**sums, wagers=_added(self.wagers, other.wagers))

    @property
    def win(self) -> Cents:
        return Cents(self.closing + self.drop + self.credits - self.opening - self.fills)

    @property
    def hold(self) -> Fraction | None:
        """Win as a part of the drop; there is none without a drop."""
        return Fraction(self.win, self.drop) if self.drop else None

    @property
    def handle(self) -> Cents:
        return Cents(sum(each.staked for each in self.wagers.values()))

    @property
    def progressive(self) -> Cents:
        """Progressive wagers that were collected."""
        return self.wagers.get("progressive", Wagered()).collected

    @property
    def net(self) -> Cents:
        """Win less contributions: what lies in a jackpot is its players', and no revenue."""
        return Cents(self.win - self.contributions)

    @property
    def carried_out(self) -> Cents:
        """Contributions of the round that is not final yet: they lie in the link, and in no day's net win so far."""
        return Cents(self.carried_in + self.posted - self.contributions)

    @property
    def difference(self) -> Cents:
        """Win by the counts, less what wagers brought and counts were over: nothing, or something is wrong."""
        return Cents(self.win - self.over - sum(each.won for each in self.wagers.values()))


def later(now: Figures, then: Figures) -> Figures:
    """What has come since an earlier moment of the same day, which stands where it then stood.

    How short the rack was is the most of the whole day: what it was since cannot be told from the two.
    """
    fields = ("fills", "credits", "drop", "over", "cash_outs", "contributions", "posted", "rounds", "voids")
    mine, theirs = structs.asdict(now), structs.asdict(then)
    return structs.replace(
        now,
        **{name: mine[name] - theirs[name] for name in fields},
        opening=then.closing,
        carried_in=then.carried_out,
        wagers={wager: each - then.wagers.get(wager, Wagered()) for wager, each in now.wagers.items()},
    )


class Slip(Struct, frozen=True, gc=False):
    """A fill or a credit as its slip has it."""

    number: str
    what: Literal["fill", "credit"]
    amount: Cents
    dealer: str
    by: str


Carried = Mapping[str, Cents]  # by tables: what their rounds that are not final have put into links
NOTHING_CARRIED: Final[Carried] = {}


class TableDay(Struct, frozen=True):
    """One table on one day. `counted`: it is closed, and `closing` is a count."""

    day: str
    table: str
    game: str
    figures: Figures
    counted: bool = False
    slips: tuple[Slip, ...] = ()


def later_at(now: TableDay, then: TableDay | None) -> TableDay:
    """A table since an earlier moment of the day; None where it was not there yet."""
    if then is None:
        return now
    return structs.replace(now, figures=later(now.figures, then.figures), slips=now.slips[len(then.slips) :])


def begin(day: str, table: Table, carried_in: Cents = ZERO) -> TableDay:
    """The day of a table at which nothing has happened yet."""
    figures = Figures(opening=table.rack, closing=table.rack, short=_short(table), carried_in=carried_in)
    return TableDay(day, table.rules.table, table.rules.game, figures, _is_counted(table))


def carry(carried: Carried, happened: Happening) -> Carried:
    """What lies in links after an event from rounds that are not final."""
    match happened.recorded.event:
        case ContributionsPosted() | ContributionsReversed() as event:
            return {**carried, event.table: Cents(carried.get(event.table, 0) + _given(happened.entries))}
        case on.BetsCalled() | on.TableClosed():
            table = happened.recorded.stream.partition("/")[2]
            return {each: lies for each, lies in carried.items() if each != table}
        case _:
            return carried


class TablesSoFar:
    """Every table on every day on which something happened there. What is kept grows with tables and days only."""

    def __init__(self, carried: Carried = NOTHING_CARRIED) -> None:
        self._carried = carried
        self._days: dict[tuple[str, str], TableDay] = {}

    @property
    def days(self) -> list[TableDay]:
        return list(self._days.values())

    def take(self, each: Happening) -> None:
        kind, _, name = each.recorded.stream.partition("/")
        event = each.recorded.event
        if kind == "table":
            before, after = each.before.tables.get(name) or Table(), each.after.tables[name]
            first = after if before.setup is None else before  # the float is what a new table begins with
            known = self._days.get((each.day, name)) or begin(each.day, first, self._carried.get(name, ZERO))
            assert not isinstance(event, jackpot.Event)
            self._days[each.day, name] = add(known, before, event, after)
        elif isinstance(event, ContributionsPosted | ContributionsReversed):
            key, lies = (each.day, event.table), self._carried.get(event.table, ZERO)
            known = self._days.get(key) or begin(each.day, each.before.tables[event.table], lies)
            self._days[key] = _contributed(known, each.entries)
        self._carried = carry(self._carried, each)


def of_tables(happened: Iterable[Happening], carried: Carried = NOTHING_CARRIED) -> list[TableDay]:
    so_far = TablesSoFar(carried)
    for each in happened:
        so_far.take(each)
    return so_far.days


def by_game(days: Iterable[TableDay]) -> dict[str, Figures]:
    """Tables of one day, added up for each game."""
    games: dict[str, Figures] = {}
    for each in days:
        games[each.game] = games.get(each.game, Figures()) + each.figures
    return games


def of_floor(days: Iterable[TableDay]) -> Figures:
    """Tables of one day, all added up."""
    return sum((each.figures for each in days), Figures())


class LinksSoFar:
    """Every link at which something happened, over the whole of the period."""

    def __init__(self) -> None:
        self._found: dict[str, Reconciliation] = {}

    @property
    def statements(self) -> list[Reconciliation]:
        return list(self._found.values())

    def take(self, each: Happening) -> None:
        event, name = each.recorded.event, each.recorded.stream.partition("/")[2]
        if isinstance(event, jackpot.Event):
            before = each.before.links.get(name) or Link()
            known = self._found.get(name) or reconciling.begin(name, before)
            self._found[name] = reconciling.add(known, before, event, each.after.links[name])


def of_links(happened: Iterable[Happening]) -> list[Reconciliation]:
    so_far = LinksSoFar()
    for each in happened:
        so_far.take(each)
    return so_far.statements


# What an event adds to a day


def add(day: TableDay, before: Table, event: Event, after: Table) -> TableDay:
    figures = day.figures
    match event:
        case on.BoughtIn():
            figures = structs.replace(figures, drop=Cents(figures.drop + event.amount))
        case on.CashedOut():
            figures = structs.replace(figures, cash_outs=Cents(figures.cash_outs + event.amount))
        case on.RackFilled():
            figures = structs.replace(figures, fills=Cents(figures.fills + event.amount))
            day = _with_slip(day, Slip(event.slip, "fill", event.amount, event.dealer, event.by))
        case on.RackCredited():
            figures = structs.replace(figures, credits=Cents(figures.credits + event.amount))
            day = _with_slip(day, Slip(event.slip, "credit", event.amount, event.dealer, event.by))
        case on.RackCounted():
            figures = structs.replace(figures, over=Cents(figures.over + event.counted - event.expected))
        case on.BetsCalled() | on.TableClosed():
            figures = _final(figures, before.play)
        case on.TableOpened():
            pass
        case _:
            return day
    short = Cents(max(figures.short, _short(after)))
    figures = structs.replace(figures, closing=after.rack, short=short)
    return structs.replace(day, figures=figures, counted=_is_counted(after))


def _final(figures: Figures, play: Play | None) -> Figures:
    """A round that stands from now on, or is void for good; one without a bet is neither. Nothing is carried then."""
    figures = structs.replace(figures, contributions=Cents(figures.contributions + figures.carried_out))
    if play is not None and play.void:
        return structs.replace(figures, voids=figures.voids + 1)
    if play is None or not play.settled:
        return figures
    wagers: dict[str, Wagered] = {}
    for line in play.lines:
        staked = ZERO if line.outcome == "returned" else line.stake
        collected = Cents(sum(each.collected for each in line.payments))
        paid = Cents(sum(each.paid for each in line.payments))
        wagers[line.wager] = wagers.get(line.wager, Wagered()) + Wagered(staked, collected, paid)
    return structs.replace(figures, rounds=figures.rounds + 1, wagers=_added(figures.wagers, wagers))


def _added(some: Mapping[str, Wagered], more: Mapping[str, Wagered]) -> dict[str, Wagered]:
    return {**some, **{wager: some.get(wager, Wagered()) + each for wager, each in more.items()}}


def _contributed(day: TableDay, entries: Iterable[Entry]) -> TableDay:
    posted = Cents(day.figures.posted + _given(entries))
    return structs.replace(day, figures=structs.replace(day.figures, posted=posted))


def _given(entries: Iterable[Entry]) -> int:
    """In whole cents, as the bank has given them to the link or got them back."""
    return -trial_balance(entries).net(BANK)


def _with_slip(day: TableDay, slip: Slip) -> TableDay:
    return structs.replace(day, slips=(*day.slips, slip))


def _short(table: Table) -> Cents:
    return Cents(max(-table.rack, 0))


def _is_counted(table: Table) -> bool:
    return table.setup is not None and not table.open and not table.uncounted
