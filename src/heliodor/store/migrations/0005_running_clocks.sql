-- How the clock of the present turn stands, if that does not follow from the actions: any process can go on with it.
ALTER TABLE matches ADD COLUMN clock TEXT;
