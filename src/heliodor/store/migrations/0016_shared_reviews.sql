-- Shared reviews: who leads one, and where they are; reports about people who look at a review.

CREATE TABLE review_leads (
  review TEXT PRIMARY KEY,
  person TEXT NOT NULL REFERENCES people (id),
  place TEXT NOT NULL,
  revision BIGINT NOT NULL,
  seen_at BIGINT NOT NULL
);

CREATE INDEX review_leads_by_person ON review_leads (person);

CREATE TABLE wider_reports (
  id TEXT PRIMARY KEY,
  match_id TEXT REFERENCES matches (id),
  seat BIGINT,
  reporter TEXT NOT NULL REFERENCES people (id),
  person TEXT NOT NULL REFERENCES people (id),
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  resolved_at BIGINT,
  review TEXT,
  said TEXT NOT NULL DEFAULT '[]',
  UNIQUE (match_id, seat, reporter)
);

INSERT INTO wider_reports (id, match_id, seat, reporter, person, kind, text, created_at, resolved_at)
SELECT id, match_id, seat, reporter, person, kind, text, created_at, resolved_at FROM reports;

DROP TABLE reports;

ALTER TABLE wider_reports RENAME TO reports;

CREATE INDEX reports_by_person ON reports (person);
CREATE INDEX reports_by_reporter ON reports (reporter);
