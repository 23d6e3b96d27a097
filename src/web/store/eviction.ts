import type { MessageId } from "../model/ids.ts";
import type { State } from "../model/state.ts";
import type { Clock } from "../wire/clock.ts";
import type { Cursor } from "../wire/event-log.ts";
import type { Page } from "../wire/page.ts";
import {
  type Cache,
  COMBINED,
  channelKey,
  FEED_START,
  type FeedKey,
  type MessageIdRange,
  NOW,
  RELAXED,
} from "./cache.ts";
import type { MessageKeeper } from "./message-keeper.ts";
import type { StoredEventLog } from "./stored-log.ts";

interface Bounds {
  readonly messages: number;
  readonly bytes: number;
}

/** About 60 MB, the size of a hundred thousand average messages. */
const BOUNDS: Bounds = { messages: 100_000, bytes: 60_000_000 };
/** Share of the bounds that the stored messages are cut to once they exceed them. */
const STAYS = 0.8;

/** Messages deleted per transaction, limited so that readers don't wait for long. */
const DELETED_AT_ONCE = 1_000;

/**
 * If more is stored than the bounds allow, deletes the conversations not viewed for the longest time. The last of them
 * only loses as many of its oldest messages as necessary.
 */
export async function trim(cache: Cache, { messages, bytes }: Bounds, usedBytes: () => Promise<number>): Promise<void> {
  const count = await cache.count("messages");
  const used = await usedBytes();
  if (count <= messages && used <= bytes) return;
  const most = Math.floor(STAYS * Math.min(messages, count * Math.min(1, bytes / used)));
  const rows = (await cache.getAll("spans")).filter(({ feed }) => isConversation(feed));
  let left = count;
  for (const { feed } of rows.sort((a, b) => a.touched - b.touched)) {
    if (left <= most) return;
    left -= await deleteOldest(cache, feed, left - most);
  }
}

/** Deletes at most `most` messages of a conversation. Returns the number deleted. */
async function deleteOldest(cache: Cache, feed: FeedKey, most: number): Promise<number> {
  let gone = 0;
  for (;;) {
    const wanted = Math.min(most - gone, DELETED_AT_ONCE);
    const count = await forgetOldest(cache, feed, wanted);
    gone += count;
    if (gone === most || count < wanted) return gone;
  }
}

async function forgetOldest(cache: Cache, feed: FeedKey, count: number): Promise<number> {
  const transaction = cache.transaction(["messages", "spans"], "readwrite", RELAXED);
  const rows = transaction.objectStore("messages");
  const spans = transaction.objectStore("spans");
  const ids = await rows.index("conversation").getAllKeys(IDBKeyRange.bound([feed, FEED_START], [feed, NOW]), count);
  const last = ids.at(-1) ?? FEED_START;
  // The channel feed and the combined feed now have a gap up to that point, too. Keys of topics begin with the
  // channel's id.
  const within = [feed, channelKey(Number.parseInt(feed, 10)), COMBINED];
  const cut = (await spans.getAll()).filter((span) => within.includes(span.feed));
  await Promise.all([
    ...ids.map((id) => rows.delete(id)),
    ...cut.map((span) => {
      const ranges = rangesAfter(span.ranges, last);
      const isGone = ranges.length === 0 || (span.feed === feed && ids.length < count);
      return isGone ? spans.delete(span.feed) : spans.put({ ...span, ranges });
    }),
    transaction.done,
  ]);
  return ids.length;
}

const rangesAfter = (ranges: readonly MessageIdRange[], id: MessageId): readonly MessageIdRange[] =>
  ranges.flatMap(({ first, last }) => (last > id ? { first: Math.max(first, id + 1), last } : []));

const isConversation = (feed: FeedKey): boolean => feed !== COMBINED && !feed.startsWith("channel:");

interface DetailedEstimate extends StorageEstimate {
  /** Only defined in Chromium. */
  readonly usageDetails?: { readonly indexedDB?: number };
}

