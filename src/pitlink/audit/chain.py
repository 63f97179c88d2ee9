"""The chain of one stream, link by link."""

from pitlink.audit.odd import Odd
from pitlink.store.record import Stored, chained


def check_next(stored: Stored, version: int, head: str) -> None:
    """An event follows the version and the hash before it."""
    if stored.version != version + 1:
        raise Odd(f"version {stored.version} after {version}", f"version {version + 1}")
    worked_out = chained(head, stored)
    if worked_out != stored.hash:
        raise Odd(f"hash {stored.hash[:12]}…", f"{worked_out[:12]}…, by what is written there")
