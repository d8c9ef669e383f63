"""Find stilted English in the docs, comments, docstrings and texts of the project.

`python docs/check_prose.py --check` prints every place with the plain wording to use instead, and fails if there is
one. `python docs/check_prose.py FILE…` looks at these files only.

A line is allowed by `prose: allow` in a comment on it; a part of a Markdown page by `<!-- prose: off -->` before it
and `<!-- prose: on -->` after it. CONTRIBUTING.md, part E, has the rules and examples.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Tic(NamedTuple):
    """A turn of phrase that is not plain English."""

    pattern: re.Pattern[str]
    instead: str  # What to write instead.
    bad: str  # An example with the tic; a test keeps each of them failing.
    good: str  # The same, plainly.


class Passage(NamedTuple):
    """A stretch of prose: one comment, docstring, text or paragraph."""

    line: int  # Line of the file where it begins, counted from 1.
    text: str


def _tic(pattern: str, instead: str, bad: str, good: str) -> Tic:
    """Make a tic of a pattern in which a space stands for any white space, line ends included."""
    return Tic(re.compile(pattern.replace(" ", r"\s+")), instead, bad, good)


# Where a sentence begins.
_START = r"(?:^|(?<=[.:;!?]\s)|(?<=[|>*]\s))"

TICS = (
    _tic(
        _START + r"Who \b[^.?!]*(?![^.?!]*\?)(?:[.!]|$)",
        'name the person or thing: "the player who…", "anyone who…"',
        "Who has the cookie is you.",
        "The cookie identifies you. Who sits there?",
    ),
    _tic(
        r"\b(?i:against|but|by|for|from|of|only|than|that|to|unless|with) who\b(?! else)",
        'name the person or thing: "by the player who…"',
        "Taken on average by who takes every trick.",
        "Mean tricks of a player who takes every trick.",
    ),
    _tic(
        r"\b[Ww]ho(?:m)?ever\b",
        'name the person or thing: "anyone who…", "the caller"',
        "Whoever looks gets a copy.",
        "Every viewer gets a copy.",
    ),
    _tic(r"\b[Aa]new\b", '"again", or a verb with re-: "rebuild"', "Compile every bot anew.", "Recompile every bot."),
    _tic(
        r"\b[Ss]o (?:many|much)\b(?![^.;]*\bthat\b)",
        'the number or amount: "that many rounds", "n cards"',
        "Play so many of them.",
        "Play n matches. There are so many cards that they overlap.",
    ),
    _tic(
        r"\b(?:[Ww]hat|[Aa]ll) there (?:is|are|was|were)\b(?! to say)",
        "name the thing",
        "Return what there is to take.",
        "Return the tricks still to be taken.",
    ),
    _tic(
        r"\b(?:is|are|was|were|be|been|being|gets?) (?:not |never |only |then |so )?told\b(?! (?:apart|to)\b)",
        '"is sent", "is notified", "is shown", "is reported"',
        "When time is up, everybody is told.",
        "When time is up, everybody is notified. The compiler is told to check every index.",
    ),
    _tic(
        r"\bof (?:his|its|one's|our|the \w+'s|their|your) own\b(?=[.,;:)]|$| (?:and|as|at|but|for|if|in|or|to)\b)",
        '"its own …"',
        "A bot has a generator of its own.",
        "A bot has its own generator. The cards of its own hand.",
    ),
    _tic(
        r"(?<![Tt]here\s)\b(?:is|are|was|were) no (?!better|different|less|longer|matter|more than|one\b|worse)[a-z]",
        '"is not a …"',
        "A text that is no action is refused.",
        "A text that is not an action is refused. There is no lock.",
    ),
    _tic(
        _START + r"Tell whether\b",
        '"Return whether"',
        "Tell whether the match is over.",
        "Return whether the match is over.",
    ),
    _tic(
        r"\bas likely\b(?! as)",
        '"equally likely", "with equal probability"',
        "Every order is as likely.",
        "All orders are equally likely.",
    ),
    _tic(
        r"\b[Aa]ll that\b",
        '"everything that", or name the things: "all cards that"',
        "Return all that the seat knows.",
        "Return everything that the seat knows.",
    ),
    _tic(
        r"\b(?:[Tt]he|[Aa]n) own\b",
        '"its own", "the player\'s own"',
        "The own hand is hidden.",
        "A player's own hand is hidden.",
    ),
    _tic(
        r"(?<![Tt]here\s)\b(?:is|are) none\b",
        '"is not a …"',
        "A setting that is none is refused.",
        "An unknown setting is refused. There is none.",
    ),
    _tic(
        r"\b[Ee]quals (?:have|share|win)\b|\b(?:for|of|among) equals\b",
        '"tied players"',
        "Equals share the win.",
        "Tied players share the win.",
    ),
    _tic(r"\bshown out\b", '"disconnected"', "A silent client is shown out.", "A silent client is disconnected."),
)

# Generated files, the rules of the games, and the examples of this check.
LEFT_OUT = (
    "docs/check_prose.py",
    "tests/docs/test_prose.py",
    "docs/rules/",
    "docs/protocol.md",
    "docs/tables.md",
    "web/src/protocol.ts",
    "web/package-lock.json",
)


def main() -> int:
    """Print the tics in the files named, else in the whole repository; return the exit code."""
    named = [Path(name).resolve() for name in sys.argv[1:] if not name.startswith("-")]
    found = [place for path in named or checked_files() for place in places(path)]
    print("\n".join(found) if found else "the prose is plain")
    return 1 if found else 0


def checked_files() -> list[Path]:
    """Return the files of the repository whose prose is checked."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    names = [name for name in listed.stdout.splitlines() if not name.startswith(LEFT_OUT)]
    return [ROOT / name for name in names if (ROOT / name).is_file() and _reader(ROOT / name)]


