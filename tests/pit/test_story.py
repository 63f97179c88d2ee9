"""Every event has words, and every clause it is told with stands in the catalogue."""

import random
from typing import get_args

import pytest

from pitlink import jackpot
from pitlink.bots.players import TEMPERAMENTS, Bot, mind_of
from pitlink.bots.tables import RunningTable, play_rounds
from pitlink.games import GAMES
from pitlink.games.dealing import Place
from pitlink.games.irregularities import Answer, Effect, Offer, What
from pitlink.games.round import Award, JackpotSettlement
from pitlink.jackpot import events as at_link
from pitlink.jackpot.link import ClaimOf, ClaimSet, Fine, Held, Link, Parameters, Stake
from pitlink.money import Cents
from pitlink.pit import Floor, Recorded, log
from pitlink.pit.story import tell
from pitlink.pit.words import Told, cards, money
from pitlink.rulebook.catalogue import find
from pitlink.rulebook.switches import DEFAULT
from pitlink.table import commands as ask
from pitlink.table import events as on
from tests.driving import DEALER, SUPERVISOR, Driver, setup_for
from tests.golden.rounds import GOLDEN, HERE
from tests.table.irregular_scenes import Scene, asked, barred, jackpot_down, removed, reported, settled, voided
from tests.table.refused_scenes import after

TEN, NIL = Cents(10_00), Cents(0)
PARAMETERS = Parameters(Cents(100_000_00), Cents(50_000_00), 2_000, 500, None, "reserve", Cents(1_000_00), Cents(5_00))
AWARDS = JackpotSettlement(
    Cents(100_001_00),
    Cents(90_001_00),
    (Award(2, "progressive", "straight flush", Cents(10_000_00), Cents(10_000_00), "4.2"),),
    Cents(0),
)
CLAIMS = ClaimSet("T1", 1, "mbs-uth", (), (), AWARDS, Cents(0))
FLOOR = Floor(links={"L1": Link("L1", parameters=PARAMETERS, tables={"T1": "mbs-uth"})})
SHOWN = (on.Exposed(Place("position", 1, 1), "As"), on.Exposed(Place("position", 1, 2), "Td"))
SHORT = on.Note("play", "play_is_short", "5.7")

HELD = Held(Fine(10_00_9999), Fine(1_00_0000), Fine(1))

