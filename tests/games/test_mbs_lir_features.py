"""mbs-lir 4.3 to 4.5: Magic Card and Lucky Player, drawn by the system, paid on the progressive wager."""

import pytest

from tests.proving import Json, cards, check_reason, check_seat, only, reasons, row_id, rows, settle

DOCUMENT = "mbs-lir"


def deal(board: str, hands: str, stakes: str, *, meter: str = "1000", **more: object) -> Json:
    """Seats "2 As Ks 9d; 3 8c 8d 8h" with progressive wagers "5; 15", empty for none; the other wagers are 10 each."""
    seats = []
    for text, stake in zip(hands.split(";"), stakes.split(";"), strict=True):
        position, *own = cards(text)
        wagers = {"1": "10", "2": "10", "$": "10"} | ({"progressive": stake.strip()} if stake.strip() else {})
        seats.append({"position": int(position), "cards": own, "wagers": wagers, "decisions": ["ride", "ride"]})
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": meter, "reset": "500", "unit": "5"},
        "cards": {"community": cards(board)},
        "seats": seats,
        **more,
    }


def drawn(row: dict[str, str]) -> Json:
    """What the system drew, as the row says; an empty cell is no draw."""
    draws: Json = {"magic_card": row["magic"]} if row["magic"] else {}
    return draws | ({"lucky_position": int(row["lucky"])} if row["lucky"] else {})


def one(row: dict[str, str], meter: str = "1000", **switches: str) -> Json:
    stake = row.get("stake", "5")
    return deal(row["board"], f"2 {row['player']}", stake, meter=meter, interpretations=switches, **drawn(row))


def without_main_wagers(seat: Json) -> Json:
    return {"wagers": {name: line for name, line in seat["wagers"].items() if name not in ("1", "2", "$")}}


PAID = ("progressive", "magic_card", "lucky_player")


def paid(row: dict[str, str]) -> dict[str, str]:
    return {name: row[name] for name in PAID}


DRAWS = rows("""
proves      | player   | board | stake | magic | lucky | progressive | magic_card | lucky_player
# a hand that loses everything else: the features do not ask for a hand, and the stake is lost (R98)
4.3 4.2 R98 | As Qd 7h | 2c 5d |     5 | 7h    |       | -5@4.2      | +25@4.3    |
4.3 4.2     | As Qd 7h | 2c 5d |     5 | A♠    |       | -5@4.2      | +25@4.3    |
4.3.1 R98   | As Qd 7h | 2c 5d |     5 | 2c    |       | -5@4.2      | +25@4.3.1  |
4.3.1       | As Qd 7h | 2c 5d |     5 | 5d    |       | -5@4.2      | +25@4.3.1  |
4.4 R98     | As Qd 7h | 2c 5d |     5 |       | 2     | -5@4.2      |            | +25@4.4
4.3 4.4     | As Qd 7h | 2c 5d |     5 | Qd    | 2     | -5@4.2      | +25@4.3    | +25@4.4
4.3.1 4.4   | As Qd 7h | 2c 5d |     5 | 2c    | 2     | -5@4.2      | +25@4.3.1  | +25@4.4
# the card was not dealt, the area is another's
4.2         | As Qd 7h | 2c 5d |     5 | 7s    | 1     | -5@4.2      |            |
4.2         | As Qd 7h | 2c 5d |     5 |       | 7     | -5@4.2      |            |
# 5 to 1 on the whole wager
4.3 4.4     | As Qd 7h | 2c 5d |    15 | As    | 2     | -15@4.2     | +75@4.3    | +75@4.4
# a hand that wins the other wagers, but not the progressive
4.3         | As Ad 7h | 2c 5d |     5 | As    |       | -5@4.2      | +25@4.3    |
# with a hand award: all add up (R97), and the stake comes back once
4.2 4.3     | Jh 8h 6h | 5h 2h |     5 | 6h    |       | +250@4.2    | +25@4.3    |
4.2 4.3.1   | Jh 8h 6h | 5h 2h |     5 | 5h    | 2     | +250@4.2    | +25@4.3.1  | +25@4.4
4.2 4.4     | Ah Kh Qh | Jh Th |     5 | 2c    | 2     | +995@4.2    |            | +25@4.4
4.2 4.3     | Jc Tc 9c | 8c 7c |     5 | Jc    | 2     | +95@4.2     | +25@4.3    | +25@4.4
# no progressive wager, no feature
            | As Qd 7h | 2c 5d |       | As    | 2     |             |            |
            | As Qd 7h | 2c 5d |       | 2c    | 2     |             |            |
""")


