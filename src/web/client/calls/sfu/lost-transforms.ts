import type { Clock } from "../../../wire/clock.ts";
import type { FrameEncryption } from "../encryption.ts";

const MIN_PATIENCE_MS = 6_000;
/** Time without a loss after which the next one is treated like the first. */
const CALM_MS = 300_000;

/** Finds tracks whose media flows, but never reaches the encryption. Chromium loses some new transforms. */
export class LostTransforms {
  readonly #encryption: FrameEncryption | undefined;
  readonly #clock: Clock;
  /** When media was first seen to flow without any frame reaching the encryption, and how much there was. */
  readonly #seen = new WeakMap<RTCRtpReceiver | RTCRtpSender, { readonly at: number; readonly flow: number }>();
  #lostAt = Number.NEGATIVE_INFINITY;
  /** Doubled with each loss, so that a connection isn't replaced again and again. */
  #patienceMs = MIN_PATIENCE_MS;

  constructor(encryption: FrameEncryption | undefined, clock: Clock) {
    this.#encryption = encryption;
    this.#clock = clock;
  }

  /** @param flow how much media there has been, in any unit */
  isLost(end: RTCRtpReceiver | RTCRtpSender, flow: number): boolean {
    if (flow === 0 || this.#encryption === undefined || this.#encryption.hasFrames(end)) return false;
    const now = this.#clock.now();
    const seen = this.#seen.get(end);
    if (seen === undefined) this.#seen.set(end, { at: now, flow });
    if (now - this.#lostAt > CALM_MS) this.#patienceMs = MIN_PATIENCE_MS;
    if (seen === undefined || flow === seen.flow || now - seen.at <= this.#patienceMs) return false;
    this.#lostAt = now;
    this.#patienceMs *= 2;
    return true;
  }
}