AT_TABLE: list[tuple[on.Event, str]] = [
    (
        on.TableOpened(setup_for("mbs-uth"), "Sven"),
        "Table T1 opens: mbs-uth, layout A, 7 positions, automated, method A",
    ),
    (on.TableClosed("Sven"), "The table closes"),
    (
        on.RackFilled(Cents(5_000_00), "F-1", "Dana", "Sven", "R114"),
        "Fill of $5,000.00, slip F-1, by Sven, signed by Dana",
    ),
    (on.RackCredited(TEN, "C 7", "Dana", "Sven", "R114"), "Credit of $10.00, slip C 7, by Sven, signed by Dana"),
    (on.RackCounted(TEN, Cents(10_05), "Sven", "R115"), "Sven counts the rack: $10.00, $0.05 short"),
    (on.DealerAssigned("Dana", "Sven"), "Dana deals"),
    (on.PlayerJoined("Ann"), "Ann comes to the table"),
    (on.PlayerLeft("Ann"), "Ann leaves"),
    (on.BoughtIn("Ann", Cents(1_234_567_89), "Dana"), "Ann buys in for $1,234,567.89"),
    (on.CashedOut("Ann", TEN, "Dana"), "Ann cashes out $10.00"),
    (on.SatDown("Ann", 3), "Ann sits down at position 3"),
    (on.StoodUp("Ann", 3), "Ann stands up from position 3"),
    (on.PlayerRestricted("Ann", "Sven", "5.9"), "Ann is restricted to one position by Sven"),
    (on.RestrictionLifted("Ann", "Sven"), "Ann is no longer restricted"),
    (on.StayClosed("Ann", "Sven"), "Ann's stay is closed by Sven"),
    (on.BetsCalled(4, "Dana", "3.1"), "Round 4: “Place your bets, please”"),
    (on.WagerPlaced("Ann", 1, "ante", TEN, "Ann", "3.4"), "Ann: ante $10.00 at position 1"),
    (on.WagerFound("Ann", 1, "play", TEN, "Dana", (SHORT,)), "Ann: play $10.00 lies at position 1; play is short"),
    (on.WagerRaised("Ann", 1, "ante", TEN, "Ann"), "Ann: ante at position 1 raised by $10.00"),
    (on.WagerTakenBack("Ann", 1, "ante", TEN, "Ann"), "Ann takes back ante $10.00 at position 1"),
    (
        on.WagerCorrected("Ann", 1, "ante", Cents(5_00), TEN, "Sven"),
        "ante of Ann at position 1: $5.00 put right to $10.00 by Sven",
    ),
    (on.OneHandTold("Ann", "3.8"), "Ann is told that one hand may be looked at"),
    (
        on.CompanionAsked("Ann", 1, "trips", "5.12"),
        "Ann: trips at position 1 needs its companion or is cancelled",
    ),
    (on.MinimumTold("Ann", 1, "ante", "5.2"), "Ann: ante at position 1 is under the minimum"),
    (
        on.BetsClosed("Dana", "3.2", ((1, "Ann"),), (), (on.Invalid(2, "5.13"),), ("x",), "As", 3),
        "“No more bets”; the deck is sealed; Magic Card A♠; Lucky Player position 3; position 2 is invalid",
    ),
    (on.CardDealt(Place("position", 1, 2), "Td"), "position 1, card 2: 10♦"),
    (on.CardCorrected(Place("dealer", 0, 1), "Td", "As", "Sven"), "dealer, card 1: 10♦ put right to A♠ by Sven"),
    (on.CardsHandled(1, "Ann"), "Ann takes up the cards of position 1"),
    (on.CardsViewed(1, "Ann"), "Ann looks at position 1"),
    (
        on.DecisionMade(1, "play 1x", "3.9.6.2", "Ann", "play", TEN, (SHORT,)),
        "Position 1: play 1x, play $10.00; play is short",
    ),
    (on.PlayerAsked(1, "3.9"), "Position 1 is asked once more"),
    (on.TimeGiven(1, "Ann", 1, "R102"), "Position 1 has more time to think"),
    (on.PlayerAbsent(1, "Dana", "5.10"), "Position 1: the player is absent"),
    (on.CardsExposed((on.Exposed(Place("dealer", 0, 1), "As"),), "3.10"), "The dealer's hand: A♠"),
    (on.HandShown(1, SHOWN, "Dana"), "Position 1 shows A♠ 10♦"),
    (on.HandDeclined(1, "Ann", "3.10.1"), "Position 1 does not show"),
    (on.JackpotHandNotified(1, "royal flush", "4.3"), "Position 1 says: royal flush"),
    (
        on.LineSettled(1, "pair_plus", "win", TEN, Cents(40_00), TEN, Cents(5_00), "3.10.3", ("R27",), ()),
        "Position 1, pair plus $10.00: win, pays $40.00, $10.00 back, excess $5.00 back",
    ),
    (on.PlayerWarned("Ann", "R31"), "Ann has had the one result under the minimum"),
    (
        on.RoundSettled(4, "one pair", True, (), None, None, "1.1.13"),
        "Round 4 is settled; the dealer has one pair, qualifies",
    ),
    (on.AwardsAmended(AWARDS, "R84"), "Awards put right: position 2 straight flush $10,000.00"),
    (
        on.ClaimsVerified(52, "camera 4, 14:10", "Sven", "pit_supervisor", "R108"),
        "The pit supervisor (Sven) verifies the winning hands and counts the deck: 52 cards; "
        "recorded as camera 4, 14:10",
    ),
    (
        on.ClaimsApproved(Cents(10_000_00), "Rob", "pit_manager", "R108", software=True),
        "The pit manager (software officer Rob) approves the payment of $10,000.00",
    ),
    (
        on.ClaimsRejected((1,), "marked card", "Sven", "pit_supervisor", "R109", AWARDS),
        "The pit supervisor (Sven) rejects the claim of position 1: “marked card”; "
        "fixed anew: position 2 straight flush $10,000.00",
    ),
    (
        on.AwardPaid(2, "Bob", "progressive", Cents(10_000_00), "4.2", "Sven"),
        "Bob is paid the award of $10,000.00 at position 2",
    ),
    (on.ClaimsClosed(4), "All awards of the round are paid"),
    (on.DeckOpened(("As",), ("x",)), "The deck is opened for surveillance and audit"),
    (on.RoundVoided(4, "5.3", "misdeal", (), claimed=False), "Round 4 is void: misdeal; every wager goes back"),
    (
        on.IrregularityReported("late_wager", "Dana", "5.5", (1,), "Ann", (), "ante", TEN),
        "Reported by Dana: chips laid after the close (position 1; Ann; ante; $10.00)",
    ),
    (
        on.EarlierErrorNoted("foreign_card", 3, "Dana", "5.1.2", "a 7"),
        "Reported by Dana, of round 3: a card that does not belong to the deck: “a 7”; that round is final and stands",
    ),
    (
        on.ReportDismissed("misdeal", "Sven", "pit_supervisor"),
        "The pit supervisor (Sven) finds that it was not so; the round goes on",
    ),
    (on.CardsCounted(12, 11, "Dana", "5.8"), "Dana counts the cards used: 12, 11 were dealt"),
    (
        on.RulingGiven("wrong_player_count", "remove_and_ask", "5.7", "Sven", "pit_supervisor"),
        "The pit supervisor (Sven) rules: the hand is out of play, and the others may withdraw",
    ),
    (on.SettlementSetAside(4, "5.7", claimed=True), "The settlement is set aside, and the round settled anew"),
    (
        on.CardsMoved((on.Moved(Place("position", 1, 1), Place("position", 2, 1)),), "5.2"),
        "Put where they belong: position 1, card 1 as position 2, card 1",
    ),
    (on.HandRemoved(1, "5.7"), "Position 1 is out of play; everything on it goes back"),
    (on.WagersHandedBack(1, ("trips", "progressive"), "5.9"), "Position 1: trips and progressive go back"),
    (
        on.LateChipsRefused("Ann", 1, "ante", TEN, "5.5"),
        "Ann: $10.00 of ante at position 1 came too late and goes back",
    ),
    (on.WagersLetStand((1, 3), "6.1"), "Later wagers at positions 1 and 3 are settled as they lie"),
    (
        on.OptionsGiven((1, 2), (Offer("continue", "5.16.1"), Offer("take_back", "5.16.1")), "5.16.1"),
        "Positions 1 and 2 may go on or take the wagers back",
    ),
    (on.OptionTaken(1, "take_back", "5.16.1", "Ann"), "Position 1 takes the wagers back"),
    (on.PlayerBarred("Ann", "Gil", "5.9"), "No further play for Ann, by Gil"),
    (on.BarLifted("Ann", "Gil"), "Play again for Ann, by Gil"),
    (
        on.JackpotFailed((1, 2), "R23"),
        "The jackpot does not work at positions 1 and 2; the house decides about later rounds",
    ),
    (
        on.LaterRoundsDecided("block_positions", (1, 2), "Gil", "R23"),
        "Gil decides for later rounds: no bets at positions 1 and 2",
    ),
]

