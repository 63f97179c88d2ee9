"""What can have gone wrong and what a ruling would do, over the wire; and who signs where another is signed in."""

import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from pitlink.client import Pit, Rejected
from pitlink.pit.previewing import Consequences
from pitlink.server.roles import Role
from pitlink.server.wrong import GoneWrong, Previewed
from pitlink.table.views import TableView
from tests.server.dealing_by_hand import House, open_for_people, people_at_work
from tests.server.running import PASSWORD, Running
from tests.server.test_playing import TABLES
from tests.server.test_staff import code_of

CARD = re.compile(r'"[2-9TJQKA][cdhs]"')
SVEN = {"name": "Sven", "password": PASSWORD}
FIELDS = ("what", "positions", "player", "places", "wager")
FIRST_OF_DEALER = {"where": "dealer", "position": 0, "nth": 1}
# What is reported at each game after the deal, the ruling, and by whom.
CASES: dict[str, tuple[dict[str, Any], str, Role]] = {
    "THB 1": ({"what": "foreign_card"}, "void", "pit_supervisor"),
    "3CP 1": ({"what": "exposed_cards", "places": [FIRST_OF_DEALER]}, "continue", "dealer"),
    "UTH 1": ({"what": "wrong_player_count", "positions": [1]}, "remove_and_ask", "pit_supervisor"),
    "LIR 1": ({"what": "something_else", "words": "a drink on the cards"}, "return", "gaming_shift_manager"),
    "M3P 1": ({"what": "misdeal", "seen": True}, "ask", "pit_supervisor"),
}


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("log") / "requests.log"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, log: Path) -> Iterator[Running]:
    made = open_for_people(tmp_path_factory.mktemp("pit"), "--log", str(log))
    yield made
    made.stop()


@pytest.fixture(scope="module")
def house(running: Running) -> Iterator[House]:
    with people_at_work(running) as at_work:
        yield at_work


@pytest.fixture
def dealt(house: House, request: pytest.FixtureRequest) -> str:
    """A table at which the first decision is due."""
    table: str = getattr(request, "param", "UTH 1")
    house.deal(table)
    return table


def test_what_can_be_reported_is_told_with_clause_facts_and_who_rules(
    house: House, dealt: str, running: Running
) -> None:
    began = time.monotonic()
    told = house.dealer.reportable(dealt)
    assert time.monotonic() - began < 1.0
    assert told.version == house.dealer.table(dealt).version
    assert told.report is None
    by_what = {each.what: each for each in told.reportable}
    count = by_what["wrong_player_count"]
    assert (count.words, count.clause) == ("A wrong number of cards in a player's hand", "5.7")
    (asked,) = count.asks
    assert [choice.positions for choice in asked.choices] == [(1,), (2,)]
    assert {(each.effect, each.who, each.may) for each in count.rulings} == {
        ("remove", "pit supervisor", False),
        ("remove_and_ask", "pit supervisor", False),
        ("reconstruct", "pit supervisor", False),
    }
    supervisor = {each.what: each for each in house.supervisor.reportable(dealt).reportable}
    assert all(each.may for each in supervisor["wrong_player_count"].rulings)
    assert not any(each.may for each in supervisor["hand_not_secret"].rulings)  # 5.9 is the shift manager's
    with running.guest("Nora") as nora:
        assert nora.reportable(dealt).reportable == ()  # who is not at the table reports nothing
        nora.do(dealt, "Join")
        assert {each.what for each in nora.reportable(dealt).reportable} >= {"foreign_card", "misdeal"}


@pytest.mark.parametrize("who", ["dealer", "player"])
def test_everything_that_is_listed_can_be_previewed_with_its_facts(house: House, dealt: str, who: str) -> None:
    """By the first answer to every question; and no card that lies face down is told with it."""
    dealer = house.dealer if who == "dealer" else house.players[dealt][0]
    version, told = dealer.table(dealt).version, dealer.reportable(dealt)
    for each in told.reportable:
        fields: dict[str, Any] = {} if each.what is None else {"what": each.what}
        for asked in each.asks:
            if not asked.needed:
                continue
            if asked.fact in ("round", "amount", "words"):
                fields[asked.fact] = {"round": 1, "amount": 100, "words": "a glass fell"}[asked.fact]
            else:
                said = msgspec.to_builtins(asked.choices[0])
                fields |= {name: said[name] for name in FIELDS if name in said}
        if each.what == "cards_drawn_together":  # which left the deck one after another
            fields["places"] = [{"where": "position", "position": 1, "nth": nth} for nth in (1, 2)]
        found = dealer.preview(dealt, "Report", **fields)
        assert found.clause
        assert all(ruling.foretold and ruling.would for ruling in found.rulings), each.what
        assert bool(found.rulings) == (each.what is not None)
        assert not CARD.search(msgspec.json.encode(found).decode())
    assert not CARD.search(msgspec.json.encode(told).decode())
    assert dealer.table(dealt).version == version  # nothing was done


