"""What `.ci/release.py` refuses, with real repositories and archives."""

from __future__ import annotations

import importlib.util
import io
import json
import subprocess
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
METADATA = "Name: heliodor\nRequires-Dist: Prometheus_Client>=0.22\nRequires-Dist: ray>=2; extra == 'ray'\n"


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release", ROOT / ".ci/release.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


release = load()


def git(root: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=Olha", "-c", "user.email=olha@play.example", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small repository that is ready to be released."""
    files = {
        "src/heliodor/__init__.py": '__version__ = "1.2.0"\n',
        "CITATION.cff": "cff-version: 1.2.0\nversion: 1.2.0\n",
        "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n## 1.2.0 (2026-05-01)\n\n### Added\n- A game.\n\n## 1.1.0\n",
        "Makefile": "all:\n",
        "constraints.txt": "",
        "tests/test_x.py": "",
    }
    root = tmp_path / "tree"
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    git(root, "init", "--quiet")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message", "x")
    return root


def change(root: Path, name: str, old: str, new: str) -> None:
    text = (root / name).read_text()
    assert old in text
    (root / name).write_text(text.replace(old, new))
    git(root, "commit", "--quiet", "--all", "--message", "x")


@pytest.fixture(autouse=True)
def no_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_REF_TYPE", raising=False)


def test_a_tree_that_is_ready_is_released(tree: Path) -> None:
    assert release.check(tree) == "1.2.0"


@pytest.mark.parametrize(
    ("name", "old", "new", "reason"),
    [
        ("CITATION.cff", "version: 1.2.0\n", "version: 1.1.0\n", "CITATION.cff has version"),
        ("CHANGELOG.md", "## 1.2.0 (2026-05-01)", "## 1.2.0", "no section `## 1.2.0 "),
        ("CHANGELOG.md", "- A game.\n", "", "no section `## 1.2.0 "),
        ("CHANGELOG.md", "## Unreleased\n", "## Unreleased\n\n### Added\n- Another.\n", "below `## Unreleased`"),
        ("src/heliodor/__init__.py", "__version__", "VERSION", "__init__.py has no version"),
    ],
)
def test_pages_that_do_not_agree_are_refused(tree: Path, name: str, old: str, new: str, reason: str) -> None:
    change(tree, name, old, new)
    with pytest.raises(release.NotReady, match=reason):
        release.check(tree)


def test_changes_that_are_not_committed_are_refused(tree: Path) -> None:
    (tree / "new.txt").write_text("x")
    with pytest.raises(release.NotReady, match="not committed"):
        release.check(tree)


def test_a_tag_has_to_name_the_version(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_REF_TYPE", "tag")
    monkeypatch.setenv("GITHUB_REF_NAME", "v1.3.0")
    with pytest.raises(release.NotReady, match=r"the tag is v1\.3\.0"):
        release.check(tree)
    monkeypatch.setenv("GITHUB_REF_NAME", "v1.2.0")
    assert release.check(tree) == "1.2.0"


@pytest.fixture
def pack(tree: Path, tmp_path: Path) -> Callable[..., Path]:
    """Write a wheel and a source archive, without and with some files."""

    def write(*, without: tuple[str, ...] = (), wheel: tuple[str, ...] = (), sdist: tuple[str, ...] = ()) -> Path:
        dist = tmp_path / "dist"
        dist.mkdir(exist_ok=True)
        info = "heliodor-1.2.0.dist-info"
        licences = tuple(f"{info}/licenses/{name}" for name in ("LICENSE", "NOTICE", "LICENSES/MIT.txt"))
        with zipfile.ZipFile(dist / "heliodor-1.2.0-py3-none-any.whl", "w") as archive:
            for name in {*release.IN_WHEEL, *licences, *wheel} - {*without}:
                archive.writestr(name, "")
            archive.writestr(f"{info}/METADATA", METADATA)
        tracked = subprocess.run(["git", "ls-files"], cwd=tree, check=True, capture_output=True, text=True).stdout
        with tarfile.open(dist / "heliodor-1.2.0.tar.gz", "w:gz") as archive:
            for name in {*tracked.split(), "PKG-INFO", "src/heliodor/web/index.html", *sdist} - {*without}:
                archive.addfile(tarfile.TarInfo(f"heliodor-1.2.0/{name}"), io.BytesIO())
        return dist

    return write


def test_archives_with_all_files_pass(tree: Path, pack: Callable[..., Path]) -> None:
    release.contents(tree, pack())


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"without": ("heliodor/web/index.html",)}, r"\.whl lacks heliodor/web/index.html"),
        ({"without": ("heliodor-1.2.0.dist-info/licenses/NOTICE",)}, r"\.whl lacks NOTICE"),
        ({"wheel": ("tests/test_x.py",)}, r"\.whl has tests/test_x.py"),
        ({"without": ("tests/test_x.py",)}, r"\.tar\.gz lacks tests/test_x.py"),
        ({"without": ("Makefile",)}, r"\.tar\.gz lacks Makefile"),
        ({"sdist": ("secret.toml",)}, r"\.tar\.gz has secret.toml"),
        ({"sdist": ("web/node_modules/x.js",)}, r"\.tar\.gz has web/node_modules/x.js"),
    ],
)
def test_archives_with_other_files_are_refused(
    tree: Path, pack: Callable[..., Path], files: dict[str, tuple[str, ...]], reason: str
) -> None:
    with pytest.raises(release.NotReady, match=reason):
        release.contents(tree, pack(**files))


