import * as v from "valibot";
import { type NoParams, statement } from "../../../database/statement.ts";
import { stored } from "../../../database/stored.ts";
import { toUserId, type UserId } from "../../../protocol/ids.ts";
import { clientTimings } from "../../../protocol/limits.ts";
import type { Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import { after, type Seconds, seconds } from "../../../util/time.ts";
import type { Times } from "./presence-formats.ts";

/** Each row stores many users as a JSON array of [user, active, idle, update], so that not every ping writes a row. */
export const schema = [`CREATE TABLE presence_pages (page INTEGER PRIMARY KEY, entries TEXT NOT NULL) STRICT;`];

const allPages = statement<NoParams, { page: number; entries: string }>("SELECT page, entries FROM presence_pages");
const putPage = statement<{ page: number; entries: string }>(
  `INSERT INTO presence_pages (page, entries) VALUES (:page, :entries)
   ON CONFLICT (page) DO UPDATE SET entries = excluded.entries`,
);

export interface Presence extends Times {
  /** Increases with each change to any user's presence, so that clients can ask for changes since an update. */
  readonly update: number;
}

interface Entry {
  /** The last times known for certain, from a ping in memory or from the stored page. */
  readonly seen: Times;
  /** Times in the stored page, or null for a user who isn't in it yet. */
  readonly stored: Times | null;
  /**
   * Added to `seen` to get when the user counts as last seen. Above 0 after the Durable Object was evicted, because
   * pings received after the page was written may be lost.
   */
  readonly delay: Seconds;
  readonly update: number;
}

type StoredEntry = readonly [user: number, active: Seconds | null, idle: Seconds | null, update: number];

/** Users on an unreadable page have no presence. */
const readPage = stored("presence_pages.entries", v.array(v.custom<StoredEntry>(isEntry)), () => []);

function isEntry(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const [user, active, idle, update] = value;
  const isTime = (time: unknown) => time === null || typeof time === "number";
  return typeof user === "number" && isTime(active) && isTime(idle) && typeof update === "number";
}

const USERS_IN_A_PAGE = 256;
/** Clients ping every minute. Pings that follow sooner than this are ignored (users-groups-org.md 4.5). */
const MIN_INTERVAL = seconds(55);
/**
 * How far a user's stored times can lag behind their pings before a ping writes the page. Longer than a client's ping
 * interval, so that a page is written at most about once a minute, regardless of how many users ping.
 */
const MAX_LAG = seconds(70);

/** When each user was last seen. Every ping updates the times in memory, and some pings store a page of many users. */
class LastSeen {
  readonly #entries = new Map<UserId, Entry>();
  readonly #order: UpdateOrder;
  #lastUpdate: number;

  constructor(private readonly realm: Realm) {
    const rows = allPages.all(realm.sql, {}).flatMap(({ page, entries }) => readPage(entries, page));
    this.#lastUpdate = rows.reduce((last, [, , , update]) => Math.max(last, update), 0);
    const now = realm.seconds();
    let newUpdate: number | undefined;
    for (const [id, active, idle, update] of rows) {
      const seen = { active, idle };
      const delay = possibleDelay(seen, now);
      // Pings of these users may be lost. A new update number makes clients that asked before the eviction get them
      // again.
      if (delay > 0) newUpdate ??= this.#nextUpdate();
      this.#entries.set(toUserId(id), {
        seen,
        stored: seen,
        delay,
        update: delay > 0 ? (newUpdate ?? update) : update,
      });
    }
    this.#order = new UpdateOrder(this.#entries);
  }

  hasMoreOnlineThan(count: number): boolean {
    const since = this.realm.seconds() - clientTimings.server_presence_offline_threshold_seconds;
    let online = 0;
    // Update numbers are times in milliseconds, never earlier than their pings.
    for (const user of this.#order.since(since * 1000 - 1)) {
      if ((this.of(user)?.idle ?? 0) >= since) online += 1;
      if (online > count) return true;
    }
    return false;
  }

  get lastUpdate(): number {
    return this.#lastUpdate;
  }

  users(): Iterable<UserId> {
    return this.#entries.keys();
  }

  changedSince(update: number): Iterable<UserId> {
    return this.#order.since(update);
  }

  of(user: UserId): Presence | undefined {
    const entry = this.#entries.get(user);
    if (entry === undefined) return undefined;
    const { seen, delay, update } = entry;
    return { active: seen.active && after(seen.active, delay), idle: seen.idle && after(seen.idle, delay), update };
  }

  /** Records a user's ping. Returns true if the ping changed the user's presence. */
  record(user: UserId, isActive: boolean): boolean {
    const now = this.realm.seconds();
    const { seen, stored = null } = this.#entries.get(user) ?? {};
    const { active = null, idle = null } = seen ?? {};
    const idleChanges = idle === null || now - idle > MIN_INTERVAL;
    const activeChanges = isActive && (active === null || now - active > MIN_INTERVAL);
    if (!idleChanges && !activeChanges) return false;
    const known = { active: activeChanges ? now : active, idle: now };
    this.#change(user, { seen: known, stored, delay: seconds(0) });
    if (lagsBehind(stored, known)) this.#storePageOf(user);
    return true;
  }

  /** Adopts a user's times from another server, unless later ones are known here. */
  adopt(user: UserId, { active, idle }: Times): void {
    const { seen, stored = null } = this.#entries.get(user) ?? {};
    const known = { active: laterOf(seen?.active, active), idle: laterOf(seen?.idle, idle) };
    this.#change(user, { seen: known, stored, delay: seconds(0) });
    this.#storePageOf(user);
  }

  forget(user: UserId): void {
    if (this.#entries.delete(user)) this.#storePageOf(user);
  }

  /** Gives a user's presence a new update number, so that clients asking for changes get it. */
  markChanged(user: UserId): void {
    const known = this.#entries.get(user);
    if (known === undefined) return;
    this.#change(user, known);
    this.#storePageOf(user);
  }

  #change(user: UserId, entry: Omit<Entry, "update">): void {
    const update = this.#nextUpdate();
    this.#entries.set(user, { ...entry, update });
    this.#order.add(user, update);
  }

  /** Update numbers come from the clock, so that they keep increasing even if the last ones were never stored. */
  #nextUpdate(): number {
    this.#lastUpdate = Math.max(this.#lastUpdate + 1, this.realm.clock.milliseconds());
    return this.#lastUpdate;
  }

  /** Writes the page that contains a user, with the last times of all its users. */
  #storePageOf(user: UserId): void {
    const page = Math.floor(user / USERS_IN_A_PAGE);
    const written: [UserId, Times][] = [];
    const rows: StoredEntry[] = [];
    for (let id = page * USERS_IN_A_PAGE; id < (page + 1) * USERS_IN_A_PAGE; id += 1) {
      const entry = this.#entries.get(toUserId(id));
      if (entry === undefined) continue;
      const { seen, update } = entry;
      rows.push([id, seen.active, seen.idle, update]);
      written.push([toUserId(id), seen]);
    }
    putPage.run(this.realm.sql, { page, entries: JSON.stringify(rows) });
    this.realm.afterCommit(() => {
      for (const [id, stored] of written) {
        const entry = this.#entries.get(id);
        if (entry !== undefined) this.#entries.set(id, { ...entry, stored });
      }
    });
  }
}

