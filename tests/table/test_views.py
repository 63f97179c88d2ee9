"""What each onlooker sees of a round, moment by moment; what lies face down is a back."""

from collections.abc import Iterable, Mapping

import msgspec
import pytest

from pitlink.cards import NAMES
from pitlink.games.round import Limit
from pitlink.jackpot.link import Features
from pitlink.money import dollars
from pitlink.rulebook.switches import Switches
from pitlink.table import commands as ask
from pitlink.table.seal import commitment
from pitlink.table.views import SPECTATOR, Role, TableView, Viewer, view
from tests.driving import DEALER, PIT_MANAGER, SUPERVISOR, UNIT, Driver, limits_for, money, player, sealed, setup_for
from tests.proving import prove, rows
from tests.table.every_game import ALL, ENTRY, GOES, PLAIN, STAYS, decide_all, play_on, play_plain, table_of
from tests.table.refused_scenes import royal

Seen = tuple[str | None, ...]

# Ann holds 1 and 2, Bob 3; Cy sits at 4 without a wager; on the rail somebody only looks on; the eye is surveillance.
ONLOOKERS: Mapping[str, Viewer] = {
    "Ann": Viewer("Ann", "player"),
    "Bob": Viewer("Bob", "player"),
    "Cy": Viewer("Cy", "player"),
    "rail": Viewer("", "spectator"),
    "dealer": Viewer("Dana", "dealer"),
    "pit": Viewer("Sven", "pit_staff"),
    "eye": Viewer("Eve", "surveillance"),
}


def sees(driver: Driver, who: str) -> TableView:
    return view(driver.table, ONLOOKERS[who])


def backs(cards: Iterable[str | None]) -> bool:
    return all(card is None for card in cards)


def who_sees(driver: Driver, position: int, cards: str) -> str:
    """The onlookers who see the faces of a hand; everybody else must see its backs, as many as it has cards."""
    seeing = []
    for who in ONLOOKERS:
        seen = sees(driver, who).positions[position - 1].cards
        if seen == tuple(cards.split()):
            seeing.append(who)
        else:
            assert backs(seen), f"{who} sees {seen} at {position}"
            assert len(seen) == len(cards.split())
    return "all" if len(seeing) == len(ONLOOKERS) else " ".join(seeing)


def faces(seen: Seen, cards: str) -> int:
    """How many cards lie face up, the first of them; all others are backs."""
    up = sum(card is not None for card in seen)
    assert seen == (*cards.split()[:up], *[None] * (len(seen) - up))
    return up


