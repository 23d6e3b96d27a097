import { setTimeout as pause } from "node:timers/promises";
import { applyEvents } from "../../support/client-state.ts";
import { MessageLog } from "./message-log.ts";
import { type Json, PASSWORD, type Person } from "./person.ts";
import { PollsByStream } from "./polls-by-stream.ts";
import { zulip } from "./zulip.ts";

type Library = Awaited<ReturnType<typeof zulip>>;

const everything = {
  include_subscribers: "true",
  client_capabilities: JSON.stringify({
    ...{ notification_settings_null: true, bulk_message_deletion: true, user_avatar_url_field_optional: true },
    ...{ stream_typing_notifications: true, user_settings_object: true, linkifier_url_template: true },
    ...{ user_list_incomplete: true, include_deactivated_groups: true, archived_channels: true },
    ...{ empty_topic_name: true, simplified_presence_events: true },
  }),
};

/** A script that uses zulip-js, follows everything it can see, and acts through the library. */
export class ScriptClient {
  readonly library: Library;
  readonly state: Json;
  readonly #log = new MessageLog(false);
  readonly #over: Promise<void>;
  #failure: unknown;
  #stopping = false;

  private constructor(library: Library, state: Json) {
    this.library = library;
    this.state = state;
    this.#over = this.#listen().catch((error: unknown) => {
      this.#failure = error;
    });
  }

  /** The messages so far. Throws if polling has failed. */
  get messages(): MessageLog {
    if (this.#failure !== undefined) throw this.#failure;
    return this.#log;
  }

  /**
   * Starts a script. With "streams", it receives its events over a WebSocket, although it still calls the library's
   * polls.
   */
  static async start({ url, email }: Pick<Person, "url" | "email">, by: "polls" | "streams"): Promise<ScriptClient> {
    const library = await zulip({ username: email, password: PASSWORD, realm: url });
    if (by === "streams") library.events = pollsByStream(library, url);
    const client = new ScriptClient(library, await succeeded(library.queues.register(everything)));
    client.messages.keep(await client.fetchMessages());
    return client;
  }

  /** Sends a message to a channel's topic or to users, and returns its id. */
  async send(to: string | number[], content: string, topic?: string): Promise<number> {
    const place = topic === undefined ? { type: "direct" } : { type: "channel", topic };
    return (await succeeded(this.library.messages.send({ to, content, ...place }))).id;
  }

  /** Reports the script's user as active. */
  ping(): Promise<Json> {
    const presence = { status: "active", new_user_input: "true" };
    return succeeded(this.library.callEndpoint("users/me/presence", "POST", presence));
  }

  /** Fetches all messages of the account. */
  async fetchMessages(): Promise<Json[]> {
    const range = { anchor: "newest", num_before: 1000, num_after: 0, apply_markdown: false };
    return (await succeeded(this.library.messages.retrieve(range))).messages;
  }

  /** Returns the state that a newly started script receives. */
  async register(): Promise<Json> {
    const state = await succeeded(this.library.queues.register(everything));
    await succeeded(this.library.queues.deregister({ queue_id: state.queue_id }));
    return state;
  }

  /** Stops polling. Rejects if polling has failed. */
  async stop(): Promise<void> {
    this.#stopping = true;
    // The library can't abort a poll, but the poll ends when its queue is deleted.
    await succeeded(this.library.queues.deregister({ queue_id: this.state.queue_id }));
    await this.#over;
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #listen(): Promise<void> {
    let { queue_id, last_event_id } = this.state;
    for (;;) {
      const reply = await this.library.events.retrieve({ queue_id, last_event_id }).catch(() => undefined);
      if (reply?.code === "BAD_EVENT_QUEUE_ID") {
        if (this.#stopping) return;
        throw new Error("the queue is lost");
      }
      if (reply?.result !== "success") await pause(50);
      else {
        for (const event of reply.events) this.#take(event);
        last_event_id = reply.events.at(-1).id;
      }
    }
  }

  #take(event: Json): void {
    applyEvents(this.state, [event]);
    this.#log.take(event);
  }
}

/** Returns a replacement for the library's polls that uses a stream. */
export function pollsByStream({ config }: Library, url: string): Library["events"] {
  const polls = new PollsByStream({ url, email: config.username, key: config.apiKey });
  return { retrieve: (asked) => polls.retrieve(asked) };
}

export async function succeeded(call: Promise<Json>): Promise<Json> {
  const reply = await call;
  if (reply.result !== "success") throw new Error(JSON.stringify(reply));
  return reply;
}
