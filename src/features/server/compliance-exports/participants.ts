import type { ChannelId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { receivedByAll } from "../../channels/channels/archive-subscriptions.ts";

/** A range of messages that a user received as a subscriber. */
type Span = ReturnType<typeof receivedByAll>[number];

/**
 * The users who were subscribed to a channel when a message was sent, from the subscription history. Call `at` for
 * messages in ascending order, so that each join and leave is processed once.
 */
export class Participants {
  readonly #joins: readonly Span[];
  readonly #leaves: readonly Span[];
  readonly #present = new Map<UserId, number>();
  #joined = 0;
  #left = 0;
  #listed: readonly UserId[] | undefined;

  constructor(realm: Realm, channel: ChannelId) {
    const spans = receivedByAll(realm, channel);
    const end = ({ last }: Span) => last ?? Number.POSITIVE_INFINITY;
    this.#joins = spans.toSorted((one, other) => one.first - other.first);
    this.#leaves = spans.toSorted((one, other) => end(one) - end(other));
  }

  /** Returns the users who received a message, sorted by id. */
  at(message: number): readonly UserId[] {
    for (let join = this.#joins[this.#joined]; join && join.first <= message; join = this.#joins[++this.#joined]) {
      this.#count(join.user_id, 1);
    }
    for (let leave = this.#leaves[this.#left]; leave; leave = this.#leaves[++this.#left]) {
      if (leave.last === null || leave.last >= message) break;
      this.#count(leave.user_id, -1);
    }
    this.#listed ??= [...this.#present.keys()].sort((one, other) => one - other);
    return this.#listed;
  }

  #count(user: UserId, more: number): void {
    const count = (this.#present.get(user) ?? 0) + more;
    if (count === 0) this.#present.delete(user);
    else this.#present.set(user, count);
    this.#listed = undefined;
  }
}
