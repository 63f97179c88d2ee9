"""Whose chips lie where, as wagers come and go."""

from collections.abc import Mapping

from msgspec import structs

from pitlink.games.round import Seat, Share, Wager, wager_of
from pitlink.money import Cents
from pitlink.table.faults import notes_of
from pitlink.table.setup import TableSetup
from pitlink.table.state import Box, Player, Table, play_of


def lay(players: Mapping[str, Player], name: str, change: Cents) -> dict[str, Player]:
    player = players[name]
    return {**players, name: Player(player.chips, Cents(player.lying + change), player.present)}


def moved(table: Table, player: str, position: int, wager: str, change: int) -> Table:
    """A player's chips onto an area or off it; an area and a position with nothing on them are gone."""
    play = play_of(table)
    box = play.boxes.get(position) or Box(Seat(position, {}))
    wagers = with_share(box.seat.wagers, wager, player, change)
    boxes = {**play.boxes, position: noted(table.rules, box, seat=structs.replace(box.seat, wagers=wagers))}
    if not wagers:
        del boxes[position]
    return structs.replace(
        table,
        players=lay(table.players, player, Cents(change)),
        play=structs.replace(play, boxes=boxes),
    )


def noted(setup: TableSetup, box: Box, **changes: object) -> Box:
    """A box with its wagers changed, and what is then wrong about them."""
    after = structs.replace(box, **changes)
    notes = notes_of(setup, after)
    return after if notes == after.notes else structs.replace(after, notes=notes)


def with_share(wagers: Mapping[str, Wager], wager: str, player: str, change: int) -> dict[str, Wager]:
    shares = {share.player: share.amount for share in wagers[wager].shares} if wager in wagers else {}
    shares[player] = Cents(shares.get(player, 0) + change)
    after = {name: lies for name, lies in wagers.items() if name != wager}
    kept = [Share(owner, amount) for owner, amount in shares.items() if amount]
    if kept:
        after[wager] = wager_of(*kept)
    return after
