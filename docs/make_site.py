"""Build the documentation site: `make docs-site`, in build/docs-site.

Zensical makes the pages from a folder of Markdown. This script assembles that folder from docs/, from the papers at the
top of the repository and from notebooks, so that no text is there twice. Then it checks what was built: a link that
leads nowhere, or anything that a browser would load from another host, fails the build. It needs only the standard
library, apart from Zensical itself (`ZENSICAL` below), so tests import it.

| in the repository | on the site |
| --- | --- |
| `docs/**/*.md` | the same path without `docs/` |
| `docs/notebooks/*.ipynb` | pages, with the file itself beside them |
| papers at the top, such as ARCHITECTURE.md | `PAPERS` below |
| other files that a page links | `files/`, as they are |
| fonts, tokens and icon of `web/` | `look/` |
"""

from __future__ import annotations

import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / ".cache" / "docs-site"
SITE = ROOT / "build" / "docs-site"
ZENSICAL = Path(sys.executable).with_name("zensical")

PAPERS = {
    "ARCHITECTURE.md": "project/architecture.md",
    "CHANGELOG.md": "project/changelog.md",
    "CODE_OF_CONDUCT.md": "project/conduct.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "NOTICE": "project/notices.md",
    "SECURITY.md": "project/security.md",
}
LANGUAGES = {"": "English", ".uk": "Українська", ".ru": "Русский"}  # Of the rules, by the ending of their files.
MORE = '# Pages that have no place yet come here: docs/make_site.py lists them under "More".'


def main() -> int:
    """Assemble, build and check the site; print one line for each fault and return the exit code."""
    assemble(WORK)
    built = subprocess.run(
        [ZENSICAL, "build", "--clean", "--strict", "--config-file", WORK / "zensical.toml"],
        cwd=WORK, capture_output=True, text=True,
    )  # fmt: skip
    if built.returncode:
        said = (built.stdout + built.stderr).partition("Traceback")[0]  # The rest is about Zensical.
        print(re.sub(r"\x1b\[[\d;]*m", "", said))
        return 1
    shutil.rmtree(SITE, ignore_errors=True)
    shutil.copytree(WORK / "built", SITE)
    finish(SITE)
    faults = [*dead_links(SITE), *foreign_requests(SITE)]
    print("\n".join(faults) if faults else f"{len(list(SITE.rglob('*.html')))} pages: {SITE / 'index.html'}")
    return 1 if faults else 0


# --- From the repository to a folder of pages ------------------------------------------------------------------------


