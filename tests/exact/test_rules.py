"""What of the rules can be changed for an analysis, how it is typed, and what is refused."""

from typing import Any

import pytest

from pitlink.exact import analyse, holdem_bonus, ultimate
from pitlink.exact.rules import SETTINGS, NotRules, Rules, approved, changed, changes, slug, with_reading
from pitlink.games.paytables import PAY_TABLES
from pitlink.money import Fixed, For, Pays, Percent, To
from pitlink.rulebook.catalogue import DOCUMENTS
from pitlink.rulebook.switches import CONCERNING, VALUES
from tests.proving import row_id, rows

GAMES = pytest.mark.parametrize("game", DOCUMENTS)

# ~ is what was typed, … stands for the rest.
REFUSED = rows("""
game    | typed                           | refused
uth     | blind.flush=3:1                 | 'uth' is no game: expected mbs-thb, mbs-3cp, mbs-uth, mbs-lir, rws-3cp
mbs-uth | blind.flush                     | 'blind.flush' changes nothing: expected NAME=VALUE, such as blind.flush=3:1
mbs-uth | bonus.flush=3:1                 | mbs-uth has no pay table 'bonus': expected wagers, blind, trips, progressive
mbs-uth | blind.pair=3:1                  | mbs-uth blind has no line 'pair': expected royal_flush, straight_flush, …
mbs-uth | ante_pays_from=flush            | mbs-uth has nothing called 'ante_pays_from': expected TABLE.LINE, dealer_…
mbs-thb | first_play=3                    | mbs-thb has nothing called 'first_play': expected TABLE.LINE, ante_…
mbs-uth | bonus_on_loss=settled           | mbs-uth has nothing called 'bonus_on_loss': expected TABLE.LINE, dealer_…
mbs-uth | =3                              | mbs-uth has nothing called '': expected TABLE.LINE, dealer_qualifies_from, …
mbs-uth | flop_play=11                    | ~: expected 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
mbs-uth | flop_play=                      | ~: expected 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
mbs-uth | dealer_qualifies_from=flush     | ~: expected five_odd_cards, one_pair, two_pairs, …
mbs-3cp | dealer_qualifies_from=nine_high | ~: expected nothing, ten_high, jack_high, …
mbs-lir | pays_from_pair_of=ones          | ~: expected twos, threes, fours, fives, sixes, …
mbs-uth | royal_base=lower                | ~: expected remaining, displayed
mbs-uth | blind.flush=three               | ~: expected odds such as 3:1, '400 for 1', $200, 10% or nothing
mbs-uth | blind.flush=                    | ~: expected odds such as 3:1, '400 for 1', $200, 10% or nothing
mbs-uth | blind.flush=3:0                 | ~: expected odds such as 3:1, '400 for 1', $200, 10% or nothing
mbs-uth | blind.flush=-3:1                | ~: expected odds such as 3:1, '400 for 1', $200, 10% or nothing
mbs-uth | blind.flush=1.5:1               | ~: expected odds such as 3:1, '400 for 1', $200, 10% or nothing
mbs-uth | blind.flush=1000000:1           | ~: expected odds such as 3:1, '400 for 1', $200, 10% or nothing
mbs-uth | progressive.flush=40 for 0      | ~: expected odds such as 3:1, '400 for 1', $200, 10% or nothing
mbs-uth | progressive.royal_flush=101%    | ~: expected odds such as 3:1, '400 for 1', $200, 10% or nothing
mbs-uth | blind.flush=4 for 1             | ~: expected odds such as 3:1 or nothing, for blind pays its lines 'to 1'
mbs-uth | blind.others=$200               | ~: expected odds such as 3:1 or nothing, for blind pays its lines 'to 1'
mbs-uth | trips.flush=10%                 | ~: expected odds such as 3:1 or nothing, for trips pays its lines 'to 1'
""")


@pytest.mark.parametrize("row", REFUSED, ids=row_id)
def test_what_cannot_be_changed_is_refused_with_what_was_expected(row: dict[str, str]) -> None:
    with pytest.raises(NotRules) as refused:
        changed(approved(row["game"]), row["typed"])
    start, more, _ = row["refused"].replace("~", row["typed"]).partition("…")
    words = str(refused.value)
    assert words.startswith(start) if more else words == start


READ_BACK = rows("""
game    | typed                                           | was
mbs-uth | blind.flush=3:1                                 | 3:2
mbs-uth | blind.full_house=nothing                        | 3:1
mbs-uth | blind.others=1:3                                | nothing
mbs-uth | wagers.ante_dealer_with_one_pair_or_higher=6:5  | 1:1
mbs-uth | trips.royal_flush=1000:1                        | 100:1
mbs-uth | progressive.flush=50_for_1                      | 40_for_1
mbs-uth | progressive.four_of_a_kind=1000_for_1           | 400_for_1
mbs-uth | progressive.flush=50_to_1                       | 40_for_1
mbs-uth | progressive.royal_flush=9_to_1                  | 100%
mbs-uth | progressive.royal_flush=90%                     | 100%
mbs-thb | progressive.four_of_a_kind=$1500                | $2000
mbs-thb | bonus.a_a_and_a_a_in_the_dealer_s_hand=500:1    | 1000:1
mbs-uth | dealer_qualifies_from=two_pairs                 | one_pair
mbs-uth | first_play=3                                    | 4
mbs-thb | ante_pays_from=flush                            | straight
mbs-3cp | dealer_qualifies_from=king_high                 | queen_high
mbs-lir | pays_from_pair_of=jacks                         | tens
mbs-uth | folded_ante_when_dealer_unpaired=push           | lose
mbs-thb | bonus_on_loss=settled                           | lost
""")


