import { parsedJson } from "../model/parsed-json.ts";

/**
 * The API, called as the logged-in account, such as `api.post("/messages/5/reactions", { emoji_name: "tada" })`. Values
 * other than strings are sent as JSON. Calls reject with `Refused` or `Unreachable`.
 */
export interface Api {
  get<Reply = Record<string, unknown>>(path: string, fields?: Fields, options?: CallOptions): Promise<Reply>;
  post<Reply = Record<string, unknown>>(path: string, fields?: Fields, options?: CallOptions): Promise<Reply>;
  patch<Reply = Record<string, unknown>>(path: string, fields?: Fields, options?: CallOptions): Promise<Reply>;
  delete<Reply = Record<string, unknown>>(path: string, fields?: Fields, options?: CallOptions): Promise<Reply>;
}

export type Fields = Readonly<Record<string, unknown>>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds until the response starts; 30,000 if absent. The rest can take another 30,000. */
  readonly timeout?: number;
}

/**
 * Thrown if the server refused a request, or if this browser can't queue it. `message` is meant for users: the server's
 * own, if it sent one.
 */
export class Refused extends Error {
  override readonly name = "Refused";
  /** The API's error code, such as `BAD_REQUEST` or `STREAM_DOES_NOT_EXIST`. */
  readonly code: string;
  readonly status: number;
  /** The whole response. Some codes have additional fields. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Milliseconds until the request can be retried, if the server sent this. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: Readonly<Record<string, unknown>>, retryAfter?: number) {
    super(typeof body["msg"] === "string" ? body["msg"] : `The server answers ${status}.`);
    this.status = status;
    this.body = body;
    this.code = typeof body["code"] === "string" ? body["code"] : "";
    this.retryAfter = retryAfter;
  }
}

/** Thrown if the server didn't respond, even if a proxy did. The request may or may not have been executed. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** Thrown if a working connection was cut off, perhaps for all clients at once, such as when a new version starts. */
export class CutOff extends Unreachable {
  /** All clients reconnect within this many milliseconds, each at a random moment. */
  readonly spread: number;

  constructor(message: string, spread: number) {
    super(message);
    this.spread = spread;
  }
}

const SESSION_ENDED = new Set(["UNAUTHORIZED", "UNAUTHENTICATED_USER", "USER_DEACTIVATED", "REALM_DEACTIVATED"]);

/** True if the server no longer accepts the caller's session, because it ended or the organization was deleted. */
export const isLoggedOutError = (error: unknown): boolean =>
  error instanceof Refused &&
  ((error.status === 401 && SESSION_ENDED.has(error.code)) ||
    error.code === "NONEXISTENT_SUBDOMAIN" ||
    // Counts as logged out, because the login page leads to the page that sets up a second factor.
    error.code === "SECOND_FACTOR_SETUP_REQUIRED");

/** True if the account ended the session, here or elsewhere; false if the session expired. */
export const isSessionEndedError = (error: unknown): boolean =>
  error instanceof Refused && error.status === 401 && error.body["ended_by_account"] === true;

/** True if the organization doesn't allow this device's network. */
export const isNetworkBlockedError = (error: unknown): boolean =>
  error instanceof Refused && error.code === "NETWORK_NOT_ALLOWED";

/** True if the same request would be refused again. */
export const isFinal = (error: unknown): boolean =>
  error instanceof Refused &&
  error.status < 500 &&
  !isLoggedOutError(error) &&
  ![408, 429].includes(error.status) &&
  // These refusals end once the page has a new token, or is in another network.
  error.code !== "CSRF_FAILED" &&
  !isNetworkBlockedError(error);

/**
 * Parses a response body. Throws `Refused` or `Unreachable` unless the request succeeded. A proxy may have responded
 * instead of the server.
 */
export function readAnswer(status: number, text: string, retryAfter: string | null): Record<string, unknown> {
  const body = parse(text);
  if (status < 400 && body !== undefined) return body;
  if (body === undefined && (status < 400 || status >= 500))
    throw new Unreachable(`no answer of the server: ${status}`);
  const seconds = Number(body?.["retry-after"] ?? retryAfter ?? Number.NaN);
  throw new Refused(status, body ?? {}, Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : undefined);
}

function parse(text: string): Record<string, unknown> | undefined {
  const body = parsedJson(text)?.value;
  return typeof body === "object" && body !== null && "result" in body ? { ...body } : undefined;
}
