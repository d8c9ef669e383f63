"""Names that cannot deceive: valid names, and whether two names look alike.

Letters and their composition come from Unicode (`unicodedata`), visible letters from the standard for domain names
(RFC 5892, by `idna`), and similar letters from Unicode's list of confusables (UTS 39, by `confusable_homoglyphs`).
None of these lists is ours.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from itertools import pairwise

import idna
from confusable_homoglyphs import categories
from confusable_homoglyphs.confusables import confusables_data

from heliodor.bots import BOT_NAMES, PLAIN_NAMES
from heliodor.languages import LANGUAGES
from heliodor.server.refusal import Refusal

LONGEST_NAME = 24
GUEST = "Guest"  # Somebody without a name, or with one that the rules no longer accept.
SIGNS = " .'’-_"  # Signs allowed between letters.
BOT_WORDS = tuple({language.bot for language in LANGUAGES.values()})
# Scripts that may be mixed in one word, by UTS 39.
TOGETHER = ({"HAN", "HIRAGANA", "KATAKANA"}, {"HAN", "HANGUL"}, {"HAN", "BOPOMOFO"})
EVERY_SCRIPT = {"COMMON", "INHERITED"}
COMPOSED = {"LATIN", "CYRILLIC", "GREEK"}  # Their letters may carry one mark beyond those that Unicode composes.


def checked(text: str) -> str:
    """Return a name in its normal form; refuse one that is unreadable or looks like a bot's."""
    name = _normal(text)
    if not any(character.isalnum() for character in name):
        if name:
            raise _refused("name_signs", "a name may have letters, digits and spaces, and between them . ' - _")
        raise _refused("empty_name", "a name needs at least one visible letter")
    if len(name) > LONGEST_NAME:
        raise _refused("long_name", f"a name has at most {LONGEST_NAME} letters")
    for word in re.split(f"[{re.escape(SIGNS)}]+", name):
        _check_word(word)
    if _is_like_a_bot(name):
        raise _refused("bot_name", "this name looks like the name of a bot")
    return name


def safe(name: str) -> str:
    """Return a stored name if it is still valid, else that of a guest."""
    try:
        return checked(name)
    except Refusal:
        return GUEST


def unique(name: str, taken: Collection[str]) -> str:
    """Return the name, with a number if another one looks like it."""
    new, number = name, 1
    while any(are_alike(new, other) for other in taken):
        number += 1
        ending = f" {number}"
        new = name[: LONGEST_NAME - len(ending)].rstrip() + ending
    return new


def are_alike(one: str, other: str) -> bool:
    """Return whether two names look alike."""
    return not _skeletons(one).isdisjoint(_skeletons(other))


def _normal(text: str) -> str:
    """Return a text in compatibility form, on one line, without formatting characters."""
    kept = (" " if c.isspace() else c for c in unicodedata.normalize("NFKC", text) if c.isprintable() or c.isspace())
    return unicodedata.normalize("NFKC", " ".join("".join(kept).split()))


def _check_word(word: str) -> None:
    marks = 0
    scripts = {categories.alias(character) for character in word} - EVERY_SCRIPT
    most = 1 if scripts & COMPOSED else 2
    for character in word:
        marks = marks + 1 if unicodedata.category(character).startswith("M") else 0
        if marks > most:
            raise _refused("name_marks", "one letter of this name has too many marks")
    try:
        if word:
            idna.check_label(unicodedata.normalize("NFC", word.casefold()))
    except idna.IDNAError:
        raise _refused("name_signs", "a name may have letters, digits and spaces, and between them . ' - _") from None
    if len(scripts) > 1 and not any(scripts <= some for some in TOGETHER):
        raise _refused("name_scripts", "each word of a name has to be in one alphabet")


def _is_like_a_bot(written: str) -> bool:
    letters = (c for c in unicodedata.normalize("NFD", written) if not unicodedata.category(c).startswith("M"))
    name = "".join(letters)  # Bót
    parted = "".join(
        f" {after}" if before.islower() and after.isupper() else after for before, after in pairwise(f" {name}")
    )  # SkilledBot
    words = {*re.findall(r"[^\W_]+", name), *re.findall(r"[^\W\d_]+", name), *re.findall(r"[^\W\d_]+", parted)}
    joined = re.sub(r"[\W_]+", "", name)  # B.o.t
    labels = (f"{level}bot" for level in {*BOT_NAMES, *PLAIN_NAMES})
    return _any_alike(words, BOT_WORDS) or _any_alike([joined], (*BOT_WORDS, *labels))


def _any_alike(words: Iterable[str], others: Iterable[str]) -> bool:
    known = list(others)
    return any(are_alike(word, other) for word in words for other in known)


def _skeletons(text: str) -> set[str]:
    """Return a text with look-alike letters merged: as written, and in lower case."""
    shown = "".join(map(_prototype, unicodedata.normalize("NFD", text)))
    small = "".join(map(_prototype, unicodedata.normalize("NFD", text.casefold())))
    return {shown.casefold(), small.casefold()}


def _prototype(character: str) -> str:
    """Return the representative of all characters that look like this one."""
    alike = confusables_data.get(character, [])
    if len(alike) != 1:
        return character  # It is itself the representative, or looks like no other.
    other = str(alike[0]["c"])
    return other if len(confusables_data.get(other, [])) > 1 else min(other, character)


def _refused(key: str, text: str) -> Refusal:
    return Refusal(key, text, status=422)
