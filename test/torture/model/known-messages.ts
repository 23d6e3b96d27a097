import { MessageLog } from "../../process/support/message-log.ts";
import type { Json } from "../../support/json.ts";
import { differences } from "./differences.ts";
import type { Form } from "./following-client.ts";
import type { Account } from "./model.ts";

/** The messages that a client knows only from events. */
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
    for (const event of events) this.#known.take(event);
  }

  /** Throws if fetching the messages returns anything else. */
  async compare(): Promise<void> {
    const { ids } = this.#known;
    if (ids.length === 0) return;
    const { apply_markdown, client_gravatar, client_capabilities } = this.#form;
    const { status, body } = await this.#account.client.get("/messages", {
      ...{ message_ids: ids, apply_markdown, client_gravatar },
      allow_empty_topic_name: client_capabilities["empty_topic_name"] ?? false,
    });
    if (status !== 200) throw new Error(`${this.#account.name} cannot fetch messages: ${JSON.stringify(body)}`);
    for (const fetched of body.messages) {
      const found = differences(tidy(this.#known.get(fetched.id)), tidy(fetched));
      if (found.length > 0) {
        throw new Error(
          `the events give ${this.#account.name} another message ${fetched.id} than fetching it does (${JSON.stringify(this.#form)}):\n  ${found.join("\n  ")}`,
        );
      }
    }
  }
}

/** Returns a message without the fields that events don't update. */
function tidy(message: Json): Json {
  const { edit_history: _, last_edit_timestamp: __, last_moved_timestamp: ___, ...rest } = message;
  // Clients take names and recipients from their own lists of users and channels.
  for (const name of ["display_recipient", "recipient_id", "sender_full_name", "sender_email", "avatar_url"])
    delete rest[name];
  return { ...rest, flags: [...rest.flags].sort() };
}
