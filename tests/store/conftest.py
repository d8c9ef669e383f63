"""A store on each database."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from heliodor.store import Store, open_engine
from tests.services import new_database, postgres

Test = Callable[[Store], Coroutine[Any, Any, None]]


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.sqlite3'}"
    return new_database(request.getfixturevalue("postgres_url"))


@contextlib.asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = Store(open_engine(url))
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
def with_store(database: str) -> Callable[[Test], None]:
    """Run a coroutine function with a store on the database."""

    def run(test: Test) -> None:
        async def main() -> None:
            async with opened(database) as store:
                await test(store)

        asyncio.run(main())

    return run
