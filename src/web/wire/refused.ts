/** The server has answered that it will not do what it was asked. The message is its own, for people. */
export class Refused extends Error {
  override readonly name = "Refused";
  /** Such as `BAD_REQUEST` or `STREAM_DOES_NOT_EXIST`. */
  readonly code: string;
  readonly status: number;
  /** The whole answer: some codes have fields of their own. */
  readonly body: Readonly<Record<string, unknown>>;
  /** After how many milliseconds the same may be asked again, where the server has said so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: Readonly<Record<string, unknown>>, retryAfter?: number) {
    super(typeof body["msg"] === "string" ? body["msg"] : `The server answers ${status}.`);
    this.status = status;
    this.body = body;
    this.code = typeof body["code"] === "string" ? body["code"] : "";
    this.retryAfter = retryAfter;
  }
}

/** There was no answer. What was asked may have been done or not. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** A connection was cut off that worked, and maybe those of everybody else at the same moment, as by a new version. */
export class CutOff extends Unreachable {
  /** Over how many milliseconds all of them come back, each at a moment of its own. */
  readonly spread: number;

  constructor(message: string, spread: number) {
    super(message);
    this.spread = spread;
  }
}

const SESSION_ENDED = new Set(["UNAUTHORIZED", "UNAUTHENTICATED_USER", "USER_DEACTIVATED", "REALM_DEACTIVATED"]);

/** Whether the server no longer knows who asks: their session has ended, or the organization is gone. */
export const saysLoggedOut = (error: unknown): boolean =>
  error instanceof Refused &&
  ((error.status === 401 && SESSION_ENDED.has(error.code)) ||
    error.code === "NONEXISTENT_SUBDOMAIN" ||
    // The login page leads on to where that is done.
    error.code === "SECOND_FACTOR_SETUP_REQUIRED");

/** Whether the session was ended by its account, here or elsewhere: it has not just run out. */
export const saysEnded = (error: unknown): boolean =>
  error instanceof Refused && error.status === 401 && error.body["ended_by_account"] === true;

/** Whether the same request would be refused again. */
export const isFinal = (error: unknown): boolean =>
  error instanceof Refused &&
  error.status < 500 &&
  !saysLoggedOut(error) &&
  ![408, 429].includes(error.status) &&
  error.code !== "CSRF_FAILED";

/** An answer as what it is: a body, or an error. Something between here and the server may have answered in its place. */
export function readAnswer(status: number, text: string, retryAfter: string | null): Record<string, unknown> {
  const body = parse(text);
  if (status < 400 && body !== undefined) return body;
  if (body === undefined && (status < 400 || status >= 500))
    throw new Unreachable(`no answer of the server: ${status}`);
  const seconds = Number(body?.["retry-after"] ?? retryAfter ?? Number.NaN);
  throw new Refused(status, body ?? {}, Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : undefined);
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && "result" in body ? { ...body } : undefined;
  } catch {
    return undefined;
  }
}
