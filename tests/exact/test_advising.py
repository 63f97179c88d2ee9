"""What each choice is worth, against the settlement of every deal that can still come."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from types import ModuleType

import pytest

from pitlink.cards import DECK, Cards, cards_of
from pitlink.exact import holdem_bonus, ultimate
from pitlink.exact.advising import Advice, NotSeen, advise, read_cards
from pitlink.exact.rules import Rules, approved, changed
from pitlink.games import mbs_thb, mbs_uth
from pitlink.games.round import Round, Seat, Settlement, Share, Wager, wager_of
from pitlink.hands import rank_seven
from pitlink.money import Cents
from tests.proving import rows

STAKE = Cents(100)

RIVERS = rows("""
hole  | board          | rules
Kd 5c | As 7h 2c 9d Jc |
2c 3d | As Ks Qs Js Ts |
9h 8h | Th Jh 2c 2d 5s |
4c 3d | Ah Kd 9s 7c 2h | folded_ante_when_dealer_unpaired=push
4c 3d | Ah Kd 9s 7c 5h | ante_when_dealer_unpaired_wins=lose
Ac 6d | Ah Kd 9s 7c 5h | blind_when_dealer_unpaired=push
5s 4s | As 2s 3s 9d Kd | ace_low_straight_flush=flush
""")


@pytest.mark.parametrize("row", RIVERS, ids=lambda row: f"{row['hole']} on {row['board']}")
def test_on_the_river_of_ultimate_it_is_the_mean_of_all_settlements(row: dict[str, str]) -> None:
    rules = changed(approved("mbs-uth"), row["rules"]) if row["rules"] else approved("mbs-uth")
    hole, board = cards_of(row["hole"]), cards_of(row["board"])
    found = _values(advise(rules, hole, board))
    for choice in ("fold", "play 1x"):
        seat = Seat(1, _wagers("ante", "blind"), hole, ("check", "check", choice))
        deals = [Round("mbs-uth", (seat,), board, dealer, switches=rules.switches) for dealer in _dealers(hole + board)]
        nets = [_net(mbs_uth.settle(deal)) for deal in deals]
        assert found[choice] == Fraction(sum(nets), len(nets) * STAKE)


def test_on_the_flop_of_ultimate_checking_is_the_mean_of_the_best_on_every_river() -> None:
    rules, hole, flop = approved("mbs-uth"), cards_of("Kd 5c"), cards_of("As 7h 2c")
    rivers = [advise(rules, hole, flop + later) for later in combinations(_left(hole + flop), 2)]
    found = _values(advise(rules, hole, flop))
    assert found["check"] == sum((each.best.value for each in rivers), Fraction(0)) / len(rivers)
    once = sum((_values(each)["play 1x"] for each in rivers), Fraction(0)) / len(rivers)
    thrice = _values(advise(changed(rules, "flop_play=3"), hole, flop))["play 3x"]
    assert found["play 2x"] - once == thrice - found["play 2x"]  # every ante of Play is worth the same


@pytest.mark.parametrize(("hole", "made"), [("7h 2h", None), ("As Ks", None), ("As Ks", "turn"), ("9c 8d", "turn")])
def test_on_the_turn_of_texas_holdem_bonus_it_is_the_mean_of_all_settlements(hole: str, made: str | None) -> None:
    rules, own, four = approved("mbs-thb"), cards_of(hole), cards_of("Ah Kh Th 3d")
    advice = advise(rules, own, four, made)
    found = _values(advice)
    assert advice.earlier == ("the Turn made" if made else "the Turn checked")
    for choice in ("check", "river"):
        seat = Seat(1, _wagers("ante"), own, ("flop", made or "check", choice))
        total = number = 0
        for card in _left(own + four)[::4]:  # a quarter of the river cards, here and there
            for dealer in _dealers((*own, *four, card)):
                total += _net(mbs_thb.settle(Round("mbs-thb", (seat,), (*four, card), dealer)))
                number += 1
        several = [_river(rules, own, (*four, card), (made, choice)) for card in _left(own + four)]
        assert Fraction(total, number * STAKE) == sum(several[::4], Fraction(0)) / len(several[::4])
        assert found[choice] == sum(several, Fraction(0)) / len(several)


def _river(rules: Rules, own: Cards, board: Cards, made: tuple[str | None, str]) -> Fraction:
    """Worth of a round with its whole board seen, from the showdowns alone."""
    player = rank_seven(own + board)
    dealers = [rank_seven(dealer + board) for dealer in _dealers(own + board)]
    won, lost = sum(each < player for each in dealers), sum(each > player for each in dealers)
    raised = 2 + ("turn" in made) + ("river" in made)
    ante = won * holdem_bonus.ante_net(rules, player.category) - lost
    return (ante + raised * (won - lost)) / len(dealers)


def test_on_the_flop_of_texas_holdem_bonus_the_best_river_bets_follow() -> None:
    rules, own, flop = approved("mbs-thb"), cards_of("7h 2h"), cards_of("As Kh Th")
    turns = [advise(rules, own, (*flop, card)) for card in _left(own + flop)]
    found = _values(advise(rules, own, flop))
    assert found["check"] == sum((each.best.value for each in turns), Fraction(0)) / len(turns)
    carried = sum((_values(each)["check"] for each in turns), Fraction(0)) / len(turns)
    bet = sum((_values(each)["river"] for each in turns), Fraction(0)) / len(turns) - carried
    assert found["turn"] == found["check"] + bet  # one more ante, won and lost with the others


def test_a_turn_that_was_made_is_worth_as_much_more_as_a_river() -> None:
    rules, own, four = approved("mbs-thb"), cards_of("As Ks"), cards_of("Ah Kh Th 3d")
    assert _values(advise(rules, own, four)) == {"check": Fraction(4667, 3795), "river": Fraction(4295, 2277)}
    assert _values(advise(rules, own, four, "turn")) == {"check": Fraction(4295, 2277), "river": Fraction(28949, 11385)}


def test_a_first_wager_that_rides_is_worth_as_much_as_the_second() -> None:
    """Of Let It Ride with four to a royal flush: 1,067/48 a wager."""
    rules, own, first = approved("mbs-lir"), cards_of("As Ks Ts"), cards_of("Qs")
    withdrawn, riding = (advise(rules, own, first, made) for made in (None, "1"))
    assert (withdrawn.earlier, riding.earlier) == ("Wager 1 withdrawn", "Wager 1 riding")
    assert _values(withdrawn) == {"withdraw": Fraction(1067, 48), "ride": Fraction(1067, 24)}
    assert _values(riding) == {"withdraw": Fraction(1067, 24), "ride": Fraction(1067, 16)}
    assert advise(rules, own).earlier == ""


@pytest.mark.parametrize(("game", "community"), [("mbs-uth", "As 7h 2c"), ("mbs-thb", "As 7h 2c"), ("mbs-thb", "")])
def test_a_wager_that_cannot_lie_there_is_refused(game: str, community: str) -> None:
    with pytest.raises(NotSeen, match="expected turn in mbs-thb with 4 community cards or 1"):
        advise(approved(game), cards_of("Kd 5c"), cards_of(community), "turn")


@pytest.mark.parametrize(("game", "solver"), [("mbs-uth", ultimate), ("mbs-thb", holdem_bonus)])
def test_a_starting_hand_alone_is_worth_what_it_is_among_all(game: str, solver: ModuleType) -> None:
    """Whether the whole game was solved before or not."""
    rules = changed(approved(game), "first_play=3" if game == "mbs-uth" else "turn=2")
    solver._SOLVED.clear()
    alone = {nth: solver.hole_value(rules, nth) for nth in (0, 17, 90, 168)}
    assert solver._SOLVED == {}
    solved = solver.solve(rules)
    assert solved.rules == rules
    assert alone == {nth: solved.holes[nth] for nth in alone} == {nth: solver.hole_value(rules, nth) for nth in alone}


def test_before_the_flop_the_solution_knows() -> None:
    found = advise(approved("mbs-uth"), cards_of("Kd 5c"))
    assert (found.best.choice, f"{float(found.gap):.4f}") == ("play 4x", "0.0335")
    assert advise(approved("mbs-thb"), cards_of("7d 2c")).best.choice == "fold"


WRONG = rows("""
game    | hole     | community      | says
mbs-uth | Kd 5c    | Kd 7h 2c       | Kd comes twice
mbs-uth | Kd       |                | expected 2 cards
mbs-uth | Kd 5c 6c |                | expected 2 cards
mbs-uth | Kd 5c    | As 7h 2c 9d    | 4 community cards: nothing is decided then
mbs-thb | Kd 5c    | As 7h 2c 9d Jc | expected 0 (before the flop), 3 (on the flop), 4 (on the turn)
""")


@pytest.mark.parametrize("row", WRONG, ids=lambda row: row["says"])
def test_cards_that_cannot_lie_there_are_refused(row: dict[str, str]) -> None:
    with pytest.raises(NotSeen) as refused:
        advise(approved(row["game"]), cards_of(row["hole"]), cards_of(row["community"]))
    assert row["says"] in str(refused.value)


def test_what_is_no_card_is_named() -> None:
    with pytest.raises(NotSeen, match="--hole: 'Kx' is no card: expected cards such as As Td 7h 2c"):
        read_cards("Kx 5c", "--hole")


def _values(advice: Advice) -> dict[str, Fraction]:
    return {option.choice: option.value for option in advice.options}


def _wagers(*names: str) -> dict[str, Wager]:
    return {name: wager_of(Share(None, STAKE)) for name in names}


def _left(seen: Cards) -> Cards:
    return tuple(card for card in DECK if card not in seen)


def _dealers(seen: Cards) -> Iterator[Cards]:
    return combinations(_left(seen), 2)


def _net(settlement: Settlement) -> int:
    return settlement.seats[0].net
