import { splitFrame, type TrackKind } from "./frame-parts.ts";
import { isOfOneSecret, readKeyNumber, type SenderSecret } from "./sender-key.ts";
import { type Bytes, concat, decrypt, type FrameKey, frameKeyOf, ratchet, readHeader } from "./sframe.ts";

const WINDOW = 1024;

/** Frame counters received for one track. Rejects repeated ones, and those far behind the others. */
class SeenCounters {
  readonly #seen = new Float64Array(WINDOW).fill(-1);
  #highest = -1;

  has(counter: number): boolean {
    return counter <= this.#highest - WINDOW || this.#seen[counter % WINDOW] === counter;
  }

  add(counter: number): void {
    this.#seen[counter % WINDOW] = counter;
    this.#highest = Math.max(this.#highest, counter);
  }
}

/** Maximum keys kept per sender, apart from those of its newest secret. */
const MAX_KEYS = 4;

/** Maximum time that frames with earlier keys may still be in flight. */
const LATE_MS = 2_000;

export type After = (ms: number, run: () => void) => void;

/** One other member's keys, used to decrypt its frames. */
export class HeardKeys {
  readonly #member: number;
  #newest: SenderSecret | undefined;
  /** The previous secret, for frames still in flight. */
  #former: SenderSecret | undefined;
  readonly #keys = new Map<number, Promise<{ readonly key: FrameKey; readonly from: SenderSecret }>>();
  readonly #counters = new Map<TrackKind, SeenCounters>();
  readonly #after: After;
  #isForgetting = false;

  constructor(member: number, after: After) {
    this.#member = member;
    this.#after = after;
  }

  /**
   * Accepts a secret encrypted by this member. Ignores a secret that is older than a known one, or belongs to someone
   * else.
   */
  take(given: SenderSecret): void {
    if (readKeyNumber(given.kid).member !== this.#member) return;
    if (this.#newest !== undefined && given.kid <= this.#newest.kid) return;
    this.#former = this.#newest;
    this.#newest = given;
  }

  /** Decrypts a frame. Returns undefined if it isn't from this member, was modified, or is a repeat. */
  async decrypt(kind: TrackKind, frame: Bytes): Promise<Bytes | undefined> {
    const { clear, rest, metadata } = splitFrame(kind, frame);
    const header = readHeader(rest);
    const found = header && (await this.#keyOf(header.kid));
    if (header === undefined || found === undefined) return undefined;
    const counters = this.#counters.get(kind) ?? new SeenCounters();
    try {
      const plain = await decrypt(found.key, header, rest, metadata);
      if (counters.has(header.counter)) return undefined;
      counters.add(header.counter);
      this.#counters.set(kind, counters);
      this.#confirm(found.from);
      return concat(clear, plain);
    } catch {
      return undefined;
    }
  }

  /** Records that the sender uses this key. Soon drops its earlier keys, which members who left still have. */
  #confirm(from: SenderSecret): void {
    if (this.#newest === undefined || from.kid < this.#newest.kid) return;
    this.#newest = from;
    if (this.#isForgetting || (this.#keys.size < 2 && this.#former === undefined)) return;
    this.#isForgetting = true;
    this.#after(LATE_MS, () => {
      this.#isForgetting = false;
      const newest = this.#newest?.kid ?? 0;
      // Another key that isn't in use yet may have arrived in the meantime.
      if (!this.#keys.has(newest)) return;
      this.#former = undefined;
      for (const kid of this.#keys.keys()) if (kid < newest) this.#keys.delete(kid);
    });
  }

  async #keyOf(kid: number) {
    const known = this.#keys.get(kid);
    if (known !== undefined) return known;
    const earlier = [this.#newest, this.#former].find((one) => one && isOfOneSecret(kid, one.kid) && kid >= one.kid);
    if (earlier === undefined) return undefined;
    const found = keyAfter(earlier, kid - earlier.kid);
    this.#keys.set(kid, found);
    const oldest = [...this.#keys.keys()].find((one) => one !== kid && one !== this.#newest?.kid);
    if (this.#keys.size > MAX_KEYS && oldest !== undefined) this.#keys.delete(oldest);
    return found;
  }
}

async function keyAfter({ kid, secret: first }: SenderSecret, steps: number) {
  let secret = first;
  for (let step = 0; step < steps; step++) secret = await ratchet(secret);
  return { key: await frameKeyOf(kid + steps, secret), from: { kid: kid + steps, secret } };
}
