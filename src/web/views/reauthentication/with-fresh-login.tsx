import type { Client } from "../../client/client.ts";
import { wantsMore } from "../../client/session/log-in-again.ts";
import { showError } from "../../parts/error-text.ts";
import { LoginAgain } from "./login-again.tsx";

const isTooOld = (error: unknown) => wantsMore(error, "FRESH_LOGIN_REQUIRED");

/**
 * Runs work that requires a recent login. If the server refuses it for that reason, asks the user to log in again and
 * repeats the work. If the user doesn't log in, rejects with the server's error.
 */
export async function demandFreshLogin<T>(client: Client, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTooOld(error)) throw error;
      const isDone = await new Promise<boolean>((resolve) => client.show(<LoginAgain onRenewed={resolve} />));
      if (!isDone) throw error;
    }
  }
}

/** Like `demandFreshLogin`, but resolves to undefined if the user doesn't log in. */
export async function withFreshLogin<T>(client: Client, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await demandFreshLogin(client, work);
  } catch (error) {
    if (isTooOld(error)) return undefined;
    throw error;
  }
}

/** Like `withFreshLogin`, but also shows other errors. For buttons. */
export async function attemptWithLogin<T>(client: Client, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await withFreshLogin(client, work);
  } catch (error) {
    showError(client, error);
    return undefined;
  }
}
