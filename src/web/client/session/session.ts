const KEPT = "parley.session";

/** Whose session it was when this browser last asked. */
interface Known {
  /** The CSRF token, which each session has its own of. */
  readonly token: string;
  readonly user: number;
}

/** The account whose session this is, if that was found out before. */
export function accountOf(token: string): number | undefined {
  const known = read();
  return known?.token === token ? known.user : undefined;
}

/** Whether someone was logged in in this browser when it last asked. */
export const wasLoggedIn = (): boolean => localStorage.getItem(KEPT) !== null;

export function rememberAccount(token: string, user: number): void {
  localStorage.setItem(KEPT, JSON.stringify({ token, user } satisfies Known));
}

function read(): Known | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
