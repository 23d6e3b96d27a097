import { readCookie } from "../wire/call.ts";
import { LOGGED_IN } from "../wire/page.ts";
import type { Client } from "./client.ts";
import { rememberAccount } from "./session.ts";

const CHANNEL = "parley-login";

/** Lets this tab go on when somebody logs in again, here or in another tab. */
export function followLogins(): void {
  new BroadcastChannel(CHANNEL).addEventListener("message", () => window.dispatchEvent(new Event(LOGGED_IN)));
}

/** Logs in once more as the same account, whose session has ended while the page was open, and goes on. */
export async function logInAgain(client: Client, password: string): Promise<void> {
  const { delivery_email } = client.watch("account");
  await client.api.post("/login", { username: delivery_email, password });
  goOn(client);
}

/** Goes on if there is a session again: somebody may have logged in in another tab. */
export async function lookForSession(client: Client): Promise<void> {
  try {
    await client.api.get("/users/me");
  } catch {
    return;
  }
  goOn(client);
}

function goOn(client: Client): void {
  rememberAccount(readCookie(document.cookie, "csrftoken"), client.watch("account").user_id);
  // It reaches this tab as well: only the very object that it is sent by does not hear it.
  new BroadcastChannel(CHANNEL).postMessage("logged in");
}
