"""The feed: whoever follows it from a position gets every event once, in order, without a gap."""

import threading
from collections.abc import Mapping, Sequence

from pitlink.store import Stored, Unavailable
from pitlink.store.streams import Known
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


def test_whoever_listens_is_told_what_was_committed_in_order_with_its_states(books: str) -> None:
    with opened(books, "A") as store:
        told: list[Stored] = []
        states: dict[str, Known] = {}

        def listen(events: Sequence[Stored], known: Mapping[str, Known]) -> None:
            assert store.position() == events[-1].position  # it can be read by now
            told.extend(events)
            states.update(known)

        first = store.position()
        store.announce = listen
        store.own(["T1"])
        play(till_of(store), "mbs-uth", rounds=2)
        store.leave()
        assert told == store.read(first, 10_000)
        assert states["table/T1"].state == store.table("T1")
        assert states["link/L1"].state == store.link("L1")


def test_one_stream_is_read_from_a_version_on(books: str) -> None:
    with opened(books, "A", "T1") as store:
        play(till_of(store), "mbs-3cp", rounds=1)
        whole = [each for each in store.read(0, 10_000) if each.stream == "table/T1"]
        assert store.read_stream("table/T1", 0, 10_000) == whole
        assert store.read_stream("table/T1", 7, 5) == whole[7:12]
        assert store.read_stream("table/T9", 0) == []
