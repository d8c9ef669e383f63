-- People who have seen the cards of a deal that many tables play, and at which table.

CREATE TABLE known_deals (
  deal TEXT NOT NULL REFERENCES deals (id),
  person TEXT NOT NULL REFERENCES people (id),
  match_id TEXT NOT NULL REFERENCES matches (id),
  PRIMARY KEY (deal, person)
);

-- Everyone who sits at a table that has begun knows its deal.
INSERT INTO known_deals (deal, person, match_id)
SELECT matches.deal, seats.person, MIN(matches.id)
FROM matches JOIN seats ON seats.match_id = matches.id
WHERE matches.deal IS NOT NULL AND matches.secret IS NOT NULL AND seats.person IS NOT NULL
GROUP BY matches.deal, seats.person;

-- People whom the host has removed from the lobby, as a JSON list: they need a new link.
ALTER TABLE matches ADD COLUMN removed TEXT NOT NULL DEFAULT '[]';
