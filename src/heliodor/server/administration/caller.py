"""Handing an order to the server that runs, or carrying it out here if none does."""

from __future__ import annotations

import os
import socket
import time
from collections import Counter

import msgspec
from sqlalchemy import Engine

from heliodor.core.errors import HeliodorError
from heliodor.server.administration import journal, orders
from heliodor.server.administration.perform import note_pruned, perform
from heliodor.server.administration.place import socket_path, user_name
from heliodor.store import open_engine, running_server, transaction
from heliodor.store.retention import prune

BATCH = 200  # Things of a kind removed in one transaction.
ANSWER_SECONDS = 600.0  # Pruning a large database takes a while.


def carry_out(database: str, order: orders.Order) -> dict[str, str | int | None]:
    """Have an order carried out; raise HeliodorError if it is refused, with nothing changed."""
    answer = _ask_server(database, order)
    if answer is not None:
        if answer.done is None:
            raise HeliodorError(answer.refused or "the server has refused the order")
        return answer.done
    if database.startswith("sqlite") and (address := running_server(database)):
        raise HeliodorError(
            f"a server runs on this data at {address}, but not its socket {socket_path(database)}; "
            "both sides need the same HELIODOR_RUN_DIR and the same user"
        )
    return _perform_here(database, order)


def _ask_server(database: str, order: orders.Order) -> orders.Answer | None:
    """Return the server's answer, or None if no server of this user runs on this machine."""
    if not hasattr(socket, "AF_UNIX"):
        return None
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(ANSWER_SECONDS)
        path = socket_path(database)
        try:
            connection.connect(str(path))
        except (FileNotFoundError, ConnectionRefusedError):
            return None
        except OSError as error:
            raise HeliodorError(f"cannot open the server's socket {path}: {error.strerror}") from None
        try:
            connection.sendall(msgspec.json.encode(order) + b"\n")
            with connection.makefile("rb") as answers:
                line = answers.readline()
        except OSError:
            line = b""
    try:
        return msgspec.json.decode(line, type=orders.Answer)
    except msgspec.DecodeError:
        raise HeliodorError(
            "the server went away before it answered; look whether the order was carried out, and repeat it"
        ) from None


def _perform_here(database: str, order: orders.Order) -> dict[str, str | int | None]:
    engine = open_engine(database)
    try:
        now, host_user = time.time_ns() // 1_000_000, user_name(os.getuid())
        counts = _prune_here(engine, order, now) if isinstance(order, orders.Prune) else {}
        with transaction(engine) as connection:
            if isinstance(order, orders.Prune):
                outcome = note_pruned(connection, order, counts, host_user, now)
            else:
                outcome = perform(connection, order, host_user, now)
    finally:
        engine.dispose()
    journal.append_entry(outcome.entry)
    return outcome.answer


def _prune_here(engine: Engine, order: orders.Prune, now: int) -> dict[str, int]:
    """Prune in batches, so that servers elsewhere never wait for long."""
    counts: Counter[str] = Counter()
    while True:
        with transaction(engine) as connection:
            pruned = prune(connection, order.retention, now, BATCH)
        counts.update(pruned.counts)
        if pruned.is_nothing:
            return dict(counts)
