"""The languages of Heliodor. A new one needs its line here and the files that docs/adding-a-language.md lists."""

from __future__ import annotations

from typing import NamedTuple


class Language(NamedTuple):
    """A language."""

    name: str  # In the language itself.
    bot: str  # Its word for a bot: a person's name may not look like it.


LANGUAGES = {
    "en": Language("English", "bot"),
    "uk": Language("Українська", "бот"),
    "ru": Language("Русский", "бот"),
}
ORIGINAL = "en"  # All texts are in it; another language is translated from it.
