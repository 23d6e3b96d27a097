import type { ChannelId, UserId } from "../ids.ts";
import type { Place } from "./place.ts";

/** The destination of a message, as far as it is chosen. */
export type Target =
  | { readonly kind: "topic"; readonly channel: ChannelId | undefined; readonly topic: string }
  /** `users` are the others, or the user alone for messages to themselves; empty while no one is chosen. */
  | { readonly kind: "direct"; readonly users: readonly UserId[] };

export const isSameTarget = (one: Target | undefined, other: Target | undefined): boolean =>
  one === other ||
  (one?.kind === "topic" && other?.kind === "topic"
    ? one.channel === other.channel && one.topic.trim().toLowerCase() === other.topic.trim().toLowerCase()
    : one?.kind === "direct" && other?.kind === "direct" && sameUsers(one.users, other.users));

const sameUsers = (some: readonly UserId[], others: readonly UserId[]) =>
  some.length === others.length && some.every((id) => others.includes(id));

export const directTarget = (users: readonly UserId[], me: UserId): Target => {
  const others = users.filter((id) => id !== me);
  return { kind: "direct", users: others.length === 0 ? [me] : others };
};

/** The target of a message written in a place; undefined if the place shows many conversations. */
export function targetOf(place: Place, me: UserId): Target | undefined {
  switch (place.view) {
    case "topic":
      return { kind: "topic", channel: place.channel, topic: place.topic };
    case "channel":
    case "topics":
      return { kind: "topic", channel: place.channel, topic: "" };
    case "direct":
      return directTarget(place.users, me);
    default:
      return undefined;
  }
}
