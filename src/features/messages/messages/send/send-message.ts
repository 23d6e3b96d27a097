import * as v from "valibot";
import { action } from "../../../../endpoints/endpoint.ts";
import { alias, boolean, json, oneOf, optional, text } from "../../../../endpoints/parameter.ts";
import { parseMarkup } from "../../../../markup/index.ts";
import { readsOwnMessages } from "../../../../protocol/client-name.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import type { MessageId } from "../../../../protocol/ids.ts";
import { checkContent, trimContent } from "../../../../protocol/message-content.ts";
import { accessUser } from "../../../organization/users/access.ts";
import { widgetSchema } from "../../widgets/widget.ts";
import { placeOf, renderFor } from "./outgoing-message.ts";
import { postMessage } from "./post-message.ts";
import { readRecipients } from "./recipients.ts";
import { rememberSent, sentAlready } from "./sent-messages.ts";
import type { Echo } from "./tell-message.ts";

export const sendMessageEndpoint = action({
  route: "POST /messages",
  by: "any account",
  // A message that its client has numbered is sent once, however often it comes.
  repeatable: ({ queue_id, local_id }) => queue_id !== undefined && local_id !== undefined,
  params: {
    type: oneOf("direct", "private", "channel", "stream"),
    to: text("addresses"),
    content: text("content"),
    topic: alias(optional(text("topic")), "subject"),
    queue_id: optional(text("id")),
    local_id: optional(text("id")),
    read_by_sender: optional(boolean),
    widget_content: optional(json(widgetSchema)),
    // For whoever speaks for others, which no account here may.
    forged: optional(text("word")),
    sender: optional(text("address")),
    time: optional(text("number")),
  },
  reply: {
    id: v.number(),
    automatic_new_visibility_policy: v.optional(v.number()),
  },
  async prepare({ params }) {
    const content = trimContent(params.content);
    return { content, markup: await parseMarkup(content) };
  },
  run({ realm, actor, params, prepared: { content, markup }, request }) {
    const echo = echoOf(params);
    const earlier = echo && sentAlready(realm, actor.user_id, echo);
    if (earlier !== undefined) return { id: earlier };
    if (params.forged === "true" || params.sender !== undefined || params.time !== undefined) {
      throw badRequest("User not authorized for this query");
    }
    if (params.widget_content !== undefined && !actor.is_bot) {
      throw badRequest("Only bots may attach a widget to a message.");
    }
    checkContent(content);
    const isDirect = params.type === "direct" || params.type === "private";
    const place = placeOf(realm, actor, { isDirect, to: readRecipients(params.to), topic: params.topic });
    const rendered = renderFor(realm, actor, place, markup);
    const { id, policy } = postMessage(realm, {
      sender: accessUser(realm, actor, actor.user_id),
      place,
      content,
      rendered,
      client: request.client,
      readBySender: params.read_by_sender ?? readsOwnMessages(request.client),
      echo,
      widget: params.widget_content,
    });
    if (echo) rememberSent(realm, actor.user_id, echo, id);
    return reply(id, policy);
  },
});

const reply = (id: MessageId, policy: number | undefined) =>
  policy === undefined ? { id } : { id, automatic_new_visibility_policy: policy };

const echoOf = ({
  queue_id,
  local_id,
}: {
  queue_id: string | undefined;
  local_id: string | undefined;
}): Echo | undefined => (queue_id === undefined || local_id === undefined ? undefined : { queue_id, local_id });
