"""What the signs of a running pit tell beside the link itself: when, and with which cards."""

import asyncio
import random

from pitlink.jackpot.sign import Sign
from pitlink.server import feeds
from pitlink.server.dealing import FULL_SPEED, SoftwareDealer
from pitlink.server.live import Live
from pitlink.server.roles import NOBODY
from pitlink.store import Store
from tests.server.test_dealing import at_work, win
from tests.store.floors import opened


def signs(live: Live) -> Sign:
    """The same wherever it is read."""
    sign = live.sign(live.links["L1"])
    for table in live.tables:
        assert feeds.table_view(live, table, NOBODY).sign == sign
    assert feeds.floor_since(live).links == (sign,)
    return sign


def test_a_jackpot_hand_is_pending_with_its_cards_and_then_among_the_last_paid_also_after_a_restart(books: str) -> None:
    async def look(store: Store) -> Sign:
        live, desk = await at_work(store)
        desk.close()
        return signs(live)

    async def pay(store: Store) -> Sign:
        live, desk = await at_work(store)
        dealers = [SoftwareDealer(live, name, {}, FULL_SPEED, random.Random(2)) for name in ("T1", "T2")]
        tasks = [asyncio.create_task(dealer.run()) for dealer in dealers]
        while live.links["L1"].open_claims:
            await asyncio.sleep(0.01)
        live.stop()
        await asyncio.gather(*tasks)
        desk.close()
        return signs(live)

    with opened(books, "A", "T1", "T2") as store:
        win(store, "T1")
        win(store, "T2")
        before = asyncio.run(look(store))
        assert [(each.table, each.position, each.hand) for each in before.pending] == [
            ("T1", 1, "straight flush"),
            ("T2", 1, "straight flush"),
        ]
        entered = [each.at_us for each in before.pending]
        assert entered == sorted(at for at in entered if at is not None)
        assert [len(set(each.cards)) for each in before.pending] == [5, 5]
        assert before.won == ()
        after = asyncio.run(asyncio.wait_for(pay(store), 30))
        assert after.pending == ()
        assert [(each.table, each.amount) for each in after.won] == [
            (each.table, each.amount) for each in reversed(before.pending)
        ]
        assert after.won[0].at_us >= after.won[1].at_us > max(at for at in entered if at is not None)
        assert asyncio.run(look(store)).won == after.won
