import type { Conversation } from "../../model/routes/conversation.ts";
import { Refused } from "../../wire/api.ts";
import { composeWords } from "../../words/compose.ts";
import type { Outbox, Pending } from "./outbox.ts";

/** Maximum pending messages, in all tabs. Nearly all characters take one byte. */
const MAX_WAITING = { count: 1_000, characters: 4_000_000 };

/**
 * Returns an error that is displayed like a rejection by the server. Its status 507, "Insufficient Storage", refers to
 * this device.
 */
export const noRoomFor = (text: string): Refused => new Refused(507, { msg: text });

/**
 * True if too much is pending to queue anything else. A component that calls this is rendered again when the result
 * changes.
 */
export function isFull({ pending }: Pick<Outbox, "pending">): boolean {
  const characters = pending.value.reduce((sum, { content }) => sum + content.length, 0);
  return pending.value.length >= MAX_WAITING.count || characters >= MAX_WAITING.characters;
}

/** Sends a message as soon as the server can be reached. Throws if it can't be queued. */
export function sendIfRoom(outbox: Pick<Outbox, "pending" | "send">, to: Conversation, content: string): Pending {
  if (isFull(outbox)) throw noRoomFor(composeWords().problems.full);
  return outbox.send(to, content);
}