# What is done; what is due then, and by which clause; community and dealer's cards that all see; who sees each hand.
ROUNDS = {
    "mbs-thb": rows("""
then      | words                             | clause | board | dealer | 1           | 2   | 3
deal      | Position 1 decides                | 3.9    | 0     | 0      |             |     |
look 1    | Position 1 decides                | 3.9    | 0     | 0      | Ann         |     |
look 3    | Position 1 decides                | 3.9    | 0     | 0      | Ann         |     | Bob
1 flop    | Position 2 decides                | 3.9    | 0     | 0      | Ann         |     | Bob
2 flop    | Position 3 decides                | 3.9    | 0     | 0      | Ann         |     | Bob
3 fold    | Turn up community cards           | 3.9.2  | 0     | 0      | Ann         |     | Bob
expose    | Position 1 decides                | 3.9.2  | 3     | 0      | Ann         |     | Bob
1 turn    | Position 2 decides                | 3.9.2  | 3     | 0      | Ann         |     | Bob
2 check   | Turn up community cards           | 3.9.2  | 3     | 0      | Ann         |     | Bob
expose    | Position 1 decides                | 3.9.2  | 4     | 0      | Ann         |     | Bob
1 check   | Position 2 decides                | 3.9.2  | 4     | 0      | Ann         |     | Bob
2 river   | Turn up community cards           | 3.9.2  | 4     | 0      | Ann         |     | Bob
expose    | Turn up the dealer's hand         | 3.10   | 5     | 0      | Ann         |     | Bob
expose    | Turn up position 1                | 3.10.1 | 5     | 2      | Ann         |     | Bob
decline 1 | Turn up position 2                | 3.10.1 | 5     | 2      | Ann pit     |     | Bob
show 2    | Settle                            | 1.1.13 | 5     | 2      | Ann pit     | all | Bob
settle    | Announce: Place your bets, please | 3.1    | 5     | 2      | Ann pit eye | all | Bob eye
"""),
    "mbs-3cp": rows("""
then      | words                             | clause | board | dealer | 1           | 2   | 3
deal      | Position 1 decides                | 3.9    | 0     | 0      |             |     |
look 1    | Position 1 decides                | 3.9    | 0     | 0      | Ann         |     |
1 play    | Position 2 decides                | 3.9    | 0     | 0      | Ann         |     |
look 3    | Position 2 decides                | 3.9    | 0     | 0      | Ann         |     | Bob
2 play    | Position 3 decides                | 3.9    | 0     | 0      | Ann         |     | Bob
3 fold    | Turn up the dealer's hand         | 3.10   | 0     | 0      | Ann         |     | Bob
expose    | Turn up community cards           | 3.10.1 | 0     | 3      | Ann         |     | Bob
expose    | Turn up position 1                | 3.10.2 | 2     | 3      | Ann         |     | Bob
decline 1 | Turn up position 2                | 3.10.2 | 2     | 3      | Ann pit     |     | Bob
show 2    | Settle                            | 1.1.9  | 2     | 3      | Ann pit     | all | Bob
settle    | Announce: Place your bets, please | 3.1    | 2     | 3      | Ann pit eye | all | Bob eye
"""),
    "mbs-uth": rows("""
then      | words                             | clause | board | dealer | 1           | 2   | 3
deal      | Position 1 decides                | 3.9    | 0     | 0      |             |     |
look 1    | Position 1 decides                | 3.9    | 0     | 0      | Ann         |     |
look 3    | Position 1 decides                | 3.9    | 0     | 0      | Ann         |     | Bob
1 play 3x | Position 2 decides                | 3.9    | 0     | 0      | Ann         |     | Bob
2 check   | Position 3 decides                | 3.9    | 0     | 0      | Ann         |     | Bob
3 check   | Turn up community cards           | 3.9.3  | 0     | 0      | Ann         |     | Bob
expose    | Position 2 decides                | 3.9.4  | 3     | 0      | Ann         |     | Bob
2 check   | Position 3 decides                | 3.9.4  | 3     | 0      | Ann         |     | Bob
3 check   | Turn up community cards           | 3.9.5  | 3     | 0      | Ann         |     | Bob
expose    | Position 2 decides                | 3.9.6  | 5     | 0      | Ann         |     | Bob
2 play 1x | Position 3 decides                | 3.9.6  | 5     | 0      | Ann         |     | Bob
3 fold    | Turn up the dealer's hand         | 3.10   | 5     | 0      | Ann         |     | Bob
expose    | Turn up position 1                | 3.10.1 | 5     | 2      | Ann         |     | Bob
decline 1 | Turn up position 2                | 3.10.1 | 5     | 2      | Ann pit     |     | Bob
show 2    | Settle                            | 1.1.13 | 5     | 2      | Ann pit     | all | Bob
settle    | Announce: Place your bets, please | 3.1    | 5     | 2      | Ann pit eye | all | Bob eye
"""),
    "mbs-lir": rows("""
then       | words                             | clause | board | dealer | 1   | 2   | 3
deal       | Position 1 decides                | 3.8    | 0     | 0      |     |     |
look 1     | Position 1 decides                | 3.8    | 0     | 0      | Ann |     |
look 3     | Position 1 decides                | 3.8    | 0     | 0      | Ann |     | Bob
1 ride     | Position 2 decides                | 3.8    | 0     | 0      | Ann |     | Bob
2 ride     | Position 3 decides                | 3.8    | 0     | 0      | Ann |     | Bob
3 withdraw | Turn up community cards           | 3.11   | 0     | 0      | Ann |     | Bob
expose     | Position 1 decides                | 3.12   | 1     | 0      | Ann |     | Bob
1 withdraw | Position 2 decides                | 3.12   | 1     | 0      | Ann |     | Bob
2 ride     | Position 3 decides                | 3.12   | 1     | 0      | Ann |     | Bob
3 withdraw | Turn up community cards           | 3.15   | 1     | 0      | Ann |     | Bob
expose     | Turn up position 3                | 3.17   | 2     | 0      | Ann |     | Bob
show 3     | Turn up position 2                | 3.17   | 2     | 0      | Ann |     | all
show 2     | Turn up position 1                | 3.17   | 2     | 0      | Ann | all | all
show 1     | Settle                            | 1.1.6  | 2     | 0      | all | all | all
settle     | Announce: Place your bets, please | 3.1    | 2     | 0      | all | all | all
"""),
    "rws-3cp": rows("""
then      | words                             | clause | board | dealer | 1   | 2   | 3
deal      | Position 1 decides                | 3.12   | 0     | 0      |     |     |
look 1    | Position 1 decides                | 3.12   | 0     | 0      | Ann |     |
1 play    | Position 2 decides                | 3.12   | 0     | 0      | Ann |     |
look 3    | Position 2 decides                | 3.12   | 0     | 0      | Ann |     | Bob
2 play    | Position 3 decides                | 3.12   | 0     | 0      | Ann |     | Bob
3 fold    | Turn up the dealer's hand         | 3.13   | 0     | 0      | Ann |     | Bob
expose    | Turn up community cards           | 3.13   | 0     | 3      | Ann |     | Bob
expose    | Turn up position 1                | 4.5    | 2     | 3      | Ann |     | Bob
show 1    | Turn up position 2                | 4.5    | 2     | 3      | all |     | Bob
show 2    | Settle                            | 1.20   | 2     | 3      | all | all | Bob
settle    | Announce: Place your bets, please | 3.2    | 2     | 3      | all | all | Bob eye
"""),
}