@pytest.mark.parametrize("row", READ_BACK, ids=row_id)
def test_what_was_changed_is_told_as_it_is_typed(row: dict[str, str]) -> None:
    rules = changed(approved(row["game"]), row["typed"])
    (told,) = changes(rules)
    name = row["typed"].partition("=")[0]
    book = "default" if name in CONCERNING[row["game"]] else "approved"
    assert told == f"{row['typed']} ({book}: {row['was']})"


@pytest.mark.parametrize(
    ("typed", "pays"),
    [
        ("blind.flush=3:1", To(3, 1)),
        ("blind.flush=3 to 1", To(3, 1)),
        ("blind.flush=3_to_1", To(3, 1)),
        ("blind.Flush=3:1", To(3, 1)),
        ("blind.flush=push", None),
        ("blind.flush=0", None),
        ("progressive.flush=50 for 1", For(50, 1)),
        ("progressive.flush=50 to 1", To(50, 1)),
        ("progressive.flush=$200", Fixed(20_000)),  # type: ignore[arg-type]
        ("progressive.flush=5%", Percent(5)),
    ],
)
def test_ways_to_type_what_a_line_pays(typed: str, pays: Pays | None) -> None:
    table, line = typed.partition("=")[0].lower().split(".")
    assert changed(approved("mbs-uth"), typed).pays(table, line) == pays


@pytest.mark.parametrize("line", ["flush", "royal_flush"])
def test_odds_that_may_be_to_or_for_must_say_which(line: str) -> None:
    refused = (
        f"progressive.{line}=3:1: expected 3_for_1, with the stake in it, or 3_to_1, beside the stake, for progressive"
    )
    with pytest.raises(NotRules, match=refused):
        changed(approved("mbs-uth"), f"progressive.{line}=3:1")


@pytest.mark.parametrize(
    "typed",
    [
        ("blind.flush=3:1", "blind.flush=2:1"),
        ("blind.flush=3:1", "blind.Flush=3:1"),
        ("first_play=3", "trips.flush=1:1", "first_play=5"),
        ("royal_base=displayed", "royal_base=remaining"),
    ],
    ids=" ".join,
)
def test_what_is_set_twice_is_refused(typed: tuple[str, ...]) -> None:
    name = typed[0].partition("=")[0]
    with pytest.raises(NotRules, match=f"^{name} is set twice: {typed[0]} and {typed[-1]}; expected once$"):
        analyse("mbs-uth", typed)


@GAMES
def test_every_line_setting_and_reading_can_be_changed_and_read_back(game: str) -> None:
    book = approved(game)
    assert changes(book) == ()
    typed = [f"{table}.{slug(line)}=nothing" for table, lines in book.tables.items() for line in lines]
    typed += [f"{name}={slug(value)}" for name, setting in SETTINGS[game].items() for value in setting.values]
    typed += [f"{name}={value}" for name in CONCERNING[game] for value in VALUES[name]]
    assert typed
    for each in typed:
        rules = changed(book, each)
        told = changes(rules)
        assert again(game, told) == rules
        assert len(told) == (rules != book), each


@GAMES
def test_several_changes_add_up_and_leave_the_book_alone(game: str) -> None:
    book, rules = approved(game), approved(game)
    table, lines = next((name, list(lines)) for name, lines in book.tables.items() if len(lines) > 1)
    for line in lines:
        rules = changed(rules, f"{table}.{slug(line)}=7:2")
    rules = with_reading(rules, "ace_low_straight_flush", "flush")
    assert len(changes(rules)) == len(lines) + 1
    assert again(game, changes(rules)) == rules
    assert book == approved(game)


def again(game: str, told: tuple[str, ...]) -> Rules:
    rules = approved(game)
    for each in told:
        rules = changed(rules, each.partition(" (")[0])
    return rules


@GAMES
def test_the_approved_rules_are_the_printed_tables(game: str) -> None:
    printed = {table.name: dict(table.lines()) for table in PAY_TABLES if table.document == game}
    assert approved(game).tables == printed
    assert all(setting.approved in setting.values for setting in SETTINGS[game].values())
    slugs = [[slug(line) for line in lines] for lines in printed.values()]
    assert all(len(set(each)) == len(each) for each in slugs)


@pytest.mark.parametrize(
    ("game", "typed"),
    [
        ("mbs-uth", ("blind.royal_flush=999999:1", "blind.flush=1:997")),
        ("mbs-thb", ("wagers.river=999999:1", "wagers.turn=1:997")),
    ],
)
def test_odds_that_sums_of_64_bits_cannot_hold_are_refused(game: str, typed: tuple[str, str]) -> None:
    pays_of: Any = {"mbs-uth": ultimate.pays_of, "mbs-thb": holdem_bonus.pays_of}[game]
    rules = approved(game)
    for each in typed:
        rules = changed(rules, each)
    refused = r"^1 to .*999,999 to 1: too fine and too large to be counted together; expected odds of fewer digits$"
    with pytest.raises(NotRules, match=refused):
        pays_of(rules)
    for each in typed:
        assert pays_of(changed(approved(game), each)).ante >= 1
