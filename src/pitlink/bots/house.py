"""What a software dealer and software officers do, from the table as it stands: the deal, the end, what is due."""

import random
from collections.abc import Iterator

from pitlink.bots.deck import SealedDeck, shuffled
from pitlink.cards import NAMES
from pitlink.jackpot.link import Link
from pitlink.money import Cents
from pitlink.people import Person, Post
from pitlink.table import AnyCommand, Table
from pitlink.table import commands as ask
from pitlink.table.aftermath import stranded
from pitlink.table.reporting import who_dismisses
from pitlink.table.state import play_of

DEALER = Person("dealer", "dealer")
OFFICER = Person("officer", "pit_supervisor", software=True)
SECOND_OFFICER = Person("second officer", "pit_manager", software=True)
THIRD_OFFICER = Person("third officer", "gaming_shift_manager", software=True)
OWNER = Person("owner", "gaming_shift_manager")

OFFICERS = (DEALER, OFFICER, OWNER)  # who rule when something goes wrong
DISMISSING: dict[Post, Person] = {each.post: each for each in (OFFICER, SECOND_OFFICER, THIRD_OFFICER)}
NOT_ON_RECORD = "Nothing of the kind is on the record of this table."

BUY_IN = Cents(1_000_00)
ENOUGH = Cents(100_00)  # to bet with


def by_the_house(table: Table, deck: SealedDeck | None) -> AnyCommand | None:
    """What the dealer or an officer does next; None where somebody is asked first, or the round is over."""
    play = play_of(table)
    match play.due.step:
        case "deal":
            assert deck is not None
            return ask.DealCard(DEALER, deck.cards[len(play.slots)], deck.salts[len(play.slots)])
        case "expose":
            return ask.Expose(DEALER)
        case "settle":
            return ask.Settle(DEALER)
        case "verify_claims":
            return ask.VerifyClaims(OFFICER, len(NAMES), f"log of table {table.rules.table}, round {play.number}")
        case "approve_claims":
            return ask.ApproveClaims(SECOND_OFFICER)
        case "pay_claims":
            return ask.PayAwards(OFFICER)
        case "open_deck":
            assert deck is not None
            return ask.OpenDeck(DEALER, deck.cards, deck.salts)
        case _:
            return None


def dismissing(table: Table) -> ask.DismissReport | None:
    """What becomes of a report on which nobody has ruled, by an officer of the post that it takes (R117).

    None where cards were counted, and not as many as were dealt: that is for people.
    """
    play = play_of(table)
    if play.report is None or play.counted is not None:
        return None
    post, _ = who_dismisses(table, play, play.report)
    return ask.DismissReport(DISMISSING[post], NOT_ON_RECORD)


def without_answer(table: Table) -> AnyCommand:
    """What the dealer does when the player who was asked says nothing: his hand is turned up, or R102 applies."""
    due = play_of(table).due
    return ask.ShowHand(DEALER, due.position) if due.step == "show" else ask.TakeSilence(DEALER, due.position)


def selling(table: Table) -> Iterator[AnyCommand]:
    """Who has too few chips for the least wagers buys in again."""
    for name, player in table.players.items():
        if player.available < ENOUGH and player.present:
            yield ask.BuyIn(DEALER, name, BUY_IN)


def handing_back(table: Table, link: Link | None) -> Iterator[AnyCommand]:
    """Before bets are closed the dealer hands back what may not feed the link: all, where it does not run (R112)."""
    play = play_of(table)
    lying = [position for position, box in play.boxes.items() if "progressive" in box.seat.wagers]
    for position in stranded(table) if link is None or link.runs else lying:
        owner = str(play.boxes[position].seat.wagers["progressive"].shares[0].player)
        yield ask.TakeBackWager(DEALER, owner, position, "progressive")


def somebody_bets(table: Table) -> bool:
    takes_part = table.rules.areas.takes_part
    return any(takes_part(box.seat.wagers) for box in play_of(table).boxes.values())


def closing(table: Table, link: Link | None, dice: random.Random) -> tuple[ask.CloseBets, SealedDeck]:
    """No more bets: with a deck that is sealed now, and what the system draws."""
    deck = shuffled(dice)
    return ask.CloseBets(DEALER, deck.seal, *_draws(table, link, dice)), deck


def _draws(table: Table, link: Link | None, dice: random.Random) -> tuple[str | None, int | None]:
    """What the system draws in Let It Ride, as often as the link is set to (R92, R94, R96)."""
    if table.rules.game != "mbs-lir" or link is None:
        return None, None
    features = link.set_up.features
    areas = [position for position, box in play_of(table).boxes.items() if "progressive" in box.seat.wagers]
    magic = dice.choice(NAMES) if dice.randrange(10_000) < features.magic_card_bp else None
    lucky = dice.choice(sorted(areas)) if areas and dice.randrange(10_000) < features.lucky_player_bp else None
    return magic, lucky
