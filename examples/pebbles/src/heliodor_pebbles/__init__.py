"""Pebbles: draw from a bag, keep your hand secret, and stop before it is too much. The rules: rulebook/pebbles.md."""

from pathlib import Path

from heliodor.core.contract import Game, Option
from heliodor_pebbles import drawing, encoding, notation, questions, refusals, rules, story, translations, view

GAME = Game(
    id="pebbles",
    title="Pebbles",
    version=1,
    history={1: "First version."},
    min_players=2,
    max_players=4,
    options=(
        Option(
            name="pebbles",
            default=12,
            choices=(12, 6),
            rule="B1",
            summary="how many pebbles there are; with 6 the game is small enough to be solved",
        ),
        Option(
            name="limit",
            default=21,
            choices=(15, 21),
            rule="B6",
            summary="the most that a hand may add up to",
        ),
    ),
    card_codes=notation.CARD_CODES,
    rule_letter="B",
    rules=rules,
    encoding=encoding,
    kernels=questions.KERNELS,
    questions=questions.QUESTIONS,
    notation=notation,
    refusals=refusals,
    view=view,
    story=story,
    drawing=drawing,
    rulebook=Path(__file__).parent / "rulebook",
    lessons=Path(__file__).parent / "lessons",
    translations=translations.TRANSLATIONS,
)
