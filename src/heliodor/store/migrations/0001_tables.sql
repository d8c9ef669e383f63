-- Understood by SQLite and PostgreSQL alike: texts, whole numbers, floats. Times are milliseconds since 1970.

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

CREATE TABLE processes (
  id TEXT PRIMARY KEY,
  seen_at BIGINT NOT NULL
);

CREATE TABLE people (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  language TEXT NOT NULL,
  recovery_hash TEXT UNIQUE,
  created_at BIGINT NOT NULL
);

CREATE TABLE deals (
  id TEXT PRIMARY KEY,
  game TEXT NOT NULL,
  options TEXT NOT NULL,
  server_seed TEXT NOT NULL,
  host TEXT NOT NULL REFERENCES people (id),
  closes_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE TABLE matches (
  id TEXT PRIMARY KEY,
  revision BIGINT NOT NULL,
  status TEXT NOT NULL,
  game TEXT NOT NULL,
  version BIGINT NOT NULL,
  options TEXT NOT NULL,
  settings TEXT NOT NULL,
  host TEXT NOT NULL REFERENCES people (id),
  is_public BIGINT NOT NULL,
  join_token TEXT NOT NULL UNIQUE,
  watch_token TEXT NOT NULL UNIQUE,
  server_seed TEXT NOT NULL,
  secret TEXT,
  deal TEXT REFERENCES deals (id),
  rematch TEXT,
  result TEXT,
  offers TEXT NOT NULL,
  needs_driver BIGINT NOT NULL,
  driver TEXT,
  created_at BIGINT NOT NULL,
  started_at BIGINT,
  finished_at BIGINT
);

CREATE INDEX matches_by_status ON matches (status, is_public, created_at);
CREATE INDEX matches_by_deal ON matches (deal);

CREATE TABLE seats (
  match_id TEXT NOT NULL REFERENCES matches (id),
  seat BIGINT NOT NULL,
  kind TEXT NOT NULL,
  person TEXT REFERENCES people (id),
  name TEXT NOT NULL,
  level TEXT NOT NULL,
  covered BIGINT NOT NULL,
  seed TEXT,
  pin_hash TEXT,
  PRIMARY KEY (match_id, seat)
);

CREATE INDEX seats_by_person ON seats (person);

CREATE TABLE actions (
  match_id TEXT NOT NULL,
  ply BIGINT NOT NULL,
  seat BIGINT NOT NULL,
  text TEXT NOT NULL,
  request TEXT,
  left_ms BIGINT,
  at BIGINT NOT NULL,
  PRIMARY KEY (match_id, ply)
);

CREATE TABLE said (
  id TEXT PRIMARY KEY,
  match_id TEXT NOT NULL REFERENCES matches (id),
  seat BIGINT NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  ply BIGINT NOT NULL,
  at BIGINT NOT NULL
);

CREATE INDEX said_by_match ON said (match_id, at);

CREATE TABLE notes (
  match_id TEXT NOT NULL REFERENCES matches (id),
  seat BIGINT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (match_id, seat)
);

CREATE TABLE ratings (
  person TEXT NOT NULL REFERENCES people (id),
  game TEXT NOT NULL,
  mu DOUBLE PRECISION NOT NULL,
  sigma DOUBLE PRECISION NOT NULL,
  matches BIGINT NOT NULL,
  PRIMARY KEY (person, game)
);
