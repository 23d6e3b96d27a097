import type { Client } from "../../client/client.ts";
import { wantsMore } from "../../client/session/log-in-again.ts";
import { LoginAgain } from "./login-again.tsx";

/**
 * Does something for which somebody has to have logged in a moment ago: asks them to log in again where the server wants that,
 * and does it then. Undefined where they do not log in.
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
