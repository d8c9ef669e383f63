-- Clocks bind: what a seat has used of its allowance for lost connections, and whether its one grace is gone.
-- A PIN's hash says where it was set, so that it holds in the next match of the same people.

ALTER TABLE seats ADD COLUMN away_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN graced BIGINT NOT NULL DEFAULT 0;

UPDATE seats SET pin_hash = match_id || ':' || CAST(seat AS TEXT) || '.' || pin_hash WHERE pin_hash IS NOT NULL;
