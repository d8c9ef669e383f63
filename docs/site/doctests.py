"""An extension of griffe: sessions in docstrings (`>>> …`) become blocks of code; Markdown would quote them."""

from __future__ import annotations

import re
from typing import Any

import griffe

SESSION = re.compile(r"^>>> .*(?:\n(?!\n).+)*", re.MULTILINE)  # Up to the next empty line.


class Doctests(griffe.Extension):
    """Puts fences around the sessions of every docstring."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Change the docstring of an object that has been loaded."""
        if obj.docstring is not None:
            obj.docstring.value = SESSION.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
