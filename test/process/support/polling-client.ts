import { setTimeout as pause } from "node:timers/promises";
import type { Fields, Json, Person } from "./person.ts";
import { isInterruption } from "./retry.ts";

/** A client that registers once and then polls its queue, whatever becomes of the server meanwhile. */
export class PollingClient {
  readonly person: Person;
  readonly queueId: string;
  readonly state: Json;
  /** What came, in the order in which it came, without the heartbeats. */
  readonly events: Json[] = [];
  #stopping = new AbortController();
  #over: Promise<void>;
  #failure: unknown;
  #last: number;

  private constructor(person: Person, state: Json) {
    this.person = person;
    this.state = state;
    this.queueId = state.queue_id;
    this.#last = state.last_event_id;
    this.#over = this.#listen();
  }

  static async of(person: Person, fields: Fields = {}): Promise<PollingClient> {
    return new PollingClient(person, await person.ok(person.post("/register", fields)));
  }

  /** The messages that came; throws where the polling has ended by itself. */
  get messages(): Json[] {
    if (this.#failure !== undefined) throw this.#failure;
    return this.events.filter(({ type }) => type === "message").map(({ message }) => message);
  }

  /** Ends the polling; rejects where it has ended by itself. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#over;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Takes all that there is by now, and polls on. */
  async drain(): Promise<void> {
    await this.stop();
    const fields = { queue_id: this.queueId, dont_block: true };
    for (;;) {
      const before = this.#last;
      const { events } = await this.person.ok(this.person.get("/events", { ...fields, last_event_id: before }));
      for (const event of events) this.#take(event);
      if (this.#last === before) break;
    }
    this.#stopping = new AbortController();
    this.#over = this.#listen();
  }

  #listen(): Promise<void> {
    return this.#poll(this.#stopping.signal).catch((error: unknown) => {
      this.#failure = error;
    });
  }

  async #poll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const fields = { queue_id: this.queueId, last_event_id: this.#last };
      const reply = await this.person.get("/events", fields, signal).catch(() => undefined);
      if (reply === undefined || isInterruption(reply)) await pause(20);
      else if (reply.status !== 200) throw new Error(`the queue is lost: ${JSON.stringify(reply.body)}`);
      else for (const event of reply.body.events) this.#take(event);
    }
  }

  #take(event: Json): void {
    if (event.id <= this.#last) throw new Error(`event ${event.id} came again, after ${this.#last}`);
    this.#last = event.id;
    if (event.type !== "heartbeat") this.events.push(event);
  }
}
