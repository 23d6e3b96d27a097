import type { AnyEvent } from "../../model/event.ts";
import type { MessageId } from "../../model/ids.ts";
import type { Flag } from "../../model/message.ts";
import type { ActRow } from "../../store/account-database.ts";

/**
 * A change requested by the user, such as a star: a request, and the events that show it before the server confirms it.
 */
export type PendingChange = Pick<ActRow, "method" | "path" | "fields" | "shows" | "undoes" | "takesBack">;

export function flagAct(messages: readonly MessageId[], op: "add" | "remove", flag: Flag): PendingChange {
  const event = (change: "add" | "remove"): AnyEvent =>
    ({ type: "update_message_flags", op: change, flag, messages, all: false }) as AnyEvent;
  return {
    ...{ method: "post", path: "/messages/flags", fields: { messages, op, flag } },
    shows: [event(op)],
    // If the server refuses to record messages as read, they still count as read here until the next attempt.
    undoes: flag === "read" ? [] : [event(op === "add" ? "remove" : "add")],
  };
}
