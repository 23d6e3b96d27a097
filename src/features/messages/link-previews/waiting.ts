import * as v from "valibot";
import { type NoParams, statement } from "../../../database/statement.ts";
import { stored } from "../../../database/stored.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { deletionByMessages } from "../../conversations/message-places.ts";

export const schema = [
  `-- Messages that link to pages that were not fetched yet, with these pages' URLs as JSON. While there are any, a job is
   -- in the outbox.
   CREATE TABLE link_previews_waiting (message_id INTEGER PRIMARY KEY, pages TEXT NOT NULL) STRICT;`,
];

interface PendingCard {
  readonly message_id: MessageId;
  readonly pages: string;
}

const upsertWaiting = statement<{ message: number; pages: string }>(
  `INSERT INTO link_previews_waiting (message_id, pages) VALUES (:message, :pages)
   ON CONFLICT (message_id) DO UPDATE SET pages = excluded.pages`,
);
const deleteWaiting = statement<{ message: number }>("DELETE FROM link_previews_waiting WHERE message_id = :message");
const selectWaiting = statement<{ message: number }, PendingCard>(
  "SELECT message_id, pages FROM link_previews_waiting WHERE message_id = :message",
);
const oldestWaiting = statement<{ most: number }, PendingCard>(
  "SELECT message_id, pages FROM link_previews_waiting ORDER BY message_id LIMIT :most",
);
const countWaiting = statement<NoParams, { count: number }>("SELECT count(*) AS count FROM link_previews_waiting");

export const FETCH_CARDS_JOB = "fetch-link-cards";

const readPages = stored("link_previews_waiting.pages", v.array(v.string()), () => []);

/**
 * Records the unknown pages linked in a new or edited message. If too many messages are waiting already, this one gets
 * no cards.
 */
export function waitForCards(realm: Realm, message: MessageId, pages: readonly string[]): void {
  const { count } = countWaiting.one(realm.sql, {});
  if (pages.length === 0 || count >= limits.organization.messages_waiting_for_cards) {
    deleteWaiting.run(realm.sql, { message });
    return;
  }
  upsertWaiting.run(realm.sql, { message, pages: JSON.stringify(pages) });
  if (count === 0) realm.outbox.add(FETCH_CARDS_JOB, {});
}

export const endWaiting = deletionByMessages("link_previews_waiting");

export const longestWaiting = (realm: Realm, most: number) =>
  oldestWaiting.all(realm.sql, { most }).map(({ message_id: id, pages }) => ({ id, pages: readPages(pages, id) }));

export function pagesAwaited(realm: Realm, message: MessageId): readonly string[] | undefined {
  const row = selectWaiting.first(realm.sql, { message });
  return row && readPages(row.pages, message);
}

export const isAnyWaiting = (realm: Realm): boolean => countWaiting.one(realm.sql, {}).count > 0;
