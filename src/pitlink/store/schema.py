"""The tables by name, as queries speak of them. What they must hold is said in migrations/."""

import sqlalchemy as sa
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, MetaData, Table, Text

_all = MetaData()

feed = Table(
    "feed", _all, Column("one", Integer, primary_key=True), Column("position", BigInteger), Column("at_us", BigInteger)
)

stream = Table(
    "stream",
    _all,
    Column("name", Text, primary_key=True),
    Column("version", BigInteger),
    Column("head", Text),
    Column("epoch", BigInteger),
    Column("owner", Text),
    Column("lease_until_us", BigInteger),
)

event = Table(
    "event",
    _all,
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("stream", Text),
    Column("version", BigInteger),
    Column("epoch", BigInteger),
    Column("at_us", BigInteger),
    Column("person", Text),
    Column("command", Text),
    Column("body", Text),
    Column("hash", Text),
)

command = Table(
    "command",
    _all,
    Column("id", Text, primary_key=True),
    Column("digest", Text),
    Column("stream", Text),
    Column("person", Text),
    Column("at_us", BigInteger),
    Column("answer", Text),
)

entry = Table(
    "entry",
    _all,
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("nth", Integer, primary_key=True),
    Column("kind", Text),
    Column("transfer", Text),
    Column("giver", Text),
    Column("taker", Text),
    Column("amount_cents", BigInteger),
    Column("reason", Text),
    Column("wager", Text),
)

balance = Table(
    "balance",
    _all,
    Column("account", Text, primary_key=True),
    Column("stream", Text, primary_key=True),
    Column("posted_cents", BigInteger),
    Column("leaving_cents", BigInteger),
    Column("coming_cents", BigInteger),
)

meter = Table(
    "meter",
    _all,
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("link", Text),
    Column("before_fine", BigInteger),
    Column("display_fine", BigInteger),
    Column("reserve_fine", BigInteger),
    Column("overflow_fine", BigInteger),
    Column("reason", Text),
)

secret = Table(
    "secret", _all, Column("stream", Text, primary_key=True), Column("round", BigInteger), Column("deck", Text)
)

snapshot = Table(
    "snapshot",
    _all,
    Column("stream", Text, primary_key=True),
    Column("version", BigInteger),
    Column("software", Text),
    Column("state", LargeBinary),
)

checkpoint = Table(
    "checkpoint",
    _all,
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("at_us", BigInteger),
    Column("body", Text),
    Column("key", Text),
    Column("signature", Text),
)

person = Table(
    "person",
    _all,
    Column("name", Text, primary_key=True),
    Column("looks", Text),
    Column("role", Text),
    Column("password", Text),
    Column("temperament", Text),
    Column("since_us", BigInteger),
    Column("shut", Integer),
)

session = Table(
    "session",
    _all,
    Column("digest", Text, primary_key=True),
    Column("person", Text),
    Column("since_us", BigInteger),
    Column("until_us", BigInteger),
)

invitation = Table(
    "invitation",
    _all,
    Column("digest", Text, primary_key=True),
    Column("role", Text),
    Column("until_us", BigInteger),
)

migration = Table(
    "migration",
    _all,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("digest", Text),
    Column("at_us", BigInteger),
)

ALL = tuple(table for table in _all.tables.values() if isinstance(table, sa.Table))
