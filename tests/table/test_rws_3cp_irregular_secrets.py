"""Who sees what after cards have changed places in Multi-Link Progressive 3 Card Poker.

Ann plays 1 and 2 and has looked at one of them, which is all she may (3.7); Bob plays 3. A single card that is put in
order comes into a hand that is held already or lies untouched; a whole hand is another one, and is looked at anew.
"""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import CardsMoved, HandRemoved
from pitlink.table.views import SPECTATOR, Viewer, view
from tests.driving import DEALER, Driver, player, replay
from tests.proving import prove, row_id, rows
from tests.table.irregular_rws_3cp import (
    ANN,
    BOB,
    DEVICES,
    GAME,
    better_off,
    check_lines_of,
    check_next_round,
    continue_all,
    places,
    ruled,
)
from tests.table.three_cards import only, table_of

HANDS: dict[str | int, str] = {
    1: "As Ad 5c",
    2: "2h 7d 9c",
    3: "3h 8d Tc",
    "dealer": "Ks Kd 4c",
    "community": "6h Jd",
}
BACKS = "- - -"
ANN_SEES, BOB_SEES = Viewer("Ann", "player"), Viewer("Bob", "player")
OTHERS = (SPECTATOR, Viewer("Cid", "player"), Viewer("Dana", "dealer"), Viewer("Sue", "pit_staff"))


def two_hands(looked: int, device: str = "shoe") -> Driver:
    driver = table_of(GAME, "Ann", device=device)
    for name, position in (("Bob", 3), ("Cid", 4)):
        driver.come(name)
        driver.ask(ask.Sit(player(name), name, position))
    for name, position in (("Ann", 1), ("Ann", 2), ("Bob", 3)):
        driver.bet(name, position, ante=20)
    driver.close()
    driver.deal(HANDS)
    if looked:
        driver.ask(ask.Look(ANN, looked))
    return driver


def sees(driver: Driver, viewer: Viewer, position: int) -> str:
    """ "As Ad -": the hand of a position, a back where this viewer sees none of a card."""
    return " ".join(card or "-" for card in view(driver.table, viewer).positions[position - 1].cards)


def check_others_see_nothing(driver: Driver) -> None:
    """No hand was turned up: nobody has a card but who looked, and the events alone give the same."""
    for viewer in OTHERS:
        assert [sees(driver, viewer, each) for each in (1, 2, 3)] == [BACKS] * 3, viewer
    for viewer in (*OTHERS, ANN_SEES, BOB_SEES):
        seen = view(driver.table, viewer)
        assert not any((*seen.dealer_cards, *seen.community)), viewer
    assert replay(driver.history) == driver.floor


# Cards drawn together, of which one was in a hand that Ann has looked at: she has the hand in hers, with the card that
# is in it now; the hand she has not looked at stays a secret as a whole, also the card that was hers to see before.
ORDERS = rows("""
looked | drawn                | order                | ann 1    | ann 2    | then 3
1      | 1.1 2.1              | 2.1 1.1              | 2h Ad 5c | - - -    | 3h 8d Tc
1      | 1.2 2.2              | 2.2 1.2              | As 7d 5c | - - -    | 3h 8d Tc
1      | 1.3 2.3              | 2.3 1.3              | As Ad 9c | - - -    | 3h 8d Tc
2      | 1.1 2.1              | 2.1 1.1              | - - -    | As 7d 9c | 3h 8d Tc
2      | 1.3 2.3              | 2.3 1.3              | - - -    | 2h 7d 5c | 3h 8d Tc
1      | 1.3 2.3              | 1.3 2.3              | As Ad 5c | - - -    | 3h 8d Tc
1      | 1.2 2.2 3.2          | 2.2 3.2 1.2          | As 7d 5c | - - -    | 3h Ad Tc
2      | 1.2 2.2 3.2          | 3.2 1.2 2.2          | - - -    | 2h Ad 9c | 3h 7d Tc
2      | 2.1 3.1              | 3.1 2.1              | - - -    | 3h 7d 9c | 2h 8d Tc
1      | 2.1 3.1              | 3.1 2.1              | As Ad 5c | - - -    | 2h 8d Tc
1      | 1.2 2.2 3.2 dealer.2 | dealer.2 1.2 2.2 3.2 | As Kd 5c | - - -    | 3h 7d Tc
""")


