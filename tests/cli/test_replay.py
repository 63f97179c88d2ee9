"""`pitlink replay`: a log told as a story, or one of its rounds as a round file."""

import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from pitlink.pit import log
from pitlink.table import commands as ask
from tests.cli.processes import GAME_NAMES, PITLINK, is_refused, pitlink, started
from tests.driving import DEALER, Driver, setup_for
from tests.proving import cards, rows

GOLDEN = Path(__file__).parent.parent / "golden"
ROUNDS = 3


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One log of each game, dealt from the same seed."""
    folder = tmp_path_factory.mktemp("logs")
    for game in GAME_NAMES:
        out = folder / f"{game}.jsonl"
        done = pitlink("deal", game, "--seed", "11", "--rounds", str(ROUNDS), "--seats", "4", "--out", out)
        assert done.returncode == 0
    return {game: folder / f"{game}.jsonl" for game in GAME_NAMES}


@pytest.fixture(scope="module")
def two_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of two tables, which deal their cards at the same time."""
    driver = Driver()
    driver.open(setup_for("mbs-uth", "T1"))
    driver.open(setup_for("mbs-thb", "T2"))
    for name, who, wagers in (("T1", "Ann", {"ante": 10, "blind": 10}), ("T2", "Bob", {"ante": 10})):
        driver.name = name
        driver.seat(who)
        driver.call()
        driver.bet(who, 1, **wagers)
        driver.close()
    for card, other in zip(cards("As Ks Qs Js 9s 2c 2d"), cards("Ah Kh Qh Jh 9h 3c 3d"), strict=True):
        driver.ask(ask.DealCard(DEALER, card), "T1")
        driver.ask(ask.DealCard(DEALER, other), "T2")
    path = tmp_path_factory.mktemp("two") / "two.jsonl"
    path.write_bytes(b"".join(log.write(driver.history)))
    return path


# The story

