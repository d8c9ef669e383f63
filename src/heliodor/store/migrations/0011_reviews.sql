CREATE TABLE analyses (
    subject TEXT PRIMARY KEY,
    level TEXT NOT NULL,
    seed BIGINT NOT NULL,
    done BIGINT NOT NULL,
    total BIGINT NOT NULL,
    content TEXT NOT NULL
);

CREATE TABLE record_files (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id),
    text TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE INDEX record_files_by_person ON record_files (person);
