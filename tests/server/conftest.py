"""What every test of the server may use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services import nats, new_database, postgres


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The URL of an empty SQLite database."""
    return f"sqlite:///{tmp_path / 'server.sqlite3'}"


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture
def postgresql(postgres_url: str) -> str:
    """The URL of an empty PostgreSQL database."""
    return new_database(postgres_url)


@pytest.fixture(scope="session")
def nats_url() -> Iterator[str]:
    with nats() as url:
        yield url
