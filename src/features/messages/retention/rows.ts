import { statement } from "../../../database/statement.ts";

export const schema = [
  `-- Up to which message all direct messages are gone: they stand among those of channels, which may be kept for ever.
   CREATE TABLE retention (directs_gone INTEGER NOT NULL) STRICT;
   INSERT INTO retention (directs_gone) VALUES (0);`,
];

export const directsGone = statement<Record<string, never>, { id: number }>("SELECT directs_gone AS id FROM retention");
export const setDirectsGone = statement<{ id: number }>("UPDATE retention SET directs_gone = :id");
