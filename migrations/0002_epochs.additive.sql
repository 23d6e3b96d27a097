-- What a realm's newest shipment is known by: the realm ships on only from where it left off, so that neither of the two
-- can be put back to an earlier state unnoticed. Epochs are the lines of history that begin where that has happened.
ALTER TABLE arrivals ADD COLUMN stamp TEXT NOT NULL DEFAULT '';
ALTER TABLE arrivals ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
