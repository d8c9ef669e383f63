"""Studies: what a game's matches show, as tables and as a page.

| module | subject |
| --- | --- |
| `export` | records as a table, one row a decision |
"""
