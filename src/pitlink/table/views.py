"""What somebody may see of a table at this moment.

A card that lies face down is a back to everybody, until its player looks; of a deck nobody sees anything before the
round is over. What is not in a view cannot be worked out from it: there is no card, no order and no unsalted digest.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct, structs

from pitlink.cards import name
from pitlink.games.dealing import Place
from pitlink.games.irregularities import WORDS
from pitlink.games.round import Award, Limit
from pitlink.hands import cards_that_count, rank_seven
from pitlink.jackpot.link import Link
from pitlink.jackpot.sign import Sign, off, sign
from pitlink.money import Cents
from pitlink.people import officer
from pitlink.rulebook.switches import CONCERNING, DEFAULT, READING_OF
from pitlink.table.calls import call
from pitlink.table.deciding import looked_at
from pitlink.table.events import HandTold, LineSettled, Note, RulingGiven
from pitlink.table.faults import companions_of, equal_clause
from pitlink.table.paying import Paid, paid
from pitlink.table.state import Box, Due, Play, Player, Question, Slot, Table, places_of

Role = Literal["player", "spectator", "dealer", "pit_staff", "surveillance"]


class Viewer(Struct, frozen=True):
    """Who looks on. Pit staff are pit supervisors and above."""

    id: str
    role: Role


SPECTATOR = Viewer("", "spectator")


class ShareView(Struct, frozen=True):
    player: str
    amount: Cents


class WagerView(Struct, frozen=True):
    """Chips on an area. `back`: the player has got them back already, in his turn or by a ruling."""

    wager: str
    amount: Cents
    shares: tuple[ShareView, ...]
    back: bool = False


class PositionView(Struct, frozen=True):
    """One playing position. `cards` has None for a card that this viewer sees the back of."""

    position: int
    seated: str | None
    decides: str | None = None
    wagers: tuple[WagerView, ...] = ()
    notes: tuple[Note, ...] = ()
    cards: tuple[str | None, ...] = ()
    viewed: bool = False
    decisions: tuple[str, ...] = ()
    absent: bool = False
    invalid: str | None = None
    shown: bool | None = None
    hand: HandTold | None = None
    lines: tuple[LineSettled, ...] = ()
    made_of: tuple[str, ...] = ()  # the cards that make the hand that was told: of seven, five
    blind: bool = False  # its player has looked at another hand of his, and no longer may at this one
    paid: tuple[Paid, ...] = ()  # which of the lines by which odds, and from which pay table


class PlayerView(Struct, frozen=True):
    chips: Cents
    available: Cents
    present: bool
    restricted: bool
    barred: bool = False


class StepView(Struct, frozen=True):
    """What the procedure wants next, in a few words for the dealer."""

    step: str
    words: str
    clause: str | None
    position: int | None


class Opened(Struct, frozen=True):
    """A card that lies open, with what opens its commitment: the `nth` of the seal."""

    nth: int
    card: str
    salt: str


class ReportView(Struct, frozen=True):
    """What was reported and waits for a ruling."""

    what: str
    words: str
    clause: str
    by: str
    positions: tuple[int, ...]
    player: str | None
    places: tuple[Place, ...]


class NoticeView(Struct, frozen=True):
    """What stands on a sign at the table for all who play there or come later."""

    words: str
    clause: str


class ClaimsView(Struct, frozen=True):
    """How far the awards of the round are. `surveillance` is for pit staff and surveillance only."""

    awards: tuple[Award, ...]
    verified_by: str | None
    approved_by: str | None
    surveillance: str | None
    rejected: tuple[int, ...]
    open: bool


class TableView(Struct, frozen=True):
    """A table as one viewer may see it. `areas`, `limits` and `unit` are what the layout and its signs show."""

    table: str
    game: str
    version: int
    open: bool
    dealer: str | None
    areas: tuple[str, ...]
    placed: tuple[str, ...]  # those of the areas that take wagers before the deal
    equal: tuple[str, ...]  # wagers that go together, of one amount
    companions: Mapping[str, tuple[str, ...]]  # beside which a side bet lies
    limits: Mapping[str, Limit]
    unit: Cents | None
    clauses: Mapping[str, str]  # by which the areas, the limits, the progressive are shown
    positions: tuple[PositionView, ...]
    players: Mapping[str, PlayerView]
    round: int
    call: str  # what is said at the table now, for everybody
    step: StepView | None = None
    community: tuple[str | None, ...] = ()
    dealer_cards: tuple[str | None, ...] = ()
    dealer_hand: str | None = None
    dealer_qualifies: bool | None = None
    seal: tuple[str, ...] = ()
    opened: tuple[Opened, ...] = ()
    magic_card: str | None = None
    lucky_position: int | None = None
    void: str | None = None
    report: ReportView | None = None
    question: Question | None = None
    rulings: tuple[RulingGiven, ...] = ()
    notices: tuple[NoticeView, ...] = ()
    rack: Cents | None = None  # the chips that should lie there, for staff and surveillance; below nothing: short
    claims: ClaimsView | None = None
    unattended: bool = False
    jackpot_off: str | None = None  # why no progressive wagers are taken
    sign: Sign | None = None  # what everybody on the link can read
    readings: Mapping[str, str] = {}  # those that are set otherwise here than they are anywhere else


def view(table: Table, viewer: Viewer, link: Link | None = None) -> TableView:
    """`link` is the one that the table is on; without it the view cannot say what it shows, or whether it runs."""
    setup, play = table.rules, table.play
    odds = paid(table)
    seen = TableView(
        setup.table,
        setup.game,
        table.version,
        table.open,
        table.dealer,
        tuple(wager for wager in setup.areas.order if wager in (*setup.areas.placed, *setup.areas.later)),
        setup.areas.placed,
        setup.areas.same_limits,
        {wager: companions_of(setup, wager) for wager in setup.rules.ENTRY_RULES.companions},
        setup.limits,
        setup.unit,
        _clauses(table),
        tuple(_position(table, position, viewer, odds.get(position, ())) for position in range(1, setup.positions + 1)),
        {who: _player(table, who, stack) for who, stack in table.players.items()},
        table.rounds,
        call(table),
        notices=tuple(notices(table)),
        rack=table.in_rack if viewer.role in ("dealer", "pit_staff", "surveillance") else None,
        unattended=setup.unattended,
        jackpot_off=_jackpot_off(table, link),
        sign=sign(link) if link is not None else None,
        readings=_readings(table),
    )
    return seen if play is None else _with_play(seen, table, play, viewer)


def _with_play(seen: TableView, table: Table, play: Play, viewer: Viewer) -> TableView:
    result = play.result
    return structs.replace(
        seen,
        step=_step(play.due),
        community=community(table, viewer),
        dealer_cards=_cards(table.rules.game, play, places_of(play, "dealer"), viewer, None),
        dealer_hand=result.dealer if result else None,
        dealer_qualifies=result.qualifies if result else None,
        seal=play.seal,
        opened=_opened(play),
        magic_card=None if play.magic_card is None else name(play.magic_card),
        lucky_position=play.lucky_position,
        void=play.void,
        report=_reported(play),
        question=play.question,
        rulings=play.rulings,
        claims=_claims(play, viewer),
    )


def community(table: Table, viewer: Viewer = SPECTATOR) -> tuple[str | None, ...]:
    """The community cards that lie there, None for a back."""
    play = table.play
    return () if play is None else _cards(table.rules.game, play, places_of(play, "community"), viewer, None)


def _claims(play: Play, viewer: Viewer) -> ClaimsView | None:
    if play.paid is None and not play.rejected:
        return None
    verified, approved = play.verified, play.approved
    watches = viewer.role in ("pit_staff", "surveillance")
    return ClaimsView(
        play.paid.awards if play.paid else (),
        officer(verified.post, verified.by, software=verified.software) if verified else None,
        officer(approved.post, approved.by, software=approved.software) if approved else None,
        verified.surveillance if verified and watches else None,
        play.rejected,
        play.claims_open,
    )


def _reported(play: Play) -> ReportView | None:
    told = play.report
    if told is None:
        return None
    words = told.words or WORDS[told.what]
    return ReportView(told.what, words, told.clause, told.by, told.positions, told.player, told.places)


def notices(table: Table) -> Iterator[NoticeView]:
    """What later rounds and everybody who comes to the table must know."""
    down, clauses = table.jackpot_down, table.rules.irregularities.after_failure
    match down.later if down else "restored":
        case "no_jackpot":
            yield NoticeView("No Progressive Jackpot Bets are accepted or paid", clauses.no_jackpot)
        case "block_positions":
            blocked = ", ".join(map(str, down.positions)) if down else ""
            yield NoticeView(f"No bets at position {blocked}", clauses.block_positions)
        case "close_table":
            yield NoticeView("This table closes", clauses.close_table)
        case None:
            yield NoticeView("The Progressive Jackpot is not working", clauses.must_choose)


def _jackpot_off(table: Table, link: Link | None) -> str | None:
    """At the table what the house has decided (rws-3cp 5.17.2), else what the link's sign says."""
    if table.jackpot_down is not None and table.jackpot_down.later != "block_positions":
        return next(notice.words for notice in notices(table))
    return off(link) if link is not None else None


