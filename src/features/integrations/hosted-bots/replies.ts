import * as v from "valibot";
import { parseMarkup } from "../../../markup/index.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { placeOfMessage } from "../../conversations/conversations.ts";
import { renderChecked } from "../../messages/core/send/outgoing-message.ts";
import { postMessage } from "../../messages/core/send/post-message.ts";
import { checkMayReply } from "../../messages/presses/answer.ts";
import { saidWithWidget } from "../../messages/widgets/widget.ts";
import { actorOf, type User } from "../../organization/accounts/accounts.ts";
import type { PreparedReply } from "../outgoing-webhooks/call-service.ts";
import { replyIn, UnreadableReply } from "../outgoing-webhooks/reply.ts";
import { placeOfReply } from "../outgoing-webhooks/reply-place.ts";
import { Interface } from "../outgoing-webhooks/request.ts";
import { OverLimit, runLimits } from "./run-limits.ts";

/** Client name shown on messages of scripts. */
export const CLIENT = "HostedBot";

const several = v.array(v.unknown());

/**
 * Parses replies from a script's result: a string, an object as in responses to outgoing webhooks, or a list of these.
 */
export async function readReplies(given: unknown): Promise<PreparedReply[]> {
  const list = v.is(several, given) ? given : [given];
  if (list.length > runLimits.replies) throw new OverLimit(`It replied more than ${runLimits.replies} times.`);
  const replies: PreparedReply[] = [];
  for (const one of list) {
    const reply = replyOf(one);
    if (reply === null) continue;
    const { content, widget } = saidWithWidget(reply.content, reply.widget);
    replies.push({ content, markup: await parseMarkup(content), widget });
  }
  return replies;
}

function replyOf(given: unknown) {
  if (given === null || given === undefined) return null;
  const object = typeof given === "object" ? given : { content: given };
  try {
    return replyIn(JSON.stringify(object), Interface.zulip);
  } catch (error) {
    if (error instanceof UnreadableReply) throw badRequest("A reply is neither a text nor an object with content.");
    throw error;
  }
}

/**
 * Posts a reply in the conversation of the message it answers. Only replies to presses need a permission check, because
 * the sender of a message could write there. Call it within a change.
 */
export function postReply(
  realm: Realm,
  bot: User,
  { message, press }: { readonly message: MessageId | null; readonly press: number | null },
  { content, markup, widget }: PreparedReply,
): void {
  const place = message === null ? undefined : placeOfMessage(realm, message);
  const destination = place && placeOfReply(realm, place);
  if (destination === undefined) throw badRequest("There is no message to reply to: use send.");
  if (press !== null) checkMayReply(realm, actorOf(bot), press, destination);
  const rendered = renderChecked(realm, actorOf(bot), destination, markup);
  postMessage(realm, { sender: bot, destination, content, rendered, client: CLIENT, readBySender: false, widget });
}
