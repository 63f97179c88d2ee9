"""A connection that a feed can end at once, whatever its reader has not taken."""

import asyncio
import socket
import struct
from collections.abc import Callable
from typing import Final

from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

HANG_UP: Final = "hang_up"
AT_ONCE: Final = struct.pack("ii", 1, 0)  # the system keeps nothing for whoever does not read either


class Connection(H11Protocol):
    """Closed the usual way, a connection lasts until all that was written is taken: with some readers for ever."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)

        def hang_up() -> None:
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            transport.abort()

        self.app_state = {**self.app_state, HANG_UP: hang_up}


async def hang_up(scope: Scope) -> None:
    """End the connection by which this was asked, if it is one; it is gone when this returns."""
    end: Callable[[], None] | None = scope.get("state", {}).get(HANG_UP)
    if end is not None:
        end()
        await asyncio.sleep(0)
