"""What a link that does not run keeps its tables from doing (R112)."""

from pitlink.jackpot.contributions import not_running
from pitlink.jackpot.link import Link
from pitlink.pit.floor import Floor
from pitlink.pit.words import positions
from pitlink.refusals import Refused
from pitlink.table import AnyCommand, Table
from pitlink.table import commands as of_table
from pitlink.table.options import Option


def link_of(floor: Floor, table: str) -> Link | None:
    setup = floor.tables.get(table, Table()).setup
    return floor.links.get(setup.link) if setup is not None and setup.link is not None else None


def stopped(floor: Floor, table: str, command: AnyCommand) -> Refused | None:
    """A progressive wager, or the close over one that lies there: nobody contributes who cannot win."""
    link = link_of(floor, table)
    if link is None or link.runs:
        return None
    match command:
        case of_table.PlaceWager() | of_table.RaiseWager() | of_table.RecordWager() if command.wager == "progressive":
            return not_running(link, f"progressive at position {command.position}")
        case of_table.CloseBets() if lie := _lying(floor.tables[table]):
            found = f"progressive wagers at {positions(lie)}; link {link.id} is {link.state}: {link.note}"
            return Refused("progressive_lies_there", found, "taken back first, by the players or for them", "R112")
        case _:
            return None


def is_stopped(floor: Floor, table: str, option: Option) -> bool:
    link = link_of(floor, table)
    if link is None or link.runs:
        return False
    if option.command == "CloseBets":
        return bool(_lying(floor.tables[table]))
    return option.wager == "progressive" and option.command in ("PlaceWager", "RaiseWager", "RecordWager")


def _lying(table: Table) -> list[int]:
    boxes = table.play.boxes if table.play else {}
    return [position for position, box in boxes.items() if "progressive" in box.seat.wagers]
