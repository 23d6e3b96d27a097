import { hashKey } from "../rpc/credentials.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import { machineRandom, randomToken } from "../util/random.ts";
import { days } from "../util/time.ts";

/** The duration of a login in a browser. */
export const SESSION_SECONDS = days(30);

/** With TLS, the `__Host-` prefix: no other host of the domain can set a cookie of that name. */
const cookieName = (origin: string, name: string) => (origin.startsWith("https:") ? `__Host-${name}` : name);

/** The name of the cookie that holds a session's token. */
export const sessionCookieName = (origin: string): string => cookieName(origin, "sessionid");

/**
 * The CSRF token of a session. A page proves that it is of this site by sending it, since no other can read the cookie
 * that holds it. It is derived from the session's token, so that a cookie set by somebody else proves nothing.
 */
export const csrfTokenOf = (token: string) => hashKey(`csrf ${token}`);

type Cookies = readonly (readonly ["Set-Cookie", string])[];

/** The cookies of a session. */
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

/** The value of a cookie in the header `Cookie`. */
export function cookieOf(header: string, name: string): string | undefined {
  const found = header.split(";").find((pair) => pair.trim().startsWith(`${name}=`));
  return found?.slice(found.indexOf("=") + 1).trim();
}

/** The longest time for which browsers keep a cookie. */
const MARK_SECONDS = days(400);
const MARK_LENGTH = 32;

/** The hash of the mark by which a browser is known again: what was begun there is ended there alone. */
export function browserMark(cookies: string | null, origin: string): string | undefined {
  const mark = cookieOf(cookies ?? "", cookieName(origin, "browser"));
  return mark !== undefined && /^[A-Za-z0-9]{32}$/.test(mark) ? hashKey(mark) : undefined;
}

/** The cookie with such a mark. Lax: whoever comes back from another site is known, too. */
export function markCookie(mark: string, origin: string): readonly ["Set-Cookie", value: string] {
  const rest = `Path=/; Max-Age=${MARK_SECONDS}; SameSite=Lax${origin.startsWith("https:") ? "; Secure" : ""}; HttpOnly`;
  return ["Set-Cookie", `${cookieName(origin, "browser")}=${mark}; ${rest}`];
}

/** A mark for a browser that has none. */
export const newMark = (): string => randomToken(machineRandom, MARK_LENGTH);

/** The mark that a browser without one gets with its first session. It is derived, so that object and Worker know the same. */
export const markOfSession = (token: string): string => hashKey(`browser ${token}`).slice(0, MARK_LENGTH);

/** The cookies that a login sets: of the session, and a mark for a browser that has none. */
export const loginCookies = (token: string, { origin, browser }: Pick<RequestFacts, "origin" | "browser">) => [
  ...sessionCookies(token, origin),
  ...(browser === undefined ? [markCookie(markOfSession(token), origin)] : []),
];
