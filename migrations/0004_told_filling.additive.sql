-- The databases of which the server's operator was told by email that they fill up, by the names of their bindings, and the number of
-- the organization that has told it: all organizations of a database find that out. Nothing else depends on them.
CREATE TABLE told_filling (database TEXT PRIMARY KEY, realm INTEGER NOT NULL) STRICT;