def places(path: Path) -> Iterator[str]:
    """Yield a line for each tic in a file: where it is, its words, and what to write instead."""
    source = path.read_text(encoding="utf-8")
    allowed = {number for number, line in enumerate(source.splitlines(), 1) if "prose: allow" in line}
    reader = _reader(path)
    for passage in reader(source) if reader else ():
        for start, end, instead in tics(passage.text):
            line = passage.line + passage.text.count("\n", 0, start)
            if line not in allowed:
                words = " ".join(passage.text[start:end].split())[:60]
                name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
                yield f'{name}:{line}: "{words}": write {instead}'


def tics(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where each tic of a text begins and ends, and what to write instead."""
    for tic in TICS:
        for match in tic.pattern.finditer(text):
            yield match.start(), match.end(), tic.instead


# --- Prose of a file ---------------------------------------------------------------------------------------------


def _reader(path: Path) -> Callable[[str], Iterator[Passage]] | None:
    """Return the function that finds the prose of such a file, or None if it holds none."""
    if path.name == "Makefile":
        return _hash_comments
    return READERS.get(path.suffix)


def _python(source: str) -> Iterator[Passage]:
    """Yield docstrings, comments, texts with a space in them, and the names of tests as sentences."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield Passage(node.lineno, node.value)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            words = re.sub(r"^test_(?:[a-z]\d+_)?", "", node.name).replace("_", " ")
            yield Passage(node.lineno, words[:1].upper() + words[1:])
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]
    yield from _joined(comments, "#")


def _hash_comments(source: str) -> Iterator[Passage]:
    lines = [(number, line) for number, line in enumerate(source.splitlines(), 1)]
    found = [(number, match[0]) for number, line in lines if (match := re.search(r"(?:^|(?<=\s))#.*", line))]
    yield from _joined(found, "#")


def _sql(source: str) -> Iterator[Passage]:
    found = [(n, match[0]) for n, line in enumerate(source.splitlines(), 1) if (match := re.search(r"--.*", line))]
    yield from _joined(found, "-")


def _script(source: str) -> Iterator[Passage]:
    """Yield the comments and the texts of TypeScript, Svelte, HTML and CSS."""
    lines: list[tuple[int, str]] = []
    for match in re.finditer(r"(?<![:\w])//[^\n]*|/\*.*?\*/|<!--.*?-->", source, re.DOTALL):
        line = source.count("\n", 0, match.start()) + 1
        if match[0].startswith("//"):
            lines.append((line, match[0]))
        else:
            yield Passage(line, re.sub(r"(?m)^[ \t]*\*?[ \t]*|^/\*+[ ]*|<!--[ ]*", "", match[0]))
    yield from _joined(lines, "/")
    for match in re.finditer(r"\"([^\"\n]* [^\"\n]*)\"|'([^'\n]* [^'\n]*)'|`([^`]* [^`]*)`", source):
        yield Passage(source.count("\n", 0, match.start()) + 1, match[1] or match[2] or match[3])


def _markdown(source: str) -> Iterator[Passage]:
    """Yield the paragraphs, without code and without what is switched off."""
    shown: list[tuple[int, str]] = []
    fenced = off = False
    for number, line in enumerate(source.splitlines(), 1):
        off = (off or "prose: off" in line) and "prose: on" not in line
        if line.lstrip().startswith("```"):
            fenced = not fenced
        if not (fenced or off or line.startswith("    ")):
            shown.append((number, re.sub(r"`[^`]*`", "x", line)))
        elif shown and shown[-1][1]:
            shown.append((number, ""))
    paragraph: list[tuple[int, str]] = []
    for number, line in [*shown, (0, "")]:
        if line.strip():
            paragraph.append((number, line))
        elif paragraph:
            yield Passage(paragraph[0][0], "\n".join(text for _number, text in paragraph))
            paragraph = []


def _joined(lines: list[tuple[int, str]], mark: str) -> Iterator[Passage]:
    """Yield comments, those on neighbouring lines as one."""
    start, texts = 0, list[str]()
    for number, line in lines:
        if texts and number != start + len(texts):
            yield Passage(start, "\n".join(texts))
            texts = []
        if not texts:
            start = number
        texts.append(line.lstrip(mark).strip())
    if texts:
        yield Passage(start, "\n".join(texts))


READERS = {
    ".py": _python,
    ".md": _markdown,
    ".sql": _sql,
    ".toml": _hash_comments,
    ".yaml": _hash_comments,
    **dict.fromkeys((".ts", ".js", ".svelte", ".css", ".html"), _script),
}


if __name__ == "__main__":
    sys.exit(main())
