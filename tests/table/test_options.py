"""What everybody may do at each moment of a round: the commands, their amounts, the clause that allows them.

An option is written as one would say it: "place bonus 10-1000 @3.5" is a Bonus from 10.00 to 1000.00 in steps of a
cent, "place progressive 5-25 by 5 @3.5.1" one in units; a single amount is the only one.
"""

from collections.abc import Callable, Mapping

import pytest

from pitlink import pit
from pitlink.money import Cents, dollars
from pitlink.people import Person
from pitlink.pit import Outcome
from pitlink.table import Table
from pitlink.table import commands as ask
from pitlink.table.options import Amounts, Option, fits, options
from tests.driving import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    Driver,
    money,
    player,
    sealed,
    setup_for,
)
from tests.proving import prove, rows
from tests.table.every_game import ALL, ENTRY, GOES, MBS, PLAIN, STAYS, decide_all, play_on, play_plain, table_of

ANN, BOB, CY = player("Ann"), player("Bob"), player("Cy")
WORDS = {"PlaceWager": "place", "RaiseWager": "raise", "TakeBackWager": "back", "Decide": "", "RecordDecision": "hear"}


def amount(cents: Cents) -> str:
    return dollars(cents).removesuffix(".00")


def say(option: Option) -> str:
    words = [WORDS.get(option.command, option.command), option.wager or "", option.choice or ""]
    if option.command in ("Decide", "RecordDecision"):
        words[1] = ""  # the choice says it
    amounts = option.amounts
    if amounts is not None and amounts.most != 0:
        most = "" if amounts.most is None else amount(amounts.most)
        least = amount(amounts.least)
        words.append(least if least == most else f"{least}-{most}")
        words += [f"by {amount(amounts.step)}"] if amounts.step != 1 else []
        words += [f"but {amount(amounts.but)}"] if amounts.but is not None else []
    words += [f"({option.cards})"] if option.cards else []
    words += [f"@{option.clause}"] if option.clause else []
    return " ".join(word for word in words if word)


PEOPLE = {"Join", "Leave", "Sit", "Stand", "BuyIn", "CashOut", "AssignDealer"}


def offered(
    driver: Driver, by: Person, position: int | None = None, player: str | None = None, *, people: bool = False
) -> list[str]:
    """Options as words: at one position, about one player, those of coming and going only where they are asked for."""
    found = options(driver.table, by)
    return [
        say(option)
        for option in found
        if (position is None or option.position == position)
        and (player is None or option.player in (None, player))
        and (people or option.command not in PEOPLE)
    ]


def wagers(driver: Driver, by: Person, position: int, player: str | None = None) -> str:
    told = offered(driver, by, position, player or by.id)
    return ", ".join(each for each in told if each.split()[0] in ("place", "raise", "back"))


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


# A round from the other side of the table

