import type { ChannelId, UserId } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";
import { subscriptionsOf } from "../channels/channels.ts";
import { topicKey } from "../conversations/topic-name.ts";
import { policiesOf, Visibility } from "../topic-preferences/topic-preferences.ts";

/** Tells of topics whether somebody has muted them; a topic's own policy outweighs its channel's (channels-topics.md 6). */
export function silenceOf(realm: Realm, user: UserId): (channel: ChannelId, topic: string) => boolean {
  const muted = new Set(subscriptionsOf(realm, user).flatMap((row) => (row.is_muted === 1 ? row.channel_id : [])));
  const policies = new Map(
    policiesOf(realm, user).map((row) => [`${row.channel_id}:${row.topic_key}`, row.policy] as const),
  );
  return (channel, topic) => {
    const policy = policies.get(`${channel}:${topicKey(topic)}`);
    return policy === undefined ? muted.has(channel) : policy === Visibility.muted;
  };
}
