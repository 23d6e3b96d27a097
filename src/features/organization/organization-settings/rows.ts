import { statement } from "../../../database/statement.ts";
import { additive } from "../../../realm/schema.ts";

/** Settings and permissions of the organization, each as JSON. Anything without a row has its default. */
export const schema = [
  `CREATE TABLE organization_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;`,
  additive("UPDATE organization_settings SET name = 'gif_rating_policy' WHERE name = 'giphy_rating';"),
];

export const allSettings = statement<Record<string, never>, { name: string; value: string }>(
  "SELECT name, value FROM organization_settings",
);
export const putSetting = statement<{ name: string; value: string }>(
  `INSERT INTO organization_settings (name, value) VALUES (:name, :value)
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
);
