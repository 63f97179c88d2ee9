"""Write what goes over the wire as TypeScript, from the server's own description: `./x types`."""

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
        description.write_bytes(make_app(nothing).state.described)
        build.install()
        return build.npm("run", "--silent", "types", "--", str(description), "-o", str(written), "--immutable")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else WRITTEN))
