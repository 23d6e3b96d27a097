import type { Message } from "../../../src/web/model/message.ts";
import { Messages } from "../../../src/web/model/messages/messages.ts";
import type { Json } from "../../support/json.ts";

/** A client's view of messages: those it fetched and received, with the changes of its events. */
export class MessageLog {
  readonly #messages: Messages;

  /** `isRendered` means that the client requested HTML. */
  constructor(isRendered: boolean) {
    this.#messages = new Messages({ isRendered });
  }

  keep(messages: readonly Json[]): void {
    this.#messages.put(messages as readonly Message[]);
  }

  get(id: number): Json {
    return this.#messages.get(id);
  }

  get ids(): number[] {
    return [...this.#messages.values()].map(({ id }) => id);
  }

  /** The user-visible fields of all messages, oldest first. */
  get shown(): Json[] {
    return shown([...this.#messages.values()]);
  }

  take(event: Json): void {
    this.#messages.apply(event);
  }
}

/** Returns the user-visible fields of messages, oldest first. */
export function shown(messages: readonly Json[]): Json[] {
  const visible = ({ id, sender_id, stream_id, subject, content, flags, reactions }: Json) => ({
    ...{ id, sender_id, stream_id, subject, content, flags: [...flags].sort() },
    reactions: reactions.map((one: Json) => [one.emoji_name, one.emoji_code, one.reaction_type, one.user_id]),
  });
  return messages.map(visible).sort((a, b) => a.id - b.id);
}
