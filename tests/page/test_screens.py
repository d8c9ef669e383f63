"""Every screen: axe finds nothing in any theme, and no text is cut off on a small phone in any language."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.page.browsing import Server, paint
from tests.page.conftest import Visit
from tests.page.tour import tour

pytestmark = pytest.mark.page

THEMES = ["night", "noon", "contrast"]

# Text that does not fit its box, or a page that is wider than the screen.
CUT = """() => {
  const cut = [];
  if (document.documentElement.scrollWidth > innerWidth + 1)
    cut.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const dialog = document.querySelector('dialog[open]');
  for (const element of (dialog ?? document.body).querySelectorAll('*')) {
    if (element.closest('.sr, svg, [hidden], .long, .scroll, pre, select, input, textarea')) continue;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join('');
    if (!text || !box.width || style.visibility === 'hidden' || style.clipPath !== 'none') continue;
    if (style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) cut.push(`cut: ${text}`);
    if (box.right > innerWidth + 1 || box.left < -1) cut.push(`outside: ${text}`);
    // Boxes around it that hide what sticks out.
    for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
      const hides = getComputedStyle(outer);
      const frame = outer.getBoundingClientRect();
      if (['hidden', 'clip'].includes(hides.overflowX) && (box.right > frame.right + 1 || box.left < frame.left - 1))
        cut.push(`hidden by ${outer.className}: ${text}`);
      if (['hidden', 'clip'].includes(hides.overflowY) && (box.bottom > frame.bottom + 1 || box.top < frame.top - 1))
        cut.push(`hidden by ${outer.className}: ${text}`);
      if (['auto', 'scroll'].includes(hides.overflowX) || ['auto', 'scroll'].includes(hides.overflowY)) break;
      if (hides.position === 'fixed') break;
    }
  }
  return cut;
}"""


# All rules in the first theme, and in the others those that depend on colours.
AXE = """async (themes) => {
  const FAST = {resultTypes: ['violations'], selectors: false, preload: false};  // There is nothing to preload.
  const found = [];
  for (const [number, theme] of themes.entries()) {
    document.documentElement.dataset.theme = theme;
    const rules = number ? {runOnly: ['color-contrast', 'link-in-text-block']} : {};
    for (const {id, nodes} of (await axe.run(document, {...FAST, ...rules})).violations)
      for (const {html} of nodes) found.push(`${theme} ${id}: ${html.slice(0, 200)}`);
  }
  document.documentElement.dataset.theme = themes[0];
  return found;
}"""


def violations(page: Page) -> list[str]:
    """Return what axe finds in any theme."""
    paint(page)  # Text that is not drawn has no contrast to be found wanting.
    if page.evaluate("!window.axe"):
        page.evaluate(Axe().axe_script)
    found: list[str] = page.evaluate(AXE, THEMES)
    return found


# As if another tab had chosen it.
USE_LANGUAGE = """async (language) => {
  localStorage.heliodor = JSON.stringify({...JSON.parse(localStorage.heliodor), language});
  dispatchEvent(new StorageEvent('storage'));
  while (document.documentElement.lang !== language) await new Promise((done) => setTimeout(done, 5));
  await document.fonts.ready;
}"""


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_no_screen_has_cut_texts_or_anything_that_axe_finds(size: str, server: Server, visit: Visit) -> None:
    """Axe looks at the screens in English only: names and contrast are the same in every language."""
    visitor = visit(server.url, size=size)
    page = visitor.page
    found: list[str] = []
    screens = 0
    for screen in tour(visitor, server, is_touch=size == "phone"):
        screens += 1
        assert page.evaluate("document.documentElement.lang") == "en"
        found += [f"{screen}: {fault}" for fault in violations(page)]
        if size == "phone":
            found += [f"{screen}: {fault}" for fault in page.evaluate(CUT)]
            for language in ("uk", "ru", "en"):
                page.evaluate(USE_LANGUAGE, language)
                found += [f"{screen}, {language}: {fault}" for fault in page.evaluate(CUT) if language != "en"]
        elif page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{screen}: it scrolls sideways")
    assert not found, "\n".join(found)
    assert screens > 30


def test_axe_sees_faint_text_on_a_page_that_was_not_painted(server: Server, visit: Visit) -> None:
    page = visit(server.url).page
    page.locator("[data-play]").first.wait_for()
    page.evaluate("document.querySelector('h1, h2').style.cssText = 'color: #333; background: #222'")
    assert any("night color-contrast" in fault for fault in violations(page))
