import type { MessageId, UserId } from "../../model/ids.ts";
import { type Api, isFinal } from "../../wire/api.ts";
import type { Clock } from "../../wire/clock.ts";
import type { Page } from "../../wire/page.ts";
import { backoff, sleepUntilWake } from "../../wire/wait-to-retry.ts";

/** Tells the server which messages were read. */
export interface Reads {
  /** Tells the server that messages are read, as soon as it can be reached. Rejects if the server refuses. */
  markRead(ids: readonly MessageId[]): Promise<void>;
  /** Drops messages that are unread again: the server is no longer told that they are read. */
  unmarkRead(ids: readonly MessageId[]): void;
}

interface ReadsParts {
  readonly api: Pick<Api, "post">;
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly clock: Clock;
  readonly page: Page;
  readonly random: () => number;
  readonly account: () => UserId;
}

const PREFIX = "parley.read.";
/** The number of messages that one request can name. */
const MESSAGES_PER_REQUEST = 5_000;

/** Tells the server what was read in this tab, and in tabs that were closed before they could tell it. */
export class LiveReads implements Reads {
  readonly #parts: ReadsParts;
  readonly #unsent = new Set<MessageId>();
  readonly #name: string;
  #show: (ids: readonly MessageId[]) => void = () => {};

  constructor(parts: ReadsParts) {
    this.#parts = parts;
    this.#name = `${PREFIX}${Math.floor(parts.random() * 36 ** 6).toString(36)}`;
  }

  /**
   * Takes over what other tabs have left in the storage. Tabs that are still open tell the server too, which does no harm.
   * `show` shows messages as read before the server has answered.
   */
  begin(show: (ids: readonly MessageId[]) => void): void {
    this.#show = show;
    const { storage, account } = this.#parts;
    for (const name of Object.keys(storage)) {
      if (!name.startsWith(PREFIX)) continue;
      const left: { of: UserId; ids: MessageId[] } = JSON.parse(storage.getItem(name) ?? "{}");
      storage.removeItem(name);
      if (left.of !== account()) continue;
      show(left.ids);
      this.markRead(left.ids).catch(() => {});
    }
  }

  /** Shows messages as read in a new state, which lacks what the server was not told yet. */
  renew(): void {
    if (this.#unsent.size > 0) this.#show([...this.#unsent]);
  }

  async markRead(ids: readonly MessageId[]): Promise<void> {
    for (const id of ids) this.#unsent.add(id);
    this.#store();
    for (let at = 0; at < ids.length; at += MESSAGES_PER_REQUEST)
      await this.#postSome(ids.slice(at, at + MESSAGES_PER_REQUEST));
  }

  unmarkRead(ids: readonly MessageId[]): void {
    for (const id of ids) this.#unsent.delete(id);
    this.#store();
  }

  async #postSome(ids: readonly MessageId[]): Promise<void> {
    const { api, clock, page, random } = this.#parts;
    for (let failures = 1; ; failures++) {
      const messages = ids.filter((id) => this.#unsent.has(id));
      if (messages.length === 0) return;
      try {
        await api.post("/messages/flags", { messages, op: "add", flag: "read" });
        return this.unmarkRead(messages);
      } catch (error) {
        if (isFinal(error)) {
          this.unmarkRead(messages);
          throw error;
        }
        const wait = backoff(failures, random);
        if (await sleepUntilWake(clock, page, wait, new AbortController().signal)) failures = 0;
      }
    }
  }

  #store(): void {
    const { storage, account } = this.#parts;
    try {
      if (this.#unsent.size === 0) storage.removeItem(this.#name);
      else storage.setItem(this.#name, JSON.stringify({ of: account(), ids: [...this.#unsent] }));
    } catch {
      // The storage is full: the server can be told only as long as the page is open.
    }
  }
}
