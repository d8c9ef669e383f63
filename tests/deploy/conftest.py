"""One site for all tests of a worker that need one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.deploy.kit import Hosted, hosted


@pytest.fixture(scope="session")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    # Limits count for each worker, so an address is refused after at most twice as many.
    with hosted(tmp_path_factory.mktemp("site"), HELIODOR_LIMIT_RECOVER="2+1/h") as site:
        yield site


@pytest.fixture
def site(shared_site: Hosted, monkeypatch: pytest.MonkeyPatch) -> Hosted:
    """A site whose certificate this process trusts: no check is switched off."""
    monkeypatch.setenv("SSL_CERT_FILE", str(shared_site.authority))
    return shared_site
