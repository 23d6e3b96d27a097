import { type NoParams, statement } from "../../database/statement.ts";
import { type ConversationId, type MessageId, toMessageId } from "../../protocol/ids.ts";
import type { FeatureArchive } from "../../realm/archive-io/feature-archive.ts";
import type { ReadingContext, TableSource } from "../../realm/archive-io/reading.ts";
import type { SourceRow } from "../../realm/archive-io/source-row.ts";
import type { Realm } from "../../realm/realm.ts";
import { MAX_MESSAGE_ID } from "./conversations.ts";
import { topicToWrite } from "./topic-name.ts";

/** Conversations come with their messages. Archives have no separate rows for them. */
export const conversationArchive: FeatureArchive = {
  tables: ["conversations", "topics"],
  derived: ["conversation_members", "message_hours"],
  ofMessages: ["message_index"],
};

/**
 * Reads the rows of a table that belong to messages, with the columns that determine if an export includes the message.
 */
export const ofMessages = (from: string, { key, columns }: Pick<TableSource, "key" | "columns">): TableSource => ({
  from: `${from} JOIN message_index i ON i.id = t.message_id JOIN conversations c ON c.id = i.conversation_id`,
  where: "t.message_id <= :newest",
  key,
  columns: [...columns, "i.conversation_id AS message_conversation", "c.members AS conversation_members"],
});

export const includesItsMessage = (row: SourceRow, { filter }: ReadingContext): boolean =>
  filter.includesMessage(
    row.number("message_id"),
    row.columns["message_conversation"],
    row.textOrNull("conversation_members"),
  );

/** Whether anyone other than the given accounts has sent a message. */
export const hasMessagesOfOthers = (realm: Realm, senders: Iterable<number>): boolean =>
  messageOfOthers.first(realm.sql, { senders: JSON.stringify([...senders]) }) !== undefined;
const messageOfOthers = statement<{ senders: string }, { one: number }>(
  "SELECT 1 AS one FROM message_index WHERE sender_id NOT IN (SELECT value FROM json_each(:senders)) LIMIT 1",
);

/** Returns the last id that a message was given or that an import reserved, even if the message has been deleted. */
export const lastGivenId = (realm: Realm): MessageId => toMessageId(sequence.first(realm.sql, {})?.seq ?? 0);
const sequence = statement<NoParams, { seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'message_index'");

/** Leaves ids for the messages that are sent after an import. */
const MAX_IMPORTED_ID = MAX_MESSAGE_ID - 100_000_000;

/** Whether ids can be reserved for an archive's messages; `span` is the distance between their first and last id. */
export const fitsMessageIds = (realm: Realm, span: number): boolean => lastGivenId(realm) + 1 + span <= MAX_IMPORTED_ID;

/**
 * Reserves ids up to `last` for an archive's messages; concurrently sent ones get later ids. Existing messages have
 * lower ids, so lookups by time, which use the order of ids, treat them as sent no later than the archive's.
 */
export function reserveMessageIds(realm: Realm, last: number): void {
  insertSequence.run(realm.sql, { last });
  raiseSequence.run(realm.sql, { last });
  const { id: first } = oldestMessage.one(realm.sql, {});
  deleteHours.run(realm.sql, {});
  if (first !== null) insertHours.run(realm.sql, { rows: JSON.stringify([[0, first]]) });
  realm.forgetAll();
}
const insertSequence = statement<{ last: number }>(
  `INSERT INTO sqlite_sequence (name, seq) SELECT 'message_index', CAST(:last AS INTEGER)
   WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'message_index')`,
);
const raiseSequence = statement<{ last: number }>(
  "UPDATE sqlite_sequence SET seq = max(seq, CAST(:last AS INTEGER)) WHERE name = 'message_index'",
);

/** Releases the ids from `before` to `reserved` when an import is undone, unless later ones were assigned meanwhile. */
export const returnMessageIds = (realm: Realm, before: number, reserved: number): void =>
  lowerSequence.run(realm.sql, { before, reserved });
const lowerSequence = statement<{ before: number; reserved: number }>(
  `UPDATE sqlite_sequence SET seq = CAST(:before AS INTEGER)
   WHERE name = 'message_index' AND seq <= CAST(:reserved AS INTEGER)`,
);
const oldestMessage = statement<NoParams, { id: number | null }>("SELECT min(id) AS id FROM message_index");
const deleteHours = statement("DELETE FROM message_hours");

export interface ImportedPlace {
  readonly id: number;
  readonly conversation_id: ConversationId;
  readonly topic_id: number | null;
  readonly sender_id: number;
  readonly sent_at: number;
}

/** Adds messages of an archive to the index, in ascending order of ids. */
export function insertImportedPlaces(realm: Realm, places: readonly ImportedPlace[]): void {
  const rows = places.map(({ id, conversation_id, topic_id, sender_id }) => [id, conversation_id, topic_id, sender_id]);
  // The first message of an hour wins.
  const hours = new Map(places.toReversed().map(({ id, sent_at }) => [Math.floor(sent_at / 3600), id]));
  insertPlaces.run(realm.sql, { rows: JSON.stringify(rows) });
  insertHours.run(realm.sql, { rows: JSON.stringify([...hours]) });
}
/** `rows` is a JSON list of lists: message, conversation, topic, sender. */
const insertPlaces = statement<{ rows: string }>(
  `INSERT INTO message_index (id, conversation_id, topic_id, sender_id)
   SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(:rows)`,
);
/** `rows` is a JSON list of pairs: hour, first message. */
const insertHours = statement<{ rows: string }>(
  `INSERT INTO message_hours (hour, first_message) SELECT value ->> 0, value ->> 1 FROM json_each(:rows) WHERE true
   ON CONFLICT (hour) DO UPDATE SET first_message = min(first_message, excluded.first_message)`,
);

/** Returns the newest message in an id range, or undefined if it is empty. */
export const newestBetween = (realm: Realm, first: number, last: number): MessageId | undefined =>
  newestWithin.one(realm.sql, { first, last }).id ?? undefined;
const newestWithin = statement<{ first: number; last: number }, { id: MessageId | null }>(
  "SELECT max(id) AS id FROM message_index WHERE id BETWEEN :first AND :last",
);

export const messagesAfter = (realm: Realm, after: number, most: number): MessageId[] =>
  idsAfter.all(realm.sql, { after, most }).map(({ id }) => toMessageId(id));
const idsAfter = statement<{ after: number; most: number }, { id: number }>(
  "SELECT id FROM message_index WHERE id > :after ORDER BY id DESC LIMIT :most",
);

/** Returns when a message was sent, in hours since 1970, or undefined if it was sent before the first recorded hour. */
export const hourOf = (realm: Realm, message: number): number | undefined =>
  hourOfMessage.first(realm.sql, { message })?.hour;
const hourOfMessage = statement<{ message: number }, { hour: number }>(
  "SELECT hour FROM message_hours WHERE first_message <= :message ORDER BY first_message DESC LIMIT 1",
);

/** Strips characters that no topic can contain. */
export const importedTopic = (topic: string): string =>
  topicToWrite(topic.replace(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, "").trim());
