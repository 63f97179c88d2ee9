"""`pitlink play`: a person at the terminal, driven through standard input and through a real terminal."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.processes import GAME_NAMES, MOST, PITLINK, is_refused, pitlink, started
from tests.proving import row_id, rows

THANKS = "\nThank you for playing.\n"


def play(game: str, *answers: str, seats: int = 2, seed: int = 4) -> str:
    """What the terminal has shown when these answers were given and the input ended; it must end politely."""
    given = "".join(f"{answer}\n" for answer in answers)
    done = pitlink("play", game, "--seats", str(seats), "--seed", str(seed), given=given)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def plain(text: str) -> str:
    return " ".join(text.split())


# Whole rounds


@pytest.mark.parametrize("game", GAME_NAMES)
def test_whole_rounds_are_played_by_pressing_enter_only(game: str) -> None:
    shown = play(game, *[""] * 40, seats=3)
    assert shown.count("“Place your bets, please”") >= 5
    assert shown.count(" on this round.") >= 5
    assert shown.endswith(THANKS)
    assert "Bot 2" in shown
    assert "Bot 3" in shown


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_greatest_and_the_smallest_table_are_played(game: str) -> None:
    for seats in (1, MOST[game]):
        shown = play(game, *[""] * 12, seats=seats)
        assert " on this round." in shown
        assert (f"Bot {seats}" in shown) == (seats > 1)


def test_the_same_seed_deals_the_same_cards() -> None:
    assert play("mbs-uth", *[""] * 12, seed=9) == play("mbs-uth", *[""] * 12, seed=9)
    assert play("mbs-uth", *[""] * 12, seed=9) != play("mbs-uth", *[""] * 12, seed=10)


def test_the_money_told_is_the_money_won() -> None:
    """What one has at the next call is what one had, and what the round brought."""
    shown = play("mbs-lir", *[""] * 40, seats=3)
    has = [int(each.replace(",", "")) for each in re.findall(r"You have \$([\d,]+)\.00\.", shown)]
    nets = re.findall(r"You are (up|down) \$([\d,]+)\.00 on this round", shown)
    won = [int(amount.replace(",", "")) * (1 if way == "up" else -1) for way, amount in nets]
    assert len(won) >= 5
    assert has == [1_000 + sum(won[:nth]) for nth in range(len(won) + 1)][: len(has)]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("bridge",), "pitlink play: no game 'bridge'; one of mbs-thb, mbs-3cp, mbs-uth, mbs-lir, rws-3cp"),
        (("mbs-thb", "--seats", "7"), "pitlink play: 7 seats at a table of mbs-thb; 1 to 6"),
        (("mbs-lir", "--seats", "0"), "pitlink play: 0 seats at a table of mbs-lir; 1 to 7"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: tuple[str, ...], told: str) -> None:
    done = pitlink("play", *arguments)
    is_refused(done, told)
    assert done.stdout == ""


# Wagers

AMOUNTS = rows("""
typed  | told
abc    | 'abc' is no amount; say 25 or 12.50.
-25    | '-25' is no amount; say 25 or 12.50.
12.505 | '12.505' is no amount; say 25 or 12.50.
1e2    | '1e2' is no amount; say 25 or 12.50.
$      | '$' is no amount; say 25 or 12.50.
25 50  | '25 50' is no amount; say 25 or 12.50.
9.99   | $9.99 cannot be placed: $10.00 to $500.00.
500.01 | $500.01 cannot be placed: $10.00 to $500.00.
999999 | $999,999.00 cannot be placed: $10.00 to $500.00.
""")


def test_an_amount_typed_wrong_is_explained_and_asked_again() -> None:
    shown = play("mbs-uth", *(row["typed"] for row in AMOUNTS), "25")
    asked = shown.split("ante, blind each, $10.00 to $500.00, 0 for none [$10.00] (3.4) > ")[1:]
    assert len(asked) == len(AMOUNTS) + 1
    assert [answer.strip() for answer in asked[:-1]] == [row["told"] for row in AMOUNTS]
    assert asked[-1].startswith("trips, $10.00 to $500.00, 0 for none [none] (3.5) > ")


@pytest.mark.parametrize("typed", ["25", "25.00", "$25", "$25.00", " 25 "])
def test_an_amount_may_be_written_as_one_likes(typed: str) -> None:
    """Ante and Blind must be equal, so one answer places both."""
    shown = plain(play("mbs-uth", typed, "", "", "", "", "f", seats=1))
    assert "ante lose -$25.00 3.9.6.1 blind lose -$25.00 3.9.6.1 You are down $50.00 on this round." in shown


def test_a_progressive_wager_is_whole_units() -> None:
    shown = play("mbs-uth", "", "", "7.50", "30", "10")
    assert "$7.50 cannot be placed: $5.00 to $25.00." in shown
    assert "$30.00 cannot be placed: $5.00 to $25.00." in shown
    assert "You hold" in shown


@pytest.mark.parametrize("none", ["0", "none", "no"])
def test_who_bets_nothing_alone_ends_the_game(none: str) -> None:
    shown = play("mbs-uth", none, none, seats=1)
    assert shown.endswith("Nobody bets; the table waits no longer.\n")


def test_who_bets_nothing_watches_the_others_play() -> None:
    shown = play("mbs-uth", "0", "0", seats=3)
    first = shown[: shown.index(" on this round.")]
    assert "Bot 2" in first
    assert "[check]" not in first
    assert "[fold]" not in first


@pytest.mark.parametrize("game", ["mbs-uth", "mbs-lir"])
def test_wagers_that_must_be_equal_are_asked_about_once(game: str) -> None:
    assert "Nobody bets" in play(game, "0", seats=1)


def test_no_more_is_offered_than_ones_chips_can_place() -> None:
    shown = play("mbs-lir", "400", "", "", "", seats=1)
    assert "Nobody bets" not in shown
    assert "$10.00 to $333.33" in shown


def test_who_has_not_bet_holds_nothing_and_is_not_up() -> None:
    shown = play("mbs-uth", "0", "0", seats=3)
    assert not re.search(r"You hold *$", shown, re.MULTILINE)
    assert "You are up $0.00" not in shown


# Decisions


def test_a_decision_may_be_abbreviated() -> None:
    shown = play("mbs-lir", "", "", "w", "wi", seats=1)
    assert re.search(r"^  1 +returned +\$0\.00  3\.10$", shown, re.MULTILINE)
    assert re.search(r"^  2 +returned +\$0\.00  3\.14$", shown, re.MULTILINE)
    assert re.search(r"^  play +\S+ +\S*\d\.00 ", play("mbs-3cp", "", "", "", "p", "", seats=1), re.MULTILINE)


DECISIONS = rows("""
game    | bets | typed | told
mbs-thb | 3    | raise | Say one of fold, flop.
mbs-thb | 3    | f     | Say one of fold, flop.
mbs-3cp | 3    | check | Say one of fold, play.
mbs-uth | 3    | play  | Say one of check, play 3x, play 4x.
mbs-uth | 3    | fold  | Say one of check, play 3x, play 4x.
mbs-lir | 2    | let   | Say one of ride, withdraw.
rws-3cp | 3    | 10    | Say one of fold, play.
""")


@pytest.mark.parametrize("row", DECISIONS, ids=row_id)
def test_an_unknown_decision_is_asked_again(row: dict[str, str]) -> None:
    shown = play(row["game"], *[""] * int(row["bets"]), row["typed"], seats=1)
    before, told, after = shown.partition(row["told"])
    assert told
    prompt = before.splitlines()[-1]
    assert prompt.strip() == after.splitlines()[1].strip()  # the same question again
    assert after.endswith(THANKS)


def test_a_hand_may_be_declined() -> None:
    """After the dealer's hand lies open, by mbs-uth 3.10.1."""
    shown = play("mbs-uth", "", "", "", "play 4x", "perhaps", "d", seats=1, seed=4)
    assert "show / decline [show] (3.10.1) > Say show or decline." in shown
    assert " on this round." in shown