STORY = rows("""
game    | line
mbs-thb | Link L1 opens at $100,000.00
mbs-thb | Table T1 opens: mbs-thb, layout A, 6 positions, automated, unattended  (2.2)
mbs-thb | Round 1: “Place your bets, please”  (3.1)
mbs-thb |     Ada: ante $10.00 at position 1  (3.4)
mbs-thb |     Cleo: bonus $10.00 at position 3  (3.5)
mbs-thb |   “No more bets”; the deck is sealed  (3.2)
mbs-thb |     Progressive wagers of $10.00 feed the jackpot; the display shows $100,002.00  (R11)
mbs-thb |   15 cards face down: community J♠ 7♦ A♠ 10♣ 6♦, position 1 7♥ 9♥, position 2 K♦ K♥, position 3 5♦ 2♦, position 4 4♣ 7♠, dealer 10♠ 8♥  (3.7)
mbs-thb |   Position 1: flop, flop $20.00  (3.9.2)
mbs-thb |   Position 4: fold  (3.9.1)
mbs-thb |   Community cards: J♠ 7♦ A♠  (3.9.2)
mbs-thb |   The dealer's hand: 10♠ 8♥  (3.10)
mbs-thb |   Position 2 shows K♦ K♥
mbs-thb |     Position 1, flop $20.00: lose  (3.10.3)
mbs-thb |     Position 2, ante $10.00: push, $10.00 back  (3.10.2, 1.1.14)
mbs-thb |     Position 2, flop $20.00: win, pays $20.00, $20.00 back  (3.10.2)
mbs-thb |   Round 1 is settled; the dealer has one pair  (1.1.13)
mbs-3cp |     Cleo: pair plus $10.00 at position 3  (3.4)
mbs-3cp |   Position 3: play, play $10.00  (3.9.2)
mbs-3cp |     Position 1, play $10.00: push, $10.00 back  (3.11.1, R64, 1.1.10)
mbs-3cp |     Position 2, ante $10.00: lose  (3.9.1, R67)
mbs-3cp |     Position 3, pair plus $10.00: win, pays $10.00, $10.00 back  (3.11.4)
mbs-3cp |   Round 1 is settled; the dealer has three odd cards, does not qualify  (1.1.9)
mbs-uth |   15 cards face down: community K♦ 7♦ 4♠ 10♣ 6♦, position 1 7♥ 9♥, position 2 K♥ K♠, position 3 5♦ 2♦, position 4 4♣ 7♠, dealer 10♠ 8♥  (3.7.1.1)
mbs-uth |   Position 2: play 4x, play $40.00  (3.9.2)
mbs-uth |   Community cards: K♦ 7♦ 4♠  (3.9.3)
mbs-uth |   Position 3: play 1x, play $10.00  (3.9.6.2)
mbs-uth |     Position 3, blind $10.00: win, pays $15.00, $10.00 back  (3.10.4)
mbs-uth |     Position 3, trips $10.00: win, pays $70.00, $10.00 back  (3.10.7)
mbs-uth |     Position 3, progressive $5.00: lose  (4.2)
mbs-lir |     Dan: wager $ $30.00 at position 4  (3.4)
mbs-lir |   14 cards face down: position 1 7♦ 9♠ 7♣, position 2 K♦ 4♣ J♥, position 3 K♠ A♠ 8♥, position 4 A♦ 5♦ 6♦, community A♣ 7♥  (3.6, 3.7)
mbs-lir |   Position 3: ride  (3.13)
mbs-lir |   Position 2: withdraw  (3.14)
mbs-lir |     Position 4, wager 1 $30.00: returned, $30.00 back  (3.10)
mbs-lir |     Position 1, wager $ $10.00: win, pays $30.00, $10.00 back  (3.19)
mbs-lir |   Round 1 is settled  (1.1.6)
rws-3cp | Round 1: “Place your bets, please”  (3.2)
rws-3cp |   18 cards face down: burned J♠, position 1 7♦ 9♥ 4♣, position 2 A♠ K♦ 7♠, position 3 10♣ K♥ 10♠, position 4 6♦ 5♦ 8♥, dealer 7♥ 2♦ Q♠, community J♣ 9♦  (3.10, 3.10.1)
rws-3cp |   Position 1: fold  (3.12.1)
rws-3cp |     Position 2, ante $10.00: win, pays $10.00, $10.00 back  (3.15.1)
rws-3cp |     Position 3, pair plus $10.00: win, pays $10.00, $10.00 back  (3.16)
rws-3cp |   Round 1 is settled; the dealer has three odd cards, qualifies  (1.20)
""")  # noqa: E501


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_story_of_a_log_names_what_happened_with_its_clauses(game: str, logs: dict[str, Path]) -> None:
    done = pitlink("replay", logs[game])
    assert (done.returncode, done.stderr) == (0, "")
    told = done.stdout.splitlines()
    wanted = [row["line"] for row in STORY if row["game"] == game]
    assert [line for line in wanted if line not in [each.strip() for each in told]] == []
    assert sum(line.startswith("Round ") for line in told) == ROUNDS


@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_step_of_a_round_is_told_in_its_order(game: str, logs: dict[str, Path]) -> None:
    """A call, the wagers, the close, the cards, a decision, the hands, the lines, the end."""
    told = pitlink("replay", logs[game]).stdout
    first = told[told.index("Round 1:") : told.index("Round 2:")]
    steps = ("Place your bets", "at position 1", "No more bets", "cards face down", "Community cards")
    places = [first.index(step) for step in (*steps, "Position 3 shows", ": lose", "Round 1 is settled")]
    assert places == sorted(places)


def test_details_add_small_steps(logs: dict[str, Path]) -> None:
    short = pitlink("replay", logs["mbs-uth"]).stdout.splitlines()
    long = pitlink("replay", logs["mbs-uth"], "--details").stdout.splitlines()
    added = {line.strip() for line in long} - {line.strip() for line in short}
    assert {
        "Ada comes to the table",
        "Ada buys in for $1,000.00",
        "Ada sits down at position 1",
        "Ada looks at position 1",
        "The deck is opened for surveillance and audit",
    } <= added
    rest = iter(long)
    assert all(line in rest for line in short)  # nothing is lost, and the order stays


def test_a_log_is_read_from_standard_input_too(logs: dict[str, Path]) -> None:
    given = logs["mbs-lir"].read_bytes()
    assert started("replay", "-", given=given).stdout == started("replay", logs["mbs-lir"]).stdout


def test_where_there_are_several_tables_every_line_says_which(two_tables: Path) -> None:
    done = pitlink("replay", two_tables)
    assert done.returncode == 0
    told = [line.strip() for line in done.stdout.splitlines()]
    assert (
        "Ann: blind $10.00 at position 1  (3.4)  table/T1" in told or "Ann: blind $10.00 at position 1  (3.4)" in told
    )
    assert "Bob: ante $10.00 at position 1  (3.4)  table/T2" in told


