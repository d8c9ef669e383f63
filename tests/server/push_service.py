"""A push service for the tests: it checks signatures (RFC 8292) and decrypts messages (RFC 8291) by its own code."""

from __future__ import annotations

import base64
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class Browser:
    """One subscription: its keys, and what has come for it."""

    def __init__(self, service: PushService, name: str) -> None:
        self.endpoint = f"{service.origin}/push/{name}"
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.answer = 201  # What the service answers next.
        self.headers: dict[str, str] = {}  # Of its answers.
        self.site_key: str | None = None  # With which it has subscribed, if it is not that of the service.
        self.messages: list[dict[str, Any]] = []
        self.waiting: dict[str, dict[str, Any]] = {}  # By topic: what a browser gets that was switched off meanwhile.
        self.requests = 0

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def wanted(self, *kinds: str) -> dict[str, Any]:
        """Return the body with which a page asks for notices."""
        return {
            "endpoint": self.endpoint,
            "p256dh": encoded(self.public),
            "auth": encoded(self.auth),
            "kinds": list(kinds),
        }

    def decrypt(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        sender, cipher = body[21 : 21 + length], body[21 + length :]
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), public)
        secret = derive(self.auth, shared, b"WebPush: info\0" + self.public + sender, 32)
        key = derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(salt, secret, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, cipher, None)
        assert plain.endswith(b"\x02")
        return plain[:-1]


def check_signature(authorization: str, audience: str, site_key: str) -> dict[str, Any]:
    """Return the claims of a signed request; raise if it is not signed by the site for this service."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid" and parts["k"] == site_key
    signed, _, signature = parts["t"].rpartition(".")
    header, claims = (json.loads(decoded(part)) for part in signed.split("."))
    assert header["alg"] == "ES256"
    raw = decoded(signature)
    der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
    public.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
    assert claims["aud"] == audience and time.time() < claims["exp"] < time.time() + 86_400
    return dict(claims)


class PushService:
    """The service; it listens until `close`."""

    def __init__(self) -> None:
        self.browsers: dict[str, Browser] = {}
        self.site_key = ""  # With which the browsers have subscribed.
        self.faults: list[str] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                browser = service.browsers.get(self.path)
                status = service.take(browser, dict(self.headers.items()), body) if browser else 404
                self.send_response(status)
                for name, value in (browser.headers if browser else {}).items():
                    self.send_header(name, value)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def browser(self, name: str) -> Browser:
        made = Browser(self, name)
        self.browsers[f"/push/{name}"] = made
        return made

    def take(self, browser: Browser, headers: dict[str, str], body: bytes) -> int:
        browser.requests += 1
        try:
            check_signature(headers["Authorization"], self.origin, browser.site_key or self.site_key)
        except (AssertionError, InvalidSignature):
            return 403
        if browser.answer >= 300:
            return browser.answer
        try:
            assert (
                headers["Content-Encoding"] == "aes128gcm" and int(headers["TTL"]) > 0 and len(headers["Topic"]) <= 32
            )
            browser.messages.append(json.loads(browser.decrypt(body)))
            browser.waiting[headers["Topic"]] = browser.messages[-1]
        except Exception as error:
            self.faults.append(repr(error))
        return browser.answer

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
