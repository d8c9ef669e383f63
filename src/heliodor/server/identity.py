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

    def cookie_for(self, person: str) -> str:
        """Return the cookie's value."""
        return f"{person}.{self._sign('cookie', person)}"

    def person_of(self, cookie: str | None) -> str | None:
        """Return the person of a cookie, or None if it was not signed here."""
        person, _, signature = (cookie or "").rpartition(".")
        if not person or not hmac.compare_digest(signature.encode(), self._sign("cookie", person).encode()):
            return None
        return person

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


def new_recovery_code() -> str:
    """Return a code to write down: ABCDE-FGHJK-…."""
    letters = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
    return "-".join(letters[i : i + 5] for i in range(0, CODE_LENGTH, 5))


def clean_text(text: str, longest: int) -> str:
    """Return a text without control characters and direction marks, cut to a length."""
    kept = "".join(
        " " if c.isspace() else c for c in unicodedata.normalize("NFC", text) if c.isprintable() or c.isspace()
    )
    return " ".join(kept.split())[:longest].strip()
