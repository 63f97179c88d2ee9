"""Words for what goes wrong in Multi-Link Progressive 3 Card Poker: one round, brought to any moment of it.

Ann at 1 has laid every wager, Bob at 2 an Ante and the progressive, Cid at 3 Pair Plus alone. Left to itself the round
ends with Ann playing and winning, Bob folding, and Cid losing.
"""

from collections.abc import Callable, Iterable

from pitlink.games.dealing import Place
from pitlink.people import Person
from pitlink.table import AnyCommand
from pitlink.table import commands as ask
from pitlink.table.events import Event, RoundVoided, RulingGiven
from pitlink.table.views import SPECTATOR, view
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, check_export, money, player, replay
from tests.proving import prove
from tests.table.three_cards import check_lines, is_refused, table_of

GAME = "rws-3cp"
ANN, BOB, CID = player("Ann"), player("Bob"), player("Cid")
DEVICES = ("shoe", "shuffler")
HANDS: dict[str | int, str] = {
    1: "As Ad 5c",
    2: "2h 7d 9c",
    3: "3h 8d Tc",
    "dealer": "Ks Kd 4c",
    "community": "6h Jd",
}
MOMENTS = ("betting", "closed", "dealing", "dealt", "looked", "decided", "turned", "shown", "settled")
AS_EVER = {
    1: {"ante": "+20@3.15.1", "play": "+20@3.15.1", "pair_plus": "+10@3.16", "progressive": "-5@4.4"},
    2: {"ante": "-20@3.12.1", "progressive": "-5@4.4"},
    3: {"pair_plus": "-10@3.16"},
}


def at(moment: str, device: str = "shoe", hands: dict[str | int, str] | None = None, **options: object) -> Driver:
    """The round at one of the MOMENTS, each as far as it goes without what comes next."""
    hands = hands or HANDS
    driver = table_of(GAME, "Ann", "Bob", "Cid", device=device, **options)  # type: ignore[arg-type]
    driver.bet("Ann", 1, ante=20, pair_plus=10, progressive=5)
    driver.bet("Bob", 2, ante=20, progressive=5)
    driver.bet("Cid", 3, pair_plus=10)
    steps: dict[str, Callable[[], object]] = {
        "closed": driver.close,
        "dealing": lambda: deal_some(driver, 4, hands),
        "dealt": lambda: driver.deal(hands),
        "looked": lambda: driver.ask(ask.Look(ANN, 1)),
        "decided": lambda: decide_both(driver),
        "turned": driver.expose,
        "shown": lambda: show_all(driver),
        "settled": lambda: driver.ask(ask.Settle(DEALER)),
    }
    for each in MOMENTS[1 : MOMENTS.index(moment) + 1]:
        steps[each]()
    return driver


def deal_some(driver: Driver, count: int, hands: dict[str | int, str] | None = None) -> list[Place]:
    """So many cards of the deal: as named, and for the Burnt Card 2c."""
    cards = {key: text.split() for key, text in {**(hands or HANDS), "burned": "2c"}.items()}
    places = []
    for _ in range(count):
        place = driver.play.due.place
        assert place is not None
        key: str | int = place.position if place.where == "position" else place.where
        driver.ask(ask.DealCard(DEALER, cards[key][place.nth - 1]))
        places.append(place)
    return places


def decide_both(driver: Driver) -> None:
    driver.choose(1, "play")
    driver.choose(2, "fold")


def show_all(driver: Driver) -> None:
    while driver.due == "show":
        driver.ask(ask.ShowHand(DEALER, driver.play.due.position))


def place(text: str) -> Place:
    """ "1.2" is the second card of position 1, "dealer.3" the dealer's third, "burned" the Burnt Card."""
    where, _, nth = text.partition(".")
    if where.isdigit():
        return Place("position", int(where), int(nth))
    assert where in ("dealer", "community", "burned")
    return Place("dealer" if where == "dealer" else "community" if where == "community" else "burned", 0, int(nth or 1))


def places(text: str) -> tuple[Place, ...]:
    return tuple(place(each) for each in text.split())


