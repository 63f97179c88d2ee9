"""What happened to the books themselves, in words: the significant events of a system."""

from typing import assert_never

from pitlink.pit.words import Told, counted, listed
from pitlink.store import events as system


def tell_system(event: system.Event) -> Told:
    match event:
        case system.BooksOpened():
            return Told(f"The books are opened for the first time, by {event.site}", level=0)
        case system.SelfChecked():
            software = f"pitlink {event.version}, software {event.software[:12]}…"
            return Told(f"{event.process} has looked the books over, {counted(event.streams, 'stream')}: {software}")
        case system.TablesTaken():
            tables = listed(f"{name} (epoch {epoch})" for name, epoch in sorted(event.epochs.items()))
            return Told(f"{event.process} takes {tables}")
        case system.TablesLeft():
            return Told(f"{event.process} leaves {listed(event.tables)}")
        case system.CommandIdReused():
            words = f"The id of command {event.command} came once more with another command, which was refused"
            return Told(f"{words}: {event.stream}, by {event.person or 'nobody'}")
        case system.ClockJumped():
            return Told(f"The clock jumped by {event.microseconds / 1e6:+,.3f} seconds")
        case system.AccountMade():
            return Told(f"An account is made: {event.account}, {event.role.replace('_', ' ')}")
        case system.AccountShut():
            return Told(f"The account of {event.account} is shut")
        case system.AccountReopened():
            return Told(f"The account of {event.account} is open again, with a new password")
        case system.SessionsEnded():
            return Told(f"All sessions of {event.account} are ended")
        case system.PasswordChanged():
            return Told(f"The password of {event.account} is changed")
        case system.SignInRefused():
            return Told(f"Wrong passwords for the account of {event.account}")
        case system.FloorSetUp():
            added = listed([f"link {name}" for name in event.links] + [f"table {name}" for name in event.tables])
            bots = f", with {counted(event.bots, 'bot')} at each table" if event.bots and event.tables else ""
            return Told(f"{event.by} sets up {added}{bots}")
        case _:
            assert_never(event)
