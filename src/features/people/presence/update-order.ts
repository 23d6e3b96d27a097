import type { UserId } from "../../../protocol/ids.ts";

/**
 * Users in the order of their latest updates, so that updates since a number are found without looking at all users.
 */
export class UpdateOrder {
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

  /** Adds an update. It must not be lower than any other. */
  add(user: UserId, update: number): void {
    this.#updates.push(update);
    this.#users.push(user);
    if (this.#users.length > 2 * this.#latest.size + 64) this.#removeStale();
  }

  /** Returns the users whose latest update is after this one, newest first. */
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
