"""What a command must have at hand: which links, as they stand at this moment, and which tables beside its own."""

from pitlink.jackpot import Link
from pitlink.jackpot import commands as of_link
from pitlink.table import AnyCommand
from pitlink.table import commands as of_table

# Commands that decide on the link of their table, or from what it shows. Others may come to touch it, rarely.
_ON_LINK = (
    of_table.OpenTable,
    of_table.CloseBets,
    of_table.Settle,
    of_table.PayAwards,
    of_table.RejectClaims,
    of_table.Rule,
    of_table.AnswerOption,
    of_table.Report,
)


def decides_on_link(command: AnyCommand) -> bool:
    return isinstance(command, _ON_LINK)


def tables_beside(link: Link, command: AnyCommand | of_link.Command) -> tuple[str, ...]:
    """Tables whose claims on the link are open, since another order of winners is told to them.

    And those that must be closed: a table that is released, all of a link whose parameters change.
    """
    concerned: tuple[str, ...] = ()
    match command:
        case of_link.ReleaseTable():
            concerned = (command.table,)
        case of_link.ChangeParameters():
            concerned = tuple(link.tables)
        case _:
            pass
    return tuple(dict.fromkeys((*(claims.table for claims in link.open_claims), *concerned)))


def links_beside(command: of_link.Command) -> tuple[str, ...]:
    """Other links that a command at a link touches."""
    to = getattr(command, "to", None)
    return (to,) if isinstance(to, str) else ()
