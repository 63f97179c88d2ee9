"""The clauses by which a table is run, by the same names for all five rulebooks.

What a table does is much the same in all of them; what they call it by differs. Each game's file lists its own clauses
here, in the book's order, and the table cites them. Where a rulebook is silent and a sibling's clause is applied, the
reading that says so stands in its place; None is a power that the rulebook gives to nobody.
"""

from msgspec import Struct


class Procedure(Struct, frozen=True, kw_only=True):
    """One rulebook's clauses for what happens at its table."""

    round: str  # what a round of play is: from the call to the settlement
    tie: str  # a wager that neither wins nor loses goes back
    areas: str  # the playing areas that the layout shows
    layouts: str  # the layouts on which the game may be offered
    call: str  # "Place your bets, please"
    close: str  # "No more bets"
    later: str  # wagers that only a decision places
    limits: str  # within the limits displayed
    shared: str | None  # several players' chips on one area; None where that is refused by `others_box`
    others_box: str  # what may not be placed on another player's position
    one_wager: str  # one wager on an area
    one_hand: str  # of several hands only one is looked at
    blind: str  # the others are played unseen
    tell_one_hand: str  # and the player is told so
    no_look: str | None  # an entry that does not even allow the one look
    restrict: str | None  # a player restricted to one position, and by whom
    side_bets: str  # a side bet needs its companion
    jackpot_offered: str  # the seated player is offered the progressive
    jackpot_blind: str  # also on a hand played unseen
    jackpot_system: str  # by way of the wagering system
    jackpot_before: str  # only before the deal
    on_behalf: str  # staff place wagers at a player's request
    decline: str  # a hand that is not shown
    late: str  # no wager after the close
    withdrawn: str  # none taken back
    alone: str  # a side bet without its companion, found while bets are open
    absent: str  # a player who is not there to decide
    judged_as_lying: str  # chips count as they lie at the close
    settled_before: str  # what was settled in an earlier round stays settled
    higher_post: str  # a higher post may do what a lower one may
    across_tables: str  # winners at several tables
    notify: str | None = None  # a player with a jackpot hand says so
    order: str | None = None  # the order in which hands are turned over, where it is said