@pytest.mark.parametrize("dealt", TABLES, indirect=True)
def test_a_preview_is_what_then_happens(house: House, dealt: str) -> None:
    """Round, wagers, chips and display, at a game of each document."""
    fields, effect, post = CASES[dealt]
    dealer, ruler = house.dealer, house.staff[post]
    before = dealer.table(dealt)
    foreseen = ruling_of(dealer.preview(dealt, "Report", **fields), effect)
    dealer.do(dealt, "Report", **fields)
    lies = ruler.reportable(dealt).report
    assert lies is not None
    named = next(each for each in lies.rulings if each.effect == effect)
    assert (named.would, named.may) == (foreseen, True)
    positions: dict[str, Any] = {"positions": [1, 2]} if effect == "return" else {}
    assert ruler.preview(dealt, "Rule", effect=effect, **positions).would == foreseen
    ruler.do(dealt, "Rule", effect=effect, **positions)
    check_happened(before, foreseen, dealer.table(dealt), ruler.reportable(dealt))
    assert not CARD.search(msgspec.json.encode(lies).decode())


def ruling_of(previewed: Previewed, effect: str) -> Consequences:
    (found,) = [each.would for each in previewed.rulings if each.effect == effect]
    assert found is not None
    return found


def check_happened(before: TableView, foreseen: Consequences, after: TableView, told: GoneWrong) -> None:
    assert (after.void is not None) == (foreseen.round == "is void")
    assert (after.question is not None) == (foreseen.round == "waits for answers")
    assert bool(told.answers) == (foreseen.round == "waits for answers")
    released = {
        who: stack.available - before.players[who].available
        for who, stack in after.players.items()
        if who in before.players and stack.available != before.players[who].available
    }
    assert released == dict(foreseen.released)
    lying = {(each.position, wager.wager): wager.amount for each in before.positions for wager in each.wagers}
    assert {(each.position, each.wager): each.amount for each in foreseen.wagers} == lying
    out = {each.position for each in after.positions if each.invalid}
    if not after.void:
        assert {each.position for each in foreseen.wagers if each.fate == "goes back"} == out
    assert before.sign is not None
    assert after.sign is not None
    assert foreseen.display == (before.sign.display, after.sign.display)
    assert told.ruled[-1].words


def test_what_stays_for_later_rounds_is_told_to_staff_with_who_may_change_it(house: House, dealt: str) -> None:
    dealer, greta, (ann, bob) = house.dealer, house.shift_manager, house.players[dealt]
    assert dealer.reportable(dealt).later == ()
    dealer.do(dealt, "Report", what="jackpot_failure")
    greta.do(dealt, "Rule", effect="void")
    told = dealer.reportable(dealt).later
    assert [(each.command, each.later, each.who, each.may) for each in told] == [
        ("DecideLaterRounds", later, "gaming shift manager", False)
        for later in ("close_table", "block_positions", "no_jackpot", "restored")
    ]
    assert {each.about for each in told} == {"The Progressive Jackpot is not working"}
    assert all(each.clause for each in told)
    assert [len(each.asks) for each in told] == [0, 1, 0, 0]
    assert all(each.may for each in greta.reportable(dealt).later)
    assert ann.reportable(dealt).later == ()
    for later in ("no_jackpot", "restored"):
        signed = {"name": "Greta", "password": PASSWORD}
        dealer.do(dealt, "DecideLaterRounds", later=later, signed=signed)
    assert dealer.reportable(dealt).later == ()
    house.deal(dealt)
    dealer.do(dealt, "Report", what="hand_not_secret", player=bob.name)
    greta.do(dealt, "Rule", effect="bar")
    (bar,) = dealer.reportable(dealt).later
    assert (bar.command, bar.player, bar.may) == ("LiftBar", bob.name, False)
    assert (bar.about, bar.words) == (f"{bob.name} may not play on", f"{bob.name} may play again")
    greta.do(dealt, "LiftBar", player=bob.name)
    assert greta.reportable(dealt).later == ()


