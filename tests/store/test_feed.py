"""The feed: whoever follows it from a position gets every event once, in order, without a gap."""

import threading

from pitlink.store import Stored, Unavailable
from tests.store.floors import opened, play, till_of


def test_a_follower_gets_everything_from_its_position_on(books: str) -> None:
    with opened(books, "A", "T1") as store, opened(books, "B") as other:
        play(till_of(store), "rws-3cp", rounds=1)
        half = store.position() // 2
        stop, got = threading.Event(), list[Stored]()
        last = threading.Event()

        def follow() -> None:
            for stored in other.follow(half, stop, pause_s=0.01):
                got.append(stored)
                if len(got) >= 300:
                    last.set()

        follower = threading.Thread(target=follow)
        follower.start()
        while not last.is_set():
            play(till_of(store), "rws-3cp", rounds=1)
        stop.set()
        follower.join()
        positions = [stored.position for stored in got]
        assert positions == list(range(half + 1, half + 1 + len(got)))
        assert got[:50] == store.read(half, 50)


def test_followers_see_no_gap_while_several_processes_write(books: str) -> None:
    """Positions are given at the commit, so that no event appears behind one that was seen already."""
    with opened(books, "A", "T1") as one, opened(books, "B", "T2") as two, opened(books, "C") as reader:
        stop, seen, faults = threading.Event(), [0], list[BaseException]()

        def follow() -> None:
            for stored in reader.follow(0, stop, pause_s=0.001):
                if stored.position != seen[0] + 1:
                    faults.append(AssertionError(f"{stored.position} after {seen[0]}"))
                seen[0] = stored.position

        def run(store: object, name: str, game: str) -> None:
            try:
                play(till_of(store), game, 4, name)  # type: ignore[arg-type]
            except (Unavailable, AssertionError) as fault:
                faults.append(fault)

        follower = threading.Thread(target=follow)
        writers = [
            threading.Thread(target=run, args=(one, "T1", "mbs-thb")),
            threading.Thread(target=run, args=(two, "T2", "mbs-3cp")),
        ]
        for thread in (follower, *writers):
            thread.start()
        for writer in writers:
            writer.join()
        for _ in range(200):
            if seen[0] == one.position():
                break
            stop.wait(0.05)
        stop.set()
        follower.join()
        assert faults == []
        assert seen[0] == one.position()
