import type { Json } from "../../support/json.ts";

/** What a client knows of messages: those that it fetched and those that came, as its events have changed them. */
export class MessageLog {
  readonly #messages = new Map<number, Json>();
  readonly #rendered: boolean;

  /** Whether the client has asked for HTML. */
  constructor(rendered: boolean) {
    this.#rendered = rendered;
  }

  keep(messages: readonly Json[]): void {
    for (const message of messages) this.#messages.set(message.id, structuredClone(message));
  }

  get(id: number): Json {
    return this.#messages.get(id);
  }

  get ids(): number[] {
    return [...this.#messages.keys()];
  }

  /** All of it, oldest first, for comparison. */
  get shown(): Json[] {
    return shown([...this.#messages.values()]);
  }

  take(event: Json): void {
    switch (event.type) {
      case "message":
        this.keep([{ ...event.message, flags: event.flags }]);
        break;
      case "update_message":
        this.#update(event);
        break;
      case "delete_message":
        for (const id of event.message_ids ?? [event.message_id]) this.#messages.delete(id);
        break;
      case "reaction":
        this.#react(event);
        break;
      case "update_message_flags":
        this.#flag(event);
        break;
      case "submessage":
        this.#step(event);
        break;
    }
  }

  #update({ message_id, message_ids, flags, content, rendered_content, is_me_message, ...moved }: Json): void {
    const { subject, topic_links, new_stream_id } = moved;
    this.#change(message_ids, (message) => {
      if (subject !== undefined) Object.assign(message, { subject, topic_links });
      if (new_stream_id !== undefined) message.stream_id = new_stream_id;
    });
    this.#change([message_id], (message) => {
      message.flags = flags;
      if (content === undefined) return;
      Object.assign(message, { content: this.#rendered ? rendered_content : content, is_me_message });
    });
  }

  #step({ submessage_id, message_id, sender_id, msg_type, content }: Json): void {
    this.#change([message_id], (message) => {
      message.submessages.push({ id: submessage_id, message_id, sender_id, msg_type, content });
    });
  }

  #react({ op, message_id, user_id, emoji_code, emoji_name, reaction_type }: Json): void {
    this.#change([message_id], (message) => {
      const others = message.reactions.filter(
        (one: Json) => one.user_id !== user_id || one.emoji_code !== emoji_code || one.reaction_type !== reaction_type,
      );
      const added = op === "add" ? [{ user_id, emoji_code, emoji_name, reaction_type }] : [];
      message.reactions = [...others, ...added];
    });
  }

  #flag({ op, flag, messages, all }: Json): void {
    this.#change(all ? this.ids : messages, (message) => {
      const others = message.flags.filter((name: string) => name !== flag);
      message.flags = op === "add" ? [...others, flag] : others;
    });
  }

  /** Of what the client does not have, it hears too. */
  #change(ids: readonly number[], change: (message: Json) => void): void {
    for (const id of ids) {
      const message = this.#messages.get(id);
      if (message !== undefined) change(message);
    }
  }
}

/** What one sees of messages, oldest first. */
export function shown(messages: readonly Json[]): Json[] {
  const visible = ({ id, sender_id, stream_id, subject, content, flags, reactions }: Json) => ({
    ...{ id, sender_id, stream_id, subject, content, flags: [...flags].sort() },
    reactions: reactions.map((one: Json) => [one.emoji_name, one.emoji_code, one.reaction_type, one.user_id]),
  });
  return messages.map(visible).sort((a, b) => a.id - b.id);
}
