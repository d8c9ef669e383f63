"""Logs: one JSON object per line, without names, tokens, cookies, seeds or cards."""

from __future__ import annotations

import logging
import sys
import time

import msgspec

# Fields that a log line may hold besides its message; all others are dropped.
ALLOWED = (
    "action",
    "address",
    "count",
    "game",
    "gc",
    "key",
    "level",
    "match",
    "method",
    "path",
    "person",
    "pid",
    "ply",
    "process",
    "seconds",
    "status",
    "switch",
    "user",
)


class JsonLines(logging.Formatter):
    """Formats a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in ALLOWED if name in record.__dict__ and name != "level"}
        if record.exc_info and record.exc_info[0] is not None:
            # The location, but not the message: it could hold a secret.
            line["fault"] = record.exc_info[0].__name__
            trace = record.exc_info[2]
            places = []
            while trace is not None:
                code = trace.tb_frame.f_code
                places.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}")
                trace = trace.tb_next
            line["places"] = places
        return msgspec.json.encode(line).decode()


def set_up_logs(level: str) -> None:
    """Send Heliodor's and uvicorn's logs to the error output as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    logging.getLogger("uvicorn.access").disabled = True
    for name in ("uvicorn", "uvicorn.error", "websockets"):
        # Below INFO they log whole messages and cookies.
        logging.getLogger(name).setLevel(max(logging.INFO, root.level))
