import { fractionOf, type Random } from "../util/random.ts";
import { type Milliseconds, milliseconds, withTimeout } from "../util/time.ts";

/**
 * Delays before each request to the realm for a link. After the last one, the relay disconnects its clients, which then
 * connect to the realm directly.
 */
const TRIES_MS = [0, 250, 500, 1000, 2000, 4000, 8000];

/** Timeout for the realm's answer to a request for a link. */
const DIAL_MS = milliseconds(10_000);
/**
 * Ping interval. The platform answers for a hibernating realm. If nothing arrives between two pings, the relay
 * reconnects, because a broken link isn't always reported.
 */
const PING_MS = milliseconds(30_000);

export interface LinkSocket {
  readonly readyState: number;
  accept(): void;
  send(frame: string): void;
  close(code: number): void;
  addEventListener(event: "message", heard: (event: { readonly data: unknown }) => void): void;
  addEventListener(event: "close" | "error", ended: () => void): void;
}

interface RealmLinkParts {
  readonly dial: () => Promise<LinkSocket>;
  readonly greeting: () => readonly string[];
  readonly receive: (frame: string) => void;
  /** True if there are streams that need a link. */
  readonly isWanted: () => boolean;
  readonly giveUp: () => void;
  readonly after: (ms: Milliseconds, act: () => void) => void;
  readonly random: Random;
}

/** The relay's end of its link to the realm. Reconnects if the link breaks. */
export class RealmLink {
  #socket: LinkSocket | null = null;
  #making: Promise<void> | null = null;
  /** True if anything arrived since the last ping. */
  #hasHeard = true;

  constructor(private readonly parts: RealmLinkParts) {}

  get isOpen(): boolean {
    return this.#socket !== null;
  }

  send(frame: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(frame);
  }

  make(): Promise<void> {
    if (this.#socket !== null) return Promise.resolve();
    this.#making ??= this.#dial().finally(() => {
      this.#making = null;
    });
    return this.#making;
  }

  /** Reconnects, regardless of the old link's state. */
  async remake(): Promise<void> {
    if (this.#making === null) this.close();
    await this.make();
  }

  /** Ends the link, and opens another one if there are streams. */
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
        // The object is restarting, or runs another version of the code.
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

function hangUp(socket: LinkSocket): void {
  socket.accept();
  socket.close(1000);
}
