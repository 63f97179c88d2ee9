"""Checkpoints held against the log: what was signed must still be there, as it was."""

from collections.abc import Iterable, Mapping, Sequence

from pitlink.audit.odd import Wrong
from pitlink.store.checkpoints import Checkpoint, Row, heads_digest


class Signed:
    """Checkpoints in the order of their positions."""

    def __init__(self, signed: Sequence[Checkpoint], key: str | None) -> None:
        self.checked = 0
        self.position = 0  # up to which everything is as it was signed
        self._waiting: dict[int, list[Checkpoint]] = {}
        if key is not None and not signed:
            raise Wrong("the checkpoints", "none is there", f"one signed by {key[:16]}…")
        for each in dict.fromkeys(signed):
            if not each.is_signed():
                raise Wrong("a checkpoint", "a signature that does not fit", f"one that fits key {each.key[:16]}…")
            try:
                position = each.said.position
            except ValueError as error:
                raise Wrong("a checkpoint", f"a text that is none ({error})", "a signed checkpoint") from None
            if key is not None and each.key != key:
                raise Wrong(f"the checkpoint at {position}", f"signed by {each.key[:16]}…", f"signed by {key[:16]}…")
            self._waiting.setdefault(position, []).append(each)

    def check_rows(self, rows: Iterable[Row]) -> None:
        """Those kept with the books stand where their own text says."""
        for row in rows:
            said = row.checkpoint.said
            if (said.position, said.at_us) != (row.position, row.at_us):
                found, expected = f"one of position {said.position} at {said.at_us}", f"its own, at {row.at_us}"
                raise Wrong(f"the checkpoint kept at {row.position}", found, expected)

    def check(self, site: str, position: int, heads: Mapping[str, tuple[int, str]]) -> None:
        """The log as it stood at a position, if that was signed."""
        if position not in self._waiting:
            return
        digest = heads_digest(heads)
        for each in self._waiting.pop(position):
            said = each.said
            if said.site != site:
                raise Wrong(f"the checkpoint at {position}", f"of the books of {said.site}", f"of these, {site}")
            if said.heads != digest:
                found = f"another log than was signed, from event {self.position + 1} on"
                raise Wrong(f"the checkpoint at {position}", found, f"heads {said.heads[:12]}…")
            self.checked += 1
        self.position = position

    def check_end(self, position: int) -> None:
        beyond = [each for each in self._waiting if each > position]
        if self._waiting and not beyond:
            raise Wrong(f"the checkpoint at {min(self._waiting)}", "of no event", "of an event that there was")
        if beyond:
            raise Wrong("the end of the log", f"event {position} is the last", f"event {max(beyond)}, which was signed")
