"""Every refusal that a link can give: its code, its clause, and what it names."""

import ast
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from pitlink import jackpot
from pitlink.jackpot import Command, Link, decide
from pitlink.jackpot.commands import (
    AdmitTable,
    ChangeParameters,
    CheckLink,
    CorrectDisplay,
    EnterClaims,
    FailLink,
    OpenLink,
    OrderClaims,
    PayClaims,
    PostContributions,
    ReceiveJackpot,
    ReleaseTable,
    ResumeLink,
    RetireLink,
    ReverseContributions,
    SuspendLink,
    WithdrawClaims,
)
from pitlink.jackpot.link import ClaimOf, DealtHand, Features, Fine, Held, Parameters, Stake
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.refusals import Refused
from pitlink.rulebook.catalogue import find
from pitlink.rulebook.switches import Switches
from tests.jackpot.linked import DEALER, PIT_MANAGER, PLAIN, SHIFT_MANAGER, SUPERVISOR, Pit, hand, stakes
from tests.proving import prove, rows

# States in which commands are refused


def new() -> Link:
    return Link()


def opened() -> Link:
    """Open, without tables."""
    return Pit().link


def member() -> Link:
    """T1 and T2 play mbs-thb; T1 has posted round 4 with positions 1 and 2."""
    pit = Pit(limit=Cents(6000_00))
    pit.admit("mbs-thb", "mbs-thb")
    pit.post("T1", 4, 1, 2)
    return pit.link


def reversed_() -> Link:
    pit = Pit()
    pit.admit("mbs-thb")
    pit.post("T1", 4, 1, 2)
    pit.reverse("T1", 4, 2)
    return pit.link


def claimed() -> Link:
    """… and position 1 has won."""
    pit = Pit()
    pit.admit("mbs-thb")
    pit.post("T1", 4, 1, 2)
    pit.claim("T1", 4, "1 sf")
    return pit.link


def multi() -> Link:
    """The other operator; both tables have posted round 4, and T1 has won it."""
    pit = Pit("rws")
    pit.admit("rws-3cp", "rws-3cp")
    pit.post("T1", 4, 1, 2)
    pit.post("T2", 4, 1, 2)
    pit.claim("T1", 4, "1 sf", dealt=[7])
    return pit.link


def spent() -> Link:
    """The other operator; a small whole was won, and a later winner was paid out of what it brought back."""
    pit = Pit("rws", base=Cents(50_00), increment_rate_bp=0)
    pit.admit("rws-3cp", "rws-3cp", "rws-3cp")
    pit.post("T1", 4, 1, 2)
    pit.post("T2", 4, 1)
    pit.post("T3", 4, 1)
    pit.claim("T1", 4, "1 sf", "2 sf", dealt=[7, 9])
    pit.claim("T2", 4, "1 royal", dealt=[8])
    pit.pay("T1", 4)
    pit.claim("T3", 4, "1 sf", dealt=[10])
    return pit.link


def opening(**changes: Any) -> OpenLink:
    set_up: Parameters = structs.replace(PLAIN, **changes)
    return OpenLink(SHIFT_MANAGER, "L1", "mbs", set_up)


def claims(table: str, round: int, *words: str, dealt: Sequence[int] = ()) -> EnterClaims:
    contenders = tuple(hand(position, word) for position, word in enumerate(words, 1))
    return EnterClaims(table, round, contenders, tuple(DealtHand(position, 5) for position in dealt))


def suspended() -> Link:
    """T1 is a member; nothing was checked yet."""
    pit = Pit(limit=Cents(6000_00))
    pit.admit("mbs-thb")
    pit.post("T1", 4, 1)
    pit.send(SuspendLink(SHIFT_MANAGER, "new sign"))
    return pit.link


def suspended_with_claim() -> Link:
    pit = Pit()
    pit.admit("mbs-thb")
    pit.post("T1", 4, 1)
    pit.claim("T1", 4, "1 sf")
    pit.send(SuspendLink(SHIFT_MANAGER, "new sign"))
    return pit.link


def failed() -> Link:
    """The self-check did not pass."""
    pit = Pit()
    pit.send(CheckLink(SHIFT_MANAGER, "0" * 64, "0" * 64, passed=False))
    return pit.link


def retired() -> Link:
    pit = Pit()
    pit.send(SuspendLink(SHIFT_MANAGER, "the end"))
    pit.send(RetireLink(SHIFT_MANAGER, PIT_MANAGER, None, "the end"))
    return pit.link