def test_previews_refuse_in_the_words_of_the_command(house: House, dealt: str) -> None:
    dealer = house.dealer
    refusals: tuple[tuple[str, dict[str, Any], int, str], ...] = (
        ("Report", {"what": "wrong_player_count"}, 409, "fact_missing"),
        ("Report", {"what": "wrong_player_count", "positions": [9]}, 409, "no_hand_there"),
        ("Report", {"what": "nothing"}, 400, "not_a_command"),
        ("Report", {"what": "burn_forgotten"}, 409, "not_here"),
        ("Rule", {"effect": "void"}, 409, "no_report"),
        ("DismissReport", {}, 409, "no_report"),
        ("CallBets", {}, 400, "not_a_command"),
        ("Report", {"what": "misdeal", "why": "?"}, 400, "not_a_command"),
    )
    for command, fields, status, code in refusals:
        told = []
        for ask in (dealer.preview, dealer.do):
            if (command, ask) == ("CallBets", dealer.do):
                continue  # which is a command, but no preview
            with pytest.raises(Rejected) as refused:
                ask(dealt, command, **fields)
            assert code_of(refused) == (status, code), command
            told.append((refused.value.problem.found, refused.value.problem.clause))
        assert len(set(told)) == 1
    for fields in ({"as": "player"}, {"as": 1}):
        with pytest.raises(Rejected) as refused:
            dealer.preview(dealt, "Report", what="misdeal", **fields)
        assert code_of(refused) == (400, "not_a_command")
        assert refused.value.problem.found == "as"


def test_who_may_not_rule_is_told_who_may_and_sees_what_it_would_do(house: House, dealt: str) -> None:
    dealer = house.dealer
    dealer.do(dealt, "Report", what="foreign_card")
    lies = dealer.reportable(dealt).report
    assert lies is not None
    ((void),) = lies.rulings
    assert (void.effect, void.may, void.who, void.clause) == ("void", False, "pit supervisor", "5.1.1")
    assert ("Round", "The round is void.") in [(line.about, line.words) for line in void.foretold]
    assert lies.dismissing is not None
    assert (lies.dismissing.who, lies.dismissing.may) == ("pit supervisor", False)
    for ask in (dealer.preview, dealer.do):
        with pytest.raises(Rejected) as refused:
            ask(dealt, "Rule", effect="void")
        assert code_of(refused) == (409, "post_too_low")
    assert dealer.preview(dealt, "Rule", effect="void", **{"as": "pit_supervisor"}).would == void.would


def test_where_the_count_is_in_doubt_it_is_said_who_counts(house: House, dealt: str) -> None:
    dealer, supervisor = house.dealer, house.supervisor
    dealer.do(dealt, "Report", what="doubtful_count")
    lies = dealer.reportable(dealt).report
    assert lies is not None
    assert lies.counting is not None
    assert (lies.counting.by, lies.counting.may) == ("dealer", True)
    told = "Where the count is over or under, the round is void"
    assert [(each.words, each.now) for each in lies.rulings] == [(told, False)]
    dealer.do(dealt, "CountCards", cards=3)
    lies = dealer.reportable(dealt).report
    assert lies is not None
    assert lies.counting is not None
    assert (lies.counting.by, lies.counting.may, lies.dismissing) == ("pit_supervisor", False, None)
    assert [each.now for each in lies.rulings] == [True]
    supervisor.do(dealt, "Rule", effect="void")
    assert dealer.table(dealt).void == "5.8"


def test_tables_that_wait_for_a_ruling_are_counted(house: House, dealt: str, running: Running) -> None:
    def counted() -> str:
        return next(line for line in httpx.get(f"{running.address}/metrics").text.splitlines() if line.startswith(name))

    name = "pitlink_reports_open"
    for each in TABLES:
        house.finish(each)
    house.deal(dealt)
    assert counted() == f"{name} 0.0"
    house.dealer.do(dealt, "Report", what="foreign_card")
    assert counted() == f"{name} 1.0"
    house.supervisor.do(dealt, "DismissReport")
    assert counted() == f"{name} 0.0"