AT_LINK: list[tuple[jackpot.Event, str]] = [
    (
        at_link.LinkOpened("L1", "mbs", PARAMETERS, DEFAULT, "Gil", ("odd",)),
        "Link L1 opens at $100,000.00; warning: odd",
    ),
    (at_link.TableAdmitted("T1", "mbs-uth", "Gil"), "Table T1 of mbs-uth joins the link"),
    (at_link.TableReleased("T1", "Gil"), "Table T1 leaves the link"),
    (
        at_link.ContributionsPosted("T1", 1, (Stake(1, Cents(5_00)), Stake(2, TEN)), Fine(0), Fine(0), Fine(0)),
        "Progressive wagers of $15.00 feed the jackpot; the display shows $0.00",
    ),
    (
        at_link.ContributionsReversed(
            "T1", 1, (1, 3), "5.7", "wager_returned", Fine(0), Fine(0), Fine(0), from_house=Fine(0)
        ),
        "What positions 1 and 3 contributed is taken out again; the display shows $0.00",
    ),
    (
        at_link.ClaimsEntered(CLAIMS),
        "Claims entered: position 2 straight flush $10,000.00; the display shows $0.00",
    ),
    (
        at_link.ClaimsOrdered((CLAIMS,), (ClaimOf("T2", 1), ClaimOf("T1", 2)), "Gil", "R46"),
        "Winners are paid in the order T2 position 1, T1 position 2, by Gil's decision",
    ),
    (at_link.ClaimsPaid("T1", 1, "Sven"), "The claims of table T1 are paid by Sven"),
    (
        at_link.ClaimsWithdrawn(CLAIMS, "R39", Cents(0), Cents(0), Cents(0)),
        "The claims of table T1 are withdrawn; the display shows $0.00",
    ),
    (at_link.OverflowReleased("T1", "next_jackpot", TEN), "Overflow of $10.00 goes to the next jackpot"),
    (
        at_link.DisplayCorrected(Cents(-10_00), "meter was cleaned", "Gil"),
        "The display is corrected by -$10.00: meter was cleaned (Gil)",
    ),
    (at_link.LinkSuspended("new sign", "Gil"), "The link is suspended by Gil: new sign; no progressive wagers"),
    (
        at_link.LinkFailed(TEN, "dark", "Gil"),
        "The link has failed, said by Gil: dark; registered: $10.00; no progressive wagers",
    ),
    (
        at_link.LinkChecked("a" * 64, "b" * 64, True, "Gil"),
        "Self-check by Gil passed: software aaaaaaaaaaaa, parameters bbbbbbbbbbbb",
    ),
    (at_link.LinkResumed("ready", "Gil", "Petra"), "The link runs again, by Gil and Petra: ready"),
    (
        at_link.ParametersChanged(PARAMETERS, 2, "approval 17", "Gil", "Petra", ("odd",)),
        "Parameters, version 2, by Gil and Petra: approval 17; warning: odd",
    ),
    (
        at_link.LinkRetired("L2", HELD, "floor closes", "Gil", "Petra", "transferred"),
        "The link is retired by Gil and Petra: floor closes; "
        "display $10.00, reserve $1.00 and overflow $0.00 go to link L2",
    ),
    (
        at_link.JackpotReceived("L9", HELD, "floor closes", "Gil", "Petra"),
        "Received from link L9: display $10.00, reserve $1.00 and overflow $0.00; floor closes; "
        "the display shows $0.00",
    ),
]


