import { statement } from "../../../database/statement.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `-- What linked pages say of themselves: JSON, or null for those that have no card.
   CREATE TABLE link_cards (
     url TEXT PRIMARY KEY,
     card TEXT,
     fetched_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX link_cards_by_time ON link_cards (fetched_at);`,
];

export const selectCard = statement<{ url: string }, { card: string | null; fetched_at: Seconds }>(
  "SELECT card, fetched_at FROM link_cards WHERE url = :url",
);
export const upsertCard = statement<{ url: string; card: string | null; now: Seconds }>(
  `INSERT INTO link_cards (url, card, fetched_at) VALUES (:url, :card, :now)
   ON CONFLICT (url) DO UPDATE SET card = excluded.card, fetched_at = excluded.fetched_at`,
);
/** Forgets those that were fetched longest ago, beyond `most`. */
export const deleteOldest = statement<{ most: number }>(
  `DELETE FROM link_cards WHERE url IN
     (SELECT url FROM link_cards ORDER BY fetched_at DESC LIMIT -1 OFFSET :most)`,
);
