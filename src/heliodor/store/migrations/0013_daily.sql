-- Boards and puzzles of the day, results of first tries, and what a deal is for: many tables, a day, or a challenge.
ALTER TABLE deals ADD COLUMN kind TEXT NOT NULL DEFAULT 'shared';

CREATE TABLE daily (
  day TEXT NOT NULL,
  kind TEXT NOT NULL,
  game TEXT NOT NULL,
  item TEXT NOT NULL,
  expert_table TEXT,
  expert_score BIGINT,
  PRIMARY KEY (day, kind)
);

CREATE TABLE deal_results (
  deal TEXT NOT NULL REFERENCES deals (id),
  person TEXT NOT NULL REFERENCES people (id),
  match_id TEXT NOT NULL REFERENCES matches (id),
  score BIGINT NOT NULL,
  turns TEXT NOT NULL,
  finished_at BIGINT NOT NULL,
  PRIMARY KEY (deal, person)
);
CREATE INDEX deal_results_by_score ON deal_results (deal, score);
CREATE INDEX deal_results_by_person ON deal_results (person);
