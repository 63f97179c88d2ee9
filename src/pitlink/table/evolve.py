"""A table as an event leaves it."""

from collections.abc import Mapping
from typing import assert_never

from msgspec import structs

from pitlink.cards import CARD_OF
from pitlink.games.dealing import Place, places
from pitlink.games.round import Award, JackpotSettlement, Outcome, Wager
from pitlink.money import ZERO, Cents
from pitlink.table import events as on
from pitlink.table import wrong
from pitlink.table.chips import lay, moved, noted
from pitlink.table.due import next_step
from pitlink.table.entries import pending_ids
from pitlink.table.recording import later_wager_of
from pitlink.table.setup import TableSetup
from pitlink.table.state import Due, JackpotDown, Play, Player, Slot, Table, play_of


def evolve(table: Table, event: on.Event) -> Table:
    """What follows from the event and nothing else; the next step is found anew after each."""
    after = _after(table, event)
    play = after.play
    if play is not None and play is not table.play:
        due = next_step(after.rules, play)
        if due != play.due:
            play = structs.replace(play, due=due)
    return structs.replace(after, version=table.version + 1, play=play)


def _after(table: Table, event: on.Event) -> Table:
    match event:
        # The round, the most frequent first
        case on.CardDealt():
            return _with_play(table, _dealt(play_of(table), event))
        case on.WagerPlaced() | on.WagerFound() | on.WagerRaised():
            return _placed(table, event)
        case on.DecisionMade():
            return _decided(table, event)
        case on.CardsViewed():
            play = structs.replace(play_of(table), touched=True, seen=True)
            return _with_box(_with_play(table, play), event.position, viewed=True)
        case on.CardsHandled():
            play = structs.replace(play_of(table), touched=True)
            return _with_box(_with_play(table, play), event.position, handled=True)
        case on.LineSettled():
            return _with_play(table, _settled_line(table, event))
        case on.HandShown():
            own = event.by == play_of(table).boxes[event.position].seat.player
            play = _turned(play_of(table), event.cards)
            play = structs.replace(play, touched=play.touched or own, seen=True)
            return _with_box(_with_play(table, play), event.position, shown=True)
        case on.CardsExposed():
            return _with_play(table, _exposed(play_of(table), event))
        case on.RoundSettled():
            claimed = event.paid is not None and bool(event.paid.awards)
            return _with_play(
                table,
                structs.replace(
                    play_of(table),
                    result=event,
                    paid=event.paid,
                    claimed=claimed,
                    claims_open=claimed,
                ),
            )
        case on.BetsCalled():
            called = Play(event.round, Due("close", table.rules.procedure.close))
            return structs.replace(made_final(table), rounds=event.round, play=called)
        case on.BetsClosed():
            return _closed(table, event)
        case on.DeckOpened():
            return _with_play(table, structs.replace(play_of(table), deck_opened=True))
        case on.WagerTakenBack():
            return moved(table, event.player, event.position, event.wager, -event.amount)
        case on.WagerCorrected():
            return _corrected(table, event)
        case on.CardCorrected():
            return _with_play(table, _with_card(play_of(table), event.place, event.card))
        case on.PlayerAsked():
            return _with_box(table, event.position, asked=True)
        case on.TimeGiven() if play_of(table).due.step == "close":
            play = play_of(table)
            return _with_play(table, structs.replace(play, more_to_bet=(*play.more_to_bet, event.player)))
        case on.TimeGiven():
            return _with_box(table, event.position, more_time=event.nth)
        case on.PlayerAbsent():
            return _with_seat(table, event.position, status="absent")
        case on.HandDeclined():
            return _with_box(table, event.position, shown=False)
        case on.JackpotHandNotified():
            return _with_box(table, event.position, notified=True)
        case on.AwardsAmended():
            return _with_play(table, _amended(play_of(table), event.paid))
        case on.ClaimsVerified():
            return _with_play(table, structs.replace(play_of(table), verified=event))
        case on.ClaimsApproved():
            return _with_play(table, structs.replace(play_of(table), approved=event))
        case on.ClaimsRejected():
            return _with_play(table, _rejected(play_of(table), event))
        case on.AwardPaid():
            return _with_play(table, _paid(table, event))
        case on.ClaimsClosed():
            return _with_play(table, structs.replace(play_of(table), claims_open=False))
        case on.RoundVoided():
            return wrong.voided(table, event)
        case on.PlayerWarned():
            play = play_of(table)
            warned = structs.replace(play, warned=(*play.warned, event.player))
            return structs.replace(table, play=warned, warned=table.warned | {event.player})
        case on.OneHandTold() | on.CompanionAsked() | on.MinimumTold() | on.EarlierErrorNoted():
            return table
        # What goes wrong
        case on.IrregularityReported():
            return _with_play(table, structs.replace(play_of(table), report=event))
        case on.ReportDismissed():
            return _with_play(table, wrong.dismissed(play_of(table), event))
        case on.CardsCounted():
            return _with_play(table, structs.replace(play_of(table), counted=event.counted))
        case on.RulingGiven():
            return _with_play(table, wrong.ruled(play_of(table), event))
        case on.SettlementSetAside():
            return wrong.set_aside(table)
        case on.CardsMoved():
            return _with_play(table, wrong.cards_moved(play_of(table), event.moves))
        case on.HandRemoved():
            return wrong.removed(table, event.position, event.clause)
        case on.WagersHandedBack():
            return wrong.handed_back(table, event)
        case on.LateChipsRefused():
            return wrong.refused_late(table, event)
        case on.WagersLetStand():
            return wrong.let_stand(table, event)
        case on.OptionsGiven():
            return wrong.asked_all(table, event)
        case on.OptionTaken():
            return wrong.answered(table, event.position)
        case on.PlayerBarred():
            return structs.replace(table, barred=table.barred | {event.player})
        case on.BarLifted():
            return structs.replace(table, barred=table.barred - {event.player})
        case on.JackpotFailed():
            failed = wrong.failed(play_of(table), event)
            return structs.replace(table, play=failed, jackpot_down=JackpotDown(event.positions))
        case on.LaterRoundsDecided():
            down = None if event.later == "restored" else JackpotDown(event.positions, event.later)
            return structs.replace(table, jackpot_down=down)
        # The table and its people
        case on.TableOpened():
            rack = table.rack if table.setup is not None else event.setup.opening_float  # it is given once
            return structs.replace(table, setup=event.setup, open=True, rack=rack, uncounted=False)
        case on.TableClosed():
            return structs.replace(made_final(table), open=False, play=None, uncounted=True)
        case on.RackFilled():
            return _with_slip(table, event.slip, event.amount)
        case on.RackCredited():
            return _with_slip(table, event.slip, Cents(-event.amount))
        case on.RackCounted():
            rack = Cents(table.rack + event.counted - event.expected)
            return structs.replace(table, rack=rack, uncounted=False)
        case on.DealerAssigned():
            return structs.replace(table, dealer=event.dealer)
        case on.PlayerJoined():
            known = table.players.get(event.player, Player())
            return _with_player(table, event.player, structs.replace(known, present=True))
        case on.PlayerLeft():
            return _forget(
                _with_player(table, event.player, structs.replace(table.players[event.player], present=False))
            )
        case on.BoughtIn():
            sold = structs.replace(table, rack=Cents(table.rack - event.amount))
            return _with_chips(sold, event.player, event.amount)
        case on.CashedOut():
            return _forget(_with_chips(table, event.player, Cents(-event.amount)))
        case on.SatDown():
            return structs.replace(table, seats={**table.seats, event.position: event.player})
        case on.StoodUp():
            seats = {position: player for position, player in table.seats.items() if position != event.position}
            return structs.replace(table, seats=seats)
        case on.PlayerRestricted():
            return structs.replace(table, restricted=table.restricted | {event.player})
        case on.RestrictionLifted():
            return structs.replace(table, restricted=table.restricted - {event.player})
        case on.StayClosed():
            return structs.replace(table, warned=table.warned - {event.player})
        case _:
            assert_never(event)