def test_cards_of_two_tables_are_told_apart(two_tables: Path) -> None:
    told = pitlink("replay", two_tables).stdout
    assert "A♠ A♥" not in told
    assert "position 1 2♣ 2♦" in told
    assert "position 1 3♣ 3♦" in told


def test_a_name_in_a_log_cannot_forge_a_line(logs: dict[str, Path]) -> None:
    forged = "Ada\n    Position 9: win, pays $9,999.00\x1b[8m"
    given = logs["mbs-uth"].read_text(encoding="utf-8").replace('"Ada"', json.dumps(forged))
    told = pitlink("replay", "-", given=given)
    assert "\x1b" not in told.stdout
    assert not any(
        line.startswith("    Position 1, ante $10.00: win, pays $9,999.00") for line in told.stdout.split("\n")
    )


def test_a_reader_that_goes_away_is_no_disaster(logs: dict[str, Path]) -> None:
    script = '"$0" -m pitlink replay "$1" | head -1'
    done = subprocess.run(
        ["sh", "-c", script, PITLINK[0], str(logs["mbs-uth"])], capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    process = subprocess.Popen(
        [*PITLINK, "replay", str(logs["mbs-uth"])], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout and process.stderr  # noqa: PT018
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(30) == -signal.SIGPIPE
    process.stderr.close()


# Round files


def lines_in_log(path: Path, number: int) -> dict[tuple[int, str], tuple[Any, ...]]:
    """Outcome, stake, pays, returned, rule of every wager, as the log has them."""
    found: dict[tuple[int, str], tuple[Any, ...]] = {}
    current = 0
    for text in path.read_text(encoding="utf-8").splitlines()[1:]:
        event = json.loads(text)["event"]
        if event["name"] == "table.bets_called/1":
            current = event["round"]
        elif event["name"] == "table.line_settled/1" and current == number:
            amounts = (f"{event[part] // 100}.{event[part] % 100:02}" for part in ("stake", "pays", "returned"))
            found[event["position"], event["wager"]] = (event["outcome"], *amounts, event["rule"])
    return found


def lines_settled(settled: dict[str, Any]) -> dict[tuple[int, str], tuple[Any, ...]]:
    return {
        (seat["position"], wager): tuple(line[part] for part in ("outcome", "stake", "pays", "returned", "rule"))
        for seat in settled["seats"]
        for wager, line in seat["wagers"].items()
    }


def check_rounds(path: Path, rounds: int) -> None:
    exported = [pitlink("replay", path, "--round-file", str(number)) for number in range(1, rounds + 1)]
    assert [(done.returncode, done.stderr) for done in exported] == [(0, "")] * rounds
    assert exported[0].stdout.startswith("{\n  ")
    given = "".join(json.dumps(json.loads(done.stdout)) + "\n" for done in exported)
    settled = pitlink("settle", "--lines", given=given)
    assert settled.returncode == 0, settled.stdout
    for number, answer in enumerate(settled.stdout.splitlines(), start=1):
        wanted = lines_in_log(path, number)
        assert wanted
        assert lines_settled(json.loads(answer)) == wanted, f"round {number}"


@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_round_of_the_log_settles_as_a_round_file_to_the_same_lines(game: str, logs: dict[str, Path]) -> None:
    check_rounds(logs[game], ROUNDS)


@pytest.mark.parametrize("game", ["mbs-lir", "mbs-thb", "rws-3cp"])
def test_a_golden_round_settles_as_a_round_file_to_the_same_lines(game: str) -> None:
    """In Let It Ride with an award of the jackpot; in the last with a Play that is less than its Ante."""
    check_rounds(GOLDEN / f"{game}.jsonl", 1)


def test_the_table_may_be_named(logs: dict[str, Path]) -> None:
    arguments = ("replay", logs["mbs-uth"], "--round-file", "2")
    assert pitlink(*arguments, "--table", "T1").stdout == pitlink(*arguments).stdout


# Refusals


@pytest.mark.parametrize("number", ["4", "0", "-1"])
def test_a_round_that_is_not_there_is_refused(number: str, logs: dict[str, Path]) -> None:
    done = pitlink("replay", logs["mbs-uth"], "--round-file", number)
    is_refused(done, f"pitlink replay: no round {number} in this log")
    assert done.stdout == ""


def test_a_table_that_is_not_there_is_refused(logs: dict[str, Path]) -> None:
    done = pitlink("replay", logs["mbs-uth"], "--round-file", "1", "--table", "T9")
    is_refused(done, "pitlink replay: no table 'T9' in this log; one of T1")


def test_where_there_are_several_tables_one_must_be_named(two_tables: Path) -> None:
    is_refused(
        pitlink("replay", two_tables, "--round-file", "1"),
        "pitlink replay: several tables in this log: T1, T2; say which with --table",
    )
    is_refused(pitlink("replay", two_tables, "--round-file", "1", "--table", "T2"), "round_not_settled", "T2")


def test_the_story_of_one_table_can_be_told(two_tables: Path) -> None:
    told = pitlink("replay", two_tables, "--table", "T2").stdout
    assert "Bob: ante" in told
    assert "Ann: ante" not in told


def broken(lines: list[bytes], how: str) -> bytes:
    match how:
        case "cut":
            return b"".join(lines)[: len(b"".join(lines[:30])) - 20]
        case "version":
            at = next(number for number, line in enumerate(lines) if b"bets_called" in line)
            event = json.loads(lines[at])
            lines[at] = json.dumps({**event, "version": event["version"] + 1}).encode() + b"\n"
        case "skipped":
            del lines[12]
        case "repeated":
            lines.insert(12, lines[12])
        case "headless":
            del lines[0]
        case "form":
            lines[0] = b'{"pitlink_log":2}\n'
        case "header":
            lines[0] = b'{"pitlink":1}\n'
        case "rounds":
            return b'{"pitlink":1,"game":"mbs-uth","seats":[]}\n'
        case "event":
            lines[12] = lines[12].replace(b'"table.', b'"chair.')
        case "stream":
            lines[12] = lines[12].replace(b'"table/T1"', b'"link/L1"')
        case "blank":
            lines.insert(12, b"\n")
        case "binary":
            lines[12] = b"\xff\xfe\x00\n"
        case "card":
            lines = [line.replace(b'"card":"', b'"card":"Z', 1) for line in lines]
        case "game":
            lines = [line.replace(b'"game":"mbs-uth"', b'"game":"mbs-xyz"') for line in lines]
        case _:
            return b""
    return b"".join(lines)


BROKEN = rows("""
how      | told
cut      | line 30: Input data was truncated; expected an event in its stream
version  | expected table/T1
skipped  | line 13: table/T1
repeated | line 14:
headless | line 1: Object contains unknown field `stream`; expected {"pitlink_log":1}, the first line of a log
form     | line 1: form 2; expected form 1
header   | line 1: Object contains unknown field `pitlink`
rounds   | line 1: Object contains unknown field `pitlink`
event    | line 13: Invalid value 'chair.
stream   | line 13: link/L1
blank    | line 13:
binary   | line 13:
card     | which does not follow
empty    | line 1: nothing; expected {"pitlink_log":1}, the first line of a log
""")


@pytest.mark.parametrize("row", BROKEN, ids=lambda row: row["how"])
def test_a_broken_log_is_refused_at_its_line(row: dict[str, str], logs: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_bytes(broken(logs["mbs-uth"].read_bytes().splitlines(keepends=True), row["how"]))
    is_refused(pitlink("replay", path), f"pitlink replay: {path}, line ", row["told"])


def test_a_broken_log_gives_no_round_file_either(logs: dict[str, Path]) -> None:
    given = broken(logs["mbs-uth"].read_bytes().splitlines(keepends=True), "skipped")
    done = pitlink("replay", "-", "--round-file", "1", given=given)
    is_refused(done, "pitlink replay: -, line 13: ")
    assert done.stdout == ""


def test_a_log_of_a_game_that_nobody_knows_is_refused(logs: dict[str, Path]) -> None:
    given = broken(logs["mbs-uth"].read_bytes().splitlines(keepends=True), "game")
    is_refused(pitlink("replay", "-", given=given), "mbs-xyz")


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    is_refused(pitlink("replay", tmp_path / "nowhere.jsonl"), "nowhere.jsonl: No such file or directory")
    is_refused(pitlink("replay", tmp_path), f"{tmp_path}: Is a directory; expected a file that can be read")


def test_closed_standard_input_is_refused() -> None:
    done = subprocess.run(
        ["sh", "-c", '"$0" -m pitlink replay - <&-', PITLINK[0]], capture_output=True, timeout=60, check=False
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == 2
