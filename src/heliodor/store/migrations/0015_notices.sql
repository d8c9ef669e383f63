-- Notices by Web Push: browsers that asked for them, and an outbox. Each notice is queued once, and sent once.

CREATE TABLE push_subscriptions (
  id TEXT PRIMARY KEY,
  person TEXT NOT NULL REFERENCES people (id),
  endpoint TEXT NOT NULL UNIQUE,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  kinds TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE INDEX push_subscriptions_by_person ON push_subscriptions (person);

CREATE TABLE notices (
  id TEXT PRIMARY KEY,
  subscription TEXT NOT NULL REFERENCES push_subscriptions (id),
  kind TEXT NOT NULL,
  match_id TEXT NOT NULL REFERENCES matches (id),
  ply BIGINT NOT NULL,
  status TEXT NOT NULL,
  attempts BIGINT NOT NULL,
  due_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (subscription, kind, match_id, ply)
);

CREATE INDEX notices_by_time ON notices (status, due_at);
CREATE INDEX notices_by_match ON notices (match_id);
