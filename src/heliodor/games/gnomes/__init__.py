"""Speedy Gnomes: gather sets of gems in your cave while curses fly. Rules: docs/rules/gnomes.md."""

from pathlib import Path

from heliodor.core.contract import Game, Option
from heliodor.games.gnomes import drawing, encoding, notation, questions, refusals, rules, story, view

GAME = Game(
    id="gnomes",
    title="Speedy Gnomes",
    version=2,
    history={
        1: "First version.",
        2: "By default a whole round is played after the one in which the deck ran out (S9).",
    },
    min_players=2,
    max_players=6,
    options=(
        Option(
            name="deck",
            default="three_shapes",
            choices=("three_shapes", "six_shapes"),
            rule="S1",
            summary="the gems: three shapes with six cards of each gem, or six shapes with three cards of each",
        ),
        Option(
            name="quick_start",
            default=False,
            choices=(False, True),
            rule="S2",
            summary="whether a cave lies before each player from the start",
        ),
        Option(
            name="last_round",
            default="full",
            earlier={1: "finish"},
            choices=("full", "finish"),
            rule="S9",
            summary="when the deck is empty: finish the round and play one more full round, or only finish it",
        ),
    ),
    card_codes=notation.CARD_CODES,
    rule_letter="S",
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
    note_on=drawing.note_on,
    brain="heliodor.bots.brains.gnomes.brain",
    advice="heliodor.hints.gnomes",
    puzzles="heliodor.puzzles.gnomes",
    study="heliodor.study.gnomes",
    has_board=True,
)
