"""Options that several commands have."""

from pathlib import Path
from typing import Annotated, Literal

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
Post = Annotated[
    StaffPost,
    typer.Option(metavar="POST", help="Acting as dealer, pit_supervisor, pit_manager or gaming_shift_manager."),
]
