"""A deck fixed before the decisions: one salted commitment for every card, published when bets are closed.

Who sees a card turned up can check that it is the one that was sealed; who never sees it learns nothing.
"""

import hashlib
import re
from collections.abc import Sequence

from pitlink.cards import NAMES

_SALT = re.compile(r"[0-9a-f]{32}")
_COMMITMENT = re.compile(r"[0-9a-f]{64}")


def commitment(nth: int, card: str, salt: str) -> str:
    """SHA-256 of "place in the deck, card, salt": `1 As 00ff…`, the place counted from 1."""
    return hashlib.sha256(f"{nth} {card} {salt}".encode()).hexdigest()


def seal(cards: Sequence[str], salts: Sequence[str]) -> tuple[str, ...]:
    return tuple(commitment(nth, *each) for nth, each in enumerate(zip(cards, salts, strict=True), start=1))


def is_seal(commitments: Sequence[str]) -> bool:
    """Whether this can be the seal of a whole deck."""
    return len(set(commitments)) == len(commitments) == len(NAMES) and all(map(_COMMITMENT.fullmatch, commitments))


def is_salt(text: str) -> bool:
    return _SALT.fullmatch(text) is not None


def opens(commitments: Sequence[str], cards: Sequence[str], salts: Sequence[str]) -> bool:
    """Whether cards and salts are the whole deck that was sealed."""
    if sorted(cards) != sorted(NAMES) or len(salts) != len(cards) or not all(map(is_salt, salts)):
        return False
    return seal(cards, salts) == tuple(commitments)
