import { fillMarkup, type Markup } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Channel } from "../../channels/channels/channels.ts";
import { topicToWrite } from "../../conversations/topic-name.ts";
import { checkTopic } from "../../messages/core/send/channel-permissions.ts";
import type { Destination } from "../../messages/core/send/destination.ts";
import { postMessage } from "../../messages/core/send/post-message.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import type { DeliveryDestination } from "./destination.ts";
import type { WebhookMessage } from "./integration.ts";
import { quietNames } from "./quiet-names.ts";

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

/** Puts text on one line, without characters that topics can't contain. */
const cleanTopic = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cs}\p{Cn}\s]+/gu, " ")
    .trim();

interface DeliveredMessage {
  readonly message: WebhookMessage;
  readonly destination: Destination;
  readonly client: string;
  readonly markup: Markup | undefined;
}

/** Returns a message's destination; `topic` is from the webhook's URL. Throws if the topic is invalid. */
export const destinationOfMessage = (
  realm: Realm,
  actor: Actor,
  where: DeliveryDestination,
  { message, topic, title }: { readonly message: WebhookMessage; readonly topic: string | undefined; title: string },
): Destination =>
  where.kind === "direct"
    ? where
    : {
        ...where,
        topic: allowedTopic(realm, actor, {
          channel: where.channel,
          wanted: topic ?? message.topic,
          instead: title,
        }),
      };

export function postDelivered(
  realm: Realm,
  actor: Actor,
  { message, destination, client, markup }: DeliveredMessage,
): MessageId {
  if (markup === undefined) throw new Error("a message of a delivery is not parsed");
  return postMessage(realm, {
    sender: accessUser(realm, actor, actor.user_id),
    destination,
    content: message.content,
    rendered: fillMarkup(markup, quietNames(realm, actor)),
    client,
    readBySender: false,
    widget: message.widget,
  }).id;
}
