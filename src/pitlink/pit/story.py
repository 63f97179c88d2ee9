"""What happened, told event by event in the words of the pit, each with the clauses it rests on."""

from pitlink import jackpot
from pitlink.games.round import JackpotSettlement
from pitlink.jackpot import events as at_link
from pitlink.jackpot.link import Held, whole_cents
from pitlink.money import Cents
from pitlink.people import officer
from pitlink.pit.floor import Floor, Recorded
from pitlink.pit.incidents import tell_incident, tell_void
from pitlink.pit.words import Told, by, cards, listed, money, positions, said, wager
from pitlink.table import Table
from pitlink.table import events as on


def tell(recorded: Recorded, floor: Floor) -> Told:
    """An event as a sentence; `floor` is as the event left it."""
    event = recorded.event
    if isinstance(event, jackpot.Event):
        return _of_link(event, _display(floor, recorded.stream))
    return _of_table(event, floor.tables.get(recorded.stream.partition("/")[2], Table()))


def _notes(notes: tuple[on.Note, ...]) -> str:
    return "".join(f"; {note.code.replace('_', ' ')}" for note in notes)


def _of_table(event: on.Event, table: Table) -> Told:
    match event:
        case on.BetsCalled():
            return Told(f"Round {event.round}: “Place your bets, please”", by(event.clause), 0)
        case on.WagerPlaced():
            at_request = "" if event.by == event.player else f", placed by {event.by}"
            words = f"{event.player}: {wager(event.wager)} {money(event.amount)} at position {event.position}"
            return Told(words + at_request, by(event.clause), 2)
        case on.WagerFound():
            words = f"{event.player}: {wager(event.wager)} {money(event.amount)} lies at position {event.position}"
            return Told(words + _notes(event.notes), by(*(note.clause for note in event.notes)), 2)
        case on.WagerRaised():
            words = f"{event.player}: {wager(event.wager)} at position {event.position} raised by {money(event.amount)}"
            return Told(words, level=2)
        case on.WagerTakenBack():
            words = f"{event.player} takes back {wager(event.wager)} {money(event.amount)} at position {event.position}"
            return Told(words, level=2)
        case on.WagerCorrected():
            change = f"{money(event.was)} put right to {money(event.amount)} by {event.by}"
            return Told(f"{wager(event.wager)} of {event.player} at position {event.position}: {change}", level=2)
        case on.OneHandTold():
            return Told(f"{event.player} is told that one hand may be looked at", by(event.clause), 2)
        case on.CompanionAsked():
            words = f"{event.player}: {wager(event.wager)} at position {event.position}"
            return Told(f"{words} needs its companion or is cancelled", by(event.clause), 2)
        case on.MinimumTold():
            words = f"{event.player}: {wager(event.wager)} at position {event.position} is under the minimum"
            return Told(words, by(event.clause), 2)
        case on.BetsClosed():
            drawn = f"; Magic Card {cards((event.magic_card,))}" if event.magic_card else ""
            lucky = f"; Lucky Player position {event.lucky_position}" if event.lucky_position else ""
            sealed = "; the deck is sealed" if event.seal else ""
            invalid = "".join(f"; position {each.position} is invalid" for each in event.invalid)
            clauses = by(event.clause, *(each.clause for each in event.invalid))
            return Told(f"“No more bets”{sealed}{drawn}{lucky}{invalid}", clauses)
        case on.CardDealt():
            return Told(f"{event.place}: {cards((event.card,)) if event.card else 'face down, unread'}", level=2)
        case on.CardCorrected():
            change = f"{cards((event.was,))} put right to {cards((event.card,))} by {event.by}"
            return Told(f"{event.place}: {change}", by("R89"), 2)
        case on.CardsHandled():
            return Told(f"{event.player} takes up the cards of position {event.position}", level=3)
        case on.CardsViewed():
            return Told(f"{event.player} looks at position {event.position}", level=3)
        case on.DecisionMade():
            adds = f", {wager(event.wager)} {money(event.amount)}" if event.wager else ""
            silent = "" if event.by else " (absent)" if event.clause in ("5.11", "R56") else " (not said)"
            words = f"Position {event.position}: {event.choice}{adds}{silent}{_notes(event.notes)}"
            return Told(words, by(event.clause, *(note.clause for note in event.notes)))
        case on.PlayerAsked():
            return Told(f"Position {event.position} is asked once more", by(event.clause))
        case on.TimeGiven():
            return Told(f"Position {event.position} has more time to think", by(event.clause), 3)
        case on.PlayerAbsent():
            return Told(f"Position {event.position}: the player is absent", by(event.clause))
        case on.CardsExposed():
            whose = "The dealer's hand" if event.cards[0].place.where == "dealer" else "Community cards"
            return Told(f"{whose}: {cards(each.card for each in event.cards)}", by(event.clause))
        case on.HandShown():
            return Told(f"Position {event.position} shows {cards(each.card for each in event.cards)}")
        case on.HandDeclined():
            return Told(f"Position {event.position} does not show", by(event.clause))
        case on.JackpotHandNotified():
            return Told(f"Position {event.position} says: {event.hand}", by(event.clause))
        case on.LineSettled():
            return _line(event)
        case on.PlayerWarned():
            return Told(f"{event.player} has had the one result under the minimum", by(event.clause), 2)
        case on.RoundSettled():
            return _settled(event)
        case on.AwardsAmended():
            return Told(f"Awards put right: {_awards(event.paid)}", by(event.clause))
        case on.ClaimsVerified():
            who = officer(event.post, event.by, software=event.software)
            words = f"The {who} verifies the winning hands and counts the deck: {event.cards} cards"
            return Told(f"{words}; recorded as {event.surveillance}", by(event.clause))
        case on.ClaimsApproved():
            who = officer(event.post, event.by, software=event.software)
            return Told(f"The {who} approves the payment of {money(event.amount)}", by(event.clause))
        case on.ClaimsRejected():
            who = officer(event.post, event.by, software=event.software)
            remain = f"; fixed anew: {_awards(event.paid)}" if event.paid else ""
            words = f"The {who} rejects the claim of {positions(event.positions)}{said(event.words)}{remain}"
            return Told(words, by(event.clause))
        case on.AwardPaid():
            words = f"{event.player} is paid the award of {money(event.amount)} at position {event.position}"
            return Told(words, by(event.rule))
        case on.ClaimsClosed():
            return Told("All awards of the round are paid", level=3)
        case on.DeckOpened():
            return Told("The deck is opened for surveillance and audit", level=3)
        case on.RoundVoided():
            return tell_void(event, table)
        case _:
            return tell_incident(event, table) or _of_people(event)


