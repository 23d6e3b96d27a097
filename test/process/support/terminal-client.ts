import { applyEvents } from "../../support/client-state.ts";
import { MessageLog } from "./message-log.ts";
import type { Fields, Json } from "./person.ts";
import { type Account, PythonClient } from "./python-client.ts";

const events = ["message", "update_message", "reaction", "submessage", "subscription", "typing"];
const settings = ["update_global_notifications", "update_display_settings", "user_settings", "realm_emoji"];
const registration = {
  event_types: [...events, "update_message_flags", ...settings, "realm_user"],
  fetch_event_types: [
    ...["realm", "presence", "subscription", "message", "starred_messages", "update_message_flags", "muted_topics"],
    ...["realm_user", "realm_user_groups", ...settings, "custom_profile_fields", "zulip_version"],
  ],
  client_gravatar: true,
  apply_markdown: true,
  include_subscribers: true,
};

/** Value of `anchor` if nothing is unread. The client treats any other number as a message id. */
const NOTHING_UNREAD = 10_000_000_000_000_000;

/** Makes the same calls as zulip-terminal, and builds the same state from the responses. */
export class TerminalClient {
  readonly state: Json;
  /** Users who are typing, according to the events. */
  readonly typing = new Set<number>();
  readonly #person: Account;
  readonly #client: PythonClient;
  readonly #stopping = new AbortController();
  readonly #log = new MessageLog(true);
  readonly #over: Promise<void>;
  #failure: unknown;

  private constructor(person: Account, client: PythonClient, state: Json) {
    this.#person = person;
    this.#client = client;
    this.state = state;
    this.#over = client
      .eachEvent(state, this.#stopping.signal, (event) => this.#take(event))
      .catch((error: unknown) => {
        this.#failure = error;
      });
  }

  /** The messages so far. Throws if polling has failed. */
  get messages(): MessageLog {
    if (this.#failure !== undefined) throw this.#failure;
    return this.#log;
  }

  static async start(person: Account): Promise<TerminalClient> {
    const client = new PythonClient(person, "ZulipTerminal/0.7.0 Linux");
    await client.ok("GET", "server_settings");
    const terminal = new TerminalClient(person, client, await client.ok("POST", "register", registration));
    await terminal.narrow([]);
    await terminal.ping("active");
    return terminal;
  }

  /** Reports the user's status. zulip-terminal calls this every minute. */
  async ping(status: "active" | "idle"): Promise<void> {
    const request = { status, new_user_input: status === "active" };
    this.state.presences = (await this.#client.ok("POST", "users/me/presence", request)).presences;
  }

  /** Shows a conversation from its first unread message, and scrolls to both ends. Returns the ids. */
  async narrow(terms: string[][]): Promise<number[]> {
    const form = { apply_markdown: true, client_gravatar: true, narrow: JSON.stringify(terms) };
    const range = { ...form, num_before: 30, num_after: 10 };
    const first = await this.#fetch({ ...range, anchor: 0, use_first_unread_anchor: true });
    const shown = new Set<number>(first.messages.map(({ id }: Json) => id));
    if (first.anchor !== NOTHING_UNREAD && !shown.has(first.anchor)) throw new Error(`no message ${first.anchor}`);
    for (const end of ["found_oldest", "found_newest"]) {
      for (let page = first; !page[end]; ) {
        const down = end === "found_newest";
        const anchor = down ? Math.max(...shown) : Math.min(...shown);
        page = await this.#fetch({ ...form, anchor, num_before: down ? 0 : 30, num_after: down ? 30 : 0 });
        for (const { id } of page.messages) shown.add(id);
      }
    }
    return [...shown].sort((a, b) => a - b);
  }

  send(to: string | number[], content: string, subject?: string): Promise<Json> {
    const place = subject === undefined ? { type: "private", to } : { type: "stream", to, subject };
    return this.#client.ok("POST", "messages", { ...place, content });
  }

  /** Adds a reaction, or removes it if the user has already reacted this way. */
  toggleReaction(id: number, name: string, code: string): Promise<Json> {
    const own = (one: Json) => one.emoji_code === code && one.user_id === this.state.user_id;
    const method = this.messages.get(id).reactions.some(own) ? "DELETE" : "POST";
    const reaction = { emoji_name: name, emoji_code: code, reaction_type: "unicode_emoji", message_id: String(id) };
    return this.#client.ok(method, `messages/${id}/reactions`, reaction);
  }

  toggleStar(id: number): Promise<Json> {
    const op = this.messages.get(id).flags.includes("starred") ? "remove" : "add";
    return this.#client.ok("POST", "messages/flags", { flag: "starred", messages: [id], op });
  }

  markRead(ids: readonly number[]): Promise<Json> {
    return this.#client.ok("POST", "messages/flags", { messages: ids, flag: "read", op: "add" });
  }

  type(to: readonly number[], op: "start" | "stop"): Promise<Json> {
    return this.#client.ok("POST", "typing", { to, op });
  }

  setMuted(stream_id: number, value: boolean): Promise<Json> {
    const subscription_data = [{ stream_id, property: "is_muted", value }];
    return this.#client.ok("POST", "users/me/subscriptions/properties", { subscription_data });
  }

  topics(channel: number): Promise<Json> {
    return this.#client.ok("GET", `users/me/${channel}/topics`);
  }

  /**
   * Removes a deleted message. zulip-terminal doesn't subscribe to deletions, so a user only notices at the next start.
   */
  forget(message_id: number): void {
    this.#take({ type: "delete_message", message_id, message_type: "stream" });
  }

  /** A second, newly started client of the same account. */
  another(): Promise<TerminalClient> {
    return TerminalClient.start(this.#person);
  }

  /** Returns the state that a newly started terminal receives. */
  async register(): Promise<Json> {
    const state = await this.#client.ok("POST", "register", registration);
    await this.#client.ok("DELETE", "events", { queue_id: state.queue_id });
    return state;
  }

  /** Stops the client. Rejects if polling has failed. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#over;
    if (this.#failure !== undefined) throw this.#failure;
    await this.#client.ok("DELETE", "events", { queue_id: this.state.queue_id });
  }

  async #fetch(request: Fields): Promise<Json> {
    const page = await this.#client.ok("GET", "messages", request);
    this.#log.keep(page.messages);
    return page;
  }

  #take(event: Json): void {
    applyEvents(this.state, [event]);
    this.#log.take(event);
    if (event.type === "typing" && event.op === "start") this.typing.add(event.sender.user_id);
    if (event.type === "typing" && event.op === "stop") this.typing.delete(event.sender.user_id);
  }
}
