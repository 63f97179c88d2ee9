"""Write docs/settle.svg, the picture in the README: python docs/picture.py, from the top of the repository."""

import json
import re
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from pitlink.cli.show import show_round
from pitlink.explain import explain
from pitlink.roundfile import read_round

ROUND = {
    "pitlink": 1,
    "game": "mbs-uth",
    "jackpot": {"meter": "250000.00", "reset": "100000.00", "unit": "5.00"},
    "cards": {"dealer": ["Qs", "Qd"], "community": ["Ah", "Kh", "Qh", "2c", "2d"]},
    "seats": [
        {
            "position": 1,
            "player": "P-17",
            "cards": ["Jh", "Th"],
            "wagers": {"ante": "25.00", "blind": "25.00", "trips": "5.00", "progressive": "15.00"},
            "decisions": ["play 4x"],
        },
        {
            "position": 4,
            "player": "P-03",
            "cards": ["9c", "4d"],
            "wagers": {"ante": "25.00", "blind": "25.00"},
            "decisions": ["check", "check", "fold"],
        },
    ],
}

# The fonts that rich's pictures fetch from elsewhere are left out; the reader's own monospaced one serves.
FORMAT = re.sub(r"@font-face \{\{.*?\}\}\s*|<!--.*?-->\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)

console = Console(record=True, width=96, highlight=False, force_terminal=True)
show_round(explain(read_round(json.dumps(ROUND).encode())), console, reasons=True)
picture = console.export_svg(title="pitlink settle --explain round.json", code_format=FORMAT, unique_id="pitlink")
Path(__file__).with_name("settle.svg").write_text(picture, encoding="utf-8")
