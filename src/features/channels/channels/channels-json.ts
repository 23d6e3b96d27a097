import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { inactiveUsers } from "../../organization/accounts/accounts.ts";
import { systemGroupIds } from "../../organization/user-groups/user-groups.ts";
import { channelObject, isRecentlyActive, weeklyTraffic } from "./channel-object.ts";
import type { Channel } from "./channels.ts";
import { subscriberList } from "./subscribers.ts";

/** A channel's `ChannelObject` as JSON, and the inputs it was built from, other than the channel itself. */
interface CachedChannelJson {
  readonly json: string;
  readonly subscribers: object;
  readonly isRecentlyActive: boolean;
  readonly traffic: number | null;
}

interface WrittenChannels {
  readonly groups: object;
  readonly inactive: object;
  readonly byChannel: WeakMap<Channel, CachedChannelJson>;
}

const writtenKey = cacheKey<WrittenChannels>("channels as JSON");

/**
 * Returns a JSON list of `ChannelObject`. Each is the same for all viewers and cached until an input changes. The
 * caller must already have filtered by visibility.
 */
export function channelsJson(realm: Realm, channels: readonly Channel[]): string {
  const { byChannel } = writtenChannels(realm);
  const now = realm.seconds();
  const texts = channels.map((channel) => {
    const parts = {
      subscribers: subscriberList(realm, channel.id),
      isRecentlyActive: isRecentlyActive(channel, now),
      traffic: weeklyTraffic(channel, now),
    };
    const known = byChannel.get(channel);
    if (
      known?.subscribers === parts.subscribers &&
      known.isRecentlyActive === parts.isRecentlyActive &&
      known.traffic === parts.traffic
    ) {
      return known.json;
    }
    const json = JSON.stringify(channelObject(realm, channel));
    byChannel.set(channel, { json, ...parts });
    return json;
  });
  return `[${texts.join(",")}]`;
}

/**
 * Returns the cached JSON. An entry is outdated once one of the compared objects was replaced. Every change of a
 * channel, its subscribers or the deactivated accounts replaces one.
 */
function writtenChannels(realm: Realm): WrittenChannels {
  const [groups, inactive] = [systemGroupIds(realm), inactiveUsers(realm)];
  const begin = () => ({ groups, inactive, byChannel: new WeakMap<Channel, CachedChannelJson>() });
  const known = realm.cached(writtenKey, begin);
  if (known.groups === groups && known.inactive === inactive) return known;
  realm.forget(writtenKey);
  return realm.cached(writtenKey, begin);
}