@pytest.mark.parametrize("row", DRAWS, ids=row_id)
def test_features_are_paid_beside_the_progressive_wager(row: dict[str, str]) -> None:
    seat = only(settle(one(row))["seats"])
    check_seat(DOCUMENT, without_main_wagers(seat), paid(row), row["proves"])


def test_a_feature_is_a_payment_without_a_stake_of_its_own() -> None:
    round = deal("2c 5d", "2 As Qd 7h", "15", magic_card="7h", lucky_position=2)
    wagers = only(settle(round)["seats"])["wagers"]
    line = {"stake": "0.00", "outcome": "win", "pays": "75.00", "returned": "0.00"}
    assert wagers["magic_card"] == {**line, "rule": "4.3"}
    assert wagers["lucky_player"] == {**line, "rule": "4.4"}
    check_reason(DOCUMENT, round, 0, "magic card pays 5 to 1", "4.5")
    check_reason(DOCUMENT, round, 0, "lucky player pays 5 to 1", "4.5")


def test_the_features_leave_the_meter_alone() -> None:
    round = deal("2c 5d", "2 As Qd 7h", "15", magic_card="7h", lucky_position=2)
    assert settle(round)["jackpot"] == {"before": "1000.00", "after": "1000.00", "awards": []}


TABLES = rows("""
magic | lucky | net of 1 | net of 3 | net of 6
# all three lose 30; 1 and 6 lose a progressive wager of 5 and 10 besides
      |       | -35.00   | -30.00   | -40.00
As    |       | -10.00   | -30.00   | -40.00
Ks    |       | -35.00   | -30.00   | -40.00
Qs    |       | -35.00   | -30.00   | 10.00
2c    |       | -10.00   | -30.00   | 10.00
      | 1     | -10.00   | -30.00   | -40.00
      | 3     | -35.00   | -30.00   | -40.00
      | 6     | -35.00   | -30.00   | 10.00
      | 5     | -35.00   | -30.00   | -40.00
5d    | 6     | -10.00   | -30.00   | 60.00
""")


@pytest.mark.parametrize("row", TABLES, ids=row_id)
def test_who_is_paid_at_a_table_of_three(row: dict[str, str]) -> None:
    """A shared card pays everybody with a progressive wager, an own card and the draw one area only."""
    hands = "1 As 9d 7h; 3 Ks Td 8h; 6 Qs Jd 8d"
    settled = settle(deal("2c 5d", hands, "5; ; 10", **drawn(row)))["seats"]
    assert [seat["net"] for seat in settled] == [row[f"net of {position}"] for position in (1, 3, 6)]


# Switches


@pytest.mark.parametrize("value", ["once", "per_clause"])
@pytest.mark.parametrize(("magic", "rule"), [("As", "4.3"), ("2c", "4.3.1")])
def test_one_deck_shows_the_magic_card_once_however_the_clauses_are_counted(value: str, magic: str, rule: str) -> None:
    """R93 cannot move money: the card lies among the player's three or among the shared two, never in both."""
    switches = {"magic_card_pays": value}
    round = deal("2c 5d", "2 As Qd 7h", "5", magic_card=magic, interpretations=switches)
    wagers = only(settle(round)["seats"])["wagers"]
    assert (wagers["magic_card"]["pays"], wagers["magic_card"]["rule"]) == ("25.00", rule)


