import * as v from "valibot";
import { limits } from "../../protocol/limit-table.ts";
import { tryForeignJson } from "../../util/foreign-json.ts";
import type { Milliseconds } from "../../util/time.ts";

/** A frame in which a client acknowledges events. */
const frameSchema = v.strictObject({ last_event_id: v.pipe(v.number(), v.safeInteger()) });
const FRAMES_MS = 10_000;

/** Reads and counts the frames of a stream's client. */
export class ClientFrames {
  #since = 0;
  #count = 0;

  /**
   * Returns the event number that a frame acknowledges, or undefined if the frame is invalid or the client exceeds its
   * limit.
   */
  read(frame: unknown, now: Milliseconds): number | undefined {
    if (typeof frame !== "string" || frame.length > limits.stream.frame_characters || this.#isFlooded(now))
      return undefined;
    const read = v.safeParse(frameSchema, tryForeignJson(frame));
    return read.success ? read.output.last_event_id : undefined;
  }

  #isFlooded(now: Milliseconds): boolean {
    // `abs`, because the clock may have been set back.
    if (Math.abs(now - this.#since) > FRAMES_MS) {
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count > limits.stream.frames;
  }
}
