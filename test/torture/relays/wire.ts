import type { Random } from "../../process/support/random.ts";
import type { VirtualClock } from "../../web/support/virtual-clock.ts";

const [OPEN, CLOSED] = [1, 3];

type Heard = (event: { readonly data: unknown }) => void;

/** One end of a WebSocket, with the methods and properties that objects and clients need. */
export class End {
  readyState = OPEN;
  other: End | null = null;
  onFrame: (frame: string) => void = () => {};
  onClose: (code: number) => void = () => {};
  /** When the platform last answered a ping on behalf of the object. */
  pingedAt: Date | null = null;
  #attachment: unknown = null;
  readonly #wire: Wire;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  accept(): void {}

  send(frame: string): void {
    if (this.readyState === OPEN) this.#wire.travel(this, (other) => other.onFrame(frame));
  }

  close(code = 1000): void {
    if (this.readyState !== OPEN) return;
    this.readyState = CLOSED;
    this.#wire.travel(this, (other) => other.ended(code));
  }

  /** Handles that the other end, or the network, has closed the connection. */
  ended(code: number): void {
    if (this.readyState !== OPEN) return;
    this.readyState = CLOSED;
    this.onClose(code);
  }

  addEventListener(event: "message" | "close" | "error", heard: Heard | (() => void)): void {
    if (event === "message") this.onFrame = (data) => heard({ data });
    else if (event === "close") this.onClose = heard as () => void;
  }

  serializeAttachment(attachment: unknown): void {
    this.#attachment = structuredClone(attachment);
  }

  deserializeAttachment(): unknown {
    return structuredClone(this.#attachment);
  }
}

/**
 * A WebSocket connection between two programs. Frames arrive in order, each after a delay. After a cut, none arrive.
 */
export class Wire {
  readonly near = new End(this);
  readonly far = new End(this);
  #isCut = false;
  #isSilent = false;
  #last = new Map<End, number>();
  readonly #clock: VirtualClock;
  readonly #random: Random;

  constructor(clock: VirtualClock, random: Random) {
    this.#clock = clock;
    this.#random = random;
    this.near.other = this.far;
    this.far.other = this.near;
  }

  /** Cuts the connection. Frames in flight are lost, and each end notices after a while. */
  cut(): void {
    if (this.#isCut) return;
    this.#isCut = true;
    for (const end of [this.near, this.far]) this.#clock.after(this.#random.below(3000), () => end.ended(1006));
  }

  /** Makes the connection lose all frames from now on, without either end noticing. */
  silence(): void {
    this.#isSilent = true;
  }

  travel(from: End, arrive: (other: End) => void): void {
    const now = this.#clock.passed();
    const at = Math.max(this.#last.get(from) ?? 0, now + this.#random.below(this.#random.below(20) === 0 ? 3000 : 40));
    this.#last.set(from, at);
    this.#clock.after(at - now, () => {
      if (!this.#isCut && !this.#isSilent && from.other !== null) arrive(from.other);
    });
  }
}
