"""A claim on the jackpot from the hand that lies open to the payment: verified, approved by a second person, paid.

Or rejected. The amounts are the link's; here it is decided who may say what about them, and in which order (R108).
"""

from collections.abc import Iterable

from pitlink.games.round import JackpotSettlement
from pitlink.jackpot.link import total
from pitlink.people import Person
from pitlink.refusals import Refused, check_words, needs, two_persons
from pitlink.table.commands import AmendAwards, ApproveClaims, PayAwards, RejectClaims, VerifyClaims
from pitlink.table.events import AwardPaid, AwardsAmended, ClaimsApproved, ClaimsClosed, ClaimsRejected, ClaimsVerified
from pitlink.table.seating import Decided
from pitlink.table.state import Play, Table

DECK = 52


def verify_claims(table: Table, command: VerifyClaims) -> Decided:
    what = "verifying claims"
    claims = _open(table, command.by, what)
    if isinstance(claims, Refused):
        return claims
    play, _ = claims
    if play.verified is not None:
        return Refused("verified_before", f"{what} of round {play.number}", "claims that are not verified yet", "R108")
    if command.cards != DECK:
        expected = f"{DECK}, the whole deck; another number is to be reported"
        return Refused("deck_not_whole", f"{command.cards} cards counted", expected, "R108")
    if not command.surveillance.strip():
        return Refused("no_recording", f"{what} without a surveillance reference", "where it was recorded", "R108")
    if refused := check_words(command.surveillance):
        return refused
    by = command.by
    return (ClaimsVerified(command.cards, command.surveillance, by.id, by.post, "R108", by.software),)


def approve_claims(table: Table, command: ApproveClaims) -> Decided:
    """Whoever verified has said that the hands are right; that they are paid is for somebody else to say."""
    what, by = "approving claims", command.by
    claims = _open(table, by, what)
    if isinstance(claims, Refused):
        return claims
    play, paid = claims
    if play.verified is None:
        return Refused("not_verified", f"{what} of round {play.number}", "hands and deck verified first", "R108")
    if play.approved is not None:
        return Refused("approved_before", f"{what} of round {play.number}", "claims that are not approved yet", "R108")
    first = Person(play.verified.by, play.verified.post)
    if refused := two_persons(first, by, "verifying and approving claims", "R108"):
        return refused
    return (ClaimsApproved(total(paid), by.id, by.post, "R108", by.software),)


def pay_awards(table: Table, command: PayAwards) -> Decided:
    claims = _open(table, command.by, "paying awards")
    if isinstance(claims, Refused):
        return claims
    play, paid = claims
    if play.approved is None:
        return Refused("not_approved", f"paying awards of round {play.number}", "claims approved first", "R108")
    awards = [
        AwardPaid(award.position, player, award.line, award.amount, award.rule, command.by.id)
        for award in paid.awards
        if award.amount and (player := _owner(play, award.position))
    ]
    return (*awards, ClaimsClosed(play.number))


def reject_claims(table: Table, command: RejectClaims) -> Decided:
    """At any time before the payment, for some of the winning positions or for all."""
    what, by = "rejecting claims", command.by
    claims = _open(table, by, what, deck_matters=False)
    if isinstance(claims, Refused):
        return claims
    _, paid = claims
    winning = {award.position for award in paid.awards}
    named = set(command.positions)
    if not named or not named <= winning or len(named) < len(command.positions):
        expected = f"some of the winning positions, each once: {_listed(sorted(winning))}"
        found = f"{what} at position{'' if len(command.positions) == 1 else 's'} {_listed(command.positions)}"
        return Refused("not_a_winner", found, expected, "R109")
    if not command.words.strip():
        return Refused("no_words", f"{what} without words", "why, in words", "R109")
    if refused := check_words(command.words):
        return refused
    remain = {each for each in _keys(paid) if each[0] not in named}
    if remain != (_keys(command.paid) if command.paid else set()):
        return Refused("other_awards", what, "the awards that remain, as the link has fixed them", "R109")
    positions = tuple(sorted(named))
    return (ClaimsRejected(positions, command.words, by.id, by.post, "R109", command.paid, by.software),)


def _listed(positions: Iterable[int]) -> str:
    return ", ".join(map(str, positions)) or "none"


def amend_awards(table: Table, command: AmendAwards) -> Decided:
    play, clause = table.play, table.rules.procedure.across_tables
    if play is None or not play.claims_open or play.paid is None:
        return Refused("no_open_claims", "amended awards", "awards that are not paid yet", clause)
    if _keys(command.paid) != _keys(play.paid):
        return Refused("other_awards", "amended awards", "the awards of this round", clause)
    return (AwardsAmended(command.paid, clause),)


def _open(
    table: Table, by: Person, what: str, *, deck_matters: bool = True
) -> tuple[Play, JackpotSettlement] | Refused:
    """The round and what the link has fixed for it, for somebody who may act on its claims."""
    if refused := needs("pit_supervisor", by, what):
        return refused
    if by.software and not table.rules.unattended:
        found = f"{what} by software officer {by.id} at table {table.rules.table}"
        return Refused("table_is_attended", found, "a person; only an unattended table has software officers", "R111")
    play = table.play
    if play is None or not play.claims_open or play.paid is None:
        return Refused("no_open_claims", what, "awards that are not paid yet")
    if deck_matters and play.due.step == "open_deck":
        return Refused("deck_not_opened", what, "the sealed deck opened first")
    return play, play.paid


def _keys(paid: JackpotSettlement) -> set[tuple[int, str]]:
    return {(award.position, award.line) for award in paid.awards}


def _owner(play: Play, position: int) -> str:
    """Whose progressive wager it is: it is never shared (R34)."""
    return str(play.boxes[position].seat.wagers["progressive"].shares[0].player)
