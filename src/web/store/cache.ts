import type { DBSchema, IDBPDatabase } from "idb";
import type { ServerEvent } from "../model/event.ts";
import type { ChannelId, MessageId } from "../model/ids.ts";
import type { Message } from "../model/messages/message.ts";
import type { ConversationKey } from "../model/places/conversation.ts";
import type { State } from "../model/state.ts";
import type { Cursor } from "../wire/event-log.ts";
import { haveJournalsEnded } from "./journal.ts";
import { lasting } from "./lasting.ts";
import { openDatabase } from "./open-database.ts";
import type { Range } from "./ranges.ts";

/** What is kept of a feed: a conversation, a channel (`channel:5`), or all messages (`combined`). */
export type FeedKey = ConversationKey;
export const COMBINED: FeedKey = "combined";
export const channelKey = (channel: ChannelId): FeedKey => `channel:${channel}`;

export interface Snapshot {
  readonly at: Cursor;
  readonly state: State;
}

/** Where the log of events begins and ends: it has all of the queue's events from the one after `floor` to `last`. */
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
  /** The parts of the feed that are kept without a gap. */
  readonly ranges: readonly Range[];
  /** Milliseconds since 1970 at which it was last looked at. */
  readonly touched: number;
}

export interface CacheSchema extends DBSchema {
  /**
   * `snapshot`, with the large parts of its state beside it by their names; `log`; and `applied`: how far the kept
   * messages have come with the events.
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

/** Opens what is kept of the server's data, for one form of state and events. What other forms have kept is deleted. */
export async function openCache(version: string): Promise<Cache> {
  const name = `${PREFIX}${FORM}-${version}`;
  const cache = await lasting((onClosed) =>
    openDatabase<CacheSchema>(name, 1, {
      upgrade(database) {
        database.createObjectStore("state");
        database.createObjectStore("events");
        const messages = database.createObjectStore("messages", { keyPath: "id" });
        messages.createIndex("conversation", ["conversation", "id"]);
        messages.createIndex("channel", ["channel", "id"]);
        database.createObjectStore("spans", { keyPath: "feed" });
      },
      // Another tab deletes what this one uses, because it has another form: this one begins anew; or because it has
      // logged out, and then this page goes, too.
      blocking(_now, _wanted, event) {
        (event.target as IDBDatabase).close();
        setTimeout(() => haveJournalsEnded() || onClosed(), REOPEN_AFTER);
      },
      terminated: onClosed,
    }),
  );
  void deleteDatabases((one) => one.startsWith(PREFIX) && one !== name);
  return cache;
}

/** Deletes databases of this page's origin, as soon as nobody has them open. */
export async function deleteDatabases(isMeant: (name: string) => boolean): Promise<void> {
  const all = (await indexedDB.databases?.()) ?? [];
  for (const { name } of all) if (name !== undefined && isMeant(name)) indexedDB.deleteDatabase(name);
}

const REOPEN_AFTER = 1_000;

/** Quick: what is written is a copy of what the server has, so a power cut may take it. */
export const RELAXED = { durability: "relaxed" } as const;
