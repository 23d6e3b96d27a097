import { splitFrame, type TrackKind } from "./frame-parts.ts";
import { type Bytes, concat, encrypt, type FrameKey, frameKeyOf, ratchet } from "./sframe.ts";

// A key's number encodes its sender, its secret (the generation), and the number of times that secret was ratcheted
// (the step). Numbers of 53 bits are exact: 21 for members, 24 for generations, 8 for steps.

const MAX_STEPS = 255;
const STEPS = 256;
const GENERATIONS = 2 ** 24;

interface KeyName {
  readonly member: number;
  readonly generation: number;
  readonly step: number;
}

const keyNumber = ({ member, generation, step }: KeyName): number => (member * GENERATIONS + generation) * STEPS + step;

export function readKeyNumber(kid: number): KeyName {
  const rest = Math.floor(kid / STEPS);
  return { member: Math.floor(rest / GENERATIONS), generation: rest % GENERATIONS, step: kid % STEPS };
}

/** True if the later of two keys was ratcheted from the earlier one: same member, same secret. */
export const isOfOneSecret = (one: number, other: number): boolean =>
  Math.floor(one / STEPS) === Math.floor(other / STEPS);

const SECRET_BYTES = 32;

/**
 * A sender's secret, with its key number. Anyone who has it can decrypt what is sent with it, and with the keys
 * ratcheted from it.
 */
export interface SenderSecret {
  readonly kid: number;
  readonly secret: Bytes;
}

/** The key that a device uses to encrypt what it sends. */
export class SenderKey {
  #drawn: SenderSecret | undefined;
  #key: FrameKey | undefined;
  #generations = 0;
  /** Frame counter. It continues across all keys, so that no value is used twice, even when keys change. */
  #counter = 0;

  constructor(readonly member: number) {}

  /** The secret in use, or undefined if none has been used yet. */
  get secret(): SenderSecret | undefined {
    return this.#drawn;
  }

  /** Generates a secret unrelated to earlier ones. It isn't used yet. */
  draw(): SenderSecret {
    const kid = keyNumber({ member: this.member, generation: this.#generations++, step: 0 });
    return { kid, secret: crypto.getRandomValues(new Uint8Array(SECRET_BYTES)) };
  }

  /** Ratchets the current secret to one that can't decrypt what was sent before. It isn't used yet. */
  async next(): Promise<SenderSecret> {
    if (this.#drawn === undefined || readKeyNumber(this.#drawn.kid).step === MAX_STEPS) return this.draw();
    const { kid, secret } = this.#drawn;
    // The step is the lowest part of the number.
    return { kid: kid + 1, secret: await ratchet(secret) };
  }

  async use(drawn: SenderSecret): Promise<void> {
    this.#key = await frameKeyOf(drawn.kid, drawn.secret);
    this.#drawn = drawn;
  }

  /** Encrypts a frame. Returns undefined while there is no key, because nothing is sent unencrypted. */
  async encrypt(kind: TrackKind, frame: Bytes): Promise<Bytes | undefined> {
    if (this.#key === undefined || frame.length === 0) return undefined;
    const { clear, rest, metadata } = splitFrame(kind, frame);
    return concat(clear, await encrypt(this.#key, this.#counter++, rest, metadata));
  }
}
