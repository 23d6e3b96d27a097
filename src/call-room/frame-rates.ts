const WINDOW_MS = 10_000;
const MAX_FRAMES = 100;
/**
 * Signals per window, including encryption keys: when a member leaves, each remaining member sends a new key to every
 * other.
 */
const MAX_SIGNALS = 300;
/** Characters of all frames per window. Bounds what is buffered for slow readers and for queued SDP. */
const MAX_CHARS = 2_000_000;

interface FrameCounts {
  from: number;
  frames: number;
  signals: number;
  length: number;
}

/**
 * Counts the frames of each socket. Counts are only in memory, because a room that hibernated hasn't received frames
 * for a while.
 */
export class FrameRates {
  readonly #counts = new WeakMap<WebSocket, FrameCounts>();

  /** Counts a frame. Returns false if the rate is exceeded. */
  take(socket: WebSocket, type: string, length: number, now: number): boolean {
    let counted = this.#counts.get(socket);
    if (counted === undefined || counted.from + WINDOW_MS <= now) {
      counted = { from: now, frames: 0, signals: 0, length: 0 };
      this.#counts.set(socket, counted);
    }
    counted.length += length;
    if (type === "signal" || type === "key") counted.signals += 1;
    else counted.frames += 1;
    return counted.frames <= MAX_FRAMES && counted.signals <= MAX_SIGNALS && counted.length <= MAX_CHARS;
  }
}
