"""What only Luz has: cards chosen before your turn, and what could have been known at a bet."""

from __future__ import annotations

import re

import pytest

from tests.page import hands
from tests.page.browsing import AT_REST, MOST_MILLISECONDS, Server, Visitor, resize, use_language
from tests.page.conftest import Visit
from tests.page.test_screens import CUT, violations
from tests.page.test_sizes import sticking_out

pytestmark = pytest.mark.page


def test_after_a_deal_the_page_tells_what_could_have_been_known(server: Server, visit: Visit) -> None:
    visitor = visit(server.url, table=hands.against_bots("luz", 3))
    page = visitor.page
    page.locator("[data-bet]").wait_for()
    bet = page.locator(".bet output").inner_text()
    while not page.locator("dialog [data-next]").count():
        hands.decide(visitor, "luz", goes_on=False)
    known = page.locator("[data-known]")
    known.wait_for()
    rows = [row.locator("th, td").all_inner_texts() for row in known.locator("tbody tr").all()]
    assert rows[0][:2] == ["yours", bet]
    means = [float(row[3].replace("−", "-")) for row in rows]
    if len(rows) == 2:
        assert rows[1][0] == "best"
        assert means[1] >= means[0]
    else:
        assert "No other bet promised more." in known.inner_text()
    assert known.locator(".ranges li").count() == 10
    for card in known.locator(".ranges li").all():
        value = int(card.locator("b").inner_text())
        bounds = [int(bound) for bound in card.locator("span").first.inner_text().split("–")]
        assert bounds[0] <= value <= bounds[-1]


def test_l10_the_log_keeps_no_card_of_a_covered_trick(server: Server, visit: Visit) -> None:
    visitor = visit(server.url, table=hands.against_bots("luz", 3))
    page = visitor.page
    takes, plays = (
        re.compile("takes the trick"),
        re.compile(r"^(?!All bets).* (leads|follows|plays a trump|discards)\b"),
    )
    lines: list[str] = []
    while sum(bool(takes.search(line)) for line in lines) < 3:
        hands.decide(visitor, "luz")
        lines = page.locator(".log li").all_inner_texts()[::-1]
    last_taken = max(place for place, line in enumerate(lines) if takes.search(line))
    lies_open = not any(plays.search(line) for line in lines[last_taken:])
    told = [bool(re.search(r"\d", line)) for line in lines[: last_taken + 1] if plays.search(line)]
    assert len(told) == 9
    assert told == [False] * 6 + [lies_open] * 3
    assert (page.get_by_role("heading", name="Last trick").count() == 1) == lies_open


def three_people(server: Server, visit: Visit, **settings: bool) -> list[Visitor]:
    host = visit(server.url, **settings)
    hands.make_table(host.page, "luz", "friends", 3)
    hands.submit(host.page)
    link = hands.invitation(host.page)
    people = [host]
    for _ in range(2):
        friend = visit(link, **settings)
        friend.page.locator("form .btn.primary").click()
        friend.page.wait_for_url(re.compile("/t/"))
        people.append(friend)
    host.page.locator("[data-start]:not([disabled])").click()
    for person in people:
        person.page.locator(".game").wait_for()
    return people


def test_a_card_chosen_before_ones_turn_is_played_when_it_comes(server: Server, visit: Visit) -> None:
    people = three_people(server, visit, queue=True)
    while phase_of(leader := next_to_act(people)) == "betting":
        hands.decide(leader, "luz")
    while hands.is_my_turn(leader.page):
        hands.decide(leader, "luz")
    second = next_to_act(people)
    [third] = [person for person in people if person not in (leader, second)]
    page = third.page
    page.locator(".trick .face").wait_for()
    page.locator(".game:not([data-animating]) [data-slot][aria-disabled=false]").first.wait_for()
    assert not hands.is_my_turn(page)
    cards = page.locator("[data-slot]").count()
    led = str(page.locator(".led b").first.inner_text())
    same = page.get_by_role("group", name=led).locator("[data-slot]")
    chosen = same.first if same.count() else page.locator("[data-slot]").first
    chosen.click()
    page.locator(".mine.queued").wait_for()
    hands.decide(second, "luz")
    page.wait_for_function("count => document.querySelectorAll('[data-slot]').length === count", arg=cards - 1)
    assert page.locator(".mine.queued").count() == 0


def phase_of(person: Visitor) -> str | None:
    return person.page.locator(".game").get_attribute("data-phase")


