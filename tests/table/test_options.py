"""What a player may do at each moment of a round: the commands, their amounts, the clause that allows them."""

from collections.abc import Mapping

import pytest

from pitlink.money import Cents
from pitlink.people import Person
from pitlink.table import commands as ask
from pitlink.table.options import Amounts, Option, options
from tests.driving import (
    DEALER,
    PIT_MANAGER,
    SUPERVISOR,
    Driver,
    money,
    player,
)
from tests.proving import prove, rows
from tests.table.every_game import ALL, ENTRY, MBS, PLAIN, table_of
from tests.table.offering import ANN, BOB, CY, say, wagers

# Betting: what lies there, and what the seated player with 2,000 in chips is then offered at that position

BETTING = rows("""
game    | lies                   | offered
mbs-thb |                        | place ante 10-1000 @3.4
mbs-thb | ante 25                | raise ante 0.01-975 @3.1, back ante @3.2, place bonus 10-1000 @3.5, \
place progressive 5 by 5 @3.5.1
mbs-thb | ante 25, bonus 1000    | raise ante 0.01-975 @3.1, back ante @3.2, back bonus @3.2, \
place progressive 5 by 5 @3.5.1
mbs-thb | ante 1000, bonus 995   | back ante @3.2, raise bonus 0.01-5 @3.1, back bonus @3.2, \
place progressive 5 by 5 @3.5.1
mbs-thb | ante 1000, bonus 998   | back ante @3.2, raise bonus 0.01-2 @3.1, back bonus @3.2
mbs-thb | ante 1000, bonus 1000  | back ante @3.2, back bonus @3.2
mbs-thb | ante 25, progressive 5 | raise ante 0.01-975 @3.1, back ante @3.2, place bonus 10-1000 @3.5, \
back progressive @3.2
mbs-3cp |                        | place ante 10-1000 @3.4, place pair_plus 10-1000 @3.4
mbs-3cp | ante 25                | raise ante 0.01-975 @3.1, back ante @3.2, place pair_plus 10-1000 @3.4, \
place progressive 5 by 5 @3.5.1
mbs-3cp | pair_plus 25           | place ante 10-1000 @3.4, raise pair_plus 0.01-975 @3.1, back pair_plus @3.2, \
place progressive 5 by 5 @3.5.1
mbs-uth |                        | place ante 10-1000 @3.4, place blind 10-1000 @3.4
mbs-uth | ante 25                | raise ante 0.01-975 @3.1, back ante @3.2, place blind 25 @3.4
mbs-uth | blind 30               | place ante 30 @3.4, raise blind 0.01-970 @3.1, back blind @3.2
mbs-uth | ante 25, blind 25      | raise ante 0.01-975 @3.1, back ante @3.2, raise blind 0.01-975 @3.1, \
back blind @3.2, place trips 10-1000 @3.5, place progressive 5-25 by 5 @3.5.1
mbs-uth | ante 500, blind 500, progressive 10 | raise ante 0.01-495 @3.1, back ante @3.2, raise blind 0.01-495 @3.1, \
back blind @3.2, place trips 10-990 @3.5, raise progressive 5-15 by 5 @3.1, back progressive @3.2
mbs-uth | ante 990, blind 990    | raise ante 0.01-10 @3.1, back ante @3.2, raise blind 0.01-10 @3.1, \
back blind @3.2, place trips 10-20 @3.5, place progressive 5-20 by 5 @3.5.1
mbs-lir |                        | place 1 10-1000 @3.4, place 2 10-1000 @3.4, place $ 10-1000 @3.4
mbs-lir | 1 25                   | raise 1 0.01-975 @3.1, back 1 @3.2, place 2 25 @3.4, place $ 25 @3.4
mbs-lir | 1 25, 2 25             | raise 1 0.01-975 @3.1, back 1 @3.2, raise 2 0.01-975 @3.1, back 2 @3.2, \
place $ 25 @3.4
mbs-lir | 1 25, 2 25, $ 25       | raise 1 0.01-641.66 @3.1, back 1 @3.2, raise 2 0.01-641.66 @3.1, back 2 @3.2, \
raise $ 0.01-641.66 @3.1, back $ @3.2, place progressive 5-1000 by 5 @3.5
mbs-lir | 1 500, 2 500, $ 500, progressive 50 | raise 1 0.01-150 @3.1, back 1 @3.2, raise 2 0.01-150 @3.1, \
back 2 @3.2, raise $ 0.01-150 @3.1, back $ @3.2, raise progressive 5-450 by 5 @3.1, back progressive @3.2
mbs-lir | 1 900                  | raise 1 0.01-100 @3.1, back 1 @3.2, place 2 900 @3.4, place $ 900 @3.4
mbs-lir | 1 700, 2 700           | raise 1 0.01-300 @3.1, back 1 @3.2, raise 2 0.01-300 @3.1, back 2 @3.2
rws-3cp |                        | place ante 10-1000 @3.6, place pair_plus 10-1000 @3.6
rws-3cp | pair_plus 25           | place ante 10-1000 @3.6, raise pair_plus 0.01-975 @3.2, back pair_plus @3.9
rws-3cp | ante 25                | raise ante 0.01-975 @3.2, back ante @3.9, place pair_plus 10-1000 @3.6, \
place progressive 5 by 5 @3.8
""")


