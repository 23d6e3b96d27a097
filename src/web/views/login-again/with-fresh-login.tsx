import type { Client } from "../../client/client.ts";
import { wantsMore } from "../../client/session/log-in-again.ts";
import { tellError } from "../../parts/error-text.ts";
import { LoginAgain } from "./login-again.tsx";

/**
 * Does work that needs a recent login: if the server refuses it, asks the user to log in again and repeats it. Undefined if
 * the user does not log in.
 */
export async function withFreshLogin<T>(client: Client, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!wantsMore(error, "FRESH_LOGIN_REQUIRED")) throw error;
  }
  const isDone = await new Promise<boolean>((resolve) => client.show(<LoginAgain onRenewed={resolve} />));
  return isDone ? withFreshLogin(client, work) : undefined;
}

/** The same for a button: shows the error where the request is refused. */
export async function attemptWithLogin<T>(client: Client, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await withFreshLogin(client, work);
  } catch (error) {
    tellError(client, error);
    return undefined;
  }
}