const laterOf = (known: Seconds | null = null, other: Seconds | null): Seconds | null =>
  known !== null && (other === null || known >= other) ? known : other;

function lagsBehind(stored: Times | null, known: Times): boolean {
  const lag = (kind: keyof Times) => (known[kind] ?? 0) - (stored?.[kind] ?? 0);
  return lag("idle") > MAX_LAG || lag("active") > MAX_LAG;
}

/**
 * Returns the longest possible time between a user's stored time and their last ping, because pings within MAX_LAG of
 * the stored time aren't stored. Returns 0 for users who count as offline even with the delay. They may be shown as
 * last seen up to MAX_LAG (about one ping) too early. Only a write for each ping would prevent that.
 */
function possibleDelay({ idle }: Times, now: Seconds): Seconds {
  const age = now - (idle ?? 0);
  if (age > clientTimings.server_presence_offline_threshold_seconds + MAX_LAG) return seconds(0);
  return seconds(Math.max(0, Math.min(MAX_LAG, age)));
}

const lastSeenByRealm = new WeakMap<Realm, LastSeen>();

/** Makes the next use read the stored pages again. Call it after they were replaced. */
export const forgetLastSeen = (realm: Realm): void => void lastSeenByRealm.delete(realm);

/** Returns the record of when each user was last seen. There is one instance per realm. */
export function lastSeen(realm: Realm): LastSeen {
  return entryOf(lastSeenByRealm, realm, () => new LastSeen(realm));
}

/**
 * Users in the order of their latest updates, to find the updates after a given number without looking at all users.
 */
class UpdateOrder {
  /** Ascending. `#users` has the user of each update at the same index. */
  #updates: number[] = [];
  #users: UserId[] = [];
  readonly #latest: ReadonlyMap<UserId, { readonly update: number }>;

  /** @param latest each user's current update; other updates of a user are stale and skipped */
  constructor(latest: ReadonlyMap<UserId, { readonly update: number }>) {
    this.#latest = latest;
    const sorted = [...latest].sort(([, a], [, b]) => a.update - b.update);
    for (const [user, { update }] of sorted) this.add(user, update);
  }

  /** Adds an update. Its number must not be lower than any added before. */
  add(user: UserId, update: number): void {
    this.#updates.push(update);
    this.#users.push(user);
    if (this.#users.length > 2 * this.#latest.size + 64) this.#removeStale();
  }

  /** Returns the users whose latest update number is above `update`, newest first. */
  *since(update: number): Iterable<UserId> {
    for (let index = this.#users.length - 1; index >= 0 && (this.#updates[index] ?? 0) > update; index -= 1) {
      const user = this.#users[index];
      if (user !== undefined && this.#latest.get(user)?.update === this.#updates[index]) yield user;
    }
  }

  #removeStale(): void {
    const users = [...this.since(Number.NEGATIVE_INFINITY)].reverse();
    this.#updates = users.map((user) => this.#latest.get(user)?.update ?? 0);
    this.#users = users;
  }
}