def _opened(play: Play) -> tuple[Opened, ...]:
    """Cards of a sealed deck that lie open: anybody can check that they were fixed before the decisions."""
    return tuple(
        Opened(slot.nth, name(slot.card), slot.salt)
        for slot in play.slots.values()
        if slot.up and slot.card is not None and slot.salt is not None
    )


def _clauses(table: Table) -> dict[str, str]:
    procedure = table.rules.procedure
    shown = {
        "areas": procedure.areas,
        "limits": procedure.limits,
        "layout": procedure.layouts,
        "equal": equal_clause(table.rules),
        "companions": procedure.side_bets,
    }
    return {**shown, "progressive": procedure.jackpot_system} if table.rules.unit else shown


def _readings(table: Table) -> dict[str, str]:
    switches = table.rules.switches
    return {
        READING_OF[name]: value
        for name in CONCERNING[table.rules.game]
        if (value := getattr(switches, name)) != getattr(DEFAULT, name)
    }


def _player(table: Table, who: str, stack: Player) -> PlayerView:
    return PlayerView(stack.chips, stack.available, stack.present, who in table.restricted, who in table.barred)


def _position(table: Table, position: int, viewer: Viewer, odds: tuple[Paid, ...]) -> PositionView:
    play = table.play
    box = play.boxes.get(position) if play else None
    if play is None or box is None:
        return PositionView(position, table.seats.get(position))
    seat = box.seat
    return PositionView(
        position,
        table.seats.get(position),
        seat.player,
        tuple(_wagers(box)),
        box.notes,
        _cards(table.rules.game, play, places_of(play, "position", position), viewer, box),
        box.viewed,
        seat.decisions,
        seat.status == "absent",
        seat.removed_by,
        box.shown,
        _told(play, position),
        tuple(line for line in play.lines if line.position == position),
        _made_of(table, play, position),
        not box.viewed and looked_at(play, seat.player) is not None,
        odds,
    )


