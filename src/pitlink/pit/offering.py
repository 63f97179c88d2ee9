"""What somebody may do at a table now, with what its link has to say about it."""

from pitlink.people import Person
from pitlink.pit.floor import Floor
from pitlink.pit.stopped import is_stopped, link_of
from pitlink.table.options import Option, Which, options


def offered(floor: Floor, table: str, by: Person, which: Which = "all") -> tuple[Option, ...]:
    """The table's options, but for claims that another table's come before (mbs-thb 3.14, rws-3cp 4.7.2).

    And but for what a link that does not run keeps the table from (R112).
    """
    found = options(floor.tables[table], by, which)
    link = link_of(floor, table)
    waits = link is not None and bool(link.order) and link.order[0].table != table
    return tuple(
        option
        for option in found
        if not (waits and option.command == "PayAwards") and not is_stopped(floor, table, option)
    )