STAKE_BACK = rows("""
feature_returns_stake | proves  | player   | board | magic | lucky | progressive | magic_card | lucky_player
no                    | 4.2 R98 | As Qd 7h | 2c 5d | As    |       | -5@4.2      | +25@4.3    |
yes                   | 4.5 R98 | As Qd 7h | 2c 5d | As    |       | =@4.5       | +25@4.3    |
no                    | 4.2 R98 | As Qd 7h | 2c 5d |       | 2     | -5@4.2      |            | +25@4.4
yes                   | 4.5 R98 | As Qd 7h | 2c 5d |       | 2     | =@4.5       |            | +25@4.4
# once, though two features pay
yes                   | 4.5 R98 | As Qd 7h | 2c 5d | 2c    | 2     | =@4.5       | +25@4.3.1  | +25@4.4
# no feature, or a hand that wins by itself: the switch does not matter
yes                   | 4.2     | As Qd 7h | 2c 5d | 9c    | 1     | -5@4.2      |            |
yes                   | 4.2     | Jh 8h 6h | 5h 2h | 5h    |       | +250@4.2    | +25@4.3.1  |
no                    | 4.2     | Jh 8h 6h | 5h 2h | 5h    |       | +250@4.2    | +25@4.3.1  |
yes                   | 4.2     | Jc Tc 9c | 8c 7c | 8c    |       | +95@4.2     | +25@4.3.1  |
""")


@pytest.mark.parametrize("row", STAKE_BACK, ids=row_id)
def test_whether_a_feature_hands_the_stake_back(row: dict[str, str]) -> None:
    seat = only(settle(one(row, feature_returns_stake=row["feature_returns_stake"]))["seats"])
    check_seat(DOCUMENT, without_main_wagers(seat), paid(row), row["proves"])


HIGHEST = rows("""
proves | features_add_up | meter | player   | board | magic | lucky | progressive | magic_card | lucky_player | after
4.2    | yes             | 1000  | Jh 8h 6h | 5h 2h | 5h    | 2     | +250@4.2    | +25@4.3.1  | +25@4.4      | 1000.00
4.2    | highest_only    | 1000  | Jh 8h 6h | 5h 2h | 5h    | 2     | +250@4.2    |            |              | 1000.00
4.2    | highest_only    | 1000  | Jh 8h 6h | 5h 2h |       | 2     | +250@4.2    |            |              | 1000.00
# one feature alone is the highest
4.2    | highest_only    | 1000  | As Qd 7h | 2c 5d | As    |       | -5@4.2      | +25@4.3    |              | 1000.00
4.2    | highest_only    | 1000  | As Qd 7h | 2c 5d |       | 2     | -5@4.2      |            | +25@4.4      | 1000.00
# ten per cent of a low meter against 25: more, the same (the hand comes first), less (and the meter keeps it)
4.2    | highest_only    | 260   | Jc Tc 9c | 8c 7c | 8c    |       | +21@4.2     |            |              | 234.00
4.2    | highest_only    | 250   | Jc Tc 9c | 8c 7c | 8c    |       | +20@4.2     |            |              | 225.00
R97    | highest_only    | 249   | Jc Tc 9c | 8c 7c | 8c    |       | -5@R97      | +25@4.3.1  |              | 249.00
R97    | highest_only    | 249   | Jc Tc 9c | 8c 7c |       | 2     | -5@R97      |            | +25@4.4      | 249.00
4.2    | yes             | 249   | Jc Tc 9c | 8c 7c | 8c    |       | +19.9@4.2   | +25@4.3.1  |              | 224.10
# a royal flush that gives way does not start the meter again
R97    | highest_only    | 20    | Ah Kh Qh | Jh Th | Jh    |       | -5@R97      | +25@4.3.1  |              | 20.00
""")


