"""mbs-thb against a second reading of the rulebook: any deal, any wagers, any decisions, settled twice.

`worked_out` below is written from the printed text and the readings alone and shares nothing with the game: cards are
strings, hands are told apart by sorted ranks, money is in dollars.
"""

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.by_hand import DECK, HIGH, MOSTLY, ORDER, RANKS, SUITED, best, five_cards, shared_out
from tests.proving import Json, cell_of, settle

ACES = ["As", "Ah", "Ad", "Ac"]
WAYS = ["fold", *(f"flop, {turn}, {river}" for turn in ("turn", "check") for river in ("river", "check"))]  # 3.9, R60
DOLLARS = {"4": 2000, "FH": 200, "F": 100}  # 4.2


def bonus_odds(hole: list[str], dealer: list[str]) -> int:
    """4.1.1: what the hole cards pay to 1."""
    high, low = sorted((card[0] for card in hole), key=RANKS.index, reverse=True)
    if high == low == "A":
        return 1000 if dealer[0][0] == dealer[1][0] == "A" else 30
    if high == low:
        return 10 if high in "KQJ" else 3
    suited = hole[0][1] == hole[1][1]
    return {"AK": 25 if suited else 15, "AQ": 20 if suited else 5, "AJ": 20 if suited else 5}.get(high + low, 0)


def worked_out(round: Json) -> tuple[list[dict[str, str]], Decimal]:
    dealer, community = round["cards"]["dealer"], round["cards"]["community"]
    live = [seat for seat in round["seats"] if "ante" in seat["wagers"] and seat["reveals"]]
    bets = [seat for seat in live if "progressive" in seat["wagers"]]
    names = {seat["position"]: ORDER[five_cards((*seat["cards"], *community[:3]))[0]] for seat in bets}  # R17
    awards, after = shared_out(Decimal(round["jackpot"]["meter"]), names)
    table = []
    for seat in round["seats"]:
        stakes = {wager: int(amount) for wager, amount in seat["wagers"].items()}
        if "ante" not in stakes:  # 5.12.2, R50
            table.append(dict.fromkeys(stakes, "<"))
            continue
        ante, later = stakes["ante"], [wager for wager in seat["decisions"] if wager in ("flop", "turn", "river")]
        stakes |= {wager: ante * 2 if wager == "flop" else ante for wager in later}
        lines = {wager: f"-{stake}" for wager, stake in stakes.items()}  # what is not won or pushed below is lost
        table.append(lines)
        if seat not in live:  # 3.10.1, R59
            continue
        mine, theirs = best(seat["cards"] + community), best(dealer + community)
        if later and mine >= theirs:
            lines |= {wager: f"+{stakes[wager]}" if mine > theirs else "=" for wager in later}
            lines["ante"] = f"+{ante}" if mine > theirs and mine[0] >= ORDER.index("S") else "="
            if "bonus" in stakes and (odds := bonus_odds(seat["cards"], dealer)):  # lost on a loss (R57)
                lines["bonus"] = f"+{stakes['bonus'] * odds}"
        name = names.get(seat["position"], "")
        if award := awards.get(seat["position"], Decimal(DOLLARS.get(name, 0))):
            lines["progressive"] = f"{(award - 5).normalize():+f}"
    return table, after


@st.composite
def rounds(draw: st.DrawFn) -> Json:
    kind, first = draw(st.sampled_from(["whole", "suited", "high", "aces", "touching", "touching"])), []
    if kind == "touching":  # two runs of one suit that touch on the flop: two winners of the pool (R3)
        low, suit = draw(st.sampled_from([*range(8), 7, 7])), draw(st.sampled_from("shdc"))
        run = [rank + suit for rank in "A23456789TJQKA"[low : low + 7]]
        first = run[:2] + run[5:] + run[2:5]
    elif kind == "aces":  # two ace pairs, one of them the dealer's
        first = draw(st.permutations(ACES))
    deck = {"suited": SUITED, "high": HIGH}.get(kind, DECK)
    dealt = first + draw(st.permutations([card for card in deck if card not in first]))
    dealer, other = (dealt[2:4], dealt[9:11]) if kind == "aces" else (dealt[9:11], dealt[2:4])
    hands = draw(st.permutations([dealt[:2], dealt[7:9], other]))
    seats = []
    for position in sorted(draw(st.permutations(range(1, 7)))[: draw(st.sampled_from([3, 3, 2, 1]))]):
        wagers = {"progressive": 5} if draw(MOSTLY) else {}
        wagers |= {"bonus": draw(st.integers(1, 30))} if draw(MOSTLY) else {}
        seat: Json = {"position": position, "decisions": [], "reveals": True}
        if not wagers or draw(MOSTLY):
            wagers["ante"] = draw(st.integers(1, 40))
            seat |= {"cards": hands.pop(), "decisions": draw(st.sampled_from(WAYS)).split(", ")}
            seat["reveals"] = draw(MOSTLY)
        seats.append(seat | {"wagers": {wager: str(amount) for wager, amount in wagers.items()}})
    meter = draw(st.sampled_from(["1000", "1003.59"]))  # of the second no tenth is whole cents, and no half (R4)
    jackpot = {"meter": meter, "reset": "500", "unit": "5"}
    cards = {"dealer": dealer, "community": dealt[4:7] + dealt[11:13]}
    return {"pitlink": 1, "game": "mbs-thb", "jackpot": jackpot, "cards": cards, "seats": seats}


@settings(max_examples=500)
@given(rounds())
def test_any_round_comes_to_what_the_rulebook_says(round: Json) -> None:
    settled = settle(round)
    told = [{wager: cell_of(line) for wager, line in seat["wagers"].items()} for seat in settled["seats"]]
    assert (told, Decimal(settled["jackpot"]["after"])) == worked_out(round)
