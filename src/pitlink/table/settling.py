"""The settlement: the game says what every wager comes to, the table whose chips it moves."""

from collections.abc import Iterator, Mapping

from msgspec import structs

from pitlink.cards import DECK, Card, Cards, rank
from pitlink.games.awards import Contender
from pitlink.games.dealing import Place
from pitlink.games.lines import hand_back
from pitlink.games.round import Award, Jackpot, Line, Round, Seat, SeatSettlement, Wager
from pitlink.money import ZERO, Cents, dollars, split_by_weight
from pitlink.refusals import Refused, needs
from pitlink.table.commands import Settle
from pitlink.table.due import entries_of
from pitlink.table.events import (
    Event,
    HandTold,
    LineSettled,
    Payment,
    PlayerWarned,
    RoundSettled,
)
from pitlink.table.faults import exact_later, referred_wagers
from pitlink.table.recording import later_wager_of
from pitlink.table.seating import Decided
from pitlink.table.setup import TableSetup
from pitlink.table.state import Box, Play, Table, places_of

# The round as the game sees it


def round_in_play(table: Table, play: Play, jackpot: Jackpot | None, *, hidden_dealer: bool = True) -> Round:
    """The round for `games`. A card that nobody has read is not needed, so any other card may stand in for it.

    So may a hand for a dealer who keeps his face down; without `hidden_dealer` it is the one he has.
    """
    setup = table.rules
    unused = _unused(play)
    community = _cards(play, places_of(play, "community"), unused)
    dealer = _cards(play, places_of(play, "dealer"), unused)
    if dealer and not play.dealer_up and not play.to_deal and hidden_dealer:
        dealer = _stand_in(community, len(dealer))
    seats = tuple(_seat(table, play, box, unused) for box in play.boxes.values())
    if jackpot is None and setup.unit is not None:
        jackpot = Jackpot(ZERO, ZERO, setup.unit)
    return Round(
        setup.game,
        seats,
        community,
        dealer,
        jackpot,
        setup.limits,
        setup.switches,
        play.magic_card,
        play.lucky_position,
    )


def _stand_in(community: Cards, count: int) -> Cards:
    """A hand for a dealer whose cards were not needed: what he holds must not show in any line.

    Two or three of one rank, of which the board has not too many: he qualifies and has a pair.
    """
    spare = next(first for first in DECK[::4] if sum(rank(card) == rank(first) for card in community) + count <= 4)
    return DECK[spare : spare + count]


def _unused(play: Play) -> Iterator[Card]:
    dealt = {slot.card for slot in play.slots.values()}
    return (card for card in DECK if card not in dealt)


def _cards(play: Play, places: list[Place], unused: Iterator[Card]) -> Cards:
    cards = []
    for place in places:
        card = play.slots[place].card
        cards.append(next(unused) if card is None else card)
    return tuple(cards)


def _seat(table: Table, play: Play, box: Box, unused: Iterator[Card]) -> Seat:
    seat = box.in_play
    cards = _cards(play, places_of(play, "position", seat.position), unused)
    wrong = _written(table.rules, box)
    if wrong:
        return structs.replace(seat, cards=cards, wagers={**seat.wagers, **wrong}, reveals=box.shown is not False)
    return structs.replace(seat, cards=cards, reveals=box.shown is not False)


def _written(setup: TableSetup, box: Box) -> dict[str, Wager]:
    """Later wagers whose amount was wrong: settled as they lie (rws-3cp 5.3), or as far as right where let stand (R68).

    What is more goes back; the one rulebook with a clause on it does so itself.
    """
    wrong = [note.wager for note in box.notes if note.code == "wrong_amount" and note.wager not in box.handed_back]
    if not wrong or setup.areas.let_stand:
        return {wager: box.later[wager] for wager in wrong}
    exact = exact_later(setup, box.seat, box.seat.decisions)
    return {wager: later_wager_of(box.seat, min(box.later[wager].amount, exact[wager])) for wager in wrong}


def returning(table: Table) -> dict[str, list[int]]:
    """Positions whose progressive wager goes back at the settlement and still feeds the link, by clause."""
    assert table.play is not None
    found: dict[str, list[int]] = {}
    entries = entries_of(table.rules, table.play.boxes)
    for position in table.play.feeding:
        for line in entries[position].returned:
            if line.wager == "progressive":
                found.setdefault(line.rule, []).append(position)
    return found


def contenders(table: Table, jackpot: Jackpot) -> tuple[Contender, ...]:
    """The hands of this round that stand in the jackpot's table."""
    assert table.play is not None
    found = table.rules.rules.contenders(round_in_play(table, table.play, jackpot))
    return tuple(each for each in found if each.pays is not None)


# Settling


