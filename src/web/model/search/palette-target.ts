import type { ActionName } from "../../keys.ts";
import type { ChannelId, UserId } from "../ids.ts";
import type { Route } from "../places/place.ts";
import type { TopicReference } from "./suggest.ts";

/** An entry of the palette: a destination, or an action. */
export type PaletteTarget =
  | { readonly kind: "person"; readonly user: UserId }
  | { readonly kind: "group"; readonly users: readonly UserId[] }
  | { readonly kind: "channel"; readonly channel: ChannelId }
  | ({ readonly kind: "topic" } & TopicReference)
  | { readonly kind: "action"; readonly action: ActionName }
  /** Another organization of this device. */
  | { readonly kind: "organization"; readonly origin: string };

/** A text that identifies a target. */
export function keyOfTarget(target: PaletteTarget): string {
  switch (target.kind) {
    case "person":
      return `@${target.user}`;
    case "group":
      return `@${target.users.join()}`;
    case "channel":
      return `#${target.channel}`;
    case "topic":
      return `#${target.channel}>${target.topic.toLowerCase()}`;
    case "action":
      return `/${target.action}`;
    case "organization":
      return target.origin;
  }
}

/** The actions that open views. */
const ACTION_OF_VIEW = {
  inbox: "inbox",
  recent: "recent",
  combined: "combined",
  mentions: "mentions",
  starred: "starred",
  reactions: "reactions",
  directs: "directs",
  drafts: "drafts",
  scheduled: "scheduled",
  reminders: "reminders",
  channels: "channels",
  settings: "settings",
} as const satisfies { readonly [View in Route["view"]]?: ActionName };

/** The target that leads to a place; undefined if there is none. */
export function paletteTargetOf(place: Route, me: UserId): PaletteTarget | undefined {
  switch (place.view) {
    case "topic":
      return { kind: "topic", channel: place.channel, topic: place.topic };
    case "topics":
    case "channel":
      return { kind: "channel", channel: place.channel };
    case "direct":
      return paletteTargetOfDirect(place.users, me);
    case "search":
    case "about":
      return undefined;
    default:
      return { kind: "action", action: ACTION_OF_VIEW[place.view] };
  }
}

export function paletteTargetOfDirect(users: readonly UserId[], me: UserId): PaletteTarget {
  const [user = me] = users;
  return users.length > 1 ? { kind: "group", users } : { kind: "person", user };
}

/** The recent visits to a destination. */
interface Habit {
  /** The time of the last visit, in milliseconds since 1970. */
  readonly at: number;
  /** The sum of one for each visit; the weight of a visit halves in a week. */
  readonly weight: number;
}

/** The habits by destination, the latest visited last. */
export type Habits = ReadonlyMap<string, Habit>;

const MAX_HABITS = 300;
const HALF_LIFE_MS = 7 * 24 * 3_600_000;

export const weightAt = ({ at, weight }: Habit, now: number): number =>
  weight * 0.5 ** (Math.max(0, now - at) / HALF_LIFE_MS);

/** The habits after another visit to a destination. */
export function withUse(habits: Habits, key: string, now: number): Habits {
  const before = habits.get(key);
  const next = new Map(habits);
  next.delete(key);
  next.set(key, { at: now, weight: 1 + (before === undefined ? 0 : weightAt(before, now)) });
  // The destinations that were visited longest ago are dropped.
  for (const oldest of next.keys()) {
    if (next.size <= MAX_HABITS) break;
    next.delete(oldest);
  }
  return next;
}
