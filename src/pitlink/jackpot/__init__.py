"""A linked progressive jackpot: what feeds it, what it shows, what it owes.

`decide(link, command)` gives events or a refusal, `evolve(link, event)` the link as the event leaves it, `entries` what
the event means to the books. Nothing else changes a link.
"""

from pitlink.jackpot.commands import Command
from pitlink.jackpot.decide import decide
from pitlink.jackpot.entries import entries
from pitlink.jackpot.events import Event
from pitlink.jackpot.evolve import evolve
from pitlink.jackpot.link import Link

__all__ = ["Command", "Event", "Link", "decide", "entries", "evolve"]
