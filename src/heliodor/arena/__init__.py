"""The arena: bots play the same deals from every seat, and figures with intervals say which one is better.

| module | subject |
| --- | --- |
| `schedule` | the seating of each deal |
| `play` | one match between bots, and its outcome |
| `journal` | outcomes on disk, so that a tournament can be resumed |
| `tournament` | playing all matches, in this process, in many, or on a cluster |
| `processes`, `cluster` | where matches are played: processes of this machine, nodes of a Ray cluster |
| `places` | the same for any task, for `heliodor study` and `heliodor simulate` |
| `tally` | outcomes added up deal by deal |
| `strength` | the Plackett-Luce model |
| `report` | the figures, with intervals from a bootstrap over deals |
| `page`, `terminal` | the report as an HTML page and in the terminal |

docs/arena.md explains how to use it and how to read the figures.
"""
