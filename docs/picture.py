"""Write docs/settle.svg, the picture in docs/operator.md: python docs/picture.py, from the top of the repository."""

import re
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from pitlink.cli.show import show_round
from pitlink.explain import explain
from pitlink.roundfile import read_round

HERE = Path(__file__).parent

# The round that the page on the format shows.
ROUND = re.findall(r"```json\n(.*?)```", (HERE / "round-file.md").read_text(encoding="utf-8"), flags=re.DOTALL)[0]

# The fonts that rich's pictures fetch from elsewhere are left out; the reader's own monospaced one serves.
FORMAT = re.sub(r"@font-face \{\{.*?\}\}\s*|<!--.*?-->\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)

console = Console(record=True, width=96, highlight=False, force_terminal=True)
show_round(explain(read_round(ROUND.encode())), console, reasons=True)
picture = console.export_svg(title="pitlink settle --explain round.json", code_format=FORMAT, unique_id="pitlink")
(HERE / "settle.svg").write_text(picture, encoding="utf-8")
