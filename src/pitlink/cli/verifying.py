"""`pitlink audit verify`, `checkpoint` and `key`."""

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table as Grid

from pitlink.audit.odd import Wrong
from pitlink.audit.verifying import Verified, verify
from pitlink.cli.books import CannotDo, key_file, looking, opened
from pitlink.cli.progress import Meter
from pitlink.cli.show import printable
from pitlink.cli.writing import add_line, check_apart
from pitlink.pit.words import counted
from pitlink.store import Store
from pitlink.store.checkpoints import Checkpoint, Signer, last_key, signer_from
from pitlink.store.database import reading


def verify_books(where: str, checkpoints: Path | None, key: str | None) -> int:
    if key is not None and not _is_key(key):
        raise CannotDo(f"--key {key!r}: expected 64 hexadecimal digits, as `pitlink audit key` prints them")
    kept = tuple(_read(checkpoints)) if checkpoints is not None else ()
    if checkpoints is not None and not kept:
        raise CannotDo(f"{checkpoints}: nothing in it: expected a checkpoint on every line")
    with looking(where) as engine, Meter("Verifying events") as meter:
        try:
            found = verify(engine, meter, kept, key.lower() if key else None)
        except Wrong as wrong:
            raise CannotDo(f"{wrong.where}: {wrong.found}: expected {wrong.expected}") from None
    show_verified(Console(highlight=False), found, demanded=key is not None)
    return 0


def show_verified(console: Console, found: Verified, *, demanded: bool = False) -> None:
    console.print("The books are right.\n", style="bold green")
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    streams = counted(found.streams, "stream")
    grid.add_row("  events", f"{found.events:,} in {streams}, every one in its chain and replayed")
    grid.add_row("  entries", f"{found.entries:,}, each worked out again and in its account")
    grid.add_row("  awards", f"{found.hits:,}, counted once more and in their order")
    grid.add_row("  signatures", _signatures(found, demanded=demanded))
    grid.add_row("  books", printable(found.site))
    console.print(grid)


def _signatures(found: Verified, *, demanded: bool) -> str:
    if not found.checkpoints:
        return "none yet; `pitlink audit checkpoint` signs how everything stands"
    whose = "by the key demanded" if demanded else "not held to one key (--key does)"
    since = found.events - found.signed_until
    rest = f"; {counted(since, 'event')} since, under no signature yet" if since else ""
    return f"{counted(found.checkpoints, 'checkpoint')}, {whose}; signed up to event {found.signed_until:,}{rest}"


def _is_key(text: str) -> bool:
    return len(text) == 64 and all(sign in "0123456789abcdefABCDEF" for sign in text)


def _read(file: Path) -> Iterator[Checkpoint]:
    decoder = msgspec.json.Decoder(Checkpoint)
    try:
        lines = file.read_bytes().splitlines()
    except OSError as error:
        raise CannotDo(f"{file}: {error.strerror or error}: expected a file of checkpoints") from None
    for number, line in enumerate(lines, start=1):
        try:
            yield decoder.decode(line)
        except (msgspec.DecodeError, ValueError) as error:
            raise CannotDo(f"{file}:{number}: {error}: expected a checkpoint on every line") from None


# Signing


def sign_checkpoint(where: str, key: Path | None, out: Path | None) -> int:
    """Sign how everything stands, and hand the line out: only one that is kept elsewhere proves anything."""
    if out is not None:
        check_apart(out, where, key)
        _check_holds_checkpoints(out)
    with opened(where) as store:
        signer = _signer(store, key_file(where, key))
        checkpoint = store.checkpoint(signer)
    line = msgspec.json.encode(checkpoint) + b"\n"
    if out is None:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
        return 0
    add_line(out, line)
    print(f"Signed up to event {checkpoint.said.position:,}; the line is in {out}, to be kept where the books are not.")
    return 0


def _check_holds_checkpoints(out: Path) -> None:
    """A line is added to checkpoints, and to nothing else."""
    if out.is_file():
        for _ in _read(out):
            pass


def show_key(where: str, key: Path | None) -> int:
    file = key_file(where, key)
    if not file.exists():
        raise CannotDo(f"no signing key at {file}: expected one, which `pitlink audit checkpoint` makes")
    print(_key_in(file).public)
    return 0


def _signer(store: Store, file: Path) -> Signer:
    """A new key only for books that nobody has signed: another than before is somebody's decision."""
    if file.exists():
        return _key_in(file)
    with reading(store.engine) as connection:
        before = last_key(connection)
    if before is not None:
        expected = f"the one that signed before, {before[:16]}…, which --key-file names"
        raise CannotDo(f"no signing key at {file}: expected {expected}")
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = signer_from(file)
    print(f"A new signing key was made: {file}; public key {made.public}", file=sys.stderr)
    return made


def _key_in(file: Path) -> Signer:
    try:
        return signer_from(file)
    except ValueError as error:
        raise CannotDo(str(error).replace(";", ":", 1)) from None