def told(event: on.Event | jackpot.Event) -> Told:
    stream = "link/L1" if isinstance(event, jackpot.Event) else "table/T1"
    return tell(Recorded(stream, 1, "Dana", event), FLOOR)


@pytest.mark.parametrize(("event", "words"), [*AT_TABLE, *AT_LINK], ids=lambda each: type(each).__name__)
def test_an_event_is_told_in_these_words(event: on.Event | jackpot.Event, words: str) -> None:
    assert told(event).words == words


def test_every_event_that_there_is_has_words() -> None:
    assert {type(event) for event, _ in AT_TABLE} == set(get_args(on.Event))
    assert {type(event) for event, _ in AT_LINK} == set(get_args(jackpot.Event))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (on.WagerPlaced("Ann", 1, "ante", TEN, "Dana", "3.4"), "Ann: ante $10.00 at position 1, placed by Dana"),
        (on.RackCounted(TEN, TEN, "Sven", "R115"), "Sven counts the rack: $10.00, as it should be"),
        (on.RackCounted(TEN, NIL, "Sven", "R115"), "Sven counts the rack: $10.00, $10.00 over"),
        (on.CardDealt(Place("position", 1, 2)), "position 1, card 2: face down, unread"),
        (on.DecisionMade(1, "fold", "3.9.6.1", None), "Position 1: fold (not said)"),
        (on.DecisionMade(1, "check", "5.11", None), "Position 1: check (absent)"),
        (on.CardsExposed((on.Exposed(Place("community", 0, 1), "Td"),), "3.9.3"), "Community cards: 10♦"),
        (on.BetsClosed("Dana", "3.2", ()), "“No more bets”"),
        (on.RoundSettled(4, "x", False, (), None, None, "3"), "Round 4 is settled; the dealer has x, does not qualify"),
        (on.RoundSettled(4, None, None, (), None, None, "1.1.6"), "Round 4 is settled"),
        (on.LineSettled(1, "1", "lose", TEN, NIL, NIL, NIL, "3.3", (), ()), "Position 1, wager 1 $10.00: lose"),
        (on.IrregularityReported("misdeal", "Ann", "5.2"), "Reported by Ann: cards dealt incorrectly"),
        (
            on.IrregularityReported("exposed_cards", "Ann", "5.4", places=(Place("dealer", 0, 2),), handled=True),
            "Reported by Ann: cards exposed in error (dealer, card 2; cards were handled)",
        ),
        (
            on.IrregularityReported("something_else", "Ann", "6.1", seen=True, words="a fire alarm"),
            "Reported by Ann: something the rules do not cover (cards were seen): “a fire alarm”",
        ),
        (
            on.ReportDismissed("misdeal", "Sven", "pit_supervisor", "all is well"),
            "The pit supervisor (Sven) finds that it was not so: “all is well”; the round goes on",
        ),
        (on.CardsCounted(11, 11, "Dana", "5.8"), "Dana counts the cards used: 11, as many as were dealt"),
        (
            on.RulingGiven("power_failure", "continue", "5.16.2", "Dana", "dealer", "the lamps are lit"),
            "The dealer (Dana) rules: the round goes on: “the lamps are lit”",
        ),
        (
            on.OptionTaken(1, "continue_reconstructed", "5.10.2", None),
            "Position 1 goes on with the hand put right, having said nothing",
        ),
        (on.JackpotFailed((), "5.16"), "The jackpot does not work; the house decides about later rounds"),
        (on.LaterRoundsDecided("restored", (), "Gil", "R23"), "Gil decides for later rounds: the jackpot works again"),
        (on.LaterRoundsDecided("close_table", (), "Gil", "R23"), "Gil decides for later rounds: the table closes"),
        (
            on.LaterRoundsDecided("no_jackpot", (), "Gil", "R23"),
            "Gil decides for later rounds: no progressive jackpot bets are accepted or paid; a notice says so",
        ),
    ],
)  # fmt: skip
def test_what_is_otherwise_is_told_otherwise(event: on.Event, words: str) -> None:
    assert told(event).words == words


