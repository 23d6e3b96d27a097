import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import {
  countWaiting,
  deleteWaiting,
  deleteWaitingAmong,
  oldestWaiting,
  selectWaiting,
  upsertWaiting,
} from "./rows.ts";

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

export const endWaiting = (realm: Realm, messages: readonly MessageId[]): void =>
  deleteWaitingAmong.run(realm.sql, { messages: JSON.stringify(messages) });

interface WaitingMessage {
  readonly id: MessageId;
  readonly pages: readonly string[];
}

const parseRow = ({
  message_id,
  pages,
}: {
  readonly message_id: MessageId;
  readonly pages: string;
}): WaitingMessage => ({
  id: message_id,
  pages: readPages(pages, message_id),
});

export const longestWaiting = (realm: Realm, most: number): WaitingMessage[] =>
  oldestWaiting.all(realm.sql, { most }).map(parseRow);

export function pagesAwaited(realm: Realm, message: MessageId): readonly string[] | undefined {
  const row = selectWaiting.first(realm.sql, { message });
  return row && parseRow(row).pages;
}

export const isAnyWaiting = (realm: Realm): boolean => countWaiting.one(realm.sql, {}).count > 0;