def next_to_act(people: list[Visitor]) -> Visitor:
    """Wait until it is somebody's turn, and return that visitor."""
    for _ in range(MOST_MILLISECONDS // hands.A_MOMENT):
        for person in people:
            if hands.is_my_turn(person.page):
                return person
        people[0].page.wait_for_timeout(hands.A_MOMENT)
    raise AssertionError("it is nobody's turn")


SIZES = [(360, 740), (1280, 800), (1920, 1080)]


def test_trump_is_in_sight_while_betting_and_playing(server: Server, visit: Visit) -> None:
    visitor = visit(server.url, table=hands.against_bots("luz", 5))
    page = visitor.page
    page.locator("[data-bet]").wait_for()
    for phase in ("betting", "playing"):
        for width, height in SIZES:
            resize(page, width, height)
            for language, word in {"uk": "козир", "ru": "козырь", "en": "trump"}.items():
                use_language(page, language)
                trump = page.locator("[data-trump]")
                assert trump.is_visible(), phase
                assert word in trump.inner_text()
                box = trump.bounding_box()
                assert box is not None
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= width
                assert trump.locator("svg").is_visible()
                assert page.evaluate(CUT) == [], language
                assert sticking_out(page) == [0, 0], language
        assert violations(page) == []
        hands.decide(visitor, "luz")
        page.locator("[data-slot][aria-disabled=false]").first.wait_for()


# What of the trick lies under the lines since one's last turn.
UNDER_LINES = """() => {
  const a = document.querySelector('.since').getBoundingClientRect();
  return [...document.querySelectorAll('[data-trump], .led, .trick .face')].filter((each) => {
    const b = each.getBoundingClientRect();
    return a.top < b.bottom - 1 && a.bottom > b.top + 1;
  }).map((each) => each.className);
}"""


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_the_others_did_covers_no_card_of_the_trick_on_a_phone(players: int, server: Server, visit: Visit) -> None:
    visitor = visit(server.url, size="phone", language="ru", table=hands.against_bots("luz", players))
    page = visitor.page
    page.locator("[data-bet]").wait_for()
    while not page.evaluate("document.querySelector('.game:not([data-animating]) [data-since]') !== null"):
        hands.decide(visitor, "luz", hands.tap)
    page.evaluate(AT_REST)
    assert page.evaluate(UNDER_LINES) == []


def test_a_card_tried_from_a_hint_says_how_to_go_on(server: Server, visit: Visit) -> None:
    visitor = visit(server.url, table=hands.against_bots("luz", 3))
    page = visitor.page
    page.locator("[data-bet]").wait_for()
    hands.decide(visitor, "luz")
    page.locator("[data-slot][aria-disabled=false]").first.wait_for()
    page.locator(".game:not([data-animating])").wait_for()
    page.locator("[data-hint]:visible").click()
    page.locator("[data-take-hint]").first.click()
    lifted = page.locator("[data-slot].lift")
    lifted.wait_for()
    colour = str(lifted.get_attribute("class")).split("s-")[1].split()[0]
    sentence = page.locator(".status [role=status]").inner_text()
    assert f"{colour.capitalize()} {lifted.locator('.rg').inner_text()} is chosen" in sentence
    assert "tap it again or press Play" in sentence


# A hand's cards, emblems and points that are not entirely inside their container.
SPILLING = """() => [
  ...[...document.querySelectorAll('.opp .cell .em')].map((each) => [each, each.closest('.cell')]),
  ...[...document.querySelectorAll('.opp .who > *, .opp .bd, .opp .cell')].map((each) => [each, each.closest('.opp')]),
].filter(([part, frame]) => {
  const [inner, outer] = [part.getBoundingClientRect(), frame.getBoundingClientRect()];
  return inner.width && !part.closest('.sr') && (inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5
    || inner.top < outer.top - 0.5 || inner.bottom > outer.bottom + 0.5);
}).map(([part]) => part.outerHTML.slice(0, 80))"""


def test_five_players_fit_their_panels(server: Server, visit: Visit) -> None:
    visitor = visit(server.url, size="phone", table=hands.against_bots("luz", 5))
    page = visitor.page
    page.locator("[data-bet]").wait_for()
    for _ in range(3):
        for width, height in SIZES:
            resize(page, width, height)
            for language in ("en", "uk"):
                use_language(page, language)
                assert page.evaluate(SPILLING) == [], language
                bar = page.locator(".bar .ttl").bounding_box()
                assert bar is not None
                assert bar["height"] <= 44, "the header has more than two lines"
        hands.decide(visitor, "luz", hands.tap)
        page.locator(".status:not(.wait)").wait_for()


# Two deals of a match that its people have left to bots.
LEFT_TO_BOTS = """async () => {
  const post = async (path, body) => (await fetch(`/api/${path}`, {
    method: 'POST',
    headers: body ? {'content-type': 'application/json'} : {},
    body: body && JSON.stringify(body),
  })).json();
  await post('me', {});
  const seats = [{kind: 'me'}, ...Array(3).fill({kind: 'bot', level: 'greedy'})];
  const table = await post('tables', {game: 'luz', seats});
  await post(`tables/${table.id}/start`);
  await post(`tables/${table.id}/leave`);
  while ((await (await fetch(`/api/tables/${table.id}`)).json()).status !== 'over')
    await new Promise((resolve) => setTimeout(resolve, 200));
  return table.id;
}"""


def test_looking_back_shows_every_finished_trick_and_all_points(server: Server, visit: Visit) -> None:
    visitor = visit(server.url)
    page = visitor.page
    table = page.evaluate(LEFT_TO_BOTS)
    bets, tricks, players = 4, 10, 4
    first_trick, last_trick = bets + players, bets + tricks * players
    second_deal = last_trick + bets + players
    for ply in (first_trick, last_trick, second_deal):
        page.goto(f"{server.url}/replay/{table}#{ply}")
        page.reload()  # Only what follows the # has changed.
        page.locator(f"[data-replay='{ply}']").wait_for()
        assert page.locator(".trick .face").count() == players
        assert page.locator(".trick .face.win").count() == 1
        assert "takes the trick with" in page.locator(".say").inner_text()
    for width, height in ((360, 740), (820, 1180), (1280, 800), (1920, 1080)):
        resize(page, width, height)
        assert page.locator(".opp .pt").count() == players
        assert page.evaluate(SPILLING) == []
