"""Dealers over the wire: each acts at the table that a supervisor has assigned, and nowhere else."""

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from pitlink.client import Pit, Rejected
from pitlink.server.commands import DEALING, TABLE_COMMANDS
from pitlink.server.roles import Role
from tests.server.dealing_by_hand import open_for_people
from tests.server.running import PASSWORD, Running, signed_in
from tests.server.test_playing import act
from tests.server.test_staff import code_of

STAFF: dict[Role, str] = {"dealer": "Dana", "pit_supervisor": "Sven", "gaming_shift_manager": "Greta"}
OWN = {"Dana": "M3P 1", "Dirk": "3CP 1"}
SOFTWARE = "LIR 1"
PLAYER = "Zoe"

# Everything that staff may ask at a table, as a dealer would ask it; Zoe sits at position 1.
ASKED: dict[str, dict[str, Any]] = {
    "Join": {"player": "Walt"},
    "BuyIn": {"player": PLAYER, "amount": 100_00},
    "CashOut": {"player": PLAYER, "amount": 50_00},
    "Stand": {"player": PLAYER, "position": 1},
    "Sit": {"player": PLAYER, "position": 1},
    "CallBets": {},
    "PlaceWager": {"player": PLAYER, "position": 1, "wager": "ante", "amount": 25_00},
    "RaiseWager": {"player": PLAYER, "position": 1, "wager": "ante", "amount": 5_00},
    "TakeBackWager": {"player": PLAYER, "position": 1, "wager": "ante"},
    "RecordWager": {"player": PLAYER, "position": 1, "wager": "ante", "amount": 25_00},
    "CloseBets": {},
    "DealCard": {},
    "HandleCards": {"position": 1},
    "Look": {"position": 1},
    "Decide": {"position": 1, "choice": "fold"},
    "RecordDecision": {"position": 1, "choice": "fold"},
    "TakeSilence": {"position": 1},
    "AskForTime": {"position": 1},
    "FindAbsent": {"position": 1},
    "Expose": {},
    "ShowHand": {"position": 1},
    "DeclineToShow": {"position": 1},
    "NotifyJackpotHand": {"position": 1},
    "AnswerOption": {"position": 1, "answer": "continue"},
    "CountCards": {"cards": 52},
    "Settle": {},
    "OpenDeck": {},
    "Leave": {"player": "Walt"},
    # What is not a dealer's anyway.
    "AssignDealer": {"dealer": "Dirk"},
    "CloseTable": {},
    "Fill": {"amount": 100_00, "slip": "F-1", "dealer": "Dirk"},
    "Credit": {"amount": 100_00, "slip": "C-1", "dealer": "Dirk"},
    "CountRack": {"counted": 0},
    "RestrictPlayer": {"player": PLAYER},
    "LiftRestriction": {"player": PLAYER},
    "CloseStay": {"player": PLAYER},
    "CorrectWager": {"player": PLAYER, "position": 1, "wager": "ante", "amount": 20_00},
    "CorrectCard": {"place": {"where": "position", "nth": 1, "position": 1}, "card": "As"},
    "VerifyClaims": {"cards": 52, "surveillance": "camera 4"},
    "ApproveClaims": {},
    "RejectClaims": {"positions": [1], "words": "no such hand"},
    "PayAwards": {},
    "DismissReport": {},
    "Rule": {"effect": "void"},
    "DecideLaterRounds": {"later": "no_jackpot"},
    "LiftBar": {"player": PLAYER},
}
TAKEN = (
    *("Join", "BuyIn", "CashOut", "Stand", "Sit", "CallBets", "PlaceWager", "RaiseWager", "TakeBackWager"),
    *("RecordWager", "CloseBets", "DealCard", "Leave"),
)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = open_for_people(Path(tmp_path_factory.mktemp("own")))
    yield made
    made.stop()


@pytest.fixture(scope="module")
def people(running: Running) -> Iterator[dict[str, Pit]]:
    """By name: two dealers with a table each, a supervisor, and a player at all of them."""
    with signed_in(running, STAFF) as signed, ExitStack() as open_:
        signed["administrator"].make_account("Dirk", PASSWORD, "dealer")
        dirk, zoe = open_.enter_context(Pit(running.address)), open_.enter_context(running.guest(PLAYER))
        dirk.sign_in("Dirk", PASSWORD)
        found = {"Dana": signed["dealer"], "Dirk": dirk, PLAYER: zoe}
        found |= {"Sven": signed["pit_supervisor"], "Greta": signed["gaming_shift_manager"]}
        for name, table in (*OWN.items(), (PLAYER, SOFTWARE)):
            if name != PLAYER:
                found["Sven"].do(table, "AssignDealer", dealer=name)
            zoe.do(table, "Join")
            found[name].do(table, "BuyIn", player=PLAYER, amount=1_000_00)
            zoe.do(table, "Sit", position=1)
        next(each for each in zoe.follow(SOFTWARE) if each.view and each.view.step and each.view.step.step == "close")
        yield found


