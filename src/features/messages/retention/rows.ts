import { statement } from "../../../database/statement.ts";

export const schema = [
  `-- The id up to which all direct messages are deleted. Channel messages among them may be kept for ever.
   CREATE TABLE retention (directs_gone INTEGER NOT NULL) STRICT;
   INSERT INTO retention (directs_gone) VALUES (0);`,
  `-- What has been deleted and the audit log does not tell yet; the channel is 0 for direct messages, and the day is of UTC.
   CREATE TABLE retention_counts (
     channel INTEGER NOT NULL,
     day TEXT NOT NULL,
     count INTEGER NOT NULL,
     PRIMARY KEY (channel, day)
   ) STRICT;`,
];

export const selectDirectsGone = statement<Record<string, never>, { id: number }>(
  "SELECT directs_gone AS id FROM retention",
);
export const updateDirectsGone = statement<{ id: number }>("UPDATE retention SET directs_gone = :id");

type CountRow = {
  readonly channel: number;
  readonly day: string;
  readonly count: number;
};

export const addCount = statement<CountRow>(
  `INSERT INTO retention_counts (channel, day, count) VALUES (:channel, :day, :count)
   ON CONFLICT (channel, day) DO UPDATE SET count = count + excluded.count`,
);
/** Removes the counts of other days than one, or with null all, and returns them. */
export const takeCounts = statement<{ but: string | null }, CountRow>(
  "DELETE FROM retention_counts WHERE :but IS NULL OR day <> :but RETURNING channel, day, count",
);
