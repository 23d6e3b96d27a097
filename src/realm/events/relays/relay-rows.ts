import { type NoParams, statement } from "../../../database/statement.ts";

/**
 * Relays that may hold streams. After a restart, the organization object calls each of these that isn't connected to
 * it.
 */
export const relayTables = ["CREATE TABLE relays (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID"];

export const allRelays = statement<NoParams, { name: string }>("SELECT name FROM relays");
export const insertRelay = statement<{ name: string }>(
  "INSERT INTO relays (name) VALUES (:name) ON CONFLICT DO NOTHING",
);
export const deleteRelay = statement<{ name: string }>("DELETE FROM relays WHERE name = :name");
