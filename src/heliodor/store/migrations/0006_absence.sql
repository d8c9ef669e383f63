-- Since when a seat's player has not been connected, while somebody at the table waited.
ALTER TABLE seats ADD COLUMN away_since BIGINT;
