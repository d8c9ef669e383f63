"""The arena: bots play the same deals from every seat, and figures with intervals say which one is better.

| module | subject |
| --- | --- |
| `schedule` | who sits where in which deal |
| `play` | one match between bots, and what came of it |
| `journal` | outcomes on disk, for a tournament that is continued |
| `tournament` | playing all matches, in this process, in many, or on a cluster |
| `processes`, `cluster` | where matches are played: processes of this machine, nodes of a Ray cluster |
| `tally` | outcomes added up deal by deal |
| `strength` | the Plackett-Luce model |
| `report` | the figures, with intervals from a bootstrap over deals |
| `page`, `terminal` | the report as a page for the browser and in the terminal |

docs/arena.md tells how to use it and how to read the figures.
"""
