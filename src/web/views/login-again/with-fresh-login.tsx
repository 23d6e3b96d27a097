import type { Client } from "../../client/client.ts";
import { wantsMore } from "../../client/log-in-again.ts";

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
  const { LoginAgain } = await import("./login-again.tsx");
  const isDone = await new Promise<boolean>((resolve) => client.show(<LoginAgain onRenewed={resolve} />));
  return isDone ? withFreshLogin(client, work) : undefined;
}