/**
 * Bytes of this origin's databases, or of all its storage if the browser doesn't report them separately. 0 if it
 * reports nothing.
 */
export async function storedBytes(): Promise<number> {
  const { usage = 0, usageDetails }: DetailedEstimate = (await navigator.storage?.estimate?.()) ?? {};
  return usageDetails?.indexedDB ?? usage;
}

interface UpkeepParts {
  readonly cache: Cache;
  readonly log: Pick<StoredEventLog, "save">;
  readonly keeper: Pick<MessageKeeper, "follow">;
  readonly clock: Clock;
  readonly page: Page;
  /** Fetches and stores some of the missing messages. Returns true if there are more. */
  readonly fill: () => Promise<boolean>;
  /** This tab's state and its position in the event stream. */
  readonly present: () => { readonly state: State; readonly at: Cursor } | undefined;
}

/** Delay before an event is applied to the stored messages. */
const FOLLOW_AFTER_MS = 300;
/** The state is large, so it is rarely written. In between, the log has the events. */
const SAVE_AFTER_MS = 60_000;
const SAVE_EVENTS = 300;
/** Delay before writing the state after `SAVE_EVENTS` events, so that few have to be applied at the next start. */
const SAVE_MANY_AFTER_MS = 5_000;
const TRIM_EVERY_MS = 600_000;
/** Delay before prefetching messages, and between two prefetch requests. */
const FILL_AFTER_MS = 5_000;
const FILL_PAUSE_MS = 1_500;
/** Interval for checking for missing messages after a failure, or when events were missed. */
const FILL_EVERY_MS = 600_000;

/** Keeps the stored data up to date in the leader tab, until the signal aborts. */
export class Upkeep {
  readonly #parts: UpkeepParts;
  readonly #signal: AbortSignal;
  readonly #timers = new Map<string, () => void>();
  #unsaved = 0;

  constructor(parts: UpkeepParts, signal: AbortSignal) {
    this.#parts = parts;
    this.#signal = signal;
    const stop = parts.page.on(["hidden", "frozen"], () => {
      this.#follow();
      this.#save();
    });
    signal.addEventListener("abort", () => {
      stop();
      for (const cancel of this.#timers.values()) cancel();
      this.#timers.clear();
    });
    this.#follow();
    this.#trim();
    this.#later("fill", FILL_AFTER_MS, () => this.#fill());
  }

  /** Call when events arrive. */
  heard(count: number): void {
    this.#unsaved += count;
    this.#later("follow", FOLLOW_AFTER_MS, () => this.#follow());
    if (this.#unsaved < SAVE_EVENTS) this.#later("save", SAVE_AFTER_MS, () => this.#save());
    else this.#later("save many", SAVE_MANY_AFTER_MS, () => this.#save());
  }

  #follow(): void {
    const again = (hasMore: boolean) => {
      if (hasMore) this.#later("follow", 0, () => this.#follow());
    };
    // Events that couldn't be applied are applied with the next ones.
    this.#parts.keeper.follow().then(again, () => {});
  }

  #save(): void {
    const present = this.#parts.present();
    if (this.#unsaved === 0 || present === undefined) return;
    this.#unsaved = 0;
    this.#parts.log.save(present.state, present.at).catch(() => {});
  }

  #trim(): void {
    trim(this.#parts.cache, BOUNDS, storedBytes).catch(() => {});
    this.#later("trim", TRIM_EVERY_MS, () => this.#trim());
  }

  #fill(): void {
    const again = (hasMore: boolean) =>
      this.#later("fill", hasMore ? FILL_PAUSE_MS : FILL_EVERY_MS, () => this.#fill());
    this.#parts.fill().then(again, () => again(false));
  }

  #later(name: string, ms: number, run: () => void): void {
    if (this.#signal.aborted || this.#timers.has(name)) return;
    const cancel = this.#parts.clock.after(ms, () => {
      this.#timers.delete(name);
      run();
    });
    this.#timers.set(name, cancel);
  }
}
