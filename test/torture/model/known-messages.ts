import type { Json } from "../../support/json.ts";
import { differences } from "./differences.ts";
import type { Account } from "./model.ts";
import type { Form } from "./watcher.ts";

/** The messages that a client has got by events, kept up to date by events. */
export class KnownMessages {
  readonly #account: Account;
  readonly #form: Form;
  readonly #known = new Map<number, Json>();

  constructor(account: Account, form: Form) {
    this.#account = account;
    this.#form = form;
  }

  follow(events: readonly Json[]): void {
    for (const event of structuredClone(events) as Json[]) {
      switch (event.type) {
        case "message":
          this.#known.set(event.message.id, { ...event.message, flags: event.flags });
          break;
        case "delete_message":
          for (const id of event.message_ids ?? [event.message_id]) this.#known.delete(id);
          break;
        case "reaction":
          this.#react(event);
          break;
        case "update_message_flags":
          this.#flag(event);
          break;
        case "update_message":
          this.#update(event);
          break;
        case "submessage":
          this.#known.get(event.message_id)?.submessages.push({
            ...{ id: event.submessage_id, message_id: event.message_id, sender_id: event.sender_id },
            ...{ msg_type: event.msg_type, content: event.content },
          });
          break;
        case "realm_user":
        case "stream":
          // Names within messages may have changed, which clients take from what they know of people and channels.
          break;
      }
    }
  }

  #react({ op, message_id, user_id, emoji_name, emoji_code, reaction_type }: Json): void {
    const message = this.#known.get(message_id);
    if (message === undefined) return;
    const others = message.reactions.filter(
      (one: Json) => one.user_id !== user_id || one.emoji_code !== emoji_code || one.reaction_type !== reaction_type,
    );
    message.reactions = op === "add" ? [...others, { user_id, emoji_name, emoji_code, reaction_type }] : others;
  }

  #flag({ op, flag, messages, all }: Json): void {
    for (const id of all ? this.#known.keys() : messages) {
      const message = this.#known.get(id);
      if (message === undefined) continue;
      message.flags = message.flags.filter((one: string) => one !== flag);
      if (op === "add") message.flags.push(flag);
    }
  }

  #update(event: Json): void {
    for (const id of event.message_ids) {
      const message = this.#known.get(id);
      if (message === undefined) continue;
      if (event.subject !== undefined)
        Object.assign(message, { subject: event.subject, topic_links: event.topic_links });
      if (event.new_stream_id !== undefined) message.stream_id = event.new_stream_id;
    }
    const target = this.#known.get(event.message_id);
    if (target === undefined) return;
    target.flags = event.flags;
    if (event.content === undefined) return;
    target.content = this.#form.apply_markdown ? event.rendered_content : event.content;
    target.is_me_message = event.is_me_message;
  }

  /** Holds that fetching the messages anew tells the same of them. */
  async compare(): Promise<void> {
    if (this.#known.size === 0) return;
    const { apply_markdown, client_gravatar, client_capabilities } = this.#form;
    const { status, body } = await this.#account.speaker.get("/messages", {
      ...{ message_ids: [...this.#known.keys()], apply_markdown, client_gravatar },
      allow_empty_topic_name: client_capabilities.empty_topic_name ?? false,
    });
    if (status !== 200) throw new Error(`${this.#account.name} cannot fetch messages: ${JSON.stringify(body)}`);
    for (const fetched of body.messages) {
      const found = differences(tidy(this.#known.get(fetched.id)), tidy(fetched));
      if (found.length > 0) {
        throw new Error(
          `the events have told ${this.#account.name} of message ${fetched.id} otherwise than fetching it does (${JSON.stringify(this.#form)}):\n  ${found.join("\n  ")}`,
        );
      }
    }
  }
}

/** What of a message clients keep by its events; the history of its changes they fetch. */
function tidy(message: Json): Json {
  const { edit_history: _, last_edit_timestamp: __, last_moved_timestamp: ___, ...rest } = message;
  // Where a message is moved, its recipient follows from its channel; names follow from what is known of people.
  for (const name of ["display_recipient", "recipient_id", "sender_full_name", "sender_email", "avatar_url"])
    delete rest[name];
  return { ...rest, flags: [...rest.flags].sort() };
}