def assemble(folder: Path) -> None:
    """Write the pages, their pictures and the configuration of Zensical to `folder`, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    pages = folder / "pages"
    sources = pages_of_the_repository()
    titles = {page: title_of(text_of(source)) for source, page in sources.items()}
    for source, page in sources.items():
        target = pages / page
        target.parent.mkdir(parents=True, exist_ok=True)
        copied: set[Path] = set()
        target.write_text(page_text(source, page, sources, titles, copied), encoding="utf-8")
        for file in copied:
            _copy(file, pages / place_of_file(file))
    _write_look(pages / "look")
    settings = (ROOT / "docs/site/zensical.toml").read_text(encoding="utf-8")
    (folder / "zensical.toml").write_text(with_more(settings, titles), encoding="utf-8")


def pages_of_the_repository() -> dict[Path, str]:
    """Return the files that become pages, each with its path on the site."""
    docs = ROOT / "docs"
    found = {path: path.relative_to(docs).as_posix() for path in sorted(docs.rglob("*.md"))}
    for notebook in sorted((docs / "notebooks").glob("*.ipynb")):
        found[notebook] = notebook.relative_to(docs).with_suffix(".md").as_posix()
    return found | {ROOT / paper: page for paper, page in PAPERS.items()}


def text_of(source: Path) -> str:
    """Return a source as Markdown."""
    text = source.read_text(encoding="utf-8")
    if source.suffix == ".ipynb":
        return notebook_text(json.loads(text), source.name)
    if source.suffix != ".md":
        return f"# {source.stem.capitalize()}S\n\n```text\n{text}```\n" if source.name == "NOTICE" else text
    return text


def title_of(text: str) -> str:
    """Return the title of a page, as plain text."""
    found = re.search(r"^# (.+)$", text, re.MULTILINE)
    return found[1].replace("`", "") if found else ""


def with_more(settings: str, titles: dict[str, str]) -> str:
    """Return the configuration with every page in its navigation: those that nobody has placed stand under "More"."""
    placed = set(_leaves(tomllib.loads(settings)["project"]["nav"]))
    unplaced = [f"{{ {_quoted(title)} = {_quoted(page)} }}" for page, title in titles.items() if page not in placed]
    assert MORE in settings
    return settings.replace(MORE, f'{{ "More" = [{", ".join(unplaced)}] }},' if unplaced else "")


def _leaves(nav: object) -> Iterator[str]:
    """Yield the pages of a navigation."""
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, dict):
        for value in nav.values():
            yield from _leaves(value)
    elif isinstance(nav, list):
        for value in nav:
            yield from _leaves(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def page_text(source: Path, page: str, pages: dict[Path, str], titles: dict[str, str], copied: set[Path]) -> str:
    """Return a page of the site; files that it links, and that are not pages, are added to `copied`."""

    def prose(text: str) -> str:
        text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL)
        text = re.sub(r"<details>", '<details markdown="1">', text)
        text = re.sub(r'(<img src=")([^":]+)(")', lambda found: found[1] + moved(found[2]) + found[3], text)
        text = re.sub(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)", link, text)
        return re.sub(r"(?<![\w/(\[.`])docs/([\w/.-]+\.md)\b(?!\))", mention, text)

    def link(found: re.Match[str]) -> str:
        mark, text, target = found[1], found[2], found[3]
        if re.match(r"\w+:|#", target):
            return found[0]
        place = moved(target)
        return f"{mark}[{text}]({place})" if place else f"`{text}`"

    def mention(found: re.Match[str]) -> str:
        """Turn the path of a page in a sentence into a link."""
        named = pages.get(ROOT / "docs" / found[1])
        if named is None or named == page:
            return found[0]
        return f"[{titles[named]}]({_relative(named, page)})"

    def moved(target: str) -> str:
        """Return where a target of a link is on the site, from this page; empty for a folder."""
        path, mark, anchor = target.partition("#")
        file = (source.parent / path).resolve()
        if file == ROOT / "README.md":
            return _relative("index.md", page)
        if file.is_dir():
            return ""
        if file not in pages and file.is_file():
            copied.add(file)
        place = pages[file] if file in pages else place_of_file(file)
        return _relative(place, page) + mark + anchor

    text = _outside_code(text_of(source), prose)
    return _with_languages(text, page) if page.startswith("rules/") else text


def _relative(place: str, page: str) -> str:
    return os.path.relpath(place, Path(page).parent)


def place_of_file(file: Path) -> str:
    """Return where a file that is not a page lies on the site; pictures stay beside their pages."""
    path = file.relative_to(ROOT).as_posix()
    return path.removeprefix("docs/") if path.startswith("docs/") else f"files/{path}"


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    """Change a Markdown text, but not its fenced, indented and inline code."""
    code = re.compile(r"(^```.*?^```[ \t]*$|(?:^    [^\n]*\n)+|``[^`\n][^\n]*?``|`[^`\n]+`)", re.MULTILINE | re.DOTALL)
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(found[0])
        return f"\x00{len(kept) - 1}\x00"

    changed = change(code.sub(keep, text))
    return re.sub(r"\x00(\d+)\x00", lambda found: kept[int(found[1])], changed)


def _with_languages(text: str, page: str) -> str:
    """Return a page of rules with links to its other languages below the title."""
    game = Path(page).name.partition(".")[0]
    links = [
        f"**{name}**" if page == f"rules/{game}{ending}.md" else f"[{name}]({game}{ending}.md)"
        for ending, name in LANGUAGES.items()
    ]
    title, _, rest = text.partition("\n")
    return f"{title}\n\n{' · '.join(links)}\n{rest}"


def notebook_text(notebook: dict[str, object], name: str) -> str:
    """Return a notebook as Markdown: its texts, its code, and what the code printed."""
    parts: list[str] = []
    cells = notebook["cells"]
    assert isinstance(cells, list)
    for cell in cells:
        source = "".join(cell["source"]).strip()
        if cell["cell_type"] == "markdown":
            parts.append(source)
        else:
            parts.append(f"```python\n{source}\n```")
            parts += [shown for output in cell["outputs"] if (shown := _output_text(output))]
    parts[0] += f"\n\nThis page is a notebook: [{name}]({name}) runs as it stands, and a test runs it."
    return "\n\n".join(parts) + "\n"


def _output_text(output: dict[str, object]) -> str:
    """Return the output of a cell as Markdown: a drawing as it is, everything else as text."""
    data = output.get("data", {"text/plain": output.get("text", "")})
    assert isinstance(data, dict)
    if "image/svg+xml" in data:
        return "".join(data["image/svg+xml"])
    text = "".join(data.get("text/plain", ""))
    return f"```text\n{text.rstrip()}\n```" if text.strip() else ""


def _write_look(folder: Path) -> None:
    """Write our tokens, fonts and icon; the site's two schemes are the themes of the page with other names."""
    styles = (ROOT / "web/src/styles/tokens.css").read_text(encoding="utf-8")
    for theme, scheme in (("night", "slate"), ("noon", "default")):
        assert f"[data-theme='{theme}']" in styles
        styles = styles.replace(f"[data-theme='{theme}']", f"[data-md-color-scheme='{scheme}']")
    folder.mkdir(parents=True)
    (folder / "tokens.css").write_text(styles.replace("../art/fonts/", "fonts/"), encoding="utf-8")
    shutil.copytree(ROOT / "web/src/art/fonts", folder / "fonts")
    shutil.copy(ROOT / "docs/site/site.css", folder)
    shutil.copy(ROOT / "web/public/icon.svg", folder)