STAFF = rows("""
moment  | game    | dealer                            | supervisor                                      | manager
opened  | mbs-thb | CallBets @3.1                     | CallBets @3.1, CloseTable                       | RestrictPlayer @3.4.3
opened  | mbs-3cp | CallBets @3.1                     | CallBets @3.1, CloseTable                       | RestrictPlayer @3.4.3
opened  | mbs-uth | CallBets @3.1                     | CallBets @3.1, CloseTable                       | RestrictPlayer @3.4.3
opened  | mbs-lir | CallBets @3.1                     | CallBets @3.1, CloseTable                       | RestrictPlayer @R33
opened  | rws-3cp | CallBets @3.2                     | CallBets @3.2, CloseTable                       |
called  | mbs-thb |                                   | CloseTable                                      | RestrictPlayer @3.4.3
bet     | mbs-thb | CloseBets @3.2                    | CloseBets @3.2                                  | RestrictPlayer @3.4.3
bet     | rws-3cp | CloseBets @3.9                    | CloseBets @3.9                                  |
closed  | mbs-thb | DealCard (1) @3.7                 | DealCard (1) @3.7, FindAbsent @5.11             | RestrictPlayer @3.4.3
closed  | mbs-3cp | DealCard (1) @3.7                 | DealCard (1) @3.7, FindAbsent @5.11             | RestrictPlayer @3.4.3
closed  | mbs-uth | DealCard (1) @3.7.1.1             | DealCard (1) @3.7.1.1, FindAbsent @5.11         | RestrictPlayer @3.4.3
closed  | mbs-lir | DealCard (1) @3.6                 | DealCard (1) @3.6, FindAbsent @R56              | RestrictPlayer @R33
closed  | rws-3cp | DealCard (1) @3.10                | DealCard (1) @3.10, FindAbsent @5.5             |
dealt   | mbs-thb | TakeSilence @R102                 | TakeSilence @R102, FindAbsent @5.11             | RestrictPlayer @3.4.3
dealt   | mbs-lir | TakeSilence @R102                 | TakeSilence @R102, FindAbsent @R56              | RestrictPlayer @R33
dealt   | rws-3cp | TakeSilence @R102                 | TakeSilence @R102, FindAbsent @5.5              |
decided | mbs-3cp | Expose @3.10                      | Expose @3.10                                    | RestrictPlayer @3.4.3
decided | rws-3cp | Expose @3.13                      | Expose @3.13                                    |
exposed | mbs-thb | ShowHand @3.10.1                  | ShowHand @3.10.1, CorrectCard (1) @R89          | RestrictPlayer @3.4.3
exposed | mbs-lir | ShowHand @3.17                    | ShowHand @3.17, CorrectCard (1) @R89            | RestrictPlayer @R33
exposed | rws-3cp | ShowHand @4.5                     | ShowHand @4.5, CorrectCard (1) @R89             |
shown   | mbs-thb | Settle @1.1.13                    | Settle @1.1.13, CorrectCard (1) @R89            | RestrictPlayer @3.4.3
shown   | mbs-3cp | Settle @1.1.9                     | Settle @1.1.9, CorrectCard (1) @R89             | RestrictPlayer @3.4.3
shown   | mbs-uth | Settle @1.1.13                    | Settle @1.1.13, CorrectCard (1) @R89            | RestrictPlayer @3.4.3
shown   | mbs-lir | Settle @1.1.6                     | Settle @1.1.6, CorrectCard (1) @R89             | RestrictPlayer @R33
shown   | rws-3cp | Settle @1.20                      | Settle @1.20, CorrectCard (1) @R89              |
settled | mbs-thb | CallBets @3.1                     | CallBets @3.1, CloseTable                       | RestrictPlayer @3.4.3
settled | rws-3cp | CallBets @3.2                     | CallBets @3.2, CloseTable                       |
""")  # noqa: E501 - a table

MOMENTS = ("opened", "called", "bet", "closed", "dealt", "decided", "exposed", "shown", "settled")


def at_moment(game: str, moment: str) -> Driver:
    """Ann's round, brought to this moment."""
    driver, reached = table_of(game, "Ann"), MOMENTS.index(moment)
    steps: list[Callable[[], object]] = [
        driver.call,
        lambda: driver.bet("Ann", 1, **ENTRY[game]),
        driver.close,
        lambda: driver.deal(PLAIN[game]),
        lambda: driver.choose(1, *STAYS[game]),
        driver.expose,
        lambda: driver.ask(ask.ShowHand(DEALER, 1)),
        lambda: driver.ask(ask.Settle(DEALER)),
    ]
    for step in steps[:reached]:
        step()
    return driver


@pytest.mark.parametrize("row", STAFF, ids=lambda row: f"{row['moment']} {row['game']}")
def test_staff_are_offered_what_the_procedure_wants_and_their_post_allows(row: Mapping[str, str]) -> None:
    driver = at_moment(row["game"], row["moment"])
    wanted = {
        DEALER: row["dealer"],
        SUPERVISOR: row["supervisor"],
        PIT_MANAGER: ", ".join(filter(None, [row["supervisor"], row["manager"]])),
    }
    for by, cell in wanted.items():
        told = [each for each in offered(driver, by) if each.split()[0] not in TOLD_ELSEWHERE]
        assert sorted(told) == sorted(filter(None, cell.split(", "))), by
    assert sorted(offered(driver, SHIFT_MANAGER)) == sorted(offered(driver, PIT_MANAGER))  # a higher post may as well
    cited = [each.partition("@")[2] for each in wanted[PIT_MANAGER].split(", ")]
    prove(row["game"], *filter(None, cited))


