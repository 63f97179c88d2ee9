"""A log in which a table is opened under another's name is refused at that line."""

import pytest
from msgspec import structs

from pitlink.pit import Recorded
from pitlink.pit.log import LogRefused, read, replay, write
from pitlink.table.events import TableOpened
from tests.driving import Driver, setup_for
from tests.table.every_game import ALL, play_plain


def opened_at(history: list[Recorded]) -> int:
    """Where in the history the table is opened."""
    return next(at for at, each in enumerate(history) if isinstance(each.event, TableOpened))


def refused_at(history: list[Recorded]) -> LogRefused:
    """Written, read back and replayed, it is refused."""
    with pytest.raises(LogRefused) as caught:
        list(replay(read(write(history))))
    return caught.value


@pytest.mark.parametrize("stream", ["table/T9", "table/T1 ", "table/t1", "table/"])
@pytest.mark.parametrize("game", ALL)
def test_a_stream_opens_the_table_it_is_of(game: str, stream: str) -> None:
    history = list(play_plain(game).history)
    at = opened_at(history)
    history[at] = structs.replace(history[at], stream=stream)
    refused = refused_at(history)
    assert refused.line == at + 2  # lines from 1, and the first says the form
    assert refused.found.startswith(f"{stream} 1, which does not follow")
    assert "set-up of table T1" in refused.found


def test_the_whole_stream_renamed_is_refused_at_its_opening() -> None:
    driver = play_plain("mbs-3cp")
    history = [
        structs.replace(each, stream="table/T9") if each.stream == "table/T1" else each for each in driver.history
    ]
    assert refused_at(history).line == opened_at(history) + 2


def test_two_tables_that_have_changed_places_are_refused() -> None:
    driver = Driver()
    for name in ("T1", "T9"):
        driver.open(setup_for("mbs-3cp", name, link=None))
    swap = {"table/T1": "table/T9", "table/T9": "table/T1"}
    history = [structs.replace(each, stream=swap[each.stream]) for each in driver.history]
    assert refused_at(history).line == 2
    *_, (_, floor) = replay(read(write(driver.history)))
    assert floor == driver.floor
