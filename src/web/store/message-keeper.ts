import type { IDBPTransaction } from "idb";
import type { AnyEvent, ServerEvent } from "../model/event.ts";
import type { ChannelId, MessageId, UserId } from "../model/ids.ts";
import type { Message } from "../model/message.ts";
import { Messages } from "../model/messages/messages.ts";
import { conversationKey, conversationOf, topicKey } from "../model/routes/conversation.ts";
import type { Cursor } from "../wire/event-log.ts";
import {
  type Cache,
  type CacheSchema,
  COMBINED,
  channelKey,
  FEED_START,
  type FeedKey,
  type LogExtent,
  type MessageIdRange,
  type MessageRow,
  NOW,
  RELAXED,
  withRange,
} from "./cache.ts";

interface MessageKeeperParts {
  readonly cache: Cache;
  readonly account: () => UserId;
  readonly now: () => number;
}

interface Fetched extends MessageIdRange {
  readonly messages: readonly Message[];
}

const ALL = ["state", "events", "messages", "spans"] as const;
type WriteTransaction = IDBPTransaction<CacheSchema, typeof ALL, "readwrite">;

const EVENTS_AT_ONCE = 500;
/** Messages written at a time, which takes a few milliseconds. */
const ROWS_AT_ONCE = 50;

/**
 * Stores messages that were fetched, and keeps them up to date with the events. Messages that the account can no longer
 * see are deleted. `StoredMessages` reads them.
 */
export class MessageKeeper {
  readonly #parts: MessageKeeperParts;

  constructor(parts: MessageKeeperParts) {
    this.#parts = parts;
  }