def do(driver: Driver, game: str, words: str) -> None:
    """One step of a round as a row tells it."""
    first, _, rest = words.partition(" ")
    match first:
        case "deal":
            driver.deal(PLAIN[game])
        case "look":
            driver.ask(ask.Look(player(str(driver.box(int(rest)).seat.player)), int(rest)))
        case "expose":
            driver.ask(ask.Expose(DEALER))
        case "show":
            driver.ask(ask.ShowHand(DEALER, int(rest)))
        case "decline":
            driver.ask(ask.DeclineToShow(player(str(driver.box(int(rest)).seat.player)), int(rest)))
        case "settle":
            driver.ask(ask.Settle(DEALER))
        case _:
            driver.ask(ask.Decide(player(str(driver.box(int(first)).seat.player)), int(first), rest))


def three_hands(game: str) -> Driver:
    """Ann at 1 and, blind, at 2; Bob at 3; Cy sits at 4."""
    driver = table_of(game, "Ann", positions=5)
    for name, position in (("Bob", 3), ("Cy", 4)):
        driver.come(name)
        driver.ask(ask.Sit(player(name), name, position))
    driver.call()
    for name, position in (("Ann", 1), ("Ann", 2), ("Bob", 3)):
        driver.bet(name, position, **ENTRY[game])
    return driver


@pytest.mark.parametrize("game", ALL)
def test_a_round_shows_each_onlooker_what_the_book_lets_him_see(game: str) -> None:
    driver = three_hands(game)
    driver.close()
    first = sees(driver, "rail")
    assert first.step is not None
    assert first.step.words.startswith("Deal: ")
    assert (first.community, first.dealer_cards) == ((), ())
    assert all(position.cards == () for position in first.positions)
    hands = PLAIN[game]
    for row in ROUNDS[game]:
        do(driver, game, row["then"])
        told = f"{game}, after {row['then']}"
        for who in ONLOOKERS:
            seen = sees(driver, who)
            assert seen.step is not None
            assert (seen.step.words, seen.step.clause) == (row["words"], row["clause"]), told
            assert faces(seen.community, hands["community"]) == int(row["board"]), f"{told}: {who}"
            assert faces(seen.dealer_cards, hands.get("dealer", "")) == int(row["dealer"]), f"{told}: {who}"
            assert seen.positions[3].cards == ()
        for position in (1, 2, 3):
            assert who_sees(driver, position, hands[position]) == row[str(position)], f"{told}, position {position}"
    prove(game, *{row["clause"] for row in ROUNDS[game]})
    driver.call()
    fresh = sees(driver, "eye")
    assert fresh.step is not None
    assert fresh.step.words == "Announce: No more bets"
    assert all(position.cards == () for position in fresh.positions)
    assert (fresh.community, fresh.dealer_cards, fresh.dealer_hand) == ((), (), None)


