"""A finished round as a round file: the same money when anybody settles it again, or a refusal by name."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from pitlink import roundfile
from pitlink.cards import NAMES
from pitlink.games.dealing import Place
from pitlink.jackpot.link import Features
from pitlink.money import cents_of
from pitlink.pit.export import export, export_hands_of
from pitlink.refusals import Refused
from pitlink.table import commands as ask
from tests.driving import DEALER, SUPERVISOR, Driver, check_export, money, player, sealed, setup_for
from tests.table.every_game import ALL, ENTRY, GOES, PLAIN, STAYS, Hands, decide_all, play_on, play_plain, table_of


def refused(driver: Driver) -> str:
    raw = export(driver.table)
    assert isinstance(raw, Refused), raw
    assert raw.found
    assert raw.expected
    assert driver.name in raw.found
    return raw.code


def exported(driver: Driver) -> dict[str, Any]:
    """The round file, settled to the same money; a refusal is not good enough here."""
    raw = export(driver.table)
    assert not isinstance(raw, Refused), str(raw)
    check_export(driver)
    return raw


# What the format has no words for


@pytest.mark.parametrize("game", ALL)
def test_a_round_is_exported_once_it_is_settled(game: str) -> None:
    driver = table_of(game, "Ann")
    assert refused(driver) == "round_not_settled"
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    assert refused(driver) == "round_not_settled"
    driver.close()
    driver.deal(PLAIN[game])
    decide_all(driver, {1: STAYS[game]})
    assert refused(driver) == "round_not_settled"
    driver.finish(PLAIN[game])
    exported(driver)
    driver.call()
    assert refused(driver) == "round_not_settled"  # the new round, not the old one


@pytest.mark.parametrize("game", ALL)
def test_a_void_round_is_not_exported(game: str) -> None:
    deck = sealed(reversed(NAMES))
    driver = table_of(game, "Ann", cards="sealed_deck")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.close(deck)
    driver.deal_sealed(deck)
    decide_all(driver, {1: STAYS[game]})
    driver.deal_sealed(deck)
    driver.finish()
    exported(driver)
    driver.ask(ask.OpenDeck(SUPERVISOR, deck.cards, (deck.salts[1], deck.salts[0], *deck.salts[2:])))
    assert refused(driver) == "ruling_not_in_format"


@pytest.mark.parametrize(
    ("game", "wagers"),
    [
        ("mbs-uth", {"ante": 25}),
        ("mbs-uth", {"ante": 25, "blind": 30}),
        ("mbs-lir", {"$": 25}),
        ("mbs-lir", {"1": 25, "2": 25, "$": 30}),
    ],
)
def test_unequal_entries_are_not_exported(game: str, wagers: Mapping[str, int]) -> None:
    driver = table_of(game, "Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    for wager, stake in wagers.items():
        driver.ask(ask.RecordWager(DEALER, "Bob", 2, wager, money(stake)))
    play_on(driver, PLAIN[game], {1: STAYS[game]})
    assert refused(driver) == "unequal_entry"


@pytest.mark.parametrize("game", ["mbs-thb", "mbs-3cp"])
def test_cards_that_nobody_has_read_are_not_exported(game: str) -> None:
    driver = table_of(game, "Ann", cards="hand_dealt", device="manual")
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.close()
    driver.deal({})
    driver.choose(1, "fold")
    driver.finish()
    assert refused(driver) == "cards_never_exposed"


def deal_at(driver: Driver, table: str, hands: Hands, times: Mapping[Place, int]) -> None:
    """Cards with the moment of each; those not named lie there at moment 0."""
    driver.name = table
    spare = iter(["2h", "3h"])
    while driver.due == "deal":
        place = driver.play.due.place
        assert place is not None
        owner = place.position if place.where == "position" else place.where
        card = hands[owner].split()[place.nth - 1] if owner in hands else next(spare)
        driver.ask(ask.DealCard(DEALER, card, at=times.get(place, 0)))


def test_awards_with_another_tables_between_them_are_not_exported() -> None:
    """Two straight flushes at T1, dealt at 1 and 30; one at T2, dealt at 10, is paid between them (rws-3cp 4.7.2)."""
    driver = Driver()
    both: Hands = {1: "2s 3s 4s", 2: "7s 8s 9s", "community": "5s 6s", "dealer": "8c 8d 4c"}
    for name in ("T1", "T2"):
        driver.open(setup_for("rws-3cp", name))
        driver.seat(f"{name}a", f"{name}b")
        driver.call()
        for position in (1, 2) if name == "T1" else (1,):
            driver.bet(f"{name}{'ab'[position - 1]}", position, ante=25, progressive=5)
        driver.close()
    deal_at(driver, "T1", both, {Place("position", 1, 3): 1, Place("position", 2, 3): 30})
    deal_at(driver, "T2", both, {Place("position", 1, 3): 10})
    for name in ("T1", "T2"):
        driver.name = name
        decide_all(driver, {1: ("play",), 2: ("play",)})
        driver.finish()
        if name == "T1":
            assert [award["amount"] for award in settle_again(exported(driver))] == ["10000.30", "9000.27"]
    driver.name = "T1"
    paid = driver.play.paid
    assert paid is not None
    assert [award.amount for award in paid.awards] == [10_000_30, 8_100_24]  # T2's 9000.27 came between
    assert refused(driver) == "award_of_another_table"
    raw = export(driver.floor.tables["T2"])  # alone it is paid by 4.4; that it was 4.7.2's turn no round file can say
    assert not isinstance(raw, Refused)
    assert [award["amount"] for award in settle_again(raw)] == ["9000.27"]


def settle_again(raw: dict[str, Any]) -> list[dict[str, str]]:
    """The awards of a round file."""
    out = roundfile.settlement_out(roundfile.settle(msgspec.json.encode(raw)))
    told: list[dict[str, str]] = msgspec.to_builtins(out)["jackpot"]["awards"]
    return told


def test_an_amended_award_is_exported_from_the_value_it_was_paid_from() -> None:
    driver = Driver()
    hands: list[Hands] = [
        {1: "As Ks Qs", "community": "Js Ts", "dealer": "8c 8d 4c"},
        {1: "2s 3s 4s", "community": "5s 6s", "dealer": "8c 8d 4c"},
    ]
    for name in ("T1", "T2"):
        driver.open(setup_for("rws-3cp", name))
        driver.seat(f"{name}a")
        driver.call()
        driver.bet(f"{name}a", 1, ante=25, progressive=5)
        driver.close()
    for name, cards, at in (("T1", hands[0], 20), ("T2", hands[1], 10)):
        deal_at(driver, name, cards, {Place("position", 1, 3): at})
        decide_all(driver, {1: ("play",)})
        driver.finish()
    raw = export(driver.floor.tables["T1"])
    assert not isinstance(raw, Refused)
    assert [award["amount"] for award in settle_again(raw)] == ["90001.80"]


# What it tells


@pytest.mark.parametrize("game", ALL)
def test_an_ordinary_round_comes_to_the_same(game: str) -> None:
    driver = play_plain(game)
    raw = exported(driver)
    assert raw["game"] == game
    assert [seat["position"] for seat in raw["seats"]] == [1, 2]
    again = roundfile.settle(msgspec.json.encode(raw))
    nets = {str(each.seat.player): each.net for each in again.seats}
    assert nets == {name: net for name, net in driver.play.nets.items() if name in nets}
    driver.call()
    assert driver.chips("Ann") == 10_000_00 + nets["Ann"]
    assert driver.chips("Bob") == 10_000_00 + nets["Bob"]


@pytest.mark.parametrize("game", ["mbs-thb", "mbs-3cp", "mbs-uth", "rws-3cp"])
def test_a_declined_hand_comes_to_the_same(game: str) -> None:
    driver = table_of(game, "Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.bet("Ann", 1, progressive=5)
    driver.bet("Bob", 2, **ENTRY[game])
    play_on(driver, PLAIN[game], {1: STAYS[game], 2: STAYS[game]}, declining=(1,))
    exported(driver)
    assert {line.outcome for line in driver.play.lines if line.position == 1} == {"lose"}


@pytest.mark.parametrize("game", ALL)
def test_an_absent_player_comes_to_the_same(game: str) -> None:
    driver = table_of(game, "Ann", "Bob")
    driver.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        driver.bet(name, position, **ENTRY[game])
        driver.bet(name, position, progressive=5)
    play_on(driver, PLAIN[game], {1: STAYS[game], 2: ("absent",)})
    exported(driver)
    outcomes = {line.outcome for line in driver.play.lines if line.position == 2}
    assert outcomes == ({"lose"} if game == "rws-3cp" else {"returned"})


@pytest.mark.parametrize(
    ("game", "choices"), [("mbs-thb", ("flop", "absent", "absent")), ("mbs-lir", ("ride", "absent"))]
)
def test_a_player_absent_later_comes_to_the_same(game: str, choices: tuple[str, ...]) -> None:
    driver = table_of(game, "Ann")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    play_on(driver, PLAIN[game], {1: choices})
    exported(driver)
    assert driver.box(1).seat.decisions == {"mbs-thb": ("flop", "check", "check"), "mbs-lir": ("ride", "ride")}[game]


@pytest.mark.parametrize("game", ["mbs-thb", "mbs-3cp", "rws-3cp"])
@pytest.mark.parametrize("stake", [1500, 5], ids=["over the maximum", "under the minimum"])
@pytest.mark.parametrize("stays", [True, False], ids=["stays", "folds"])
def test_stakes_outside_the_limits_come_to_the_same_twice(game: str, stake: int, *, stays: bool) -> None:
    """Under the minimum a player of an mbs game is paid once; the second time the wager goes back (5.13)."""
    driver = table_of(game, "Ann", chips=50_000)
    for again in (False, True):
        driver.call()
        driver.ask(ask.RecordWager(DEALER, "Ann", 1, "ante", money(stake)))
        if game == "mbs-thb":
            driver.bet("Ann", 1, bonus=10, progressive=5)
        play_on(driver, PLAIN[game], {1: STAYS[game] if stays else GOES[game]})
        raw = exported(driver)
        (ante,) = (line for line in driver.play.lines if line.wager == "ante")
        if stake == 1500:
            assert (ante.stake, ante.excess) == (1000_00, 500_00)
        elif again and game != "rws-3cp":
            assert ante.outcome == "returned"
            assert raw["seats"][0]["warned"] is True
        else:
            assert (ante.stake, ante.outcome != "returned") == (5_00, True)


@pytest.mark.parametrize("game", ["mbs-uth", "mbs-lir"])
@pytest.mark.parametrize("stake", [1500, 5], ids=["over the maximum", "under the minimum"])
def test_equal_entries_outside_the_limits_come_to_the_same_twice(game: str, stake: int) -> None:
    driver = table_of(game, "Ann", chips=50_000)
    for _ in range(2):
        driver.call()
        for wager in ("ante", "blind") if game == "mbs-uth" else ("1", "2", "$"):
            driver.ask(ask.RecordWager(DEALER, "Ann", 1, wager, money(stake)))
        driver.bet("Ann", 1, progressive=5)
        play_on(driver, PLAIN[game], {1: STAYS[game]})
        exported(driver)


ORPHANS = [
    ("mbs-thb", "bonus"),
    ("mbs-thb", "progressive"),
    ("mbs-3cp", "progressive"),
    ("mbs-uth", "trips"),
    ("mbs-uth", "progressive"),
    ("mbs-lir", "progressive"),
    ("rws-3cp", "progressive"),
]


@pytest.mark.parametrize(("game", "wager"), ORPHANS)
def test_a_side_bet_without_its_companion_comes_to_the_same(game: str, wager: str) -> None:
    driver = table_of(game, "Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.ask(ask.RecordWager(DEALER, "Bob", 2, wager, money(5 if wager == "progressive" else 10)))
    play_on(driver, PLAIN[game], {1: STAYS[game]})
    raw = exported(driver)
    (line,) = (line for line in driver.play.lines if line.position == 2)
    assert (line.wager, line.outcome) == (wager, "returned")
    assert [seat["position"] for seat in raw["seats"]] == [1, 2]


@pytest.mark.parametrize("pair_plus", [True, False])
def test_a_progressive_beside_pair_plus_alone_comes_to_the_same(*, pair_plus: bool) -> None:
    """Its companion in mbs-3cp (3.5), none in rws-3cp (5.4)."""
    for game in ("mbs-3cp", "rws-3cp"):
        driver = table_of(game, "Ann", "Bob")
        driver.call()
        driver.bet("Ann", 1, ante=25)
        if pair_plus:
            driver.bet("Bob", 2, pair_plus=10)
        driver.ask(ask.RecordWager(DEALER, "Bob", 2, "progressive", money(5)))
        play_on(driver, PLAIN[game], {1: ("play",)})
        exported(driver)
        (line,) = (line for line in driver.play.lines if line.wager == "progressive")
        assert line.outcome == ("lose" if pair_plus and game == "mbs-3cp" else "returned")


@pytest.mark.parametrize(("stake", "in_play", "excess"), [(30, 25, 5), (20, 20, 0), (25, 25, 0)])
@pytest.mark.parametrize("position", [1, 2])
def test_a_wrong_play_comes_to_the_same_in_rws(stake: int, in_play: int, excess: int, position: int) -> None:
    driver = table_of("rws-3cp", "Ann", "Bob")
    driver.call()
    name = ("Ann", "Bob")[position - 1]
    driver.bet(name, position, ante=25)
    driver.close()
    driver.deal(PLAIN["rws-3cp"])
    driver.ask(ask.RecordDecision(DEALER, position, "play", money(stake)))
    driver.finish()
    exported(driver)
    (line,) = (line for line in driver.play.lines if line.wager == "play")
    assert (line.stake, line.excess, line.outcome) == (in_play * 100, excess * 100, ("win", "lose")[position - 1])


@pytest.mark.parametrize(("magic", "lucky"), [("Ad", None), (None, 1), ("6h", 2), ("Kc", 1), (None, None)])
def test_features_of_let_it_ride_come_to_the_same(magic: str | None, lucky: int | None) -> None:
    driver = Driver()
    driver.open_link("mbs", features=Features(5000, 5000))
    driver.open(setup_for("mbs-lir"))
    driver.seat("Ann", "Bob")
    driver.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        driver.bet(name, position, **ENTRY["mbs-lir"])
        driver.bet(name, position, progressive=10)
    driver.close(magic_card=magic, lucky=lucky)
    driver.deal(PLAIN["mbs-lir"])
    decide_all(driver, {1: ("ride", "withdraw"), 2: ("withdraw", "withdraw")})
    driver.finish()
    exported(driver)
    told = {(line.position, line.wager) for line in driver.play.lines if line.pays and "_" in line.wager}
    wanted = {(lucky, "lucky_player")} if lucky else set()
    wanted |= {"Ad": {(1, "magic_card")}, "6h": {(1, "magic_card"), (2, "magic_card")}}.get(magic or "", set())
    assert told == wanted


JACKPOTS = {
    "royal flush": ("As Ks Qs", "2c 5d 7h", "Js Ts", "As Ks", "2c 5d", "Qs Js Ts 7h 8d"),
    "two straight flushes": ("2s 3s 4s", "7s 8s 9s", "5s 6s", "2s 3s", "7s 8s", "4s 5s 6s Qh Kd"),
    "straight flush and royal flush": ("7s 8s 9s", "Qs Ks As", "Ts Js", "8s 9s", "Ks As", "Ts Js Qs 2h 3d"),
    "four of a kind": ("9s 9d 9h", "2c 5d 7h", "9c Ts", "9s 9d", "2c 5d", "9h 9c Ts 7h Kd"),
    "flush": ("2s 9s Js", "2c 5d 7h", "4s Ks", "2s 9s", "2c 5d", "Js 4s Ks 7h Td"),
}


@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize("won", JACKPOTS)
@pytest.mark.parametrize("stays", [True, False], ids=["stays", "folds"])
def test_jackpots_come_to_the_same(game: str, won: str, *, stays: bool) -> None:
    three, two = JACKPOTS[won][:3], JACKPOTS[won][3:]
    one, other, board = two if game in ("mbs-thb", "mbs-uth") else three
    dealer = "8c 4c" if game in ("mbs-thb", "mbs-uth") else "8c 8h 4c"
    hands: Hands = {1: one, 2: other, "community": board, "dealer": dealer}
    driver = table_of(game, "Ann", "Bob")
    driver.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        driver.bet(name, position, **ENTRY[game])
        driver.bet(name, position, progressive=5)
    play_on(driver, hands, {1: STAYS[game] if stays else GOES[game], 2: STAYS[game]})
    raw = exported(driver)
    assert cents_of(raw["jackpot"]["meter"]) == 100_002_00
    paid = driver.play.paid
    majors = {"royal flush": 1, "two straight flushes": 2, "straight flush and royal flush": 2}.get(won, 0)
    assert (len(paid.awards) if paid else 0) == majors
    if majors:
        driver.pay()
        exported(driver)


def test_chips_of_two_players_on_one_wager_come_to_the_same() -> None:
    driver = table_of("mbs-3cp", "Ann")
    driver.come("Cy")
    driver.call()
    driver.bet("Ann", 1, ante="12.35")
    driver.ask(ask.PlaceWager(player("Cy"), "Cy", 1, "ante", money("20.10")))
    driver.bet("Ann", 1, progressive=5)
    play_on(driver, PLAIN["mbs-3cp"], {1: ("play",)})
    exported(driver)


# One player's hands


def own(driver: Driver, name: str) -> dict[str, Any]:
    """The file of a player's hands, settled to what the table paid them."""
    raw = export_hands_of(name, driver.table)
    assert not isinstance(raw, Refused), str(raw)
    settled = roundfile.settle(msgspec.json.encode(raw))
    lines = {(each.seat.position, line.wager): line for each in settled.seats for line in each.lines}
    theirs = {(line.position, line.wager): line for line in driver.play.lines if line.position in raw_positions(raw)}
    assert lines.keys() == theirs.keys()
    for key, line in lines.items():
        live = theirs[key]
        assert (line.outcome, line.pays, line.rule) == (live.outcome, live.pays, live.rule), key
    return raw


