"""Studies: what a game's matches show, as tables and as a page.

| module | subject |
| --- | --- |
| `export` | records as a table, one row a decision |
| `parquet` | tables on disk |
| `contract` | what a game adds to its study, in `<game>`, found by `Game.study` |
| `matches` | some matches played and counted |
| `run` | a whole study and its figures |
| `page`, `charts` | the figures as an HTML page |
"""
