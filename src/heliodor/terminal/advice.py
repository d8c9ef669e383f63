"""Hints as they appear in a terminal, in Rich's console markup."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from heliodor.games import get_game
from heliodor.hints import Chances, Hint, advice_of
from heliodor.hints.outlook import whole_percents
from heliodor.terminal.words import coloured_names, sentence


def draw_hints(hints: Sequence[Hint], game_id: str, names: Sequence[str]) -> RenderableType:
    """Return hints as a list: the actions, the expected result, and the reasons."""
    parts: list[RenderableType] = []
    # Without numbers: a person would type those of the choices.
    for place, hint in enumerate(hints):
        expected = expectation(hint, game_id, len(names))
        rank = "best" if place == 0 else "also"
        parts.append(Text.from_markup(f"[dim]{rank}[/] [bold]{draw_actions(hint.actions)}[/]  [dim]{expected}[/]"))
        parts.append(Padding(Text.from_markup(reasons_of(hint, names)), (0, 0, 0, 2)))
    return Group(*parts)


def draw_chances(now: Chances, names: Sequence[str]) -> Text:
    """Return the chance to win of every player, as an onlooker sees it."""
    shares = zip(coloured_names(names), whole_percents(now.shares), strict=True)
    return Text.from_markup(f"[dim]To an onlooker:[/] {', '.join(f'{name} {share} %' for name, share in shares)}")


def draw_actions(actions: Sequence[str]) -> str:
    """Return actions in the order in which they are played."""
    return ", ".join(actions)


def reasons_of(hint: Hint, names: Sequence[str]) -> str:
    """Return the reasons as sentences."""
    return " ".join(sentence(reason, names) for reason in hint.reasons)


def expectation(hint: Hint, game_id: str, players: int) -> str:
    """Return what the bot expects, and how far ahead: "54% chance to win; 1.4 points ahead a few turns on".

    An action that ends the match "wins for certain".
    """
    parts = [] if hint.share is None else [_share(hint.share, hint.is_certain)]
    game = get_game(game_id)
    if players == 1 and game.lead_noun:
        parts.append(f"about {hint.lead[0]:.0f} {game.lead_noun} soon")
    elif game.lead_noun:
        parts.append(advice_of(game).lead_text(hint, game.lead_noun))
    return "; ".join(parts)


def _share(share: float, is_certain: bool) -> str:
    if not is_certain:
        return f"{share:.0%} chance to win"
    return "loses for certain" if share == 0 else f"{'wins' if share == 1 else 'shares the win'} for certain"
