import type { ChannelId, UserId } from "../../../../protocol/ids.ts";
import { nameKey } from "../../../../protocol/name-key.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { subscriptionsOf } from "../../../channels/channels/channels.ts";
import { policiesOf, Visibility } from "../../../channels/topic-visibility/topic-visibility.ts";

/** A user's muted channels and topics, in a form that can be sent to the Worker. */
export interface MuteSettings {
  readonly channels: readonly ChannelId[];
  /** Topics with a visibility policy. */
  readonly topics: readonly (readonly [channel: ChannelId, key: string, isMuted: boolean])[];
}

export const muteSettingsOf = (realm: Realm, user: UserId): MuteSettings => ({
  channels: subscriptionsOf(realm, user).flatMap((row) => (row.is_muted === 1 ? row.channel_id : [])),
  topics: policiesOf(realm, user).map((row) => [row.channel_id, row.topic_key, row.policy === Visibility.muted]),
});

/**
 * Returns a predicate for muted topics. A topic's own visibility policy overrides its channel's mute
 * (channels-topics.md 6).
 */
export function isMutedBy({ channels, topics }: MuteSettings): (channel: number, topic: string) => boolean {
  const muted = new Set<number>(channels);
  const own = new Map(topics.map(([channel, key, isMuted]) => [`${channel}:${key}`, isMuted]));
  return (channel, topic) => own.get(`${channel}:${nameKey(topic)}`) ?? muted.has(channel);
}