def test_all_that_can_be_asked_is_asked_here() -> None:
    assert {*ASKED, "Report", "OpenTable"} == set(TABLE_COMMANDS)


@pytest.mark.parametrize("command", ASKED)
@pytest.mark.parametrize("name", OWN)
def test_a_dealer_who_is_not_assigned_does_nothing_at_a_table(people: dict[str, Pit], name: str, command: str) -> None:
    dealer, other = people[name], next(each for each in OWN if each != name)
    for table, deals in ((SOFTWARE, "software"), (OWN[other], other)):
        before = dealer.table(table).version
        with pytest.raises(Rejected) as refused:
            dealer.do(table, command, **ASKED[command])
        problem = refused.value.problem
        if table == SOFTWARE and issubclass(TABLE_COMMANDS[command], DEALING):
            assert code_of(refused) == (409, "software_deals")
        else:
            assert code_of(refused) == (409, "not_the_dealer_here")
            assert problem.found == f"{command} by dealer {name} at table {table}, where {deals} deals"
            assert problem.expected == "the dealer assigned there, or a pit supervisor or above"
        assert dealer.table(table).version == before


@pytest.mark.parametrize("name", OWN)
def test_a_dealer_does_at_the_own_table_what_a_dealer_may(people: dict[str, Pit], name: str) -> None:
    dealer, table = people[name], OWN[name]
    for command in TAKEN:
        dealer.do(table, command, **ASKED[command])
    for command in (each for each in ASKED if each not in TAKEN):  # out of turn, or not a dealer's
        with pytest.raises(Rejected) as refused:
            dealer.do(table, command, **ASKED[command])
        assert code_of(refused)[1] not in ("software_deals", "not_the_dealer_here"), command


def test_posts_above_act_wherever_they_stand_and_sign_where_another_stands(people: dict[str, Pit]) -> None:
    sven, table = people["Sven"], OWN["Dana"]
    sven.do(table, "BuyIn", player=PLAYER, amount=10_00)
    sven.do(SOFTWARE, "CashOut", player=PLAYER, amount=10_00)
    signed = {"name": "Sven", "password": PASSWORD}
    people["Dirk"].do(table, "BuyIn", player=PLAYER, amount=10_00, signed=signed)
    signed = {"name": "Dirk", "password": PASSWORD}
    with pytest.raises(Rejected) as refused:
        sven.do(table, "BuyIn", player=PLAYER, amount=10_00, signed=signed)
    assert code_of(refused) == (409, "not_the_dealer_here")


def test_a_dealer_elsewhere_is_offered_a_report_and_nothing_else(people: dict[str, Pit]) -> None:
    dirk, dana, table = people["Dirk"], people["Dana"], OWN["Dana"]
    for each in (table, SOFTWARE):
        assert dirk.options(each) == ()
        assert {option.command for option in dirk.options(each, reporting=True)} <= {"Report"}
        message = next(iter(dirk.follow(each)))
        assert message.options == ()
        assert message.next is not None
        assert (message.next.command, message.next.ways) == (None, ())
    assert "Report" in {option.command for option in dirk.options(table, reporting=True)}
    assert {"BuyIn", "CloseTable"} & {option.command for option in dana.options(table)} == {"BuyIn"}
    step = next(iter(dirk.follow(table))).next
    assert step is not None
    assert (step.words, step.waits_for) == ("Deal position 1, second card", "Dana, who deals here")
    step = next(iter(dana.follow(table))).next
    assert step is not None
    assert step.command == "DealCard"
    dirk.do(table, "Report", what="something_else", words="seen from the next table")
    lying = dirk.reportable(table)
    assert lying.report is not None
    assert lying.report.by == "Dirk"
    assert not any(each.may for each in lying.report.rulings)
    assert lying.answers == ()
    with pytest.raises(Rejected) as refused:
        dirk.preview(table, "Rule", effect="void")
    assert code_of(refused) == (409, "not_the_dealer_here")
    assert dirk.preview(table, "DismissReport", **{"as": "gaming_shift_manager"}).would is not None
    people["Greta"].do(table, "DismissReport")


def test_beside_the_software_dealer_nobody_is_offered_to_deal(people: dict[str, Pit]) -> None:
    sven, zoe = people["Sven"], people[PLAYER]
    feed = sven.follow(SOFTWARE)
    first = next(feed)
    for _ in range(6):
        act(zoe, SOFTWARE, 1, zoe.options(SOFTWARE))
    for message in chain((first,), feed):
        offered = {option.command for option in message.options or ()}
        assert message.view is None or "AssignDealer" in offered
        assert not offered & {each.__name__ for each in DEALING}
        if message.next is not None and message.next.words == "Announce: No more bets":
            assert (message.next.command, message.next.waits_for) == (None, "the software dealer")
            break
