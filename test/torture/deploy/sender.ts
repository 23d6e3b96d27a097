import { setTimeout as pause } from "node:timers/promises";
import type { Person } from "../../process/support/person.ts";
import { retryUntilAnswered } from "../../process/support/retry.ts";
import { Violation } from "../frame/part.ts";

/** How long sending a message may take, including the client's retries. */
const PATIENCE_MS = 60_000;

/** Sends messages at a steady pace, whether or not the previous ones have been answered. */
export class Sender {
  /** The topics of acknowledged messages, by text. */
  readonly acknowledged = new Map<string, string>();
  /** The longest time until a message was acknowledged, in milliseconds. */
  slowest = 0;
  readonly #person: Person;
  readonly #queueId: string;
  readonly #name: string;
  readonly #topics: readonly string[];
  readonly #under: Promise<void>[] = [];
  #failure: unknown;
  #isStopped = false;

  /** @param topics sent to in turn */
  constructor(person: Person, queueId: string, name: string, topics: readonly string[]) {
    this.#person = person;
    this.#queueId = queueId;
    this.#name = name;
    this.#topics = topics;
  }

  /** Starts sending, at a number of messages per second. */
  start(aSecond: number): void {
    this.#under.push(this.#run(aSecond));
  }

  /** Stops sending, and waits until all messages are answered. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const one of this.#under) await one;
    this.check();
  }

  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #run(aSecond: number): Promise<void> {
    const began = performance.now();
    for (let count = 1; !this.#isStopped; count++) {
      this.#under.push(
        this.#send(count).catch((error: unknown) => {
          this.#failure ??= error;
        }),
      );
      await pause(Math.max(0, began + (count * 1000) / aSecond - performance.now()));
    }
  }

  async #send(count: number): Promise<void> {
    const content = `${this.#name} ${count}`;
    const topic = this.#topics[count % this.#topics.length] ?? "";
    const message = { type: "channel", to: "busy", topic, content };
    const fields = { ...message, queue_id: this.#queueId, local_id: String(count) };
    const began = performance.now();
    const ask = () => this.#person.post("/messages", fields);
    const { status, body } = await retryUntilAnswered(ask, { ms: PATIENCE_MS, lost: () => {} });
    if (status !== 200) throw new Violation(`a message is answered with ${status}`, [JSON.stringify(body)]);
    this.slowest = Math.max(this.slowest, performance.now() - began);
    this.acknowledged.set(content, topic);
  }
}
