"""A person deals from a physical shoe and types the cards; a jackpot hand is verified and approved by two people."""

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pitlink.cards import NAMES
from pitlink.client import Pit, Rejected
from pitlink.server.roles import Role
from tests.server.running import PASSWORD, Running, floor_of, signed_in
from tests.server.test_playing import TABLES, act
from tests.server.test_staff import bets_are_made, code_of, deal_on, play_out

STAFF: dict[Role, str] = {"dealer": "Dana", "pit_supervisor": "Sven", "pit_manager": "Petra"}
BY_HAND = ("3CP 2", "UTH 2", "LIR 2", "M3P 2", "THB 3")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = open_with_shoes(Path(tmp_path_factory.mktemp("shoe")), tables=11)
    yield made
    made.stop()


def open_with_shoes(folder: Path, tables: int = 7) -> Running:
    """The example's tables with cards from a shoe, from 3CP 2 on dealt by hand, and no software officers."""
    sealed = floor_of(tables).replace('cards = "sealed_deck"', "#")
    shoes, by_hand = sealed.replace("unattended = true", 'cards = "reading_shoe"').split('name = "3CP 2"')
    by_hand = by_hand.replace("reading_shoe", "hand_dealt").replace("hand_dealt", 'hand_dealt"\ndevice = "manual', 1)
    (folder / "floor.toml").write_text(f'{shoes}name = "3CP 2"{by_hand}')
    made = Running("", folder)
    made.start("--floor", str(folder / "floor.toml"), "--bots", "2")
    return made


@pytest.fixture(scope="module")
def staff(running: Running) -> Iterator[dict[Role, Pit]]:
    with at_their_posts(running) as signed:
        yield signed


@contextmanager
def at_their_posts(running: Running) -> Iterator[dict[Role, Pit]]:
    with signed_in(running, STAFF) as signed:
        for table in (*TABLES, "THB 2", "3CP 2"):
            signed["pit_supervisor"].do(table, "AssignDealer", dealer="Dana")
        yield signed


def seated(running: Running, dealer: Pit, table: str) -> tuple[Pit, int]:
    """A guest with chips, who has bet as the bots have."""
    zoe = running.guest(f"Zoe at {table}")
    zoe.do(table, "Join")
    dealer.do(table, "BuyIn", player=zoe.name, amount=1_000_00)
    free = next(each.position for each in zoe.table(table).positions if each.seated is None)
    zoe.do(table, "Sit", position=free)
    dealer.do(table, "CallBets")
    for _ in range(6):
        act(zoe, table, free, zoe.options(table))
    bets_are_made(zoe, table)
    return zoe, free


def shoe(*stacked: tuple[str, str]) -> Callable[[str], str]:
    """The next card of a shuffled shoe; of those stacked, each goes where the words say."""
    kept = list(stacked)
    rest = [name for name in NAMES if name not in {card for _, card in stacked}]
    random.Random(5).shuffle(rest)

    def card(words: str) -> str:
        for nth, (where, name) in enumerate(kept):
            if where in words:
                del kept[nth]
                return name
        return rest.pop()

    return card


def test_a_person_deals_a_round_of_each_game_from_a_shoe(running: Running, staff: dict[Role, Pit]) -> None:
    with ThreadPoolExecutor(len(TABLES)) as tables:
        list(tables.map(lambda table: check_dealing(running, staff, table), TABLES))


def check_dealing(running: Running, staff: dict[Role, Pit], table: str) -> None:
    dealer = staff["dealer"]
    zoe, free = seated(running, dealer, table)
    with zoe:
        dealer.do(table, "CloseBets")
        with pytest.raises(Rejected) as refused:
            dealer.do(table, "DealCard")
        assert code_of(refused) == (409, "no_card_named")
        seen = play_out(dealer, zoe, table, free, shoe())
        assert seen.positions[free - 1].lines
        assert seen.void is None
        assert seen.seal == ()
        assert any(each.lines for each in seen.positions if each.seated and "Bot" in each.seated)


def test_a_shoe_is_no_software_dealers_and_a_card_that_came_before_is_named(
    running: Running, staff: dict[Role, Pit]
) -> None:
    dealer, table = staff["dealer"], "LIR 1"
    with pytest.raises(Rejected) as refused:
        staff["pit_supervisor"].do(table, "AssignDealer", dealer="dealer")
    assert code_of(refused) == (409, "no_sealed_deck")
    dealer.do(table, "CallBets")
    bets_are_made(dealer, table)
    dealer.do(table, "CloseBets")
    dealer.do(table, "DealCard", card="Ks")
    with pytest.raises(Rejected, match="K"):
        dealer.do(table, "DealCard", card="Ks")
    deal_on(dealer, table, ("call",), shoe(("nowhere", "Ks")))