# People and chips


def _with_player(table: Table, name: str, player: Player) -> Table:
    return structs.replace(table, players={**table.players, name: player})


def _with_chips(table: Table, name: str, change: Cents) -> Table:
    player = table.players[name]
    return _with_player(table, name, structs.replace(player, chips=Cents(player.chips + change)))


def _with_slip(table: Table, slip: str, change: Cents) -> Table:
    return structs.replace(table, rack=Cents(table.rack + change), slips=table.slips | {slip})


def _forget(table: Table) -> Table:
    """Who has left and has nothing here any more is no longer kept."""
    gone = [name for name, player in table.players.items() if not (player.present or player.chips or player.lying)]
    if not gone:
        return table
    return structs.replace(table, players={name: each for name, each in table.players.items() if name not in gone})


def made_final(table: Table) -> Table:
    """What the round came to belongs to stacks and rack from now on, and nothing lies on the layout any more."""
    play = table.play
    if play is None:
        return table
    players = {
        name: Player(Cents(player.chips + play.nets.get(name, 0)), ZERO, player.present)
        for name, player in table.players.items()
    }
    return _forget(structs.replace(table, players=players, rack=table.in_rack))


# Boxes


def _with_play(table: Table, play: Play) -> Table:
    return structs.replace(table, play=play)


