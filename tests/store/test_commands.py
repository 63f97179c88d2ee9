"""Commands on the books: what is accepted is there with all that follows, what is refused has left nothing."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import sqlalchemy as sa
from msgspec import structs

from pitlink.bots.house import DEALER, OFFICER, OWNER
from pitlink.bots.tables import PARAMETERS, operator_of, setup_of
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.link import Stake
from pitlink.jackpot.parameters import parameters_digest
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.refusals import Refused
from pitlink.store import Accepted, Request, Store, schema
from pitlink.store.events import CommandIdReused
from pitlink.table import commands as ask
from pitlink.table.events import BoughtIn
from tests.store.floors import a_table, at_link, at_table, bet, do, open_link, open_table, opened, refuse

ADA = Person("Ada", "player")


def rows(store: Store, table: sa.Table) -> list[tuple[object, ...]]:
    with store.engine.connect() as connection:
        return [tuple(row) for row in connection.execute(sa.select(table))]


def test_an_accepted_command_is_in_the_log_with_its_time_its_giver_and_its_id(books: str) -> None:
    with opened(books, "A", "T1") as store:
        a_table(store)
        answer = do(store, at_table(ask.BuyIn(DEALER, "Ada", Cents(50_00)), id="buying-in"))
        assert answer.events == 1
        stored = store.read(answer.position - 1)[0]
        assert stored.event == BoughtIn("Ada", Cents(50_00), "dealer")
        assert (stored.stream, stored.by, stored.command, stored.epoch) == ("table/T1", "dealer", "buying-in", 1)
        assert stored.version == store.table("T1").version
        assert stored.at_us > 1_700_000_000_000_000


def test_closing_bets_writes_the_table_the_link_and_the_books_together(books: str) -> None:
    with opened(books, "A", "T1") as store:
        a_table(store)
        for wager, dollars in (("ante", 10), ("blind", 10), ("progressive", 5)):
            do(store, at_table(bet("Ada", 1, wager, dollars)))
        before = store.link("L1").display
        from random import Random

        from pitlink.bots.deck import shuffled

        deck = shuffled(Random(1))
        answer = do(store, Request("close", "table/T1", ask.CloseBets(DEALER, deck.seal), deck))
        found = store.read(answer.position - answer.events)
        assert {stored.stream for stored in found} == {"table/T1", "link/L1"}
        assert {stored.command for stored in found} == {"close"}
        assert store.link("L1").display == before + 1_00
        kept = [row for row in rows(store, schema.entry) if row[0] == answer.position]
        assert [(row[4], row[5], row[6]) for row in kept] == [
            ("bank", "pool/L1", 1_00),
            ("bank", "reserve/L1", 25),
        ]
        (meter,) = [row for row in rows(store, schema.meter) if row[0] == answer.position]
        assert meter[1:4] == ("L1", before * 10_000, (before + 1_00) * 10_000)


def test_a_refused_command_leaves_nothing_and_is_answered_the_same_again(books: str) -> None:
    with opened(books, "A", "T1") as store:
        a_table(store)
        before = store.position()
        request = at_table(bet("Ada", 1, "blind", 1_000_000))
        refused = refuse(store, request, "not_enough_chips")
        assert store.position() == before
        do(store, at_table(ask.BuyIn(DEALER, "Ada", Cents(10**10))))
        assert store.submit([request]) == [refused]
        assert store.answer_of(request.id) == refused


def test_one_id_has_one_effect_and_one_answer(books: str) -> None:
    request = at_table(ask.BuyIn(DEALER, "Ada", Cents(50_00)))
    with opened(books, "A", "T1") as store:
        a_table(store)
        chips = store.table("T1").players["Ada"].chips
        first = do(store, request)
        assert store.submit([request, request]) == [first, first]
        assert store.table("T1").players["Ada"].chips == chips + 50_00
        store.leave()
    with opened(books, "B", "T1") as other:
        assert other.submit([request]) == [first]
        assert other.answer_of(request.id) == first
        assert other.answer_of("never sent") is None
        assert other.table("T1").players["Ada"].chips == chips + 50_00


def test_a_command_is_known_again_as_it_was_sent(books: str) -> None:
    """Whatever was added to it, and whoever has given it: here software, for a player who asked."""
    bob = Person("Bob", "player")
    sent = ask.BuyIn(ADA, "Ada", Cents(50_00))
    request = at_table(ask.BuyIn(DEALER, "Ada", Cents(50_00)), id="mine")
    by_software = structs.replace(request, sent=sent)
    by_nobody = structs.replace(request, command=sent, refused=Refused("software_deals", "T1", "its dealer"))
    with opened(books, "A", "T1") as store:
        a_table(store)
        before = store.table("T1").players["Ada"].chips
        first = do(store, by_software)
        assert store.submit([by_software, by_nobody]) == [first, first]
        for other in (
            structs.replace(by_nobody, command=ask.BuyIn(ADA, "Ada", Cents(60_00))),
            structs.replace(by_software, sent=ask.BuyIn(bob, "Ada", Cents(50_00))),
            structs.replace(request, command=ask.BuyIn(bob, "Ada", Cents(50_00))),
        ):
            refuse(store, other, "command_id_used")
        assert store.table("T1").players["Ada"].chips == before + 50_00
        told = [stored.event for stored in store.read(0) if isinstance(stored.event, CommandIdReused)]
        assert told == [CommandIdReused("mine", "table/T1", who) for who in ("Ada", "Bob", "Bob")]


def test_books_of_before_know_a_command_as_it_was_carried_out(books: str) -> None:
    """Their digests are of commands as they were given in the end."""
    request = at_table(ask.BuyIn(DEALER, "Ada", Cents(50_00)))
    with opened(books, "A", "T1") as store:
        a_table(store)
        first = do(store, request)
        sent = ask.BuyIn(ADA, "Ada", Cents(50_00))
        assert store.submit([structs.replace(request, sent=sent)]) == [first]


def test_what_whoever_hands_it_in_has_refused_is_answered_and_kept_so(books: str) -> None:
    refused = Refused("software_deals", "table T1", "to be its dealer first")
    request = structs.replace(at_table(ask.CallBets(DEALER)), refused=refused)
    with opened(books, "A", "T1") as store:
        a_table(store)
        before = store.position()
        assert store.submit([request, request]) == [refused, refused]
        assert store.submit([structs.replace(request, refused=None)]) == [refused]
        assert store.position() == before
        assert store.answer_of(request.id) == refused


def test_an_id_with_another_command_is_refused_and_logged(books: str) -> None:
    with opened(books, "A", "T1") as store:
        a_table(store)
        chips = store.table("T1").players["Ada"].chips
        first = at_table(ask.BuyIn(DEALER, "Ada", Cents(50_00)), id="mine")
        more = at_table(ask.BuyIn(DEALER, "Ada", Cents(60_00)), id="mine")
        elsewhere = at_link(of_link.ReleaseTable(OFFICER, "T1"), id="mine")
        answers = store.submit([first, more, elsewhere, first])
        assert isinstance(answers[0], Accepted)
        assert answers[3] == answers[0]
        assert all(isinstance(each, Refused) and each.code == "command_id_used" for each in answers[1:3])
        assert store.table("T1").players["Ada"].chips == chips + 50_00
        logged = [stored.event for stored in store.read(0) if isinstance(stored.event, CommandIdReused)]
        assert logged == [CommandIdReused("mine", "table/T1", "dealer"), CommandIdReused("mine", "link/L1", "officer")]


def test_commands_that_share_a_transaction_are_decided_in_their_order(books: str) -> None:
    with opened(books, "A", "T1") as store:
        a_table(store)
        answers = store.submit(
            [
                at_table(bet("Ada", 1, "trips", 5)),
                at_table(bet("Ada", 1, "ante", 10)),
                at_table(bet("Ada", 1, "ante", 10)),
                at_table(bet("Ada", 1, "blind", 10)),
            ]
        )
        codes = [each.code if isinstance(each, Refused) else each.events for each in answers]
        assert codes == ["companion_missing", 1, "wager_lies_there", 1]
        accepted = [each.position for each in answers if isinstance(each, Accepted)]
        assert accepted == [store.position() - 1, store.position()]


def test_a_command_goes_where_it_belongs(books: str) -> None:
    with opened(books, "A", "T1") as store:
        a_table(store)
        refuse(store, Request("one", "link/L1", ask.CallBets(DEALER)), "wrong_stream")
        refuse(store, Request("two", "table/T1", of_link.ReleaseTable(OFFICER, "T1")), "wrong_stream")
        refuse(store, at_table(ask.CallBets(DEALER), "T2"), "not_the_owner")
        refuse(store, at_link(of_link.PostContributions("T1", 9, (Stake(1, Cents(5_00)),))), "for_the_table")
        refuse(store, at_link(of_link.AdmitTable(OFFICER, "T9", "mbs-uth"), "L9"), "link_is_not_open")
        assert store.streams() == ["link/L1", "system/books", "table/T1"]


def test_a_table_is_opened_on_a_link_that_has_admitted_it(books: str) -> None:
    with opened(books, "A", "T1") as store:
        refuse(store, at_table(ask.OpenTable(OFFICER, setup_of("mbs-uth"))), "table_is_no_member")
        open_link(store, "mbs-uth")
        refuse(store, at_table(ask.OpenTable(OFFICER, setup_of("mbs-uth"))), "table_is_no_member")
        open_table(store, "mbs-uth")
        assert store.table("T1").open


def test_a_table_not_owned_may_be_asked_again_where_it_is(books: str) -> None:
    request = at_table(ask.CallBets(DEALER))
    with opened(books, "A", "T1") as store, opened(books, "B") as other:
        open_link(store, "mbs-uth")
        open_table(store, "mbs-uth")
        refuse(other, request, "not_the_owner")
        do(store, request)


def test_a_wager_looks_at_the_link_as_another_process_left_it(books: str) -> None:
    """Process A has seen the link running; B suspends it and lets it run again."""
    with opened(books, "A", "T1") as store, opened(books, "B") as other:
        a_table(store)
        for wager in ("ante", "blind"):
            do(store, at_table(bet("Ada", 1, wager, 10)))
        do(other, at_link(of_link.SuspendLink(OWNER, "the sign is dark")))
        refuse(store, at_table(bet("Ada", 1, "progressive", 5)), "link_not_running")
        do(other, at_link(of_link.CheckLink(OWNER, "0" * 64, parameters_digest(other.link("L1").set_up), passed=True)))
        do(other, at_link(of_link.ResumeLink(OWNER, "ready")))
        do(store, at_table(bet("Ada", 1, "progressive", 5)))


def test_one_id_at_two_processes_at_once_has_one_effect_and_the_other_is_told(books: str) -> None:
    """Both look for the id before either has written it."""
    with opened(books, "A", "T1") as store, opened(books, "B") as other:
        open_link(store, "mbs-uth")
        open_link(store, "mbs-uth", "L2")
        both = threading.Barrier(2, timeout=2)

        def meet(_: object, cursor: object, statement: str, *rest: object) -> None:
            if statement.startswith("SELECT command.id"):
                with suppress(threading.BrokenBarrierError):  # on SQLite the second comes when the first has gone
                    both.wait()

        for each in (store, other):
            sa.event.listen(each.engine, "after_cursor_execute", meet)
        requests = [at_link(of_link.SuspendLink(OWNER, "dark"), name, id="once") for name in ("L1", "L2")]
        with ThreadPoolExecutor(2) as pool:
            answers = [answer for (answer,) in pool.map(Store.submit, (store, other), [[each] for each in requests])]
        refused = [each for each in answers if isinstance(each, Refused)]
        assert [each.code for each in refused] == ["command_id_used"]
        assert sorted(store.link(name).runs for name in ("L1", "L2")) == [False, True]
        assert [each.event.command for each in store.read(0) if isinstance(each.event, CommandIdReused)] == ["once"]


LONG, NUL, HALF = "x" * 12_000, "a\0b", "a\ud800"


def opening(name: str) -> of_link.OpenLink:
    return of_link.OpenLink(OWNER, name, operator_of("mbs-uth"), PARAMETERS)


UNKEPT = [
    (at_table(ask.CallBets(DEALER), id=LONG), "command_id_not_readable"),
    (at_table(ask.CallBets(DEALER), id=NUL), "command_id_not_readable"),
    (at_table(ask.CallBets(DEALER), id=HALF), "command_id_not_readable"),
    (Request("", "table/T1", ask.CallBets(DEALER)), "command_id_not_readable"),
    (at_table(ask.CallBets(DEALER), LONG), "no_such_stream"),
    (at_table(ask.CallBets(DEALER), HALF), "no_such_stream"),
    (at_link(opening(LONG), LONG), "no_such_stream"),
    (at_link(opening(NUL), NUL), "no_such_stream"),
    (at_link(opening(""), ""), "no_such_stream"),
    (Request("opening", "L9", opening("L9")), "no_such_stream"),
    (Request("calling", "system/books", ask.CallBets(DEALER)), "no_such_stream"),
    (at_table(ask.CallBets(Person(NUL, "dealer"))), "not_a_name"),
    (at_link(of_link.ReleaseTable(Person(HALF, "pit_manager"), "T1")), "not_a_name"),
]


def test_what_cannot_be_kept_is_refused_and_what_comes_beside_it_is_carried_out(books: str) -> None:
    with opened(books, "A", "T1") as store:
        open_link(store, "mbs-uth")
        open_table(store, "mbs-uth")
        before = rows(store, schema.command)
        for request, code in UNKEPT:
            refuse(store, request, code)
        assert rows(store, schema.command) == before  # it may come again under its id, put right
        ada, bo = (at_table(ask.Join(Person(name, "player"), name)) for name in ("Ada", "Bo"))
        answers = store.submit([ada, *(request for request, _ in UNKEPT), bo])
        codes = [each.code if isinstance(each, Refused) else each.events for each in answers]
        assert codes == [1, *(code for _, code in UNKEPT), 1]
        assert [row[0] for row in rows(store, schema.command)[len(before) :]] == [ada.id, bo.id]
        assert {row[0] for row in rows(store, schema.stream)} == {"link/L1", "system/books", "table/T1"}


def test_a_link_opened_in_another_place_leaves_no_stream(books: str) -> None:
    with opened(books, "A", "T1") as store:
        refuse(store, Request("one", "table/T9", opening("T9")), "wrong_stream")
        assert {row[0] for row in rows(store, schema.stream)} == {"system/books", "table/T1"}


def test_a_link_that_cannot_be_is_none_that_is_there(books: str) -> None:
    """As another that a command names beside its own."""
    with opened(books, "A", "T1") as store:
        open_link(store, "mbs-uth")
        for name in (LONG, NUL, ""):
            refuse(store, at_link(of_link.RetireLink(OWNER, OFFICER, name, "the end")), "post_too_low")
            setup = setup_of("mbs-uth", link=name)
            refuse(store, at_table(ask.OpenTable(OFFICER, setup)), "table_is_no_member")
