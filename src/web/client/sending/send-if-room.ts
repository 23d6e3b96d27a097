import type { Conversation } from "../../model/places/conversation.ts";
import { Refused } from "../../wire/api.ts";
import { composeWords } from "../../words/compose.ts";
import type { Outbox, Pending } from "./outbox.ts";

/** The messages that wait at most, in all tabs; `characters` nearly all need one byte. */
const MAX_WAITING = { count: 1_000, characters: 4_000_000 };

/** An error that is shown as a refusal of the server is: 507 is "Insufficient Storage", of this device. */
export const noRoomFor = (text: string): Refused => new Refused(507, { msg: text });

/** Whether so much waits to be sent that nothing more can. A component that asks is drawn again when that changes. */
export function isFull({ pending }: Pick<Outbox, "pending">): boolean {
  const characters = pending.value.reduce((sum, { content }) => sum + content.length, 0);
  return pending.value.length >= MAX_WAITING.count || characters >= MAX_WAITING.characters;
}

/** Sends a message as soon as the server can be reached; throws if it cannot wait. */
export function sendIfRoom(outbox: Pick<Outbox, "pending" | "send">, to: Conversation, content: string): Pending {
  if (isFull(outbox)) throw noRoomFor(composeWords().problems.full);
  return outbox.send(to, content);
}
