"""What is asked of whoever reports or rules, in words, with the answers that there are at this moment.

Screens are built on this: an answer is chosen, and what it says goes into the command. Whether the whole is taken is
decided where it always is; here it is only found out what to ask.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Final, Literal

from msgspec import Struct

from pitlink.games.dealing import Place
from pitlink.games.irregularities import ALL, WORDS, Asking, Effect, What, When
from pitlink.money import Cents
from pitlink.pit.words import area, listed, positions, short
from pitlink.table.circumstances import case_of, hands_of, open_rulings
from pitlink.table.commands import Report
from pitlink.table.ruling import is_whole
from pitlink.table.state import Play, Table, places_of

FactName = Literal[
    "what",
    "round",
    "positions",
    "player",
    "places",
    "chips",
    "amount",
    "handled",
    "seen",
    "words",
    "moves",
    "order",
    "cards",
]

MOST_IN_ORDER: Final = 4  # cards drawn together whose every order is offered

# What people call it who look for it, beside the words of the record.
ALSO: Final[dict[What, str]] = {
    "foreign_card": "strange card, other deck, other back, marked or damaged card",
    "missing_card": "51 cards, incomplete deck, short deck",
    "extra_card": "53 cards, two of the same card, duplicate",
    "unshuffled_cards": "shuffle, shuffler, not mixed",
    "insufficient_cards": "deck or shoe runs out, not enough cards",
    "misdeal": "misdeal, wrong order, wrong position, card to the wrong hand, skipped",
    "wrong_community_count": "board, flop, turn, river, one too many, one too few",
    "wrong_dealer_count": "dealer has too many or too few cards",
    "wrong_player_count": "one, two, three, four cards, one too many, one too few, over, short",
    "exposed_cards": "flashed, turned over, fell, seen face",
    "face_up_card": "boxed card, facing the wrong way in the shoe or shuffler",
    "cards_drawn_together": "two cards stuck, at once",
    "burn_forgotten": "burn card, discard",
    "doubtful_count": "count the cards, how many were used",
    "hand_not_secret": "talks about the hand, collusion, shares information, looks at a neighbour's cards",
    "several_hands": "plays two hands, more positions than allowed",
    "extra_hand_viewed": "looked at the second hand, both hands, blind hand",
    "power_failure": "electricity, light, blackout",
    "jackpot_failure": "progressive, meter, sensor, display, sign is dark",
    "late_wager": "past posting, bet too late, added chips, capping",
    "withdrawn_wager": "pinching, removed chips, took the bet away",
    "wrong_later_wager": "play bet, raise, wrong size",
    "something_else": "other, anything else",
}

HANDLED: Final[frozenset[When]] = frozenset(("untouched",))
SEEN: Final[frozenset[When]] = frozenset(("unseen", "seen"))


class FactChoice(Struct, frozen=True, omit_defaults=True):
    """One answer, and what it says in the command; what several say is added up. `group` is what it is one of."""

    words: str
    group: str | None = None
    what: What | None = None
    positions: tuple[int, ...] = ()
    player: str | None = None
    places: tuple[Place, ...] = ()
    wager: str | None = None
    most: Cents | None = None  # of these chips
    moves: tuple[tuple[int, int], ...] = ()
    order: tuple[Place, ...] = ()


class FactAsked(Struct, frozen=True):
    """One question. Without choices the answer is yes or no, a number up to `most`, an amount, or a few words."""

    fact: FactName
    words: str
    needed: bool = True
    several: bool = False
    choices: tuple[FactChoice, ...] = ()
    most: int | None = None


# With a report


def asked_with(table: Table, play: Play, what: What, found: Sequence[Report]) -> tuple[FactAsked, ...]:
    """`found` are the reports of this kind that would be taken, one for each hand, player or card."""
    return (*_about(table, play, what, found), *_circumstances(table, play, what))


def _about(table: Table, play: Play, what: What, found: Sequence[Report]) -> Iterator[FactAsked]:
    match what:
        case "wrong_player_count" | "wrong_later_wager":
            yield FactAsked("positions", "Which position?", several=True, choices=_positions(_named(found)))
        case "exposed_cards" | "cards_drawn_together":
            words = "Which cards were exposed?" if what == "exposed_cards" else "Which cards?"
            yield FactAsked("places", words, several=True, choices=_cards(play))
        case "hand_not_secret":
            yield FactAsked("player", "Which player?", choices=_players(found))
        case "several_hands":
            yield FactAsked("player", "Whose hands?", choices=_players(found))
            hands = [hand for each in found for hand in hands_of(play, str(each.player))]
            words = "Which of them were looked at?"
            yield FactAsked("positions", words, needed=False, several=True, choices=_positions(hands))
        case "extra_hand_viewed":
            yield FactAsked("player", "Which hands, beside the first?", choices=tuple(_extra_hands(found)))
        case "late_wager" | "withdrawn_wager":
            yield FactAsked("chips", "Which chips?", choices=tuple(_chips(play, found)))
            if what == "late_wager":
                yield FactAsked("amount", "How much of it came late?")
        case "jackpot_failure":
            every = _positions(range(1, table.rules.positions + 1))
            words = "At which positions? None for all."
            yield FactAsked("positions", words, needed=False, several=True, choices=every)
        case "something_else":
            yield FactAsked("words", "What happened?")
        case _:
            pass


def _circumstances(table: Table, play: Play, what: What) -> Iterator[FactAsked]:
    """Only where the rulebook makes a difference, and the round does not show it already."""
    cases = [case for case in table.rules.irregularities.cases if case.what == what]
    whens = {when for case in cases for when in case.when}
    if whens & HANDLED and not (play.touched or play.seen):
        yield FactAsked("handled", "Has a player touched cards?", needed=False)
    if whens & SEEN and not play.seen:
        yield FactAsked("seen", "Has a player seen a card of the hand?", needed=False)


def _named(found: Iterable[Report]) -> list[int]:
    return [position for each in found for position in each.positions]


def _positions(numbers: Iterable[int]) -> tuple[FactChoice, ...]:
    return tuple(FactChoice(str(number), positions=(number,)) for number in sorted(set(numbers)))


def _players(found: Iterable[Report]) -> tuple[FactChoice, ...]:
    return tuple(FactChoice(str(each.player), player=each.player) for each in found)


def _extra_hands(found: Iterable[Report]) -> Iterator[FactChoice]:
    """All of a player's that he should not have looked at, or one of them."""
    for each in found:
        one_by_one = [(hand,) for hand in each.positions] if len(each.positions) > 1 else []
        for hands in (each.positions, *one_by_one):
            yield FactChoice(f"{each.player}, {positions(hands)}", positions=hands, player=each.player)


