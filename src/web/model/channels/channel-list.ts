import { derived } from "../capability.ts";
import type { Channel, ChannelFolder, State, Subscription } from "../state.ts";
import { channelById } from "./channels.ts";

const collator = new Intl.Collator(undefined, { sensitivity: "base", numeric: true });
const compareByName = (a: Channel, b: Channel): number => collator.compare(a.name, b.name);

export const channelsByName = derived(["channels"], (state): readonly Channel[] =>
  [...state.subscriptions, ...state.unsubscribed, ...state.never_subscribed].sort(compareByName),
);

/** Unarchived channels that the user can see but hasn't joined. */
export const channelsNotJoined = derived(["channels"], (state): readonly Channel[] =>
  [...state.unsubscribed, ...state.never_subscribed].filter((one) => !one.is_archived),
);

const lookup = derived(
  ["channels"],
  (state) => new Map(channelsByName(state).map((one) => [one.name.toLowerCase(), one])),
);

/** Finds a channel by name, ignoring case. */
export const channelNamed = (state: State, name: string): Channel | undefined => lookup(state).get(name.toLowerCase());

export const isSubscription = (channel: Channel): channel is Subscription => "color" in channel;

/** Returns a channel's color, or undefined if the user was never subscribed to it. */
export function colorOf(state: State, id: number): string | undefined {
  const channel = channelById(state, id);
  return channel !== undefined && isSubscription(channel) ? channel.color : undefined;
}

type Privacy = "web-public" | "public" | "private";

export const privacyOf = ({ is_web_public, invite_only }: Channel): Privacy =>
  is_web_public ? "web-public" : invite_only ? "private" : "public";

export interface ChannelSection {
  readonly kind: "pinned" | "folder" | "other";
  readonly folder?: ChannelFolder;
  /** By name, with muted channels last. */
  readonly active: readonly Subscription[];
  /** Channels without recent messages. */
  readonly inactive: readonly Subscription[];
}

/** Number of subscriptions from which inactive channels are listed separately, unless the user chose otherwise. */
const MANY_SUBSCRIPTIONS = 30;
const DEMOTE = { automatic: 1, always: 2, never: 3 } as const;

function demotes(state: State): boolean {
  const choice = state.user_settings.demote_inactive_streams;
  return choice === DEMOTE.always || (choice === DEMOTE.automatic && state.subscriptions.length >= MANY_SUBSCRIPTIONS);
}

/**
 * The user's channels in the order of the sidebar: pinned channels, then folders in order, then the rest. No section is
 * empty.
 */
export const channelSections = derived(["channels", "account"], (state): readonly ChannelSection[] => {
  const showsFolders = state.user_settings.web_left_sidebar_show_channel_folders;
  const shown = state.subscriptions.filter((one) => !one.is_archived).sort(mutedLast);
  const unpinned = shown.filter((one) => !one.pin_to_top);
  const folders = showsFolders ? foldersInOrder(state) : [];
  const inFolder = new Set(folders.map(({ id }) => id));
  const section = (rest: Omit<ChannelSection, "active" | "inactive">, channels: readonly Subscription[]) => {
    const isInactive = (one: Subscription) => demotes(state) && !one.is_recently_active && !one.pin_to_top;
    return { ...rest, active: channels.filter((one) => !isInactive(one)), inactive: channels.filter(isInactive) };
  };
  const sections: ChannelSection[] = [
    section(
      { kind: "pinned" },
      shown.filter((one) => one.pin_to_top),
    ),
    ...folders.map((folder) =>
      section(
        { kind: "folder", folder },
        unpinned.filter((one) => one.folder_id === folder.id),
      ),
    ),
    section(
      { kind: "other" },
      unpinned.filter((one) => one.folder_id === null || !inFolder.has(one.folder_id)),
    ),
  ];
  return sections.filter(({ active, inactive }) => active.length + inactive.length > 0);
});

const mutedLast = (a: Subscription, b: Subscription): number =>
  Number(a.is_muted) - Number(b.is_muted) || compareByName(a, b);

export const foldersInOrder = (state: State): readonly ChannelFolder[] =>
  state.channel_folders.filter((one) => !one.is_archived).sort((a, b) => a.order - b.order);
