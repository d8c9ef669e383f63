-- The version of the rules that a deal is for; those that are there were made by version 1.
ALTER TABLE deals ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
