"""Web Push: messages that only one browser can read (RFC 8291), signed with the site's key (RFC 8292).

The libraries are an extra (`heliodor[push]`). Encrypting and sending block, so they run in threads.
"""

from __future__ import annotations

import base64
import hashlib
import http.client
import importlib.util
import time
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

# Hosts of the browsers' push services. A server sends to no other host: an endpoint comes from a client.
SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com")
SECONDS = 10.0  # For one request.
TOKEN_SECONDS = 12 * 3600  # How long a signature is valid; a day at most.
LONGEST_ENDPOINT = 1000


class Answer(NamedTuple):
    """What a push service has answered."""

    status: int  # 0: it does not answer.
    retry_after: int | None = None  # Seconds.


def is_installed() -> bool:
    """Return whether the libraries of the extra are installed."""
    return all(importlib.util.find_spec(name) is not None for name in ("cryptography", "http_ece", "py_vapid"))


def new_key() -> str:
    """Return a new private key in the form in which it is stored."""
    from py_vapid import Vapid02

    key = Vapid02()
    key.generate_keys()
    return _encoded(key.private_key.private_numbers().private_value.to_bytes(32, "big"))


class Push:
    """Sends messages in the name of a site."""

    def __init__(self, key: str, contact: str, services: Sequence[str]) -> None:
        from cryptography.hazmat.primitives import serialization
        from py_vapid import Vapid02

        self._signer = Vapid02.from_raw(key.encode())
        self._contact = contact  # "mailto:…" or "https://…": whom a push service asks if something is wrong.
        self._services = services  # Hosts, or whole origins like "http://127.0.0.1:8080".
        form = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.public_key = _encoded(self._signer.public_key.public_bytes(*form))

    def serves(self, endpoint: str) -> bool:
        """Return whether an endpoint is at a known push service."""
        try:
            parts = urlsplit(endpoint)
            host = parts.hostname or ""
            origin = f"{parts.scheme}://{parts.netloc}"
            is_plain = parts.username is None and parts.port in (None, 443)
        except ValueError:
            return False
        if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isprintable() or " " in endpoint:
            return False
        is_known = parts.scheme == "https" and is_plain and any(_is_below(host, each) for each in self._services)
        return is_known or origin in self._services

    def post(self, endpoint: str, p256dh: str, auth: str, payload: bytes, ttl: int, topic: str, urgency: str) -> Answer:
        """Encrypt a message and send it; raise ValueError if the browser's keys are not valid. Blocks."""
        body = _encrypted(payload, p256dh, auth)
        parts = urlsplit(endpoint)
        claims = {
            "sub": self._contact,
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + TOKEN_SECONDS,
        }
        headers = {
            **self._signer.sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(ttl),
            "Topic": hashlib.sha256(topic.encode()).hexdigest()[:32],  # A later message replaces one that waits.
            "Urgency": urgency,
        }
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.netloc, timeout=SECONDS)
        try:
            connection.request("POST", parts._replace(scheme="", netloc="").geturl() or "/", body, headers)
            response = connection.getresponse()
            after = response.headers.get("retry-after", "")
            return Answer(response.status, int(after) if after.isascii() and after.isdigit() else None)
        except (OSError, http.client.HTTPException):
            return Answer(0)
        finally:
            connection.close()


def _encrypted(payload: bytes, p256dh: str, auth: str) -> bytes:
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        own = ec.generate_private_key(ec.SECP256R1())
        receiver, secret = _decoded(p256dh), _decoded(auth)
        encrypted: bytes = http_ece.encrypt(payload, private_key=own, dh=receiver, auth_secret=secret)
    except (ValueError, TypeError, http_ece.ECEException) as error:
        raise ValueError("not the keys of a browser") from error
    return encrypted


def check_keys(p256dh: str, auth: str) -> bool:
    """Return whether these can be the keys of a browser."""
    try:
        _encrypted(b"", p256dh, auth)
    except ValueError:
        return False
    return len(_decoded(auth)) == 16


def _is_below(host: str, service: str) -> bool:
    return host == service or host.endswith(f".{service}")


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
