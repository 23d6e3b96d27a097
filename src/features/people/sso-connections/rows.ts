import { type NoParams, statement } from "../../../database/statement.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `-- OpenID Connect services for logging in, as configured by the organization's owners.
   CREATE TABLE login_connections (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     created_at INTEGER NOT NULL,
     client_secret TEXT NOT NULL,
     -- Seals login cookies. Unlike the client secret, owners don't know it.
     seal_key TEXT NOT NULL,
     -- JSON: everything else.
     settings TEXT NOT NULL
   ) STRICT;`,
  `-- Position in the order chosen by the owners.
   ALTER TABLE login_connections ADD COLUMN position INTEGER NOT NULL DEFAULT 0;`,
];

export interface ConnectionRow {
  readonly id: number;
  readonly created_at: Seconds;
  readonly client_secret: string;
  readonly seal_key: string;
  readonly settings: string;
}

export const allConnections = statement<NoParams, ConnectionRow>(
  "SELECT id, created_at, client_secret, seal_key, settings FROM login_connections ORDER BY position, id",
);
export const insertConnection = statement<Omit<ConnectionRow, "id">, { id: number }>(
  `INSERT INTO login_connections (created_at, client_secret, seal_key, settings, position)
   VALUES (:created_at, :client_secret, :seal_key, :settings, (SELECT coalesce(max(position), 0) + 1 FROM login_connections))
   RETURNING id`,
);
export const writeConnection = statement<{ id: number; client_secret: string; settings: string }>(
  "UPDATE login_connections SET client_secret = :client_secret, settings = :settings WHERE id = :id",
);
export const deleteConnection = statement<{ id: number }>("DELETE FROM login_connections WHERE id = :id");
export const setOrder = statement<{ ids: string }>(
  "UPDATE login_connections SET position = o.key + 1 FROM json_each(:ids) AS o WHERE o.value = login_connections.id",
);