@pytest.mark.parametrize("row", BETTING, ids=lambda row: f"{row['game']} {row['lies']}")
def test_the_seated_player_is_offered_the_wagers_that_may_lie_there(row: Mapping[str, str]) -> None:
    game = row["game"]
    driver = table_of(game, "Ann", chips=2000)
    driver.call()
    for each in filter(None, row["lies"].split(", ")):
        wager, stake = each.split()
        driver.ask(ask.PlaceWager(ANN, "Ann", 1, wager, money(stake)))
    assert wagers(driver, ANN, 1) == row["offered"]
    clauses = [option.clause for option in options(driver.table, ANN) if option.command == "PlaceWager"]
    prove(game, *(clause for clause in clauses if clause))


OFFERED = {"mbs-thb": "3.5.1", "mbs-3cp": "3.5.1", "mbs-uth": "3.5.1", "mbs-lir": "3.5", "rws-3cp": "3.8"}
BLIND = {"mbs-thb": "3.5.2", "mbs-3cp": "3.5.2", "mbs-uth": "3.5.2", "mbs-lir": "R33", "rws-3cp": "3.8.1"}


@pytest.mark.parametrize("game", ALL)
def test_the_progressive_is_offered_on_the_seated_hand_and_on_a_blind_one(game: str) -> None:
    driver = table_of(game, "Ann")
    driver.call()
    for position in (1, 2):
        assert progressive_at(driver, position) == []
        driver.bet("Ann", position, **ENTRY[game])
        (option,) = progressive_at(driver, position)
        assert (option.command, option.clause) == ("PlaceWager", OFFERED[game])
        driver.bet("Ann", position, progressive=5)
        assert {each.command for each in progressive_at(driver, position)} <= {"RaiseWager", "TakeBackWager"}
    prove(game, OFFERED[game])
    driver.close()
    driver.deal(PLAIN[game])
    driver.ask(ask.Look(ANN, 1))
    stakes = {stake.position: stake.amount for stake in driver.play.stakes}
    assert stakes == {1: 5_00, 2: 5_00}  # position 2 is played unseen, and its progressive is in play all the same
    assert not any(each.command == "Look" for each in options(driver.table, ANN))
    prove(game, BLIND[game])
    assert progressive_at(driver, 1) == progressive_at(driver, 2) == []


def progressive_at(driver: Driver, position: int) -> list[Option]:
    found = options(driver.table, ANN)
    return [option for option in found if (option.position, option.wager) == (position, "progressive")]


@pytest.mark.parametrize("game", ALL)
def test_without_a_link_there_is_no_progressive_to_offer(game: str) -> None:
    driver = table_of(game, "Ann", link=None)
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    for by in (ANN, DEALER, SUPERVISOR):
        assert not any(option.wager == "progressive" for option in options(driver.table, by))


# A player who has no seat

STANDING = rows("""
game    | ann                | own                            | at 1                    | at 2, where he bets
mbs-thb |                    |                                | place ante 10-1000 @3.4 | place ante 10-1000 @3.4
mbs-thb | ante 25            | ante 25                        | place ante 0.01-975 @3.4, place bonus 10-1000 @3.5 | \
raise ante 0.01-975 @3.1, back ante @3.2, place bonus 10-1000 @3.5, place progressive 5 by 5 @3.5.1
mbs-3cp | pair_plus 990      | ante 25                        | place ante 10-1000 @3.4, place pair_plus 0.01-10 @3.4 | \
raise ante 0.01-975 @3.1, back ante @3.2, place pair_plus 10-1000 @3.4, place progressive 5 by 5 @3.5.1
mbs-uth | ante 1000, blind 1000 | ante 25, blind 25           | place trips 10-1000 @3.5 | \
raise ante 0.01-975 @3.1, back ante @3.2, raise blind 0.01-975 @3.1, back blind @3.2, place trips 10-1000 @3.5, \
place progressive 5-25 by 5 @3.5.1
mbs-lir | 1 25, 2 25, $ 25   | 1 20                           | place 1 0.01-975 @3.4, place 2 0.01-975 @3.4, place $ 0.01-975 @3.4 | \
raise 1 0.01-980 @3.1, back 1 @3.2, place 2 20 @3.4, place $ 20 @3.4
rws-3cp |                    |                                |                         | place ante 10-1000 @3.6, place pair_plus 10-1000 @3.6
rws-3cp | ante 25            | ante 25                        |                         | \
raise ante 0.01-975 @3.2, back ante @3.9, place pair_plus 10-1000 @3.6, place progressive 5 by 5 @3.8
""")  # noqa: E501 - a table