def settle(table: Table, command: Settle) -> Decided:
    setup, play = table.rules, table.play
    if refused := needs("dealer", command.by, "settling", setup.procedure.round):
        return refused
    if play is None or play.due.step != "settle":
        waits = play.due.step.replace("_", " ") if play else "the call for bets"
        return Refused("not_to_be_settled", f"a round that waits for: {waits}", "all hands decided and shown")
    if refused := waits_for_person(play):
        return refused
    if (setup.link is None) != (command.jackpot is None):
        return Refused("jackpot_missing", f"table {setup.table} on link {setup.link}", "what the link displays")
    round = round_in_play(table, play, command.jackpot)
    settlement = setup.rules.settle(round, command.paid)
    awards = settlement.jackpot.awards if settlement.jackpot else ()
    if awards and command.paid is None:
        return Refused("claims_not_entered", f"{len(awards)} jackpot hands", "their awards fixed by the link first")
    events: list[Event] = []
    settled = sorted(settlement.seats, key=lambda each: each.seat.position, reverse=setup.procedure.order is not None)
    for each in settled:
        events += _lines(table, play.boxes[each.seat.position], each, awards)
    events += _warnings(table, settled)
    dealer = settlement.dealer if play.dealer_up else None
    events.append(
        RoundSettled(
            play.number,
            dealer.hand if dealer else None,
            dealer.qualifies if dealer else None,
            tuple(_told(table, play, each) for each in settlement.seats),
            command.jackpot,
            command.paid,
            setup.procedure.round,
        )
    )
    return tuple(events)


def waits_for_person(play: Play) -> Refused | None:
    """A later wager of a wrong amount that no clause settles waits for a person (R68)."""
    for position, box in play.boxes.items():
        for wager in referred_wagers(box):
            found = f"{wager} {dollars(box.later[wager].amount)} at position {position}"
            return Refused("wrong_later_wager", found, "its exact amount; a person decides (6.1)", "R68")
    return None


def _told(table: Table, play: Play, settled: SeatSettlement) -> HandTold:
    """What lies open and no more: of a board that was not turned up to its end only the jackpot hand is told."""
    position = settled.seat.position
    if play.boxes[position].shown is not True:
        return HandTold(position, None)
    whole = table.rules.areas.dealer_cards == 3 or play.exposed == table.rules.areas.community_cards
    return HandTold(position, settled.hand if whole else None, settled.progressive_hand)


def _lines(table: Table, box: Box, settled: SeatSettlement, awards: tuple[Award, ...]) -> Iterator[LineSettled]:
    tie = table.rules.procedure.tie
    for wager, clause in box.handed_back.items():
        line = hand_back(wager, box.lying(wager), clause)
        payments = tuple(_payments(box, line, line.stake, ZERO))
        yield LineSettled(
            box.seat.position, wager, line.outcome, line.stake, ZERO, line.stake, ZERO, clause, (), payments
        )
    for line in settled.lines:
        claim = next((each.amount for each in awards if _is_for(each, box, line)), None)
        lying = box.lying(line.wager)
        out = line.outcome == "returned"
        stake = lying if out else line.stake
        ties = line.outcome == "push" and line.rule not in (tie, NOT_COMPARED)
        also = (*line.also, tie) if ties else line.also
        yield LineSettled(
            box.seat.position,
            line.wager,
            line.outcome,
            stake,
            line.pays,
            stake if out else line.returned,
            Cents(lying - stake),
            line.rule,
            also,
            tuple(_payments(box, line, lying, ZERO if claim is not None else line.pays)),
            ZERO if claim is None else claim,
        )


def _is_for(award: Award, box: Box, line: Line) -> bool:
    return (award.position, award.line) == (box.seat.position, line.wager)


NOT_COMPARED = "3.13"  # rws-3cp: a Play handed back because the dealer does not qualify is no stand off
FOLLOWS = {"ante_bonus": "ante", "magic_card": "progressive", "lucky_player": "progressive"}


def _payments(box: Box, line: Line, lying: Cents, pays: Cents) -> Iterator[Payment]:
    """Divided by share, odd cents to the player who decides (R34)."""
    seat = box.seat
    wager = box.later.get(line.wager) or seat.wagers[FOLLOWS.get(line.wager, line.wager)]
    shares = {str(share.player): share.amount for share in wager.shares}
    collected = ZERO if line.outcome == "returned" else Cents(line.stake - line.returned)
    if len(shares) == 1:
        (player,) = shares
        yield Payment(player, collected, pays, Cents(lying - collected))
        return
    weights = list(shares.values())
    odd = str(seat.player) if str(seat.player) in shares else next(iter(shares))
    taken, paid = split_by_weight(collected, weights), split_by_weight(pays, weights)
    lost = _with_odd_cents(dict(zip(shares, taken.shares, strict=True)), shares, taken.remainder, odd)
    for (player, share), wins in zip(shares.items(), paid.shares, strict=True):
        won = Cents(wins + (paid.remainder if player == odd else 0))
        yield Payment(player, lost[player], won, Cents((share if lying else 0) - lost[player]))


def _with_odd_cents(lost: dict[str, Cents], shares: Mapping[str, Cents], cents: int, first: str) -> dict[str, Cents]:
    """What would not divide of a loss, cent by cent, the decider first; nobody loses more than he staked."""
    order = [first, *(player for player in shares if player != first)]
    while cents:
        for player in order:
            if cents and lost[player] < shares[player]:
                lost[player] = Cents(lost[player] + 1)
                cents -= 1
    return lost


def _warnings(table: Table, settled: list[SeatSettlement]) -> Iterator[PlayerWarned]:
    """Who has had a result under the minimum has had it once (mbs 5.13, R31)."""
    rules = table.rules.rules.ENTRY_RULES
    if rules.under_again is None:
        return
    told = set(table.warned)
    for each in settled:
        for line in each.lines:
            limit = table.rules.limits.get(line.wager)
            under = limit is not None and limit.minimum is not None and line.stake < limit.minimum
            if not under or line.outcome == "returned":
                continue
            for share in each.seat.wagers[line.wager].shares:
                if share.player is not None and share.player not in told:
                    told.add(share.player)
                    yield PlayerWarned(share.player, rules.under)
