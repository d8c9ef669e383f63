-- Challenges: a finished deal that others play from the same seat. Tables of shared deals have no seeds of players.
CREATE TABLE challenges (
  deal TEXT NOT NULL REFERENCES deals (id),
  match_id TEXT NOT NULL REFERENCES matches (id),
  seat BIGINT NOT NULL,
  seats TEXT NOT NULL,
  seeds TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (deal)
);
CREATE INDEX challenges_by_match ON challenges (match_id);

UPDATE seats SET seed = NULL WHERE match_id IN (SELECT id FROM matches WHERE deal IS NOT NULL);
