"""mbs-lir against a second reading of the rulebook: any deal, any wagers, any decisions, settled twice.

`worked_out` below is written from the printed text and the readings alone and shares nothing with the game: cards are
strings, hands are told apart by how often a rank comes, money is in dollars.
"""

from collections import Counter
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.by_hand import DECK, HIGH, MOSTLY, SUITED, shared_out
from tests.proving import Json, cell_of, settle

RUNS = ["A23456789TJQKA"[low : low + 5] for low in range(10)]
SHAPES = {(2, 2, 1): "22", (3, 1, 1): "3", (3, 2): "FH", (4, 1): "4"}
PAYS = {"RF": 1000, "SF": 200, "4": 50, "FH": 11, "F": 8, "S": 5, "3": 3, "22": 2, "tens": 1}  # 4.1.1
TO_ONE = {"4": 500, "FH": 100, "F": 50}  # 4.2


def hand(cards: list[str]) -> str:
    """3.21, R18; "tens" is a pair of tens or better, "low" is what loses (3.18)."""
    ranks = Counter(card[0] for card in cards)
    run = any(set(run) == set(ranks) for run in RUNS)
    if len({card[1] for card in cards}) == 1:
        return "F" if not run else "RF" if set("AT") < set(ranks) else "SF"
    if run:
        return "S"
    tens = any(ranks[rank] == 2 for rank in "TJQKA")
    return SHAPES.get(tuple(sorted(ranks.values(), reverse=True)), "tens" if tens else "low")


def cell(net: Decimal) -> str:
    return f"{net.normalize():+f}" if net > 0 else f"w-{abs(net).normalize():f}"


def worked_out(round: Json) -> tuple[list[dict[str, str]], Decimal]:
    community, magic = round["cards"]["community"], round.get("magic_card")
    names = {seat["position"]: hand(seat["cards"] + community) for seat in round["seats"] if "$" in seat["wagers"]}
    bets = {seat["position"] for seat in round["seats"] if "progressive" in seat["wagers"]}
    in_play = {position: name for position, name in names.items() if position in bets}
    awards, after = shared_out(Decimal(round["jackpot"]["meter"]), in_play)
    table = []
    for seat in round["seats"]:
        stakes, position = {wager: int(amount) for wager, amount in seat["wagers"].items()}, seat["position"]
        if "$" not in stakes:  # mbs-thb 5.12.2 by R33
            table.append(dict.fromkeys(stakes, "<"))
            continue
        name = names[position]
        lines = {wager: f"+{stake * PAYS[name]}" if name in PAYS else f"-{stake}" for wager, stake in stakes.items()}
        lines |= {wager: "<" for wager, does in zip("12", seat["decisions"], strict=True) if does == "withdraw"}
        table.append(lines)
        if not (credit := stakes.get("progressive")):
            continue
        if position in awards:
            lines["progressive"] = cell(awards[position] - credit)
        else:  # "to 1" hands the stake back (R2); a feature does not (R98)
            lines["progressive"] = f"+{credit * TO_ONE[name]}" if name in TO_ONE else f"-{credit}"
        if magic in seat["cards"] + community:  # 4.3, 4.3.1, R93, R97
            lines["magic_card"] = f"+{credit * 5}"
        if round.get("lucky_position") == position:  # 4.4
            lines["lucky_player"] = f"+{credit * 5}"
    return table, after


@st.composite
def rounds(draw: st.DrawFn) -> Json:
    kind, first = draw(st.sampled_from(["whole", "suited", "high", "fours", "touching", "touching"])), []
    if kind == "touching":  # two runs of one suit that touch in the community cards: two winners of the pool (R3)
        low, suit = draw(st.sampled_from([*range(7), 6, 6])), draw(st.sampled_from("shdc"))
        run = [rank + suit for rank in "A23456789TJQKA"[low : low + 8]]
        first = run[3:5] + run[:3] + run[5:]
    elif kind == "fours":
        rank = draw(st.sampled_from("23456789TJQKA"))
        first = [rank + suit for suit in "shdc"]
    deck = {"suited": SUITED, "high": HIGH}.get(kind, DECK)
    dealt = first + draw(st.permutations([card for card in deck if card not in first]))
    hands = draw(st.permutations([dealt[2:5], dealt[5:8], dealt[8:11]]))
    seats = []
    for position in sorted(draw(st.permutations(range(1, 8)))[: draw(st.sampled_from([3, 3, 2, 1]))]):
        credits = draw(st.sampled_from([0, 1, 2, 5, 19, 20, 21, 180, 300]))  # more than the award is possible
        wagers = {"progressive": credits * 5} if credits else {}
        seat: Json = {"position": position, "decisions": []}
        if not wagers or draw(MOSTLY):
            wagers |= dict.fromkeys(["1", "2", "$"], draw(st.integers(1, 40)))
            choice = st.sampled_from(["ride", "withdraw"])
            seat |= {"cards": hands.pop(), "decisions": [draw(choice), draw(choice)]}
        seats.append(seat | {"wagers": {wager: str(amount) for wager, amount in wagers.items()}})
    positions = [seat["position"] for seat in seats]
    optional = {"magic_card": st.sampled_from(dealt[:13]), "lucky_position": st.sampled_from(positions)}
    features: Json = draw(st.fixed_dictionaries({}, optional=optional))
    meter = draw(st.sampled_from(["1000", "1003.59"]))  # of the second no tenth is whole cents, and no half (R4)
    jackpot = {"meter": meter, "reset": "500", "unit": "5"}
    cards = {"community": dealt[:2]}
    return {"pitlink": 1, "game": "mbs-lir", "jackpot": jackpot, "cards": cards, "seats": seats} | features


@settings(max_examples=500)
@given(rounds())
def test_any_round_comes_to_what_the_rulebook_says(round: Json) -> None:
    settled = settle(round)
    told = [{wager: cell_of(line) for wager, line in seat["wagers"].items()} for seat in settled["seats"]]
    assert (told, Decimal(settled["jackpot"]["after"])) == worked_out(round)
