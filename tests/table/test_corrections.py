"""Mistyped cards and wagers, put right under supervision."""

import pytest

from pitlink.games.dealing import Place
from pitlink.money import Cents
from pitlink.table import commands as ask
from pitlink.table.events import (
    CardCorrected,
    CompanionAsked,
    WagerCorrected,
)
from tests.driving import (
    DEALER,
    SUPERVISOR,
    Driver,
    money,
    player,
    setup_for,
)
from tests.proving import prove
from tests.table.letting_ride import LOSERS, enter, lines, lir_table, net, of, one, ride_all, start
from tests.table.sealing import ROYAL, sealed_table
from tests.table.whole_rounds import ENTRIES, HANDS


def test_a_mistyped_card_is_put_right_under_supervision() -> None:
    table = lir_table("Ann")
    start(table, ("Ann", 1))
    place = Place("position", 1, 2)
    table.refuse(ask.CorrectCard(SUPERVISOR, place, "Th"), "no_known_card_there", "3.6")
    table.deal({1: "Td 7c 4h", "community": "Jc 2s"})
    table.refuse(ask.CorrectCard(DEALER, place, "Th"), "post_too_low", "R89")
    ride_all(table)
    for guess in ("Th", "Td", "1h"):  # face down: nobody finds out by asking
        refused = table.refuse(ask.CorrectCard(SUPERVISOR, place, guess), "no_known_card_there", "3.6")
        assert refused.expected == "a card that lies face up"
    table.ask(ask.ShowHand(DEALER, 1))
    table.refuse(ask.CorrectCard(SUPERVISOR, place, "1h"), "not_a_card", "2.1")
    for dealt in ("Td", "7c", "2s"):
        table.refuse(ask.CorrectCard(SUPERVISOR, place, dealt), "card_dealt_before", "2.1")
    corrected = one(CardCorrected, table.ask(ask.CorrectCard(SUPERVISOR, place, "10♥")))
    assert (corrected.place, corrected.was, corrected.card, corrected.by) == (place, "7c", "Th", SUPERVISOR.id)
    settled = lines(table.finish())
    assert {net(line) for line in settled.values()} == {25_00}  # a pair of tens after all
    table.refuse(ask.CorrectCard(SUPERVISOR, place, "7c"), "no_round_in_play", None)


def test_a_card_turned_up_is_put_right_too_and_its_old_name_is_free_again() -> None:
    table = lir_table("Ann")
    start(table, ("Ann", 1))
    table.deal({1: "Td 7c 4h", "community": "Jc 2s"})
    table.choose(1, "ride")
    table.expose()
    table.ask(ask.CorrectCard(SUPERVISOR, Place("community", 0, 1), "Tc"))
    table.refuse(ask.CorrectCard(SUPERVISOR, Place("community", 0, 2), "3s"), "no_known_card_there", "3.6")
    table.choose(1, "ride")
    table.expose()
    table.ask(ask.ShowHand(DEALER, 1))
    table.ask(ask.CorrectCard(SUPERVISOR, Place("position", 1, 2), "Jc"))
    settled = lines(table.finish())
    assert {net(line) for line in settled.values()} == {25_00}


def test_a_sealed_card_and_an_unread_one_cannot_be_mistyped() -> None:
    table = sealed_table("Ann")
    table.deal_sealed(ROYAL)
    table.refuse(ask.CorrectCard(SUPERVISOR, Place("position", 1, 1), "2c"), "sealed_card", None)
    table = lir_table("Ann", cards="hand_dealt")
    start(table, ("Ann", 1))
    table.deal({})
    table.refuse(ask.CorrectCard(SUPERVISOR, Place("position", 1, 1), "2c"), "no_known_card_there", "3.6")


def notes_at(table: Driver, position: int) -> list[tuple[str, str, str | None]]:
    """What is wrong about the wagers of a position as they lie now."""
    return [(note.wager, note.code, note.clause) for note in table.box(position).notes]


