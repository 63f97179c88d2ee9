"""What is rarely done to a link from the desk: winners put in order, tables released and admitted, its end."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pitlink.audit.verifying import verify
from pitlink.client import Pit, Rejected
from pitlink.jackpot.link import ClaimOf
from pitlink.server.messages import TableMessage
from pitlink.server.roles import Role
from pitlink.store.database import open_engine
from tests.server.running import PASSWORD, Running, floor_of, signed_in
from tests.server.test_desk import LIMITS, STAFF, link_of, table_of
from tests.server.test_shoe import shoe
from tests.server.test_staff import code_of, deal_on, play_out

LINK, SPARE = "Multi-Link", "Multi-Link B"
FIRST, SECOND = "M3P 1", "M3P 2"
PETRA = {"name": "Petra", "password": PASSWORD}
MORE_LINKS = f"""
[[link]]
name = "{SPARE}"
operator = "rws"
base = "12,000.00"
reset = "10,000.00"
increment = "15 %"
hidden = "5 %"
overflow = "next_jackpot"
most = "1,000.00"
unit = "5.00"

"""


def open_two_tables_and_three_links(folder: Path) -> Running:
    """Two tables of one game on one link, dealt from shoes, and nobody there; a second link of the operator without."""
    links, *tables = floor_of(10).split("[[table]]")
    attended = [each.replace("unattended = true", 'cards = "reading_shoe"') for each in (tables[4], tables[9])]
    (folder / "floor.toml").write_text("[[table]]".join([links + MORE_LINKS, *attended]))
    made = Running("", folder)
    made.start("--floor", str(folder / "floor.toml"), "--bots", "0")
    return made


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = open_two_tables_and_three_links(Path(tmp_path_factory.mktemp("links")))
    yield made
    made.stop()


@pytest.fixture(scope="module")
def staff(running: Running) -> Iterator[dict[Role, Pit]]:
    with signed_in(running, STAFF) as signed:
        for table in (FIRST, SECOND):
            signed["pit_supervisor"].do(table, "AssignDealer", dealer="Dana")
        yield signed


def royal(running: Running, staff: dict[Role, Pit], table: str) -> None:
    """A royal flush at position 1, as far as the claim."""
    dealer = staff["dealer"]
    with running.guest(f"Zoe at {table}") as zoe:
        zoe.do(table, "Join")
        dealer.do(table, "BuyIn", player=zoe.name, amount=100_00)
        zoe.do(table, "Sit", position=1)
        dealer.do(table, "CallBets")
        zoe.do(table, "PlaceWager", position=1, wager="ante", amount=10_00)
        zoe.do(table, "PlaceWager", position=1, wager="progressive", amount=5_00)
        dealer.do(table, "CloseBets")
        card = shoe(
            *(("position 1", each) for each in ("As", "Ks", "Qs")), *(("community", each) for each in ("Js", "Ts"))
        )
        play_out(dealer, zoe, table, 1, card, until="verify_claims")


def verify_and_approve(staff: dict[Role, Pit], table: str) -> None:
    staff["pit_supervisor"].do(table, "VerifyClaims", cards=52, surveillance="camera 4, from 21:04")
    staff["pit_manager"].do(table, "ApproveClaims")


def finish(staff: dict[Role, Pit], table: str) -> None:
    deal_on(staff["dealer"], table, ("call",))
    for name in list(staff["dealer"].table(table).players):
        staff["dealer"].do(table, "Leave", player=name)


def test_another_order_of_winners_is_looked_at_then_found_and_paid(running: Running, staff: dict[Role, Pit]) -> None:
    shift, supervisor = staff["gaming_shift_manager"], staff["pit_supervisor"]
    royal(running, staff, FIRST)
    royal(running, staff, SECOND)
    first, second = link_of(shift, LINK).claims
    assert (first.table, second.table) == (FIRST, SECOND)  # as they were dealt
    assert first.amount > second.amount
    assert link_of(shift, LINK).acts["OrderClaims"] is None
    why = link_of(staff["pit_manager"], LINK).acts["OrderClaims"]
    assert why is not None
    assert why.expected == "a gaming shift manager or above"
    verify_and_approve(staff, FIRST)
    order = (ClaimOf(SECOND, 1), ClaimOf(FIRST, 1))
    preview = shift.preview_order(LINK, order)
    assert [(each.table, each.was) for each in preview.claims] == [(SECOND, second.amount), (FIRST, first.amount)]
    reset = link_of(shift, LINK).parameters.reset
    assert [each.becomes for each in preview.claims] == [first.amount + second.amount - reset, reset]
    assert (preview.clause, preview.approve_again) == ("4.7.2", (FIRST,))
    assert [each.table for each in link_of(shift, LINK).claims] == [FIRST, SECOND]  # nothing is done
    for who, given, code in (
        (supervisor, order, "post_too_low"),
        (shift, order[:1], "not_the_open_claims"),
        (shift, (), "not_the_open_claims"),
    ):
        with pytest.raises(Rejected) as refused:
            who.preview_order(LINK, given)
        assert code_of(refused) == (409, code)
    shift.do_at_link(LINK, "OrderClaims", order=[{"table": each.table, "position": 1} for each in order])
    assert [(each.table, each.amount) for each in link_of(shift, LINK).claims] == [
        (each.table, each.becomes) for each in preview.claims
    ]
    verify_and_approve(staff, SECOND)
    staff["pit_manager"].do(FIRST, "ApproveClaims")  # of the new amount (R110)
    with pytest.raises(Rejected) as refused:
        supervisor.do(FIRST, "PayAwards")
    assert code_of(refused) == (409, "paid_out_of_order")
    feed = supervisor.follow(FIRST)
    assert "PayAwards" not in commands_of(next(feed))
    supervisor.do(SECOND, "PayAwards")
    next(message for message in feed if "PayAwards" in commands_of(message))  # though nothing happened at this table
    supervisor.do(FIRST, "PayAwards")
    for table in (SECOND, FIRST):
        finish(staff, table)


def commands_of(message: TableMessage) -> set[str]:
    return {option.command for option in message.options or ()}


def test_an_order_that_cannot_be_read_is_refused(running: Running, staff: dict[Role, Pit]) -> None:
    headers = {"authorization": f"Bearer {staff['gaming_shift_manager'].token}"}
    for body in (b"", b"[]", b'{"order": null}', b'{"order": [], "more": 1}'):
        answer = httpx.post(f"{running.address}/api/links/{LINK}/orders", content=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (400, "not_readable")


def test_a_table_leaves_its_link_plays_without_and_comes_back(staff: dict[Role, Pit]) -> None:
    shift, supervisor = staff["gaming_shift_manager"], staff["pit_supervisor"]
    found = next(each for each in shift.choices(LINK).members if each.table == FIRST)
    assert found.refused is not None
    assert (found.open, found.refused.code) == (True, "table_is_open")
    assert shift.choices(LINK).others == ()
    for each in supervisor.choices(LINK).members:
        assert each.refused is not None
    supervisor.do(FIRST, "CloseTable", counted=table_of(supervisor, FIRST).rack)
    found = next(each for each in shift.choices(LINK).members if each.table == FIRST)
    assert (found.open, found.refused) == (False, None)
    feed = shift.follow_desk()
    next(feed)
    shift.do_at_link(LINK, "ReleaseTable", table=FIRST)
    told = next(each for message in feed for each in message.tables if each.table == FIRST)  # only the link acted
    assert told.setup is not None
    assert (told.link, told.setup.link, told.setup.unit, told.setup.most_progressive) == (None, None, None, None)
    assert [each.table for each in shift.choices(SPARE).others] == [FIRST]  # where it could go as well
    open_again(staff, FIRST)
    assert staff["dealer"].table(FIRST).sign is None
    (other,) = shift.choices(LINK).others
    assert (other.table, other.open, other.refused) == (FIRST, True, None)
    shift.do_at_link(LINK, "AdmitTable", table=FIRST, game=other.game)
    told = table_of(shift, FIRST)
    assert (told.link, told.opens_on, told.setup) == (None, LINK, None)  # on no link until it opens again
    supervisor.do(FIRST, "CloseTable", counted=told.rack)
    assert table_of(shift, FIRST).link == LINK
    open_again(staff, FIRST)
    assert table_of(shift, FIRST).unit == 5_00


def open_again(staff: dict[Role, Pit], table: str) -> None:
    """With the set-up that the desk has for it."""
    found = table_of(staff["pit_supervisor"], table)
    assert found.setup is not None
    given = {name: getattr(found.setup, name) for name in found.setup.__struct_fields__}
    staff["pit_supervisor"].do(table, "OpenTable", setup=given | {"limits": LIMITS(found), "switches": {}})


def test_what_a_post_may_do_about_tables_and_the_end_of_a_link_is_on_its_desk(staff: dict[Role, Pit]) -> None:
    names = ("AdmitTable", "ReleaseTable", "RetireLink", "OrderClaims")
    for role, codes in {
        "pit_supervisor": ("post_too_low",) * 4,
        "pit_manager": ("post_too_low", "post_too_low", "link_not_suspended", "post_too_low"),
        "gaming_shift_manager": (None, None, "link_not_suspended", "not_the_open_claims"),
    }.items():
        acts = link_of(staff[role], LINK).acts  # type: ignore[index]
        assert tuple(found.code if (found := acts[name]) else None for name in names) == codes, role
    orders = link_of(staff["gaming_shift_manager"], "Megalink").acts["OrderClaims"]
    assert orders is not None
    assert (orders.code, orders.clause) == ("order_is_entry", "mbs-thb 3.14")


def test_the_jackpot_of_a_link_that_ends_is_where_it_was_said_to_go(running: Running, staff: dict[Role, Pit]) -> None:
    shift = staff["gaming_shift_manager"]
    (successor,) = shift.choices(SPARE).successors
    assert successor.link == LINK  # of the other operator none
    assert successor.refused is not None
    assert successor.refused.code == "link_not_suspended"
    for link in (LINK, SPARE):
        shift.do_at_link(link, "SuspendLink", note="one link is enough")
    (successor,) = shift.choices(SPARE).successors
    before = {link: link_of(shift, link).meters for link in (LINK, SPARE)}
    assert (successor.refused, successor.shows) == (None, before[LINK].display + before[SPARE].display)
    assert link_of(shift, SPARE).acts["RetireLink"] is None
    refused = link_of(shift, LINK).acts["RetireLink"]
    assert refused is not None
    assert refused.code == "tables_are_members"
    shift.do_at_link(SPARE, "RetireLink", to=LINK, note="one link is enough", second=PETRA)
    after = {link: link_of(shift, link) for link in (LINK, SPARE)}
    assert (after[LINK].meters.display, after[SPARE].meters.display) == (successor.shows, 0)
    assert after[LINK].meters.reserve == before[LINK].reserve + before[SPARE].reserve
    assert after[SPARE].state == "retired"
    assert {each.code for each in after[SPARE].acts.values() if each is not None} == {"link_is_retired"}
    assert shift.choices(LINK).successors == ()
    shift.do_at_link(LINK, "CheckLink")
    shift.do_at_link(LINK, "ResumeLink", note="checked")
    engine = open_engine(running.books)
    verify(engine)
    engine.dispose()
