import type { MessageId } from "../model/ids.ts";
import type { Message } from "../model/message.ts";
import type { Term } from "../model/routes/place.ts";
import { finderOf, type Searchable, searchable } from "../model/search/find-here.ts";
import type { State } from "../model/state.ts";
import type { Clock } from "../wire/clock.ts";
import type { Cursor } from "../wire/event-log.ts";
import { type Cache, FEED_START, type FeedKey, NOW } from "./cache.ts";
import { indexOf, type StoredMessages } from "./stored-messages.ts";

interface KeptSearchParts {
  readonly cache: Cache;
  readonly kept: Pick<StoredMessages, "isAsNewAs" | "shown">;
  readonly clock: Pick<Clock, "after">;
  readonly state: () => State;
}

interface SearchWindow {
  readonly anchor: MessageId | "newest";
  readonly before: number;
  readonly after: number;
}

/** Maximum messages to search, newest first. */
export const MAX_SEARCHED = 10_000;
/** Rows read at a time, to keep the page responsive. */
const ROWS_AT_ONCE = 500;
/** How long texts stay in memory after the last search. */
const HELD_FOR_MS = 60_000;

/**
 * Searches the stored messages: for the palette, and when the server doesn't respond. The device has no search index.
 * The first search reads the messages, and later ones scan them in memory, which takes a few milliseconds.
 */
export class StoredSearch {
  readonly #parts: KeptSearchParts;
  /** The messages, newest first, and the stored data they were read from. */
  #held: { readonly from: string; readonly all: Promise<readonly Searchable[]> } | undefined;
  #forget: () => void = () => {};

  constructor(parts: KeptSearchParts) {
    this.#parts = parts;
  }

  /** Preloads the messages when the user is about to search. */
  async prepare(): Promise<void> {
    // If the database fails, it will fail again during the search.
    await this.#all().catch(() => {});
  }

  /**
   * Returns the stored messages that match a narrow, oldest first, around one of them or before the end of the feed.
   * They reflect the events up to `at`.
   */
  async find(terms: readonly Term[], { anchor, before, after }: SearchWindow, at: Cursor): Promise<readonly Message[]> {
    const { kept, state } = this.#parts;
    if (!(await kept.isAsNewAs(at))) return [];
    const isWord = ({ operator }: Term) => operator === "search";
    // Few messages contain the words, so the other terms only need to be checked for these.
    const hasWords = finderOf(terms.filter(isWord), state());
    const matchesRest = finderOf(
      terms.filter((term) => !isWord(term)),
      state(),
    );
    const older: Message[] = [];
    const newer: Message[] = [];
    for (const { message, text } of await this.#all()) {
      if (older.length >= before) break;
      if (!hasWords({ message, text })) continue;
      const shown = kept.shown(message);
      if (!matchesRest({ message: shown, text })) continue;
      if (anchor === "newest" || message.id <= anchor) older.push(shown);
      else newer.push(shown);
    }
    return [...older.reverse(), ...newer.reverse().slice(0, after)];
  }

  /**
   * Returns the stored messages of a conversation or channel around one of them or before its end, possibly with gaps.
   */
  async scattered(
    feed: FeedKey,
    anchor: MessageId | "newest",
    { before, after }: { readonly before: number; readonly after: number },
    at: Cursor,
  ): Promise<readonly Message[]> {
    const [name, key] = indexOf(feed);
    if (name === undefined || !(await this.#parts.kept.isAsNewAs(at))) return [];
    const index = this.#parts.cache.transaction("messages").store.index(name);
    const middle = anchor === "newest" ? NOW : anchor;
    const end = IDBKeyRange.bound([key, FEED_START], [key, middle]);
    const cursor = before > 1 ? await index.openKeyCursor(end, "prev") : null;
    const start = await cursor?.advance(before - 1);
    const first = (start?.primaryKey as MessageId | undefined) ?? FEED_START;
    const older = await index.getAll(IDBKeyRange.bound([key, first], [key, middle]));
    const newer =
      anchor !== "newest" && after > 0
        ? await index.getAll(IDBKeyRange.bound([key, middle], [key, NOW], true), after)
        : [];
    return [...older, ...newer].map(({ message }) => this.#parts.kept.shown(message));
  }

  async #all(): Promise<readonly Searchable[]> {
    const { cache, clock } = this.#parts;
    const [applied, count] = await Promise.all([cache.get("state", "applied"), cache.count("messages")]);
    const from = JSON.stringify([applied, count]);
    if (this.#held?.from !== from) this.#held = { from, all: this.#read() };
    this.#forget();
    this.#forget = clock.after(HELD_FOR_MS, () => {
      this.#held = undefined;
    });
    return this.#held.all;
  }

  async #read(): Promise<readonly Searchable[]> {
    const { cache } = this.#parts;
    const ids = (await cache.getAllKeys("messages")).slice(-MAX_SEARCHED);
    const rowsBefore = (end: number) =>
      end > 0
        ? cache.getAll("messages", IDBKeyRange.bound(ids[Math.max(0, end - ROWS_AT_ONCE)], ids[end - 1]))
        : Promise.resolve([]);
    const all: Searchable[] = [];
    let read = rowsBefore(ids.length);
    for (let end = ids.length; end > 0; end -= ROWS_AT_ONCE) {
      const rows = await read;
      // The database reads the next rows while these are processed.
      read = rowsBefore(end - ROWS_AT_ONCE);
      for (const { message } of rows.reverse()) all.push(searchable(message));
    }
    return all;
  }
}
