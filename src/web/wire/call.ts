import {
  type Api,
  type CallOptions,
  type Fields,
  isLoggedOutError,
  isNetworkBlockedError,
  isSessionEndedError,
  Refused,
  readAnswer,
  Unreachable,
} from "./api.ts";
import { type Clock, sleep } from "./clock.ts";

const TIMEOUT_MS = 30_000;
/** Longest time a call waits automatically when the server reports too many calls. */
const MAX_WAIT_MS = 10_000;
const MAX_WAITS = 3;

export interface Caller {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** The session's CSRF token, which is unique to the session. */
  csrfToken(): string;
  /** The account that this page shows, once known. */
  account(): number | undefined;
  /** Called after each call with whether the server responded. */
  onAnswer(answered: boolean): void;
  onLoggedOut(refusal: Refused): void;
  /**
   * Called when the account ended the session, here or elsewhere. All its data must then be removed from this browser.
   */
  onEnded(): void;
  /** Called instead of sending a request if another account has logged in, in another tab. */
  onAnotherAccount(): void;
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * Creates the API of the server that this page comes from, called as the logged-in account. `check` is for requests
 * that don't go through this API. It rejects if another account has logged in.
 */
export function makeApi(caller: Caller): Api & { check(): Promise<void> } {
  let session = caller.csrfToken();
  let checking: Promise<boolean> | undefined;

  /** Whether the session belongs to this page's account. A changed session may be another account's. */
  async function isOurs(): Promise<boolean> {
    const present = caller.csrfToken();
    const account = caller.account();
    if (present === session) return true;
    if (present !== "" && account !== undefined) {
      const { user_id } = await sendRequest(caller, "GET", "/users/me", {}, {});
      if (user_id !== account) {
        caller.onAnotherAccount();
        return false;
      }
    }
    session = present;
    return true;
  }

  async function check(): Promise<void> {
    checking ??= isOurs().finally(() => {
      checking = undefined;
    });
    if (!(await checking)) throw new Unreachable("someone else has logged in");
  }

  /**
   * Returns true if the server accepts the current session. A session from another tab may have replaced the ended one.
   */
  async function isLoggedIn(): Promise<boolean> {
    try {
      await sendRequest(caller, "GET", "/users/me", {}, {});
      return true;
    } catch (error) {
      if (isSessionEndedError(error)) caller.onEnded();
      else if (error instanceof Refused) caller.onLoggedOut(error);
      return false;
    }
  }

  async function call<Reply>(method: Method, path: string, fields: Fields = {}, options: CallOptions = {}) {
    let isDoubted = false;
    for (let waits = 0; ; waits++) {
      try {
        await check();
        return (await sendRequest(caller, method, path, fields, options)) as Reply;
      } catch (error) {
        if (isSessionEndedError(error) && !isDoubted) {
          isDoubted = true;
          if (await isLoggedIn()) continue;
        }
        const wait = error instanceof Refused && error.status === 429 ? (error.retryAfter ?? 1000) : Infinity;
        if (wait > MAX_WAIT_MS || waits === MAX_WAITS) throw error;
        await sleep(caller.clock, wait, options.signal);
        options.signal?.throwIfAborted();
      }
    }
  }

  return {
    check,
    get: (path, fields, options) => call("GET", path, fields, options),
    post: (path, fields, options) => call("POST", path, fields, options),
    patch: (path, fields, options) => call("PATCH", path, fields, options),
    delete: (path, fields, options) => call("DELETE", path, fields, options),
  };
}

async function sendRequest(caller: Caller, method: Method, path: string, fields: Fields, options: CallOptions) {
  const form = encode(fields);
  const inAddress = method === "GET" && form.size > 0 ? `?${form}` : "";
  const ended = new AbortController();
  const end = () => ended.abort();
  const token = caller.csrfToken();
  let cancel = caller.clock.after(options.timeout ?? TIMEOUT_MS, end);
  try {
    const response = await caller.fetch(`/json${path}${inAddress}`, {
      method,
      signal: options.signal ? AbortSignal.any([options.signal, ended.signal]) : ended.signal,
      headers: { Accept: "application/json", ...(method === "GET" ? {} : { "X-CSRFToken": token }) },
      ...(method === "GET" ? {} : { body: form }),
      credentials: "same-origin",
      cache: "no-store",
    });
    // The response has started. The rest gets a new timeout, because the connection may be slow.
    cancel();
    cancel = caller.clock.after(TIMEOUT_MS, end);
    const answer = readAnswer(response.status, await response.text(), response.headers.get("retry-after"));
    caller.onAnswer(true);
    return answer;
  } catch (error) {
    // If the caller aborted the call, it gets its signal's reason instead of "no answer".
    options.signal?.throwIfAborted();
    // The event link reports when a network isn't allowed, and when it is again.
    if (!isNetworkBlockedError(error)) caller.onAnswer(error instanceof Refused && error.status < 500);
    if (error instanceof Refused && isLoggedOutError(error) && !isSessionEndedError(error)) {
      const present = caller.csrfToken();
      if (present !== "" && present !== token) throw new Unreachable("someone has logged in again", { cause: error });
      caller.onLoggedOut(error);
    }
    throw error instanceof Refused || error instanceof Unreachable
      ? error
      : new Unreachable("no answer", { cause: error });
  } finally {
    cancel();
  }
}

/** Encodes fields for the API: strings unchanged, all other values as JSON. Undefined fields are omitted. */
export function encode(fields: Fields): URLSearchParams {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new URLSearchParams(
    given.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}

export function readCookie(cookies: string, name: string): string {
  const found = cookies.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? "" : decodeURIComponent(found.slice(name.length + 1));
}
