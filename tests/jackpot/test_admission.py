"""Which tables one jackpot may serve: one operator's games, with the same readings and the same odds (R9)."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from msgspec import structs

from pitlink.cards import DECK
from pitlink.games import GAMES
from pitlink.hands import rank_five
from pitlink.jackpot import odds
from pitlink.jackpot.commands import AdmitTable, PostContributions, ReleaseTable
from pitlink.jackpot.events import TableAdmitted, TableReleased
from pitlink.jackpot.link import Operator
from pitlink.rulebook.switches import DEFAULT, Switches
from tests.jackpot.linked import SHIFT_MANAGER, Pit, stakes
from tests.proving import prove, row_id, rows

MEMBERS = rows("""
operator | game    | code
mbs      | mbs-thb |
mbs      | mbs-3cp |
mbs      | mbs-uth |
mbs      | mbs-lir |
mbs      | rws-3cp | other_operator
rws      | rws-3cp |
rws      | mbs-3cp | other_operator
rws      | mbs-lir | other_operator
""")


@pytest.mark.parametrize("row", MEMBERS, ids=row_id)
def test_a_link_serves_one_operators_games(row: dict[str, str]) -> None:
    operator: Operator = "rws" if row["operator"] == "rws" else "mbs"
    pit = Pit(operator)
    command = AdmitTable(SHIFT_MANAGER, "T1", row["game"])
    if row["code"]:
        refused = pit.refused(command)
        assert (refused.code, refused.clause) == (row["code"], "R9")
        assert refused.found == f"{row['game']} on a link of {operator}"
        assert refused.expected == "one operator's games"
    else:
        assert pit.send(command) == (TableAdmitted("T1", row["game"], "Sue"),)
        assert pit.link.tables == {"T1": row["game"]}
    prove(row["game"], "R9")


def test_the_four_megalink_games_feed_and_win_one_meter() -> None:
    pit = Pit()
    pit.admit("mbs-thb", "mbs-3cp", "mbs-uth", "mbs-lir")
    for table in pit.link.tables:
        pit.post(table, 1, 1)
    assert pit.display == "5004.00"  # four wagers of 5.00 at 20 %
    pit.claim("T4", 1, "1 royal")
    assert pit.awards == {"T4 1": "5004.00"}
    prove("mbs-lir", "R9")


@pytest.mark.parametrize("game", ["mbs-thb", "mbs-3cp", "mbs-uth", "mbs-lir", "rws-3cp"])
def test_the_winning_hands_are_as_likely_in_every_game(game: str) -> None:
    """Five cards of 52 in each of them: royal flush 1 in 649,740, straight flush 36 in 2,598,960."""
    assert odds.winning_hands(game, DEFAULT) == {
        "royal flush": Fraction(1, 649_740),
        "straight flush": Fraction(36, 2_598_960),
    }
    low = Switches(ace_low_straight_flush="flush")
    assert odds.winning_hands(game, low)["straight flush"] == Fraction(32, 2_598_960)
    prove(game, "R18")


def test_the_counts_behind_the_odds_are_those_of_all_hands_one_by_one() -> None:
    counted = Counter(rank_five(cards).category for cards in combinations(DECK, 5))
    assert counted.total() == odds.HANDS == 2_598_960
    assert {category: counted[category] for category in odds.COUNTS} == odds.COUNTS
    for words, chance in odds.winning_hands("mbs-lir", DEFAULT).items():
        (category,) = (each for each in counted if each.words == words)
        assert chance == Fraction(counted[category], 2_598_960)


READINGS = rows("""
proves | game    | switch                   | value          | expected
R1     | mbs-uth | fixed_awards_from        | pool           | house, as the link has it
R3     | mbs-thb | several_straight_flushes | same_display   | sequential, as the link has it
R5     | mbs-3cp | royal_base               | displayed      | remaining, as the link has it
R13    | mbs-uth | meter_floor              | reset_value    | none, as the link has it
R16    | mbs-lir | lir_percentage           | per_credit     | flat, as the link has it
""")


@pytest.mark.parametrize("row", READINGS, ids=row_id)
def test_a_reading_that_decides_what_is_paid_is_the_links(row: dict[str, str]) -> None:
    pit = Pit()
    switches = structs.replace(DEFAULT, **{row["switch"]: row["value"]})
    refused = pit.refused(AdmitTable(SHIFT_MANAGER, "T1", row["game"], switches))
    assert (refused.code, refused.clause) == ("other_reading", row["proves"])
    assert refused.found == f"{row['switch']} = {row['value']}"
    assert refused.expected == row["expected"]
    own = Pit(switches=switches)
    own.admit(row["game"])
    assert own.link.tables == {"T1": row["game"]}


def test_the_order_at_one_table_of_the_other_operator_is_the_links_too() -> None:
    refused = Pit("rws").refused(AdmitTable(SHIFT_MANAGER, "T1", "rws-3cp", Switches(rws_major_order="royal_last")))
    assert (refused.code, refused.clause) == ("other_reading", "R6")
    assert (refused.found, refused.expected) == ("rws_major_order = royal_last", "dealt, as the link has it")


def test_a_reading_of_the_tables_own_wagers_is_the_tables() -> None:
    pit = Pit()
    pit.send(AdmitTable(SHIFT_MANAGER, "T1", "mbs-thb", Switches(bonus_on_loss="settled")))
    assert pit.link.tables == {"T1": "mbs-thb"}


def test_a_table_with_other_odds_is_not_admitted() -> None:
    """R18 as `flush`: four straight flushes fewer."""
    refused = Pit().refused(AdmitTable(SHIFT_MANAGER, "T1", "mbs-3cp", Switches(ace_low_straight_flush="flush")))
    assert refused.code == "other_odds"
    assert refused.found == "mbs-3cp: royal flush 1/649740, straight flush 2/162435"
    assert refused.expected == "as likely as on the link: royal flush 1/649740, straight flush 3/216580"
    prove("mbs-3cp", "R18")


def test_a_released_table_contributes_no_more_and_may_come_back() -> None:
    pit = Pit()
    pit.admit("mbs-thb")
    pit.post("T1", 1, 1)
    assert pit.send(ReleaseTable(SHIFT_MANAGER, "T1")) == (TableReleased("T1", "Sue"),)
    assert pit.link.tables == {}
    assert pit.refused(PostContributions("T1", 2, stakes(1))).code == "table_is_no_member"
    assert pit.display == "5001.00"
    pit.admit("mbs-thb")
    pit.post("T1", 2, 1)
    assert pit.display == "5002.00"


def test_a_table_that_comes_back_cannot_post_a_round_again() -> None:
    """R11: one posting a table and round."""
    pit = Pit()
    pit.admit("mbs-thb")
    pit.post("T1", 1, 1)
    pit.send(ReleaseTable(SHIFT_MANAGER, "T1"))
    pit.admit("mbs-thb")
    assert pit.refused(PostContributions("T1", 1, stakes(1))).code == "posted_before"


@pytest.mark.parametrize("game", GAMES)
def test_no_jackpot_is_rarer_than_one_in_a_hundred_million(game: str) -> None:
    assert all(chance >= Fraction(1, 100_000_000) for chance in odds.winning_hands(game, DEFAULT).values())
    assert odds.winning_hands(game, DEFAULT)["royal flush"] == Fraction(4, 2_598_960)
