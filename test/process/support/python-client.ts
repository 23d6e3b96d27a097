import { setTimeout as pause } from "node:timers/promises";
import type { Fields, Json, Person } from "./person.ts";

/** The pause before a retry. The library waits a second. */
const RETRY_MS = 50;

export type Account = Pick<Person, "url" | "email" | "key">;

/**
 * Sends requests like Zulip's Python library: each with an API key, with every field but strings as JSON, and, after a
 * broken connection or a 5xx, again with `dont_block`.
 */
export class PythonClient {
  readonly #person: Account;
  readonly #agent: string;

  constructor(person: Account, client = "ZulipPython/0.9.0") {
    this.#person = person;
    this.#agent = `${client} (Debian GNU/Linux; 12)`;
  }

  async call(method: string, path: string, request: Fields = {}, signal?: AbortSignal): Promise<Json> {
    const sent = new URLSearchParams();
    for (const [name, value] of Object.entries(request)) {
      if (value !== undefined) sent.set(name, typeof value === "string" ? value : JSON.stringify(value));
    }
    for (;;) {
      const reply = await this.#attempt(method, path, sent, signal).catch(() => undefined);
      if (reply !== undefined) return reply;
      signal?.throwIfAborted();
      sent.set("dont_block", "true");
      await pause(RETRY_MS);
    }
  }

  /** Sends a request, and returns the response. Throws if the request is refused. */
  async ok(method: string, path: string, request: Fields = {}, signal?: AbortSignal): Promise<Json> {
    const reply = await this.call(method, path, request, signal);
    if (reply.result !== "success") throw new Error(`${method} ${path}: ${JSON.stringify(reply)}`);
    return reply;
  }

  /**
   * Passes each event of a queue to `take` until the signal is aborted, like the library's `call_on_each_event` after
   * registration.
   */
  async eachEvent(queue: Json, signal: AbortSignal, take: (event: Json) => Promise<void> | void): Promise<void> {
    let { queue_id, last_event_id } = queue;
    for (;;) {
      const poll = { queue_id, last_event_id };
      const { events = [] } = await this.ok("GET", "events", poll, signal).catch((error: unknown) => {
        if (signal.aborted) return {};
        throw error;
      });
      if (signal.aborted) return;
      for (const event of events) {
        last_event_id = Math.max(last_event_id, event.id);
        await take(event);
      }
    }
  }

  async #attempt(method: string, path: string, sent: URLSearchParams, signal?: AbortSignal): Promise<Json> {
    const { url, email, key } = this.#person;
    const headers = { authorization: `Basic ${btoa(`${email}:${key}`)}`, "user-agent": this.#agent };
    const inQuery = method === "GET" && sent.size > 0;
    const response = await fetch(`${url}/api/v1/${path}${inQuery ? `?${sent}` : ""}`, {
      method,
      headers,
      signal: signal ?? null,
      body: method === "GET" ? null : sent,
    });
    return response.status >= 500 ? undefined : response.json();
  }
}