def test_a_mistyped_wager_is_put_right_while_bets_are_open() -> None:
    table = lir_table("Ann", "Bob")
    table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "1", money(30)), "no_round_in_play", None)
    table.call()
    enter(table, "Ann", 1, progressive=5)
    table.refuse(ask.CorrectWager(DEALER, "Ann", 1, "1", money(30)), "post_too_low", "R89")
    table.refuse(ask.CorrectWager(SUPERVISOR, "Bob", 1, "1", money(30)), "no_wager_there", "2.2.1")
    table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 2, "1", money(30)), "no_wager_there", "2.2.1")
    table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "1", money(25)), "no_correction", None)
    table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "1", Cents(-1)), "no_correction", None)
    table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "progressive", money(7)), "not_the_unit", "3.5")
    table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "1", money(9_946)), "not_enough_chips", None)
    for wager in ("1", "2", "$"):
        corrected = one(WagerCorrected, table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, wager, money(5))))
        assert (corrected.was, corrected.amount, corrected.by) == (25_00, 5_00, SUPERVISOR.id)
        assert (wager, "under_minimum", "R33") in notes_at(table, 1)
    assert notes_at(table, 1) == [(wager, "under_minimum", "R33") for wager in ("1", "2", "$")]
    table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "progressive", money(15)))
    assert {name: wager.amount for name, wager in table.box(1).seat.wagers.items()} == {
        "1": 5_00,
        "2": 5_00,
        "$": 5_00,
        "progressive": 15_00,
    }
    off = ask.CorrectWager(SUPERVISOR, "Ann", 1, "1", Cents(0))
    table.refuse(off, "progressive_lies_there", "R33")
    for wager in ("progressive", "1", "2", "$"):
        table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, wager, Cents(0)))
    assert table.play.boxes == {}
    assert table.table.players["Ann"].available == 10_000_00
    prove("mbs-lir", "R33")


def test_after_the_close_a_wager_is_put_right_but_not_taken_off_and_the_progressive_not_at_all() -> None:
    table = lir_table("Ann")
    start(table, ("Ann", 1), progressive=5)
    table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "1", Cents(0)), "no_correction", None)
    table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "progressive", money(10)), "counted_by_the_link", "R11")
    table.deal({1: "Td 7c 4h", "community": "Th 2s"})
    events = table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "2", money(30)))
    told = [(each.wager, each.was, each.amount) for each in of(WagerCorrected, events)]
    assert told == [(wager, 25_00, 30_00) for wager in ("1", "2", "$")]  # equal wagers stay equal
    for wager in ("1", "2", "$"):
        table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, wager, money(30)), "no_correction", None)
    assert (table.table.players["Ann"].lying, table.box(1).notes) == (95_00, ())
    ride_all(table)
    settled = lines(table.finish())
    assert {settled[1, wager].pays for wager in ("1", "2", "$")} == {30_00}
    table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "1", money(25)), "no_round_in_play", None)


def test_wagers_of_which_one_was_withdrawn_are_not_corrected_any_more() -> None:
    table = lir_table("Ann")
    start(table, ("Ann", 1))
    table.deal({1: "Td 7c 4h", "community": "Th 2s"})
    table.choose(1, "withdraw")
    for wager in ("1", "2", "$"):
        table.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, wager, money(30)), "withdrawn_before", "5.7")
    assert table.table.players["Ann"].lying == 50_00


def test_a_later_wager_of_a_wrong_amount_waits_for_a_correction() -> None:
    table = Driver()
    table.open(setup_for("mbs-thb"))
    table.seat("Ann")
    table.call()
    table.bet("Ann", 1, ante=25)
    table.close()
    table.deal(HANDS["mbs-thb"])
    table.refuse(ask.Decide(player("Ann"), 1, "flop", money(60)), "wrong_amount", "3.9.2")
    table.ask(ask.RecordDecision(DEALER, 1, "flop", money(60)))
    table.choose(1, "check", "check")
    table.expose()
    table.ask(ask.ShowHand(DEALER, 1))
    assert notes_at(table, 1) == [("flop", "wrong_amount", "R68")]
    refused = table.refuse(ask.Settle(DEALER), "wrong_later_wager", "R68")
    assert refused.found == "flop 60.00 at position 1"
    corrected = one(WagerCorrected, table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "flop", money(50))))
    assert (corrected.was, corrected.amount, notes_at(table, 1)) == (60_00, 50_00, [])
    assert table.table.players["Ann"].lying == 75_00
    assert net(lines(table.ask(ask.Settle(DEALER)))[1, "flop"]) == 50_00


