import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { onTestFinished } from "vitest";

/** Makes a server listen on a free port of this machine until the test ends. Returns the port. */
export async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.close();
    if ("closeAllConnections" in server) (server.closeAllConnections as () => void)();
  });
  return (server.address() as AddressInfo).port;
}