@pytest.mark.parametrize("row", STANDING, ids=lambda row: f"{row['game']} {row['ann']}")
def test_a_player_without_a_seat_joins_others_where_the_book_allows_it_but_not_their_jackpot(
    row: Mapping[str, str],
) -> None:
    game = row["game"]
    driver = table_of(game, "Ann", chips=5000)
    driver.come("Cy", chips=5000)
    driver.call()
    for by, position, cell in ((ANN, 1, row["ann"]), (CY, 2, row["own"])):
        for each in filter(None, cell.split(", ")):
            wager, stake = each.split()
            driver.ask(ask.PlaceWager(by, by.id, position, wager, money(stake)))
    assert wagers(driver, CY, 1) == row["at 1"]
    assert wagers(driver, CY, 2) == row["at 2, where he bets"]
    if game == "rws-3cp":
        prove(game, "3.5")  # no bet on another player's box


@pytest.mark.parametrize("game", ALL)
def test_who_has_not_joined_may_only_join(game: str) -> None:
    driver = table_of(game, "Ann")
    driver.call()
    (join,) = options(driver.table, player("Zoe"))
    assert (join.command, join.player) == ("Join", "Zoe")


@pytest.mark.parametrize("game", ALL)
def test_seats_are_offered_where_nobody_sits(game: str) -> None:
    driver = table_of(game, "Ann", positions=5)
    driver.come("Bob")
    driver.come("Cy")
    driver.ask(ask.Sit(CY, "Cy", 4))

    def seats(by: Person) -> dict[str, list[int]]:
        found = [option for option in options(driver.table, by) if option.command in ("Sit", "Stand")]
        assert all(option.player == by.id for option in found)
        kinds: dict[str, list[int]] = {"Sit": [], "Stand": []}
        for option in found:
            assert option.position is not None
            kinds[option.command].append(option.position)
        return kinds

    assert seats(ANN) == {"Sit": [2, 3, 5], "Stand": [1]}
    assert seats(BOB) == {"Sit": [2, 3, 5], "Stand": []}
    driver.call()
    driver.bet("Bob", 3, **ENTRY[game])
    assert seats(ANN)["Sit"] == [2, 5]  # Bob's wagers lie at 3
    assert seats(BOB)["Sit"] == [2, 3, 5]


def test_a_restricted_player_is_offered_one_position() -> None:
    for game in MBS:
        driver = table_of(game, "Ann")
        driver.call()
        driver.ask(ask.RestrictPlayer(PIT_MANAGER, "Ann"))
        assert wagers(driver, ANN, 3)
        driver.bet("Ann", 1, **ENTRY[game])
        assert wagers(driver, ANN, 1)
        assert wagers(driver, ANN, 3) == ""
        prove(game, driver.table.rules.procedure.restrict or "")


# Decisions with their exact amounts, on an Ante of 25

DECISIONS = rows("""
game    | made         | clause | offered
mbs-thb |              | 3.9    | fold @3.9.1, flop 50 @3.9.2
mbs-thb | flop         | 3.9.2  | turn 25 @3.9.2, check @3.9.2
mbs-thb | flop, turn   | 3.9.2  | river 25 @3.9.2, check @3.9.2
mbs-thb | flop, check  | 3.9.2  | river 25 @3.9.2, check @3.9.2
mbs-3cp |              | 3.9    | fold @3.9.1, play 25 @3.9.2
mbs-uth |              | 3.9    | check @3.9.1, play 3x 75 @3.9.2, play 4x 100 @3.9.2
mbs-uth | check        | 3.9.4  | check @3.9.4.1, play 2x 50 @3.9.4.2
mbs-uth | check, check | 3.9.6  | fold @3.9.6.1, play 1x 25 @3.9.6.2
mbs-lir |              | 3.8    | ride @3.9, withdraw @3.10
mbs-lir | ride         | 3.12   | ride @3.13, withdraw @3.14
mbs-lir | withdraw     | 3.12   | ride @3.13, withdraw @3.14
rws-3cp |              | 3.12   | fold @3.12.1, play 25 @3.12.2
""")


