import type { Actor } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Channel } from "../../channels/channels/channels.ts";
import { topicToWrite } from "../../conversations/topic-name.ts";
import { checkTopic } from "../../messages/messages/send/channel-permissions.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";

/**
 * A topic that the channel allows: where it wants one and there is none, the other one; where it wants none, "". Refuses one
 * that the actor may not create.
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

/** A text in one line, without the characters that no topic may have. */
const cleanTopic = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cs}\p{Cn}\s]+/gu, " ")
    .trim();
