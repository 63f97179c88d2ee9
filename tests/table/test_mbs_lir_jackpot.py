"""Let It Ride's progressive at a table: several credits, Magic Card and Lucky Player, claims through the link."""

import pytest

from pitlink import ledger
from pitlink.jackpot.events import ClaimsEntered, ContributionsPosted
from pitlink.jackpot.link import Features
from pitlink.money import Cents
from pitlink.rulebook.switches import Switches
from pitlink.table import commands as ask
from pitlink.table.events import AwardPaid, BetsClosed, CardDealt, ClaimsClosed, LineSettled, RoundSettled
from tests.driving import DEALER, SUPERVISOR, Driver, money, player, setup_for
from tests.proving import prove, row_id, rows
from tests.table.letting_ride import LOSERS, enter, lines, lir_table, net, of, one, ride_all, start

BOTH = Features(magic_card_bp=2_500, lucky_player_bp=2_500)
START = 100_000_00  # what the display begins with


def display(table: Driver) -> Cents:
    return table.floor.links["L1"].display


# 4.2: the table of the progressive, with several credits. Stakes of 15 (three credits).
AWARDS = rows("""
proves | own      | community | pays    | back | hand
4.2    | As Ad Ac | Ah 2c     | 7500.00 | 15   | four of a kind
4.2    | 9s 9d 2c | 2h 2d     | 1500.00 | 15   | full house
4.2    | Jc 8c 6c | 5c 2c     | 750.00  | 15   | flush
4.2    | 2c 3d 4h | 5s 6c     | 0.00    | 0    | straight
4.2    | As Ad Ac | Kh 2c     | 0.00    | 0    | three of a kind
""")


@pytest.mark.parametrize("row", AWARDS, ids=row_id)
def test_what_a_progressive_wager_of_several_credits_is_paid_by_the_house(row: dict[str, str]) -> None:
    table = lir_table("Ann")
    start(table, ("Ann", 1), progressive=15)
    fed = display(table)
    assert fed == START + 3_00  # 20 % of 15
    table.deal({1: row["own"], "community": row["community"]})
    ride_all(table)
    events = table.finish()
    line = lines(events)[1, "progressive"]
    back = int(row["back"]) * 100
    assert (line.pays, line.returned, line.claim, line.rule) == (money(row["pays"]), back, 0, row["proves"])
    assert one(RoundSettled, events).hands[0].progressive_hand == row["hand"]
    assert display(table) == fed  # only percentages move the meter (R1)
    assert table.due == "call"
    prove("mbs-lir", row["proves"], "R1")


# 4.3, 4.4: the features


def test_features_are_off_until_the_link_turns_them_on() -> None:
    table = lir_table("Ann")
    table.call()
    enter(table, "Ann", 1, progressive=5)
    table.refuse(ask.CloseBets(DEALER, magic_card="7h"), "feature_is_off", "R96")
    table.refuse(ask.CloseBets(DEALER, lucky_position=1), "feature_is_off", "R96")


def test_each_feature_is_turned_on_by_itself() -> None:
    table = lir_table("Ann", features=Features(magic_card_bp=1))
    table.call()
    enter(table, "Ann", 1, progressive=5)
    table.refuse(ask.CloseBets(DEALER, (), "7h", 1), "feature_is_off", "R96")
    table.close(magic_card="7h")
    table = lir_table("Ann", features=Features(lucky_player_bp=1))
    table.call()
    enter(table, "Ann", 1, progressive=5)
    table.refuse(ask.CloseBets(DEALER, (), "7h", 1), "feature_is_off", "R96")
    table.close(lucky=1)


