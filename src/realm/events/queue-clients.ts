import { type ClientForm, formOf, type QueueClient } from "./queue-client.ts";

/** In-memory state shared by queues with the same options. */
export interface SharedClient {
  readonly client: QueueClient;
  readonly form: ClientForm;
  /** Equal for clients that receive the same JSON of an event. */
  readonly formKey: string;
}

interface Entry {
  readonly text: string;
  readonly shared: SharedClient;
  queues: number;
}

/** The options of all queues. Most queues have the same ones, so each set is parsed and stored only once. */
export class QueueClients {
  #byText = new Map<string, Entry>();
  #byClient = new Map<QueueClient, Entry>();

  /** Adds a queue's options, given as stored. Returns null if they can't be read. */
  retain(text: string, read: (text: string) => QueueClient | null): SharedClient | null {
    const entry = this.#byText.get(text) ?? this.#enter(text, read(text));
    if (entry === null) return null;
    entry.queues += 1;
    return entry.shared;
  }

  /** Call it when a queue with these options ends. */
  release(client: QueueClient): void {
    const entry = this.#byClient.get(client);
    if (entry === undefined) return;
    entry.queues -= 1;
    if (entry.queues > 0) return;
    this.#byText.delete(entry.text);
    this.#byClient.delete(client);
  }

  #enter(text: string, client: QueueClient | null): Entry | null {
    if (client === null) return null;
    const entry = { text, shared: { client, ...formOf(client) }, queues: 0 };
    this.#byText.set(text, entry);
    this.#byClient.set(client, entry);
    return entry;
  }
}
