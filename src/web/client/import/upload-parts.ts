import type { Import } from "../../model/organization/imports.ts";
import { isFinal, Refused, Unreachable } from "../../wire/api.ts";
import type { Client } from "../client.ts";

interface Sending {
  readonly archive: Blob;
  readonly ask: () => Promise<Import>;
  readonly digest: (part: Blob) => Promise<string>;
  readonly put: (part: SentPart, onProgress: (share: number) => void) => Promise<void>;
  /**
   * Waits after failures. `told` is the delay in milliseconds that the server requested, or undefined if it requested
   * none.
   */
  readonly waitToRetry: (failures: number, told: number | undefined) => Promise<void>;
  /** Called with the number of bytes on the server, and whether the upload is waiting to retry. */
  readonly onProgress: (bytes: number, isWaiting: boolean) => void;
  readonly signal: AbortSignal;
}

export interface SentPart {
  readonly number: number;
  readonly bytes: Blob;
  readonly sha256: string;
}

/**
 * Uploads the parts of an archive that the server lacks. Temporary failures are retried without limit. Rejects if the
 * server refuses permanently, or if the file becomes unreadable.
 */
export async function uploadParts(sending: Sending): Promise<Import> {
  const { archive, signal } = sending;
  const again = <Value>(work: () => Promise<Value>, done: () => number) => untilItWorks(sending, work, done);
  for (;;) {
    const told = await again(sending.ask, () => 0);
    if (told.state !== "uploading" || told.missing_parts.length === 0) return told;
    let received = archive.size - bytesMissing(told);
    for (const number of told.missing_parts) {
      signal.throwIfAborted();
      const from = (number - 1) * told.part_bytes;
      const bytes = archive.slice(from, from + told.part_bytes);
      const sha256 = await sending.digest(bytes);
      const part = { number, bytes, sha256 };
      const follow = (share: number) => sending.onProgress(received + share * bytes.size, false);
      follow(0);
      await again(
        () => sending.put(part, follow),
        () => received,
      );
      received += bytes.size;
    }
    sending.onProgress(received, false);
  }
}

async function untilItWorks<Value>(
  { waitToRetry, onProgress, signal }: Sending,
  work: () => Promise<Value>,
  done: () => number,
): Promise<Value> {
  for (let failures = 1; ; failures++) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      const mayPass = error instanceof Unreachable || (error instanceof Refused && !isFinal(error));
      if (!mayPass) throw error;
      onProgress(done(), true);
      await waitToRetry(failures, error instanceof Refused ? error.retryAfter : undefined);
    }
  }
}

/** Bytes in the parts that the server lacks. All parts but the last have the same size. */
function bytesMissing({ size, part_bytes, parts, parts_received, missing_parts }: Import): number {
  const isLastMissing = missing_parts.includes(parts) || missing_parts.length < parts - parts_received;
  const whole = parts - parts_received - (isLastMissing ? 1 : 0);
  return whole * part_bytes + (isLastMissing ? size - (parts - 1) * part_bytes : 0);
}

/** A connection without progress for this long counts as hanging. */
const HANGS_AFTER_MS = 60_000;
const CHECK_EVERY_MS = 5_000;

/** Uploads a part of an import's archive. Gives up if the connection hangs. */
export async function putPart(
  client: Client,
  { id, part: { number, bytes, sha256 } }: { readonly id: number; readonly part: SentPart },
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
): Promise<void> {
  const hung = new AbortController();
  let moved = Date.now();
  const watch = setInterval(() => {
    if (Date.now() - moved > HANGS_AFTER_MS) hung.abort(new Unreachable("the upload hangs"));
  }, CHECK_EVERY_MS);
  try {
    await client.upload(new File([bytes], "part", { type: "application/octet-stream" }), {
      method: "PUT",
      path: `/imports/${id}/parts/${number}?filename=part&sha256=${sha256}`,
      signal: AbortSignal.any([signal, hung.signal]),
      onProgress: (share) => {
        moved = Date.now();
        onProgress(share);
      },
    });
  } finally {
    clearInterval(watch);
  }
}

/** Time window for measuring the speed. */
const WINDOW_MS = 30_000;
/** Minimum measuring time before an estimate is given. */
const MIN_DURATION_MS = 3_000;

interface Mark {
  readonly at: number;
  readonly done: number;
}

/** Estimates the speed of work from its recent progress. */
export class Pace {
  #marks: Mark[] = [];

  /** Records the amount done at a time in milliseconds. A smaller amount than before restarts the measurement. */
  mark(done: number, at: number): void {
    const last = this.#marks.at(-1);
    if (last !== undefined && done < last.done) this.#marks = [];
    // Keeps the newest mark older than the window, so that the marks cover the whole window.
    while ((this.#marks[1]?.at ?? at) < at - WINDOW_MS) this.#marks.shift();
    this.#marks.push({ at, done });
  }

  /** Estimates the seconds until all is done. Returns undefined if no estimate is possible. */
  secondsTo(total: number): number | undefined {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)];
    if (first === undefined || last === undefined || last.at - first.at < MIN_DURATION_MS || last.done <= first.done)
      return undefined;
    return ((total - last.done) * (last.at - first.at)) / (last.done - first.done) / 1000;
  }
}
