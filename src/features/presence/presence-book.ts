import { toUserId, type UserId } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";
import { allPages, putPage } from "./rows.ts";

/** When somebody was last there, in seconds; null where that is not to be known. */
export interface Presence {
  readonly active: number | null;
  readonly idle: number | null;
  /** Grows with every change of anybody's presence, so that a client can ask for what is new. */
  readonly update: number;
}

const USERS_IN_A_PAGE = 256;
const STORED_EVERY_MS = 120_000;
/** A client pings each minute; what comes sooner tells nothing new (users-groups-org.md 4.5). */
const TOO_SOON_SECONDS = 55;

/** Who has been seen when. What was not yet stored when the object left memory comes again with the next pings. */
class PresenceBook {
  readonly entries = new Map<UserId, Presence>();
  #changed = new Set<number>();
  #storedAt: number;
  #lastUpdate = 0;

  constructor(private readonly realm: Realm) {
    for (const { entries } of allPages.all(realm.sql, {})) {
      for (const [id, active, idle, update] of JSON.parse(entries) as [
        number,
        number | null,
        number | null,
        number,
      ][]) {
        this.#enter(toUserId(id), { active, idle, update });
      }
    }
    this.#storedAt = realm.clock.now();
  }

  get lastUpdate(): number {
    return this.#lastUpdate;
  }

  /** Notes that a user is there; answers whether that was news. */
  note(user: UserId, isActive: boolean): boolean {
    const now = this.realm.now();
    const { active = null, idle = null } = this.entries.get(user) ?? {};
    const idleIsNews = idle === null || now - idle > TOO_SOON_SECONDS;
    const activeIsNews = isActive && (active === null || now - active > TOO_SOON_SECONDS);
    if (!idleIsNews && !activeIsNews) return false;
    this.#change(user, { active: activeIsNews ? now : active, idle: now });
    return true;
  }

  /** Makes what is known of a user news again, for those who ask for what is new. */
  renew(user: UserId): void {
    const known = this.entries.get(user);
    if (known !== undefined) this.#change(user, known);
  }

  /** Updates are numbered by the clock, so that their order holds even if the newest were not stored. */
  #change(user: UserId, { active, idle }: Pick<Presence, "active" | "idle">): void {
    const update = Math.max(this.#lastUpdate + 1, this.realm.clock.now());
    this.#enter(user, { active, idle, update });
    this.#changed.add(Math.floor(user / USERS_IN_A_PAGE));
    if (this.realm.clock.now() - this.#storedAt >= STORED_EVERY_MS) this.#store();
  }

  #enter(user: UserId, presence: Presence): void {
    this.entries.set(user, presence);
    this.#lastUpdate = Math.max(this.#lastUpdate, presence.update);
  }

  #store(): void {
    const pages = Map.groupBy(this.entries, ([user]) => Math.floor(user / USERS_IN_A_PAGE));
    for (const page of this.#changed) {
      const rows = (pages.get(page) ?? []).map(([user, { active, idle, update }]) => [user, active, idle, update]);
      putPage.run(this.realm.sql, { page, entries: JSON.stringify(rows) });
    }
    this.#changed.clear();
    this.#storedAt = this.realm.clock.now();
  }
}

const books = new WeakMap<Realm, PresenceBook>();

export function presenceBook(realm: Realm): PresenceBook {
  const known = books.get(realm);
  if (known !== undefined) return known;
  const made = new PresenceBook(realm);
  books.set(realm, made);
  return made;
}
