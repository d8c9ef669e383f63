-- How far people are in the lessons.

CREATE TABLE lessons (
  person TEXT NOT NULL REFERENCES people (id),
  game TEXT NOT NULL,
  lesson TEXT NOT NULL,
  step BIGINT NOT NULL,
  done BIGINT NOT NULL,
  PRIMARY KEY (person, game, lesson)
);
