"""Which software this is: one digest over every file of the package."""

import hashlib
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

_CODE = (".py", ".toml", ".sql")


@cache
def digest() -> str:
    """SHA-256 over the names and contents of all files that say what the software does."""
    whole = hashlib.sha256()
    for name, file in sorted(_files(resources.files("pitlink"), "")):
        content = file.read_bytes()
        whole.update(f"{name} {len(content)}\n".encode() + content)
    return whole.hexdigest()


def _files(folder: Traversable, path: str) -> list[tuple[str, Traversable]]:
    found = []
    for each in folder.iterdir():
        name = f"{path}/{each.name}"
        if each.is_dir():
            found += _files(each, name)
        elif each.name.endswith(_CODE):
            found.append((name, each))
    return found
