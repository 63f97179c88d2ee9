"""What somebody may do at a table now, with what its link has to say about it."""

from pitlink.people import Person
from pitlink.pit.floor import Floor
from pitlink.table.options import Option, options


def offered(floor: Floor, table: str, by: Person) -> tuple[Option, ...]:
    """The table's options, but for claims that another table's come before (mbs-thb 3.14, rws-3cp 4.7.2)."""
    state = floor.tables[table]
    found = options(state, by)
    link = floor.links.get(state.setup.link) if state.setup is not None and state.setup.link is not None else None
    if link is not None and link.order and link.order[0].table != table:
        return tuple(option for option in found if option.command != "PayAwards")
    return found
