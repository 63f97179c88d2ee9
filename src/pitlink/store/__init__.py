"""The books on disk, in SQLite or PostgreSQL: nothing acknowledged is lost, and nothing happens twice.

`Store` carries commands out, each in a transaction with all that follows from it; `Desk` lets many share a commit.
"""

from pitlink.store.database import Unavailable
from pitlink.store.desk import Desk
from pitlink.store.record import Stored
from pitlink.store.requests import Accepted, Answer, Request
from pitlink.store.starting import SelfCheckFailed
from pitlink.store.store import OwnedElsewhere, Store
from pitlink.store.together import Act, Wanted

__all__ = [
    "Accepted",
    "Act",
    "Answer",
    "Desk",
    "OwnedElsewhere",
    "Request",
    "SelfCheckFailed",
    "Store",
    "Stored",
    "Unavailable",
    "Wanted",
]
