import type { Seconds } from "../util/time.ts";
import type { Scope } from "./actor.ts";
import { isZulipTerminal } from "./client-dialect.ts";

/** Error response: protocol code, human-readable message, and the code's own fields (conventions.md 3). */
export interface ErrorShape {
  code: string;
  msg: string;
  status?: number;
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
}

export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor({ code, msg, status = 400, extra = {}, headers = {} }: ErrorShape, options?: ErrorOptions) {
    super(msg, options);
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.extra = extra;
    this.headers = headers;
  }

  /** Returns a plain object that can be sent from the realm object to the Worker. */
  toShape(): Required<ErrorShape> {
    return { code: this.code, msg: this.message, status: this.status, extra: this.extra, headers: this.headers };
  }
}

/** Returns the ApiError that `work` throws, or undefined if it throws none. */
export function refusalOf(work: () => void): ApiError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Returns the result of `look`, or undefined if it throws an ApiError. */
export function unlessRefused<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Throws an error where only an expression fits: `find(id) ?? raise(notFound("…"))`. */
export function raise(error: unknown): never {
  throw error;
}

export const badRequest = (msg: string) => new ApiError({ code: "BAD_REQUEST", msg });
/** Creates an error caused by one parameter. Forms show it next to that parameter's field. */
export const badField = (var_name: string, msg: string, extra: Record<string, unknown> = {}) =>
  new ApiError({ code: "BAD_REQUEST", msg, extra: { ...extra, var_name } });
export const upgradeRequired = () =>
  new ApiError({
    code: "BAD_REQUEST",
    msg: "This endpoint is for WebSockets.",
    status: 426,
    headers: { Upgrade: "websocket" },
  });
export const notFound = (msg: string) => new ApiError({ code: "BAD_REQUEST", msg, status: 404 });
export const insufficientPermission = () => badRequest("Insufficient permission");
export const notForGuests = () => badRequest("Not allowed for guest users");
export const notForBots = () => badRequest("This endpoint does not accept bot requests.");
export const notForPeople = () => new ApiError({ code: "PERMISSION_DENIED", msg: "Must be a bot user" });
export const notForWebhookBots = () => badRequest("This API is not available to incoming webhook bots.");

export const unauthorizedPrincipal = (needed: "administrator" | "owner" | "member") =>
  new ApiError({ code: "UNAUTHORIZED_PRINCIPAL", msg: `Must be an organization ${needed}` });

export const missingArgument = (name: string) =>
  new ApiError({ code: "REQUEST_VARIABLE_MISSING", msg: `Missing '${name}' argument`, extra: { var_name: name } });

export const confusingArguments = (first: string, second: string) =>
  new ApiError({
    code: "REQUEST_CONFUSING_VAR",
    msg: `Can't decide between '${first}' and '${second}' arguments`,
    extra: { var_name1: first, var_name2: second },
  });

export const badValue = (var_name: string, bad_value: string | number) =>
  new ApiError({
    code: "REQUEST_VARIABLE_INVALID",
    msg: `Bad value for '${var_name}': ${bad_value}`,
    extra: { var_name, bad_value },
  });

export const unsupportedCombination = (...names: string[]) =>
  new ApiError({
    code: "BAD_REQUEST",
    msg: `Unsupported parameter combination: ${names.join(", ")}`,
    extra: { parameters: names.join(", ") },
  });

export const badEventQueueId = (queue_id: string, client = "") =>
  new ApiError({ code: "BAD_EVENT_QUEUE_ID", msg: badQueueMessage(queue_id, client), extra: { queue_id } });
export const badQueueMessage = (queue_id: string, client: string) =>
  `Bad event queue ${isZulipTerminal(client) ? "id" : "ID"}: ${queue_id}`;

export const channelDoesNotExist = (which: { stream_id: number } | { stream: string }) =>
  new ApiError({
    code: "STREAM_DOES_NOT_EXIST",
    msg:
      "stream_id" in which
        ? `Channel with ID '${which.stream_id}' does not exist`
        : `Channel '${which.stream}' does not exist`,
    extra: which,
  });

