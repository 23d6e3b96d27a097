import { statement } from "../../../database/statement.ts";

export const schema = [
  `-- The networks from which an organization lets people log in. Without any for a role, that role is admitted from everywhere.
   CREATE TABLE allowed_networks (
     position INTEGER PRIMARY KEY,
     network TEXT NOT NULL,
     label TEXT NOT NULL,
     -- The roles that it is for, as a JSON list; null for all.
     roles TEXT
   ) STRICT;`,
];

interface NetworkRow {
  network: string;
  label: string;
  roles: string | null;
}

export const allNetworks = statement<Record<string, never>, NetworkRow>(
  "SELECT network, label, roles FROM allowed_networks ORDER BY position",
);
export const insertNetwork = statement<{
  position: number;
  network: string;
  label: string;
  roles: string | null;
}>("INSERT INTO allowed_networks (position, network, label, roles) VALUES (:position, :network, :label, :roles)");
export const deleteNetworks = statement<Record<string, never>>("DELETE FROM allowed_networks");