def raw_positions(raw: dict[str, Any]) -> set[int]:
    return {seat["position"] for seat in raw["seats"]}


def not_own(driver: Driver, name: str) -> str:
    raw = export_hands_of(name, driver.table)
    assert isinstance(raw, Refused), raw
    assert raw.found
    assert raw.expected
    assert driver.name in raw.found
    return raw.code


@pytest.mark.parametrize("game", ALL)
def test_each_player_has_a_file_of_his_own_hand(game: str) -> None:
    driver = table_of(game, "Ann", "Bob")
    driver.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        driver.bet(name, position, **ENTRY[game])
    play_on(driver, PLAIN[game], {1: STAYS[game], 2: STAYS[game]})
    for position, name in ((1, "Ann"), (2, "Bob")):
        (seat,) = own(driver, name)["seats"]
        assert (seat["position"], seat["player"]) == (position, name)
    assert not_own(driver, "Cy") == "not_your_round"


@pytest.mark.parametrize("game", ALL)
def test_a_hand_has_no_file_before_it_is_settled(game: str) -> None:
    driver = table_of(game, "Ann")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    assert not_own(driver, "Ann") == "round_not_settled"


@pytest.mark.parametrize("game", ["mbs-thb", "mbs-3cp", "mbs-uth", "rws-3cp"])
def test_a_dealer_whose_cards_stayed_down_is_in_no_players_file(game: str) -> None:
    """Staff may know them; the player who folded has not seen them."""
    driver = table_of(game, "Ann")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    play_on(driver, PLAIN[game], {1: GOES[game]})
    assert not_own(driver, "Ann") == "card_not_shown"
    exported(driver)