@pytest.mark.parametrize("game", ALL)
def test_no_card_is_offered_to_be_corrected_while_all_lie_face_down(game: str) -> None:
    """What lies face down cannot be corrected, so that nobody finds out by asking."""
    driver = at_moment(game, "dealt")
    assert not any(slot.up for slot in driver.play.slots.values())
    assert not any(option.command == "CorrectCard" for option in options(driver.table, SUPERVISOR))


TOLD_ELSEWHERE = {"place", "raise", "back", "hear", "RecordWager", "CorrectWager"}


@pytest.mark.parametrize("game", ALL)
def test_people_come_and_go_by_staff_at_any_moment(game: str) -> None:
    for moment in MOMENTS:
        driver = at_moment(game, moment)
        for by, more in ((DEALER, []), (SUPERVISOR, ["AssignDealer"])):
            told = {option.command for option in options(driver.table, by) if option.command in PEOPLE}
            assert told == {"Join", "Leave", "Sit", "Stand", "BuyIn", "CashOut", *more}, (moment, by)


@pytest.mark.parametrize("game", ALL)
def test_an_own_hand_can_be_shown_or_declined_where_the_book_leaves_it_to_the_player(game: str) -> None:
    driver = at_moment(game, "exposed")
    told = [each for each in offered(driver, ANN, 1) if each.split()[0] in ("ShowHand", "DeclineToShow")]
    clause = {"mbs-3cp": "3.10.2", "rws-3cp": "4.5"}.get(game, "3.10.1")
    assert sorted(told) == ([] if game == "mbs-lir" else [f"DeclineToShow @{clause}", f"ShowHand @{clause}"])
    assert not any(option.command == "DeclineToShow" for option in options(driver.table, DEALER))
    if game == "mbs-lir":
        driver.refuse(ask.DeclineToShow(ANN, 1), "may_not_decline", "R99")
    else:
        prove(game, clause)


def test_trips_won_by_the_board_leave_no_option_to_decline() -> None:
    """mbs-uth 3.10.1.1: with a Trips wager; without one the player may still decline (R76)."""
    hands: dict[str | int, str] = {1: "2h 7d", "dealer": "Ks Kd", "community": "4c 4h 4d Ts Jc"}
    for trips in (True, False):
        driver = table_of("mbs-uth", "Ann")
        driver.call()
        driver.bet("Ann", 1, ante=25, blind=25)
        if trips:
            driver.bet("Ann", 1, trips=10)
        driver.close()
        driver.deal(hands)
        decide_all(driver, {1: ("play 4x",)})
        told = [option.command for option in options(driver.table, ANN)]
        assert ("DeclineToShow" in told) is not trips
        if trips:
            driver.refuse(ask.DeclineToShow(ANN, 1), "may_not_decline", "3.10.1.1")


@pytest.mark.parametrize("game", ALL)
def test_staff_place_wagers_at_request_by_the_clause_for_it_and_record_them_as_they_lie(game: str) -> None:
    driver = table_of(game, "Ann", chips=500)
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    on_behalf = {"mbs-lir": "R33", "rws-3cp": "5.22"}.get(game, "3.6")
    lying = {"mbs-lir": "R33", "rws-3cp": "5.20"}.get(game, "5.12")
    left = driver.table.players["Ann"].available
    for by in (DEALER, SUPERVISOR, PIT_MANAGER):
        placed = [option for option in options(driver.table, by) if option.command == "PlaceWager"]
        own = [option for option in options(driver.table, ANN) if option.command == "PlaceWager"]
        assert [(o.position, o.wager, o.amounts) for o in placed] == [(o.position, o.wager, o.amounts) for o in own]
        assert {option.clause for option in placed} == {on_behalf}
        recorded = [option for option in options(driver.table, by) if option.command == "RecordWager"]
        assert {option.clause for option in recorded} == {lying}
        assert {option.amounts for option in recorded if option.wager != "progressive"} == {Amounts(Cents(1), left)}
        corrected = [option for option in options(driver.table, by) if option.command == "CorrectWager"]
        if by is DEALER:
            assert corrected == []
        else:
            wanted = {wager.replace("w3", "$").removeprefix("w") for wager in ENTRY[game]}
            assert {option.wager for option in corrected} == wanted
            assert {option.amounts for option in corrected} == {
                Amounts(Cents(0), Cents(left + 25_00), but=Cents(25_00))
            }
    prove(game, on_behalf, lying)


