import type { MessageId } from "../../model/ids.ts";

/** Minimum time a message must be visible to count as read. */
const READ_AFTER_MS = 500;
/** Time to collect read messages for one request. */
const SEND_AFTER_MS = 300;
const RETRY_AFTER_MS = 5000;

interface ReaderParts {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  after(milliseconds: number, run: () => void): () => void;
  /** True if the window is focused and visible. */
  isAttended(): boolean;
  isUnread(id: MessageId): boolean;
  /** Marks messages as read on this page. */
  show(ids: readonly MessageId[]): void;
  /** Reports read messages to the server. If this rejects, it is called again later. */
  send(ids: readonly MessageId[]): Promise<void>;
}

/** Decides which messages count as read: those visible for a moment while the window has the focus. */
export class Reader {
  readonly #parts: ReaderParts;
  /** When each message became visible. */
  #since = new Map<MessageId, number>();
  readonly #read = new Set<MessageId>();
  #cancelLook: (() => void) | undefined;
  #cancelSend: (() => void) | undefined;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** Must be called with the visible messages whenever they change. */
  look(visible: readonly MessageId[]): void {
    const { now, isAttended, isUnread } = this.#parts;
    this.#cancelLook?.();
    this.#cancelLook = undefined;
    const before = this.#since;
    this.#since = new Map();
    if (!isAttended()) return;
    const time = now();
    const read: MessageId[] = [];
    for (const id of visible) {
      if (this.#read.has(id) || !isUnread(id)) continue;
      const since = before.get(id) ?? time;
      if (time - since >= READ_AFTER_MS) read.push(id);
      else this.#since.set(id, since);
    }
    if (read.length > 0) this.#collect(read);
    if (this.#since.size === 0) return;
    const soonest = Math.min(...this.#since.values()) + READ_AFTER_MS - time;
    this.#cancelLook = this.#parts.after(soonest, () => this.look(visible));
  }

  /** Reports to the server immediately, because the user is leaving the place or the page. */
  stop(): void {
    this.#cancelLook?.();
    this.#since.clear();
    if (this.#cancelSend !== undefined) void this.#send();
  }

  #collect(ids: readonly MessageId[]): void {
    this.#parts.show(ids);
    for (const id of ids) this.#read.add(id);
    this.#cancelSend ??= this.#parts.after(SEND_AFTER_MS, () => void this.#send());
  }

  async #send(): Promise<void> {
    this.#cancelSend?.();
    this.#cancelSend = undefined;
    const ids = [...this.#read];
    this.#read.clear();
    try {
      await this.#parts.send(ids);
    } catch {
      for (const id of ids) this.#read.add(id);
      this.#cancelSend ??= this.#parts.after(RETRY_AFTER_MS, () => void this.#send());
    }
  }
}
