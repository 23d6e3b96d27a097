const WINDOW_MS = 10_000;
const MAX_FRAMES = 100;
/** Also of sealed keys, of which each member gets one when somebody leaves. */
const MAX_SIGNALS = 300;
/** Characters of all frames: signals are passed on to those who may read slowly, and descriptions of media wait for their turn. */
const MAX_CHARS = 2_000_000;

interface Counted {
  from: number;
  frames: number;
  signals: number;
  length: number;
}

/** Counts the frames of each socket. In memory alone: a room that has slept has had none for a while. */
export class FrameRates {
  readonly #counts = new WeakMap<WebSocket, Counted>();

  /** Counts a frame; false where there are too many. */
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
