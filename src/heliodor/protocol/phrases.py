"""Phrases for the table: keys that each reader sees in their own language."""

PHRASES = (
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "sorry",
    "oops",
    "wow",
    "nice_bet",
    "hurry_please",
    "one_moment",
    "power_cut",
    "back_again",
    "one_more",
    "good_game",
    "bye",
)
