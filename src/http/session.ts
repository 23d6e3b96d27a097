import type { SessionCredentials } from "../rpc/credentials.ts";
import { days } from "../util/time.ts";
import { hashKey } from "./read-key.ts";

/** How long a login in a browser lasts. */
export const SESSION_SECONDS = days(30);

const TOKEN = /^[A-Za-z0-9]{32}$/;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Where there is TLS, a name that no other host of the domain can set a cookie for. */
const cookieName = (origin: string) => (origin.startsWith("https:") ? "__Host-sessionid" : "sessionid");

/**
 * What a page must show to prove that it is of this site: only such a page can read it from its cookie. It follows from
 * the session's own token, so that a cookie which somebody else has set proves nothing.
 */
const csrfTokenOf = (token: string) => hashKey(`csrf ${token}`);

type Cookies = readonly (readonly ["Set-Cookie", string])[];

/** The cookies of a login. */
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

/** The session of a request; to change anything, it must also show the token that only a page of this site can know. */
export function readSession(
  { method, headers }: Request,
  origin: string,
  csrfField: string | undefined,
): SessionCredentials | null {
  const token = cookieOf(headers.get("cookie") ?? "", cookieName(origin));
  if (token === undefined || !TOKEN.test(token)) return null;
  const shown = headers.get("x-csrftoken") ?? csrfField ?? "";
  const doubt = SAFE_METHODS.has(method) ? null : doubtOf(shown, csrfTokenOf(token));
  return { by: "session", tokenHash: hashKey(token), doubt };
}

function doubtOf(shown: string, expected: string): string | null {
  if (shown === "") return "the token is missing";
  const [a, b] = [shown, expected].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array];
  return a.length === b.length && crypto.subtle.timingSafeEqual(a, b) ? null : "the token is not of this session";
}

function cookieOf(header: string, name: string): string | undefined {
  const found = header.split(";").find((pair) => pair.trim().startsWith(`${name}=`));
  return found?.slice(found.indexOf("=") + 1).trim();
}

/** Whether another site has the browser make a request. What is not a browser says nothing about it. */
export function isForeign({ headers }: Request, host: string): boolean {
  const origin = headers.get("origin");
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== host);
}