def _copy(file: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, target)


# --- After the build --------------------------------------------------------------------------------------------------


def finish(site: Path) -> None:
    """Give the pages of rules their language and their title, which the menu shortens to the name of the language."""
    for page in site.glob("rules/*.html"):
        page.write_text(_as_rules(page.read_text(encoding="utf-8"), page.name), encoding="utf-8")


def _as_rules(text: str, name: str) -> str:
    """Return a built page of rules with its language, for screen readers, and its heading as its title."""
    language = name.split(".")[1] if name.count(".") > 1 else "en"
    text = text.replace('<html lang="en"', f'<html lang="{language}"', 1)
    heading = re.search(r"<h1[^>]*>([^<]+)", text)
    return re.sub(r"<title>[^<]* - ", lambda _: f"<title>{heading[1]} - ", text, count=1) if heading else text


# The attribute of each kind of tag that a browser loads.
_LOADED = {"iframe": "src", "img": "src", "link": "href", "script": "src", "source": "src", "video": "src"}


class _Page(html.parser.HTMLParser):
    """The links, the requests and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.requests: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self.anchors |= {named[name] for name in ("id", "name") if name in named}
        if tag == "a" and "href" in named:
            self.links.append(named["href"])
        if tag in _LOADED and _LOADED[tag] in named:
            self.requests.append(named[_LOADED[tag]])


def _pages(site: Path) -> dict[Path, _Page]:
    return {path: _Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}


def dead_links(site: Path) -> Iterator[str]:
    """Yield a line for every link or picture of the site whose file or anchor does not exist."""
    pages = _pages(site)
    for path, page in pages.items():
        if path.name == "404.html":  # Served at any address, so its links are absolute.
            continue
        for target in dict.fromkeys([*page.links, *page.requests]):
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            file = file / "index.html" if file.is_dir() else file
            if not file.is_file():
                yield f"{path.relative_to(site)}: {target} does not exist"
            elif parts.fragment and file in pages and unquote(parts.fragment) not in pages[file].anchors:
                if parts.fragment != "__search":
                    yield f"{path.relative_to(site)}: {target} has no such anchor"


def foreign_requests(site: Path) -> Iterator[str]:
    """Yield a line for everything in pages and styles that a browser would load from another host."""
    for path, page in _pages(site).items():
        for target in page.requests:
            if urlsplit(target).netloc:
                yield f"{path.relative_to(site)}: loads {target}"
    for path in sorted(site.rglob("*.css")):
        for target in re.findall(
            r"(?:url\(|@import\s+)['\"]?((?:https?:)?//[^'\")\s]+)", path.read_text(encoding="utf-8")
        ):
            yield f"{path.relative_to(site)}: loads {target}"


if __name__ == "__main__":
    sys.exit(main())
