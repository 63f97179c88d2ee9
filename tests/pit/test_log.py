"""A log written, read and replayed: the same floor to the byte, or a refusal at the line that is wrong."""

import json
from collections.abc import Callable

import pytest
from msgspec import structs

from pitlink.jackpot import commands as of_link
from pitlink.pit.floor import Floor
from pitlink.pit.log import LogRefused, floor_of, read, replay, write
from pitlink.table import commands as ask
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, Driver, setup_for
from tests.table.every_game import ALL, ENTRY, MBS, STAYS, decide_all, play_on, play_plain

Lines = list[bytes]


def a_floor() -> Driver:
    """Two tables on one link, one with a jackpot paid, the other in the middle of a round."""
    driver = Driver()
    royal: dict[str | int, str] = {1: "As Ks Qs", "community": "Js Ts", "dealer": "8c 8d 4c"}
    for name, game in (("T1", "mbs-3cp"), ("T2", "mbs-lir")):
        driver.open(setup_for(game, name))
        driver.seat(f"{name}a")
        driver.call()
        driver.bet(f"{name}a", 1, **ENTRY[game])
        driver.bet(f"{name}a", 1, progressive=5)
    driver.name = "T1"
    play_on(driver, royal, {1: ("play",)})
    driver.pay()
    driver.name = "T2"
    driver.close()
    driver.deal({})
    return driver


LOG: Lines = list(write(a_floor().history))


@pytest.mark.parametrize("game", ALL)
def test_a_log_read_and_written_again_has_the_same_bytes(game: str) -> None:
    driver = play_plain(game)
    log = b"".join(write(driver.history))
    lines = log.splitlines(keepends=True)
    again = list(read(lines))
    assert again == driver.history
    assert b"".join(write(again)) == log
    assert b"".join(write(read(line.rstrip(b"\n") for line in lines))) == log  # with or without the ends of lines


@pytest.mark.parametrize("game", ALL)
def test_a_log_replayed_is_the_floor_as_it_stood(game: str) -> None:
    driver = play_plain(game)
    told = list(replay(read(write(driver.history))))
    assert [recorded for recorded, _ in told] == driver.history
    assert told[-1][1] == driver.floor
    assert floor_of(driver.history) == driver.floor
    half = len(driver.history) // 2
    assert told[half - 1][1] == floor_of(driver.history[:half])


def test_a_floor_of_tables_and_a_link_is_replayed_with_all_of_them() -> None:
    driver = a_floor()
    unit = driver.floor.links["L1"].set_up.unit
    driver.ask_link(of_link.CorrectDisplay(SHIFT_MANAGER, PIT_MANAGER, unit, "sign out of order"))
    *_, (_, floor) = replay(read(write(driver.history)))
    assert floor == driver.floor
    driver.name = "T2"
    decide_all(driver, {1: STAYS["mbs-lir"]})
    driver.finish()
    driver.ask(ask.CallBets(DEALER), "T1")
    *_, (_, floor) = replay(read(write(driver.history)))
    assert floor == driver.floor


def test_the_first_line_says_what_follows() -> None:
    assert next(write([])) == b'{"pitlink_log":1}\n'
    assert list(read(write([]))) == []
    assert list(replay([])) == []
    assert floor_of([]) == Floor()


def test_every_event_is_a_line_with_stream_version_and_name() -> None:
    streams: dict[str, int] = {}
    for line in LOG[1:]:
        told = json.loads(line)
        assert set(told) == {"stream", "version", "by", "event"}
        kind = told["stream"].partition("/")[0]
        assert told["event"]["name"].startswith(f"{kind}.")
        assert told["event"]["name"].endswith("/1")
        streams[told["stream"]] = streams.get(told["stream"], 0) + 1
        assert told["version"] == streams[told["stream"]]
    assert set(streams) == {"link/L1", "table/T1", "table/T2"}


# Logs that cannot be right


def refused(lines: Lines) -> LogRefused:
    with pytest.raises(LogRefused) as caught:
        list(replay(read(lines)))
    error = caught.value
    assert error.found
    assert error.expected
    assert str(error) == f"line {error.line}: {error.found}; expected {error.expected}"
    return error


HEADERS = [
    (b"", "an empty line"),
    (b"\n", "a blank line"),
    (b"not JSON\n", "no JSON"),
    (b"[]\n", "a list"),
    (b'{"pitlink_log":"1"}\n', "a text for the number"),
    (b'{"pitlink_log":1.5}\n', "half a form"),
    (b'{"pitlink_log":null}\n', "no number"),
    (b'{"pitlink_log":0}\n', "form 0"),
    (b'{"pitlink_log":2}\n', "form 2"),
    (b'{"pitlink_log":1,"more":1}\n', "a field too many"),
    (b"\xff\xfe\n", "no UTF-8"),
    (LOG[1], "an event"),
]


@pytest.mark.parametrize("header", [line for line, _ in HEADERS], ids=[words for _, words in HEADERS])
def test_a_wrong_first_line_is_refused_there(header: bytes) -> None:
    assert refused([header, *LOG[1:]]).line == 1


def test_a_first_line_without_its_form_is_refused() -> None:
    assert refused([b"{}\n", *LOG[1:]]).line == 1


def test_an_empty_file_is_refused() -> None:
    error = refused([])
    assert (error.line, error.found) == (1, "nothing")
    assert '{"pitlink_log":1}' in error.expected


