"""An administrative action as a line of JSON, without names and secrets."""

from __future__ import annotations

import logging
import os

from heliodor.core.folders import data_folder
from heliodor.server.logs import JsonLines
from heliodor.store.rows import AuditRow

log = logging.getLogger("heliodor.admin")

FILE = "admin.log"  # In the data folder, where no server runs.


def log_entry(entry: AuditRow) -> None:
    """Log an entry of the audit."""
    log.info("administration", extra=_fields(entry))


def append_entry(entry: AuditRow) -> None:
    """Append an entry to the file that is kept where no server runs."""
    record = log.makeRecord(log.name, logging.INFO, "", 0, "administration", (), None, extra=_fields(entry))
    folder = data_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(os.open(folder / FILE, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "a", encoding="utf-8") as file:
        file.write(JsonLines().format(record) + "\n")


def _fields(entry: AuditRow) -> dict[str, object]:
    return {"action": entry.action, "user": entry.host_user, "person": entry.person, "match": entry.match_id}
