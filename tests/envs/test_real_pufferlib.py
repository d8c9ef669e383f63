"""The native environment with PufferLib itself, which asks for an older NumPy, so it is not installed with the others.

Its set-up builds C code and downloads what that needs; a native environment uses the Python files alone. This test
takes those from the source package, and installs the Gym that they ask for beside them.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tarfile
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

pytestmark = pytest.mark.nightly  # Downloads 60 MB.

SOURCES = "pufferlib-3.0.0.tar.gz"
SHA256 = "7df3a3e3f5f894d78d2a1f5374097890aec01473183e748abefe4f3faa10eaa9"
BESIDE = ("gym==0.23", "gym-notices", "psutil")
THIS_FOLDER = Path(__file__).parent
SECONDS = 600

VECTORS = """
import numpy as np
import pufferlib
import pufferlib.vector
from heliodor.envs.pufferlib import MatchesPufferEnv

if __name__ == "__main__":
    assert str(pufferlib.__version__) == "3.0" and int(np.__version__.split(".")[0]) >= 2
    seen = {}
    for backend in ("Serial", "Multiprocessing"):
        envs = pufferlib.vector.make(
            MatchesPufferEnv,
            env_args=["luz", 8],
            env_kwargs={"players": 3},
            backend=getattr(pufferlib.vector, backend),
            num_envs=2,
            **({"num_workers": 2} if backend == "Multiprocessing" else {}),
        )
        size = envs.single_action_space.n
        rows, _ = envs.reset(seed=5)
        seen[backend], ended = [rows.copy()], 0
        for _ in range(200):
            actions = rows[:, -size:].argmax(axis=1).astype(np.int32)  # The first legal one.
            rows, rewards, terminals, _, _ = envs.step(actions)
            seen[backend].append(rows.copy())
            ended += int(terminals.sum())
        envs.close()
        assert rows.shape[0] == 16 and ended >= 16, (rows.shape, ended)
    assert all(np.array_equal(one, other) for one, other in zip(*seen.values(), strict=True))
    print("equal")
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Variables with which Python finds PufferLib."""
    folder = tmp_path_factory.mktemp("pufferlib")
    (folder / SOURCES).write_bytes(sources())
    with tarfile.open(folder / SOURCES) as package:
        top = SOURCES.removesuffix(".tar.gz")
        for member in package.getmembers():
            if re.fullmatch(rf"{top}/pufferlib/(\w+/)*\w+\.py", member.name):
                package.extract(member, folder, filter="data")
    packages = folder / top
    target = ("--quiet", "--no-deps", "--target", str(packages))
    subprocess.run([sys.executable, "-m", "pip", "install", *target, *BESIDE], check=True, timeout=SECONDS)
    return {**os.environ, "PYTHONPATH": str(packages)}


def sources() -> bytes:
    """Download the source package and check it."""
    from pip._internal.models.index import PyPI

    index = os.environ.get("PIP_INDEX_URL", PyPI.simple_url).rstrip("/")
    with urllib.request.urlopen(f"{index}/pufferlib/", timeout=SECONDS) as answer:
        address, page = answer.geturl(), answer.read().decode()
    (link,) = re.findall(rf'href="([^"#]*{re.escape(SOURCES)})', page)
    with urllib.request.urlopen(urllib.parse.urljoin(address, link), timeout=SECONDS) as answer:
        data: bytes = answer.read()
    assert hashlib.sha256(data).hexdigest() == SHA256
    return data


def python(environment: dict[str, str], *arguments: str) -> str:
    """Run Python with PufferLib and return what it prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        cwd=environment["PYTHONPATH"],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_its_vectors_step_our_matches(environment: dict[str, str], tmp_path: Path) -> None:
    script = tmp_path / "vectors.py"
    script.write_text(VECTORS)
    assert python(environment, str(script)).endswith("equal\n")


def test_what_is_promised_of_the_environment_holds_with_it(environment: dict[str, str]) -> None:
    arguments = ("-p", "no:cacheprovider", "-p", "no:xdist", "-q", str(THIS_FOLDER / "test_pufferlib.py"))
    assert "3 passed" in python(environment, "-m", "pytest", "-o", "addopts=", *arguments)
