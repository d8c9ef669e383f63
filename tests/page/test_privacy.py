"""The privacy note of a server: reached from the first page, in every language, with the server's own settings."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.browsing import Server
from tests.page.conftest import Visit
from tests.page.test_screens import CUT, violations

pytestmark = pytest.mark.page

SENTENCES = {
    "en": ("Finished matches are kept.", "A match that nobody comes back to for 90 days is stopped."),
    "uk": ("Зіграні партії зберігаються.", "Партію, до якої ніхто не повертається 90 днів, буде зупинено."),
    "ru": ("Сыгранные партии хранятся.", "Партия, к которой никто не возвращается 90 дней, будет остановлена."),
}


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_the_note_is_reached_from_the_first_page(size: str, language: str, server: Server, visit: Visit) -> None:
    page = visit(server.url, size=size, language=language).page
    page.locator("footer a.privacy").click()
    matches, idle = SENTENCES[language]
    expect(page.locator("[data-kept=matches]")).to_have_text(matches)
    expect(page.locator("[data-kept=idle]")).to_contain_text(idle)
    expect(page.locator("[data-kept]")).to_have_count(7)
    assert page.evaluate(CUT) == []
    assert language != "en" or violations(page) == []
    page.reload()  # The address works by itself, too.
    expect(page.locator("[data-kept=matches]")).to_have_text(matches)
