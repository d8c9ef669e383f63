"""Pearl of the East: a race for eight tasks on Nizam's shifting board. Rules: docs/rules/pearl.md."""

from pathlib import Path

from heliodor.core.contract import Game, Option
from heliodor.core.shifting import prompt
from heliodor.games.pearl import drawing, encoding, notation, questions, refusals, rules, story, view

GAME = Game(
    id="pearl",
    title="Pearl of the East",
    version=1,
    history={1: "First version."},
    min_players=2,
    max_players=5,
    options=(
        Option(
            name="stall_limit",
            default=200,
            at_least=1,
            rule="P12",
            summary="the match ends after this many turns in a row without a fulfilled task",
        ),
    ),
    card_codes=notation.CARD_CODES,
    rule_letter="P",
    rules=rules,
    encoding=encoding,
    kernels=questions.KERNELS,
    questions=questions.QUESTIONS,
    notation=notation,
    refusals=refusals,
    view=view,
    story=story,
    drawing=drawing,
    lead_noun="tasks",
    note_on=prompt.note_on,
    prompt=prompt,
    brain="heliodor.bots.brains.pearl.brain",
    advice="heliodor.hints.pearl",
    puzzles="heliodor.puzzles.pearl",
    study="heliodor.study.pearl",
    has_board=True,
    lessons=Path(__file__).parent / "lessons",
)
