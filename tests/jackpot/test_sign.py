"""What everybody sees of a link."""

from pitlink.jackpot.link import Features
from pitlink.jackpot.sign import Pending, sign
from pitlink.money import Cents
from tests.jackpot.linked import Pit
from tests.proving import prove


def test_the_sign_shows_the_value_that_stands_and_what_is_pending() -> None:
    """An award lowers the display at once and is pending until it is paid."""
    pit = Pit("rws")
    pit.admit("rws-3cp", "rws-3cp")
    pit.post("T1", 1, 1)
    pit.post("T2", 1, 1)
    pit.claim("T1", 1, "1 royal", dealt=[2])
    pit.claim("T2", 1, "1 sf", dealt=[1])
    shown = sign(pit.link)
    assert shown.display == Cents(1000_00)
    assert shown.pending == (
        Pending("T2", 1, "straight flush", Cents(500_20)),
        Pending("T1", 1, "royal flush", Cents(4501_80)),
    )
    assert (shown.hits, shown.wins) == (2, Cents(5002_00))
    prove("rws-3cp", "4.7.2")
    pit.pay("T2", 1)
    assert [each.table for each in sign(pit.link).pending] == ["T1"]


def test_the_sign_warns_once_the_meter_has_grown_too_far() -> None:
    """R96: hand awards and a Magic Card in every round return 84.68 %, over 100 % from 52,393 credits on."""
    pit = Pit(base=Cents(52_392_00), unit=Cents(1_00), features=Features(magic_card_bp=10_000))
    pit.admit("mbs-lir")
    assert sign(pit.link).warnings == ()
    pit.show("52393")
    assert len(sign(pit.link).warnings) == 7
    prove("mbs-lir", "R96")
