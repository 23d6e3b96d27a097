import { type ChannelId, toChannelId, toUserId, type UserId } from "../../protocol/ids.ts";
import { cacheKey, type Realm } from "../../realm/realm.ts";
import { newestMessageId } from "../conversations/conversations.ts";
import {
  allSubscribers,
  closeSpans,
  deleteEmptySpans,
  endSubscriptions,
  openSpans,
  putSubscriptions,
  subscribersOfChannel,
} from "./rows.ts";

interface Subscribers {
  readonly sets: Map<ChannelId, Set<UserId>>;
  /** Whether a channel that has no set here has no subscribers. */
  complete: boolean;
}
const subscribersKey = cacheKey<Subscribers>("subscribers");

/** Who is subscribed now, in memory: every message and every event asks it. */
export const subscribersOf = (realm: Realm, channel: ChannelId): ReadonlySet<UserId> => subscriberSet(realm, channel);

/** Loads the sets of all channels at once, for whoever is about to ask for most of them. */
export function loadSubscribers(realm: Realm): void {
  const known = knownSubscribers(realm);
  if (known.complete) return;
  const skipped = new Set(known.sets.keys());
  for (const [first, second] of allSubscribers.raw(realm.sql, {})) {
    const channel = toChannelId(Number(first));
    if (skipped.has(channel)) continue;
    const set = known.sets.get(channel) ?? new Set();
    set.add(toUserId(Number(second)));
    known.sets.set(channel, set);
  }
  known.complete = true;
}

const knownSubscribers = (realm: Realm): Subscribers =>
  realm.cached(subscribersKey, () => ({ sets: new Map(), complete: false }));

function subscriberSet(realm: Realm, channel: ChannelId): Set<UserId> {
  const { sets, complete } = knownSubscribers(realm);
  let set = sets.get(channel);
  if (set === undefined) {
    const rows = complete ? [] : subscribersOfChannel.all(realm.sql, { channel });
    set = new Set(rows.map((row) => row.user_id));
    sets.set(channel, set);
  }
  return set;
}

/** The colours that new subscriptions take in turn (channels-topics.md 4). */
const PALETTE = JSON.stringify([
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
]);
const LAST_COLOR = "#c2c2c2";

/** Writes that users subscribe: they receive what is sent from now on. Without a colour, each gets their next one. */
export function beginSubscriptions(
  realm: Realm,
  channel: ChannelId,
  users: readonly UserId[],
  color: string | null = null,
): void {
  const list = JSON.stringify(users);
  putSubscriptions.run(realm.sql, { users: list, channel, color, palette: PALETTE, last_color: LAST_COLOR });
  openSpans.run(realm.sql, { users: list, channel, from: newestMessageId(realm) + 1 });
  const set = subscriberSet(realm, channel);
  for (const user of users) set.add(user);
}

/** Writes that subscriptions end: for good, or until the account is active again. */
export function finishSubscriptions(
  realm: Realm,
  channel: ChannelId,
  users: readonly UserId[],
  { suspended }: { suspended: boolean },
): void {
  const list = JSON.stringify(users);
  endSubscriptions.run(realm.sql, { users: list, channel, suspended });
  closeSpans.run(realm.sql, { users: list, channel, to: newestMessageId(realm) });
  deleteEmptySpans.run(realm.sql, { users: list, channel });
  const set = subscriberSet(realm, channel);
  for (const user of users) set.delete(user);
}