def test_a_draw_must_be_a_card_of_the_deck_and_an_area_with_a_progressive_wager() -> None:
    table = lir_table("Ann", "Bob", features=BOTH)
    table.call()
    enter(table, "Ann", 1, progressive=5)
    enter(table, "Bob", 2)
    table.refuse(ask.CloseBets(DEALER, magic_card="Joker"), "not_a_card", "4.3")
    for nobody in (2, 3, 8, 0):
        table.refuse(ask.CloseBets(DEALER, lucky_position=nobody), "not_a_candidate", "R94")
    closed = one(BetsClosed, table.ask(ask.CloseBets(DEALER, (), "10♦", 1)))
    assert (closed.magic_card, closed.lucky_position) == ("Td", 1)  # however it was spelt
    assert (table.play.magic_card, table.play.lucky_position) == (33, 1)


@pytest.mark.parametrize("link", [None, "L1"])
def test_a_table_without_the_features_draws_nothing(link: str | None) -> None:
    if link is None:
        table = lir_table("Ann", link=None)
        table.call()
        enter(table, "Ann", 1)
    else:
        table = Driver()
        table.open_link("mbs", features=BOTH)
        table.open(setup_for("mbs-thb"))
        table.seat("Ann")
        table.call()
        table.bet("Ann", 1, ante=25, progressive=5)
    refused = table.refuse(ask.CloseBets(DEALER, magic_card="7h"), "no_features", "R96")
    assert refused.expected == "mbs-lir on a link"
    table.refuse(ask.CloseBets(DEALER, lucky_position=1), "no_features", "R96")


def test_the_draws_are_recorded_before_the_first_card() -> None:
    table = lir_table("Ann", features=BOTH)
    table.call()
    enter(table, "Ann", 1, progressive=5)
    closed = one(BetsClosed, table.ask(ask.CloseBets(DEALER, (), "7h", 1)))
    assert (closed.magic_card, closed.lucky_position) == ("7h", 1)
    table.deal(LOSERS)
    kinds = [each.event for each in table.history if isinstance(each.event, BetsClosed | CardDealt)]
    assert isinstance(kinds[0], BetsClosed)
    prove("mbs-lir", "R92", "R94")


# Ann has two credits, Bob one, Cal no progressive wager. Ann's and Bob's hands lose but where a row says so.
DRAWS = rows("""
proves  | magic | lucky | community | Ann's magic | Ann's lucky | Bob's magic | Bob's lucky
4.3     | 8h    |       | Jc 9d     | 50.00       |             |             |
4.3     | 8s    |       | Jc 9d     |             |             | 25.00       |
4.3.1   | Jc    |       | Jc 9d     | 50.00       |             | 25.00       |
4.3.1   | 9d    |       | Jc 9d     | 50.00       |             | 25.00       |
4.4     |       | 2     | Jc 9d     |             |             |             | 25.00
4.4     |       | 1     | Jc 9d     |             | 50.00       |             |
4.3 4.4 | 8h    | 1     | Jc 9d     | 50.00       | 50.00       |             |
        | 8c    |       | Jc 9d     |             |             |             |
        | As    |       | Jc 9d     |             |             |             |
""")


@pytest.mark.parametrize("row", DRAWS, ids=row_id)
def test_what_the_system_drew_is_paid_at_the_settlement(row: dict[str, str]) -> None:
    table = lir_table("Ann", "Bob", "Cal", features=BOTH)
    table.call()
    enter(table, "Ann", 1, progressive=10)
    enter(table, "Bob", 2, progressive=5)
    enter(table, "Cal", 3)
    table.close(magic_card=row["magic"] or None, lucky=int(row["lucky"]) if row["lucky"] else None)
    table.deal({**LOSERS, "community": row["community"]})
    ride_all(table)
    events = table.finish()
    settled = lines(events)
    told = {key: line for key, line in settled.items() if key[1] in ("magic_card", "lucky_player")}
    wanted = {
        (position, line): money(row[f"{name}'s {word}"])
        for position, name in ((1, "Ann"), (2, "Bob"))
        for line, word in (("magic_card", "magic"), ("lucky_player", "lucky"))
        if row[f"{name}'s {word}"]
    }
    assert {key: line.pays for key, line in told.items()} == wanted
    assert {line.rule for line in told.values()} == set(row["proves"].split())
    assert all((line.stake, line.returned, net(line)) == (0, 0, line.pays) for line in told.values())
    stakes = {1: 10_00, 2: 5_00}
    for position, stake in stakes.items():  # lost with the hand all the same (R98)
        line = settled[position, "progressive"]
        assert (line.outcome, net(line)) == ("lose", -stake)
        if any(key[0] == position for key in told):
            assert "R98" in line.also
            prove("mbs-lir", "R98")
    table.call()
    gained = sum(wanted[key] for key in wanted if key[0] == 1)
    assert table.chips("Ann") == 10_000_00 - 75_00 - 10_00 + gained
    prove("mbs-lir", *row["proves"].split(), *(("R97",) if told else ()))


