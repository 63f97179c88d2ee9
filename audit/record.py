"""The record of proofs: what the last run proved, and what is committed as proved."""

import json
from pathlib import Path

ROOT = Path(__file__).parent.parent
LAST_RUN = ROOT / "out" / "proofs.json"
COMMITTED = ROOT / "src" / "pitlink" / "rulebook" / "proofs.json"

Proofs = dict[str, list[str]]


def read(path: Path) -> Proofs:
    proofs: Proofs = json.loads(path.read_text(encoding="utf-8"))
    return proofs
