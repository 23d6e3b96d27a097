import { setTimeout as pause } from "node:timers/promises";
import type { Fields, Json, Person } from "./person.ts";

/** The library waits a second. */
const RETRY_MS = 50;

/** The account that makes the calls. */
export type Account = Pick<Person, "url" | "email" | "key">;

/**
 * Calls like Zulip's Python library: an API key with each, JSON for everything but strings, and retries after a broken
 * connection or a 5xx, with `dont_block`.
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

  /** Calls that must succeed. */
  async ok(method: string, path: string, request: Fields = {}, signal?: AbortSignal): Promise<Json> {
    const reply = await this.call(method, path, request, signal);
    if (reply.result !== "success") throw new Error(`${method} ${path}: ${JSON.stringify(reply)}`);
    return reply;
  }

  /** Passes on each event of a queue until the signal: `call_on_each_event` after its registration. */
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
