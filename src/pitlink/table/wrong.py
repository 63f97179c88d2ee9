"""A table as an irregularity and its ruling leave it."""

from collections.abc import Mapping

from msgspec import structs

from pitlink.games.dealing import Place
from pitlink.money import ZERO, Cents
from pitlink.table import events as on
from pitlink.table.chips import lay, moved, noted, with_share
from pitlink.table.state import Box, Play, Player, Question, Table, play_of


def ruled(play: Play, event: on.RulingGiven) -> Play:
    places = play.report.places if play.report is not None and event.what == "exposed_cards" else ()
    exposed = [play.slots[place].nth for place in places]
    return structs.replace(
        play,
        report=None,
        counted=None,
        rulings=(*play.rulings, event),
        exposed_in_error=tuple(dict.fromkeys((*play.exposed_in_error, *exposed))),
    )


def dismissed(play: Play, event: on.ReportDismissed) -> Play:
    """Whose report software has dismissed is kept for the round; what people dismiss leaves no trace in it."""
    by = (play.report.by,) if play.report is not None and event.software else ()
    return structs.replace(play, report=None, counted=None, dismissed=(*play.dismissed, *by))


def failed(play: Play, event: on.JackpotFailed) -> Play:
    """What was registered when the jackpot first failed is what this round is paid on, unless it was paid before."""
    if play.result_known or play.registered is not None:
        return play
    return structs.replace(play, registered=event.registered)


def voided(table: Table, event: on.RoundVoided) -> Table:
    """Everything that lay on the layout is the players' again, and no payment stands."""
    play = play_of(table)
    void = structs.replace(
        play, void=event.clause, closed=True, nets={}, pending=(), claims_open=False, warned=(), question=None
    )
    players = {name: Player(each.chips, ZERO, each.present) for name, each in table.players.items()}
    return structs.replace(table, players=players, play=void, warned=table.warned - set(play.warned))


def set_aside(table: Table) -> Table:
    """As if the round had not been settled yet."""
    play = play_of(table)
    open_again = structs.replace(
        play,
        result=None,
        paid=None,
        lines=(),
        nets={},
        pending=(),
        claimed=False,
        claims_open=False,
        verified=None,
        approved=None,
        rejected=(),
        warned=(),
        anew=True,
    )
    return structs.replace(table, play=open_again, warned=table.warned - set(play.warned))


def cards_moved(play: Play, moves: tuple[on.Moved, ...]) -> Play:
    """Cards change places. A whole hand that is another one now was looked at only if the same player did so."""
    slots = {**play.slots, **{move.to: play.slots[move.card_at] for move in moves}}
    boxes = dict(play.boxes)
    for position in {move.to.position for move in moves if move.to.where == "position"}:
        sources = [move.card_at for move in moves if (move.to.where, move.to.position) == ("position", position)]
        here, whole = play.boxes.get(sources[0].position), len(sources) == boxes[position].cards
        if whole and len({(place.where, place.position) for place in sources}) == 1:
            known = here is not None and here.viewed and here.seat.player == boxes[position].seat.player
            boxes[position] = structs.replace(boxes[position], handled=known, viewed=known)
    return structs.replace(play, slots=slots, boxes=boxes)


def removed(table: Table, position: int, clause: str) -> Table:
    """A hand out of play is dealt no further card, and its chips are the players' again."""
    play = play_of(table)
    box = play.boxes[position]
    players = table.players
    for wager in box.there:
        players = _given_back(players, box, wager)
    out = structs.replace(box, seat=structs.replace(box.seat, removed_by=clause), taken_out=True)
    after = structs.replace(
        play,
        boxes={**play.boxes, position: out},
        to_deal=_but(play.to_deal, position),
        to_deal_last=_but(play.to_deal_last, position),
        reversed=play.reversed + ((position,) if position in play.feeding else ()),
    )
    return structs.replace(table, players=players, play=after)


def _given_back(players: Mapping[str, Player], box: Box, wager: str) -> Mapping[str, Player]:
    """The chips of one wager."""
    for share in (box.later.get(wager) or box.seat.wagers[wager]).shares:
        players = lay(players, str(share.player), Cents(-share.amount))
    return players


def _but(places: tuple[Place, ...], position: int) -> tuple[Place, ...]:
    return tuple(place for place in places if place.where != "position" or place.position != position)


def refused_late(table: Table, event: on.LateChipsRefused) -> Table:
    """The wager is smaller by the late part; of one that was withdrawn the player has the chips already."""
    play = play_of(table)
    box = play.boxes[event.position]
    if event.wager in box.later:
        later = with_share(box.later, event.wager, event.player, -event.amount)
        boxes = {**play.boxes, event.position: noted(table.rules, box, later=later)}
        players = lay(table.players, event.player, Cents(-event.amount))
        return structs.replace(table, players=players, play=structs.replace(play, boxes=boxes))
    after = moved(table, event.player, event.position, event.wager, -event.amount)
    return after if event.wager not in box.withdrawn else structs.replace(after, players=table.players)


def handed_back(table: Table, event: on.WagersHandedBack) -> Table:
    play = play_of(table)
    box = play.boxes[event.position]
    players = table.players
    for wager in event.wagers:
        if wager in box.there:
            players = _given_back(players, box, wager)
    after = structs.replace(box, handed_back={**box.handed_back, **dict.fromkeys(event.wagers, event.clause)})
    fed = "progressive" in event.wagers and event.position in play.feeding
    reversed_ = play.reversed + ((event.position,) if fed else ())
    after_play = structs.replace(play, boxes={**play.boxes, event.position: after}, reversed=reversed_)
    return structs.replace(table, players=players, play=after_play)


def let_stand(table: Table, event: on.WagersLetStand) -> Table:
    play = play_of(table)
    boxes = dict(play.boxes)
    for position in event.positions:
        box = boxes[position]
        notes = tuple(
            structs.replace(note, clause=event.clause) if note.code == "wrong_amount" else note for note in box.notes
        )
        boxes[position] = structs.replace(box, notes=notes)
    return structs.replace(table, play=structs.replace(play, boxes=boxes))


def asked_all(table: Table, event: on.OptionsGiven) -> Table:
    play = play_of(table)
    boxes = {position: structs.replace(box, asked=False) for position, box in play.boxes.items()}
    question = Question(event.positions, event.offers, event.clause)
    return structs.replace(table, play=structs.replace(play, boxes=boxes, question=question))


def answered(table: Table, position: int) -> Table:
    play = play_of(table)
    assert play.question is not None
    waiting = tuple(each for each in play.question.waiting if each != position)
    question = structs.replace(play.question, waiting=waiting) if waiting else None
    boxes = {**play.boxes, position: structs.replace(play.boxes[position], asked=False)}
    return structs.replace(table, play=structs.replace(play, boxes=boxes, question=question))
