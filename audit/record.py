"""The record of proofs: what the last run proved, and what is committed as proved."""

import json
from pathlib import Path

from pitlink import games, pit, roundfile  # noqa: F401 - their @rule marks are what counts as code
from pitlink.rulebook.citing import ENFORCED

ROOT = Path(__file__).parent.parent
LAST_RUN = ROOT / "out" / "proofs.json"
COMMITTED = ROOT / "src" / "pitlink" / "rulebook" / "proofs.json"
COVERED = ROOT / "audit" / "covered.json"

Proofs = dict[str, list[str]]


def read(path: Path) -> Proofs:
    proofs: Proofs = json.loads(path.read_text(encoding="utf-8"))
    return proofs


def covered_now() -> set[str]:
    """Clauses that code is marked with and that the last run proved."""
    marked = {f"{each.document} {each.clause}" for each in ENFORCED}
    return marked & set(read(LAST_RUN))
