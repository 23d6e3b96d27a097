import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { boolean, optional, text } from "../../../endpoints/parameter.ts";
import { parseMarkup } from "../../../markup/index.ts";
import { readsOwnMessages } from "../../../protocol/client-name.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { checkContent, trimContent } from "../../../protocol/message-content.ts";
import type { Destination } from "../messages/send/destination.ts";
import { destinationOf, renderChecked } from "../messages/send/outgoing-message.ts";
import { addressParams, isDirectType } from "./address-params.ts";
import { checkDue } from "./delivery-time.ts";
import { scheduleMessage } from "./scheduled-messages.ts";

export const createScheduledMessageEndpoint = action({
  route: "POST /scheduled_messages",
  scope: "write",
  params: { ...addressParams, content: text("content"), read_by_sender: optional(boolean) },
  reply: { scheduled_message_id: v.number() },
  async prepare({ params }) {
    const content = trimContent(params.content);
    return { content, markup: await parseMarkup(content) };
  },
  run({ realm, actor, params, prepared: { content, markup }, request: { client } }) {
    const { type, to, topic, read_by_sender, scheduled_delivery_timestamp: due } = params;
    checkDue(realm, due);
    checkContent(content);
    const place = destinationOf(realm, actor, { isDirect: isDirectType(type), to, topic });
    const rendered = renderChecked(realm, actor, place, markup);
    // A message to oneself arrives unread: it is a reminder.
    const readBySender = read_by_sender ?? (readsOwnMessages(client) && !isToSelf(place, actor.user_id));
    const message = { place, content, markup, rendered, client, readBySender, due, grant: actor.grant };
    return { scheduled_message_id: scheduleMessage(realm, actor, message) };
  },
});

const isToSelf = (place: Destination, user: UserId) =>
  place.kind === "direct" && place.members.every((id) => id === user);