def test_every_ruling_and_every_choice_for_later_rounds_has_its_own_words() -> None:
    ruled = [
        told(on.RulingGiven("misdeal", effect, "5.2", "Sven", "pit_supervisor")).words for effect in get_args(Effect)
    ]
    later = [told(on.LaterRoundsDecided(choice, (), "Gil", "R23")).words for choice in get_args(on.LaterRounds)]
    asked = [told(on.OptionsGiven((1,), (Offer(each, "5.10"),), "5.10")).words for each in get_args(Answer)]
    for words in (ruled, later, asked):
        assert len(set(words)) == len(words)


def test_every_sentence_says_something_and_cites_what_the_event_cites() -> None:
    for event, _ in [*AT_TABLE, *AT_LINK]:
        sentence = told(event)
        assert sentence.words.strip() == sentence.words != ""
        assert sentence.level in (0, 1, 2, 3)
        assert all(sentence.clauses)
        assert all(find("mbs-uth", clause) for clause in sentence.clauses if clause.startswith("R"))
        named = [getattr(event, field, None) for field in ("clause", "rule")]
        if not isinstance(event, on.TableOpened):
            assert {clause for clause in named if clause} <= set(sentence.clauses), event


def check_story(history: list[Recorded], game: str) -> set[type]:
    """Every event of a history has a sentence, and its clauses stand in the game's rulebook or among the readings."""
    kinds: set[type] = set()
    for recorded, floor in log.replay(history):
        sentence = tell(recorded, floor)
        assert sentence.words.strip(), recorded
        for clause in sentence.clauses:
            assert find(game, clause) is not None, f"{game} has no clause {clause}: {recorded}"
        kinds.add(type(recorded.event))
    return kinds


