"""A table: commands become events, events the table's state.

`decide(table, command)` gives events or a refusal, `evolve(table, event)` the table as the event leaves it, `entries`
what the event means to the books. Nothing else changes a table.
"""

from pitlink.table.commands import AnyCommand
from pitlink.table.decide import decide
from pitlink.table.entries import entries
from pitlink.table.events import Event
from pitlink.table.evolve import evolve
from pitlink.table.setup import TableSetup
from pitlink.table.state import Table

__all__ = ["AnyCommand", "Event", "Table", "TableSetup", "decide", "entries", "evolve"]
