import { fillMarkup, type Markup } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Destination } from "../../messages/core/send/destination.ts";
import { postMessage } from "../../messages/core/send/post-message.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { allowedTopic } from "./allowed-topic.ts";
import type { DeliveryDestination } from "./destination.ts";
import type { WebhookMessage } from "./integration.ts";
import { quietNames } from "./quiet-names.ts";

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
  }).id;
}
