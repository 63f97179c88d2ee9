"""mbs-uth, the golden round: the example of the public format, compared whole."""

import json

from tests.proving import check_reason, prove, settle

DOCUMENT = "mbs-uth"

ROUND = json.loads("""
{
  "pitlink": 1,
  "game": "mbs-uth",
  "jackpot": {"meter": "250000.00", "reset": "100000.00", "unit": "5.00"},
  "limits": {"ante": {"min": "25.00", "max": "1000.00"}},
  "cards": {
    "dealer": ["Qs", "Qd"],
    "community": ["Ah", "Kh", "Qh", "2c", "2d"]
  },
  "seats": [
    {"position": 1, "player": "P-17", "cards": ["Jh", "Th"],
     "wagers": {"ante": "25.00", "blind": "25.00", "trips": "5.00", "progressive": "15.00"},
     "decisions": ["play 4x"]},
    {"position": 4, "player": "P-03", "cards": ["9c", "4d"],
     "wagers": {"ante": "25.00", "blind": "25.00"},
     "decisions": ["check", "check", "fold"]}
  ],
  "interpretations": {}
}
""")

SETTLEMENT = json.loads("""
{
  "pitlink": 1,
  "game": "mbs-uth",
  "dealer": {"hand": "full house", "cards": ["Qs","Qd","Qh","2c","2d"], "qualifies": true},
  "seats": [
    {"position": 1, "player": "P-17", "hand": "royal flush", "progressive_hand": "royal flush",
     "wagers": {
       "ante":  {"stake": "25.00", "outcome": "win",  "pays": "25.00",    "returned": "25.00", "rule": "3.10.3"},
       "blind": {"stake": "25.00", "outcome": "win",  "pays": "12500.00", "returned": "25.00", "rule": "3.10.4"},
       "play":  {"stake": "100.00","outcome": "win",  "pays": "100.00",   "returned": "100.00","rule": "3.10.3"},
       "trips": {"stake": "5.00",  "outcome": "win",  "pays": "500.00",   "returned": "5.00",  "rule": "3.10.7"},
       "progressive": {"stake": "15.00", "outcome": "win", "pays": "250000.00", "returned": "0.00", "rule": "4.2"}
     },
     "net": "263110.00"},
    {"position": 4, "player": "P-03", "hand": "one pair",
     "wagers": {
       "ante":  {"stake": "25.00", "outcome": "lose", "pays": "0.00", "returned": "0.00", "rule": "3.9.6.1"},
       "blind": {"stake": "25.00", "outcome": "lose", "pays": "0.00", "returned": "0.00", "rule": "3.9.6.1"}
     },
     "net": "-50.00"}
  ],
  "jackpot": {"before": "250000.00", "after": "100000.00",
              "awards": [{"position": 1, "hand": "royal flush", "amount": "250000.00", "rule": "4.2"}]}
}
""")


def test_the_documented_example_is_settled_as_documented() -> None:
    settled = settle(ROUND)
    assert settled == SETTLEMENT
    assert list(settled["seats"][0]["wagers"]) == ["ante", "blind", "play", "trips", "progressive"]
    prove(DOCUMENT, "3.9.6.1", "3.10.3", "3.10.4", "3.10.7", "4.2")


def test_the_documented_example_is_explained_from_hand_to_pay_table() -> None:
    check_reason(DOCUMENT, ROUND, 0, "royal flush beats full house, queens over twos", "3.10", "3.11")
    check_reason(DOCUMENT, ROUND, 0, "blind pays 500 to 1", "4.1.1")
    check_reason(DOCUMENT, ROUND, 0, "progressive pays 100% of the jackpot", "4.2")
    check_reason(DOCUMENT, ROUND, 1, "one pair, twos, A K Q kickers", "3.11.9")
