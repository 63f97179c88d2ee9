"""The books proved while tables play: one proof at a time, in a process of its own, its result kept until the next.

It is what `pitlink audit verify` does, and it is no event of the books: who watches changes nothing.
"""

import asyncio
import logging
import sys
import time
from contextlib import suppress
from typing import Final, Literal

import msgspec
from msgspec import Struct, structs
from sqlalchemy.engine import Engine

from pitlink.audit.apart import Away, Found, Going, Line, Right
from pitlink.audit.verifying import Verified
from pitlink.store import software

WHAT_TO_DO: Final = (
    "Call the gaming shift manager and the auditor. Leave the books as they are, copy them, and prove the copy with"
    " “pitlink audit verify” and the checkpoints that were kept elsewhere; a backup from before can be restored."
)
AGAIN: Final = "Nothing is known of what is in the books: prove them again."

_lines: Final = msgspec.json.Decoder(Line)

log = logging.getLogger("pitlink.server")


class Proof(Struct, frozen=True):
    """How far a proof is, or what it has found: `verified` where all is right, else the first thing that is wrong.

    `software` is the digest of the software that proved. One that `failed` says nothing about the books.
    """

    state: Literal["running", "right", "wrong", "failed"]
    by: str
    began_us: int
    ended_us: int | None = None
    done: int = 0
    total: int = 0
    software: str | None = None
    verified: Verified | None = None
    where: str | None = None
    found: str | None = None
    expected: str | None = None
    instruction: str | None = None


class Proving:
    """Lives on the event loop; `last` is the proof that runs, or the last one that there was."""

    def __init__(self, engine: Engine, one: asyncio.Lock) -> None:
        """`one` is held by whatever goes through the whole log."""
        self.last: Proof | None = None
        self._where = engine.url.render_as_string(hide_password=False)
        self._one = one
        self._task: asyncio.Task[None] | None = None

    @property
    def runs(self) -> bool:
        return self.last is not None and self.last.state == "running"

    def begin(self, by: str) -> Proof:
        """Whoever asks has looked whether one runs."""
        assert not self.runs
        self.last = proof = Proof("running", by, _now_us())
        self._task = asyncio.create_task(self._prove(proof), name="proof of the books")
        return proof

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _prove(self, proof: Proof) -> None:
        try:
            async with self._one:
                found = await self._ask(proof)
        except OSError as error:
            found = Away(f"no process could be started ({error.strerror or error})")
        self.last = _ended(proof, found)
        if self.last.state != "right":
            log.error("the books were proved: %s", found)

    async def _ask(self, proof: Proof) -> Right | Found | Away:
        """The process that proves, until it has said what it found."""
        command = (sys.executable, "-P", "-m", "pitlink.audit.apart")
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe)
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            process.stdin.write(f"{self._where}\n".encode())  # which no list of processes shows
            process.stdin.close()
            async for text in process.stdout:
                line: Line = _lines.decode(text)
                if not isinstance(line, Going):
                    return line
                self.last = structs.replace(proof, done=line.done, total=line.total)
            words = (await process.stderr.read()).decode(errors="replace").strip().rpartition("\n")[2]
            return Away(f"the proof has ended without a result: {words or 'no reason was given'}")
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _ended(proof: Proof, found: Right | Found | Away) -> Proof:
    proof = structs.replace(proof, ended_us=_now_us())
    match found:
        case Right(software=by, verified=verified):
            count = verified.events
            return structs.replace(proof, state="right", done=count, total=count, software=by, verified=verified)
        case Found(by, where, what, expected):
            told = structs.replace(proof, state="wrong", where=where, found=what, expected=expected)
            return structs.replace(told, software=by, instruction=WHAT_TO_DO)
        case Away(why):
            return structs.replace(proof, state="failed", found=why, instruction=AGAIN, software=software.digest())


def _now_us() -> int:
    return time.time_ns() // 1000
