"""A sheet for programs, in the shape of docs/par.schema.json: the same sheet, the same bytes.

Every exact figure is `{"exact": "n/d", "decimal": x}`: in lowest terms, and rounded from that fraction to 12
significant digits. A standard deviation, which no fraction is, has its variance beside it.
"""

import json
from fractions import Fraction
from typing import Any

from pitlink.exact.changing import StrategyChange
from pitlink.exact.features import Featured
from pitlink.exact.figures import Choice, Wager
from pitlink.exact.par import numbers
from pitlink.exact.par.numbers import figure
from pitlink.exact.par.sheet import Compared, Comparison, Sheet, per_dollar
from pitlink.exact.progressive import Progressive

Json = dict[str, Any]


def par_json(sheet: Sheet) -> bytes:
    return f"{json.dumps(_sheet(sheet), indent=2, ensure_ascii=False)}\n".encode()


def _sheet(sheet: Sheet) -> Json:
    found = sheet.figures
    return {
        "pitlink_par": 1,
        "game": sheet.game,
        "document": {
            "title": sheet.title,
            "operator": sheet.operator,
            "edition": sheet.edition,
            "effective": sheet.effective.isoformat(),
        },
        "configuration": _configuration(sheet),
        "base": found.base,
        "deals": found.deals,
        "round": {
            "house_edge": figure(found.house_edge),
            "element_of_risk": figure(found.element_of_risk),
            "average_wager": figure(found.average_wager),
            "hit_frequency": figure(found.hit_frequency),
            **_spread(found.variance),
        },
        "wagers": [_wager(each) for each in found.wagers],
        "side_wagers": [_wager(each) for each in found.side_wagers],
        "choices": [_choice(each) for each in found.choices],
        "progressive": _progressive(sheet.progressive),
        "features": [_featured(each) for each in sheet.features],
        "comparison": None if sheet.comparison is None else _comparison(sheet.comparison),
    }


def _configuration(sheet: Sheet) -> Json:
    tables = [
        {
            "name": table.name,
            "clause": table.clause,
            "lines": [{"line": cell.line, "pays": cell.pays} for cell in table.lines],
        }
        for table in sheet.tables
    ]
    settings = [{"name": each.name, "value": each.value, "clause": each.clause} for each in sheet.settings]
    readings = [
        {"id": each.id, "switch": each.switch, "value": each.value, "point": each.point} for each in sheet.readings
    ]
    changes = [] if sheet.comparison is None else list(sheet.comparison.changes)
    return {"pay_tables": tables, "settings": settings, "readings": readings, "changes": changes}


def _spread(variance: Fraction) -> Json:
    return {"variance": figure(variance), "standard_deviation": float(numbers.root(variance))}


def _wager(wager: Wager) -> Json:
    lines = [
        {
            "what": line.what,
            "pays": line.pays,
            "combinations": line.combinations,
            "probability": figure(line.probability),
            "return": figure(line.returns),
        }
        for line in wager.lines
    ]
    return {
        "name": wager.name,
        "clause": wager.clause,
        "deals": wager.deals,
        "lines": lines,
        "total": {
            "combinations": sum(line.combinations for line in wager.lines),
            "probability": figure(sum((line.probability for line in wager.lines), Fraction(0))),
            "return": figure(wager.expectation),
        },
        "house_edge": figure(wager.house_edge),
        "average": figure(wager.average),
        "hit_frequency": figure(wager.hit_frequency),
        **_spread(wager.variance),
    }


def _choice(each: Choice) -> Json:
    return {
        "stage": each.stage,
        "choice": each.choice,
        "clause": each.clause,
        "probability": figure(each.probability),
    }


def _progressive(wager: Progressive) -> Json:
    a_dollar = Fraction(100, wager.stake_cents)
    lines = [
        {
            "what": line.what,
            "pays": line.pays,
            "combinations": line.combinations,
            "probability": figure(line.probability),
            "return_any_meter": figure(line.probability * line.fixed),
            "return_per_dollar": figure(line.probability * line.share * a_dollar),
        }
        for line in wager.lines
    ]
    even = wager.break_even_cents
    return {
        "deals": wager.deals,
        "stake_cents": wager.stake_cents,
        "lines": lines,
        "hit_frequency": figure(wager.hit_frequency),
        "return_any_meter": figure(wager.return_fixed),
        "return_per_dollar": figure(per_dollar(wager)),
        "break_even_cents": None if even is None else figure(even),
    }


def _featured(each: Featured) -> Json:
    return {
        "areas": each.areas,
        "hand": figure(each.hand),
        "magic_card": figure(each.magic_card),
        "lucky_player": figure(each.lucky_player),
        "both": figure(each.both),
        "most_drawn": figure(each.most_drawn),
    }


def _comparison(comparison: Comparison) -> Json:
    return {
        "changes": list(comparison.changes),
        "figures": [_compared(each) for each in comparison.figures],
        "strategy": _strategy(comparison.strategy),
    }


def _strategy(change: StrategyChange) -> Json:
    return {
        "choices": [
            {"stage": each.stage, "what": each.what, "approved": each.approved, "now": each.now}
            for each in change.choices
        ],
        "flips": [
            {"stage": each.stage, "sets": each.sets, "of": each.of, "probability": figure(each.probability)}
            for each in change.flips
        ],
    }


def _compared(each: Compared) -> Json:
    def told(amount: Fraction | None) -> Json | None:
        return None if amount is None else figure(amount)

    return {
        "what": each.what,
        "kind": each.kind,
        "approved": told(each.approved),
        "now": told(each.now),
        "difference": told(each.difference),
    }