@pytest.mark.parametrize("row", ORDERS, ids=row_id)
def test_a_card_put_in_order_opens_no_other_hand_and_closes_none(row: dict[str, str]) -> None:
    looked = int(row["looked"])
    driver = two_hands(looked)
    before = {each: sees(driver, ANN_SEES, each) for each in (1, 2)}
    assert before == {looked: HANDS[looked], 3 - looked: BACKS}
    report = ask.Report(DEALER, "cards_drawn_together", places=places(row["drawn"]))
    events = ruled(driver, report, "set_order", order=places(row["order"]))
    moved = {str(move.to) for event in events if isinstance(event, CardsMoved) for move in event.moves}
    check_seen(driver, row)
    for position in (1, 2):
        for nth, (was, now) in enumerate(zip(before[position].split(), row[f"ann {position}"].split(), strict=True)):
            assert was == now or str(places(f"{position}.{nth + 1}")[0]) in moved
    continue_all(driver)
    check_seen(driver, row)
    driver.refuse(ask.Look(ANN, looked), "viewed_before", None)
    driver.refuse(ask.Look(ANN, 3 - looked), "one_hand_only", "3.7")
    driver.ask(ask.Look(BOB, 3))
    assert (sees(driver, BOB_SEES, 3), sees(driver, ANN_SEES, 3)) == (row["then 3"], BACKS)
    prove(GAME, "5.14", "5.14.1")


def check_seen(driver: Driver, row: dict[str, str]) -> None:
    assert [sees(driver, ANN_SEES, each) for each in (1, 2, 3)] == [row["ann 1"], row["ann 2"], BACKS]
    assert [sees(driver, BOB_SEES, each) for each in (1, 2, 3)] == [BACKS] * 3
    check_others_see_nothing(driver)


def test_a_card_that_comes_into_two_hands_looked_at_is_seen_by_who_holds_it_now() -> None:
    """Ann has looked at 2 and Bob at 3; each knows a card that the other has now, and neither sees it there."""
    driver = two_hands(2)
    driver.ask(ask.Look(BOB, 3))
    report = ask.Report(DEALER, "cards_drawn_together", places=places("2.3 3.3"))
    ruled(driver, report, "set_order", order=places("3.3 2.3"))
    assert [sees(driver, ANN_SEES, each) for each in (1, 2, 3)] == [BACKS, "2h 7d Tc", BACKS]
    assert [sees(driver, BOB_SEES, each) for each in (1, 2, 3)] == [BACKS, BACKS, "3h 8d 9c"]
    check_others_see_nothing(driver)


def test_with_nobody_looking_cards_put_in_order_stay_backs_until_they_are_looked_at() -> None:
    driver = two_hands(0)
    report = ask.Report(DEALER, "cards_drawn_together", places=places("1.3 2.3"))
    ruled(driver, report, "set_order", order=places("2.3 1.3"))
    continue_all(driver)
    assert [sees(driver, ANN_SEES, each) for each in (1, 2, 3)] == [BACKS] * 3
    check_others_see_nothing(driver)
    driver.ask(ask.Look(ANN, 2))
    assert [sees(driver, ANN_SEES, each) for each in (1, 2)] == [BACKS, "2h 7d 5c"]


def test_the_hands_are_settled_as_they_lie_after_the_order() -> None:
    """1 has As Ad 9c then, and 2 has 2h 7d 5c, played without a look at it (3.7)."""
    driver = two_hands(1)
    report = ask.Report(DEALER, "cards_drawn_together", places=places("1.3 2.3"))
    ruled(driver, report, "set_order", order=places("2.3 1.3"))
    continue_all(driver)
    for position, choice in ((1, "play"), (2, "play"), (3, "fold")):
        driver.choose(position, choice)
    won, lost = {"ante": "+20", "play": "+20"}, {"ante": "-20", "play": "-20"}
    check_lines_of(driver, driver.finish(), {1: won, 2: lost, 3: {"ante": "-20"}})
    assert [sees(driver, SPECTATOR, each) for each in (1, 2)] == ["As Ad 9c", "2h 7d 5c"]
    assert better_off(driver) == "+0 -20 +0"


