"""All that a browser was sent while its person played: no card in it that was not open to him then."""

import re

from playwright.sync_api import Browser

from tests.browser.playing import Visitor
from tests.server.running import Running
from tests.server.test_feeds import CARD, open_by_version, own_cards, told_in

TABLE = "UTH 1"

# Every answer is read twice: by the page, and for the record, which has each by itself.
CATCHING = """
window.caught = [];
const asked = window.fetch;
window.fetch = async (...given) => {
  const answer = await asked(...given);
  if (!answer.body) return answer;
  const [one, other] = answer.body.tee();
  const nth = window.caught.push("") - 1;
  (async () => { for await (const part of other.pipeThrough(new TextDecoderStream())) window.caught[nth] += part; })();
  return new Response(one, { status: answer.status, headers: answer.headers });
};
"""


def test_nothing_hidden_is_in_what_a_browser_was_sent(browser: Browser, running: Running) -> None:
    with Visitor(browser, running.address) as visitor:
        visitor.page.add_init_script(CATCHING)
        visitor.go_to_table(TABLE)
        visitor.sit_down()
        visitor.bet("ante", "trips")
        visitor.play_on()
        caught: list[str] = visitor.page.evaluate("window.caught")
    messages = [each for text in caught for each in re.findall(r"^data: (.*)\n", text, re.MULTILINE)]
    running.stop()
    open_cards, _, _ = open_by_version(running.books, TABLE)
    found = set()
    for text in messages:
        cards = set(CARD.findall(text))
        mine = own_cards(text, visitor.name)
        assert cards - mine <= set().union(*(open_cards[each] for each in told_in(text)))
        found |= cards
    assert len(found) > 6
    running.start()
