import { hashKey } from "../rpc/credentials.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import { machineRandom, type Random, randomToken } from "../util/random.ts";
import { days } from "../util/time.ts";

export const SESSION_SECONDS = days(30);

/** With TLS, adds the `__Host-` prefix, so that no other host of the domain can set a cookie with that name. */
const cookieName = (origin: string, name: string) => (origin.startsWith("https:") ? `__Host-${name}` : name);

export const sessionCookieName = (origin: string): string => cookieName(origin, "sessionid");

/**
 * Returns a session's CSRF token. Only pages of this site can send it, because no other site can read the cookie that
 * contains it. It is derived from the session token, so a cookie planted by someone else is useless.
 */
export const csrfTokenOf = (token: string) => hashKey(`csrf ${token}`);

type Cookies = readonly (readonly ["Set-Cookie", string])[];

const sessionCookies = (token: string, origin: string): Cookies =>
  cookies(origin, { token, csrf: csrfTokenOf(token), seconds: SESSION_SECONDS });

export const endedCookies = (origin: string): Cookies => cookies(origin, { token: "", csrf: "", seconds: 0 });

function cookies(origin: string, { token, csrf, seconds }: { token: string; csrf: string; seconds: number }): Cookies {
  const rest = `Path=/; Max-Age=${seconds}; SameSite=Lax${origin.startsWith("https:") ? "; Secure" : ""}`;
  return [
    ["Set-Cookie", `${sessionCookieName(origin)}=${token}; ${rest}; HttpOnly`],
    ["Set-Cookie", `csrftoken=${csrf}; ${rest}`],
  ];
}

export function cookieOf(header: string, name: string): string | undefined {
  const found = header.split(";").find((pair) => pair.trim().startsWith(`${name}=`));
  return found?.slice(found.indexOf("=") + 1).trim();
}

/** Longest time that browsers keep a cookie. */
const MARK_SECONDS = days(400);
const MARK_LENGTH = 32;

/**
 * Returns the hash of a browser's mark, the cookie value that identifies it. A flow started in one browser can only be
 * finished there.
 */
export function browserMark(cookies: string | null, origin: string): string | undefined {
  const mark = cookieOf(cookies ?? "", cookieName(origin, "browser"));
  return mark !== undefined && /^[A-Za-z0-9]{32}$/.test(mark) ? hashKey(mark) : undefined;
}

/** Returns the cookie with a browser mark. Lax, so that it is also sent when the user returns from another site. */
export function markCookie(mark: string, origin: string): readonly ["Set-Cookie", value: string] {
  const rest = `Path=/; Max-Age=${MARK_SECONDS}; SameSite=Lax${origin.startsWith("https:") ? "; Secure" : ""}; HttpOnly`;
  return ["Set-Cookie", `${cookieName(origin, "browser")}=${mark}; ${rest}`];
}

export const newMark = (random: Random = machineRandom): string => randomToken(random, MARK_LENGTH);

/**
 * Returns the mark that a browser gets with its first session. It is derived from the token, so that the object and the
 * Worker compute the same one.
 */
export const markOfSession = (token: string): string => hashKey(`browser ${token}`).slice(0, MARK_LENGTH);

/** Returns the cookies set at login: the session's, and a browser mark if there is none yet. */
export const loginCookies = (token: string, { origin, browser }: Pick<RequestFacts, "origin" | "browser">) => [
  ...sessionCookies(token, origin),
  ...(browser === undefined ? [markCookie(markOfSession(token), origin)] : []),
];
