import type { ChannelId, MessageId } from "../model/ids.ts";
import type { Message } from "../model/message.ts";
import type { ConversationKey } from "../model/routes/conversation.ts";
import type { Cursor } from "../wire/event-log.ts";
import {
  type Cache,
  COMBINED,
  FEED_START,
  type FeedKey,
  type MessageRow,
  NOW,
  RELAXED,
  rangeAround,
  type SpanRow,
} from "./cache.ts";
import type { MessageKeeper } from "./message-keeper.ts";

interface KeptMessagesParts {
  readonly cache: Cache;
  /** Loads the keeper, which updates stored messages. Reading needs it only if there are unapplied events. */
  readonly keeper: () => Promise<Pick<MessageKeeper, "follow">>;
  /** Whether a message is unread according to the state. The `read` flags of stored messages aren't kept up to date. */
  readonly isUnread: (id: MessageId) => boolean;
  readonly now: () => number;
}

/** A part of a feed, oldest first. `oldest` and `newest` are true if it reaches the feed's beginning and end. */
interface KeptPart {
  readonly messages: readonly Message[];
  readonly oldest: boolean;
  readonly newest: boolean;
}

/** A feed's last viewing time is rewritten only if it is older than this. */
const MINUTE_MS = 60_000;

/**
 * Reads previously loaded messages of all conversations, to show them again quickly or offline. `MessageKeeper` stores
 * them and keeps them up to date.
 */
export class StoredMessages {
  readonly #parts: KeptMessagesParts;

  constructor(parts: KeptMessagesParts) {
    this.#parts = parts;
  }

  /**
   * Returns a feed's gap-free stored messages around one of them, or before the feed's end. They reflect the events up
   * to `at`.
   */
  async read(
    feed: FeedKey,
    anchor: MessageId | "newest",
    { before, after }: { readonly before: number; readonly after: number },
    at: Cursor,
  ): Promise<KeptPart | undefined> {
    const transaction = this.#parts.cache.transaction(["state", "messages", "spans"]);
    const [applied, row] = await Promise.all([
      transaction.objectStore("state").get("applied"),
      transaction.objectStore("spans").get(feed),
    ]);
    if (!isAsNew(applied as Cursor | undefined, at))
      return (await this.isAsNewAs(at)) ? this.read(feed, anchor, { before, after }, at) : undefined;
    const range = rangeAround(row?.ranges ?? [], anchor);
    if (row === undefined || range === undefined) return undefined;
    void this.#touch(row).catch(() => {});
    const [name, key] = indexOf(feed);
    const rows = transaction.objectStore("messages");
    const source = name === undefined ? rows : rows.index(name);
    const bound = (from: MessageId, to: MessageId) =>
      name === undefined ? IDBKeyRange.bound(from, to) : IDBKeyRange.bound([key, from], [key, to]);
    const middle = anchor === "newest" ? range.last : anchor;
    const back = anchor === "newest" ? before - 1 : before;
    const cursor = await source.openKeyCursor(bound(range.first, middle), "prev");
    const start = back > 0 ? await cursor?.advance(back) : cursor;
    const first = (start?.primaryKey as MessageId | undefined) ?? range.first;
    const [older, newer] = await Promise.all([
      source.getAll(bound(first, middle)),
      // Requesting one extra shows whether the feed continues.
      middle < range.last && after > 0 ? source.getAll(bound(middle + 1, range.last), after + 1) : [],
    ]);
    const found = [...older, ...newer.slice(0, after)].filter((one) => feed !== COMBINED || isReceived(one));
    return {
      messages: found.map(({ message }) => this.shown(message)),
      oldest: range.first === FEED_START && first === range.first,
      newest: range.last === NOW && (middle === range.last || (after > 0 && newer.length <= after)),
    };
  }

  /** Returns the newest stored messages, oldest first, possibly with gaps. They reflect the events up to `at`. */
  async latest(count: number, at: Cursor): Promise<readonly Message[]> {
    if (!(await this.isAsNewAs(at))) return [];
    const { store } = this.#parts.cache.transaction("messages");
    const end = await store.openKeyCursor(null, "prev");
    const first = await end?.advance(count - 1);
    const rows = await store.getAll(first ? IDBKeyRange.lowerBound(first.primaryKey) : null);
    return rows.filter(isReceived).map(({ message }) => this.shown(message));
  }

  async get(ids: readonly MessageId[]): Promise<readonly Message[]> {
    const rows = this.#parts.cache.transaction("messages").store;
    const found = await Promise.all(ids.map((id) => rows.get(id)));
    return found.filter((row) => row !== undefined).map(({ message }) => this.shown(message));
  }

  /** Returns true if the stored messages reflect the events up to `at`, after applying events if necessary. */
  async isAsNewAs(at: Cursor): Promise<boolean> {
    const applied = async () => (await this.#parts.cache.get("state", "applied")) as Cursor | undefined;
    const before = await applied();
    if (before?.queue !== at.queue || isAsNew(before, at)) return isAsNew(before, at);
    const keeper = await this.#parts.keeper();
    while (await keeper.follow());
    return isAsNew(await applied(), at);
  }

  /** Returns a stored message for display. The state determines whether it is read. */
  shown(message: Message): Message {
    const others = message.flags.filter((flag) => flag !== "read");
    return { ...message, flags: this.#parts.isUnread(message.id) ? others : ["read", ...others] };
  }

  async #touch({ feed, touched }: SpanRow): Promise<void> {
    const now = this.#parts.now();
    if (Math.abs(now - touched) < MINUTE_MS) return;
    const transaction = this.#parts.cache.transaction("spans", "readwrite", RELAXED);
    const row = await transaction.store.get(feed);
    if (row !== undefined) await transaction.store.put({ ...row, touched: now });
    await transaction.done;
  }
}

const isAsNew = (applied: Cursor | undefined, at: Cursor): boolean =>
  applied?.queue === at.queue && applied.last >= at.last;

export function indexOf(
  feed: FeedKey,
): ["conversation", ConversationKey] | ["channel", ChannelId] | [undefined, undefined] {
  if (feed === COMBINED) return [undefined, undefined];
  return feed.startsWith("channel:") ? ["channel", Number(feed.slice("channel:".length))] : ["conversation", feed];
}

const isReceived = ({ message }: MessageRow): boolean => !message.flags.includes("historical");
