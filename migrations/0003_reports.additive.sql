-- The numbers that organizations tell of themselves while they are awake, by their number, as JSON; and under 0 what all isolates
-- of a deployment have counted together. Nothing else depends on them.
CREATE TABLE reports (realm INTEGER PRIMARY KEY, at INTEGER NOT NULL, report TEXT NOT NULL) STRICT;
