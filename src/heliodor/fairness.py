"""Verifiable deals: a commitment before the first card, all seeds revealed after the last.

The server draws a seed of 32 bytes and publishes its SHA-256 before anyone sits down; every human seat adds its own
seed. Together they give the secret of the match, and the secret gives a key for the set-up and for every action
(docs/record.md). When the match is over its record has the seeds, and `check` deals the cards again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

import msgspec

from heliodor.core.contract import RANDOM_FIRST
from heliodor.core.errors import BadAction, BadRecord
from heliodor.core.record import Record
from heliodor.games import get_game
from heliodor.match import Match

SCHEME = "heliodor-fair/1"
SEED_BYTES = 32
KEY_BYTES = 16
# Constants of HMAC (RFC 2104), as tables for `bytes.translate`.
INNER_PAD, OUTER_PAD = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
SET_UP = b"set-up"  # Input for the key of the set-up; for an action it is the ply in decimal digits.


class Fairness(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The `fairness` part of a record."""

    scheme: str  # "heliodor-fair/1".
    commitment: str  # SHA-256 of the server's seed, in hex, published before the match.
    server_seed: str  # 32 bytes in hex.
    seat_seeds: list[str | None]  # By seat: a person's seed in hex; null for bots.
    deal: str | None = None  # If many tables have played this deal: its id. Somebody may have known the cards.


def new_seed() -> str:
    """Return 32 random bytes of the operating system, in hex."""
    return secrets.token_hex(SEED_BYTES)


def commitment_to(server_seed: str) -> str:
    """Return the commitment that is published before the match."""
    return hashlib.sha256(bytes.fromhex(server_seed)).hexdigest()


def secret_of(server_seed: str, seat_seeds: Sequence[str | None]) -> bytes:
    """Return the secret of a match: HMAC-SHA256 under the server's seed of the lines "seat:seed"."""
    lines = [f"{seat}:{seed}\n" for seat, seed in enumerate(seat_seeds) if seed is not None]
    return hmac.digest(bytes.fromhex(server_seed), "".join(lines).encode(), "sha256")


def set_up_key(secret: bytes) -> bytes:
    """Return the 128-bit key that deals the match."""
    return hmac.digest(secret, SET_UP, "sha256")[:KEY_BYTES]


def action_key(secret: bytes, ply: int) -> bytes:
    """Return the 128-bit key for the shuffles of the action at this ply."""
    return hmac.digest(secret, str(ply).encode(), "sha256")[:KEY_BYTES]


class ActionKeys:
    """The same keys for one secret, with HMAC's two hashes prepared in advance: four times as fast."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, secret: bytes) -> None:
        block = secret.ljust(hashlib.sha256().block_size, b"\0")
        self._inner = hashlib.sha256(block.translate(INNER_PAD))
        self._outer = hashlib.sha256(block.translate(OUTER_PAD))

    def of(self, ply: int) -> bytes:
        """Return what `action_key` returns."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(b"%d" % ply)
        outer.update(inner.digest())
        return outer.digest()[:KEY_BYTES]


def deal(match: Match, secret: bytes) -> None:
    """Set up a new match with the key that follows from the secret."""
    match.rekey(set_up_key(secret))
    match.start(RANDOM_FIRST)


def check(record: Record) -> bool:
    """Return whether a record has a fairness part that was checked; raise BadRecord if the check fails.

    The record itself must have been found valid: its actions are assumed to be legal.
    """
    if isinstance(record.fairness, msgspec.UnsetType):
        return False
    try:
        fairness = msgspec.convert(record.fairness, Fairness)
        server_seed, seeds = bytes.fromhex(fairness.server_seed), fairness.seat_seeds
    except (msgspec.ValidationError, ValueError) as error:
        raise BadRecord(f"the fairness part cannot be read: {error}") from None
    if fairness.scheme != SCHEME:
        return False  # Another scheme.
    if len(server_seed) != SEED_BYTES:
        raise BadRecord("the fairness part cannot be read: the server's seed does not have 32 bytes")
    if commitment_to(fairness.server_seed) != fairness.commitment:
        raise BadRecord("the server's seed does not match its commitment")
    again = _played_again(record, secret_of(fairness.server_seed, seeds))
    if again.first != record.first:
        raise BadRecord(f"by the seeds, seat {again.first} starts, but the record says {record.first}")
    if again.record().shuffles != record.shuffles:
        raise BadRecord("the seeds give other cards than the record")
    return True


def num_seeds(record: Record) -> int:
    """Return the number of seats that added a seed, in a record that `check` has accepted."""
    return sum(seed is not None for seed in msgspec.convert(record.fairness, Fairness).seat_seeds)


def deal_of(record: Record) -> str | None:
    """Return the deal that many tables have played, if the record says so: then somebody may have known the cards."""
    if isinstance(record.fairness, msgspec.UnsetType):
        return None
    try:
        return msgspec.convert(record.fairness, Fairness).deal
    except msgspec.ValidationError:
        return None  # Another scheme, or a part that `check` refuses.


def _played_again(record: Record, secret: bytes) -> Match:
    game = get_game(record.game)
    match = Match(game, game.check_options(record.options, record.version), version=record.version)
    deal(match, secret)
    for ply, text in enumerate(record.actions):
        match.rekey(action_key(secret, ply))
        try:
            match.act(text)
        except BadAction:
            raise BadRecord("the seeds give other cards than the record", ply=ply) from None
    return match