def _line(event: on.LineSettled) -> Told:
    paid = f", pays {money(event.pays)}" if event.pays else ""
    back = f", {money(event.returned)} back" if event.returned else ""
    excess = f", excess {money(event.excess)} back" if event.excess else ""
    stake = f" {money(event.stake)}" if event.stake else ""
    words = f"Position {event.position}, {wager(event.wager)}{stake}: {event.outcome}{paid}{back}{excess}"
    return Told(words, (event.rule, *event.also), 2)


def _settled(event: on.RoundSettled) -> Told:
    qualifies = {None: "", True: ", qualifies", False: ", does not qualify"}[event.qualifies]
    dealer = f"; the dealer has {event.dealer}{qualifies}" if event.dealer else ""
    return Told(f"Round {event.round} is settled{dealer}", by(event.clause))


def _awards(paid: JackpotSettlement) -> str:
    return ", ".join(f"position {award.position} {award.hand} {money(award.amount)}" for award in paid.awards)


def _of_people(event: on.Event) -> Told:
    match event:
        case on.TableOpened():
            setup = event.setup
            way = f"{setup.device}{f', method {setup.method}' if setup.method else ''}"
            way += ", unattended" if setup.unattended else ""
            words = (
                f"Table {setup.table} opens: {setup.game}, layout {setup.layout}, {setup.positions} positions, {way}"
            )
            return Told(words, by(setup.procedure.layouts), 0)
        case on.TableClosed():
            return Told("The table closes", level=0)
        case on.RackFilled():
            words = f"Fill of {money(event.amount)}, slip {event.slip}, by {event.by}, signed by {event.dealer}"
            return Told(words, by(event.clause), 2)
        case on.RackCredited():
            words = f"Credit of {money(event.amount)}, slip {event.slip}, by {event.by}, signed by {event.dealer}"
            return Told(words, by(event.clause), 2)
        case on.RackCounted():
            over = Cents(event.counted - event.expected)
            found = f"{money(Cents(abs(over)))} {'over' if over > 0 else 'short'}" if over else "as it should be"
            return Told(f"{event.by} counts the rack: {money(event.counted)}, {found}", by(event.clause), 2)
        case on.DealerAssigned():
            return Told(f"{event.dealer} deals", level=3)
        case on.PlayerJoined():
            return Told(f"{event.player} comes to the table", level=3)
        case on.PlayerLeft():
            return Told(f"{event.player} leaves", level=3)
        case on.BoughtIn():
            return Told(f"{event.player} buys in for {money(event.amount)}", level=3)
        case on.CashedOut():
            return Told(f"{event.player} cashes out {money(event.amount)}", level=3)
        case on.SatDown():
            return Told(f"{event.player} sits down at position {event.position}", level=3)
        case on.StoodUp():
            return Told(f"{event.player} stands up from position {event.position}", level=3)
        case on.PlayerRestricted():
            return Told(f"{event.player} is restricted to one position by {event.by}", by(event.clause))
        case on.RestrictionLifted():
            return Told(f"{event.player} is no longer restricted")
        case on.StayClosed():
            return Told(f"{event.player}'s stay is closed by {event.by}", by("R31"))
        case _:
            raise AssertionError(f"no words for {event}")


