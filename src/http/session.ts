import type { Config } from "../config/config.ts";
import { isOwnOrigin } from "../config/host.ts";
import { cookieOf, csrfTokenOf, sessionCookieName } from "../html-pages/cookies.ts";
import { hashKey, type SessionCredentials } from "../rpc/credentials.ts";
import { isSameSecret } from "../util/is-same.ts";

type Site = Pick<Config, "rootDomain" | "site">;

const TOKEN = /^[A-Za-z0-9]{32}$/;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Reads a request's session. `doubt` is the reason why its CSRF token is invalid, for methods that need one. */
export function readSession(
  request: Request,
  origin: string,
  csrfField: string | undefined,
  config: Site,
): SessionCredentials | null {
  const { method, headers } = request;
  const token = cookieOf(headers.get("cookie") ?? "", sessionCookieName(origin));
  if (token === undefined || !TOKEN.test(token)) return null;
  const shown = headers.get("x-csrftoken") ?? csrfField ?? "";
  const isSafe = SAFE_METHODS.has(method);
  const tokenDoubt = isSafe ? null : doubtOf(shown, csrfTokenOf(token));
  const doubt = isSafe && isUpgrade(request) ? originDoubt(request, origin, config) : tokenDoubt;
  return { by: "session", tokenHash: hashKey(token), doubt };
}

function doubtOf(shown: string, expected: string): string | null {
  if (shown === "") return "the token is missing";
  return isSameSecret(shown, expected) ? null : "the token is not of this session";
}

export const isUpgrade = ({ headers }: Request): boolean => headers.get("upgrade")?.toLowerCase() === "websocket";

/**
 * Returns why a WebSocket might come from another site's page, or null if it doesn't. Such pages can open WebSockets to
 * this site and read them, and only the browser's Origin header identifies them.
 */
export function originDoubt({ headers }: Request, own: string, config: Site): string | null {
  const origin = headers.get("origin");
  if (origin === null) return "the origin is missing";
  return isOwnOrigin(origin, own, config) ? null : "the origin is another site";
}

/** True if a page of another site makes the request: its Origin header isn't this host. Programs send none. */
export function isForeign({ headers }: Request, host: string): boolean {
  const origin = headers.get("origin");
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== host);
}
