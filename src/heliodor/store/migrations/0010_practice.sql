-- Where a match for practice begins: the record of another match up to a ply.
ALTER TABLE matches ADD COLUMN beginning TEXT;
