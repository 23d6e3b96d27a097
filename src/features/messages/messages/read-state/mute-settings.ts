import type { ChannelId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { subscriptionsOf } from "../../../channels/channels/channels.ts";
import { policiesOf, Visibility } from "../../../channels/topic-preferences/topic-preferences.ts";
import { topicKey } from "../../../conversations/topic-name.ts";

/** The channels and topics that a user has muted, as data that can be sent to the Worker. */
export interface MuteSettings {
  readonly channels: readonly ChannelId[];
  /** The topics for which the user has a visibility policy, and whether it mutes them. */
  readonly topics: readonly (readonly [channel: ChannelId, key: string, isMuted: boolean])[];
}

export const muteSettingsOf = (realm: Realm, user: UserId): MuteSettings => ({
  channels: subscriptionsOf(realm, user).flatMap((row) => (row.is_muted === 1 ? row.channel_id : [])),
  topics: policiesOf(realm, user).map((row) => [row.channel_id, row.topic_key, row.policy === Visibility.muted]),
});

/** A test whether a topic is muted: its own visibility policy overrides its channel's mute (channels-topics.md 6). */
export function isMutedBy({ channels, topics }: MuteSettings): (channel: number, topic: string) => boolean {
  const muted = new Set<number>(channels);
  const own = new Map(topics.map(([channel, key, isMuted]) => [`${channel}:${key}`, isMuted]));
  return (channel, topic) => own.get(`${channel}:${topicKey(topic)}`) ?? muted.has(channel);
}
