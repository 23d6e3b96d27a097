import { statement } from "../../../database/statement.ts";

export const schema = [
  `-- Signs the URLs of other sites' images and videos.
   CREATE TABLE external_content_secret (secret TEXT NOT NULL) STRICT;`,
];

export const readSecret = statement<Record<string, never>, { secret: string }>(
  "SELECT secret FROM external_content_secret",
);
export const writeSecret = statement<{ secret: string }>(
  "INSERT INTO external_content_secret (secret) VALUES (:secret)",
);