# Words that are good at any time


def test_why_explains_a_line_of_the_last_round_and_a_clause() -> None:
    shown = play("mbs-uth", "", "", "", "", "", "f", "why ante", "why 3.4", "why nonsense", "why R70", "why", seats=1)
    answers = [plain(each) for each in shown.split("next round [Enter] (3.1) > ")[1:]]
    assert answers[0].startswith("3.9.6.1 Last decision, fold: Ante and Blind are lost")
    assert " · " in answers[0]
    assert answers[1].startswith("3.4 To join a round a player must stake both an Ante and a Blind")
    assert answers[2].startswith("mbs-uth has no clause nonsense.")
    assert answers[3].startswith("R70 Reading: Ante when the dealer has no pair and the higher hand; here push.")
    assert answers[4].startswith("3.1 ")  # the clause of the question asked


@pytest.mark.parametrize("game", GAME_NAMES)
def test_why_is_answered_for_every_line_of_the_last_round(game: str) -> None:
    bets = ["", "5"] if game == "mbs-lir" else ["", "10", "5"]
    decided = {"mbs-thb": ["flop", "turn", "river"], "mbs-uth": ["play 4x"], "mbs-lir": ["", ""]}.get(game, ["play"])
    answers = [*bets, *decided, ""]
    shown = play(game, *answers, seats=1)
    told = shown[shown.index("\nYou ") : shown.index(" on this round.")]
    lines = re.findall(r"^  (\S+(?: \S+)?) +(?:win|lose|push|returned) ", told, re.MULTILINE)
    assert len(lines) >= 4
    asked = [f"why {line.replace(' ', '_')}" for line in lines]
    again = play(game, *answers, *asked, seats=1)
    assert "no clause" not in again
    assert again.count(" · ") >= len(lines)