def ruled(driver: Driver, report: ask.Report, effect: str, by: Person = SUPERVISOR, **more: object) -> list[Event]:
    """The events of a ruling on what was reported."""
    driver.ask(report)
    assert driver.due == "rule"
    return list(driver.ask(ask.Rule(by, effect, **more)))  # type: ignore[arg-type]


def continue_all(driver: Driver, answer: str = "continue") -> None:
    """Everybody who is asked goes on."""
    while driver.due == "answer":
        driver.ask(ask.AnswerOption(DEALER, driver.play.due.position, answer))  # type: ignore[arg-type]


def lowest_post(driver: Driver, command: Callable[[Person], AnyCommand]) -> str:
    """The lowest post that may give a command; all above it may too, players and those below it may not."""
    people = (ANN, DEALER, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER)
    allowed = [not is_refused(driver, command(person)) for person in people]
    assert allowed == sorted(allowed), "a higher post may not do what a lower one may"
    assert allowed[-1]
    return people[allowed.index(True)].post


def check_void(driver: Driver, events: Iterable[Event], what: str, clause: str) -> None:
    """The ruling, the void, every chip and the meter as before the round, no result, and then a new round."""
    given, void = events
    assert isinstance(given, RulingGiven)
    assert (given.what, given.effect, given.clause) == (what, "void", clause)
    assert isinstance(void, RoundVoided)
    assert (void.round, void.clause) == (driver.play.number, clause)
    assert view(driver.table, SPECTATOR).void == clause
    for name in ("Ann", "Bob", "Cid"):
        stack = driver.table.players[name]
        assert (stack.chips, stack.available) == (money(10_000), money(10_000)), name
    assert driver.floor.links["L1"].display == money(100_000)
    assert driver.due == "call"
    prove(GAME, clause, "5.21", "R39")
    check_next_round(driver)


def check_lines_of(driver: Driver, events: Iterable[Event], rows: dict[int, dict[str, str]], proves: str = "") -> None:
    """Every position's lines; the first of them cites what is proved. The export has the same or says why not."""
    events = tuple(events)
    for nth, (position, row) in enumerate(rows.items()):
        check_lines(GAME, events, position, row, "" if nth else proves)
    check_export(driver)


def check_next_round(driver: Driver, *, progressive: bool = True) -> None:
    """Called, bet, dealt, played and paid like any other: Ann wins 20 on Ante and Play."""
    if driver.due == "verify_claims":
        driver.pay()
    driver.call()
    before, shown = driver.chips("Ann"), driver.floor.links["L1"].display
    driver.bet("Ann", 1, ante=20)
    if progressive:
        driver.bet("Ann", 1, progressive=5)
    driver.close()
    driver.deal(HANDS)
    driver.choose(1, "play")
    cells = {"ante": "+20@3.15.1", "play": "+20@3.15.1", **({"progressive": "-5@4.4"} if progressive else {})}
    check_lines(GAME, driver.finish(), 1, cells)
    driver.call()
    assert driver.chips("Ann") - before == money(35 if progressive else 40)
    assert driver.floor.links["L1"].display - shown == money(1 if progressive else 0)
    assert replay(driver.history) == driver.floor


def better_off(driver: Driver) -> str:
    """ "+45 -25 -10": Ann, Bob and Cid in dollars, once the next call has made the round final."""
    if driver.due == "verify_claims":
        driver.pay()
    driver.call()
    changes = [driver.chips(name) - money(10_000) for name in ("Ann", "Bob", "Cid")]
    return " ".join(f"{change / 100:+.2f}".removesuffix(".00") for change in changes)


def finish_as_ever(driver: Driver) -> None:
    """From wherever the round is to its end, and that it ends as if nothing had been."""
    if driver.due == "deal":
        driver.deal(HANDS)
    if driver.due == "decide" and driver.play.due.position == 1:
        driver.choose(1, "play")
    if driver.due == "decide":
        driver.choose(2, "fold")
    check_lines_of(driver, driver.finish(), AS_EVER)
    assert better_off(driver) == "+45 -25 -10"
