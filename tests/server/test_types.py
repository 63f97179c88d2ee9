"""What the pages take for granted about the wire is what the server says of it."""

import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_types_of_the_pages_are_those_of_the_description(tmp_path: Path) -> None:
    made = tmp_path / "openapi.d.ts"
    done = subprocess.run([sys.executable, WEB / "wiretypes.py", made], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    kept = (WEB / "src" / "wire" / "openapi.d.ts").read_text(encoding="utf-8")
    assert made.read_text(encoding="utf-8") == kept, "run ./x types"