def change(**changes: Any) -> ChangeParameters:
    base: Parameters = structs.replace(PLAIN, limit=Cents(6000_00))
    return ChangeParameters(SHIFT_MANAGER, PIT_MANAGER, structs.replace(base, **changes), "new approval")


SUE_AGAIN = Person("Sue", "pit_manager")
SIM = Person("Sim", "gaming_shift_manager")
PROGRAM = Person("Rob", "pit_manager", software=True)
PROGRAM_ABOVE = Person("Rob", "gaming_shift_manager", software=True)
RETIRE = RetireLink(SHIFT_MANAGER, PIT_MANAGER, None, "the end")


def correction(change: int, note: str = "sign") -> CorrectDisplay:
    return CorrectDisplay(SHIFT_MANAGER, PIT_MANAGER, Cents(change), note)


FLOOR = Switches(meter_floor="reset_value")

OTHER_ORDER = OrderClaims(SHIFT_MANAGER, (ClaimOf("T3", 1), ClaimOf("T2", 1)))

# What is asked of a link, with the code of the refusal and the state in which it is asked
DEEDS: dict[str, tuple[str, Callable[[], Link], Command]] = {
    "before it is open": ("link_is_not_open", new, ReleaseTable(SHIFT_MANAGER, "T1")),
    "opened by a supervisor": ("post_too_low", new, OpenLink(SUPERVISOR, "L1", "mbs", PLAIN)),
    "opened again": ("link_is_open", opened, opening()),
    "stroke in its name": ("not_a_name", new, OpenLink(SHIFT_MANAGER, "a/b", "mbs", PLAIN)),
    "reading unknown": (
        "no_such_value",
        new,
        OpenLink(SHIFT_MANAGER, "L1", "mbs", PLAIN, structs.replace(Switches(), royal_base="zzz")),
    ),
    "unit of nothing": ("unit_not_positive", new, opening(unit=Cents(0))),
    "negative base": ("negative_start", new, opening(base=Cents(-1))),
    "negative reset": ("negative_start", new, opening(reset=Cents(-1))),
    "negative increment": ("rates_out_of_range", new, opening(increment_rate_bp=-1)),
    "negative hidden rate": ("rates_out_of_range", new, opening(hidden_rate_bp=-1)),
    "more than all": ("rates_out_of_range", new, opening(hidden_rate_bp=8001)),
    "limit below base": ("limit_below_start", new, opening(limit=Cents(4999_99))),
    "limit below reset": ("limit_below_start", new, opening(base=Cents(0), limit=Cents(0))),
    "threshold below unit": ("threshold_below_unit", new, opening(unreasonable_contribution=Cents(499))),
    "magic above all": ("share_out_of_range", new, opening(features=Features(10_001, 0))),
    "lucky below nothing": ("share_out_of_range", new, opening(features=Features(0, -1))),
    "admitted by supervisor": ("post_too_low", opened, AdmitTable(SUPERVISOR, "T1", "mbs-thb")),
    "admitted again": ("table_is_member", member, AdmitTable(SHIFT_MANAGER, "T1", "mbs-thb")),
    "table without a name": ("not_a_name", opened, AdmitTable(SHIFT_MANAGER, "", "mbs-thb")),
    "unknown game": ("no_such_game", opened, AdmitTable(SHIFT_MANAGER, "T1", "mbs-bj")),
    "other operator": ("other_operator", opened, AdmitTable(SHIFT_MANAGER, "T1", "rws-3cp")),
    "other floor": (
        "other_reading",
        opened,
        AdmitTable(SHIFT_MANAGER, "T1", "mbs-thb", Switches(meter_floor="reset_value")),
    ),
    "released by dealer": ("post_too_low", member, ReleaseTable(DEALER, "T1")),
    "stranger released": ("table_is_no_member", member, ReleaseTable(SHIFT_MANAGER, "T9")),
    "released with claims": ("claims_are_open", claimed, ReleaseTable(SHIFT_MANAGER, "T1")),
    "stranger posts": ("table_is_no_member", member, PostContributions("T9", 1, stakes(1))),
    "posts with claims": ("claims_are_open", claimed, PostContributions("T1", 5, stakes(1))),
    "posts again": ("posted_before", member, PostContributions("T1", 4, stakes(1))),
    "posts nothing": ("no_stakes", member, PostContributions("T1", 5, ())),
    "one position twice": ("position_twice", member, PostContributions("T1", 5, stakes(1, 2, 1))),
    "two units": ("not_the_unit", member, PostContributions("T1", 5, (Stake(3, Cents(10_00)),))),
    "stakes too high": ("unreasonable_contribution", member, PostContributions("T1", 5, stakes(*range(1, 102)))),
    "older round handed back": ("not_posted", member, ReverseContributions("T1", 3, (1,), "5.12.2")),
    "nothing posted there": ("not_posted", member, ReverseContributions("T2", 4, (1,), "5.12.2")),
    "stranger handed back": ("not_posted", member, ReverseContributions("T1", 4, (1, 3), "5.12.2")),
    "nobody handed back": ("not_posted", member, ReverseContributions("T1", 4, (), "5.12.2")),
    "handed back again": ("reversed_before", reversed_, ReverseContributions("T1", 4, (1, 2), "5.12.2")),
    "stranger wins": ("table_is_no_member", member, claims("T9", 4, "sf")),
    "older round wins": ("not_posted", member, claims("T1", 3, "sf")),
    "nothing posted wins": ("not_posted", member, claims("T2", 4, "sf")),
    "wins again": ("claims_are_open", claimed, claims("T1", 4, "sf")),
    "wins without wager": ("no_stake", member, claims("T1", 4, "sf", "odd", "sf")),
    "wins no share": ("nothing_to_claim", member, claims("T1", 4, "odd", "four")),
    "wins nothing": ("nothing_to_claim", member, claims("T1", 4)),
    "no deal time": ("no_deal_time", multi, claims("T2", 4, "sf", "sf", dealt=[1])),
    "ordered by supervisor": ("post_too_low", multi, OrderClaims(SUPERVISOR, ())),
    "ordered on megalink": ("order_is_entry", claimed, OrderClaims(SHIFT_MANAGER, (ClaimOf("T1", 1),))),
    "order of nobody": ("not_the_open_claims", multi, OrderClaims(SHIFT_MANAGER, ())),
    "order of another": ("not_the_open_claims", multi, OrderClaims(SHIFT_MANAGER, (ClaimOf("T2", 1),))),
    "order of one twice": ("not_the_open_claims", multi, OrderClaims(SHIFT_MANAGER, (ClaimOf("T1", 1),) * 2)),
    "ordered by program": ("not_a_person", member, OrderClaims(PROGRAM_ABOVE, ())),
    "ordered too late": (
        "later_claims_are_paid",
        spent,
        OrderClaims(SHIFT_MANAGER, (ClaimOf("T3", 1), ClaimOf("T2", 1))),
    ),
    "paid out of order": ("paid_out_of_order", spent, PayClaims(SUPERVISOR, "T3", 4)),
    "hand named twice": ("hand_twice", member, EnterClaims("T1", 4, (hand(1, "sf"), hand(1, "sf")))),
    "paid by dealer": ("post_too_low", claimed, PayClaims(DEALER, "T1", 4)),
    "older round paid": ("no_such_claims", claimed, PayClaims(SUPERVISOR, "T1", 3)),
    "nothing won paid": ("no_such_claims", member, PayClaims(SUPERVISOR, "T1", 4)),
    "older round void": ("no_such_claims", claimed, WithdrawClaims("T1", 3, "5.1.1")),
    "corrected by supervisor": ("post_too_low", member, CorrectDisplay(SHIFT_MANAGER, SUPERVISOR, Cents(1), "sign")),
    "corrected alone": ("same_person", member, CorrectDisplay(SHIFT_MANAGER, SUE_AGAIN, Cents(1), "sign")),
    "corrected by one post": ("same_post", member, CorrectDisplay(SHIFT_MANAGER, SIM, Cents(1), "sign")),
    "corrected by program": ("not_a_person", member, CorrectDisplay(SHIFT_MANAGER, PROGRAM, Cents(1), "sign")),
    "corrected silently": ("no_note", member, correction(1, " ")),
    "corrected by nothing": ("no_change", member, correction(0)),
    "corrected below nothing": ("display_out_of_range", member, correction(-5002_01)),
    "corrected above limit": ("display_out_of_range", member, correction(998_01)),
    "corrected far down": ("display_out_of_range", opened, correction(-5000_01)),
    "suspended by manager": ("post_too_low", opened, SuspendLink(PIT_MANAGER, "new sign")),
    "suspended silently": ("no_note", opened, SuspendLink(SHIFT_MANAGER, "")),
    "suspended again": ("link_not_running", suspended, SuspendLink(SHIFT_MANAGER, "once more")),
    "posts while suspended": ("link_not_running", suspended, PostContributions("T1", 5, stakes(1))),
    "fails by manager": ("post_too_low", opened, FailLink(PIT_MANAGER, "dark")),
    "fails again": ("link_has_failed", failed, FailLink(SHIFT_MANAGER, "dark")),
    "checked by manager": ("post_too_low", opened, CheckLink(PIT_MANAGER, "0" * 64, "0" * 64, passed=True)),
    "software not digested": ("not_a_digest", opened, CheckLink(SHIFT_MANAGER, "0" * 63, "0" * 64, passed=True)),
    "parameters not digested": ("not_a_digest", opened, CheckLink(SHIFT_MANAGER, "0" * 64, "x", passed=True)),
    "other parameters checked": (
        "other_parameters",
        opened,
        CheckLink(SHIFT_MANAGER, "0" * 64, "1" * 64, passed=True),
    ),
    "resumed by manager": ("post_too_low", suspended, ResumeLink(PIT_MANAGER, "ready")),
    "resumed while running": ("link_is_running", opened, ResumeLink(SHIFT_MANAGER, "ready")),
    "resumed unchecked": ("self_check_missing", suspended, ResumeLink(SHIFT_MANAGER, "ready")),
    "resumed without passing": ("self_check_missing", failed, ResumeLink(SHIFT_MANAGER, "ready", PIT_MANAGER)),
    "resumed by program": ("not_a_person", suspended, ResumeLink(PROGRAM_ABOVE, "ready")),
    "failure cleared alone": ("second_missing", failed, ResumeLink(SHIFT_MANAGER, "ready")),
    "failure cleared twice": ("same_person", failed, ResumeLink(SHIFT_MANAGER, "ready", SUE_AGAIN)),
    "changed while running": ("link_not_suspended", opened, change()),
    "changed while failed": ("link_not_suspended", failed, change()),
    "changed by supervisor": ("post_too_low", suspended, structs.replace(change(), second=SUPERVISOR)),
    "changed silently": ("no_note", suspended, structs.replace(change(), note="")),
    "changed to no rate": ("rates_out_of_range", suspended, change(increment_rate_bp=-1)),
    "base changed": ("base_is_history", suspended, change(base=Cents(5000_01))),
    "limit under display": ("limit_below_display", suspended, change(limit=Cents(5000_99))),
    "unit changed": ("unit_in_use", suspended, change(unit=Cents(1_00))),
    "nothing changed": ("same_parameters", suspended, change()),
    "retired while running": ("link_not_suspended", opened, RETIRE),
    "reset changed with claims": ("claims_are_open", suspended_with_claim, change(reset=Cents(1_00))),
    "retired with claims": ("claims_are_open", suspended_with_claim, RETIRE),
    "retired with tables": ("tables_are_members", suspended, RETIRE),
    "retired again": ("link_is_retired", retired, RETIRE),
    "received while running": (
        "link_not_suspended",
        opened,
        ReceiveJackpot(SHIFT_MANAGER, PIT_MANAGER, "L2", Held(Fine(1), Fine(1), Fine(1)), "the end of L2"),
    ),
}

