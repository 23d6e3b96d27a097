import type { DBSchema, IDBPDatabase } from "idb";
import type { ServerEvent } from "../model/event.ts";
import type { ChannelId, MessageId } from "../model/ids.ts";
import type { Message } from "../model/message.ts";
import type { ConversationKey } from "../model/routes/conversation.ts";
import type { State } from "../model/state.ts";
import type { Cursor } from "../wire/event-log.ts";
import { haveJournalsEnded } from "./journal.ts";
import { openDatabase } from "./open-database.ts";

/** Key of a stored feed: a conversation, a channel (`channel:5`), or all messages (`combined`). */
export type FeedKey = ConversationKey;
export const COMBINED: FeedKey = "combined";
export const channelKey = (channel: ChannelId): FeedKey => `channel:${channel}`;

export interface Snapshot {
  readonly at: Cursor;
  readonly state: State;
}

/** The range of the event log: all events of the queue after `floor`, up to `last`. */
export interface LogExtent extends Cursor {
  readonly floor: number;
}

export interface MessageRow {
  readonly id: MessageId;
  readonly conversation: ConversationKey;
  /** 0 for direct messages. */
  readonly channel: ChannelId;
  readonly message: Message;
}

export interface SpanRow {
  readonly feed: FeedKey;
  /** The parts of the feed that are stored without gaps. */
  readonly ranges: readonly MessageIdRange[];
  /** When the feed was last viewed, in milliseconds since 1970. */
  readonly touched: number;
}

export interface CacheSchema extends DBSchema {
  /**
   * By key: `snapshot`, the state, whose large parts are in separate rows by name; `log`, the range of the log;
   * `applied`, the position of the last event applied to the stored messages.
   */
  state: { key: string; value: Snapshot | Partial<State> | LogExtent | Cursor };
  events: { key: number; value: ServerEvent };
  messages: {
    key: MessageId;
    value: MessageRow;
    indexes: { conversation: [ConversationKey, MessageId]; channel: [ChannelId, MessageId] };
  };
  spans: { key: FeedKey; value: SpanRow };
}
export type Cache = IDBPDatabase<CacheSchema>;

const PREFIX = "parley-cache-";
const FORM = 2;

/** Opens the stored copy of the server's data, for one format of state and events. Deletes copies in other formats. */
export async function openCache(version: string): Promise<Cache> {
  const name = `${PREFIX}${FORM}-${version}`;
  const cache = await openDatabase<CacheSchema>(
    name,
    1,
    (database) => {
      database.createObjectStore("state");
      database.createObjectStore("events");
      const messages = database.createObjectStore("messages", { keyPath: "id" });
      messages.createIndex("conversation", ["conversation", "id"]);
      messages.createIndex("channel", ["channel", "id"]);
      database.createObjectStore("spans", { keyPath: "feed" });
    },
    // If the other tab's client version uses another format, this tab reopens the database. If it logged out, this page
    // ends too.
    (reopen) => setTimeout(() => haveJournalsEnded() || reopen(), REOPEN_AFTER_MS),
  );
  void deleteDatabases((one) => one.startsWith(PREFIX) && one !== name);
  return cache;
}

/** Deletes databases of this origin, as soon as no tab has them open. */
export async function deleteDatabases(isMeant: (name: string) => boolean): Promise<void> {
  const all = (await indexedDB.databases?.()) ?? [];
  for (const { name } of all) if (name !== undefined && isMeant(name)) indexedDB.deleteDatabase(name);
}

const REOPEN_AFTER_MS = 1_000;

/** Speeds up writing. A power failure can lose data, but the server still has it. */
export const RELAXED = { durability: "relaxed" } as const;

/** A gap-free part of a feed: all its messages from the first id to the last are stored. */
export interface MessageIdRange {
  readonly first: MessageId;
  readonly last: MessageId;
}

/** First id of a range that reaches back to the beginning. */
export const FEED_START = 0;
/** Last id of a range that reaches the present. Events add new messages to such ranges. */
export const NOW = Number.MAX_SAFE_INTEGER;

/** Adds a range, merging ranges that overlap or are adjacent. The result is ascending. */
export function withRange(ranges: readonly MessageIdRange[], added: MessageIdRange): readonly MessageIdRange[] {
  if (added.last < added.first) return ranges;
  const touches = ({ first, last }: MessageIdRange) => first <= added.last + 1 && added.first <= last + 1;
  const joined = ranges
    .filter(touches)
    .reduce(
      (whole, { first, last }) => ({ first: Math.min(whole.first, first), last: Math.max(whole.last, last) }),
      added,
    );
  return [...ranges.filter((range) => !touches(range)), joined].sort((a, b) => a.first - b.first);
}

/** Returns the range that contains a message, or the newest range. */
export const rangeAround = (
  ranges: readonly MessageIdRange[],
  anchor: MessageId | "newest",
): MessageIdRange | undefined =>
  anchor === "newest" ? ranges.at(-1) : ranges.find(({ first, last }) => first <= anchor && anchor <= last);
