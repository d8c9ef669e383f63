-- Puzzles: the first answer of each person to each, and ratings apart from those at games.

CREATE TABLE puzzle_ratings (
  person TEXT NOT NULL REFERENCES people (id),
  game TEXT NOT NULL,
  mu DOUBLE PRECISION NOT NULL,
  sigma DOUBLE PRECISION NOT NULL,
  answered BIGINT NOT NULL,
  streak BIGINT NOT NULL,
  PRIMARY KEY (person, game)
);

CREATE TABLE puzzle_answers (
  person TEXT NOT NULL REFERENCES people (id),
  game TEXT NOT NULL,
  puzzle TEXT NOT NULL,
  is_right BIGINT NOT NULL,
  answered_at BIGINT NOT NULL,
  PRIMARY KEY (person, game, puzzle)
);
