-- The audit log of each organization, as the realm writes it.
CREATE TABLE audit_entries (
  key INTEGER PRIMARY KEY,
  realm INTEGER NOT NULL,
  id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  action TEXT NOT NULL,
  result TEXT NOT NULL,
  actor_type TEXT NOT NULL,
  actor_id INTEGER,
  entity_type TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  personal TEXT NOT NULL,
  context TEXT NOT NULL,
  details TEXT NOT NULL
) STRICT;
CREATE INDEX audit_entries_by_actor ON audit_entries (realm, actor_id);
CREATE INDEX audit_entries_by_entity ON audit_entries (realm, entity_type, entity_id);
CREATE INDEX audit_entries_by_action ON audit_entries (realm, action);
CREATE INDEX audit_entries_by_time ON audit_entries (realm, at);