def test_a_log_without_its_first_line_is_refused() -> None:
    assert refused(LOG[1:]).line == 1


def with_event(line: bytes, change: Callable[[dict[str, object]], object]) -> bytes:
    told = json.loads(line)
    change(told)
    return json.dumps(told).encode() + b"\n"


BAD_LINES: dict[str, Callable[[bytes], bytes]] = {
    "no JSON": lambda line: line[:-2],
    "blank": lambda line: b"\n",
    "cut short": lambda line: line[: len(line) // 2] + b"\n",
    "no UTF-8": lambda line: b"\xff" + line,
    "two objects": lambda line: line.rstrip() + line,
    "a list": lambda line: b"[" + line.rstrip() + b"]\n",
    "unknown name": lambda line: with_event(line, lambda told: told["event"].update(name="table.exploded/1")),  # type: ignore[attr-defined]
    "form of an event": lambda line: line.replace(b'/1"', b'/2"', 1),
    "name missing": lambda line: with_event(line, lambda told: told["event"].pop("name")),  # type: ignore[attr-defined]
    "stream missing": lambda line: with_event(line, lambda told: told.pop("stream")),
    "version missing": lambda line: with_event(line, lambda told: told.pop("version")),
    "event missing": lambda line: with_event(line, lambda told: told.pop("event")),
    "version a text": lambda line: with_event(line, lambda told: told.update(version="1")),
    "no version": lambda line: with_event(line, lambda told: told.update(version=None)),
    "stream of another kind": lambda line: line.replace(b'"table/', b'"link/').replace(b'"link/L', b'"table/L'),
    "stream of no kind": lambda line: with_event(line, lambda told: told.update(stream="pit/P1")),
    "stream without a kind": lambda line: with_event(line, lambda told: told.update(stream="T1")),
    "version skipped": lambda line: with_event(line, lambda told: told.update(version=told["version"] + 1)),  # type: ignore[operator]
    "version before": lambda line: with_event(line, lambda told: told.update(version=told["version"] - 1)),  # type: ignore[operator]
    "version negative": lambda line: with_event(line, lambda told: told.update(version=-1)),
}


@pytest.mark.parametrize("fault", BAD_LINES)
def test_a_wrong_line_is_refused_where_it_stands(fault: str) -> None:
    for number in (2, 5, len(LOG) // 2, len(LOG)):
        line = LOG[number - 1]
        bad = BAD_LINES[fault](line)
        assert bad != line
        assert refused([*LOG[: number - 1], bad, *LOG[number:]]).line == number, fault


def test_a_field_that_an_event_must_have_is_missed_at_its_line() -> None:
    missed = 0
    for number, recorded in enumerate(read(LOG), start=2):
        for field in structs.fields(type(recorded.event)):
            if not field.required:
                continue
            told = json.loads(LOG[number - 1])
            del told["event"][field.encode_name]
            error = refused([*LOG[: number - 1], json.dumps(told).encode(), *LOG[number:]])
            assert error.line == number
            assert field.encode_name in error.found
            missed += 1
    assert missed > 100


def test_a_line_left_out_is_refused_at_the_next_of_its_stream() -> None:
    for left_out in range(1, len(LOG)):
        stream = json.loads(LOG[left_out])["stream"]
        lines = LOG[:left_out] + LOG[left_out + 1 :]
        later = [at for at in range(left_out, len(lines)) if json.loads(lines[at])["stream"] == stream]
        if not later:
            continue  # the last of its stream: the log is an earlier state of that table
        assert refused(lines).line == later[0] + 1


def test_a_line_repeated_is_refused_at_the_repetition() -> None:
    for at in range(1, len(LOG)):
        assert refused([*LOG[: at + 1], *LOG[at:]]).line == at + 2


def test_lines_of_one_stream_swapped_are_refused_at_the_first_of_them() -> None:
    swapped = 0
    for at in range(1, len(LOG) - 1):
        first, second = LOG[at], LOG[at + 1]
        if json.loads(first)["stream"] != json.loads(second)["stream"]:
            continue
        swapped += 1
        assert refused([*LOG[:at], second, first, *LOG[at + 2 :]]).line == at + 1
    assert swapped > 30


def test_what_was_read_before_the_wrong_line_is_given_first() -> None:
    told = replay(read([*LOG[:10], b"garbage\n"]))
    assert len([next(told) for _ in range(9)]) == 9
    with pytest.raises(LogRefused) as caught:
        next(told)
    assert caught.value.line == 11


def test_an_event_that_cannot_have_happened_is_refused_at_its_line() -> None:
    """Right in form and in its turn, but of a box where nothing lies, or of a table that was never opened."""
    number = next(at for at, line in enumerate(LOG, 1) if b"table.decision_made" in line)
    bad = with_event(LOG[number - 1], lambda told: told["event"].update(position=9))  # type: ignore[attr-defined]
    assert refused([*LOG[: number - 1], bad, *LOG[number:]]).line == number
    number = next(at for at, line in enumerate(LOG, 1) if b"table.bets_called" in line)
    first = with_event(LOG[number - 1], lambda told: told.update(stream="table/T9", version=1))
    assert refused([LOG[0], first]).line == 2


@pytest.mark.parametrize("game", MBS)
def test_nothing_of_a_log_depends_on_when_it_is_written(game: str) -> None:
    assert list(write(play_plain(game).history)) == list(write(play_plain(game).history))
