"""Every screen: axe finds nothing in any theme, and no text is cut off on a small phone in any language."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.page.browsing import Server, paint, use_language
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
    if (element.closest('.sr, svg, [hidden], .long, .scroll, [data-drawing], pre, select, input, textarea')) continue;
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


# All rules in the first theme. In the others those that depend on colours, for texts that look different from all texts
# before: in colour, background, size or class, of the element itself or of those around it.
AXE = """async ([themes, known]) => {
  const FAST = {resultTypes: ['violations'], selectors: false, preload: false};  // There is nothing to preload.
  const found = [], looks = new Set(known.split(' '));
  const hash = (text) => {
    let number = 5381;
    for (let at = 0; at < text.length; at++) number = (number * 33 + text.charCodeAt(at)) % 9007199254741;
    return number.toString(36);
  };
  const unknown = (theme) => {
    const names = new Map(), others = [];
    for (const each of document.querySelectorAll('html, html *')) {
      const {color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight} = getComputedStyle(each);
      const style = [color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight];
      const own = [each.tagName, each.getAttribute('class'), each.disabled, each.ariaDisabled, ...style];
      const name = hash([names.get(each.parentElement) ?? theme + innerWidth, ...own].join());
      names.set(each, name);
      const reads = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (reads && !looks.has(name) && each.checkVisibility()) { looks.add(name); others.push(each); }
    }
    return others;
  };
  for (const [number, theme] of themes.entries()) {
    document.documentElement.dataset.theme = theme;
    const include = number ? unknown(theme) : [document];
    if (!include.length) continue;
    const rules = number ? {runOnly: ['color-contrast', 'link-in-text-block']} : {};
    for (const {id, nodes} of (await axe.run({include}, {...FAST, ...rules})).violations)
      for (const {html} of nodes) found.push(`${theme} ${id}: ${html.slice(0, 200)}`);
  }
  document.documentElement.dataset.theme = themes[0];
  return {found, looks: [...looks].join(' ')};
}"""
_looks = ""  # Of all texts that axe has looked at in this process.


def violations(page: Page) -> list[str]:
    """Return what axe finds in any theme."""
    global _looks
    paint(page)  # Text that is not drawn has no contrast to be found wanting.
    if page.evaluate("!window.axe"):
        page.evaluate(Axe().axe_script)
    told = page.evaluate(AXE, [THEMES, _looks])
    found: list[str] = told["found"]
    if not found:
        _looks = told["looks"]
    return found


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
                use_language(page, language)
                found += [f"{screen}, {language}: {fault}" for fault in page.evaluate(CUT) if language != "en"]
        elif page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{screen}: it scrolls sideways")
    assert not found, "\n".join(found)
    assert screens > 30


def test_axe_sees_faint_text_on_a_page_that_was_not_painted(server: Server, visit: Visit) -> None:
    page = visit(server.url).page
    page.locator("[data-play]").first.wait_for()
    assert violations(page) == []
    page.evaluate("document.querySelector('h1, h2').style.cssText = 'color: #333; background: #222'")
    faults = violations(page)
    assert all(any(f"{theme} color-contrast" in fault for fault in faults) for theme in THEMES), faults