def _of_link(event: jackpot.Event, display: str) -> Told:
    match event:
        case at_link.LinkOpened():
            warned = "".join(f"; warning: {warning}" for warning in event.warnings)
            return Told(f"Link {event.link} opens at {money(event.parameters.base)}{warned}", level=0)
        case at_link.TableAdmitted():
            return Told(f"Table {event.table} of {event.game} joins the link", by("R9"), 3)
        case at_link.TableReleased():
            return Told(f"Table {event.table} leaves the link", level=3)
        case at_link.ContributionsPosted():
            stakes = Cents(sum(stake.amount for stake in event.stakes))
            words = f"Progressive wagers of {money(stakes)} feed the jackpot{display}"
            return Told(words, by("R11"), 2)
        case at_link.ContributionsReversed():
            words = f"What {positions(event.positions)} contributed is taken out again{display}"
            return Told(words, by(event.clause, "R14"), 2)
        case at_link.ClaimsEntered():
            claims = event.claims
            words = f"Claims entered: {_awards(claims.paid)}{display}"
            return Told(words, tuple(dict.fromkeys(award.rule for award in claims.paid.awards)))
        case at_link.ClaimsOrdered():
            order = ", ".join(f"{hand.table} position {hand.position}" for hand in event.order)
            whose = f"{event.by}'s decision" if event.by else "their deals"
            return Told(f"Winners are paid in the order {order}, by {whose}", by(event.clause))
        case at_link.ClaimsPaid():
            software = "software officer " if event.software else ""
            return Told(f"The claims of table {event.table} are paid by {software}{event.by}")
        case at_link.ClaimsWithdrawn():
            words = f"The claims of table {event.claims.table} are withdrawn{display}"
            return Told(words, by(event.clause, *(("R39",) if event.clause != "R109" else ())))
        case at_link.OverflowReleased():
            return Told(f"Overflow of {money(event.amount)} goes to the {event.to.replace('_', ' ')}", level=2)
        case at_link.DisplayCorrected():
            who = _both(event.by, event.second)
            return Told(f"The display is corrected by {money(event.change)}: {event.note} ({who})")
        case _:
            return _of_state(event, display)


Stated = (
    at_link.LinkSuspended
    | at_link.LinkFailed
    | at_link.LinkChecked
    | at_link.LinkResumed
    | at_link.ParametersChanged
    | at_link.LinkRetired
    | at_link.JackpotReceived
)


def _of_state(event: Stated, display: str) -> Told:
    match event:
        case at_link.LinkSuspended():
            return Told(f"The link is suspended by {event.by}: {event.note}; no progressive wagers", by("R112"))
        case at_link.LinkFailed():
            words = f"The link has failed, said by {event.by}: {event.note}; registered: {money(event.registered)}"
            return Told(f"{words}; no progressive wagers", by("R112"))
        case at_link.LinkChecked():
            result = "passed" if event.passed else "not passed"
            words = f"Self-check by {event.by} {result}: software {event.software[:12]}"
            return Told(f"{words}, parameters {event.parameters[:12]}", level=3)
        case at_link.LinkResumed():
            return Told(f"The link runs again, by {_both(event.by, event.second)}: {event.note}", by("R112"))
        case at_link.ParametersChanged():
            warned = "".join(f"; warning: {warning}" for warning in event.warnings)
            words = f"Parameters, version {event.version}, by {_both(event.by, event.second)}: {event.note}{warned}"
            return Told(words, by("R113"))
        case at_link.LinkRetired():
            to = f"link {event.to}" if event.to else "the house"
            words = f"The link is retired by {_both(event.by, event.second)}: {event.note}"
            return Told(f"{words}; {_held(event.held)} go to {to}", by("R113"))
        case at_link.JackpotReceived():
            words = f"Received from link {event.link}: {_held(event.held)}; {event.note}{display}"
            return Told(words, by("R113"))


def _held(held: Held) -> str:
    parts = (("display", held.display), ("reserve", held.reserve), ("overflow", held.overflow))
    return listed(f"{name} {money(whole_cents(amount))}" for name, amount in parts)


def _both(first: str, second: str | None) -> str:
    return f"{first} and {second}" if second else first


def _display(floor: Floor, stream: str) -> str:
    return f"; the display shows {money(floor.links[stream.partition('/')[2]].display)}"
