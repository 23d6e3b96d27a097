import { entryOf } from "../../util/collections.ts";
import { Sorter } from "../sort.ts";
import type { MessageIds } from "./message-ids.ts";
import type { ZulipImport } from "./source.ts";

/** First and last message of a range that a user received. The last is null if the range is still open. */
type Span = [first: number, last: number | null];

/** A channel message and a user who received it. User 0 represents the message itself. */
type Receipt = readonly [channel: number, message: number, user: number];

/**
 * Determines which messages users received in channels that don't share their history. Zulip stores this per message,
 * and an archive as ranges.
 */
export class Receipts {
  readonly #receipts: Sorter<Receipt>;
  readonly #spans = new Map<number, Map<number, Span[]>>();

  constructor(
    private readonly source: ZulipImport,
    private readonly active: ReadonlyMap<number, ReadonlySet<number>>,
  ) {
    this.#receipts = new Sorter(source.conversion.spool);
  }

  async add(channel: number, message: number, user: number): Promise<void> {
    await this.#receipts.add(message, user, [channel, message, user]);
  }

  /** Builds the ranges from all added receipts. */
  async close(ids: MessageIds): Promise<void> {
    const last = new Map<number, number>();
    let receipts: { channel: number; message: number; users: Set<number> } | undefined;
    for await (const [channel, message, user] of this.#receipts.rows()) {
      if (receipts?.message !== message) {
        if (receipts !== undefined) this.#take(receipts, last, ids);
        receipts = { channel, message, users: new Set() };
      }
      if (user !== 0) receipts.users.add(user);
    }
    if (receipts !== undefined) this.#take(receipts, last, ids);
    for (const [channel, end] of last) this.#open(channel, end);
  }

  /** Returns a user's ranges in a channel, or undefined if the user received all of it or nothing. */
  spansOf(channel: number, user: number): Span[] | undefined {
    return this.#spans.get(channel)?.get(user);
  }

  #take(
    { channel, message, users }: { channel: number; message: number; users: ReadonlySet<number> },
    last: Map<number, number>,
    ids: MessageIds,
  ): void {
    const spans = entryOf(this.#spans, channel, () => new Map<number, Span[]>());
    const before = last.get(channel);
    const extend = (user: number) => {
      const own = entryOf(spans, user, () => []);
      const span = own.at(-1);
      if (span !== undefined && span[1] === before && before !== undefined) span[1] = message;
      else own.push([message, message]);
    };
    for (const user of users) extend(user);
    // Zulip writes the receipts of long-idle users only when they return.
    for (const [user, since] of this.source.idleSince) {
      const isAway = message > (ids.newId(since) ?? since);
      if (isAway && !users.has(user) && this.active.get(channel)?.has(user) === true) extend(user);
    }
    last.set(channel, message);
  }

  /** Leaves the last range of current subscribers open. */
  #open(channel: number, end: number): void {
    const spans = entryOf(this.#spans, channel, () => new Map<number, Span[]>());
    for (const user of this.active.get(channel) ?? []) {
      const own = entryOf(spans, user, () => []);
      const span = own.at(-1);
      if (span !== undefined && span[1] === end) span[1] = null;
      else own.push([end + 1, null]);
    }
  }
}