def test_a_feature_pays_beside_a_hand_award_and_the_stake_comes_back_once() -> None:
    table = lir_table("Ann", features=BOTH)
    table.call()
    enter(table, "Ann", 1, progressive=5)
    table.close(magic_card="Jc", lucky=1)
    table.deal({1: "Jc 8c 6c", "community": "5c 2c"})
    ride_all(table)
    settled = lines(table.finish())
    assert net(settled[1, "progressive"]) == 250_00
    assert settled[1, "progressive"].returned == 5_00
    assert (settled[1, "magic_card"].pays, settled[1, "lucky_player"].pays) == (25_00, 25_00)
    assert (settled[1, "magic_card"].rule, settled[1, "lucky_player"].rule) == ("4.3", "4.4")
    table.call()
    assert table.chips("Ann") == Cents(10_000_00 + 3 * 8 * 25_00 + 250_00 + 50_00)
    prove("mbs-lir", "R97", "4.3", "4.4")


def test_the_lucky_player_who_is_absent_gets_the_wager_back_and_nothing_else() -> None:
    table = lir_table("Ann", "Bob", features=BOTH)
    table.call()
    enter(table, "Ann", 1, progressive=5)
    enter(table, "Bob", 2, progressive=5)
    table.close(magic_card="Jc", lucky=1)
    table.deal(LOSERS)
    table.ask(ask.FindAbsent(SUPERVISOR, 1))
    table.choose(2, "ride", "ride")
    settled = lines(table.finish())
    assert sorted(wager for position, wager in settled if position == 1) == ["$", "1", "2", "progressive"]
    assert settled[2, "magic_card"].pays == 25_00
    prove("mbs-lir", "R56")


# Claims


def test_a_royal_flush_takes_the_whole_jackpot_through_the_link() -> None:
    table = lir_table("Ann", "Bob")
    start(table, ("Ann", 1), ("Bob", 2), progressive=5)
    posted = one(ContributionsPosted, (each.event for each in table.history))
    assert posted.increment == 10_00 * 2000
    shown = display(table)
    assert shown == START + 2_00
    table.deal({1: "As Ks Qs", 2: "2d 5h 8c", "community": "Js Ts"})
    ride_all(table)
    events = table.finish()
    entered = one(ClaimsEntered, (each.event for each in table.history))
    (award,) = entered.claims.paid.awards
    assert (award.position, award.amount, award.rule) == (1, shown, "4.2")
    line = lines(events)[1, "progressive"]
    assert (line.outcome, line.pays, line.claim, line.rule) == ("win", shown, shown, "4.2")
    assert net(line) == -5_00  # a percentage stands alone, and the stake is collected (R2)
    assert display(table) == 50_000_00
    table.approve()
    assert (table.due, table.play.due.clause) == ("pay_claims", "R7")
    table.refuse(ask.CallBets(DEALER), "round_in_play", "1.1.6")
    table.refuse(ask.PayAwards(DEALER), "post_too_low", None)
    paid = table.pay()
    assert [(each.player, each.amount, each.rule) for each in of(AwardPaid, paid)] == [("Ann", shown, "4.2")]
    assert one(ClaimsClosed, paid).round == 1
    assert table.books.balance(ledger.chips("T1", "Ann")).coming == shown + 3 * 25_000_00
    table.call()
    assert table.chips("Ann") == 10_000_00 + shown + 3 * 25_000_00 - 5_00
    assert table.books.balance(ledger.claims_payable("L1")).posted == 0
    prove("mbs-lir", "4.2", "4.2.1", "R2", "R7")


