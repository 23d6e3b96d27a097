import type { Realm } from "../../../realm/realm.ts";
import type { Channel } from "../../channels/channels/public.ts";
import { topicToWrite } from "../../conversations/public.ts";
import { checkTopicPolicy } from "../../messages/messages/public.ts";
import { realmSettings } from "../../organization/realm/public.ts";

/** A topic that the channel allows: where it wants one and there is none, the other one; where it wants none, "". */
export function allowedTopic(realm: Realm, channel: Channel, wanted: string, instead: string): string {
  const own = channel.topics_policy === "inherit" ? realmSettings(realm).topics_policy : channel.topics_policy;
  const topic = own === "empty_topic_only" ? "" : topicToWrite(cleanTopic(wanted));
  if (own === "disable_empty_topic" && topic === "") return topicToWrite(instead);
  checkTopicPolicy(realm, channel, topic);
  return topic;
}

/** A text in one line, without the characters that no topic may have. */
const cleanTopic = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cs}\p{Cn}\s]+/gu, " ")
    .trim();
