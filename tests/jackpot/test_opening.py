"""Opening a link: what it is set up with, and what that costs the house."""

from typing import Any

import pytest

from pitlink import ledger
from pitlink.jackpot import Link, decide, entries, evolve
from pitlink.jackpot.commands import CorrectDisplay, OpenLink
from pitlink.jackpot.events import DisplayCorrected, LinkOpened
from pitlink.jackpot.link import Features, Meters, fine
from pitlink.ledger import BANK, Transfer
from pitlink.money import Cents
from pitlink.refusals import Refused
from pitlink.rulebook.switches import Switches
from tests.jackpot.linked import PIT_MANAGER, PLAIN, SHIFT_MANAGER, SUPERVISOR, Pit, money
from tests.proving import row_id, rows


def test_a_link_starts_from_its_base_which_the_house_pays() -> None:
    events = decide(Link(), OpenLink(SHIFT_MANAGER, "L1", "rws", PLAIN, Switches(meter_floor="reset_value")))
    assert not isinstance(events, Refused)
    (opened,) = events
    assert isinstance(opened, LinkOpened)
    assert (opened.by, opened.warnings) == ("Sue", ())
    link = evolve(Link(), opened)
    assert (link.id, link.operator, link.parameters, link.version) == ("L1", "rws", PLAIN, 1)
    assert link.switches.meter_floor == "reset_value"
    assert link.meters == Meters(display=fine(Cents(5000_00)))
    (entry,) = entries(Link(), opened, link)
    assert entry == Transfer("link/L1 1.1", BANK, ledger.pool("L1"), Cents(5000_00), "base", "link/L1 1", "progressive")


def test_a_link_may_start_from_nothing() -> None:
    pit = Pit(base=Cents(0), reset=Cents(0))
    assert pit.display == "0.00"
    assert pit.entries == []


def test_the_features_of_let_it_ride_are_off_until_they_are_set() -> None:
    assert PLAIN.features == Features(0, 0)
    assert decide(Link(), OpenLink(SHIFT_MANAGER, "L1", "mbs", PLAIN)) == (
        LinkOpened("L1", "mbs", PLAIN, Switches(), "Sue"),
    )


EDGES = rows("""
what                | value
increment_rate_bp   | 9500
hidden_rate_bp      | 8000
limit               | 500000
unreasonable_contribution | 500
base                | 0
reset               | 0
""")


@pytest.mark.parametrize("row", EDGES, ids=row_id)
def test_parameters_may_lie_at_the_edge_of_what_is_allowed(row: dict[str, str]) -> None:
    changes: dict[str, Any] = {row["what"]: int(row["value"])}
    pit = Pit(**changes)
    assert getattr(pit.link.set_up, row["what"]) == int(row["value"])


CORRECTIONS = rows("""
before   | change    | after
5,000.00 | -5,000.00 | 0.00
5,000.00 |  1,000.00 | 6000.00
5,000.00 |     -0.01 | 4999.99
""")


@pytest.mark.parametrize("row", CORRECTIONS, ids=row_id)
def test_after_an_equipment_fault_the_display_is_put_right_with_a_note(row: dict[str, str]) -> None:
    """Up to the limit and down to nothing; the house pays or keeps the difference."""
    pit = Pit(limit=Cents(6000_00))
    bank = pit.bank
    (event,) = pit.send(CorrectDisplay(SHIFT_MANAGER, PIT_MANAGER, money(row["change"]), "sign froze at 14:10"))
    assert event == DisplayCorrected(money(row["change"]), "sign froze at 14:10", "Sue", second="Max")
    assert event.reason == "equipment_fault"
    assert pit.display == row["after"]
    assert pit.bank - bank == money(row["change"])
    assert pit.link.meters.documented == fine(money(row["change"]))


def test_persons_of_the_two_highest_posts_are_needed_to_correct_a_display() -> None:
    refused = Pit().refused(CorrectDisplay(PIT_MANAGER, SUPERVISOR, Cents(1), "sign"))
    assert refused == Refused("post_too_low", "correcting the display by pit supervisor Pat", "a pit manager or above")
    Pit().send(CorrectDisplay(PIT_MANAGER, SHIFT_MANAGER, Cents(1), "sign"))