def test_a_royal_flush_is_verified_approved_by_another_and_paid(running: Running, staff: dict[Role, Pit]) -> None:
    """By another post, that is: two supervisors are not enough (R108)."""
    table, dealer, supervisor, manager = "THB 2", staff["dealer"], staff["pit_supervisor"], staff["pit_manager"]
    zoe, free = seated(running, dealer, table)
    with zoe:
        zoe.do(table, "PlaceWager", position=free, wager="progressive", amount=5_00)
        before = zoe.link("Megalink").sign
        dealer.do(table, "CloseBets")
        own = [(f"position {free}", card) for card in ("As", "Ks")]
        card = shoe(*own, *(("community", each) for each in ("Qs", "Js", "Ts")))
        seen = play_out(dealer, zoe, table, free, card, until="verify_claims")
        (pending,) = zoe.link("Megalink").sign.pending
        assert (pending.table, pending.position) == (table, free)
        refusals: tuple[tuple[Pit, str, dict[str, Any], str], ...] = (
            (dealer, "VerifyClaims", {"cards": 52, "surveillance": "camera 4"}, "post_too_low"),
            (supervisor, "ApproveClaims", {}, "not_verified"),
            (supervisor, "VerifyClaims", {"cards": 51, "surveillance": "camera 4"}, "deck_not_whole"),
        )
        for who, command, fields, code in refusals:
            with pytest.raises(Rejected) as refused:
                who.do(table, command, **fields)
            assert code_of(refused) == (409, code)
        supervisor.do(table, "VerifyClaims", cards=52, surveillance="camera 4, from 21:04")
        staff["administrator"].make_account("Uwe", PASSWORD, "pit_supervisor")
        with Pit(running.address) as uwe:
            uwe.sign_in("Uwe", PASSWORD)
            for who, code in ((supervisor, "same_person"), (uwe, "same_post")):
                with pytest.raises(Rejected) as refused:
                    who.do(table, "ApproveClaims")
                assert code_of(refused) == (409, code)
        manager.do(table, "ApproveClaims")
        supervisor.do(table, "PayAwards")
        after = zoe.link("Megalink").sign
        assert (after.hits, after.pending) == (before.hits + 1, ())
        deal_on(dealer, table, ("call",))
        seen = zoe.table(table)
        (award,) = [line for line in seen.positions[free - 1].lines if line.wager == "progressive"]
        assert award.pays >= 100_000_00
        assert manager.table(table).claims is not None
        assert "Petra" in str(manager.table(table).claims)


def test_cards_dealt_by_hand_are_named_when_they_are_turned_up(running: Running, staff: dict[Role, Pit]) -> None:
    with ThreadPoolExecutor(len(BY_HAND)) as tables:
        list(tables.map(lambda table: check_dealing_by_hand(running, staff, table), BY_HAND))


def check_dealing_by_hand(running: Running, staff: dict[Role, Pit], table: str) -> None:
    dealer, named = staff["dealer"], set[str]()
    staff["pit_supervisor"].do(table, "AssignDealer", dealer="Dana")
    zoe, free = seated(running, dealer, table)
    card = shoe()
    with zoe:
        dealer.do(table, "CloseBets")
        with pytest.raises(Rejected) as refused:
            dealer.do(table, "DealCard", card="Ks")
        assert code_of(refused) == (409, "dealt_unread")
        while deal_on(dealer, table, ("decide", "show", "expose", "call")) != "call":
            seen = zoe.table(table)
            if seen.step is None or seen.step.step not in ("decide", "show", "expose"):
                continue  # a bot has decided meanwhile
            if seen.step.step == "decide" and seen.step.position == free:
                act(zoe, table, free, zoe.options(table))
            elif seen.step.step == "decide":
                next(each for each in zoe.follow(table, seen.version) if each.version > seen.version)
            else:
                turned = next(each for each in dealer.options(table) if each.command in ("ShowHand", "Expose"))
                where: dict[str, Any] = {"position": turned.position} if turned.position else {}
                cards = [card("") for _ in range(turned.cards or 0)]
                dealer.do(table, turned.command, cards=cards, **where)
                named |= set(cards)
        seen = zoe.table(table)
        mine = seen.positions[free - 1]
        assert mine.lines
        assert seen.void is None
        assert mine.cards
        assert set(mine.cards) <= named
        assert {each for each in (*seen.dealer_cards, *seen.community) if each} <= named
