import { statement } from "../../../database/statement.ts";

export const schema = [
  `-- The id up to which all direct messages are deleted. Channel messages among them may be kept for ever.
   CREATE TABLE retention (directs_gone INTEGER NOT NULL) STRICT;
   INSERT INTO retention (directs_gone) VALUES (0);`,
];

export const selectDirectsGone = statement<Record<string, never>, { id: number }>(
  "SELECT directs_gone AS id FROM retention",
);
export const updateDirectsGone = statement<{ id: number }>("UPDATE retention SET directs_gone = :id");
