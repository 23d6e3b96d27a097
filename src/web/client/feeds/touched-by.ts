import type { AnyEvent } from "../../model/event.ts";
import type { MessageId } from "../../model/ids.ts";
import { deletedBy } from "../../model/messages/message-update.ts";

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
