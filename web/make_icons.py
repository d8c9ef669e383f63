"""Draw the PNG icons of the page from public/icon.svg, with the Chromium of the tests: python web/make_icons.py."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Page, ViewportSize

PUBLIC = Path(__file__).parent / "public"
sys.path.insert(0, str(PUBLIC.parents[1]))

CLOTH = "#0c1226"  # The page behind the icon, as in the manifest.
# Name -> size, share of the picture that the sign fills, and background. A maskable icon is cut to any shape.
ICONS = {
    "icon-192.png": (192, 1.0, "transparent"),
    "icon-512.png": (512, 1.0, "transparent"),
    "icon-maskable.png": (512, 0.66, CLOTH),
    "icon-apple.png": (180, 0.8, CLOTH),
}


def draw(page: Page, svg: str, name: str) -> None:
    """Write one icon."""
    size, share, background = ICONS[name]
    page.set_viewport_size(ViewportSize(width=size, height=size))
    page.set_content(
        f"<style>html{{background:{background}}}body{{margin:0;display:grid;place-items:center;height:100vh}}"
        f"svg{{width:{100 * share}vw}}</style>{svg}"
    )
    page.screenshot(path=PUBLIC / name, omit_background=True)


def main() -> None:
    """Write all icons."""
    from tests.page.browsing import open_browser

    svg = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    with open_browser() as browser:
        page = browser.new_page()
        for name in ICONS:
            draw(page, svg, name)


if __name__ == "__main__":
    main()