@pytest.mark.parametrize("game", ["mbs-thb", "mbs-3cp", "mbs-uth", "rws-3cp"])
@pytest.mark.parametrize("looked", [True, False])
def test_a_hand_that_stayed_down_is_in_the_file_of_who_looked_at_it(game: str, *, looked: bool) -> None:
    driver = table_of(game, "Ann", "Bob")
    driver.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        driver.bet(name, position, **ENTRY[game])
    driver.close()
    driver.deal(PLAIN[game])
    if looked:
        driver.ask(ask.Look(player("Bob"), 2))
    decide_all(driver, {1: STAYS[game], 2: GOES[game]})
    driver.finish(PLAIN[game])
    if not looked:
        assert not_own(driver, "Bob") == "card_not_shown"
    else:
        assert own(driver, "Bob")["seats"][0]["cards"] == PLAIN[game][2].split()
    text = msgspec.json.encode(own(driver, "Ann")).decode()
    assert not any(card in text for card in PLAIN[game][2].split())


def test_what_was_wrong_with_another_hand_does_not_matter() -> None:
    driver = table_of("mbs-uth", "Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.ask(ask.RecordWager(DEALER, "Bob", 2, "ante", money(25)))
    play_on(driver, PLAIN["mbs-uth"], {1: STAYS["mbs-uth"]})
    assert refused(driver) == "unequal_entry"
    assert not_own(driver, "Bob") == "unequal_entry"
    own(driver, "Ann")


@pytest.mark.parametrize("game", ALL)
def test_an_award_that_hangs_on_another_hand_is_in_no_file_of_one_hand(game: str) -> None:
    """Two straight flushes: each is paid otherwise than it would be alone."""
    three, two = JACKPOTS["two straight flushes"][:3], JACKPOTS["two straight flushes"][3:]
    one, other, board = two if game in ("mbs-thb", "mbs-uth") else three
    dealer = "8c 4c" if game in ("mbs-thb", "mbs-uth") else "8c 8h 4c"
    driver = table_of(game, "Ann", "Bob")
    driver.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        driver.bet(name, position, **ENTRY[game])
        driver.bet(name, position, progressive=5)
    play_on(driver, {1: one, 2: other, "community": board, "dealer": dealer}, {1: STAYS[game], 2: STAYS[game]})
    codes = set()
    for name in ("Ann", "Bob"):
        raw = export_hands_of(name, driver.table)
        codes |= {raw.code} if isinstance(raw, Refused) else {"the first in order"}
    assert "hangs_on_other_hands" in codes


def test_a_void_round_is_in_nobodys_file() -> None:
    deck = sealed(reversed(NAMES))
    driver = table_of("mbs-3cp", "Ann", cards="sealed_deck")
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.close(deck)
    driver.deal_sealed(deck)
    decide_all(driver, {1: ("play",)})
    driver.deal_sealed(deck)
    driver.finish()
    own(driver, "Ann")
    driver.ask(ask.OpenDeck(SUPERVISOR, deck.cards, (deck.salts[1], deck.salts[0], *deck.salts[2:])))
    assert not_own(driver, "Ann") == "ruling_not_in_format"
