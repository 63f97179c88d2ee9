"""The progressive wager: its lines, returns and break-even meters, as the readings and print have them."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitlink.cards import DECK, cards_of
from pitlink.exact.features import featured, returned
from pitlink.exact.progressive import figures, five_card_counts
from pitlink.exact.ranking import masks_of, ordinals, rank_table
from pitlink.exact.rules import NotRules, Rules, approved, changed
from pitlink.games import GAMES
from pitlink.games.round import Jackpot, Round, Seat, Share, wager_of
from pitlink.hands import AceLow, FiveCard
from pitlink.jackpot import odds
from pitlink.jackpot.link import Features
from pitlink.money import Cents

HAND_OF = {
    "royal flush": "As Ks Qs Js Ts",
    "straight flush": "9s Ks Qs Js Ts",
    "four of a kind": "9s 9d 9h 9c Ts",
    "full house": "9s 9d 9h Tc Ts",
    "flush": "2s Ks Qs Js Ts",
    "straight": "9h Ks Qs Js Ts",
    "others": "2h Ks Qs Js Ts",
}


def with_changes(game: str, *wanted: str) -> Rules:
    rules = approved(game)
    for each in wanted:
        rules = changed(rules, each)
    return rules


@pytest.mark.parametrize("ace_low", ["straight_flush", pytest.param("flush", marks=pytest.mark.exhaustive)])
def test_the_classes_of_all_five_card_hands_are_counted_as_one_by_one(ace_low: AceLow) -> None:
    hands = np.fromiter((card for hand in combinations(range(52), 5) for card in hand), np.uint8).reshape(-1, 5)
    classes = rank_table(5, ace_low).classes()[ordinals(masks_of(hands), 5, ace_low)]
    one_by_one = np.bincount(classes, minlength=len(FiveCard))
    assert five_card_counts(ace_low) == {hand: int(one_by_one[hand]) for hand in FiveCard}


def test_the_lines_cover_all_deals() -> None:
    for game in GAMES:
        wager = figures(approved(game))
        assert sum(line.combinations for line in wager.lines) == wager.deals == 2_598_960
    found = {line.what: line.combinations for line in figures(approved("mbs-uth")).lines}
    published = {"royal flush": 4, "straight flush": 36, "four of a kind": 624, "full house": 3_744}
    assert found == {**published, "flush": 5_108, "straight": 10_200, "others": 2_579_244}


# What the readings R15, R17 and R96 state, and print

RETURNS = [
    # game, unit, returned whatever the meter, fair at a meter of so many whole dollars
    ("mbs-3cp", 100, Fraction(31_345, 32_487), 12_021),
    ("mbs-thb", 100, Fraction(31_345, 32_487), 12_021),
    ("rws-3cp", 100, Fraction(31_345, 32_487), 12_021),
    ("mbs-3cp", 500, Fraction(31_345, 32_487) / 5, 1_379_895),
    ("mbs-uth", 100, Fraction(704, 1_911), 215_989),
    ("mbs-uth", 500, Fraction(704, 1_911), 1_079_947),
    ("mbs-lir", 100, Fraction(79_273, 216_580), 216_801),
    ("mbs-lir", 500, Fraction(79_273, 216_580), 1_084_003),
]


@pytest.mark.parametrize(("game", "unit", "fixed", "fair"), RETURNS)
def test_a_wager_returns_what_the_readings_say(game: str, unit: int, fixed: Fraction, fair: int) -> None:
    wager = figures(approved(game), unit)
    assert wager.return_fixed == fixed
    assert wager.break_even_cents is not None
    assert round(wager.break_even_cents / 100) == fair
    assert wager.returns(wager.break_even_cents) == 1
    assert wager.return_per_meter * unit == Fraction(19, 6_497_400)


PUBLISHED = [
    # Caribbean Stud for $1: four of a kind, full house, flush; fair at (Shackleford, Contingencies 2000)
    (100, 75, 50, 263_205),
    (150, 100, 50, 246_784),
    (500, 150, 75, 176_613),
    (500, 100, 50, 218_047),  # printed as 217,047: a digit slip
]


@pytest.mark.parametrize(("four", "full", "flush", "fair"), PUBLISHED)
def test_published_break_even_meters_come_out(four: int, full: int, flush: int, fair: int) -> None:
    cells = (f"four_of_a_kind=${four}", f"full_house=${full}", f"flush=${flush}")
    wager = figures(with_changes("mbs-3cp", *(f"progressive.{each}" for each in cells)), 100)
    assert wager.break_even_cents is not None
    assert int(wager.break_even_cents / 100) == fair


UNITS = [
    # game, units, changes, returned whatever the meter, share of the meter for each stake
    ("mbs-uth", 5, (), Fraction(704, 1_911), Fraction(1, 5)),
    ("mbs-lir", 3, (), Fraction(79_273, 216_580), Fraction(1, 3)),
    ("mbs-uth", 1, ("progressive_stake=returned",), Fraction(704, 1_911) + Fraction(19_716, 2_598_960), Fraction(1)),
    ("mbs-uth", 1, ("progressive_stake=collected",), Fraction(704, 1_911), Fraction(1)),
    ("mbs-lir", 1, ("progressive_stake=collected",), Fraction(941_800, 2_598_960), Fraction(1)),
    ("mbs-lir", 1, ("fixed_awards_from=pool",), Fraction(79_273, 216_580), Fraction(1)),
]


@pytest.mark.parametrize(("game", "units", "wanted", "fixed", "share"), UNITS)
def test_units_and_readings_change_the_return(
    game: str, units: int, wanted: tuple[str, ...], fixed: Fraction, share: Fraction
) -> None:
    wager = figures(with_changes(game, *wanted), 500, units)
    assert wager.return_fixed == fixed
    assert wager.return_per_meter * 500 == Fraction(19, 6_497_400) * share


def test_shares_multiply_with_credits_only_where_the_reading_says_so() -> None:
    """Three credits: 100 % stays the whole, 10 % becomes 30 %."""
    wager = figures(with_changes("mbs-lir", "lir_percentage=per_credit"), 500, 3)
    assert [line.share for line in wager.lines[:2]] == [1, Fraction(3, 10)]
    assert wager.meter_share == (4 + 36 * Fraction(3, 10)) / 2_598_960


def test_a_low_ace_that_makes_a_flush_only_moves_four_hands() -> None:
    wager = figures(with_changes("mbs-3cp", "ace_low_straight_flush=flush"))
    assert [line.combinations for line in wager.lines] == [4, 32, 624, 3_744, 5_112, 2_589_444]
    less = figures(approved("mbs-3cp")).meter_share - wager.meter_share
    assert round(less * 100_000_000) == 15  # cents a round for $1,000,000 of meter (R18)


def test_every_line_pays_as_the_game_settles_it() -> None:
    for game in GAMES:
        for stake_reading in ("by_wording", "collected", "returned"):
            rules = with_changes(game, f"progressive_stake={stake_reading}")
            wager = figures(rules)
            for line in wager.lines:
                back = settled(rules, HAND_OF[line.what], meter=1_000_000_00)
                assert back == line.fixed * 500 + line.share * 1_000_000_00, (game, stake_reading, line.what)


WAGERS = {
    "mbs-thb": (("ante",), ("fold",)),
    "mbs-3cp": (("ante",), ("fold",)),
    "mbs-uth": (("ante", "blind"), ("check", "check", "fold")),
    "mbs-lir": (("1", "2", "$"), ("withdraw", "withdraw")),
    "rws-3cp": (("ante",), ("fold",)),
}


def settled(rules: Rules, cards: str, meter: int) -> int:
    """What one progressive wager of five dollars gets back from the game's own settlement."""
    layout, given = GAMES[rules.game].LAYOUT, cards_of(cards)
    spare = iter([card for card in DECK if card not in given])
    own, community = given[: layout.own_cards], given[layout.own_cards :]
    community += tuple(next(spare) for _ in range(layout.community_cards - len(community)))
    dealer = tuple(next(spare) for _ in range(layout.dealer_cards))
    names, decisions = WAGERS[rules.game]
    wagers = {name: wager_of(Share(None, Cents(1000))) for name in names}
    wagers["progressive"] = wager_of(Share(None, Cents(500)))
    jackpot = Jackpot(Cents(meter), Cents(0), Cents(500))
    seat = Seat(1, wagers, own, decisions)
    round = Round(rules.game, (seat,), community, dealer, jackpot, switches=rules.switches)
    (line,) = (line for line in GAMES[rules.game].settle(round).seats[0].lines if line.wager == "progressive")
    return line.pays + line.returned


