"""Somebody at the dealer console: reads the large button, presses it, and types the cards that it asks for."""

import random
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Locator

from pitlink.cards import NAMES
from pitlink.client import Pit
from pitlink.server.calling import COOKIE
from tests.browser.playing import Visitor, Waiting
from tests.server.running import PASSWORD, Running, floor_of

GAMES = ("THB", "3CP", "UTH", "LIR", "M3P")
SEALED, SHOE, BY_HAND = "1", "2", "3"  # the tables of each game, by where their cards come from
CALL = "Announce: Place your bets, please"
QUICKER = "Somebody was quicker. This comes next."


def open_all_kinds(folder: Path, bots: str = "2") -> Running:
    """Three tables of each game: with a sealed deck, with a shoe whose cards are typed, and dealt by hand."""
    links, *tables = floor_of(15).split("[[table]]")
    for nth, kind in enumerate(("sealed_deck", "reading_shoe", "hand_dealt")):
        for at in range(5 * nth, 5 * nth + 5):
            attended = tables[at].replace('cards = "sealed_deck"', "#")
            tables[at] = attended.replace("unattended = true", f'cards = "{kind}" #')
    (folder / "floor.toml").write_text("[[table]]".join([links, *tables]))
    made = Running("", folder)
    made.start("--floor", str(folder / "floor.toml"), "--bots", bots)
    return made


class Shoe:
    """A shuffled deck of 52, card by card, as a dealer types them; a new one for each round."""

    def __init__(self, seed: int = 5, without: tuple[str, ...] = ()) -> None:
        self._cards = [card for card in NAMES if card not in without]
        random.Random(seed).shuffle(self._cards)

    def next(self, _says: str = "") -> str:
        return typed(self._cards.pop())


class Stacked(Shoe):
    """With cards that go where the large button says, the first of each place first."""

    def __init__(self, *stacked: tuple[str, str]) -> None:
        super().__init__(without=tuple(card for _, card in stacked))
        self._stacked = list(stacked)

    def next(self, says: str = "") -> str:
        for nth, (where, card) in enumerate(self._stacked):
            if where in says:
                del self._stacked[nth]
                return typed(card)
        return super().next()


def typed(card: str) -> str:
    return card.replace("T", "10").upper()


class Dealer:
    def __init__(self, visitor: Visitor, table: str) -> None:
        self.visitor, self.table, self.page = visitor, table, visitor.page
        self.pressed: list[str] = []

    def come(self, name: str = "Dana", session: Pit | None = None) -> None:
        """Signs in at the console itself, where it says who may deal; or goes on with a session that is there."""
        if session is not None:
            self.page.context.add_cookies([{"name": COOKIE, "value": str(session.token), "url": self.visitor.address}])
        self.visitor.go(f"/table/{quote(self.table)}/deal")
        self.page.locator(".dock, main .act").first.wait_for()
        if self.page.get_by_role("heading", name=re.compile("^Only a dealer")).count():
            self.page.get_by_role("main").get_by_role("button", name="Sign in").click()
            self.visitor.sign_in(name, PASSWORD)
        self.page.locator(".dock").wait_for()

    @property
    def button(self) -> Locator:
        return self.page.locator("[data-next]:enabled")

    @property
    def says(self) -> str:
        """What the large button says; nothing while somebody else is waited for."""
        found = self.page.locator("[data-next]:enabled strong").all_inner_texts()
        return found[0] if found else ""

    def press(self, key: str = " ") -> None:
        """With the keyboard; then what comes next has come."""
        before = self.says
        self.pressed.append(before)
        self.page.keyboard.press("Space" if key == " " else key)

    def deal(
        self,
        shoe: Shoe | None = None,
        until: str = CALL,
        hears: int | None = None,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> list[str]:
        """Follows the large button and nothing else, from the call on to the next one; cards are read off the shoe.

        The player at `hears` has no screen: the first thing that may be said is recorded. What others do who are waited
        for is done `meanwhile`.
        """
        self.pressed = []
        waiting = Waiting(f"{self.table} wants: {until}")
        while waiting():
            says = self.says
            if says == until and self.pressed:
                return self.pressed
            if says:
                self.type_cards(shoe)
                self.press()
                self.wait_for_another(says)
            elif hears and self.page.get_by_role("group", name=f"Position {hears} decides").count():
                self.hear("1")
            else:
                meanwhile()
                self.page.wait_for_timeout(30)
        return self.pressed

    def hear(self, key: str) -> None:
        """What a player says, by its number."""
        way = self.page.locator(f'[data-way="{key}"]:enabled')
        if way.count():
            self.pressed.append(way.inner_text())
            self.page.keyboard.press(key)
            self.page.wait_for_timeout(50)

    def type_cards(self, shoe: Shoe | None) -> None:
        field = self.page.locator("[data-cards]")
        if not field.count():
            return
        wanted = re.search(r"The (?:(\d) cards|card)", self.page.locator("label:has([data-cards])").inner_text())
        assert wanted
        assert shoe is not None, "a sealed deck asks for no card"
        cards = "".join(shoe.next(self.says) for _ in range(int(wanted[1] or 1)))
        self.page.keyboard.type(cards)  # the field has the focus by itself

    def wait_for_another(self, said: str) -> None:
        waiting = Waiting(f"something else is wanted than {said}")
        while waiting() and self.says == said:
            self.page.wait_for_timeout(20)
            if self.page.locator(".dock").get_by_text(QUICKER).count():  # it was read by now
                self.page.wait_for_timeout(300)
                self.page.keyboard.press("Space")
