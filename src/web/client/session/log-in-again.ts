import { Refused } from "../../wire/api.ts";
import { LOGGED_IN } from "../../wire/page.ts";
import type { Client } from "../client.ts";
import { logInWithPasskey } from "./passkeys.ts";
import { csrfToken, rememberAccount } from "./session.ts";

const CHANNEL = "parley-login";

/** Resumes this tab when someone logs in again, here or in another tab. */
export function followLogins(): void {
  new BroadcastChannel(CHANNEL).addEventListener("message", () => window.dispatchEvent(new Event(LOGGED_IN)));
}

/** True if the server rejected the password. */
export const isWrong = (error: unknown): boolean => error instanceof Refused && error.code === "AUTHENTICATION_FAILED";

/** True if the server additionally requires a code, or a recent login. */
export const wantsMore = (error: unknown, code: "SECOND_FACTOR_REQUIRED" | "FRESH_LOGIN_REQUIRED"): boolean =>
  error instanceof Refused && error.code === code;

/** Login credentials: a password, with a code if the account has a second factor, or a passkey. */
export type Login = { readonly password: string; readonly code?: string | undefined } | "passkey";

/** Logs in to the same account again after its session ended while the page was open, and resumes the client. */
export async function logInAgain(client: Client, login: Login): Promise<void> {
  const { delivery_email, user_id } = client.watch("account");
  if (login === "passkey") {
    await logInWithPasskey(client.api, user_id);
  } else {
    const { password, code } = login;
    await client.api.post("/login", { username: delivery_email, password, second_factor_code: code });
  }
  resumeSession(client);
}

/**
 * Logs in again although there is an active session, for requests that need a recent login. The previous session ends.
 */
export async function renewLogin(client: Client, login: Login): Promise<void> {
  const former = await currentSession(client);
  await logInAgain(client, login);
  if (former !== undefined) await client.api.delete(`/users/me/sessions/${former}`);
}

export async function currentSession(client: Client): Promise<number | undefined> {
  const { sessions } = await client.api.get<{ sessions: { id: number; current: boolean }[] }>("/users/me/sessions");
  return sessions.find(({ current }) => current)?.id;
}

/**
 * Returns true if another session of the account has replaced the session `former`. If so, resumes the client, and ends
 * `former`.
 */
export async function isRenewed(client: Client, former: number): Promise<boolean> {
  const present = await currentSession(client);
  if (present === undefined || present === former) return false;
  resumeSession(client);
  await client.api.delete(`/users/me/sessions/${former}`);
  return true;
}

/** Resumes the client if the same account has a session again, for example through a login in another tab. */
export async function lookForSession(client: Client): Promise<void> {
  try {
    const { user_id } = await client.api.get<{ user_id: number }>("/users/me");
    if (user_id === client.watch("account").user_id) resumeSession(client);
  } catch {
    // There is no session yet.
  }
}

export interface LoginService {
  readonly name: string;
  readonly display_name: string;
  readonly display_icon: string | null;
  readonly login_url: string;
}

/** Returns the organization's external login services, which can be used instead of a password. */
export async function loginServices(client: Client): Promise<readonly LoginService[]> {
  try {
    const settings = await client.api.get<{ external_authentication_methods: LoginService[] }>("/server_settings");
    return settings.external_authentication_methods;
  } catch {
    return [];
  }
}

function resumeSession(client: Client): void {
  rememberAccount(csrfToken(), client.watch("account").user_id, false);
  // This tab gets the message, too: only the `BroadcastChannel` object that posts it doesn't.
  new BroadcastChannel(CHANNEL).postMessage("logged in");
}
