"""`pitlink audit report`: the day's reconciliation for people, spreadsheets and paper."""

import sys
from datetime import date
from pathlib import Path

from pitlink.audit.report import report
from pitlink.audit.report_csv import report_csv
from pitlink.audit.report_text import tell_report
from pitlink.cli.books import CannotDo, looking
from pitlink.cli.progress import Meter
from pitlink.cli.show import printable
from pitlink.cli.writing import check_new, new_file
from pitlink.pit.gamingday import GamingDays
from pitlink.store.looking import look


def report_day(where: str, day: date, days: GamingDays, link: str | None, csv: Path | None, pdf: Path | None) -> int:
    """As text, or into the files that are named. A day that does not add up is told, and the status says so."""
    files = [each for each in (csv, pdf) if each is not None]
    for file in files:
        check_new(file, where)
    if csv is not None and csv == pdf:
        raise CannotDo(f"--csv and --pdf both {csv}: expected two files")
    with looking(where) as engine, Meter("Reading events") as meter:
        if link is not None and link not in (links := look(engine).floor.links):
            raise CannotDo(f"no link {link!r} in these books: expected {', '.join(links) or 'one, and there is none'}")
        found = report(engine, day, days, link, meter)
    if csv is not None:
        with new_file(csv) as out:
            out.write(report_csv(found).encode())
    if pdf is not None:
        from pitlink.audit.report_pdf import report_pdf

        with new_file(pdf) as out:
            out.write(report_pdf(found))
    if not files:
        sys.stdout.writelines(f"{printable(line)}\n" for line in tell_report(found))
        return 1 if found.differences else 0
    for file in files:
        print(f"{file} has the report of {day}.")
    if found.differences:
        raise CannotDo(f"{day} does not add up: {found.differences[0]}")
    return 0
