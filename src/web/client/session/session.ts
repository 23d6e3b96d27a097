import { readCookie } from "../../wire/call.ts";

const STORAGE_KEY = "parley.session";

/** The session that this browser used last, and its account. */
interface KnownSession {
  /** The session's CSRF token, which is unique to it. */
  readonly token: string;
  readonly user: number;
  /** True if the account belongs to someone from outside the organization. */
  readonly isOutside?: boolean;
}

/** The CSRF token of this browser's session, or "" if there is none. */
export const csrfToken = (): string => readCookie(document.cookie, "csrftoken");

/** Returns the account of the session with this token, if it is known. */
export function accountOf(token: string): number | undefined {
  const known = readSession();
  return known?.token === token ? known.user : undefined;
}

/** Whether someone was logged in when this browser last checked. */
export const wasLoggedIn = (): boolean => localStorage.getItem(STORAGE_KEY) !== null;

export function rememberAccount(token: string, user: number, isOutside: boolean): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ token, user, isOutside } satisfies KnownSession));
}

function readSession(): KnownSession | undefined {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * How the session of someone from outside the organization ended. `asked`: they wanted to keep their account, and may
 * have one now.
 */
type OutsideEnd = "ended" | "left" | "asked";

/**
 * Start of the query that shows people from outside the organization how their session ended. They have no login to
 * return to.
 */
export const OUTSIDE_END = "?outside=";

let outsideEnd: OutsideEnd | undefined;

/**
 * Sets what someone from outside the organization is shown after this session. Events that arrive while they leave
 * don't change it.
 */
export function setOutsideEnd(end: OutsideEnd | undefined): void {
  if (outsideEnd !== "left" || end === undefined) outsideEnd = end;
}

export const goToLogin = (address = loginAddress()): void => location.replace(address);

/**
 * Returns the URL to go to after the session. For people from outside the organization, the page shows how the session
 * ended. For others, it is the login page, which leads back to the current place.
 */
export function loginAddress(): string {
  const end = outsideEnd ?? (readSession()?.isOutside && "ended");
  if (end) return `/${OUTSIDE_END}${end}`;
  return location.hash.length > 1 ? `/login/?next=${encodeURIComponent(`/${location.hash}`)}` : "/login/";
}
