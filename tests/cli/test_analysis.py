"""`pitlink strategy`, `advise`, `readings` and `errata`: what people type, and what they are told."""

import json

import pytest

from pitlink.cli.solving import COMPILING
from tests.cli.processes import Done, is_refused, pitlink
from tests.proving import rows


def asked(*typed: str) -> Done:
    """What is answered; that something had to be compiled first is said on the first run of a machine only."""
    done = pitlink(*typed, seconds=180)
    done.stderr = done.stderr.replace(f"{COMPILING}\n", "")
    return done


def test_a_chart_has_thirteen_rows_and_says_what_simple_play_costs() -> None:
    done = asked("strategy", "mbs-uth", "--play", "22+,A2+")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    chart = [line for line in lines if line[:2] in {f"{rank} " for rank in "AKQJT98765432"}]
    assert len(chart) == 13
    assert "4   3" in next(line for line in chart if line.startswith("5"))  # king five, not suited
    assert any(line.startswith("play 4x with 22+,A2+") for line in lines)
    assert all(len(line) <= 80 for line in lines)


def test_a_threshold_and_lists_are_told() -> None:
    assert "Q 6 4" in asked("strategy", "rws-3cp").stdout
    told = asked("strategy", "mbs-lir").stdout
    assert "three to a royal flush" in told
    assert "First community card seen" in told


def test_changed_rules_mark_what_is_played_otherwise() -> None:
    done = asked("strategy", "mbs-thb", "--set", "ante_pays_from=flush")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    (marked,) = [line for line in lines if "f*" in line]
    assert marked.startswith("3 ")
    assert marked.split("f*")[1].split()[0] == "1"  # by a hundredth of an ante
    assert "before the flop, 43o: flop → fold" in lines
    assert "*" not in asked("strategy", "mbs-thb").stdout
    assert (
        "three odd cards, Q 6 4 → three odd cards, 5 3 2"
        in asked("strategy", "mbs-3cp", "--set", "dealer_qualifies_from=king_high").stdout
    )


def test_best_play_for_programs_is_exact() -> None:
    told = json.loads(asked("strategy", "mbs-thb", "--set", "ante_pays_from=flush", "--json").stdout)
    fold = next(each for each in told["before_the_flop"] if each["hand"] == "43o")
    assert (fold["best"], fold["value"]["exact"]) == ("fold", "-1/1")
    assert len(told["before_the_flop"]) == 169
    assert told["changes"] == ["ante_pays_from=flush (approved: straight)"]
    change = {"stage": "before the flop", "what": "43o", "approved": "flop", "now": "fold"}
    assert change in told["against_the_approved_rules"]["choices"]
    assert [each["source"] for each in told["simpler"] if each["play"].startswith("fold 2-3")] == ["wizardofodds.com"]
    told = json.loads(asked("strategy", "mbs-3cp", "--json").stdout)
    assert told["lowest_hand_played"] == "three odd cards, Q 6 4"
    assert (told["simpler"][0]["cost"]["exact"], told["against_the_approved_rules"]) == ("0/1", None)
    told = json.loads(asked("strategy", "mbs-lir", "--json").stdout)
    first = told["groups"]["three cards seen"][0]
    assert (first["rule"], first["played"]) == ("always", first["of"])


def test_advice_names_every_choice_with_its_value_and_clause() -> None:
    done = asked("advise", "mbs-uth", "--hole", "Kd 5c", "--flop", "As 7h 2c")
    assert (done.returncode, done.stderr) == (0, "")
    assert "K♦ 5♣, with A♠ 7♥ 2♣ · on the flop · mbs-uth" in done.stdout
    assert "check" in done.stdout
    assert "3.9.4.2" in done.stdout
    assert "-151721/178365" in done.stdout


def test_advice_for_programs_is_exact() -> None:
    told = json.loads(asked("advise", "mbs-3cp", "--hole", "Qd 6c 4s", "--json").stdout)
    assert [each["choice"] for each in told["options"]] == ["play", "fold"]
    value = told["options"][0]["value"]
    assert value["exact"] == "-9151/9212"
    assert value["decimal"] == float(f"{-9151 / 9212:.12g}")


def test_a_board_may_be_typed_whole_or_behind_the_flop() -> None:
    hole = ("advise", "mbs-uth", "--hole", "Kd 5c", "--json")
    whole = asked(*hole, "--board", "As 7h 2c 9d Jc").stdout
    assert asked(*hole, "--flop", "As 7h 2c", "--board", "9d Jc").stdout == whole
    assert asked(*hole, "--flop", "As 7h 2c", "--board", "As 7h 2c 9d Jc").stdout == whole


