-- People's own pages: signing out other devices, a recovery code that can be shown again, ratings over time, and mutes.

ALTER TABLE people ADD COLUMN generation BIGINT NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN code_number BIGINT NOT NULL DEFAULT 0;

CREATE TABLE rating_history (
  person TEXT NOT NULL REFERENCES people (id),
  game TEXT NOT NULL,
  matches BIGINT NOT NULL,
  mu DOUBLE PRECISION NOT NULL,
  sigma DOUBLE PRECISION NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (person, game, matches)
);

CREATE TABLE mutes (
  person TEXT NOT NULL REFERENCES people (id),
  muted TEXT NOT NULL REFERENCES people (id),
  created_at BIGINT NOT NULL,
  PRIMARY KEY (person, muted)
);

CREATE INDEX mutes_by_muted ON mutes (muted);
