import { RateLimiter } from "../../util/rate-limiter.ts";
import { MINUTE_MS } from "../../util/time.ts";
import type { MediaRoom } from "../environment.ts";
import { TURN_LIFE_SECONDS, type TurnServers } from "./cloudflare-turn.ts";
import { deleteTurnName, insertTurnName, newestExpiry, turnNamesOf } from "./rows.ts";

/** How long before expiry a credential is replaced. */
const RENEWED_BEFORE_MS = 30 * 60_000;
/** Valid credentials per member. Each reconnect of a socket creates one. */
const MAX_NAMES = 8;
const MAX_MADE = { most: 20, perMs: MINUTE_MS };

/** Members' TURN credentials. Passwords are only in memory. */
export class TurnNames {
  readonly #known = new Map<number, TurnServers>();
  readonly #made: RateLimiter;

  constructor(private readonly room: MediaRoom) {
    this.#made = new RateLimiter({ milliseconds: () => room.clock.milliseconds() });
  }

  /** Creates credentials for a user who joins or whose credentials are expiring. Returns null if none are available. */
  async make(user: number): Promise<TurnServers | null> {
    const { turn } = this.room.parts;
    if (turn === null || this.#made.take(String(user), MAX_MADE).retryMs > 0) return null;
    return turn.make();
  }

  give(member: number, made: TurnServers): void {
    this.#known.set(member, made);
    const expires_at = this.room.now + TURN_LIFE_SECONDS * 1000;
    insertTurnName.run(this.#sql, { name: made.name, member, expires_at });
    this.#revoke(turnNamesOf.all(this.#sql, { member, now: this.room.now }).slice(0, -MAX_NAMES));
  }

  /** Revokes credentials that were never handed out. */
  giveBack({ name }: TurnServers): void {
    this.room.cleanups.add({ of: "turn", name });
  }

  serversOf(member: number): readonly object[] {
    return this.#known.get(member)?.servers ?? [];
  }

  /** Replaces expiring credentials. Returns true if there are new ones. */
  async renew(member: number, user: number): Promise<boolean> {
    const { expires_at } = newestExpiry.one(this.#sql, { member });
    if (expires_at !== null && expires_at - RENEWED_BEFORE_MS > this.room.now) return false;
    const made = await this.make(user);
    if (made === null) return false;
    if (this.room.members.byId(member) === undefined) this.giveBack(made);
    else this.give(member, made);
    return true;
  }

  forget(member: number): void {
    this.#known.delete(member);
    this.#revoke(turnNamesOf.all(this.#sql, { member, now: this.room.now }));
  }

  get #sql() {
    return this.room.parts.sql;
  }

  #revoke(names: readonly { readonly name: string }[]): void {
    for (const { name } of names) {
      deleteTurnName.run(this.#sql, { name });
      this.room.cleanups.add({ of: "turn", name });
    }
  }
}
