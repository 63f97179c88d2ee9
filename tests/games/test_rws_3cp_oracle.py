"""rws-3cp against a second reading of the rulebook: any deal, any wagers, any decisions, settled twice.

`worked_out` below is written from the printed text and the readings alone and shares nothing with the game: cards are
strings, hands are told apart by sorted ranks, money is in dollars.
"""

from collections import Counter
from decimal import ROUND_DOWN, Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.by_hand import DECK, HIGH, MOSTLY, RANKS, SUITED
from tests.proving import Json, cell_of, settle

PAIR_PLUS = {5: 40, 4: 30, 3: 5, 2: 4, 1: 1}  # 4.2
ANTE_BONUS = {5: 5, 4: 4, 3: 1}  # 4.3


def three_cards(cards: list[str]) -> tuple[int, list[int]]:
    """3.1.2, 3.1.3, R79: the class (5 is the highest) and the ranks in the order in which they count."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    ranks = sorted(ranks, key=ranks.count, reverse=True)
    if ranks == [12, 1, 0]:  # 3-2-A, the ace as 1 (3.1.1), suited or not (R18)
        ranks = [1, 0, -1]
    suited = len({card[1] for card in cards}) == 1
    if ranks[0] - ranks[1] == ranks[1] - ranks[2] == 1:
        return (5 if suited else 3), ranks
    if suited:
        return 2, ranks
    return {3: 0, 2: 1, 1: 4}[len(set(ranks))], ranks


def award(cards: list[str], meter: Decimal) -> tuple[Decimal, Decimal]:
    """3.17, 4.4: what five cards win, and the meter after; dollar awards leave it alone (R1)."""
    times = Counter(card[0] for card in cards)
    if len({card[1] for card in cards}) == 1:
        if set(times) == set("AKQJT"):
            return meter, Decimal(500)
        if any(set("A23456789TJQK"[low : low + 5]) == set(times) for low in range(9)):
            tenth = (meter / 10).quantize(Decimal("0.01"), ROUND_DOWN)
            return tenth, meter - tenth
        return Decimal(100), meter
    return Decimal(2000 if 4 in times.values() else 200 if sorted(times.values()) == [2, 3] else 0), meter


def worked_out(round: Json) -> tuple[list[dict[str, str]], Decimal]:
    theirs = three_cards(round["cards"]["dealer"])
    qualifies = theirs[0] > 0 or theirs[1][0] >= RANKS.index("Q")  # 1.18, R63
    meter, table = Decimal(round["jackpot"]["meter"]), []
    for seat in round["seats"]:  # in the order dealt, each from the value then displayed (4.7.1, R6)
        stakes = {wager: int(amount) for wager, amount in seat["wagers"].items()}
        ante, excess = stakes.get("ante", 0), 0
        plays = seat["decisions"] == ["play"]
        if plays:  # 3.12.2, or as it was let stand (5.3, R69)
            placed = stakes.get("play", ante)
            stakes["play"], excess = min(placed, ante), max(placed - ante, 0)
        lines = {wager: f"-{stake}" for wager, stake in stakes.items()}  # what is not won or pushed below is lost
        table.append(lines)
        if "cards" in seat and seat["reveals"]:  # else lost, the Play too (4.5, R59, R90)
            mine = three_cards(seat["cards"])
            if plays and not qualifies:  # 3.13
                lines |= {"ante": f"+{ante}", "play": "="}
            elif plays and mine == theirs:
                lines |= {"ante": "=", "play": "="}
            elif plays and mine > theirs:
                lines |= {"ante": f"+{ante}", "play": f"+{stakes['play']}"}
            if plays and mine[0] in ANTE_BONUS:  # whatever the dealer has (3.16, R65)
                lines["ante_bonus"] = f"+{ante * ANTE_BONUS[mine[0]]}"
            if "pair_plus" in stakes and mine[0] in PAIR_PLUS:  # folded or not (R66)
                lines["pair_plus"] = f"+{stakes['pair_plus'] * PAIR_PLUS[mine[0]]}"
            if ante and "progressive" in stakes:
                won, meter = award(seat["cards"] + round["cards"]["community"], meter)
                lines |= {"progressive": f"{(won - 5).normalize():+f}"} if won else {}
        if "progressive" in stakes and not ante:  # 5.4
            lines["progressive"] = "<"
        if excess:
            lines["play"] += f"({excess})"
    return table, meter


@st.composite
def rounds(draw: st.DrawFn) -> Json:
    kind, first = draw(st.sampled_from(["whole", "suited", "high", "level", "touching", "touching"])), []
    if kind == "touching":  # two runs of one suit that touch in the community cards: two winners of the pool (R3)
        low, suit = draw(st.sampled_from([*range(7), 6, 6])), draw(st.sampled_from("shdc"))
        run = [rank + suit for rank in "A23456789TJQKA"[low : low + 8]]
        first = run[:3] + run[5:] + run[3:5]
    elif kind == "level":  # two hands of the same ranks, one of them the dealer's
        ranks = draw(st.sampled_from(["A23", "QKA", "9TJ", "A72", "KQ4", "JT3", "KQJ"]))
        first = [rank + suit for suits in ("shd", "hdc") for rank, suit in zip(ranks, suits, strict=True)]
    deck = {"suited": SUITED, "high": HIGH}.get(kind, DECK)
    dealt = first + draw(st.permutations([card for card in deck if card not in first]))
    dealer, other = (dealt[3:6], dealt[11:14]) if kind == "level" else (dealt[11:14], dealt[3:6])
    hands = draw(st.permutations([dealt[:3], dealt[8:11], other]))
    seats = []
    for position in sorted(draw(st.permutations(range(1, 8)))[: draw(st.sampled_from([3, 3, 2, 1]))]):
        wagers = {"progressive": 5} if draw(MOSTLY) else {}
        wagers |= {"pair_plus": draw(st.integers(1, 30))} if draw(MOSTLY) else {}
        seat: Json = {"position": position, "decisions": [], "reveals": True}
        if not wagers or draw(MOSTLY):
            wagers["ante"] = draw(st.integers(1, 40))
            seat["decisions"] = [draw(st.sampled_from(["fold", "play", "play"]))]
            if seat["decisions"] == ["play"] and draw(st.sampled_from([False] * 3 + [True])):
                wagers["play"] = draw(st.integers(1, 60))
            seat["reveals"] = draw(MOSTLY)
        if set(wagers) != {"progressive"}:
            seat["cards"] = hands.pop()
        seats.append(seat | {"wagers": {wager: str(amount) for wager, amount in wagers.items()}})
    meter = draw(st.sampled_from(["1000", "1003.59"]))  # of the second no tenth is whole cents (R4)
    jackpot = {"meter": meter, "reset": "500", "unit": "5"}
    cards = {"dealer": dealer, "community": dealt[6:8]}
    return {"pitlink": 1, "game": "rws-3cp", "jackpot": jackpot, "cards": cards, "seats": seats}


@settings(max_examples=500)
@given(rounds())
def test_any_round_comes_to_what_the_rulebook_says(round: Json) -> None:
    settled = settle(round)
    told = [{wager: cell_of(line) for wager, line in seat["wagers"].items()} for seat in settled["seats"]]
    assert (told, Decimal(settled["jackpot"]["after"])) == worked_out(round)
