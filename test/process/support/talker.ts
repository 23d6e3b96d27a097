import type { Listener } from "./listener.ts";
import { persist } from "./persist.ts";
import { PASSWORD } from "./person.ts";
import type { Random } from "./random.ts";

export type Chore = "channel" | "account" | "edit";

export interface Said {
  readonly id: number;
  /** What it says now, or says already although that is not acknowledged yet. */
  text: string;
  /** What it is known to say. */
  acknowledged: string;
}

/**
 * Somebody who sends one message after the other, and now and then does something else, until told to stop. Whatever
 * is not answered is asked again; a message under the same local id.
 */
export class Talker {
  /** What has been acknowledged, in the order in which it was. */
  readonly said: Said[] = [];
  readonly channels: string[] = [];
  readonly accounts: string[] = [];
  /** How many requests have been answered. */
  answers = 0;
  /** Why it has ended by itself. */
  failure: unknown;
  readonly #over: Promise<void>;
  #stopping = false;

  constructor(
    readonly name: string,
    private readonly listener: Listener,
    private readonly chores: readonly Chore[],
    private readonly random: Random,
  ) {
    this.#over = this.#talk().catch((error: unknown) => {
      this.failure = error;
    });
  }

  /** Resolves when what was asked last is answered; rejects where an answer was a refusal. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#over;
    if (this.failure !== undefined) throw this.failure;
  }

  async #talk(): Promise<void> {
    while (!this.#stopping) {
      const label = `${this.name}-${this.answers}`;
      if (this.random.below(10) > 0) await this.#say(label);
      else await this.#do(this.random.pick(this.chores), label);
      this.answers += 1;
    }
  }

  #do(chore: Chore, label: string): Promise<void> {
    switch (chore) {
      case "channel":
        return this.#makeChannel(label);
      case "account":
        return this.#makeAccount(label);
      case "edit":
        return this.#edit(label);
    }
  }

  async #say(text: string): Promise<void> {
    const echo = { queue_id: this.listener.queueId, local_id: text };
    const message = { type: "channel", to: "general", topic: this.name, content: text, ...echo };
    const { id } = await persist(() => this.listener.person.post("/messages", message));
    this.said.push({ id, text, acknowledged: text });
  }

  /** An old message may have to be fetched, and that may be refused for now. */
  async #edit(label: string): Promise<void> {
    if (this.said.length === 0) return;
    const message = this.random.pick(this.said);
    message.text = `${message.text} (${label})`;
    const { result } = await persist(
      () => this.listener.person.patch(`/messages/${message.id}`, { content: message.text }),
      [503],
    );
    if (result === "success") message.acknowledged = message.text;
  }

  async #makeChannel(name: string): Promise<void> {
    await persist(() => this.listener.person.post("/users/me/subscriptions", { subscriptions: [{ name }] }));
    this.channels.push(name);
  }

  /** An account that was made by a request whose answer got lost is there all the same. */
  async #makeAccount(name: string): Promise<void> {
    const email = `${name}@example.com`;
    const account = { email, full_name: `Person ${name}`, password: PASSWORD };
    const { result, msg } = await persist(() => this.listener.person.post("/users", account), [400]);
    if (result === "error" && !/already/.test(msg)) throw new Error(`no account ${email}: ${msg}`);
    this.accounts.push(email);
  }
}
