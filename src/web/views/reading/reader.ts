import type { MessageId } from "../../model/ids.ts";

/** The time that a message has to be visible to count as read. */
const GLANCE_MS = 500;
/** The time in which read messages are collected for one request. */
const GATHER_MS = 300;
/** The time until a failed request is repeated. */
const AGAIN_MS = 5000;

interface Around {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  after(milliseconds: number, run: () => void): () => void;
  /** Whether the window has the focus and is visible. */
  isAttended(): boolean;
  isUnread(id: MessageId): boolean;
  /** Marks messages as read on this page. */
  show(ids: readonly MessageId[]): void;
  /** Tells the server; rejects if that failed, and is called again later. */
  tell(ids: readonly MessageId[]): Promise<void>;
}

/** Decides which messages count as read: those that are visible for a moment while the window has the focus. */
export class Reader {
  readonly #around: Around;
  /** The time since which each message is visible. */
  #since = new Map<MessageId, number>();
  readonly #read = new Set<MessageId>();
  #cancelLook: (() => void) | undefined;
  #cancelTell: (() => void) | undefined;

  constructor(around: Around) {
    this.#around = around;
  }

  /** Takes the messages that are visible now. */
  look(visible: readonly MessageId[]): void {
    const { now, isAttended, isUnread } = this.#around;
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
      if (time - since >= GLANCE_MS) read.push(id);
      else this.#since.set(id, since);
    }
    if (read.length > 0) this.#note(read);
    if (this.#since.size === 0) return;
    const soonest = Math.min(...this.#since.values()) + GLANCE_MS - time;
    this.#cancelLook = this.#around.after(soonest, () => this.look(visible));
  }

  /** Tells the server at once, because the user leaves the place or the page. */
  stop(): void {
    this.#cancelLook?.();
    this.#since.clear();
    if (this.#cancelTell !== undefined) void this.#tell();
  }

  #note(ids: readonly MessageId[]): void {
    this.#around.show(ids);
    for (const id of ids) this.#read.add(id);
    this.#cancelTell ??= this.#around.after(GATHER_MS, () => void this.#tell());
  }

  async #tell(): Promise<void> {
    this.#cancelTell?.();
    this.#cancelTell = undefined;
    const ids = [...this.#read];
    this.#read.clear();
    try {
      await this.#around.tell(ids);
    } catch {
      for (const id of ids) this.#read.add(id);
      this.#cancelTell ??= this.#around.after(AGAIN_MS, () => void this.#tell());
    }
  }
}
