"""The door of the pit."""

import asyncio
import socket

from pitlink.server.serving import listening


def test_a_small_answer_is_sent_at_once() -> None:
    """A connection that is used again waits for no receipt: that would be 40 ms for every request of a browser."""

    async def accepted() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def come_in(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        door = listening("127.0.0.1", 0)
        async with await asyncio.start_server(come_in, sock=door):
            _, writer = await asyncio.open_connection(*door.getsockname())
            told = await asyncio.wait_for(found, 5)
            writer.close()
        return told

    assert asyncio.run(accepted())
