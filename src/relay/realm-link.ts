import { fractionOf, type Random } from "../util/random.ts";
import { type Milliseconds, milliseconds } from "../util/time.ts";
import { withTimeout } from "../util/within.ts";

/** After which times the realm is asked again for a link; then the relay lets its clients go, who ask for themselves. */
const TRIES_MS = [0, 250, 500, 1000, 2000, 4000, 8000];

/** The time in which the realm answers whether it makes a link. */
const DIAL_MS = milliseconds(10_000);
/**
 * The time between two pings of a link, which the platform answers for the realm, even where that is out of memory. A link of
 * which nothing was heard since the last one is made anew: it may be broken without a word to this end.
 */
const PING_MS = milliseconds(30_000);

/** The part of a WebSocket that a link needs. */
export interface LinkSocket {
  readonly readyState: number;
  accept(): void;
  send(frame: string): void;
  close(code: number): void;
  addEventListener(event: "message", heard: (event: { readonly data: unknown }) => void): void;
  addEventListener(event: "close" | "error", ended: () => void): void;
}

interface Parts {
  readonly dial: () => Promise<LinkSocket>;
  /** The first frames of a link. */
  readonly greeting: () => readonly string[];
  readonly receive: (frame: string) => void;
  /** Whether there are streams that a link is needed for. */
  readonly isWanted: () => boolean;
  readonly giveUp: () => void;
  readonly after: (ms: Milliseconds, act: () => void) => void;
  readonly random: Random;
}

/** The relay's end of its link to the realm, which is made anew where it breaks. */
export class RealmLink {
  #socket: LinkSocket | null = null;
  #making: Promise<void> | null = null;
  /** Whether anything came over the link since the last ping. */
  #hasHeard = true;

  constructor(private readonly parts: Parts) {}

  get isOpen(): boolean {
    return this.#socket !== null;
  }

  send(frame: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(frame);
  }

  /** Makes the link, unless there is one. */
  make(): Promise<void> {
    if (this.#socket !== null) return Promise.resolve();
    this.#making ??= this.#dial().finally(() => {
      this.#making = null;
    });
    return this.#making;
  }

  /** Makes the link anew, whatever is left of the last one. */
  async remake(): Promise<void> {
    if (this.#making === null) this.close();
    await this.make();
  }

  /** Ends the link, and makes another one where there are streams. */
  cut(): void {
    const socket = this.#socket;
    if (socket === null) return;
    this.#lost(socket);
    socket.close(1000);
  }

  close(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(1000);
  }

  async #dial(): Promise<void> {
    for (const wait of TRIES_MS) {
      if (wait > 0) await this.#pass(milliseconds(wait * (1 + fractionOf(this.parts.random))));
      if (!this.parts.isWanted()) return;
      try {
        this.#use(
          await withTimeout(DIAL_MS, this.parts.dial(), {
            after: (ms, act) => void this.parts.after(ms, act),
            late: hangUp,
          }),
        );
        return;
      } catch {
        // The object restarts, or runs another program.
      }
    }
    this.parts.giveUp();
  }

  #pass(ms: Milliseconds): Promise<void> {
    return new Promise((resolve) => this.parts.after(ms, resolve));
  }

  #use(socket: LinkSocket): void {
    socket.addEventListener("message", ({ data }) => {
      if (this.#socket !== socket) return;
      this.#hasHeard = true;
      if (data !== "pong") this.parts.receive(String(data));
    });
    for (const end of ["close", "error"] as const) socket.addEventListener(end, () => this.#lost(socket));
    this.#socket = socket;
    socket.accept();
    for (const frame of this.parts.greeting()) socket.send(frame);
    this.#hasHeard = true;
    this.#pingLater(socket);
  }

  #pingLater(socket: LinkSocket): void {
    this.parts.after(PING_MS, () => {
      if (this.#socket !== socket) return;
      if (!this.#hasHeard) {
        this.cut();
        return;
      }
      this.#hasHeard = false;
      this.send("ping");
      this.#pingLater(socket);
    });
  }

  #lost(socket: LinkSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    if (this.parts.isWanted()) void this.make();
  }
}

/** Ends a link that was made too late. */
function hangUp(socket: LinkSocket): void {
  socket.accept();
  socket.close(1000);
}
