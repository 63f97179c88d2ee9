"""What is said at a table, moment by moment, for everybody: the same in the view and on the floor."""

import pytest

from pitlink.cards import cards_of
from pitlink.games import GAMES
from pitlink.hands import rank_five, rank_three, said
from pitlink.server.feeds import line_of
from pitlink.table import commands as ask
from pitlink.table.calls import DECISIONS
from pitlink.table.views import SPECTATOR, view
from tests.driving import DEALER, PIT_MANAGER, SUPERVISOR, Driver, player, setup_for
from tests.proving import row_id, rows
from tests.table.every_game import ALL, ENTRY, GOES, PLAIN, play_on, table_of
from tests.table.refused_scenes import royal

ANN = player("Ann")


def called(driver: Driver) -> str:
    """What a spectator reads at the table and on the floor."""
    told = view(driver.table, SPECTATOR).call
    line = line_of(driver.name, driver.table)
    assert line.call == told
    assert line.community == view(driver.table, SPECTATOR).community
    assert line.position == (driver.play.due.position or None if driver.table.play else None)
    return told


# What is done, and what is said then.
ROUNDS = {
    "mbs-thb": rows("""
then      | call
call      | Place your bets, please.
close     | No more bets.
deal      | Flop, two times the Ante, or fold.
1 flop    | Flop.
expose    | Flop. Turn, or check.
1 check   | Turn.
expose    | Turn. River, or check.
1 river   | River.
expose    | Dealer's hand.
expose    | Dealer: pair of kings.
show      | Dealer: pair of kings.
settle    | Dealer: pair of kings.
call      | Place your bets, please.
"""),
    "mbs-3cp": rows("""
then      | call
call      | Place your bets, please.
close     | No more bets.
deal      | Play, or fold.
1 play    | Dealer's hand.
expose    | Community cards.
expose    | Dealer: pair of kings.
show      | Dealer: pair of kings.
settle    | Dealer: pair of kings.
"""),
    "mbs-uth": rows("""
then      | call
call      | Place your bets, please.
close     | No more bets.
deal      | Check, or Play three or four times.
1 check   | Flop.
expose    | Flop. Check, or Play two times.
1 check   | Turn and river.
expose    | River. Play, or fold.
1 play 1x | Dealer's hand.
expose    | Dealer: pair of kings.
show      | Dealer: pair of kings.
settle    | Dealer: pair of kings.
"""),
    "mbs-lir": rows("""
then      | call
call      | Place your bets, please.
close     | No more bets.
deal      | Let 1 ride, or take it back.
1 ride    | First community card.
expose    | First card. Let 2 ride, or take it back.
1 ride    | Second community card.
expose    | Hands are turned up.
show      | Hands are turned up.
settle    | Round settled.
"""),
    "rws-3cp": rows("""
then      | call
call      | Place your bets, please.
close     | No more bets.
deal      | Play, or fold.
1 play    | Dealer's hand.
expose    | Community cards.
expose    | Dealer: pair of kings.
show      | Dealer: pair of kings.
settle    | Dealer: pair of kings.
"""),
}


def do(driver: Driver, game: str, words: str) -> None:
    match words.split(" ", 1):
        case ["call"]:
            driver.call()
        case ["close"]:
            driver.bet("Ann", 1, **ENTRY[game])
            driver.close()
        case ["deal"]:
            driver.deal(PLAIN[game])
        case ["expose"]:
            driver.ask(ask.Expose(DEALER))
        case ["show"]:
            driver.ask(ask.ShowHand(DEALER, 1))
        case ["settle"]:
            driver.ask(ask.Settle(DEALER))
        case [position, choice]:
            driver.ask(ask.Decide(ANN, int(position), choice))


@pytest.mark.parametrize("game", ALL)
def test_a_round_is_called_in_the_words_of_its_book(game: str) -> None:
    driver = Driver()
    driver.open(setup_for(game))
    assert called(driver) == "Waiting for a player."
    driver.seat("Ann")
    assert called(driver) == "Opening."
    for row in ROUNDS[game]:
        do(driver, game, row["then"])
        assert called(driver) == row["call"], f"{game}, after {row['then']}"


WAYS = [(game, deal.device, deal.method) for game in ALL for deal in GAMES[game].LAYOUT.deals]


@pytest.mark.parametrize(("game", "device", "method"), WAYS)
def test_bets_are_closed_once_however_the_cards_are_dealt(game: str, device: str, method: str | None) -> None:
    """Every call of a round, in its order; one that goes on is one."""
    driver = table_of(game, "Ann", device=device, method=method)
    for words in ("call", "close"):
        do(driver, game, words)
    calls, choices, spare = [called(driver)], list(CHOICES[game]), iter(("2c", "3c"))
    while driver.due != "call":
        match driver.due:
            case "deal":
                place = driver.play.due.place
                assert place is not None
                hand = PLAIN[game].get(place.position if place.where == "position" else place.where, "").split()
                driver.ask(ask.DealCard(DEALER, hand[place.nth - 1] if hand else next(spare)))
            case "decide":
                driver.ask(ask.Decide(ANN, 1, choices.pop(0)))
            case due:
                do(driver, game, due)
        if called(driver) != calls[-1]:
            calls.append(called(driver))
    expected = [row["call"] for row in ROUNDS[game][1:] if row["then"] != "call"]
    if (game, device, method) in DEALER_LAST:
        expected.insert(expected.index(DECISIONS[game][-1]) + 1, "Dealer's cards.")
    assert calls == [call for nth, call in enumerate(expected) if call not in expected[:nth]]


