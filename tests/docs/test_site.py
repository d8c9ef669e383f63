"""The documentation site is made of the documents themselves, and its checks find faults (docs/make_site.py)."""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

import heliodor

ROOT = Path(__file__).parents[2]


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_site", ROOT / "docs" / "make_site.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_site"] = module
    spec.loader.exec_module(module)
    return module


SITE = _load()
SETTINGS = (ROOT / "docs/site/zensical.toml").read_text(encoding="utf-8")
API = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs/api").glob("*.md")}


# --- Pages ------------------------------------------------------------------------------------------------------------


def test_the_navigation_names_pages_that_exist_and_each_once() -> None:
    pages = set(SITE.pages_of_the_repository().values())
    placed = list(SITE._leaves(tomllib.loads(SETTINGS)["project"]["nav"]))
    assert len(placed) == len(set(placed))
    assert set(placed) <= pages


def test_a_new_page_stands_under_more_until_it_gets_a_place() -> None:
    placed = dict.fromkeys(SITE._leaves(tomllib.loads(SETTINGS)["project"]["nav"]), "")
    settings = SITE.with_more(SETTINGS, {**placed, "novelty.md": 'A "new" page'})
    assert tomllib.loads(settings)["project"]["nav"][-1] == {"More": [{'A "new" page': "novelty.md"}]}
    assert "More" not in str(tomllib.loads(SITE.with_more(SETTINGS, placed))["project"]["nav"])


@pytest.mark.parametrize(
    ("written", "built"),
    [
        ("[a](arena.md#the-figures)", "[a](arena.md#the-figures)"),
        ("[a](../ARCHITECTURE.md)", "[a](project/architecture.md)"),
        ("[a](../deploy/nginx.conf)", "[a](files/deploy/nginx.conf)"),
        ("the folder [deploy](../deploy)", "the folder `deploy`"),
        ("[a](https://example.org/a.md) [b](#b)", "[a](https://example.org/a.md) [b](#b)"),
        ("docs/arena.md explains it", "[The arena](arena.md) explains it"),
        ("`docs/arena.md` and docs/nothing.md", "`docs/arena.md` and docs/nothing.md"),
        ("```sh\ncat docs/arena.md  # [a](../deploy)\n```", "```sh\ncat docs/arena.md  # [a](../deploy)\n```"),
        ("<!-- made by make docs -->\ntext", "text"),
        ("<details>", '<details markdown="1">'),
    ],
)
def test_links_lead_to_the_same_thing_on_the_site(written: str, built: str, tmp_path: Path) -> None:
    source = ROOT / "docs" / "bots.md"
    pages = SITE.pages_of_the_repository()
    titles = {page: SITE.title_of(SITE.text_of(path)) for path, page in pages.items()}
    SITE_text_of, SITE.text_of = SITE.text_of, lambda _source: written
    try:
        assert SITE.page_text(source, "bots.md", pages, titles, set()) == built
    finally:
        SITE.text_of = SITE_text_of


def test_a_page_of_rules_has_its_language_and_its_heading_as_title() -> None:
    built = '<html lang="en"><title>По-русски - Heliodor</title><h1 id="luz">Луч<a>¶</a></h1>'
    expected = '<html lang="ru"><title>Луч - Heliodor</title><h1 id="luz">Луч<a>¶</a></h1>'
    assert SITE._as_rules(built, "luz.ru.html") == expected
    assert '<html lang="en">' in SITE._as_rules(built, "luz.html")


def test_a_page_of_rules_links_its_other_languages() -> None:
    text = SITE._with_languages("# Промінь\n\nГра на взятки.", "rules/luz.uk.md")
    assert text == "# Промінь\n\n[English](luz.md) · **Українська** · [Русский](luz.ru.md)\n\nГра на взятки."


def test_a_notebook_becomes_a_page_with_code_and_output() -> None:
    stream = {"output_type": "stream", "name": "stdout", "text": ["7\n"]}
    drawing = {"output_type": "display_data", "data": {"image/svg+xml": ["<svg></svg>"], "text/plain": ["<SVG>"]}}
    cells = [
        {"cell_type": "markdown", "source": ["# First\n", "\n", "Text."]},
        {"cell_type": "code", "source": ["print(7)"], "outputs": [stream, drawing]},
    ]
    text = SITE.notebook_text({"cells": cells}, "first.ipynb")
    assert text.startswith("# First\n\nText.\n\nThis page is a notebook: [first.ipynb](first.ipynb)")
    assert text.endswith("```python\nprint(7)\n```\n\n```text\n7\n```\n\n<svg></svg>\n")


# --- Faults -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ('<a href="other.html">', "index.html: other.html does not exist"),
        ('<img src="a.png">', "index.html: a.png does not exist"),
        ('<a href="#nowhere">', "index.html: #nowhere has no such anchor"),
        ('<a href="#here"><h1 id="here"> <a href="https://example.org/">', None),
    ],
)
def test_a_dead_link_is_found(page: str, fault: str | None, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(page)
    assert list(SITE.dead_links(tmp_path)) == ([] if fault is None else [fault])


@pytest.mark.parametrize(
    ("name", "text", "target"),
    [
        ("a.html", '<script src="https://cdn.example/x.js">', "https://cdn.example/x.js"),
        ("a.html", '<link href="//fonts.example/css">', "//fonts.example/css"),
        ("a.html", '<img src="http://example.org/a.png">', "http://example.org/a.png"),
        ("a.css", "a { background: url(https://example.org/a.png) }", "https://example.org/a.png"),
        ("a.css", "@import 'https://fonts.example/css';", "https://fonts.example/css"),
        ("a.html", '<a href="https://example.org/"><img src="a.png">', None),
        ("a.css", "a { background: url(a.png) }", None),
    ],
)
def test_a_request_to_another_host_is_found(name: str, text: str, target: str | None, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    assert list(SITE.foreign_requests(tmp_path)) == ([] if target is None else [f"{name}: loads {target}"])


# --- The API reference ------------------------------------------------------------------------------------------------


def documented(page: str) -> list[str]:
    return re.findall(r"^::: (\S+)$", API[page], re.MULTILINE)


@pytest.mark.parametrize("page", sorted(API))
def test_everything_in_the_reference_exists_and_has_a_docstring(page: str) -> None:
    assert documented(page)
    for name in documented(page):
        if name.startswith("heliodor.envs.pufferlib"):  # Its package cannot be installed here.
            continue
        module, _, attribute = name.rpartition(".")
        found = getattr(importlib.import_module(module), attribute)
        assert not callable(found) or found.__doc__, name


@pytest.mark.parametrize("package", ["heliodor", "bots", "hints", "testing", "client"])
def test_everything_that_a_package_exports_is_in_the_reference(package: str) -> None:
    module = heliodor if package == "heliodor" else importlib.import_module(f"heliodor.{package}")
    named = {name.rpartition(".")[2] for page in API for name in documented(page)}
    assert set(module.__all__) <= named


def test_the_gallery_shows_every_screen() -> None:
    text = (ROOT / "docs/gallery.md").read_text(encoding="utf-8")
    assert {path.name for path in (ROOT / "docs/screens").iterdir()} == set(re.findall(r"screens/([\w.-]+)\)", text))
