"""Check and finish the files of a release; `make release` runs these steps in order.

python .ci/release.py check          the tree is clean, and version, changelog, citation and tag agree
python .ci/release.py contents       dist/ holds one wheel and one source archive, with the right files
python .ci/release.py compare DIR    the same files in DIR have the same bytes
python .ci/release.py sums           write dist/SHA256SUMS
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = Path("dist")
BUILT_PAGE = "src/heliodor/web/"  # Not in git, yet shipped.
IN_WHEEL = (
    "heliodor/__init__.py",
    "heliodor/py.typed",
    "heliodor/rulebook/luz.uk.md",
    "heliodor/store/migrations/0001_tables.sql",
    "heliodor/web/index.html",
    "heliodor/web/licences.txt",
)
WHEEL_FOLDERS = ("heliodor/", "heliodor-")
LICENCES = ("LICENSE", "NOTICE", "LICENSES/")


class NotReady(Exception):
    """A release that must not be made; the message says why."""


def check(root: Path) -> str:
    """Refuse a tree that is not ready to be released; return the version."""
    version = version_of(root)
    if changed := _git(root, "status", "--porcelain"):
        raise NotReady(f"there are changes that are not committed:\n{changed}")
    if (cited := _found(root / "CITATION.cff", r"^version: (.+)$")) != version:
        raise NotReady(f"CITATION.cff has version {cited}, and __init__.py {version}")
    changes = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    section = re.search(rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)\n(.*?)(?=^## |\Z)", changes, re.M | re.S)
    if not section or not re.search(r"^- ", section[1], re.M):
        raise NotReady(f"CHANGELOG.md has no section `## {version} (year-month-day)` with changes")
    if re.search(r"^## Unreleased\n+#*[^#]*^- ", changes, re.M):
        raise NotReady("CHANGELOG.md still has changes below `## Unreleased`")
    if os.environ.get("GITHUB_REF_TYPE") == "tag" and os.environ["GITHUB_REF_NAME"] != f"v{version}":
        raise NotReady(f"the tag is {os.environ['GITHUB_REF_NAME']}, and the version {version}")
    return version


def version_of(root: Path) -> str:
    """Return the version; __init__.py is the one place that has it."""
    return _found(root / "src/heliodor/__init__.py", r'^__version__ = "(.+)"$')


def contents(root: Path, dist: Path) -> None:
    """Refuse archives that lack a file, or have one that does not belong there."""
    version = version_of(root)
    wheel, sdist = _only(dist, "*.whl"), _only(dist, "*.tar.gz")
    if not wheel.name.startswith(f"heliodor-{version}-") or sdist.name != f"heliodor-{version}.tar.gz":
        raise NotReady(f"{wheel.name} and {sdist.name} are not of version {version}")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    _refuse("lacks", wheel, [name for name in IN_WHEEL if name not in names])
    _refuse("has", wheel, [name for name in names if not name.startswith(WHEEL_FOLDERS)])
    for licence in LICENCES:
        if not any(f".dist-info/licenses/{licence}" in name for name in names):
            raise NotReady(f"{wheel.name} lacks {licence}")
    with tarfile.open(sdist) as archive:
        files = [member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()]
    tracked = set(_git(root, "ls-files").splitlines())
    _refuse(
        "has",
        sdist,
        [name for name in files if name not in tracked and name != "PKG-INFO" and not name.startswith(BUILT_PAGE)],
    )
    needed = [name for name in tracked if name.startswith(("src/", "tests/", "web/"))]
    _refuse("lacks", sdist, [name for name in ("Makefile", "constraints.txt", *needed) if name not in files])


def compare(dist: Path, again: Path) -> None:
    """Refuse archives that a second build does not repeat byte by byte."""
    for archive in (_only(dist, "*.whl"), _only(dist, "*.tar.gz")):
        if (again / archive.name).read_bytes() != archive.read_bytes():
            raise NotReady(f"a second build of {archive.name} has other bytes")


def parts(root: Path, dist: Path) -> None:
    """Write our version into the list of parts; refuse one that lacks a dependency."""
    path = dist / "heliodor.cdx.json"
    listed = json.loads(path.read_text(encoding="utf-8"))
    with zipfile.ZipFile(_only(dist, "*.whl")) as archive:
        metadata = archive.read(f"heliodor-{version_of(root)}.dist-info/METADATA").decode()
    required = re.findall(r"^Requires-Dist: ([\w.-]+)(?!.*extra ==)", metadata, re.M)
    names = {_plain(component["name"]) for component in listed["components"]}
    _refuse("lacks", path, [name for name in required if _plain(name) not in names])
    listed["metadata"]["component"]["version"] = version_of(root)
    path.write_text(json.dumps(listed, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def sums(dist: Path) -> str:
    """Write and return the checksums, in the format of sha256sum."""
    files = sorted(path for path in dist.iterdir() if path.name != "SHA256SUMS")
    for path in files:
        if str(ROOT).encode() in path.read_bytes():
            raise NotReady(f"{path.name} contains the path of this machine's clone")
    text = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    (dist / "SHA256SUMS").write_text(text, encoding="utf-8")
    return text


def _refuse(verb: str, archive: Path, names: Iterable[str]) -> None:
    if found := sorted(names):
        raise NotReady(f"{archive.name} {verb} {', '.join(found[:5])}{' …' if len(found) > 5 else ''}")


def _only(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise NotReady(f"{folder} has {len(found)} files {pattern}, not one")
    return found[0]


def _found(file: Path, pattern: str) -> str:
    found = re.search(pattern, file.read_text(encoding="utf-8"), re.M)
    if not found:
        raise NotReady(f"{file.name} has no version")
    return found[1].strip()


def _git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, text=True).stdout


def main(tokens: list[str]) -> int:
    """Run one step; return the exit code."""
    try:
        match tokens:
            case ["check"]:
                print(f"version {check(ROOT)} is ready to be released")
            case ["contents"]:
                contents(ROOT, DIST)
            case ["compare", again]:
                compare(DIST, Path(again))
            case ["parts"]:
                parts(ROOT, DIST)
            case ["sums"]:
                print(sums(DIST), end="")
            case _:
                print(__doc__)
                return 2
    except NotReady as reason:
        print(f"not ready: {reason}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
