-- Tables that nobody comes back to end by themselves, after an announcement. A notice may name a time.

ALTER TABLE matches ADD COLUMN visited_at BIGINT;
ALTER TABLE matches ADD COLUMN expires_at BIGINT;
ALTER TABLE notices ADD COLUMN until BIGINT;

CREATE INDEX matches_by_expiry ON matches (expires_at);
