"""What the pages say about the log and the command line is true of the code."""

import re
from pathlib import Path
from typing import get_args

from pitlink import jackpot, table
from pitlink.pit import log

DOCS = Path(__file__).parent.parent / "docs"


def test_the_page_on_logs_names_every_event_and_no_other() -> None:
    page = (DOCS / "log.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:table|link)\.\w+/\d+)`", page))
    events = (*get_args(table.Event), *get_args(jackpot.Event))
    assert named == {str(event.__struct_config__.tag) for event in events}


def test_the_line_that_the_page_shows_is_an_event() -> None:
    page = (DOCS / "log.md").read_text(encoding="utf-8")
    shown = re.findall(r"```json\n(.*)\n```", page)
    assert len(shown) == 1
    (recorded,) = log.read([b'{"pitlink_log":1}\n', shown[0].encode()])
    assert recorded.stream == "table/T1"