def _with_box(table: Table, position: int, **changes: bool | int) -> Table:
    play = play_of(table)
    box = structs.replace(play.boxes[position], **changes)
    return _with_play(table, structs.replace(play, boxes={**play.boxes, position: box}))


def _with_seat(table: Table, position: int, **changes: object) -> Table:
    play = play_of(table)
    box = play.boxes[position]
    after = structs.replace(box, seat=structs.replace(box.seat, **changes))
    return _with_play(table, structs.replace(play, boxes={**play.boxes, position: after}))


def _placed(table: Table, event: on.WagerPlaced | on.WagerFound | on.WagerRaised) -> Table:
    after = moved(table, event.player, event.position, event.wager, event.amount)
    if not isinstance(event, on.WagerFound):
        return after
    play = play_of(after)
    box = play.boxes[event.position]
    more = tuple(note for note in event.notes if note not in box.notes)
    noted = structs.replace(box, notes=(*box.notes, *more))
    return _with_play(after, structs.replace(play, boxes={**play.boxes, event.position: noted}))


def _corrected(table: Table, event: on.WagerCorrected) -> Table:
    play = play_of(table)
    box = play.boxes[event.position]
    if event.wager not in box.later:
        return moved(table, event.player, event.position, event.wager, event.amount - event.was)
    before, after_it = box.later[event.wager], later_wager_of(box.seat, event.amount)
    players = dict(table.players)
    for lies, sign in ((before, -1), (after_it, 1)):
        for share in lies.shares:
            players = lay(players, str(share.player), Cents(sign * share.amount))
    after = noted(table.rules, box, later={**box.later, event.wager: after_it})
    boxes = {**play.boxes, event.position: after}
    return structs.replace(table, players=players, play=structs.replace(play, boxes=boxes))


def _closed(table: Table, event: on.BetsClosed) -> Table:
    setup, play = table.rules, play_of(table)
    invalid = {each.position: each.clause for each in event.invalid}
    boxes = {}
    for position, player in event.deciders:
        box = play.boxes[position]
        wagers = _in_order(setup, box.seat.wagers)
        seat = structs.replace(
            box.seat,
            wagers=wagers,
            player=player,
            removed_by=invalid.get(position),
            warned=any(share.player in table.warned for lies in wagers.values() for share in lies.shares),
            status="present" if table.players[player].present else "absent",  # left before a card was dealt (R102)
        )
        boxes[position] = structs.replace(box, seat=seat)
    dealt = [
        position
        for position, box in boxes.items()
        if position not in invalid and setup.areas.takes_part(box.seat.wagers)
    ]
    deal = setup.deal
    closed = structs.replace(
        play,
        boxes=boxes,
        closed=True,
        seal=event.seal,
        to_deal=places(deal.first, dealt),
        to_deal_last=places(deal.last, dealt),
        stakes=event.stakes,
        magic_card=CARD_OF[event.magic_card] if event.magic_card else None,
        lucky_position=event.lucky_position,
    )
    return _with_play(table, closed)


def _in_order(setup: TableSetup, wagers: Mapping[str, Wager]) -> dict[str, Wager]:
    return {wager: wagers[wager] for wager in setup.areas.placed if wager in wagers}


def _decided(table: Table, event: on.DecisionMade) -> Table:
    play = play_of(table)
    box = play.boxes[event.position]
    seat = structs.replace(box.seat, decisions=(*box.seat.decisions, event.choice))
    players, later = table.players, box.later
    if event.wager is not None:
        lies = later_wager_of(box.seat, event.amount)
        later = {**later, event.wager: lies}
        for share in lies.shares:
            players = lay(players, str(share.player), share.amount)
    if event.choice == "withdraw":  # the dealer returns it at once (mbs-lir 3.10, 3.14)
        for share in box.seat.wagers[("1", "2")[len(box.seat.decisions)]].shares:
            players = lay(players, str(share.player), Cents(-share.amount))
    after = structs.replace(box, seat=seat, later=later, notes=(*box.notes, *event.notes), asked=False)
    boxes = {**play.boxes, event.position: after}
    return structs.replace(table, players=players, play=structs.replace(play, boxes=boxes))


