"""Signed checkpoints: how all streams stood at a position, so that a later change of the whole log shows too.

A chain of hashes can be made anew from the first event on by whoever can write to the database; a signature kept
elsewhere cannot. A checkpoint is one line of text that can be handed to anybody.
"""

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec
import sqlalchemy as sa
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct, structs
from sqlalchemy.engine import Connection

from pitlink.store import schema

FORM: Final = 1


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """What is signed. `heads` is the SHA-256 of a line for each stream, in their order: its name, version and hash."""

    checkpoint: int
    site: str
    position: int
    at_us: int
    heads: str


_body_from = msgspec.json.Decoder(Body).decode  # made here: in several threads at once msgspec crashes


class Checkpoint(Struct, frozen=True, forbid_unknown_fields=True):
    """The signed text with its signature, and the public key that it can be checked with, in hexadecimal."""

    body: str
    key: str
    signature: str

    @property
    def said(self) -> Body:
        return _body_from(self.body)

    def says_the_same_as(self, other: "Checkpoint") -> bool:
        """Signed with the same key, of the same streams, if at another time."""
        return (
            self.key == other.key
            and self.is_signed()
            and structs.replace(self.said, at_us=other.said.at_us) == other.said
        )

    def is_signed(self) -> bool:
        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key))
            key.verify(bytes.fromhex(self.signature), self.body.encode())
        except (InvalidSignature, ValueError):
            return False
        return True


class Signer:
    """A private key in a file that only its owner can read."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key

    @property
    def public(self) -> str:
        return self._key.public_key().public_bytes_raw().hex()

    def sign(self, body: Body) -> Checkpoint:
        text = msgspec.json.encode(body)
        return Checkpoint(text.decode(), self.public, self._key.sign(text).hex())


def signer_from(file: Path) -> Signer:
    """The key in a file; a new one where there is no file yet."""
    if not file.exists():
        key = Ed25519PrivateKey.generate()
        number = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "w", encoding="ascii") as made:
            made.write(key.private_bytes_raw().hex() + "\n")
        return Signer(key)
    try:
        return Signer(Ed25519PrivateKey.from_private_bytes(bytes.fromhex(file.read_text(encoding="ascii").strip())))
    except ValueError:
        raise ValueError(f"{file}: no signing key; expected 64 hexadecimal digits") from None


def last_key(connection: Connection) -> str | None:
    """The public key that signed last; None where nothing is signed yet."""
    columns = schema.checkpoint.c
    key: str | None = connection.execute(sa.select(columns.key).order_by(columns.position.desc()).limit(1)).scalar()
    return key


def heads_digest(heads: Mapping[str, tuple[int, str]]) -> str:
    lines = (f"{stream} {version} {head}\n" for stream, (version, head) in sorted(heads.items()))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def made(connection: Connection, signer: Signer, site: str, position: int, at_us: int) -> Checkpoint:
    """How all streams stand; whoever calls holds the end of the log."""
    columns = schema.stream.c
    rows = connection.execute(sa.select(columns.name, columns.version, columns.head).where(columns.version > 0))
    heads = {row.name: (row.version, row.head) for row in rows}
    return signer.sign(Body(FORM, site, position, at_us, heads_digest(heads)))


class Row(Struct, frozen=True):
    """A checkpoint as it is kept; position and time stand in its text too."""

    position: int
    at_us: int
    checkpoint: Checkpoint


def rows(connection: Connection) -> list[Row]:
    asked = sa.select(schema.checkpoint).order_by(schema.checkpoint.c.position)
    found = connection.execute(asked)
    return [Row(row.position, row.at_us, Checkpoint(row.body, row.key, row.signature)) for row in found]


def keep(connection: Connection, checkpoint: Checkpoint) -> None:
    said = checkpoint.said
    row = {"position": said.position, "at_us": said.at_us, **msgspec.structs.asdict(checkpoint)}
    connection.execute(sa.insert(schema.checkpoint), row)
