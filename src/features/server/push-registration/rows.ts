import { statement } from "../../../database/statement.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `-- One row: the secret that proves to the push service who owns the organization's id, and when the service last didn't
   -- know the organization, which was then registered again.
   CREATE TABLE push_registration (owner_secret TEXT NOT NULL, unknown_at INTEGER) STRICT;`,
];

export const registration = statement<Record<string, never>, { owner_secret: string; unknown_at: Seconds | null }>(
  "SELECT owner_secret, unknown_at FROM push_registration",
);
export const putRegistration = statement<{ owner_secret: string }>(
  "INSERT INTO push_registration (owner_secret) VALUES (:owner_secret)",
);
export const setUnknownAt = statement<{ at: Seconds }>("UPDATE push_registration SET unknown_at = :at");
