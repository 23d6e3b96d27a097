import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import type { Json, Person } from "../../process/support/person.ts";
import type { Random } from "../../process/support/random.ts";
import { Violation } from "../frame/part.ts";

/** Maximum delay before a client reconnects, and the delay if the server did not answer. */
const [RETURN_MS, UNANSWERED_MS] = [400, 3000];

/** A client of a real server that receives events over a stream. It reconnects until its queue or its login ends. */
export class Listener {
  /** Ids of the received messages, in order of arrival. */
  readonly messages: number[] = [];
  readonly person: Person;
  readonly queueId: string;
  /** How and when the client's queue was lost. Null before that. */
  ended: { readonly how: string; readonly at: number } | null = null;
  /** Set if the client received something that it must not receive. */
  violation: Violation | null = null;
  /** How many times the client's stream was opened. */
  opened = 0;
  #last: number;
  #socket: WebSocket | null = null;
  #isSlow = false;
  #isStopped = false;
  readonly #random: Random;
  readonly #onEnd = Promise.withResolvers<void>();

  private constructor(person: Person, registered: Json, random: Random) {
    this.person = person;
    this.queueId = registered.queue_id;
    this.#last = registered.last_event_id;
    this.#random = random;
    void this.#follow();
  }

  static async of(person: Person, random: Random): Promise<Listener> {
    const fields = { event_types: ["message"], fetch_event_types: [], apply_markdown: random.below(2) === 0 };
    return new Listener(person, await person.ok(person.post("/register", fields)), random);
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  get whenEnded(): Promise<void> {
    return this.#onEnd.promise;
  }

  /** Breaks the client's connection without notifying the server. */
  cut(): void {
    this.#socket?.terminate();
  }

  /** While true, the client stops reading and acknowledging. */
  set isSlow(isSlow: boolean) {
    this.#isSlow = isSlow;
    if (isSlow) this.#socket?.pause();
    else this.#socket?.resume();
    this.#acknowledge();
  }

  stop(): void {
    this.#isStopped = true;
    this.#socket?.terminate();
  }

  async #follow(): Promise<void> {
    while (!this.#isStopped && this.ended === null) {
      const { opened } = this;
      await this.#stream();
      await pause(20 + this.#random.below(this.opened > opened ? RETURN_MS : UNANSWERED_MS));
    }
  }

  /** Receives frames from one stream until the stream closes. */
  #stream(): Promise<void> {
    const { url, host, email, key } = this.person;
    const query = new URLSearchParams({ queue_id: this.queueId, last_event_id: String(this.#last) });
    const headers = { Host: host, Authorization: `Basic ${btoa(`${email}:${key}`)}` };
    const address = `${url.replace(/^http/, "ws")}/api/v1/events/stream?${query}`;
    const socket = new WebSocket(address, { headers, perMessageDeflate: false });
    this.#socket = socket;
    return new Promise((resolve) => {
      socket.on("open", () => {
        this.opened += 1;
        if (this.#isSlow) socket.pause();
      });
      socket.on("message", (data) => this.#take(JSON.parse(String(data))));
      socket.on("close", (code) => {
        if (code === 4400 || code === 4401) this.#end(`closed with ${code}`);
        resolve();
      });
      socket.on("unexpected-response", (request, { statusCode = 0 }) => {
        request.destroy();
        if (statusCode < 500 && statusCode !== 429) this.#end(`refused with ${statusCode}`);
        resolve();
      });
      socket.on("error", () => resolve());
    });
  }

  /** Takes a frame. When the stream was opened, the client said what it had, so none of that may be repeated. */
  #take({ result, queue_id, events }: Json): void {
    if (result !== "success") {
      this.#end("told by a frame");
      return;
    }
    if (queue_id !== this.queueId) this.#fail(`got events of ${queue_id}`);
    for (const { id, type, message } of events) {
      if (id <= this.#last) this.#fail(`got event ${id} after ${this.#last}`);
      this.#last = id;
      if (type === "message") this.messages.push(message.id);
    }
    this.#acknowledge();
  }

  #acknowledge(): void {
    const socket = this.#socket;
    if (this.#isSlow || socket === null || socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ last_event_id: this.#last }));
  }

  #end(how: string): void {
    if (this.ended !== null) return;
    this.ended = { how, at: performance.now() };
    this.#onEnd.resolve();
  }

  #fail(what: string): void {
    this.violation ??= new Violation(`${this.person.email}, queue ${this.queueId}: ${what}`);
  }
}
