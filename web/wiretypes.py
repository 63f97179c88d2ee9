"""Write what goes over the wire as TypeScript, from the server's own description: `./x types`."""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import build

from pitlink.server.app import make_app

WRITTEN = build.WEB / "src" / "wire" / "openapi.d.ts"


def main(written: Path) -> int:
    nothing: Any = None
    with tempfile.TemporaryDirectory() as folder:
        description = Path(folder) / "openapi.json"
        described = json.loads(make_app(nothing).state.described)
        description.write_text(json.dumps(_without_examples(described)), encoding="utf-8")
        build.install()
        return build.npm("run", "--silent", "types", "--", str(description), "-o", str(written), "--immutable")


def _without_examples(part: Any) -> Any:
    """A whole table as an example would be longer than its type."""
    if isinstance(part, list):
        return [_without_examples(each) for each in part]
    if not isinstance(part, dict):
        return part
    shown = ("example", "examples") if "schema" in part else ()
    return {key: _without_examples(each) for key, each in part.items() if key not in shown}


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else WRITTEN))
