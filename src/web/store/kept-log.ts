import type { ServerEvent } from "../model/event.ts";
import type { State } from "../model/state.ts";
import { type Batch, type Cursor, cursorOf, type EventLog, type Kept, newerThan } from "../wire/event-log.ts";
import { type Cache, type LogExtent, RELAXED, type Snapshot } from "./cache.ts";

/** How many events stay in the log although the state holds them: tabs that are behind read them there. */
const KEPT_EVENTS = 2_000;

/** The state and the events since, in the browser's database. */
export class KeptLog implements EventLog {
  readonly #cache: Cache;

  constructor(cache: Cache) {
    this.#cache = cache;
  }

  async cursor(): Promise<Cursor | undefined> {
    const extent = (await this.#cache.get("state", "log")) as LogExtent | undefined;
    return extent && { queue: extent.queue, last: extent.last };
  }

  async after({ queue, last }: Cursor): Promise<readonly ServerEvent[] | undefined> {
    const transaction = this.#cache.transaction(["state", "events"]);
    const extent = (await transaction.objectStore("state").get("log")) as LogExtent | undefined;
    if (extent === undefined || extent.queue !== queue || extent.floor > last) return undefined;
    return transaction.objectStore("events").getAll(IDBKeyRange.lowerBound(last, true));
  }

  async append({ after, events }: Batch): Promise<Cursor | undefined> {
    const transaction = this.#cache.transaction(["state", "events"], "readwrite", RELAXED);
    const extent = (await transaction.objectStore("state").get("log")) as LogExtent | undefined;
    if (extent === undefined) return undefined;
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
    const transaction = this.#cache.transaction(["state", "events", "messages", "spans"], "readwrite", RELAXED);
    const at = cursorOf(state);
    await Promise.all([
      ...[...transaction.objectStoreNames].map((name) => transaction.objectStore(name).clear()),
      transaction.objectStore("state").put({ at, state }, "snapshot"),
      transaction.objectStore("state").put({ ...at, floor: at.last }, "log"),
      transaction.objectStore("state").put(at, "applied"),
      transaction.done,
    ]);
  }

  /** Forgets everything: it is somebody else's. */
  async clear(): Promise<void> {
    const transaction = this.#cache.transaction(["state", "events", "messages", "spans"], "readwrite");
    await Promise.all([
      ...[...transaction.objectStoreNames].map((name) => transaction.objectStore(name).clear()),
      transaction.done,
    ]);
  }

  async read(): Promise<Kept | undefined> {
    const transaction = this.#cache.transaction(["state", "events"]);
    const snapshot = (await transaction.objectStore("state").get("snapshot")) as Snapshot | undefined;
    if (snapshot === undefined) return undefined;
    const since = await transaction.objectStore("events").getAll(IDBKeyRange.lowerBound(snapshot.at.last, true));
    return { ...snapshot, since };
  }

  /** Keeps a state in place of the older one, so that fewer events are folded at the next start. */
  async save(state: State, at: Cursor): Promise<void> {
    const transaction = this.#cache.transaction(["state", "events"], "readwrite", RELAXED);
    const rows = transaction.objectStore("state");
    // The state is copied here and now, before anything else changes it: nothing may be waited for before this.
    const copied = rows.put({ at, state }, "snapshot");
    const extent = (await rows.get("log")) as LogExtent | undefined;
    if (extent?.queue !== at.queue) {
      transaction.abort();
      return void (await Promise.allSettled([copied, transaction.done]));
    }
    const events = transaction.objectStore("events");
    const surplus = (await events.count()) - KEPT_EVENTS;
    const oldest = surplus > 0 ? (await events.getAllKeys(null, surplus)).at(-1) : undefined;
    if (oldest !== undefined) {
      const floor = Math.min(oldest, at.last);
      await Promise.all([events.delete(IDBKeyRange.upperBound(floor)), rows.put({ ...extent, floor }, "log")]);
    }
    await Promise.all([copied, transaction.done]);
  }
}
