"""Tables on disk as Parquet, written part by part, so that a table may be larger than the memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from heliodor.core.errors import HeliodorError

ROWS_AT_ONCE = 20_000  # Rows of a row group: 40 MB with observations.
TYPES = {  # Words of our schemas -> functions of pyarrow that make the type.
    "text": "string",
    "name": "string",  # Few different ones: stored as a dictionary.
    "int8": "int8",
    "int16": "int16",
    "int32": "int32",
    "int64": "int64",
    "float": "float32",
    "number": "float64",
}

Column = tuple[str, str, str]  # Name, type ("list of …" for lists), meaning.


class Table:
    """A Parquet file that is being written; use it in a `with` statement."""

    def __init__(self, path: str | Path, columns: Sequence[Column], about: Mapping[str, str]) -> None:
        self._arrow, parquet = load_pyarrow()
        self._path = Path(path)
        self._rows: list[tuple[Any, ...]] = []
        fields = [self._arrow.field(name, self._type(kind), metadata={"about": text}) for name, kind, text in columns]
        self._schema = self._arrow.schema(fields, metadata=dict(about))
        few = [name for name, kind, _ in columns if kind.endswith("name") or kind == "list of text"]
        try:
            self._writer = parquet.ParquetWriter(path, self._schema, compression="zstd", use_dictionary=few)
        except OSError as error:
            raise HeliodorError(f"cannot write {path}: {error.strerror or error}") from None

    def _type(self, kind: str) -> Any:
        if kind.startswith("list of "):
            return self._arrow.list_(self._type(kind.removeprefix("list of ")))
        return getattr(self._arrow, TYPES[kind])()

    def __enter__(self) -> Table:
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is None:
            self._flush()
        self._writer.close()
        if kind is not None:  # Half a table would look like a whole one.
            self._path.unlink()

    def add(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Append rows, with a value for each column; they are written when there are enough of them."""
        for row in rows:
            self._rows.append(row)
            if len(self._rows) == ROWS_AT_ONCE:
                self._flush()

    def _flush(self) -> None:
        if self._rows:
            columns = zip(*self._rows, strict=True)
            arrays = [
                self._arrow.array(values, field.type) for values, field in zip(columns, self._schema, strict=True)
            ]
            self._writer.write_table(self._arrow.Table.from_arrays(arrays, schema=self._schema))
            self._rows.clear()


def load_pyarrow() -> tuple[Any, Any]:
    """Return pyarrow and its Parquet module; if they are missing, say how to install them."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise HeliodorError("tables need PyArrow: pip install 'heliodor[study]'") from None
    return pyarrow, pyarrow.parquet
