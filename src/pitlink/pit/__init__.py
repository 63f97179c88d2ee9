"""How tables, links and books act together, still pure.

`act(floor, command)` carries a command out at all it touches: events for every stream, entries for the books, the floor
as it then stands. It is refused as a whole or done as a whole.
"""

from pitlink.pit.acting import act
from pitlink.pit.administering import act_on_link
from pitlink.pit.claims import OpenClaim, open_claims
from pitlink.pit.floor import Floor, Outcome, Recorded
from pitlink.pit.offering import offered
from pitlink.pit.previewing import on_report, preview, previews, reportable

__all__ = [
    "Floor",
    "OpenClaim",
    "Outcome",
    "Recorded",
    "act",
    "act_on_link",
    "offered",
    "on_report",
    "open_claims",
    "preview",
    "previews",
    "reportable",
]
