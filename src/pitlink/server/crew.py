"""Who works at the tables: a software dealer with a clock at each, and the minds of the bots that sit there.

There is one way for a table to be run, whoever has opened it: it is on the books, this process owns it, a dealer is
sent. At the start that is so for all tables, later for those that an administrator or the terminal adds.
"""

import asyncio
import logging
import random
from collections.abc import Iterable
from typing import Final

from pitlink.bots.players import Mind, mind_of
from pitlink.server.accounts import Accounts
from pitlink.server.dealing import Pace, SoftwareDealer
from pitlink.server.live import FLOOR, Live
from pitlink.store import OwnedElsewhere, Unavailable

AGAIN_S: Final = 1.0  # between two looks at tables that another process still holds

log = logging.getLogger("pitlink.server")


class Crew:
    """Lives on the event loop. A dealer is sent to a table once, and stays until the pit closes."""

    def __init__(self, live: Live, accounts: Accounts, pace: Pace) -> None:
        self._live, self._accounts, self._pace = live, accounts, pace
        self._dice = random.SystemRandom()
        self._minds: dict[str, Mind] = {}
        self._dealers: dict[str, asyncio.Task[None]] = {}
        self._left_out: set[str] = set()  # tables with which something is wrong

    async def run(self) -> None:
        """At all tables that there are, and at each that comes, as soon as it is seen."""
        with self._live.followed(FLOOR) as waker:
            while not self._live.stopping:
                await waker.wait(None if await self._send() else AGAIN_S)

    async def _send(self) -> bool:
        """Whether every table has its dealer now."""
        for name in self._without():
            try:
                await self.begin((name,))
            except OwnedElsewhere as owned:
                log.info("table %s is not run here yet: %s", name, owned)
            except Unavailable as away:
                log.warning("table %s is not run yet: %s", name, away)
            except Exception:  # of one table, for which no other waits
                log.exception("table %s is not run until the next start", name)
                self._left_out.add(name)
        return not self._without()

    def _without(self) -> list[str]:
        tables = self._live.tables.items()
        there = [name for name, table in tables if table.setup is not None]
        return [name for name in there if name not in self._dealers and name not in self._left_out]

    async def begin(self, tables: Iterable[str]) -> None:
        """Run tables from now on; raises `OwnedElsewhere` where one is not this process's and cannot be."""
        store = self._live.store
        wanted = [name for name in tables if name not in self._dealers]
        if strange := [name for name in wanted if name not in store.owned]:
            await asyncio.to_thread(store.own, strange)
        for name, bot in (await asyncio.to_thread(self._accounts.bots)).items():
            if name not in self._minds:
                self._minds[name] = mind_of(bot, self._dice)
        for name in wanted:
            dealer = SoftwareDealer(self._live, name, self._minds, self._pace, self._dice)
            task = self._dealers[name] = asyncio.create_task(dealer.run(), name=f"dealer at {name}")
            task.add_done_callback(told)

    async def leave(self) -> None:
        """All dealers, at the end."""
        for task in self._dealers.values():
            task.cancel()
        await asyncio.gather(*self._dealers.values(), return_exceptions=True)


def told(task: asyncio.Task[None]) -> None:
    """Of a task that should have gone on, how it has ended."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("%s has ended", task.get_name(), exc_info=error)
