"""A walk through every screen of the page, for checks that apply to all of them."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page, WebSocketRoute

from tests.page import hands
from tests.page.browsing import Server, Visitor

GAMES = ["nizam", "pearl", "gnomes", "luz"]


class Line:
    """The sockets of a page, which can be cut and restored."""

    def __init__(self, page: Page) -> None:
        self.is_cut = False
        self._sockets: list[WebSocketRoute] = []
        page.route_web_socket("**/api/socket*", self._take)

    def _take(self, socket: WebSocketRoute) -> None:
        if self.is_cut:
            socket.close(code=1012)
        else:
            socket.connect_to_server()
            self._sockets.append(socket)

    def cut(self) -> None:
        self.is_cut = True
        for socket in self._sockets:
            socket.close(code=1012)
        self._sockets = []


# A match that bots play to its end by themselves, since everybody has left.
_LEFT_TO_BOTS = """async () => {
  const post = async (path, body) => (await fetch(`/api/${path}`, {
    method: 'POST',
    headers: body ? {'content-type': 'application/json'} : {},
    body: body && JSON.stringify(body),
  })).json();
  const table = await post('tables', {game: 'gnomes', seats: [{kind: 'me'}, {kind: 'bot', level: 'random'}]});
  await post(`tables/${table.id}/start`);
  await post(`tables/${table.id}/leave`);
  return table.id;
}"""


def tour(visitor: Visitor, server: Server, is_touch: bool) -> Iterator[str]:
    """Bring the page to one screen after another, and yield the name of each."""
    line = Line(visitor.page)
    yield from _before_the_table(visitor, server)
    finished = visitor.page.evaluate(_LEFT_TO_BOTS)
    press = hands.tap if is_touch else hands.click
    for game in GAMES:
        visitor.page.goto(server.url)
        visitor.page.locator(f"[data-play={game}]").click()
        _my_turn(visitor.page)
        yield f"{game}"
        yield from {"nizam": _nizam, "pearl": _pearl, "gnomes": _gnomes, "luz": _luz}[game](visitor, press, is_touch)
        if game == "luz":
            line.cut()
            visitor.page.locator(".notices .lost").wait_for()
            yield "no connection"
            line.is_cut = False
    yield from _one_device(visitor.page)
    yield from _a_finished_match(visitor.page, server, finished)
    visitor.page.goto(server.url)
    visitor.page.locator(".turn").first.wait_for()
    yield "home with running tables"
    visitor.page.goto(f"{server.url}/me")
    visitor.page.locator("[data-finished] .res").first.wait_for()
    visitor.page.locator("[data-progress] li").first.wait_for()
    visitor.page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
    yield "a person's page"


def _my_turn(page: Page) -> None:
    # At one moment: two questions may be answered before and after the turn of a bot.
    page.wait_for_function(
        "() => document.querySelector('.status:not(.wait)') && document.querySelector('.game:not([data-animating])')"
    )


def _before_the_table(visitor: Visitor, server: Server) -> Iterator[str]:
    page = visitor.page
    page.goto(server.url)
    page.locator(".fx").first.wait_for()
    yield "home"
    for game in GAMES:
        page.goto(f"{server.url}/new/{game}#friends")
        page.locator("summary").click()
        yield f"new table of {game}"
    page.goto(f"{server.url}/new/nizam#device")
    page.locator(".seatlist .pin").first.wait_for()
    yield "new table on one device"
    for game in GAMES:
        page.goto(f"{server.url}/rules/{game}")
        page.locator("main h2").first.wait_for()
        for fold in page.locator("article details").all():
            fold.locator("summary").click()
        yield f"rules of {game}"
    page.goto(f"{server.url}/settings")
    page.locator("main section button").last.wait_for()
    yield "settings"
    page.goto(f"{server.url}/privacy")
    page.locator("[data-kept]").first.wait_for()
    yield "privacy"
    page.goto(f"{server.url}/check")
    page.locator(".three").wait_for()
    yield "check of a deal"
    hands.make_table(page, "luz", "friends", 5)
    hands.submit(page)
    page.locator(".invite img").wait_for()
    yield "lobby"
    invitation = hands.invitation(page)
    mine = page.context.cookies()
    page.context.clear_cookies()  # As a friend without a cookie: the host would come to the table itself.
    page.goto(invitation)
    page.locator("form .btn.primary:not([disabled])").wait_for()
    yield "invitation"
    visitor.excuses.append("status of 400")  # The browser itself notes that the server refused the link.
    page.goto(f"{server.url}/join#nothing")
    page.reload()  # Only what follows the # has changed.
    page.locator(".note.bad").wait_for()
    yield "dead invitation"
    page.context.add_cookies(mine)  # type: ignore[arg-type]


def _nizam(visitor: Visitor, press: hands.Press, is_touch: bool) -> Iterator[str]:
    page = visitor.page
    hands.decide(visitor, "nizam", press)
    _my_turn(page)
    while not page.locator("[data-pay=one]").count():  # With more cards there is something to plan.
        hands.decide(visitor, "nizam", press)
        _my_turn(page)
    if page.locator("[data-pay=off]").count():
        page.locator("[data-pay=off]").first.click(force=True)  # Dimmed, and it tells why.
        page.locator(".refusal").wait_for()
        yield "nizam, a refusal"
        press(page.locator(".refusal button"))
    shift = page.locator("[data-pay=one]").first
    name = shift.get_attribute("data-shift")
    press(shift)
    page.locator(".tile.ghost").first.wait_for()
    yield "nizam, a shift is tried"
    press(page.locator(f'[data-shift="{name}"]'))
    page.locator(".chip:not(.pre)").wait_for()
    yield "nizam, a plan"
    press(page.locator("button.corner"))
    page.locator("dialog").wait_for()
    yield "nizam, the discard pile"
    page.keyboard.press("Escape")
    press(page.locator("[data-panel=menu]"))
    page.locator("dialog textarea").wait_for()
    yield "nizam, the menu"
    page.locator("[data-offer=stop]").click()
    page.locator("[data-offer-sure]").click()  # It asks first.
    page.locator(".end").wait_for()
    yield "nizam, the end"


def _pearl(visitor: Visitor, press: hands.Press, is_touch: bool) -> Iterator[str]:
    page = visitor.page
    for _ in range(2):
        hands.decide(visitor, "pearl", press)
        _my_turn(page)
    press(page.locator("[data-hint]:visible"))
    page.locator(".hintcard li").first.wait_for()
    yield "pearl, a hint"
    if is_touch:
        press(page.locator(".hand .only-phone:visible"))
        page.locator(".side.open").wait_for()
        yield "pearl, the log"
        press(page.locator(".side.open .close"))


def _gnomes(visitor: Visitor, press: hands.Press, is_touch: bool) -> Iterator[str]:
    page = visitor.page
    press(page.locator("[data-take=deck]"))
    yield "gnomes, the deck is chosen"
    hands.confirm(page, press)
    page.locator("[data-card]").first.wait_for()
    _my_turn(page)
    cards = page.locator("[data-card][aria-disabled=false]")
    press(cards.first)
    page.locator("[data-go]").first.wait_for()
    yield "gnomes, a card is chosen"
    press(page.locator("[data-panel=talk]"))
    press(page.locator("[data-phrase]").first)
    page.locator("dialog .log li").first.wait_for()
    yield "gnomes, talk"
    page.keyboard.press("Escape")
    for _ in range(4):
        hands.decide(visitor, "gnomes", press)
        _my_turn(page)
    yield "gnomes, later"


def _luz(visitor: Visitor, press: hands.Press, is_touch: bool) -> Iterator[str]:
    page = visitor.page
    hands.decide(visitor, "luz", press)
    _my_turn(page)
    if is_touch:
        press(page.locator("[data-slot][aria-disabled=false]").first)
        page.locator("[data-slot].lift").wait_for()
    yield "luz, a trick"
    press(page.locator("[data-notes]"))
    press(page.locator("dialog [data-guess]").first)
    yield "luz, notes on cards"
    page.keyboard.press("Escape")
    if is_touch:
        press(page.locator(".hand .only-phone:visible"))
        page.locator(".side.open").wait_for()
        yield "luz, the last trick and the score sheet"
        press(page.locator(".side.open .close"))
    while not page.locator("dialog [data-next]").count():
        hands.decide(visitor, "luz", press, goes_on=False)
    yield "luz, the deal is over"
    press(page.locator("dialog [data-next]"))


def _a_finished_match(page: Page, server: Server, table: str) -> Iterator[str]:
    page.goto(f"{server.url}/t/{table}")
    page.locator("[data-look-back]").wait_for()
    yield "the end of a match"
    page.locator("[data-look-back]").click()
    page.locator("[data-replay]").wait_for()
    for _ in range(3):
        page.locator("[data-step-on]").click()
    page.locator("[data-replay='3']").wait_for()
    yield "looking back"


def _one_device(page: Page) -> Iterator[str]:
    hands.make_table(page, "luz", "device", 3)
    page.locator(".seatlist .pin").first.fill("1234")
    hands.submit(page)
    page.locator("[data-curtain]").wait_for()
    yield "the curtain"
    if page.locator("input[type=password]").count():
        page.locator("input[type=password]").fill("1234")
    hands.hold(page.locator("[data-look]"))
    page.locator("[data-recap]").wait_for()
    yield "the recap"
    hands.make_table(page, "pearl", "device", 2)
    hands.submit(page)
    page.locator("[data-look]").wait_for()
    yield "the covered hand"
