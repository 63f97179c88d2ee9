"""Options that several commands have."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, get_args

import typer

Books = Annotated[
    str | None,
    typer.Option(
        "--books",
        envvar="PITLINK_BOOKS",
        metavar="FILE|ADDRESS",
        help="Which books: a file, or postgresql://… ; else books.db among your data files.",
        show_default=False,
    ),
]
KeyFile = Annotated[
    Path | None,
    typer.Option(
        "--key-file",
        metavar="FILE",
        help="The signing key; else NAME.key beside NAME.db, for a server books.key among your data files.",
        show_default=False,
    ),
]
By = Annotated[str | None, typer.Option("--by", metavar="NAME", help="Who acts; else the name you are logged in as.")]
Json = Annotated[bool, typer.Option("--json", help="As JSON, money in cents.")]

StaffPost = Literal["dealer", "pit_supervisor", "pit_manager", "gaming_shift_manager"]


def one_of(*values: str) -> Callable[[str], str]:
    """Reads one of some words, and says which where it is none."""

    def read(text: str) -> str:
        if text not in values:
            raise typer.BadParameter(f"{text!r}: expected {', '.join(values[:-1])} or {values[-1]}")
        return text

    return read


Post = Annotated[
    StaffPost,
    typer.Option(
        parser=one_of(*get_args(StaffPost)),
        metavar="POST",
        help="Acting as dealer, pit_supervisor, pit_manager or gaming_shift_manager.",
    ),
]
