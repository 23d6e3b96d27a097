import { fillMarkup, type Markup } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Destination, postMessage } from "../../messages/messages/public.ts";
import { accessUser } from "../../organization/users/public.ts";
import { allowedTopic } from "./allowed-topic.ts";
import type { DeliveryDestination } from "./destination.ts";
import type { WebhookMessage } from "./integration.ts";
import { quietNames } from "./quiet-names.ts";

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
    where.kind === "direct"
      ? where
      : { ...where, topic: allowedTopic(realm, where.channel, topic ?? message.topic, title) };
  return postMessage(realm, {
    sender: accessUser(realm, actor, actor.user_id),
    destination,
    content: message.content,
    rendered: fillMarkup(markup, quietNames(realm, actor)),
    client,
    readBySender: false,
  }).id;
}
