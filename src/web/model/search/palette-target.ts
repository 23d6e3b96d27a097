import type { ActionName } from "../../keys.ts";
import type { ChannelId, UserId } from "../ids.ts";
import type { Place } from "../places/place.ts";
import type { TopicReference } from "./suggest.ts";

/** An entry of the palette: a destination, or an action. */
export type PaletteTarget =
  | { readonly kind: "person"; readonly user: UserId }
  | { readonly kind: "group"; readonly users: readonly UserId[] }
  | { readonly kind: "channel"; readonly channel: ChannelId }
  | ({ readonly kind: "topic" } & TopicReference)
  | { readonly kind: "action"; readonly action: ActionName };

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
} as const satisfies { readonly [View in Place["view"]]?: ActionName };

/** The target that leads to a place; undefined if there is none. */
export function paletteTargetOf(place: Place, me: UserId): PaletteTarget | undefined {
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
