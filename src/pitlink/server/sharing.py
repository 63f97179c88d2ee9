"""What several readers are sent alike, made once."""

from collections.abc import Callable, Hashable


class Shared:
    """Of each topic the last message: readers who are woken together find it there."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[Hashable, bytes]] = {}

    def message(self, topic: Hashable, state: Hashable, make: Callable[[], bytes]) -> bytes:
        kept = self._kept.get(topic)
        if kept is None or kept[0] != state:
            kept = self._kept[topic] = (state, make())
        return kept[1]