# Whole hands: who has looked is named by the position. "ann" and "bob" are what they see of 1, 2 and 3 afterwards.
MOVES = rows("""
looked | moves       | ann                      | bob                   | ann may look | bob may look
1      | 1>3 3>1     | - - -, - - -, - - -      | - - -, - - -, - - -   | 1 2          | 3
1 3    | 1>3 3>1     | - - -, - - -, - - -      | - - -, - - -, - - -   | 1 2          | 3
2      | 1>3 3>1     | - - -, 2h 7d 9c, - - -   | - - -, - - -, - - -   |              | 3
2 3    | 1>3 3>1     | - - -, 2h 7d 9c, - - -   | - - -, - - -, - - -   |              | 3
3      | 2>3 3>2     | - - -, - - -, - - -      | - - -, - - -, - - -   | 1 2          | 3
1 3    | 2>3 3>2     | As Ad 5c, - - -, - - -   | - - -, - - -, - - -   |              | 3
1      | 1>2 2>1     | - - -, As Ad 5c, - - -   | - - -, - - -, - - -   |              | 3
2 3    | 1>2 2>1     | 2h 7d 9c, - - -, - - -   | - - -, - - -, 3h 8d Tc |             |
1      | 1>2 2>3 3>1 | - - -, As Ad 5c, - - -   | - - -, - - -, - - -   |              | 3
2      | 1>2 2>3 3>1 | - - -, - - -, - - -      | - - -, - - -, - - -   | 1 2          | 3
1 3    | 1>2 2>3 3>1 | - - -, As Ad 5c, - - -   | - - -, - - -, - - -   |              | 3
1      | 1>3 2>1 3>2 | - - -, - - -, - - -      | - - -, - - -, - - -   | 1 2          | 3
2      | 1>3 2>1 3>2 | 2h 7d 9c, - - -, - - -   | - - -, - - -, - - -   |              | 3
""")


def moves_of(text: str) -> tuple[tuple[int, int], ...]:
    return tuple((int(each[0]), int(each[2])) for each in text.split())


def moved(device: str, looked: str, moves: str) -> Driver:
    driver = two_hands(0, device)
    for position in looked.split():
        driver.ask(ask.Look(BOB if position == "3" else ANN, int(position)))
    events = ruled(driver, ask.Report(DEALER, "misdeal"), "reconstruct", moves=moves_of(moves))
    assert len(only(events, CardsMoved).moves) == 3 * len(moves.split())
    return driver


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("row", MOVES, ids=row_id)
def test_a_whole_hand_that_changes_its_player_is_a_secret_to_both(row: dict[str, str], device: str) -> None:
    """Looked at stays looked at only for the same player, at whichever of her positions it lies now."""
    driver = moved(device, row["looked"], row["moves"])
    for _ in range(2):  # while they are asked, and after they have answered
        assert [sees(driver, ANN_SEES, each) for each in (1, 2, 3)] == row["ann"].split(", ")
        assert [sees(driver, BOB_SEES, each) for each in (1, 2, 3)] == row["bob"].split(", ")
        check_others_see_nothing(driver)
        continue_all(driver, "continue_reconstructed")
    lies = dict(HANDS) | {target: HANDS[source] for source, target in moves_of(row["moves"])}
    for by, viewer, mine, may in (
        (ANN, ANN_SEES, (1, 2), row["ann may look"]),
        (BOB, BOB_SEES, (3,), row["bob may look"]),
    ):
        check_may_look(driver, by.id, mine, may)
        if may:
            first = int(may[0])
            driver.ask(ask.Look(by, first))
            assert sees(driver, viewer, first) == lies[first]
    prove(GAME, "5.8.6" if not row["looked"] else "5.10")


def check_may_look(driver: Driver, name: str, mine: tuple[int, ...], may: str) -> None:
    by = ANN if name == "Ann" else BOB
    for position in mine:
        if str(position) not in may.split():
            viewed = driver.box(position).viewed
            driver.refuse(ask.Look(by, position), *(("viewed_before", None) if viewed else ("one_hand_only", "3.7")))


def test_who_takes_back_a_hand_that_was_moved_has_not_seen_it_either() -> None:
    driver = moved("shoe", "1", "1>3 3>1")
    assert only(driver.ask(ask.AnswerOption(ANN, 1, "take_back")), HandRemoved) == HandRemoved(1, "5.10.3")
    continue_all(driver, "continue_reconstructed")
    assert [sees(driver, ANN_SEES, each) for each in (1, 2, 3)] == [BACKS] * 3
    check_others_see_nothing(driver)
    driver.ask(ask.Look(BOB, 3))
    assert sees(driver, BOB_SEES, 3) == "As Ad 5c"
    driver.choose(2, "fold")
    driver.choose(3, "play")
    rest = {1: {"ante": "<@5.10.3"}, 2: {"ante": "-20"}, 3: {"ante": "+20", "play": "+20"}}
    check_lines_of(driver, driver.finish(), rest, "5.10.3")
    check_next_round(driver)


def test_what_was_seen_before_the_move_still_counts_as_seen() -> None:
    """The hand is a secret again; that a player had seen cards of this round is not undone (5.8.6, 5.12)."""
    driver = moved("shoe", "1", "1>3 3>1")
    continue_all(driver, "continue_reconstructed")
    driver.ask(ask.Report(DEALER, "exposed_cards", places=places("2.1 2.2")))
    assert driver.play.due.clause == "5.12"
    prove(GAME, "5.12")
