"""Nizam: shift the lines of a 5×5 board of gems and score combinations of equal ones. Rules: docs/rules/nizam.md."""

from pathlib import Path

from heliodor.core.contract import DailyBoard, Game, Option
from heliodor.core.shifting import prompt
from heliodor.games.nizam import drawing, encoding, notation, questions, refusals, rules, story, view

GAME = Game(
    id="nizam",
    title="Nizam",
    version=1,
    history={1: "First version."},
    min_players=1,
    max_players=5,
    options=(
        Option(
            name="solo_hand_limit",
            default=8,
            choices=(8, 9),
            rule="N19",
            summary="most cards in hand when playing alone: 8 in the Ukrainian books, 9 in the Russian one",
        ),
    ),
    card_codes=notation.CARD_CODES,
    rule_letter="N",
    rules=rules,
    encoding=encoding,
    kernels=questions.KERNELS,
    questions=questions.QUESTIONS,
    notation=notation,
    refusals=refusals,
    view=view,
    story=story,
    drawing=drawing,
    lessons=Path(__file__).parent / "lessons",
    lead_noun="points",
    note_on=prompt.note_on,
    prompt=prompt,
    daily=DailyBoard(options={"players": 1}, turn_ends=("draw", "done", "pass")),
    brain="heliodor.bots.brains.nizam.brain",
    advice="heliodor.hints.nizam",
    puzzles="heliodor.puzzles.nizam",
    study="heliodor.study.nizam",
    has_board=True,
)
