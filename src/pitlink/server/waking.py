"""One task that waits until there is something to do."""

import asyncio


class Waker:
    def __init__(self) -> None:
        self._event = asyncio.Event()

    def wake(self) -> None:
        self._event.set()

    async def wait(self, seconds: float | None = None) -> bool:
        """Whether it was woken, now or since it waited last; False when the time is over."""
        try:
            async with asyncio.timeout(seconds):
                await self._event.wait()
        except TimeoutError:
            return False
        self._event.clear()
        return True
