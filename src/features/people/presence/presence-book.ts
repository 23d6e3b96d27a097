import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import { toUserId, type UserId } from "../../../protocol/ids.ts";
import { clientTimings } from "../../../protocol/limits.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, type Seconds, seconds } from "../../../util/time.ts";
import { allPages, putPage } from "./rows.ts";

/** When somebody was last there; null where that is not to be known. */
interface Times {
  readonly active: Seconds | null;
  readonly idle: Seconds | null;
}

export interface Presence extends Times {
  /** Grows with every change of anybody's presence, so that a client can ask for what is new. */
  readonly update: number;
}

interface Entry {
  /** What is certain: from a ping, or from a page. */
  readonly seen: Times;
  /** What the page holds; null for somebody who is not in it yet. */
  readonly stored: Times | null;
  /** How much later somebody is taken to have been there, as pings may have been forgotten since the page was written. */
  readonly grace: Seconds;
  readonly update: number;
}

type StoredEntry = readonly [user: number, active: Seconds | null, idle: Seconds | null, update: number];

/** Nobody is known to have been there whose page cannot be read. */
const readPage = stored("presence_pages.entries", v.array(v.custom<StoredEntry>(isEntry)), () => []);

function isEntry(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const [user, active, idle, update] = value;
  const isTime = (time: unknown) => time === null || typeof time === "number";
  return typeof user === "number" && isTime(active) && isTime(idle) && typeof update === "number";
}

const USERS_IN_A_PAGE = 256;
/** A client pings each minute; what comes sooner tells nothing new (users-groups-org.md 4.5). */
const TOO_SOON = seconds(55);
/**
 * How far a page may lag behind somebody's pings before a ping writes it: longer than a client takes from one ping to
 * the next, so that a page costs a row at most about once a minute, however many people ping.
 */
const MOST_LAG = seconds(70);

/** Who has been seen when: in memory by every ping, in pages of many people by some of them. */
class PresenceBook {
  readonly #entries = new Map<UserId, Entry>();
  #lastUpdate: number;

  constructor(private readonly realm: Realm) {
    const rows = allPages.all(realm.sql, {}).flatMap(({ page, entries }) => readPage(entries, page));
    this.#lastUpdate = rows.reduce((last, [, , , update]) => Math.max(last, update), 0);
    const now = realm.seconds();
    let renewed: number | undefined;
    for (const [id, active, idle, update] of rows) {
      const seen = { active, idle };
      const grace = graceOf(seen, now);
      // Clients that asked before the object slept are told of those who may have pinged since.
      if (grace > 0) renewed ??= this.#nextUpdate();
      this.#entries.set(toUserId(id), { seen, stored: seen, grace, update: grace > 0 ? (renewed ?? update) : update });
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  get lastUpdate(): number {
    return this.#lastUpdate;
  }

  users(): Iterable<UserId> {
    return this.#entries.keys();
  }

  of(user: UserId): Presence | undefined {
    const entry = this.#entries.get(user);
    if (entry === undefined) return undefined;
    const { seen, grace, update } = entry;
    return { active: seen.active && after(seen.active, grace), idle: seen.idle && after(seen.idle, grace), update };
  }

  /** Notes that a user is there; answers whether that was news. */
  note(user: UserId, isActive: boolean): boolean {
    const now = this.realm.seconds();
    const { seen, stored = null } = this.#entries.get(user) ?? {};
    const { active = null, idle = null } = seen ?? {};
    const idleIsNews = idle === null || now - idle > TOO_SOON;
    const activeIsNews = isActive && (active === null || now - active > TOO_SOON);
    if (!idleIsNews && !activeIsNews) return false;
    const known = { active: activeIsNews ? now : active, idle: now };
    this.#entries.set(user, { seen: known, stored, grace: seconds(0), update: this.#nextUpdate() });
    if (lagsBehind(stored, known)) this.#storePageOf(user);
    return true;
  }

  /** Makes what is known of a user news again, for those who ask for what is new. */
  renew(user: UserId): void {
    const known = this.#entries.get(user);
    if (known === undefined) return;
    this.#entries.set(user, { ...known, update: this.#nextUpdate() });
    this.#storePageOf(user);
  }

  /** Updates are numbered by the clock, so that their order holds even if the newest were not stored. */
  #nextUpdate(): number {
    this.#lastUpdate = Math.max(this.#lastUpdate + 1, this.realm.clock.milliseconds());
    return this.#lastUpdate;
  }

  /** Writes what is known of everybody in a user's page. */
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
    this.realm.afterwards(() => {
      for (const [id, stored] of written) {
        const entry = this.#entries.get(id);
        if (entry !== undefined) this.#entries.set(id, { ...entry, stored });
      }
    });
  }
}

/** Whether a page is too far behind what is known of somebody. */
function lagsBehind(stored: Times | null, known: Times): boolean {
  const lag = (kind: keyof Times) => (known[kind] ?? 0) - (stored?.[kind] ?? 0);
  return lag("idle") > MOST_LAG || lag("active") > MOST_LAG;
}

/** A ping that was not stored may have come later than what was, by the lag at most; it counts where it matters. */
function graceOf({ idle }: Times, now: Seconds): Seconds {
  const age = now - (idle ?? 0);
  if (age > clientTimings.server_presence_offline_threshold_seconds + MOST_LAG) return seconds(0);
  return seconds(Math.max(0, Math.min(MOST_LAG, age)));
}

const books = new WeakMap<Realm, PresenceBook>();

export function presenceBook(realm: Realm): PresenceBook {
  const known = books.get(realm);
  if (known !== undefined) return known;
  const made = new PresenceBook(realm);
  books.set(realm, made);
  return made;
}
