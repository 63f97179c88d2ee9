"""The wheel holds the built pages; an editable install has them from ./x."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PagesHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            code = runpy.run_path(str(Path(self.root) / "web" / "build.py"))["main"]()
            if code != 0:
                raise SystemExit(code)