def _told(play: Play, position: int) -> HandTold | None:
    """What the settlement has said of a hand."""
    hands = play.result.hands if play.result else ()
    return next((told for told in hands if told.position == position and (told.hand or told.progressive_hand)), None)


def _made_of(table: Table, play: Play, position: int) -> tuple[str, ...]:
    """Only of a hand that was told, and so lies open with its whole board."""
    told = _told(play, position)
    if told is None or told.hand is None:
        return ()
    places = places_of(play, "position", position)
    if table.rules.areas.dealer_cards != 3:  # three cards are a hand by themselves
        places += places_of(play, "community")
    cards = tuple(card for place in places if (card := play.slots[place].card) is not None)
    if len(cards) == 7:
        cards = cards_that_count(rank_seven(cards, table.rules.switches.ace_low_straight_flush), cards)
    return tuple(map(name, cards))


def _wagers(box: Box) -> list[WagerView]:
    back = (*box.withdrawn, *box.handed_back)
    return [
        WagerView(
            *(wager, lies.amount, tuple(ShareView(str(share.player), share.amount) for share in lies.shares)),
            back=wager in back,
        )
        for wager, lies in (*box.seat.wagers.items(), *box.later.items())
    ]


def _cards(game: str, play: Play, places: list[Place], viewer: Viewer, box: Box | None) -> tuple[str | None, ...]:
    """The cards of one hand, None where this viewer sees a back."""
    return tuple(_face(play.slots[place], game, play, viewer, box) for place in places)


def _face(slot: Slot, game: str, play: Play, viewer: Viewer, box: Box | None) -> str | None:
    if slot.card is None or not (slot.up or _sees_face_down(game, play, viewer, box)):
        return None
    return name(slot.card)


def _sees_face_down(game: str, play: Play, viewer: Viewer, box: Box | None) -> bool:
    """Who may see a card that lies face down.

    The player who has looked; a pit supervisor or above at a hand that was not shown (3.10.1); surveillance once the
    round is over and its deck, if it was sealed, is opened.
    """
    match viewer.role:
        case "player":
            return box is not None and box.viewed and box.seat.player == viewer.id
        case "pit_staff":  # rws-3cp 4.5 gives nobody that power
            return game != "rws-3cp" and box is not None and box.shown is False
        case "surveillance":
            return (play.settled or play.void is not None) and (play.deck_opened or not play.seal)
        case _:
            return False


def _step(due: Due) -> StepView:
    return StepView(due.step, words(due), due.clause, due.position or None)


def words(due: Due) -> str:
    """What the dealer does next, as one would say it."""
    match due.step:
        case "close":
            return "Announce: No more bets"
        case "deal":
            return f"Deal: {due.place}"
        case "decide":
            return f"Position {due.position} decides"
        case "expose":
            assert due.exposure is not None
            return "Turn up the dealer's hand" if due.exposure.of == "dealer" else "Turn up community cards"
        case "show":
            return f"Turn up position {due.position}"
        case "settle":
            return "Settle"
        case "verify_claims":
            return "Verify the winning hands and count the deck, on camera"
        case "approve_claims":
            return "Have the claims approved by a second person of another post"
        case "pay_claims":
            return "Pay the jackpot claims"
        case "open_deck":
            return "Open the deck"
        case "call":
            return "Announce: Place your bets, please"
        case "rule":
            return "Wait for a ruling"
        case "answer":
            return f"Ask position {due.position} whether to go on"
