import { isFinal, isLoggedOutError, Refused, Unreachable } from "./api.ts";
import { type Clock, sleep } from "./clock.ts";
import { answerOf, type Requests, type SentRequest, sendWithProgress } from "./send-with-progress.ts";

const MIB = 1_048_576;
/** Largest file sent in one request. Small enough to be sent again without anyone noticing. */
export const IN_ONE_BYTES = 8 * MIB;
/** Three parts as stored by the server, and well below the request size that proxies accept. */
const PIECE_BYTES = 15 * MIB;
/** Delays between consecutive failures; the last one is repeated. */
const WAITS_MS = [500, 1000, 2000, 5000, 10_000];
/** An upload fails after this long without progress. */
const FAILED_AFTER_MS = 900_000;

/** The browser APIs needed for an upload. */
export interface Uploader extends Requests {
  readonly clock: Clock;
}

export interface UploadProgress {
  /** Called with the share that was sent, between 0 and 1. */
  readonly onProgress?: (part: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Sends a file with the tus.io protocol, and returns the server's response. A lost connection only costs the piece
 * being sent. The upload resumes at the offset that the server reports.
 */
export async function uploadInPieces(
  uploader: Uploader,
  file: File,
  { onProgress, signal }: UploadProgress,
): Promise<Record<string, unknown>> {
  const upload = new PieceUpload(uploader, file, signal);
  try {
    return await upload.send((bytes) => onProgress?.(bytes / file.size));
  } catch (error) {
    // The server can delete the received pieces, because the file is no longer wanted.
    if (signal?.aborted === true) upload.end();
    throw signal?.aborted === true ? signal.reason : error;
  }
}

class PieceUpload {
  readonly #uploader: Uploader;
  readonly #file: File;
  readonly #signal: AbortSignal | undefined;
  #address: string | undefined;
  #offset = 0;
  /** True if the server may have more than `#offset`. */
  #isDoubted = false;

  constructor(uploader: Uploader, file: File, signal: AbortSignal | undefined) {
    this.#uploader = uploader;
    this.#file = file;
    this.#signal = signal;
  }

  async send(onSent: (bytes: number) => void): Promise<Record<string, unknown>> {
    const { clock } = this.#uploader;
    let failures = 0;
    let [known, since] = [0, clock.now()];
    for (;;) {
      try {
        const answer = await this.#next(onSent);
        if (answer !== undefined) return answer;
      } catch (error) {
        if (this.#signal?.aborted === true || isLoggedOutError(error)) throw error;
        if (isGone(error) && this.#address !== undefined) this.#address = undefined;
        else if (isFinal(error) && !isTaken(error)) throw error;
        if (clock.now() - since > FAILED_AFTER_MS) throw error;
        this.#isDoubted = true;
        await sleep(clock, WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? 0, this.#signal);
        failures += 1;
      }
      if (this.#offset > known) {
        [known, since] = [this.#offset, clock.now()];
        failures = 0;
      }
    }
  }

  /** Cancels a started upload. It does no harm if the server isn't notified. */
  end(): void {
    if (this.#address !== undefined) void this.#ask({ method: "DELETE", path: this.#address }).catch(() => {});
  }

  /** Takes the next step of the upload. Returns the server's response if that was the last step. */
  async #next(onSent: (bytes: number) => void): Promise<Record<string, unknown> | undefined> {
    if (this.#address === undefined) return this.#begin();
    if (this.#isDoubted) return this.#askHowFar(this.#address);
    const from = this.#offset;
    const answer = await this.#ask({
      method: "PATCH",
      path: this.#address,
      headers: { "Content-Type": "application/offset+octet-stream", "Upload-Offset": String(from) },
      body: this.#file.slice(from, from + PIECE_BYTES),
      onSent: (bytes) => onSent(Math.min(from + bytes, this.#file.size)),
      signal: this.#signal,
    });
    if (answer.status !== 204) return answerOf(answer);
    this.#offset = offsetIn(answer);
    return undefined;
  }

  async #begin(): Promise<undefined> {
    const { name, type, size } = this.#file;
    const metadata = [`filename ${base64(name)}`, ...(type === "" ? [] : [`filetype ${base64(type)}`])];
    const headers = { "Upload-Length": String(size), "Upload-Metadata": metadata.join(",") };
    const answer = await this.#ask({ method: "POST", path: "/json/tus", headers, signal: this.#signal });
    if (answer.status !== 201) answerOf(answer);
    const address = answer.getResponseHeader("location");
    if (address === null) throw new Unreachable("the upload has no address");
    this.#address = address;
    this.#offset = 0;
    this.#isDoubted = false;
    return undefined;
  }

  async #askHowFar(address: string): Promise<undefined> {
    const answer = await this.#ask({ method: "HEAD", path: address, signal: this.#signal });
    // A HEAD response has no body.
    if (answer.status >= 400 && answer.status < 500) throw new Refused(answer.status, {});
    if (answer.status !== 200) throw new Unreachable(`no answer of the server: ${answer.status}`);
    this.#offset = offsetIn(answer);
    this.#isDoubted = false;
    return undefined;
  }

  #ask({ headers, ...request }: SentRequest): Promise<XMLHttpRequest> {
    return sendWithProgress(this.#uploader, { ...request, headers: { "Tus-Resumable": "1.0.0", ...headers } });
  }
}

/** True if the server no longer has the upload, so that it must be started again. */
const isGone = (error: unknown): boolean => error instanceof Refused && (error.status === 404 || error.status === 410);
/** True if another request of the same upload has progressed further. */
const isTaken = (error: unknown): boolean => error instanceof Refused && error.status === 409;

function offsetIn(answer: XMLHttpRequest): number {
  const offset = Number(answer.getResponseHeader("upload-offset") ?? "x");
  if (!Number.isSafeInteger(offset)) throw new Unreachable("the server does not say how far the upload is");
  return offset;
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