def test_the_variance_is_that_of_the_lines() -> None:
    wager = figures(approved("mbs-uth"), 500)
    amounts = [(line.probability, line.fixed + line.share * 50_000) for line in wager.lines]
    mean = sum(chance * amount for chance, amount in amounts)
    assert wager.returns(25_000_000) == mean
    assert wager.variance(25_000_000) == sum(chance * (amount - mean) ** 2 for chance, amount in amounts)


REFUSED = [
    ("mbs-3cp", 500, 2, "2 units: expected 1 (mbs-3cp 3.4.2)"),
    ("mbs-uth", 500, 6, "6 units: expected 1 to 5 (mbs-uth 3.5.3)"),
    ("mbs-lir", 500, 0, "0 units: expected 1 or more (mbs-lir 3.5)"),
    ("mbs-lir", 0, 1, "unit 0.00: expected more than 0.00"),
]


@pytest.mark.parametrize(("game", "unit", "units", "told"), REFUSED)
def test_units_that_the_rulebook_does_not_have_are_refused(game: str, unit: int, units: int, told: str) -> None:
    with pytest.raises(NotRules) as refused:
        figures(approved(game), unit, units)
    assert str(refused.value) == told


# Magic Card and Lucky Player


R96 = [
    # areas, Lucky Player alone, hand and Lucky Player, hand and both
    (1, "500.0", "536.6", "584.7"),
    (2, "250.0", "286.6", "334.7"),
    (3, "166.7", "203.3", "251.3"),
    (4, "125.0", "161.6", "209.7"),
    (5, "100.0", "136.6", "184.7"),
    (6, "83.3", "119.9", "168.0"),
    (7, "71.4", "108.0", "156.1"),
]


