import type { Client } from "../../client/client.ts";

/** Logs out; what asks first is loaded now. */
export const openLogOut = async (client: Client): Promise<void> =>
  (await import("./ask-to-log-out.ts")).askToLogOut(client);