@pytest.mark.parametrize("game", GAMES)
def test_what_bots_do_is_told_by_clauses_that_there_are(game: str) -> None:
    dice = random.Random(41)
    running = RunningTable(game, dice)
    minds = {}
    for position, temperament in enumerate(TEMPERAMENTS, start=1):
        bot = Bot(f"Bot {position}", temperament)
        running.seat(bot.name, position)
        minds[bot.name] = mind_of(bot, dice)
    list(play_rounds(running, minds, 30))
    assert {on.DecisionMade, on.LineSettled, on.RoundSettled, on.DeckOpened} <= check_story(running.history, game)


@pytest.mark.parametrize("game", GOLDEN)
def test_the_golden_rounds_are_told_by_clauses_that_there_are(game: str) -> None:
    """That of Let It Ride with claims and an award paid."""
    history = list(log.read((HERE / f"{game}.jsonl").read_bytes().splitlines(keepends=True)))
    kinds = check_story(history, game)
    assert game != "mbs-lir" or {at_link.ClaimsEntered, on.AwardPaid, on.ClaimsClosed} <= kinds


@pytest.mark.parametrize("game", GAMES)
def test_a_round_of_silence_is_told_by_clauses_that_there_are(game: str) -> None:
    """With chips recorded as they lie: each rulebook has clauses of its own for it."""
    driver = Driver()
    driver.open(setup_for(game))
    driver.seat("Ann", "Bob")
    driver.call()
    for name, position in (("Ann", 1), ("Bob", 2)):
        for wager in GAMES[game].LAYOUT.placed:
            if wager in ("ante", "blind", "1", "2", "$"):
                driver.ask(ask.RecordWager(DEALER, name, position, wager, TEN))
    driver.close()
    driver.deal({})
    while driver.due == "decide":
        driver.ask(ask.TakeSilence(DEALER, driver.play.due.position))
        driver.expose()
    driver.finish()
    kinds = check_story(driver.history, game)
    assert {on.WagerFound, on.PlayerAsked, on.DecisionMade} <= kinds


@pytest.mark.parametrize("game", GAMES)
def test_what_went_wrong_is_told_by_clauses_that_there_are(game: str) -> None:
    scenes = [voided(game), removed(game), jackpot_down(game, "no_jackpot"), again(settled(game), "wrong_player_count")]
    scenes += [barred(game), asked(game)] if game != "rws-3cp" else []
    kinds: set[type] = set()
    for scene in scenes:
        kinds |= check_story(scene().history, game)
    assert {on.IrregularityReported, on.RulingGiven, on.RoundVoided, on.HandRemoved, on.SettlementSetAside} <= kinds
    assert {on.JackpotFailed, on.LaterRoundsDecided} <= kinds
    assert game == "rws-3cp" or {on.PlayerBarred, on.OptionsGiven} <= kinds


def again(scene: Scene, what: What) -> Scene:
    """A hand of a settled round is out, and the round is settled anew."""
    return after(reported(scene, what, 1), ask.Rule(SUPERVISOR, "remove"), ask.Settle(DEALER))


def test_money_and_cards_are_told_as_a_person_reads_them() -> None:
    assert [money(Cents(each)) for each in (0, 5, 12_34, 1_234_567_00)] == ["$0.00", "$0.05", "$12.34", "$1,234,567.00"]
    assert cards(["Ts", "Ah", "2d", "Kc"]) == "10♠ A♥ 2♦ K♣"
