"""A game's translations have words for everything that its matches bring."""

from __future__ import annotations

from heliodor.core.contract import SPECTATOR
from heliodor.testing.configurations import Configuration
from heliodor.testing.walks import WALKS, in_state, random_texts

LONGEST = 300  # Actions that are said in every language.


def translations_have_words_for_every_event_and_action(configuration: Configuration) -> None:
    for language, spoken in configuration.game.translations.items():
        match = configuration.new_match(WALKS[0])
        for text in random_texts(match, WALKS[0])[:LONGEST]:
            for seat in (SPECTATOR, match.to_act):
                assert spoken.draw(match.view(seat), match.names).strip(), f"{language} draws nothing"
                for event in in_state(match, match.states).tell(text, seat):
                    assert spoken.tell(event).strip(), f"{language} has no sentence for {event.key}"
            assert spoken.say(text).strip(), f"{language} has no words for {text}"
            match.act(text)


PROMISES = (translations_have_words_for_every_event_and_action,)
