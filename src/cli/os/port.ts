import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "./failure.ts";

/** Time a port can remain in use after its process was killed. */
const LINGER_MS = 1000;

/** Listens on a port, or with port 0, on any free one. Returns the port. */
export async function listen(server: Server, where: { host: string; port: number; backlog?: number }): Promise<number> {
  const { host, port } = where;
  for (const deadline = Date.now() + LINGER_MS; ; await pause(20)) {
    try {
      await once(server.listen(where), "listening");
      return (server.address() as AddressInfo).port;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== "EADDRINUSE") throw new Failure(`cannot listen on ${host} port ${port} (${message})`);
      if (Date.now() > deadline) throw new Failure(`port ${port} on ${host} is in use; choose another with --port`);
    }
  }
}

export async function freePort(host: string, port: number) {
  const server = createServer();
  const found = await listen(server, { host, port });
  await new Promise((resolve) => server.close(resolve));
  return found;
}
