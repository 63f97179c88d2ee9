"""The log as a supervisor reads and searches it."""

import pytest

from pitlink.cards import show
from pitlink.pit import Floor, Recorded
from pitlink.pit.shiftlog import Search, tell_to_pit
from pitlink.pit.words import Told
from pitlink.table import Table
from pitlink.table import events as on
from tests.driving import Driver, setup_for
from tests.proving import row_id, rows

TOLD = Told("Fill of $5.70, slip 17, by Sven, signed by Dana", ("R114", "3.10.4"), 2)

SEARCHES = rows("""
search       | found
             | yes
fill         | yes
FILL sven    | yes
slip 17      | yes
uth          | yes
UTH 1 Dana   | yes
credit       | no
fill petra   | no
R114         | yes
r114         | yes
R11          | no
3.10.4       | yes
3.10         | yes
3.1          | no
5.70         | no
5.7          | no
$5.70        | yes
""")


@pytest.mark.parametrize("row", SEARCHES, ids=row_id)
def test_every_word_is_looked_for_and_a_clause_among_clauses(row: dict[str, str]) -> None:
    assert Search(row["search"]).finds(TOLD, "table/UTH 1", "Sven") == (row["found"] == "yes")


def test_a_clause_that_stands_in_the_sentence_is_found_there() -> None:
    assert Search("5.7").finds(Told("Round 3 is void: by 5.7; every wager goes back"), "table/T1", "Sven")


def test_no_card_that_was_dealt_is_named() -> None:
    driver = Driver()
    driver.open(setup_for("mbs-uth"))
    driver.seat("Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.close()
    driver.deal({})
    dealt = [each for each in driver.history if isinstance(each.event, on.CardDealt)]
    assert len(dealt) == 9
    cards = {show(slot.card) for slot in driver.play.slots.values() if slot.card is not None}
    for each in driver.history:
        told = tell_to_pit(each, driver.floor)
        assert not any(card in told.words for card in cards), told.words


def test_a_card_that_was_put_right_is_told_without_it() -> None:
    driver = Driver()
    driver.open(setup_for("mbs-uth"))
    driver.seat("Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.close()
    driver.deal({})
    place = next(iter(driver.play.slots))
    event = on.CardCorrected(place, "As", "Kd", "Sven")
    told = tell_to_pit(Recorded("table/T1", 9, "Sven", event), Floor({"T1": Table()}))
    assert (told.words, told.clauses) == (f"{place}: the card is put right by Sven", ("R89",))
