import { type ClientForm, formOf, type QueueClient } from "./queue-client.ts";

/** What the queues of one kind of client have in common. */
export interface SharedClient {
  readonly client: QueueClient;
  readonly form: ClientForm;
  /** Clients of one form share the bytes of an event. */
  readonly formKey: string;
}

interface Entry {
  readonly text: string;
  readonly shared: SharedClient;
  queues: number;
}

/** How queues want their events. Most want the same: it is read once, and kept once however many queues have it. */
export class QueueClients {
  #byText = new Map<string, Entry>();
  #byClient = new Map<QueueClient, Entry>();

  /** What a stored text says, for one more queue; null where it cannot be read. */
  retain(text: string, read: (text: string) => QueueClient | null): SharedClient | null {
    const entry = this.#byText.get(text) ?? this.#enter(text, read(text));
    if (entry === null) return null;
    entry.queues += 1;
    return entry.shared;
  }

  /** One queue less has it. */
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
