"""Logs as JSON, one line for each thing: requests with their ids, and what went wrong. No secrets and no cards."""

import logging
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec

FIELDS: Final = ("request", "command", "method", "path", "status", "ms", "role", "person", "signed", "table", "code")

requests = logging.getLogger("pitlink.requests")


class AsJson(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        told |= {field: getattr(record, field) for field in FIELDS if hasattr(record, field)}
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(told).decode()


def begin(file: Path | None) -> None:
    """Everything as JSON into a file, or to standard error for "-"; without one, only warnings, for people to read."""
    root = logging.getLogger()
    handler: logging.Handler
    if file is None:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%H:%M:%S"))
        root.setLevel(logging.WARNING)
    else:
        handler = logging.StreamHandler(sys.stderr) if str(file) == "-" else logging.FileHandler(file, encoding="utf-8")
        handler.setFormatter(AsJson())
        root.setLevel(logging.INFO)
    root.handlers = [handler]
