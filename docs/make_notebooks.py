"""Run the notebooks of docs/notebooks and write their outputs, which the site shows.

`python docs/make_notebooks.py` rewrites them; `--check` runs them and fails if one raises an error or prints something
other than its file says. Names as arguments (`first-match`) choose some. Each runs in its own empty folder.

The outputs are committed, because they are small and the site is built without running anything. A cell with the tag
`varies` is run and not compared: its numbers differ in the last digits between processors.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

FOLDER = Path(__file__).resolve().parent / "notebooks"
MOST_SECONDS = 600  # For one cell. A slow machine is not a failure.


def main() -> int:
    """Run the notebooks that are named, else all; print one line for each and return the exit code."""
    names = [name for name in sys.argv[1:] if not name.startswith("-")]
    is_check = "--check" in sys.argv
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # Where `heliodor` is.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # For small matrices more threads only wait.
    faults = 0
    for path in sorted(FOLDER.glob("*.ipynb")):
        if not names or path.stem in names:
            fault = run(path, is_check)
            faults += bool(fault)
            print(f"{path.stem}: {fault or 'ok'}")
    return 1 if faults else 0


def run(path: Path, is_check: bool) -> str:
    """Run a notebook; return what is wrong, or an empty text. Writes it, unless it is only checked."""
    before = nbformat.read(path, as_version=4)
    after = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(after, timeout=MOST_SECONDS, kernel_name="python3", record_timing=False)
        try:
            client.execute(cwd=folder)
        except CellExecutionError as error:
            return str(error)
    _tidy(after)
    if not is_check:
        nbformat.write(after, path)
        return ""
    for was, now in zip(before.cells, after.cells, strict=True):
        if now.cell_type == "code" and "varies" not in now.metadata.get("tags", []) and was.outputs != now.outputs:
            return f"the cell {now.source!r} prints {now.outputs}, and the file says {was.outputs}"
    return ""


def _tidy(notebook: nbformat.NotebookNode) -> None:
    """Leave nothing in a notebook that changes from run to run; join the pieces of a stream."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook.metadata = nbformat.NotebookNode(kernelspec=kernel, language_info={"name": "python"})
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
        if cell.cell_type == "code":
            cell.execution_count = None
            streams = [output for output in cell.outputs if output.output_type == "stream"]
            for later in streams[1:]:
                streams[0].text += later.text
                cell.outputs.remove(later)
            for output in cell.outputs:
                if "execution_count" in output:
                    output.execution_count = None


if __name__ == "__main__":
    sys.exit(main())