export const expectationMismatch = () =>
  new ApiError({ code: "EXPECTATION_MISMATCH", msg: "'old' value does not match the expected value." });

export const systemGroupRequired = (setting_name: string) =>
  new ApiError({
    code: "SYSTEM_GROUP_REQUIRED",
    msg: `'${setting_name}' must be a system user group.`,
    extra: { setting_name },
  });

/** Rejects a browser request that another site's page may have triggered (conventions.md 3). */
export const csrfFailed = (reason: string) =>
  new ApiError({ code: "CSRF_FAILED", msg: `CSRF error: ${reason}`, status: 403, extra: { reason } });

/** The WWW-Authenticate header is added later, because it depends on the transport. */
const refused = (code: string, msg: string) => new ApiError({ code, msg, status: 401 });
const NOT_LOGGED_IN = "Not logged in: API authentication or user session required";
export const notLoggedIn = () => refused("UNAUTHORIZED", NOT_LOGGED_IN);
/** Why a session ended, as stored and as shown on the login page. */
export type EndReason = "role_raised" | "password_changed" | "logged_out_elsewhere";
/**
 * The session didn't expire, but was ended, such as by its user, an administrator or a change of the account. Browsers
 * then delete all data of the account.
 */
export const sessionEnded = (reason: EndReason | null) =>
  new ApiError({
    code: "UNAUTHORIZED",
    msg: NOT_LOGGED_IN,
    status: 401,
    extra: { ended_by_account: true, ...(reason !== null && { ended_reason: reason }) },
  });
export const unreadableAuthorization = () => refused("UNAUTHORIZED", "Invalid authorization header for basic auth");
/**
 * The endpoint is open to spectators, but the organization doesn't admit them. Even outside of browsers, the error
 * requests a session (conventions.md 3).
 */
export const spectatorsNotAllowed = () =>
  new ApiError({
    code: "UNAUTHENTICATED_USER",
    msg: NOT_LOGGED_IN,
    status: 401,
    headers: { "WWW-Authenticate": 'Session realm="zulip"' },
  });
export const invalidApiKey = () => refused("INVALID_API_KEY", "Invalid API key");
/** The API key is valid, but the user who received it no longer has all permissions of the account. */
export const lentApiKey = () =>
  refused(
    "INVALID_API_KEY",
    "This account can do more than the person who got this API key. Someone with the same permissions has to create a new one.",
  );
export const malformedApiKey = () => refused("INVALID_API_KEY", "Malformed API key");
export const authenticationFailed = () => refused("AUTHENTICATION_FAILED", "Your username or password is incorrect");
/**
 * The password is correct, but the account has a second factor. The ticket replaces the password in the browser's next
 * request, which sends the code.
 */
export const secondFactorRequired = (ticket?: string) =>
  new ApiError({
    code: "SECOND_FACTOR_REQUIRED",
    msg: "This account has two-factor authentication: enter a code from its authenticator app, or a recovery code, too.",
    status: 401,
    extra: ticket === undefined ? {} : { login_ticket: ticket },
  });
export const wrongSecondFactor = () => refused("WRONG_SECOND_FACTOR", "This code is wrong or was already used.");
export const secondFactorTimeout = () =>
  refused("SECOND_FACTOR_TIMEOUT", "The login took too long. Start again with your password.");
export const passkeyRequired = () =>
  refused("PASSKEY_REQUIRED", "This organization requires a passkey. Log in with your passkey.");
export const passkeyRefused = () =>
  new ApiError({
    code: "PASSKEY_REFUSED",
    msg: "This passkey isn't registered here, or its answer isn't valid.",
  });
/** The passkey challenge expired, was already used, or belongs to another browser. */
export const passkeyTimeout = () => new ApiError({ code: "PASSKEY_TIMEOUT", msg: "This took too long. Try again." });
export const secondFactorSetupRequired = () =>
  new ApiError({
    code: "SECOND_FACTOR_SETUP_REQUIRED",
    msg: "This organization requires a passkey or two-factor authentication. Log in with a browser to set one up.",
    status: 403,
  });
