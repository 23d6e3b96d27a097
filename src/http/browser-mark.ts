import { hashKey } from "./read-key.ts";
import { cookieOf } from "./session.ts";

const cookieName = (origin: string) => (origin.startsWith("https:") ? "__Host-browser" : "browser");

/** The hash of the mark that a browser was given at the beginning of a login: what was begun there is ended there alone. */
export function browserMark(cookies: string | null, origin: string): string | undefined {
  const mark = cookieOf(cookies ?? "", cookieName(origin));
  return mark !== undefined && /^[A-Za-z0-9]{32}$/.test(mark) ? hashKey(mark) : undefined;
}

/** The cookie with such a mark, which ends with the browser's session. */
export function markCookie(mark: string, origin: string): readonly [name: string, value: string] {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return ["Set-Cookie", `${cookieName(origin)}=${mark}; Path=/; SameSite=Strict${secure}; HttpOnly`];
}
