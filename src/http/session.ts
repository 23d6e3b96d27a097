import type { SessionCredentials } from "../rpc/credentials.ts";
import { days } from "../util/time.ts";
import { hashKey } from "./read-key.ts";

/** How long a login in a browser lasts. */
export const SESSION_SECONDS = days(30);

const TOKEN = /^[A-Za-z0-9]{32}$/;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** With TLS, the `__Host-` prefix: no other host of the domain can set a cookie of that name. */
const cookieName = (origin: string) => (origin.startsWith("https:") ? "__Host-sessionid" : "sessionid");

/**
 * The CSRF token of a session. A page proves that it is of this site by sending it, since no other can read the cookie
 * that holds it. It is derived from the session's token, so that a cookie set by somebody else proves nothing.
 */
const csrfTokenOf = (token: string) => hashKey(`csrf ${token}`);

type Cookies = readonly (readonly ["Set-Cookie", string])[];

/** The cookies of a session. */
export const sessionCookies = (token: string, origin: string): Cookies =>
  cookies(origin, { token, csrf: csrfTokenOf(token), seconds: SESSION_SECONDS });

export const endedCookies = (origin: string): Cookies => cookies(origin, { token: "", csrf: "", seconds: 0 });

function cookies(origin: string, { token, csrf, seconds }: { token: string; csrf: string; seconds: number }): Cookies {
  const rest = `Path=/; Max-Age=${seconds}; SameSite=Lax${origin.startsWith("https:") ? "; Secure" : ""}`;
  return [
    ["Set-Cookie", `${cookieName(origin)}=${token}; ${rest}; HttpOnly`],
    ["Set-Cookie", `csrftoken=${csrf}; ${rest}`],
  ];
}

/** Reads the session of a request; `doubt` says why its CSRF token is not right, where a method needs one. */
export function readSession(
  request: Request,
  origin: string,
  csrfField: string | undefined,
): SessionCredentials | null {
  const { method, headers } = request;
  const token = cookieOf(headers.get("cookie") ?? "", cookieName(origin));
  if (token === undefined || !TOKEN.test(token)) return null;
  const shown = headers.get("x-csrftoken") ?? csrfField ?? "";
  const isSafe = SAFE_METHODS.has(method);
  const tokenDoubt = isSafe ? null : doubtOf(shown, csrfTokenOf(token));
  const doubt = isSafe && isUpgrade(request) ? originDoubt(request, new URL(origin).host) : tokenDoubt;
  return { by: "session", tokenHash: hashKey(token), doubt };
}

function doubtOf(shown: string, expected: string): string | null {
  if (shown === "") return "the token is missing";
  const [a, b] = [shown, expected].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array];
  return a.length === b.length && crypto.subtle.timingSafeEqual(a, b) ? null : "the token is not of this session";
}

/** Whether a request asks for a WebSocket. */
export const isUpgrade = ({ headers }: Request): boolean => headers.get("upgrade")?.toLowerCase() === "websocket";

/** Pages of other sites may open WebSockets to this one and read them: the browser's Origin header tells them apart. */
export function originDoubt(request: Request, host: string): string | null {
  if (!request.headers.has("origin")) return "the origin is missing";
  return isForeign(request, host) ? "the origin is another site" : null;
}

/** The value of a cookie in the header `Cookie`. */
export function cookieOf(header: string, name: string): string | undefined {
  const found = header.split(";").find((pair) => pair.trim().startsWith(`${name}=`));
  return found?.slice(found.indexOf("=") + 1).trim();
}

/** Whether a page of another site makes the request: its Origin header is not this host. Programs send none. */
export function isForeign({ headers }: Request, host: string): boolean {
  const origin = headers.get("origin");
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== host);
}
