import type { Random } from "../../process/support/random.ts";
import type { VirtualClock } from "../../web/support/virtual-clock.ts";
import { Violation } from "../frame/part.ts";
import type { End } from "./wire.ts";

interface Parts {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly number: number;
  /** Opens a stream that starts after an event. Resolves to null if the queue has ended. */
  readonly connect: (last: number) => Promise<End | null>;
}

/** A client that follows its queue, acknowledges now and then, and reconnects when its stream closes. */
export class Client {
  readonly received: number[] = [];
  hasEnded = false;
  /** True if the client reads slowly, and so acknowledges late. */
  isSlow = false;
  #socket: End | null = null;
  #isAcknowledging = false;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get last(): number {
    return this.received.at(-1) ?? -1;
  }

  connect(): void {
    void this.#parts.connect(this.last).then(
      (socket) => this.#follow(socket),
      () => this.#comeBack(),
    );
  }

  #follow(socket: End | null): void {
    if (socket === null) {
      this.hasEnded = true;
      return;
    }
    this.#socket = socket;
    socket.onFrame = (frame) => this.#read(frame);
    socket.onClose = () => this.#comeBack();
    if (socket.readyState !== 1) this.#comeBack();
  }

  #comeBack(): void {
    this.#socket = null;
    this.#parts.clock.after(100 + this.#parts.random.below(2000), () => this.connect());
  }

  #read(frame: string): void {
    const { result, queue_id, events } = JSON.parse(frame) as {
      result: string;
      queue_id: string;
      events: { id: number }[];
    };
    if (result === "error") {
      this.hasEnded = true;
      return;
    }
    if (queue_id !== `q${this.#parts.number}`) throw new Violation(`client ${this.#parts.number} got ${frame}`);
    // Events sent before the last connection broke are repeated, as on every stream.
    for (const { id } of events) if (id > this.last) this.received.push(id);
    if (this.#isAcknowledging) return;
    this.#isAcknowledging = true;
    this.#parts.clock.after(this.isSlow ? 8000 : this.#parts.random.below(500), () => this.#acknowledge());
  }

  #acknowledge(): void {
    this.#isAcknowledging = false;
    this.#socket?.send(JSON.stringify({ last_event_id: this.last }));
  }
}
