"""Removing what is older than it is kept: once a day, by one process of a site, a little at a time."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import TYPE_CHECKING

from heliodor.store import retention as retention_store
from heliodor.store.retention import Retention

if TYPE_CHECKING:
    from heliodor.server.site import Site

log = logging.getLogger("heliodor.housekeeping")

CHECK_SECONDS = 600.0  # Between two looks whether a day is over.
BATCH = 50  # Things of a kind removed in one transaction.
PAUSE_SECONDS = 0.5  # Between two batches, so that nobody at a table waits.


async def prune_daily(site: Site) -> None:
    """Prune by the site's settings, unless a process has done it in the last day."""
    if site.control.is_read_only or not await site.store.write(retention_store.claim, site.now()):
        return
    counts = await prune(site, site.config.retention, PAUSE_SECONDS)
    log.info("old data removed", extra={"count": sum(counts.values())})


async def prune(site: Site, retention: Retention, pause: float) -> dict[str, int]:
    """Remove everything that is older than it is kept; return how many things, by kind."""
    counts: Counter[str] = Counter()
    while True:
        pruned = await site.store.write(retention_store.prune, retention, site.now(), BATCH)
        counts.update(pruned.counts)
        site.tables_changed(pruned.tables)
        if pruned.is_nothing:
            return dict(counts)
        await asyncio.sleep(pause)
