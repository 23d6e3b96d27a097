import type { MessageId } from "./ids.ts";
import type { Message } from "./message.ts";

/** What has become of messages, for the feeds. */
export interface MessageChange {
  /** New ones, by an event: the feeds they belong to show them at the end. */
  readonly added: readonly Message[];
  /** The messages as they are now: edited, moved, with other flags or reactions. */
  readonly changed: readonly Message[];
  readonly removed: readonly MessageId[];
}

/** The messages that are known. A message is a value: a change puts another object in its place. */
export class Messages {
  readonly #byId = new Map<MessageId, Message>();

  get(id: MessageId): Message | undefined {
    return this.#byId.get(id);
  }
}