def test_a_hand_not_shown_in_rws_is_for_nobody_but_its_player() -> None:
    driver = three_hands("rws-3cp")
    for words in ("close", "deal", "look 1", "1 play", "2 play", "3 fold", "expose", "expose", "decline 1"):
        if words == "close":
            driver.close()
        else:
            do(driver, "rws-3cp", words)
    assert who_sees(driver, 1, str(PLAIN["rws-3cp"][1])) == "Ann"


@pytest.mark.parametrize(("game", "clause"), [("mbs-thb", "3.10.1"), ("mbs-3cp", "3.10.2"), ("mbs-uth", "3.10.1")])
def test_a_declined_hand_that_nobody_looked_at_is_seen_by_pit_staff_alone(game: str, clause: str) -> None:
    driver = table_of(game, "Ann")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.close()
    driver.deal(PLAIN[game])
    decide_all(driver, {1: STAYS[game]})
    driver.finish(PLAIN[game], declining=(1,))
    own = str(PLAIN[game][1])
    assert who_sees(driver, 1, own) == "pit eye"
    here = sees(driver, "pit").positions[0]
    assert (here.shown, here.hand) == (False, None)
    assert {clause} <= {each for line in here.lines for each in (line.rule, *line.also)}
    prove(game, clause)


@pytest.mark.parametrize("game", ALL)
def test_looking_turns_no_card_up_for_anybody_else(game: str) -> None:
    driver = table_of(game, "Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.close()
    driver.deal(PLAIN[game])
    own = str(PLAIN[game][1])
    driver.ask(ask.HandleCards(player("Ann"), 1))
    assert who_sees(driver, 1, own) == ""
    assert sees(driver, "Ann").positions[0].viewed is False
    driver.ask(ask.Look(player("Ann"), 1))
    assert who_sees(driver, 1, own) == "Ann"
    assert sees(driver, "rail").positions[0].viewed is True
    named_ann: list[Role] = ["spectator", "dealer", "pit_staff", "surveillance"]
    for role in named_ann:  # a name alone opens nothing
        assert backs(view(driver.table, Viewer("Ann", role)).positions[0].cards)


@pytest.mark.parametrize("game", ALL)
def test_a_sealed_deck_is_for_surveillance_once_it_is_opened(game: str) -> None:
    deck = sealed(reversed(NAMES))
    driver = table_of(game, "Ann", "Bob", cards="sealed_deck")
    driver.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        driver.bet(name, position, **ENTRY[game])
    assert sees(driver, "rail").seal == ()
    driver.close(deck)
    assert all(sees(driver, who).seal == deck.commitments for who in ONLOOKERS)
    driver.deal_sealed(deck)
    own = " ".join(str(card) for card in cards_at(driver, 2))
    decide_all(driver, {1: STAYS[game], 2: GOES[game]})
    driver.deal_sealed(deck)
    driver.finish()
    due = sees(driver, "dealer").step
    assert due is not None
    assert (due.step, due.words, due.clause) == ("open_deck", "Open the deck", None)
    shown = "all" if game == "mbs-lir" else ""  # there the dealer turns every hand over (3.17)
    assert who_sees(driver, 2, own) == shown
    driver.ask(ask.OpenDeck(DEALER, deck.cards, deck.salts))
    assert who_sees(driver, 2, own) == (shown or "eye")
    up = sorted(slot.nth for slot in driver.play.slots.values() if slot.up)
    assert up
    hidden = [salt for nth, salt in enumerate(deck.salts, start=1) if nth not in up]
    for who in ONLOOKERS:
        seen = sees(driver, who)
        text = msgspec.json.encode(seen).decode()
        assert seen.seal == deck.commitments
        told = sorted((each.nth, each.card, each.salt) for each in seen.opened)
        assert told == [(nth, deck.cards[nth - 1], deck.salts[nth - 1]) for nth in up]
        assert all(commitment(*each) == seen.seal[each[0] - 1] for each in told)  # anybody can check it
        assert not any(salt in text for salt in hidden)
        undealt = deck.cards[len(driver.play.slots) :]
        assert not any(f'"{card}"' in text for card in undealt)


def cards_at(driver: Driver, position: int) -> list[str]:
    slots = driver.play.slots.items()
    return [NAMES[slot.card] for place, slot in slots if place.position == position and slot.card is not None]


@pytest.mark.parametrize("game", ["mbs-thb", "mbs-3cp", "mbs-uth", "mbs-lir"])
def test_cards_that_nobody_has_read_are_backs_to_everybody(game: str) -> None:
    """Dealt by hand: the player sees his cards on the felt, but no view can tell them."""
    hands = PLAIN[game]
    driver = table_of(game, "Ann", "Bob", cards="hand_dealt", device=MANUAL[game])
    driver.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        driver.bet(name, position, **ENTRY[game])
    driver.close()
    driver.deal({})
    driver.ask(ask.Look(player("Ann"), 1))
    for who in ONLOOKERS:
        seen = sees(driver, who)
        assert all(backs(position.cards) for position in seen.positions)
        assert len(seen.positions[0].cards) == len(hands[1].split())
        assert backs(seen.community)
    left = {1: list(STAYS[game]), 2: list(GOES[game])}
    board = hands["community"].split()
    while driver.due != "settle":
        due = driver.play.due
        match due.step:
            case "deal":
                driver.deal({})
            case "decide":
                name = str(driver.box(due.position).seat.player)
                driver.ask(ask.Decide(player(name), due.position, left[due.position].pop(0)))
            case "expose":
                assert due.exposure is not None
                of_dealer = due.exposure.of == "dealer"
                new = hands["dealer"].split() if of_dealer else board[driver.play.exposed : due.exposure.cards]
                driver.ask(ask.Expose(DEALER, tuple(new)))
            case _:
                driver.ask(ask.ShowHand(DEALER, due.position, tuple(hands[due.position].split())))
    driver.ask(ask.Settle(DEALER))
    assert who_sees(driver, 1, hands[1]) == "all"
    if game != "mbs-lir":
        assert all(backs(sees(driver, who).positions[1].cards) for who in ONLOOKERS)


MANUAL = {"mbs-thb": "manual", "mbs-3cp": "manual", "mbs-uth": "manual", "mbs-lir": "any"}


# The layout and its signs

LAYOUTS = rows("""
game    | areas                                          | by    | layout | limits | progressive
mbs-thb | ante, flop, turn, river, bonus, progressive    | 2.2.1 | 2.2    | 3.4    | 3.5.3
mbs-3cp | ante, play, pair_plus, progressive             | 2.2.1 | 2.2    | 3.4    | 3.5.3
mbs-uth | ante, blind, play, trips, progressive          | 2.2.1 | 2.2    | 3.4    | 3.5.3
mbs-lir | 1, 2, $, progressive                           | 2.2.1 | 2.2    | R33    | 3.5.1
rws-3cp | ante, play, pair_plus, progressive             | 3.6   | 2.1.1  | 3.3    | 2.1.1.b
""")


@pytest.mark.parametrize("row", LAYOUTS, ids=lambda row: row["game"])
def test_the_layout_shows_its_areas_limits_and_unit(row: Mapping[str, str]) -> None:
    game = row["game"]
    driver = table_of(game, limits=limits_for(game, 15, 300))
    for who in ONLOOKERS:
        seen = sees(driver, who)
        assert seen.areas == tuple(row["areas"].split(", "))
        assert (seen.clauses["areas"], seen.clauses["layout"]) == (row["by"], row["layout"])
        wagers = [area for area in seen.areas if area in limits_for(game)]
        assert seen.limits == dict.fromkeys(wagers, Limit(money(15), money(300)))
        assert seen.clauses["limits"] == row["limits"]
        assert (seen.unit, seen.clauses["progressive"]) == (UNIT, row["progressive"])
        assert len(seen.positions) == driver.table.rules.positions
    prove(game, row["by"], row["layout"], row["limits"], row["progressive"])
    alone = sees(table_of(game, link=None), "rail")
    assert alone.unit is None
    assert "progressive" not in alone.clauses


@pytest.mark.parametrize("game", ALL)
def test_a_table_before_its_first_call(game: str) -> None:
    driver = table_of(game, "Ann")
    seen = sees(driver, "rail")
    assert (seen.table, seen.game, seen.open, seen.round, seen.step) == ("T1", game, True, 0, None)
    assert [position.seated for position in seen.positions[:2]] == ["Ann", None]
    assert seen.positions[0].wagers == ()
    assert seen.version == driver.table.version
    driver.ask(ask.AssignDealer(SUPERVISOR, "Dana"))
    assert sees(driver, "rail").dealer == "Dana"
    driver.ask(ask.CloseTable(SUPERVISOR))
    assert sees(driver, "rail").open is False


def test_stacks_show_what_lies_on_the_layout_and_who_is_restricted() -> None:
    driver = table_of("mbs-thb", "Ann", "Bob", chips=500)
    driver.ask(ask.RestrictPlayer(PIT_MANAGER, "Bob"))
    driver.call()
    driver.bet("Ann", 1, ante=25, progressive=5)
    driver.ask(ask.Leave(player("Bob"), "Bob"))
    seen = sees(driver, "rail").players
    ann, bob = seen["Ann"], seen["Bob"]
    assert (dollars(ann.chips), dollars(ann.available), ann.present, ann.restricted) == (
        "500.00",
        "470.00",
        True,
        False,
    )
    assert (dollars(bob.available), bob.present, bob.restricted) == ("500.00", False, True)


def test_a_position_shows_whose_chips_lie_there_and_what_is_wrong_with_them() -> None:
    driver = table_of("mbs-uth", "Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.ask(ask.PlaceWager(player("Bob"), "Bob", 1, "ante", money(10)))
    driver.ask(ask.RecordWager(DEALER, "Bob", 2, "ante", money(5)))
    one, two = sees(driver, "Cy").positions[:2]
    wagers = [(each.wager, each.amount, [(share.player, share.amount) for share in each.shares]) for each in one.wagers]
    assert sorted(wagers) == [("ante", 35_00, [("Ann", 25_00), ("Bob", 10_00)]), ("blind", 25_00, [("Ann", 25_00)])]
    assert [(note.code, note.clause) for note in one.notes] == [("unequal_wagers", "1.1.2")]
    assert [(note.wager, note.code, note.clause) for note in two.notes] == [("ante", "under_minimum", "3.4")]
    prove("mbs-uth", "1.1.2", "3.4")
    driver.bet("Bob", 1, blind=10)
    driver.close()
    one, two = sees(driver, "Cy").positions[:2]
    assert (one.decides, one.invalid, one.notes) == ("Ann", None, ())
    assert two.invalid == "R77"  # no Blind beside it
    driver.deal(PLAIN["mbs-uth"])
    driver.choose(1, "play 3x")
    (play,) = (each for each in sees(driver, "rail").positions[0].wagers if each.wager == "play")
    assert play.amount == 3 * 35_00
    assert sees(driver, "rail").positions[0].decisions == ("play 3x",)


@pytest.mark.parametrize("game", ["mbs-thb", "mbs-3cp", "mbs-uth", "mbs-lir"])
def test_an_absent_player_is_shown_as_such(game: str) -> None:
    driver = table_of(game, "Ann", "Bob")
    driver.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        driver.bet(name, position, **ENTRY[game])
    play_on(driver, PLAIN[game], {1: STAYS[game], 2: ("absent",)})
    assert [position.absent for position in sees(driver, "rail").positions[:2]] == [False, True]
    assert {line.outcome for line in sees(driver, "rail").positions[1].lines} == {"returned"}


# After the settlement: dealer's hand, each hand, each line with its clause

RESULTS = rows("""
game    | hand     | dealer       | position | lines
mbs-thb | one pair | one pair     | 1        | ante push 3.10.2, flop win 3.10.2, turn win 3.10.2, river win 3.10.2
mbs-thb |          | one pair     | 2        | ante lose 3.9.1
mbs-3cp | one pair | one pair yes | 1        | ante win 3.12.1, play win 3.12.1
mbs-3cp |          | one pair yes | 2        | ante lose 3.9.1
mbs-uth | one pair | one pair yes | 1        | ante win 3.10.3, blind push 3.10.4, play win 3.10.3
mbs-uth |          | one pair yes | 2        | ante lose 3.9.6.1, blind lose 3.9.6.1
mbs-lir | one pair |              | 1        | 1 win 3.19, 2 win 3.19, $ win 3.19
mbs-lir |          |              | 2        | 1 returned 3.10, 2 returned 3.14, $ lose 3.3
rws-3cp | one pair | one pair yes | 1        | ante win 3.15.1, play win 3.15.1
rws-3cp |          | one pair yes | 2        | ante lose 3.12.1
""")


@pytest.mark.parametrize("row", RESULTS, ids=lambda row: f"{row['game']} {row['position']}")
def test_lines_are_shown_with_the_clauses_that_decide_them(row: Mapping[str, str]) -> None:
    game = row["game"]
    driver = play_plain(game)
    seen = sees(driver, "rail")
    qualifies = {None: "", True: " yes", False: " no"}[seen.dealer_qualifies]
    assert f"{seen.dealer_hand or ''}{qualifies}" == row["dealer"]
    here = seen.positions[int(row["position"]) - 1]
    assert ", ".join(f"{line.wager} {line.outcome} {line.rule}" for line in here.lines) == row["lines"]
    prove(game, *(line.rule for line in here.lines))
    if row["hand"]:
        assert here.hand is not None
        assert (here.shown, here.hand.hand) == (True, row["hand"])
    elif game != "mbs-lir":
        assert (here.shown, here.hand) == (None, None)
    driver.call()
    assert all(position.lines == () for position in sees(driver, "rail").positions)


# What each line was paid by: on which stake, at which odds, from which table.
PAID = [
    (
        "mbs-uth",
        {"ante": 25, "blind": 25, "trips": 10},
        {1: "Ah 7h", "dealer": "Ks Kd", "community": "2h 9h Jh 5c 8d"},
        "ante 25.00 at 1 to 1 4.1.1, blind 25.00 at 3 to 2 4.1.1, play 100.00 at 1 to 1 4.1.1, "
        "trips 10.00 at 7 to 1 4.1.1",
    ),
    (
        "mbs-3cp",
        {"ante": 25, "pair_plus": 10, "progressive": 5},
        {1: "8h 5h 2h", "dealer": "Ad As Ac", "community": "3h 7h"},
        "pair_plus 10.00 at 4 to 1 4.3, progressive 5.00 pays $100 4.4",
    ),
    (
        "rws-3cp",
        {"ante": 25},
        {1: "9s 9h 9d", "dealer": "Qd Ts 4c", "community": "3h 7h"},
        "ante 25.00 at 1 to 1 4.1, ante_bonus 25.00 at 4 to 1 4.3, play 25.00 at 1 to 1 4.1",
    ),
    ("mbs-lir", {"w1": 25, "w2": 25, "w3": 25}, {1: "2h 7d 9c", "community": "6h Jd"}, ""),
]


@pytest.mark.parametrize(("game", "bets", "hands", "paid"), PAID, ids=[row[0] for row in PAID])
def test_a_line_says_by_which_odds_of_which_table_it_was_paid(
    game: str, bets: Mapping[str, int], hands: Mapping[str | int, str], paid: str
) -> None:
    driver = table_of(game, "Ann")
    driver.call()
    driver.bet("Ann", 1, **bets)
    play_on(driver, hands, {1: STAYS[game]})
    for who in ONLOOKERS:
        here = sees(driver, who).positions[0]
        assert ", ".join(f"{each.wager} {dollars(each.stake)} {each.words} {each.table}" for each in here.paid) == paid
    driver.call()
    assert sees(driver, "rail").positions[0].paid == ()


def test_an_award_of_the_jackpot_says_which_share_it_is() -> None:
    driver = royal(settled=True)()
    (progressive,) = (each for each in sees(driver, "rail").positions[0].paid if each.wager == "progressive")
    assert progressive.words == "pays 100% of the jackpot"


def test_a_table_says_which_points_are_read_otherwise_there() -> None:
    assert view(play_plain("mbs-3cp").table, SPECTATOR).readings == {}
    driver = play_plain("mbs-3cp", switches=Switches(ante_bonus="wins_only"))
    assert view(driver.table, SPECTATOR).readings == {"R65": "wins_only"}


MADE_OF = rows("""
game    | first          | second
mbs-thb | As Ad Jc Ts 9d |
mbs-3cp | As Ad 5c       |
mbs-uth | As Ad Jc Ts 9d |
mbs-lir | As Ad 5c 6h Jd | 2h 7d 9c 6h Jd
rws-3cp | As Ad 5c       |
""")


@pytest.mark.parametrize("row", MADE_OF, ids=lambda row: row["game"])
def test_a_hand_that_was_told_says_which_cards_make_it(row: Mapping[str, str]) -> None:
    """Of seven the five that count; nothing of a hand that was folded."""
    for who in ONLOOKERS:
        first, second = sees(play_plain(row["game"]), who).positions[:2]
        assert (" ".join(first.made_of), " ".join(second.made_of)) == (row["first"], row["second"])


@pytest.mark.parametrize("game", ["mbs-thb", "mbs-3cp", "rws-3cp"])
def test_a_dealers_hand_that_nobody_needs_stays_hidden(game: str) -> None:
    driver = table_of(game, "Ann")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    play_on(driver, PLAIN[game], {1: GOES[game]})
    for who in ONLOOKERS:
        seen = sees(driver, who)
        assert (seen.dealer_hand, seen.dealer_qualifies) == (None, None)
        assert backs(seen.dealer_cards) is (who != "eye")
        assert backs(seen.community) is (who != "eye")


def test_what_the_system_drew_is_shown_from_the_close_on() -> None:
    driver = Driver()
    driver.open_link("mbs", features=Features(5000, 5000))
    driver.open(setup_for("mbs-lir"))
    driver.seat("Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, **ENTRY["mbs-lir"])
    driver.bet("Ann", 1, progressive=5)
    assert (sees(driver, "rail").magic_card, sees(driver, "rail").lucky_position) == (None, None)
    driver.close(magic_card="Ad", lucky=1)
    for who in ONLOOKERS:
        assert (sees(driver, who).magic_card, sees(driver, who).lucky_position) == ("Ad", 1)
    driver.deal(PLAIN["mbs-lir"])
    assert who_sees(driver, 1, str(PLAIN["mbs-lir"][1])) == ""  # that the card is drawn does not say where it lies


@pytest.mark.parametrize(("game", "clause"), [("mbs-thb", "5.1.1"), ("mbs-lir", "5.2"), ("rws-3cp", "5.8.3")])
def test_a_void_round_says_so_and_opens_its_cards_to_surveillance_only(game: str, clause: str) -> None:
    deck = sealed(NAMES)
    driver = table_of(game, "Ann", cards="sealed_deck")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.close(deck)
    driver.deal_sealed(deck)
    own = " ".join(cards_at(driver, 1))
    driver.ask(ask.Look(player("Ann"), 1))
    decide_all(driver, {1: GOES[game]})
    driver.deal_sealed(deck)
    driver.finish()
    shown = "all" if game == "mbs-lir" else ""  # there the dealer turns every hand over (3.17)
    assert who_sees(driver, 1, own) == (shown or "Ann")
    wrong = (deck.salts[1], deck.salts[0], *deck.salts[2:])
    driver.ask(ask.OpenDeck(SUPERVISOR, deck.cards, wrong))
    assert all(sees(driver, who).void == clause for who in ONLOOKERS)
    assert who_sees(driver, 1, own) == (shown or "Ann eye")
    prove(game, clause)


@pytest.mark.parametrize("game", ALL)
def test_a_deal_that_was_broken_off_opens_its_cards_with_the_deck(game: str) -> None:
    deck = sealed(NAMES)
    driver = table_of(game, "Ann", cards="sealed_deck")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.close(deck)
    while not (own := " ".join(cards_at(driver, 1))):
        nth = len(driver.play.slots)
        driver.ask(ask.DealCard(DEALER, deck.cards[nth], deck.salts[nth]))
    driver.ask(ask.DealCard(SUPERVISOR, deck.cards[51], deck.salts[51]))
    assert all(sees(driver, who).void for who in ONLOOKERS)
    assert all(sees(driver, who).opened == () for who in ONLOOKERS)
    assert who_sees(driver, 1, own) == ""
    driver.ask(ask.OpenDeck(DEALER, deck.cards, deck.salts))
    assert who_sees(driver, 1, own) == "eye"


def test_chips_that_were_taken_back_in_their_turn_lie_there_no_longer() -> None:
    driver = table_of("mbs-lir", "Ann", "Bob")
    driver.call()
    for name, position in (("Ann", 1), ("Bob", 2)):
        driver.bet(name, position, **ENTRY["mbs-lir"])
    driver.close()
    driver.deal(PLAIN["mbs-lir"])
    driver.ask(ask.Decide(player("Ann"), 1, "withdraw"))
    ann, bob, *_ = sees(driver, "rail").positions
    assert {each.wager for each in ann.wagers if each.back} == {"1"}
    assert not any(each.back for each in bob.wagers)