def test_why_takes_a_wager_as_the_terminal_writes_it() -> None:
    assert "no clause" not in play("mbs-3cp", "", "10", "", "f", "", "why pair plus", seats=1)


def test_why_before_any_round_says_that_there_was_none() -> None:
    assert "no clause ante" not in play("mbs-uth", "why ante")


@pytest.mark.parametrize("word", ["help", "?"])
def test_help_tells_the_other_words(word: str) -> None:
    shown = plain(play("mbs-uth", word))
    told = "why ante (or 3.10.2) explains a line or a clause, wrong reports what went wrong, log FILE saves the game"
    assert shown.count(told) == 2


@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_saved_game_is_a_log_that_replays(game: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    shown = play(game, *[""] * 14, f"log {file}", seats=3)
    assert f"events in {file}, up to the last round that is over; pitlink replay {file} tells them." in shown
    done = pitlink("replay", file)
    assert (done.returncode, done.stderr) == (0, "")
    assert "You: " in done.stdout
    exported = pitlink("replay", file, "--round-file", "1")
    assert pitlink("settle", given=exported.stdout).returncode == 0


def test_a_log_saved_in_the_middle_of_a_round_tells_no_hidden_card(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    play("mbs-uth", "", "", "", f"log {file}", seats=3)
    assert b"card_dealt" not in file.read_bytes()
    assert pitlink("replay", file).returncode == 0


@pytest.mark.parametrize("typed", ["CHECK", "Check", "4x", "PLAY 4X"])
def test_a_decision_is_understood_however_it_is_written(typed: str) -> None:
    assert "Say one of" not in play("mbs-uth", "", "", "", typed, seats=1)


@pytest.mark.parametrize(
    ("where", "why"), [("nowhere/game.jsonl", "No such file or directory"), (".", "Is a directory")]
)
def test_a_game_that_cannot_be_saved_goes_on(where: str, why: str, tmp_path: Path) -> None:
    shown = play("mbs-uth", f"log {tmp_path / where}", "", "", "")
    assert f"{why}; nothing was written." in plain(shown)
    assert "You hold" in shown


def test_a_game_is_not_saved_over_something_else(tmp_path: Path) -> None:
    books = tmp_path / "books.db"
    books.write_bytes(b"SQLite format 3\0")
    shown = play("mbs-uth", f"log {books}", "", "", "")
    assert f"{books}: no log; nothing was written." in plain(shown)
    assert books.read_bytes() == b"SQLite format 3\0"


@pytest.mark.parametrize("typed", ["[/x]", "why [/x]", "log /nowhere/[/x]"])
def test_brackets_that_are_typed_are_no_markup(typed: str) -> None:
    assert "[/x]" in play("mbs-uth", typed)


@pytest.mark.parametrize("typed", ["[red]", "why [red]"])
def test_what_is_typed_is_repeated_as_it_was(typed: str) -> None:
    assert "[red]" in play("mbs-uth", typed)


def test_bytes_that_are_no_utf_8_are_no_disaster() -> None:
    done = started("play", "mbs-uth", "--seed", "4", given=b"\xe9\xff\n25\n", PYTHONIOENCODING="utf-8:strict")
    assert (done.returncode, done.stderr) == (0, "")
    assert "is no amount" in done.stdout


# Leaving


@pytest.mark.parametrize("word", ["quit", "q", "exit"])
@pytest.mark.parametrize("after", [0, 3])
def test_one_may_leave_at_any_time(word: str, after: int) -> None:
    shown = play("mbs-uth", *[""] * after, word, "never read")
    assert shown.endswith(THANKS)
    assert "never read" not in shown


def test_the_end_of_the_input_ends_the_game() -> None:
    done = started("play", "mbs-uth")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(THANKS)


def test_closed_standard_input_ends_the_game() -> None:
    done = subprocess.run(
        ["sh", "-c", '"$0" -m pitlink play mbs-uth <&-', PITLINK[0]], capture_output=True, timeout=60, check=False
    )
    assert b"Traceback" not in done.stderr


def test_an_interrupt_ends_the_game_politely() -> None:
    command = [*PITLINK, "play", "mbs-uth", "--seed", "4"]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes, env={**os.environ, "PYTHONUNBUFFERED": "1"}) as process:
        assert process.stdout
        shown = read_until(process.stdout.fileno(), "(3.4) >")
        time.sleep(0.2)  # between its prompt and its waiting, Python's input() loses an interrupt
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 0
    assert (shown + out.decode()).endswith(THANKS)
    assert err == b""


def test_a_full_disk_is_told() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("the system has no device that is always full")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PITLINK, "play", "mbs-uth"], input=b"", stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert (done.returncode, done.stderr) == (74, b"pitlink: No space left on device\n")


