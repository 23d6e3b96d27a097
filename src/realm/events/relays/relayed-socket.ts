import type { StreamState, ToRelay } from "../../../rpc/relay-frames.ts";
import type { Queue } from "../queues.ts";
import type { StreamSocket } from "../stream.ts";

interface SocketLink {
  send(said: ToRelay, texts?: readonly string[]): void;
  remove(socket: RelayedSocket): void;
  join(socket: RelayedSocket, unacknowledged: { readonly oldest: number; readonly newest: number }): void;
}

/** A client's socket at a relay, as used by the realm's stream. */
export class RelayedSocket implements StreamSocket {
  readyState: number = WebSocket.OPEN;

  constructor(
    private readonly link: SocketLink,
    readonly slot: number,
    readonly queue: Queue,
    /** The stream's position according to the relay, or null for a new stream. */
    private readonly kept: StreamState | null = null,
  ) {}

  send(text: string, upTo?: number): void {
    this.link.send({ do: "send", slot: this.slot, sent: upTo ?? null }, [text]);
  }

  close(code: number, reason: string): void {
    if (this.readyState !== WebSocket.OPEN) return;
    this.readyState = WebSocket.CLOSED;
    this.link.remove(this);
    this.link.send({ do: "close", slot: this.slot, code, reason });
  }

  /** Not needed, because the relay itself records what it has sent. */
  serializeAttachment(): void {}

  deserializeAttachment(): unknown {
    return this.kept && { ...this.kept, heard: 0 };
  }

  join(unacknowledged: { readonly oldest: number; readonly newest: number }): void {
    this.link.join(this, unacknowledged);
  }
}
