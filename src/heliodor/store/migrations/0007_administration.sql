-- For the host of a site: when people were last here, bans, reports, and a log of what the host has done.

ALTER TABLE people ADD COLUMN seen_at BIGINT NOT NULL DEFAULT 0;

-- Nobody counts as long gone because of the update: everybody was last seen when a server was.
UPDATE people SET seen_at = COALESCE((SELECT MAX(seen_at) FROM processes), created_at);

-- Stands for removed people as the host of matches and deals that stay.
INSERT INTO people (id, name, language, created_at, seen_at) VALUES ('nobody', '', 'en', 0, 0);

CREATE TABLE bans (
  person TEXT PRIMARY KEY REFERENCES people (id),
  reason TEXT NOT NULL,
  until BIGINT,
  created_at BIGINT NOT NULL
);

CREATE TABLE reports (
  id TEXT PRIMARY KEY,
  match_id TEXT NOT NULL REFERENCES matches (id),
  seat BIGINT NOT NULL,
  reporter TEXT NOT NULL REFERENCES people (id),
  person TEXT NOT NULL REFERENCES people (id),
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  resolved_at BIGINT,
  UNIQUE (match_id, seat, reporter)
);

CREATE INDEX reports_by_person ON reports (person);
CREATE INDEX reports_by_reporter ON reports (reporter);

CREATE TABLE audit (
  id TEXT PRIMARY KEY,
  at BIGINT NOT NULL,
  host_user TEXT NOT NULL,
  action TEXT NOT NULL,
  person TEXT,
  match_id TEXT,
  detail TEXT NOT NULL
);

CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX said_by_time ON said (at);
