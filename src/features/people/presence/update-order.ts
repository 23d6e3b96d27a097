import type { UserId } from "../../../protocol/ids.ts";

/** Users in the order of their latest updates, so that those since a number are found without a look at all the others. */
export class UpdateOrder {
  /** Ascending, with the user of each at the same place in the other list. */
  #updates: number[] = [];
  #users: UserId[] = [];
  readonly #latest: ReadonlyMap<UserId, { readonly update: number }>;

  /** @param latest the update of each user; other updates of a user are stale and left out */
  constructor(latest: ReadonlyMap<UserId, { readonly update: number }>) {
    this.#latest = latest;
    const sorted = [...latest].sort(([, a], [, b]) => a.update - b.update);
    for (const [user, { update }] of sorted) this.add(user, update);
  }

  /** Adds an update that is not below any other. */
  add(user: UserId, update: number): void {
    this.#updates.push(update);
    this.#users.push(user);
    if (this.#users.length > 2 * this.#latest.size + 64) this.#removeStale();
  }

  /** The users whose latest update is after this one, the newest first. */
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