# A refusal in words: what was found, what was expected, and the clause in brackets.
REFUSALS = rows("""
deed                    | said
before it is open       | a link that was never opened: expected OpenLink first
opened by a supervisor  | opening a link by pit supervisor Pat: expected a gaming shift manager or above
opened again            | link L1: expected a link that is not open yet
stroke in its name      | link 'a/b': expected letters, digits, dot, hyphen, underscore, single blanks, at most 40
reading unknown         | royal_base = zzz: expected remaining or displayed (R5)
unit of nothing         | unit 0.00: expected more than 0.00
negative base           | base -0.01, reset 1000.00: expected 0.00 or more
negative reset          | base 5000.00, reset -0.01: expected 0.00 or more
negative increment      | increment -0.01 % and hidden 5 %: expected each 0 % or more, together at most 100 %
negative hidden rate    | increment 20 % and hidden -0.01 %: expected each 0 % or more, together at most 100 %
more than all           | increment 20 % and hidden 80.01 %: expected each 0 % or more, together at most 100 %
limit below base        | limit 4999.99: expected at least 5000.00
limit below reset       | limit 0.00: expected at least 1000.00
threshold below unit    | unreasonable contribution 4.99: expected at least 5.00, the unit
magic above all         | Magic Card 100.01 % and Lucky Player 0 % of the rounds: expected each 0 % to 100 % (R96)
lucky below nothing     | Magic Card 0 % and Lucky Player -0.01 % of the rounds: expected each 0 % to 100 % (R96)
admitted by supervisor  | admitting a table by pit supervisor Pat: expected a gaming shift manager or above
admitted again          | table T1: expected a table that is no member yet
table without a name    | table '': expected letters, digits, dot, hyphen, underscore, single blanks, at most 40
unknown game            | game 'mbs-bj': expected mbs-thb, mbs-3cp, mbs-uth, mbs-lir, rws-3cp
other operator          | rws-3cp on a link of mbs: expected one operator's games (R9)
other floor             | meter_floor = reset_value: expected none, as the link has it (R13)
released by dealer      | releasing a table by dealer Dan: expected a gaming shift manager or above
stranger released       | table T9: expected a member of link L1
released with claims    | table T1: expected claims paid first
stranger posts          | table T9, round 1: expected a member of link L1
posts with claims       | table T1, round 5: expected claims of the last round paid first
posts again             | table T1, round 4: expected a round after 4
posts nothing           | table T1, round 5: expected one progressive wager or more
one position twice      | position 1, progressive 5.00: expected each position once
two units               | position 3, progressive 10.00: expected an allowed multiple of 5.00 (3.4.2)
stakes too high         | table T1, round 5: stakes of 505.00: expected at most 500.00
older round handed back | table T1, round 3: expected the round whose contributions were posted last (R14)
nothing posted there    | table T2, round 4: expected the round whose contributions were posted last (R14)
stranger handed back    | table T1, round 4, positions (1, 3): expected positions that contributed (R14)
nobody handed back      | table T1, round 4, positions (): expected positions that contributed (R14)
handed back again       | table T1, round 4, positions [2]: expected each contribution reversed once (R14)
stranger wins           | table T9, round 4: expected a member of link L1
older round wins        | table T1, round 3: expected the round whose contributions were posted last
nothing posted wins     | table T2, round 4: expected the round whose contributions were posted last
wins again              | table T1, round 4: expected one claim set a table and round
wins without wager      | table T1, round 4, position 3: expected a position that contributed
wins no share           | table T1, round 4: expected a hand that wins a share of the jackpot
wins nothing            | table T1, round 4: expected a hand that wins a share of the jackpot
no deal time            | table T2, round 4, positions [2]: expected when each hand was dealt (4.7.2)
ordered by supervisor   | putting winners in order by pit supervisor Pat: expected a gaming shift manager or above
ordered on megalink     | an order of claims on link L1: expected the order in which they were entered (mbs-thb 3.14)
order of nobody         | 0 claims: expected each open claim once: T1 position 1 (4.7.2)
order of another        | 1 claim: expected each open claim once: T1 position 1 (4.7.2)
order of one twice      | 2 claims: expected each open claim once: T1 position 1 (4.7.2)
ordered by program      | putting winners in order by software officer Rob: expected a person (R111)
ordered too late        | 2 claims: expected claims that no paid one came after (4.7.2)
paid out of order       | claims of table T3: expected table T2 position 1, which comes first (4.7.2)
hand named twice        | table T1, round 4, position 1: expected each hand once (R19)
paid by dealer          | paying a jackpot claim by dealer Dan: expected a pit supervisor or above
older round paid        | table T1, round 3: expected claims that are open
nothing won paid        | table T1, round 4: expected claims that are open
older round void        | table T1, round 3: expected claims of the last round
corrected by supervisor | correcting the display by pit supervisor Pat: expected a pit manager or above
corrected alone         | correcting the display by Sue alone: expected a second person (R113)
corrected by one post   | correcting the display by Sue and Sim, both gaming shift manager: expected another post (R113)
corrected by program    | correcting the display by software officer Rob: expected a person (R111)
corrected silently      | correcting without a note: expected what happened, in words
corrected by nothing    | a correction of 0.00: expected an amount up or down
corrected below nothing | display 5002.00 changed by -5002.01: expected 0.00 to 6000.00
corrected above limit   | display 5002.00 changed by 998.01: expected 0.00 to 6000.00
corrected far down      | display 5000.00 changed by -5000.01: expected 0.00 or more
suspended by manager    | suspending a link by pit manager Max: expected a gaming shift manager or above
suspended silently      | suspending without a note: expected what happened, in words
suspended again         | suspending; link L1 is suspended: new sign: expected a link that runs (R112)
posts while suspended   | table T1, round 5; link L1 is suspended: new sign: expected a link that runs (R112)
fails by manager        | failing a link by pit manager Max: expected a gaming shift manager or above
fails again             | link L1: the self-check did not pass: expected a link that has not failed (R112)
checked by manager      | checking a link by pit manager Max: expected a gaming shift manager or above
software not digested   | software '00000000000000000000': expected a SHA-256 digest in hexadecimal
parameters not digested | parameters 'x': expected a SHA-256 digest in hexadecimal
other parameters checked | a self-check of parameters 11111111… of link L1: expected 721a2916…, which it has now
resumed by manager      | resuming a link by pit manager Max: expected a gaming shift manager or above
resumed while running   | link L1: expected a link that is suspended or has failed
resumed unchecked       | link L1, not checked: expected a self-check passed since the last change or failure
resumed without passing | link L1, which did not pass: expected a self-check passed since the last change or failure
resumed by program      | resuming a link by software officer Rob: expected a person (R111)
failure cleared alone   | resuming link L1, which has failed: expected a second person (R112)
failure cleared twice   | resuming a link by Sue alone: expected a second person (R113)
changed while running   | changing parameters; link L1 is running: expected a link that is suspended (R112)
changed while failed    | changing parameters; link L1 is failed: expected a link that is suspended (R112)
changed by supervisor   | changing parameters by pit supervisor Pat: expected a pit manager or above
changed silently        | changing without a note: expected what happened, in words
changed to no rate      | increment -0.01 % and hidden 5 %: expected each 0 % or more, together at most 100 %
base changed            | base 5000.01: expected 5000.00, which the display started with
limit under display     | limit 5000.99: expected at least 5001.00, which is shown, and its fraction of a cent
unit changed            | unit 1.00 with member tables T1: expected 5.00 while there are member tables
nothing changed         | the parameters as they are: expected something that changes
retired while running   | retiring; link L1 is running: expected a link that is suspended (R112)
reset changed with claims | reset value 1.00 on link L1: expected 1000.00 until all claims are paid
retired with claims     | link L1: expected claims paid first
retired with tables     | link L1 with member tables T1: expected a link without member tables (R113)
retired again           | link L1: the end: expected a link that is still in use (R113)
received while running  | receiving a jackpot; link L1 is running: expected a link that is suspended (R112)
""")