# What may be seen

CARD = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]")
SUITS = dict(zip("shdc", "♠♥♦♣", strict=True))


def sign(name: str) -> str:
    """ "Ts" as the terminal writes it."""
    return name[0].replace("T", "10") + SUITS[name[1]]


def seen_at_each_question(log: Path) -> list[list[set[str]]]:
    """Round by round, the cards that You may have seen whenever You were asked to decide or to show."""
    rounds: list[list[set[str]]] = []
    seen: set[str] = set()
    own: set[str] = set()
    for line in log.read_text(encoding="utf-8").splitlines()[1:]:
        event = json.loads(line)["event"]
        mine = event.get("position") == 1
        match event["name"].split("/")[0]:
            case "table.bets_called":
                rounds.append([])
                seen, own = set(), set()
            case "table.card_dealt" if event["place"]["where"] == "position" and event["place"]["position"] == 1:
                own.add(sign(event["card"]))
            case "table.cards_viewed" if mine:
                seen |= own
            case "table.cards_exposed":
                seen |= {sign(each["card"]) for each in event["cards"]}
            case "table.decision_made" if mine:
                rounds[-1].append(set(seen))
            case "table.hand_shown":
                if mine:
                    rounds[-1].append(set(seen))
                seen |= {sign(each["card"]) for each in event["cards"]}
    return rounds


def shown_at_each_question(shown: str) -> Iterator[list[set[str]]]:
    """Round by round, the cards that the terminal had shown at each question; cards between are an error."""
    for each in shown.split("“Place your bets, please”")[1:]:
        before = each[: each.index("\n\n")] if "\n\n" in each else each
        yield [set(CARD.findall(before[: found.end()])) for found in re.finditer(r"You hold .*\n", before)]