# Cards


def _dealt(play: Play, event: on.CardDealt) -> Play:
    card = None if event.card is None else CARD_OF[event.card]
    slot = Slot(len(play.slots) + 1, card, event.salt)
    boxes = play.boxes
    place = event.place
    if place.where == "position":
        box = boxes[place.position]
        boxes = {**boxes, place.position: structs.replace(box, cards=box.cards + 1, dealt_at=event.at)}
    first, last = play.to_deal, play.to_deal_last
    return structs.replace(
        play,
        slots={**play.slots, place: slot},
        boxes=boxes,
        to_deal=first[1:],
        to_deal_last=last if first else last[1:],
    )


def _with_card(play: Play, place: Place, card: str) -> Play:
    slot = structs.replace(play.slots[place], card=CARD_OF[card])
    return structs.replace(play, slots={**play.slots, place: slot})


def _turned(play: Play, cards: tuple[on.Exposed, ...]) -> Play:
    slots = dict(play.slots)
    for each in cards:
        slots[each.place] = structs.replace(slots[each.place], card=CARD_OF[each.card], up=True)
    return structs.replace(play, slots=slots)


def _exposed(play: Play, event: on.CardsExposed) -> Play:
    turned = _turned(play, event.cards)
    if event.cards[0].place.where == "dealer":
        return structs.replace(turned, dealer_up=True)
    return structs.replace(turned, exposed=play.exposed + len(event.cards))


# The end


def _settled_line(table: Table, event: on.LineSettled) -> Play:
    play = play_of(table)
    nets = dict(play.nets)
    for each in event.payments:
        nets[each.player] = Cents(nets.get(each.player, 0) + each.paid - each.collected)
    returned = event.wager == "progressive" and event.outcome == "returned" and event.position in play.feeding
    reversed_now = (event.position,) if returned else ()
    return structs.replace(
        play,
        lines=(*play.lines, event),
        nets=nets,
        pending=(*play.pending, *pending_ids(table, event)),
        reversed=play.reversed + reversed_now,
    )


def _amended(play: Play, paid: JackpotSettlement) -> Play:
    """The lines of winning hands follow what the link has fixed anew; an approval was of the amount then (R110)."""
    awards = {(award.position, award.line): award for award in paid.awards}
    lines = tuple(_with_award(line, awards.get((line.position, line.wager))) for line in play.lines)
    stands = play.paid is not None and _amounts(play.paid) == _amounts(paid)
    return structs.replace(play, paid=paid, lines=lines, approved=play.approved if stands else None)


def _amounts(paid: JackpotSettlement) -> dict[tuple[int, str], Cents]:
    return {(award.position, award.line): award.amount for award in paid.awards}


def _with_award(line: on.LineSettled, award: Award | None) -> on.LineSettled:
    if award is None:
        return line
    return structs.replace(line, pays=award.amount, claim=award.amount, rule=award.rule, also=award.also)


def _rejected(play: Play, event: on.ClaimsRejected) -> Play:
    """Their lines win nothing, the stake goes as it went (R109); whoever remains is verified and approved anew."""
    assert play.paid is not None
    gone = {key for key in _amounts(play.paid) if key[0] in event.positions}
    lines = tuple(_without_award(line) if (line.position, line.wager) in gone else line for line in play.lines)
    after = structs.replace(
        play,
        lines=lines,
        paid=None,
        claimed=event.paid is not None,
        claims_open=event.paid is not None,
        verified=None,
        approved=None,
        rejected=tuple(sorted((*play.rejected, *event.positions))),
    )
    return after if event.paid is None else _amended(after, event.paid)


def _without_award(line: on.LineSettled) -> on.LineSettled:
    outcome: Outcome = "push" if line.returned else "lose"
    also = (line.rule, *line.also)
    return structs.replace(line, outcome=outcome, pays=ZERO, claim=ZERO, rule="R109", also=also)


def _paid(table: Table, event: on.AwardPaid) -> Play:
    play = play_of(table)
    nets = {**play.nets, event.player: Cents(play.nets.get(event.player, 0) + event.amount)}
    return structs.replace(play, nets=nets, pending=(*play.pending, *pending_ids(table, event)))
