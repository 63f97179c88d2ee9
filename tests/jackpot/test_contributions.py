"""What wagers put in: exact to the ten-thousandth of a cent, once a table and round, up to the limit."""

from fractions import Fraction

import pytest

from pitlink.jackpot.commands import PostContributions
from pitlink.jackpot.events import ContributionsPosted
from pitlink.jackpot.link import FINE
from pitlink.money import Cents
from tests.jackpot.linked import Pit, money, stakes
from tests.proving import prove, row_id, rows

RATES = rows("""
unit | wagers | increment | hidden | rounds
1.00 |      1 |       333 |    167 |   1000
1.00 |      7 |       333 |    167 |    300
0.25 |      3 |         1 |      1 |   1000
5.00 |      2 |      9999 |      1 |    100
0.01 |      1 |         1 |   9999 |  10001
""")


@pytest.mark.parametrize("row", RATES, ids=row_id)
def test_fractions_of_a_cent_are_carried_and_never_lost(row: dict[str, str]) -> None:
    """The sign and the books have the whole cents of the exact sum after every round."""
    unit, wagers = money(row["unit"]), int(row["wagers"])
    increment, hidden = int(row["increment"]), int(row["hidden"])
    pit = Pit(base=Cents(7), unit=unit, increment_rate_bp=increment, hidden_rate_bp=hidden)
    pit.admit("mbs-3cp")
    for number in range(1, int(row["rounds"]) + 1):
        pit.post("T1", number, *range(1, wagers + 1), amount=unit)
        staked = unit * wagers * number
        display, reserve = 7 + Fraction(staked * increment, 10_000), Fraction(staked * hidden, 10_000)
        assert pit.link.meters.display == display * FINE
        assert pit.link.meters.reserve == reserve * FINE
        assert pit.link.display == display // 1
    assert pit.link.meters.wagers_in == wagers * int(row["rounds"])
    prove("rws-3cp", "1.16")


def test_a_jackpot_grows_with_every_bet_is_reset_when_won_and_grows_again() -> None:
    """5.00 a bet at 20 %: two rounds of two bets, the whole won, and a round of one bet."""
    pit = Pit("rws", base=Cents(250_00), reset=Cents(100_00))
    pit.admit("rws-3cp")
    displays = [pit.display]
    for number in (1, 2):
        pit.post("T1", number, 1, 2)
        displays.append(pit.display)
    pit.claim("T1", 2, "1 royal", dealt=[5])
    displays.append(pit.display)
    assert pit.awards == {"T1 1": "254.00"}
    pit.pay("T1", 2)
    pit.post("T1", 3, 1)
    displays.append(pit.display)
    assert displays == ["250.00", "252.00", "254.00", "100.00", "101.00"]
    prove("rws-3cp", "1.16", "R12")


def test_a_round_is_posted_once_and_in_its_turn() -> None:
    pit = Pit()
    pit.admit("mbs-thb", "mbs-thb")
    pit.post("T1", 7, 1, 2)
    for number in (7, 6):
        refused = pit.refused(PostContributions("T1", number, stakes(1)))
        assert (refused.code, refused.found) == ("posted_before", f"table T1, round {number}")
        assert refused.expected == "a round after 7"
    pit.post("T2", 7, 1)
    pit.post("T1", 9, 1)  # rounds without a progressive wager are not posted
    assert pit.display == "5004.00"
    prove("rws-3cp", "R11")


UNITS = rows("""
proves        | game    | amount | taken
mbs-thb 3.4.2 | mbs-thb |   5.00 | yes
mbs-thb 3.4.2 | mbs-thb |  10.00 |
mbs-3cp 3.4.2 | mbs-3cp |   5.00 | yes
mbs-3cp 3.4.2 | mbs-3cp |  10.00 |
mbs-uth 3.5.3 | mbs-uth |   5.00 | yes
mbs-uth 3.5.3 | mbs-uth |  25.00 | yes
mbs-uth 3.5.3 | mbs-uth |  30.00 |
mbs-uth 3.5.3 | mbs-uth |   7.50 |
mbs-lir 3.5   | mbs-lir |   5.00 | yes
mbs-lir 3.5   | mbs-lir | 500.00 | yes
mbs-lir 3.5   | mbs-lir |   0.00 |
mbs-lir 3.5   | mbs-lir |  -5.00 |
mbs-lir 3.5   | mbs-lir |   4.99 |
rws-3cp 3.4   | rws-3cp |   5.00 | yes
rws-3cp 3.4   | rws-3cp |   5.01 |
rws-3cp 3.4   | rws-3cp |  10.00 |
""")


@pytest.mark.parametrize("row", UNITS, ids=row_id)
def test_a_progressive_wager_is_as_many_units_as_the_rulebook_allows(row: dict[str, str]) -> None:
    """R15, with a unit of 5.00."""
    pit = Pit("rws" if row["game"] == "rws-3cp" else "mbs")
    pit.admit(row["game"])
    document, clause = row["proves"].split()
    command = PostContributions("T1", 1, stakes(3, amount=money(row["amount"])))
    if row["taken"]:
        (event,) = pit.send(command)
        assert isinstance(event, ContributionsPosted)
        assert event.increment == money(row["amount"]) * 2000
        assert pit.link.meters.wagers_in == 1
    else:
        refused = pit.refused(command)
        assert (refused.code, refused.clause) == ("not_the_unit", clause)
        assert refused.found == f"position 3, progressive {row['amount']}"
        assert refused.expected == "an allowed multiple of 5.00"
        prove(document, clause)
    prove(document, "R15")


# base 99.50, limit 100.00, 2.00 a wager to the display
LIMITS = rows("""
wagers | display | overflow | reserve
     1 |  100.00 |     1.50 |    0.50
     2 |  100.00 |     3.50 |    1.00
     6 |  100.00 |    11.50 |    3.00
""")


@pytest.mark.parametrize("row", LIMITS, ids=row_id)
def test_above_the_limit_nothing_is_displayed_and_nothing_is_lost(row: dict[str, str]) -> None:
    pit = Pit(base=Cents(99_50), reset=Cents(0), limit=Cents(100_00), unit=Cents(10_00))
    pit.admit("mbs-thb")
    pit.post("T1", 1, *range(1, int(row["wagers"]) + 1), amount=10_00)
    assert (pit.display, pit.overflow, pit.reserve) == (row["display"], row["overflow"], row["reserve"])


def test_the_limit_is_reached_and_shared_to_the_fraction_of_a_cent() -> None:
    pit = Pit(base=Cents(99_99), reset=Cents(0), limit=Cents(100_00), unit=Cents(1_00), increment_rate_bp=33)
    pit.admit("mbs-thb")
    for number in range(1, 8):
        pit.post("T1", number, 1, amount=1_00)
    exact = Fraction(9999) + 7 * Fraction(33, 100)
    assert pit.link.meters.display == 10_000 * FINE
    assert pit.link.meters.overflow == (exact - 10_000) * FINE


def test_stakes_may_be_as_high_as_the_threshold() -> None:
    pit = Pit(unreasonable_contribution=Cents(30_00))
    pit.admit("mbs-lir")
    pit.post("T1", 1, 1, 2, amount=15_00)
    refused = pit.refused(PostContributions("T1", 2, (*stakes(1, 2, amount=15_00), *stakes(3))))
    assert refused.code == "unreasonable_contribution"
    assert refused.found == "table T1, round 2: stakes of 35.00"
    assert refused.expected == "at most 30.00"