ANSWERS = {
    "mbs-thb": ["", "", "", "flop", "check", "check", ""],
    "mbs-3cp": ["", "", "", "play", ""],
    "mbs-uth": ["", "", "", "check", "check", "play 1x", ""],
    "mbs-lir": ["", "", "ride", "ride"],
    "rws-3cp": ["", "", "", "play", ""],
}


@pytest.mark.parametrize("game", GAME_NAMES)
def test_no_card_is_shown_before_it_may_be_seen(game: str, tmp_path: Path) -> None:
    """At every question the terminal has shown one's own hand and what lies open, and no other card."""
    file = tmp_path / "game.jsonl"
    shown = play(game, *ANSWERS[game] * 3, *[""] * 8, f"log {file}", seats=MOST[game], seed=21)
    allowed = seen_at_each_question(file)
    told = list(shown_at_each_question(shown))
    checked = 0
    for rightly, really in zip(allowed, told, strict=False):
        for may, does in zip(rightly, really, strict=False):
            assert does <= may, f"{does - may} were shown too early"
            checked += bool(does)
    assert checked >= 4


# A real terminal


def read_until(descriptor: int, wanted: str, seconds: float = 20) -> str:
    """What comes until it has the wanted words; fails when they do not come in time."""
    got = b""
    ends = time.monotonic() + seconds
    while wanted not in got.decode(errors="replace"):
        left = ends - time.monotonic()
        assert left > 0, f"no {wanted!r} in {got.decode(errors='replace')!r}"
        if select.select([descriptor], [], [], left)[0]:
            try:
                more = os.read(descriptor, 65_536)
            except OSError:  # the other end of a terminal has been closed
                more = b""
            assert more, f"ended without {wanted!r}: {got.decode(errors='replace')!r}"
            got += more
    return got.decode(errors="replace")


class Screen:
    """A process at a terminal of its own."""

    def __init__(self, process: int, descriptor: int) -> None:
        self.process, self.descriptor = process, descriptor

    def wait_for(self, wanted: str, seconds: float = 20) -> str:
        return read_until(self.descriptor, wanted, seconds)

    def type(self, text: str) -> None:
        os.write(self.descriptor, text.encode())

    def status(self, seconds: float = 20) -> int:
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            ended, status = os.waitpid(self.process, os.WNOHANG)
            if ended:
                self.process = 0
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.02)
        raise AssertionError("the process has not ended")


@contextmanager
def terminal(*arguments: str, **environment: str) -> Iterator[Screen]:
    process, descriptor = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS="100", LINES="40", **environment)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # as a terminal gives it, also where the tests run behind one
        os.execv(PITLINK[0], [*PITLINK, *arguments])
    screen = Screen(process, descriptor)
    try:
        yield screen
    finally:
        if screen.process:
            os.kill(screen.process, signal.SIGKILL)
            os.waitpid(screen.process, 0)
        os.close(descriptor)


def test_a_round_is_played_at_a_real_terminal() -> None:
    with terminal("play", "mbs-uth", "--seats", "2", "--seed", "4") as screen:
        shown = screen.wait_for("(3.4)")
        assert "Place your bets, please" in shown
        for question in ("(3.5)", "(3.5.1)", "(3.9.1, 3.9.2)", "(3.9.4.1, 3.9.4.2)", "(3.9.6.1, 3.9.6.2)"):
            screen.type("\r")
            shown = screen.wait_for(question)
        assert "You hold" in shown
        screen.type("\r")
        assert "You are down" in screen.wait_for("(3.1)")
        screen.type("why ante\r")
        assert "3.9.6.1" in screen.wait_for("(3.1)")
        screen.type("\r")
        assert "Place your bets, please" in screen.wait_for("(3.4)")
        screen.type("quit\r")
        assert "Traceback" not in screen.wait_for("Thank you for playing.")
        assert screen.status() == 0


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
@pytest.mark.parametrize("game", ["mbs-lir", "rws-3cp"])
def test_a_key_ends_the_game_politely(game: str, key: str) -> None:
    with terminal("play", game, "--seed", "4") as screen:
        screen.wait_for("> ")
        screen.type("\r")
        screen.wait_for("> ")
        time.sleep(0.2)  # between its prompt and its waiting, Python's input() loses an interrupt
        screen.type(key)
        assert "Traceback" not in screen.wait_for("Thank you for playing.")
        assert screen.status() == 0