/** The login is too old for changing login methods, or isn't a browser login. */
export const freshLoginRequired = () =>
  new ApiError({ code: "FRESH_LOGIN_REQUIRED", msg: "Log in with a browser again to change this.", status: 403 });
/** The request isn't allowed for assistants, or the user hasn't allowed it. */
export const notForAssistants = () =>
  new ApiError({ code: "PERMISSION_DENIED", msg: "Assistants can't do this.", status: 403 });
/** The request isn't allowed for people from outside the organization, regardless of their link. */
export const notForPeopleOutside = () =>
  new ApiError({ code: "PERMISSION_DENIED", msg: "People outside can't do this.", status: 403 });
export const insufficientScope = (scope: Scope) =>
  new ApiError({
    code: "INSUFFICIENT_SCOPE",
    msg: `The assistant needs the scope ${scope} for this.`,
    status: 403,
    extra: { scope },
  });
export const networkNotAllowed = () =>
  new ApiError({
    code: "NETWORK_NOT_ALLOWED",
    msg: "This organization does not allow logins from your network.",
    status: 403,
  });
export const userDeactivated = () => refused("USER_DEACTIVATED", "Account is deactivated");
export const passwordAuthDisabled = () =>
  refused("PASSWORD_AUTH_DISABLED", "Password authentication is disabled in this organization");
export const onlyLogin = () =>
  refused("LOGIN_METHOD_DISABLED", "This organization has one login service, and takes no other login.");
export const realmDeactivated = () => refused("REALM_DEACTIVATED", "This organization has been deactivated");

/** An import is in progress, during which only owners can log in. */
export const realmImporting = () => unavailable("This organization is being imported. Try again later.", 60);

export const nonexistentSubdomain = () =>
  new ApiError({ code: "NONEXISTENT_SUBDOMAIN", msg: "Invalid subdomain", status: 404 });

export const rateLimitHit = (seconds: Seconds) =>
  new ApiError({
    code: "RATE_LIMIT_HIT",
    msg: "API usage exceeded rate limit",
    status: 429,
    extra: { "retry-after": seconds },
    headers: { "Retry-After": String(Math.max(1, Math.ceil(seconds))) },
  });

/** The organization's object didn't respond, because it is restarting, running another version, or overloaded. */
export const realmUnavailable = (msg: string, seconds: number, cause?: unknown) =>
  new ApiError(
    { code: "REQUEST_TIMEOUT", msg, status: 503, headers: { "Retry-After": String(Math.ceil(seconds)) } },
    { cause },
  );

/** The stored data was migrated by a newer version, so the server must be updated. */
export const dataIsNewer = (what: "organization" | "server", needed: string, running: string) =>
  new ApiError({
    code: "SERVER_OUTDATED",
    msg: `The data of this ${what} needs another version of Parley${needed === "" ? "" : ` (${needed})`} than the one that runs here (${running}).`,
    status: 503,
    extra: { version: running, needed_version: needed === "" ? null : needed },
    headers: { "Retry-After": "60" },
  });

/** A component is temporarily unavailable. Nothing is lost, and the client can retry. */
export const unavailable = (msg: string, seconds = 2) =>
  new ApiError({ code: "REQUEST_TIMEOUT", msg, status: 503, headers: { "Retry-After": String(seconds) } });
const storeUnavailable = (store: string) => unavailable(`The ${store} store isn't available right now. Try again.`);
/** D1 is unavailable. Nothing is lost, but only D1 has the data for this response. */
export const bulkStoreUnavailable = () => storeUnavailable("message");
export const fileStoreUnavailable = () => storeUnavailable("file");
/** One of the stores was restored to an earlier state, and D1 isn't up to date yet. */
export const bulkStoreBehind = () => unavailable("The message store is being updated after a restore. Try again.", 5);