  /**
   * Stores a fetched part of a feed: all its messages from `first` to `last` (`FEED_START`, `NOW`). `asOf` is the event
   * position when the messages were requested. Later events are applied to the messages first.
   */
  async keep(feed: FeedKey, { messages, first, last }: Fetched, asOf: Cursor): Promise<void> {
    const transaction = this.#parts.cache.transaction(ALL, "readwrite", RELAXED);
    const { applied, extent } = await extentOf(transaction);
    if (applied?.queue !== asOf.queue || extent === undefined || extent.floor > asOf.last) return transaction.done;
    const missed =
      asOf.last < applied.last
        ? await transaction.objectStore("events").getAll(IDBKeyRange.bound(asOf.last, applied.last, true))
        : [];
    const fetched = new Messages();
    fetched.put(messages);
    for (const event of missed) if (event.type !== "message") fetched.apply(event);
    const left = new Set(missed.flatMap(leftChannels));
    const kept = [...fetched.values()].filter((one) => one.type === "private" || !left.has(one.stream_id));
    await this.#put(transaction, kept);
    // Events may have moved messages into the feed that the reply lacks. The range then isn't free of gaps.
    if (left.size === 0 && !missed.some((event) => moveTarget(event) !== undefined)) {
      const spans = transaction.objectStore("spans");
      const ranges = withRange((await spans.get(feed))?.ranges ?? [], { first, last });
      await spans.put({ feed, ranges, touched: this.#parts.now() });
    }
    await transaction.done;
  }

  /** Applies the log's unapplied events. Returns true if there are more. */
  async follow(): Promise<boolean> {
    const transaction = this.#parts.cache.transaction(ALL, "readwrite", RELAXED);
    const { applied, extent } = await extentOf(transaction);
    if (extent === undefined) {
      await transaction.done;
      return false;
    }
    const { queue, floor, last } = extent;
    const state = transaction.objectStore("state");
    if (applied?.queue !== queue || applied.last < floor) {
      await transaction.objectStore("messages").clear();
      await transaction.objectStore("spans").clear();
      await state.put({ queue, last }, "applied");
      await transaction.done;
      return false;
    }
    const range = IDBKeyRange.lowerBound(applied.last, true);
    const events = await transaction.objectStore("events").getAll(range, EVENTS_AT_ONCE);
    const end = events.at(-1)?.id ?? applied.last;
    if (end > applied.last) {
      await this.#apply(transaction, events);
      await state.put({ queue, last: end }, "applied");
    }
    await transaction.done;
    return end < last;
  }

  async #apply(transaction: WriteTransaction, events: readonly ServerEvent[]): Promise<void> {
    const rows = transaction.objectStore("messages");
    const spans = transaction.objectStore("spans");
    const known = new Messages();
    const ids = [...new Set(events.flatMap(affectedIds))];
    const found = await Promise.all(ids.map((id) => rows.get(id)));
    known.put(found.filter((row) => row !== undefined).map(({ message }) => message));
    const changed = new Set<MessageId>();
    const removed = new Set<MessageId>();
    for (const event of events) {
      const target = moveTarget(event);
      if (target !== undefined && affectedIds(event).some((id) => known.get(id) === undefined)) {
        // A message that isn't stored was moved, so its new feeds would have a gap.
        for (const feed of target) {
          const span = await spans.get(feed);
          if (span !== undefined) await spans.put({ ...span, ranges: [] });
        }
      }
      const channels = leftChannels(event);
      for (const channel of channels) await leave(transaction, channel);
      const change = known.apply(channels.length > 0 ? streamsDeleted(channels) : event);
      for (const { id } of [...change.added, ...change.changed]) {
        changed.add(id);
        removed.delete(id);
      }
      for (const id of change.removed) {
        removed.add(id);
        changed.delete(id);
      }
    }
    const messages = [...changed].map((id) => known.get(id)).filter((one) => one !== undefined);
    await Promise.all([...[...removed].map((id) => rows.delete(id)), this.#put(transaction, messages)]);
  }

  async #put(transaction: WriteTransaction, messages: readonly Message[]): Promise<void> {
    const rows = transaction.objectStore("messages");
    const spans = transaction.objectStore("spans");
    const touched = this.#parts.now();
    const all = messages.map((message) => this.#rowOf(message));
    // Done in pieces, because the page blocks while rows are copied. Input is handled in between.
    for (let at = 0; at < all.length; at += ROWS_AT_ONCE) {
      const some = all.slice(at, at + ROWS_AT_ONCE);
      const conversations = [...new Set(some.map(({ conversation }) => conversation))];
      const known = await Promise.all(conversations.map((feed) => spans.getKey(feed)));
      // Each conversation has a row, so that `trim` finds the least recently viewed one.
      const fresh = conversations.filter((_, i) => known[i] === undefined);
      await Promise.all([
        ...some.map((row) => rows.put(row)),
        ...fresh.map((feed) => spans.put({ feed, ranges: [], touched })),
      ]);
    }
  }

  #rowOf(message: Message): MessageRow {
    const channel = message.type === "stream" ? message.stream_id : 0;
    const conversation = conversationKey(conversationOf(message, this.#parts.account()));
    return { id: message.id, channel, conversation, message };
  }
}

async function extentOf(transaction: WriteTransaction) {
  const state = transaction.objectStore("state");
  const [applied, extent] = await Promise.all([state.get("applied"), state.get("log")]);
  return { applied: applied as Cursor | undefined, extent: extent as LogExtent | undefined };
}

const streamsDeleted = (stream_ids: readonly ChannelId[]): AnyEvent => ({
  ...{ type: "stream", op: "delete", stream_ids, streams: stream_ids.map((stream_id) => ({ stream_id })) },
});

/** Deletes the messages of a channel that was left or deleted. */
async function leave(transaction: WriteTransaction, channel: ChannelId): Promise<void> {
  const rows = transaction.objectStore("messages");
  const spans = transaction.objectStore("spans");
  const ids = await rows.index("channel").getAllKeys(IDBKeyRange.bound([channel, FEED_START], [channel, NOW]));
  await Promise.all([
    ...ids.map((id) => rows.delete(id)),
    // ";" sorts after ":", so the range includes all topics of the channel.
    spans.delete(IDBKeyRange.bound(`${channel}:`, `${channel};`, false, true)),
    spans.delete(channelKey(channel)),
    spans.delete(COMBINED),
  ]);
}

/** Returns the ids of messages that an event changes. Changes of their read state don't count. */
function affectedIds(event: ServerEvent): readonly MessageId[] {
  switch (event.type) {
    case "update_message":
      return [...new Set([...event.message_ids, event.message_id])];
    case "reaction":
    case "submessage":
      return [event.message_id];
    case "update_message_flags":
      return event.flag === "read" ? [] : event.messages;
    default:
      return [];
  }
}

/** Returns the feeds that messages are moved to, or undefined if the event moves none. */
function moveTarget(event: ServerEvent): readonly FeedKey[] | undefined {
  if (event.type !== "update_message") return undefined;
  const { subject, orig_subject, stream_id, new_stream_id } = event;
  if (subject === undefined && new_stream_id === undefined) return undefined;
  const channel = new_stream_id ?? stream_id ?? 0;
  const topic = topicKey(channel, subject ?? orig_subject ?? "");
  return new_stream_id === undefined ? [topic] : [topic, channelKey(channel)];
}

/** Returns the channels that were deleted or that the account has left, according to an event. */
function leftChannels(event: ServerEvent): readonly ChannelId[] {
  if (event.type === "stream" && event.op === "delete") return event.stream_ids;
  if (event.type !== "subscription" || event.op !== "remove") return [];
  return event.subscriptions.map(({ stream_id }) => stream_id);
}
