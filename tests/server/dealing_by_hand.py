"""A pit without bots and without officers of software: five tables that Dana deals, with two players at each.

Nothing happens there by itself, so that a round stays where a test has brought it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pitlink.client import Pit, Rejected
from pitlink.server.roles import Role
from pitlink.table.views import TableView
from tests.server.running import Running, floor_of, signed_in
from tests.server.test_playing import TABLES, act
from tests.server.test_staff import STAFF, deal_on

MOST_WAGERS = 6  # that somebody places before the deal


def open_for_people(folder: Path, *more: str) -> Running:
    attended = floor_of(len(TABLES)).replace("unattended = true", "unattended = false")
    (folder / "floor.toml").write_text(attended)
    made = Running("", folder)
    made.start("--floor", str(folder / "floor.toml"), "--bots", "0", *more)
    return made


class House:
    """The staff, each by the role, and the players of every table."""

    def __init__(self, staff: Mapping[Role, Pit], players: Mapping[str, tuple[Pit, Pit]]) -> None:
        self.staff, self.players = staff, players
        self.dealer, self.supervisor = staff["dealer"], staff["pit_supervisor"]
        self.shift_manager = staff["gaming_shift_manager"]

    def deal(self, table: str) -> TableView:
        """A new round, with everything that is dealt before the first decision; the first player is on the link too."""
        self.finish(table)
        self.dealer.do(table, "CallBets")
        for position, player in enumerate(self.players[table], start=1):
            for _ in range(MOST_WAGERS):
                act(player, table, position, player.options(table))
        self.players[table][0].do(table, "PlaceWager", position=1, wager="progressive", amount=5_00)
        self.dealer.do(table, "CloseBets")
        while (seen := self.dealer.table(table)).step is not None and seen.step.step == "deal":
            self.dealer.do(table, "DealCard")
        return seen

    def finish(self, table: str) -> None:
        """Whatever lies there is settled, and the round played to its end."""
        while True:
            match deal_on(self.dealer, table, ("call", "rule", "answer")):
                case "call":
                    return
                case "rule":
                    self._settle_report(table)
                case _:
                    first, *_ = self.dealer.reportable(table).answers
                    self.dealer.do(table, "AnswerOption", position=first.position, answer=first.answer)

    def _settle_report(self, table: str) -> None:
        try:
            self.shift_manager.do(table, "DismissReport")
        except Rejected:  # cards that were counted are not right because somebody says so
            self.shift_manager.do(table, "Rule", effect="void")


@contextmanager
def people_at_work(running: Running) -> Iterator[House]:
    with signed_in(running, STAFF) as staff:
        players = {table: _seated(running, staff, table) for table in TABLES}
        try:
            yield House(staff, players)
        finally:
            for each in (player for pair in players.values() for player in pair):
                each.close()


def _seated(running: Running, staff: Mapping[Role, Pit], table: str) -> tuple[Pit, Pit]:
    staff["pit_supervisor"].do(table, "AssignDealer", dealer="Dana")
    ann, bob = (running.guest(f"{name} at {table}") for name in ("Ann", "Bob"))
    for position, player in enumerate((ann, bob), start=1):
        player.do(table, "Join")
        staff["dealer"].do(table, "BuyIn", player=player.name, amount=1_000_00)
        player.do(table, "Sit", position=position)
    return ann, bob