def _cards(play: Play) -> tuple[FactChoice, ...]:
    """By their places, those face down; once all lie open, any of them."""
    down = [place for place in play.slots if not play.slots[place].up] or list(play.slots)
    return tuple(FactChoice(_nth(place), _hand(place), places=(place,)) for place in sorted(down, key=_as_seated))


def _as_seated(place: Place) -> tuple[int, str, int]:
    return (place.position or 99, place.where, place.nth)


def _hand(place: Place) -> str:
    match place.where:
        case "position":
            return f"Position {place.position}"
        case "burned":
            return "Burned"
        case "security":
            return "Security"
        case _:
            return place.where.capitalize()


def _nth(place: Place) -> str:
    return f"card {place.nth}"


def _chips(play: Play, found: Iterable[Report]) -> Iterator[FactChoice]:
    for each in found:
        (position,), wager = each.positions, str(each.wager)
        shares = play.boxes[position].seat.wagers[wager].shares
        lies = Cents(sum(share.amount for share in shares if share.player == each.player))
        words = f"{area(wager)} {short(lies)}" + (f" of {each.player}" if len(shares) > 1 else "")
        group = f"Position {position}"
        yield FactChoice(words, group, positions=each.positions, player=each.player, wager=wager, most=lies)


# Of a round before


def asked_of_earlier(last: int) -> tuple[FactAsked, ...]:
    """`last` is the last round that is final."""
    known = tuple(FactChoice(WORDS[what].capitalize(), what=what) for what in ALL)
    return (
        FactAsked("round", "Which round?", most=last),
        FactAsked("what", "What was it?", choices=known),
        FactAsked("words", "What happened?", needed=False),
    )


# Of later rounds


def blocked_positions(table: Table) -> FactAsked:
    every = _positions(range(1, table.rules.positions + 1))
    return FactAsked("positions", "At which positions are no bets taken?", several=True, choices=every)


# With a ruling on the report that waits


def asked_for_ruling(table: Table, play: Play, effect: Effect) -> tuple[FactAsked, ...]:
    """What the ruling may name; without it, everything that it can concern."""
    return tuple(_of_ruling(table, play, effect))


def _of_ruling(table: Table, play: Play, effect: Effect) -> Iterator[FactAsked]:
    in_play = [position for position, box in play.boxes.items() if box.seat.removed_by is None]
    match effect:
        case "return":
            yield FactAsked("positions", "Whose wagers go back?", several=True, choices=_positions(in_play))
        case "reconstruct":
            if swaps := tuple(_swaps(play)):
                words = "Which whole hands change places?"
                yield FactAsked("moves", words, needed=False, several=True, choices=swaps)
        case "set_order":
            assert play.report is not None
            if len(play.report.places) <= MOST_IN_ORDER:
                yield FactAsked("order", "In which order are they received?", choices=tuple(_orders(play)))
        case _:
            pass
    asking = _asking(table, play, effect)
    if asking is not None and asking.of == "affected":
        words = "Whom did the error touch? None for those reported, or all."
        yield FactAsked("positions", words, needed=False, several=True, choices=_positions(in_play))


def _asking(table: Table, play: Play, effect: Effect) -> Asking | None:
    assert play.report is not None
    case = case_of(table, play, play.report)
    given = open_rulings(table, play, case) if case else ()
    return next((each.then for each in given if each.effect == effect), None)


def _swaps(play: Play) -> Iterator[FactChoice]:
    hands = [at for at in play.boxes if places_of(play, "position", at) and is_whole(play, at)]
    for one, other in combinations(hands, 2):
        if len(places_of(play, "position", one)) == len(places_of(play, "position", other)):
            yield FactChoice(f"{one} and {other}", moves=((one, other), (other, one)))


def _orders(play: Play) -> Iterator[FactChoice]:
    """As they would have come first."""
    assert play.report is not None
    in_turn = sorted(play.report.places, key=list(play.slots).index)
    for order in permutations(in_turn):
        yield FactChoice(listed(map(str, order)).replace(" and ", ", then "), order=order)