@pytest.mark.parametrize(("areas", "lucky", "with_hand", "with_both"), R96)
def test_features_return_what_the_reading_prints(areas: int, lucky: str, with_hand: str, with_both: str) -> None:
    row = featured(approved("mbs-lir"), areas)
    assert row.magic_card == Fraction(25, 52)
    assert row.lucky_player == Fraction(5, areas)
    told = [row.lucky_player, row.hand + row.lucky_player, row.both]
    assert [f"{float(each) * 100:.1f}" for each in told] == [lucky, with_hand, with_both]


def test_features_may_be_drawn_as_often_as_the_reading_says() -> None:
    at_100_000 = [featured(approved("mbs-lir"), areas, 100_000 * 500) for areas in (6, 1)]
    assert [f"{float(each.most_drawn) * 100:.1f}" for each in at_100_000] == ["26.0", "6.2"]
    for row in at_100_000:
        wager = figures(approved("mbs-lir"))
        assert returned(wager, row.areas, 100_000 * 500, row.most_drawn, row.most_drawn) == 1
    hand_and_magic = featured(approved("mbs-lir"), 6)
    over = (1 - hand_and_magic.hand - hand_and_magic.magic_card) / Fraction(19, 6_497_400)
    assert int(over) + 1 == 52_393


def test_features_return_as_the_link_warns() -> None:
    """The running link has its own arithmetic for its warnings."""
    for areas in range(1, 8):
        shares = Fraction(5, 100), Fraction(2, 100)
        found = returned(figures(approved("mbs-lir")), areas, 30_000_000, *shares)
        besides = odds.hand_awards_return() + odds.features_return(Features(500, 200), areas)
        assert found == besides + odds.jackpot_return(Cents(30_000_000), Cents(500))


FEATURE_READINGS = [
    # changes, Magic Card in every round adds
    ((), Fraction(25, 52)),
    (("magic_card_pays=per_clause",), Fraction(25, 52)),
    (("feature_returns_stake=yes",), Fraction(25, 52) + Fraction(5, 52) * Fraction(2_589_444, 2_598_960)),
    (("features_add_up=highest_only",), Fraction(25, 52) * Fraction(2_589_444, 2_598_960)),
]


@pytest.mark.parametrize(("wanted", "added"), FEATURE_READINGS)
def test_readings_of_the_features_change_what_they_add(wanted: tuple[str, ...], added: Fraction) -> None:
    row = featured(with_changes("mbs-lir", *wanted), 6, 100_000 * 500)
    assert row.magic_card == added


def test_the_stake_handed_back_is_worth_what_the_reading_says() -> None:
    rows = [featured(with_changes("mbs-lir", f"feature_returns_stake={each}"), 6) for each in ("yes", "no")]
    assert f"{float(rows[0].magic_card - rows[1].magic_card) * 100:.2f}" == "9.58"


def test_only_let_it_ride_has_features() -> None:
    with pytest.raises(NotRules, match="expected mbs-lir"):
        featured(approved("mbs-3cp"), 6)
    with pytest.raises(NotRules, match="expected 1 or more"):
        featured(approved("mbs-lir"), 0)
