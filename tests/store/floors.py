"""Tables on the books, and what tests do at them in a few words."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from pitlink.bots.house import DEALER, OFFICER, OWNER
from pitlink.bots.players import TEMPERAMENTS, Bot, Mind, mind_of
from pitlink.bots.tables import PARAMETERS, operator_of, play_rounds, setup_of
from pitlink.jackpot import commands as of_link
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.refusals import Refused
from pitlink.store import Accepted, Answer, Request, Store
from pitlink.store.playing import StoredTable, Till
from pitlink.table import AnyCommand
from pitlink.table import commands as ask

_numbers = count(1)


def new_id() -> str:
    return f"test-{next(_numbers)}"


def at_table(command: AnyCommand, name: str = "T1", id: str | None = None) -> Request:
    return Request(id or new_id(), f"table/{name}", command)


def at_link(command: of_link.Command, name: str = "L1", id: str | None = None) -> Request:
    return Request(id or new_id(), f"link/{name}", command)


@contextmanager
def opened(books: str, process: str = "A", *tables: str, lease_s: float = 10.0) -> Iterator[Store]:
    store = Store(books, process, lease_s=lease_s, patience_s=5.0)
    try:
        if tables:
            store.own(tables)
        yield store
    finally:
        store.close()


def do(store: Store, request: Request) -> Accepted:
    """Carry out a command that must be accepted."""
    (answer,) = store.submit([request])
    assert isinstance(answer, Accepted), answer
    return answer


def refuse(store: Store, request: Request, code: str) -> Refused:
    (answer,) = store.submit([request])
    assert isinstance(answer, Refused), answer
    assert answer.code == code, answer
    return answer


def open_link(store: Store, game: str, link: str = "L1") -> None:
    do(store, at_link(of_link.OpenLink(OWNER, link, operator_of(game), PARAMETERS), link))


def open_table(store: Store, game: str, name: str = "T1", link: str = "L1") -> None:
    do(store, at_link(of_link.AdmitTable(OWNER, name, game), link))
    do(store, at_table(ask.OpenTable(OFFICER, setup_of(game, name, link)), name))
    do(store, at_table(ask.AssignDealer(OFFICER, DEALER.id), name))


def seat(store: Store, player: str, position: int, name: str = "T1", chips: int = 1_000) -> None:
    person = Person(player, "player")
    do(store, at_table(ask.Join(person, player), name))
    do(store, at_table(ask.BuyIn(DEALER, player, Cents(chips * 100)), name))
    do(store, at_table(ask.Sit(person, player, position), name))


def a_table(store: Store, game: str = "mbs-uth") -> None:
    """One table with its link and a player, bets called."""
    open_link(store, game)
    open_table(store, game)
    seat(store, "Ada", 1)
    do(store, at_table(ask.CallBets(DEALER)))


def bet(player: str, position: int, wager: str, dollars: int) -> AnyCommand:
    return ask.PlaceWager(Person(player, "player"), player, position, wager, Cents(dollars * 100))


def till_of(store: Store) -> Till:
    def one(request: Request) -> Answer:
        (answer,) = store.submit([request])
        return answer

    return Till(store, one, new_id)


def bots_at(
    till: Till, game: str, name: str, link: str, seed: int = 1, seats: int = 3
) -> tuple[StoredTable, dict[str, Mind]]:
    """A table with bots, as it stands on the books or newly opened."""
    dice = random.Random(seed)
    running = StoredTable(till, game, dice, name, link)
    minds = {}
    for position in range(1, seats + 1):
        player = f"{name} bot {position}"
        running.seat(player, position)
        minds[player] = mind_of(Bot(player, TEMPERAMENTS[position % len(TEMPERAMENTS)]), dice)
    return running, minds


def play(till: Till, game: str, rounds: int, name: str = "T1", link: str = "L1", seed: int = 1) -> StoredTable:
    running, minds = bots_at(till, game, name, link, seed)
    for _ in play_rounds(running, minds, rounds):
        pass
    return running