# Signed where another is signed in


def test_a_supervisor_signs_where_the_dealer_is_signed_in(house: House, dealt: str, log: Path) -> None:
    dealer = house.dealer
    dealer.do(dealt, "Report", what="foreign_card")
    first = dealer.do(dealt, "Rule", id="signed once", effect="void", signed=SVEN)
    assert dealer.do(dealt, "Rule", id="signed once", effect="void", signed=SVEN) == first
    seen = dealer.table(dealt)
    assert seen.void == "5.1.1"
    (ruling,) = seen.rulings
    assert (ruling.by, ruling.post) == ("Sven", "pit_supervisor")
    lines = [msgspec.json.decode(line) for line in log.read_bytes().splitlines()]
    through = [line for line in lines if line.get("command") == "signed once"]
    assert [(line["person"], line["signed"], line["status"]) for line in through] == [("Dana", "Sven", 200)] * 2
    assert PASSWORD not in log.read_text()
    with pytest.raises(Rejected) as refused:  # an id is one person's
        dealer.do(dealt, "Rule", id="signed once", effect="void")
    assert code_of(refused) == (409, "command_id_used")


def test_a_signature_that_is_not_good_changes_nothing(house: House, dealt: str, running: Running) -> None:
    dealer = house.dealer
    dealer.do(dealt, "Report", what="hand_not_secret", player=house.players[dealt][0].name)
    house.staff["administrator"].make_account("Pia", PASSWORD, "player")
    version = dealer.table(dealt).version
    for signed, code in (
        ({"name": "Sven", "password": "a wrong password"}, (401, "wrong_name_or_password")),
        ({"name": "nobody", "password": PASSWORD}, (401, "wrong_name_or_password")),
        ({"name": "Pia", "password": PASSWORD}, (401, "wrong_name_or_password")),
        ({"name": "Eve", "password": PASSWORD}, (401, "wrong_name_or_password")),
        ({"name": "Olga", "password": PASSWORD}, (401, "wrong_name_or_password")),
        (SVEN, (409, "post_too_low")),  # 5.9 is for a gaming shift manager
        ("Sven", (400, "not_a_command")),
        ({"name": "Sven"}, (400, "not_a_command")),
        ({**SVEN, "role": "pit_manager"}, (400, "not_a_command")),
    ):
        with pytest.raises(Rejected) as refused:
            dealer.do(dealt, "Rule", effect="bar", signed=signed)
        assert code_of(refused) == code, signed
    assert dealer.table(dealt).version == version
    for name in ("commands", "previews"):
        path = f"{running.address}/api/tables/{dealt}/{name}"
        body = {"id": "x", "command": "Rule", "effect": "bar", "signed": SVEN}
        assert httpx.post(path, json=body).status_code == 401  # who is nobody has no screen to sign at


def test_passwords_are_not_tried_at_a_table_oftener_than_at_the_entrance(
    house: House, dealt: str, running: Running
) -> None:
    house.staff["administrator"].make_account("Quentin", PASSWORD, "pit_supervisor")
    codes = []
    for _ in range(11):
        with pytest.raises(Rejected) as refused:
            house.dealer.do(dealt, "Rule", effect="void", signed={"name": "Quentin", "password": "a guess"})
        codes.append(code_of(refused))
    assert codes[0] == (401, "wrong_name_or_password")
    assert codes[-1] == (429, "too_many_tries")
    with Pit(running.address) as quentin, pytest.raises(Rejected) as refused:
        quentin.sign_in("Quentin", PASSWORD)
    assert code_of(refused) == (429, "too_many_tries")


def test_a_report_is_on_the_supervisors_feed_at_once(house: House, dealt: str) -> None:
    feed = house.supervisor.follow(dealt)
    assert next(feed).view is not None
    timer = threading.Timer(0.2, lambda: house.dealer.do(dealt, "Report", what="foreign_card"))
    timer.start()
    message = next(each for each in feed if each.view and each.view.report)
    assert "Rule" in {option.command for option in message.options or ()}
    timer.join()
