import type { RequestFacts } from "../rpc/request-facts.ts";
import { machineRandom, randomToken } from "../util/random.ts";
import { days } from "../util/time.ts";
import { hashKey } from "./read-key.ts";
import { cookieOf, sessionCookies } from "./session.ts";

/** As long as browsers keep a cookie at most. */
const MARK_SECONDS = days(400);
const MARK_LENGTH = 32;

const cookieName = (origin: string) => (origin.startsWith("https:") ? "__Host-browser" : "browser");

/** The hash of the mark by which a browser is known again: what was begun there is ended there alone. */
export function browserMark(cookies: string | null, origin: string): string | undefined {
  const mark = cookieOf(cookies ?? "", cookieName(origin));
  return mark !== undefined && /^[A-Za-z0-9]{32}$/.test(mark) ? hashKey(mark) : undefined;
}

/** The cookie with such a mark. Lax: whoever comes back from another site is known, too. */
export function markCookie(mark: string, origin: string): readonly ["Set-Cookie", value: string] {
  const rest = `Path=/; Max-Age=${MARK_SECONDS}; SameSite=Lax${origin.startsWith("https:") ? "; Secure" : ""}; HttpOnly`;
  return ["Set-Cookie", `${cookieName(origin)}=${mark}; ${rest}`];
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