@pytest.mark.parametrize("game", ALL)
def test_a_jackpot_claim_is_paid_by_a_supervisor_before_the_next_call(game: str) -> None:
    driver = jackpot_won(game)
    assert driver.due == "pay_claims"
    across = {"mbs-3cp": "3.17", "mbs-lir": "R7", "rws-3cp": "4.7.2"}.get(game, "3.14")
    assert driver.play.due.clause == across
    told = {by: set(offered(driver, by)) for by in (ANN, DEALER, SUPERVISOR)}
    assert told[ANN] == told[DEALER] == set()
    (pay,) = told[SUPERVISOR]
    assert pay.startswith("PayAwards")
    driver.pay()
    assert "CallBets" in {option.command for option in options(driver.table, DEALER)}


def jackpot_won(game: str) -> Driver:
    royal: dict[str | int, str] = {1: "As Ks Qs", "dealer": "2c 3d 7h", "community": "Js Ts"}
    if game in ("mbs-thb", "mbs-uth"):
        royal = {1: "As Ks", "dealer": "2c 3d", "community": "Qs Js Ts 7h 8d"}
    driver = table_of(game, "Ann")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.bet("Ann", 1, progressive=5)
    play_on(driver, royal, {1: STAYS[game]})
    return driver


def test_a_jackpot_hand_is_notified_by_its_player_in_rws_alone() -> None:
    driver = table_of("rws-3cp", "Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25, progressive=5)
    driver.close()
    driver.deal({1: "As Ks Qs", "dealer": "2c 3d 7h", "community": "Js Ts"})
    decide_all(driver, {1: ("play",)})
    assert not any(option.command == "NotifyJackpotHand" for option in options(driver.table, ANN))
    driver.ask(ask.ShowHand(DEALER, 1))
    for by in (ANN, DEALER):
        (option,) = (each for each in options(driver.table, by) if each.command == "NotifyJackpotHand")
        assert (option.position, option.clause) == (1, "4.6")
    prove("rws-3cp", "4.6")
    driver.ask(ask.NotifyJackpotHand(ANN, 1))
    assert not any(option.command == "NotifyJackpotHand" for option in options(driver.table, ANN))


def test_a_sealed_deck_is_opened_with_all_its_cards() -> None:
    deck = sealed(["As"])
    driver = table_of("mbs-3cp", "Ann", cards="sealed_deck")
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.close(deck)
    assert offered(driver, DEALER) == ["DealCard (1) @3.7"]
    driver.deal_sealed(deck)
    assert not any(option.command == "CorrectCard" for option in options(driver.table, SUPERVISOR))
    decide_all(driver, {1: ("fold",)})
    driver.finish()
    assert offered(driver, DEALER) == ["OpenDeck (52)"]
    assert offered(driver, ANN) == []


def test_cards_dealt_unread_are_named_when_they_are_turned_up() -> None:
    driver = table_of("mbs-3cp", "Ann", cards="hand_dealt", device="manual")
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.close()
    assert offered(driver, DEALER) == ["DealCard @3.8"]
    driver.deal({})
    assert not any(option.command == "CorrectCard" for option in options(driver.table, SUPERVISOR))
    driver.choose(1, "play")
    assert offered(driver, DEALER) == ["Expose (3) @3.10"]
    driver.ask(ask.Expose(DEALER, ("Ks", "Kd", "4c")))
    assert offered(driver, DEALER) == ["Expose (2) @3.10.1"]
    driver.ask(ask.Expose(DEALER, ("6h", "Jd")))
    assert offered(driver, DEALER) == ["ShowHand (3) @3.10.2"]
    assert "ShowHand (3) @3.10.2" in offered(driver, ANN)


def test_a_stay_is_closed_for_a_player_who_was_paid_under_the_minimum() -> None:
    driver = table_of("mbs-thb", "Ann")
    driver.call()
    driver.ask(ask.RecordWager(DEALER, "Ann", 1, "ante", money(5)))
    play_on(driver, PLAIN["mbs-thb"], {1: GOES["mbs-thb"]})
    (option,) = (each for each in options(driver.table, SUPERVISOR) if each.command == "CloseStay")
    assert option.player == "Ann"
    assert not any(each.command == "CloseStay" for each in options(driver.table, DEALER))


@pytest.mark.parametrize("game", ALL)
def test_a_settled_round_leaves_players_nothing_to_do_but_come_and_go(game: str) -> None:
    driver = play_plain(game)
    for by in (ANN, BOB):
        assert {option.command for option in options(driver.table, by)} == {"Leave", "Sit", "Stand"}


def test_a_table_never_opened_and_one_that_is_closed() -> None:
    assert [option.command for option in options(Table(), SUPERVISOR)] == ["OpenTable"]
    assert options(Table(), DEALER) == options(Table(), ANN) == ()
    driver = table_of("mbs-thb", "Ann")
    driver.ask(ask.CloseTable(SUPERVISOR))
    assert options(driver.table, ANN) == ()
    assert [option.command for option in options(driver.table, DEALER)] == ["CashOut"]


def test_a_closed_table_may_be_opened_again() -> None:
    driver = table_of("mbs-thb", "Ann")
    setup = driver.table.rules
    driver.ask(ask.CloseTable(SUPERVISOR))
    again = ask.OpenTable(SUPERVISOR, setup)
    assert isinstance(pit.act(driver.floor, "T1", again), Outcome)
    assert any(fits(option, again) for option in options(driver.table, SUPERVISOR))


# Whether a command is one of those an option stands for

ANTE = Option("PlaceWager", "3.4", "Ann", 1, "ante", None, Amounts(Cents(10_00), Cents(20_00), Cents(5_00)))
PLAY = Option("Decide", "3.9.2", None, 1, "play", "play", Amounts(Cents(25_00), Cents(25_00)), True)
FIX = Option("CorrectWager", "5.12", "Ann", 1, "ante", None, Amounts(Cents(0), Cents(50_00), but=Cents(25_00)))
CHIPS = Option("BuyIn", None, "Ann", amounts=Amounts(Cents(1)))
FITTING = [
    (ANTE, ask.PlaceWager(ANN, "Ann", 1, "ante", Cents(10_00)), True),
    (ANTE, ask.PlaceWager(DEALER, "Ann", 1, "ante", Cents(20_00)), True),
    (ANTE, ask.PlaceWager(ANN, "Ann", 1, "ante", Cents(9_99)), False),
    (ANTE, ask.PlaceWager(ANN, "Ann", 1, "ante", Cents(12_00)), False),
    (ANTE, ask.PlaceWager(ANN, "Ann", 1, "ante", Cents(25_00)), False),
    (ANTE, ask.PlaceWager(ANN, "Ann", 2, "ante", Cents(10_00)), False),
    (ANTE, ask.PlaceWager(ANN, "Ann", 1, "bonus", Cents(10_00)), False),
    (ANTE, ask.PlaceWager(ANN, "Bob", 1, "ante", Cents(10_00)), False),
    (ANTE, ask.RaiseWager(ANN, "Ann", 1, "ante", Cents(10_00)), False),
    (PLAY, ask.Decide(ANN, 1, "play"), True),
    (PLAY, ask.Decide(ANN, 1, "play", Cents(25_00)), True),
    (PLAY, ask.Decide(ANN, 1, "play", Cents(24_00)), False),
    (PLAY, ask.Decide(ANN, 1, "fold"), False),
    (PLAY, ask.RecordDecision(DEALER, 1, "play"), False),
    (FIX, ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", Cents(0)), True),
    (FIX, ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", Cents(25_00)), False),
    (FIX, ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", Cents(25_01)), True),
    (CHIPS, ask.BuyIn(DEALER, "Ann", Cents(10**9)), True),
    (CHIPS, ask.BuyIn(DEALER, "Ann", Cents(0)), False),
    (Option("Look", None, None, 2), ask.Look(ANN, 2), True),
    (Option("Look", None, None, 2), ask.Look(ANN, 1), False),
    (Option("AssignDealer"), ask.AssignDealer(SUPERVISOR, "anybody"), True),
]


@pytest.mark.parametrize(("option", "command", "does"), FITTING)
def test_a_command_fits_an_option_by_every_field_it_names(
    option: Option, command: ask.AnyCommand, *, does: bool
) -> None:
    assert fits(option, command) is does


def test_no_text_and_no_nothing_is_an_amount() -> None:
    amounts = Amounts(Cents(1), Cents(10))
    assert 1 in amounts
    assert "1" not in amounts
    assert None not in amounts


@pytest.mark.parametrize("game", ALL)
def test_the_ends_of_every_range_are_taken_and_what_lies_beyond_is_not(game: str) -> None:
    """Least and most of every wager offered while bets lie, asked of the pit itself."""
    driver = Driver(checking=False)
    driver.open(setup_for(game))
    driver.seat("Ann", "Bob", chips=730)
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    for progressive in (False, True):
        if progressive:
            driver.bet("Ann", 1, progressive=5)
        for by in (ANN, BOB, DEALER, SUPERVISOR):
            for option in options(driver.table, by):
                beside = progressive and option.command == "CorrectWager" and option.wager != "progressive"
                if option.command in ("PlaceWager", "RaiseWager", "RecordWager", "CorrectWager") and not beside:
                    check_range(driver, by, option)


@pytest.mark.parametrize("game", ALL)
def test_an_entry_beside_a_progressive_is_not_offered_to_be_corrected_to_nothing(game: str) -> None:
    driver = table_of(game, "Ann")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.bet("Ann", 1, progressive=5)
    for option in options(driver.table, SUPERVISOR):
        if option.command == "CorrectWager" and option.amounts is not None and 0 in option.amounts:
            command = ask.CorrectWager(SUPERVISOR, "Ann", 1, str(option.wager), Cents(0))
            assert isinstance(pit.act(driver.floor, "T1", command), Outcome), say(option)


def check_range(driver: Driver, by: Person, option: Option) -> None:
    amounts = option.amounts
    assert amounts is not None
    assert amounts.most is not None
    kind = getattr(ask, option.command)

    def taken(stake: int) -> bool:
        command = kind(by, option.player, option.position, option.wager, Cents(stake))
        return isinstance(pit.act(driver.floor, "T1", command), Outcome)

    assert taken(amounts.least), say(option)
    assert taken(amounts.most) is (amounts.most != amounts.but), say(option)
    assert not taken(amounts.least - amounts.step), say(option)
    assert not taken(amounts.most + amounts.step), say(option)
    if amounts.step != 1:
        assert not taken(amounts.least + 1), say(option)
    if amounts.but is not None:
        assert not taken(amounts.but), say(option)


def test_unequal_wagers_may_be_put_right_to_the_amount_of_one_of_them() -> None:
    """Once bets are closed the three wagers of Let It Ride are corrected together (R100)."""
    driver = Driver()
    driver.open(setup_for("mbs-lir"))
    driver.seat("Ann", "Bob")
    driver.call()
    driver.bet("Bob", 2, w1=10, w2=10, w3=10)
    for wager, amount in (("1", 10), ("2", 10), ("$", 20)):
        driver.ask(ask.RecordWager(DEALER, "Ann", 1, wager, money(amount)))
    driver.close()
    command = ask.CorrectWager(SUPERVISOR, "Ann", 1, "2", money(10))
    assert any(fits(option, command) for option in options(driver.table, SUPERVISOR))
    driver.ask(command)
    assert {wager.amount for wager in driver.box(1).seat.wagers.values()} == {money(10)}
