"""The rules as pages: pictures are whole, nothing is wider than a phone, and a link to a rule shows it."""

from __future__ import annotations

import pytest

from tests.page.browsing import Server
from tests.page.conftest import Visit

pytestmark = pytest.mark.page

GAMES = ["nizam", "pearl", "gnomes", "luz"]
PICTURES = """async () => {
  const images = [...document.querySelectorAll('article img')];
  await Promise.all(images.map((image) => image.decode()));
  return images.map((image) => {
    const box = image.getBoundingClientRect();
    return {alt: image.alt, width: box.width, natural: image.naturalWidth, left: box.left, right: box.right};
  });
}"""


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_whole_on_a_phone(game: str, language: str, server: Server, visit: Visit) -> None:
    page = visit(f"{server.url}/rules/{game}", size="phone", language=language).page
    page.locator("article img").first.wait_for()
    pictures = page.evaluate(PICTURES)
    assert len(pictures) >= 4
    for picture in pictures:
        assert picture["natural"] > 0
        assert picture["alt"].strip()
        assert picture["left"] >= 0
        assert picture["right"] <= 360
        assert picture["width"] > min(28, picture["natural"]) - 1, "too small to be seen"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_what_is_folded_away_opens(server: Server, visit: Visit) -> None:
    page = visit(f"{server.url}/rules/nizam", size="phone").page
    fold = page.locator("details", has=page.locator("code", has_text="solo_hand_limit"))
    fold.wait_for()
    code = fold.locator("code", has_text="solo_hand_limit")
    assert not code.is_visible()
    fold.locator("summary").focus()
    page.keyboard.press("Enter")
    code.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("rule", ["N12", "G5"])
def test_a_link_to_a_rule_shows_it_even_if_it_is_folded_away(
    rule: str, size: str, server: Server, visit: Visit
) -> None:
    page = visit(f"{server.url}/rules/nizam#{rule}", size=size).page
    page.wait_for_function(
        """(rule) => {
          const box = document.getElementById(rule)?.getBoundingClientRect();
          return box && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
        }""",
        arg=rule,
    )
    assert "now" in (page.locator(f"#{rule}").get_attribute("class") or "")


def test_a_nested_list_is_not_broken_in_the_middle_of_a_sentence(server: Server, visit: Visit) -> None:
    page = visit(f"{server.url}/rules/gnomes").page
    ways = page.locator("#S4 > ul > li")
    ways.first.wait_for()
    assert ways.count() == 4
    assert ways.last.inner_text().endswith("A wind never removes a cave-in.")
    assert page.locator("#S4 p").count() == 0