@pytest.mark.parametrize("row", HIGHEST, ids=row_id)
def test_only_the_highest_of_hand_and_features_where_the_switch_says_so(row: dict[str, str]) -> None:
    settled = settle(one(row, row["meter"], features_add_up=row["features_add_up"]))
    check_seat(DOCUMENT, without_main_wagers(only(settled["seats"])), paid(row), row["proves"])
    assert settled["jackpot"]["after"] == row["after"]


def both_features(**switches: str) -> Json:
    return deal("2c 5d", "2 As Qd 7h", "5", magic_card="As", lucky_position=2, interpretations=switches)


def test_of_two_equal_features_the_magic_card_is_the_one_paid() -> None:
    assert only(settle(both_features())["seats"])["net"] == "15.00"  # -30 - 5 + 25 + 25
    seat = only(settle(both_features(features_add_up="highest_only"))["seats"])
    assert set(seat["wagers"]) == {"1", "2", "$", "progressive", "magic_card"}
    assert seat["net"] == "-10.00"


def test_a_hand_below_the_table_loses_by_the_table_also_where_only_the_highest_is_paid() -> None:
    """R97 takes an award away; here the hand has none to give up."""
    seat = only(settle(both_features(features_add_up="highest_only"))["seats"])
    assert seat["wagers"]["progressive"]["rule"] == "4.2"


def test_an_award_that_gave_way_is_not_explained_as_paid() -> None:
    switches = {"features_add_up": "highest_only"}
    round = deal("8c 7c", "2 Jc Tc 9c", "5", meter="100", magic_card="8c", interpretations=switches)
    assert not [words for words, _ in reasons(round)[0] if "paid beside" in words]


def test_a_hand_that_gives_way_leaves_the_pool_to_the_other_straight_flush() -> None:
    """Shared, each would have 19; 25 for the Lucky Player is more, so the other has ten per cent alone."""
    switches = {"features_add_up": "highest_only"}
    hands = "1 2h 3h 4h; 4 7h 8h 9h"
    settled = settle(deal("5h 6h", hands, "5; 5", meter="200", lucky_position=1, interpretations=switches))
    assert settled["jackpot"] == {
        "before": "200.00",
        "after": "180.00",
        "awards": [{"position": 4, "hand": "straight flush", "amount": "20.00", "rule": "4.2"}],
    }


POOL = rows("""
fixed_awards_from | board | hands                          | magic | lucky | awards                                                                                          | after
house             | 5h 2h | 1 As Qd 7d; 2 Jh 8h 6h         | 7d    | 2     |                                                                                                 | 1000.00
pool              | 5h 2h | 1 As Qd 7d; 2 Jh 8h 6h         | 7d    | 2     | 1 magic card 25.00; 2 flush 250.00; 2 lucky player 25.00                                        | 700.00
pool              | 5h 2h | 1 Jh 8h 6h; 2 As Qd 7d         | 5h    | 1     | 1 flush 250.00; 1 magic card 25.00; 1 lucky player 25.00; 2 magic card 25.00                    | 675.00
house             | Th Jh | 1 Ah Kh Qh; 2 9h 8h 7h         | Th    | 1     | 2 straight flush 100.00; 1 royal flush 900.00                                                   | 500.00
pool              | Th Jh | 1 Ah Kh Qh; 2 9h 8h 7h         | Th    | 1     | 2 straight flush 100.00; 1 magic card 25.00; 1 lucky player 25.00; 2 magic card 25.00; 1 royal flush 825.00 | 500.00
""")  # noqa: E501


@pytest.mark.parametrize("row", POOL, ids=row_id)
def test_features_come_out_of_the_pool_where_fixed_awards_do(row: dict[str, str]) -> None:
    switches = {"fixed_awards_from": row["fixed_awards_from"]}
    settled = settle(deal(row["board"], row["hands"], "5; 5", interpretations=switches, **drawn(row)))
    told = [f"{award['position']} {award['hand']} {award['amount']}" for award in settled["jackpot"]["awards"]]
    assert "; ".join(told) == row["awards"]
    assert settled["jackpot"]["after"] == row["after"]
