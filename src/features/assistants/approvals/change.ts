import type { Markup } from "../../../markup/index.ts";
import type { Actor, Grant } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { randomToken } from "../../../util/random.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { type Destination, destinationOfPlace } from "../../messages/core/send/destination.ts";
import { renderChecked } from "../../messages/core/send/outgoing-message.ts";
import { accessMessageToChange, messageInRealm } from "../../messages/core/store/access-to-change.ts";
import { messagesNeededFor } from "../../messages/editing/access.ts";
import { checkEdit } from "../../messages/editing/check-edit.ts";
import { applyEdit } from "../../messages/editing/edit-message.ts";
import { accessMessageToDelete } from "../../messages/message-deletion/access.ts";
import { deleteMessages } from "../../messages/message-deletion/message-deletion.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { type Rule, rulesFor } from "./approval.ts";
import { auditDecision, auditRefusal, clientsPart, type Decision, resultKeys, settledOutcome } from "./decision.ts";
import { keepOutcome, type WriteResult } from "./results.ts";
import { placeNamed } from "./texts.ts";

interface WantedChange {
  readonly tool: string;
  readonly message_id: number;
  readonly topic: string | undefined;
  readonly prev_content_sha256: string | undefined;
  readonly deletes: boolean;
  /** The new text, including any edits the user made when asked for approval. */
  readonly text: { readonly content: string; readonly markup: Markup } | null;
  readonly digest: string;
  readonly asks: boolean;
  readonly decision: Decision | undefined;
}

const editOf = (
  { message_id, topic, prev_content_sha256 }: Pick<WantedChange, "message_id" | "topic" | "prev_content_sha256">,
  content: string | undefined,
) => ({
  ...{ message_id, topic, prev_content_sha256, content, stream_id: undefined },
  propagate_mode: "change_one" as const,
  send_notification_to_old_thread: false,
  send_notification_to_new_thread: false,
});

export function loadedFor(
  realm: Realm,
  actor: Actor,
  wanted: Pick<WantedChange, "message_id" | "topic" | "prev_content_sha256"> & { readonly content: string | undefined },
): MessageId[] {
  const { message, move } = checkEdit(realm, actor, editOf(wanted, wanted.content));
  return [message.place.id, ...(move === undefined ? [] : messagesNeededFor(realm, actor, move))];
}

/**
 * Edits or deletes a message of the user. If this requires approval, the client asks the user. If the client can't ask,
 * the call is refused, because the user can change the message faster than decide about it in Parley.
 */
export function changeForAssistant(realm: Realm, actor: Actor, grant: Grant, wanted: WantedChange): WriteResult {
  const { tool, digest, text } = wanted;
  const { asks, decision } = clientsPart(grant, wanted);
  const once = { digest, keys: resultKeys(decision) };
  const settled = settledOutcome(realm, actor, grant, { once, decision });
  if (settled !== undefined) return settled;
  const { place } = accessMessageToChange(realm, actor, wanted.message_id);
  if (place.sender_id !== actor.user_id) throw badRequest("This message is someone else's.");
  const destination = destinationAfter(realm, place, wanted.topic);
  const rules = rulesOf(realm, actor, grant, destination, wanted);
  if (decision === undefined ? rules.length > 0 : decision.differs) {
    if (!asks)
      throw badRequest("The person has to approve this, and the client can't ask: ask them to do it themselves.");
    if (rules.length > 0) auditRefusal(realm, actor, grant, { tool, rules });
    return { state: "ask", question: randomToken(realm.random, 24), ...describeChange(realm, actor, place, wanted) };
  }
  if (decision !== undefined) auditDecision(realm, actor, grant, { approved: true, by: "client" });
  if (wanted.deletes) deleteMessages(realm, [accessMessageToDelete(realm, actor, place.id).place]);
  else applyEdit(realm, { ...actor, grant }, checkEdit(realm, actor, editOf(wanted, text?.content)), text);
  const approval = decision === undefined ? "none" : "client";
  const details = { grant_id: grant.id, tool, approval, conversation: place.conversation_id };
  audit(realm, "assistant.write", { of: { type: "message", id: place.id }, details });
  return keepOutcome(realm, grant, once, { state: "sent", message_id: place.id });
}

function describeChange(
  realm: Realm,
  actor: Actor,
  place: MessageIndexRow,
  wanted: WantedChange,
): Omit<WriteResult, "state"> {
  const { deletes, text, topic } = wanted;
  const [from, where] = [undefined, topic].map((name) =>
    placeNamed(realm, actor, destinationAfter(realm, place, name)),
  );
  const moves = from !== where;
  const act = deletes ? "delete" : text === null ? "move" : moves ? "change and move" : "change";
  return {
    ...{ act, message_id: place.id, where, present: messageInRealm(realm, place).content },
    ...(moves && { from }),
    ...(text && { text: text.content }),
  };
}

function rulesOf(
  realm: Realm,
  actor: Actor,
  grant: Grant,
  destination: Destination,
  { text, deletes }: WantedChange,
): Rule[] {
  if (deletes) return grant.approval === "none" ? [] : ["every write"];
  const mentions =
    text === null
      ? { channelWildcard: false, topicWildcard: false }
      : renderChecked(realm, actor, destination, text.markup).mentions;
  return rulesFor(realm, actor, grant, { destination, content: text?.content ?? "", mentions });
}

function destinationAfter(realm: Realm, place: MessageIndexRow, topic: string | undefined): Destination {
  const now = destinationOfPlace(realm, place);
  return topic === undefined || now.kind === "direct" ? now : { ...now, topic };
}
