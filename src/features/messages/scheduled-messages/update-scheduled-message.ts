import { action } from "../../../endpoints/endpoint.ts";
import { integer, optional, text, type Values } from "../../../endpoints/parameter.ts";
import { parseMarkup, readMarkup } from "../../../markup/index.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { checkContent, trimContent } from "../../../protocol/message-content.ts";
import { destinationOf, type MessageAddress, renderChecked } from "../messages/send/outgoing-message.ts";
import { addressParams, isDirectType } from "./address-params.ts";
import { checkDue, notInFuture } from "./delivery-time.ts";
import type { ScheduledRow } from "./rows.ts";
import { accessScheduledMessageToChange, changeScheduledMessage, recipientsOf } from "./scheduled-messages.ts";

const params = {
  scheduled_message_id: integer,
  type: optional(addressParams.type),
  to: optional(addressParams.to),
  topic: addressParams.topic,
  content: optional(text("content")),
  scheduled_delivery_timestamp: optional(addressParams.scheduled_delivery_timestamp),
};
type UpdateParams = Values<typeof params>;

export const updateScheduledMessageEndpoint = action({
  route: "PATCH /scheduled_messages/:scheduled_message_id",
  params,
  reply: {},
  async prepare({ params }) {
    if (params.content === undefined) return undefined;
    const content = trimContent(params.content);
    return { content, markup: await parseMarkup(content) };
  },
  run({ realm, actor, params, prepared }) {
    const row = accessScheduledMessageToChange(realm, actor, params.scheduled_message_id);
    const { type, to, topic, scheduled_delivery_timestamp: due } = params;
    const changesMessage = [type, to, topic, prepared].some((given) => given !== undefined);
    if (!changesMessage && due === undefined) throw badRequest("Nothing to change");
    if (due !== undefined) checkDue(realm, due);
    else if (row.failed === 1) throw notInFuture();
    if (!changesMessage) {
      changeScheduledMessage(realm, actor, row, { planned: undefined, due });
      return {};
    }
    const { content, markup } = prepared ?? { content: row.content, markup: readMarkup(row.markup, row.content) };
    checkContent(content);
    const place = destinationOf(realm, actor, addressFor(row, params));
    const rendered = renderChecked(realm, actor, place, markup);
    changeScheduledMessage(realm, actor, row, { planned: { place, content, markup, rendered }, due });
    return {};
  },
});

/** The message's current address, with the parts of a new one that the request gives. */
function addressFor(row: ScheduledRow, { type, to, topic }: UpdateParams): MessageAddress {
  if (type !== undefined && to === undefined) {
    throw badRequest("Recipient required when updating type of scheduled message.");
  }
  const isDirect = type === undefined ? row.channel_id === null : isDirectType(type);
  if (type !== undefined && !isDirect && topic === undefined) {
    throw badRequest("Topic required when updating scheduled message type to channel.");
  }
  return { isDirect, to: to ?? row.channel_id ?? recipientsOf(row), topic: topic ?? row.topic };
}
