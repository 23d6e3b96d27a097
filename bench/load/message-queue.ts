import type { Server } from "../server/server.ts";
import { Connection } from "./connection.ts";
import { type Account, apiRequest, type Fields } from "./requests.ts";

type Place = Pick<Server, "port">;

interface Events {
  readonly events: readonly {
    readonly id: number;
    readonly message?: { readonly sender_id: number; readonly content: string };
  }[];
}

/** A client of one account that receives and sends direct messages. */
export class MessageQueue {
  readonly #account: Account;
  readonly #polls: Connection;
  readonly #sends: Connection;
  readonly #queue: string;
  #last: number;

  private constructor({ port }: Place, account: Account, queue: string, last: number) {
    this.#account = account;
    this.#polls = new Connection(port);
    this.#sends = new Connection(port);
    this.#queue = queue;
    this.#last = last;
  }

  static async of(server: Place, account: Account): Promise<MessageQueue> {
    const connection = new Connection(server.port);
    const fields = { event_types: ["message"], fetch_event_types: [], apply_markdown: false };
    const { body } = await connection.send(apiRequest("POST", "/register", account, fields));
    connection.close();
    const { queue_id, last_event_id } = JSON.parse(body.toString()) as { queue_id: string; last_event_id: number };
    return new MessageQueue(server, account, queue_id, last_event_id);
  }

  async send(to: number, content: string): Promise<void> {
    await this.#ask(this.#sends, "POST", "/messages", { type: "direct", to: [to], content });
  }

  /** Waits for the next message from an account, and returns its text. */
  async from(sender: number): Promise<string> {
    for (;;) {
      const fields = { queue_id: this.#queue, last_event_id: this.#last };
      const { events } = await this.#ask<Events>(this.#polls, "GET", "/events", fields);
      this.#last = events.at(-1)?.id ?? this.#last;
      const found = events.find(({ message }) => message?.sender_id === sender);
      if (found?.message !== undefined) return found.message.content;
    }
  }

  close(): void {
    this.#polls.close();
    this.#sends.close();
  }

  async #ask<Answer>(connection: Connection, method: string, path: string, fields: Fields): Promise<Answer> {
    const { status, body } = await connection.send(apiRequest(method, path, this.#account, fields));
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${body.toString().slice(0, 300)}`);
    return JSON.parse(body.toString()) as Answer;
  }
}
