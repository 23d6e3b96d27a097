import type { MessageId, UserId } from "../../model/ids.ts";
import type { Api } from "../../wire/api.ts";
import { backoff } from "../../wire/backoff.ts";
import type { Clock } from "../../wire/clock.ts";
import type { Page } from "../../wire/page.ts";
import { isFinal } from "../../wire/refused.ts";
import { restUntilWake } from "../../wire/wakes.ts";

/** Tells the server which messages were read. */
export interface Reads {
  /** Tells the server that messages are read, as soon as it can be reached. Rejects if the server refuses. */
  tell(ids: readonly MessageId[]): Promise<void>;
  /** Drops messages that are unread again: the server is no longer told that they are read. */
  forget(ids: readonly MessageId[]): void;
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
const MOST = 5_000;

/** Tells the server what was read in this tab, and in tabs that were closed before they could tell it. */
export class LiveReads implements Reads {
  readonly #parts: ReadsParts;
  readonly #untold = new Set<MessageId>();
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
      this.tell(left.ids).catch(() => {});
    }
  }

  /** Shows messages as read in a new state, which lacks what the server was not told yet. */
  renew(): void {
    if (this.#untold.size > 0) this.#show([...this.#untold]);
  }

  async tell(ids: readonly MessageId[]): Promise<void> {
    for (const id of ids) this.#untold.add(id);
    this.#keep();
    for (let at = 0; at < ids.length; at += MOST) await this.#tellSome(ids.slice(at, at + MOST));
  }

  forget(ids: readonly MessageId[]): void {
    for (const id of ids) this.#untold.delete(id);
    this.#keep();
  }

  async #tellSome(ids: readonly MessageId[]): Promise<void> {
    const { api, clock, page, random } = this.#parts;
    for (let failures = 1; ; failures++) {
      const messages = ids.filter((id) => this.#untold.has(id));
      if (messages.length === 0) return;
      try {
        await api.post("/messages/flags", { messages, op: "add", flag: "read" });
        return this.forget(messages);
      } catch (error) {
        if (isFinal(error)) {
          this.forget(messages);
          throw error;
        }
        const wait = backoff(failures, random);
        if (await restUntilWake(clock, page, wait, new AbortController().signal)) failures = 0;
      }
    }
  }

  #keep(): void {
    const { storage, account } = this.#parts;
    try {
      if (this.#untold.size === 0) storage.removeItem(this.#name);
      else storage.setItem(this.#name, JSON.stringify({ of: account(), ids: [...this.#untold] }));
    } catch {
      // The storage is full: the server can be told only as long as the page is open.
    }
  }
}
