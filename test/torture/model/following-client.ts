import { applyEvents } from "../../support/client-state.ts";
import { comparableStates } from "../../support/compare-states.ts";
import type { Json } from "../../support/json.ts";
import { differences } from "./differences.ts";
import { KnownMessages } from "./known-messages.ts";
import type { Account } from "./model.ts";

const DAY = 24 * 60 * 60;

/** Parameters of a registration that change the format of what a client receives. */
export interface Form {
  readonly apply_markdown: boolean;
  readonly client_gravatar: boolean;
  readonly slim_presence: boolean;
  readonly include_subscribers: boolean;
  readonly client_capabilities: Readonly<Record<string, boolean>>;
}

/** A client that knows its account's state only from its registration and events. */
export class FollowingClient {
  readonly account: Account;
  readonly form: Form;
  readonly messages: KnownMessages;
  readonly #state: Json;
  #last: number;

  private constructor(account: Account, form: Form, registration: Json) {
    this.account = account;
    this.form = form;
    this.#state = registration;
    this.#last = registration.last_event_id;
    this.messages = new KnownMessages(account, form);
  }

  static async of(account: Account, form: Form): Promise<FollowingClient> {
    const { status, body } = await account.client.post("/register", { ...form, queue_lifespan_secs: DAY });
    if (status !== 200) throw new Error(`${account.name} cannot register: ${JSON.stringify(body)}`);
    return new FollowingClient(account, form, body);
  }

  /** Fetches the new events, applies them, and returns them. */
  async catchUp(): Promise<Json[]> {
    const { status, body } = await this.account.client.get("/events", {
      queue_id: this.#state.queue_id,
      last_event_id: this.#last,
      dont_block: true,
    });
    if (status !== 200) throw new Error(`${this.account.name} cannot poll: ${JSON.stringify(body)}`);
    this.#last = body.events.at(-1)?.id ?? this.#last;
    applyEvents(this.#state, structuredClone(body.events));
    this.messages.follow(body.events);
    return body.events;
  }

  /** Throws if the known state differs from a new registration. Returns that registration. */
  async compare(): Promise<Json> {
    const { client, name } = this.account;
    const { status, body } = await client.post("/register", { ...this.form, queue_lifespan_secs: DAY });
    if (status !== 200) throw new Error(`${name} cannot register again: ${JSON.stringify(body)}`);
    await client.delete("/events", { queue_id: body.queue_id });
    const { known, fresh } = comparableStates(this.#state, body);
    const found = differences(known, fresh);
    if (found.length > 0) {
      throw new Error(`the events give ${name} another state than a registration (${JSON.stringify(this.form)}):
  ${found.slice(0, 12).join("\n  ")}`);
    }
    await this.messages.compare();
    return body;
  }
}