@pytest.mark.parametrize(("reading", "share"), [("flat", 10), ("per_credit", 30)])
def test_percentages_do_not_grow_with_the_credits(reading: str, share: int) -> None:
    switches = Switches(lir_percentage="flat" if reading == "flat" else "per_credit")
    table = lir_table("Ann", switches=switches)
    start(table, ("Ann", 1), progressive=15)
    shown = display(table)
    table.deal({1: "9s 8s 7s", "community": "6s 5s"})
    ride_all(table)
    line = lines(table.finish())[1, "progressive"]
    assert (line.claim, line.rule) == (shown * share // 100, "4.2")
    assert display(table) == shown - line.claim
    table.pay()
    table.call()
    prove("mbs-lir", "4.2", "R16")


def test_two_straight_flushes_share_as_in_the_sibling_rulebooks() -> None:
    table = lir_table("Ann", "Bob", "Cal")
    start(table, ("Ann", 1), ("Bob", 2), ("Cal", 3), progressive=5)
    shown = display(table)
    assert shown == 100_003_00
    table.deal({1: "2h 3h 4h", 2: "7h 8h 9h", 3: "2c 7d Ts", "community": "5h 6h"})
    ride_all(table)
    settled = lines(table.finish())
    slices = 10_000_30 + 9_000_27
    for position in (1, 2):
        line = settled[position, "progressive"]
        assert (line.claim, line.rule) == (slices // 2, "R7")
        assert "R3" in line.also
    assert display(table) == shown - slices // 2 * 2
    paid = of(AwardPaid, table.pay())
    assert [(each.player, each.amount) for each in paid] == [("Ann", slices // 2), ("Bob", slices // 2)]
    table.call()
    prove("mbs-lir", "R7", "R3", "R4")


def test_a_royal_flush_is_paid_after_a_straight_flush() -> None:
    table = lir_table("Ann", "Bob")
    start(table, ("Ann", 1), ("Bob", 2), progressive=5)
    shown = display(table)
    table.deal({1: "As Ks Qs", 2: "7s 8s 9s", "community": "Js Ts"})
    ride_all(table)
    settled = lines(table.finish())
    tenth = shown // 10
    assert settled[2, "progressive"].claim == tenth
    assert (settled[1, "progressive"].claim, settled[1, "progressive"].rule) == (shown - tenth, "R7")
    assert display(table) == 50_000_00
    table.pay()
    table.call()
    assert table.chips("Bob") == 10_000_00 + 3 * 200 * 25_00 + tenth - 5_00
    prove("mbs-lir", "R5", "R7")


def test_without_a_progressive_wager_a_royal_flush_wins_nothing_of_the_jackpot() -> None:
    table = lir_table("Ann", "Bob")
    table.call()
    enter(table, "Ann", 1)
    enter(table, "Bob", 2, progressive=5)
    table.close()
    shown = display(table)
    table.deal({1: "As Ks Qs", 2: "2d 5h 8c", "community": "Js Ts"})
    ride_all(table)
    events = table.finish()
    assert [line.claim for line in of(LineSettled, events)] == [0] * 7
    assert display(table) == shown
    assert table.due == "call"
    table.refuse(ask.PayAwards(SUPERVISOR), "no_such_claims", None)
    prove("mbs-lir", "4.2.1")


def test_the_features_of_a_round_with_a_claim_are_paid_by_the_house() -> None:
    table = lir_table("Ann", features=BOTH)
    table.call()
    enter(table, "Ann", 1, progressive=5)
    table.close(magic_card="9s", lucky=1)
    shown = display(table)
    table.deal({1: "9s 8s 7s", "community": "6s 5s"})
    ride_all(table)
    settled = lines(table.finish())
    assert settled[1, "progressive"].claim == shown // 10
    assert [(settled[1, name].pays, settled[1, name].claim) for name in ("magic_card", "lucky_player")] == [
        (25_00, 0),
        (25_00, 0),
    ]
    table.pay()
    table.call()
    assert table.chips("Ann") == Cents(10_000_00 + 3 * 200 * 25_00 - 5_00 + shown // 10 + 50_00)
    prove("mbs-lir", "R1", "R97")


def test_features_out_of_the_pool_become_claims() -> None:
    """R1 as `pool`: every jackpot award comes out of the meter, the features among them."""
    table = lir_table("Ann", features=BOTH, switches=Switches(fixed_awards_from="pool"))
    table.call()
    enter(table, "Ann", 1, progressive=5)
    table.close(magic_card="Jc", lucky=1)
    shown = display(table)
    table.deal({1: "Jc 8c 6c", "community": "5c 2c"})
    ride_all(table)
    settled = lines(table.finish())
    claims = {wager: settled[1, wager].claim for wager in ("progressive", "magic_card", "lucky_player")}
    assert claims == {"progressive": 250_00, "magic_card": 25_00, "lucky_player": 25_00}
    assert display(table) == shown - 300_00
    table.pay()
    table.call()
    assert table.chips("Ann") == Cents(10_000_00 + 3 * 8 * 25_00 + 300_00)
    prove("mbs-lir", "R1")


def test_no_player_can_bring_a_jackpot_along() -> None:
    table = lir_table("Ann")
    start(table, ("Ann", 1), progressive=5)
    table.deal(LOSERS)
    ride_all(table)
    table.ask(ask.ShowHand(DEALER, 1))
    jackpot = table.floor.links["L1"].jackpot
    table.refuse(ask.Settle(DEALER, jackpot), "for_the_link", None)
    table.refuse(ask.Settle(player("Ann")), "post_too_low", "1.1.6")


@pytest.mark.parametrize("first", ["T1", "T2"])
def test_winners_at_two_tables_are_paid_in_the_order_in_which_they_are_entered(first: str) -> None:
    """A straight flush at T1, a royal flush at T2: who is settled first takes his share of the display first (R8)."""
    table = lir_table("Ann")
    table.open(setup_for("mbs-lir", "T2"))
    table.seat("Bob")
    hands: dict[str, tuple[str, dict[str | int, str]]] = {
        "T1": ("Ann", {1: "9s 8s 7s", "community": "6s 5s"}),
        "T2": ("Bob", {1: "As Ks Qs", "community": "Js Ts"}),
    }
    for name, (who, cards) in hands.items():
        table.name = name
        start(table, (who, 1), progressive=5)
        table.deal(cards)
        ride_all(table)
    shown = display(table)
    assert shown == START + 2_00
    claims = {}
    for name in (first, "T1" if first == "T2" else "T2"):
        table.name = name
        claims[name] = lines(table.finish())[1, "progressive"].claim
    if first == "T1":
        assert claims == {"T1": shown // 10, "T2": shown - shown // 10}
    else:
        assert claims == {"T1": 5_000_00, "T2": shown}  # a tenth of the reset value
    for name, amount in claims.items():  # and in that order they are paid
        table.name, who = name, hands[name][0]
        table.approve()
        assert table.play.due.clause == "R7"
        paid = one(AwardPaid, table.pay())
        assert (paid.player, paid.amount) == (who, amount)
        table.call()
    assert table.books.balance(ledger.claims_payable("L1")).posted == 0
    prove("mbs-lir", "R7", "R8")
