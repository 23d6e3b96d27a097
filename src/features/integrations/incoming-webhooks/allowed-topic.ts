import type { Actor } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Channel } from "../../channels/channels/channels.ts";
import { topicToWrite } from "../../conversations/topic-name.ts";
import { checkTopic } from "../../messages/core/send/channel-permissions.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";

/**
 * Returns a topic that the channel allows: the fallback if it requires one and none is given, or "" if it allows none.
 * Throws if the caller can't create the topic.
 */
export function allowedTopic(
  realm: Realm,
  actor: Actor,
  { channel, wanted, instead }: { readonly channel: Channel; readonly wanted: string; readonly instead: string },
): string {
  const own = channel.topics_policy === "inherit" ? realmSettings(realm).topics_policy : channel.topics_policy;
  const given = own === "empty_topic_only" ? "" : topicToWrite(cleanTopic(wanted));
  const topic = own === "disable_empty_topic" && given === "" ? topicToWrite(instead) : given;
  checkTopic(realm, actor, channel, topic);
  return topic;
}

/** Returns a text in one line, without characters that topics can't contain. */
const cleanTopic = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cs}\p{Cn}\s]+/gu, " ")
    .trim();
