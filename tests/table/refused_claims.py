"""What is refused between a winning hand and its payment."""

from collections.abc import Callable

from msgspec import structs

from pitlink.games.round import JackpotSettlement
from pitlink.money import ZERO
from pitlink.people import Person
from pitlink.table import commands as ask
from tests.driving import PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, setup_for
from tests.table.refused_scenes import Case, after, claim_under_seal, royal, without_link

VERIFY = ask.VerifyClaims(SUPERVISOR, 52, "camera 4")
REJECT = ask.RejectClaims(SUPERVISOR, (1,), "marked card")
NOTHING = JackpotSettlement(ZERO, ZERO, (), ZERO)
PROGRAM = Person("Rob", "pit_supervisor", software=True)

won: Callable[[], Driver] = royal(settled=True)
verified = after(won, VERIFY)
approved = after(verified, ask.ApproveClaims(PIT_MANAGER))


CLAIMS = [
    Case("no_open_claims", None, "verifying claims", "not paid yet", without_link, VERIFY),
    Case("no_open_claims", None, "rejecting claims", "not paid yet", without_link, REJECT),
    Case("no_open_claims", None, "approving claims", "not paid", without_link, ask.ApproveClaims(PIT_MANAGER)),
    Case("deck_not_opened", None, "verifying claims", "opened first", claim_under_seal, VERIFY),
    Case("deck_not_whole", "R108", "51 cards", "52", won, ask.VerifyClaims(SUPERVISOR, 51, "camera 4")),
    Case("deck_not_whole", "R108", "53 cards", "reported", won, ask.VerifyClaims(SUPERVISOR, 53, "camera 4")),
    Case("no_recording", "R108", "without", "recorded", won, ask.VerifyClaims(SUPERVISOR, 52, " ")),
    Case("words_not_readable", None, "2 characters", "one line", won, ask.VerifyClaims(SUPERVISOR, 52, "4\n")),
    Case("verified_before", "R108", "verifying claims of round 1", "not verified yet", verified, VERIFY),
    Case("not_verified", "R108", "approving claims of round 1", "verified first", won, ask.ApproveClaims(PIT_MANAGER)),
    Case("same_person", "R108", "by Sven alone", "second person", verified, ask.ApproveClaims(SUPERVISOR)),
    Case(
        "same_person",
        "R108",
        "by Sven alone",
        "second person",
        verified,
        ask.ApproveClaims(structs.replace(PIT_MANAGER, id=SUPERVISOR.id)),
    ),
    Case(
        "same_post",
        "R108",
        "Sven and Sue, both pit supervisor",
        "another post",
        verified,
        ask.ApproveClaims(Person("Sue", "pit_supervisor")),
    ),
    Case(
        "approved_before",
        "R108",
        "approving claims of round 1",
        "not approved yet",
        approved,
        ask.ApproveClaims(SHIFT_MANAGER),
    ),
    Case("not_approved", "R108", "paying awards of round 1", "approved first", won, ask.PayAwards(SUPERVISOR)),
    Case("not_approved", "R108", "paying awards of round 1", "approved first", verified, ask.PayAwards(SHIFT_MANAGER)),
    Case("table_is_attended", "R111", "software officer Rob", "a person", won, structs.replace(VERIFY, by=PROGRAM)),
    Case("table_is_attended", "R111", "software officer Rob", "a person", verified, ask.ApproveClaims(PROGRAM)),
    Case("table_is_attended", "R111", "software officer Rob", "a person", won, structs.replace(REJECT, by=PROGRAM)),
    Case("table_is_attended", "R111", "software officer Rob", "a person", approved, ask.PayAwards(PROGRAM)),
    Case("not_a_winner", "R109", "positions none", "each once: 1", won, ask.RejectClaims(SUPERVISOR, (), "marked")),
    Case("not_a_winner", "R109", "positions 1, 2", "each once: 1", won, ask.RejectClaims(SUPERVISOR, (1, 2), "marked")),
    Case("not_a_winner", "R109", "positions 1, 1", "each once: 1", won, ask.RejectClaims(SUPERVISOR, (1, 1), "marked")),
    Case("no_words", "R109", "without words", "why", won, ask.RejectClaims(SUPERVISOR, (1,), " ")),
    Case("for_the_link", "R109", "its own awards", "fixes anew", won, structs.replace(REJECT, paid=NOTHING)),
    Case(
        "other_awards",
        "R109",
        "rejecting claims",
        "that remain",
        won,
        structs.replace(REJECT, paid=JackpotSettlement(ZERO, ZERO, won().play.paid.awards, ZERO)),  # type: ignore[union-attr]
        "table",
    ),
    Case(
        "unattended_without_seal",
        "R111",
        "reading shoe cards",
        "a sealed deck",
        Driver,
        ask.OpenTable(SUPERVISOR, structs.replace(setup_for("mbs-thb", link=None), unattended=True)),
    ),
]
