import type { ServerEvent } from "../../model/event.ts";
import type { MessageId } from "../../model/ids.ts";

const numbers = (value: unknown): MessageId[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "number") : [];

/** The messages to which an event has done something. */
export function touchedBy(event: ServerEvent): readonly MessageId[] {
  switch (event.type) {
    case "message":
      return idOf(event["message"]);
    case "update_message":
      return numbers(event["message_ids"]);
    case "delete_message":
      return [...numbers(event["message_ids"]), ...numbers([event["message_id"]])];
    case "update_message_flags":
      return numbers(event["messages"]);
    case "reaction":
    case "submessage":
      return numbers([event["message_id"]]);
    default:
      return [];
  }
}

const idOf = (message: unknown): MessageId[] =>
  typeof message === "object" && message !== null && "id" in message ? numbers([message.id]) : [];
