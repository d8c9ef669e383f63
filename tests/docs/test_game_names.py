"""A game is its folder: code outside a game's own folders does not name it, but for the two registries."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from heliodor.games import GAME_IDS

ROOT = Path(__file__).parents[2]
PYTHON = "src/heliodor"
PAGE = "web/src"
REGISTRIES = {  # With the lines that register games.
    f"{PYTHON}/games/__init__.py": r"^GAME_IDS = .*",
    f"{PAGE}/games/registry.ts": r"^import \{ card as .*|^export const REGISTRY = .*",
}
# The types of every game's view, from the server's structures; rules of the board that games share, from `rules.py`.
GENERATED = {f"{PAGE}/protocol.ts", f"{PAGE}/games/shifting/rules.ts"}
# The card that Pearl of the East is called after lies on the board that games share: these name the card.
CARD = {
    f"{PYTHON}/core/shifting/encoding.py": ('"one-hot by cell in reading order: eight kinds, pearl"',),
    f"{PYTHON}/core/shifting/notation.py": ("PEARL",),
    f"{PYTHON}/core/shifting/refusals.py": ("PEARL", '"no card matches the pearl"'),
    f"{PYTHON}/core/shifting/rules.py": ("PEARL",),
    f"{PYTHON}/core/shifting/words.py": ("PEARL", '"pearl" if'),
    f"{PAGE}/games/shifting/explain.ts": ("words.threePearl",),
    f"{PAGE}/games/shifting/texts/en.ts": ("  P: 'pearl'", "    pearl:\n", "threePearl:", "no card matches the pearl"),
    f"{PAGE}/games/shifting/texts/ru.ts": ("    pearl:\n", "threePearl:"),
    f"{PAGE}/games/shifting/texts/uk.ts": ("    pearl:\n", "threePearl:"),
}

WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")  # `PearlView`, `pearl_view` and `"pearl.view"` alike.
# Line comments start where no address can: "https://…" is code.
PAGE_COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![^\s;,{}()])//[^\n]*", re.DOTALL)


def named_games(path: str, text: str) -> list[str]:
    """Return "path:line: game" for each game that the code of a file names and may not."""
    if path in GENERATED:
        return []
    if path in REGISTRIES:
        text = re.sub(REGISTRIES[path], "", text, flags=re.MULTILINE)
    for phrase in CARD.get(path, ()):
        text = text.replace(phrase, re.sub(r"(?i)pearl", "_", phrase))
    own = set(re.split(r"[/.]", path))
    words = _python_words(text) if path.endswith(".py") else _page_words(text)
    found = {(line, word.lower()) for line, word in words if word.lower() in GAME_IDS}
    return [f"{path}:{line}: {game}" for line, game in sorted(found) if game not in own]


def _python_words(text: str) -> Iterator[tuple[int, str]]:
    """Yield the words in identifiers and strings with their lines; not those of docstrings and comments."""
    prose = {
        (node.value.lineno, node.value.col_offset)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT and token.start not in prose:
            for found in WORD.finditer(token.string):
                yield token.start[0] + token.string[: found.start()].count("\n"), found[0]


def _page_words(text: str) -> Iterator[tuple[int, str]]:
    """Yield the words of a script, a component or a style sheet with their lines; not those of comments."""
    code = PAGE_COMMENT.sub(lambda comment: re.sub(r"[^\n]", " ", comment[0]), text)
    for number, line in enumerate(code.split("\n"), 1):
        for found in WORD.finditer(line):
            yield number, found[0]


def sources() -> Iterator[str]:
    """Yield the files that are searched; tests may name games."""
    for folder, endings in ((PYTHON, ("*.py",)), (PAGE, ("*.ts", "*.svelte", "*.css"))):
        for ending in endings:
            for path in sorted((ROOT / folder).rglob(ending)):
                name = path.relative_to(ROOT).as_posix()
                if not name.startswith(f"{PYTHON}/web/") and not re.search(r"\.(test|testing)\.ts$", name):
                    yield name


@pytest.mark.parametrize(
    ("path", "code", "named"),
    [
        (f"{PYTHON}/bench.py", "x = 1\nif game.id == 'luz':\n    pass\n", [(2, "luz")]),
        (f"{PYTHON}/bench.py", "from heliodor.games.gnomes import rules\n", [(1, "gnomes")]),
        (f"{PYTHON}/bench.py", "def draw_nizam(pearl_view): ...\n", [(1, "nizam"), (1, "pearl")]),
        (f"{PYTHON}/bench.py", "LuzSearch(f'{seat} plays pearl')\n", [(1, "luz"), (1, "pearl")]),
        (f"{PYTHON}/bench.py", "text = '''one\ntwo luz'''\n", [(2, "luz")]),
        (f"{PYTHON}/core/shifting/words.py", "if game.id == 'pearl' or card == PEARL: ...\n", [(1, "pearl")]),
        (f"{PYTHON}/games/__init__.py", "GAME_IDS = ('luz',)\nLATE = ('luz',)\n", [(2, "luz")]),
        (f"{PYTHON}/hints/luz/bets.py", "from heliodor.games import luz, nizam\n", [(1, "nizam")]),
        (f"{PYTHON}/hints/luz.py", "KEY = 'luz.hint'\n", []),
        (f"{PYTHON}/bench.py", '"""Like Luz."""\nx = 1  # In Nizam.\nclass A:\n    """Pearl."""\n', []),
        (f"{PAGE}/screens/a.ts", "const x = 1;\nif (game === 'luz') go();", [(2, "luz")]),
        (f"{PAGE}/screens/a.ts", "import type { PearlView } from '../protocol';", [(1, "pearl")]),
        (f"{PAGE}/screens/a.svelte", "<p>{t.gnomes.title} https://x/nizam</p>", [(1, "gnomes"), (1, "nizam")]),
        (f"{PAGE}/styles/a.css", ":root {\n  --luz-red: #b3202f; /* of Nizam */\n}", [(2, "luz")]),
        (f"{PAGE}/screens/a.ts", "// As in Luz.\n/** Nizam\n * Pearl */\nrun(); // gnomes", []),
        (f"{PAGE}/screens/a.svelte", "<!-- luz -->", []),
        (f"{PAGE}/games/luz/card.ts", "t.luz; t.pearl;", [(1, "pearl")]),
    ],
)
def test_a_name_is_found_wherever_code_has_it(path: str, code: str, named: list[tuple[int, str]]) -> None:
    assert named_games(path, code) == [f"{path}:{line}: {game}" for line, game in named]


def test_no_code_but_a_games_own_and_the_registries_names_it() -> None:
    offenders = [line for path in sources() for line in named_games(path, (ROOT / path).read_text(encoding="utf-8"))]
    assert offenders == [], "\n" + "\n".join(offenders)
