import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "../os/failure.ts";

export interface Import {
  readonly id: number;
  readonly state: string;
  readonly size: number;
  readonly part_bytes: number;
  readonly parts: number;
  readonly parts_received: number;
  readonly missing_parts: number[];
  readonly phase: string | null;
  readonly done: number;
  readonly total: number;
  readonly error: string | null;
  readonly started_at: number | null;
  readonly report: {
    counts: Record<string, { in: number; out: number }>;
    left_out: { reason: string; count: number; places: string[] }[];
  } | null;
}

const MAX_ATTEMPTS = 12;
/**
 * Maximum attempts to reach a server that has never responded, because its address might be wrong. They take 15
 * seconds.
 */
const FIRST_TRIES = 6;
const MAX_WAIT_MS = 60_000;

/** The target organization of the import, accessed as one of its owners. Network failures are retried. */
export class Site {
  readonly origin: URL;
  readonly credentials: string | undefined;

  readonly onAnswer: ((requestId: string) => void) | undefined;

  #hasAnswered = false;

  /** @param credentials `EMAIL:KEY` @param onAnswer called with the id of each request that was answered */
  constructor(origin: URL, credentials?: string, onAnswer?: (requestId: string) => void) {
    this.origin = origin;
    this.credentials = credentials;
    this.onAnswer = onAnswer;
  }

  /**
   * Records that this machine has reached the server before. Requests then wait for the server if it doesn't respond.
   */
  expectAnswer() {
    this.#hasAnswered = true;
  }

  get(path: string, fields: Record<string, string> = {}): Promise<Record<string, unknown>> {
    return this.#call("GET", `${path}?${new URLSearchParams(fields)}`);
  }

  post(path: string, fields: Record<string, string> = {}): Promise<Record<string, unknown>> {
    return this.#call("POST", path, new URLSearchParams(fields));
  }

  /**
   * Requests a change that can be made only once, and returns the result of `look`. If the response was lost, a retry
   * may be rejected because the change was already made. `look` then checks whether it was.
   *
   * @param look receives the response, or null if the request was rejected
   */
  async change<Found>(
    path: string,
    fields: Record<string, string>,
    look: (answer: Record<string, unknown> | null) => Promise<Found | undefined>,
  ) {
    const answer = await this.post(path, fields).catch((error: unknown) => {
      if (error instanceof Failure) return error;
      throw error;
    });
    const found = await look(answer instanceof Failure ? null : answer);
    if (found !== undefined) return found;
    throw answer instanceof Failure ? answer : new Failure(`${path} has changed nothing`);
  }

  put(path: string, body: Uint8Array<ArrayBuffer>): Promise<Record<string, unknown>> {
    return this.#call("PUT", path, body);
  }

  async import(path: string): Promise<Import> {
    return importIn(await this.get(path));
  }

  async #call(method: string, path: string, body?: URLSearchParams | Uint8Array<ArrayBuffer>) {
    const headers = {
      ...(this.credentials && { authorization: `Basic ${Buffer.from(this.credentials).toString("base64")}` }),
      ...(body instanceof Uint8Array && { "content-type": "application/octet-stream" }),
    };
    for (let tried = 1; ; tried++) {
      const answer = await this.#answer(new URL(`/api/v1${path}`, this.origin), {
        method,
        headers,
        ...(body && { body }),
      }).catch((error: Error) => error);
      const problem = answer instanceof Error ? String(answer.cause ?? answer.message) : `it answered ${answer.status}`;
      const mayPass = answer instanceof Error || answer.status === 429 || answer.status >= 500;
      if (!mayPass) {
        this.#hasAnswered = true;
        return parseReply(answer, path);
      }
      if (tried === (this.#hasAnswered ? MAX_ATTEMPTS : FIRST_TRIES))
        throw new Failure(`${this.origin.host} cannot be asked: ${problem}`);
      if (tried === 2) console.error(`${this.origin.host} cannot be asked (${problem}); it is tried again.`);
      const after = answer instanceof Error ? 0 : answer.after;
      await wait(Math.min(MAX_WAIT_MS, Math.max(after, 250 * 2 ** tried)));
    }
  }

  /** Fetches a whole response, because the connection can also be lost after its head. */
  async #answer(url: URL, request: RequestInit): Promise<Answer> {
    const response = await fetch(url, request);
    this.onAnswer?.(response.headers.get("x-request-id") ?? "");
    const after = 1000 * (Number(response.headers.get("retry-after")) || 0);
    return { status: response.status, after, text: await response.text() };
  }
}

interface Answer {
  readonly status: number;
  /** Milliseconds to wait before another attempt. */
  readonly after: number;
  readonly text: string;
}

function parseReply({ status, text }: Answer, path: string): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  try {
    value = JSON.parse(text);
  } catch {
    throw new Failure(`this isn't a server to import to: ${path} was answered with ${status}`);
  }
  if (status !== 200) throw new Failure(String(value["msg"] ?? `${path} was answered with ${status}`));
  return value;
}

export const importIn = (answer: Record<string, unknown>): Import => answer["import"] as Import;
