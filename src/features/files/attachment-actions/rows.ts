import { statement } from "../../../database/statement.ts";

export const schema = [
  `-- Signs temporary file URLs.
   CREATE TABLE file_secret (secret TEXT NOT NULL) STRICT;`,
];

export const readSecret = statement<Record<string, never>, { secret: string }>("SELECT secret FROM file_secret");
export const writeSecret = statement<{ secret: string }>("INSERT INTO file_secret (secret) VALUES (:secret)");
