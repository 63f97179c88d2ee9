"""The golden logs: the same commands still give the same bytes, and those the same story and the same floor."""

import pytest

from pitlink.pit import log
from tests.driving import check_export
from tests.golden.rounds import EVERY, GOLDEN, HERE, log_of, story_of


@pytest.mark.parametrize("game", EVERY)
def test_the_same_commands_give_the_golden_log(game: str) -> None:
    assert log_of(EVERY[game]()) == (HERE / f"{game}.jsonl").read_bytes()


@pytest.mark.parametrize("game", EVERY)
def test_the_golden_log_replays_to_the_live_floor_and_back_to_its_bytes(game: str) -> None:
    text = (HERE / f"{game}.jsonl").read_bytes()
    history = list(log.read(text.splitlines(keepends=True)))
    assert log.floor_of(history) == EVERY[game]().floor
    assert b"".join(log.write(history)) == text


@pytest.mark.parametrize("game", EVERY)
def test_the_golden_log_tells_its_story(game: str) -> None:
    text = (HERE / f"{game}.jsonl").read_bytes()
    assert story_of(text) == (HERE / f"{game}.txt").read_text(encoding="utf-8")


def test_the_golden_rounds_are_short_enough_to_read() -> None:
    for game in EVERY:
        assert len((HERE / f"{game}.jsonl").read_bytes().splitlines()) < 90


@pytest.mark.parametrize("game", GOLDEN)
def test_a_golden_round_settles_again_as_a_round_file(game: str) -> None:
    driver = GOLDEN[game]()
    last_call = driver.history.pop()
    driver.floor = log.floor_of(driver.history)
    assert last_call.event.__struct_config__.tag == "table.bets_called/1"
    check_export(driver)
