import type { ActionName } from "../../keys.ts";
import type { ChannelId, UserId } from "../ids.ts";
import type { Place } from "../place.ts";
import type { Found, NameIndex } from "./name-index.ts";
import type { TopicReference } from "./suggest.ts";

/** What one can go to, or do, from the palette. */
export type PaletteTarget =
  | { readonly kind: "person"; readonly user: UserId }
  | { readonly kind: "group"; readonly users: readonly UserId[] }
  | { readonly kind: "channel"; readonly channel: ChannelId }
  | ({ readonly kind: "topic" } & TopicReference)
  | { readonly kind: "action"; readonly action: ActionName };

/** The same text for the same target. */
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
  }
}

/** The views that an action leads to. */
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
} as const satisfies { readonly [View in Place["view"]]?: ActionName };

/** The target by which one would have come to a place; undefined where none leads there. */
export function targetOf(place: Place, me: UserId): PaletteTarget | undefined {
  switch (place.view) {
    case "topic":
      return { kind: "topic", channel: place.channel, topic: place.topic };
    case "topics":
    case "channel":
      return { kind: "channel", channel: place.channel };
    case "direct":
      return targetOfDirect(place.users, me);
    case "search":
    case "about":
      return undefined;
    default:
      return { kind: "action", action: ACTION_OF_VIEW[place.view] };
  }
}

export function targetOfDirect(users: readonly UserId[], me: UserId): PaletteTarget {
  const [user = me] = users;
  return users.length > 1 ? { kind: "group", users } : { kind: "person", user };
}

export interface PaletteIndex {
  readonly people: NameIndex<PaletteTarget>;
  readonly groups: NameIndex<PaletteTarget>;
  readonly channels: NameIndex<PaletteTarget>;
  readonly topics: NameIndex<PaletteTarget>;
  readonly actions: NameIndex<PaletteTarget>;
}

const KINDS: readonly (keyof PaletteIndex)[] = ["people", "groups", "channels", "topics", "actions"];

/** What a sign at the beginning limits a search to. */
const SIGNS: Readonly<Record<string, readonly (keyof PaletteIndex)[]>> = {
  "@": ["people", "groups"],
  "#": ["channels", "topics"],
  ">": ["topics"],
  "/": ["actions"],
};

export interface PaletteQuery {
  readonly kinds: readonly (keyof PaletteIndex)[];
  readonly text: string;
}

/** What is looked for. "#design>logo" is a topic that has "logo" in its name, in a channel that has "design" in its own. */
export function paletteQuery(typed: string): PaletteQuery {
  const text = typed.trimStart();
  const kinds = SIGNS[text.charAt(0)];
  if (kinds === undefined) return { kinds: KINDS, text };
  const rest = text.slice(1);
  if (text.startsWith("#") && rest.includes(">")) return { kinds: ["topics"], text: rest.replace(">", " ") };
  return { kinds, text: rest };
}

/** The targets that fit what was typed, the best first. `nearness` is as of `NameIndex.find`. */
export function paletteTargets(
  { kinds, text }: PaletteQuery,
  index: PaletteIndex,
  { limit, nearness }: { readonly limit: number; readonly nearness: (target: PaletteTarget) => number },
): PaletteTarget[] {
  const found: Found<PaletteTarget>[] = kinds.flatMap((kind) => index[kind].find(text, limit, nearness));
  return found
    .sort((one, other) => one.score - other.score)
    .slice(0, limit)
    .map(({ thing }) => thing);
}

/** What a target has in its favour. */
export interface Favour {
  /** How often one has gone there of late, by `weightAt`. */
  readonly habit: number;
  readonly unread: number;
  /** How many conversations have had a message since. */
  readonly recency: number | undefined;
  readonly isMuted: boolean;
  readonly isFaraway: boolean;
  /** Actions have long names, with words in them that are in many. */
  readonly isAction: boolean;
}

/** Nearness: a hundred is as much as a step of how well the name fits. */
export function nearnessOf({ habit, unread, recency, isMuted, isFaraway, isAction }: Favour): number {
  const used = 140 * (1 - 0.5 ** habit);
  const fresh = recency === undefined ? 0 : 60 * 0.5 ** (recency / 30);
  const far = (isMuted ? 60 : 0) + (isFaraway ? 60 : 0) + (isAction ? 100 : 0);
  return used + fresh + (unread > 0 && !isMuted ? 30 : 0) - far;
}
