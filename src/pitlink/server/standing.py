"""How the pit stands, as figures for Prometheus, found when they are asked for."""

from collections.abc import Iterator

from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from pitlink.server.live import Live


class Standing(Collector):
    def __init__(self, live: Live) -> None:
        self._live = live

    def collect(self) -> Iterator[Metric]:
        live = self._live
        yield _gauge("pitlink_position", "Of the last event seen.", live.position)
        yield _gauge("pitlink_tables_open", "Tables that are open.", sum(each.open for each in live.tables.values()))
        waiting = sum(each.play is not None and each.play.report is not None for each in live.tables.values())
        yield _gauge("pitlink_reports_open", "Tables that wait for a ruling.", waiting)
        display = GaugeMetricFamily("pitlink_link_display_cents", "What a link displays.", labels=["link"])
        runs = GaugeMetricFamily("pitlink_link_runs", "Whether a link takes wagers.", labels=["link"])
        claims = GaugeMetricFamily("pitlink_claims_open", "Claims that wait to be paid.", labels=["link"])
        for name, link in live.links.items():
            display.add_metric([name], link.display)
            runs.add_metric([name], float(link.runs))
            claims.add_metric([name], len(link.open_claims))
        yield from (display, runs, claims)


def _gauge(name: str, help: str, value: float) -> Metric:
    return GaugeMetricFamily(name, help, value=value)
