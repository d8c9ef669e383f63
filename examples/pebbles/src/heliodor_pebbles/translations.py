"""Pebbles in Ukrainian and Russian: the sentences of events, the words of actions, and the drawing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from heliodor.core.contract import Event, Translation
from heliodor_pebbles.drawing import Words, draw

# By the key of an event; a draw that the reader did not see has its own sentence.
UKRAINIAN = {
    "pebbles.pass": "{name} пасує.",
    "pebbles.lay": "{name} кладе біля торбинки {pebble}.",
    "pebbles.draw": "{name} тягне {pebble}.",
    "pebbles.draw hidden": "{name} тягне камінець.",
    "pebbles.end": "Гру закінчено. Перемога: {names}; сума {best}.",
    "and": " і ",
    "take": "взяти",
    "pass": "пасувати",
    "swap": "обміняти",
}
RUSSIAN = {
    "pebbles.pass": "{name} пасует.",
    "pebbles.lay": "{name} кладёт возле мешка {pebble}.",
    "pebbles.draw": "{name} тянет {pebble}.",
    "pebbles.draw hidden": "{name} тянет камешек.",
    "pebbles.end": "Игра окончена. Победа: {names}; сумма {best}.",
    "and": " и ",
    "take": "взять",
    "pass": "пасовать",
    "swap": "обменять",
}


def tell(texts: Mapping[str, str], event: Event) -> str:
    """Return the sentence of an event; {0} stands for the name of seat 0."""
    facts = event.facts
    if event.key == "pebbles.end":
        names = texts["and"].join(f"{{{seat}}}" for seat in facts["winners"])
        return texts[event.key].format(names=names, best=max(facts["scores"]))
    is_hidden = "pebble" in facts and facts["pebble"] is None
    text = texts[f"{event.key} hidden" if is_hidden else event.key]
    return text.format(name=f"{{{event.seat}}}", pebble=facts.get("pebble"))


def say(texts: Mapping[str, str], action: str) -> str:
    """Return an action in words: "swap 7" is "обміняти 7"."""
    verb, *pebble = action.split()
    return " ".join([texts[verb], *pebble])


TRANSLATIONS = {
    "uk": Translation(
        tell=partial(tell, UKRAINIAN),
        draw=partial(draw, words=Words(bag="торбинка", laid="біля неї", nothing="нічого", limit="межа")),
        say=partial(say, UKRAINIAN),
    ),
    "ru": Translation(
        tell=partial(tell, RUSSIAN),
        draw=partial(draw, words=Words(bag="мешок", laid="возле него", nothing="ничего", limit="предел")),
        say=partial(say, RUSSIAN),
    ),
}
