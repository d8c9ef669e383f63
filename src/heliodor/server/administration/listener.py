"""The Unix socket of a running server: one order a connection, from the user who runs the server or from root.

Of several processes on one machine, the one that holds the lock file has the socket; another takes over when it ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
from typing import TYPE_CHECKING

import msgspec

from heliodor.core.errors import HeliodorError
from heliodor.server.administration import journal, orders
from heliodor.server.administration.perform import Outcome, note_pruned, perform
from heliodor.server.administration.place import make_private_folder, peer_of, socket_path, user_name
from heliodor.server.housekeeping import prune

if TYPE_CHECKING:
    from heliodor.server.site import Site

log = logging.getLogger("heliodor.admin")

LARGEST_ORDER = 64 * 1024
ORDER_SECONDS = 10.0  # An order has to come within this time.
PRUNE_PAUSE = 0.02  # Seconds between two batches when a host waits.
ROOT = 0


class Listener:
    """Takes orders for a site while it is open."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._path = socket_path(site.config.database) if hasattr(socket, "AF_UNIX") else None
        self._lock: int | None = None  # Descriptor of the lock file, while this process has the socket.
        self._server: asyncio.Server | None = None
        self._has_complained = False

    async def open(self) -> None:
        """Take the socket, unless another process of this site has it; called again and again."""
        if self._path is None or self._server is not None or not self._take_lock():
            return
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._path.unlink(missing_ok=True)  # Left behind by a process that was killed.
            listening.bind(str(self._path))  # In a folder that only this user can enter.
            self._path.chmod(0o600)
            self._server = await asyncio.start_unix_server(self._serve, sock=listening, limit=LARGEST_ORDER)
        except OSError as error:
            listening.close()
            self._release()
            self._complain(error)

    async def close(self) -> None:
        """Give the socket up."""
        if self._server is not None and self._path is not None:
            self._server.close()
            self._server = None
            self._path.unlink(missing_ok=True)
            self._release()

    def _take_lock(self) -> bool:
        import fcntl

        assert self._path is not None
        try:
            make_private_folder(self._path.parent)
            lock = os.open(self._path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        except (OSError, HeliodorError) as error:
            self._complain(error)
            return False
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            return False
        self._lock = lock
        return True

    def _complain(self, error: Exception) -> None:
        """Log, once, that this server takes no orders; the database still does."""
        if not self._has_complained:
            self._has_complained = True
            log.warning("no socket for heliodor admin: %s", error)

    def _release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answer = orders.Answer(refused="internal error; it has been logged")
        try:
            line = await asyncio.wait_for(reader.readline(), ORDER_SECONDS)
            uid = peer_of(writer.get_extra_info("socket"))
            if uid not in (None, os.getuid(), ROOT):
                log.warning("an order of another user was refused")
                answer = orders.Answer(refused=f"this server takes orders from {user_name(os.getuid())} alone")
                return
            answer = await self._answer(line, user_name(os.getuid() if uid is None else uid))
        except HeliodorError as error:
            answer = orders.Answer(refused=str(error))
        except (TimeoutError, ValueError):
            answer = orders.Answer(refused="an order is one line of JSON")
        except Exception:
            self._site.metrics.faults.inc()
            log.exception("an order failed")
        finally:
            with contextlib.suppress(OSError):
                writer.write(msgspec.json.encode(answer) + b"\n")
                await writer.drain()
                writer.close()

    async def _answer(self, line: bytes, host_user: str) -> orders.Answer:
        try:
            order = msgspec.json.decode(line, type=orders.Order)
        except msgspec.DecodeError:
            raise HeliodorError("the running server does not know this order; it may be of another version") from None
        return orders.Answer(done=(await carry_out(self._site, order, host_user)).answer)


async def carry_out(site: Site, order: orders.Order, host_user: str) -> Outcome:
    """Carry out an order at a running site: save it, then let tables and other processes know."""
    if isinstance(order, orders.Prune):
        counts = await prune(site, order.retention, PRUNE_PAUSE)
        outcome = await site.store.write(note_pruned, order, counts, host_user, site.now())
    else:
        outcome = await site.store.write(perform, order, host_user, site.now())
    journal.log_entry(outcome.entry)
    await site.control.look()
    site.tables_changed(outcome.tables)
    return outcome
