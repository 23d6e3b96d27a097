import { setTimeout as pause } from "node:timers/promises";
import type { Fields, Json, Person } from "./person.ts";
import { isInterruption } from "./retry.ts";

/** A client that registers once and then listens to its queue, regardless of server restarts. */
export abstract class ListeningClient {
  readonly person: Person;
  readonly queueId: string;
  readonly state: Json;
  /** Received events in order, without heartbeats. */
  readonly events: Json[] = [];
  #stopping = new AbortController();
  #over: Promise<void>;
  #failure: unknown;
  #last: number;

  protected constructor(person: Person, state: Json) {
    this.person = person;
    this.state = state;
    this.queueId = state.queue_id;
    this.#last = state.last_event_id;
    this.#over = this.#listen();
  }

  /** Receives events until the signal is aborted. Rejects if the queue is lost. */
  protected abstract listen(signal: AbortSignal): Promise<void>;

  /** The received messages. Throws if listening has failed. */
  get messages(): Json[] {
    if (this.#failure !== undefined) throw this.#failure;
    return this.events.filter(({ type }) => type === "message").map(({ message }) => message);
  }

  /** Stops listening. Rejects if listening has failed. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#over;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Receives all pending events by polling, then resumes listening. */
  async drain(): Promise<void> {
    await this.stop();
    const fields = { queue_id: this.queueId, dont_block: true };
    for (;;) {
      const before = this.#last;
      const { events } = await this.person.ok(this.person.get("/events", { ...fields, last_event_id: before }));
      this.take(events);
      if (this.#last === before) break;
    }
    this.#stopping = new AbortController();
    this.#over = this.#listen();
  }

  protected get last(): number {
    return this.#last;
  }

  protected take(events: readonly Json[]): void {
    for (const event of events) {
      if (event.id <= this.#last) throw new Error(`event ${event.id} came again, after ${this.#last}`);
      this.#last = event.id;
      if (event.type !== "heartbeat") this.events.push(event);
    }
  }

  #listen(): Promise<void> {
    // Deferred until the constructors of subclasses have run.
    return Promise.resolve()
      .then(() => this.listen(this.#stopping.signal))
      .catch((error: unknown) => {
        this.#failure = error;
      });
  }
}

export class PollingClient extends ListeningClient {
  static async of(person: Person, fields: Fields = {}): Promise<PollingClient> {
    return new PollingClient(person, await person.ok(person.post("/register", fields)));
  }

  protected async listen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const fields = { queue_id: this.queueId, last_event_id: this.last };
      const reply = await this.person.get("/events", fields, signal).catch(() => undefined);
      if (reply === undefined || isInterruption(reply)) await pause(20);
      else if (reply.status !== 200) throw new Error(`the queue is lost: ${JSON.stringify(reply.body)}`);
      else this.take(reply.body.events);
    }
  }
}
