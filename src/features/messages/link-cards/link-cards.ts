import * as v from "valibot";
import { statement } from "../../../database/statement.ts";
import { stored } from "../../../database/stored.ts";
import type { LinkCard } from "../../../markup/index.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { days, HOUR, type Seconds } from "../../../util/time.ts";
import { externalAddress } from "../../files/media-proxy/signed-address.ts";

export const schema = [
  `-- Descriptions of linked pages: JSON, or null for those without a card.
   CREATE TABLE link_cards (
     url TEXT PRIMARY KEY,
     card TEXT,
     fetched_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX link_cards_by_time ON link_cards (fetched_at);`,
];

const selectCard = statement<{ url: string }, { card: string | null; fetched_at: Seconds }>(
  "SELECT card, fetched_at FROM link_cards WHERE url = :url",
);
const upsertCard = statement<{ url: string; card: string | null; now: Seconds }>(
  `INSERT INTO link_cards (url, card, fetched_at) VALUES (:url, :card, :now)
   ON CONFLICT (url) DO UPDATE SET card = excluded.card, fetched_at = excluded.fetched_at`,
);
/** Deletes the least recently fetched cards beyond `most`. */
const deleteOldest = statement<{ most: number }>(
  `DELETE FROM link_cards WHERE url IN
     (SELECT url FROM link_cards ORDER BY fetched_at DESC LIMIT -1 OFFSET :most)`,
);

/** A page's own title, description and picture URL. */
const pageSchema = v.object({ title: v.string(), description: v.string(), image: v.string() });
export type PageCard = v.InferOutput<typeof pageSchema>;

const readCard = stored("link_cards.card", v.nullable(pageSchema), () => null);

/** How long a card, or the lack of one, is cached before its page is fetched again. */
const CARD_LASTS = days(3);
const NONE_LASTS = HOUR;

/** Returns a page's card: null if it has none, undefined if nothing recent is known. */
export function cardOf(realm: Realm, url: string): LinkCard | null | undefined {
  const known = selectCard.first(realm.sql, { url });
  if (known === undefined) return undefined;
  const { card: text, fetched_at } = known;
  if (realm.seconds() - fetched_at >= (text === null ? NONE_LASTS : CARD_LASTS)) return undefined;
  const card = text === null ? null : readCard(text, url);
  const image_url = card === null ? undefined : externalAddress(realm, card.image);
  return card === null || image_url === undefined ? null : { ...card, image_url };
}

export function keepCard(realm: Realm, url: string, card: PageCard | null): void {
  upsertCard.run(realm.sql, { url, card: card && JSON.stringify(card), now: realm.seconds() });
  deleteOldest.run(realm.sql, { most: limits.organization.link_cards });
}
