import type { MessageId } from "../../model/ids.ts";

/** How long a message has to be in sight before it counts as read. */
const GLANCE_MS = 500;
/** What is read within this time is told to the server together. */
const GATHER_MS = 300;
/** How long to wait before something is tried again. */
const AGAIN_MS = 5000;

interface Around {
  /** Milliseconds of a clock that only ascends. */
  now(): number;
  after(milliseconds: number, run: () => void): () => void;
  /** Whether somebody looks at the window. */
  isAttended(): boolean;
  isUnread(id: MessageId): boolean;
  /** Shows at once that messages are read. */
  show(ids: readonly MessageId[]): void;
  /** Tells the server; rejects where it could not be told, returns false where it will never accept. */
  tell(ids: readonly MessageId[]): Promise<void>;
}

/** Decides which messages have been read: those in sight for a moment, in a window that somebody looks at. */
export class Reader {
  readonly #around: Around;
  /** Since when messages are in sight. */
  #since = new Map<MessageId, number>();
  readonly #read = new Set<MessageId>();
  #cancelLook: (() => void) | undefined;
  #cancelTell: (() => void) | undefined;

  constructor(around: Around) {
    this.#around = around;
  }

  /** These messages are in sight now, and no others. */
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

  /** Tells what is left at once: the place is left, or the page. */
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
