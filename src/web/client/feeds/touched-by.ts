import type { AnyEvent } from "../../model/event.ts";
import type { MessageId } from "../../model/ids.ts";
import { deletedBy } from "../../model/messages/message-update.ts";
import type { Term } from "../../model/places/place.ts";

/** The ids of the messages that an event adds, changes or deletes. */
export function touchedBy(event: AnyEvent): readonly MessageId[] {
  switch (event.type) {
    case "message":
      return [event.message.id];
    case "update_message":
      return event.message_ids;
    case "delete_message":
      return deletedBy(event);
    case "update_message_flags":
      return event.messages;
    case "reaction":
    case "submessage":
      return [event.message_id];
    default:
      return [];
  }
}

/** Whether an event may have brought messages into a feed, even if they are not known. */
export const mayEnter = (terms: readonly Term[], event: AnyEvent): boolean =>
  terms.some((term) => isDecidedBy(event, term)) && !terms.some((term) => isElsewhere(event, term));

/** Whether a term depends on what the event changes. */
function isDecidedBy(event: AnyEvent, { operator }: Term): boolean {
  if (event.type === "reaction") return operator === "has";
  if (event.type === "update_message_flags") return operator === "is" || operator === "in";
  if (event.type !== "update_message") return false;
  const isMoved = event.subject !== undefined || event.new_stream_id !== undefined;
  const isEdited = event.content !== undefined;
  const isText = operator === "search" || operator === "has" || operator === "is";
  return isMoved ? !operator.startsWith("dm") && operator !== "sender" : isEdited && isText;
}

/** Whether the messages of an event are now in another channel or topic than the term asks for. */
function isElsewhere(event: AnyEvent, { operator, operand, negated = false }: Term): boolean {
  if (negated || event.type !== "update_message") return false;
  const channel = event.new_stream_id ?? event.stream_id;
  const topic = event.subject;
  if (operator === "channel") return typeof operand === "number" && channel !== undefined && operand !== channel;
  return operator === "topic" && topic !== undefined && String(operand).toLowerCase() !== topic.toLowerCase();
}
