import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { alias, boolean, json, oneOf, optional, text } from "../../../../api/parameter.ts";
import { fillMarkup, parseMarkup, withMarkup } from "../../../../markup/index.ts";
import { readsOwnMessages } from "../../../../protocol/client-name.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import { checkContent, trimContent } from "../../../../protocol/message-content.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { before, DAY } from "../../../../util/time.ts";
import { accessUser } from "../../../organization/accounts/access.ts";
import { settingsOf } from "../../../organization/accounts/accounts.ts";
import { saidWithWidget, widgetSchema } from "../../widgets/widget.ts";
import { deleteOldSentMessages, insertSentMessage, selectSentMessage } from "../store/rows.ts";
import type { LocalEcho } from "./emit-message.ts";
import { markupNames } from "./markup-names.ts";
import { messageAddress, whereSent } from "./message-address.ts";
import { destinationOf, renderChecked } from "./outgoing-message.ts";
import { postMessage } from "./post-message.ts";
import { parseRecipientParameter } from "./recipient-parameter.ts";

/** Renders a message without sending it. It notifies no one, so mentions need no permission (messages.md 9). */
export const renderMessageEndpoint = action({
  route: "POST /messages/render",
  outside: true,
  params: { content: text("content") },
  reply: { rendered: v.string() },
  prepare: ({ params }) => parseMarkup(trimContent(params.content)),
  run({ realm, actor, prepared: markup }) {
    const { translate_emoticons: translateEmoticons } = settingsOf(realm, actor.user_id);
    const { html } = fillMarkup(markup, markupNames(realm, actor, { translateEmoticons }));
    return { rendered: html };
  },
});

/** How long, and for how many newer messages, a send request is remembered, so that repeating it sends nothing. */
const REMEMBERED = DAY;
const REMEMBERED_MESSAGES = 10_000;

/** Returns the message already sent for the same local_id of the same queue. */
const sentMessageId = (realm: Realm, user: UserId, localEcho: LocalEcho): MessageId | undefined =>
  selectSentMessage.first(realm.sql, { user, ...localEcho })?.message_id;

function rememberSentMessage(realm: Realm, user: UserId, localEcho: LocalEcho, message: MessageId): void {
  const now = realm.seconds();
  deleteOldSentMessages.run(realm.sql, { before: before(now, REMEMBERED), floor: message - REMEMBERED_MESSAGES });
  insertSentMessage.run(realm.sql, { message, user, ...localEcho, sent_at: now });
}

export const sendMessageEndpoint = action({
  route: "POST /messages",
  outside: true,
  scope: "write",
  by: "any account",
  // A message with queue_id and local_id is sent once, no matter how many times the request is repeated.
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
    // For clients that send on behalf of other users, which no account is allowed to do.
    forged: optional(text("word")),
    sender: optional(text("address")),
    time: optional(text("number")),
  },
  reply: {
    id: v.number(),
    // Missing only if the request is repeated and its sender can't read the message anymore.
    message_url: v.optional(v.string()),
    message_link: v.optional(v.string()),
    automatic_new_visibility_policy: v.optional(v.number()),
  },
  prepare: ({ params }) => withMarkup(saidWithWidget(params.content, params.widget_content).content),
  run({ realm, actor, params, prepared: { content, markup }, request }) {
    const localEcho = localEchoOf(params);
    const earlier = localEcho && sentMessageId(realm, actor.user_id, localEcho);
    if (earlier !== undefined) {
      const where = whereSent(realm, actor, earlier);
      return { id: earlier, ...(where && messageAddress(realm, actor, earlier, where)) };
    }
    if (params.forged === "true" || params.sender !== undefined || params.time !== undefined) {
      throw badRequest("User not authorized for this query");
    }
    if (params.widget_content !== undefined && !actor.is_bot) {
      throw badRequest("Only bots may attach a widget to a message.");
    }
    checkContent(content);
    const isDirect = params.type === "direct" || params.type === "private";
    const destination = destinationOf(realm, actor, {
      isDirect,
      to: parseRecipientParameter(params.to),
      topic: params.topic,
    });
    const rendered = renderChecked(realm, actor, destination, markup);
    const { id, policy } = postMessage(realm, {
      sender: accessUser(realm, actor, actor.user_id),
      destination,
      content,
      rendered,
      client: request.client,
      readBySender: params.read_by_sender ?? readsOwnMessages(request.client),
      localEcho,
      widget: saidWithWidget(params.content, params.widget_content).widget,
      grant: actor.grant,
    });
    if (localEcho) rememberSentMessage(realm, actor.user_id, localEcho, id);
    const address = messageAddress(realm, actor, id, destination);
    return { id, ...address, ...(policy === undefined ? {} : { automatic_new_visibility_policy: policy }) };
  },
});

const localEchoOf = ({
  queue_id,
  local_id,
}: {
  queue_id: string | undefined;
  local_id: string | undefined;
}): LocalEcho | undefined => (queue_id === undefined || local_id === undefined ? undefined : { queue_id, local_id });
