"""One commit for all that waits: commands of many threads, decided in the order they came in.

While one commit is on its way to the disk the next commands gather; they share the next one. Nobody is answered before
the commit that holds his command.
"""

import queue
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Final

from pitlink.store.database import Unavailable
from pitlink.store.requests import Answer, Request
from pitlink.store.store import Store

MOST: Final = 256  # commands in one commit

Waiting = tuple[Request, "Future[Answer]"]


class Desk:
    """Takes commands from any thread. It also renews the store's hold on its tables while it is open."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._door, self._closed = threading.Lock(), False
        self._thread = threading.Thread(target=self._work, name="pitlink desk", daemon=True)
        self._ended = threading.Event()
        self._keeper = threading.Thread(target=self._keep, name="pitlink lease", daemon=True)
        self._thread.start()
        self._keeper.start()

    def hand_in(self, request: Request) -> "Future[Answer]":
        answer: Future[Answer] = Future()
        with self._door:
            if self._closed:
                answer.set_exception(Unavailable("the desk is closed", "start again"))
            else:
                self._waiting.put((request, answer))
        return answer

    def ask(self, request: Request) -> Answer:
        """Hand in a command and wait for its answer."""
        return self.hand_in(request).result()

    def close(self) -> None:
        """Carry out what was handed in before, then stop."""
        with self._door:
            self._closed = True
            self._waiting.put(None)
        self._thread.join()
        self._ended.set()
        self._keeper.join()

    def _work(self) -> None:
        while True:
            first = self._waiting.get()
            if first is None:
                return
            batch, last = self._gather(first)
            self._carry_out([each for each in batch if each[1].set_running_or_notify_cancel()])
            if last:
                return

    def _gather(self, first: Waiting) -> tuple[list[Waiting], bool]:
        """What waits now; whether the desk closes after it."""
        batch = [first]
        while len(batch) < MOST:
            try:
                more = self._waiting.get_nowait()
            except queue.Empty:
                return batch, False
            if more is None:
                return batch, True
            batch.append(more)
        return batch, False

    def _carry_out(self, batch: Sequence[Waiting]) -> None:
        if not batch:
            return
        try:
            answers = self._store.submit([request for request, _ in batch])
        except Exception as error:
            if len(batch) == 1 or isinstance(error, Unavailable):
                for _, future in batch:
                    future.set_exception(error)
            else:
                for each in batch:  # one of them may be at fault: the others need not suffer
                    self._carry_out([each])
            return
        for (_, future), answer in zip(batch, answers, strict=True):
            future.set_result(answer)

    def _keep(self) -> None:
        while not self._ended.wait(self._store.lease_s / 3):
            try:
                self._store.renew()
            except Exception:  # the next command will tell; a lease that cannot be renewed runs out
                continue
