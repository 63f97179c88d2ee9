"""Figures that an operator would be woken for, as Prometheus reads them."""

import time
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.registry import Collector

from pitlink.refusals import Refused
from pitlink.store import Answer

FEEDS: Final = ("table", "link", "floor", "watch", "desk")
SECONDS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    """What has been counted since the start."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        new = self._registry
        ProcessCollector(registry=new)  # its processor time, its memory, its open files
        self.commands = Counter("pitlink_commands", "Commands that came to the books.", ["outcome"], registry=new)
        self.refusals = Counter("pitlink_refusals", "Whatever was refused, by code.", ["code"], registry=new)
        self.commit = Histogram(
            "pitlink_commit_seconds", "From a command handed in to its commit.", buckets=SECONDS, registry=new
        )
        self.feed_lag = Histogram(
            "pitlink_feed_lag_seconds", "From a commit to its being sent.", ["feed"], buckets=SECONDS, registry=new
        )
        for feed in FEEDS:
            self.feed_lag.labels(feed)  # there from the start on
        self.feeds = Gauge("pitlink_feed_readers", "Feeds that are open.", registry=new)
        self.dropped = Counter("pitlink_feed_dropped", "Readers dropped because they took nothing.", registry=new)

    def register(self, standing: Collector) -> None:
        self._registry.register(standing)

    def count(self, answer: Answer) -> None:
        """What the books have answered; whoever asked for it counts the refusal, with those that never came so far."""
        self.commands.labels("refused" if isinstance(answer, Refused) else "accepted").inc()

    def observe_lag(self, feed: str, committed_us: int | None) -> None:
        """Of the first thing in a message that its reader does not know; None where it is not known when that was."""
        if committed_us is not None:
            self.feed_lag.labels(feed).observe(max(0.0, time.time() - committed_us / 1e6))

    def text(self) -> bytes:
        return generate_latest(self._registry)
