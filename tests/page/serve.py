"""A server for the page's tests: `python -m tests.page.serve PORT DATABASE [PACE [BASE_PATH [PAGE]]]`."""

from __future__ import annotations

import sys

import uvicorn

from heliodor.server.app import make_app
from heliodor.server.config import Config
from heliodor.server.logs import set_up_logs
from heliodor.server.run import _uvicorn_options

BOT_PACE = 0.05


def main() -> None:
    port, database = int(sys.argv[1]), sys.argv[2]
    set_up_logs("warning")
    pace = float(sys.argv[3]) if len(sys.argv) > 3 else BOT_PACE
    base_path = sys.argv[4] if len(sys.argv) > 4 else ""
    page = sys.argv[5] if len(sys.argv) > 5 else None
    config = Config(database=database, limits=False, bot_pace=pace, preload=True, base_path=base_path, page=page)
    uvicorn.Server(uvicorn.Config(make_app(config), **_uvicorn_options("127.0.0.1", port))).run()


if __name__ == "__main__":
    main()
