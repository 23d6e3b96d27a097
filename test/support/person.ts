import { exports } from "cloudflare:workers";
import { checkDescribed } from "../clients/zulip-api.ts";
import type { Json } from "./json.ts";
import { checkReplyForm } from "./reply-form.ts";

/** Parameters by name. Values other than strings are sent as JSON. */
export type Fields = object;
export type { Json };

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** A user, or an anonymous caller, who sends requests to an organization over HTTP. */
export class Person {
  protected readonly base: string = "/api/v1";

  constructor(
    readonly host: string,
    readonly email: string,
    readonly key: string,
    readonly id: number = 0,
    readonly userAgent = "ParleyTest/1.0",
  ) {}

  get(path: string, fields: Fields = {}): Promise<Reply> {
    return this.send("GET", path, fields);
  }
  post(path: string, fields: Fields = {}): Promise<Reply> {
    return this.send("POST", path, fields);
  }
  patch(path: string, fields: Fields = {}): Promise<Reply> {
    return this.send("PATCH", path, fields);
  }
  put(path: string, fields: Fields = {}): Promise<Reply> {
    return this.send("PUT", path, fields);
  }
  delete(path: string, fields: Fields = {}): Promise<Reply> {
    return this.send("DELETE", path, fields);
  }

  /** Returns the body of a response. Throws if the request was refused. */
  async ok(call: Promise<Reply>): Promise<Json> {
    const { status, body } = await call;
    if (status !== 200 || body.result !== "success") throw new Error(`refused with ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  async send(method: string, path: string, fields: Fields = {}, headers: Record<string, string> = {}): Promise<Reply> {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined) form.set(name, typeof value === "string" ? value : JSON.stringify(value));
    }
    const inQuery = method === "GET" || method === "HEAD";
    const query = inQuery && form.size > 0 ? `?${form}` : "";
    const all: Record<string, string> = { Host: this.host, "User-Agent": this.userAgent, ...headers };
    if (this.key !== "") all["Authorization"] ??= `Basic ${btoa(`${this.email}:${this.key}`)}`;
    const response = await exports.default.fetch(`http://${this.host}${this.base}${path}${query}`, {
      method,
      headers: all,
      ...(inQuery ? {} : { body: form }),
    });
    const text = await response.text();
    const body = text === "" ? null : JSON.parse(text);
    checkDescribed(`${method} ${path.split("?")[0]}`, body);
    checkReplyForm(`${method} ${path.split("?")[0]}`, body);
    return { status: response.status, headers: response.headers, body };
  }

  async queue(fields: Fields = {}): Promise<Queue> {
    const state = await this.ok(this.post("/register", fields));
    return new Queue(this, state);
  }
}

/** An event queue with its registration response. */
export class Queue {
  #last: number;

  constructor(
    readonly owner: Person,
    readonly state: Json,
  ) {
    this.#last = state.last_event_id;
  }

  get id(): string {
    return this.state.queue_id;
  }

  /** Returns the events since the last call, without waiting. */
  async events(fields: Fields = { dont_block: true }): Promise<Json[]> {
    const call = this.owner.get("/events", { queue_id: this.id, last_event_id: this.#last, ...fields });
    const { events } = await this.owner.ok(call);
    this.#last = events.at(-1)?.id ?? this.#last;
    return events;
  }

  /** Waits for the next events, as a client does. */
  poll(): Promise<Json[]> {
    return this.events({});
  }
}