def test_an_earlier_wager_is_told_and_can_be_named() -> None:
    turn = ("advise", "mbs-thb", "--hole", "As Ks", "--board", "Ah Kh Th 3d")
    told = " ".join(asked(*turn).stdout.split())
    assert "with the Turn checked and with best play afterwards" in told
    assert "With the Turn made: --made turn." in told
    made = json.loads(asked(*turn, "--made", "turn", "--json").stdout)
    assert made["earlier"] == "the Turn made"
    assert made["options"][0]["value"]["exact"] == "28949/11385"
    told = " ".join(asked("advise", "mbs-lir", "--hole", "As Ks Ts", "--board", "Qs", "--made", "1").stdout.split())
    assert "1067/16" in told
    assert "with Wager 1 riding" in told


def test_an_unseen_hand_is_told_as_one() -> None:
    done = asked("advise", "mbs-uth", "--unseen", "--hole", "Kd 5c", "--board", "As 7h 2c 9d Jc")
    assert "an unseen hand beside K♦ 5♣, with A♠ 7♥ 2♣ 9♦ J♣ · on the river" in done.stdout


def test_changed_rules_change_the_advice() -> None:
    usual, other = (
        json.loads(asked("advise", "mbs-3cp", "--hole", "Qd 5c 4s", "--json", *more).stdout)["options"][0]["choice"]
        for more in ((), ("--reading", "play_when_dealer_fails=push", "--set", "dealer_qualifies_from=king_high"))
    )
    assert (usual, other) == ("fold", "play")


def test_readings_are_listed_and_priced() -> None:
    listed = asked("readings", "mbs-3cp")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "R65" in listed.stdout
    told = json.loads(asked("readings", "mbs-3cp", "--price", "--json").stdout)
    priced = told["priced"]
    paid = next(each for each in priced if (each["switch"], each["value"]) == ("folded_ante_when_dealer_fails", "paid"))
    assert paid["house_edge"]["exact"] == "-2596967/12724075"
    assert {each["game"] for each in priced} == {"mbs-3cp"}
    excused = [each for name in ("not_priced", "no_money") for each in told[name]]
    assert all(each["readings"] and each["because"] for each in excused)
    assert not {each["reading"] for each in priced} & {id for each in excused for id in each["readings"]}
    shown = set(asked("readings", "mbs-3cp", "--price").stdout.split())
    assert all(set(each["because"].split()) <= shown for each in excused)


def test_errata_say_what_agrees_and_what_does_not() -> None:
    told = json.loads(asked("errata", "--json").stdout)
    assert [each["figure"] for each in told if not each["agrees"] and each["game"] == "mbs-thb"] == [
        "standard deviation"
    ]
    assert all(each["why"] and each["difference"] for each in told if not each["agrees"])
    shown = asked("errata").stdout
    assert all(len(line) <= 80 for line in shown.splitlines())
    for word in {word for each in told for word in each["source"].split()}:
        assert word in shown.split()
    assert "a flush on the Blind is paid, to 1: 3 is off by +1.50" in shown


WRONG = rows("""
typed                                                    | says
strategy baccarat                                        | 'baccarat' is no game: expected mbs-thb
strategy mbs-uth --play 7x                               | '7x' is no starting hand
strategy mbs-thb --play 22+/nothing/nothing/AA           | expected starting hands / what is wagered on for the Turn
strategy mbs-thb --play 22+/hope                         | 'hope' is nothing to play on the Turn: expected best; nothing
strategy mbs-uth --set blind.pair=3:1                    | mbs-uth blind has no line 'pair': expected
strategy mbs-uth --set nothing                           | 'nothing' changes nothing: expected NAME=VALUE
advise mbs-uth                                           | no --hole: expected one's own cards, or --unseen
advise mbs-uth --hole Kx,5c                              | --hole: 'Kx' is no card
advise mbs-uth --hole Kd,Kd                              | Kd comes twice
advise mbs-uth --hole Kd,5c --flop As,7h                 | --flop: 2 cards; expected three
advise mbs-uth --hole Kd,5c --board As,7h                | 2 community cards: nothing is decided then
advise mbs-uth --hole Kd,5c --set blind.flush=much       | blind.flush=much: expected odds such as 3:1
advise mbs-thb --hole Kd,5c --reading bonus_on_loss      | --reading bonus_on_loss: expected NAME=VALUE
advise mbs-thb --hole Kd,5c --reading bonus_on_loss=kept | bonus_on_loss=kept: expected lost, settled
advise mbs-lir --unseen --made 1                         | --made 1 with --unseen: expected one of them
readings baccarat --price                                | 'baccarat' is no game
""")


@pytest.mark.parametrize("row", WRONG, ids=lambda row: row["typed"])
def test_what_cannot_be_asked_is_refused_in_one_line(row: dict[str, str]) -> None:
    done = asked(*(word.replace(",", " ") for word in row["typed"].split()))
    is_refused(done, row["says"])
