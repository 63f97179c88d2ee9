"""mbs-uth against a second reading of the rulebook: any deal, any wagers, any decisions, settled twice.

`worked_out` below is written from the printed text and the readings alone and shares nothing with the game: cards are
strings, hands are told apart by sorted ranks, money is in dollars.
"""

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.by_hand import DECK, HIGH, MOSTLY, ORDER, RANKS, SUITED, best, five_cards, shared_out
from tests.proving import Json, cell_of, settle

WAYS = ["play 3x", "play 4x", "check, play 2x", "check, check, play 1x", "check, check, fold"]  # 3.9
PLAYS = {"play 4x": 4, "play 3x": 3, "play 2x": 2, "play 1x": 1}
BLIND_HALVES = {"RF": 1000, "SF": 100, "4": 20, "FH": 6, "F": 3, "S": 2}  # 4.1.1, a flush pays 3 to 2
TRIPS = {"RF": 100, "SF": 40, "4": 30, "FH": 8, "F": 7, "S": 4, "3": 3}  # 4.1.1, R72
FOR_ONE = {"4": 400, "FH": 80, "F": 40, "S": 20}  # 4.2


def cell(net: Decimal) -> str:
    return f"{net.normalize():+f}"


def worked_out(round: Json) -> tuple[list[dict[str, str]], Decimal]:
    community = round["cards"]["community"]
    dealer = best(round["cards"]["dealer"] + community)
    live = [seat for seat in round["seats"] if "ante" in seat["wagers"] and seat["reveals"]]
    bets = [seat for seat in live if "progressive" in seat["wagers"]]
    names = {seat["position"]: ORDER[five_cards((*seat["cards"], *community[:3]))[0]] for seat in bets}  # R17
    awards, after = shared_out(Decimal(round["jackpot"]["meter"]), names)
    table = []
    for seat in round["seats"]:
        stakes = {wager: Decimal(amount) for wager, amount in seat["wagers"].items()}
        if "ante" not in stakes:  # 5.12.2
            table.append(dict.fromkeys(stakes, "<"))
            continue
        ante, times = stakes["ante"], PLAYS.get(seat["decisions"][-1])
        if times:
            stakes["play"] = ante * times
        lines = {wager: cell(-stake) for wager, stake in stakes.items()}  # what is not won or pushed below is lost
        table.append(lines)
        if seat not in live:  # 3.10.1, R59
            continue
        mine = best(seat["cards"] + community)
        name = ORDER[mine[0]]
        if times and mine > dealer:
            lines |= {"ante": cell(ante), "play": cell(ante * times)}
            lines["blind"] = cell(ante * BLIND_HALVES[name] / 2) if name in BLIND_HALVES else "="
        elif times and mine == dealer:
            lines |= {"ante": "=", "blind": "=", "play": "="}
        if times and dealer[0] == 0:  # 3.10.2, R70, R71, R75
            lines["ante"] = "="
        if "trips" in stakes and name in TRIPS:
            lines["trips"] = cell(stakes["trips"] * TRIPS[name])
        if seat["position"] in awards:
            lines["progressive"] = cell(awards[seat["position"]] - stakes["progressive"])
        elif (flopped := names.get(seat["position"], "")) in FOR_ONE:
            lines["progressive"] = cell(stakes["progressive"] * (FOR_ONE[flopped] - 1))
    return table, after


@st.composite
def rounds(draw: st.DrawFn) -> Json:
    kind, first = draw(st.sampled_from(["whole", "suited", "high", "fours", "touching", "touching"])), []
    if kind == "touching":  # two runs of one suit that touch on the flop: two winners of the pool (R3)
        low, suit = draw(st.sampled_from([*range(8), 7, 7])), draw(st.sampled_from("shdc"))
        run = [rank + suit for rank in "A23456789TJQKA"[low : low + 7]]
        first = run[2:5] + run[:2] + run[5:]
    elif kind == "fours":  # one hand has them, the others have three of them on the flop
        rank = draw(st.sampled_from(RANKS))
        first = [rank + suit for suit in "shdc"]
    deck = {"suited": SUITED, "high": HIGH}.get(kind, DECK)
    dealt = first + draw(st.permutations([card for card in deck if card not in first]))
    hands = draw(st.permutations([dealt[3:5], dealt[5:7], dealt[7:9]]))
    community = dealt[:3] + dealt[11:13]
    seats = []
    for position in sorted(draw(st.permutations(range(1, 8)))[: draw(st.sampled_from([3, 3, 2, 1]))]):
        wagers = {"progressive": draw(st.sampled_from([5, 10, 15, 20, 25]))} if draw(MOSTLY) else {}
        wagers |= {"trips": draw(st.integers(1, 30))} if draw(MOSTLY) else {}
        seat: Json = {"position": position, "decisions": [], "reveals": True}
        if not wagers or draw(MOSTLY):
            wagers["ante"] = wagers["blind"] = draw(st.integers(1, 40))
            seat |= {"cards": hands.pop(), "decisions": draw(st.sampled_from(WAYS)).split(", ")}
            refused = "trips" in wagers and five_cards(tuple(community))[0] >= ORDER.index("3")  # R76
            seat["reveals"] = refused or draw(MOSTLY)
        seats.append(seat | {"wagers": {wager: str(amount) for wager, amount in wagers.items()}})
    meter = draw(st.sampled_from(["1000", "1003.59"]))  # of the second no tenth is whole cents, and no half (R4)
    jackpot = {"meter": meter, "reset": "500", "unit": "5"}
    cards = {"dealer": dealt[9:11], "community": community}
    return {"pitlink": 1, "game": "mbs-uth", "jackpot": jackpot, "cards": cards, "seats": seats}


@settings(max_examples=500)
@given(rounds())
def test_any_round_comes_to_what_the_rulebook_says(round: Json) -> None:
    settled = settle(round)
    told = [{wager: cell_of(line) for wager, line in seat["wagers"].items()} for seat in settled["seats"]]
    assert (told, Decimal(settled["jackpot"]["after"])) == worked_out(round)
