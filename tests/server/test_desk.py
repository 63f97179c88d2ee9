"""The pit desk over the wire: what waits for whom and since when, and what each post may do about it."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from msgspec import structs

from pitlink.client import Pit, Rejected
from pitlink.jackpot.link import Parameters
from pitlink.money import Cents
from pitlink.server.desk_messages import DeskAwaited, DeskLink, DeskTable
from pitlink.server.roles import Role
from tests.server.running import PASSWORD, Running, signed_in
from tests.server.test_playing import TABLES
from tests.server.test_shoe import open_with_shoes, seated, shoe
from tests.server.test_staff import DANA, bets_are_made, code_of, deal_on, play_out

STAFF: dict[Role, str] = {
    "dealer": "Dana",
    "pit_supervisor": "Sven",
    "pit_manager": "Petra",
    "gaming_shift_manager": "Greta",
}
WON = "THB 2"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = open_with_shoes(Path(tmp_path_factory.mktemp("desk")))
    yield made
    made.stop()


@pytest.fixture(scope="module")
def staff(running: Running) -> Iterator[dict[Role, Pit]]:
    with all_posts(running) as signed:
        yield signed


@contextmanager
def all_posts(running: Running) -> Iterator[dict[Role, Pit]]:
    """Somebody in each, and Dana at every table."""
    with signed_in(running, STAFF) as signed:
        for table in (*TABLES, WON, "3CP 2"):
            signed["pit_supervisor"].do(table, "AssignDealer", dealer="Dana")
        yield signed


def table_of(pit: Pit, name: str) -> DeskTable:
    return next(each for each in pit.desk().tables if each.table == name)


def link_of(pit: Pit, name: str) -> DeskLink:
    return next(each for each in pit.desk().links if each.link == name)


def awaited(pit: Pit, name: str) -> DeskAwaited:
    (one,) = table_of(pit, name).awaited
    return one


def win(running: Running, staff: dict[Role, Pit], table: str = WON) -> int:
    """A royal flush, as far as the claim; where it lies."""
    dealer = staff["dealer"]
    zoe, free = seated(running, dealer, table)
    with zoe:
        zoe.do(table, "PlaceWager", position=free, wager="progressive", amount=5_00)
        dealer.do(table, "CloseBets")
        own = [(f"position {free}", card) for card in ("As", "Ks")]
        card = shoe(*own, *(("community", each) for each in ("Qs", "Js", "Ts")))
        play_out(dealer, zoe, table, free, card, until="verify_claims")
    return free


def test_a_claim_waits_for_one_and_then_for_another(running: Running, staff: dict[Role, Pit]) -> None:
    supervisor, manager = staff["pit_supervisor"], staff["pit_manager"]
    began = time.time()
    free = win(running, staff)
    found = awaited(supervisor, WON)
    assert (found.thing, found.command, found.clause, found.refused) == ("verification", "VerifyClaims", "R108", None)
    assert f"Royal flush at position {free}, $" in found.words
    assert found.since_us is not None
    assert began <= found.since_us / 1e6 <= time.time()
    claims = table_of(supervisor, WON).claims
    assert claims is not None
    (claim,) = link_of(supervisor, "Megalink").claims
    assert (claim.table, claim.position, claim.hand, claim.waits_for, claim.amount) == (
        *(WON, free, "royal flush", "verify_claims"),
        claims.awards[0].amount,
    )
    supervisor.do(WON, "VerifyClaims", cards=52, surveillance="camera 4, from 21:04")
    found = awaited(supervisor, WON)
    assert found.refused is not None
    assert (found.thing, found.refused.code) == ("approval", "same_person")
    assert awaited(manager, WON).refused is None
    manager.do(WON, "ApproveClaims")
    (claim,) = link_of(supervisor, "Megalink").claims
    assert (claim.verified_by, claim.approved_by) == ("pit supervisor (Sven)", "pit manager (Petra)")
    assert awaited(supervisor, WON).thing == "payment"
    supervisor.do(WON, "PayAwards")
    assert table_of(supervisor, WON).awaited == ()
    assert link_of(supervisor, "Megalink").claims == ()
    deal_on(staff["dealer"], WON, ("call",))


def test_a_report_is_on_the_desk_until_somebody_rules(staff: dict[Role, Pit]) -> None:
    dealer, supervisor, table = staff["dealer"], staff["pit_supervisor"], "LIR 1"
    deal_on(dealer, table, ("call",))
    dealer.do(table, "CallBets")
    dealer.do(table, "Report", what="something_else", words="a card fell from the table")
    found = awaited(supervisor, table)
    assert (found.thing, found.command) == ("ruling", "Rule")
    assert "a card fell from the table" in found.words
    report = table_of(supervisor, table).report
    assert report is not None
    assert report.by == "Dana"
    staff["gaming_shift_manager"].do(table, "DismissReport", words="it did not")
    assert table_of(supervisor, table).awaited == ()


def test_a_table_is_filled_credited_closed_counted_and_opened_again(staff: dict[Role, Pit]) -> None:
    dealer, supervisor, table = staff["dealer"], staff["pit_supervisor"], "3CP 1"
    deal_on(dealer, table, ("call",))
    before = table_of(supervisor, table)
    supervisor.do(table, "Fill", amount=5_000_00, slip="D-1", second=DANA)
    supervisor.do(table, "Credit", amount=2_000_00, slip="D-2", second=DANA)
    assert table_of(supervisor, table).rack == before.rack + 3_000_00
    supervisor.do(table, "CloseTable")
    found = table_of(supervisor, table)
    assert (found.open, found.uncounted) == (False, True)
    assert [each.thing for each in found.awaited] == ["count"]
    refused = found.acts["OpenTable"]
    assert refused is not None
    assert refused.code == "rack_not_counted"
    supervisor.do(table, "CountRack", counted=found.rack - 1_00)
    found = table_of(supervisor, table)
    assert (found.awaited, found.acts["OpenTable"], found.rack) == ((), None, before.rack + 2_999_00)
    assert found.setup is not None
    supervisor.do(table, "OpenTable", setup=structs.asdict(found.setup) | {"limits": LIMITS(found), "switches": {}})
    assert table_of(supervisor, table).open
    slips = next(each for each in supervisor.shift().tables if each.table == table).slips
    assert [(slip.number, slip.what) for slip in slips] == [("D-1", "fill"), ("D-2", "credit")]


def LIMITS(table: DeskTable) -> dict[str, dict[str, int | None]]:  # noqa: N802 - as the wire has them
    return {wager: {"minimum": each.minimum, "maximum": each.maximum} for wager, each in table.limits.items()}


def test_players_are_told_with_what_is_said_of_them(running: Running, staff: dict[Role, Pit]) -> None:
    table, manager = "UTH 1", staff["pit_manager"]
    with running.guest("Rolf") as rolf:
        rolf.do(table, "Join")
        staff["dealer"].do(table, "BuyIn", player="Rolf", amount=300_00)
        rolf.do(table, "Sit", position=5)
        refused = table_of(staff["pit_supervisor"], table).acts["RestrictPlayer"]
        assert refused is not None
        assert (refused.code, refused.expected) == ("post_too_low", "a pit manager or above")
        manager.do(table, "RestrictPlayer", player="Rolf")
        (found,) = [each for each in table_of(manager, table).players if each.player == "Rolf"]
        assert (found.chips, found.positions, found.restricted, found.barred) == (300_00, (5,), True, False)
        manager.do(table, "LiftRestriction", player="Rolf")
        rolf.do(table, "Leave")


# Links


def changed(staff: dict[Role, Pit], **fields: object) -> Parameters:
    return structs.replace(link_of(staff["pit_manager"], "Multi-Link").parameters, **fields)


def test_a_change_is_looked_at_before_two_people_make_it(staff: dict[Role, Pit]) -> None:
    shift, link = staff["gaming_shift_manager"], "Multi-Link"
    new = changed(staff, increment_rate_bp=12_00)
    with pytest.raises(Rejected) as refused:
        shift.preview_change(link, new)
    assert code_of(refused) == (409, "link_not_suspended")
    shift.do_at_link(link, "SuspendLink", note="new rate")
    (found,) = link_of(shift, link).awaited
    assert (found.thing, found.refused) == ("check", None)
    for parameters, code in (
        (changed(staff), "same_parameters"),
        (changed(staff, base=Cents(1)), "base_is_history"),
        (changed(staff, limit=Cents(100_00)), "limit_below_start"),
        (changed(staff, increment_rate_bp=99_00, hidden_rate_bp=2_00), "rates_out_of_range"),
        (changed(staff, unreasonable_contribution=Cents(9_000_00)), "table_is_open"),
    ):
        with pytest.raises(Rejected) as refused:
            shift.preview_change(link, parameters)
        assert code_of(refused) == (409, code)
    with pytest.raises(Rejected) as refused:
        staff["pit_supervisor"].preview_change(link, new)
    assert code_of(refused) == (409, "post_too_low")
    before = link_of(shift, link)
    preview = shift.preview_change(link, new)
    assert [(each.name, each.becomes) for each in preview.changes] == [("increment", "12 %")]
    assert preview.version == before.parameters_version + 1
    assert link_of(shift, link).parameters == before.parameters  # nothing is done
    given = structs.asdict(new) | {"features": structs.asdict(new.features)}
    petra = {"name": "Petra", "password": PASSWORD}
    shift.do_at_link(link, "ChangeParameters", parameters=given, note="approval 17", second=petra)
    after = link_of(shift, link)
    assert (after.parameters, after.parameters_version, after.checked) == (new, preview.version, None)
    assert ("increment", "12 %") in [(term.name, term.words) for term in after.terms]
    shift.do_at_link(link, "CheckLink")
    assert [each.thing for each in link_of(shift, link).awaited] == ["resume"]
    shift.do_at_link(link, "ResumeLink", note="done")
    assert link_of(shift, link).awaited == ()


@pytest.mark.parametrize(
    "body", [b"", b"[]", b'{"parameters": {}}', b'{"parameters": null, "second": 1}', b"[" * 3000], ids=range(5)
)
def test_a_change_that_cannot_be_read_is_refused(running: Running, staff: dict[Role, Pit], body: bytes) -> None:
    headers = {"authorization": f"Bearer {staff['pit_manager'].token}"}
    answer = httpx.post(f"{running.address}/api/links/Multi-Link/previews", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "not_readable")


def test_a_change_of_a_link_that_is_not_there_is_refused(staff: dict[Role, Pit]) -> None:
    with pytest.raises(Rejected) as refused:
        staff["pit_manager"].preview_change("none", changed(staff))
    assert code_of(refused) == (404, "no_such_link")


def test_what_a_post_may_do_to_a_link_is_on_its_desk(staff: dict[Role, Pit]) -> None:
    acts = {role: link_of(staff[role], "Megalink").acts for role in STAFF if role != "dealer"}
    may = {role: {name for name, refused in found.items() if refused is None} for role, found in acts.items()}
    assert may == {
        "pit_supervisor": set(),
        "pit_manager": {"CorrectDisplay"},
        "gaming_shift_manager": {
            *("SuspendLink", "FailLink", "CheckLink", "CorrectDisplay", "AdmitTable", "ReleaseTable"),
        },
    }
    why = acts["pit_supervisor"]["SuspendLink"]
    assert why is not None
    assert why.expected == "a gaming shift manager or above"


def test_no_card_that_lies_face_down_is_on_the_desk(running: Running, staff: dict[Role, Pit]) -> None:
    """Of a shoe the table knows them as they are dealt."""
    dealer, table = staff["dealer"], "UTH 1"
    deal_on(dealer, table, ("call",))
    dealer.do(table, "CallBets")
    bets_are_made(dealer, table)
    dealer.do(table, "CloseBets")
    deal_on(dealer, table, ("decide",), shoe())
    headers = {"authorization": f"Bearer {staff['gaming_shift_manager'].token}"}
    told = httpx.get(f"{running.address}/api/desk", headers=headers).text
    assert table in told
    assert re.findall(r'"[2-9TJQKA][cdhs]"', told) == []
    deal_on(dealer, table, ("call",), shoe())


def test_what_is_made_once_for_a_post_names_nobody_and_who_would_sign_for_himself_is_told(
    running: Running, staff: dict[Role, Pit]
) -> None:
    table, sven = "M3P 1", staff["pit_supervisor"]
    staff["administrator"].make_account("Sonja", PASSWORD, "pit_supervisor")
    with Pit(running.address) as sonja:
        sonja.sign_in("Sonja", PASSWORD)
        mine, hers = table_of(sven, "UTH 1").acts, table_of(sonja, "UTH 1").acts
        assert mine == hers
        assert link_of(sven, "Megalink").acts == link_of(sonja, "Megalink").acts
        refused = link_of(sonja, "Megalink").acts["SuspendLink"]
        assert refused is not None
        assert refused.found == "suspending a link by pit supervisor"
        sven.do(table, "AssignDealer", dealer="Sven")
        refused = table_of(sven, table).acts["Fill"]
        assert refused is not None
        assert refused.code == "one_person_signs_twice"
        assert table_of(sonja, table).acts["Fill"] is None
        sven.do(table, "AssignDealer", dealer="Dana")
        assert table_of(sven, table).acts["Fill"] is None


# The feed


def test_the_feed_begins_with_everything_and_goes_on_with_what_has_changed(staff: dict[Role, Pit]) -> None:
    supervisor, table = staff["pit_supervisor"], "M3P 1"
    feed = supervisor.follow_desk()
    first = next(feed)
    assert first.snapshot
    assert {each.table for each in first.tables} == {*TABLES, WON, "3CP 2"}
    assert [each.link for each in first.links] == ["Megalink", "Multi-Link"]
    supervisor.do(table, "Fill", amount=100_00, slip="F-9", second=DANA)
    told = next(each for each in feed if each.tables)
    assert not told.snapshot
    assert [each.table for each in told.tables] == [table]
    assert told.position > first.position
    again = next(supervisor.follow_desk(first.position))  # somebody who was away
    assert not again.snapshot
    assert table in [each.table for each in again.tables]
    assert next(supervisor.follow_desk(10**12)).snapshot  # a position that the floor has not reached


def test_a_link_that_orders_claims_is_told_to_the_tables_that_wait(running: Running, staff: dict[Role, Pit]) -> None:
    """Whoever may be paid hangs on the link: a table is told again when only the link has changed."""
    supervisor, shift = staff["pit_supervisor"], staff["gaming_shift_manager"]
    win(running, staff)
    feed = supervisor.follow_desk()
    next(feed)
    shift.do_at_link("Megalink", "CheckLink")
    assert WON in [each.table for each in next(each for each in feed if each.links).tables]
    supervisor.do(WON, "VerifyClaims", cards=52, surveillance="camera 4")  # and the link when only the table has
    told = next(each for message in feed for each in message.links if each.claims[0].verified_by)
    assert told.claims[0].verified_by == "pit supervisor (Sven)"
    supervisor.do(WON, "RejectClaims", positions=[awaited_position(supervisor)], words="a card was marked")
    assert table_of(supervisor, WON).awaited == ()
    deal_on(staff["dealer"], WON, ("call",))


def awaited_position(pit: Pit) -> int:
    (claim,) = link_of(pit, "Megalink").claims
    return claim.position


def test_whoever_may_not_is_told_who_may(staff: dict[Role, Pit]) -> None:
    with pytest.raises(Rejected) as refused:
        staff["dealer"].desk()
    assert code_of(refused) == (403, "not_for_this_role")
    assert refused.value.problem.expected == "one of pit supervisor, pit manager, gaming shift manager"


def test_what_waits_is_known_after_a_restart_with_its_time(tmp_path: Path) -> None:
    """On books of its own: closed without a count, and a link that is suspended."""
    running = open_with_shoes(tmp_path)
    try:
        with all_posts(running) as staff:
            staff["gaming_shift_manager"].do_at_link("Megalink", "SuspendLink", note="the sign is dark")
            staff["pit_supervisor"].do("3CP 1", "CloseTable")
            before = waits(staff["pit_supervisor"])
            assert [(where, thing) for where, thing, _ in before] == [("3CP 1", "count"), ("Megalink", "check")]
        running.stop()
        running.start()
        with Pit(running.address) as sven:
            sven.sign_in("Sven", PASSWORD)
            assert waits(sven) == before
    finally:
        running.stop()


def waits(pit: Pit) -> list[tuple[str, str, int | None]]:
    found = pit.desk()
    tables = [(each.table, one.thing, one.since_us) for each in found.tables for one in each.awaited]
    return sorted([*tables, *((each.link, one.thing, one.since_us) for each in found.links for one in each.awaited)])
