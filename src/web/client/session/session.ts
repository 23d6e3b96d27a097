import { readCookie } from "../../wire/call.ts";

const STORAGE_KEY = "parley.session";

/** The session this browser last asked about, and its account. */
interface KnownSession {
  /** The session's CSRF token, which is unique to it. */
  readonly token: string;
  readonly user: number;
}

/** The CSRF token of this browser's session, or "" if there is none. */
export const csrfToken = (): string => readCookie(document.cookie, "csrftoken");

/** Returns the account of the session with this token, if it is known. */
export function accountOf(token: string): number | undefined {
  const known = readSession();
  return known?.token === token ? known.user : undefined;
}

/** Whether someone was logged in the last time this browser asked. */
export const wasLoggedIn = (): boolean => localStorage.getItem(STORAGE_KEY) !== null;

export function rememberAccount(token: string, user: number): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ token, user } satisfies KnownSession));
}

function readSession(): KnownSession | undefined {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

export const goToLogin = (): void => location.replace(loginAddress());

/** Returns the login page, which leads back to the place in the current URL. */
export const loginAddress = (): string =>
  location.hash.length > 1 ? `/login/?next=${encodeURIComponent(`/${location.hash}`)}` : "/login/";
