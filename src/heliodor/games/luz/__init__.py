"""Luz: bet how many tricks you take with a hand that only the others see. Rules: docs/rules/luz.md."""

from pathlib import Path

from heliodor.core.contract import Game, Option
from heliodor.games.luz import aid, display, drawing, encoding, notation, questions, refusals, rules, story, view

GAME = Game(
    id="luz",
    title="Luz",
    version=1,
    history={1: "First version."},
    min_players=3,
    max_players=5,
    options=(
        Option(
            name="bead_supply",
            default="unlimited",
            choices=("unlimited", "box"),
            rule="L4",
            summary="bet beads: unlimited, or only the 15 of the box for all bets of a deal together",
        ),
    ),
    card_codes=notation.CARD_CODES,
    rule_letter="L",
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
    display=display,
    aid=aid,
    lead_noun="points",
    note_on=drawing.note_on,
    peer="oh_hell(players=4,num_tricks_fixed=10)",
    brain="heliodor.bots.brains.luz.brain",
    advice="heliodor.hints.luz.advice",
    puzzles="heliodor.puzzles.luz",
    study="heliodor.study.luz",
    has_board=True,
)
