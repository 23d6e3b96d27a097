import type { IDBPObjectStore } from "idb";
import { versionOf } from "../model/capability.ts";
import type { ServerEvent } from "../model/event.ts";
import type { State } from "../model/state.ts";
import {
  type Batch,
  type Cursor,
  cursorOf,
  type EventLog,
  endCursor,
  newerThan,
  type StoredLog,
} from "../wire/event-log.ts";
import { type Cache, type CacheSchema, type LogExtent, RELAXED, type Snapshot } from "./cache.ts";

/** Events kept in the log although the state contains them, for tabs that lag behind. */
const KEPT_EVENTS = 2_000;

/** Large, rarely changing parts of the state. Each is a separate row, written only when its capability changed. */
const PARTS = {
  users: ["realm_users", "realm_non_active_users", "cross_realm_bots"],
  channels: ["subscriptions", "unsubscribed", "never_subscribed"],
} as const;
type PartName = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as PartName[];
const IN_PARTS = new Set<string>(Object.values(PARTS).flat());

/** The versions of a state's parts when they were written. */
interface Copied extends Readonly<Record<PartName, number>> {
  readonly of: State;
}

type StateRows = IDBPObjectStore<CacheSchema, ("state" | "events" | "messages" | "spans")[], "state", "readwrite">;

const partOf = (state: State, isMeant: (field: string) => boolean): Partial<State> =>
  Object.fromEntries(Object.entries(state).filter(([field]) => isMeant(field)));

/** The state and the events since, stored in the browser's database. */
export class StoredEventLog implements EventLog {
  readonly #cache: Cache;
  /** The versions this tab last wrote. Unchanged parts aren't rewritten, because no other tab writes older ones. */
  #copied: Copied | undefined;
  /**
   * This tab's registration if it couldn't be stored, such as on a full disk. It is used until another one is stored.
   */
  #unstored: LogExtent | undefined;

  constructor(cache: Cache) {
    this.#cache = cache;
  }

  async cursor(): Promise<Cursor | undefined> {
    const extent = ((await this.#cache.get("state", "log")) ?? this.#unstored) as LogExtent | undefined;
    return extent && { queue: extent.queue, last: extent.last };
  }

  async after({ queue, last }: Cursor): Promise<readonly ServerEvent[] | undefined> {
    const transaction = this.#cache.transaction(["state", "events"]);
    const extent = ((await transaction.objectStore("state").get("log")) ?? this.#unstored) as LogExtent | undefined;
    if (extent === undefined || extent.queue !== queue || extent.floor > last) return undefined;
    return transaction.objectStore("events").getAll(IDBKeyRange.lowerBound(last, true));
  }

  async append({ after, events }: Batch): Promise<Cursor | undefined> {
    const transaction = this.#cache.transaction(["state", "events"], "readwrite", RELAXED);
    const extent = (await transaction.objectStore("state").get("log")) as LogExtent | undefined;
    if (extent === undefined) {
      this.#unstored &&= { ...this.#unstored, ...endCursor({ after, events }) };
      return this.cursor();
    }
    const { queue, last } = extent;
    if (queue !== after.queue || last < after.last) return { queue, last };
    const newer = newerThan(last, events);
    const end = { ...extent, last: newer.at(-1)?.id ?? last };
    await Promise.all([
      ...newer.map((event) => transaction.objectStore("events").put(event, event.id)),
      transaction.objectStore("state").put(end, "log"),
      transaction.done,
    ]);
    return { queue, last: end.last };
  }

  async begin(state: State): Promise<void> {
    this.#unstored = undefined;
    try {
      await this.#store(state);
    } catch {
      // Otherwise the log of the earlier queue would be continued.
      await this.clear();
      const at = cursorOf(state);
      this.#unstored = { ...at, floor: at.last };
    }
  }

  async #store(state: State): Promise<void> {
    const transaction = this.#cache.transaction(["state", "events", "messages", "spans"], "readwrite", RELAXED);
    const at = cursorOf(state);
    this.#copied = undefined;
    const cleared = [...transaction.objectStoreNames].map((name) => transaction.objectStore(name).clear());
    const { versions, done } = this.#copy(transaction.objectStore("state"), state, at);
    await Promise.all([
      ...cleared,
      done,
      transaction.objectStore("state").put({ ...at, floor: at.last }, "log"),
      transaction.objectStore("state").put(at, "applied"),
      transaction.done,
    ]);
    this.#copied = versions;
  }

  /** Deletes everything stored, for example because it belongs to another account. */
  async clear(): Promise<void> {
    const transaction = this.#cache.transaction(["state", "events", "messages", "spans"], "readwrite");
    this.#copied = undefined;
    await Promise.all([
      ...[...transaction.objectStoreNames].map((name) => transaction.objectStore(name).clear()),
      transaction.done,
    ]);
  }

  async read(): Promise<StoredLog | undefined> {
    const transaction = this.#cache.transaction(["state", "events"]);
    const rows = transaction.objectStore("state");
    const parts = Promise.all(PART_NAMES.map((name) => rows.get(name) as Promise<Partial<State> | undefined>));
    const snapshot = (await rows.get("snapshot")) as Snapshot | undefined;
    if (snapshot === undefined) return undefined;
    const state = Object.assign(snapshot.state, ...(await parts));
    const since = await transaction.objectStore("events").getAll(IDBKeyRange.lowerBound(snapshot.at.last, true));
    return { at: snapshot.at, state, since };
  }

  /** Replaces the stored state with a newer one, so that fewer events have to be applied at the next start. */
  async save(state: State, at: Cursor): Promise<void> {
    const transaction = this.#cache.transaction(["state", "events"], "readwrite", RELAXED);
    const rows = transaction.objectStore("state");
    // Copies the state before anything can change it, so there must be no `await` before this.
    const { versions, done } = this.#copy(rows, state, at);
    const extent = (await rows.get("log")) as LogExtent | undefined;
    // A former leader tab may be late, with a state from before the start of the log.
    if (extent?.queue !== at.queue || at.last < extent.floor) {
      transaction.abort();
      return void (await Promise.allSettled([done, transaction.done]));
    }
    const events = transaction.objectStore("events");
    const surplus = (await events.count()) - KEPT_EVENTS;
    const oldest = surplus > 0 ? (await events.getAllKeys(null, surplus)).at(-1) : undefined;
    if (oldest !== undefined) {
      const floor = Math.min(oldest, at.last);
      await Promise.all([events.delete(IDBKeyRange.upperBound(floor)), rows.put({ ...extent, floor }, "log")]);
    }
    await Promise.all([done, transaction.done]);
    this.#copied = versions;
  }

  /** Writes the parts that changed since they were last written; `done` resolves when that is finished. */
  #copy(rows: Pick<StateRows, "put">, state: State, at: Cursor) {
    const versions: Copied = { of: state, users: versionOf(state, "users"), channels: versionOf(state, "channels") };
    const before = this.#copied?.of === state ? this.#copied : undefined;
    const changed = PART_NAMES.filter((name) => versions[name] !== before?.[name]);
    const rest = partOf(state, (field) => !IN_PARTS.has(field)) as State;
    const done = Promise.all([
      ...changed.map((name) =>
        rows.put(
          partOf(state, (field) => PARTS[name].some((one) => one === field)),
          name,
        ),
      ),
      rows.put({ at, state: rest }, "snapshot"),
    ]);
    return { versions, done };
  }
}
