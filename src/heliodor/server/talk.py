"""What may be said, at a table and in a shared review alike."""

from __future__ import annotations

from heliodor.protocol import requests
from heliodor.protocol.phrases import PHRASES
from heliodor.server.identity import clean_text
from heliodor.server.refusal import Refusal


def checked_phrase(request: requests.Phrase) -> str:
    """Return the key of a phrase; refuse one that does not exist."""
    if request.key not in PHRASES:
        raise Refusal("no_phrase", "there is no such phrase")
    return request.key


def checked_chat(request: requests.Chat, talk: str) -> str:
    """Return a chat text without control characters; refuse an empty one, and all of them where talk is by phrases."""
    if talk != "free":
        raise Refusal("phrases_only", "only phrases are allowed at this table")
    text = clean_text(request.text, requests.MAX_CHAT)
    if not text:
        raise Refusal("empty", "the message is empty")
    return text
