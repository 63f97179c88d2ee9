"""The record of proofs and of measurements, gathered over all workers; the long tests, run only by ./x test --all."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.proving import PROOFS

OUT = Path(__file__).parent.parent / "out"

settings.register_profile("pitlink", deadline=None, print_blob=True)
settings.load_profile("pitlink")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("PITLINK_ALL"):
        return
    skip = pytest.mark.skip(reason="long; ./x test --all runs it")
    for item in items:
        if "exhaustive" in item.keywords:
            item.add_marker(skip)


def pytest_sessionfinish(session: pytest.Session) -> None:
    proofs = {clause: sorted(tests) for clause, tests in sorted(PROOFS.items())}
    workeroutput: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if workeroutput is not None:
        workeroutput["proofs"] = proofs
        return
    OUT.mkdir(exist_ok=True)
    (OUT / "proofs.json").write_text(json.dumps(proofs, indent=1) + "\n", encoding="utf-8")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What tests have measured and do not judge, told at the end whichever worker it was."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "measured" and report.when == "call":
                terminalreporter.write_line(f"measured: {value}")


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A worker has ended: add what its tests proved."""
    for clause, tests in getattr(node, "workeroutput", {}).get("proofs", {}).items():
        PROOFS.setdefault(clause, set()).update(tests)