def test_archives_of_another_version_are_refused(tree: Path, pack: Callable[..., Path]) -> None:
    dist = pack()
    change(tree, "src/heliodor/__init__.py", "1.2.0", "1.3.0")
    with pytest.raises(release.NotReady, match=r"are not of version 1\.3\.0"):
        release.contents(tree, dist)
    (dist / "heliodor-1.3.0-py3-none-any.whl").write_bytes(b"")
    with pytest.raises(release.NotReady, match=r"has 2 files \*\.whl, not one"):
        release.contents(tree, dist)


def test_a_second_build_with_other_bytes_is_refused(pack: Callable[..., Path], tmp_path: Path) -> None:
    dist, again = pack(), tmp_path / "again"
    again.mkdir()
    for path in dist.iterdir():
        (again / path.name).write_bytes(path.read_bytes())
    release.compare(dist, again)
    (again / "heliodor-1.2.0.tar.gz").write_bytes(b"other")
    with pytest.raises(release.NotReady, match="has other bytes"):
        release.compare(dist, again)


def test_checksums_are_those_of_sha256sum(pack: Callable[..., Path]) -> None:
    dist = pack()
    release.sums(dist)
    done = subprocess.run(["sha256sum", "--check", "SHA256SUMS"], cwd=dist, capture_output=True, text=True)
    assert (done.returncode, done.stdout.count(": OK")) == (0, 2)
    (dist / "heliodor.cdx.json").write_text(f'"{ROOT}/dist/heliodor.whl"')
    with pytest.raises(release.NotReady, match=r"heliodor.cdx.json contains the path"):
        release.sums(dist)


@pytest.mark.parametrize(("part", "is_complete"), [("prometheus-client", True), ("numpy", False)])
def test_the_list_of_parts_has_our_version_and_every_dependency(
    tree: Path, pack: Callable[..., Path], part: str, is_complete: bool
) -> None:
    dist = pack()
    path = dist / "heliodor.cdx.json"
    path.write_text(json.dumps({"metadata": {"component": {"name": "heliodor"}}, "components": [{"name": part}]}))
    if is_complete:
        release.parts(tree, dist)
        assert json.loads(path.read_text())["metadata"]["component"] == {"name": "heliodor", "version": "1.2.0"}
    else:
        with pytest.raises(release.NotReady, match=r"heliodor.cdx.json lacks Prometheus_Client"):
            release.parts(tree, dist)


def test_the_version_of_this_project_is_in_one_place_and_cited() -> None:
    import heliodor

    assert release.version_of(ROOT) == heliodor.__version__
    assert f"\nversion: {heliodor.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