def test_losers_of_a_hand_dealt_round_lose_as_read_ones_do() -> None:
    table = lir_table("Ann", "Bob", cards="hand_dealt")
    start(table, ("Ann", 1), ("Bob", 2))
    table.deal({})
    for card in str(LOSERS["community"]).split():
        for position in (1, 2):
            table.ask(ask.RecordDecision(DEALER, position, "ride"))
        table.ask(ask.Expose(DEALER, (card,)))
    for position in (2, 1):
        table.ask(ask.ShowHand(DEALER, position, tuple(LOSERS[position].split())))
    assert {net(line) for line in lines(table.ask(ask.Settle(DEALER))).values()} == {-25_00}


def test_ante_and_blind_are_put_right_together_after_the_close() -> None:
    """One command for both, so that no correction makes a pair unequal that was equal when bets were closed (R77)."""
    table = Driver()
    table.open(setup_for("mbs-uth"))
    table.seat("Ann", "Bob")
    table.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        table.bet(name, position, ante=25, blind=25)
    table.close()
    table.deal({**HANDS["mbs-uth"], 2: "3c 7d"})
    events = table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", money(30)))
    assert [(each.wager, each.amount) for each in of(WagerCorrected, events)] == [("ante", 30_00), ("blind", 30_00)]
    while table.due in ("decide", "expose"):
        table.expose()
        if table.due == "decide":
            words = {0: "check", 1: "check", 2: "play 1x"}
            position = table.play.due.position
            table.ask(ask.RecordDecision(DEALER, position, words[len(table.box(position).seat.decisions)]))
    settled = lines(table.finish())
    assert {settled[1, wager].stake for wager in ("ante", "blind", "play")} == {30_00}
    assert {settled[2, wager].stake for wager in ("ante", "blind", "play")} == {25_00}


def test_ante_and_blind_that_a_correction_has_left_unequal_at_the_close_go_back() -> None:
    table = Driver()
    table.open(setup_for("mbs-uth"))
    table.seat("Ann", "Bob")
    table.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        table.bet(name, position, ante=25, blind=25)
    one(WagerCorrected, table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", money(30))))
    assert notes_at(table, 1) == [("blind", "unequal_wagers", "1.1.2")]
    table.close()
    table.deal({2: "3c 7d", "dealer": "Kh Qd", "community": "2c 5h 8d 9s Jc"})
    table.choose(2, "check", "check", "fold")
    settled = lines(table.finish())
    assert {settled[1, wager].rule for wager in ("ante", "blind")} == {"R77"}
    assert {settled[1, wager].outcome for wager in ("ante", "blind")} == {"returned"}
    prove("mbs-uth", "R77", "1.1.2")


def test_a_side_bet_that_a_correction_leaves_alone_is_asked_about() -> None:
    """While bets are open a side bet without its companion wants one, or wants to be cancelled (5.12.1)."""
    table = Driver()
    table.open(setup_for("mbs-thb"))
    table.seat("Ann")
    table.call()
    table.bet("Ann", 1, ante=25, bonus=10, progressive=5)
    off = ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", Cents(0))
    table.refuse(off, "progressive_lies_there", "5.12.1")  # its progressive comes off first
    table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "progressive", Cents(0)))
    asked = one(CompanionAsked, table.ask(off))
    assert (asked.player, asked.position, asked.wager, asked.clause) == ("Ann", 1, "bonus", "5.12.1")
    assert notes_at(table, 1) == [("bonus", "companion_missing", "3.5")]
    table.bet("Ann", 1, ante=25)
    assert notes_at(table, 1) == []
    prove("mbs-thb", "5.12.1")


@pytest.mark.parametrize(("game", "side"), [("mbs-thb", "bonus"), ("mbs-uth", "trips")])
def test_a_side_bet_is_taken_off_beside_a_progressive_that_keeps_its_entry(game: str, side: str) -> None:
    """The progressive goes with the Ante (3.5); it does not hang on the other side bet."""
    table = Driver()
    table.open(setup_for(game))
    table.seat("Ann")
    table.call()
    table.bet("Ann", 1, **ENTRIES[game], progressive=5)
    events = table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, side, Cents(0)))
    assert [type(event) for event in events] == [WagerCorrected]
    assert side not in table.box(1).seat.wagers