# Something went wrong


@pytest.mark.parametrize("game", GAME_NAMES)
def test_what_went_wrong_is_listed_with_its_clause_and_can_be_reported(game: str) -> None:
    entry = 2 if game == "rws-3cp" else 1
    shown = plain(play(game, *[""] * (entry + 1), "wrong", "1", "", *[""] * 20))
    assert "What went wrong?" in shown
    assert re.search(r"1 a card that does not belong to the deck \((5\.1|5\.8\.1)\)", shown)
    assert re.search(r"· the round is void, by a pit supervisor \((5\.1\.1|5\.8\.1)\)", shown)
    assert "Reported by You: a card that does not belong to the deck" in shown
    assert re.search(r"rules: the round is void|finds that it was not so", shown)


def test_which_hand_is_asked_where_it_concerns_one() -> None:
    shown = plain(play("mbs-3cp", "", "", "", "wrong", "wrong", "9", "2", "", "", seats=3))
    assert "'wrong' is none" not in shown
    assert "1 position 1 (5.7) 2 position 2 (5.7) 3 position 3 (5.7)" in shown
    assert "wagers of position 2 go back, by a pit supervisor (5.7)" in shown


def test_nothing_is_reported_by_pressing_enter_or_by_a_number_that_is_not_there() -> None:
    shown = plain(play("mbs-3cp", "", "", "", "wrong", "99", "", "", ""))
    assert "'99' is none of them; 1 to " in shown
    assert "Nothing is reported." in shown
    assert "rules:" not in shown
    left = plain(play("mbs-3cp", "", "", "", "wrong", "1", "leave it", "", ""))
    assert "Nothing is reported." in left
    assert "rules:" not in left


def test_other_words_are_good_while_it_is_asked_what_went_wrong() -> None:
    shown = plain(play("mbs-3cp", "", "", "", "wrong", "why 5.7", "quit"))
    assert "Wrong number of cards in a player's hand: the hand is out" in shown
    assert shown.endswith("Thank you for playing.")


@pytest.mark.parametrize("game", GAME_NAMES)
def test_rounds_that_go_wrong_are_played_by_pressing_enter(game: str) -> None:
    given = "\n" * 200
    done = pitlink("play", game, "--seats", "3", "--seed", "11", "--trouble", "1", given=given)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("rules: ") >= 5
    assert done.stdout.endswith(THANKS)


def test_a_settled_round_can_be_reported_until_the_next_call() -> None:
    """mbs-3cp 5.7: the hand is out, and the round is settled anew without it (R106)."""
    for seed in range(20):
        shown = plain(play("mbs-3cp", "", "", "", "p", "", "wrong", "9", "1", "", "", seed=seed))
        if "rules: the hand is out of play" in shown:
            assert "The settlement is set aside, and the round settled anew (5.7, R106)" in shown
            assert "ante returned $0.00 5.7" in shown
            assert shown.count("You are even on this round.") == 1
            return
    raise AssertionError("no officer has taken the hand out")


@pytest.mark.parametrize("word", ["take", "take the wagers back", "take back"])
def test_the_choice_after_an_error_is_put_in_plain_words(word: str) -> None:
    """rws-3cp 5.10: go on with the hand put right, or take the wagers back."""
    for seed in range(40):
        answers = ["", "", "", "wrong", "6", "", word, *[""] * 4]
        shown = plain(play("rws-3cp", *answers, seed=seed))
        if "Position 1 takes the wagers back" in shown:
            assert "Position 1 is out of play; everything on it goes back (5.10.3)" in shown
            assert "ante returned $0.00 5.10.3" in shown
            return
    raise AssertionError("no officer has let the players choose")


def test_trouble_that_is_no_share_is_refused() -> None:
    is_refused(pitlink("play", "mbs-3cp", "--trouble", "2"), "0 to 1")
