"""Identity: a signed cookie, and a code that moves it to another device. There are no accounts."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata

COOKIE = "heliodor"
COOKIE_DAYS = 400  # The longest that browsers allow.
CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # No characters that look alike.
CODE_LENGTH = 20  # 100 bits.


def new_id() -> str:
    """Return an id that nobody can guess."""
    return secrets.token_urlsafe(12)


def new_token() -> str:
    """Return the secret part of a link."""
    return secrets.token_urlsafe(18)


class Signer:
    """Signs cookies and hashes codes and PINs with the site's key."""

    def __init__(self, key: str) -> None:
        self._key = bytes.fromhex(key)

    def cookie_for(self, person: str, generation: int = 0) -> str:
        """Return the cookie's value; it holds the generation once a person has signed out other devices."""
        signed = f"{person}~{generation}" if generation else person
        return f"{signed}.{self._sign('cookie', signed)}"

    def person_of(self, cookie: str | None) -> tuple[str, int] | None:
        """Return the person of a cookie and its generation, or None if it was not signed here."""
        signed, _, signature = (cookie or "").rpartition(".")
        if not signed or not hmac.compare_digest(signature.encode(), self._sign("cookie", signed).encode()):
            return None
        person, _, generation = signed.partition("~")
        return person, int(generation or 0)

    def recovery_code(self, person: str, number: int) -> str:
        """Return the code that moves a person to another device, to be written down: ABCDE-FGHJK-…."""
        letters = hmac.digest(self._key, f"code:{person}:{number}".encode(), hashlib.sha256)[:CODE_LENGTH]
        text = "".join(CODE_ALPHABET[each % len(CODE_ALPHABET)] for each in letters)  # 32 letters: no bias.
        return "-".join(text[i : i + 5] for i in range(0, CODE_LENGTH, 5))

    def mute_key(self, person: str, muted: str) -> str:
        """Return the name under which a person finds somebody whom they have muted; it does not tell the id."""
        return self._sign("mute", f"{person}:{muted}")

    def looker_key(self, review: str, person: str) -> str:
        """Return the name of a person in a shared review; it does not tell the id."""
        return self._sign("looker", f"{review}:{person}")[:16]

    def hash_code(self, code: str) -> str:
        """Return the hash of a recovery code; case and spaces do not matter."""
        return self._sign("recovery", "".join(c for c in code.upper() if c in CODE_ALPHABET))

    def hash_pin(self, table: str, seat: int, pin: str) -> str:
        """Return the stored form of a seat's PIN: where it was set, and a hash. So it stays valid in a rematch."""
        return f"{table}:{seat}.{self._sign('pin', f'{table}:{seat}:{pin}')}"

    def is_pin(self, stored: str, pin: str) -> bool:
        """Return whether this is the stored PIN."""
        place, _, signature = stored.rpartition(".")
        return hmac.compare_digest(signature.encode(), self._sign("pin", f"{place}:{pin}").encode())

    def hash_address(self, network: str) -> str:
        """Return the form in which the address of a visitor is held in memory."""
        return self._sign("address", network)

    def _sign(self, purpose: str, text: str) -> str:
        return hmac.digest(self._key, f"{purpose}:{text}".encode(), hashlib.sha256).hex()[:40]


def clean_text(text: str, longest: int) -> str:
    """Return a text without control characters and direction marks, cut to a length."""
    kept = "".join(
        " " if c.isspace() else c for c in unicodedata.normalize("NFC", text) if c.isprintable() or c.isspace()
    )
    return " ".join(kept.split())[:longest].strip()
