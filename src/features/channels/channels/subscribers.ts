import type { ChannelId, UserId } from "../../../protocol/ids.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import { firstIndex } from "../../../util/first-index.ts";
import { newestMessageId } from "../../conversations/conversations.ts";
import * as rows from "./rows.ts";

interface Subscribers {
  /** Subscriber ids, ascending. */
  readonly lists: Map<ChannelId, Uint32Array>;
  /** Subscribers as sets, created on demand for single channels. */
  readonly sets: Map<ChannelId, Set<UserId>>;
}
const subscribersKey = cacheKey<Subscribers>("subscribers");

/** Subscribers of all channels, in memory because every message and event needs them. */
const subscribers = (realm: Realm): Subscribers =>
  realm.cached(subscribersKey, () => {
    const found = rows.allSubscriberLists.all(realm.sql, {});
    return { lists: new Map(found.map((row) => [row.channel_id, new Uint32Array(row.users)])), sets: new Map() };
  });

const EMPTY_LIST = new Uint32Array();

/** Returns a channel's current subscribers, ascending. */
export const subscriberList = (realm: Realm, channel: ChannelId): Readonly<Uint32Array> =>
  subscribers(realm).lists.get(channel) ?? EMPTY_LIST;

export const subscribersOf = (realm: Realm, channel: ChannelId): ReadonlySet<UserId> => subscriberSet(realm, channel);

function subscriberSet(realm: Realm, channel: ChannelId): Set<UserId> {
  const { sets } = subscribers(realm);
  return entryOf(sets, channel, () => new Set(subscriberList(realm, channel) as Iterable<number> as Iterable<UserId>));
}

export function isSubscribed(realm: Realm, user: UserId, channel: ChannelId): boolean {
  const known = subscribers(realm).sets.get(channel);
  if (known !== undefined) return known.has(user);
  const list = subscriberList(realm, channel);
  return list[firstIndex(list.length, (at) => (list[at] ?? 0) >= user)] === user;
}

function writeSubscribers(realm: Realm, channel: ChannelId): void {
  const list = Uint32Array.from(subscriberSet(realm, channel)).sort();
  rows.putSubscriberList.run(realm.sql, { channel, users: list.buffer });
  subscribers(realm).lists.set(channel, list);
}

/** Colors of new subscriptions, in order of use (channels-topics.md 4). */
const COLORS = [
  "#6fb1e0",
  "#e0a458",
  "#7cc48d",
  "#d98ba6",
  "#a594e8",
  "#d6c757",
  "#63c2c4",
  "#df7f66",
  "#9dbb4e",
  "#c08be0",
  "#5c86d6",
  "#cfa27a",
  "#4fa87b",
  "#e26d8c",
  "#8fa8c9",
  "#b5a642",
  "#5fb0a0",
  "#c96f4a",
  "#7d8fe0",
  "#a3c585",
  "#b46f9e",
  "#d9b48f",
  "#6c9a9f",
  "#a08670",
];
const PALETTE = JSON.stringify(COLORS);
const LAST_COLOR = "#c2c2c2";

/** Returns the color of a user's next subscription, given how many they have. */
export const paletteColor = (subscriptions: number): string => COLORS[subscriptions] ?? LAST_COLOR;

/**
 * Writes new subscriptions, which receive messages from now on. If no color is given, each user gets their next palette
 * color.
 */
export function beginSubscriptions(
  realm: Realm,
  channel: ChannelId,
  users: readonly UserId[],
  color: string | null = null,
): void {
  rows.putSubscriptions.run(realm.sql, {
    users: JSON.stringify(users),
    channel,
    since: newestMessageId(realm) + 1,
    color,
    palette: PALETTE,
    last_color: LAST_COLOR,
  });
  const set = subscriberSet(realm, channel);
  for (const user of users) set.add(user);
  writeSubscribers(realm, channel);
}

/** Makes a subscription start at an earlier message. Its user counts as having received everything since then. */
export const startSubscriptionAt = (realm: Realm, user: UserId, channel: ChannelId, since: number): void =>
  rows.setSubscriptionStart.run(realm.sql, { user, channel, since });

/** Ends subscriptions permanently, or suspends them until the account is reactivated. */
export function finishSubscriptions(
  realm: Realm,
  channel: ChannelId,
  users: readonly UserId[],
  { suspended }: { suspended: boolean },
): void {
  const list = JSON.stringify(users);
  rows.keepSpans.run(realm.sql, { users: list, channel, to: newestMessageId(realm) });
  rows.endSubscriptions.run(realm.sql, { users: list, channel, suspended });
  const set = subscriberSet(realm, channel);
  for (const user of users) set.delete(user);
  writeSubscribers(realm, channel);
}