@pytest.mark.parametrize("row", REFUSALS, ids=lambda row: row["deed"])
def test_a_refusal_says_what_was_found_what_was_expected_and_by_which_clause(row: dict[str, str]) -> None:
    code, state, command = DEEDS[row["deed"]]
    refused = decide(state(), command)
    assert isinstance(refused, Refused)
    assert (refused.code, str(refused)) == (code, row["said"])
    assert refused.expected
    if refused.clause is not None:
        document = "rws-3cp" if refused.clause == "4.7.2" else "mbs-lir" if refused.clause == "R96" else "mbs-thb"
        assert find(document, refused.clause)
        prove(document, refused.clause.removeprefix("mbs-thb "))


def test_every_deed_is_in_the_table() -> None:
    assert [row["deed"] for row in REFUSALS] == list(DEEDS)


def test_every_code_of_the_package_is_tested() -> None:
    written = set()
    for path in Path(jackpot.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                (code,) = (each.value for each in node.args[:1] if isinstance(each, ast.Constant))
                written.add(code)
    elsewhere = {"other_odds"}  # test_admission.py
    shared = {"post_too_low", "same_person", "same_post"}  # refusals.py
    assert written | shared == {code for code, _, _ in DEEDS.values()} | elsewhere


def test_the_first_broken_sentence_is_the_one_that_is_told() -> None:
    """Who may act comes before what is asked; membership before what is open; what is open before the round."""
    assert Pit().refused(OpenLink(DEALER, "", "mbs", PLAIN)).code == "post_too_low"
    link = claimed()
    told = decide(link, PostContributions("T1", 1, ()))
    assert isinstance(told, Refused)
    assert told.code == "claims_are_open"
    told = decide(link, EnterClaims("T1", 3, ()))
    assert isinstance(told, Refused)
    assert told.code == "not_posted"
