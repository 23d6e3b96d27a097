import { MessageLog } from "../../process/support/message-log.ts";
import type { Json } from "../../support/json.ts";
import { differences } from "./differences.ts";
import type { Account } from "./model.ts";
import type { Form } from "./watcher.ts";

/** The messages that a client has got by events, kept up to date by events. */
export class KnownMessages {
  readonly #account: Account;
  readonly #form: Form;
  readonly #known: MessageLog;

  constructor(account: Account, form: Form) {
    this.#account = account;
    this.#form = form;
    this.#known = new MessageLog(form.apply_markdown);
  }

  follow(events: readonly Json[]): void {
    // Names within messages may have changed, which clients take from what they know of people and channels.
    for (const event of structuredClone(events) as Json[]) this.#known.take(event);
  }

  /** Holds that fetching the messages anew tells the same of them. */
  async compare(): Promise<void> {
    const { ids } = this.#known;
    if (ids.length === 0) return;
    const { apply_markdown, client_gravatar, client_capabilities } = this.#form;
    const { status, body } = await this.#account.speaker.get("/messages", {
      ...{ message_ids: ids, apply_markdown, client_gravatar },
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
