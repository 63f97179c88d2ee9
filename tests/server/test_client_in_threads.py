"""The client in several threads of one program, as the README has it."""

import subprocess
import sys
from pathlib import Path

import msgspec

from pitlink.server.roles import NOBODY
from pitlink.table.views import view
from tests.store.floors import a_table, opened

# A pit that answers at once; threads that take turns as often as they can.
PROGRAM = """
import sys, threading
from pitlink.client import Pit

text, gate = sys.stdin.buffer.read(), threading.Barrier(5)
Pit._ask = lambda *_: text


def look(pit):
    gate.wait()
    assert pit.table("T1").table == "T1"


threads = [threading.Thread(target=look, args=[Pit("http://localhost")]) for _ in range(5)]
sys.setswitchinterval(1e-4)
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_the_first_answers_may_be_read_by_several_threads_at_once(tmp_path: Path) -> None:
    """What msgspec learns about a type it must not learn twice at the same time: the program would end there."""
    with opened(str(tmp_path / "books.db"), "A", "T1") as store:
        a_table(store)
        text = msgspec.json.encode(view(store.table("T1"), NOBODY.viewer, store.link("L1")))
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", PROGRAM], input=text, capture_output=True, check=False, timeout=60)
        assert (done.returncode, done.stderr) == (0, b"")
