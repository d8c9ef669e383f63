-- Vacations: while a person is on one, their clocks at tables of days stand still. The host sets how many days a year.

CREATE TABLE vacations (
  person TEXT NOT NULL REFERENCES people (id),
  from_at BIGINT NOT NULL,
  until BIGINT NOT NULL,
  PRIMARY KEY (person, from_at)
);
