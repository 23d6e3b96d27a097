import type { Json } from "./person.ts";
import { type Account, PythonClient } from "./python-client.ts";

/** A bot of Zulip's Python framework. It counts the messages to it in a single message, which it edits. */
export class BotClient {
  /** Ids of received messages, in order. */
  readonly heard: number[] = [];
  readonly name: string;
  readonly #client: PythonClient;
  readonly #storage = new Map<string, string>();
  readonly #stopping = new AbortController();
  readonly #over: Promise<void>;
  #failure: unknown;

  private constructor(client: PythonClient, name: string, queue: Json) {
    this.#client = client;
    this.name = name;
    this.#over = client
      .eachEvent(queue, this.#stopping.signal, (event) => this.#take(event))
      .catch((error: unknown) => {
        this.#failure = error;
      });
  }

  static async start(person: Account): Promise<BotClient> {
    const client = new PythonClient(person, "ZulipIncrementorBot");
    await client.ok("GET", "server_settings");
    const { full_name } = await client.ok("GET", "users/me");
    const queue = await client.ok("POST", "register", { event_types: ["message"], narrow: [] });
    const bot = new BotClient(client, full_name, queue);
    await bot.#put("number", 0);
    await bot.#put("message_id", null);
    return bot;
  }

  /** How many times the bot was called. Throws if polling has failed. */
  get number(): number {
    if (this.#failure !== undefined) throw this.#failure;
    return this.#get("number");
  }

  /** The id of the message that contains the count. */
  get answer(): number {
    return this.#get("message_id");
  }

  /** Returns what the bot has stored on the server. */
  async stored(): Promise<Json> {
    const { storage } = await this.#client.ok("GET", "bot_storage", { keys: [...this.#storage.keys()] });
    return { number: JSON.parse(storage.number), message_id: JSON.parse(storage.message_id) };
  }

  /** Stops the bot. Rejects if polling has failed. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#over;
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #take(event: Json): Promise<void> {
    if (event.type !== "message") return;
    const { message, flags } = event;
    this.heard.push(message.id);
    if (flags.includes("mentioned") && message.content.startsWith(`@**${this.name}**`)) await this.#count(message);
  }

  async #count({ display_recipient: to, subject }: Json): Promise<void> {
    const number = this.#get("number") + 1;
    await this.#put("number", number);
    const content = String(number);
    if (this.answer === null) {
      const { id } = await this.#client.ok("POST", "messages", { type: "stream", to, subject, content });
      await this.#put("message_id", id);
    } else {
      await this.#client.ok("PATCH", `messages/${this.answer}`, { message_id: this.answer, content });
    }
  }

  #get(key: string): Json {
    return JSON.parse(this.#storage.get(key) ?? "null");
  }

  async #put(key: string, value: unknown): Promise<void> {
    const marshalled = JSON.stringify(value);
    this.#storage.set(key, marshalled);
    await this.#client.ok("PUT", "bot_storage", { storage: { [key]: marshalled } });
  }
}
