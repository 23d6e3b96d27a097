import type { ActionName } from "../../keys.ts";
import type { ChannelId, UserId } from "../ids.ts";
import { topicNameKey } from "../routes/conversation.ts";
import type { Route } from "../routes/place.ts";
import type { TopicReference } from "./suggest.ts";

/** A palette entry: a destination or an action. */
export type PaletteTarget =
  | { readonly kind: "person"; readonly user: UserId }
  | { readonly kind: "group"; readonly users: readonly UserId[] }
  | { readonly kind: "channel"; readonly channel: ChannelId }
  | ({ readonly kind: "topic" } & TopicReference)
  | { readonly kind: "action"; readonly action: ActionName }
  /** Another organization on this device. */
  | { readonly kind: "organization"; readonly origin: string };

export function keyOfTarget(target: PaletteTarget): string {
  switch (target.kind) {
    case "person":
      return `@${target.user}`;
    case "group":
      return `@${target.users.join()}`;
    case "channel":
      return `#${target.channel}`;
    case "topic":
      return `#${target.channel}>${topicNameKey(target.topic)}`;
    case "action":
      return `/${target.action}`;
    case "organization":
      return target.origin;
  }
}

export function paletteTargetOf(place: Route, me: UserId): PaletteTarget | undefined {
  switch (place.view) {
    case "topic":
      return { kind: "topic", channel: place.channel, topic: place.topic };
    case "topics":
    case "board":
    case "channel":
      return { kind: "channel", channel: place.channel };
    case "direct":
      return paletteTargetOfDirect(place.users, me);
    case "search":
    case "about":
      return undefined;
    default:
      // The actions that open these views are named like them.
      return { kind: "action", action: place.view };
  }
}

export function paletteTargetOfDirect(users: readonly UserId[], me: UserId): PaletteTarget {
  const [user = me] = users;
  return users.length > 1 ? { kind: "group", users } : { kind: "person", user };
}

/** Recent visits to a destination. */
interface Habit {
  /** When the destination was last visited, in milliseconds since 1970. */
  readonly at: number;
  /** Sum of the visits' weights. Each starts at one and halves every week. */
  readonly weight: number;
}

/** Habits by destination, most recently visited last. */
export type Habits = ReadonlyMap<string, Habit>;

const MAX_HABITS = 300;
const HALF_LIFE_MS = 7 * 24 * 3_600_000;

export const weightAt = ({ at, weight }: Habit, now: number): number =>
  weight * 0.5 ** (Math.max(0, now - at) / HALF_LIFE_MS);

export function withUse(habits: Habits, key: string, now: number): Habits {
  const before = habits.get(key);
  const next = new Map(habits);
  next.delete(key);
  next.set(key, { at: now, weight: 1 + (before === undefined ? 0 : weightAt(before, now)) });
  // Drops the destinations visited longest ago.
  for (const oldest of next.keys()) {
    if (next.size <= MAX_HABITS) break;
    next.delete(oldest);
  }
  return next;
}