def at_decision(game: str, *made: str, ante: int = 25, chips: int = 10_000) -> Driver:
    """Ann at 1 has made these decisions and is to make the next; Bob sits at 2 without a wager."""
    driver = table_of(game, "Ann", "Bob", chips=chips)
    driver.call()
    driver.bet("Ann", 1, **dict.fromkeys(ENTRY[game], ante))
    driver.close()
    driver.deal(PLAIN[game])
    driver.choose(1, *made)
    driver.expose()
    assert driver.due == "decide"
    return driver


def decisions_of(driver: Driver, by: Person) -> list[Option]:
    return [option for option in options(driver.table, by) if option.command in ("Decide", "RecordDecision")]


@pytest.mark.parametrize("row", DECISIONS, ids=lambda row: f"{row['game']} {row['made']}")
def test_a_decision_is_offered_with_its_exact_amount(row: Mapping[str, str]) -> None:
    game = row["game"]
    driver = at_decision(game, *filter(None, row["made"].split(", ")))
    assert driver.play.due.clause == row["clause"]
    found = decisions_of(driver, ANN)
    assert ", ".join(map(say, found)) == row["offered"]
    for option in found:
        assert option.position == 1
        assert option.amount_may_be_left_out
        prove(game, str(option.clause))
    assert decisions_of(driver, BOB) == []
    heard = ", ".join(f"{option.choice} @{option.clause}" for option in decisions_of(driver, DEALER))
    assert heard == ", ".join(f"{option.choice} @{option.clause}" for option in found)


@pytest.mark.parametrize("row", DECISIONS, ids=lambda row: f"{row['game']} {row['made']}")
def test_what_the_dealer_hears_may_be_any_chips_that_the_player_has(row: Mapping[str, str]) -> None:
    """A wrong amount is recorded as it lies; nothing is placed with a fold, a check or a wager let ride."""
    driver = at_decision(row["game"], *filter(None, row["made"].split(", ")), chips=300)
    left = driver.table.players["Ann"].available
    for option in decisions_of(driver, DEALER):
        assert option.amounts == (Amounts(Cents(1), left) if option.wager else Amounts(Cents(0), Cents(0)))
        assert option.amount_may_be_left_out


def test_a_wager_for_which_the_chips_are_lacking_is_not_offered() -> None:
    assert offered_choices(at_decision("mbs-uth", chips=130)) == ["check", "play 3x"]  # 80 left: not 100
    assert offered_choices(at_decision("mbs-uth", chips=124)) == ["check"]
    assert offered_choices(at_decision("mbs-thb", chips=74)) == ["fold"]
    assert offered_choices(at_decision("mbs-3cp", chips=49)) == ["fold"]
    assert offered_choices(at_decision("rws-3cp", chips=50)) == ["fold", "play"]
    assert offered_choices(at_decision("mbs-lir", chips=75)) == ["ride", "withdraw"]


def offered_choices(driver: Driver) -> list[str]:
    return [str(option.choice) for option in decisions_of(driver, ANN)]


@pytest.mark.parametrize("game", ALL)
def test_hands_are_looked_at_one_only(game: str) -> None:
    driver = table_of(game, "Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.bet("Bob", 2, **ENTRY[game])
    driver.bet("Ann", 3, **ENTRY[game])
    driver.close()
    driver.deal(PLAIN[game])

    def hands(by: Person) -> dict[str, list[int | None]]:
        found = options(driver.table, by)
        return {
            kind: [option.position for option in found if option.command == kind] for kind in ("Look", "HandleCards")
        }

    assert hands(ANN) == {"Look": [1, 3], "HandleCards": [1, 3]}
    assert hands(BOB) == {"Look": [2], "HandleCards": [2]}
    assert hands(DEALER) == {"Look": [], "HandleCards": []}
    driver.ask(ask.Look(ANN, 3))
    assert hands(ANN) == {"Look": [], "HandleCards": [1]}
    assert {option.position for option in decisions_of(driver, ANN)} == {1}  # it is the turn of 1, played blind


def test_pair_plus_alone_is_not_looked_at_in_rws_and_shown_by_the_dealer() -> None:
    for game, looks, shows in (("rws-3cp", False, False), ("mbs-3cp", True, True)):
        driver = table_of(game, "Ann")
        driver.call()
        driver.bet("Ann", 1, pair_plus=25)
        driver.close()
        driver.deal(PLAIN[game])
        assert any(option.command == "Look" for option in options(driver.table, ANN)) is looks
        assert decisions_of(driver, ANN) == []
        driver.expose()
        assert driver.due == "show"
        assert any(option.command == "ShowHand" for option in options(driver.table, ANN)) is shows
        (show,) = (option for option in options(driver.table, DEALER) if option.command == "ShowHand")
        assert show.position == 1
    prove("rws-3cp", "3.14")
