import { fillMarkup, type Markup } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { ApiError } from "../../../protocol/errors.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { topicToWrite } from "../../conversations/public.ts";
import {
  checkGroupMentions,
  checkTopicPolicy,
  type Destination,
  markupNames,
  postMessage,
} from "../../messages/messages/public.ts";
import { realmSettings } from "../../organization/realm/public.ts";
import { accessUser } from "../../organization/users/public.ts";
import type { DeliveryDestination } from "./destination.ts";
import type { WebhookMessage } from "./integration.ts";

interface DeliveredMessage {
  readonly message: WebhookMessage;
  readonly destination: DeliveryDestination;
  /** The topic of the webhook's address. */
  readonly topic: string | undefined;
  readonly delivery: { readonly title: string; readonly client: string };
  readonly markup: Markup | undefined;
}

/** Posts one message of a delivery. */
export function postDelivered(
  realm: Realm,
  actor: Actor,
  { message, destination: where, topic, delivery: { title, client }, markup }: DeliveredMessage,
): MessageId {
  if (markup === undefined) throw new Error("a message of a delivery is not parsed");
  const destination: Destination =
    where.kind === "direct" ? where : { ...where, topic: topicFor(realm, where, topic ?? message.topic, title) };
  return postMessage(realm, {
    sender: accessUser(realm, actor, actor.user_id),
    destination,
    content: message.content,
    rendered: fillMarkup(markup, namesFor(realm, actor)),
    client,
    readBySender: false,
  }).id;
}

/** A topic that the channel allows: where it wants one and there is none, the service's name; where it wants none, "". */
function topicFor(
  realm: Realm,
  { channel }: Extract<DeliveryDestination, { kind: "channel" }>,
  wanted: string,
  title: string,
): string {
  const own = channel.topics_policy === "inherit" ? realmSettings(realm).topics_policy : channel.topics_policy;
  const topic = own === "empty_topic_only" ? "" : topicToWrite(cleanTopic(wanted));
  if (own === "disable_empty_topic" && topic === "") return topicToWrite(title);
  checkTopicPolicy(realm, channel, topic);
  return topic;
}

/** A text in one line, without the characters that no topic may have. */
const cleanTopic = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cs}\p{Cn}\s]+/gu, " ")
    .trim();

/** What another service writes mentions a group only where the bot may; else the mention is silent. */
function namesFor(realm: Realm, actor: Actor) {
  const names = markupNames(realm, actor, { translateEmoticons: false });
  return {
    ...names,
    groupByName(name: string) {
      const group = names.groupByName(name);
      return group && !mayMention(realm, actor, group.id) ? { ...group, deactivated: true } : group;
    },
  };
}

function mayMention(realm: Realm, actor: Actor, group: number): boolean {
  try {
    checkGroupMentions(realm, actor, [group]);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
