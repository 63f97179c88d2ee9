"""What everybody sees of a link."""

from pitlink.jackpot.link import Features
from pitlink.jackpot.sign import Pending, sign
from pitlink.money import Cents, dollars
from tests.jackpot.linked import Pit
from tests.proving import prove, rows


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
        Pending("T2", 1, "straight flush", Cents(500_20), "4.7.2", Cents(5_00)),
        Pending("T1", 1, "royal flush", Cents(4501_80), "4.7.2", Cents(5_00)),
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


# What each hand would be paid from a display of 5,000.00 for one unit of 5.00, and where.
AWARDS = rows("""
hand           | words               | amount   | games
royal flush    | 100% of the jackpot | 5000.00  | mbs-3cp 4.4, mbs-lir 4.2, mbs-thb 4.2, mbs-uth 4.2
straight flush | 10% of the jackpot  | 500.00   | mbs-3cp 4.4, mbs-lir 4.2, mbs-thb 4.2, mbs-uth 4.2
four of a kind | $2,000              | 2000.00  | mbs-3cp 4.4, mbs-thb 4.2
four of a kind | 500 to 1            | 2500.00  | mbs-lir 4.2
four of a kind | 400 for 1           | 2000.00  | mbs-uth 4.2
full house     | $200                | 200.00   | mbs-3cp 4.4, mbs-thb 4.2
full house     | 100 to 1            | 500.00   | mbs-lir 4.2
full house     | 80 for 1            | 400.00   | mbs-uth 4.2
flush          | $100                | 100.00   | mbs-3cp 4.4, mbs-thb 4.2
flush          | 50 to 1             | 250.00   | mbs-lir 4.2
flush          | 40 for 1            | 200.00   | mbs-uth 4.2
straight       | 20 for 1            | 100.00   | mbs-uth 4.2
""")


def shown(pit: Pit) -> list[dict[str, str]]:
    return [
        {
            "hand": each.hand,
            "words": each.words,
            "amount": dollars(each.amount),
            "games": ", ".join(f"{game} {clause}" for game, clause in each.clauses.items()),
        }
        for each in sign(pit.link).awards
    ]


def test_the_sign_says_what_every_hand_would_be_paid_and_which_games_pay_it_so() -> None:
    pit = Pit()
    assert sign(pit.link).awards == ()
    pit.admit("mbs-thb", "mbs-3cp", "mbs-uth", "mbs-lir")
    assert shown(pit) == AWARDS


def test_what_the_sign_says_is_what_a_hand_is_paid() -> None:
    pit = Pit("rws", base=Cents(5000_55))
    pit.admit("rws-3cp")
    told = {each.hand: each.amount for each in sign(pit.link).awards}
    assert (told["royal flush"], told["straight flush"]) == (5000_55, 500_05)  # rounded down to the cent (R4)
    pit.post("T1", 1, 1)
    told = {each.hand: each.amount for each in sign(pit.link).awards}
    pit.claim("T1", 1, "1 sf", dealt=[1])
    assert [each.amount for each in sign(pit.link).pending] == [told["straight flush"]]
    assert sign(pit.link).awards[0].amount == sign(pit.link).display