# As in the rounds above.
CHOICES = {
    "mbs-thb": ("flop", "check", "river"),
    "mbs-3cp": ("play",),
    "mbs-uth": ("check", "check", "play 1x"),
    "mbs-lir": ("ride", "ride"),
    "rws-3cp": ("play",),
}
DEALER_LAST = [("mbs-thb", "manual", None), ("mbs-uth", "automated", "B"), ("mbs-uth", "manual", None)]


@pytest.mark.parametrize("game", ["mbs-3cp", "rws-3cp"])
def test_a_dealer_who_does_not_qualify_is_called_at_the_end(game: str) -> None:
    driver = table_of(game, "Ann")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    hands = {**PLAIN[game], "dealer": "Js 8d 4c"}
    play_on(driver, hands, {1: ("play",)})
    assert called(driver) == "Dealer: jack high, does not qualify."


@pytest.mark.parametrize("game", ALL)
def test_a_round_in_which_everybody_folds_is_settled_without_a_dealers_hand(game: str) -> None:
    driver = table_of(game, "Ann")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    play_on(driver, PLAIN[game], {1: GOES[game]})
    assert called(driver) == "Round settled."


def test_a_table_that_everybody_has_left_waits_for_a_player_and_may_close() -> None:
    driver = table_of("mbs-3cp", "Ann")
    for words in ("call", "close", "deal", "1 play", "expose", "expose", "show", "settle"):
        do(driver, "mbs-3cp", words)
    driver.ask(ask.Stand(ANN, "Ann", 1))
    assert called(driver) == "Waiting for a player."
    driver.ask(ask.CloseTable(SUPERVISOR))
    assert called(driver) == "Closed."


@pytest.mark.parametrize("game", ALL)
def test_what_goes_wrong_is_called_too(game: str) -> None:
    """A foreign card: the round waits for a ruling, and is void."""
    driver = table_of(game, "Ann")
    for words in ("call", "close", "deal"):
        do(driver, game, words)
    driver.ask(ask.Report(DEALER, "foreign_card"))
    assert called(driver) == "Waiting for a ruling."
    driver.ask(ask.Rule(PIT_MANAGER, "void"))
    void = driver.play.void
    assert void is not None
    assert called(driver) == f"Round void ({void})."


def test_who_may_choose_after_an_error_is_named() -> None:
    driver = table_of("mbs-uth", "Ann")
    for words in ("call", "close", "deal"):
        do(driver, "mbs-uth", words)
    driver.ask(ask.Report(DEALER, "power_failure"))
    driver.ask(ask.Rule(PIT_MANAGER, "ask"))
    assert called(driver) == "Position 1: play on, or take the wagers back."


def test_a_jackpot_hand_is_called_until_it_is_paid() -> None:
    driver = royal(settled=True)()
    assert called(driver) == "Jackpot hand at position 1. Pending verification."
    driver.ask(ask.VerifyClaims(SUPERVISOR, 52, "camera 4, 14:10"))
    assert called(driver) == "Jackpot hand at position 1. Pending approval."
    driver.ask(ask.ApproveClaims(PIT_MANAGER))
    assert called(driver) == "Jackpot hand at position 1. Approved."
    driver.ask(ask.PayAwards(SUPERVISOR))
    assert called(driver) == "Round settled."  # it was folded: the dealer has turned nothing up


HANDS = rows("""
cards          | said
As Ks Qs Js Ts | royal flush
9s 8s 7s 6s 5s | straight flush, nine high
9s 9h 9d 9c 5s | four of a kind, nines
Qs Qh Qd 2c 2s | full house, queens over twos
As 9s 7s 6s 2s | flush, ace high
5s 4h 3d 2c As | straight, five high
6s 6h 6d 2c As | three of a kind, sixes
9s 9h 4d 4c As | two pairs, nines and fours
9s 9h 4d 3c As | pair of nines
As Kh 9d 3c 2s | ace high
Kh 9d 3c       | king high
3h 2h Ah       | straight flush, three high
""")


@pytest.mark.parametrize("row", HANDS, ids=row_id)
def test_a_hand_is_said_without_its_kickers(row: dict[str, str]) -> None:
    cards = cards_of(row["cards"])
    assert (said(rank_five(cards)) if len(cards) == 5 else said(rank_three(cards))) == row["said"]
