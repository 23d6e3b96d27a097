import { entryOf } from "../../util/collections.ts";
import { Sorter } from "../sort.ts";
import type { MessageIds } from "./message-ids.ts";
import type { ZulipImport } from "./source.ts";

/** The first and the last message of a range that somebody received; null ends one that goes on. */
type Span = [first: number, last: number | null];

/** A message of a channel, and who received it; the user 0 stands for the message itself. */
type Receipt = readonly [channel: number, message: number, user: number];

/**
 * Finds out which messages people received of channels that do not share their history: Zulip says it for each message,
 * an archive by ranges.
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

  /** Makes the ranges of all that was added. */
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

  /** The ranges of somebody in a channel; undefined where all of it, or nothing, was received. */
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
    // Zulip writes such rows of people who have been away for long only when they come back.
    for (const [user, since] of this.source.idleSince) {
      const isAway = message > (ids.newId(since) ?? since);
      if (isAway && !users.has(user) && this.active.get(channel)?.has(user) === true) extend(user);
    }
    last.set(channel, message);
  }

  /** The last range of those who are subscribed goes on. */
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
