-- The facts that the push service is told of each organization, by its number, as JSON: a
-- report names all organizations, and asks none of them.
CREATE TABLE push_organizations (realm INTEGER PRIMARY KEY, facts TEXT NOT NULL) STRICT;
-- One row: the secret that proves to the push service whose host name this is, the token with which it asks for it, and until when;
-- and how many others have asked today.
CREATE TABLE push_verification (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  token TEXT,
  secret TEXT,
  until INTEGER NOT NULL,
  day INTEGER NOT NULL,
  calls INTEGER NOT NULL
) STRICT;
INSERT INTO push_verification (only, until, day, calls) VALUES (1, 0, 0, 0);
